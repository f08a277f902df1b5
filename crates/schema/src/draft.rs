//! Supported dialects of JSON Schema, identified by their `$schema` URI.

use serde_json::Value;

/// Supported dialect, older ones first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Draft {
    /// Draft-04.
    Draft4,
    /// Draft-06.
    Draft6,
    /// Draft-07.
    Draft7,
    /// 2019-09.
    Draft201909,
    /// 2020-12.
    #[default]
    Draft202012,
}

#[cfg(any(test, feature = "validator"))]
impl From<Draft> for jsonschema::Draft {
    fn from(draft: Draft) -> Self {
        match draft {
            Draft::Draft4 => Self::Draft4,
            Draft::Draft6 => Self::Draft6,
            Draft::Draft7 => Self::Draft7,
            Draft::Draft201909 => Self::Draft201909,
            Draft::Draft202012 => Self::Draft202012,
        }
    }
}

/// Dialect of a document without `$schema`, as the newest specification recommends.
pub const DEFAULT: Draft = Draft::Draft202012;

/// All supported dialects.
pub const ALL: [Draft; 5] = [Draft::Draft4, Draft::Draft6, Draft::Draft7, Draft::Draft201909, Draft::Draft202012];

/// Returns the dialect that a `$schema` URI names.
pub fn from_uri(uri: &str) -> Option<Draft> {
    match without_scheme(uri) {
        "//json-schema.org/draft-04/schema" => Some(Draft::Draft4),
        "//json-schema.org/draft-06/schema" => Some(Draft::Draft6),
        "//json-schema.org/draft-07/schema" => Some(Draft::Draft7),
        "//json-schema.org/draft/2019-09/schema" => Some(Draft::Draft201909),
        "//json-schema.org/draft/2020-12/schema" => Some(Draft::Draft202012),
        _ => None,
    }
}

/// Returns the dialect of the specification that a `$schema` builds on. Knows the dialects of OpenAPI too, which only
/// add annotations to theirs.
pub fn from_dialect(uri: &str) -> Option<Draft> {
    let openapi = without_scheme(uri).strip_prefix("//spec.openapis.org/oas/3.");
    let is_dialect =
        openapi.and_then(|rest| rest.split_once('/')).is_some_and(|(_, rest)| rest.starts_with("dialect/"));
    from_uri(uri).or_else(|| is_dialect.then_some(Draft::Draft202012))
}

pub(crate) fn without_scheme(uri: &str) -> &str {
    let plain = uri.trim_end_matches('#');
    plain.strip_prefix("https:").or_else(|| plain.strip_prefix("http:")).unwrap_or(plain)
}

/// Returns the dialect that a document names, or the newest one.
pub fn of_document(document: &Value) -> Draft {
    let named = document.get("$schema").and_then(Value::as_str);
    named.and_then(from_dialect).unwrap_or(DEFAULT)
}

/// Returns the URI of a dialect's meta-schema.
pub fn uri(draft: Draft) -> &'static str {
    match draft {
        Draft::Draft4 => "http://json-schema.org/draft-04/schema#",
        Draft::Draft6 => "http://json-schema.org/draft-06/schema#",
        Draft::Draft7 => "http://json-schema.org/draft-07/schema#",
        Draft::Draft201909 => "https://json-schema.org/draft/2019-09/schema",
        Draft::Draft202012 => "https://json-schema.org/draft/2020-12/schema",
    }
}

/// Returns the name of a dialect.
pub fn name(draft: Draft) -> &'static str {
    match draft {
        Draft::Draft4 => "draft-04",
        Draft::Draft6 => "draft-06",
        Draft::Draft7 => "draft-07",
        Draft::Draft201909 => "2019-09",
        Draft::Draft202012 => "2020-12",
    }
}

/// Guesses the dialect of a schema with an unknown `$schema`.
///
/// Uses the dialect that the URI mentions, or else the one whose keyword for definitions the schema uses.
pub(crate) fn guess(uri: &str, schema: &Value) -> Draft {
    let known = [
        ("draft-04", Draft::Draft4),
        ("draft-06", Draft::Draft6),
        ("draft-07", Draft::Draft7),
        ("2019-09", Draft::Draft201909),
        ("2020-12", Draft::Draft202012),
    ];
    let spoken = known.iter().find(|(name, _)| uri.contains(name)).map(|(_, draft)| *draft);
    let old = schema.get("definitions").is_some() && schema.get("$defs").is_none();
    spoken.unwrap_or(if old { Draft::Draft7 } else { DEFAULT })
}

/// Returns whether the keywords next to a `$ref` are ignored.
pub fn ignores_siblings(draft: Draft) -> bool {
    matches!(draft, Draft::Draft4 | Draft::Draft6 | Draft::Draft7)
}

/// Returns whether a custom meta-schema enables the validation vocabulary. A meta-schema without `$vocabulary` does.
pub fn enables_validation(meta_schema: &Value) -> bool {
    let Some(vocabularies) = meta_schema.get("$vocabulary").and_then(Value::as_object) else { return true };
    vocabularies.keys().any(|uri| uri.ends_with("/vocab/validation"))
}

/// Returns the keyword that declares the URI of a document.
pub fn id_keyword(draft: Draft) -> &'static str {
    if draft == Draft::Draft4 { "id" } else { "$id" }
}

/// Returns the name of the dialect's variant, for generated code.
pub fn variant(draft: Draft) -> &'static str {
    match draft {
        Draft::Draft4 => "Draft4",
        Draft::Draft6 => "Draft6",
        Draft::Draft7 => "Draft7",
        Draft::Draft201909 => "Draft201909",
        Draft::Draft202012 => "Draft202012",
    }
}
