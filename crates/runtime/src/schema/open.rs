//! Members that no schema mentions. An open contract accepts and ignores them; the writer should hear about it all the same,
//! since a misspelt optional member looks just like one.

use planwright_source::Pointer;
use serde_json::{Map, Value};

use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::limit::Capped;
use crate::outline::{Node, Outline};
use crate::suggest::Comparisons;
use crate::validator::CompiledSchema;

/// A warning for every member of `value` that the schema of `root` neither names nor leaves free.
///
/// An object is free where its schema has no `properties`, or says `additionalProperties` or `patternProperties`.
pub fn unknown_members(schema: &dyn CompiledSchema, value: &Value) -> Vec<Diagnostic> {
    let outline = schema.validator().outline();
    let mut walk = Walk { outline, path: Vec::new(), found: Capped::default(), comparisons: Comparisons::default() };
    walk.visit(&[outline.root()], value);
    walk.found.finish()
}

/// What the schema says about the member at `at`, which need not exist; the first sentence of its description.
pub(crate) fn description<'o>(outline: &'o Outline, value: &Value, at: &Pointer) -> Option<&'o str> {
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
    let text = all.iter().find_map(|node| outline.property(node, &name)?.about.as_deref())?;
    Some(text.split_once(". ").map_or(text, |(first, _)| first).trim_end_matches('.'))
}

struct Walk<'o, 'v> {
    outline: &'o Outline,
    path: Vec<Step<'v>>,
    found: Capped,
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
        if self.found.is_full() {
            return self.found.count(1);
        }
        let known = all.iter().flat_map(|node| node.properties.keys().map(String::as_str));
        let absent = known.filter(|known| !members.contains_key(*known));
        let help = self
            .comparisons
            .nearest(name, absent)
            .map_or("remove it".to_owned(), |known| format!("did you mean {known:?}?"));
        let mut at = Pointer::root();
        for step in &self.path {
            match step {
                Step::Member(name) => at.push(name),
                Step::Element(index) => at.push_index(*index),
            }
        }
        at.push(name);
        let message = format!("the member {name:?} is not part of the contract and is ignored");
        self.found.push_with(|| Diagnostic::warning(codes::UNKNOWN_FIELD, at, message).with_help(help));
    }
}

/// All schemas that bear on `value`: the given ones, their parts, and those branches of a union that it can be.
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
        open.extend(outline.branches(node).filter(|branch| outline.admits(branch, value)));
    }
    all
}
