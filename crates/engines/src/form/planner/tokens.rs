//! From text to tokens. Titles are cut out of the text as written, but for marks nobody sees and letters of an Arabic
//! keyboard; tokens are compared in a plainer spelling.

use std::ops::Range;

use planwright_source::{Hazard, hazard};

/// An utterance and its tokens.
#[derive(Clone, Debug)]
pub(super) struct Utterance {
    /// The text that titles are cut from.
    pub(super) text: String,
    pub(super) tokens: Vec<Token>,
}

/// A word, a number, a quotation or a mark.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// In plain spelling; for a [`Kind::Question`] its text.
    pub(super) text: String,
    /// Where it stands in the text; of a quotation the inside.
    pub(super) span: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Word,
    /// Digits 0 to 9.
    Number,
    /// The digits of a form's id: they count nothing.
    Id,
    /// A text in quotation marks.
    Quote,
    /// What ends a clause.
    Separator,
    /// Any other mark.
    Mark,
    /// Part of a name or text: understood already.
    Taken,
    /// The first token of what turned out to be the text of a question.
    Question,
}

impl Token {
    /// Whether this is the word `word`.
    pub(super) fn is(&self, word: &str) -> bool {
        self.kind == Kind::Word && self.text == word
    }

    /// Whether this is the mark `mark`, separator or not.
    pub(super) fn is_mark(&self, mark: &str) -> bool {
        matches!(self.kind, Kind::Mark | Kind::Separator) && self.text == mark
    }
}

impl Utterance {
    /// Splits `written` into tokens.
    pub(super) fn read(written: &str) -> Self {
        let text: String = written.chars().filter(|&letter| !is_unseen(letter)).map(of_keyboard).collect();
        let tokens = tokens(&text);
        Self { text, tokens }
    }

    /// The text of the tokens `range`, as written.
    pub(super) fn written(&self, range: Range<usize>) -> String {
        let tokens = &self.tokens[range];
        let span = tokens.first().map_or(0, |token| token.span.start)..tokens.last().map_or(0, |token| token.span.end);
        self.text[span].trim().to_owned()
    }

    /// Takes the tokens `range` away.
    pub(super) fn take(&mut self, range: Range<usize>) {
        self.tokens[range].iter_mut().for_each(|token| token.kind = Kind::Taken);
    }
}

/// The letters of `text` in the spelling in which words are compared, without marks of space and direction.
pub(super) fn plain_spelling(text: &str) -> String {
    let seen = text.chars().filter(|&letter| !is_unseen(letter));
    let plain = seen.filter_map(|letter| plain(of_keyboard(letter)));
    plain.filter(|letter| !letter.is_whitespace()).flat_map(char::to_lowercase).collect()
}

fn tokens(text: &str) -> Vec<Token> {
    let mut all: Vec<Token> = Vec::new();
    let mut rest = text.char_indices().peekable();
    let mut joins = false;
    while let Some((at, letter)) = rest.next() {
        let end = at + letter.len_utf8();
        let kind = match plain(letter) {
            None => continue,
            Some(' ') => {
                joins = false;
                continue;
            }
            Some('0'..='9') => Kind::Number,
            Some(plain) if plain.is_alphanumeric() => Kind::Word,
            Some(_) => {
                joins = false;
                if let Some(inside) = quoted(text, at, letter) {
                    while rest.next_if(|&(next, _)| next <= inside.end).is_some() {}
                    all.push(Token { kind: Kind::Quote, text: String::new(), span: inside });
                } else {
                    let kind = if separates(text, at, letter) { Kind::Separator } else { Kind::Mark };
                    all.push(Token { kind, text: letter.to_string(), span: at..end });
                }
                continue;
            }
        };
        let letters = plain(letter).into_iter().flat_map(char::to_lowercase);
        match all.last_mut().filter(|last| joins && last.kind == kind) {
            Some(last) => {
                last.text.extend(letters);
                last.span.end = end;
            }
            None => all.push(Token { kind, text: letters.collect(), span: at..end }),
        }
        joins = true;
    }
    all
}

/// Marks of direction, lengthening and vowels.
fn is_unseen(letter: char) -> bool {
    hazard(letter) == Some(Hazard::Direction)
        || matches!(letter, '\u{feff}' | '\u{640}' | '\u{64b}'..='\u{652}' | '\u{670}')
}

/// The Persian letter for one that only an Arabic keyboard has.
fn of_keyboard(letter: char) -> char {
    match letter {
        'ي' | 'ى' => 'ی',
        'ك' => 'ک',
        _ => letter,
    }
}

/// The letter as it is compared, a space for what separates words; `None` for a mark on the letter before.
fn plain(letter: char) -> Option<char> {
    Some(match letter {
        '۰'..='۹' => ascii_digit(letter, '۰'),
        '٠'..='٩' => ascii_digit(letter, '٠'),
        'ؤ' => 'و',
        'أ' | 'إ' => 'ا',
        'ۀ' | 'ة' => 'ه',
        '\u{653}'..='\u{65f}' => return None,
        '\n' => '\n',
        '-' | '_' | '\u{200b}'..='\u{200d}' | '\u{ad}' => ' ',
        _ if letter.is_whitespace() => ' ',
        _ => letter,
    })
}

fn ascii_digit(digit: char, zero: char) -> char {
    (u32::from(digit) - u32::from(zero)).try_into().ok().map_or('0', |value: u8| char::from(b'0' + value))
}

/// The inside of the quotation that `open` begins, if it ends.
fn quoted(text: &str, at: usize, open: char) -> Option<Range<usize>> {
    let close = match open {
        '«' => '»',
        '“' => '”',
        '‹' => '›',
        '"' => '"',
        _ => return None,
    };
    let start = at + open.len_utf8();
    text[start..].find(close).map(|length| start..start + length)
}

/// Whether a mark ends a clause. The point in "2.0" or "a.b" and the comma in "1,000" do not.
fn separates(text: &str, at: usize, mark: char) -> bool {
    let inside = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_alphanumeric() || is_digit(letter));
    let (before, after) = (text[..at].chars().next_back(), text[at..].chars().nth(1));
    match mark {
        '،' | '؛' | ';' | '!' | '؟' | '?' | '\n' => true,
        '.' => !(inside(before) && inside(after)),
        ',' => !(before.is_some_and(is_digit) && after.is_some_and(is_digit)),
        _ => false,
    }
}

fn is_digit(letter: char) -> bool {
    matches!(plain(letter), Some('0'..='9'))
}
