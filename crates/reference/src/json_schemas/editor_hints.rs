//! Adds hints for editors to a published schema: a description of each enum value, and a snippet for each object.
//! Validators ignore both.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

/// Descriptions of enum values, by the definition that lists them.
const ENUM_VALUES: &str = include_str!("enum_values.json");

/// Maximum depth of a snippet. Deeper values are left to the user.
const MAX_DEPTH: usize = 12;

/// Returns the schema with editor hints.
pub(super) fn with_hints(mut schema: Value) -> Value {
    let texts: BTreeMap<String, BTreeMap<String, String>> =
        serde_json::from_str(ENUM_VALUES).expect("the texts are JSON; a test reads them");
    let plain = schema.clone();
    if let Some(snippet) = Snippets::new(&plain).root() {
        schema["defaultSnippets"] = json!([snippet]);
    }
    for place in ["definitions", "$defs"] {
        let Some(definitions) = schema.get_mut(place).and_then(Value::as_object_mut) else { continue };
        for (name, definition) in definitions {
            if let Some(values) = definition["enum"].as_array() {
                let known = texts.get(name);
                let text = |value: &Value| known?.get(value.as_str()?).cloned();
                let described: Option<Vec<String>> = values.iter().map(text).collect();
                if let Some(described) = described {
                    definition["enumDescriptions"] = json!(described);
                    definition["markdownEnumDescriptions"] = json!(described);
                }
            } else if let Some(snippet) = Snippets::new(&plain).definition(name, definition) {
                definition["defaultSnippets"] = json!([snippet]);
            }
        }
    }
    schema
}

/// Creates snippets: the required properties of an object, with a tab stop for each value to type.
struct Snippets<'s> {
    schema: &'s Value,
    stops: usize,
}

impl<'s> Snippets<'s> {
    fn new(schema: &'s Value) -> Self {
        Self { schema, stops: 0 }
    }

    /// Returns the smallest document, with the values of the schema's example.
    fn root(mut self) -> Option<Value> {
        self.schema.get("required")?;
        let title = self.schema["title"].as_str().unwrap_or("document");
        let body = self.body(self.schema, "", self.schema["examples"].get(0), 0);
        Some(json!({ "label": format!("new {title}"), "description": self.schema["description"], "body": body }))
    }

    /// Returns the smallest object of a definition. Its prefix is the value of its tag, if it has one.
    fn definition(mut self, name: &str, definition: &Value) -> Option<Value> {
        let required = definition["required"].as_array().filter(|all| !all.is_empty())?;
        let tag = required.iter().find_map(|member| definition["properties"][member.as_str()?]["const"].as_str());
        let body = self.body(definition, "", None, 0);
        Some(json!({ "label": tag.unwrap_or(name), "description": definition["description"], "body": body }))
    }

    fn body(&mut self, schema: &Value, name: &str, example: Option<&Value>, depth: usize) -> Value {
        if let Some(target) = schema["$ref"].as_str().and_then(|path| self.schema.pointer(path.strip_prefix('#')?)) {
            return if depth < MAX_DEPTH { self.body(target, name, example, depth + 1) } else { self.raw("") };
        }
        if let Some(value) = schema.get("const") {
            return escaped(value);
        }
        if let Some(values) = schema["enum"].as_array() {
            return self.choice(values, example);
        }
        if let Some(branches) = schema["oneOf"].as_array().or(schema["anyOf"].as_array()).filter(|all| !all.is_empty())
        {
            return self.body(&branches[0], name, example, depth + 1);
        }
        match schema["type"].as_str() {
            Some("object") => self.object(schema, example, depth),
            Some("array") if schema["minItems"].as_u64().is_some_and(|least| least > 0) && depth < MAX_DEPTH => {
                Value::Array(vec![self.body(&schema["items"], name, example.and_then(|all| all.get(0)), depth + 1)])
            }
            // Insert an empty list as raw text, because editors write none in YAML.
            Some("array") => json!("^[]"),
            Some("boolean") => self.raw("|true,false|"),
            Some("integer" | "number") => {
                let least = schema["minimum"].as_i64().unwrap_or(0);
                self.raw(&format!(":{}", example.and_then(Value::as_i64).unwrap_or(least)))
            }
            Some("string") => {
                let text = example.and_then(Value::as_str).unwrap_or(name).to_owned();
                self.stops += 1;
                json!(format!("${{{}:{}}}", self.stops, escape(&text)))
            }
            _ => self.raw(""),
        }
    }

    /// Returns the required properties, in their order.
    fn object(&mut self, schema: &Value, example: Option<&Value>, depth: usize) -> Value {
        let mut members = Map::new();
        for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            let given = example.and_then(|all| all.get(name));
            members.insert(name.to_owned(), self.body(&schema["properties"][name], name, given, depth + 1));
        }
        Value::Object(members)
    }

    /// Returns a choice of strings, starting with the one in the example.
    fn choice(&mut self, values: &[Value], example: Option<&Value>) -> Value {
        let (first, rest): (Vec<&Value>, Vec<&Value>) = values.iter().partition(|value| Some(*value) == example);
        let texts = first.into_iter().chain(rest).filter_map(Value::as_str);
        let texts: Vec<String> = texts.map(|text| escape(text).replace(',', "\\,").replace('|', "\\|")).collect();
        self.stops += 1;
        json!(format!("${{{}|{}|}}", self.stops, texts.join(",")))
    }

    /// Returns a tab stop whose text is not a JSON string. Editors remove the leading mark.
    fn raw(&mut self, rest: &str) -> Value {
        self.stops += 1;
        json!(format!("^${{{}{rest}}}", self.stops))
    }
}

/// Returns a constant value as a snippet.
fn escaped(value: &Value) -> Value {
    match value {
        Value::String(text) => escape(text).into(),
        other => json!(format!("^{other}")),
    }
}

/// Escapes the characters that snippets treat as a tab stop.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('$', "\\$").replace('}', "\\}")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use planwright_contracts::ContractName;

    use super::super::contract_schema;
    use super::*;

    /// Returns the document that a snippet creates if nothing is typed: the first value of each choice, and the text of
    /// each stop.
    fn filled(body: &Value) -> Value {
        match body {
            Value::Object(members) => members.iter().map(|(name, value)| (name.clone(), filled(value))).collect(),
            Value::Array(items) => items.iter().map(filled).collect(),
            Value::String(text) => {
                let (is_raw, text) = text.strip_prefix('^').map_or((false, text.as_str()), |rest| (true, rest));
                let inside = text.strip_prefix("${").and_then(|rest| rest.strip_suffix('}'));
                let value = inside.map_or(text, |inside| {
                    let value = inside.trim_start_matches(|digit: char| digit.is_ascii_digit());
                    let value = value.trim_matches('|').trim_start_matches(':');
                    if inside.ends_with('|') { value.split(',').next().unwrap_or_default() } else { value }
                });
                let value = value.replace("\\$", "$").replace("\\}", "}").replace("\\\\", "\\");
                if is_raw { serde_json::from_str(&value).unwrap_or_default() } else { value.into() }
            }
            other => other.clone(),
        }
    }

    #[test]
    fn what_a_snippet_of_a_contract_begins_with_is_valid() {
        let mut count = 0;
        for contract in ContractName::ALL {
            let schema = contract_schema(contract.as_str()).expect("a schema");
            let hinted = with_hints(schema.clone());
            let Some(snippet) = hinted["defaultSnippets"].get(0) else { continue };
            let validator = jsonschema::validator_for(&schema).expect("a schema");
            let document = filled(&snippet["body"]);
            let wrong: Vec<String> = validator.iter_errors(&document).map(|error| error.to_string()).collect();
            assert!(wrong.is_empty(), "{}: {wrong:?}\n{document:#}", contract.as_str());
            count += 1;
        }
        assert!(count >= 4, "{count}");
    }

    /// Every enum value of a contract has a description, and every description belongs to a value.
    #[test]
    fn every_value_of_an_enumeration_has_a_text() {
        let texts: BTreeMap<String, BTreeMap<String, String>> = serde_json::from_str(ENUM_VALUES).expect("JSON");
        let said: BTreeSet<(String, String)> = texts
            .into_iter()
            .flat_map(|(name, values)| values.into_keys().map(move |value| (name.clone(), value)))
            .collect();
        let mut listed = BTreeSet::new();
        for contract in ContractName::ALL {
            let schema = contract_schema(contract.as_str()).expect("a schema");
            for (name, definition) in schema["definitions"].as_object().into_iter().flatten() {
                for value in definition["enum"].as_array().into_iter().flatten().filter_map(Value::as_str) {
                    listed.insert((name.clone(), value.to_owned()));
                }
            }
        }
        assert_eq!(said, listed);
    }
}
