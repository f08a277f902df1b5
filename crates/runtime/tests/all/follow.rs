//! Documents that are validated while they arrive: where each is dead, that splitting has no influence, and that a
//! valid one is never dead.

use std::collections::BTreeMap;
use std::sync::Arc;

use jsonschema::Draft;
use planwright_runtime::Validator;
use planwright_runtime::follow::{FollowSchema, Follower, Progress};
use planwright_runtime::text::Policy;
use serde_json::{Value, json};

fn validator(schema: &Value) -> Validator {
    Validator::of_document(schema, Draft::Draft202012, BTreeMap::new()).expect("a schema")
}

fn follower(schema: &Value, policy: Policy) -> Follower {
    Follower::new(Arc::new(FollowSchema::new(&validator(schema)).expect("a schema")), policy)
}

/// Returns the code and the input up to the byte where the document is dead, or `alive`. Several ways of splitting must
/// agree.
fn verdict(schema: &Value, policy: Policy, text: &[u8]) -> String {
    let feed = |size: usize| {
        let mut follower = follower(schema, policy);
        for piece in text.chunks(size) {
            if let Progress::Dead(dead) = follower.feed(piece) {
                let read = String::from_utf8_lossy(&text[..=dead.at]).into_owned();
                return (format!("{} {read}", dead.code()), dead.allowed);
            }
        }
        (if follower.is_complete() { "complete" } else { "alive" }.to_owned(), Vec::new())
    };
    let whole = feed(text.len().max(1));
    for size in [1, 2, 3, 5, 7] {
        assert_eq!(feed(size), whole, "cut into pieces of {size}: {}", String::from_utf8_lossy(text));
    }
    whole.0
}

fn strict(schema: &Value, text: &str) -> String {
    verdict(schema, Policy::Strict, text.as_bytes())
}

fn plan() -> Value {
    json!({
        "type": "object",
        "required": ["kind", "steps"],
        "additionalProperties": false,
        "properties": {
            "kind": { "enum": ["fast", "slow", "schön"] },
            "version": { "const": "1.0" },
            "id": { "type": "string", "pattern": "^T[0-9]+$" },
            "note": { "type": "string", "maxLength": 3, "minLength": 1 },
            "limit": { "type": "integer", "minimum": 1, "maximum": 9 },
            "steps": {
                "type": "array",
                "minItems": 1,
                "maxItems": 2,
                "items": {
                    "oneOf": [
                        { "type": "object", "required": ["do", "for"], "additionalProperties": false,
                          "properties": { "do": { "const": "wait" }, "for": { "type": "number" } } },
                        { "type": "object", "required": ["do", "say"], "additionalProperties": false,
                          "properties": { "do": { "const": "say" }, "say": { "type": "string" } } }
                    ]
                }
            }
        }
    })
}

#[test]
fn a_document_is_dead_at_the_first_byte_that_no_valid_one_has() {
    let rows = [
        // Types are decided at the first byte, listed strings and names within the string.
        ("[", "TYPE_MISMATCH ["),
        (r#"{"kind": 1"#, r#"TYPE_MISMATCH {"kind": 1"#),
        (r#"{"kind": "flat""#, r#"ENUM_MISMATCH {"kind": "fl"#),
        (r#"{"kind": "fas""#, r#"ENUM_MISMATCH {"kind": "fas""#),
        (r#"{"kind": "fastest""#, r#"ENUM_MISMATCH {"kind": "faste"#),
        (r#"{"kind": "sch\u00f7n""#, r#"ENUM_MISMATCH {"kind": "sch\u00f7"#),
        (r#"{"kind": "schön", "#, "alive"),
        (r#"{"version": "1.1""#, r#"CONST_MISMATCH {"version": "1.1"#),
        (r#"{"steb"#, r#"UNKNOWN_FIELD {"steb"#),
        (r#"{"kind": "fast", "kind"#, r#"UNKNOWN_FIELD {"kind": "fast", "k"#),
        (r#"{"note": "a", "no"#, r#"UNKNOWN_FIELD {"note": "a", "n"#),
        // Patterns and bounds are decided as soon as they are certain.
        (r#"{"id": "T12x""#, r#"PATTERN_MISMATCH {"id": "T12x"#),
        (r#"{"id": "T12", "#, "alive"),
        (r#"{"note": "abcd"#, r#"TOO_LONG {"note": "abcd"#),
        (r#"{"note": "ab\u00e9\ud83d\ude00""#, r#"TOO_LONG {"note": "ab\u00e9\"#),
        (r#"{"note": """#, r#"TOO_SHORT {"note": """#),
        (r#"{"limit": -"#, r#"OUT_OF_RANGE {"limit": -"#),
        (r#"{"limit": 5e"#, "alive"),
        (r#"{"limit": 10,"#, r#"OUT_OF_RANGE {"limit": 10,"#),
        (r#"{"limit": 10e-1,"#, "alive"),
        (r#"{"limit": 1.5 "#, r#"TYPE_MISMATCH {"limit": 1.5 "#),
        // Counts are decided at the sign before the excess element, and missing values at the end.
        (r#"{"steps": []"#, r#"TOO_FEW_ITEMS {"steps": []"#),
        (
            r#"{"steps": [{"do":"wait","for":1},{"do":"wait","for":1},"#,
            r#"TOO_MANY_ITEMS {"steps": [{"do":"wait","for":1},{"do":"wait","for":1},"#,
        ),
        (r#"{"kind": "fast"}"#, r#"MISSING_FIELD {"kind": "fast"}"#),
        (r#"{"steps": [{"do":"wait"}"#, r#"MISSING_FIELD {"steps": [{"do":"wait"}"#),
        (r#"{"steps": [{"do":"wait","for":1,"#, r#"UNKNOWN_FIELD {"steps": [{"do":"wait","for":1,"#),
        // Branches: what the tag left, and an unknown tag.
        (r#"{"steps": [{"do":"wait","s"#, r#"UNKNOWN_FIELD {"steps": [{"do":"wait","s"#),
        (r#"{"steps": [{"say":"x","do":"w"#, r#"CONST_MISMATCH {"steps": [{"say":"x","do":"w"#),
        (r#"{"steps": [{"do":"jump""#, r#"ENUM_MISMATCH {"steps": [{"do":"j"#),
        // The syntax itself.
        ("Here", "PARSE_ERROR H"),
        (r#"{"kind": "fast",}"#, r#"PARSE_ERROR {"kind": "fast",}"#),
        (r#"{"note": "\ud83d\ude0"#, "alive"),
        (r#"{"note": "\ud83dx"#, r#"PARSE_ERROR {"note": "\ud83dx"#),
        (r#"{"note": "\udc00"#, r#"PARSE_ERROR {"note": "\udc"#),
        (r#"{"limit": 01"#, r#"PARSE_ERROR {"limit": 01"#),
        ("{\"note\": \"a\nb", "PARSE_ERROR {\"note\": \"a\n"),
        (r#"{"kind":"slow","steps":[{"do":"say","say":"x"}]} "#, "complete"),
        (
            r#"{"kind":"slow","steps":[{"do":"say","say":"x"}]} x"#,
            r#"PARSE_ERROR {"kind":"slow","steps":[{"do":"say","say":"x"}]} x"#,
        ),
    ];
    let schema = plan();
    for (text, expected) in rows {
        assert_eq!(strict(&schema, text), expected, "{text}");
    }
}

#[test]
fn bytes_that_are_no_text_are_dead() {
    let schema = json!({ "type": "string" });
    let of = |bytes: &[u8]| verdict(&schema, Policy::Strict, bytes);
    assert_eq!(of(b"\"\xC3"), "alive");
    assert!(of(b"\"\xC3\"").starts_with("PARSE_ERROR"), "{}", of(b"\"\xC3\""));
    assert!(of(b"\"\xED\xA0").starts_with("PARSE_ERROR"));
    assert!(of(b"\"\xFF").starts_with("PARSE_ERROR"));
    assert!(of(b"\xEF\xBB\xBF\"\"").starts_with("PARSE_ERROR"));
    assert_eq!(of("\"é😀\"".as_bytes()), "complete");
}

#[test]
fn members_that_are_there_twice_are_dead_at_the_second_name() {
    let schema = json!({ "type": "object" });
    assert_eq!(strict(&schema, r#"{"a":1,"a""#), r#"DUPLICATE_KEY {"a":1,"a""#);
    assert_eq!(strict(&schema, r#"{"a":1,"\u0061":"#), r#"DUPLICATE_KEY {"a":1,"\u0061""#);
    assert_eq!(strict(&schema, r#"{"a":{"a":1},"b":[{"a":1},{"a":2}]}"#), "complete");
}

#[test]
fn nesting_ends_where_the_parser_ends_it() {
    let any = json!(true);
    assert_eq!(strict(&any, &format!("{}{}", "[".repeat(127), "]".repeat(127))), "complete");
    assert_eq!(strict(&any, &"[".repeat(128)), format!("PARSE_ERROR {}", "[".repeat(128)));
}

#[test]
fn a_fence_is_taken_where_the_policy_takes_one() {
    let schema = plan();
    let inner = r#"{"kind":"slow","steps":[{"do":"say","say":"x"}]}"#;
    let fenced = |text: &str| verdict(&schema, Policy::Fenced, text.as_bytes());
    assert_eq!(fenced(&format!("\n```json\n{inner}\n```\n")), "complete");
    assert_eq!(fenced(inner), "complete");
    assert_eq!(fenced(&format!("```{inner}```")), "complete");
    assert_eq!(fenced(&format!("```json\n{inner}\n")), "alive");
    assert_eq!(fenced("``"), "alive");
    assert_eq!(fenced("`x"), "PARSE_ERROR `x");
    assert_eq!(fenced("Here is"), "PARSE_ERROR H");
    assert_eq!(fenced("```json\n{\"kind\": \"q"), "ENUM_MISMATCH ```json\n{\"kind\": \"q");
    assert!(fenced(&format!("```\n{inner}\n```\n```")).starts_with("PARSE_ERROR"));
    let number = json!({ "type": "integer" });
    assert_eq!(verdict(&number, Policy::Fenced, b"```\n5```"), "complete");
    assert!(strict(&schema, "```json\n{").starts_with("PARSE_ERROR `"));
}

#[test]
fn what_may_come_next_is_said() {
    let mut follower = follower(&plan(), Policy::Strict);
    let mut expected = |piece: &str| match follower.feed(piece.as_bytes()) {
        Progress::Alive { expected, .. } => expected.join(" "),
        Progress::Dead(dead) => panic!("{dead}"),
    };
    assert_eq!(expected(""), "object");
    assert_eq!(expected("{"), r#""kind" "version" "id" "note" "limit" "steps""#);
    assert_eq!(expected("\"kind\""), ":");
    assert_eq!(expected(": "), r#""fast" "slow" "schön""#);
    assert_eq!(expected("\"s"), r#""slow" "schön""#);
    assert_eq!(expected("low\""), ",");
    assert_eq!(expected(", \"steps\":"), "array");
    assert_eq!(expected("[{\"do\":\"wait\",\"for\":1}"), ", ]");
    assert_eq!(expected("]"), ", }");
}

#[test]
fn a_dead_end_says_what_would_have_been_allowed() {
    let mut follower = follower(&plan(), Policy::Strict);
    let Progress::Dead(dead) = follower.feed(br#"{"steps": [{"do":"jump"}]}"#) else { panic!("alive") };
    assert_eq!(
        (dead.finding.at.as_str(), dead.allowed.as_slice()),
        ("/steps/0/do", &["wait".to_owned(), "say".to_owned()][..])
    );
    assert_eq!(dead.finding.message, "no allowed value starts with \"j…\"");
    let again = follower.feed(b"what comes after a dead end changes nothing");
    assert_eq!(again, Progress::Dead(dead));
    let report = follower.report().expect("a report");
    assert_eq!(
        report.to_string(),
        "1:19: error[ENUM_MISMATCH] at /steps/0/do: no allowed value starts with \"j…\"; write one of wait, say"
    );
}

/// Schemas whose verdict comes from several parts, with valid documents and dead ones.
#[test]
fn schemas_that_apply_together_are_followed_each() {
    let definitions = json!({
        "$defs": { "a/b": { "enum": ["x"] }, "tree": { "properties": { "below": { "$ref": "#/$defs/tree" }, "leaf": { "type": "null" } } } },
        "properties": {
            "r": { "$ref": "#/$defs/a~1b" },
            "t": { "$ref": "#/$defs/tree" },
            "all": { "allOf": [{ "type": ["string", "null"] }, { "type": ["string", "array"] }] },
            "not": { "not": { "type": "string" } },
            "if": { "if": { "properties": { "k": { "const": 1 } } }, "then": { "required": ["x"] }, "else": { "required": ["y"] } },
            "dep": { "dependentRequired": { "a": ["b"] }, "dependentSchemas": { "c": { "maxProperties": 1 } } },
            "prefix": { "prefixItems": [{ "type": "string" }], "items": false },
            "names": { "propertyNames": { "maxLength": 2 } },
            "patterns": { "patternProperties": { "^x-": { "type": "integer" } }, "additionalProperties": false },
            "never": false,
            "one": { "const": { "a": 1 } }
        }
    });
    let rows = [
        (r#"{"r":"y"#, r#"ENUM_MISMATCH {"r":"y"#),
        (r#"{"t":{"below":{"below":{"leaf":0"#, r#"TYPE_MISMATCH {"t":{"below":{"below":{"leaf":0"#),
        (r#"{"all":["#, r#"TYPE_MISMATCH {"all":["#),
        (r#"{"all":"x"}"#, "complete"),
        (r#"{"not":"late""#, "alive"),
        (r#"{"if":{"k":1,"y":1},"#, "alive"),
        (r#"{"if":{"k":2,"x":1}"#, r#"MISSING_FIELD {"if":{"k":2,"x":1}"#),
        (r#"{"dep":{"a":1}"#, r#"MISSING_FIELD {"dep":{"a":1}"#),
        (r#"{"dep":{"b":1}}"#, "complete"),
        (r#"{"dep":{"a":1,"b":1}}"#, "complete"),
        (r#"{"dep":{"d":1,"c""#, r#"SCHEMA_VIOLATION {"dep":{"d":1,"c""#),
        (r#"{"dep":{"c":1,"#, r#"TOO_MANY_FIELDS {"dep":{"c":1,"#),
        (r#"{"prefix":["a","#, r#"TOO_MANY_ITEMS {"prefix":["a","#),
        (r#"{"prefix":[1"#, r#"TYPE_MISMATCH {"prefix":[1"#),
        (r#"{"names":{"abc"#, r#"FIELD_NAME_MISMATCH {"names":{"abc"#),
        (r#"{"patterns":{"x-a":"#, "alive"),
        (r#"{"patterns":{"y"#, r#"UNKNOWN_FIELD {"patterns":{"y"#),
        (r#"{"patterns":{"x-a":""#, r#"TYPE_MISMATCH {"patterns":{"x-a":""#),
        (r#"{"never""#, r#"UNKNOWN_FIELD {"never""#),
        (r#"{"one":{"a":1}}"#, "complete"),
        (r#"{"one":["#, r#"TYPE_MISMATCH {"one":["#),
    ];
    for (text, expected) in rows {
        assert_eq!(strict(&definitions, text), expected, "{text}");
    }
    let late = FollowSchema::new(&validator(&definitions)).expect("a schema");
    let late: Vec<&str> = late.late().iter().map(|one| one.pointer.as_str()).collect();
    assert_eq!(late, ["/properties/not/not", "/properties/if/if", "/properties/one/const"]);
}

/// A property that adds constraints on an earlier one is decided when its name is complete.
#[test]
fn what_a_late_name_forbids_is_dead_at_the_name() {
    let schema = json!({ "dependentSchemas": { "c": { "properties": { "d": { "type": "string" } } } } });
    assert_eq!(strict(&schema, r#"{"d":1,"c""#), r#"SCHEMA_VIOLATION {"d":1,"c""#);
    assert_eq!(strict(&schema, r#"{"d":1,"cc":1}"#), "complete");
}

/// Schemas that refer to themselves terminate, and a schema with many branches is followed within a limit.
#[test]
fn circles_and_many_branches_end() {
    let circle = json!({ "$defs": { "a": { "$ref": "#/$defs/b" }, "b": { "anyOf": [{ "$ref": "#/$defs/a" }, { "type": "null" }] } }, "$ref": "#/$defs/a" });
    assert_eq!(strict(&circle, "null"), "complete");
    let branches: Vec<Value> = (0..6_000).map(|number| json!({ "const": format!("v{number}") })).collect();
    assert_eq!(strict(&json!({ "anyOf": branches }), "\"v5999\""), "complete");
}
