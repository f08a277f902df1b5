//! Internal representation of schemas, common to all dialects. Equal schemas have the same [`Id`], on both sides.

mod classes;

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use crate::formats::Format;
use crate::number::Exact;
use classes::Classes;

/// Length beyond which a list of values gets a hash set of its strings.
const MAX_UNINDEXED_VALUES: usize = 16;

/// Index of a schema in the [`Arena`].
pub(crate) type Id = usize;

/// Set of JSON types as a bit mask. Integers and other numbers are different types.
pub(crate) type Types = u8;

pub(crate) const NULL: Types = 1;
pub(crate) const BOOLEAN: Types = 2;
pub(crate) const INTEGER: Types = 4;
pub(crate) const FRACTION: Types = 8;
pub(crate) const NUMBER: Types = INTEGER | FRACTION;
pub(crate) const STRING: Types = 16;
pub(crate) const ARRAY: Types = 32;
pub(crate) const OBJECT: Types = 64;
pub(crate) const ANY: Types = 127;

/// Schema in the arena: a connective or an assertion. An assertion about one type accepts every value of another type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node {
    /// All of the schemas. The empty list is `true`.
    And(Vec<Id>),
    /// At least one of the schemas. The empty list is `false`.
    Or(Vec<Id>),
    /// Exactly one of the schemas.
    One(Vec<Id>),
    Not(Id),
    /// Schema that is read once and referenced: an index into [`Arena::targets`].
    Ref(usize),
    Types(Types),
    Enum(Vec<Value>),
    Min(Exact, Bound),
    Max(Exact, Bound),
    Multiple(Exact),
    MinLength(u64),
    MaxLength(u64),
    Pattern(String),
    Format(Format),
    MinItems(u64),
    MaxItems(u64),
    Unique,
    /// Element at an index, if it exists.
    Item(u64, Id),
    /// Every element from an index on.
    ItemsFrom(u64, Id),
    /// Minimum number of elements that match the schema.
    CountMin(Id, u64),
    /// Maximum number of elements that match the schema.
    CountMax(Id, u64),
    MinMembers(u64),
    MaxMembers(u64),
    Has(String),
    /// Property, if it exists.
    Member(String, Id),
    /// Every property whose name matches the pattern.
    Matching(String, Id),
    /// Every property that is neither in the list of names nor matched by one of the patterns.
    Others(Vec<String>, Vec<String>, Id),
    /// Name of every property.
    Names(Id),
    /// Schema that the prover cannot interpret. Equal strings mean equal schemas.
    Opaque(String),
}

/// Kind of a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Inclusive,
    Exclusive,
}

impl Bound {
    /// Returns the bound of the complement.
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Inclusive => Self::Exclusive,
            Self::Exclusive => Self::Inclusive,
        }
    }
}

/// All schemas of a pair.
#[derive(Debug, Default)]
pub(crate) struct Arena {
    nodes: Vec<Node>,
    known: HashMap<String, Id>,
    /// Strings in each long `enum`, for fast look-up.
    texts: HashMap<Id, HashSet<String>>,
    /// Schema that each reference leads to, or `None` until it is read.
    pub targets: Vec<Option<Id>>,
    /// First target that is equal to each target, once [`Self::share`] has run.
    canonical: Vec<usize>,
}

impl Arena {
    pub(crate) fn add(&mut self, node: Node) -> Id {
        let key = format!("{node:?}");
        if let Some(id) = self.known.get(&key) {
            return *id;
        }
        if let Node::Enum(values) = &node
            && values.len() > MAX_UNINDEXED_VALUES
        {
            let texts = values.iter().filter_map(Value::as_str).map(str::to_owned).collect();
            self.texts.insert(self.nodes.len(), texts);
        }
        self.nodes.push(node);
        self.known.insert(key, self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    /// Returns the strings of the `enum` with this id, if it is long.
    pub(crate) fn texts(&self, id: Id) -> Option<&HashSet<String>> {
        self.texts.get(&id)
    }

    /// Returns the number of schemas.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn node(&self, id: Id) -> &Node {
        &self.nodes[id]
    }

    pub(crate) fn always(&mut self) -> Id {
        self.add(Node::And(Vec::new()))
    }

    pub(crate) fn never(&mut self) -> Id {
        self.add(Node::Or(Vec::new()))
    }

    pub(crate) fn not(&mut self, id: Id) -> Id {
        match self.node(id) {
            Node::Not(inner) => *inner,
            _ => self.add(Node::Not(id)),
        }
    }

    /// Returns the conjunction. A single schema is returned unchanged.
    pub(crate) fn and(&mut self, mut ids: Vec<Id>) -> Id {
        ids.sort_unstable();
        ids.dedup();
        if let [only] = ids[..] { only } else { self.add(Node::And(ids)) }
    }

    pub(crate) fn or(&mut self, mut ids: Vec<Id>) -> Id {
        ids.sort_unstable();
        ids.dedup();
        if let [only] = ids[..] { only } else { self.add(Node::Or(ids)) }
    }
}

/// Returns the type of a value, as a set with one element.
pub(crate) fn type_of(value: &Value) -> Types {
    match value {
        Value::Null => NULL,
        Value::Bool(_) => BOOLEAN,
        // A float is an integer if and only if its shortest decimal form is.
        Value::Number(number) if number.as_f64().is_some_and(|float| float.fract() != 0.0) => FRACTION,
        Value::Number(_) => INTEGER,
        Value::String(_) => STRING,
        Value::Array(_) => ARRAY,
        Value::Object(_) => OBJECT,
    }
}

impl Arena {
    /// Gives equal schemas that are reached through different references the same target, so that unchanged parts are
    /// recognized at once. Returns the number of steps.
    pub(crate) fn share(&mut self) -> usize {
        let classes = Classes::new(self);
        let mut first: HashMap<usize, usize> = HashMap::new();
        let same: Vec<usize> = (0..self.targets.len())
            .map(|target| match self.targets[target] {
                Some(id) => *first.entry(classes.class_of(id)).or_insert(target),
                None => target,
            })
            .collect();
        self.forward(&same);
        self.canonical = same;
        classes.steps
    }

    /// Returns the reference to a target, which is the same for equal targets.
    pub(crate) fn reference(&mut self, target: usize) -> Id {
        let target = self.canonical.get(target).copied().unwrap_or(target);
        self.add(Node::Ref(target))
    }

    /// Rewrites every reference to the first target of its class.
    fn forward(&mut self, same: &[usize]) {
        let mut memo = HashMap::new();
        for (target, first) in same.iter().enumerate() {
            if *first == target
                && let Some(id) = self.targets[target]
            {
                self.targets[target] = Some(self.forwarded(id, same, &mut memo));
            }
        }
        for (target, first) in same.iter().enumerate() {
            self.targets[target] = self.targets[*first];
        }
    }

    fn forwarded(&mut self, id: Id, same: &[usize], memo: &mut HashMap<Id, Id>) -> Id {
        if let Some(id) = memo.get(&id) {
            return *id;
        }
        let mut node = self.node(id).clone();
        for inner in node.children_mut() {
            *inner = self.forwarded(*inner, same, memo);
        }
        let new = match node {
            Node::Ref(target) => self.add(Node::Ref(same[target])),
            Node::And(ids) => self.and(ids),
            Node::Or(ids) => self.or(ids),
            node => self.add(node),
        };
        memo.insert(id, new);
        new
    }
}

/// Returns the direct subschemas of a node as a slice, which `$one` makes of a single one. Without a wildcard, so that a
/// new kind of node needs a decision.
macro_rules! children {
    ($node:expr, $one:path, $none:expr) => {
        match $node {
            Node::And(ids) | Node::Or(ids) | Node::One(ids) => ids,
            Node::Not(id)
            | Node::Item(_, id)
            | Node::ItemsFrom(_, id)
            | Node::CountMin(id, _)
            | Node::CountMax(id, _)
            | Node::Member(_, id)
            | Node::Matching(_, id)
            | Node::Others(_, _, id)
            | Node::Names(id) => $one(id),
            Node::Ref(_)
            | Node::Types(_)
            | Node::Enum(_)
            | Node::Min(..)
            | Node::Max(..)
            | Node::Multiple(_)
            | Node::MinLength(_)
            | Node::MaxLength(_)
            | Node::Pattern(_)
            | Node::Format(_)
            | Node::MinItems(_)
            | Node::MaxItems(_)
            | Node::Unique
            | Node::MinMembers(_)
            | Node::MaxMembers(_)
            | Node::Has(_)
            | Node::Opaque(_) => $none,
        }
    };
}

impl Node {
    /// Returns the direct subschemas.
    fn children(&self) -> &[Id] {
        children!(self, std::slice::from_ref, &[])
    }

    /// Returns the direct subschemas, to be changed.
    fn children_mut(&mut self) -> &mut [Id] {
        children!(self, std::slice::from_mut, &mut [])
    }
}
