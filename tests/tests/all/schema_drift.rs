//! Pairs of schemas with expected results: verdicts, witnesses of broken ones, and rules.

use std::collections::BTreeSet;
use std::fs;

use planwright_codegen::SchemaSet;
use planwright_drift::{Library, Options, Pair, RULES, Source, Verdict, compare};
use planwright_tests::workspace;
use serde_json::Value;

const PATH: &str = "schema.json";

fn judge(old: &[u8], new: &[u8], options: Options) -> Pair {
    let set = |text: &[u8]| SchemaSet::parse_unchecked([(PATH.to_owned(), text.to_vec())]);
    let (one, two) = (set(old).expect("the old text is a schema"), set(new).expect("the new text is a schema"));
    let library = |set| Library::new(set).expect("no reference is ambiguous");
    let (one, two) = (library(&one), library(&two));
    compare(Source { library: &one, path: PATH }, Source { library: &two, path: PATH }, options)
        .expect("the proof runs")
}

/// Validates a document with a validator that is independent of drift.
fn is_valid(schema: &Value, expected: &Value, document: &Value) -> bool {
    let schema = match expected["at"].as_str() {
        Some(at) => schema.pointer(at).expect("there is a definition"),
        None => schema,
    };
    let formats = expected["assert_formats"] != false;
    let validator = jsonschema::options().should_validate_formats(formats).build(schema).expect("it is a schema");
    validator.is_valid(document)
}

#[derive(Clone, Copy)]
enum Direction {
    Backward,
    Forward,
}

fn check(name: &str, direction: Direction, pair: &Pair, sides: &[Value; 2], expected: &Value) -> Vec<String> {
    let (key, found, [inner, outer]) = match direction {
        Direction::Backward => ("backward", pair.backward(), [&sides[0], &sides[1]]),
        Direction::Forward => ("forward", pair.forward(), [&sides[1], &sides[0]]),
    };
    let wanted = &expected[key];
    if wanted["verdict"] != found.word() {
        return vec![format!("{name}: {key} should be {wanted}, is {found:?}")];
    }
    let Verdict::Broken(witness) = found else { return Vec::new() };
    if expected["references"] == true {
        return Vec::new();
    }
    let shows = |document: &Value| is_valid(inner, expected, document) && !is_valid(outer, expected, document);
    let documents = [("the witness by hand", wanted["witness"].clone()), ("the witness", witness)];
    let wrong = documents.iter().filter(|(_, document)| !shows(document));
    wrong.map(|(whose, document)| format!("{name}: {key}: {whose} {document} shows nothing")).collect()
}

#[test]
fn every_pair_is_judged_as_by_hand() {
    let mut problems = Vec::new();
    let mut met = BTreeSet::new();
    let mut count = 0;
    let mut folders: Vec<_> = fs::read_dir(workspace().join("tests/cases/drift"))
        .expect("there are cases")
        .map(|e| e.unwrap().path())
        .collect();
    folders.sort();
    for folder in folders {
        let name = folder.file_name().expect("a case has a name").to_string_lossy().into_owned();
        let read = |file: &str| fs::read(folder.join(file)).expect("a case has three files");
        let (old, new) = (read("old.json"), read("new.json"));
        let expected: Value = serde_json::from_slice(&read("expected.json")).expect("it is JSON");
        let value = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).expect("it is JSON");
        let pair = judge(&old, &new, Options { assert_formats: expected["assert_formats"] != false });
        let sides = [value(&old), value(&new)];
        problems.extend(check(&name, Direction::Backward, &pair, &sides, &expected));
        problems.extend(check(&name, Direction::Forward, &pair, &sides, &expected));
        let rules: BTreeSet<&str> = pair.changes.iter().map(|change| change.rule.id.as_str()).collect();
        let wanted: BTreeSet<&str> =
            expected["rules"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        if expected["rules"].is_array() && rules != wanted {
            problems.push(format!("{name}: the rules should be {wanted:?}, are {rules:?}"));
        }
        met.extend(rules.into_iter().map(str::to_owned));
        count += 1;
    }
    assert!(count >= 60, "only {count} cases");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    let rules: BTreeSet<String> = RULES.iter().map(|rule| rule.id.to_string()).collect();
    assert_eq!(rules, met, "every rule has a case");
}

/// Control: a witness that is not one and a wrong verdict are reported.
#[test]
fn a_wrong_judgement_is_found() {
    let (old, new) = (br#"{"type": "string"}"#, br#"{"type": ["string", "null"]}"#);
    let pair = judge(old, new, Options::default());
    let sides = [serde_json::from_slice(old).unwrap(), serde_json::from_slice(new).unwrap()];
    let wrong =
        serde_json::json!({ "backward": { "verdict": "broken" }, "forward": { "verdict": "broken", "witness": "a" } });
    assert_eq!(check("x", Direction::Backward, &pair, &sides, &wrong).len(), 1);
    assert_eq!(check("x", Direction::Forward, &pair, &sides, &wrong).len(), 1);
}

/// Each of the properties would break the schema, and one document shows all of them.
#[test]
fn thousands_of_new_required_members_are_broken_by_one_document() {
    let names: Vec<String> = (0..2_400).map(|index| format!("p{index}")).collect();
    let properties: serde_json::Map<String, Value> =
        names.iter().map(|name| (name.clone(), serde_json::json!({ "type": "string" }))).collect();
    let schema = |required: &[String]| {
        let text = serde_json::json!({ "type": "object", "properties": properties, "required": required }).to_string();
        text.into_bytes()
    };
    let pair = judge(&schema(&[]), &schema(&names), Options::default());
    assert_eq!(pair.backward(), Verdict::Broken(serde_json::json!({})));
    assert_eq!(pair.forward(), Verdict::Proved);
}
