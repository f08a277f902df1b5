//! Members that no schema mentions. An open contract accepts and ignores them; the writer should hear about it all the same,
//! since a misspelt optional member looks just like one.

use planwright_source::Pointer;
use serde_json::{Map, Value};

use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::help::{Help, Remedy};
use crate::limit::{Capped, MOST_FINDINGS};
use crate::outline::{Node, Outline};
use crate::suggest::Comparisons;
use crate::validator::Validator;
use crate::verdict::CompiledSchema;

/// A warning for every member of `value` that the schema of `root` neither names nor leaves free.
///
/// An object is free where its schema has no `properties`, or says `additionalProperties` or `patternProperties`.
pub fn unknown_members(schema: &dyn CompiledSchema, value: &Value) -> Vec<Diagnostic> {
    let walk = unknown(schema.validator(), value);
    let mut found = Capped::default();
    for (at, help) in walk.found {
        let message =
            format!("the member {:?} is not part of the schema and is ignored", at.last().unwrap_or_default());
        found.push_with(|| Diagnostic::warning(codes::UNKNOWN_FIELD, at, message).with_help(help));
    }
    found.count(walk.more);
    found.finish()
}

/// The places of the first members that no schema mentions, each with what can be done about it, and how many more there are.
pub(super) fn unknown(schema: &Validator, value: &Value) -> UnknownMembers {
    let outline = schema.outline();
    let found = UnknownMembers::default();
    let mut walk = Walk { outline, path: Vec::new(), found, comparisons: Comparisons::default() };
    walk.visit(&[outline.root()], value);
    walk.found
}

/// What [`unknown`] finds.
#[derive(Default)]
pub(super) struct UnknownMembers {
    pub(super) found: Vec<(Pointer, Help)>,
    more: usize,
}

/// How a missing member is added: what it is for, and the value where there can be one only, or where the schema has one for
/// whoever writes none.
pub(super) fn addition(outline: &Outline, value: &Value, at: &Pointer) -> Help {
    let nodes = absent(outline, value, at).unwrap_or_default();
    let about = nodes.iter().find_map(|node| node.about.as_deref());
    let help = match about {
        Some(text) => Help::of(format!("add it: {}", first_sentence(text))),
        None => Help::of("add it"),
    };
    let constant = nodes.iter().find_map(|node| node.constant.as_ref());
    let default = nodes.iter().find_map(|node| node.default.as_ref());
    match (constant, default) {
        (Some(only), _) => help.safely(Remedy::Add(only.clone())),
        (None, Some(usual)) => help.perhaps(Remedy::Add(usual.clone())),
        (None, None) => help,
    }
}

/// The schemas of the member at `at`, which need not exist, each with those that it refers to.
fn absent<'o>(outline: &'o Outline, value: &Value, at: &Pointer) -> Option<Vec<&'o Node>> {
    let (above, name) = (at.parent()?, at.last()?);
    let mut nodes = vec![outline.root()];
    let mut holder = value;
    for token in above.tokens() {
        let all = flatten(outline, &nodes, holder);
        let below = |node: &&'o Node| match holder {
            Value::Array(_) => outline.element(node, token.parse().ok()?),
            _ => outline.property(node, &token),
        };
        nodes = all.iter().filter_map(below).collect();
        holder = match holder {
            Value::Array(items) => items.get(token.parse::<usize>().ok()?)?,
            _ => holder.get(token.as_ref())?,
        };
    }
    let all = flatten(outline, &nodes, holder);
    let mut found: Vec<&Node> = Vec::new();
    for node in all.iter().filter_map(|node| outline.property(node, &name)) {
        found.push(node);
        found.extend(outline.parts(node));
    }
    Some(found)
}

fn first_sentence(text: &str) -> &str {
    text.split_once(". ").map_or(text, |(first, _)| first).trim_end_matches('.')
}

struct Walk<'o, 'v> {
    outline: &'o Outline,
    path: Vec<Step<'v>>,
    found: UnknownMembers,
    comparisons: Comparisons,
}

#[derive(Clone, Copy)]
enum Step<'v> {
    Member(&'v str),
    Element(usize),
}

impl<'o, 'v> Walk<'o, 'v> {
    /// `nodes` are the schemas that the value stands under.
    fn visit(&mut self, nodes: &[&'o Node], value: &'v Value) {
        match value {
            Value::Object(members) if !nodes.is_empty() => {
                let all = flatten(self.outline, nodes, value);
                self.members(&all, members);
            }
            Value::Array(items) if !nodes.is_empty() => {
                let all = flatten(self.outline, nodes, value);
                for (index, item) in items.iter().enumerate().filter(|(_, item)| item.is_object() || item.is_array()) {
                    let below: Vec<_> = all.iter().filter_map(|node| self.outline.element(node, index)).collect();
                    self.path.push(Step::Element(index));
                    self.visit(&below, item);
                    self.path.pop();
                }
            }
            _ => {}
        }
    }

    fn members(&mut self, all: &[&'o Node], members: &'v Map<String, Value>) {
        let judged = all.iter().any(|node| !node.properties.is_empty()) && !all.iter().any(|node| node.free);
        for (name, member) in members {
            let mut below = all.iter().filter_map(|node| self.outline.property(node, name)).peekable();
            if below.peek().is_none() {
                if judged {
                    self.report(all, members, name);
                }
            } else if member.is_object() || member.is_array() {
                let below: Vec<_> = below.collect();
                self.path.push(Step::Member(name));
                self.visit(&below, member);
                self.path.pop();
            }
        }
    }

    fn report(&mut self, all: &[&'o Node], members: &Map<String, Value>, name: &str) {
        if self.found.found.len() >= MOST_FINDINGS {
            self.found.more += 1;
            return;
        }
        let known = all.iter().flat_map(|node| node.properties.keys().map(String::as_str));
        let absent = known.filter(|known| !members.contains_key(*known));
        let help = match self.comparisons.suggest(name, absent) {
            Some(near) => near.rename(),
            None => Help::of("remove it").perhaps(Remedy::Remove),
        };
        let mut at = Pointer::root();
        for step in &self.path {
            match step {
                Step::Member(name) => at.push(name),
                Step::Element(index) => at.push_index(*index),
            }
        }
        at.push(name);
        self.found.found.push((at, help));
    }
}

/// All schemas that bear on `value`: the given ones, their parts, and those branches of a union that it can be, or else is meant
/// to be.
fn flatten<'o>(outline: &'o Outline, nodes: &[&'o Node], value: &Value) -> Vec<&'o Node> {
    let mut all = Vec::new();
    let mut open: Vec<_> = nodes.to_vec();
    while let Some(node) = open.pop() {
        // A schema that comes back to itself has nothing to add.
        if all.iter().any(|&known: &&Node| std::ptr::eq(known, node)) {
            continue;
        }
        all.push(node);
        open.extend(outline.parts(node));
        let before = open.len();
        open.extend(outline.branches(node).filter(|branch| outline.admits(branch, value)));
        if open.len() == before {
            open.extend(outline.branches(node).filter(|branch| outline.is_meant(branch, value)));
        }
    }
    all
}
