//! Errors about schemas that violate the meta-schema of their dialect.

use planwright_source::Pointer;
use serde_json::Value;

use crate::draft::Draft;
use crate::error::{Error, ErrorKind};
use crate::file::SchemaFile;
use crate::keywords;
use crate::model::Keyword;
use crate::uri;
use crate::validate::{SchemaValidator, Violation};

/// Validates a schema that only a reference reaches, for example one below `$defs` in draft-07, where the meta-schema
/// expects any value.
pub(crate) fn referenced_schema_errors(file: &SchemaFile, at: &Pointer, schema: &Value) -> Vec<Error> {
    let violations = schema_violations(file, schema).into_iter().filter(|violation| !violation.is_format);
    violations.map(|violation| invalid(file, at, violation)).collect()
}

/// Returns the violations of the meta-schema.
pub(crate) fn schema_violations(file: &SchemaFile, schema: &Value) -> Vec<Violation> {
    let encoded = with_encoded_references(schema);
    let schema = encoded.as_ref().unwrap_or(schema);
    let mut violations = SchemaValidator::for_schemas(file.draft).violations(schema);
    for Violation { pointer, message, .. } in &mut violations {
        let named = schema.pointer(pointer.as_str()).and_then(Value::as_str);
        if let Some(named) = named.filter(|_| pointer.last().is_some_and(|keyword| keyword == "type")) {
            *message = unknown_type_message(named);
        }
        if let Some(help) = help_with_other_dialect(schema, pointer, file.draft) {
            *message = format!("{message}; {help}");
        }
    }
    violations
}

/// Returns the error about a violation in the schema at `at`.
pub(crate) fn invalid(file: &SchemaFile, at: &Pointer, Violation { pointer, message, .. }: Violation) -> Error {
    let keyword = pointer.last().map(std::borrow::Cow::into_owned);
    let pointer = pointer.tokens().fold(at.clone(), |at, token| at.member(&token));
    file.unplaced(pointer, keyword.as_deref(), ErrorKind::Invalid { message })
}

/// Returns how to write a keyword that has the form of another dialect.
fn help_with_other_dialect(schema: &Value, at: &Pointer, draft: Draft) -> Option<String> {
    let (value, parent) = (schema.pointer(at.as_str())?, at.parent()?);
    let keyword = Keyword::from_name(&at.last()?);
    let bound = match keyword {
        Some(Keyword::ExclusiveMinimum) => Keyword::Minimum.name(),
        _ => Keyword::Maximum.name(),
    };
    let name = keyword.map_or("", Keyword::name);
    Some(match (keyword, value) {
        (Some(Keyword::ExclusiveMinimum | Keyword::ExclusiveMaximum), Value::Bool(is_exclusive))
            if draft > Draft::Draft4 =>
        {
            let written = match schema.pointer(parent.as_str())?.get(bound) {
                _ if !*is_exclusive => format!("only `{bound}`"),
                Some(number) => format!("`{name:?}: {number}` without `{bound}`"),
                None => "the bound as its value".to_owned(),
            };
            format!("this is the form of draft-04; since draft-06, write {written}")
        }
        (Some(Keyword::ExclusiveMinimum | Keyword::ExclusiveMaximum), Value::Number(number))
            if draft == Draft::Draft4 =>
        {
            format!("this is the form since draft-06; in draft-04, write `{bound:?}: {number}, {name:?}: true`")
        }
        (Some(Keyword::Items), Value::Array(_)) if draft == Draft::Draft202012 => {
            "this is the form up to 2019-09; since 2020-12, write `prefixItems`, and `items` instead of `additionalItems`"
                .to_owned()
        }
        (Some(Keyword::Required), Value::Bool(_)) => {
            "this is the form of draft-03; list the names in `required` of the object that has the properties".to_owned()
        }
        (Some(Keyword::Type), Value::Array(types)) if types.iter().any(Value::is_object) => {
            "this is the form of draft-03; write a union of schemas as `anyOf`".to_owned()
        }
        _ => return None,
    })
}

/// Describes an unknown value of `type` and suggests the type that was probably meant.
fn unknown_type_message(named: &str) -> String {
    const TYPES: [&str; 7] = ["array", "boolean", "integer", "null", "number", "object", "string"];
    const FOREIGN_NAMES: [(&str, &str); 10] = [
        ("bool", "boolean"),
        ("date", "string"),
        ("dict", "object"),
        ("file", "string"),
        ("float", "number"),
        ("int", "integer"),
        ("list", "array"),
        ("map", "object"),
        ("none", "null"),
        ("str", "string"),
    ];
    let low = named.to_lowercase();
    // The word can have any length, and a comparison takes time and memory proportional to it.
    let near = TYPES.into_iter().filter(|name| name.len().abs_diff(low.chars().count()) <= 2);
    let near = near.map(|name| (strsim::damerau_levenshtein(name, &low), name)).min_by_key(|(distance, _)| *distance);
    let near = near.filter(|(distance, _)| *distance <= 2).map(|(_, name)| name);
    let known = FOREIGN_NAMES.into_iter().find(|(word, _)| *word == low).map(|(_, name)| name);
    if low == "any" {
        return format!("{named:?} is not a type; to allow every type, remove the keyword");
    }
    let help = known
        .or(near)
        .map_or_else(|| format!("use one of {}", TYPES.join(", ")), |name| format!("did you mean {name:?}?"));
    format!("{named:?} is not a type; {help}")
}

/// Returns the document with percent-encoded JSON Pointers in each `$ref`, or `None` if all are encoded already.
///
/// Validators accept only the encoded form. If such a reference is inside a union, the meta-schema blames the union,
/// and the cause is lost.
fn with_encoded_references(document: &Value) -> Option<Value> {
    let plain = |schema: &Value| {
        let (document, fragment) = schema.get("$ref")?.as_str()?.split_once('#')?;
        let is_plain = fragment.starts_with('/') && !fragment.bytes().all(uri::is_plain_byte);
        is_plain.then(|| format!("{document}#{}", uri::percent_encode(fragment)))
    };
    let mut has_any = false;
    keywords::walk(document, &Pointer::root(), &mut |schema, _| has_any |= plain(schema).is_some());
    has_any.then(|| {
        keywords::rebuild(document, &Pointer::root(), &mut |schema, _| {
            if let (Some(reference), Some(members)) = (plain(schema), schema.as_object_mut()) {
                members.insert("$ref".to_owned(), reference.into());
            }
        })
    })
}
