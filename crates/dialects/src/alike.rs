//! Separates branches of a union that have the same vendor schema and decode differently.
//!
//! For example, `null` may mean a missing property in one branch and the value `null` in the other, or a list may be a
//! list in one and a map in the other. The later branch is wrapped in an object.

use std::collections::HashMap;

use crate::node::{Member, Node, NodeKind, Plan, Presence, Rest, VALUE};
use crate::values::same;

/// Property that contains a wrapped branch.
const WRAPPER_NAME: &str = "written_as";
/// Limits of a comparison: number of nodes and depth. Nodes beyond the limits are assumed to decode alike, which
/// certificates do not assume.
const MAX_COMPARED_NODES: usize = 1_000_000;
const MAX_DEPTH: usize = 250;

/// Relation of two nodes: can one answer match both, and do the results differ?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Likeness {
    /// No answer matches both.
    Apart,
    /// Answers that match both decode to the same document.
    Same,
    /// Answers that match both may decode to different documents.
    Differ,
}

use Likeness::{Apart, Differ, Same};

/// Processes the whole plan.
pub(crate) fn keep_branches_apart(plan: &mut Plan) {
    let before = plan.clone();
    let mut comparison = BranchComparison { plan: &before, known: HashMap::new(), steps: 0, depth: 0 };
    visit(&mut comparison, &mut plan.root);
    for node in plan.definitions.values_mut() {
        visit(&mut comparison, node);
    }
}

fn visit(comparison: &mut BranchComparison<'_>, node: &mut Node) {
    // The branches are compared as they were before any change.
    if let NodeKind::Union(branches) = &mut node.kind {
        union(comparison, branches);
    }
    for child in node.children_mut() {
        visit(comparison, child);
    }
}

fn union(comparison: &mut BranchComparison<'_>, branches: &mut [Node]) {
    let mut alone: Vec<usize> = Vec::new();
    let mut boxed: Vec<usize> = Vec::new();
    for later in 0..branches.len() {
        let alike = alone.iter().any(|earlier| {
            comparison.known.clear();
            comparison.likeness(&branches[*earlier], &branches[later]) == Differ
        });
        if alike { &mut boxed } else { &mut alone }.push(later);
    }
    for index in boxed {
        let mut name = format!("{WRAPPER_NAME}_{}", index + 1);
        while branches.iter().any(|branch| names(comparison.plan, branch).contains(&name.as_str())) {
            name.push('_');
        }
        let inner = std::mem::take(&mut branches[index]);
        branches[index] = Node::new(NodeKind::Boxed(name, Box::new(inner)));
    }
}

/// Returns the property names of an object.
fn names<'p>(plan: &'p Plan, node: &'p Node) -> Vec<&'p str> {
    match &plan.follow(node).kind {
        NodeKind::Object { members, .. } => members.iter().map(|member| member.name.as_str()).collect(),
        NodeKind::Boxed(name, _) => vec![name],
        _ => Vec::new(),
    }
}

struct BranchComparison<'p> {
    plan: &'p Plan,
    /// Pairs that were or are being compared, by address. One of the two is a definition.
    known: HashMap<(*const Node, *const Node), Likeness>,
    steps: usize,
    depth: usize,
}

impl BranchComparison<'_> {
    fn likeness(&mut self, one: &Node, other: &Node) -> Likeness {
        self.deeper(|all| all.compare(one, other))
    }

    /// Runs a nested comparison within the limits.
    fn deeper(&mut self, compare: impl FnOnce(&mut Self) -> Likeness) -> Likeness {
        self.steps += 1;
        if self.steps > MAX_COMPARED_NODES || self.depth > MAX_DEPTH {
            return Same;
        }
        self.depth += 1;
        let found = compare(self);
        self.depth -= 1;
        found
    }

    fn compare(&mut self, one: &Node, other: &Node) -> Likeness {
        let is_reference = |node: &Node| matches!(node.kind, NodeKind::Reference(_));
        let leads_on = is_reference(one) || is_reference(other);
        let plan = self.plan;
        let (one, other) = (plan.follow(one), plan.follow(other));
        if std::ptr::eq(one, other) {
            return Same;
        }
        if !leads_on {
            return self.kinds(one, other);
        }
        let pair = (std::ptr::from_ref(one), std::ptr::from_ref(other));
        if let Some(known) = self.known.get(&pair) {
            return *known;
        }
        self.known.insert(pair, Same);
        let found = self.kinds(one, other);
        self.known.insert(pair, found);
        found
    }

    fn kinds(&mut self, one: &Node, other: &Node) -> Likeness {
        match (&one.kind, &other.kind) {
            (NodeKind::Union(branches), _) => self.any(branches.iter().map(|branch| (branch, other))),
            (_, NodeKind::Union(branches)) => self.any(branches.iter().map(|branch| (one, branch))),
            (NodeKind::Object { members: mine, rest: my_rest }, NodeKind::Object { members: theirs, rest }) => {
                self.objects((mine, my_rest), (theirs, rest))
            }
            (NodeKind::Boxed(name, inner), NodeKind::Boxed(theirs, node)) if name == theirs => {
                self.likeness(inner, node)
            }
            (NodeKind::Boxed(name, _), NodeKind::Object { members, .. })
            | (NodeKind::Object { members, .. }, NodeKind::Boxed(name, _)) => boxed_object(name, members),
            (NodeKind::Pairs(mine), NodeKind::Pairs(theirs)) | (NodeKind::Maybe(mine), NodeKind::Maybe(theirs)) => {
                at_least_same(self.likeness(mine, theirs))
            }
            (NodeKind::List { slots, items, .. }, NodeKind::List { slots: their_slots, items: their_items, .. }) => {
                let mine: Vec<&Node> = slots.iter().chain([&**items]).collect();
                let theirs: Vec<&Node> = their_slots.iter().chain([&**their_items]).collect();
                at_least_same(self.any(mine.iter().flat_map(|mine| theirs.iter().map(|theirs| (*mine, *theirs)))))
            }
            (NodeKind::Text(mine), NodeKind::Text(theirs)) => {
                let disjoint = !mine.is_empty() && !theirs.is_empty() && !mine.iter().any(|one| theirs.contains(one));
                if disjoint { Apart } else { Same }
            }
            (
                NodeKind::List { .. } | NodeKind::Pairs(_) | NodeKind::Maybe(_),
                NodeKind::List { .. } | NodeKind::Pairs(_) | NodeKind::Maybe(_),
            )
            | (NodeKind::Text(_), NodeKind::Scalar { scalar: "string", .. })
            | (NodeKind::Scalar { scalar: "string", .. }, NodeKind::Text(_)) => Differ,
            (
                NodeKind::Scalar { scalar, values, .. },
                NodeKind::Scalar { scalar: their_scalar, values: theirs, .. },
            ) => {
                let number = |scalar: &str| ["integer", "number"].contains(&scalar);
                let types = scalar == their_scalar || (number(scalar) && number(their_scalar));
                let shared = values.is_empty()
                    || theirs.is_empty()
                    || values.iter().any(|one| theirs.iter().any(|other| same(one, other)));
                if types && shared { Same } else { Apart }
            }
            (NodeKind::Free | NodeKind::Reference(_), _) | (_, NodeKind::Free | NodeKind::Reference(_)) => Same,
            _ => Apart,
        }
    }

    /// Compares a wrapped first node: in an object with one value or, if `listed`, in a list of at most one element.
    fn inside(&mut self, listed: bool, node: &Node, other: &Node) -> Likeness {
        let plan = self.plan;
        match &plan.follow(other).kind {
            NodeKind::Union(branches) => {
                self.deeper(|all| best(branches.iter().map(|branch| all.inside(listed, node, branch))))
            }
            NodeKind::Boxed(name, inner) if !listed && name == VALUE => self.likeness(node, inner),
            NodeKind::Object { members, .. } if !listed => boxed_object(VALUE, members),
            NodeKind::Maybe(inner) if listed => at_least_same(self.likeness(node, inner)),
            NodeKind::List { .. } | NodeKind::Pairs(_) if listed => Differ,
            NodeKind::Free | NodeKind::Reference(_) => Same,
            _ => Apart,
        }
    }

    /// Compares pairs of alternatives.
    fn any<'n>(&mut self, pairs: impl Iterator<Item = (&'n Node, &'n Node)>) -> Likeness {
        best(pairs.map(|(one, other)| self.likeness(one, other)))
    }

    fn objects(&mut self, (mine, my_rest): (&[Member], &Rest), (theirs, rest): (&[Member], &Rest)) -> Likeness {
        if lacks((mine, my_rest), (theirs, rest)) || lacks((theirs, rest), (mine, my_rest)) {
            return Apart;
        }
        let shared = || {
            let other = |one: &Member| theirs.iter().find(|other| other.name == one.name);
            mine.iter().filter_map(move |one| Some((one, other(one)?)))
        };
        let is_scalar =
            |plan: &Plan, member: &Member| matches!(&plan.follow(&member.node).kind, NodeKind::Scalar { .. });
        // Tags first, because they separate branches quickly.
        let (scalars, others): (Vec<_>, Vec<_>) =
            shared().partition(|(one, other)| is_scalar(self.plan, one) && is_scalar(self.plan, other));
        let mut found = Same;
        for (one, other) in scalars.into_iter().chain(others) {
            let always = one.presence != Presence::Optional && other.presence != Presence::Optional;
            match self.members(one, other) {
                Apart if always => return Apart,
                Differ => found = Differ,
                Apart | Same => {}
            }
        }
        if let (Rest::Pairs(_, mine), Rest::Pairs(_, theirs)) = (my_rest, rest)
            && self.likeness(mine, theirs) == Differ
        {
            found = Differ;
        }
        found
    }

    fn members(&mut self, one: &Member, other: &Member) -> Likeness {
        let plan = self.plan;
        match (one.presence, other.presence) {
            (Presence::Required | Presence::Optional, Presence::Required | Presence::Optional) => {
                self.likeness(&one.node, &other.node)
            }
            (Presence::Nullable, Presence::Nullable)
            | (Presence::Boxed, Presence::Boxed)
            | (Presence::Listed, Presence::Listed) => at_least_same(self.likeness(&one.node, &other.node)),
            (Presence::Nullable | Presence::Boxed, Presence::Required | Presence::Optional)
                if plan.takes_null(&other.node) =>
            {
                Differ
            }
            (Presence::Nullable, Presence::Required | Presence::Optional) => self.likeness(&one.node, &other.node),
            (Presence::Boxed, Presence::Required | Presence::Optional) => self.inside(false, &one.node, &other.node),
            (Presence::Nullable, Presence::Boxed) => at_least_same(self.inside(false, &other.node, &one.node)),
            (Presence::Listed, _) => self.inside(true, &one.node, &other.node),
            _ => self.members(other, one),
        }
    }
}

/// Combines the results of alternatives.
fn best(all: impl Iterator<Item = Likeness>) -> Likeness {
    let mut found = Apart;
    for likeness in all {
        match likeness {
            Differ => return Differ,
            Same => found = Same,
            Apart => {}
        }
    }
    found
}

/// Compares a value in an object with one property of this name with another object.
fn boxed_object(name: &str, members: &[Member]) -> Likeness {
    let fits = members.iter().all(|member| member.name == name || member.presence == Presence::Optional);
    if fits && members.iter().any(|member| member.name == name) { Differ } else { Apart }
}

/// Relation of two nodes that have an answer in common which decodes to the same document.
fn at_least_same(inner: Likeness) -> Likeness {
    if inner == Apart { Same } else { inner }
}

/// Checks whether one always has a property that the other does not allow.
fn lacks((mine, my_rest): (&[Member], &Rest), (theirs, rest): (&[Member], &Rest)) -> bool {
    let pairs = match rest {
        Rest::Open(_) => return false,
        Rest::Closed => None,
        Rest::Pairs(name, _) => Some(name.as_str()),
    };
    let always = mine.iter().filter(|member| member.presence != Presence::Optional).map(|member| &member.name);
    let mine_pairs = match my_rest {
        Rest::Pairs(name, _) => Some(name),
        Rest::Closed | Rest::Open(_) => None,
    };
    always
        .chain(mine_pairs)
        .any(|name| Some(name.as_str()) != pairs && !theirs.iter().any(|member| member.name == *name))
}
