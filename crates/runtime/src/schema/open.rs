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

use super::phrases::{listed_names, shorten};

/// Returns a warning for every property of `value` that the schema neither names nor leaves free.
///
/// An object is free if its schema has no `properties`, or has `additionalProperties` or `patternProperties`.
pub fn unknown_members(schema: &dyn CompiledSchema, value: &Value) -> Vec<Diagnostic> {
    let walk = unknown(schema.validator(), value);
    let mut found = Capped::default();
    for (at, help) in walk.found {
        // An open schema allows the property, so it may stay.
        let help = match help.remedy {
            Some(Remedy::Remove) => Help::sentence("the schema allows it but does not define it; check its name"),
            _ => help,
        };
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
///
/// The values of a tag depend on the branch of a union, so all of them are listed.
pub(super) fn addition(outline: &Outline, value: &Value, at: &Pointer) -> Help {
    let nodes = absent(outline, value, at, Branches::Possible).unwrap_or_default();
    let about = nodes.iter().find_map(|node| node.about.as_deref());
    let help = match about {
        Some(text) => Help::sentence(format!("{ADD_IT}: {}", first_sentence(text))),
        None => Help::sentence(ADD_IT),
    };
    let possible = constants(&nodes);
    let every =
        if possible.is_empty() { absent(outline, value, at, Branches::All).unwrap_or_default() } else { nodes.clone() };
    let default = nodes.iter().find_map(|node| node.default.as_ref());
    match (constants(&every).as_slice(), default) {
        ([only], _) if !possible.is_empty() => help.safely(Remedy::Add((*only).clone())),
        (_, Some(usual)) => help.perhaps(Remedy::Add(usual.clone())),
        ([], None) => help,
        ([only], None) => help.perhaps(Remedy::Add((*only).clone())),
        (several, None) => {
            // The branches are visited from the last to the first.
            let listed = listed_names(several.iter().rev().map(|value| shorten(value)));
            help.and(&format!("; write one of {listed}"))
        }
    }
}

/// Returns the distinct constants of schemas.
fn constants<'o>(nodes: &[&'o Node]) -> Vec<&'o Value> {
    let mut all: Vec<&Value> = Vec::new();
    for constant in nodes.iter().filter_map(|node| node.constant.as_ref()) {
        if !all.contains(&constant) {
            all.push(constant);
        }
    }
    all
}

/// Returns whether the object that contains a location requires this property.
pub(super) fn is_required(outline: &Outline, value: &Value, at: &Pointer) -> bool {
    let (Some(above), Some(name)) = (at.parent(), at.last()) else { return false };
    let nodes = holders(outline, value, &above, Branches::Possible).unwrap_or_default();
    nodes.iter().any(|node| node.required.iter().any(|required| *required == name))
}

/// Returns whether the root schema defines this property in any branch.
pub(super) fn is_defined(outline: &Outline, value: &Value, name: &str) -> bool {
    flatten(outline, &[outline.root()], value, Branches::All).iter().any(|node| node.properties.contains_key(name))
}

/// Returns whether the root schema defines any property of this object.
pub(super) fn has_defined(outline: &Outline, value: &Value) -> bool {
    value.as_object().is_some_and(|members| members.keys().any(|name| is_defined(outline, value, name)))
}

/// Returns the schemas of the property at `at`, which may not exist, including those that they refer to.
fn absent<'o>(outline: &'o Outline, value: &Value, at: &Pointer, branches: Branches) -> Option<Vec<&'o Node>> {
    let name = at.last()?;
    let mut found: Vec<&Node> = Vec::new();
    for node in
        holders(outline, value, &at.parent()?, branches)?.iter().filter_map(|node| outline.property(node, &name))
    {
        found.push(node);
        found.extend(outline.parts(node));
    }
    Some(found)
}

/// Returns all schemas that apply to the value at `at`. `branches` selects those of the last step.
fn holders<'o>(outline: &'o Outline, value: &Value, at: &Pointer, branches: Branches) -> Option<Vec<&'o Node>> {
    let mut nodes = vec![outline.root()];
    let mut holder = value;
    for token in at.tokens() {
        let all = flatten(outline, &nodes, holder, Branches::Possible);
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
    Some(flatten(outline, &nodes, holder, branches))
}

/// Branches of unions that [`flatten`] includes.
#[derive(Clone, Copy, PartialEq)]
enum Branches {
    /// Those that the value may satisfy, or else those that its constants indicate.
    Possible,
    /// All of them.
    All,
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
                let all = flatten(self.outline, nodes, value, Branches::Possible);
                self.members(&all, members);
            }
            Value::Array(items) if !nodes.is_empty() => {
                let all = flatten(self.outline, nodes, value, Branches::Possible);
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
            None => Help::sentence("remove it").perhaps(Remedy::Remove),
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
fn flatten<'o>(outline: &'o Outline, nodes: &[&'o Node], value: &Value, branches: Branches) -> Vec<&'o Node> {
    let mut all = Vec::new();
    let mut open: Vec<_> = nodes.to_vec();
    while let Some(node) = open.pop() {
        // A schema that refers back to itself adds nothing.
        if all.iter().any(|&known: &&Node| std::ptr::eq(known, node)) {
            continue;
        }
        all.push(node);
        open.extend(outline.parts(node));
        if branches == Branches::All {
            open.extend(outline.branches(node));
            continue;
        }
        let before = open.len();
        open.extend(outline.branches(node).filter(|branch| outline.admits(branch, value)));
        if open.len() == before {
            open.extend(outline.branches(node).filter(|branch| outline.is_meant(branch, value)));
        }
    }
    all
}
