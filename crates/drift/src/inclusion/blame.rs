//! Finds the keywords that a document violates, and removes them from a schema.

use std::collections::BTreeSet;

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;
use planwright_schema::Draft;
use planwright_schema::model::Keyword;
use planwright_source::Pointer;
use serde_json::Value;

use crate::formats::options;

const ONE_OF: &str = Keyword::OneOf.name();
const ANY_OF: &str = Keyword::AnyOf.name();
/// Weight of a keyword that identifies the branch of a union.
const BRANCH_WEIGHT: usize = 1_000;
/// Keywords that distinguish the branches of a union.
const DISTINGUISHING_KEYWORDS: [Keyword; 6] = [
    Keyword::Type,
    Keyword::Const,
    Keyword::Enum,
    Keyword::Required,
    Keyword::AdditionalProperties,
    Keyword::UnevaluatedProperties,
];

/// Schema from which some keywords were removed.
pub(super) struct Relaxed {
    document: Value,
    /// Locations where a `oneOf` became an `anyOf`.
    loosened: BTreeSet<Pointer>,
}

impl Relaxed {
    pub(super) fn new(document: &Value) -> Self {
        Self { document: document.clone(), loosened: BTreeSet::new() }
    }

    pub(super) fn document(&self) -> &Value {
        &self.document
    }

    /// Returns, for each value, the keywords that it violates. For a union, these are the keywords of the most likely
    /// branch.
    pub(super) fn violated_keywords(&self, values: &[Value], draft: Draft, formats: bool) -> Vec<Vec<Pointer>> {
        let validator = options(draft, formats).build(&self.document);
        let Ok(validator) = validator else { return vec![Vec::new(); values.len()] };
        let of = |value: &Value| {
            let mut places: Vec<Pointer> = validator.iter_errors(value).flat_map(|error| self.leaves(&error)).collect();
            places.sort();
            places.dedup();
            places
        };
        values.iter().map(of).collect()
    }

    /// Returns the location of a keyword in the original schema.
    pub(super) fn written_at(&self, at: &Pointer) -> Pointer {
        let mut here = Pointer::root();
        let mut written = Pointer::root();
        for token in at.tokens() {
            let one_of = here.member(ONE_OF);
            written.push(if token == ANY_OF && self.loosened.contains(&one_of) { ONE_OF } else { &token });
            here.push(&token);
        }
        written
    }

    /// Removes keywords. A removed `oneOf` becomes an `anyOf`.
    pub(super) fn relax(&mut self, places: impl Iterator<Item = Pointer>) {
        // Inner locations first, because the path to them leads through the outer ones.
        let mut places: Vec<Pointer> = places.collect();
        places.sort_by_key(|at| std::cmp::Reverse(at.as_str().len()));
        for at in places {
            let (Some(parent), Some(keyword)) = (at.parent(), at.last()) else {
                self.document = Value::Bool(true);
                return;
            };
            match self.document.pointer_mut(parent.as_str()) {
                Some(Value::Object(members)) if members.get(&*keyword) == Some(&Value::Bool(false)) => {
                    members.insert(keyword.into_owned(), true.into());
                }
                Some(Value::Object(members)) => {
                    if let Some(branches) = members.shift_remove(&*keyword)
                        && keyword == ONE_OF
                        && !members.contains_key(ANY_OF)
                    {
                        members.insert(ANY_OF.to_owned(), branches);
                        self.loosened.insert(parent.member(ONE_OF));
                    }
                }
                Some(Value::Array(branches)) => {
                    if let Some(branch) = keyword.parse().ok().and_then(|index: usize| branches.get_mut(index)) {
                        *branch = Value::Bool(true);
                    }
                }
                _ => {}
            }
        }
    }

    fn leaves(&self, error: &ValidationError<'_>) -> Vec<Pointer> {
        if let ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } = error.kind() {
            let branches = context
                .iter()
                .map(|errors| errors.iter().flat_map(|error| self.leaves(error)).collect::<Vec<Pointer>>());
            let meant = branches.filter(|places| !places.is_empty()).min_by_key(|places| weight(places));
            if let Some(places) = meant {
                return places;
            }
        }
        let outward = || error.evaluation_path().as_str().parse().ok().and_then(|path| self.leading_out(&path));
        outward().or_else(|| error.schema_path().as_str().parse().ok()).into_iter().collect()
    }

    /// Returns the reference through which an evaluation path leaves the document, for example to a meta-schema.
    ///
    /// Everything behind that reference belongs to another document.
    fn leading_out(&self, path: &Pointer) -> Option<Pointer> {
        let mut here = Pointer::root();
        for token in path.tokens() {
            here.push(&token);
            let Some(Value::String(target)) =
                self.document.pointer(here.as_str()).filter(|_| token == Keyword::Ref.name())
            else {
                continue;
            };
            match target.strip_prefix('#') {
                Some(inside) => here = inside.parse().ok()?,
                None => return Some(here),
            }
        }
        None
    }
}

fn weight(places: &[Pointer]) -> usize {
    let of = |at: &Pointer| {
        let keyword = at.last().and_then(|last| Keyword::from_name(&last));
        if keyword.is_some_and(|keyword| DISTINGUISHING_KEYWORDS.contains(&keyword)) { BRANCH_WEIGHT } else { 1 }
    };
    places.iter().map(of).sum()
}
