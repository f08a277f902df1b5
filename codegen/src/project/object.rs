//! Objects: those with named members become structs, those without become maps.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::forms::{LOOKS, constant as constant_shape, only_value, single};
use super::{Place, Projection, defaults, describe, reasons};
use crate::shape::{Docs, Field, Shape};
use planwright_schema::error::{Error, ErrorKind};
use planwright_schema::unions;

/// What the field for the members without a name is called; a member that is called so keeps the name to itself.
const REST: &str = "additional properties";

impl<'a> Projection<'a> {
    /// The members of a struct, sorted by name.
    pub(super) fn fields(&mut self, schema: &Value, place: &Place<'a>) -> Vec<Field> {
        let Some(members) = schema.get("properties").and_then(Value::as_object) else { return Vec::new() };
        let required = schema.get("required").and_then(Value::as_array);
        let members: BTreeMap<&String, &Value> = members.iter().collect();
        let mut fields = Vec::new();
        for (name, member) in members {
            let inside = place.member(&["properties", name], name);
            let required = required.is_some_and(|required| required.iter().any(|known| known == name));
            let constant =
                only_value(member).filter(|_| required && self.style.replacement(&inside.target()).is_none());
            let shape = constant.map_or_else(|| self.shape(member, &inside), constant_shape);
            let docs = Docs { loose: shape.loose(), ..describe_through(member, self.module) };
            let default = self.default(member, &shape, &inside);
            let target = &place.definition.target;
            let place = (target.file.clone(), target.pointer.join(&inside.at));
            let constant = constant.cloned();
            fields.push(Field { name: name.clone(), docs, shape, required, rest: false, default, constant, place });
        }
        match self.rest(schema, place) {
            Some(rest) => fields.push(rest),
            None => fields.extend(unnamed(schema, place)),
        }
        fields
    }

    /// The field for the members that the schema does not name, where it types them or a keyword looks at them.
    /// Elsewhere an open object may have such members, and its type leaves them out.
    fn rest(&mut self, schema: &Value, place: &Place<'a>) -> Option<Field> {
        let extra = schema.get("additionalProperties");
        let has_patterns =
            schema.get("patternProperties").and_then(Value::as_object).is_some_and(|all| !all.is_empty());
        let at;
        let value = if has_patterns {
            at = place.member(&["patternProperties"], "");
            Shape::Any(Some(reasons::PATTERN))
        } else if let Some(extra) = extra.filter(|extra| extra.is_object()) {
            at = place.member(&["additionalProperties"], "value");
            self.shape(extra, &at)
        } else if extra == Some(&Value::Bool(false)) {
            return None;
        } else {
            let (keyword, why) = LOOKS.iter().find(|(keyword, _)| schema.get(keyword).is_some())?;
            at = place.member(&[keyword], "");
            Shape::Any(*why)
        };
        let description = Some("The members that the schema does not name.".to_owned());
        let target = &at.definition.target;
        Some(Field {
            name: REST.to_owned(),
            docs: Docs { description, loose: value.loose(), place: None },
            shape: Shape::Map(Box::new(value)),
            required: false,
            rest: true,
            default: Some(Value::Object(serde_json::Map::new())),
            constant: None,
            place: (target.file.clone(), target.pointer.join(&at.at)),
        })
    }

    /// An object without named members: a map from text to whatever `additionalProperties` says.
    pub(super) fn map(&mut self, schema: &Value, place: &Place<'a>) -> Shape {
        if let Some(patterns) = schema.get("patternProperties").and_then(Value::as_object) {
            let mut patterns = patterns.iter();
            return match (patterns.next(), patterns.next(), schema.get("additionalProperties")) {
                (Some((pattern, only)), None, Some(Value::Bool(false))) => {
                    Shape::Map(Box::new(self.shape(only, &place.member(&["patternProperties", pattern], "value"))))
                }
                _ => Shape::Map(Box::new(Shape::Any(Some(reasons::PATTERN)))),
            };
        }
        let value = schema.get("additionalProperties").filter(|extra| extra.is_object());
        let value = value.map(|value| self.shape(value, &place.member(&["additionalProperties"], "value")));
        Shape::Map(Box::new(value.unwrap_or(Shape::Any(None))))
    }

    fn default(&mut self, member: &Value, shape: &Shape, place: &Place<'a>) -> Option<Value> {
        // Whether a type of the user's can be made of it, nobody here knows.
        let default = member.get("default").filter(|_| !self.holds_replaced(shape))?;
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

    fn holds_replaced(&self, shape: &Shape) -> bool {
        match shape {
            Shape::List(inner) | Shape::Map(inner) | Shape::Nullable(inner) => self.holds_replaced(inner),
            Shape::Named(name) => self.replaced.contains_key(name),
            _ => false,
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

/// The members that a schema requires without a word about their values.
fn unnamed(schema: &Value, place: &Place<'_>) -> Vec<Field> {
    let is_known = |name: &str| schema.get("properties").is_some_and(|members| members.get(name).is_some());
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let names: BTreeSet<&str> = required.filter(|name| !is_known(name)).collect();
    let target = &place.definition.target;
    let field = |name: &str| Field {
        name: name.to_owned(),
        docs: Docs { loose: Some(reasons::UNNAMED), ..Docs::default() },
        shape: Shape::Any(Some(reasons::UNNAMED)),
        required: true,
        rest: false,
        default: None,
        constant: None,
        place: (target.file.clone(), target.pointer.join(&place.at.member("required"))),
    };
    names.into_iter().map(field).collect()
}

/// The description of a member, or else of what it refers to.
fn describe_through(member: &Value, module: &planwright_schema::link::Module) -> Docs {
    let own = describe(member);
    if own.description.is_some() { own } else { describe(unions::follow(single(member), &module.definitions)) }
}
