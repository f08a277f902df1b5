//! Evaluates a value against the internal representation only. Returns `None` where the representation is not exact.

use indexmap::IndexMap;
use serde_json::Value;

use crate::arena::{Arena, Bound, Id, Node};
use crate::candidate::{Candidate, Form};
use crate::number::{self, is_multiple};
use crate::pattern::Patterns;

/// Maximum recursion depth. It ends chains of references that do not descend into the value.
const MAX_DEPTH: usize = 200;
/// Maximum number of schemas that are visited for one value.
const MAX_STEPS: u32 = 20_000;
/// Cost of a number relative to a string. Numbers are converted to exact decimals.
const EXACT_NUMBER_COST: usize = 4;
/// Number of list values that are compared in one step.
const VALUES_PER_STEP: usize = 8;

/// Evaluates a value. `None` means unknown.
pub(crate) fn eval(arena: &Arena, patterns: &mut Patterns, id: Id, value: &Candidate) -> Option<bool> {
    eval_cheaply(arena, patterns, id, value)?
}

/// Evaluates a value. The outer `None` means that evaluation took too long, as it then would for a validator too.
#[allow(clippy::option_option, reason = "the inner one is an answer, the outer one reports a timeout")]
pub(crate) fn eval_cheaply(arena: &Arena, patterns: &mut Patterns, id: Id, value: &Candidate) -> Option<Option<bool>> {
    let mut evaluation = Evaluation { arena, patterns, depth: 0, left: MAX_STEPS, is_cut: false };
    let answer = evaluation.schema(id, value);
    (evaluation.left > 0 && evaluation.patterns.effort.spent().is_none()).then_some(answer)
}

struct Evaluation<'e> {
    arena: &'e Arena,
    patterns: &'e mut Patterns,
    depth: usize,
    left: u32,
    /// Set if a limit ended the evaluation of a part. Another evaluation may reach it.
    is_cut: bool,
}

impl Evaluation<'_> {
    fn schema(&mut self, id: Id, value: &Candidate) -> Option<bool> {
        if self.depth > MAX_DEPTH || self.left == 0 || self.patterns.effort.spent().is_some() {
            self.is_cut = true;
            return None;
        }
        self.left -= 1;
        self.patterns.effort.spend(1);
        if let Some(answer) = value.answer(id) {
            return answer;
        }
        self.depth += 1;
        let answer = self.node(id, value);
        self.depth -= 1;
        if answer.is_some() || !self.is_cut {
            value.remember(id, answer);
        }
        answer
    }

    fn node(&mut self, id: Id, value: &Candidate) -> Option<bool> {
        let arena = self.arena;
        match arena.node(id) {
            Node::And(ids) => self.all(ids.iter().map(|id| (*id, value))),
            Node::Or(ids) => {
                let mut answer = Some(false);
                for id in ids {
                    match self.schema(*id, value) {
                        Some(true) => return Some(true),
                        None => answer = None,
                        Some(false) => {}
                    }
                }
                answer
            }
            Node::One(ids) => {
                let (mut yes, mut unknown) = (0, 0);
                for id in ids {
                    match self.schema(*id, value) {
                        Some(true) => yes += 1,
                        None => unknown += 1,
                        Some(false) => {}
                    }
                }
                match (yes, unknown) {
                    (2.., _) => Some(false),
                    (yes, 0) => Some(yes == 1),
                    _ => None,
                }
            }
            Node::Not(id) => self.schema(*id, value).map(|is| !is),
            Node::Ref(target) => self.schema((*arena.targets.get(*target)?)?, value),
            Node::Types(types) => Some(types & value.type_of() != 0),
            Node::Enum(values) => {
                let text = value.as_str();
                self.patterns.effort.spend(if text.is_some() { 1 } else { values.len() / VALUES_PER_STEP });
                Some(match (arena.texts(id), text) {
                    (Some(texts), Some(text)) => texts.contains(text),
                    _ => values.iter().any(|one| value.is_value(one)),
                })
            }
            Node::Opaque(_) => None,
            node => match value.form() {
                Form::Scalar(Value::Number(given)) if is_of_numbers(node) => {
                    self.patterns.effort.spend(EXACT_NUMBER_COST);
                    self.number(node, &number::exact(given)?)
                }
                Form::Scalar(Value::String(text)) => self.string(node, text),
                Form::Scalar(_) => Some(true),
                Form::Array(items) => self.array(node, items),
                Form::Object(members) => self.object(node, members),
            },
        }
    }

    fn all<'v>(&mut self, pairs: impl Iterator<Item = (Id, &'v Candidate)>) -> Option<bool> {
        let mut answer = Some(true);
        for (id, value) in pairs {
            match self.schema(id, value) {
                Some(false) => return Some(false),
                None => answer = None,
                Some(true) => {}
            }
        }
        answer
    }

    #[allow(clippy::unused_self, clippy::unnecessary_wraps, reason = "one of four that look alike")]
    fn number(&mut self, node: &Node, given: &number::Exact) -> Option<bool> {
        Some(match node {
            Node::Min(bound, Bound::Inclusive) => given >= bound,
            Node::Min(bound, Bound::Exclusive) => given > bound,
            Node::Max(bound, Bound::Inclusive) => given <= bound,
            Node::Max(bound, Bound::Exclusive) => given < bound,
            Node::Multiple(step) => is_multiple(given, step),
            _ => true,
        })
    }

    fn string(&mut self, node: &Node, text: &str) -> Option<bool> {
        let length = text.chars().count() as u64;
        match node {
            Node::MinLength(min) => Some(length >= *min),
            Node::MaxLength(max) => Some(length <= *max),
            Node::Pattern(pattern) => self.patterns.is_match(pattern, text),
            Node::Format(format) => format.accepts(text),
            _ => Some(true),
        }
    }

    fn array(&mut self, node: &Node, items: &[Candidate]) -> Option<bool> {
        let count = items.len() as u64;
        let from = |first: u64| items.iter().skip(usize::try_from(first).unwrap_or(usize::MAX));
        match node {
            Node::MinItems(min) => Some(count >= *min),
            Node::MaxItems(max) => Some(count <= *max),
            Node::Unique => {
                self.patterns.effort.spend(items.len() * items.len() / VALUES_PER_STEP);
                let twice = |at: usize| items[..at].iter().any(|other| other.is_same(&items[at]));
                Some(!(0..items.len()).any(twice))
            }
            Node::Item(at, id) => from(*at).next().map_or(Some(true), |item| self.schema(*id, item)),
            Node::ItemsFrom(first, id) => self.all(from(*first).map(|item| (*id, item))),
            Node::CountMin(id, _) | Node::CountMax(id, _) => {
                let (mut yes, mut unknown) = (0, 0);
                for item in items {
                    match self.schema(*id, item) {
                        Some(true) => yes += 1,
                        None => unknown += 1,
                        Some(false) => {}
                    }
                }
                let (certain, impossible) = match node {
                    Node::CountMin(_, min) => (yes >= *min, yes + unknown < *min),
                    Node::CountMax(_, max) => (yes + unknown <= *max, yes > *max),
                    _ => (true, false),
                };
                if certain { Some(true) } else { impossible.then_some(false) }
            }
            _ => Some(true),
        }
    }

    fn object(&mut self, node: &Node, members: &IndexMap<String, Candidate>) -> Option<bool> {
        let count = members.len() as u64;
        match node {
            Node::MinMembers(min) => Some(count >= *min),
            Node::MaxMembers(max) => Some(count <= *max),
            Node::Has(name) => Some(members.contains_key(name)),
            Node::Member(name, id) => members.get(name).map_or(Some(true), |value| self.schema(*id, value)),
            Node::Matching(pattern, id) => {
                self.members(members, *id, |patterns, name| patterns.is_match(pattern, name))
            }
            Node::Others(names, excluded, id) => {
                self.members(members, *id, |patterns, name| is_other(patterns, names, excluded, name))
            }
            Node::Names(id) => {
                let names: Vec<Candidate> = members.keys().map(|name| name.as_str().into()).collect();
                self.all(names.iter().map(|name| (*id, name)))
            }
            _ => Some(true),
        }
    }

    fn members(
        &mut self,
        members: &IndexMap<String, Candidate>,
        id: Id,
        applies: impl Fn(&mut Patterns, &str) -> Option<bool>,
    ) -> Option<bool> {
        let mut answer = Some(true);
        for (name, value) in members {
            let applies = applies(self.patterns, name);
            if applies == Some(false) {
                continue;
            }
            match (applies, self.schema(id, value)) {
                (_, Some(true)) => {}
                (Some(true), Some(false)) => return Some(false),
                _ => answer = None,
            }
        }
        answer
    }
}

fn is_of_numbers(node: &Node) -> bool {
    matches!(node, Node::Min(..) | Node::Max(..) | Node::Multiple(_))
}

/// Checks that a name is neither in `names` nor matched by one of the patterns.
pub(crate) fn is_other(patterns: &mut Patterns, names: &[String], excluded: &[String], name: &str) -> Option<bool> {
    if names.iter().any(|own| own == name) {
        return Some(false);
    }
    let mut answer = Some(true);
    for pattern in excluded {
        match patterns.is_match(pattern, name) {
            Some(true) => return Some(false),
            None => answer = None,
            Some(false) => {}
        }
    }
    answer
}
