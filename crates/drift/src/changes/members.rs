//! Changes of objects and arrays: properties, elements, and the rest that no keyword describes.

use crate::rules::RuleId;
use std::collections::BTreeSet;

use jsonschema::Draft;
use serde_json::Value;

use super::{Differ, Node};

/// Treatment of undescribed properties of an object.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    Closed,
    Open,
    Covered,
}

impl<'s> Differ<'s> {
    pub(super) fn members(&mut self, old: &Node<'s>, new: &Node<'s>) {
        let (one, two) = (old.names("properties"), new.names("properties"));
        let (needed, needs) = (required(old), required(new));
        let mut gone: Vec<&'s str> = one.difference(&two).copied().collect();
        let mut come: Vec<&str> = two.difference(&one).copied().collect();
        let renamed = self.renamed(old, new, &mut gone, &mut come);
        for name in gone {
            let id = match self.content(new, name) {
                Content::Closed => RuleId::PropertyRemovedClosed,
                Content::Open => RuleId::PropertyRemovedOpen,
                Content::Covered => RuleId::PropertyRemovedCovered,
            };
            self.add(id, old, new, &["properties", name], format!("property {name:?} was removed"));
        }
        for name in come {
            let id = match self.content(old, name) {
                _ if needs.contains(name) && !needed.contains(name) => RuleId::RequiredPropertyAdded,
                Content::Closed => RuleId::PropertyAddedClosed,
                Content::Open => RuleId::PropertyAddedOpen,
                Content::Covered => RuleId::PropertyAddedCovered,
            };
            self.add(id, old, new, &["properties", name], format!("property {name:?} was added"));
        }
        for name in needs.difference(&needed).filter(|name| one.contains(**name) || !two.contains(**name)) {
            self.add(RuleId::RequiredAdded, old, new, &["required"], format!("property {name:?} is now required"));
            self.optional(old, new, (&one, &two), name);
        }
        for name in needed.difference(&needs).filter(|name| renamed != Some(**name)) {
            self.add(RuleId::RequiredRemoved, old, new, &["required"], format!("property {name:?} is now optional"));
            self.optional(old, new, (&one, &two), name);
        }
        for name in one.intersection(&two) {
            let below = |node: &Node<'s>| node.inside("properties").and_then(|members| members.below(name));
            if let (Some(old), Some(new)) = (below(old), below(new)) {
                self.compare(&old, &new);
            }
        }
        self.pattern_members(old, new);
        self.rest(old, new);
        self.dependencies(old, new);
    }

    fn optional(&mut self, old: &Node<'s>, new: &Node<'s>, (one, two): (&BTreeSet<&str>, &BTreeSet<&str>), name: &str) {
        if one.contains(name) && two.contains(name) {
            let message = format!("the generated field of {name:?} changes between T and Option<T>");
            self.add(RuleId::RustOptionalChanged, old, new, &["required"], message);
        }
    }

    /// Reports a removed and an added property with the same schema as a rename.
    fn renamed(
        &mut self,
        old: &Node<'s>,
        new: &Node<'s>,
        gone: &mut Vec<&'s str>,
        come: &mut Vec<&str>,
    ) -> Option<&'s str> {
        let schema = |node: &Node<'s>, name: &str| node.get("properties").and_then(|members| members.get(name));
        if let ([from], [to]) = (&gone[..], &come[..])
            && schema(old, from) == schema(new, to)
            && schema(old, from).is_some_and(|schema| schema.as_object().is_some_and(|members| !members.is_empty()))
        {
            let message = format!("property {from:?} seems to be renamed to {to:?}");
            self.add(RuleId::PropertyRenamed, old, new, &["properties", to], message);
            let from = *from;
            gone.clear();
            come.clear();
            return Some(from);
        }
        None
    }

    fn content(&mut self, node: &Node<'s>, name: &str) -> Content {
        let patterns = node.names("patternProperties");
        if patterns.iter().any(|pattern| self.patterns.is_match(pattern, name) != Some(false)) {
            return Content::Covered;
        }
        match node.get("additionalProperties").or(node.get("unevaluatedProperties")) {
            Some(Value::Bool(false)) => Content::Closed,
            None | Some(Value::Bool(true)) => Content::Open,
            Some(Value::Object(members)) if members.is_empty() => Content::Open,
            Some(_) => Content::Covered,
        }
    }

    fn pattern_members(&mut self, old: &Node<'s>, new: &Node<'s>) {
        let (one, two) = (old.names("patternProperties"), new.names("patternProperties"));
        for pattern in two.difference(&one) {
            let message = format!("properties that match {pattern:?} now have a schema");
            self.add(RuleId::PatternPropertyAdded, old, new, &["patternProperties", pattern], message);
        }
        for pattern in one.difference(&two) {
            let message = format!("properties that match {pattern:?} no longer have their own schema");
            self.add(RuleId::PatternPropertyRemoved, old, new, &["patternProperties", pattern], message);
        }
        for pattern in one.intersection(&two) {
            let below = |node: &Node<'s>| node.inside("patternProperties").and_then(|all| all.below(pattern));
            if let (Some(old), Some(new)) = (below(old), below(new)) {
                self.compare(&old, &new);
            }
        }
    }

    /// Compares the keywords for undescribed properties and for property names.
    fn rest(&mut self, old: &Node<'s>, new: &Node<'s>) {
        let keyword = "additionalProperties";
        let (one, two) = (old.get(keyword), new.get(keyword));
        let free = |rest: Option<&Value>| {
            rest.is_none_or(|rest| rest == &Value::Bool(true) || rest == &Value::Object(serde_json::Map::new()))
        };
        let closed = |rest: Option<&Value>| rest == Some(&Value::Bool(false));
        match (one, two) {
            _ if one == two || free(one) && free(two) => {}
            _ if closed(two) => {
                self.add(RuleId::ObjectClosed, old, new, &[keyword], "other properties are now rejected")
            }
            _ if closed(one) && free(two) => {
                self.add(RuleId::ObjectOpened, old, new, &[keyword], "other properties are now allowed");
            }
            _ if free(one) || free(two) || closed(one) => {
                self.add(RuleId::AdditionalNarrowed, old, new, &[keyword], "the schema of other properties changed");
            }
            _ => {
                if let (Some(old), Some(new)) = (old.inside(keyword), new.inside(keyword)) {
                    self.add(RuleId::AdditionalNarrowed, &old, &new, &[], "the schema of other properties changed");
                    self.compare(&old, &new);
                }
            }
        }
        self.either(old, new, "propertyNames", RuleId::PropertyNamesTightened, RuleId::PropertyNamesLoosened);
        for keyword in ["unevaluatedProperties", "unevaluatedItems"] {
            if old.get(keyword) != new.get(keyword) {
                self.add(RuleId::UnevaluatedChanged, old, new, &[keyword], format!("`{keyword}` changed"));
            }
        }
    }

    /// Compares a keyword whose value is one schema: added, removed, or different.
    pub(super) fn either(&mut self, old: &Node<'s>, new: &Node<'s>, keyword: &str, come: RuleId, gone: RuleId) {
        match (old.inside(keyword), new.inside(keyword)) {
            (None, Some(_)) => self.add(come, old, new, &[keyword], format!("`{keyword}` was added")),
            (Some(_), None) => self.add(gone, old, new, &[keyword], format!("`{keyword}` was removed")),
            (Some(old), Some(new)) => self.compare(&old, &new),
            (None, None) => {}
        }
    }

    fn dependencies(&mut self, old: &Node<'s>, new: &Node<'s>) {
        let all = |node: &Node<'s>| {
            let keywords = ["dependencies", "dependentRequired", "dependentSchemas"];
            let found = keywords.iter().flat_map(|keyword| {
                let members = node.get(keyword).and_then(Value::as_object).into_iter().flatten();
                members.map(|(name, value)| (*keyword, name.as_str(), value))
            });
            found.collect::<Vec<_>>()
        };
        let (one, two) = (all(old), all(new));
        let missing = |from: &[(&'static str, &'s str, &'s Value)], other: &[(&str, &str, &Value)]| {
            let is_there =
                |name: &str, value: &Value| other.iter().any(|(_, own, also)| *own == name && *also == value);
            from.iter().filter(|(_, name, value)| !is_there(name, value)).copied().collect::<Vec<_>>()
        };
        for (keyword, name, _) in missing(&two, &one) {
            let message = format!("the presence of {name:?} now has requirements");
            self.add(RuleId::DependencyAdded, old, new, &[keyword, name], message);
        }
        for (keyword, name, _) in missing(&one, &two) {
            let message = format!("the presence of {name:?} no longer has requirements");
            self.add(RuleId::DependencyRemoved, old, new, &[keyword, name], message);
        }
    }

    pub(super) fn elements(&mut self, old: &Node<'s>, new: &Node<'s>) {
        let ((one, rest_one), (two, rest_two)) = (tuple(old), tuple(new));
        if one.len() != two.len() {
            let message = format!("{} elements by position changed to {}", one.len(), two.len());
            let keyword = if new.get("prefixItems").is_some() { "prefixItems" } else { "items" };
            self.add(RuleId::TupleLengthChanged, old, new, &[keyword], message);
        }
        for (old, new) in one.into_iter().zip(two) {
            self.compare(&old, &new);
        }
        match (rest_one, rest_two) {
            (None, Some(_)) => self.add(RuleId::ItemsIntroduced, old, new, &["items"], "elements now have a schema"),
            (Some(_), None) => self.add(RuleId::ItemsDropped, old, new, &["items"], "elements no longer have a schema"),
            (Some(old), Some(new)) => self.compare(&old, &new),
            (None, None) => {}
        }
        self.either(old, new, "contains", RuleId::ContainsAdded, RuleId::ContainsRemoved);
    }
}

fn required<'s>(node: &Node<'s>) -> BTreeSet<&'s str> {
    node.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
}

/// Returns the schemas of elements by position and the schema of all others, in the notation of the dialect.
fn tuple<'s>(node: &Node<'s>) -> (Vec<Node<'s>>, Option<Node<'s>>) {
    let new = node.file.draft() == Draft::Draft202012;
    let first = node.inside(if new { "prefixItems" } else { "items" }).filter(|first| first.value.is_array());
    let items = node.inside("items").filter(|items| !items.value.is_array());
    match first {
        Some(first) => (first.elements(), if new { items } else { node.inside("additionalItems") }),
        None => (Vec::new(), items),
    }
}
