//! The way of a document, the same for every contract: text, JSON, schema, type, rules.

use std::collections::BTreeSet;

use planwright_runtime::codes::CodeInfo;
use planwright_runtime::schema::{self, Violation};
use planwright_runtime::text::{self, Policy, Read};
use planwright_runtime::{CompiledSchema, Diagnostic, Report, RootInfo, SchemaRoot};
use planwright_source::Pointer;
use serde_json::Value;

use crate::checked::Checked;
use crate::rule::{self, Rule};

/// One contract: the schema is that of its plan, the rest is said here.
pub trait Contract {
    /// The generated type of the document.
    type Plan: SchemaRoot + 'static;
    /// What a check may look at besides the document.
    type Context: 'static;

    /// What may stand around the JSON.
    const POLICY: Policy = Policy::Strict;
    /// Whether members that the schema does not mention are warned of. Closed schemas refuse them anyway.
    const OPEN: bool = true;
    /// The codes that `recode` gives beyond the shared ones.
    const SCHEMA_CODES: &'static [CodeInfo] = &[];
    /// What the schema would say if it could; reported together with its violations, about the value as [`prepare`](Self::prepare) left it.
    const SHAPE_RULES: &'static [Rule<Value, Self::Context>] = &[];
    /// What no schema can say.
    const RULES: &'static [Rule<Self::Plan, Self::Context>];

    /// Whether no shape rule can find anything in a document that was read into this plan, and [`prepare`](Self::prepare) would
    /// not have changed it. Where that is not known, the stages look for themselves.
    fn has_clean_shape(_plan: &Self::Plan, _context: &Self::Context) -> bool {
        Self::SHAPE_RULES.is_empty()
    }

    /// Whether no rule can find anything in a plan: one pass in place of all rules, for the many plans that are clean. Where that
    /// is not known, the rules look for themselves.
    fn is_clean(_plan: &Self::Plan, _context: &Self::Context) -> bool {
        Self::RULES.is_empty()
    }

    /// Reads the document as the contract means it before the schema sees it, where the two differ.
    fn prepare(_value: &mut Value) {}

    /// Gives a violation the contract's own code and words. `None` drops it.
    fn recode(violation: Violation, _document: &Value) -> Option<Violation> {
        Some(violation)
    }

    /// Fills in defaults and canonical spellings, after the rules have passed.
    fn normalise(_plan: &mut Self::Plan, _context: &Self::Context) {}
}

/// Checks a document as the model wrote it.
///
/// The stages are text, schema and rules; each reports all that it finds, and a later one runs only if the earlier found no
/// error.
pub fn check<C: Contract>(text: &str, context: &C::Context) -> Result<Checked<C::Plan>, Report> {
    if let Some(result) = check_allowed::<C>(text, context) {
        return result;
    }
    let Read { value, body, warnings } = text::read(text, C::POLICY)?;
    let report = |found: Vec<Diagnostic>| Report::of_text(warnings.into_iter().chain(found).collect(), &body);
    match judge::<C>(value, context, &Pointer::root()) {
        Ok(passed) => Ok(passed.seal(report)),
        Err(found) => Err(report(found)),
    }
}

/// [`check`] of a document that [`read_allowed`] takes; `None` where the stages have to look for themselves, one after the other.
pub fn check_allowed<C: Contract>(text: &str, context: &C::Context) -> Option<Result<Checked<C::Plan>, Report>> {
    let plan = read_allowed::<C>(text, context)?;
    let report = |found| Report::of_text(found, text);
    Some(match judge_rules::<C>(plan, context, &Pointer::root()) {
        Ok(passed) => Ok(passed.seal(report)),
        Err(found) => Err(report(found)),
    })
}

/// A document that its schema allows and all of whose members it names, read in one pass over its text: what is left of its check is
/// the rules.
pub fn read_allowed<C: Contract>(text: &str, context: &C::Context) -> Option<C::Plan> {
    C::Plan::read_fast(text.as_bytes(), true).filter(|plan| C::has_clean_shape(plan, context))
}

/// [`check`] for a document that is a value already. The diagnostics have no spans.
pub fn check_value<C: Contract>(value: Value, context: &C::Context) -> Result<Checked<C::Plan>, Report> {
    match judge::<C>(value, context, &Pointer::root()) {
        Ok(passed) => Ok(passed.seal(Report::of_value)),
        Err(errors) => Err(Report::of_value(errors)),
    }
}

/// Checks a text against a schema alone, generated or of a user: the shared codes, no rules.
pub fn check_schema(compiled: &dyn CompiledSchema, text: &str) -> Result<Checked<Value>, Report> {
    let read = text::read(text, Policy::Strict)?;
    let errors = schema::violations(compiled, &read.value, |violation, _| Some(violation));
    if errors.is_empty() {
        let warnings = Report::of_text(schema::unknown_members(compiled, &read.value), &read.body);
        Ok(Checked::new(read.value, warnings))
    } else {
        Err(Report::of_text(errors, &read.body))
    }
}

/// A document that passed schema and rules, with its warnings; only [`judge`] and [`judge_rules`] make one.
#[derive(Clone, Debug)]
pub struct Passed<T> {
    plan: T,
    warnings: Vec<Diagnostic>,
}

impl<T> Passed<T> {
    /// The document.
    pub fn get(&self) -> &T {
        &self.plan
    }

    /// The document, without the proof.
    pub fn into_inner(self) -> T {
        self.plan
    }

    /// Takes the warnings out, for a report about a larger document.
    pub fn take_warnings(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.warnings)
    }

    /// The checked document; `report` gives the warnings their places.
    pub fn seal(self, report: impl FnOnce(Vec<Diagnostic>) -> Report) -> Checked<T> {
        Checked::new(self.plan, report(self.warnings))
    }
}

/// Everything after the text stage, for a document at `base` of a larger one. All findings if it is refused.
pub fn judge<C: Contract>(
    value: Value,
    context: &C::Context,
    base: &Pointer,
) -> Result<Passed<C::Plan>, Vec<Diagnostic>> {
    let (plan, warnings) = shape::<C>(value, context).map_err(|errors| lift(errors, base))?;
    let warnings = lift(warnings, base);
    obey::<C>(plan, context, base, warnings)
}

/// [`judge`] for a plan that the schema of a larger document has allowed already: rules and normalisation.
pub fn judge_rules<C: Contract>(
    plan: C::Plan,
    context: &C::Context,
    base: &Pointer,
) -> Result<Passed<C::Plan>, Vec<Diagnostic>> {
    obey::<C>(plan, context, base, Vec::new())
}

/// The schema stage: violations, unknown members, and the generated type.
fn shape<C: Contract>(mut value: Value, context: &C::Context) -> Result<(C::Plan, Vec<Diagnostic>), Vec<Diagnostic>> {
    let root = RootInfo::of::<C::Plan>();
    C::prepare(&mut value);
    let mut found = schema::violations(&root, &value, C::recode);
    let more = rule::run(C::SHAPE_RULES, &value, context, &Pointer::root());
    if !more.is_empty() {
        let known: BTreeSet<_> = found.iter().map(|one| (one.code, one.at.clone())).collect();
        found.extend(more.into_iter().filter(|one| !known.contains(&(one.code, one.at.clone()))));
    }
    let refused = found.iter().any(Diagnostic::is_error);
    if C::OPEN {
        let renamed: BTreeSet<_> = found.iter().filter_map(Diagnostic::misnamed).cloned().collect();
        found.extend(schema::unknown_members(&root, &value).into_iter().filter(|one| !renamed.contains(&one.at)));
    }
    if refused { Err(found) } else { schema::fit(&value).map(|plan| (plan, found)) }
}

/// The rule stage.
fn obey<C: Contract>(
    mut plan: C::Plan,
    context: &C::Context,
    base: &Pointer,
    mut found: Vec<Diagnostic>,
) -> Result<Passed<C::Plan>, Vec<Diagnostic>> {
    if !C::is_clean(&plan, context) {
        found.extend(rule::run(C::RULES, &plan, context, base));
    }
    if found.iter().any(Diagnostic::is_error) {
        return Err(found);
    }
    C::normalise(&mut plan, context);
    Ok(Passed { plan, warnings: found })
}

fn lift(found: Vec<Diagnostic>, base: &Pointer) -> Vec<Diagnostic> {
    found.into_iter().map(|diagnostic| diagnostic.below(base)).collect()
}
