//! Translates each keyword to the internal representation.

use jsonschema::Draft;
use serde_json::Value;

use super::{Place, Reader, texts};
use crate::arena::{ANY, ARRAY, BOOLEAN, Bound, INTEGER, Id, NULL, NUMBER, Node, OBJECT, STRING, Types};
use crate::formats::{self, Format};
use crate::number;

/// Keywords whose value is or contains numbers that are compared.
const NUMERIC: &[&str] = &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "const", "enum"];

impl Reader<'_> {
    #[allow(clippy::too_many_lines, reason = "a line a keyword")]
    pub(super) fn keyword(&mut self, place: Place<'_>, keyword: &str, value: &Value, parts: &mut Vec<Id>) {
        let here = place.at.member(keyword);
        if NUMERIC.contains(&keyword)
            && let Some(text) = self.lossy(place, keyword)
        {
            let of = place.value.get(keyword).map(Value::to_string).unwrap_or_default();
            let reason = format!("a number that no 64-bit float holds: {keyword} {text} {of}");
            parts.push(self.arena.add(Node::Opaque(reason)));
            return;
        }
        let count = value.as_u64().or_else(|| value.as_f64().filter(|count| *count >= 0.0).map(|_| u64::MAX));
        let old = place.file.draft() == Draft::Draft4;
        match keyword {
            "type" => parts.push(self.arena.add(Node::Types(types(value)))),
            "enum" => parts.push(self.arena.add(Node::Enum(value.as_array().cloned().unwrap_or_default()))),
            "const" => parts.push(self.arena.add(Node::Enum(vec![value.clone()]))),
            "allOf" => parts.extend(self.list(place, keyword, value)),
            "anyOf" => {
                let list = self.list(place, keyword, value);
                parts.push(self.arena.or(list));
            }
            "oneOf" => {
                let list = self.list(place, keyword, value);
                parts.push(if let [only] = list[..] { only } else { self.arena.add(Node::One(list)) });
            }
            "not" => {
                let id = self.inside(place, &here, value);
                parts.push(self.arena.not(id));
            }
            "if" => self.conditional(place, value, parts),
            "minimum" | "maximum" => {
                let exclusive = if keyword == "minimum" { "exclusiveMinimum" } else { "exclusiveMaximum" };
                let strict = old && place.value.get(exclusive) == Some(&Value::Bool(true));
                let bound = if strict { Bound::Exclusive } else { Bound::Inclusive };
                self.bound(keyword == "minimum", value, bound, parts);
            }
            "exclusiveMinimum" | "exclusiveMaximum" if !old => {
                self.bound(keyword == "exclusiveMinimum", value, Bound::Exclusive, parts);
            }
            "multipleOf" => {
                if let Some(step) = number::from_value(value) {
                    parts.push(self.arena.add(Node::Multiple(step)));
                }
            }
            "pattern" => parts.extend(value.as_str().map(|text| self.arena.add(Node::Pattern(text.to_owned())))),
            "format" if self.formats => {
                // As in `check`, a format that the dialect does not assert is an annotation.
                let draft = place.file.draft();
                parts.extend(value.as_str().filter(|name| formats::is_asserted(draft, name)).map(|name| {
                    let unknown = || Node::Opaque(format!("format {name:?} is not decided"));
                    self.arena.add(Format::named(draft, name).map_or_else(unknown, Node::Format))
                }));
            }
            "minLength" => self.at_least(count, Node::MinLength, parts),
            "maxLength" => self.at_most(count, Node::MaxLength, parts),
            "minItems" => self.at_least(count, Node::MinItems, parts),
            "maxItems" => self.at_most(count, Node::MaxItems, parts),
            "minProperties" => self.at_least(count, Node::MinMembers, parts),
            "maxProperties" => self.at_most(count, Node::MaxMembers, parts),
            "uniqueItems" if value == &Value::Bool(true) => parts.push(self.arena.add(Node::Unique)),
            "items" | "prefixItems" => self.items(place, keyword, value, parts),
            "additionalItems" => {
                if let Some(first) = place.value.get("items").and_then(Value::as_array) {
                    let id = self.inside(place, &here, value);
                    parts.push(self.arena.add(Node::ItemsFrom(first.len() as u64, id)));
                }
            }
            "contains" => self.contains(place, value, parts),
            "required" => {
                parts.extend(texts(value).into_iter().map(|name| self.arena.add(Node::Has(name))));
            }
            "properties" | "patternProperties" => {
                for (name, inner) in value.as_object().into_iter().flatten() {
                    let id = self.inside(place, &here.member(name), inner);
                    let name = name.clone();
                    let node = if keyword == "properties" { Node::Member(name, id) } else { Node::Matching(name, id) };
                    parts.push(self.arena.add(node));
                }
            }
            "additionalProperties" => {
                let names = |keyword: &str| {
                    let members = place.value.get(keyword).and_then(Value::as_object);
                    members.map(|members| members.keys().cloned().collect()).unwrap_or_default()
                };
                let (own, patterns) = (names("properties"), names("patternProperties"));
                let id = self.inside(place, &here, value);
                parts.push(self.arena.add(Node::Others(own, patterns, id)));
            }
            "propertyNames" => {
                let id = self.inside(place, &here, value);
                parts.push(self.arena.add(Node::Names(id)));
            }
            "dependencies" | "dependentRequired" | "dependentSchemas" => {
                self.dependencies(place, keyword, value, parts);
            }
            "unevaluatedProperties" | "unevaluatedItems" => parts.push(self.unevaluated(place, keyword, value)),
            _ => {}
        }
    }

    fn list(&mut self, place: Place<'_>, keyword: &str, value: &Value) -> Vec<Id> {
        let here = place.at.member(keyword);
        let items = value.as_array().into_iter().flatten().enumerate();
        items.map(|(index, item)| self.inside(place, &here.index(index), item)).collect()
    }

    fn conditional(&mut self, place: Place<'_>, value: &Value, parts: &mut Vec<Id>) {
        let condition = self.inside(place, &place.at.member("if"), value);
        let otherwise = self.arena.not(condition);
        for (keyword, unless) in [("then", otherwise), ("else", condition)] {
            if let Some(value) = place.value.get(keyword) {
                let id = self.inside(place, &place.at.member(keyword), value);
                parts.push(self.arena.or(vec![unless, id]));
            }
        }
    }

    fn bound(&mut self, is_min: bool, value: &Value, bound: Bound, parts: &mut Vec<Id>) {
        if let Some(number) = number::from_value(value) {
            parts.push(self.arena.add(if is_min { Node::Min(number, bound) } else { Node::Max(number, bound) }));
        }
    }

    fn at_least(&mut self, count: Option<u64>, node: impl Fn(u64) -> Node, parts: &mut Vec<Id>) {
        parts.extend(count.filter(|count| *count > 0).map(|count| self.arena.add(node(count))));
    }

    fn at_most(&mut self, count: Option<u64>, node: impl Fn(u64) -> Node, parts: &mut Vec<Id>) {
        parts.extend(count.filter(|count| *count < u64::MAX).map(|count| self.arena.add(node(count))));
    }

    fn items(&mut self, place: Place<'_>, keyword: &str, value: &Value, parts: &mut Vec<Id>) {
        if let Some(items) = value.as_array() {
            if keyword == "items" && place.file.draft() == Draft::Draft202012 {
                return;
            }
            let here = place.at.member(keyword);
            for (index, item) in items.iter().enumerate() {
                let id = self.inside(place, &here.index(index), item);
                parts.push(self.arena.add(Node::Item(index as u64, id)));
            }
            return;
        }
        let new = place.file.draft() == Draft::Draft202012;
        let prefix = place.value.get("prefixItems").and_then(Value::as_array).filter(|_| new);
        let id = self.inside(place, &place.at.member(keyword), value);
        parts.push(self.arena.add(Node::ItemsFrom(prefix.map_or(0, Vec::len) as u64, id)));
    }

    fn contains(&mut self, place: Place<'_>, value: &Value, parts: &mut Vec<Id>) {
        let id = self.inside(place, &place.at.member("contains"), value);
        let counts = !super::is_old(place.file.draft());
        let limit = |keyword: &str| place.value.get(keyword).filter(|_| counts).and_then(Value::as_u64);
        let min = limit("minContains").unwrap_or(1);
        if min > 0 {
            parts.push(self.arena.add(Node::CountMin(id, min)));
        }
        parts.extend(limit("maxContains").map(|max| self.arena.add(Node::CountMax(id, max))));
    }

    fn dependencies(&mut self, place: Place<'_>, keyword: &str, value: &Value, parts: &mut Vec<Id>) {
        let here = place.at.member(keyword);
        for (name, inner) in value.as_object().into_iter().flatten() {
            let has = self.arena.add(Node::Has(name.clone()));
            let lacks = self.arena.not(has);
            let then = if inner.is_array() {
                let names = texts(inner).into_iter().map(|name| self.arena.add(Node::Has(name))).collect();
                self.arena.and(names)
            } else {
                let id = self.inside(place, &here.member(name), inner);
                let other = self.arena.add(Node::Types(ANY & !OBJECT));
                self.arena.or(vec![id, other])
            };
            parts.push(self.arena.or(vec![lacks, then]));
        }
    }
}

fn types(value: &Value) -> Types {
    let one = |name: &Value| match name.as_str() {
        Some("null") => NULL,
        Some("boolean") => BOOLEAN,
        Some("integer") => INTEGER,
        Some("number") => NUMBER,
        Some("string") => STRING,
        Some("array") => ARRAY,
        Some("object") => OBJECT,
        _ => 0,
    };
    value.as_array().map_or_else(|| one(value), |names| names.iter().map(one).fold(0, |all, own| all | own))
}
