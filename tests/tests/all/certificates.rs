//! Compares the schema that a certificate is proved from with validators: it describes the documents that answers in a
//! dialect decode to.

use planwright_codegen::SchemaSet;
use planwright_dialects::{Conversion, Dialect};
use planwright_drift::inclusion::{allow_nothing, excess, included};
use planwright_drift::{Options, Verdict};
use planwright_generated::ROOTS;
use planwright_source::Pointer;
use planwright_tests::documents;
use serde_json::{Value, json};

const OPTIONS: Options = Options { assert_formats: true };

fn conversion(schema: &str, dialect: Dialect) -> Conversion {
    let set = SchemaSet::parse([("schema.json".to_owned(), schema.as_bytes().to_vec())]).expect("it is a schema");
    Conversion::new(&set, "schema.json", dialect).unwrap_or_else(|refusal| panic!("{dialect}: {refusal:#?}"))
}

fn validator(schema: &Value) -> jsonschema::Validator {
    jsonschema::options().should_validate_formats(true).build(schema).expect("it compiles")
}

/// Every document of `at_least` survives encoding and decoding, and every decoded document is valid under `at_most`.
#[test]
fn the_schema_of_what_comes_back_agrees_with_what_does() {
    let (mut least, mut most) = (0, 0);
    for root in ROOTS {
        for dialect in Dialect::ALL {
            let conversion = conversion(root.schema, dialect);
            let admitted = conversion.admitted();
            let (vendor, inner, outer) =
                (validator(conversion.schema()), validator(&admitted.at_least), validator(&admitted.at_most));
            for document in documents::for_root(root) {
                let answer = conversion.encode(&document).ok().filter(|answer| vendor.is_valid(answer));
                let back = answer.and_then(|answer| conversion.normalize(&answer).ok());
                if inner.is_valid(&document) {
                    least += 1;
                    assert_eq!(back.as_ref(), Some(&document), "{} {dialect}", root.file);
                }
                if let Some(back) = back {
                    most += 1;
                    assert!(outer.is_valid(&back), "{} {dialect}: {back}", root.file);
                }
            }
        }
    }
    assert!(least > 1_000 && most > 1_000, "{least} {most}");
}

/// Removes the last value from the first enum with several values.
fn tamper(schema: &mut Value) -> bool {
    match schema {
        Value::Object(members) => {
            if let Some(Value::Array(values)) = members.get_mut("enum").filter(|values| values[1] != Value::Null) {
                values.pop();
                return true;
            }
            members.values_mut().any(tamper)
        }
        Value::Array(items) => items.iter_mut().any(tamper),
        _ => false,
    }
}

/// Control: a dialect that forbids a valid document is reported, and so is one that allows more.
#[test]
fn a_dialect_that_forbids_a_valid_document_is_refuted() {
    let schema = r#"{"type": "object", "required": ["a"], "additionalProperties": false,
        "properties": {"a": {"type": "string", "enum": ["x", "y", "z"]}, "b": {"type": "integer", "minimum": 3}}}"#;
    for dialect in Dialect::ALL {
        let conversion = conversion(schema, dialect);
        let mut admitted = conversion.admitted();
        let claim = |admitted: &Value| included(conversion.canonical(), admitted, OPTIONS).expect("they are schemas");
        assert_eq!(claim(&admitted.at_least), Verdict::Proved, "{dialect}");
        assert!(tamper(&mut admitted.at_least));
        let Verdict::Broken(document) = claim(&admitted.at_least) else { panic!("{dialect}: not refuted") };
        assert_eq!(document["a"], "z", "{dialect}");
        let mut asked = 0;
        let mut confirms = |_: &Value| {
            asked += 1;
            true
        };
        let more = excess(&json!({}), conversion.canonical(), OPTIONS, &mut confirms).expect("they are schemas");
        assert!(more.leaks.iter().any(|leak| leak.at.as_str() == "/type") && asked > 0, "{more:?}");
        let none = excess(&json!({}), conversion.canonical(), OPTIONS, &mut |_| false).expect("they are schemas");
        assert!(none.leaks.is_empty() && matches!(none.besides, Verdict::Undecided(_)), "{none:?}");
    }
}

/// Every keyword that is not enforced is found at once, including those inside branches and behind references.
#[test]
fn each_keyword_that_is_not_kept_is_named() {
    let outer = json!({
        "$defs": {"N": {"type": "integer", "minimum": 1, "maximum": 9}},
        "type": "object", "required": ["n", "u"], "additionalProperties": false,
        "properties": {
            "n": {"$ref": "#/$defs/N"},
            "u": {"oneOf": [{"type": "string", "minLength": 2}, {"type": "string", "maxLength": 4}, {"type": "null"}]},
            "l": {"type": "array", "items": {"$ref": "#/$defs/N"}, "minItems": 1, "uniqueItems": true}
        }
    });
    let inner = json!({
        "type": "object", "required": ["n", "u"], "additionalProperties": false,
        "properties": {
            "n": {"type": "integer", "maximum": 9},
            "u": {"type": ["string", "null"]},
            "l": {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 9}}
        }
    });
    let found = excess(&inner, &outer, OPTIONS, &mut |_| true).expect("they are schemas");
    let places: Vec<&str> = found.leaks.iter().map(|leak| leak.at.as_str()).collect();
    assert_eq!(
        places,
        ["/$defs/N/minimum", "/properties/l/minItems", "/properties/l/uniqueItems", "/properties/u/oneOf"],
        "{found:#?}"
    );
    assert_eq!(found.besides, Verdict::Proved);
    let compiled = validator(&outer);
    assert!(found.leaks.iter().all(|leak| !compiled.is_valid(&leak.document)));
}

#[test]
fn whether_a_place_allows_nothing_is_decided() {
    let document = json!({"$defs": {
        "none": {"allOf": [{"type": "string"}, {"type": "array"}]},
        "some": {"allOf": [{"type": "string"}, {"maxLength": 1}]}
    }});
    let at = |name: &str| Pointer::root().member("$defs").member(name);
    let verdicts = allow_nothing(&document, &[at("none"), at("some")], OPTIONS).expect("it is a schema");
    assert!(matches!(verdicts[..], [Verdict::Proved, Verdict::Broken(_)]), "{verdicts:?}");
}
