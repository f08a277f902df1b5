//! Translates `unevaluatedProperties` and `unevaluatedItems`.
//!
//! There is one case for each combination of branches that may apply, and each case records the evaluated properties
//! and elements.

use std::collections::BTreeSet;

use jsonschema::Draft;
use planwright_schema::Meaning;
use planwright_source::Pointer;
use serde_json::Value;

use super::{Place, Reader};
use crate::arena::{Id, Node};

/// Maximum number of cases that differ in what they evaluate.
const MAX_CASES: usize = 64;
/// Maximum depth of references.
const MAX_DEPTH: usize = 12;

/// Condition of a case, and what is evaluated if it applies.
#[derive(Clone, Default)]
struct Case {
    holds: Vec<Id>,
    names: BTreeSet<String>,
    patterns: BTreeSet<String>,
    first: u64,
    all: bool,
}

impl Case {
    /// Checks whether both cases evaluate the same.
    fn evaluates_like(&self, other: &Self) -> bool {
        (&self.names, &self.patterns, self.first, self.all) == (&other.names, &other.patterns, other.first, other.all)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum EvaluatedKind {
    Members,
    Elements,
}

impl Reader<'_> {
    pub(super) fn unevaluated(&mut self, place: Place<'_>, keyword: &str, value: &Value) -> Id {
        let of = if keyword == "unevaluatedItems" { EvaluatedKind::Elements } else { EvaluatedKind::Members };
        let Some(cases) = self.cases(place, of, Some(keyword), 0) else {
            return self.opaque(keyword, place);
        };
        let rest = self.inside(place, &place.at.member(keyword), value);
        let mut alternatives = Vec::new();
        for case in cases {
            let mut parts = case.holds;
            if !case.all {
                parts.push(self.arena.add(match of {
                    EvaluatedKind::Members => {
                        let (names, patterns) = (case.names.into_iter().collect(), case.patterns.into_iter().collect());
                        Node::Others(names, patterns, rest)
                    }
                    EvaluatedKind::Elements => Node::ItemsFrom(case.first, rest),
                }));
            }
            alternatives.push(self.arena.and(parts));
        }
        self.arena.or(alternatives)
    }

    fn cases(&mut self, place: Place<'_>, of: EvaluatedKind, except: Option<&str>, depth: usize) -> Option<Vec<Case>> {
        let Some(members) = place.value.as_object() else { return Some(vec![Case::default()]) };
        if depth > MAX_DEPTH || members.contains_key("$dynamicRef") || members.contains_key("$recursiveRef") {
            return None;
        }
        let mut cases = vec![Self::own(place, of, except)?];
        if let Some(reference) = members.get("$ref").and_then(Value::as_str) {
            let Meaning::Schema { file, pointer } = self.references.resolve(place.file, place.at, reference) else {
                return None;
            };
            let set = self.set;
            let file = set.get(&file)?;
            let value = file.value.pointer(pointer.as_str())?;
            let inner = self.cases(Place { file, at: &pointer, value }, of, None, depth + 1)?;
            cases = self.product(&cases, &inner)?;
        }
        let list = |keyword: &str| members.get(keyword).and_then(Value::as_array).cloned().unwrap_or_default();
        for (index, value) in list("allOf").iter().enumerate() {
            let at = place.at.member("allOf").index(index);
            let inner = self.cases(Place { at: &at, value, ..place }, of, None, depth + 1)?;
            cases = self.product(&cases, &inner)?;
        }
        for keyword in ["anyOf", "oneOf"] {
            for (index, value) in list(keyword).iter().enumerate() {
                let at = place.at.member(keyword).index(index);
                let either = self.either(Place { at: &at, value, ..place }, of, depth)?;
                cases = self.product(&cases, &either)?;
            }
        }
        if let Some(value) = members.get("if") {
            let conditions = self.conditions(place, value, of, depth)?;
            cases = self.product(&cases, &conditions)?;
        }
        for (name, value) in members.get("dependentSchemas").and_then(Value::as_object).into_iter().flatten() {
            let at = place.at.member("dependentSchemas").member(name);
            let has = self.arena.add(Node::Has(name.clone()));
            let lacks = self.arena.not(has);
            let mut either = self.cases(Place { at: &at, value, ..place }, of, None, depth + 1)?;
            for case in &mut either {
                case.holds.push(has);
            }
            either.push(Case { holds: vec![lacks], ..Case::default() });
            let either = self.merged(either);
            cases = self.product(&cases, &either)?;
        }
        Some(cases)
    }

    /// Returns what the keywords of the schema itself evaluate.
    fn own(place: Place<'_>, of: EvaluatedKind, except: Option<&str>) -> Option<Case> {
        let has = |keyword: &str| except != Some(keyword) && place.value.get(keyword).is_some();
        let names = |keyword: &str| {
            let members = place.value.get(keyword).and_then(Value::as_object);
            members.map(|members| members.keys().cloned().collect()).unwrap_or_default()
        };
        let new = place.file.draft() == Draft::Draft202012;
        let mut case = Case::default();
        match of {
            EvaluatedKind::Members => {
                case.names = names("properties");
                case.patterns = names("patternProperties");
                case.all = has("additionalProperties") || has("unevaluatedProperties");
            }
            EvaluatedKind::Elements => {
                if new && has("contains") {
                    return None;
                }
                let list = place.value.get(if new { "prefixItems" } else { "items" }).and_then(Value::as_array);
                case.first = list.map_or(0, Vec::len) as u64;
                let rest = if new || list.is_none() { has("items") } else { has("additionalItems") };
                case.all = rest || has("unevaluatedItems");
            }
        }
        Some(case)
    }

    /// Returns two kinds of cases: the branch applies and its evaluations count, or it does not apply.
    fn either(&mut self, place: Place<'_>, of: EvaluatedKind, depth: usize) -> Option<Vec<Case>> {
        let id = self.schema(place);
        let not = self.arena.not(id);
        let mut cases = self.cases(place, of, None, depth + 1)?;
        for case in &mut cases {
            case.holds.push(id);
        }
        cases.push(Case { holds: vec![not], ..Case::default() });
        Some(cases)
    }

    fn conditions(&mut self, place: Place<'_>, value: &Value, of: EvaluatedKind, depth: usize) -> Option<Vec<Case>> {
        let at = place.at.member("if");
        let mut either = self.either(Place { at: &at, value, ..place }, of, depth)?;
        let no = either.pop()?;
        let mut branch = |keyword: &str, cases: Vec<Case>| -> Option<Vec<Case>> {
            let Some(value) = place.value.get(keyword) else { return Some(cases) };
            let at: Pointer = place.at.member(keyword);
            let inner = self.cases(Place { at: &at, value, ..place }, of, None, depth + 1)?;
            Some(combined(&cases, &inner))
        };
        let mut cases = branch("then", either)?;
        cases.extend(branch("else", vec![no])?);
        Some(cases)
    }

    /// Returns the cases in which one case of each list applies. Each list has to cover everything.
    fn product(&mut self, one: &[Case], other: &[Case]) -> Option<Vec<Case>> {
        let cases = self.merged(combined(one, other));
        (cases.len() <= MAX_CASES).then_some(cases)
    }

    /// Joins the cases that evaluate the same. The cases have to cover everything, so a single one needs no condition.
    fn merged(&mut self, cases: Vec<Case>) -> Vec<Case> {
        let mut groups: Vec<(Case, Vec<Vec<Id>>)> = Vec::new();
        for case in cases {
            match groups.iter_mut().find(|(known, _)| known.evaluates_like(&case)) {
                Some((_, holds)) => holds.push(case.holds),
                None => groups.push((case.clone(), vec![case.holds])),
            }
        }
        let is_single = groups.len() == 1;
        let joined = groups.into_iter().map(|(case, holds)| {
            let holds = match &holds[..] {
                _ if is_single => Vec::new(),
                [only] => only.clone(),
                several => {
                    let alternatives = several.iter().map(|ids| self.arena.and(ids.clone())).collect();
                    vec![self.arena.or(alternatives)]
                }
            };
            Case { holds, ..case }
        });
        joined.collect()
    }
}

fn combined(one: &[Case], other: &[Case]) -> Vec<Case> {
    let pairs = one.iter().flat_map(|a| other.iter().map(move |b| (a, b)));
    let joined = pairs.map(|(a, b)| {
        let holds = [&a.holds[..], &b.holds].concat();
        if a.all || b.all {
            return Case { holds, all: true, ..Case::default() };
        }
        let (names, patterns) = (&a.names | &b.names, &a.patterns | &b.patterns);
        Case { holds, names, patterns, first: a.first.max(b.first), all: false }
    });
    joined.collect()
}
