//! Splits a goal into tokens: words, quotations, numbers and dates. Each has a key for comparison.

/// Token of a goal.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    /// The token as written, without quotes.
    pub(super) text: String,
    /// The token in lowercase.
    pub(super) lower: String,
    /// Key for comparison: singular, without case, suffix and separators.
    pub(super) key: String,
    pub(super) kind: GoalToken,
    /// True if `'s` follows.
    pub(super) possessive: bool,
}

/// Words that connect the words before and after them.
const JOINTS: &[&str] = &["and", "&", "then", "plus", "also", "please", "automatically", "finally", "afterwards"];

/// Kind of a token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum GoalToken {
    Word,
    Quoted,
    Number {
        value: f64,
        percent: bool,
        money: bool,
    },
    Date,
    Comma,
    /// End of a sentence.
    Stop,
}

impl Token {
    fn new(text: &str, kind: GoalToken) -> Self {
        let key = if kind == GoalToken::Word { key_of(text) } else { String::new() };
        Self { text: text.to_owned(), lower: text.to_lowercase(), key, kind, possessive: false }
    }

    /// Creates a word that replaces a phrase.
    pub(super) fn word(text: &str) -> Self {
        Self::new(text, GoalToken::Word)
    }

    pub(super) fn is_any(&self, words: &[&str]) -> bool {
        self.kind == GoalToken::Word && words.contains(&self.lower.as_str())
    }

    /// Returns whether the token connects the words before and after it.
    pub(super) fn is_joint(&self) -> bool {
        self.kind == GoalToken::Comma || self.is_any(JOINTS)
    }
}

/// Splits a goal into tokens. Hyphens and slashes separate words, but are not tokens.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let len = match first {
            '"' | '“' | '”' | '«' | '`' | '\'' | '‘' => quoted(rest, glued(text, rest)).map(|(inner, len)| {
                found.push(Token::new(inner, GoalToken::Quoted));
                len
            }),
            '0'..='9' | '$' | '€' | '£' => number(rest).map(|(token, len)| {
                found.push(token);
                len
            }),
            ',' => {
                found.push(Token::new(",", GoalToken::Comma));
                None
            }
            '.' | ';' | '!' | '?' | '\n' => {
                if first != '.' || rest[1..].chars().next().is_none_or(char::is_whitespace) {
                    found.push(Token::new(";", GoalToken::Stop));
                }
                None
            }
            // `&` connects words and is not part of a name: `Food & Beverage` is `food beverage`.
            '&' => {
                found.push(Token { key: String::new(), ..Token::new("&", GoalToken::Word) });
                None
            }
            '=' | '<' | '>' => {
                let len = if first != '=' && rest[1..].starts_with('=') { 2 } else { 1 };
                found.push(Token::new(&rest[..len], GoalToken::Word));
                Some(len)
            }
            letter if letter.is_alphanumeric() => {
                let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
                let mut token = Token::new(&rest[..end], GoalToken::Word);
                let tail = &rest[end..];
                let owned = ["'s", "’s", "'", "’"].into_iter().find(|mark| tail.starts_with(mark));
                let owned = owned.filter(|mark| !tail[mark.len()..].starts_with(char::is_alphanumeric));
                token.possessive = owned.is_some();
                found.push(token);
                Some(end + owned.map_or(0, str::len))
            }
            _ => None,
        };
        rest = &rest[len.unwrap_or(first.len_utf8())..];
    }
    found
}

/// Returns whether the goal before `rest` ends in the middle of a word. A quote there is an apostrophe.
fn glued(text: &str, rest: &str) -> bool {
    text[..text.len() - rest.len()].ends_with(char::is_alphanumeric)
}

/// Parses a quotation at the start of `rest`. Returns its content, and its length including the quotes.
fn quoted(rest: &str, in_word: bool) -> Option<(&str, usize)> {
    let open = rest.chars().next()?;
    let close = match open {
        '“' | '”' => '”',
        '«' => '»',
        '‘' => '’',
        same => same,
    };
    if in_word {
        return None;
    }
    let inner = &rest[open.len_utf8()..];
    let end = inner.find(close)?;
    let text = inner[..end].trim();
    (!text.is_empty() && !text.contains('\n')).then_some((text, open.len_utf8() + end + close.len_utf8()))
}

/// Parses a number, an amount of money, a percentage or a date at the start of `rest`.
fn number(rest: &str) -> Option<(Token, usize)> {
    if let Some(date) = rest.get(..10).filter(|text| is_date(text)) {
        return Some((Token::new(date, GoalToken::Date), 10));
    }
    let digits = rest.trim_start_matches(['$', '€', '£']);
    let money = digits.len() < rest.len();
    let mut end = 0;
    for (at, letter) in digits.char_indices() {
        let groups = letter == ',' && digits[at + 1..].bytes().take_while(u8::is_ascii_digit).count() == 3;
        let point =
            letter == '.' && digits[at + 1..].starts_with(|c: char| c.is_ascii_digit()) && !digits[..at].contains('.');
        if !(letter.is_ascii_digit() || groups || point) {
            break;
        }
        end = at + letter.len_utf8();
    }
    let value: f64 = digits[..end].replace(',', "").parse().ok()?;
    let tail = &digits[end..];
    let scaled = |letters: &[&str], factor: f64| {
        let word = tail.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        letters.contains(&word.to_lowercase().as_str()).then_some((factor, word.len()))
    };
    let (factor, suffix) = scaled(&["k"], 1e3).or_else(|| scaled(&["m", "mio"], 1e6)).unwrap_or((1.0, 0));
    if suffix == 0 && tail.starts_with(char::is_alphabetic) {
        return None;
    }
    let percent = tail.starts_with('%');
    let len = rest.len() - digits.len() + end + suffix + usize::from(percent);
    Some((Token::new(&rest[..len], GoalToken::Number { value: value * factor, percent, money }), len))
}

fn is_date(text: &str) -> bool {
    let shape: String = text.chars().map(|c| if c.is_ascii_digit() { '9' } else { c }).collect();
    shape == "9999-99-99"
}

/// Returns the lowercase words of a label or an API name.
pub(super) fn split_name(name: &str) -> Vec<String> {
    split_words(name).iter().map(|word| word.to_lowercase()).collect()
}

/// Splits a label or an API name at separators and before capitals. The suffix and namespace of custom names are
/// dropped.
pub(super) fn split_words(name: &str) -> Vec<String> {
    let core = match name.split("__").collect::<Vec<_>>()[..] {
        [core, _] | [_, core, _] => core,
        _ => name,
    };
    let mut words = vec![String::new()];
    let mut previous = ' ';
    for (at, letter) in core.char_indices() {
        let next_is_lower = core[at + letter.len_utf8()..].starts_with(char::is_lowercase);
        let starts = letter.is_uppercase() && (previous.is_lowercase() || (previous.is_uppercase() && next_is_lower));
        if starts || !letter.is_alphanumeric() {
            words.push(String::new());
        }
        if letter.is_alphanumeric() {
            words.iter_mut().last().into_iter().for_each(|word| word.push(letter));
        }
        previous = letter;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Returns the key of several words: `close dates`, `CloseDate` and `closedate` have the same key.
pub(super) fn key_of_words(words: &[String]) -> String {
    words.iter().map(|word| singular(word)).collect()
}

fn key_of(text: &str) -> String {
    let is_name = text.contains('_') || text.chars().skip(1).any(char::is_uppercase);
    if is_name { key_of_words(&split_name(text)) } else { singular(&text.to_lowercase()) }
}

/// Returns an approximate singular for comparison. Both sides of a comparison use it.
fn singular(word: &str) -> String {
    let cut = |count: usize| word[..word.len() - count].to_owned();
    if word.len() <= 3 || !word.is_ascii() {
        return word.to_owned();
    }
    if word.ends_with("ies") {
        return cut(3) + "y";
    }
    if ["sses", "xes", "ches", "shes", "zes", "uses"].iter().any(|end| word.ends_with(end)) {
        return cut(2);
    }
    if word.ends_with('s') && !["ss", "us", "is"].iter().any(|end| word.ends_with(end)) {
        cut(1)
    } else {
        word.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_becomes_tokens() {
        let kinds = |text: &str| tokens(text).into_iter().map(|token| (token.text, token.kind)).collect::<Vec<_>>();
        let number = |value: f64, percent: bool, money: bool| GoalToken::Number { value, percent, money };
        assert_eq!(
            kinds("Set the account's \"Next step\" to $10,000.50, 20% or 5k."),
            [
                ("Set".to_owned(), GoalToken::Word),
                ("the".to_owned(), GoalToken::Word),
                ("account".to_owned(), GoalToken::Word),
                ("Next step".to_owned(), GoalToken::Quoted),
                ("to".to_owned(), GoalToken::Word),
                ("$10,000.50".to_owned(), number(10_000.5, false, true)),
                (",".to_owned(), GoalToken::Comma),
                ("20%".to_owned(), number(20.0, true, false)),
                ("or".to_owned(), GoalToken::Word),
                ("5k".to_owned(), number(5_000.0, false, false)),
                (";".to_owned(), GoalToken::Stop),
            ]
        );
        assert_eq!(kinds("on 2026-03-31")[1], ("2026-03-31".to_owned(), GoalToken::Date));
        assert!(tokens("account's")[0].possessive);
        assert_eq!(kinds("don't")[0].0, "don");
        assert_eq!(kinds("to 'Call back'")[1], ("Call back".to_owned(), GoalToken::Quoted));
    }

    #[test]
    fn names_have_one_key() {
        let key = |name: &str| key_of_words(&split_name(name));
        for name in ["CloseDate", "Close Date", "close dates", "Close_Date__c", "acme__Close_Date__c", "close-date"] {
            assert_eq!(key(name), "closedate", "{name}");
        }
        assert_eq!(tokens("ERP_Id__c")[0].key, key("ERP Id"));
        assert_eq!(key("URLPath"), "urlpath");
        assert_eq!(
            (singular("cases"), singular("opportunities"), singular("status"), singular("statuses")),
            ("case".into(), "opportunity".into(), "status".into(), "status".into())
        );
    }
}
