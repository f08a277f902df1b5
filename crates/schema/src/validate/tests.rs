//! Compares the validator with the crate `jsonschema`.

use jsonschema::ValidationError;
use serde_json::{Value, json};

use super::{SchemaValidator, Violation};
use crate::draft::{ALL as DRAFTS, Draft};
use crate::{draft, keywords};

fn own_violations(validator: &SchemaValidator, value: &Value) -> Vec<(String, String)> {
    let violations = validator.violations(value).into_iter();
    violations.map(|Violation { pointer, message, .. }| (pointer.to_string(), message)).collect()
}

fn expected<'i>(errors: impl Iterator<Item = ValidationError<'i>>) -> Vec<(String, String)> {
    let message = |error: &ValidationError<'_>| {
        let is_container = error.instance().is_object() || error.instance().is_array();
        if is_container { error.masked_with("this value").to_string() } else { error.to_string() }
    };
    errors.map(|error| (error.instance_path().as_str().to_owned(), message(&error))).collect()
}

fn sorted(mut found: Vec<(String, String)>) -> Vec<(String, String)> {
    found.sort();
    found
}

/// Schemas that use each keyword, alone and next to others.
fn schemas() -> Vec<Value> {
    let tree =
        json!({ "properties": { "left": { "$ref": "#" }, "value": { "type": "integer" } }, "required": ["value"] });
    vec![
        json!(true),
        json!({}),
        json!({ "type": "string" }),
        json!({ "type": ["integer", "null", "array"] }),
        json!({ "type": "number", "minimum": 2, "maximum": 4.5 }),
        json!({ "exclusiveMinimum": 2, "exclusiveMaximum": 5 }),
        json!({ "minimum": 2, "exclusiveMinimum": true, "maximum": 5, "exclusiveMaximum": false }),
        json!({ "minimum": 9_007_199_254_740_993_u64 }),
        json!({ "multipleOf": 0.1 }),
        json!({ "multipleOf": 2 }),
        json!({ "enum": [1, "a", null] }),
        json!({ "enum": [1, [1.0], { "a": 2 }, true] }),
        json!({ "const": { "a": [1] } }),
        json!({ "const": 3.0 }),
        json!({ "minLength": 1, "maxLength": 2 }),
        json!({ "pattern": "^a+$" }),
        json!({ "pattern": "(?!b)\\w" }),
        json!({ "minItems": 1, "maxItems": 2, "uniqueItems": true }),
        json!({ "minProperties": 1, "maxProperties": 1 }),
        json!({ "required": ["a", "b"] }),
        json!({ "items": { "type": "integer" } }),
        json!({ "items": false }),
        json!({ "items": [{ "type": "integer" }, true], "additionalItems": false }),
        json!({ "items": [{ "type": "integer" }], "additionalItems": { "type": "string" } }),
        json!({ "prefixItems": [{ "type": "integer" }, true], "items": false }),
        json!({ "prefixItems": [{ "type": "string" }], "unevaluatedItems": false }),
        json!({ "contains": { "type": "string" }, "unevaluatedItems": { "type": "integer" } }),
        json!({ "contains": { "type": "integer" } }),
        json!({ "contains": { "type": "integer" }, "minContains": 2, "maxContains": 3 }),
        json!({ "contains": { "type": "integer" }, "minContains": 0 }),
        json!({ "properties": { "a": { "type": "string" }, "b": false } }),
        json!({ "properties": { "a": { "type": "string" } }, "additionalProperties": false }),
        json!({ "properties": { "a": true }, "patternProperties": { "^b": { "type": "string" } }, "additionalProperties": { "minimum": 3 } }),
        json!({ "patternProperties": { "^[ab]$": { "type": "integer" } } }),
        json!({ "propertyNames": { "maxLength": 1, "pattern": "^[a-c]" } }),
        json!({ "propertyNames": false }),
        json!({ "dependencies": { "a": ["b", "c"], "b": { "required": ["d"] } } }),
        json!({ "dependentRequired": { "a": ["b"] }, "dependentSchemas": { "b": { "maxProperties": 1 } } }),
        json!({ "allOf": [{ "type": "integer" }, { "minimum": 2 }] }),
        json!({ "anyOf": [{ "type": "integer" }, { "minLength": 2 }] }),
        json!({ "oneOf": [{ "type": "integer" }, { "minimum": 2 }] }),
        json!({ "not": { "type": "integer" } }),
        json!({ "if": { "type": "integer" }, "then": { "minimum": 2 }, "else": { "type": "string" } }),
        json!({ "if": { "properties": { "a": { "const": 1 } } }, "then": { "required": ["b"] } }),
        json!({ "allOf": [{ "properties": { "a": true } }], "unevaluatedProperties": false }),
        json!({ "anyOf": [{ "properties": { "a": { "type": "integer" } }, "required": ["a"] }, { "properties": { "b": true }, "required": ["b"] }], "unevaluatedProperties": { "type": "string" } }),
        json!({ "if": { "required": ["a"] }, "then": { "properties": { "a": true } }, "else": { "properties": { "b": true } }, "unevaluatedProperties": false }),
        json!({ "$ref": "#/definitions/tree", "unevaluatedProperties": false, "definitions": { "tree": tree } }),
        json!({ "$ref": "#/definitions/tree", "minProperties": 2, "definitions": { "tree": tree } }),
        json!({ "$ref": "#/definitions/a", "definitions": { "a": { "$ref": "#/definitions/b%20c" }, "b c": { "type": "integer" } } }),
        tree,
        json!({ "properties": { "a": { "$ref": "#named" } }, "$defs": { "x": { "$anchor": "named", "type": "string" } } }),
        json!({ "properties": { "left": { "$dynamicRef": "#node" }, "b": { "type": "string" } }, "$dynamicAnchor": "node" }),
        json!({ "properties": { "left": { "$recursiveRef": "#" }, "b": { "type": "string" } }, "$recursiveAnchor": true }),
        json!({ "$ref": "http://json-schema.org/draft-07/schema#" }),
        json!({ "$ref": "https://json-schema.org/draft/2020-12/schema" }),
        json!({ "properties": { "a": { "$ref": "#/$defs/b" } }, "$defs": { "b": { "$id": "https://example.org/b", "type": "string" } } }),
        json!({ "contentEncoding": "base64", "contentMediaType": "application/json" }),
        json!({ "contentMediaType": "application/json" }),
        json!({ "contentEncoding": "base16" }),
        json!({ "type": "object", "required": ["a"], "properties": { "a": { "enum": ["x"] } }, "allOf": [{ "required": ["b"] }] }),
    ]
}

fn values(draft: Draft) -> Vec<Value> {
    let mut values = vec![
        json!(null),
        json!(true),
        json!(""),
        json!("a"),
        json!("aaa"),
        json!("b"),
        json!("\u{1f600}\u{1f600}"),
        json!("e30="),
        json!("bnVsbCE="),
        json!("{}"),
        json!("4D"),
        json!(0),
        json!(1),
        json!(1.0),
        json!(2),
        json!(3),
        json!(0.3),
        json!(4.5),
        json!(5),
        json!(-7),
        json!(1e300),
        json!(9_007_199_254_740_992_u64),
        json!(u64::MAX),
        json!([]),
        json!([1]),
        json!([1, 1.0]),
        json!([1, "a", 3]),
        json!(["a", "b"]),
        json!([{ "a": 1, "b": 2 }, { "b": 2.0, "a": 1 }]),
        json!([1, 2, 3, 4]),
        json!({}),
        json!({ "a": 1 }),
        json!({ "a": [1.0] }),
        json!({ "a": "x", "b": "y" }),
        json!({ "b": 1, "a": 1 }),
        json!({ "b": 1, "d": 2 }),
        json!({ "a": 1, "b": 2, "c": 3, "long": 4 }),
        json!({ "value": 1, "left": { "value": "x", "left": { "b": 1 } } }),
        json!({ "left": { "value": 1.5, "b": 0 }, "other": 1 }),
        json!({ "type": "strin", "properties": { "a": 1 }, "required": ["a", "a"] }),
    ];
    // In draft-04, the other validator accepts this number as an integer, although it is written with an exponent.
    values.retain(|value| draft != Draft::Draft4 || value.as_f64() != Some(1e300));
    values
        .push(json!({ "minLength": -1, "pattern": "(", "items": [{}], "$ref": "#", "$defs": { "a": { "type": [] } } }));
    values
}

#[test]
fn violations_are_those_of_the_other_validator() {
    let (mut compared, mut differences) = (0, Vec::new());
    for draft in DRAFTS {
        for schema in schemas() {
            let other = jsonschema::options().with_draft(draft.into()).should_validate_formats(true).build(&schema);
            let Ok(other) = other else { continue };
            let Some(own) = SchemaValidator::new(&schema, draft, true) else {
                panic!("{draft:?} {schema}");
            };
            for value in values(draft) {
                let expected = expected(other.iter_errors(&value));
                let found = own_violations(&own, &value);
                let is_same = sorted(found.clone()) == sorted(expected.clone())
                    && found.first() == expected.first()
                    && own.is_valid(&value) == other.is_valid(&value);
                if !is_same {
                    differences.push(format!("{draft:?} {schema} {value}\n  {found:?}\n  {expected:?}"));
                }
                compared += 1;
            }
        }
    }
    assert!(differences.is_empty(), "{} differences:\n{}", differences.len(), differences.join("\n"));
    assert!(compared > 5_000, "{compared}");
}

#[test]
fn a_schema_with_a_broken_pattern_or_reference_does_not_compile() {
    for schema in [
        json!({ "pattern": "(" }),
        json!({ "properties": { "a": { "patternProperties": { "[": true } } } }),
        json!({ "$ref": "#/definitions/missing" }),
        json!({ "$ref": "https://example.org/other" }),
        json!({ "$defs": { "a": { "$id": "https://example.org/inner", "$ref": "#/$defs/b" } } }),
    ] {
        assert!(SchemaValidator::new(&schema, Draft::Draft202012, true).is_none(), "{schema}");
    }
    assert!(SchemaValidator::new(&json!({ "pattern": "a" }), Draft::Draft202012, true).is_some(), "the control");
}

#[test]
fn formats_are_those_of_the_other_validator() {
    let texts = [
        "",
        "a",
        "2024-02-29",
        "2023-02-29",
        "12:30:00Z",
        "12:30",
        "2024-02-29T12:30:00Z",
        "P1D",
        "P1W2D",
        "a@b.co",
        "a@b",
        "\"\"@b.co",
        "a@[127.0.0.1]",
        "a@[IPv6:::1]",
        "a@[ipv6:1]",
        "a@-b.co",
        "a@@b.co",
        "é@b.co",
        "a@bücher.example",
        "127.0.0.1",
        "256.0.0.1",
        "::1",
        "example.com",
        "example.com.",
        "-a.com",
        "a-.com",
        "ab--c.com",
        "xn--bcher-kva.example",
        "xn--",
        "a_b",
        "https://example.com/a",
        "/a",
        "a b",
        "//",
        "#",
        "%zz",
        "/a~1b",
        "/a~2",
        "0/a",
        "01",
        "{id}",
        "{",
        "^a$",
        "(",
        "[a-z",
        "123e4567-e89b-12d3-a456-426614174000",
        "123e4567",
    ];
    let formats = [
        "date",
        "date-time",
        "duration",
        "email",
        "hostname",
        "ipv4",
        "ipv6",
        "iri",
        "iri-reference",
        "json-pointer",
        "regex",
        "relative-json-pointer",
        "time",
        "uri",
        "uri-reference",
        "uri-template",
        "unknown",
    ];
    for draft in DRAFTS {
        for format in formats {
            let schema = json!({ "format": format });
            let other = jsonschema::options().with_draft(draft.into()).should_validate_formats(true).build(&schema);
            let other = other.expect("a schema");
            let own = SchemaValidator::new(&schema, draft, true).expect("a schema");
            for text in texts {
                let value = Value::from(text);
                assert_eq!(own.is_valid(&value), other.is_valid(&value), "{draft:?} {format} {text:?}");
            }
        }
        let not_asserted = SchemaValidator::new(&json!({ "format": "date" }), draft, false).expect("a schema");
        assert!(not_asserted.is_valid(&json!("a")));
    }
}

/// Schemas with one mistake in each keyword: values of every other type, in the keyword and in what it contains.
fn broken_schemas(draft: Draft) -> Vec<Value> {
    let meta = crate::meta_schemas::MetaSchema::for_draft(draft).uri;
    let values = values(draft);
    let mut names: Vec<&str> = crate::model::Keyword::ALL.into_iter().map(crate::model::Keyword::name).collect();
    names.push("other");
    let mut schemas = Vec::new();
    for name in names {
        for value in &values {
            schemas.push(json!({ name: value }));
            schemas.push(json!({ "$schema": meta, "properties": { "a": { "not": { name: value, "title": 1 } } } }));
            schemas.push(json!({ name: [value] }));
            schemas.push(json!({ name: { "a": value, "(": {} } }));
        }
    }
    schemas.extend(values);
    schemas
}

#[test]
fn schemas_are_validated_as_by_the_other_validator() {
    for draft in DRAFTS {
        let own = SchemaValidator::for_schemas(draft);
        let other = match draft {
            Draft::Draft4 => jsonschema::draft4::meta::validator(),
            Draft::Draft6 => jsonschema::draft6::meta::validator(),
            Draft::Draft7 => jsonschema::draft7::meta::validator(),
            Draft::Draft201909 => jsonschema::draft201909::meta::validator(),
            Draft::Draft202012 => jsonschema::draft202012::meta::validator(),
        };
        let mut invalid = 0;
        for schema in broken_schemas(draft) {
            let expected = sorted(expected(other.iter_errors(&schema)));
            assert_eq!(sorted(own_violations(own, &schema)), expected, "{draft:?} {schema}");
            invalid += usize::from(!expected.is_empty());
        }
        assert!(invalid > 1_000, "{draft:?} {invalid}");
    }
    // The control: the documents of the drafts are valid.
    for draft in DRAFTS {
        let document = crate::meta_schemas::MetaSchema::for_draft(draft).schema().to_value();
        assert_eq!(draft::of_document(&document), draft);
        assert!(keywords::constrains(&document) && SchemaValidator::for_schemas(draft).is_valid(&document));
    }
}

#[test]
fn a_deep_schema_fits_the_stack_of_a_thread() {
    const LEVELS: usize = 127;
    let deep = |keyword: &str| (1..LEVELS).fold(json!({}), |inner, _| json!({ keyword: inner }));
    for draft in DRAFTS {
        for keyword in ["not", "additionalProperties", "items"] {
            let schema = deep(keyword);
            assert!(SchemaValidator::for_schemas(draft).violations(&schema).is_empty(), "{draft:?} {keyword}");
        }
    }
    let tree = json!({ "properties": { "a": { "allOf": [{ "$ref": "#" }] } }, "type": "object" });
    let validator = SchemaValidator::new(&tree, Draft::Draft202012, true).expect("a schema");
    let is_valid = |leaf: Value| validator.is_valid(&(1..LEVELS).fold(leaf, |inner, _| json!({ "a": inner })));
    assert!(is_valid(json!({})) && !is_valid(json!(1)));
}
