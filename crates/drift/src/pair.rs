//! Two documents as a whole: judged at the root, or definition by definition where the root asserts nothing.

use std::collections::BTreeSet;

use planwright_schema::keywords::constrains;
use planwright_schema::{Error, References, SchemaFile, SchemaSet};
use planwright_source::Pointer;

use crate::changes::{Change, changes, definitions_changed, locate_changes};
use crate::failure::ProofFailure;
use crate::read::{Facts, Side, definitions};
use crate::verdict::{Verdict, verdicts, with_stack};

/// How a pair is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether formats are asserted, exactly as `planwright check` asserts them. Otherwise they are not compared.
    pub assert_formats: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { assert_formats: true }
    }
}

/// A set of schemas and where its references lead; made once for all documents of a side.
#[derive(Debug)]
pub struct Library<'s> {
    set: &'s SchemaSet,
    references: References<'s>,
    facts: Facts,
}

impl<'s> Library<'s> {
    /// Indexes a set. Errors are those of references that could mean two things.
    pub fn new(set: &'s SchemaSet) -> Result<Self, Vec<Error>> {
        Ok(Self { set, references: References::new(set)?, facts: Facts::of(set) })
    }

    pub(crate) fn side(&self, path: &str, at: &Pointer) -> Side<'_> {
        let entry = (path.to_owned(), at.clone());
        Side { set: self.set, references: &self.references, facts: &self.facts, entry }
    }
}

/// A document of a library.
#[derive(Clone, Copy, Debug)]
pub struct Source<'s> {
    /// The set that its references lead into.
    pub library: &'s Library<'s>,
    /// The document, as it is called in the set.
    pub path: &'s str,
}

/// The verdicts on one pair of schemas.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// Where the schema stands in both documents; the root, or a definition.
    pub at: Pointer,
    /// Whether every document of the old schema is one of the new.
    pub backward: Verdict,
    /// Whether every document of the new schema is one of the old.
    pub forward: Verdict,
}

/// The verdicts on two documents.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The root alone, or every definition that both sides have.
    pub judged: Vec<Judged>,
    /// What is different, in the order of the new text.
    pub changes: Vec<Change>,
    /// Whether formats were compared.
    pub has_formats: bool,
}

impl Pair {
    /// The verdict backward on the whole: broken if any part is, else undecided if any is.
    pub fn backward(&self) -> Verdict {
        worst(&self.judged.iter().map(|one| (&one.at, &one.backward)))
    }

    /// The verdict forward on the whole.
    pub fn forward(&self) -> Verdict {
        worst(&self.judged.iter().map(|one| (&one.at, &one.forward)))
    }
}

fn worst<'v>(verdicts: &(impl Iterator<Item = (&'v Pointer, &'v Verdict)> + Clone)) -> Verdict {
    let broken = verdicts.clone().find(|(_, verdict)| matches!(verdict, Verdict::Broken(_)));
    let undecided = || verdicts.clone().find(|(_, verdict)| matches!(verdict, Verdict::Undecided(_)));
    broken.or_else(undecided).map_or(Verdict::Proved, |(_, verdict)| verdict.clone())
}

/// Compares two documents.
///
/// # Errors
///
/// Fails if the machine lacks the memory or the thread that a proof needs.
pub fn compare(old: Source<'_>, new: Source<'_>, options: Options) -> Result<Pair, ProofFailure> {
    let entries = entries(old.library.set.get(old.path), new.library.set.get(new.path));
    compare_entries(old, new, entries, options)
}

/// Compares two documents at their roots, also where these assert nothing.
///
/// # Errors
///
/// As [`compare`].
pub fn compare_roots(old: Source<'_>, new: Source<'_>, options: Options) -> Result<Pair, ProofFailure> {
    compare_entries(old, new, vec![Pointer::root()], options)
}

fn compare_entries(
    old: Source<'_>,
    new: Source<'_>,
    entries: Vec<Pointer>,
    options: Options,
) -> Result<Pair, ProofFailure> {
    let (one, two) = (old.library.set.get(old.path), new.library.set.get(new.path));
    let pairs: Vec<(Side<'_>, Side<'_>)> =
        entries.iter().map(|at| (old.library.side(old.path, at), new.library.side(new.path, at))).collect();
    let work = || (verdicts(&pairs, options.assert_formats), changes(&pairs));
    let (verdicts, found) = with_stack(work)?;
    let mut changes = one.zip(two).map_or(Vec::new(), |(one, two)| definitions_changed(one, two));
    changes.extend(found);
    locate_changes(&mut changes, old.library.set, new.library.set);
    changes.sort_by(|one, other| {
        (&one.new, &one.old, one.rule.id.as_str()).cmp(&(&other.new, &other.old, other.rule.id.as_str()))
    });
    changes.dedup();
    let judged = entries.into_iter().zip(verdicts).map(|(at, (backward, forward))| Judged { at, backward, forward });
    Ok(Pair { judged: judged.collect(), changes, has_formats: options.assert_formats })
}

/// Where two documents are judged: at the root if either asserts anything there, else at every definition of both.
fn entries(old: Option<&SchemaFile>, new: Option<&SchemaFile>) -> Vec<Pointer> {
    let (Some(old), Some(new)) = (old, new) else { return Vec::new() };
    let mine: BTreeSet<Pointer> = definitions(&old.value).collect();
    let both: Vec<Pointer> = definitions(&new.value).filter(|at| mine.contains(at)).collect();
    let asserts = [&old.value, &new.value].into_iter().any(constrains);
    if asserts || mine.is_empty() && definitions(&new.value).next().is_none() { vec![Pointer::root()] } else { both }
}
