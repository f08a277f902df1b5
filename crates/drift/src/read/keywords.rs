//! Translates each keyword to the internal representation.

use std::collections::BTreeSet;

use planwright_schema::model::{
    ByName, Count, Dependency, Items, Keyword, Schema, Subject, Type, Types as KeywordTypes,
};
use serde_json::Value;

use super::Reader;
use crate::arena::{ANY, ARRAY, BOOLEAN, Bound, INTEGER, Id, NULL, NUMBER, Node as ArenaNode, OBJECT, STRING, Types};
use crate::formats::{self, Format};
use crate::number;
use crate::schema_library::{Node, references};

impl Reader<'_> {
    /// Adds what a keyword requires.
    pub(super) fn keyword(&mut self, node: Node<'_>, keyword: Keyword, parts: &mut Vec<Id>) {
        let is_compared = keyword.applies_to() == Subject::Number || matches!(keyword, Keyword::Const | Keyword::Enum);
        if is_compared && let Some(text) = self.library.lossy_numbers(node, keyword) {
            let of = node.keywords().value(keyword).map(|value| value.to_string()).unwrap_or_default();
            let reason = format!("a number that no 64-bit float holds: {} {text} {of}", keyword.name());
            parts.push(self.arena.add(ArenaNode::Opaque(reason)));
        } else {
            self.requirement(node, keyword, parts);
        }
    }

    /// Adds what a keyword requires of exact numbers. The match has no wildcard, so that a new keyword does not compile until
    /// it is read.
    fn requirement(&mut self, node: Node<'_>, keyword: Keyword, parts: &mut Vec<Id>) {
        let object = node.keywords();
        match keyword {
            Keyword::Ref | Keyword::RecursiveRef | Keyword::DynamicRef => {
                let reference = references(object).find(|(own, _)| *own == keyword);
                parts.extend(reference.map(|reference| self.reference(node, reference)));
            }
            Keyword::Type => {
                let types = object.types.iter().flat_map(KeywordTypes::as_slice);
                parts.push(self.arena.add(ArenaNode::Types(types.fold(0, |all, one| all | mask(*one)))));
            }
            Keyword::Enum => parts.push(self.listed(object.values.enumeration.iter().flatten())),
            Keyword::Const => parts.push(self.listed(&object.values.constant)),
            Keyword::AllOf => parts.extend(self.each(node, keyword)),
            Keyword::AnyOf => {
                let branches = self.each(node, keyword);
                parts.push(self.arena.or(branches));
            }
            Keyword::OneOf => {
                let branches = self.each(node, keyword);
                parts.push(if let [only] = branches[..] { only } else { self.arena.add(ArenaNode::One(branches)) });
            }
            Keyword::Not => {
                let ids = self.each(node, keyword);
                parts.extend(ids.into_iter().map(|id| self.arena.not(id)));
            }
            Keyword::If => self.conditional(node, parts),
            Keyword::Minimum | Keyword::ExclusiveMinimum => self.bound(node, keyword, ArenaNode::Min, parts),
            Keyword::Maximum | Keyword::ExclusiveMaximum => self.bound(node, keyword, ArenaNode::Max, parts),
            Keyword::MultipleOf => {
                let step = object.number.multiple_of.as_ref().and_then(number::exact);
                parts.extend(step.map(|step| self.arena.add(ArenaNode::Multiple(step))));
            }
            Keyword::Pattern => {
                let pattern = object.string.pattern.clone();
                parts.extend(pattern.map(|pattern| self.arena.add(ArenaNode::Pattern(pattern))));
            }
            Keyword::Format => parts.extend(self.format(node)),
            Keyword::MinLength => self.at_least(object.string.min_length.as_ref(), ArenaNode::MinLength, parts),
            Keyword::MaxLength => self.at_most(object.string.max_length.as_ref(), ArenaNode::MaxLength, parts),
            Keyword::MinItems => self.at_least(object.array.min_items.as_ref(), ArenaNode::MinItems, parts),
            Keyword::MaxItems => self.at_most(object.array.max_items.as_ref(), ArenaNode::MaxItems, parts),
            Keyword::MinProperties => {
                self.at_least(object.object.min_properties.as_ref(), ArenaNode::MinMembers, parts);
            }
            Keyword::MaxProperties => self.at_most(object.object.max_properties.as_ref(), ArenaNode::MaxMembers, parts),
            Keyword::UniqueItems => {
                let is_unique = object.array.unique_items == Some(true);
                parts.extend(is_unique.then(|| self.arena.add(ArenaNode::Unique)));
            }
            Keyword::Items | Keyword::PrefixItems | Keyword::AdditionalItems => self.items(node, keyword, parts),
            Keyword::Contains => self.contains(node, parts),
            Keyword::Required => {
                let names: BTreeSet<&String> = object.object.required.iter().flatten().collect();
                parts.extend(names.into_iter().map(|name| self.arena.add(ArenaNode::Has(name.clone()))));
            }
            Keyword::Properties => self.by_name(node, object.object.properties.as_ref(), ArenaNode::Member, parts),
            Keyword::PatternProperties => {
                self.by_name(node, object.object.pattern_properties.as_ref(), ArenaNode::Matching, parts);
            }
            Keyword::AdditionalProperties => {
                let (own, patterns) = (object.object.properties.as_ref(), object.object.pattern_properties.as_ref());
                for id in self.each(node, keyword) {
                    parts.push(self.arena.add(ArenaNode::Others(names(own), names(patterns), id)));
                }
            }
            Keyword::PropertyNames => {
                let ids = self.each(node, keyword);
                parts.extend(ids.into_iter().map(|id| self.arena.add(ArenaNode::Names(id))));
            }
            Keyword::Dependencies | Keyword::DependentRequired | Keyword::DependentSchemas => {
                self.dependencies(node, keyword, parts);
            }
            Keyword::UnevaluatedProperties | Keyword::UnevaluatedItems => parts.push(self.unevaluated(node, keyword)),
            // Parts of `if` and `contains`, and keywords that reject nothing.
            Keyword::Then
            | Keyword::Else
            | Keyword::MinContains
            | Keyword::MaxContains
            | Keyword::Anchor
            | Keyword::Comment
            | Keyword::ContentEncoding
            | Keyword::ContentMediaType
            | Keyword::ContentSchema
            | Keyword::Default
            | Keyword::Definitions
            | Keyword::Defs
            | Keyword::Deprecated
            | Keyword::Description
            | Keyword::DollarId
            | Keyword::DynamicAnchor
            | Keyword::Examples
            | Keyword::Id
            | Keyword::ReadOnly
            | Keyword::RecursiveAnchor
            | Keyword::Schema
            | Keyword::Title
            | Keyword::Vocabulary
            | Keyword::WriteOnly => {}
        }
    }

    /// Reads each subschema of a keyword.
    fn each(&mut self, node: Node<'_>, keyword: Keyword) -> Vec<Id> {
        node.children(keyword).into_iter().map(|child| self.schema(child)).collect()
    }

    /// Reads each schema of a keyword whose value has schemas by name.
    fn by_name(
        &mut self,
        node: Node<'_>,
        schemas: Option<&ByName<Schema>>,
        new: impl Fn(String, Id) -> ArenaNode,
        parts: &mut Vec<Id>,
    ) {
        for (name, schema) in schemas.into_iter().flatten() {
            let id = self.inside(node, schema);
            parts.push(self.arena.add(new(name.to_string(), id)));
        }
    }

    fn listed<'v>(&mut self, values: impl IntoIterator<Item = &'v Value>) -> Id {
        self.arena.add(ArenaNode::Enum(values.into_iter().cloned().collect()))
    }

    fn conditional(&mut self, node: Node<'_>, parts: &mut Vec<Id>) {
        for condition in self.each(node, Keyword::If) {
            let otherwise = self.arena.not(condition);
            for (keyword, unless) in [(Keyword::Then, otherwise), (Keyword::Else, condition)] {
                for id in self.each(node, keyword) {
                    parts.push(self.arena.or(vec![unless, id]));
                }
            }
        }
    }

    fn bound(
        &mut self,
        node: Node<'_>,
        keyword: Keyword,
        new: impl Fn(number::Exact, Bound) -> ArenaNode,
        parts: &mut Vec<Id>,
    ) {
        let Some(bound) = node.keywords().bound(keyword) else { return };
        let kind = if bound.is_exclusive { Bound::Exclusive } else { Bound::Inclusive };
        parts.extend(number::exact(bound.number).map(|number| self.arena.add(new(number, kind))));
    }

    fn format(&mut self, node: Node<'_>) -> Option<Id> {
        let name = node.keywords().format.as_deref()?;
        // As in `check`, a format that the dialect does not assert is an annotation.
        if !self.formats || !formats::is_asserted(node.draft(), name) {
            return None;
        }
        let unknown = || ArenaNode::Opaque(format!("format {name:?} is not decided"));
        Some(self.arena.add(Format::named(node.draft(), name).map_or_else(unknown, ArenaNode::Format)))
    }

    fn at_least(&mut self, count: Option<&Count>, new: impl Fn(u64) -> ArenaNode, parts: &mut Vec<Id>) {
        let count = count.map(Count::get).filter(|count| *count > 0);
        parts.extend(count.map(|count| self.arena.add(new(count))));
    }

    fn at_most(&mut self, count: Option<&Count>, new: impl Fn(u64) -> ArenaNode, parts: &mut Vec<Id>) {
        let count = count.map(Count::get).filter(|count| *count < u64::MAX);
        parts.extend(count.map(|count| self.arena.add(new(count))));
    }

    fn items(&mut self, node: Node<'_>, keyword: Keyword, parts: &mut Vec<Id>) {
        let array = &node.keywords().array;
        let is_list = matches!(array.items, Some(Items::First(_)));
        let is_by_position = keyword == Keyword::PrefixItems || keyword == Keyword::Items && is_list;
        // Without a list of `items`, `additionalItems` has no effect.
        if keyword == Keyword::AdditionalItems && !is_list {
            return;
        }
        for (index, id) in (0..).zip(self.each(node, keyword)) {
            let from = array.slots().len() as u64;
            let new = if is_by_position { ArenaNode::Item(index, id) } else { ArenaNode::ItemsFrom(from, id) };
            parts.push(self.arena.add(new));
        }
    }

    fn contains(&mut self, node: Node<'_>, parts: &mut Vec<Id>) {
        let array = &node.keywords().array;
        for id in self.each(node, Keyword::Contains) {
            let min = array.min_contains.as_ref().map_or(1, Count::get);
            if min > 0 {
                parts.push(self.arena.add(ArenaNode::CountMin(id, min)));
            }
            let max = array.max_contains.as_ref().map(Count::get);
            parts.extend(max.map(|max| self.arena.add(ArenaNode::CountMax(id, max))));
        }
    }

    fn dependencies(&mut self, node: Node<'_>, keyword: Keyword, parts: &mut Vec<Id>) {
        for (name, dependency) in dependencies(node, keyword) {
            let has = self.arena.add(ArenaNode::Has(name.to_owned()));
            let lacks = self.arena.not(has);
            let then = self.dependent(dependency);
            parts.push(self.arena.or(vec![lacks, then]));
        }
    }

    pub(super) fn dependent(&mut self, dependency: Dependent<'_>) -> Id {
        match dependency {
            Dependent::Names(names) => {
                let names: BTreeSet<&String> = names.iter().collect();
                let ids = names.into_iter().map(|name| self.arena.add(ArenaNode::Has(name.clone()))).collect();
                self.arena.and(ids)
            }
            Dependent::Schema(node) => {
                let id = self.schema(node);
                let other = self.arena.add(ArenaNode::Types(ANY & !OBJECT));
                self.arena.or(vec![id, other])
            }
        }
    }
}

/// Requirement of an object that has a property.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Dependent<'s> {
    Names(&'s [String]),
    Schema(Node<'s>),
}

/// Returns the dependencies that a keyword defines, by the name of the property.
pub(crate) fn dependencies(node: Node<'_>, keyword: Keyword) -> Vec<(&str, Dependent<'_>)> {
    let object = &node.keywords().object;
    let either = object.dependencies.iter().flatten().map(|(name, dependency)| match dependency {
        Dependency::Names(names) => (&**name, Dependent::Names(names)),
        Dependency::Schema(schema) => (&**name, Dependent::Schema(node.with(schema))),
    });
    let required = object.dependent_required.iter().flatten();
    let required = required.map(|(name, names)| (&**name, Dependent::Names(names)));
    let schemas = object.dependent_schemas.iter().flatten();
    let schemas = schemas.map(|(name, schema)| (&**name, Dependent::Schema(node.with(schema))));
    match keyword {
        Keyword::Dependencies => either.collect(),
        Keyword::DependentRequired => required.collect(),
        Keyword::DependentSchemas => schemas.collect(),
        _ => Vec::new(),
    }
}

/// Returns the names of the schemas in the value of a keyword.
pub(super) fn names<N: FromIterator<String>>(schemas: Option<&ByName<Schema>>) -> N {
    schemas.into_iter().flat_map(ByName::keys).map(ToString::to_string).collect()
}

fn mask(one: Type) -> Types {
    match one {
        Type::Null => NULL,
        Type::Boolean => BOOLEAN,
        Type::Integer => INTEGER,
        Type::Number => NUMBER,
        Type::String => STRING,
        Type::Array => ARRAY,
        Type::Object => OBJECT,
    }
}
