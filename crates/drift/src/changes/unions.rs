//! Changes of unions: `anyOf` and `oneOf`, and their branches.

use planwright_schema::model::{Keyword, Schema};

use super::view::{Part, Union};
use super::{Evidence, NEW, Node, OLD, Scope, Shown, View, Walk};
use crate::arena::Node as ArenaNode;
use crate::prove::State;
use crate::rules::RuleId;

/// Maximum number of branches for which overlap is checked.
const MAX_BRANCHES: usize = 10;

impl<'s> Walk<'s, '_> {
    pub(super) fn unions(&mut self, views: [&View<'s>; 2], scope: &Scope) {
        let ids = views.map(|view| self.view_id(view));
        let has_values = ids.map(|id| self.values_of(id).is_some());
        let [mut old, mut new] = views.map(View::unions);
        // Unions with the same meaning first, then those at the same position.
        let mut pairs = Vec::new();
        let mut index = 0;
        while index < old.len() {
            let id = self.assertion(OLD, &old[index].part.clone(), old[index].keyword);
            let other =
                (0..new.len()).find(|other| self.assertion(NEW, &new[*other].part.clone(), new[*other].keyword) == id);
            match other {
                Some(other) => pairs.push((old.remove(index), new.remove(other))),
                None => index += 1,
            }
        }
        let count = old.len().min(new.len());
        pairs.extend(old.drain(..count).zip(new.drain(..count)));
        for (old, new) in pairs {
            // Lists of values are compared as such, but the notes of their branches still count.
            self.union(views, scope, [&old, &new], has_values == [true, true]);
        }
        if has_values == [true, true] {
            return;
        }
        let rules = [(RuleId::UnionAdded, RuleId::AllOfAdded), (RuleId::UnionRemoved, RuleId::AllOfRemoved)];
        let gained = new.into_iter().map(|union| (OLD, union, rules[OLD], "added"));
        let removed = old.into_iter().map(|union| (NEW, union, rules[NEW], "removed"));
        for (side, union, (id, further), what) in gained.chain(removed).collect::<Vec<_>>() {
            let is_further = !views[side].unions().is_empty() && is_in_all_of(&union.part);
            let id = if is_further { further } else { id };
            let assertion = self.assertion(1 - side, &union.part, union.keyword);
            // A change of the allowed types is reported as such.
            let types = self.types_of(assertion);
            let other_types = self.prover.arena.add(ArenaNode::Types(types));
            let mut limited = scope.clone();
            limited.path[side].push(other_types);
            let shown = self.shows(&limited, side, assertion);
            if shown.is_possible() {
                let message = format!("a union (`{}`) was {what}", union.keyword.name());
                let spots = View::spots_of(views, 1 - side, &union.part, union.keyword);
                self.report(id, spots, message, shown);
            }
        }
    }

    /// Compares a schema with a union that has it as a branch, and returns whether there is one. Only the other branches
    /// make a difference then.
    pub(super) fn wrapped(&mut self, views: [&View<'s>; 2], scope: &Scope) -> bool {
        let ids = views.map(|view| self.view_id(view));
        let (side, union, rule) = match (&views[OLD].unions()[..], &views[NEW].unions()[..]) {
            ([union], []) => (OLD, union.clone(), (RuleId::UnionBranchRemoved, "removed")),
            ([], [union]) => (NEW, union.clone(), (RuleId::UnionBranchAdded, "added")),
            _ => return false,
        };
        let is_whole = self.assertion(side, &union.part, union.keyword) == ids[side];
        let whole = views[1 - side].heads[0];
        let (mut same, mut others): (Vec<Node<'s>>, Vec<Node<'s>>) =
            union.branches.iter().partition(|branch| self.id(side, **branch) == ids[1 - side]);
        let is_changed = same.is_empty();
        if is_changed && views[1 - side].heads.len() == 1 {
            (same, others) = others.into_iter().partition(|branch| has_same_name(*branch, whole));
        }
        // Lists of values are compared as such.
        if same.is_empty() || !is_whole || ids.iter().all(|id| self.values_of(*id).is_some()) {
            return false;
        }
        for branch in others {
            self.branch(views, scope, side, branch, rule);
        }
        for branch in same.into_iter().filter(|_| is_changed) {
            let (mut nodes, mut conditions) = ([whole; 2], ids);
            (nodes[side], conditions[side]) = (branch, self.id(side, branch));
            self.compare([&nodes[..1], &nodes[1..]], &scope.under(conditions));
        }
        true
    }

    fn union(&mut self, views: [&View<'s>; 2], scope: &Scope, unions: [&Union<'s>; 2], is_list: bool) {
        let [old, new] = unions;
        if old.keyword != new.keyword && !is_list {
            let ids = [self.assertion(OLD, &old.part, old.keyword), self.assertion(NEW, &new.part, new.keyword)];
            let shown = self.shows(scope, OLD, ids[NEW]).or(self.shows(scope, NEW, ids[OLD]));
            if shown.is_possible() {
                let message = format!("`{}` became `{}`", old.keyword.name(), new.keyword.name());
                self.add(RuleId::UnionKindChanged, views, new.keyword, message, shown);
            }
        }
        let (pairs, removed, added) = self.matched(old.branches.clone(), new.branches.clone());
        if !is_list {
            for (side, branches, id, what) in
                [(OLD, removed, RuleId::UnionBranchRemoved, "removed"), (NEW, added, RuleId::UnionBranchAdded, "added")]
            {
                for branch in branches {
                    self.branch(views, scope, side, branch, (id, what));
                }
            }
            if [old.keyword, new.keyword] == [Keyword::OneOf; 2] {
                self.overlaps(views, scope, unions);
            }
        }
        for (old, new) in pairs {
            let conditions = [self.id(OLD, old), self.id(NEW, new)];
            self.compare([&[old], &[new]], &scope.under(conditions));
        }
    }

    /// Reports a branch that only one side has, if a value of the branch is valid on one side only.
    fn branch(
        &mut self,
        views: [&View<'s>; 2],
        scope: &Scope,
        side: usize,
        branch: Node<'s>,
        (id, what): (RuleId, &str),
    ) {
        let own = self.id(side, branch);
        let mut shown = Evidence::default();
        for side in [OLD, NEW] {
            if self.inverted.is_none() && self.proved[side] {
                continue;
            }
            let state = State::from([(scope.whole[side], true), (own, true), (scope.whole[1 - side], false)]);
            shown.0[side] = self.search(&state);
        }
        if shown.is_possible() {
            let at = branch.at();
            let keyword = at.parent().and_then(|list| Keyword::from_name(&list.last()?));
            let mut spots = views.map(|view| view.spot(keyword.unwrap_or(Keyword::OneOf)));
            spots[side] = branch.spot();
            let label = branch_name(branch).unwrap_or_else(|| at.last().unwrap_or_default().into_owned());
            self.report(id, spots, format!("the branch `{label}` was {what}"), shown);
        }
    }

    /// Compares how many branches of a `oneOf` overlap.
    fn overlaps(&mut self, views: [&View<'s>; 2], scope: &Scope, unions: [&Union<'s>; 2]) {
        let ids = [OLD, NEW].map(|side| self.assertion(side, &unions[side].part, unions[side].keyword));
        if ids[OLD] == ids[NEW] {
            return;
        }
        let overlaps = [OLD, NEW].map(|side| self.overlap(side, &unions[side].branches));
        let (id, side, message) = match overlaps {
            [old, new] if old == new => return,
            [old, new] if new > old => (RuleId::OneofOverlapIntroduced, OLD, "branches of the `oneOf` overlap now"),
            _ => (RuleId::OneofOverlapRemoved, NEW, "branches of the `oneOf` no longer overlap"),
        };
        let shown = self.shows(scope, side, ids[1 - side]);
        if shown.is_possible() {
            self.add(id, views, Keyword::OneOf, message, shown);
        }
    }

    /// Counts the pairs of branches that may have a value in common.
    fn overlap(&mut self, side: usize, branches: &[Node<'s>]) -> usize {
        if branches.len() > MAX_BRANCHES {
            return 0;
        }
        let mut count = 0;
        for one in 0..branches.len() {
            for two in one + 1..branches.len() {
                let ids = [self.id(side, branches[one]), self.id(side, branches[two])];
                let state: State = ids.into_iter().map(|id| (id, true)).collect();
                count += usize::from(self.search(&state) != Shown::Never);
            }
        }
        count
    }

    /// Matches old branches with new ones: those with the same meaning first, then those with the same name or type, then
    /// by position if equally many are left.
    fn matched(&mut self, mut old: Vec<Node<'s>>, mut new: Vec<Node<'s>>) -> Matched<'s> {
        let mut pairs = Vec::new();
        let ids = |walk: &mut Self, side, nodes: &[Node<'s>]| {
            nodes.iter().map(|node| walk.id(side, *node)).collect::<Vec<_>>()
        };
        let (mut one, mut two) = (ids(self, OLD, &old), ids(self, NEW, &new));
        let mut index = 0;
        while index < old.len() {
            match two.iter().position(|other| *other == one[index]) {
                Some(other) => {
                    pairs.push((old.remove(index), new.remove(other)));
                    one.remove(index);
                    two.remove(other);
                }
                None => index += 1,
            }
        }
        for alike in [has_same_name, has_same_type] {
            let mut index = 0;
            while index < old.len() {
                match new.iter().position(|other| alike(old[index], *other)) {
                    Some(other) => pairs.push((old.remove(index), new.remove(other))),
                    None => index += 1,
                }
            }
        }
        // References to different definitions are different branches.
        let is_reference = |node: &Node<'s>| node.reference().is_some();
        if old.len() == new.len() && !old.iter().zip(&new).any(|(old, new)| is_reference(old) && is_reference(new)) {
            pairs.extend(old.drain(..).zip(new.drain(..)));
        }
        (pairs, old, new)
    }
}

fn is_in_all_of(part: &Part<'_>) -> bool {
    part.node.at().parent().is_some_and(|list| list.last().is_some_and(|last| last == Keyword::AllOf.name()))
}

type Matched<'s> = (Vec<(Node<'s>, Node<'s>)>, Vec<Node<'s>>, Vec<Node<'s>>);

/// Returns the identity of a branch: its reference, its title, or the constants of its properties.
fn branch_name(branch: Node<'_>) -> Option<String> {
    if let Some(reference) = branch.reference() {
        return Some(reference.rsplit(['/', '#']).next().unwrap_or(reference).to_owned());
    }
    let object = branch.keywords();
    if let Some(title) = &object.annotations.title {
        return Some(title.clone());
    }
    let constant = |member: &Schema| member.object()?.values.constant.clone();
    let members = object.object.properties.iter().flatten();
    let tags: Vec<String> =
        members.filter_map(|(name, member)| Some(format!("{name}={}", constant(member)?))).collect();
    (!tags.is_empty()).then(|| tags.join(","))
}

fn has_same_name(one: Node<'_>, two: Node<'_>) -> bool {
    branch_name(one).is_some() && branch_name(one) == branch_name(two)
}

fn has_same_type(one: Node<'_>, two: Node<'_>) -> bool {
    let [types, others] = [one, two].map(|node| &node.keywords().types);
    branch_name(one).is_none() && branch_name(two).is_none() && types.is_some() && types == others
}
