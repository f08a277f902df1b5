//! Reports violations of a schema in the terms and codes of a contract.

#[cfg(feature = "validator")]
mod branch;
mod by_table;
mod fit;
mod found;
#[cfg(feature = "validator")]
mod judged;
mod meant;
mod misleading;
mod open;
mod phrases;
mod sentences;
#[cfg(feature = "validator")]
mod words;
mod wrapper;

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
use crate::wording::alternatives;
use found::FoundViolations;

pub use crate::wording::plural;
pub use fit::{fit, fit_borrowing};
pub use open::unknown_members;
pub(crate) use phrases::listed_name;
pub use phrases::shorten;

/// A violation of a schema, before the contract can change its code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The shared code.
    pub code: &'static str,
    /// Location in the document.
    pub at: Pointer,
    /// The violated keyword, or `tag` if a union's tag is unknown.
    pub keyword: String,
    /// Expected types, for `TYPE_MISMATCH`.
    pub expected: Vec<&'static str>,
    /// What is wrong.
    pub message: String,
    /// How to fix it.
    pub help: Option<Help>,
    /// Known values of the tag, for an unknown tag.
    pub allowed: Vec<String>,
    /// Allowed values, if a constant or a list defines them.
    pub options: Vec<Value>,
}

impl Violation {
    /// Returns the violation with another code.
    #[must_use]
    pub fn recoded(self, code: &'static str) -> Self {
        Self { code, ..self }
    }

    /// Returns the violation with another message and help.
    #[must_use]
    pub fn reworded(self, message: impl Into<String>, help: impl Into<Help>) -> Self {
        Self { message: message.into(), help: Some(help.into()), ..self }
    }
}

impl Violation {
    /// Returns the help for an unknown tag with a custom message: the tag that was probably meant, and all known ones.
    pub fn tag_help(&self) -> Help {
        let names: Vec<String> = self.allowed.iter().map(|name| listed_name(name)).collect();
        let all = format!("known values: {}", names.join(", "));
        match &self.help {
            Some(help) => help.clone().and(&format!(" {all}")),
            None => Help::sentence(all),
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

/// Returns all violations of `value`, with codes that the contract may change.
///
/// If `recode` returns `None`, the violation is dropped. An invalid document still has at least one violation.
pub fn violations(
    schema: &dyn CompiledSchema,
    value: &Value,
    recode: impl Fn(Violation, &Value) -> Option<Violation>,
) -> Vec<Diagnostic> {
    let schema = schema.validator();
    let find = |value: &Value| find_and_report(schema, value, &recode);
    let mut found = find(value);
    misleading::replace_misleading_help(&mut found, value, find);
    found
}

/// Returns all violations, of which some may have help that does not make the value better.
fn find_and_report(
    schema: &Validator,
    value: &Value,
    recode: impl Fn(Violation, &Value) -> Option<Violation>,
) -> Vec<Diagnostic> {
    let value = &*schema.by_value(value);
    match bounded(schema, value) {
        Ok(None) => Vec::new(),
        Ok(Some(found)) => {
            let found = wrapper::explain(schema, value, &found).unwrap_or(found);
            report(schema, value, found, recode)
        }
        Err(too_costly) => vec![too_costly],
    }
}

/// Returns every keyword that a value violates, with its location and code, before findings are merged for readers.
///
/// In contrast to [`violations`], a property with a wrong name is both unknown and missing, and a wrapper around the
/// document is not recognized. Violations inside a value of the wrong type are left out. For the name of a property, the
/// keyword is that of the name's schema.
pub fn broken_keywords(schema: &dyn CompiledSchema, value: &Value) -> BTreeSet<(Pointer, String, &'static str)> {
    let schema = schema.validator();
    let value = &*schema.by_value(value);
    let found = match bounded(schema, value) {
        Ok(found) => found.unwrap_or_default(),
        Err(costly) => return BTreeSet::from([(costly.at, String::new(), costly.code)]),
    };
    drop_repeated(found.all).into_iter().map(|one| (one.at, one.keyword, one.code)).collect()
}

/// Finds the violations of a value, or returns an error if that takes too many steps.
#[cfg(feature = "validator")]
fn bounded(schema: &Validator, value: &Value) -> Result<Option<FoundViolations>, Diagnostic> {
    schema.bounded(value, || find(schema, value)).map_err(|_| {
        let message = "validating the document takes too many steps: the schema compares the same values repeatedly";
        let help = "validate each property with one keyword; `properties` and `patternProperties`, and the branches of a union, repeat it";
        Diagnostic::error(codes::TOO_COSTLY, Pointer::root(), message).with_help(Help::sentence(help))
    })
}

/// Finds the violations of a value.
#[cfg(not(feature = "validator"))]
fn bounded(schema: &Validator, value: &Value) -> Result<Option<FoundViolations>, Diagnostic> {
    Ok(find(schema, value))
}

/// Returns the violations of a value, or `None` if it is valid.
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
        Ok(errors) => found.explain_all(errors, |error, found| branch::explain(error, judged, found)),
        Err(problem) => branch::explain(&ValidationError::custom(problem), judged, &mut found),
    });
    Some(found)
}

/// Returns the violations of a value, or `None` if it is valid.
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
    let mut all = drop_repeated(all);
    add_help(schema, value, &mut all);
    let all = all.into_iter().filter_map(|violation| recode(violation, value));
    let mut seen = BTreeSet::new();
    let fresh = all.filter(|violation| seen.insert((violation.at.clone(), violation.code)));
    let mut found = Capped::default();
    fresh.for_each(|violation| found.push_with(|| violation.into()));
    found.count(more);
    let found = found.finish();
    if found.is_empty() {
        // An invalid document must be rejected even if no violation could be explained.
        return vec![Diagnostic::error(codes::SCHEMA_VIOLATION, Pointer::root(), "the document violates its schema")];
    }
    found
}

/// Adds help that requires the whole schema: the purpose of a missing property, and the intended name of an unknown
/// one.
///
/// A missing property that exists with a wrong name is reported once, not twice.
fn add_help(schema: &Validator, value: &Value, all: &mut Vec<Violation>) {
    add_null_help(schema, value, all);
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
            let is_wrapper = one.help.as_ref().is_some_and(|help| help.remedy == Some(Remedy::Unwrap));
            if let Some(help) = near.get(&one.at).filter(|_| !is_wrapper) {
                one.help = Some(help.clone());
            }
        } else if one.code == codes::MISSING_FIELD {
            if let Some((from, is_safe)) = meant.get(&one.at) {
                let (wrong, right) = (from.last().unwrap_or_default(), one.at.last().unwrap_or_default());
                one.message = format!("required property {right:?} is missing, and {wrong:?} is unknown");
                let help = Help::sentence(format!("rename {wrong:?} to {right:?}"));
                one.help = Some(Help { remedy: Some(Remedy::Take(from.clone())), is_safe: *is_safe, ..help });
            } else {
                one.help = Some(open::addition(schema.outline(), value, &one.at));
            }
        }
    }
    let renamed: BTreeSet<Pointer> = meant.into_values().map(|(from, _)| from).collect();
    all.retain(|one| one.code != codes::UNKNOWN_FIELD || !renamed.contains(&one.at));
}

/// Adds help for null where the schema allows no null: a required property or an element needs a value.
fn add_null_help(schema: &Validator, value: &Value, all: &mut [Violation]) {
    for one in all.iter_mut().filter(|one| one.code == codes::TYPE_MISMATCH) {
        if value.pointer(one.at.as_str()) != Some(&Value::Null) {
            continue;
        }
        let is_optional = one.at.parent().and_then(|above| value.pointer(above.as_str())).is_some_and(Value::is_object)
            && !open::is_required(schema.outline(), value, &one.at);
        one.help = Some(if is_optional {
            Help::sentence("omit the property if there is no value").perhaps(Remedy::Remove)
        } else {
            Help::sentence(format!("write {}", alternatives(&one.expected)))
        });
    }
}

/// Drops all violations at or below a value of the wrong type, because they only repeat that.
fn drop_repeated(mut all: Vec<Violation>) -> Vec<Violation> {
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
