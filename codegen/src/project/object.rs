//! Objects: those with named members become structs, those without become maps.

use std::collections::BTreeMap;

use serde_json::Value;

use super::forms::single;
use super::{Place, Projection, defaults, describe, reasons};
use crate::error::{Error, ErrorKind};
use crate::shape::{Docs, Field, Shape};
use crate::unions;

/// Whether a schema is an object whose members are known by name.
pub(super) fn is_struct(schema: &Value) -> bool {
    let is_object = schema.get("type").is_some_and(|kind| kind == "object");
    let has_members = schema.get("properties").and_then(Value::as_object).is_some_and(|members| !members.is_empty());
    let free = ["allOf", "anyOf", "oneOf", "patternProperties"].iter().all(|keyword| schema.get(keyword).is_none());
    let extra = schema.get("additionalProperties").is_some_and(Value::is_object);
    is_object && has_members && free && !extra
}

impl<'a> Projection<'a> {
    /// The fields of a struct, sorted by name, without the tag of the union that the object is a branch of.
    pub(super) fn fields(&mut self, schema: &Value, place: &Place<'a>, tag: Option<&str>) -> Vec<Field> {
        let Some(members) = schema.get("properties").and_then(Value::as_object) else { return Vec::new() };
        let required = schema.get("required").and_then(Value::as_array);
        let members: BTreeMap<&String, &Value> =
            members.iter().filter(|(name, _)| Some(name.as_str()) != tag).collect();
        let mut fields = Vec::new();
        for (name, member) in members {
            let inside = place.member(&["properties", name], name);
            let shape = self.shape(member, &inside);
            let docs = Docs { loose: shape.loose(), ..describe_through(member, self.module) };
            let required = required.is_some_and(|required| required.iter().any(|known| known == name));
            let default = self.default(member, &shape, &inside);
            let target = &place.definition.target;
            let place = (target.file.clone(), target.pointer.join(&inside.at));
            fields.push(Field { name: name.clone(), docs, shape, required, default, place });
        }
        fields
    }

    /// An object without named members: a map from text to whatever `additionalProperties` says.
    pub(super) fn map(&mut self, schema: &Value, place: &Place<'a>) -> Shape {
        if schema.get("properties").and_then(Value::as_object).is_some_and(|members| !members.is_empty()) {
            let extra = schema.get("additionalProperties").is_some_and(Value::is_object);
            return Shape::Any(Some(if extra { reasons::EXTRA } else { reasons::PATTERN }));
        }
        if schema.get("patternProperties").is_some() {
            return Shape::Map(Box::new(Shape::Any(Some(reasons::PATTERN))));
        }
        let value = schema.get("additionalProperties").filter(|extra| extra.is_object());
        let value = value.map(|value| self.shape(value, &place.member(&["additionalProperties"], "value")));
        Shape::Map(Box::new(value.unwrap_or(Shape::Any(None))))
    }

    fn default(&mut self, member: &Value, shape: &Shape, place: &Place<'a>) -> Option<Value> {
        let default = member.get("default")?;
        let law = single(member);
        let law = unions::follow(law, &self.module.definitions);
        match defaults::usable(default, shape, law) {
            Ok(carried) => (carried && !self.leads_back(shape)).then(|| default.clone()),
            Err(message) => {
                self.warn(&place.member(&["default"], ""), "default", ErrorKind::BadDefault { message });
                None
            }
        }
    }

    /// Whether a type holds values of its own type, for which `{}` could stand for ever.
    fn leads_back(&self, shape: &Shape) -> bool {
        matches!(shape, Shape::Named(name) if self.references.is_recursive(name))
    }

    fn warn(&mut self, place: &Place<'a>, keyword: &str, kind: ErrorKind) {
        let target = &place.definition.target;
        self.warnings.push(Error {
            file: target.file.clone(),
            line_column: None,
            pointer: target.pointer.join(&place.at),
            keyword: Some(keyword.to_owned()),
            kind,
        });
    }
}

/// The description of a member, or else of what it refers to.
fn describe_through(member: &Value, module: &crate::link::Module) -> Docs {
    let own = describe(member);
    if own.description.is_some() { own } else { describe(unions::follow(single(member), &module.definitions)) }
}
