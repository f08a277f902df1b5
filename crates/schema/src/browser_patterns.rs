//! Patterns that browsers take without the flag `u` and the meta-schemas refuse: read as browsers read them, with a warning.

use std::sync::LazyLock;

use jsonschema::Validator;
use planwright_source::Pointer;
use serde_json::{Map, Value, json};

use crate::codes::PATTERN_NOT_PORTABLE;
use crate::error::{Error, ErrorKind};
use crate::file::SchemaFile;
use crate::keywords;

/// Writes the patterns of a file as they are written with the flag `u`, where they are none with it; one warning for each.
pub(crate) fn read_as_browsers(file: &mut SchemaFile) -> Vec<Error> {
    let mut found: Vec<(Pointer, String, String)> = Vec::new();
    keywords::walk(&file.value, &Pointer::root(), &mut |schema, at| {
        let pattern = schema.get("pattern").and_then(Value::as_str).map(|text| (at.member("pattern"), text));
        let names = schema.get("patternProperties").and_then(Value::as_object).into_iter().flatten();
        let names = names.map(|(name, _)| (at.member("patternProperties").member(name), name.as_str()));
        for (place, text) in pattern.into_iter().chain(names) {
            found.extend(rewritten(text).map(|other| (place, text.to_owned(), other)));
        }
    });
    if found.is_empty() {
        return Vec::new();
    }
    let warnings = found.iter().map(|(at, text, other)| {
        let message = format!("{text:?} is a regular expression only without the flag `u`; it is read as {other:?}");
        let kind = ErrorKind::Lint { code: PATTERN_NOT_PORTABLE, message };
        file.unplaced(at.clone(), Some("pattern"), kind)
    });
    let warnings = file.placed(warnings.collect());
    file.value = keywords::rebuild(&file.value, &Pointer::root(), &mut |schema, _| {
        let Some(members) = schema.as_object_mut() else { return };
        if let Some(text) = members.get("pattern").and_then(Value::as_str).and_then(rewritten) {
            members.insert("pattern".to_owned(), text.into());
        }
        if let Some(Value::Object(named)) = members.get_mut("patternProperties") {
            let renamed = std::mem::take(named).into_iter();
            let renamed = renamed.map(|(name, schema)| (rewritten(&name).unwrap_or(name), schema));
            *named = renamed.collect::<Map<String, Value>>();
        }
    });
    warnings
}

/// The pattern as it is written with the flag `u`, where it is none as it stands.
fn rewritten(pattern: &str) -> Option<String> {
    static IS_REGEX: LazyLock<Option<Validator>> =
        LazyLock::new(|| jsonschema::options().should_validate_formats(true).build(&json!({ "format": "regex" })).ok());
    let is_regex = |text: &str| IS_REGEX.as_ref().is_none_or(|validator| validator.is_valid(&text.into()));
    if is_regex(pattern) {
        return None;
    }
    let other = escaped(pattern);
    (other != pattern && is_regex(&other)).then_some(other)
}

/// The pattern with an escape before each character that stands for itself and would not with the flag `u`, and without those
/// that the flag refuses.
fn escaped(pattern: &str) -> String {
    let mut text = String::with_capacity(pattern.len() + 4);
    let mut rest = pattern;
    let mut in_class = false;
    // Whether the last part of a class is a class itself, after which `-` is no range.
    let mut after_class = false;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        let mut length = c.len_utf8();
        let was_class = std::mem::take(&mut after_class);
        match c {
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
            }
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

/// The quantifier with which a text begins: `{n}`, `{n,}` or `{n,m}`.
fn quantifier(text: &str) -> Option<&str> {
    let end = text.find('}')?;
    let (least, most) = text[1..end].split_once(',').unwrap_or((&text[1..end], ""));
    let is_number = |digits: &str| digits.chars().all(|c| c.is_ascii_digit());
    (!least.is_empty() && is_number(least) && is_number(most)).then_some(&text[..=end])
}

#[cfg(test)]
mod tests {
    use super::rewritten;
    use crate::{ErrorKind, SchemaSet};

    #[test]
    fn patterns_are_read_as_browsers_read_them() {
        for (pattern, expected) in [
            ("^[a-zA-Z]{2}]?$", "^[a-zA-Z]{2}\\]?$"),
            ("^[\\w-_.]+$", "^[\\w\\-_.]+$"),
            ("^[_-\\w]+$", "^[_\\-\\w]+$"),
            ("^${a}$", "^$\\{a\\}$"),
        ] {
            assert_eq!(rewritten(pattern).as_deref(), Some(expected), "{pattern}");
        }
        for pattern in ["^[a-z]{2,3}$", "^(?!a)b$", "[", "(", "a**", "\\d+-\\d+", "^[\\w-]$"] {
            assert_eq!(rewritten(pattern), None, "{pattern}");
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
