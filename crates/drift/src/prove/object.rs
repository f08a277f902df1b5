//! Objects: required properties, forbidden properties, and properties with fresh names.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::{InnerSolution, Literal, NOTE_TOO_LARGE, Prover, State};
use crate::arena::{Id, Node, STRING};
use crate::candidate::Candidate;
use crate::effort::{self, within_parts};
use crate::eval::{eval, is_other};

/// Maximum number of name patterns whose combinations are examined.
const MAX_PATTERNS: usize = 6;
/// Maximum number of properties that are added to reach `minProperties`.
const MAX_FILLED: u64 = 2_000;
/// Number of numbered names that may fail before names are searched.
const MAX_UNFIT: usize = 40;

/// Set of property names, for assertions about more than one name.
#[derive(Clone, Debug)]
enum Class {
    Matching(String),
    Others(Vec<String>, Vec<String>),
}

#[derive(Default)]
struct Members {
    /// Required properties, with additional conditions on their values.
    needed: BTreeMap<String, State>,
    lacking: BTreeSet<String>,
    /// Conditions on the property with each name.
    named: BTreeMap<String, State>,
    every: Vec<(Class, Id)>,
    some: Vec<(Class, Literal)>,
    names: Vec<Id>,
    bad_name: Vec<Id>,
    min: u64,
    max: Option<u64>,
    literal: BTreeSet<String>,
    patterns: BTreeSet<String>,
}

/// Name that no schema mentions, with the conditions on its property.
struct Fresh {
    name: Option<String>,
    /// Conditions on the name.
    state: State,
    matched: BTreeSet<String>,
    unknown: bool,
}

impl Prover<'_> {
    pub(super) fn object(&mut self, done: &State) -> InnerSolution {
        let Some(members) = self.members(done) else { return InnerSolution::Empty };
        let mut chosen: BTreeMap<String, Vec<Candidate>> = BTreeMap::new();
        for (name, state) in &members.needed {
            if members.lacking.contains(name) || !self.name_allowed(&members, name) {
                return InnerSolution::Empty;
            }
            let mut state = state.clone();
            state.extend(self.of_member(&members, name));
            match self.inner(&state) {
                InnerSolution::Empty => return InnerSolution::Empty,
                InnerSolution::Maybe(values) => chosen.insert(name.clone(), values),
            };
        }
        let needed = chosen.len() as u64;
        if members.max.is_some_and(|max| max < needed.max(members.min)) {
            return InnerSolution::Empty;
        }
        if members.max == Some(0) {
            return self.listed(done, vec![Value::Object(Map::new())]);
        }
        // If the required properties already reach the maximum, no other property can exist.
        let full = members.max == Some(needed);
        // Names that no schema mentions are only needed if a condition asks for an additional property.
        let fresh = if members.some.is_empty() && members.bad_name.is_empty() && members.min <= needed {
            Vec::new()
        } else {
            self.fresh(&members, members.names.iter().map(|id| (*id, true)).collect())
        };
        for (class, literal) in &members.some {
            match self.exists(&members, class, *literal, full, &fresh) {
                None => return InnerSolution::Empty,
                Some((name, values)) => merge(&mut chosen, name, values),
            }
        }
        for id in &members.bad_name {
            match self.invalid_name(&members, *id, full) {
                None => return InnerSolution::Empty,
                Some((name, values)) => merge(&mut chosen, name, values),
            }
        }
        if members.min > needed && !self.fill(&members, &fresh, &mut chosen) {
            return InnerSolution::Empty;
        }
        let made = objects(&chosen, self.few);
        if made.is_empty() {
            self.notes.insert(NOTE_TOO_LARGE.to_owned());
        }
        InnerSolution::Maybe(made)
    }

    /// Sorts the assertions. Returns `None` if they contradict each other.
    fn members(&mut self, done: &State) -> Option<Members> {
        let mut members = Members::default();
        let mut steps = done.len();
        for (id, sign) in done {
            match (self.arena.node(*id), *sign) {
                (Node::MinMembers(own), true) => members.min = members.min.max(*own),
                (Node::MaxMembers(own), false) => members.min = members.min.max(own.saturating_add(1)),
                (Node::MaxMembers(own), true) => members.max = Some(members.max.map_or(*own, |max| max.min(*own))),
                (Node::MinMembers(own), false) => {
                    let own = own.checked_sub(1)?;
                    members.max = Some(members.max.map_or(own, |max| max.min(own)));
                }
                (Node::Has(name), true) => {
                    members.needed.entry(name.clone()).or_default();
                }
                (Node::Has(name), false) => {
                    members.lacking.insert(name.clone());
                }
                (Node::Member(name, id), true) => {
                    members.literal.insert(name.clone());
                    members.named.entry(name.clone()).or_default().insert((*id, true));
                }
                (Node::Member(name, id), false) => {
                    members.needed.entry(name.clone()).or_default().insert((*id, false));
                }
                (Node::Matching(pattern, id), sign) => {
                    members.patterns.insert(pattern.clone());
                    members.add(Class::Matching(pattern.clone()), *id, sign);
                }
                (Node::Others(names, patterns, id), sign) => {
                    steps += names.len();
                    members.literal.extend(names.iter().cloned());
                    members.patterns.extend(patterns.iter().cloned());
                    members.add(Class::Others(names.clone(), patterns.clone()), *id, sign);
                }
                (Node::Names(id), true) => members.names.push(*id),
                (Node::Names(id), false) => members.bad_name.push(*id),
                _ => {}
            }
        }
        members.literal.extend(members.needed.keys().cloned());
        members.literal.extend(members.lacking.iter().cloned());
        let mut names = BTreeSet::new();
        for id in members.names.iter().chain(&members.bad_name) {
            self.texts(*id, &mut names, 0);
        }
        members.literal.extend(names);
        self.patterns.effort.spend(steps);
        Some(members)
    }

    /// Collects the strings in a schema of names.
    fn texts(&self, id: Id, into: &mut BTreeSet<String>, depth: usize) {
        match self.arena.node(id) {
            Node::Enum(values) => into.extend(values.iter().filter_map(Value::as_str).map(str::to_owned)),
            Node::And(ids) | Node::Or(ids) | Node::One(ids) if depth < 8 => {
                for id in ids {
                    self.texts(*id, into, depth + 1);
                }
            }
            Node::Not(id) if depth < 8 => self.texts(*id, into, depth + 1),
            Node::Ref(target) if depth < 8 => {
                if let Some(id) = self.arena.targets[*target] {
                    self.texts(id, into, depth + 1);
                }
            }
            _ => {}
        }
    }

    fn name_allowed(&mut self, members: &Members, name: &str) -> bool {
        let name = Candidate::from(name);
        members.names.iter().all(|id| eval(self.arena, self.patterns, *id, &name) != Some(false))
    }

    /// Returns the conditions on the property with this name.
    fn of_member(&mut self, members: &Members, name: &str) -> State {
        let mut state = members.named.get(name).cloned().unwrap_or_default();
        self.patterns.effort.spend(1 + members.every.len());
        for (class, id) in &members.every {
            if self.is_in(class, name) == Some(true) {
                state.insert((*id, true));
            }
        }
        state
    }

    fn is_in(&mut self, class: &Class, name: &str) -> Option<bool> {
        self.patterns.effort.spend(1);
        match class {
            Class::Matching(pattern) => self.patterns.is_match(pattern, name),
            Class::Others(names, patterns) => is_other(self.patterns, names, patterns, name),
        }
    }

    /// Returns one fresh name for each set of patterns that can match a name together.
    fn fresh(&mut self, members: &Members, asked: State) -> Vec<Fresh> {
        let listed: Vec<Value> = members.literal.iter().map(|name| Value::from(name.as_str())).collect();
        let (known, bytes) = (self.arena.len(), effort::bytes(3 * listed.len()));
        self.patterns.effort.spend(listed.len());
        let (listed, string) = (self.arena.add(Node::Enum(listed)), self.arena.add(Node::Types(STRING)));
        if self.arena.len() > known {
            self.patterns.effort.keep(bytes);
        }
        let mut start = asked;
        start.extend([(string, true), (listed, false)]);
        let all: Vec<String> = members.patterns.iter().cloned().collect();
        let (known, unknown): (Vec<String>, Vec<String>) =
            all.into_iter().partition(|one| self.patterns.is_decidable(one));
        for pattern in &unknown {
            self.notes.insert(format!("pattern {pattern:?} is not decided"));
        }
        let lost = known.len() > MAX_PATTERNS;
        if lost {
            self.notes.insert("budget: too many patterns of names".to_owned());
        }
        let mut states = vec![(start, BTreeSet::new())];
        // Split by each pattern: names that match it and names that do not. Impossible combinations are dropped at once.
        for pattern in known.iter().take(MAX_PATTERNS) {
            let id = self.arena.add(Node::Pattern(pattern.clone()));
            let mut next = Vec::new();
            for (state, matched) in states {
                let mut with: State = state.clone();
                with.insert((id, true));
                let mut more: BTreeSet<String> = matched.clone();
                more.insert(pattern.clone());
                let mut without = state;
                without.insert((id, false));
                for (state, matched) in [(with, more), (without, matched)] {
                    if matches!(self.inner(&state), InnerSolution::Maybe(_)) {
                        next.push((state, matched));
                    }
                }
            }
            states = next;
        }
        let mut fresh = Vec::new();
        for (state, matched) in states {
            if let InnerSolution::Maybe(values) = self.inner(&state) {
                // Prefer a nonempty name, because it is easier to read in a witness.
                let name = values.iter().find_map(|value: &Candidate| value.as_str().filter(|name| !name.is_empty()));
                let name = name.or(values.iter().find_map(Candidate::as_str)).map(str::to_owned);
                fresh.push(Fresh { name, state, matched, unknown: lost || !unknown.is_empty() });
            }
        }
        fresh
    }

    /// Returns the conditions on a property with a fresh name.
    fn of_fresh(members: &Members, fresh: &Fresh) -> State {
        let holds = |class: &Class| fresh.is_in(class) == Some(true);
        members.every.iter().filter(|(class, _)| holds(class)).map(|(_, id)| (*id, true)).collect()
    }

    /// Returns a property of a class whose value satisfies the literal, if one can exist.
    fn exists(
        &mut self,
        members: &Members,
        class: &Class,
        literal: Literal,
        full: bool,
        fresh: &[Fresh],
    ) -> Option<(Option<String>, Vec<Candidate>)> {
        let mut possible = None;
        for name in &members.literal {
            let is_needed = members.needed.contains_key(name);
            let absent = members.lacking.contains(name) || full && !is_needed;
            if absent || self.is_in(class, name) == Some(false) || !self.name_allowed(members, name) {
                continue;
            }
            let mut state = self.of_member(members, name);
            state.extend(members.needed.get(name).into_iter().flatten());
            state.insert(literal);
            if let InnerSolution::Maybe(values) = self.inner(&state) {
                if !values.is_empty() {
                    return Some((Some(name.clone()), values));
                }
                possible = Some((Some(name.clone()), values));
            }
        }
        if full {
            return possible;
        }
        for fresh in fresh {
            if fresh.is_in(class) == Some(false) {
                continue;
            }
            let mut state = Self::of_fresh(members, fresh);
            state.insert(literal);
            if let InnerSolution::Maybe(values) = self.inner(&state) {
                if fresh.name.is_some() && !values.is_empty() {
                    return Some((fresh.name.clone(), values));
                }
                possible = Some((fresh.name.clone(), values));
            }
        }
        possible
    }

    /// Returns a property whose name violates a schema.
    fn invalid_name(&mut self, members: &Members, id: Id, full: bool) -> Option<(Option<String>, Vec<Candidate>)> {
        let mut possible = None;
        for name in &members.literal {
            let absent = members.lacking.contains(name) || full && !members.needed.contains_key(name);
            let is_good = eval(self.arena, self.patterns, id, &name.as_str().into()) == Some(true);
            if absent || is_good || !self.name_allowed(members, name) {
                continue;
            }
            let mut state = self.of_member(members, name);
            state.extend(members.needed.get(name).into_iter().flatten());
            if let InnerSolution::Maybe(values) = self.inner(&state) {
                possible = Some((Some(name.clone()), values));
            }
        }
        if full || possible.is_some() {
            return possible;
        }
        let mut asked: State = members.names.iter().map(|id| (*id, true)).collect();
        asked.insert((id, false));
        for fresh in self.fresh(members, asked) {
            let state = Self::of_fresh(members, &fresh);
            if let InnerSolution::Maybe(values) = self.inner(&state) {
                possible = Some((fresh.name, values));
            }
        }
        possible
    }

    /// Adds properties until the minimum is reached. Returns `false` if that is impossible.
    fn fill(&mut self, members: &Members, fresh: &[Fresh], chosen: &mut BTreeMap<String, Vec<Candidate>>) -> bool {
        let mut certain = true;
        for name in &members.literal {
            if chosen.contains_key(name) || members.lacking.contains(name) || !self.name_allowed(members, name) {
                continue;
            }
            let state = self.of_member(members, name);
            if let InnerSolution::Maybe(values) = self.inner(&state)
                && (chosen.len() as u64) < members.min
            {
                chosen.insert(name.clone(), values);
            }
        }
        for fresh in fresh {
            let state = Self::of_fresh(members, fresh);
            let InnerSolution::Maybe(values) = self.inner(&state) else { continue };
            // The number of such names is unknown, so there may be enough of them.
            certain = false;
            let wanted = usize::try_from(members.min.min(MAX_FILLED)).unwrap_or(usize::MAX);
            let missing = wanted.saturating_sub(chosen.len());
            // One of the names may already be in use.
            let names = if missing == 0 { Vec::new() } else { self.names_like(members, fresh, missing + 1) };
            for name in names {
                if chosen.len() < wanted {
                    chosen.entry(name).or_insert_with(|| values.clone());
                }
            }
        }
        !certain || chosen.len() as u64 >= members.min
    }

    /// Returns names of a kind, as many as needed if they are found. Tries numbered names first, and then searches for
    /// names one by one.
    fn names_like(&mut self, members: &Members, fresh: &Fresh, count: usize) -> Vec<String> {
        let Some(first) = fresh.name.as_ref() else { return Vec::new() };
        let mut names = vec![first.clone()];
        let mut failed = 0;
        for number in 0.. {
            if names.len() == count || failed > MAX_UNFIT {
                break;
            }
            let name = format!("{first}{number}");
            if self.is_like(members, fresh, &name) {
                names.push(name);
            } else {
                failed += 1;
            }
        }
        if names.len() < count {
            let known = names.iter().map(|name| name.as_str().into()).collect();
            let found = self.several(&fresh.state, known, count);
            names = found.iter().take(count).filter_map(Candidate::as_str).map(str::to_owned).collect();
        }
        names
    }

    /// Checks whether a name is certainly of a kind.
    fn is_like(&mut self, members: &Members, fresh: &Fresh, name: &str) -> bool {
        let value = Candidate::from(name);
        !members.literal.contains(name)
            && fresh.state.iter().all(|(id, sign)| eval(self.arena, self.patterns, *id, &value) == Some(*sign))
    }
}

impl Members {
    fn add(&mut self, class: Class, id: Id, sign: bool) {
        if sign {
            self.every.push((class, id));
        } else {
            self.some.push((class, (id, false)));
        }
    }
}

impl Fresh {
    fn is_in(&self, class: &Class) -> Option<bool> {
        let finds = |pattern: &String| if self.matched.contains(pattern) { Some(true) } else { self.unmatched() };
        match class {
            Class::Matching(pattern) => finds(pattern),
            Class::Others(_, patterns) => {
                let answers: Vec<Option<bool>> = patterns.iter().map(finds).collect();
                if answers.contains(&Some(true)) {
                    Some(false)
                } else {
                    answers.iter().all(|answer| *answer == Some(false)).then_some(true)
                }
            }
        }
    }

    fn unmatched(&self) -> Option<bool> {
        if self.unknown { None } else { Some(false) }
    }
}

fn merge(chosen: &mut BTreeMap<String, Vec<Candidate>>, name: Option<String>, values: Vec<Candidate>) {
    if let Some(name) = name {
        chosen.insert(name, values);
    }
}

/// Builds objects from the values found for each property, within the size limits of candidates.
fn objects(chosen: &BTreeMap<String, Vec<Candidate>>, few: usize) -> Vec<Candidate> {
    let sizes: Vec<Vec<usize>> = chosen.values().map(|values| values.iter().map(Candidate::parts).collect()).collect();
    let size = |pick: usize| {
        let of = |sizes: &Vec<usize>| sizes.get(pick).or(sizes.first()).copied().unwrap_or(1);
        1 + sizes.iter().map(of).sum::<usize>()
    };
    let of = |pick: usize| {
        let members = chosen.iter().map(|(name, values)| {
            let value = values.get(pick).or(values.first()).cloned().unwrap_or_else(|| Value::Null.into());
            (name.clone(), value)
        });
        Candidate::object(members.collect())
    };
    let most = chosen.values().map(Vec::len).max().unwrap_or(1).clamp(1, few);
    within_parts((0..most).map(|pick| (size(pick), pick))).map(of).collect()
}
