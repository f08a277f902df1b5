//! Exports every contract to every dialect: the vendors' table allows the result, and every document survives encoding
//! and decoding.

use std::collections::BTreeMap;
use std::path::Path;

use jsonschema::Draft;
use planwright_codegen::SchemaSet;
use planwright_dialects::{Conversion, Dialect, breaches};
use planwright_generated::{ROOTS, RootInfo};
use planwright_tests::documents;
use serde_json::Value;

fn conversion(root: &RootInfo, dialect: Dialect) -> Conversion {
    let set =
        SchemaSet::parse([(root.file.to_owned(), root.schema.as_bytes().to_vec())]).expect("a contract is a schema");
    Conversion::new(&set, root.file, dialect).unwrap_or_else(|refusal| panic!("{} {dialect}: {refusal:#?}", root.file))
}

#[test]
fn every_contract_is_allowed_in_every_dialect() {
    for root in ROOTS {
        for dialect in Dialect::ALL {
            let conversion = conversion(root, dialect);
            assert_eq!(breaches(dialect, conversion.schema()), [], "{} {dialect}", root.file);
            let compiled = jsonschema::options().with_draft(Draft::Draft202012).build(conversion.schema());
            assert!(compiled.is_ok(), "{} {dialect}: {:?}", root.file, compiled.err());
        }
    }
}

/// A model writes properties in the order of the schema, so reasoning has to come before the answer.
#[test]
fn members_keep_their_order_in_every_dialect() {
    let schema =
        br##"{"title": "Qa", "type": "object", "required": ["reasoning", "answer"], "additionalProperties": false,
        "properties": {
            "reasoning": {"type": "string"},
            "answer": {"$ref": "#/$defs/Z"},
            "all": {"allOf": [
                {"type": "object", "properties": {"z": {"type": "string"}, "b": {"type": "integer"}}},
                {"properties": {"c": {"type": "string"}, "b": {"minimum": 1}}}]}},
        "$defs": {
            "Z": {"type": "object", "properties": {"why": {"type": "string"}, "is": {"enum": ["b", "a"]}}}}}"##;
    let set = SchemaSet::parse([("qa.json".to_owned(), schema.to_vec())]).expect("it is a schema");
    let names =
        |value: &Value| value.as_object().map(|all| all.keys().cloned().collect::<Vec<_>>()).unwrap_or_default();
    for dialect in Dialect::ALL {
        let conversion = Conversion::new(&set, "qa.json", dialect).expect("it has an export");
        let text = conversion.schema().to_string();
        let properties = &conversion.schema()["properties"];
        assert_eq!(names(properties), ["reasoning", "answer", "all"], "{dialect}");
        let all = text.find("\"z\":").zip(text.find("\"b\":")).zip(text.find("\"c\":"));
        assert!(all.is_some_and(|((z, b), c)| z < b && b < c), "{dialect}: {text}");
        assert!(text.find("\"why\":") < text.find("\"is\":"), "{dialect}: {text}");
        let document = serde_json::json!({"reasoning": "r", "answer": {"why": "w", "is": "a"}});
        let back = conversion.encode(&document).map(|answer| conversion.normalize(&answer));
        let back = back.expect("it can be said").expect("it comes back");
        assert_eq!(back.to_string(), document.to_string(), "{dialect}");
    }
}

/// A contract is exported from the schema in the generated code.
#[test]
fn schemas_in_generated_code_keep_the_order_of_their_files() {
    let names = |schema: &Value| schema["properties"].as_object().map(|all| all.keys().cloned().collect::<Vec<_>>());
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../schemas"));
    let mut compared = 0;
    for root in ROOTS {
        let file = std::fs::read(folder.join(root.file)).expect("a root has a file");
        let file: Value = serde_json::from_slice(&file).expect("it is JSON");
        let held: Value = serde_json::from_str(root.schema).expect("it is JSON");
        assert_eq!(names(&held), names(&file), "{}", root.file);
        for (name, definition) in file["definitions"].as_object().into_iter().flatten() {
            let Some(held) = held["definitions"].get(name) else { continue };
            assert_eq!(names(held), names(definition), "{} {name}", root.file);
            compared += usize::from(names(definition).is_some());
        }
    }
    assert!(compared > 30, "{compared} objects were compared");
}

#[test]
fn every_document_survives_there_and_back() {
    let mut said: BTreeMap<Dialect, usize> = BTreeMap::new();
    for root in ROOTS {
        let documents: Vec<Value> =
            documents::for_root(root).into_iter().filter(|value| root.is_valid(value)).collect();
        assert!(!documents.is_empty(), "{} has no document", root.file);
        for dialect in Dialect::ALL {
            let conversion = conversion(root, dialect);
            let vendor = jsonschema::options()
                .with_draft(Draft::Draft202012)
                .should_validate_formats(true)
                .build(conversion.schema())
                .expect("an exported schema compiles");
            for document in &documents {
                let answer = match conversion.encode(document) {
                    Ok(answer) => answer,
                    Err(fault) => {
                        // Only undescribed properties cannot be expressed in a dialect with closed objects.
                        assert!(
                            fault.message.ends_with("is not mentioned by the schema"),
                            "{} {dialect}: {fault}",
                            root.file
                        );
                        continue;
                    }
                };
                *said.entry(dialect).or_default() += 1;
                if let Err(error) = vendor.validate(&answer) {
                    panic!(
                        "{} {dialect}: {error} at {}\n{answer:#}\n{:#}",
                        root.file,
                        error.instance_path(),
                        conversion.schema()
                    );
                }
                let back = conversion
                    .normalize(&answer)
                    .unwrap_or_else(|faults| panic!("{} {dialect}: {faults:?}", root.file));
                assert_eq!(back, *document, "{} {dialect}\n{answer:#}", root.file);
            }
        }
    }
    println!("{said:?}");
    assert!(Dialect::ALL.iter().all(|dialect| said.get(dialect).is_some_and(|count| *count > 100)), "{said:?}");
}
