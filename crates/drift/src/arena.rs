//! The one internal form that schemas of every dialect are brought to. Equal schemas have one [`Id`], on whichever side.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use crate::formats::Format;
use crate::number::Exact;

/// Lists that are longer are looked up.
const MANY: usize = 16;

/// A schema in the [`Arena`].
pub(crate) type Id = usize;

/// A set of JSON types; integers and other numbers are told apart.
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

/// A schema: a connective, or an assertion. Assertions about one type hold of all values of other types.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node {
    /// All of them; none is `true`.
    And(Vec<Id>),
    /// At least one of them; none is `false`.
    Or(Vec<Id>),
    /// Exactly one of them.
    One(Vec<Id>),
    Not(Id),
    /// A schema that is read once and referred to: an index of [`Arena::targets`].
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
    /// The element at an index, where there is one.
    Item(u64, Id),
    /// Every element from an index on.
    ItemsFrom(u64, Id),
    /// At least so many elements are of the schema.
    CountMin(Id, u64),
    /// At most so many elements are of the schema.
    CountMax(Id, u64),
    MinMembers(u64),
    MaxMembers(u64),
    Has(String),
    /// The member, where there is one.
    Member(String, Id),
    /// Every member whose name the pattern finds.
    Matching(String, Id),
    /// Every member with another name, which none of the patterns finds.
    Others(Vec<String>, Vec<String>, Id),
    /// The name of every member.
    Names(Id),
    /// What is not known, or cannot be said; equal texts mean the same.
    Opaque(String),
}

/// Whether a bound is allowed itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Inclusive,
    Exclusive,
}

impl Bound {
    /// The bound of the complement.
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
    /// The texts among long lists of values.
    texts: HashMap<Id, HashSet<String>>,
    /// What references lead to; `None` until it is read.
    pub targets: Vec<Option<Id>>,
}

impl Arena {
    pub(crate) fn add(&mut self, node: Node) -> Id {
        let key = format!("{node:?}");
        if let Some(id) = self.known.get(&key) {
            return *id;
        }
        if let Node::Enum(values) = &node
            && values.len() > MANY
        {
            let texts = values.iter().filter_map(Value::as_str).map(str::to_owned).collect();
            self.texts.insert(self.nodes.len(), texts);
        }
        self.nodes.push(node);
        self.known.insert(key, self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    /// Whether a value is one of a list.
    pub(crate) fn lists(&self, id: Id, values: &[Value], value: &Value) -> bool {
        match (self.texts.get(&id), value) {
            (Some(texts), Value::String(text)) => texts.contains(text),
            _ => values.iter().any(|one| crate::number::same(one, value)),
        }
    }

    /// How many schemas there are.
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

    /// All of them; one alone stays as it is.
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

/// The type of a value, as a set of one.
pub(crate) fn type_of(value: &Value) -> Types {
    match value {
        Value::Null => NULL,
        Value::Bool(_) => BOOLEAN,
        // A float is whole if, and only if, its shortest text is.
        Value::Number(number) if number.as_f64().is_some_and(|float| float.fract() != 0.0) => FRACTION,
        Value::Number(_) => INTEGER,
        Value::String(_) => STRING,
        Value::Array(_) => ARRAY,
        Value::Object(_) => OBJECT,
    }
}

impl Arena {
    /// Gives schemas that say the same through different references one target, so that what did not change is seen at
    /// once. Targets are told apart round by round, as the states of an automaton are.
    pub(crate) fn share(&mut self) {
        let count = self.targets.len();
        let mut classes = vec![0_usize; count];
        let mut distinct = 1;
        loop {
            let mut memo = HashMap::new();
            let mut names: HashMap<(usize, usize), usize> = HashMap::new();
            let mut keys: HashMap<String, usize> = HashMap::new();
            let mut next = vec![0; count];
            for target in 0..count {
                let own = self.targets[target]
                    .map_or(usize::MAX - target, |id| self.class(id, &classes, &mut memo, &mut keys));
                let fresh = names.len();
                next[target] = *names.entry((classes[target], own)).or_insert(fresh);
            }
            let found = names.len();
            classes = next;
            if found == distinct {
                break;
            }
            distinct = found;
        }
        let mut first: HashMap<usize, usize> = HashMap::new();
        let same: Vec<usize> =
            classes.iter().enumerate().map(|(target, class)| *first.entry(*class).or_insert(target)).collect();
        self.forward(&same);
    }

    /// A number that equal schemas share, references taken as their classes.
    fn class(
        &self,
        id: Id,
        classes: &[usize],
        memo: &mut HashMap<Id, usize>,
        keys: &mut HashMap<String, usize>,
    ) -> usize {
        if let Some(class) = memo.get(&id) {
            return *class;
        }
        let mut node = self.node(id).clone();
        node.each(&mut |inner| *inner = self.class(*inner, classes, memo, keys));
        if let Node::And(ids) | Node::Or(ids) = &mut node {
            ids.sort_unstable();
        }
        if let Node::Ref(target) = &mut node {
            *target = classes[*target];
        }
        let fresh = keys.len();
        let class = *keys.entry(format!("{node:?}")).or_insert(fresh);
        memo.insert(id, class);
        class
    }

    /// Rewrites every reference to the first of its class.
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
        node.each(&mut |inner| *inner = self.forwarded(*inner, same, memo));
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

impl Node {
    /// Calls `visit` for every schema directly inside.
    fn each(&mut self, visit: &mut dyn FnMut(&mut Id)) {
        match self {
            Self::And(ids) | Self::Or(ids) | Self::One(ids) => ids.iter_mut().for_each(visit),
            Self::Not(id)
            | Self::Item(_, id)
            | Self::ItemsFrom(_, id)
            | Self::CountMin(id, _)
            | Self::CountMax(id, _)
            | Self::Member(_, id)
            | Self::Matching(_, id)
            | Self::Others(_, _, id)
            | Self::Names(id) => visit(id),
            _ => {}
        }
    }
}
