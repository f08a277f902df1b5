//! The schema stage: what the validator says, in the words and codes of a contract.

mod branch;
mod fit;
mod judged;
mod open;
mod phrases;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use planwright_source::Pointer;
use serde_json::Value;

use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::limit::Capped;
use crate::suggest::Comparisons;
use crate::validator::{CompiledSchema, Validator};
use judged::Judged;

pub use fit::fit;
pub use open::unknown_members;
pub use phrases::{plural, shorten};

/// One violation of a schema, before the contract has had its say about the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The shared code.
    pub code: &'static str,
    /// The place in the document.
    pub at: Pointer,
    /// The keyword that was broken; `tag` where a union's tag names no branch.
    pub keyword: String,
    /// The location of the keyword in the bundled schema, `$ref`s resolved.
    pub location: String,
    /// For `TYPE_MISMATCH`, the types that would have done.
    pub expected: Vec<&'static str>,
    /// What is wrong.
    pub message: String,
    /// How to mend it.
    pub help: Option<String>,
    /// Of a tag, the values that name a branch.
    pub allowed: Vec<String>,
}

impl Violation {
    /// The same under another code.
    #[must_use]
    pub fn recoded(self, code: &'static str) -> Self {
        Self { code, ..self }
    }

    /// The same in other words.
    #[must_use]
    pub fn reworded(self, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { message: message.into(), help: Some(help.into()), ..self }
    }
}

impl Violation {
    /// The help of a tag that names no branch, under words of its own: which one was probably meant, and all there are.
    pub fn tag_help(&self) -> String {
        let all = format!("there are {}", self.allowed.join(", "));
        self.help.as_ref().map_or_else(|| all.clone(), |help| format!("{help} {all}"))
    }
}

impl From<Violation> for Diagnostic {
    fn from(violation: Violation) -> Self {
        let Violation { code, at, message, help, expected, allowed, .. } = violation;
        let mut diagnostic = Self { help, ..Self::error(code, at, message) };
        if !expected.is_empty() {
            diagnostic.facts.push(("types", Value::from(expected)));
        }
        if !allowed.is_empty() {
            diagnostic.facts.push(("allowed", Value::from(allowed)));
        }
        diagnostic
    }
}

/// All violations of `value`, recoded by the contract. `None` from `recode` drops one; a document that breaks its schema
/// never comes out without any.
pub fn violations(
    schema: &dyn CompiledSchema,
    value: &Value,
    recode: impl Fn(Violation, &Value) -> Option<Violation>,
) -> Vec<Diagnostic> {
    let schema = schema.validator();
    if schema.is_valid(value) {
        return Vec::new();
    }
    let mut all = Vec::new();
    let comparisons = Comparisons::default();
    let judged = Judged { schema, document: value, comparisons: &comparisons };
    let (errors, more) = schema.errors(value);
    for error in &errors {
        branch::explain(error, judged, &mut all);
    }
    let mut all = silence(all);
    advise(schema, value, &mut all);
    let all = all.into_iter().filter_map(|violation| recode(violation, value));
    let mut seen = BTreeSet::new();
    let fresh = all.filter(|violation| seen.insert((violation.at.clone(), violation.code)));
    let mut found = Capped::default();
    fresh.for_each(|violation| found.push_with(|| violation.into()));
    found.count(more);
    let found = found.finish();
    if found.is_empty() {
        // Refused is refused, also where nobody could say why.
        return vec![Diagnostic::error(codes::SCHEMA_VIOLATION, Pointer::root(), "the document breaks its schema")];
    }
    found
}

/// Help that needs the whole schema: what a missing member is for, and which one a refused member was meant to be.
fn advise(schema: &Validator, value: &Value, all: &mut [Violation]) {
    let refused = all.iter().any(|one| one.code == codes::UNKNOWN_FIELD);
    let near = if refused { unknown_members(schema, value) } else { Vec::new() };
    let near: BTreeMap<_, _> = near.into_iter().map(|one| (one.at, one.help)).collect();
    for one in all {
        if one.code == codes::MISSING_FIELD {
            if let Some(about) = open::description(schema.outline(), value, &one.at) {
                one.help = Some(format!("add it: {about}"));
            }
        } else if one.code == codes::UNKNOWN_FIELD
            && let Some(help) = near.get(&one.at)
        {
            one.help.clone_from(help);
        }
    }
}

/// A value of the wrong type is only that: whatever else was said at or below its place is dropped.
fn silence(mut all: Vec<Violation>) -> Vec<Violation> {
    let mistyped: BTreeSet<Pointer> =
        all.iter().filter(|one| one.code == codes::TYPE_MISMATCH).map(|one| one.at.clone()).collect();
    all.retain(|one| {
        let mut above = one.at.clone();
        let mut inside = one.code != codes::TYPE_MISMATCH && mistyped.contains(&above);
        while !inside && above.pop().is_some() {
            inside = mistyped.contains(&above);
        }
        !inside
    });
    all
}

#[cfg(test)]
mod tests;
