//! Warns about probable mistakes: misspelled keywords and formats, and required properties that are forbidden.

mod contradictions;

use planwright_source::Pointer;
use serde_json::Value;

use crate::error::{Error, ErrorKind, in_order};
use crate::file::SchemaFile;
use crate::set::SchemaSet;
use crate::{draft, keywords};

pub use crate::codes::*;
pub use contradictions::contradictions;

/// Returns every probable mistake and contradiction in a set, in source order.
///
/// # Errors
///
/// Returns errors if the set cannot be linked.
pub fn warnings(set: &SchemaSet) -> Result<Vec<Error>, Vec<Error>> {
    let mut found: Vec<Error> = set.files().flat_map(|file| file.warnings().iter().cloned()).collect();
    found.extend(contradictions(set)?);
    Ok(in_order(found))
}

/// Formats of the specifications, and common formats of `OpenAPI`.
const FORMATS: &[&str] = &[
    "binary",
    "byte",
    "color",
    "date",
    "date-time",
    "double",
    "duration",
    "email",
    "float",
    "hostname",
    "idn-email",
    "idn-hostname",
    "int32",
    "int64",
    "ip-address",
    "ipv4",
    "ipv6",
    "iri",
    "iri-reference",
    "json-pointer",
    "password",
    "phone",
    "regex",
    "relative-json-pointer",
    "style",
    "time",
    "uri",
    "uri-reference",
    "uri-template",
    "utc-millisec",
    "uuid",
];

/// Checks that a format is known.
///
/// # Errors
///
/// Returns the most similar known format, if there is one.
pub fn known_format(word: &str) -> Result<(), Option<&'static str>> {
    if FORMATS.contains(&word) { Ok(()) } else { Err(nearest(word, FORMATS.iter().copied())) }
}

/// Returns every probable mistake in a document.
pub(crate) fn lint(file: &SchemaFile) -> Vec<Error> {
    let mut found: Vec<(Pointer, String, &'static str, String)> = Vec::new();
    keywords::walk(&file.value, &Pointer::root(), &mut |schema, at| {
        let Some(members) = schema.as_object() else { return };
        if draft::ignores_siblings(file.draft) && members.contains_key("$ref") {
            return;
        }
        for keyword in members.keys() {
            if let Some(near) = near_keyword(keyword) {
                let message = format!("no dialect has this keyword, so it is ignored; did you mean `{near}`?");
                found.push((at.member(keyword), keyword.clone(), UNKNOWN_KEYWORD, message));
            }
        }
        if let Some(format) = members.get("format").and_then(Value::as_str)
            && let Err(near) = known_format(format)
        {
            let advice = near.map_or_else(String::new, |near| format!("; did you mean {near:?}?"));
            let message = format!("no specification defines the format {format:?}, so it is ignored{advice}");
            found.push((at.member("format"), "format".to_owned(), UNKNOWN_FORMAT, message));
        }
        for (index, name) in impossible(schema) {
            let message =
                format!("{name:?} is required, but no property is called so and `additionalProperties` is false");
            found.push((at.member("required").index(index), "required".to_owned(), REQUIRED_IMPOSSIBLE, message));
        }
    });
    let errors = found
        .into_iter()
        .map(|(at, keyword, code, message)| file.unplaced(at, Some(&keyword), ErrorKind::Lint { code, message }));
    file.placed(errors.collect())
}

/// Returns the required properties that the schema itself forbids, with their indices in `required`.
fn impossible(schema: &Value) -> Vec<(usize, &str)> {
    let closed = schema.get("additionalProperties") == Some(&Value::Bool(false));
    let patterns = schema.get("patternProperties").and_then(Value::as_object).is_some_and(|all| !all.is_empty());
    if !closed || patterns {
        return Vec::new();
    }
    let known = |name: &str| schema.get("properties").is_some_and(|members| members.get(name).is_some());
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten().enumerate();
    required.filter_map(|(index, name)| Some((index, name.as_str()?))).filter(|(_, name)| !known(name)).collect()
}

/// Returns the keyword that was probably meant, or `None` for a known keyword or a custom extension.
fn near_keyword(word: &str) -> Option<&'static str> {
    if word == "id" || word.starts_with("x-") || keywords::all().any(|keyword| keyword == word) {
        return None;
    }
    nearest(word, keywords::all())
}

/// Returns the name that is one typing error away from `word`, or two if the word is long.
fn nearest(word: &str, names: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let allowed = if word.chars().count() > 6 { 2 } else { 1 };
    // A key can have any length, and a comparison takes time and memory proportional to it.
    let is_near = |name: &&'static str| name.len() > 3 && name.len().abs_diff(word.chars().count()) <= allowed;
    let near = names.filter(is_near).map(|name| (strsim::osa_distance(word, name), name));
    near.filter(|(distance, _)| *distance <= allowed).min().map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use crate::{ErrorKind, SchemaSet};

    fn codes(text: &str) -> Vec<(String, &'static str)> {
        let set = SchemaSet::parse([("a.json".to_owned(), text.as_bytes().to_vec())]);
        let set = set.unwrap_or_else(|errors| panic!("{errors:?}"));
        let warnings = set.files().flat_map(|file| file.warnings().to_vec());
        let code = |kind: &ErrorKind| if let ErrorKind::Lint { code, .. } = kind { *code } else { "" };
        warnings.map(|warning| (warning.pointer.to_string(), code(&warning.kind))).collect()
    }

    #[test]
    fn what_is_probably_not_meant_is_found() {
        let text = r#"{"required": ["nmae"], "additionalProperties": false,
            "properties": {"name": {"type": "string", "minLenght": 3, "format": "datetime"}}}"#;
        let found = codes(text);
        for expected in [
            ("/required/0", super::REQUIRED_IMPOSSIBLE),
            ("/properties/name/minLenght", super::UNKNOWN_KEYWORD),
            ("/properties/name/format", super::UNKNOWN_FORMAT),
        ] {
            assert!(found.contains(&(expected.0.to_owned(), expected.1)), "{expected:?} in {found:?}");
        }
        assert_eq!(found.len(), 3);
    }

    #[test]
    fn what_is_meant_is_not() {
        let text = r#"{"x-minLenght": 1, "markdownDescription": "a", "required": ["a"], "type": "object",
            "properties": {"b": {"format": "date-time"}, "minLenght": {"enum": ["datetime"]}}}"#;
        assert_eq!(codes(text), []);
    }
}
