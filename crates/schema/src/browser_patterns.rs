//! Rewrites patterns that browsers accept but the meta-schemas or the regex engine reject.
//!
//! Such patterns are interpreted as browsers interpret them. Each doubtful one is reported as a warning.

mod counted;
mod surrogates;

use jsonschema_regex::is_valid_ecma_regex as is_regex;
use planwright_source::Pointer;
use serde_json::{Map, Value};

use crate::codes::PATTERN_NOT_PORTABLE;
use crate::error::{Error, ErrorKind};
use crate::file::SchemaFile;
use crate::keywords;
use counted::{Counted, quantifier};
use surrogates::without_surrogates;

/// Rewrites the patterns of a file so that they are valid with the flag `u`, and returns one warning for each.
///
/// This concerns patterns that are invalid with the flag and patterns that contain surrogate halves. A pattern whose
/// only problem is a large repetition count is expressed with other keywords, without a warning.
pub(crate) fn interpret_patterns(file: &mut SchemaFile) -> Vec<Error> {
    let mut found: Vec<(Pointer, String, PatternReading)> = Vec::new();
    let mut counts = false;
    keywords::walk(&file.value, &Pointer::root(), &mut |schema, at| {
        let pattern = schema.get("pattern").and_then(Value::as_str).map(|text| (at.member("pattern"), text));
        counts |= pattern.as_ref().is_some_and(|(_, text)| Counted::parse(text).is_some());
        let names = schema.get("patternProperties").and_then(Value::as_object).into_iter().flatten();
        let names = names.map(|(name, _)| (at.member("patternProperties").member(name), name.as_str()));
        for (place, text) in pattern.into_iter().chain(names) {
            found.extend(PatternReading::interpret(text).map(|reading| (place, text.to_owned(), reading)));
        }
    });
    if found.is_empty() && !counts {
        return Vec::new();
    }
    let warnings = found.iter().map(|(at, text, PatternReading { pattern, reason })| {
        let message = format!("{text:?} {reason}; it is read as {pattern:?}");
        let kind = ErrorKind::Lint { code: PATTERN_NOT_PORTABLE, message };
        file.unplaced(at.clone(), Some("pattern"), kind)
    });
    let warnings = file.placed(warnings.collect());
    file.value = keywords::rebuild(&file.value, &Pointer::root(), &mut |schema, _| {
        let Some(members) = schema.as_object_mut() else { return };
        if let Some(Value::String(text)) = members.get("pattern").cloned() {
            let text = match PatternReading::interpret(&text) {
                Some(PatternReading { pattern, .. }) => {
                    members.insert("pattern".to_owned(), pattern.clone().into());
                    pattern
                }
                None => text,
            };
            if let Some(counted) = Counted::parse(&text) {
                counted.apply_to(members);
            }
        }
        if let Some(Value::Object(named)) = members.get_mut("patternProperties") {
            let renamed = std::mem::take(named).into_iter();
            let renamed = renamed
                .map(|(name, schema)| (PatternReading::interpret(&name).map_or(name, |other| other.pattern), schema));
            *named = renamed.collect::<Map<String, Value>>();
        }
    });
    warnings
}

/// A valid pattern that replaces an invalid one.
#[derive(Debug, PartialEq, Eq)]
struct PatternReading {
    pattern: String,
    /// Explanation of why the original pattern is invalid.
    reason: &'static str,
}

impl PatternReading {
    fn interpret(pattern: &str) -> Option<Self> {
        let whole = without_surrogates(pattern);
        let reason = match whole {
            Some(_) => "names surrogates, but a string contains only pairs of them",
            None => "is not a regular expression of ECMAScript with the flag `u`",
        };
        let text = whole.as_deref().unwrap_or(pattern);
        let text = if is_regex(text) { text.to_owned() } else { escaped(text) };
        (text != pattern && is_regex(&text)).then_some(Self { pattern: text, reason })
    }
}

/// Rewrites a pattern so that it is valid with the flag `u`.
///
/// - Adds an escape before each character that is literal only without the flag.
/// - Removes escapes that the flag rejects.
/// - Replaces `\A` and `\Z`, which browsers read as the letters A and Z, by `^` and `$`.
/// - Gives `(?s)` at the start the meaning that it has in other engines.
fn escaped(pattern: &str) -> String {
    let mut text = String::with_capacity(pattern.len() + 4);
    let mut rest = pattern;
    let mut in_class = false;
    // Whether `.` also matches line breaks.
    let mut is_dot_all = false;
    // Whether the last element of a character class is a class itself. A `-` after it does not form a range.
    let mut after_class = false;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        let mut length = c.len_utf8();
        let was_class = std::mem::take(&mut after_class);
        match c {
            '\\' if !in_class && after.starts_with(['A', 'Z', 'z']) => {
                text.push(if after.starts_with('A') { '^' } else { '$' });
                length += 1;
            }
            '\\' => {
                let next = after.chars().next().unwrap_or_default();
                let is_known =
                    next.is_ascii_alphanumeric() || "^$\\.*+?()[]{}|/".contains(next) || in_class && next == '-';
                if is_known || next == '\0' {
                    text.push('\\');
                }
                if next != '\0' {
                    text.push(next);
                    length += next.len_utf8();
                }
                after_class = in_class && "dDwWsSpP".contains(next);
                if let Some(name) =
                    after[next.len_utf8()..].strip_prefix('{').filter(|_| next != '\0' && "pP".contains(next))
                {
                    let end = name.find('}').map_or(name.len(), |at| at + 1);
                    text.extend(["{", &name[..end]]);
                    length += 1 + end;
                }
            }
            '(' if after.starts_with("?s)") && (text.is_empty() || text == "^") => {
                is_dot_all = true;
                length = "(?s)".len();
            }
            '.' if is_dot_all && !in_class => text.push_str("[\\s\\S]"),
            '[' if !in_class => {
                in_class = true;
                text.push('[');
            }
            ']' if in_class => {
                in_class = false;
                text.push(']');
            }
            '-' if in_class && !after.starts_with(']') && (was_class || starts_class(after)) => text.push_str("\\-"),
            ']' => text.push_str("\\]"),
            '{' if !in_class => match quantifier(rest) {
                Some(quantifier) => {
                    text.push_str(quantifier);
                    length = quantifier.len();
                }
                None => text.push_str("\\{"),
            },
            '}' if !in_class => text.push_str("\\}"),
            other => text.push(other),
        }
        rest = &rest[length..];
    }
    text
}

fn starts_class(text: &str) -> bool {
    ["\\d", "\\D", "\\w", "\\W", "\\s", "\\S"].iter().any(|class| text.starts_with(class))
}

#[cfg(test)]
mod tests {
    use super::PatternReading;
    use crate::{ErrorKind, SchemaSet};

    #[test]
    fn patterns_are_read_as_browsers_read_them() {
        for (pattern, expected) in [
            ("^[a-zA-Z]{2}]?$", "^[a-zA-Z]{2}\\]?$"),
            ("^[\\w-_.]+$", "^[\\w\\-_.]+$"),
            ("^[_-\\w]+$", "^[_\\-\\w]+$"),
            ("^${a}$", "^$\\{a\\}$"),
            ("^[\\p{L}\\p{Z}-_]$", "^[\\p{L}\\p{Z}\\-_]$"),
            ("\\A[a-z]+\\Z", "^[a-z]+$"),
            ("^(?s).+[.]$", "^[\\s\\S]+[.]$"),
            ("^[\\uD800\\uDC00-\\uDBFF\\uDFFF]$", "^[\\u{10000}-\\u{10FFFF}]$"),
        ] {
            assert_eq!(PatternReading::interpret(pattern).expect("it is read").pattern, expected, "{pattern}");
        }
        for pattern in ["^[a-z]{2,3}$", "^(?!a)b$", "[", "(", "a**", "\\d+-\\d+", "^[\\w-]$"] {
            assert_eq!(PatternReading::interpret(pattern), None, "{pattern}");
        }
    }

    #[test]
    fn a_doubtful_pattern_is_a_warning_and_judges() {
        let text = br#"{"type": "object", "properties": {"a": {"pattern": "^a]$"}}, "patternProperties": {"^b]$": {"type": "string"}}}"#;
        let set =
            SchemaSet::parse([("a.json".to_owned(), text.to_vec())]).unwrap_or_else(|errors| panic!("{errors:?}"));
        let file = set.get("a.json").expect("it is there");
        assert_eq!(file.value["properties"]["a"]["pattern"], "^a\\]$");
        assert!(file.value["patternProperties"]["^b\\]$"].is_object());
        let codes = file.warnings().iter().map(|warning| warning.kind.code());
        assert_eq!(codes.collect::<Vec<_>>(), ["PATTERN_NOT_PORTABLE"; 2]);
        assert!(file.warnings().iter().all(|warning| matches!(warning.kind, ErrorKind::Lint { .. })));
    }
}
