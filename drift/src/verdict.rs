//! A verdict on two schemas: a proof, a confirmed witness, or neither and why.

use std::collections::BTreeMap;

use planwright_codegen::{References, SchemaSet};
use planwright_source::Pointer;
use serde_json::Value;

use crate::arena::{Arena, Id};
use crate::eval::eval;
use crate::judge::Judge;
use crate::pattern::Patterns;
use crate::prove::{Found, Prover, State};
use crate::read::Reader;
use crate::witness;

/// How many candidates of the prover are looked at.
const CANDIDATES: usize = 60;
/// The prover may nest deeply; the stack is only taken as it is used.
const STACK: usize = 512 << 20;

/// Whether every document of one side is one of the other.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// Yes, and there is a proof.
    Proved,
    /// No: this document is valid on the one side and not on the other, as two validators say.
    Broken(Value),
    /// Neither was found, and why.
    Undecided(String),
}

impl Verdict {
    /// The word for it: `proved`, `broken` or `undecided`.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Broken(_) => "broken",
            Self::Undecided(_) => "undecided",
        }
    }
}

/// One side: a set of schemas, and the schema in it.
#[derive(Clone, Debug)]
pub(crate) struct Side<'s> {
    pub set: &'s SchemaSet,
    pub references: &'s References<'s>,
    pub entry: (String, Pointer),
}

/// Does work that may nest deeply; `None` if there is no memory for it.
pub(crate) fn with_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Option<T> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).ok()?;
        thread.join().ok()
    })
}

/// The verdicts backward and forward.
pub(crate) fn verdicts(old: &Side<'_>, new: &Side<'_>, formats: bool) -> (Verdict, Verdict) {
    let failed = || Verdict::Undecided("budget: there is not enough memory for the proof".to_owned());
    with_stack(|| judge(old, new, formats)).unwrap_or_else(|| (failed(), failed()))
}

struct Read {
    id: Id,
    judge: Option<Judge>,
    lossy: bool,
    targets: BTreeMap<(String, Pointer), usize>,
}

fn read(arena: &mut Arena, side: &Side<'_>, number: usize, formats: bool) -> Read {
    let mut reader = Reader::new(arena, side.set, side.references, number, formats);
    let id = reader.read(&side.entry.0, &side.entry.1);
    let targets = reader.targets().clone();
    let lossy = reader.is_lossy();
    let judge = Judge::new((side.set, side.references), &targets, &side.entry, formats);
    Read { id, judge, lossy, targets }
}

fn judge(old: &Side<'_>, new: &Side<'_>, formats: bool) -> (Verdict, Verdict) {
    let mut arena = Arena::default();
    let mut patterns = Patterns::default();
    let (one, two) = (read(&mut arena, old, 0, formats), read(&mut arena, new, 1, formats));
    arena.share();
    let mut shown = Vec::new();
    for (side, read) in [(old, &one), (new, &two)] {
        for (file, at) in read.targets.keys() {
            let value = side.set.get(file).and_then(|file| file.value.pointer(at.as_str()));
            if let Some(value) = value {
                witness::shown(value, &mut shown);
            }
        }
    }
    let backward = included(&mut arena, &mut patterns, (&one, &two), &shown);
    let forward = included(&mut arena, &mut patterns, (&two, &one), &shown);
    (backward, forward)
}

/// Whether all of `inner` is in `outer`.
fn included(arena: &mut Arena, patterns: &mut Patterns, (inner, outer): (&Read, &Read), shown: &[Value]) -> Verdict {
    let state = State::from([(inner.id, true), (outer.id, false)]);
    let mut prover = Prover::new(arena, patterns);
    let found = prover.solve(&state, CANDIDATES);
    let notes = std::mem::take(&mut prover.notes);
    let Found::Maybe(mut candidates) = found else { return Verdict::Proved };
    candidates.sort_by_key(|candidate| candidate.to_string().len());
    let confirms = |arena: &Arena, patterns: &mut Patterns, value: &Value| {
        let (Some(one), Some(two)) = (&inner.judge, &outer.judge) else { return false };
        let own = [eval(arena, patterns, inner.id, value), eval(arena, patterns, outer.id, value)];
        let strict = inner.lossy || outer.lossy || one.is_partial || two.is_partial;
        let agrees = |own: Option<bool>, is: bool| own.map_or(!strict, |own| own == is);
        agrees(own[0], true)
            && agrees(own[1], false)
            && one.is_valid(value) == Some(true)
            && two.is_valid(value) == Some(false)
    };
    if let Some(witness) = candidates.iter().find(|value| confirms(arena, patterns, value)) {
        return Verdict::Broken(witness.clone());
    }
    let mut seeds = candidates.clone();
    for id in [inner.id, outer.id] {
        if let Found::Maybe(values) = Prover::new(arena, patterns).solve(&State::from([(id, true)]), 12) {
            seeds.extend(values);
        }
    }
    seeds.extend(shown.iter().cloned());
    if let Some(witness) = witness::around(&seeds).into_iter().find(|value| confirms(arena, patterns, value)) {
        return Verdict::Broken(witness);
    }
    let mut because: Vec<String> = notes.into_iter().map(shortened).collect();
    because.dedup();
    if inner.judge.is_none() || outer.judge.is_none() {
        because.push("a validator cannot compile a side, so no witness can be confirmed".to_owned());
    } else if !candidates.is_empty() {
        because.push("the validators confirm no witness".to_owned());
    }
    if because.is_empty() {
        because.push("neither a proof nor a witness was found".to_owned());
    }
    Verdict::Undecided(because.join("; "))
}

fn shortened(note: String) -> String {
    if note.chars().count() <= 160 { note } else { note.chars().take(157).chain("...".chars()).collect() }
}
