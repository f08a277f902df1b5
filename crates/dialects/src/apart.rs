//! Separates branches of a union that look alike in the vendor's shape.
//!
//! A map becomes a list of pairs, which looks like a list, and JSON text looks like a string. If such a branch could be
//! confused with another one, it is wrapped in an object.

use std::collections::BTreeSet;

use crate::node::{Node, NodeKind, Plan};

/// Property that contains a wrapped value.
const WRAPPER_NAME: &str = "written_as";

/// Processes the whole plan.
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
    let shapes: Vec<Shapes> = branches.iter().map(|node| Shapes::new(plan, node)).collect();
    let mut name = WRAPPER_NAME.to_owned();
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
            *node = Node::new(NodeKind::Boxed(format!("{name}{}", suffix(index, &shapes)), Box::new(inner)));
        }
    }
}

/// Returns a suffix that distinguishes several wrapped branches.
fn suffix(index: usize, shapes: &[Shapes]) -> String {
    let many = shapes.iter().filter(|shapes| shapes.pairs || shapes.text).count() > 1;
    if many { format!("_{}", index + 1) } else { String::new() }
}

/// Shapes of a branch in the vendor's schema.
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
    fn new(plan: &Plan, node: &Node) -> Self {
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
