//! Changes of arrays: items by position, all other items, and `contains`.

use planwright_schema::model::{Count, Keyword};

use super::{Evidence, NEW, Node, OLD, Scope, View, Walk};
use crate::arena::{Id, Node as ArenaNode};
use crate::rules::RuleId;

/// Items of one part: the schemas by position, and the schema of all others.
struct Items<'s> {
    first: Vec<Node<'s>>,
    rest: Option<Node<'s>>,
}

impl<'s> Walk<'s, '_> {
    pub(super) fn elements(&mut self, views: [&View<'s>; 2], scope: &Scope) {
        let items = views.map(|view| view.parts.iter().map(|part| items_of(part.node)).collect::<Vec<Items<'s>>>());
        let lengths = [OLD, NEW].map(|side| items[side].iter().map(|items| items.first.len()).max().unwrap_or(0));
        for index in 0..lengths[OLD].min(lengths[NEW]) {
            let nodes = [OLD, NEW].map(|side| at_index(&items[side], index));
            self.compare_inner([&nodes[OLD], &nodes[NEW]]);
        }
        self.tuple_lengths(views, scope, &items, lengths);
        let always = self.prover.arena.always();
        let rests = [OLD, NEW].map(|side| {
            let rests = items[side].iter().filter_map(|items| items.rest);
            rests.filter(|node| self.id(side, *node) != always).collect::<Vec<Node<'s>>>()
        });
        let (id, side, message) = match [rests[OLD].is_empty(), rests[NEW].is_empty()] {
            [true, true] => (None, OLD, ""),
            [false, false] => {
                self.compare_inner([&rests[OLD], &rests[NEW]]);
                (None, OLD, "")
            }
            [true, false] => (Some(RuleId::ItemsIntroduced), OLD, "a schema for items was added"),
            [false, true] => (Some(RuleId::ItemsDropped), NEW, "the schema for items was removed"),
        };
        if let Some(id) = id {
            let ids = rests[1 - side].iter().map(|node| self.id(1 - side, *node)).collect();
            let all = self.prover.arena.and(ids);
            let from = lengths[OLD].max(lengths[NEW]) as u64;
            let items = self.prover.arena.add(ArenaNode::ItemsFrom(from, all));
            let shown = self.shows(scope, side, items);
            if shown.is_possible() {
                self.add(id, views, Keyword::Items, message, shown);
            }
        }
        self.either(views, scope, Keyword::Contains, [RuleId::ContainsAdded, RuleId::ContainsRemoved]);
        self.counts(views, scope);
    }

    fn tuple_lengths(
        &mut self,
        views: [&View<'s>; 2],
        scope: &Scope,
        items: &[Vec<Items<'s>>; 2],
        lengths: [usize; 2],
    ) {
        let mut shown = Evidence::default();
        for index in lengths[OLD].min(lengths[NEW])..lengths[OLD].max(lengths[NEW]) {
            let ids = [OLD, NEW].map(|side| {
                let ids = at_index(&items[side], index).into_iter().map(|node| self.id(side, node)).collect();
                self.prover.arena.and(ids)
            });
            for side in [OLD, NEW] {
                let item = self.prover.arena.add(ArenaNode::Item(index as u64, ids[1 - side]));
                shown = if ids[OLD] == ids[NEW] { shown } else { shown.or(self.shows(scope, side, item)) };
            }
        }
        if shown.is_possible() {
            let message = format!("the number of items by position changed from {} to {}", lengths[OLD], lengths[NEW]);
            let keyword = if views[NEW].has(Keyword::PrefixItems) { Keyword::PrefixItems } else { Keyword::Items };
            self.add(RuleId::TupleLengthChanged, views, keyword, message, shown);
        }
    }

    /// Compares how many items have to match `contains`.
    fn counts(&mut self, views: [&View<'s>; 2], scope: &Scope) {
        let [old, new] = views.map(|view| view.inside(Keyword::Contains));
        for ((one, old), (two, new)) in old.iter().zip(&new) {
            let ids = [self.id(OLD, *old), self.id(NEW, *new)];
            for keyword in [Keyword::MinContains, Keyword::MaxContains] {
                let is_min = keyword == Keyword::MinContains;
                let counts = [one, two].map(|part| {
                    let array = &part.keywords().array;
                    let count = if is_min { &array.min_contains } else { &array.max_contains };
                    count.as_ref().map(Count::get).or(is_min.then_some(1))
                });
                let is_tighter = match counts {
                    [old, new] if old == new => continue,
                    [Some(old), Some(new)] => (new > old) == is_min,
                    [old, _] => old.is_none(),
                };
                let (id, side) = if is_tighter { (RuleId::BoundTightened, OLD) } else { (RuleId::BoundLoosened, NEW) };
                let Some(assertion) = counts[1 - side].map(|count| self.count_id(ids[1 - side], is_min, count)) else {
                    continue;
                };
                let shown = self.shows(scope, side, assertion);
                if shown.is_possible() {
                    let say = |count: Option<u64>| count.map_or("none".to_owned(), |count| count.to_string());
                    let name = keyword.name();
                    let message = format!("`{name}` changed from {} to {}", say(counts[OLD]), say(counts[NEW]));
                    self.add(id, views, keyword, message, shown);
                }
            }
        }
    }

    fn count_id(&mut self, id: Id, is_min: bool, count: u64) -> Id {
        match (is_min, count) {
            (true, 0) => self.prover.arena.always(),
            (true, _) => self.prover.arena.add(ArenaNode::CountMin(id, count)),
            (false, _) => self.prover.arena.add(ArenaNode::CountMax(id, count)),
        }
    }
}

/// Returns the schemas of the item at an index.
fn at_index<'s>(items: &[Items<'s>], index: usize) -> Vec<Node<'s>> {
    items.iter().filter_map(|items| items.first.get(index).copied().or(items.rest)).collect()
}

fn items_of(node: Node<'_>) -> Items<'_> {
    let array = &node.keywords().array;
    Items {
        first: array.slots().iter().map(|schema| node.with(schema)).collect(),
        rest: array.rest().map(|schema| node.with(schema)),
    }
}
