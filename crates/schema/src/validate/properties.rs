//! Properties of objects.

use serde_json::{Map, Value};

use super::run::{Flow, Node, Run};
use super::strings::{plural, violated};
use crate::model::{ByName, Form, ObjectKeywords, Schema, SchemaObject};

type Members = Map<String, Value>;

impl<'v> Run<'v> {
    /// Checks the keywords for objects.
    pub(super) fn members(
        &mut self,
        node: Node<'v>,
        object: &'v SchemaObject,
        members: &Members,
        value: &Value,
    ) -> Flow {
        let keywords = &object.object;
        let count = members.len() as u64;
        let properties = |count| if plural(count).is_empty() { "property" } else { "properties" };
        if let Some(limit) = violated(keywords.min_properties.as_ref(), |limit| count < limit) {
            self.report(value, |value| format!("{value} has less than {limit} {}", properties(limit)))?;
        }
        if let Some(limit) = violated(keywords.max_properties.as_ref(), |limit| count > limit) {
            self.report(value, |value| format!("{value} has more than {limit} {}", properties(limit)))?;
        }
        self.required(keywords.required.iter().flatten(), members, value)?;
        for (name, names) in keywords.required_by_property() {
            if members.contains_key(&**name) {
                self.required(names, members, value)?;
            }
        }
        self.properties(node, keywords, members, value)?;
        if let Some(schema) = &keywords.property_names {
            self.property_names(node.with(schema), members, value)?;
        }
        for (name, schema) in keywords.schemas_by_property() {
            if members.contains_key(&**name) {
                self.check(node.with(schema), value)?;
            }
        }
        Flow::Continue(())
    }

    fn required<'n>(&mut self, names: impl IntoIterator<Item = &'n String>, members: &Members, value: &Value) -> Flow {
        for name in names {
            if !members.contains_key(name) {
                self.report(value, |_| format!("{} is a required property", Value::from(name.as_str())))?;
            }
        }
        Flow::Continue(())
    }

    fn properties(&mut self, node: Node<'v>, keywords: &'v ObjectKeywords, members: &Members, value: &Value) -> Flow {
        let rest = keywords.additional_properties.as_deref().filter(|rest| rest.as_bool() != Some(true));
        let Some(rest) = rest else {
            for (name, schema, value) in known(keywords.properties.as_ref(), members) {
                self.inside(name, node.with(schema), value)?;
            }
            for (pattern, schema) in keywords.pattern_properties.iter().flatten() {
                for (name, value) in members {
                    if self.matches(pattern, name) {
                        self.inside(name, node.with(schema), value)?;
                    }
                }
            }
            return Flow::Continue(());
        };
        let mut unexpected = Vec::new();
        for (name, value) in members {
            let schemas = self.schemas_for(keywords, name);
            for schema in &schemas {
                self.inside(name, node.with(schema), value)?;
            }
            match rest.form {
                _ if !schemas.is_empty() => {}
                Form::Boolean(false) => unexpected.push(name.as_str()),
                _ => self.inside(name, node.with(rest), value)?,
            }
        }
        if unexpected.is_empty() { Flow::Continue(()) } else { self.report_names("Additional", &unexpected, value) }
    }

    /// Returns the schemas in `properties` and `patternProperties` that apply to a property.
    pub(super) fn schemas_for(&self, keywords: &'v ObjectKeywords, name: &str) -> Vec<&'v Schema> {
        let named = keywords.properties.iter().filter_map(|properties| properties.get(name));
        let patterns = keywords.pattern_properties.iter().flatten();
        named.chain(patterns.filter(|(pattern, _)| self.matches(pattern, name)).map(|(_, schema)| schema)).collect()
    }

    /// Reports properties that no keyword allows.
    pub(super) fn report_names(&mut self, kind: &str, names: &[&str], value: &Value) -> Flow {
        self.report(value, |_| {
            let quoted: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
            let verb = if names.len() == 1 { "was" } else { "were" };
            format!("{kind} properties are not allowed ({} {verb} unexpected)", quoted.join(", "))
        })
    }

    /// Validates the names of properties. Their violations are violations of the object.
    fn property_names(&mut self, node: Node<'v>, members: &Members, value: &Value) -> Flow {
        if node.schema.as_bool() == Some(false) && !members.is_empty() {
            return self.check(node, value);
        }
        members.keys().try_for_each(|name| self.check(node, &Value::from(name.as_str())))
    }
}

/// Returns the properties that a schema names, in the order of the object or, if the schema names fewer, of the schema.
fn known<'v, 'm>(
    properties: Option<&'v ByName<Schema>>,
    members: &'m Members,
) -> Vec<(&'m str, &'v Schema, &'m Value)> {
    let Some(properties) = properties else { return Vec::new() };
    if members.len() <= properties.len() {
        let named = members.iter().filter_map(|(name, value)| Some((name.as_str(), properties.get(&**name)?, value)));
        named.collect()
    } else {
        let named = properties.iter().filter_map(|(name, schema)| {
            let (name, value) = members.get_key_value(&**name)?;
            Some((name.as_str(), schema, value))
        });
        named.collect()
    }
}
