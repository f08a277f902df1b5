//! Changes of conditions and forbidden schemas: `if`, `then`, `else` and `not`.

use planwright_schema::model::Keyword;

use super::view::Part;
use super::{Evidence, NEW, Node, OLD, Scope, View, Walk};
use crate::rules::RuleId;

impl<'s> Walk<'s, '_> {
    pub(super) fn connectives(&mut self, views: [&View<'s>; 2], scope: &Scope) {
        let rules = [RuleId::NotAdded, RuleId::NotRemoved, RuleId::NotChanged];
        self.each_pair(views, scope, Keyword::Not, rules, |walk, _, _, nodes| {
            walk.compare_inverted(nodes, Keyword::Not, RuleId::NotChanged);
        });
        let rules = [RuleId::ConditionalAdded, RuleId::ConditionalRemoved, RuleId::ConditionalChanged];
        self.each_pair(views, scope, Keyword::If, rules, Self::branches_of_condition);
    }

    /// Compares the parts that have a keyword, and reports those that only one side has.
    fn each_pair(
        &mut self,
        views: [&View<'s>; 2],
        scope: &Scope,
        keyword: Keyword,
        [added, removed, changed]: [RuleId; 3],
        compare: impl Fn(&mut Self, &Scope, [&Part<'s>; 2], [Node<'s>; 2]),
    ) {
        let [mut old, mut new] = views.map(|view| view.inside(keyword));
        let mut pairs = Vec::new();
        let mut index = 0;
        while index < old.len() {
            let id = self.assertion(OLD, &old[index].0, keyword);
            match (0..new.len()).find(|other| self.assertion(NEW, &new[*other].0, keyword) == id) {
                Some(other) => pairs.push((old.remove(index), new.remove(other))),
                None => index += 1,
            }
        }
        let count = old.len().min(new.len());
        pairs.extend(old.drain(..count).zip(new.drain(..count)));
        for ((one, old), (two, new)) in pairs {
            let ids = [self.assertion(OLD, &one, keyword), self.assertion(NEW, &two, keyword)];
            let outer = std::mem::take(&mut self.found);
            compare(self, scope, [&one, &two], [old, new]);
            let found = self.found;
            self.found = [OLD, NEW].map(|side| outer[side] || found[side]);
            if ids[OLD] != ids[NEW] && !self.is_explained_around() {
                let mut shown = Evidence::default();
                for side in [OLD, NEW].into_iter().filter(|side| !found[*side]) {
                    shown = shown.or(self.shows(scope, side, ids[1 - side]));
                }
                if shown.is_possible() {
                    let spots = [old, new].map(Node::spot);
                    self.report(changed, spots, format!("`{}` changed", keyword.name()), shown);
                }
            }
        }
        let added = new.into_iter().map(|(part, _)| (OLD, part, added, "added"));
        let removed = old.into_iter().map(|(part, _)| (NEW, part, removed, "removed"));
        for (side, part, id, what) in added.chain(removed).collect::<Vec<_>>() {
            let assertion = self.assertion(1 - side, &part, keyword);
            let shown = self.shows(scope, side, assertion);
            if shown.is_possible() {
                let spots = View::spots_of(views, 1 - side, &part, keyword);
                self.report(id, spots, format!("`{}` was {what}", keyword.name()), shown);
            }
        }
    }

    fn branches_of_condition(&mut self, scope: &Scope, parts: [&Part<'s>; 2], nodes: [Node<'s>; 2]) {
        self.compare_inverted(nodes, Keyword::If, RuleId::ConditionalChanged);
        let conditions = [self.id(OLD, nodes[OLD]), self.id(NEW, nodes[NEW])];
        for keyword in [Keyword::Then, Keyword::Else] {
            let [Some(old), Some(new)] = parts.map(|part| part.node.inside(keyword)) else { continue };
            let conditions = conditions.map(|id| if keyword == Keyword::Then { id } else { self.prover.arena.not(id) });
            self.compare([&[old], &[new]], &scope.under(conditions));
        }
    }
}
