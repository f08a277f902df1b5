//! Changes of connectives: unions and their branches, conditions, `allOf` and `not`.

use crate::rules::RuleId;
use serde_json::Value;

use super::{Differ, Node};

/// Maximum number of branches for which overlap is checked.
const MAX_BRANCHES: usize = 10;

impl<'s> Differ<'s> {
    pub(super) fn connectives(&mut self, old: &Node<'s>, new: &Node<'s>) {
        self.union(old, new);
        self.all_of(old, new);
        match (old.inside("not"), new.inside("not")) {
            (None, Some(_)) => self.add(RuleId::NotAdded, old, new, &["not"], "`not` was added"),
            (Some(_), None) => self.add(RuleId::NotRemoved, old, new, &["not"], "`not` was removed"),
            (Some(one), Some(two)) if one.value != two.value => {
                self.add(RuleId::NotChanged, old, new, &["not"], "`not` changed");
            }
            _ => {}
        }
        let condition = |node: &Node<'s>| {
            node.get("if")
                .map(|value| (value, node.get("then"), node.get("else")))
                .filter(|(_, a, b)| a.is_some() || b.is_some())
        };
        match (condition(old), condition(new)) {
            (None, Some(_)) => self.add(RuleId::ConditionalAdded, old, new, &["if"], "a condition was added"),
            (Some(_), None) => self.add(RuleId::ConditionalRemoved, old, new, &["if"], "a condition was removed"),
            (one, two) if one != two => {
                self.add(RuleId::ConditionalChanged, old, new, &["if"], "the condition changed");
            }
            _ => {}
        }
    }

    fn union(&mut self, old: &Node<'s>, new: &Node<'s>) {
        let kind = |node: &Node<'s>| ["oneOf", "anyOf"].into_iter().find(|keyword| node.get(keyword).is_some());
        let (Some(one), Some(two)) = (kind(old), kind(new)) else {
            match (kind(old), kind(new)) {
                (None, Some(keyword)) => self.add(RuleId::UnionAdded, old, new, &[keyword], "a union was added"),
                (Some(keyword), None) => self.add(RuleId::UnionRemoved, old, new, &[keyword], "the union was removed"),
                _ => {}
            }
            return;
        };
        if one != two {
            self.add(RuleId::UnionKindChanged, old, new, &[two], format!("`{one}` changed to `{two}`"));
        }
        let branches =
            |node: &Node<'s>, keyword: &str| node.inside(keyword).map(|list| list.elements()).unwrap_or_default();
        let (first, second) = (branches(old, one), branches(new, two));
        let (pairs, gone, come) = matched(first.clone(), second.clone());
        for branch in gone {
            let name = branch.at.last().unwrap_or_default().into_owned();
            self.add(RuleId::UnionBranchRemoved, &branch, new, &[], format!("branch {name} was removed"));
        }
        for branch in come {
            let name = branch.at.last().unwrap_or_default().into_owned();
            self.add(RuleId::UnionBranchAdded, old, &branch, &[], format!("branch {name} was added"));
        }
        if one == "oneOf"
            && two == "oneOf"
            && (first.len() != second.len() || pairs.iter().any(|(a, b)| a.value != b.value))
        {
            let overlaps = (self.overlap(self.old, &first), self.overlap(self.new, &second));
            if overlaps.1 > overlaps.0 {
                self.add(RuleId::OneofOverlapIntroduced, old, new, &[two], "branches now overlap");
            } else if overlaps.1 < overlaps.0 {
                self.add(RuleId::OneofOverlapRemoved, old, new, &[two], "branches no longer overlap");
            }
        }
        for (old, new) in pairs {
            self.compare(&old, &new);
        }
    }

    /// Counts the pairs of branches that may have a value in common.
    fn overlap(&mut self, side: &'s crate::read::Side<'s>, branches: &[Node<'s>]) -> usize {
        if branches.len() > MAX_BRANCHES {
            return 0;
        }
        let pairs = (0..branches.len()).flat_map(|one| (one + 1..branches.len()).map(move |two| (one, two)));
        pairs.filter(|(one, two)| !self.is_empty(side, &[&branches[*one], &branches[*two]])).count()
    }

    fn all_of(&mut self, old: &Node<'s>, new: &Node<'s>) {
        let parts = |node: &Node<'s>| node.inside("allOf").map(|list| list.elements()).unwrap_or_default();
        let (pairs, gone, come) = matched(parts(old), parts(new));
        for part in gone {
            self.add(RuleId::AllOfRemoved, &part, new, &[], "one schema of allOf was removed");
        }
        for part in come {
            self.add(RuleId::AllOfAdded, old, &part, &[], "one schema of allOf was added");
        }
        for (old, new) in pairs {
            self.compare(&old, &new);
        }
    }
}

type Matched<'s> = (Vec<(Node<'s>, Node<'s>)>, Vec<Node<'s>>, Vec<Node<'s>>);

/// Matches old branches with new ones: equal branches first, then those with the same reference or tag, then by
/// position if equally many are left.
fn matched<'s>(mut old: Vec<Node<'s>>, mut new: Vec<Node<'s>>) -> Matched<'s> {
    let mut pairs = Vec::new();
    let alike: [fn(&Value, &Value) -> bool; 3] = [
        |one, two| one == two,
        |one, two| name(one).is_some() && name(one) == name(two),
        |one, two| {
            one.get("type").is_some()
                && one.get("type") == two.get("type")
                && name(one).is_none()
                && name(two).is_none()
        },
    ];
    for alike in alike {
        let mut index = 0;
        while index < old.len() {
            match new.iter().position(|other| alike(old[index].value, other.value)) {
                Some(other) => pairs.push((old.remove(index), new.remove(other))),
                None => index += 1,
            }
        }
    }
    if old.len() == new.len() {
        pairs.extend(old.drain(..).zip(new.drain(..)));
    }
    (pairs, old, new)
}

/// Returns the identity of a branch: its reference, its title, or the constants of its properties.
fn name(branch: &Value) -> Option<String> {
    if let Some(text) = branch.get("$ref").or(branch.get("title")).and_then(Value::as_str) {
        return Some(text.to_owned());
    }
    let members = branch.get("properties")?.as_object()?;
    let tags: Vec<String> =
        members.iter().filter_map(|(name, member)| Some(format!("{name}={}", member.get("const")?))).collect();
    (!tags.is_empty()).then(|| tags.join(","))
}
