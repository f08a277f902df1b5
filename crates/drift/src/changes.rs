//! Lists the changes between two schemas, with the same proofs as the verdict.
//!
//! Both schemas are walked together. At each location, everything that applies to the same value is combined: references
//! are followed, and `allOf` and unions with null are merged. A difference is only reported if a value may exist that
//! shows it: valid on one side, and rejected by the other because of exactly this difference. Therefore a change of
//! notation is not listed, and the list never contradicts the verdict.

mod bounds;
mod connectives;
mod elements;
mod members;
mod notes;
mod possible;
mod report;
mod source;
mod unions;
mod values;
mod view;

use std::collections::{HashMap, HashSet};

use planwright_schema::model::Keyword;
use serde_json::Value;

use crate::arena::{Arena, Id, Types};
use crate::pattern::Patterns;
use crate::prove::{Prover, Solution, State};
use crate::read::{Reader, Targets};
use crate::rules::{Axis, Effect, RuleId};
use crate::schema_library::{Node, Side};
use crate::verdict::Verdict;
use report::short;
pub use report::{Change, Spot};
pub(crate) use report::{definitions_changed, locate_changes, remove_hidden};
use view::{Below, View};

/// Maximum number of changes that are listed.
const MAX_CHANGES: usize = 10_000;
/// Number of comparisons after which a pair of schemas is compared only once, even if its context differs.
const MAX_CONTEXTS: usize = 20_000;
/// Number of candidates among which a witness of one change is searched.
const MAX_CANDIDATES: usize = 4;

/// Index of the old schema. Values that only this side accepts break backward compatibility.
const OLD: usize = 0;
/// Index of the new schema. Values that only this side accepts break forward compatibility.
const NEW: usize = 1;

/// Everything that both sides require of the value at a location.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Scope {
    whole: [Id; 2],
    /// Additional conditions on each side under which the compared schemas apply, such as the branch of a union.
    path: [Vec<Id>; 2],
}

impl Scope {
    fn between(whole: [Id; 2]) -> Self {
        Self { whole, path: [Vec::new(), Vec::new()] }
    }

    /// Returns the scope of a part that only applies under a further condition.
    fn under(&self, conditions: [Id; 2]) -> Self {
        let mut scope = self.clone();
        for (path, condition) in scope.path.iter_mut().zip(conditions) {
            if !path.contains(&condition) {
                path.push(condition);
            }
        }
        scope
    }
}

/// Result of a search for a value that shows a difference.
#[derive(Clone, Debug, Default, PartialEq)]
enum Shown {
    /// No value shows it. This is a proof, or follows from the kind of change.
    #[default]
    Never,
    /// A value may show it.
    Perhaps(Option<Value>),
}

impl Shown {
    fn is_possible(&self) -> bool {
        matches!(self, Self::Perhaps(_))
    }

    fn witness(&self) -> Option<&Value> {
        match self {
            Self::Never => None,
            Self::Perhaps(witness) => witness.as_ref(),
        }
    }

    /// Returns the result that has a witness, or else a possible one.
    fn or(self, other: Self) -> Self {
        match (&self, &other) {
            (Self::Never, _) | (Self::Perhaps(None), Self::Perhaps(Some(_))) => other,
            _ => self,
        }
    }

    fn effect(&self) -> Effect {
        match self {
            Self::Never => Effect::Fine,
            Self::Perhaps(None) => Effect::Depends,
            Self::Perhaps(Some(_)) => Effect::Breaks,
        }
    }
}

/// Results of the searches for values that only one side accepts because of a change, by the side that accepts them.
#[derive(Clone, Debug, Default, PartialEq)]
struct Evidence([Shown; 2]);

impl Evidence {
    fn new(side: usize, shown: Shown) -> Self {
        let mut sides = Self::default();
        sides.0[side] = shown;
        sides
    }

    /// Returns evidence that consists of one value, which only this side accepts.
    fn value(side: usize, value: &Value) -> Self {
        Self::new(side, Shown::Perhaps(Some(value.clone())))
    }

    fn is_possible(&self) -> bool {
        self.0.iter().any(Shown::is_possible)
    }

    fn possible(&self) -> [bool; 2] {
        [OLD, NEW].map(|side| self.0[side].is_possible())
    }

    fn or(self, other: Self) -> Self {
        let ([old, new], [other_old, other_new]) = (self.0, other.0);
        Self([old.or(other_old), new.or(other_new)])
    }

    fn witness(&self) -> Option<&Value> {
        self.0.iter().find_map(Shown::witness)
    }
}

/// Keyword under which a stricter subschema may make the whole schema looser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Inverted {
    keyword: Keyword,
    rule: RuleId,
}

/// Addresses of compared schemas, with the context if it counts.
type Compared = ([Vec<usize>; 2], Option<Scope>, Option<Inverted>);

/// State of a comparison.
#[derive(Clone, Copy)]
enum Progress {
    /// It has begun at this depth.
    Open(usize),
    /// It has ended. The value is the directions in which a change was reported.
    Ended([bool; 2]),
}

/// Comparison of two schemas, with everything that was learned so far.
struct Walk<'s, 'a> {
    sides: [&'s Side<'s>; 2],
    formats: bool,
    prover: Prover<'a>,
    targets: [Targets; 2],
    /// Number of comparisons that have begun and not ended.
    depth: usize,
    /// Depth of the outermost open comparison that the current one leads back to, because the schema is recursive.
    leads_back_to: Option<usize>,
    /// Ended comparisons that led back to an open one. They share what is reported inside of it.
    awaiting: Vec<Compared>,
    /// References that were reported, by the addresses of their schemas on each side.
    unresolved: HashSet<[Option<usize>; 2]>,
    /// Schemas that were read, by side and address.
    ids: HashMap<(usize, usize), Id>,
    types: HashMap<Id, Types>,
    /// Directions that are proved, so that no change may break them.
    proved: [bool; 2],
    inverted: Option<Inverted>,
    /// Schemas whose comparison has begun.
    seen: HashMap<Compared, Progress>,
    /// Directions in which a change of the current schema was reported.
    found: [bool; 2],
    /// The last witness. It often shows the next change too, and a search for another one takes longer.
    last_witness: Option<Value>,
    changes: Vec<Change>,
}

/// Returns all changes between the schemas of each pair, including everything that they reference.
///
/// `verdicts` contains the backward and the forward verdict on each pair.
pub(crate) fn changes<'s>(
    pairs: &'s [(Side<'s>, Side<'s>)],
    verdicts: &[(Verdict, Verdict)],
    formats: bool,
) -> Vec<Change> {
    let Some((old, new)) = pairs.first() else { return Vec::new() };
    let (mut arena, mut patterns) = (Arena::default(), Patterns::default());
    let mut read = |number: usize| {
        let first = if number == OLD { old } else { new };
        let mut reader = Reader::new(&mut arena, first.library, number, formats);
        for (old, new) in pairs {
            reader.read_schema(if number == OLD { &old.entry } else { &new.entry });
        }
        reader.into_targets()
    };
    let targets = [read(OLD), read(NEW)];
    patterns.effort.spend(arena.share());
    patterns.effort.spend_on_schemas(arena.len());
    let of = |side: usize| verdicts.iter().map(move |pair| if side == OLD { &pair.0 } else { &pair.1 });
    let mut walk = Walk {
        sides: [old, new],
        formats,
        prover: Prover::new(&mut arena, &mut patterns),
        targets,
        ids: HashMap::new(),
        types: HashMap::new(),
        proved: [OLD, NEW].map(|side| of(side).all(|verdict| *verdict == Verdict::Proved)),
        inverted: None,
        depth: 0,
        leads_back_to: None,
        awaiting: Vec::new(),
        unresolved: HashSet::new(),
        seen: HashMap::new(),
        found: [false; 2],
        last_witness: None,
        changes: Vec::new(),
    };
    let entries: Vec<_> = pairs.iter().map(|(old, new)| (old.node(), new.node())).collect();
    if let Some((Some(old), Some(new))) = entries.first() {
        walk.dialects([*old, *new]);
    }
    for (old, new) in &entries {
        if let (Some(old), Some(new)) = (old, new) {
            let whole = [walk.id(OLD, *old), walk.id(NEW, *new)];
            walk.compare([&[*old], &[*new]], &Scope::between(whole));
        }
    }
    for side in [OLD, NEW] {
        let broken = entries.iter().zip(of(side)).find_map(|(entry, verdict)| match (entry, verdict) {
            ((Some(old), Some(new)), Verdict::Broken(witness)) => Some(([*old, *new], witness)),
            _ => None,
        });
        if let Some((nodes, witness)) = broken.filter(|_| !walk.found[side]) {
            walk.report_difference(nodes, side, witness);
        }
    }
    drop(walk.prover);
    walk.changes
}

impl<'s> Walk<'s, '_> {
    /// Compares two schemas, each of which may be written at several locations.
    fn compare(&mut self, nodes: [&[Node<'s>]; 2], scope: &Scope) {
        let addresses = nodes.map(|nodes| nodes.iter().map(|node| node.address()).collect());
        let context = (self.seen.len() < MAX_CONTEXTS).then(|| scope.clone());
        let key = (addresses, context, self.inverted);
        let found = match self.seen.get(&key) {
            Some(Progress::Ended(found)) => *found,
            Some(Progress::Open(depth)) => {
                self.leads_back_to = Some(self.leads_back_to.map_or(*depth, |known| known.min(*depth)));
                [false; 2]
            }
            None => self.compare_once(nodes, scope, key),
        };
        self.found = [self.found[OLD] || found[OLD], self.found[NEW] || found[NEW]];
    }

    /// Compares two schemas for the first time, and returns the directions in which a change was reported.
    fn compare_once(&mut self, nodes: [&[Node<'s>]; 2], scope: &Scope, key: Compared) -> [bool; 2] {
        let (outer, outer_leads) = (std::mem::take(&mut self.found), self.leads_back_to.take());
        let first_awaiting = self.awaiting.len();
        self.depth += 1;
        self.seen.insert(key.clone(), Progress::Open(self.depth));
        let views = self.views(nodes);
        self.compare_views([&views[OLD], &views[NEW]], scope);
        let found = std::mem::replace(&mut self.found, outer);
        self.seen.insert(key.clone(), Progress::Ended(found));
        if self.is_explained_around() {
            self.awaiting.push(key);
        } else {
            let ended = self.awaiting.drain(first_awaiting..).map(|key| (key, Progress::Ended(found)));
            self.seen.extend(ended);
            self.leads_back_to = None;
        }
        self.depth -= 1;
        self.leads_back_to = self.leads_back_to.into_iter().chain(outer_leads).min();
        found
    }

    /// Checks whether the current comparison leads back to one around it, which then reports what nothing explains.
    fn is_explained_around(&self) -> bool {
        self.leads_back_to.is_some_and(|depth| depth < self.depth)
    }

    /// Compares schemas whose values are not related to the current value, such as those of a property.
    fn compare_inner(&mut self, nodes: [&[Node<'s>]; 2]) {
        let whole = [OLD, NEW].map(|side| {
            let ids = nodes[side].iter().map(|node| self.id(side, *node)).collect();
            self.prover.arena.and(ids)
        });
        self.compare(nodes, &Scope::between(whole));
    }

    /// Compares schemas below a keyword that inverts or mixes the directions. Every change is reported as a change of
    /// the keyword.
    fn compare_inverted(&mut self, [old, new]: [Node<'s>; 2], keyword: Keyword, rule: RuleId) {
        let inverted = self.inverted.or(Some(Inverted { keyword, rule }));
        let outer = std::mem::replace(&mut self.inverted, inverted);
        self.compare_inner([&[old], &[new]]);
        self.inverted = outer;
    }

    fn compare_views(&mut self, views: [&View<'s>; 2], scope: &Scope) {
        self.notes(views);
        let ids = views.map(|view| self.view_id(view));
        let is_same = ids[OLD] == ids[NEW] && scope.whole[OLD] == scope.whole[NEW];
        if !is_same && scope.path.iter().all(Vec::is_empty) {
            let [old, new] = [OLD, NEW].map(|side| self.is_empty(scope, side));
            if old || new {
                if old != new {
                    let which = if old { "old" } else { "new" };
                    let message = format!("the {which} schema allows no value");
                    let spots = views.map(|view| view.heads[0].spot());
                    self.report(RuleId::SchemaUnsatisfiable, spots, message, None);
                }
                return;
            }
        }
        if !self.wrapped(views, scope) {
            self.values(views, scope);
            self.members(views, scope);
            self.elements(views, scope);
            self.unions(views, scope);
            self.connectives(views, scope);
        }
        if !is_same && self.inverted.is_none() && !self.is_explained_around() {
            for side in [OLD, NEW] {
                if !self.found[side]
                    && let Some(witness) = self.shows(scope, side, ids[1 - side]).witness()
                {
                    self.report_difference(views.map(|view| view.heads[0]), side, witness);
                }
            }
        }
    }

    /// Reports a value that only one side accepts, if no rule describes why.
    fn report_difference(&mut self, nodes: [Node<'s>; 2], side: usize, witness: &Value) {
        let what = if side == OLD { "rejects" } else { "accepts" };
        let message = format!("the new schema {what} {}", short(witness));
        self.report(RuleId::SchemaChanged, nodes.map(Node::spot), message, Evidence::value(side, witness));
    }

    /// Reports a change at something below both schemas.
    fn add<'n>(
        &mut self,
        id: RuleId,
        views: [&View<'s>; 2],
        below: impl Into<Below<'n>>,
        message: impl Into<String>,
        evidence: impl Into<Option<Evidence>>,
    ) {
        self.report(id, View::spots(views, below.into()), message.into(), evidence);
    }

    /// Reports a change. Without evidence, only the rule decides its effects.
    fn report(&mut self, id: RuleId, [old, new]: [Spot; 2], message: String, evidence: impl Into<Option<Evidence>>) {
        let is_about_documents = matches!(id.rule().axis, Axis::Documents | Axis::OpenObjects);
        let (rule, message) = match self.inverted {
            Some(_) if !is_about_documents => return,
            Some(inverted) => (inverted.rule.rule(), format!("inside `{}`: {message}", inverted.keyword.name())),
            None => (id.rule(), message),
        };
        let evidence = evidence.into();
        let mut effects = [rule.backward, rule.forward];
        if let Some(evidence) = evidence.as_ref().filter(|_| self.inverted.is_none()) {
            for (effect, shown) in effects.iter_mut().zip(&evidence.0) {
                *effect = match *effect {
                    Effect::Fine => Effect::Fine,
                    Effect::Depends => shown.effect(),
                    // Neither a proof nor a value was found.
                    Effect::Breaks if *shown == Shown::Perhaps(None) => Effect::Depends,
                    Effect::Breaks => Effect::Breaks,
                };
            }
        }
        let contradicts = (0..2).any(|side| self.proved[side] && effects[side] == Effect::Breaks);
        if contradicts || self.changes.len() >= MAX_CHANGES {
            return;
        }
        for (found, effect) in self.found.iter_mut().zip(effects) {
            *found |= is_about_documents && effect != Effect::Fine;
        }
        let witness = evidence.as_ref().and_then(Evidence::witness).cloned();
        let [backward, forward] = effects;
        self.changes.push(Change { rule, backward, forward, old: Some(old), new: Some(new), message, witness });
    }

    /// Searches for a value that one side accepts and the other side rejects because of an assertion.
    fn shows(&mut self, scope: &Scope, side: usize, assertion: Id) -> Evidence {
        if self.inverted.is_none() && self.proved[side] {
            return Evidence::default();
        }
        let mut state: State = scope.path[side].iter().map(|id| (*id, true)).collect();
        state.extend([(scope.whole[side], true), (assertion, false), (scope.whole[1 - side], false)]);
        Evidence::new(side, self.search(&state))
    }

    fn search(&mut self, state: &State) -> Shown {
        if self.prover.patterns.effort.spent().is_some() {
            return Shown::Perhaps(None);
        }
        if let Some(last) = self.last_witness.take() {
            let shown = self.is_witness(state, &last).then(|| Shown::Perhaps(Some(last.clone())));
            self.last_witness = Some(last);
            if let Some(shown) = shown {
                return shown;
            }
        }
        self.prover.renew();
        let Solution::Maybe(candidates) = self.prover.solve(state, MAX_CANDIDATES) else { return Shown::Never };
        let witness = candidates.into_iter().find(|value| self.is_witness(state, value));
        if witness.is_some() {
            self.last_witness.clone_from(&witness);
        }
        Shown::Perhaps(witness)
    }

    fn is_witness(&mut self, state: &State, value: &Value) -> bool {
        state.iter().all(|(id, sign)| self.accepts(*id, value) == Some(*sign))
    }

    /// Checks whether a side accepts no value.
    fn is_empty(&mut self, scope: &Scope, side: usize) -> bool {
        self.search(&State::from([(scope.whole[side], true)])) == Shown::Never
    }

    /// Returns the internal representation of a schema.
    fn id(&mut self, side: usize, node: Node<'s>) -> Id {
        let key = (side, node.address());
        if let Some(id) = self.ids.get(&key) {
            return *id;
        }
        let id = self.with_reader(side, |reader| reader.read_in_place(node));
        self.ids.insert(key, id);
        id
    }

    fn with_reader<T>(&mut self, side: usize, read: impl FnOnce(&mut Reader<'_>) -> T) -> T {
        let targets = std::mem::take(&mut self.targets[side]);
        let reader = Reader::new(self.prover.arena, self.sides[side].library, side, self.formats);
        let mut reader = reader.with_targets(targets);
        let result = read(&mut reader);
        self.targets[side] = reader.into_targets();
        result
    }
}
