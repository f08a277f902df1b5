//! Keeps the branches of a union apart in the vendor's shape: a list of pairs looks like a list, and JSON text like a text.
//! Where such a branch stands beside one that it could be taken for, it is put in an object of its own.

use std::collections::BTreeSet;

use crate::node::{Node, NodeKind, Plan};

/// The member that holds a value that would else be taken for another.
const WRITTEN: &str = "written_as";

/// Goes through the whole plan.
pub(crate) fn keep_values_apart(plan: &mut Plan) {
    let before = plan.clone();
    let mut root = std::mem::take(&mut plan.root);
    visit(&before, &mut root);
    plan.root = root;
    for node in plan.definitions.values_mut() {
        visit(&before, node);
    }
}

fn visit(plan: &Plan, node: &mut Node) {
    for child in node.children_mut() {
        visit(plan, child);
    }
    if let NodeKind::Union(branches) = &mut node.kind {
        union(plan, branches);
    }
}

fn union(plan: &Plan, branches: &mut [Node]) {
    let shapes: Vec<Shapes> = branches.iter().map(|node| Shapes::of(plan, node)).collect();
    let mut name = WRITTEN.to_owned();
    while shapes.iter().any(|shapes| shapes.members.contains(&name)) {
        name.push('_');
    }
    for (index, node) in branches.iter_mut().enumerate() {
        let mut others = shapes.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, shapes)| shapes);
        let mine = &shapes[index];
        if others
            .any(|other| (mine.pairs && (other.list || other.pairs)) || (mine.text && (other.string || other.text)))
        {
            let inner = std::mem::take(node);
            *node = Node::of(NodeKind::Boxed(format!("{name}{}", suffix(index, &shapes)), Box::new(inner)));
        }
    }
}

/// Tells apart several that are put in objects.
fn suffix(index: usize, shapes: &[Shapes]) -> String {
    let many = shapes.iter().filter(|shapes| shapes.pairs || shapes.text).count() > 1;
    if many { format!("_{}", index + 1) } else { String::new() }
}

/// What a branch looks like in the vendor's shape.
#[derive(Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a shape of its own")]
struct Shapes {
    pairs: bool,
    text: bool,
    list: bool,
    string: bool,
    members: BTreeSet<String>,
}

impl Shapes {
    fn of(plan: &Plan, node: &Node) -> Self {
        let mut shapes = Self::default();
        let mut seen = BTreeSet::new();
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            match &node.kind {
                NodeKind::Pairs(_) => shapes.pairs = true,
                NodeKind::Text(_) => shapes.text = true,
                NodeKind::List { .. } | NodeKind::Maybe(_) => shapes.list = true,
                NodeKind::Scalar { scalar, .. } => shapes.string |= *scalar == "string",
                NodeKind::Object { members, .. } => {
                    shapes.members.extend(members.iter().map(|member| member.name.clone()));
                }
                NodeKind::Union(branches) => pending.extend(branches),
                NodeKind::Reference(name) if seen.insert(name) => pending.extend(plan.definitions.get(name)),
                NodeKind::Free | NodeKind::Reference(_) | NodeKind::Boxed(..) => {}
            }
        }
        shapes
    }
}
