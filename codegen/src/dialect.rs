//! The dialects of JSON Schema that are read, by their `$schema` URI.

use jsonschema::Draft;
use serde_json::Value;

/// The dialect of a document; without `$schema` it is 2020-12, as its specification asks. `Err` is an unknown URI.
pub(crate) fn of(document: &Value) -> Result<Draft, String> {
    let Some(uri) = document.get("$schema").and_then(Value::as_str) else {
        return Ok(Draft::Draft202012);
    };
    let plain = uri.trim_end_matches('#');
    let plain = plain.strip_prefix("https:").or_else(|| plain.strip_prefix("http:")).unwrap_or(plain);
    match plain {
        "//json-schema.org/draft-04/schema" => Ok(Draft::Draft4),
        "//json-schema.org/draft-06/schema" => Ok(Draft::Draft6),
        "//json-schema.org/draft-07/schema" => Ok(Draft::Draft7),
        "//json-schema.org/draft/2019-09/schema" => Ok(Draft::Draft201909),
        "//json-schema.org/draft/2020-12/schema" => Ok(Draft::Draft202012),
        _ => Err(uri.to_owned()),
    }
}

/// Whether the dialect has the format `uuid` of its own.
pub(crate) fn knows_uuid(draft: Draft) -> bool {
    !matches!(draft, Draft::Draft4 | Draft::Draft6 | Draft::Draft7)
}

/// The keyword that gives a document its URI.
pub(crate) fn id_keyword(draft: Draft) -> &'static str {
    if draft == Draft::Draft4 { "id" } else { "$id" }
}

/// The name of the dialect's variant in `jsonschema::Draft`, for generated code.
pub(crate) fn variant(draft: Draft) -> &'static str {
    match draft {
        Draft::Draft4 => "Draft4",
        Draft::Draft6 => "Draft6",
        Draft::Draft7 => "Draft7",
        Draft::Draft201909 => "Draft201909",
        _ => "Draft202012",
    }
}
