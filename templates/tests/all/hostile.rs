//! Tests that hostile strings in a blueprint stay strings: the classes have the statements of a harmless blueprint.

use crate::support::{bundle, is_class, rendered, skeleton, tokens};
use serde_json::{Value, json};

const HOSTILE: [&str; 16] = [
    "It's",
    "\\",
    "\\'; delete [SELECT Id FROM Account]; //",
    "a\nb\r\nc",
    "*/ } } public class Evil { /*",
    "/**/",
    "\u{202e}evil\u{2066}",
    "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467} \u{1f1e9}\u{1f1ea}",
    "nul \0 bell \u{7} escape \u{1b} delete \u{7f} next \u{85}",
    "\u{2028}\u{2029}\u{feff}\u{ad}x",
    "{{ 7 * 7 }} ${x} {!$User.Id} %s",
    "\\u0027 + x + \\u0027",
    "select",
    "\"quoted\" `ticked`",
    "@IsTest @description",
    "<script>&amp;</script> ]]>",
];

/// Returns a blueprint with `text` in every property that accepts free text.
fn blueprint(text: &str) -> Value {
    json!({
        "name": "DoIt", "label": text, "category": text, "targetSObject": "Account", "operation": "UPSERT",
        "summary": text, "checkpoint": text, "keyFields": ["Site"],
        "inputs": [
            { "apiName": "Site", "fieldApiName": "Site", "label": text, "dataType": "String", "required": true,
              "description": text },
            { "apiName": "Kind", "fieldApiName": "Type", "label": text, "dataType": text, "required": false },
            { "apiName": "Staff", "fieldApiName": "NumberOfEmployees", "label": text, "dataType": "Integer",
              "required": true },
            { "apiName": "Phone", "fieldApiName": "Phone", "label": text, "dataType": "Phone", "required": false }
        ],
        "guardrails": [
            { "type": "FLS_EDIT", "message": text },
            { "type": "ENUM_ALLOWED", "params": { "field": "Type", "values": [text, "b"] }, "message": text },
            { "type": "ENUM_ALLOWED", "params": { "field": "Type", "values": [text] } },
            { "type": "NUMERIC_RANGE", "params": { "field": "NumberOfEmployees", "min": 1 } },
            { "type": "PII_REDACT", "params": { "fields": ["Phone"] }, "message": text }
        ]
    })
}

#[test]
fn hostile_text_adds_no_statement() {
    let plain = skeleton(&rendered(&blueprint("plain")));
    for text in HOSTILE {
        assert_eq!(skeleton(&rendered(&blueprint(text))), plain, "{text:?}");
    }
}

#[test]
fn files_contain_no_invisible_characters() {
    for text in HOSTILE {
        for file in rendered(&blueprint(text)).files {
            let odd = file.text.chars().find(|&letter| {
                (letter.is_control() && letter != '\n')
                    || letter >= '\u{10000}'
                    || "\u{202e}\u{2066}\u{200d}\u{2028}\u{feff}".contains(letter)
            });
            assert_eq!(odd, None, "{} after {text:?}", file.path);
            assert!(file.text.ends_with("}\n") || file.text.ends_with(">\n"), "{}", file.path);
        }
    }
}

#[test]
fn a_hostile_name_becomes_a_class_name_or_is_refused() {
    for text in HOSTILE {
        let mut hostile = blueprint("plain");
        hostile["name"] = json!(text);
        let Ok(bundle) = bundle(&hostile) else { continue };
        let suffix = bundle.class_name.strip_prefix("DynamicAction_").expect("the prefix is ours");
        assert!(
            suffix.len() <= 26 && suffix.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_'),
            "{suffix}"
        );
        for file in bundle.files.iter().filter(|file| is_class(&file.path)) {
            tokens(&file.text);
        }
    }
}

#[test]
fn names_that_become_code_are_refused() {
    for text in HOSTILE.iter().filter(|text| **text != "select") {
        for place in [
            "targetSObject",
            "/inputs/1/apiName",
            "/inputs/1/fieldApiName",
            "/guardrails/1/params/field",
            "/keyFields/0",
        ] {
            let mut hostile = blueprint("plain");
            let path = if place.starts_with('/') { place.to_owned() } else { format!("/{place}") };
            *hostile.pointer_mut(&path).expect("the place exists") = json!(text);
            assert!(bundle(&hostile).is_err(), "{text:?} at {path}");
        }
    }
}

#[test]
fn reserved_words_and_colliding_keys_get_distinct_variables() {
    let mut odd = blueprint("plain");
    let keys = ["select", "Select_2", "confirmed", "request"];
    for (index, key) in keys.iter().enumerate() {
        odd["inputs"][index]["apiName"] = json!(key);
    }
    let bundle = rendered(&odd);
    for member in ["String selectValue;", "String select2;", "Integer confirmed2;", "String request;"] {
        assert!(bundle.files[0].text.contains(member), "{member}");
    }
}

#[test]
fn the_longest_name_fits() {
    let mut long = blueprint("plain");
    long["name"] = json!("A".repeat(26));
    let names: Vec<_> = rendered(&long).files.iter().map(|file| file.path.clone()).collect();
    for path in names.iter().filter(|path| is_class(path)) {
        let name = path.rsplit('/').next().and_then(|name| name.strip_suffix(".cls")).expect("a class");
        assert!(name.len() <= 40, "{name}");
    }
    long["name"] = json!("A".repeat(27));
    assert!(bundle(&long).is_err());
}
