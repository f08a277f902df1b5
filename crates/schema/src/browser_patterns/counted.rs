//! Expresses large repetition counts of a pattern with length keywords.
//!
//! Engines reject patterns with very large counts. If the whole pattern repeats one kind of character, `minLength` and
//! `maxLength` express the same limit.

use serde_json::{Map, Value};

use crate::pattern_engine::is_supported;

/// Counts up to this limit are left to the engine.
const MAX_ENGINE_COUNT: u64 = 250;

/// A pattern `^X{min,max}$` where X matches exactly one character.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Counted<'p> {
    character: &'p str,
    min: u64,
    max: Option<u64>,
}

impl<'p> Counted<'p> {
    /// Returns the parts of a pattern if its count is large and the engine rejects it.
    pub(super) fn parse(pattern: &'p str) -> Option<Self> {
        let found = Self::parse_parts(pattern)
            .filter(|found| found.min.max(found.max.unwrap_or_default()) > MAX_ENGINE_COUNT)?;
        (!is_supported(pattern) && is_supported(&found.pattern())).then_some(found)
    }

    fn parse_parts(pattern: &'p str) -> Option<Self> {
        let body = pattern.strip_prefix('^')?.strip_suffix('$')?;
        let character = &body[..character(body)?];
        let count = &body[character.len()..];
        if quantifier(count)? != count {
            return None;
        }
        let count = &count[1..count.len() - 1];
        let (min, max) = count
            .split_once(',')
            .map_or((count, Some(count)), |(min, max)| (min, Some(max).filter(|max| !max.is_empty())));
        let max = max.map(str::parse).transpose().ok()?;
        Some(Self { character, min: min.parse().ok()?, max })
    }

    /// Returns the pattern without the count.
    fn pattern(&self) -> String {
        format!("^{}*$", self.character)
    }

    /// Replaces the pattern of a schema: `pattern` limits the characters and the length keywords limit the count.
    pub(super) fn apply_to(&self, schema: &mut Map<String, Value>) {
        let own = |schema: &Map<String, Value>, keyword: &str| schema.get(keyword).and_then(Value::as_u64);
        let min = own(schema, "minLength").unwrap_or_default().max(self.min);
        let max = [own(schema, "maxLength"), self.max].into_iter().flatten().min();
        schema.insert("pattern".to_owned(), self.pattern().into());
        schema.insert("minLength".to_owned(), min.into());
        if let Some(max) = max {
            schema.insert("maxLength".to_owned(), max.into());
        }
    }
}

/// Returns the length of the character, character class or escape at the start of a string.
fn character(text: &str) -> Option<usize> {
    let first = text.chars().next()?;
    match first {
        '\\' => {
            let escaped = text[1..].chars().next()?;
            match escaped {
                'p' | 'P' => Some(text.find('}')? + 1),
                'd' | 'D' | 'w' | 'W' | 's' | 'S' | '.' | '-' | '/' => Some(2),
                _ => None,
            }
        }
        '[' => {
            let mut is_escaped = false;
            let end = text.char_indices().skip(1).find(|(_, letter)| {
                let ends = *letter == ']' && !is_escaped;
                is_escaped = *letter == '\\' && !is_escaped;
                ends
            });
            end.map(|(at, _)| at + 1)
        }
        '(' | ')' | '|' | '*' | '+' | '?' | '{' | '}' | '^' | '$' => None,
        other => Some(other.len_utf8()),
    }
}

/// Returns the quantifier at the start of a string: `{n}`, `{n,}` or `{n,m}`.
pub(super) fn quantifier(text: &str) -> Option<&str> {
    let end = text.find('}')?;
    let (min, max) = text[1..end].split_once(',').unwrap_or((&text[1..end], ""));
    let is_number = |digits: &str| digits.chars().all(|c| c.is_ascii_digit());
    (!min.is_empty() && is_number(min) && is_number(max)).then_some(&text[..=end])
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn one_kind_of_character_is_counted_by_the_length() {
        for (pattern, character, min, max) in [
            ("^.{1,65535}$", ".", 1, Some(65535)),
            ("^[^\\p{C}]{1,2048}$", "[^\\p{C}]", 1, Some(2048)),
            ("^[\\]a]{300}$", "[\\]a]", 300, Some(300)),
            ("^\\P{M}{5,}$", "\\P{M}", 5, None),
        ] {
            assert_eq!(Counted::parse_parts(pattern), Some(Counted { character, min, max }), "{pattern}");
        }
        for other in [
            "^a.{1,9}$",
            "^(a|b){1,9}$",
            ".{1,9}",
            "^.{1,9}|a$",
            "^.*$",
            "^$",
            "^[a$",
            "^\\1{2}$",
            "^.{1,99999999999999999999}$",
        ] {
            assert_eq!(Counted::parse_parts(other), None, "{other}");
        }
        assert!(Counted::parse("^.{1,65535}$").is_some());
        assert_eq!(Counted::parse("^[a-z]{1,1000}$"), None, "the engine takes it");
    }

    #[test]
    fn the_narrower_bound_of_a_length_stays() {
        let mut schema = json!({ "pattern": "^.{1,65535}$", "minLength": 2, "maxLength": 70000 });
        let schema = schema.as_object_mut().expect("an object");
        Counted::parse_parts("^.{1,65535}$").expect("it counts").apply_to(schema);
        assert_eq!(json!(schema), json!({ "pattern": "^.*$", "minLength": 2, "maxLength": 65535 }));
    }
}
