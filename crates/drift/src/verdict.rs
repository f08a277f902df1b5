//! Computes the verdict on two schemas: a proof, a confirmed witness, or neither with a reason.

use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;

use planwright_source::Pointer;
use serde_json::Value;

use crate::arena::{Arena, Id};
use crate::eval::eval_cheaply;
use crate::failure::ProofFailure;
use crate::pattern::Patterns;
use crate::prove::{Memory, Prover, Solution, State};
use crate::read::{Reader, Targets};
use crate::schema_library::Side;
use crate::validators::ValidatorPair;
use crate::witness;

/// Number of candidates that are examined.
const MAX_CANDIDATES: usize = 24;
/// Number of candidates that are examined if many witnesses are wanted.
const MAX_CANDIDATES_FOR_MANY: usize = 600;
/// Number of candidates for inner values if many witnesses are wanted.
const INNER_CANDIDATES_FOR_MANY: usize = 48;
/// Maximum number of schemas that are read for the witnesses of one document.
const MAX_SCHEMAS: usize = 40_000;
/// Number of documents of one side that are tried and varied if no candidate was confirmed.
const MAX_SEEDS: usize = 12;
/// Cost of two validators relative to the evaluation of the internal representation.
const VALIDATOR_COST: usize = 4;
/// Stack size of the prover, which may nest deeply. The system commits stack memory only when it is used.
const STACK_SIZE: usize = 512 << 20;

/// Answer to an inclusion: is every document of one side valid on the other?
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// Yes, with a proof.
    Proved,
    /// No: two validators confirm that this document is valid on one side only.
    Broken(Value),
    /// Neither was found. Contains the reason.
    Undecided(String),
}

impl Verdict {
    /// Returns the name: `proved`, `broken` or `undecided`.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Broken(_) => "broken",
            Self::Undecided(_) => "undecided",
        }
    }
}

/// Runs deeply nested work on a thread with a large stack.
pub(crate) fn with_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, ProofFailure> {
    std::thread::scope(|scope| {
        let started = std::thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work);
        let thread = started.map_err(|error| {
            ProofFailure(format!("cannot start a thread with a stack of {} MiB: {error}", STACK_SIZE >> 20))
        })?;
        thread.join().map_err(|_| ProofFailure("the prover stopped unexpectedly, which is a bug".to_owned()))
    })
}

/// Returns the backward and forward verdicts on each pair of entries of the same two sides.
///
/// Most definitions of a document do not change, so all of them are first proved together. Witnesses are searched one
/// by one for the remaining ones. All of this shares one effort limit.
pub(crate) fn verdicts(pairs: &[(Side<'_>, Side<'_>)], formats: bool) -> Vec<(Verdict, Verdict)> {
    let mut patterns = Patterns::default();
    let mut spent = 0;
    let proofs =
        if pairs.len() > 1 { proofs(pairs, formats, &mut patterns) } else { vec![(false, false); pairs.len()] };
    let judged = pairs.iter().zip(proofs).map(|((old, new), proved)| {
        if proved == (true, true) {
            return (Verdict::Proved, Verdict::Proved);
        }
        let because = if spent > MAX_SCHEMAS {
            Some("budget: too many definitions have changed")
        } else {
            patterns.effort.spent().filter(|_| pairs.len() > 1)
        };
        if let Some(because) = because {
            let of = |proved| if proved { Verdict::Proved } else { Verdict::Undecided(because.to_owned()) };
            return (of(proved.0), of(proved.1));
        }
        let (verdicts, read) = verdicts_on_pair(old, new, formats, &mut patterns);
        spent += read;
        verdicts
    });
    judged.collect()
}

/// Returns the inclusions that can be proved together, backward and forward.
fn proofs(pairs: &[(Side<'_>, Side<'_>)], formats: bool, patterns: &mut Patterns) -> Vec<(bool, bool)> {
    let mut arena = Arena::default();
    let Some((old, new)) = pairs.first() else { return Vec::new() };
    let mut reader = Reader::new(&mut arena, old.library, 0, formats);
    let one: Vec<Id> = pairs.iter().map(|(old, _)| reader.read_schema(&old.entry)).collect();
    let mut reader = Reader::new(&mut arena, new.library, 1, formats);
    let two: Vec<Id> = pairs.iter().map(|(_, new)| reader.read_schema(&new.entry)).collect();
    patterns.effort.spend(arena.share());
    patterns.effort.spend_on_schemas(arena.len());
    let mut prover = Prover::new(&mut arena, patterns);
    let mut is_empty = |inner: Id, outer: Id| {
        let state = State::from([(inner, true), (outer, false)]);
        matches!(prover.solve(&state, 1), Solution::Empty)
    };
    // One prover for all definitions: what it learns about one helps with the next, and they share its budget.
    one.into_iter().zip(two).map(|(one, two)| (is_empty(one, two), is_empty(two, one))).collect()
}

/// Schemas of one side that were read together, with validators that are compiled on demand.
struct ReadTogether<'r> {
    side: &'r Side<'r>,
    formats: bool,
    /// Locations of the schemas to compare.
    entries: Vec<&'r (String, Pointer)>,
    targets: Targets,
    validators: OnceCell<Option<Arc<ValidatorPair>>>,
}

impl<'r> ReadTogether<'r> {
    /// Reads schemas of the same library, and returns them with their numbers in the arena.
    fn new(
        arena: &mut Arena,
        side: &'r Side<'r>,
        entries: &[&'r (String, Pointer)],
        number: usize,
        formats: bool,
    ) -> (Self, Vec<Id>) {
        let mut reader = Reader::new(arena, side.library, number, formats);
        let ids = entries.iter().map(|entry| reader.read_schema(entry)).collect();
        let (entries, targets) = (entries.to_vec(), reader.into_targets());
        (Self { side, formats, entries, targets, validators: OnceCell::new() }, ids)
    }

    fn validators(&self) -> Option<&Arc<ValidatorPair>> {
        let made = || ValidatorPair::new(self.side.library, &self.targets, &self.entries, self.formats).map(Arc::new);
        self.validators.get_or_init(made).as_ref()
    }
}

/// One schema of a side.
struct ReadSide<'r> {
    read: Rc<ReadTogether<'r>>,
    id: Id,
    entry: &'r (String, Pointer),
}

impl<'r> ReadSide<'r> {
    fn new(arena: &mut Arena, side: &'r Side<'r>, number: usize, formats: bool) -> Self {
        let (read, ids) = ReadTogether::new(arena, side, &[&side.entry], number, formats);
        Self { read: Rc::new(read), id: ids[0], entry: &side.entry }
    }

    fn validators(&self) -> Option<&Arc<ValidatorPair>> {
        self.read.validators()
    }

    /// Checks whether a value is valid. Returns `None` if the validators disagree or cannot be compiled.
    fn is_valid(&self, value: &Value) -> Option<bool> {
        let number = *self.read.targets.get(self.entry)?;
        self.validators()?.is_valid_for(number, value)
    }
}

/// Returns the validators of one side.
pub(crate) fn validators_of_side(side: &Side<'_>, formats: bool) -> Option<Arc<ValidatorPair>> {
    ReadSide::new(&mut Arena::default(), side, 0, formats).validators().cloned()
}

/// Returns both verdicts and the number of schemas that were read for them.
fn verdicts_on_pair(
    old: &Side<'_>,
    new: &Side<'_>,
    formats: bool,
    patterns: &mut Patterns,
) -> ((Verdict, Verdict), usize) {
    let mut arena = Arena::default();
    let (one, two) = (ReadSide::new(&mut arena, old, 0, formats), ReadSide::new(&mut arena, new, 1, formats));
    patterns.effort.spend(arena.share());
    patterns.effort.spend_on_schemas(arena.len());
    let mut memory = Memory::default();
    let backward = included(&mut arena, patterns, &mut memory, (&one, &two));
    memory.forget(patterns);
    let forward = included(&mut arena, patterns, &mut memory, (&two, &one));
    memory.forget(patterns);
    ((backward, forward), one.read.targets.len() + two.read.targets.len())
}

/// Returns the backward and forward verdicts on pairs of entries whose schemas refer to each other.
///
/// All schemas are read and compiled once, and what was learned about one pair is used for the next ones. Each pair has
/// its own effort.
pub(crate) fn verdicts_together(pairs: &[(Side<'_>, Side<'_>)], formats: bool) -> Vec<(Verdict, Verdict)> {
    let Some((old, new)) = pairs.first() else { return Vec::new() };
    let mut arena = Arena::default();
    let entries: Vec<_> = pairs.iter().map(|(old, _)| &old.entry).collect();
    let (one, one_ids) = ReadTogether::new(&mut arena, old, &entries, 0, formats);
    let entries: Vec<_> = pairs.iter().map(|(_, new)| &new.entry).collect();
    let (two, two_ids) = ReadTogether::new(&mut arena, new, &entries, 1, formats);
    let steps = arena.share();
    let (one, two) = (Rc::new(one), Rc::new(two));
    let (mut patterns, mut memory) = (Patterns::default(), Memory::default());
    let schemas = arena.len();
    let judged = pairs.iter().zip(one_ids.into_iter().zip(two_ids)).map(|((old, new), (old_id, new_id))| {
        let old = ReadSide { read: Rc::clone(&one), id: old_id, entry: &old.entry };
        let new = ReadSide { read: Rc::clone(&two), id: new_id, entry: &new.entry };
        patterns.effort.renew();
        patterns.effort.spend(steps);
        patterns.effort.spend_on_schemas(schemas);
        let backward = included(&mut arena, &mut patterns, &mut memory, (&old, &new));
        let forward = included(&mut arena, &mut patterns, &mut memory, (&new, &old));
        (backward, forward)
    });
    judged.collect()
}

/// Checks whether every value of `inner` is in `outer`.
fn included(
    arena: &mut Arena,
    patterns: &mut Patterns,
    memory: &mut Memory,
    sides: (&ReadSide<'_>, &ReadSide<'_>),
) -> Verdict {
    match outside(arena, patterns, memory, sides, Wanted::One) {
        Outside::Nothing => Verdict::Proved,
        Outside::Unknown(because) => Verdict::Undecided(because),
        Outside::Values(first, _) => Verdict::Broken(first),
    }
}

/// Kind of result that is wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// A proof, but no values.
    Proof,
    One,
    /// Values that differ in as many ways as possible.
    Many,
}

/// Values of one side that are not valid on the other.
pub(crate) enum Outside {
    /// No such value exists. This is a proof.
    Nothing,
    /// Some values.
    Values(Value, Vec<Value>),
    /// Neither was found. Contains the reason.
    Unknown(String),
}

/// Series of queries that share an effort limit, compiled patterns, and the validators of their common inner side.
#[derive(Default)]
pub(crate) struct Inquiry {
    formats: bool,
    patterns: Patterns,
    inner: OnceCell<Option<Arc<ValidatorPair>>>,
}

impl Inquiry {
    pub(crate) fn new(formats: bool) -> Self {
        Self::sharing(formats, Patterns::default())
    }

    /// Continues with the patterns and the effort of an earlier series.
    pub(crate) fn sharing(formats: bool, patterns: Patterns) -> Self {
        Self { formats, patterns, ..Self::default() }
    }

    /// Returns the patterns and the effort for the next series, which has another inner side.
    pub(crate) fn end(self) -> Patterns {
        self.patterns
    }

    /// Returns the reason why the series must stop, if it must.
    pub(crate) fn spent(&self) -> Option<&'static str> {
        self.patterns.effort.spent()
    }

    /// Searches for values of the inner side that are not valid on the outer one.
    pub(crate) fn values_outside(&mut self, inner: &Side<'_>, outer: &Side<'_>, wanted: Wanted) -> Outside {
        let mut arena = Arena::default();
        let patterns = &mut self.patterns;
        let (mut read, ids) = ReadTogether::new(&mut arena, inner, &[&inner.entry], 0, self.formats);
        read.validators = std::mem::take(&mut self.inner);
        let one = ReadSide { read: Rc::new(read), id: ids[0], entry: &inner.entry };
        let two = ReadSide::new(&mut arena, outer, 1, self.formats);
        patterns.effort.spend(arena.share());
        patterns.effort.spend_on_schemas(arena.len());
        let outside = if wanted == Wanted::Proof {
            let state = State::from([(one.id, true), (two.id, false)]);
            let found = Prover::new(&mut arena, patterns).solve(&state, 1);
            if matches!(found, Solution::Empty) { Outside::Nothing } else { Outside::Unknown(String::new()) }
        } else {
            let mut memory = Memory::default();
            let found = outside(&mut arena, patterns, &mut memory, (&one, &two), wanted);
            memory.forget(patterns);
            found
        };
        self.inner = one.read.validators.clone();
        outside
    }
}

fn outside(
    arena: &mut Arena,
    patterns: &mut Patterns,
    memory: &mut Memory,
    (inner, outer): (&ReadSide<'_>, &ReadSide<'_>),
    wanted: Wanted,
) -> Outside {
    let state = State::from([(inner.id, true), (outer.id, false)]);
    let prover = Prover::new(arena, patterns).with_memory(std::mem::take(memory));
    let (mut prover, limit) = match wanted {
        Wanted::One | Wanted::Proof => (prover, MAX_CANDIDATES),
        Wanted::Many => (prover.with_inner_candidates(INNER_CANDIDATES_FOR_MANY), MAX_CANDIDATES_FOR_MANY),
    };
    let found = prover.solve(&state, limit);
    let notes = std::mem::take(&mut prover.notes);
    *memory = prover.into_memory();
    let Solution::Maybe(mut candidates) = found else { return Outside::Nothing };
    let is_spent = patterns.effort.spent().is_some();
    // Even if the search ran out of effort, its candidates may already contain a witness.
    patterns.effort.grant_witness_steps();
    // Short witnesses are easier to read.
    candidates.sort_by_cached_key(|candidate| candidate.to_string().len());
    let confirms = |arena: &Arena, patterns: &mut Patterns, value: &Value| {
        let before = patterns.effort.steps();
        let candidate = value.clone().into();
        let own = [inner.id, outer.id].map(|id| eval_cheaply(arena, patterns, id, &candidate));
        let [Some(first), Some(second)] = own else { return false };
        let agrees = |own: Option<bool>, is: bool| own.is_none_or(|own| own == is);
        if !agrees(first, true) || !agrees(second, false) {
            return false;
        }
        let (Some(one), Some(two)) = (inner.validators(), outer.validators()) else { return false };
        let strict = inner.read.side.library.is_lossy()
            || outer.read.side.library.is_lossy()
            || [one, two].iter().any(|validators| validators.is_partial || validators.is_large);
        // Validators are less reliable if numbers are lossy or a part was left out, and a large side has only one of
        // them. Then the internal evaluation has to confirm both sides.
        if strict && (first.is_none() || second.is_none()) {
            return false;
        }
        // Validators visit about as many schemas.
        patterns.effort.spend(VALIDATOR_COST * usize::try_from(before - patterns.effort.steps()).unwrap_or(usize::MAX));
        inner.is_valid(value) == Some(true) && outer.is_valid(value) == Some(false)
    };
    let most = if wanted == Wanted::Many { usize::MAX } else { 1 };
    let mut confirmed: Vec<Value> =
        candidates.iter().filter(|value| confirms(arena, patterns, value)).take(most).cloned().collect();
    if confirmed.is_empty() && !notes.is_empty() && !is_spent {
        // A schema that cannot be interpreted may fill the candidates with guesses. Look for a difference elsewhere.
        let found = Prover::new(arena, patterns).trusting_opaque().solve(&state, limit);
        if let Solution::Maybe(values) = found {
            confirmed = values.into_iter().filter(|value| confirms(arena, patterns, value)).take(most).collect();
        }
    }
    if let Some((first, rest)) = confirmed.split_first() {
        return Outside::Values(first.clone(), rest.to_vec());
    }
    // No candidate is a witness. Try values of both sides and values in the schemas, with small variations.
    let mut seeds = candidates.clone();
    for id in [inner.id, outer.id].into_iter().filter(|_| !is_spent) {
        if let Solution::Maybe(values) = Prover::new(arena, patterns).solve(&State::from([(id, true)]), MAX_SEEDS) {
            seeds.extend(values);
        }
    }
    seeds.extend(values_in_schemas([inner, outer]));
    if let Some(witness) = witness::around(&seeds, |value| confirms(arena, patterns, value)) {
        return Outside::Values(witness, Vec::new());
    }
    let mut because: Vec<String> = notes.into_iter().map(shortened).collect();
    because.dedup();
    if inner.validators().is_none() || outer.validators().is_none() {
        because.push("a validator cannot compile a side, so no witness can be confirmed".to_owned());
    } else if !candidates.is_empty() {
        because.push("the validators confirm no witness".to_owned());
    }
    if because.is_empty() {
        because.push("neither a proof nor a witness was found".to_owned());
    }
    Outside::Unknown(because.join("; "))
}

/// Returns the values that appear in the schemas of both sides.
fn values_in_schemas(sides: [&ReadSide<'_>; 2]) -> Vec<Value> {
    let mut shown = Vec::new();
    for read in sides {
        for (file, at) in read.read.targets.keys() {
            if let Some(node) = read.read.side.library.find(file, at) {
                witness::written_values(node.schema, &mut shown);
            }
        }
    }
    shown
}

fn shortened(note: String) -> String {
    if note.chars().count() <= 160 { note } else { note.chars().take(157).chain("...".chars()).collect() }
}
