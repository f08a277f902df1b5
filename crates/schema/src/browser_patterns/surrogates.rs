//! Rewrites surrogate escapes: a pair becomes its character, and an unpaired half is removed, because no string
//! contains it.

/// Returns the pattern with pairs written as `\u{…}` and without unpaired halves, or `None` if it contains no
/// surrogates.
///
/// With the flag `u`, the result matches the same Unicode strings.
pub(super) fn without_surrogates(pattern: &str) -> Option<String> {
    let has_one = |at: usize| code(&pattern[at..]).is_some_and(is_surrogate);
    if !pattern.match_indices("\\u").any(|(at, _)| has_one(at)) {
        return None;
    }
    let mut text = String::with_capacity(pattern.len());
    let mut rest = pattern;
    while !rest.is_empty() {
        if let Some(body) = rest.strip_prefix('[') {
            rest = class(body, &mut text);
            continue;
        }
        let (atom, after) = Atom::first_of(rest);
        text.push_str(if atom.is_half() { NOTHING } else { &atom.text });
        rest = after;
    }
    Some(text)
}

/// Character classes that match no character and every character.
const NOTHING: &str = "[^\\s\\S]";
const ANYTHING: &str = "[\\s\\S]";

/// Writes a character class without its surrogate halves, and returns the rest of the pattern.
fn class<'p>(body: &'p str, text: &mut String) -> &'p str {
    let (is_negated, mut rest) = body.strip_prefix('^').map_or((false, body), |rest| (true, rest));
    let mut kept = String::new();
    while !rest.is_empty() && !rest.starts_with(']') {
        let (first, after) = Atom::first_of(rest);
        rest = after;
        let end = after.strip_prefix('-').filter(|end| !end.is_empty() && !end.starts_with(']') && !first.is_class());
        let Some((last, after)) = end.map(Atom::first_of) else {
            kept.push_str(if first.is_half() { "" } else { &first.text });
            continue;
        };
        rest = after;
        match (first.is_half(), last.is_half()) {
            (true, true) => {}
            (true, false) => kept.extend(["\\uE000-", &last.text]),
            (false, true) => kept.extend([&first.text, "-\\uD7FF"]),
            (false, false) => kept.extend([&first.text, "-", &last.text]),
        }
    }
    let negation = if is_negated { "^" } else { "" };
    match (kept.is_empty(), is_negated) {
        (true, true) => text.push_str(ANYTHING),
        (true, false) => text.push_str(NOTHING),
        (false, _) => text.extend(["[", negation, &kept, "]"]),
    }
    rest.strip_prefix(']').unwrap_or(rest)
}

/// A character of a pattern, escaped or not.
struct Atom {
    text: String,
    code: Option<u32>,
}

impl Atom {
    /// Splits the first atom from a non-empty string and returns it with the rest.
    fn first_of(text: &str) -> (Self, &str) {
        if let Some(first) = code(text) {
            let second = code(&text[6..]);
            if let (0xd800..=0xdbff, Some(second @ 0xdc00..=0xdfff)) = (first, second) {
                let code = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                return (Self { text: format!("\\u{{{code:X}}}"), code: Some(code) }, &text[12..]);
            }
            return (Self { text: text[..6].to_owned(), code: Some(first) }, &text[6..]);
        }
        let mut letters = text.char_indices().skip(if text.starts_with('\\') { 2 } else { 1 });
        let (atom, rest) = text.split_at(letters.next().map_or(text.len(), |(at, _)| at));
        (Self { text: atom.to_owned(), code: None }, rest)
    }

    fn is_half(&self) -> bool {
        self.code.is_some_and(is_surrogate)
    }

    /// Returns whether the atom matches several characters, so that it cannot start a range.
    fn is_class(&self) -> bool {
        ["\\d", "\\D", "\\w", "\\W", "\\s", "\\S", "\\p", "\\P"].contains(&self.text.as_str())
    }
}

fn is_surrogate(code: u32) -> bool {
    (0xd800..=0xdfff).contains(&code)
}

/// Returns the code of the escape `\uXXXX` at the start of a string.
fn code(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, 16).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::without_surrogates;

    #[test]
    fn pairs_are_characters_and_halves_are_nothing() {
        for (pattern, expected) in [
            ("^[\\u0020-\\uD7FF\\uD800\\uDC00-\\uDBFF\\uDFFF\\t]*$", "^[\\u0020-\\uD7FF\\u{10000}-\\u{10FFFF}\\t]*$"),
            ("[a\\uD800\\uDBFF-\\uDC00\\uDFFFb]", "[ab]"),
            ("[\\u0020-\\uDFFF]", "[\\u0020-\\uD7FF]"),
            ("[\\uD83C-\\uFFFD]", "[\\uE000-\\uFFFD]"),
            ("[^\\uD800-\\uDFFF]+", "[\\s\\S]+"),
            ("[\\ud800-\\udfff]|a", "[^\\s\\S]|a"),
            ("\\uD83D\\uDE00?", "\\u{1F600}?"),
            ("x\\uDE00", "x[^\\s\\S]"),
            ("[\\w-\\uD800\\]]", "[\\w-\\]]"),
        ] {
            assert_eq!(without_surrogates(pattern).as_deref(), Some(expected), "{pattern}");
        }
        for pattern in ["\\\\", "\\u{1F600}", "[\\uE000-\\uFFFD]", "\\uD8", "a\\u", "[", "é\\"] {
            assert_eq!(without_surrogates(pattern), None, "{pattern}");
        }
        for torn in ["[\\uD800", "[\\uD800-", "\\uD800\\", "(\\uD800[^"] {
            assert!(without_surrogates(torn).is_some(), "{torn}");
        }
    }
}
