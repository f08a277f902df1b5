//! Keeps `unevaluatedProperties` and `unevaluatedItems` right where a dialect states conditions only in words.
//!
//! A branch of `if`, `then`, `else` or `dependentSchemas` also evaluates properties and items. Without the branch, a valid
//! document would have unevaluated ones.

use std::collections::BTreeSet;

use planwright_schema::model::Keyword;
use serde_json::{Value, json};

use crate::source::Source;

/// Properties and items that only the removed branches evaluate.
#[derive(Debug, Default)]
pub(crate) struct Evaluated {
    names: BTreeSet<String>,
    any_properties: bool,
    any_items: bool,
}

impl Evaluated {
    /// Collects what the conditions of a schema evaluate, and those of the schemas that it applies to the same value.
    pub(crate) fn by_conditions(source: &Source, schema: &Value) -> Self {
        let mut found = Self::default();
        found.collect(source, schema, false, &mut BTreeSet::new());
        found
    }

    fn collect(&mut self, source: &Source, schema: &Value, is_removed: bool, seen: &mut BTreeSet<(String, bool)>) {
        if let Some((name, referred, _)) = source.referred(schema)
            && seen.insert((name.to_owned(), is_removed))
        {
            self.collect(source, referred, is_removed, seen);
        }
        for (name, value) in schema.as_object().into_iter().flatten() {
            match Keyword::from_name(name) {
                Some(Keyword::AllOf | Keyword::AnyOf | Keyword::OneOf) => {
                    for part in value.as_array().into_iter().flatten() {
                        self.collect(source, part, is_removed, seen);
                    }
                }
                Some(Keyword::If | Keyword::Then | Keyword::Else) => self.collect(source, value, true, seen),
                Some(Keyword::DependentSchemas) => {
                    for (_, part) in value.as_object().into_iter().flatten() {
                        self.collect(source, part, true, seen);
                    }
                }
                Some(Keyword::Properties) if is_removed => {
                    self.names.extend(value.as_object().into_iter().flatten().map(|(name, _)| name.clone()));
                }
                Some(Keyword::PatternProperties | Keyword::AdditionalProperties | Keyword::UnevaluatedProperties)
                    if is_removed =>
                {
                    self.any_properties = true;
                }
                Some(Keyword::PrefixItems | Keyword::Items | Keyword::Contains | Keyword::UnevaluatedItems)
                    if is_removed =>
                {
                    self.any_items = true;
                }
                _ => {}
            }
        }
    }

    /// Allows the properties that have names. Returns the keywords that can no longer be kept.
    pub(crate) fn allow(self, schema: &mut Value) -> Vec<Keyword> {
        let Some(members) = schema.as_object_mut() else { return Vec::new() };
        let has_properties = members.contains_key(Keyword::UnevaluatedProperties.name());
        if has_properties && !self.any_properties && !self.names.is_empty() {
            let properties = members.entry(Keyword::Properties.name()).or_insert_with(|| json!({}));
            for name in self.names {
                properties.as_object_mut().map(|properties| properties.entry(name).or_insert_with(|| json!({})));
            }
        }
        let removed =
            [(Keyword::UnevaluatedProperties, self.any_properties), (Keyword::UnevaluatedItems, self.any_items)];
        removed.into_iter().filter_map(|(keyword, is_removed)| is_removed.then_some(keyword)).collect()
    }
}

#[cfg(test)]
mod tests {
    use planwright_schema::set::SchemaSet;
    use serde_json::{Value, json};

    use crate::{Conversion, Dialect};

    fn exported(schema: &Value) -> Value {
        let set = SchemaSet::parse([("s.schema.json".to_owned(), schema.to_string().into_bytes())]).unwrap();
        let mut schema = Conversion::new(&set, "s.schema.json", Dialect::AnthropicTool).unwrap().schema().clone();
        schema.as_object_mut().unwrap().shift_remove("description");
        schema
    }

    #[test]
    fn a_property_that_only_a_condition_evaluates_is_allowed() {
        let size = json!({"properties": {"size": {"type": "integer"}}, "required": ["size"]});
        let kind = json!({"enum": ["a", "b"]});
        for condition in [
            json!({"if": {"properties": {"kind": {"const": "a"}}}, "then": size}),
            json!({"if": {"required": ["kind"]}, "then": {"allOf": [{"$ref": "#/$defs/Size"}]}, "$defs": {"Size": size}}),
            json!({"dependentSchemas": {"kind": size}}),
        ] {
            let mut schema = json!({"type": "object", "properties": {"kind": kind}, "unevaluatedProperties": false});
            schema.as_object_mut().unwrap().extend(condition.as_object().unwrap().clone());
            let exported = exported(&schema);
            assert_eq!(exported["properties"], json!({"kind": kind, "size": {}}), "{condition}");
            assert_eq!(exported["unevaluatedProperties"], false, "{condition}");
        }
    }

    #[test]
    fn what_a_condition_evaluates_without_names_is_left_to_the_description() {
        let map = json!({
            "type": "object", "if": {"required": ["kind"]}, "else": {"additionalProperties": {"type": "integer"}},
            "unevaluatedProperties": false,
        });
        let list = json!({
            "type": "object", "properties": {"list": {
                "type": "array", "if": {"minItems": 2}, "then": {"prefixItems": [{"type": "string"}]}, "unevaluatedItems": false,
            }},
            "unevaluatedProperties": false,
        });
        assert_eq!(exported(&map), json!({"type": "object"}));
        let exported = exported(&list);
        let list = exported["properties"]["list"].as_object().unwrap();
        assert!(
            !list.contains_key("unevaluatedItems")
                && list["description"].as_str().unwrap().contains("unevaluatedItems")
        );
        assert_eq!(exported["unevaluatedProperties"], false, "the list is another value");
    }
}
