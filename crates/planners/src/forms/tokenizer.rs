//! Splits a request into tokens. Tokens are compared in a simplified spelling. Titles keep their original spelling,
//! except for invisible marks and letters of an Arabic keyboard.

use std::ops::Range;

use planwright_source::{Hazard, hazard};

/// Utterance and its tokens.
#[derive(Clone, Debug)]
pub(super) struct Utterance {
    /// Request that titles come from.
    pub(super) text: String,
    pub(super) tokens: Vec<Token>,
}

/// Word, number, quotation or punctuation mark.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    /// Simplified spelling. Empty for a quotation.
    pub(super) text: String,
    /// Byte range in the request. For a quotation, the range of its content.
    pub(super) span: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Word,
    /// Digits 0 to 9.
    Number,
    /// A number with a sign, a fraction or a range. It is never an id or a count.
    OddNumber,
    /// A quotation.
    Quote,
    /// A mark that ends a clause.
    Separator,
    /// Any other mark.
    Mark,
}

impl Token {
    /// Returns whether this is the word `word`.
    pub(super) fn is(&self, word: &str) -> bool {
        self.kind == TokenKind::Word && self.text == word
    }

    /// Returns whether this is a number.
    pub(super) fn is_number(&self) -> bool {
        self.kind == TokenKind::Number
    }

    /// Returns whether this is the mark `mark`, separator or not.
    pub(super) fn is_mark(&self, mark: &str) -> bool {
        matches!(self.kind, TokenKind::Mark | TokenKind::Separator) && self.text == mark
    }
}

impl Utterance {
    /// Splits `written` into tokens.
    pub(super) fn tokenize(written: &str) -> Self {
        let text: String = written.chars().filter(|&letter| !is_unseen(letter)).map(of_keyboard).collect();
        let tokens = tokens(&text);
        Self { text, tokens }
    }

    /// Returns the tokens in `range`, as written.
    pub(super) fn written(&self, range: Range<usize>) -> String {
        let tokens = self.tokens.get(range).unwrap_or_default();
        let span = tokens.first().map_or(0, |token| token.span.start)..tokens.last().map_or(0, |token| token.span.end);
        self.text[span].trim().to_owned()
    }
}

/// Returns the letters in the spelling that is used for comparison, without spaces and direction marks.
pub(super) fn plain_spelling(text: &str) -> String {
    let seen = text.chars().filter(|&letter| !is_unseen(letter));
    let plain = seen.filter_map(|letter| plain(of_keyboard(letter)));
    plain.filter(|letter| !letter.is_whitespace()).flat_map(char::to_lowercase).collect()
}

fn tokens(text: &str) -> Vec<Token> {
    let mut all: Vec<Token> = Vec::new();
    let mut at = 0;
    let mut joins = false;
    while let Some(letter) = text[at..].chars().next() {
        let mut end = at + letter.len_utf8();
        if let Some(odd) = odd_number(text, at) {
            all.push(Token { kind: TokenKind::OddNumber, text: text[at..odd].to_owned(), span: at..odd });
            joins = false;
            at = odd;
            continue;
        }
        match plain(letter) {
            None => {}
            Some(' ') => joins = false,
            Some(one) if one.is_alphanumeric() => {
                let kind = if one.is_ascii_digit() { TokenKind::Number } else { TokenKind::Word };
                let letters = one.to_lowercase();
                match all.last_mut().filter(|last| joins && last.kind == kind) {
                    Some(last) => {
                        last.text.extend(letters);
                        last.span.end = end;
                    }
                    None => all.push(Token { kind, text: letters.collect(), span: at..end }),
                }
                joins = true;
            }
            Some(_) => {
                joins = false;
                if let Some(inside) = quoted(text, at, letter) {
                    end = inside.end + text[inside.end..].chars().next().map_or(0, char::len_utf8);
                    all.push(Token { kind: TokenKind::Quote, text: String::new(), span: inside });
                } else {
                    let kind = if separates(text, at, letter) { TokenKind::Separator } else { TokenKind::Mark };
                    all.push(Token { kind, text: letter.to_string(), span: at..end });
                }
            }
        }
        at = end;
    }
    all
}

/// Returns the end of a number at `at` that is not only digits: "-3", "3.5", "1,000", "3-5", "3/5", "3-".
fn odd_number(text: &str, at: usize) -> Option<usize> {
    let before = text[..at].chars().next_back();
    if before.is_some_and(is_digit) {
        return None;
    }
    let unsigned = text[at..].trim_start_matches(is_sign);
    let signed = unsigned.len() < text.len() - at;
    let mut rest = unsigned.trim_start_matches(is_digit);
    if rest.len() == unsigned.len() {
        return None;
    }
    let mut odd = signed;
    loop {
        let after = rest.trim_start_matches(|letter| is_sign(letter) || is_divider(letter));
        let next = after.trim_start_matches(is_digit);
        if after.len() < rest.len() && next.len() < after.len() {
            rest = next;
            odd = true;
        } else {
            break;
        }
    }
    let trailing = rest.trim_start_matches(is_sign);
    odd |= trailing.len() < rest.len();
    odd.then_some(text.len() - trailing.len())
}

fn is_sign(letter: char) -> bool {
    matches!(letter, '-' | '+' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '±' | '~')
}

fn is_divider(letter: char) -> bool {
    matches!(letter, '.' | ',' | '/' | '\u{66b}' | '\u{66c}' | '\u{2044}' | ':')
}

/// Returns whether this is a mark of direction, lengthening or vowels.
fn is_unseen(letter: char) -> bool {
    hazard(letter) == Some(Hazard::Direction)
        || matches!(letter, '\u{feff}' | '\u{640}' | '\u{64b}'..='\u{652}' | '\u{670}')
}

/// Replaces a letter of an Arabic keyboard by the Persian one.
fn of_keyboard(letter: char) -> char {
    match letter {
        'ي' | 'ى' => 'ی',
        'ك' => 'ک',
        _ => letter,
    }
}

/// Returns the letter that is used for comparison, a space for word separators, or `None` for a mark on the letter
/// before.
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

/// Returns the content of the quotation that `open` starts, if it is closed.
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

/// Returns whether a mark ends a clause. The point in "a.b" does not.
fn separates(text: &str, at: usize, mark: char) -> bool {
    let inside = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_alphanumeric() || is_digit(letter));
    match mark {
        '،' | ',' | '؛' | ';' | '!' | '؟' | '?' | '\n' => true,
        '.' => !(inside(text[..at].chars().next_back()) && inside(text[at..].chars().nth(1))),
        _ => false,
    }
}

fn is_digit(letter: char) -> bool {
    matches!(plain(letter), Some('0'..='9'))
}
