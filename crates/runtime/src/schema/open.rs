//! Finds properties that the schema does not mention. An open schema accepts them, but a misspelled optional property
//! looks the same, so the author gets a warning.

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
use crate::wording::{ADD_IT, unknown_property};

/// Returns a warning for every property of `value` that the schema neither names nor leaves free.
///
/// An object is free if its schema has no `properties`, or has `additionalProperties` or `patternProperties`.
pub fn unknown_members(schema: &dyn CompiledSchema, value: &Value) -> Vec<Diagnostic> {
    let walk = unknown(schema.validator(), value);
    let mut found = Capped::default();
    for (at, help) in walk.found {
        let message = format!("{} is ignored", unknown_property(&at.last().unwrap_or_default()));
        found.push_with(|| Diagnostic::warning(codes::UNKNOWN_FIELD, at, message).with_help(help));
    }
    found.count(walk.more);
    found.finish()
}

/// Returns the first unmentioned properties, each with help, and the number of further ones.
pub(super) fn unknown(schema: &Validator, value: &Value) -> UnknownMembers {
    let outline = schema.outline();
    let found = UnknownMembers::default();
    let mut walk = Walk { outline, path: Vec::new(), found, comparisons: Comparisons::default() };
    walk.visit(&[outline.root()], value);
    walk.found
}

/// Result of [`unknown`].
#[derive(Default)]
pub(super) struct UnknownMembers {
    pub(super) found: Vec<(Pointer, Help)>,
    more: usize,
}

/// Returns help for adding a missing property: its purpose, and its value if there is only one or a default.
pub(super) fn addition(outline: &Outline, value: &Value, at: &Pointer) -> Help {
    let nodes = absent(outline, value, at).unwrap_or_default();
    let about = nodes.iter().find_map(|node| node.about.as_deref());
    let help = match about {
        Some(text) => Help::of(format!("{ADD_IT}: {}", first_sentence(text))),
        None => Help::of(ADD_IT),
    };
    let constant = nodes.iter().find_map(|node| node.constant.as_ref());
    let default = nodes.iter().find_map(|node| node.default.as_ref());
    match (constant, default) {
        (Some(only), _) => help.safely(Remedy::Add(only.clone())),
        (None, Some(usual)) => help.perhaps(Remedy::Add(usual.clone())),
        (None, None) => help,
    }
}

/// Returns the schemas of the property at `at`, which may not exist, including those that they refer to.
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
    /// Visits a value to which the schemas `nodes` apply.
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

/// Returns all schemas that apply to `value`: the given ones, their parts, and the possible branches of unions. If no
/// branch is possible, the intended ones are used.
fn flatten<'o>(outline: &'o Outline, nodes: &[&'o Node], value: &Value) -> Vec<&'o Node> {
    let mut all = Vec::new();
    let mut open: Vec<_> = nodes.to_vec();
    while let Some(node) = open.pop() {
        // A schema that refers back to itself adds nothing.
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
