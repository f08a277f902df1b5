//! Random blueprints: one shape that is filled with plain or with hostile strings.

use serde_json::{Value, json};

use crate::mutate::Random;

/// Strings that try to end the literal, comment or annotation that contains them.
pub const HOSTILE: &[&str] = &[
    "it's",
    "'",
    "''",
    "'''",
    "\\",
    "\\'",
    "\\\\'",
    "x'); delete records; //",
    "x' + UserInfo.getUserId() + '",
    "*/ delete records; /*",
    "/* open",
    "// open",
    "*/",
    "line\nbreak",
    "line\r\nbreak",
    "tab\tand\u{0}null",
    "\u{2028}separated\u{2029}",
    "\u{202e}reversed\u{202c}",
    "\u{feff}marked",
    "émoji 🦀 \u{1F468}\u{200D}\u{1F469}",
    "\\u0027; delete records;",
    "${records}",
    "{{ records }}",
    "{% raw %}",
    "{0} {1}",
    "%s %d",
    "@IsTest",
    "@SuppressWarnings('PMD')",
    "<script>alert(1)</script>",
    "]]>",
    "--",
    "\"quoted\"",
    "`ticks`",
    "} } }",
    "; ;",
    "NOPMD",
];

const OBJECTS: &[&str] = &["Account", "Case", "Network", "Site", "Order", "Invoice__c", "ns__Thing__c", "Group"];
const TYPES: &[&str] = &[
    "String",
    "TextArea",
    "Email",
    "Phone",
    "Url",
    "Picklist",
    "MultiPicklist",
    "Boolean",
    "Integer",
    "Long",
    "Double",
    "Decimal",
    "Number",
    "Currency",
    "Percent",
    "Date",
    "DateTime",
    "Time",
    "Base64",
    "Reference",
    "Id",
    "Anything",
];
const NAMES: &[&str] = &["class", "List", "Insert", "name", "Value", "request", "work", "confirmed", "x", "select"];

/// Returns a string that may be hostile and long.
pub fn hostile(random: &mut Random) -> String {
    let mut text = String::from(*random.pick(&["", "A", "Say ", "1 "]));
    for _ in 0..=random.below(3) {
        text += *random.pick(HOSTILE);
        text += *random.pick(&["", " ", "b"]);
    }
    if random.below(60) == 0 {
        text = text.repeat(40);
    }
    // Only white space does not count as a value.
    if text.trim().is_empty() { "'".to_owned() } else { text }
}

/// Returns a blueprint of this shape. `text` supplies every free string. Most blueprints pass the check
/// for any strings.
pub fn blueprint(shape: &mut Random, text: &mut dyn FnMut() -> String) -> Value {
    let operation = *shape.pick(&["INSERT", "CREATE", "UPDATE", "UPSERT", "CALL"]);
    let mut inputs = key_inputs(operation, text);
    for index in 0..=shape.below(9) {
        inputs.push(input(index, shape, text));
    }
    let fields: Vec<String> =
        inputs.iter().filter_map(|input| input["fieldApiName"].as_str().map(str::to_owned)).collect();
    let guardrails: Vec<Value> = (0..shape.below(5)).map(|_| guardrail(&inputs, shape, text)).collect();
    let mut blueprint = json!({
        "name": format!("A{}", shape.below(100_000)),
        "label": text(),
        "category": text(),
        "targetSObject": shape.pick(OBJECTS),
        "operation": operation,
        "inputs": inputs,
        "guardrails": guardrails,
    });
    for key in ["summary", "checkpoint"] {
        if shape.below(2) == 0 {
            blueprint[key] = text().into();
        }
    }
    if operation == "UPSERT" {
        blueprint["keyFields"] = json!([fields[0]]);
    }
    blueprint
}

/// Returns the inputs that identify the record.
fn key_inputs(operation: &str, text: &mut dyn FnMut() -> String) -> Vec<Value> {
    let key = |field: &str, kind: &str, label: String| json!({ "apiName": field, "fieldApiName": field, "label": label, "dataType": kind, "required": true });
    match operation {
        "UPDATE" => vec![key("Id", "Id", text())],
        "UPSERT" => vec![key("Key__c", "String", text())],
        _ => Vec::new(),
    }
}

fn input(index: usize, shape: &mut Random, text: &mut dyn FnMut() -> String) -> Value {
    let word = shape.pick(NAMES);
    let mut input = json!({
        "apiName": format!("{word}{index}"),
        "fieldApiName": format!("Field{index}__c"),
        "label": text(),
        "dataType": shape.pick(TYPES),
        "required": shape.below(2) == 0,
    });
    if shape.below(3) == 0 {
        input["description"] = text().into();
    }
    if shape.below(6) == 0 {
        input["usage"] = json!(shape.pick(&["PARAMETER", "CONTEXT", "FIELD"]));
    }
    input
}

/// Data types that numeric guardrails accept.
const NUMBERS: &[&str] = &["Integer", "Long", "Double", "Decimal", "Number", "Currency", "Percent"];

/// Returns a guardrail that is valid for an input: a numeric one for numbers, and a redacting one only for optional
/// inputs.
fn guardrail(inputs: &[Value], shape: &mut Random, text: &mut dyn FnMut() -> String) -> Value {
    let input = shape.pick(inputs);
    let field = input["fieldApiName"].as_str().unwrap_or_default().to_owned();
    let is_number = input["dataType"].as_str().is_some_and(|kind| NUMBERS.contains(&kind));
    let is_required = input["required"] == true;
    let kind = match shape.below(7) {
        2 | 3 if !is_number => 4,
        5 if is_required => 6,
        kind => kind,
    };
    let mut guardrail = match kind {
        0 => json!({ "type": shape.pick(&["FLS_VIEW", "FLS_ACCESS"]), "params": { "fields": [field] } }),
        1 => json!({ "type": shape.pick(&["FLS_EDIT", "FLS_UPDATE", "FLS_WRITE"]), "params": { "fields": [field] } }),
        2 => json!({ "type": "NUMERIC_POSITIVE", "params": { "field": field } }),
        3 => {
            json!({ "type": "NUMERIC_RANGE", "params": { "field": field, "min": shape.below(5), "max": 5 + shape.below(9) } })
        }
        4 => {
            let values: Vec<String> = (0..=shape.below(4)).map(|index| format!("{index}{}", text())).collect();
            json!({ "type": "ENUM_ALLOWED", "params": { "field": field, "values": values } })
        }
        5 => json!({ "type": "PII_REDACT", "params": { "fields": [field] } }),
        _ => json!({ "type": "SHARING_REQUIRED" }),
    };
    if shape.below(2) == 0 {
        guardrail["message"] = text().into();
    }
    guardrail
}
