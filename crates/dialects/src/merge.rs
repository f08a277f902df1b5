//! Merges two schemas into one that requires both, as far as keywords can express it. The rest stays in an `allOf` and
//! is merged later.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

/// Returns the conjunction of two schemas.
pub(crate) fn merge(one: &Value, other: &Value) -> Value {
    let (one, other) = match (one, other) {
        (Value::Bool(false), _) | (_, Value::Bool(false)) => return Value::Bool(false),
        (Value::Object(one), Value::Object(other)) => (one, other),
        (Value::Object(_), _) => return one.clone(),
        _ => return other.clone(),
    };
    let mut merged = one.clone();
    for (keyword, value) in other {
        let Some(mine) = merged.get(keyword).cloned() else {
            merged.insert(keyword.clone(), value.clone());
            continue;
        };
        match both(keyword, &mine, value) {
            Some(value) => {
                merged.insert(keyword.clone(), value);
            }
            None if mine == *value => {}
            None => leave(&mut merged, keyword, value),
        }
    }
    if ["properties", "patternProperties", "additionalProperties"]
        .iter()
        .any(|keyword| one.contains_key(*keyword) && other.keys().any(|theirs| theirs.contains("ropert")))
        || other.contains_key("additionalProperties")
    {
        members(&mut merged, one, other);
    }
    Value::Object(merged)
}

/// Merges two values of one keyword. Returns `None` if no single value of the keyword expresses both.
pub(crate) fn both(keyword: &str, mine: &Value, theirs: &Value) -> Option<Value> {
    let larger = |wanted: bool| {
        let more = theirs.as_f64()? > mine.as_f64()?;
        Some(if more == wanted { theirs.clone() } else { mine.clone() })
    };
    match keyword {
        "title" | "description" | "$comment" | "default" | "examples" | "deprecated" | "readOnly" | "writeOnly" => {
            Some(mine.clone())
        }
        "minimum" | "exclusiveMinimum" | "minLength" | "minItems" | "minProperties" => larger(true),
        "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" | "maxProperties" => larger(false),
        "uniqueItems" => Some(json!(*mine == true || *theirs == true)),
        "required" => {
            let names = [mine, theirs].into_iter().filter_map(Value::as_array).flatten();
            let mut seen = BTreeSet::new();
            Some(names.filter(|name| seen.insert(name.to_string())).cloned().collect())
        }
        "type" => Some(types(mine, theirs)),
        "enum" => {
            let (mine, theirs) = (mine.as_array()?, theirs.as_array()?);
            Some(mine.iter().filter(|value| theirs.contains(value)).cloned().collect())
        }
        "items" | "unevaluatedProperties" | "unevaluatedItems" => Some(merge(mine, theirs)),
        // `members` merges these together.
        "properties" | "patternProperties" | "additionalProperties" => Some(mine.clone()),
        "allOf" => {
            // Without duplicates: definitions that reference others twice would double with every step.
            let (mine, theirs) = (mine.as_array()?, theirs.as_array()?);
            let mut parts: Vec<Value> = Vec::new();
            for part in mine.iter().chain(theirs) {
                if !parts.contains(part) {
                    parts.push(part.clone());
                }
            }
            Some(parts.into())
        }
        _ => None,
    }
}

fn types(mine: &Value, theirs: &Value) -> Value {
    let list = |value: &Value| match value {
        Value::Array(types) => types.clone(),
        one => vec![one.clone()],
    };
    let (mine, theirs) = (list(mine), list(theirs));
    let allows =
        |types: &[Value], one: &Value| types.contains(one) || (one == "integer" && types.contains(&json!("number")));
    let common = mine
        .iter()
        .filter(|one| allows(&theirs, one))
        .chain(theirs.iter().filter(|one| allows(&mine, one) && !mine.contains(one)));
    let common: Vec<Value> = common.cloned().collect();
    match common.as_slice() {
        [one] => one.clone(),
        _ => common.into(),
    }
}

/// Leaves a keyword to a later merge or to the description.
fn leave(merged: &mut Map<String, Value>, keyword: &str, value: &Value) {
    let left = json!({ keyword: value });
    match merged.get_mut("allOf").and_then(Value::as_array_mut) {
        Some(parts) => parts.push(left),
        None => {
            merged.insert("allOf".to_owned(), Value::Array(vec![left]));
        }
    }
}

/// Merges the properties of both, each with everything that names, patterns and the rest require of it.
fn members(merged: &mut Map<String, Value>, one: &Map<String, Value>, other: &Map<String, Value>) {
    let empty = Map::new();
    let own =
        |schema: &'_ Map<String, Value>| schema.get("properties").and_then(Value::as_object).unwrap_or(&empty).clone();
    // In the order of the schema: a map keeps the position of a repeated name.
    let names: Map<String, Value> = own(one).into_iter().chain(own(other)).collect();
    let properties: Map<String, Value> =
        names.keys().map(|name| (name.clone(), merge(&member(one, name), &member(other, name)))).collect();
    if !properties.is_empty() {
        merged.insert("properties".to_owned(), properties.into());
    }
    let rest = merge(&rest(one), &rest(other));
    if rest == true {
        merged.shift_remove("additionalProperties");
    } else {
        merged.insert("additionalProperties".to_owned(), rest);
    }
    let patterns = [one, other].into_iter().filter_map(|schema| schema.get("patternProperties")?.as_object());
    let mut all = Map::new();
    for (pattern, schema) in patterns.flatten() {
        let schema = all.get(pattern).map_or_else(|| schema.clone(), |mine| merge(mine, schema));
        all.insert(pattern.clone(), schema);
    }
    if !all.is_empty() {
        merged.insert("patternProperties".to_owned(), all.into());
    }
}

/// Returns the schema of a property by name. Patterns that do not match are handled by the conversion.
fn member(schema: &Map<String, Value>, name: &str) -> Value {
    let own = schema.get("properties").and_then(|properties| properties.get(name));
    let patterns = schema.get("patternProperties").and_then(Value::as_object);
    let matching = patterns.into_iter().flatten().filter(|(pattern, _)| matches(pattern, name));
    let all: Vec<&Value> = own.into_iter().chain(matching.map(|(_, schema)| schema)).collect();
    match all.split_first() {
        None => rest(schema),
        Some((first, others)) => others.iter().fold((*first).clone(), |all, next| merge(&all, next)),
    }
}

fn rest(schema: &Map<String, Value>) -> Value {
    schema.get("additionalProperties").cloned().unwrap_or(Value::Bool(true))
}

/// Checks whether a pattern matches a name, with the regular expressions of the validator.
pub(crate) fn matches(pattern: &str, name: &str) -> bool {
    holds(&json!({ "pattern": pattern }), &Value::String(name.to_owned()))
}

/// Validates a value against a 2020-12 schema without references.
pub(crate) fn holds(schema: &Value, value: &Value) -> bool {
    let validator = jsonschema::options().with_draft(jsonschema::Draft::Draft202012).build(schema);
    validator.is_ok_and(|validator| validator.is_valid(value))
}

#[cfg(test)]
mod tests {
    use super::merge;
    use serde_json::json;

    #[test]
    fn bounds_types_and_members_are_met() {
        let one = json!({"type": ["integer", "null"], "minimum": 1, "enum": [1, 2, null]});
        let other = json!({"type": "number", "minimum": 2, "enum": [2, 3]});
        assert_eq!(merge(&one, &other), json!({"type": "integer", "minimum": 2, "enum": [2]}));
        let one =
            json!({"properties": {"a": {"minLength": 1}, "b": true}, "required": ["a"], "additionalProperties": false});
        let other = json!({"properties": {"a": {"maxLength": 2}, "c": true}, "required": ["a", "b"]});
        let both = json!({"properties": {"a": {"minLength": 1, "maxLength": 2}, "b": true, "c": false}, "required": ["a", "b"], "additionalProperties": false});
        assert_eq!(merge(&one, &other), both);
    }

    #[test]
    fn what_no_keyword_says_stays_in_all_of() {
        let both = merge(&json!({"pattern": "a"}), &json!({"pattern": "b"}));
        assert_eq!(both, json!({"pattern": "a", "allOf": [{"pattern": "b"}]}));
    }
}
