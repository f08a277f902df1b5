//! Compiles unions: keywords next to a union are merged into its branches, and `oneOf` becomes `anyOf`.

use planwright_schema::Target;
use planwright_schema::keywords::is_constraint;
use planwright_schema::model::Keyword;
use planwright_source::type_name;
use serde_json::{Map, Value};

use crate::compile::Compiler;
use crate::node::Node;
use crate::source::Source;
use crate::values::{listed, named_types};
use crate::weakening::{NOTHING_ALLOWED, ONE_OF_AS_ANY_OF};

impl Compiler<'_> {
    /// Compiles a schema with a union.
    pub(crate) fn union(&mut self, members: &Map<String, Value>, at: &Target, depth: usize) -> Node {
        let keyword = if members.contains_key(Keyword::AnyOf.name()) { Keyword::AnyOf } else { Keyword::OneOf };
        let mut base = members.clone();
        let branches = match base.shift_remove(keyword.name()) {
            Some(Value::Array(branches)) => branches,
            _ => Vec::new(),
        };
        base.retain(|name, _| is_constraint(name));
        if keyword == Keyword::OneOf && !apart(self.source, &branches) {
            let message = "more than one branch may fit the same value; that only one does is no longer checked";
            self.weaker(&at.member(keyword.name()), ONE_OF_AS_ANY_OF, message);
        }
        let place = at.member(keyword.name());
        let base = Value::Object(base);
        let mut nodes = Vec::new();
        for (index, branch) in branches.iter().enumerate().filter(|(_, branch)| **branch != false) {
            if nothing_in_common(self.source, &base, branch) {
                continue;
            }
            let place = place.index(index);
            let alone = base.as_object().is_some_and(Map::is_empty);
            let node =
                if alone { self.node(branch, &place, depth + 1) } else { self.meet(&base, branch, &place, depth + 1) };
            nodes.push(node);
        }
        if nodes.is_empty() {
            self.refuse(&place, NOTHING_ALLOWED, "no branch is left that a value could fit".to_owned());
        }
        Node::one_of(nodes)
    }
}

/// Checks that no value can be valid under two of the branches.
fn apart(source: &Source, branches: &[Value]) -> bool {
    branches
        .iter()
        .enumerate()
        .all(|(index, one)| branches[..index].iter().all(|other| nothing_in_common(source, one, other)))
}

/// Checks that no value is valid under both, based on types, fixed values and tags.
fn nothing_in_common(source: &Source, one: &Value, other: &Value) -> bool {
    let (one, other) = (follow(source, one), follow(source, other));
    if one == false || other == false {
        return true;
    }
    if let (Some(mine), Some(theirs)) = (types(one), types(other))
        && mine.iter().all(|name| !theirs.contains(name))
    {
        return true;
    }
    if let (Some(mine), Some(theirs)) = (listed(one), listed(other)) {
        return mine.iter().all(|value| !theirs.contains(value));
    }
    are_objects(one)
        && are_objects(other)
        && (has_disjoint_property(source, one, other) || lacks(one, other) || lacks(other, one))
}

fn follow<'s>(source: &'s Source, schema: &'s Value) -> &'s Value {
    let mut schema = schema;
    for _ in 0..=source.definitions.len() {
        let only = schema.get(Keyword::AllOf.name()).and_then(Value::as_array).filter(|parts| parts.len() == 1);
        schema = match (source.referred(schema), only) {
            (Some((_, referred, _)), _) => referred,
            (None, Some(parts)) => &parts[0],
            (None, None) => break,
        };
    }
    schema
}

fn are_objects(schema: &Value) -> bool {
    schema.get(Keyword::Type.name()).is_some_and(|name| name == "object")
}

fn types(schema: &Value) -> Option<Vec<&str>> {
    let named = named_types(schema);
    if named.is_empty() {
        return listed(schema).map(|values| values.into_iter().map(type_name).collect());
    }
    // Every integer is a number.
    Some(named.into_iter().map(|name| if name == "integer" { "number" } else { name }).collect())
}

/// Checks whether a property that both require has disjoint values.
fn has_disjoint_property(source: &Source, one: &Value, other: &Value) -> bool {
    required(one).any(|name| {
        let of = |schema: &'_ Value| {
            let member = follow(source, schema.get(Keyword::Properties.name())?.get(name)?);
            listed(member).map(|values| values.into_iter().cloned().collect::<Vec<_>>())
        };
        let shared = required(other).any(|theirs| theirs == name);
        shared && of(one).zip(of(other)).is_some_and(|(mine, theirs)| mine.iter().all(|value| !theirs.contains(value)))
    })
}

/// Checks whether one requires a property that the other does not allow.
fn lacks(one: &Value, other: &Value) -> bool {
    let closed = other.get(Keyword::AdditionalProperties.name()).is_some_and(|rest| *rest == false);
    let known = |name: &str| other.get(Keyword::Properties.name()).is_some_and(|members| members.get(name).is_some());
    let free = other.get(Keyword::PatternProperties.name()).is_none();
    required(one).any(|name| {
        let refused = other
            .get(Keyword::Properties.name())
            .and_then(|members| members.get(name))
            .is_some_and(|own| *own == false);
        refused || (closed && free && !known(name))
    })
}

fn required(schema: &Value) -> impl Iterator<Item = &str> {
    schema.get(Keyword::Required.name()).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}
