//! The schema stage: what the validator says, in the words and codes of a contract.

#[cfg(feature = "validator")]
mod branch;
mod by_table;
mod fit;
mod found;
#[cfg(feature = "validator")]
mod judged;
mod meant;
mod open;
mod phrases;
mod sentences;
#[cfg(feature = "validator")]
mod words;

use std::collections::{BTreeMap, BTreeSet};

#[cfg(feature = "validator")]
use jsonschema::ValidationError;
use planwright_source::Pointer;
use serde_json::Value;

use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::help::{Help, Remedy};
use crate::limit::Capped;
use crate::suggest::Comparisons;
use crate::validator::Validator;
use crate::verdict::CompiledSchema;
use found::FoundViolations;

pub use fit::{fit, fit_borrowing};
pub use open::unknown_members;
pub(crate) use phrases::listed_name;
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
    /// For `TYPE_MISMATCH`, the types that would have done.
    pub expected: Vec<&'static str>,
    /// What is wrong.
    pub message: String,
    /// How to mend it.
    pub help: Option<Help>,
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
    pub fn reworded(self, message: impl Into<String>, help: impl Into<Help>) -> Self {
        Self { message: message.into(), help: Some(help.into()), ..self }
    }
}

impl Violation {
    /// The help of a tag that names no branch, under words of its own: which one was probably meant, and all there are.
    pub fn tag_help(&self) -> Help {
        let names: Vec<String> = self.allowed.iter().map(|name| listed_name(name)).collect();
        let all = format!("there are {}", names.join(", "));
        match &self.help {
            Some(help) => help.clone().and(&format!(" {all}")),
            None => Help::of(all),
        }
    }
}

impl From<Violation> for Diagnostic {
    fn from(violation: Violation) -> Self {
        let Violation { code, at, message, help, expected, allowed, .. } = violation;
        let mut diagnostic = Self::error(code, at, message);
        if let Some(help) = help {
            diagnostic = diagnostic.with_help(help);
        }
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
    let value = &*schema.by_value(value);
    match bounded(schema, value) {
        Ok(found) => found.map_or_else(Vec::new, |found| report(schema, value, found, recode)),
        Err(too_costly) => vec![too_costly],
    }
}

/// The violations of a value, or the error that finding them takes too long.
#[cfg(feature = "validator")]
fn bounded(schema: &Validator, value: &Value) -> Result<Option<FoundViolations>, Diagnostic> {
    schema.bounded(value, || find(schema, value)).map_err(|_| {
        let message = "validating the document takes too many steps: the schema compares the same values again and again";
        let help = "validate each property with one keyword; `properties` and `patternProperties`, and the branches of a union, repeat it";
        Diagnostic::error(codes::TOO_COSTLY, Pointer::root(), message).with_help(Help::of(help))
    })
}

/// The violations of a value.
#[cfg(not(feature = "validator"))]
fn bounded(schema: &Validator, value: &Value) -> Result<Option<FoundViolations>, Diagnostic> {
    Ok(find(schema, value))
}

/// The violations of a value. `None` if it is valid.
#[cfg(feature = "validator")]
fn find(schema: &Validator, value: &Value) -> Option<FoundViolations> {
    let comparisons = Comparisons::default();
    if let Some((table, is_valid)) = schema.by_table_of(value) {
        return (!is_valid).then(|| by_table::find(table, value, &comparisons));
    }
    if schema.is_valid(value) {
        return None;
    }
    let (base, explained) = (Pointer::root(), judged::ExplainedUnions::default());
    let judged =
        judged::Judged { schema, document: value, base: &base, comparisons: &comparisons, explained: &explained };
    let mut found = FoundViolations::default();
    crate::branches::while_values_stand(|| match schema.errors(value) {
        Ok(errors) => found.take(errors, |error, found| branch::explain(error, judged, found)),
        Err(problem) => branch::explain(&ValidationError::custom(problem), judged, &mut found),
    });
    Some(found)
}

/// The violations of a value. `None` if it is valid.
#[cfg(not(feature = "validator"))]
fn find(schema: &Validator, value: &Value) -> Option<FoundViolations> {
    (!schema.is_valid(value)).then(|| by_table::find(schema.table(), value, &Comparisons::default()))
}

fn report(
    schema: &Validator,
    value: &Value,
    FoundViolations { all, more }: FoundViolations,
    recode: impl Fn(Violation, &Value) -> Option<Violation>,
) -> Vec<Diagnostic> {
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

/// Help that needs the schema as a whole: what a missing member is for, and which one a refused member was meant to be. A
/// missing member that stands there under a wrong name is one finding, not two.
fn advise(schema: &Validator, value: &Value, all: &mut Vec<Violation>) {
    let is_about_names = |one: &Violation| one.code == codes::UNKNOWN_FIELD || one.code == codes::MISSING_FIELD;
    if !all.iter().any(is_about_names) {
        return;
    }
    let missing: BTreeSet<&Pointer> =
        all.iter().filter(|one| one.code == codes::MISSING_FIELD).map(|one| &one.at).collect();
    let near: BTreeMap<Pointer, Help> = open::unknown(schema, value).found.into_iter().collect();
    let mut meant: BTreeMap<Pointer, (Pointer, bool)> = BTreeMap::new();
    for (at, help) in &near {
        if let Some(Remedy::Rename(name)) = &help.remedy
            && let Some(target) = at.parent().map(|holder| holder.member(name))
            && missing.contains(&target)
        {
            meant.entry(target).or_insert_with(|| (at.clone(), help.is_safe));
        }
    }
    for one in all.iter_mut() {
        if one.code == codes::UNKNOWN_FIELD {
            if let Some(help) = near.get(&one.at) {
                one.help = Some(help.clone());
            }
        } else if one.code == codes::MISSING_FIELD {
            if let Some((from, is_safe)) = meant.get(&one.at) {
                let (wrong, right) = (from.last().unwrap_or_default(), one.at.last().unwrap_or_default());
                one.message = format!("the member {right:?} is missing, and {wrong:?} is not part of the schema");
                let help = Help::of(format!("rename {wrong:?} to {right:?}"));
                one.help = Some(Help { remedy: Some(Remedy::Take(from.clone())), is_safe: *is_safe, ..help });
            } else {
                one.help = Some(open::addition(schema.outline(), value, &one.at));
            }
        }
    }
    let renamed: BTreeSet<Pointer> = meant.into_values().map(|(from, _)| from).collect();
    all.retain(|one| one.code != codes::UNKNOWN_FIELD || !renamed.contains(&one.at));
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

#[cfg(all(test, feature = "validator"))]
mod tests;
