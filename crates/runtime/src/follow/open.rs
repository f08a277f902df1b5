//! Tracks which schemas each open value of an arriving document can still satisfy.
//!
//! A tracker belongs to one schema and one value. It is alive until something refutes it: a byte, or the death of a
//! tracker that it needs. A tracker of a union dies with the last of its branches. The document is dead when the
//! tracker of its root is.

use std::collections::{HashMap, HashSet, VecDeque};

use super::FollowSchema;
use super::node::{FollowNode, NodeId};
use crate::diagnostic::Diagnostic;

/// Maximum number of schemas that are tracked for one value. Further ones are checked at the end of the document.
const MAX_TRACKERS: usize = 4_096;

/// A value that has started and not ended, or a property name.
#[derive(Debug)]
pub(super) struct OpenValue {
    pub(super) trackers: Vec<Tracker>,
    index: HashMap<TrackedPart, usize>,
    pub(super) form: OpenForm,
}

/// Kind of an open value.
#[derive(Debug)]
pub(super) enum OpenForm {
    /// A string, a number, `true`, `false` or `null`.
    Scalar,
    /// A property name.
    Name,
    /// An object with the names of its properties so far and the name of the current one.
    Object { seen: HashSet<String>, name: String },
    /// An array with the index of the current element.
    List { index: usize },
}

/// State of one schema for a value.
#[derive(Debug)]
pub(super) struct Tracker {
    part: TrackedPart,
    pub(super) is_dead: bool,
    /// Number of branches that are alive, for a union.
    branches: usize,
    /// Trackers that need this one.
    needed: Vec<NeededBy>,
}

/// Subject of a tracker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum TrackedPart {
    Schema(NodeId),
    Union(NodeId, usize),
}

/// A tracker that needs another one.
#[derive(Clone, Copy, Debug)]
pub(super) enum NeededBy {
    /// None: this is the root.
    Document,
    /// A tracker of the same value.
    Here(usize),
    /// A tracker of the enclosing value.
    Around(usize),
}

/// Reason why a byte refuted a tracker.
#[derive(Debug)]
pub(super) enum DeathCause {
    Kind(u8),
    Texts { allowed: Vec<String>, is_const: bool, is_whole: bool },
    TooLong(usize),
    Pattern(String),
    Minus,
    Judged(Box<Diagnostic>),
    Names(Vec<String>),
    Missing(String),
    Present(String),
    FewFields(usize),
    ManyFields(usize),
    FewItems(usize),
    ManyItems(usize),
}

impl OpenValue {
    pub(super) fn new(form: OpenForm) -> Self {
        Self { trackers: Vec::new(), index: HashMap::new(), form }
    }

    /// Returns the schemas that are alive, each with the index of its tracker.
    pub(super) fn alive<'s>(&self, schema: &'s FollowSchema) -> Vec<(usize, NodeId, &'s FollowNode)> {
        let trackers = self.trackers.iter().enumerate().filter(|(_, tracker)| !tracker.is_dead);
        let schemas = trackers.filter_map(|(number, tracker)| match tracker.part {
            TrackedPart::Schema(node) => Some((number, node, &schema.nodes[node])),
            TrackedPart::Union(..) => None,
        });
        schemas.collect()
    }
}

/// Open values, outermost first.
#[derive(Debug, Default)]
pub(super) struct OpenValues {
    all: Vec<OpenValue>,
    is_dead: bool,
}

impl OpenValues {
    /// Opens a value to which schemas apply.
    pub(super) fn push(&mut self, schema: &FollowSchema, form: OpenForm, wanted: &[(NodeId, NeededBy)]) {
        self.all.push(OpenValue::new(form));
        for (node, by) in wanted {
            self.track(schema, *node, *by);
        }
    }

    pub(super) fn pop(&mut self) -> Option<OpenValue> {
        self.all.pop()
    }

    pub(super) fn all(&self) -> &[OpenValue] {
        &self.all
    }

    /// Returns the index of the innermost value.
    pub(super) fn level(&self) -> Option<usize> {
        self.all.len().checked_sub(1)
    }

    pub(super) fn get(&self, level: usize) -> Option<&OpenValue> {
        self.all.get(level)
    }

    pub(super) fn last_mut(&mut self) -> Option<&mut OpenValue> {
        self.all.last_mut()
    }

    /// Returns whether the document is refuted.
    pub(super) fn is_dead(&self) -> bool {
        self.is_dead
    }

    /// Returns whether a tracker is refuted.
    pub(super) fn is_refuted(&self, level: usize, number: usize) -> bool {
        self.all.get(level).and_then(|open| open.trackers.get(number)).is_none_or(|tracker| tracker.is_dead)
    }

    /// Tracks a schema for the innermost value, with all schemas that it applies to the same value.
    fn track(&mut self, schema: &FollowSchema, node: NodeId, by: NeededBy) {
        let mut pending = VecDeque::from([(TrackedPart::Schema(node), by)]);
        while let Some((part, by)) = pending.pop_front() {
            let Some(level) = self.level() else { return };
            let open = &mut self.all[level];
            if let Some(number) = open.index.get(&part).copied() {
                open.trackers[number].needed.push(by);
                if open.trackers[number].is_dead {
                    self.notify(level, by);
                }
                continue;
            }
            if open.trackers.len() >= MAX_TRACKERS {
                continue;
            }
            let number = open.trackers.len();
            open.index.insert(part, number);
            let needs = NeededBy::Here(number);
            let branches = match part {
                TrackedPart::Schema(node) => {
                    let node_of = &schema.nodes[node];
                    pending.extend(node_of.all.iter().map(|other| (TrackedPart::Schema(*other), needs)));
                    pending.extend((0..node_of.unions.len()).map(|union| (TrackedPart::Union(node, union), needs)));
                    0
                }
                TrackedPart::Union(node, union) => {
                    let branches = &schema.nodes[node].unions[union];
                    pending.extend(branches.iter().map(|branch| (TrackedPart::Schema(*branch), needs)));
                    branches.len()
                }
            };
            open.trackers.push(Tracker { part, is_dead: false, branches, needed: vec![by] });
        }
    }

    /// Refutes a tracker and every tracker that needs it.
    pub(super) fn refute(&mut self, level: usize, number: usize) {
        let mut pending = vec![(level, number)];
        while let Some((level, number)) = pending.pop() {
            let Some(tracker) = self.all.get_mut(level).and_then(|open| open.trackers.get_mut(number)) else {
                continue;
            };
            if std::mem::replace(&mut tracker.is_dead, true) {
                continue;
            }
            for by in tracker.needed.clone() {
                pending.extend(self.remove_branch(level, by));
            }
        }
    }

    /// Notifies a tracker that another one that it needs is dead.
    fn notify(&mut self, level: usize, by: NeededBy) {
        if let Some((level, number)) = self.remove_branch(level, by) {
            self.refute(level, number);
        }
    }

    /// Removes one branch of a tracker, and returns the tracker if it cannot survive without it.
    fn remove_branch(&mut self, level: usize, by: NeededBy) -> Option<(usize, usize)> {
        let (level, number) = match by {
            NeededBy::Document => {
                self.is_dead = true;
                return None;
            }
            NeededBy::Here(number) => (level, number),
            NeededBy::Around(number) => (level.checked_sub(1)?, number),
        };
        let tracker = self.all.get_mut(level)?.trackers.get_mut(number)?;
        match tracker.part {
            TrackedPart::Schema(_) => Some((level, number)),
            TrackedPart::Union(..) => {
                tracker.branches = tracker.branches.saturating_sub(1);
                (tracker.branches == 0).then_some((level, number))
            }
        }
    }
}
