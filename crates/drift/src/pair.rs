//! Compares two documents as a whole: at the root, or definition by definition if the root asserts nothing.

use std::collections::BTreeSet;

use planwright_schema::{SchemaFile, Semantics};
use planwright_source::Pointer;

use crate::changes::{Change, changes, definitions_changed, locate_changes, remove_hidden};
use crate::failure::ProofFailure;
use crate::schema_library::{Library, Node, Side};
use crate::verdict::{Verdict, verdicts, verdicts_together, with_stack};

/// Options of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Asserts formats exactly as `planwright check` does. Otherwise they are not compared.
    pub assert_formats: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { assert_formats: true }
    }
}

impl From<Semantics> for Options {
    fn from(semantics: Semantics) -> Self {
        Self { assert_formats: semantics.asserts_formats }
    }
}

/// Document of a library.
#[derive(Clone, Copy, Debug)]
pub struct Source<'s> {
    /// Set that the document belongs to.
    pub library: &'s Library<'s>,
    /// Name of the document in the set.
    pub path: &'s str,
}

impl<'s> Source<'s> {
    fn root(self) -> Option<Node<'s>> {
        self.library.find(self.path, &Pointer::root())
    }
}

/// Verdicts on one pair of schemas.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// Location of the schema in the new document: the root or a definition.
    pub at: Pointer,
    /// Verdict: is every document of the old schema valid under the new one?
    pub backward: Verdict,
    /// Verdict: is every document of the new schema valid under the old one?
    pub forward: Verdict,
}

/// Verdicts on two documents.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// Verdict on the root, or on every definition that both sides have.
    pub judged: Vec<Judged>,
    /// Changes, in the order of the new schema.
    pub changes: Vec<Change>,
    /// Set if formats were compared.
    pub has_formats: bool,
}

impl Pair {
    /// Returns the backward verdict on the whole: broken if any part is broken, else undecided if any part is
    /// undecided.
    pub fn backward(&self) -> Verdict {
        worst(&self.judged.iter().map(|one| (&one.at, &one.backward)))
    }

    /// Returns the forward verdict on the whole.
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
/// Returns an error if the machine lacks the memory or the thread that a proof needs.
pub fn compare(old: Source<'_>, new: Source<'_>, options: Options) -> Result<Pair, ProofFailure> {
    compare_entries(old, new, entries(old, new), options)
}

/// Returns the verdicts on a document of [`unchanged_since`](crate::FileGraph::unchanged_since).
pub fn unchanged_pair(old: Source<'_>, new: Source<'_>, options: Options) -> Pair {
    let two = new.library.set().get(new.path);
    let at = entries(old, new).into_iter().map(|at| source_pointer(two, &at));
    let judged = at.map(|at| Judged { at, backward: Verdict::Proved, forward: Verdict::Proved });
    Pair { judged: judged.collect(), changes: Vec::new(), has_formats: options.assert_formats }
}

/// Compares two documents at their roots, even if the roots assert nothing.
///
/// # Errors
///
/// Returns an error under the same conditions as [`compare`].
pub fn compare_roots(old: Source<'_>, new: Source<'_>, options: Options) -> Result<Pair, ProofFailure> {
    compare_entries(old, new, vec![Pointer::root()], options)
}

fn compare_entries(
    old: Source<'_>,
    new: Source<'_>,
    entries: Vec<Pointer>,
    options: Options,
) -> Result<Pair, ProofFailure> {
    let pairs = sides(old, new, &entries);
    let work = || {
        let verdicts = verdicts(&pairs, options.assert_formats);
        let changes = changes(&pairs, &verdicts, options.assert_formats);
        (verdicts, changes)
    };
    let (verdicts, found) = with_stack(work)?;
    Ok(pair((old, new), entries, verdicts, found, options))
}

/// Compares documents of the same two libraries that refer to each other. Their schemas are read and compiled once.
///
/// # Errors
///
/// Returns an error under the same conditions as [`compare`].
pub fn compare_group(sources: &[(Source<'_>, Source<'_>)], options: Options) -> Result<Vec<Pair>, ProofFailure> {
    match sources {
        [] => return Ok(Vec::new()),
        [(old, new)] => return Ok(vec![compare(*old, *new, options)?]),
        _ => {}
    }
    let entries: Vec<Vec<Pointer>> = sources.iter().map(|(old, new)| entries(*old, *new)).collect();
    let pairs: Vec<Vec<(Side<'_>, Side<'_>)>> =
        sources.iter().zip(&entries).map(|((old, new), entries)| sides(*old, *new, entries)).collect();
    let all: Vec<(Side<'_>, Side<'_>)> = pairs.iter().flatten().cloned().collect();
    let work = || {
        let verdicts = verdicts_together(&all, options.assert_formats);
        let mut rest = verdicts.as_slice();
        let mut changes_of = |pairs: &Vec<(Side<'_>, Side<'_>)>| {
            let (own, others) = rest.split_at(pairs.len());
            rest = others;
            changes(pairs, own, options.assert_formats)
        };
        let changes: Vec<Vec<Change>> = pairs.iter().map(&mut changes_of).collect();
        (verdicts, changes)
    };
    let (verdicts, changes) = with_stack(work)?;
    let mut verdicts = verdicts.into_iter();
    let each = sources.iter().zip(entries).zip(changes).map(|((sources, entries), changes)| {
        let own = verdicts.by_ref().take(entries.len()).collect();
        pair(*sources, entries, own, changes, options)
    });
    Ok(each.collect())
}

fn sides<'l>(old: Source<'l>, new: Source<'l>, entries: &[Pointer]) -> Vec<(Side<'l>, Side<'l>)> {
    entries.iter().map(|at| (old.library.side(old.path, at), new.library.side(new.path, at))).collect()
}

/// Combines the results for one document.
fn pair(
    (old, new): (Source<'_>, Source<'_>),
    entries: Vec<Pointer>,
    verdicts: Vec<(Verdict, Verdict)>,
    found: Vec<Change>,
    options: Options,
) -> Pair {
    let mut changes = old.root().zip(new.root()).map_or(Vec::new(), |(old, new)| definitions_changed(old, new));
    changes.extend(found);
    locate_changes(&mut changes, old.library.set(), new.library.set());
    let key =
        |change: &Change| (change.new.clone(), change.old.clone(), change.rule.id.as_str(), change.message.clone());
    changes.sort_by_cached_key(key);
    changes.dedup_by_key(|change| key(change));
    remove_hidden(&mut changes);
    let two = new.library.set().get(new.path);
    let at = entries.into_iter().map(|at| source_pointer(two, &at));
    let judged = at.zip(verdicts).map(|(at, (backward, forward))| Judged { at, backward, forward });
    Pair { judged: judged.collect(), changes, has_formats: options.assert_formats }
}

fn source_pointer(file: Option<&SchemaFile>, at: &Pointer) -> Pointer {
    file.map_or_else(|| at.clone(), |file| file.source_pointer(at))
}

/// Returns the locations to compare: the root if either side asserts something there, else every common definition.
fn entries(old: Source<'_>, new: Source<'_>) -> Vec<Pointer> {
    let (Some(old), Some(new)) = (old.root(), new.root()) else { return Vec::new() };
    let mine: BTreeSet<Pointer> = old.definitions().collect();
    let both: Vec<Pointer> = new.definitions().filter(|at| mine.contains(at)).collect();
    let asserts = old.constrains() || new.constrains();
    if asserts || mine.is_empty() && new.definitions().next().is_none() { vec![Pointer::root()] } else { both }
}
