//! Translates patterns of ECMAScript to the syntax of `java.util.regex`, which Apex uses.
//!
//! Only what has the same meaning in both is translated. Constructs of ECMAScript that Java reads in another way, such
//! as `$` and `\s`, are replaced by ones with the original meaning.

use std::iter::Peekable;
use std::str::Chars;

/// White space of ECMAScript, as content of a character class.
const SPACE: &str = "\\t\\n\\x0B\\f\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff";
/// Characters that end a line in ECMAScript, as content of a character class.
const LINE_ENDS: &str = "\\n\\r\\u2028\\u2029";
/// General categories that both support under these names.
const CATEGORIES: [&str; 37] = [
    "L", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "Mn", "Mc", "Me", "N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Ps", "Pe", "Pi",
    "Pf", "Po", "S", "Sm", "Sc", "Sk", "So", "Z", "Zs", "Zl", "Zp", "C", "Cc", "Cf", "Co", "Cs", "Cn",
];

/// Returns the Java pattern that finds the same strings, or `None` if there may be a difference.
pub(super) fn java_pattern(pattern: &str) -> Option<String> {
    let mut java = String::with_capacity(pattern.len() + 8);
    let mut rest = pattern.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\\' => java.push_str(&escape(&mut rest, false)?),
            '.' => java.extend(["[^", LINE_ENDS, "]"]),
            '$' => java.push_str("\\z"),
            '[' => java.push_str(&class(&mut rest)?),
            '(' => java.push_str(&group(&mut rest)?),
            c => java.push(c),
        }
    }
    Some(java)
}

/// Translates the start of a group. The opening parenthesis has been read.
fn group(rest: &mut Peekable<Chars<'_>>) -> Option<String> {
    if rest.next_if_eq(&'?').is_none() {
        return Some("(".to_owned());
    }
    match rest.next()? {
        kind @ (':' | '=' | '!') => Some(format!("(?{kind}")),
        '<' => {
            // Java limits the length of what it looks behind at. Names of groups are not needed without references.
            if matches!(rest.peek(), Some('=' | '!')) {
                return None;
            }
            rest.find(|c| *c == '>').map(|_| "(".to_owned())
        }
        _ => None,
    }
}

/// Translates a character class. The opening bracket has been read.
fn class(rest: &mut Peekable<Chars<'_>>) -> Option<String> {
    let mut content = String::new();
    let is_negated = rest.next_if_eq(&'^').is_some();
    loop {
        match rest.next()? {
            ']' => break,
            '\\' => content.push_str(&escape(rest, true)?),
            // Java reads these as nested classes, intersections and negations.
            c @ ('[' | '&' | '^') => content.extend(['\\', c]),
            c => content.push(c),
        }
    }
    Some(match (is_negated, content.is_empty()) {
        (false, true) => "(?!)".to_owned(),
        (true, true) => "[\\x{0}-\\x{10ffff}]".to_owned(),
        (true, false) => format!("[^{content}]"),
        (false, false) => format!("[{content}]"),
    })
}

/// Translates an escape. The backslash has been read.
fn escape(rest: &mut Peekable<Chars<'_>>, in_class: bool) -> Option<String> {
    let set = |content: &str| if in_class { content.to_owned() } else { format!("[{content}]") };
    let other = |content: &str| (!in_class).then(|| format!("[^{content}]"));
    match rest.next()? {
        'd' => Some(set("0-9")),
        'w' => Some(set("A-Za-z0-9_")),
        's' => Some(set(SPACE)),
        'D' => other("0-9"),
        'W' => other("A-Za-z0-9_"),
        'S' => other(SPACE),
        c @ ('t' | 'n' | 'r' | 'f') => Some(format!("\\{c}")),
        'v' => Some("\\x0B".to_owned()),
        'b' if in_class => Some("\\x08".to_owned()),
        '0' if !rest.peek().is_some_and(char::is_ascii_digit) => Some("\\x00".to_owned()),
        'x' => Some(format!("\\x{}", digits(rest, 2)?)),
        'u' if rest.next_if_eq(&'{').is_some() => {
            let code: String = rest.by_ref().take_while(|c| *c != '}').collect();
            let letter = char::from_u32(u32::from_str_radix(&code, 16).ok()?)?;
            Some(format!("\\x{{{:x}}}", u32::from(letter)))
        }
        'u' => {
            let code = digits(rest, 4)?;
            // Half of a surrogate pair is not a character.
            char::from_u32(u32::from_str_radix(&code, 16).ok()?).map(|_| format!("\\u{code}"))
        }
        kind @ ('p' | 'P') => {
            rest.next_if_eq(&'{')?;
            let name: String = rest.by_ref().take_while(|c| *c != '}').collect();
            let name = if name == "Letter" { "L" } else { name.as_str() };
            CATEGORIES.contains(&name).then(|| format!("\\{kind}{{{name}}}"))
        }
        c if c.is_ascii_punctuation() => Some(format!("\\{c}")),
        _ => None,
    }
}

fn digits(rest: &mut Peekable<Chars<'_>>, count: usize) -> Option<String> {
    let digits: String = rest.by_ref().take(count).collect();
    (digits.len() == count && digits.chars().all(|digit| digit.is_ascii_hexdigit())).then_some(digits)
}

#[cfg(test)]
mod tests {
    use super::java_pattern;

    #[test]
    fn patterns_keep_their_meaning_or_are_refused() {
        let translated = [
            ("^[A-Z]{2}$", Some("^[A-Z]{2}\\z")),
            ("a.c", Some("a[^\\n\\r\\u2028\\u2029]c")),
            ("\\d+[\\w-]\\/", Some("[0-9]+[A-Za-z0-9_-]\\/")),
            ("[[&^]", Some("[\\[\\&\\^]")),
            ("[^]", Some("[\\x{0}-\\x{10ffff}]")),
            ("[]", Some("(?!)")),
            ("(?<year>[0-9]{4})", Some("([0-9]{4})")),
            ("\\p{Lu}\\u{1f600}\\u0041", Some("\\p{Lu}\\x{1f600}\\u0041")),
            ("(a)\\1", None),
            ("\\bword", None),
            ("(?<=a)b", None),
            ("[\\S]", None),
            ("\\p{Script=Greek}", None),
            ("\\ud83d", None),
        ];
        for (pattern, java) in translated {
            assert_eq!(java_pattern(pattern).as_deref(), java, "{pattern}");
        }
    }
}
