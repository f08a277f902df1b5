//! Merges two schemas into one that requires both, as far as keywords can express it. The rest stays in an `allOf` and
//! is merged later.

use std::collections::BTreeSet;

use planwright_schema::model::{Keyword, Type};
use planwright_schema::{Draft, SchemaValidator};
use serde_json::{Map, Value, json};

use crate::words::combined;

/// Returns the conjunction of two schemas.
pub(crate) fn merge(one: &Value, other: &Value) -> Value {
    let (one, other) = match (one, other) {
        (Value::Bool(false), _) | (_, Value::Bool(false)) => return Value::Bool(false),
        (Value::Object(one), Value::Object(other)) => (one, other),
        (Value::Object(_), _) => return one.clone(),
        _ => return other.clone(),
    };
    let mut merged = one.clone();
    for (name, value) in other {
        let Some(mine) = merged.get(name).cloned() else {
            merged.insert(name.clone(), value.clone());
            continue;
        };
        // Names that are not keywords restrict nothing.
        let Some(keyword) = Keyword::from_name(name) else { continue };
        match both(keyword, &mine, value) {
            Some(value) => {
                merged.insert(name.clone(), value);
            }
            None if mine == *value => {}
            None => leave(&mut merged, name, value),
        }
    }
    let describes = |schema: &Map<String, Value>| DESCRIBED.iter().any(|keyword| schema.contains_key(keyword.name()));
    if (describes(one) && describes(other)) || other.contains_key(Keyword::AdditionalProperties.name()) {
        members(&mut merged, one, other);
    }
    Value::Object(merged)
}

/// Keywords that [`members`] merges together, because their schemas apply to the same properties.
const DESCRIBED: [Keyword; 3] = [Keyword::Properties, Keyword::PatternProperties, Keyword::AdditionalProperties];

/// Merges two values of one keyword. Returns `None` if no single value of the keyword expresses both.
pub(crate) fn both(keyword: Keyword, mine: &Value, theirs: &Value) -> Option<Value> {
    let larger = |wanted: bool| {
        let more = theirs.as_f64()? > mine.as_f64()?;
        Some(if more == wanted { theirs.clone() } else { mine.clone() })
    };
    match keyword {
        // These are in `DESCRIBED`, or restrict nothing.
        Keyword::Properties
        | Keyword::PatternProperties
        | Keyword::AdditionalProperties
        | Keyword::Title
        | Keyword::Comment
        | Keyword::Default
        | Keyword::Examples
        | Keyword::Deprecated
        | Keyword::ReadOnly
        | Keyword::WriteOnly => Some(mine.clone()),
        Keyword::Description => combined(mine.as_str(), theirs.as_str()).map(Value::from),
        Keyword::Minimum
        | Keyword::ExclusiveMinimum
        | Keyword::MinLength
        | Keyword::MinItems
        | Keyword::MinProperties => larger(true),
        Keyword::Maximum
        | Keyword::ExclusiveMaximum
        | Keyword::MaxLength
        | Keyword::MaxItems
        | Keyword::MaxProperties => larger(false),
        Keyword::UniqueItems => Some(json!(*mine == true || *theirs == true)),
        Keyword::Required => {
            let names = [mine, theirs].into_iter().filter_map(Value::as_array).flatten();
            let mut seen = BTreeSet::new();
            Some(names.filter(|name| seen.insert(name.to_string())).cloned().collect())
        }
        Keyword::Type => Some(types(mine, theirs)),
        Keyword::Enum => {
            let (mine, theirs) = (mine.as_array()?, theirs.as_array()?);
            Some(mine.iter().filter(|value| theirs.contains(value)).cloned().collect())
        }
        Keyword::Items | Keyword::UnevaluatedProperties | Keyword::UnevaluatedItems => Some(merge(mine, theirs)),
        Keyword::AllOf => {
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
        Keyword::Anchor
        | Keyword::Defs
        | Keyword::DynamicAnchor
        | Keyword::DynamicRef
        | Keyword::DollarId
        | Keyword::RecursiveAnchor
        | Keyword::RecursiveRef
        | Keyword::Ref
        | Keyword::Schema
        | Keyword::Vocabulary
        | Keyword::AdditionalItems
        | Keyword::AnyOf
        | Keyword::Const
        | Keyword::Contains
        | Keyword::ContentEncoding
        | Keyword::ContentMediaType
        | Keyword::ContentSchema
        | Keyword::Definitions
        | Keyword::Dependencies
        | Keyword::DependentRequired
        | Keyword::DependentSchemas
        | Keyword::Else
        | Keyword::Format
        | Keyword::Id
        | Keyword::If
        | Keyword::MaxContains
        | Keyword::MinContains
        | Keyword::MultipleOf
        | Keyword::Not
        | Keyword::OneOf
        | Keyword::Pattern
        | Keyword::PrefixItems
        | Keyword::PropertyNames
        | Keyword::Then => None,
    }
}

fn types(mine: &Value, theirs: &Value) -> Value {
    let list = |value: &Value| match value {
        Value::Array(types) => types.clone(),
        one => vec![one.clone()],
    };
    let (mine, theirs) = (list(mine), list(theirs));
    let allows = |types: &[Value], one: &Value| {
        types.contains(one) || (one == Type::Integer.name() && types.contains(&json!(Type::Number.name())))
    };
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
    match merged.get_mut(Keyword::AllOf.name()).and_then(Value::as_array_mut) {
        Some(parts) => parts.push(left),
        None => {
            merged.insert(Keyword::AllOf.name().to_owned(), Value::Array(vec![left]));
        }
    }
}

/// Merges the properties of both, each with everything that names, patterns and the rest require of it.
fn members(merged: &mut Map<String, Value>, one: &Map<String, Value>, other: &Map<String, Value>) {
    let empty = Map::new();
    let own = |schema: &'_ Map<String, Value>| {
        schema.get(Keyword::Properties.name()).and_then(Value::as_object).unwrap_or(&empty).clone()
    };
    // In the order of the schema: a map keeps the position of a repeated name.
    let names: Map<String, Value> = own(one).into_iter().chain(own(other)).collect();
    let properties: Map<String, Value> =
        names.keys().map(|name| (name.clone(), merge(&member(one, name), &member(other, name)))).collect();
    if !properties.is_empty() {
        merged.insert(Keyword::Properties.name().to_owned(), properties.into());
    }
    let rest = merge(&rest(one), &rest(other));
    if rest == true {
        merged.shift_remove(Keyword::AdditionalProperties.name());
    } else {
        merged.insert(Keyword::AdditionalProperties.name().to_owned(), rest);
    }
    let patterns =
        [one, other].into_iter().filter_map(|schema| schema.get(Keyword::PatternProperties.name())?.as_object());
    let mut all = Map::new();
    for (pattern, schema) in patterns.flatten() {
        let schema = all.get(pattern).map_or_else(|| schema.clone(), |mine| merge(mine, schema));
        all.insert(pattern.clone(), schema);
    }
    if !all.is_empty() {
        merged.insert(Keyword::PatternProperties.name().to_owned(), all.into());
    }
}

/// Returns the schema of a property by name. Patterns that do not match are handled by the conversion.
fn member(schema: &Map<String, Value>, name: &str) -> Value {
    let own = schema.get(Keyword::Properties.name()).and_then(|properties| properties.get(name));
    let patterns = schema.get(Keyword::PatternProperties.name()).and_then(Value::as_object);
    let matching = patterns.into_iter().flatten().filter(|(pattern, _)| matches(pattern, name));
    let all: Vec<&Value> = own.into_iter().chain(matching.map(|(_, schema)| schema)).collect();
    match all.split_first() {
        None => rest(schema),
        Some((first, others)) => others.iter().fold((*first).clone(), |all, next| merge(&all, next)),
    }
}

fn rest(schema: &Map<String, Value>) -> Value {
    schema.get(Keyword::AdditionalProperties.name()).cloned().unwrap_or(Value::Bool(true))
}

/// Checks whether a pattern matches a name, with the regular expressions of the validator.
pub(crate) fn matches(pattern: &str, name: &str) -> bool {
    holds(&json!({ (Keyword::Pattern.name()): pattern }), &Value::String(name.to_owned()))
}

/// Validates a value against a 2020-12 schema without references.
pub(crate) fn holds(schema: &Value, value: &Value) -> bool {
    SchemaValidator::new(schema, Draft::Draft202012, false).is_some_and(|validator| validator.is_valid(value))
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
