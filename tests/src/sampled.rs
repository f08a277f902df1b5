//! Draws random documents of a schema. They may be invalid, so callers have to validate them.

use std::collections::HashMap;

use planwright_drift::inclusion::included;
use planwright_drift::{Options, Verdict};
use serde_json::{Map, Number, Value, json};

use crate::mutate::Random;

/// Depth beyond which optional parts are omitted.
const OPTIONAL_DEPTH: usize = 6;
/// Number of values in a document beyond which optional parts are omitted. Schemas that contain themselves several
/// times would not terminate.
const OPTIONAL_VALUES: usize = 10_000;
/// Strings of several kinds.
const STRINGS: [&str; 12] = [
    "",
    "a",
    "b c",
    "é",
    "😀",
    "0",
    "-12",
    "true",
    "2024-02-29",
    "2024-02-29T00:00:00Z",
    "a@example.org",
    "https://example.org/a",
];

/// Sampler of documents of a schema.
#[derive(Debug)]
pub struct Sampler<'s> {
    schema: &'s Value,
    random: Random,
    /// Strings that match each pattern.
    patterns: HashMap<String, Vec<String>>,
    /// Property names and strings that are sometimes used where anything is allowed.
    names: Vec<String>,
    texts: Vec<String>,
    /// Number of values that the document may still have.
    left: usize,
}

impl<'s> Sampler<'s> {
    /// Creates a sampler of `schema`.
    ///
    /// Undescribed properties often have names from `other`, and free strings often appear in one of the two schemas.
    pub fn new(schema: &'s Value, other: &Value, seed: u64) -> Self {
        let (mut names, mut texts) = (vec!["x-unknown".to_owned()], STRINGS.map(str::to_owned).to_vec());
        for schema in [schema, other] {
            words(schema, &mut names, &mut texts);
        }
        Self { schema, random: Random::new(seed), patterns: HashMap::new(), names, texts, left: OPTIONAL_VALUES }
    }

    /// Returns a document.
    pub fn draw(&mut self) -> Value {
        let schema = self.schema;
        self.left = OPTIONAL_VALUES;
        self.value(schema, 0)
    }

    fn value(&mut self, schema: &Value, depth: usize) -> Value {
        self.left = self.left.saturating_sub(1);
        let depth = if self.left == 0 { depth.max(OPTIONAL_DEPTH) } else { depth };
        let Some(members) = schema.as_object() else { return self.any() };
        if let Some(target) =
            members.get("$ref").and_then(Value::as_str).and_then(|reference| reference.strip_prefix('#'))
        {
            let target = self.schema.pointer(target).cloned().unwrap_or_default();
            return if depth > 4 * OPTIONAL_DEPTH || self.left == 0 {
                Value::Null
            } else {
                self.value(&target, depth + 1)
            };
        }
        for keyword in ["anyOf", "oneOf"] {
            if let Some(Value::Array(branches)) = members.get(keyword)
                && !branches.is_empty()
            {
                let branch = self.random.pick(branches).clone();
                let mut rest = members.clone();
                rest.shift_remove(keyword);
                return self.value(&merged(rest, self.target(branch)), depth);
            }
        }
        if let Some(Value::Array(all)) = members.get("allOf") {
            let mut rest = members.clone();
            rest.shift_remove("allOf");
            let whole = all.iter().fold(Value::Object(rest), |whole, part| {
                merged(whole.as_object().cloned().unwrap_or_default(), self.target(part.clone()))
            });
            return self.value(&whole, depth);
        }
        if let Some(value) = members.get("const") {
            return value.clone();
        }
        if let Some(Value::Array(values)) = members.get("enum")
            && !values.is_empty()
        {
            return self.random.pick(values).clone();
        }
        let kind = match members.get("type") {
            Some(Value::String(kind)) => kind.clone(),
            Some(Value::Array(kinds)) if !kinds.is_empty() => {
                self.random.pick(kinds).as_str().unwrap_or_default().to_owned()
            }
            _ if ["properties", "required", "additionalProperties"].iter().any(|one| members.contains_key(*one)) => {
                "object".to_owned()
            }
            _ if members.contains_key("items") => "array".to_owned(),
            _ => return self.any(),
        };
        match kind.as_str() {
            "object" => self.object(members, depth),
            "array" => self.array(members, depth),
            "string" => self.text(members),
            "integer" | "number" => self.number(members, kind == "integer"),
            "boolean" => json!(self.random.below(2) == 0),
            _ => Value::Null,
        }
    }

    fn target(&self, schema: Value) -> Value {
        let reference = schema.get("$ref").and_then(Value::as_str).and_then(|reference| reference.strip_prefix('#'));
        reference.and_then(|at| self.schema.pointer(at)).cloned().unwrap_or(schema)
    }

    fn any(&mut self) -> Value {
        let text = self.random.pick(&self.texts).clone();
        let values = [
            json!(null),
            json!(true),
            json!(0),
            json!(-1.5),
            json!(text),
            json!([]),
            json!([1, 1]),
            json!({}),
            json!({ "a": 1 }),
        ];
        self.random.pick(&values).clone()
    }

    fn object(&mut self, schema: &Map<String, Value>, depth: usize) -> Value {
        let mut made = Map::new();
        let required: Vec<&str> =
            schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
        let none = Map::new();
        let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&none);
        let few = self.random.below(4);
        for (name, inner) in properties {
            let is_taken = depth < OPTIONAL_DEPTH && self.random.below(4) <= few && self.random.below(3) > 0;
            if required.contains(&name.as_str()) || is_taken {
                made.insert(name.clone(), self.value(inner, depth + 1));
            }
        }
        let more = schema.get("additionalProperties");
        for name in required {
            if !made.contains_key(name) {
                let value = self.value(more.unwrap_or(&Value::Bool(true)), depth + 1);
                made.insert(name.to_owned(), value);
            }
        }
        if more != Some(&Value::Bool(false)) && self.random.below(3) == 0 {
            for _ in 0..=self.random.below(2) {
                let name = self.random.pick(&self.names).clone();
                if !properties.contains_key(&name) {
                    let value = self.value(more.unwrap_or(&Value::Bool(true)), depth + 1);
                    made.insert(name, value);
                }
            }
        }
        Value::Object(made)
    }

    fn array(&mut self, schema: &Map<String, Value>, depth: usize) -> Value {
        let bound =
            |keyword: &str| schema.get(keyword).and_then(Value::as_u64).and_then(|bound| usize::try_from(bound).ok());
        let least = bound("minItems").unwrap_or(0);
        let most = bound("maxItems").unwrap_or(least + if depth < OPTIONAL_DEPTH { 3 } else { 0 }).min(least + 3);
        let count = least + self.random.below(most.saturating_sub(least) + 1);
        let items = schema.get("items").unwrap_or(&Value::Bool(true));
        (0..count).map(|_| self.value(items, depth + 1)).collect()
    }

    fn text(&mut self, schema: &Map<String, Value>) -> Value {
        let bound =
            |keyword: &str| schema.get(keyword).and_then(Value::as_u64).and_then(|bound| usize::try_from(bound).ok());
        let pattern = schema.get("pattern").and_then(Value::as_str);
        let matching = pattern.map_or(&[][..], |pattern| self.matching(pattern, schema)).to_vec();
        if !matching.is_empty() {
            return json!(self.random.pick(&matching));
        }
        let mut text = self.random.pick(&self.texts).clone();
        if let Some(least) = bound("minLength") {
            let length = text.chars().count();
            text.extend(std::iter::repeat_n('x', least.saturating_sub(length)));
        }
        let most = bound("maxLength").unwrap_or(usize::MAX);
        json!(text.chars().take(most).collect::<String>())
    }

    /// Returns some strings that match a pattern and have the length that the schema requires.
    fn matching(&mut self, pattern: &str, schema: &Map<String, Value>) -> &[String] {
        let bounds = ["minLength", "maxLength"].map(|keyword| schema.get(keyword));
        self.patterns.entry(format!("{pattern} {bounds:?}")).or_insert_with(|| {
            let mut wanted = json!({ "type": "string", "pattern": pattern });
            for (keyword, bound) in ["minLength", "maxLength"].into_iter().zip(bounds) {
                if let Some(bound) = bound {
                    wanted[keyword] = bound.clone();
                }
            }
            let mut found: Vec<String> = Vec::new();
            while found.len() < 6 {
                let known = json!({ "enum": found });
                let outer = if found.is_empty() { json!({ "not": {} }) } else { known };
                match included(&wanted, &outer, Options::default()) {
                    Ok(Verdict::Broken(Value::String(text))) => found.push(text),
                    _ => break,
                }
            }
            found
        })
    }

    fn number(&mut self, schema: &Map<String, Value>, is_whole: bool) -> Value {
        let mut values =
            vec![json!(0), json!(1), json!(-1), json!(7), json!(100), json!(101), json!(9_007_199_254_740_993_i64)];
        values.push(json!(self.random.below(1_000_000)));
        if !is_whole {
            values.extend([json!(0.5), json!(-0.5), json!(1e300), json!(1.5e-7), json!(99.99)]);
        }
        for keyword in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] {
            let Some(bound) = schema.get(keyword).and_then(Value::as_f64) else { continue };
            let near = if is_whole { [0.0, 1.0, -1.0] } else { [0.0, 0.25, -0.25] };
            let near = near.iter().filter_map(|by| {
                let number = bound + by;
                if is_whole {
                    format!("{number:.0}").parse::<i64>().ok().map(Number::from)
                } else {
                    Number::from_f64(number)
                }
            });
            let near: Vec<Value> = near.map(Value::Number).collect();
            // Repeated, because most other numbers may be invalid.
            for _ in 0..3 {
                values.extend(near.iter().cloned());
            }
        }
        self.random.pick(&values).clone()
    }
}

/// Merges the keywords of both: lists of names are joined, and properties are combined.
fn merged(mut one: Map<String, Value>, other: Value) -> Value {
    let Value::Object(other) = other else { return Value::Object(one) };
    for (keyword, value) in other {
        match (one.get_mut(&keyword), value) {
            (Some(Value::Object(members)), Value::Object(more)) if keyword == "properties" => members.extend(more),
            (Some(Value::Array(names)), Value::Array(more)) if keyword == "required" => names.extend(more),
            (_, value) => drop(one.insert(keyword, value)),
        }
    }
    Value::Object(one)
}

fn words(schema: &Value, names: &mut Vec<String>, texts: &mut Vec<String>) {
    match schema {
        Value::Object(members) => {
            for (keyword, value) in members {
                match (keyword.as_str(), value) {
                    ("properties", Value::Object(members)) => names.extend(members.keys().cloned()),
                    ("enum", Value::Array(values)) => {
                        texts.extend(values.iter().filter_map(Value::as_str).map(str::to_owned));
                    }
                    ("const", Value::String(text)) => texts.push(text.clone()),
                    ("x-enum-map", Value::Object(map)) => texts.extend(map.keys().cloned()),
                    _ => {}
                }
                words(value, names, texts);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| words(item, names, texts)),
        _ => {}
    }
}
