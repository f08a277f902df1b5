//! Tells the dialect of a schema without `$schema` from its keywords.

use std::borrow::Cow;

use planwright_source::Pointer;
use serde_json::Value;

use crate::draft::{self, Draft};
use crate::keywords;

/// A dialect that a schema without `$schema` is written in, and the keyword that shows it.
pub(crate) struct InferredDraft {
    pub(crate) draft: Draft,
    pub(crate) at: Pointer,
    pub(crate) keyword: &'static str,
}

/// Infers the dialect of a schema without `$schema` from keywords whose meaning or value changed.
///
/// Returns `None` for a schema that the newest dialect can express. `definitions` is not evidence, because every dialect
/// accepts it.
pub(crate) fn infer(schema: &Value) -> Option<InferredDraft> {
    let mut found: Option<InferredDraft> = None;
    let (mut is_newer, mut is_newest) = (false, false);
    keywords::walk(schema, &Pointer::root(), &mut |schema, at| {
        is_newer |= NEWER_KEYWORDS.iter().any(|keyword| schema.get(keyword).is_some());
        is_newest |= NEWEST_KEYWORDS.iter().any(|keyword| schema.get(keyword).is_some());
        for (keyword, draft, is_old) in OLD_KEYWORDS {
            let is_older = found.as_ref().is_none_or(|found| found.draft > draft);
            if is_older && schema.get(keyword).is_some_and(is_old) {
                found = Some(InferredDraft { draft, at: at.member(keyword), keyword });
            }
        }
    });
    let mut found = found.filter(|_| !is_newest)?;
    if is_newer && found.draft == Draft::Draft7 {
        // 2019-09 has lists below `items`, but no `dependencies`.
        found.draft = (found.keyword == "items").then_some(Draft::Draft201909)?;
    }
    Some(found)
}

/// Returns the schema with `$schema`, if it would be read in another dialect without it.
pub fn with_dialect(schema: &Value, draft: Draft) -> Cow<'_, Value> {
    let mut named = Cow::Borrowed(schema);
    let has_own = schema.get("$schema").is_some();
    if !has_own
        && infer(schema).map_or(draft::DEFAULT, |inferred| inferred.draft) != draft
        && let Value::Object(keywords) = named.to_mut()
    {
        keywords.insert("$schema".to_owned(), draft::uri(draft).into());
    }
    named
}

/// Keywords of 2019-09 and later, which have no meaning in older dialects.
const NEWER_KEYWORDS: [&str; 7] = [
    "$defs",
    "$recursiveRef",
    "dependentRequired",
    "dependentSchemas",
    "maxContains",
    "minContains",
    "unevaluatedProperties",
];

/// Keywords of the newest dialect.
const NEWEST_KEYWORDS: [&str; 2] = ["$dynamicRef", "prefixItems"];

/// Name of a keyword, the draft that its value shows, and whether a value is of that form.
type OldKeyword = (&'static str, Draft, fn(&Value) -> bool);

/// Keywords that the newest dialect does not define with such a value, each with the newest dialect that does.
const OLD_KEYWORDS: [OldKeyword; 4] = [
    ("exclusiveMaximum", Draft::Draft4, Value::is_boolean),
    ("exclusiveMinimum", Draft::Draft4, Value::is_boolean),
    ("items", Draft::Draft7, Value::is_array),
    ("dependencies", Draft::Draft7, Value::is_object),
];

#[cfg(test)]
mod tests {
    use crate::draft::Draft;
    use serde_json::json;

    use super::{infer, with_dialect};

    #[test]
    fn a_schema_names_its_dialect_only_if_it_would_not_be_read_in_it() {
        let (plain, tuple) = (json!({ "type": "string" }), json!({ "items": [true] }));
        for (schema, draft, is_named) in [
            (&plain, Draft::Draft202012, false),
            (&plain, Draft::Draft7, true),
            (&tuple, Draft::Draft7, false),
            (&tuple, Draft::Draft201909, true),
        ] {
            let named = with_dialect(schema, draft);
            assert_eq!(named.get("$schema").is_some(), is_named, "{schema}");
            assert_eq!(*with_dialect(&named, Draft::Draft4) == *named, is_named, "{schema}");
        }
    }

    #[test]
    fn older_dialects_are_told_from_their_keywords() {
        let tuple = json!([{ "type": "string" }]);
        for (schema, expected) in [
            (json!({ "items": tuple }), Some((Draft::Draft7, "/items"))),
            (json!({ "minimum": 1, "exclusiveMinimum": true }), Some((Draft::Draft4, "/exclusiveMinimum"))),
            (
                json!({ "properties": { "a": { "dependencies": { "b": ["c"] } } } }),
                Some((Draft::Draft7, "/properties/a/dependencies")),
            ),
            (
                json!({ "items": tuple, "maximum": 1, "exclusiveMaximum": false }),
                Some((Draft::Draft4, "/exclusiveMaximum")),
            ),
            (json!({ "items": tuple, "$defs": {} }), Some((Draft::Draft201909, "/items"))),
            (json!({ "dependencies": {}, "$defs": {} }), None),
            (json!({ "items": tuple, "properties": { "a": { "prefixItems": [] } } }), None),
            (json!({ "definitions": { "a": { "type": "string" } } }), None),
            (json!({ "minimum": 1, "exclusiveMinimum": 1, "items": {} }), None),
            (json!({ "default": { "items": [1] }, "properties": { "items": { "type": "array" } } }), None),
        ] {
            let found = infer(&schema);
            let found = found.as_ref().map(|found| (found.draft, found.at.as_str()));
            assert_eq!(found, expected, "{schema}");
        }
    }
}
