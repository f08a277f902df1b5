//! Lists what one schema accepts and another rejects: each violated keyword with a document, and a proof that nothing
//! else differs.
//!
//! The keyword that a witness violates is removed from the outer schema, and the query runs again until the answer is a
//! proof. The removed keywords are then exactly those that the inner schema does not guarantee.

mod blame;

use std::collections::{BTreeMap, BTreeSet};

use planwright_schema::model::{Effect, Form, Keyword, Schema, SchemaObject};
use planwright_schema::{Error, SchemaFile, SchemaSet};
use planwright_source::Pointer;
use serde_json::Value;

use crate::failure::{InclusionError, ProofFailure};
use crate::operations::closed_document;
use crate::pair::Options;
use crate::pattern::Patterns;
use crate::schema_library::Library;
use crate::verdict::{Inquiry, Outside, Verdict, Wanted, validators_of_side, with_stack};
use blame::Relaxed;

/// Maximum number of times that the outer schema is relaxed. Each round removes all keywords that were found at once.
const MAX_ROUNDS: usize = 60;
/// File name of a schema in its set of one.
const PATH: &str = "schema.json";

/// Keyword that the inner schema does not guarantee.
#[derive(Clone, Debug, PartialEq)]
pub struct Leak {
    /// Location of the keyword in the outer schema.
    pub at: Pointer,
    /// Document that is valid under the inner schema and violates the keyword.
    pub document: Value,
}

/// Everything that the inner schema accepts and the outer one rejects.
#[derive(Clone, Debug, PartialEq)]
pub struct Excess {
    /// Keywords that are not guaranteed, sorted by pointer.
    pub leaks: Vec<Leak>,
    /// Verdict on all other keywords.
    pub besides: Verdict,
}

/// Checks whether every document of `inner` is valid under `outer`. Neither schema may refer to other documents.
///
/// # Errors
///
/// Returns an error if one of them is not a valid schema, or if the proof cannot run.
pub fn included(inner: &Value, outer: &Value, options: Options) -> Result<Verdict, InclusionError> {
    let (inner, outer) = (set(inner)?, set(outer)?);
    if let Some(larger) = inner.get(PATH).and_then(loosened)
        && let Outside::Nothing =
            between(&set(&larger)?, &outer, &mut Inquiry::new(options.assert_formats), Wanted::Proof)?
    {
        return Ok(Verdict::Proved);
    }
    between(&inner, &outer, &mut Inquiry::new(options.assert_formats), Wanted::One).map(verdict)
}

/// Checks whether every document of `inner` that has only described properties is valid under `outer`.
///
/// Returns `None` if no object of `inner` can be closed.
///
/// # Errors
///
/// Returns an error if one of them is not a valid schema, or if the proof cannot run.
pub fn described_included(inner: &Value, outer: &Value, options: Options) -> Result<Option<Verdict>, InclusionError> {
    let inner = set(inner)?;
    inner.get(PATH).and_then(closed_document).map(|closed| included(&closed, outer, options)).transpose()
}

/// Lists everything that `inner` accepts and `outer` rejects.
///
/// A document counts as a witness only if `confirms` returns `true` for it. `confirms` is called once for each
/// document.
///
/// # Errors
///
/// Returns an error if one of them is not a valid schema, or if the proof cannot run.
pub fn excess(
    inner: &Value,
    outer: &Value,
    options: Options,
    confirms: &mut dyn FnMut(&Value) -> bool,
) -> Result<Excess, InclusionError> {
    let mut outer = Relaxed::new(outer);
    let mut leaks: BTreeMap<Pointer, Value> = BTreeMap::new();
    let mut unconfirmed: BTreeSet<Pointer> = BTreeSet::new();
    let inner = set(inner)?;
    let mut besides = Verdict::Undecided(format!("budget: more than {MAX_ROUNDS} rounds"));
    let mut inquiry = Inquiry::new(options.assert_formats);
    for _ in 0..MAX_ROUNDS {
        if let Some(because) = inquiry.spent() {
            besides = Verdict::Undecided(because.to_owned());
            break;
        }
        let relaxed = set(outer.document())?;
        let (first, rest) = match between(&inner, &relaxed, &mut inquiry, Wanted::Many)? {
            Outside::Nothing => {
                besides = Verdict::Proved;
                break;
            }
            Outside::Unknown(because) => {
                besides = Verdict::Undecided(because);
                break;
            }
            Outside::Values(first, rest) => (first, rest),
        };
        let values: Vec<Value> = std::iter::once(first).chain(rest).collect();
        let draft = relaxed.get(PATH).map_or_else(planwright_schema::Draft::default, SchemaFile::draft);
        let mut found: BTreeMap<Pointer, Option<&Value>> = BTreeMap::new();
        for (value, places) in values.iter().zip(outer.violated_keywords(&values, draft, options.assert_formats)) {
            let is_new = places.iter().any(|at| !matches!(found.get(at), Some(Some(_))));
            let witness = Some(value).filter(|value| is_new && confirms(value));
            for at in places {
                let known = found.entry(at).or_default();
                *known = known.or(witness);
            }
        }
        if found.is_empty() {
            besides = Verdict::Undecided(format!("the keyword that {} breaks was not found", values[0]));
            break;
        }
        for (at, witness) in &found {
            let at = outer.written_at(at);
            match witness {
                Some(document) => drop(leaks.entry(at).or_insert_with(|| (*document).clone())),
                None => drop(unconfirmed.insert(at)),
            }
        }
        outer.relax(found.into_keys());
    }
    let unconfirmed: Vec<&str> =
        unconfirmed.iter().filter(|at| !leaks.contains_key(*at)).map(Pointer::as_str).collect();
    if besides == Verdict::Proved && !unconfirmed.is_empty() {
        besides =
            Verdict::Undecided(format!("no document confirms that these are not kept: {}", unconfirmed.join(", ")));
    }
    let leaks = leaks.into_iter().map(|(at, document)| Leak { at, document });
    Ok(Excess { leaks: leaks.collect(), besides })
}

/// Checks, for each of the given locations of one document, whether the schema there accepts no value at all.
///
/// # Errors
///
/// Returns an error if one of them is not a valid schema, or if the proof cannot run.
pub fn allow_nothing(document: &Value, places: &[Pointer], options: Options) -> Result<Vec<Verdict>, InclusionError> {
    let (one, nothing) = (set(document)?, set(&Value::Bool(false))?);
    let (one, nothing) = (Library::new(&one)?, Library::new(&nothing)?);
    let root = nothing.side(PATH, &Pointer::root());
    let verdicts = with_stack(|| {
        let mut patterns = Patterns::default();
        let each = places.iter().map(|at| {
            let mut inquiry = Inquiry::sharing(options.assert_formats, std::mem::take(&mut patterns));
            let outside = inquiry.values_outside(&one.side(PATH, at), &root, Wanted::One);
            patterns = inquiry.end();
            verdict(outside)
        });
        each.collect::<Vec<_>>()
    })?;
    Ok(verdicts)
}

/// Returns documents of a schema that differ in as many ways as possible.
///
/// # Errors
///
/// Returns an error if the machine lacks the memory or the thread that a proof needs.
pub fn some_documents(schema: &Value) -> Result<Vec<Value>, ProofFailure> {
    let mut inquiry = Inquiry::new(Options::default().assert_formats);
    let (Ok(one), Ok(nothing)) = (set(schema), set(&Value::Bool(false))) else { return Ok(Vec::new()) };
    match between(&one, &nothing, &mut inquiry, Wanted::Many) {
        Ok(Outside::Values(first, rest)) => Ok(std::iter::once(first).chain(rest).collect()),
        Ok(Outside::Nothing | Outside::Unknown(_)) | Err(InclusionError::Schema(_)) => Ok(Vec::new()),
        Err(InclusionError::Proof(failure)) => Err(failure),
    }
}

/// Returns a test of documents against a schema, which asserts formats as the proofs do. Returns `None` if a validator
/// cannot compile the schema.
///
/// The test returns `None` if the validators disagree.
pub fn validity(schema: &Value) -> Option<impl Fn(&Value) -> Option<bool>> {
    let set = set(schema).ok()?;
    let library = Library::new(&set).ok()?;
    let root = Pointer::root();
    let validators = validators_of_side(&library.side(PATH, &root), Options::default().assert_formats)?;
    (!validators.is_partial).then_some(move |document: &Value| validators.is_valid(document))
}

fn verdict(outside: Outside) -> Verdict {
    match outside {
        Outside::Nothing => Verdict::Proved,
        Outside::Values(first, _) => Verdict::Broken(first),
        Outside::Unknown(because) => Verdict::Undecided(because),
    }
}

/// Returns a weaker schema in which each `oneOf` is an `anyOf`, which needs far fewer cases to prove.
///
/// Returns `None` if the result might not be weaker, because a keyword negates a part or depends on evaluated
/// properties.
fn loosened(file: &SchemaFile) -> Option<Value> {
    let mut schema = Schema::from_value(&file.value, file.draft());
    let mut is_more = true;
    let mut has_any = false;
    schema.walk(&mut |schema| is_more &= schema.object().is_none_or(is_monotone));
    loosen(&mut schema, &mut has_any);
    (is_more && has_any).then(|| schema.to_value())
}

/// Keywords under which a weaker subschema makes the whole schema weaker.
const MONOTONE: [Keyword; 11] = [
    Keyword::AdditionalItems,
    Keyword::AdditionalProperties,
    Keyword::AllOf,
    Keyword::AnyOf,
    Keyword::Dependencies,
    Keyword::DependentSchemas,
    Keyword::Items,
    Keyword::PatternProperties,
    Keyword::PrefixItems,
    Keyword::Properties,
    Keyword::PropertyNames,
];

/// Replaces each `oneOf` by an `anyOf`.
fn loosen(schema: &mut Schema, has_any: &mut bool) {
    if let Form::Object(object) = &mut schema.form
        && let Some(branches) = object.logic.one_of.take()
    {
        object.logic.any_of = Some(branches);
        *has_any = true;
    }
    schema.for_each_child_mut(&mut |child| loosen(child, has_any));
}

/// Checks that weaker subschemas never make the schema stricter, and that each `oneOf` can become an `anyOf`.
fn is_monotone(object: &SchemaObject) -> bool {
    let is_monotone = |keyword: Keyword| match keyword.effect() {
        Effect::Annotation | Effect::Identifier | Effect::Definitions | Effect::Assertion | Effect::Modifier => true,
        Effect::Reference => keyword == Keyword::Ref,
        Effect::Applicator => match keyword {
            Keyword::OneOf => !object.has(Keyword::AnyOf),
            other => MONOTONE.contains(&other),
        },
    };
    object.keywords().all(is_monotone)
}

fn set(schema: &Value) -> Result<SchemaSet, Vec<Error>> {
    SchemaSet::parse_unchecked([(PATH.to_owned(), schema.to_string().into_bytes())])
}

fn between(
    inner: &SchemaSet,
    outer: &SchemaSet,
    inquiry: &mut Inquiry,
    wanted: Wanted,
) -> Result<Outside, InclusionError> {
    let (one, two) = (Library::new(inner)?, Library::new(outer)?);
    let root = Pointer::root();
    let outside = with_stack(|| inquiry.values_outside(&one.side(PATH, &root), &two.side(PATH, &root), wanted))?;
    Ok(outside)
}
