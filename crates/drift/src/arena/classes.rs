//! Divides schemas into classes of equal ones. References are equal if their targets are.
//!
//! Schemas that lead to no cycle are compared bottom-up, once. The others start in classes of the same shape, which are
//! split until all schemas of a class have equal subschemas, as in the minimization of an automaton. A part that is split
//! off is at most half of its class, so a schema changes its class a logarithmic number of times.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::mem;

use super::{Arena, Id, Node};
use crate::closure::strongly_connected;

/// Shape of a schema without its subschemas, and their classes.
type Signature = (usize, Vec<usize>);

/// Classes of the schemas in an arena.
pub(super) struct Classes {
    /// Class of each schema.
    class: Vec<usize>,
    /// Number of signatures that were computed.
    pub steps: usize,
}

/// Schemas, with the edges between them.
struct Graph {
    children: Vec<Vec<Id>>,
    parents: Vec<Vec<Id>>,
    shapes: Vec<usize>,
    /// Set for the connectives whose branches have no order.
    is_commutative: Vec<bool>,
}

impl Graph {
    fn new(arena: &Arena) -> Self {
        let mut shapes: HashMap<String, usize> = HashMap::new();
        let mut graph = Self {
            children: Vec::new(),
            parents: vec![Vec::new(); arena.len()],
            shapes: Vec::new(),
            is_commutative: Vec::new(),
        };
        for (id, node) in arena.nodes.iter().enumerate() {
            let target = match node {
                Node::Ref(target) => arena.targets.get(*target).copied().flatten(),
                _ => None,
            };
            let children = target.map_or_else(|| node.children().to_vec(), |target| vec![target]);
            let shape = if target.is_some() { "reference".to_owned() } else { shape(node) };
            let fresh = shapes.len();
            graph.shapes.push(*shapes.entry(shape).or_insert(fresh));
            graph.is_commutative.push(matches!(node, Node::And(_) | Node::Or(_)));
            for child in &children {
                graph.parents[*child].push(id);
            }
            graph.children.push(children);
        }
        graph
    }

    fn signature(&self, id: Id, class: &[usize]) -> Signature {
        let mut children: Vec<usize> = self.children[id].iter().map(|child| class[*child]).collect();
        if self.is_commutative[id] {
            children.sort_unstable();
        }
        (self.shapes[id], children)
    }

    /// Returns the schemas, subschemas first, except those that lead to a cycle, and then those that do.
    fn in_order(&self) -> (Vec<Id>, Vec<Id>) {
        let (mut finite, mut cyclic) = (Vec::new(), Vec::new());
        let mut is_cyclic = vec![false; self.children.len()];
        for component in strongly_connected(&self.children) {
            let leads_there = |id: &Id| self.children[*id].iter().any(|child| is_cyclic[*child] || child == id);
            let leads_to_cycle = component.len() > 1 || component.iter().any(leads_there);
            for id in component {
                is_cyclic[id] = leads_to_cycle;
                if leads_to_cycle { &mut cyclic } else { &mut finite }.push(id);
            }
        }
        (finite, cyclic)
    }
}

/// Returns everything that distinguishes a schema from others, except its subschemas.
fn shape(node: &Node) -> String {
    let mut bare = node.clone();
    bare.children_mut().fill(0);
    format!("{bare:?}")
}

impl Classes {
    pub(super) fn new(arena: &Arena) -> Self {
        let graph = Graph::new(arena);
        let (finite, cyclic) = graph.in_order();
        let mut classes = Self { class: vec![0; arena.len()], steps: 0 };
        let mut known: HashMap<Signature, usize> = HashMap::new();
        for id in finite {
            let signature = classes.signature(&graph, id);
            let fresh = known.len();
            classes.class[id] = *known.entry(signature).or_insert(fresh);
        }
        classes.split(&graph, &cyclic, known.len());
        classes
    }

    pub(super) fn class_of(&self, id: Id) -> usize {
        self.class[id]
    }

    fn signature(&mut self, graph: &Graph, id: Id) -> Signature {
        self.steps += 1;
        graph.signature(id, &self.class)
    }

    /// Splits the classes of schemas that lead to a cycle until they are stable. Their numbers start at `first`.
    fn split(&mut self, graph: &Graph, cyclic: &[Id], first: usize) {
        let mut by_shape: BTreeMap<usize, Vec<Id>> = BTreeMap::new();
        for id in cyclic {
            by_shape.entry(graph.shapes[*id]).or_default().push(*id);
        }
        let mut partition = Partition::default();
        let mut moved: Vec<(Signature, Vec<Id>)> =
            by_shape.into_values().map(|ids| (Signature::default(), ids)).collect();
        let mut changed: BTreeSet<Id> = cyclic.iter().copied().collect();
        loop {
            for (signature, ids) in moved.drain(..) {
                for id in &ids {
                    self.class[*id] = first + partition.members.len();
                    changed.extend(&graph.parents[*id]);
                }
                partition.add(signature, ids);
            }
            if changed.is_empty() {
                return;
            }
            let mut groups: BTreeMap<usize, Groups> = BTreeMap::new();
            for id in mem::take(&mut changed) {
                let signature = self.signature(graph, id);
                groups.entry(self.class[id] - first).or_default().entry(signature).or_default().push(id);
            }
            moved.extend(groups.into_iter().flat_map(|(number, groups)| partition.split(number, groups)));
        }
    }
}

/// Schemas by their signature.
type Groups = BTreeMap<Signature, Vec<Id>>;

/// Classes that are being split, by number.
#[derive(Default)]
struct Partition {
    members: Vec<HashSet<Id>>,
    /// Signature of the schemas whose subschemas did not change their classes since it was computed.
    settled: Vec<Signature>,
}

impl Partition {
    fn add(&mut self, signature: Signature, ids: Vec<Id>) {
        self.members.push(ids.into_iter().collect());
        self.settled.push(signature);
    }

    /// Splits a class by the new signatures of some of its schemas. The largest part keeps the number, and the others are
    /// returned.
    fn split(&mut self, number: usize, mut groups: Groups) -> Vec<(Signature, Vec<Id>)> {
        let (members, settled) = (&mut self.members[number], &mut self.settled[number]);
        let count: usize = groups.values().map(Vec::len).sum();
        if count < members.len() {
            // These are still equal to the schemas that have no new signature.
            groups.remove(settled);
        }
        for id in groups.values().flatten() {
            members.remove(id);
        }
        let is_larger = |(_, ids): &(&Signature, &Vec<Id>)| ids.len() > members.len();
        let largest =
            groups.iter().max_by_key(|(_, ids)| ids.len()).filter(is_larger).map(|(signature, _)| signature.clone());
        let mut moved = Vec::new();
        if let Some((signature, ids)) = largest.and_then(|signature| groups.remove_entry(&signature)) {
            let rest = mem::replace(members, ids.into_iter().collect());
            let before = mem::replace(settled, signature);
            if !rest.is_empty() {
                moved.push((before, rest.into_iter().collect()));
            }
        }
        moved.extend(groups);
        moved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns an arena with one target per list: an object whose properties refer to the targets in the list.
    fn arena(targets: &[Vec<usize>]) -> Arena {
        let mut arena = Arena { targets: vec![None; targets.len()], ..Arena::default() };
        for (number, list) in targets.iter().enumerate() {
            let references: Vec<Id> = list.iter().map(|target| arena.add(Node::Ref(*target))).collect();
            let members = references.into_iter().map(|id| arena.add(Node::Member("a".to_owned(), id))).collect();
            arena.targets[number] = Some(arena.or(members));
        }
        arena
    }

    /// Returns the first target that is equal to each one, by rounds over all of them.
    fn equal_targets(targets: &[Vec<usize>]) -> Vec<usize> {
        let mut class = vec![0; targets.len()];
        for _ in 0..=targets.len() {
            let mut known: BTreeMap<(usize, Vec<usize>), usize> = BTreeMap::new();
            let next = targets.iter().enumerate().map(|(target, list)| {
                let inner: BTreeSet<usize> = list.iter().copied().collect();
                let mut inner: Vec<usize> = inner.into_iter().map(|target| class[target]).collect();
                inner.sort_unstable();
                *known.entry((class[target], inner)).or_insert(target)
            });
            class = next.collect();
        }
        class
    }

    #[test]
    fn equal_schemas_are_in_one_class() {
        let mut seed = 1_u64;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(seed >> 33).unwrap_or_default() % below
        };
        let (mut equal, mut all) = (0, 0);
        for _ in 0..400 {
            let count = 2 + random(12);
            let targets: Vec<Vec<usize>> =
                (0..count).map(|_| (0..random(3)).map(|_| random(count)).collect()).collect();
            let mut arena = arena(&targets);
            let expected = equal_targets(&targets);
            arena.share();
            assert_eq!(arena.canonical, expected, "{targets:?}");
            equal += expected.iter().enumerate().filter(|(target, first)| target != *first).count();
            all += count;
        }
        assert!(equal > all / 4 && equal < all * 3 / 4, "{equal} of {all} targets are equal to another");
    }

    #[test]
    fn the_number_of_steps_grows_like_the_number_of_schemas() {
        let chain = |count: usize| {
            (0..count).map(|number| if number + 1 < count { vec![number + 1] } else { vec![] }).collect()
        };
        let to_a_ring =
            |count: usize| (0..count).map(|number| vec![(number + 1).min(count - 1)]).chain([vec![]]).collect();
        let ring = |count: usize| {
            (0..count).map(|number| if number == 0 { vec![1, 2 % count] } else { vec![(number + 1) % count] }).collect()
        };
        let shapes: [&dyn Fn(usize) -> Vec<Vec<usize>>; 3] = [&chain, &to_a_ring, &ring];
        for (index, shape) in shapes.into_iter().enumerate() {
            let steps = [200, 400].map(|count| Classes::new(&arena(&shape(count))).steps);
            assert!(steps[0] >= 200 && steps[1] <= steps[0] * 5 / 2, "shape {index}: {steps:?}");
        }
    }
}
