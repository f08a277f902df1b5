//! GBNF grammars: a golden, and checks that each grammar is complete. `tests/decoders` runs them in engines.

use std::collections::BTreeSet;

use planwright_codegen::SchemaSet;
use planwright_dialects::{Conversion, Dialect};
use planwright_generated::ROOTS;
use planwright_tests::{golden, workspace};
use serde_json::{Value, json};

fn grammar(schema: &Value) -> String {
    let set = SchemaSet::parse([("own.json".to_owned(), schema.to_string().into_bytes())]).expect("it is a schema");
    let conversion = Conversion::new(&set, "own.json", Dialect::Gbnf).unwrap_or_else(|refusal| panic!("{refusal:#?}"));
    conversion.grammar().expect("the dialect is a grammar")
}

/// Returns the problems of a grammar: undefined rules, and rules that are defined twice.
fn problems(grammar: &str) -> Vec<String> {
    let (mut defined, mut named, mut found) = (BTreeSet::new(), BTreeSet::from(["root".to_owned()]), Vec::new());
    for line in grammar.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let Some((name, body)) = line.split_once(" ::= ") else {
            found.push(format!("no rule: {line:.80}"));
            continue;
        };
        if !defined.insert(name.to_owned()) {
            found.push(format!("twice: {name}"));
        }
        named.extend(names(body));
    }
    found.extend(named.difference(&defined).map(|name| format!("not there: {name}")));
    found.extend(defined.difference(&named).map(|name| format!("not named: {name}")));
    found
}

/// Returns the rule names in a rule, ignoring literals, classes and counts.
fn names(body: &str) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let mut name = String::new();
    let mut inside = None;
    let mut characters = body.chars();
    while let Some(c) = characters.next() {
        match (inside, c) {
            (Some(_), '\\') => drop(characters.next()),
            (Some(end), c) if c == end => inside = None,
            (None, '"') => inside = Some('"'),
            (None, '[') => inside = Some(']'),
            (None, '{') => inside = Some('}'),
            (None, c) if c.is_ascii_alphanumeric() || c == '-' => {
                name.push(c);
                continue;
            }
            (_, _) => {}
        }
        all.insert(std::mem::take(&mut name));
    }
    all.insert(name);
    all.remove("");
    all
}

#[test]
fn every_contract_has_a_whole_grammar() {
    for root in ROOTS {
        let schema: Value = serde_json::from_str(root.schema).expect("a contract is JSON");
        assert_eq!(problems(&grammar(&schema)), [""; 0], "{}", root.file);
    }
    let broken = "root ::= a \"b\" [c] d{2} \"\n";
    assert_eq!(problems(&format!("{broken}a ::= \"\\\"x\" a\na ::= \"x\"\ne ::= \"\"\n")).len(), 3, "the control");
}

#[test]
fn odd_schemas_have_whole_grammars() {
    let long = "n".repeat(50_000);
    let many: Vec<String> = (0..3_000).map(|number| format!("member number {number}")).collect();
    let members = |names: &[String]| -> Value { names.iter().map(|name| (name.clone(), json!({}))).collect() };
    let mut deep = json!({ "type": "integer" });
    for _ in 0..25 {
        deep = json!({ "type": "object", "properties": { "a": { "type": "array", "items": deep } } });
    }
    let odd = [
        json!({ "type": "object", "properties": members(&[long.clone(), format!("{long}x")]) }),
        json!({ "type": "object", "properties": members(&many) }),
        json!({ "type": "object", "properties": { "": {}, "\u{0}\u{7f}": {}, "😀": {}, "\"\\\n": {} } }),
        json!({ "type": "array", "prefixItems": vec![json!({ "type": "string" }); 900] }),
        json!({ "type": "string", "pattern": "^((a{3}){4}|[^b]{5,6}){7,}$" }),
        json!({ "type": "string", "pattern": "[^\\s\\S]" }),
        json!({ "type": "string", "minLength": 3, "maxLength": 2 }),
        json!({ "type": "integer", "minimum": i64::MIN, "maximum": i64::MAX }),
        json!({ "type": "integer", "exclusiveMinimum": i64::MAX }),
        json!({ "type": "array", "minItems": 1_999, "maxItems": 2_000 }),
        json!({ "enum": many }),
        deep,
    ];
    for schema in odd {
        let grammar = grammar(&schema);
        assert_eq!(problems(&grammar), [""; 0], "{grammar:.2000}");
    }
}

#[test]
fn a_grammar_is_written_as_before() {
    let schema = json!({
        "title": "Order", "description": "What is ordered.\nBy whom.", "type": "object", "required": ["id", "lines"],
        "properties": {
            "note": { "type": "string", "maxLength": 80 },
            "id": { "type": "string", "pattern": "^[A-Z]{2}-[0-9]+$" },
            "lines": { "type": "array", "minItems": 1, "items": { "$ref": "#/definitions/Line" } },
            "state": { "enum": ["open", "closed", null] }
        },
        "additionalProperties": false,
        "definitions": { "Line": { "type": "object", "required": ["count"], "properties": {
            "count": { "type": "integer", "minimum": 1, "maximum": 250, "description": "How many." },
            "price": { "type": "number", "minimum": 0 }
        } } }
    });
    let folder = workspace().join("tests/cases/gbnf");
    golden::compare_file(&folder, "order.gbnf", grammar(&schema)).unwrap_or_else(|failure| panic!("{failure}"));
}
