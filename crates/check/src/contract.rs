//! The stages of a check, which are the same for every contract: text, JSON, schema, type, rules.

use std::collections::BTreeSet;

use planwright_runtime::codes::{self, CodeInfo};
use planwright_runtime::schema::{self, Violation};
use planwright_runtime::text::{self, Policy, Read};
use planwright_runtime::{CompiledSchema, Diagnostic, Report, RootInfo, SchemaRoot};
use planwright_source::Pointer;
use serde_json::Value;

use crate::checked::Checked;
use crate::rule::{self, Rule};

/// A contract. Its schema is that of the plan type; this trait adds everything else.
pub trait Contract {
    /// Generated type of the document.
    type Plan: SchemaRoot + 'static;
    /// Data that a check may use in addition to the document.
    type Context: 'static;

    /// Policy for what may surround the JSON.
    const POLICY: Policy = Policy::Strict;
    /// True if properties that the schema does not mention are reported as warnings. Closed schemas reject them anyway.
    const OPEN: bool = true;
    /// Codes that `recode` assigns, in addition to the shared ones.
    const SCHEMA_CODES: &'static [CodeInfo] = &[];
    /// Rules on the shape of the JSON that the schema cannot express.
    ///
    /// They are reported together with the schema violations. They check the value after [`prepare`](Self::prepare).
    const SHAPE_RULES: &'static [Rule<Value, Self::Context>] = &[];
    /// Rules that no schema can express.
    const RULES: &'static [Rule<Self::Plan, Self::Context>];

    /// Returns whether no shape rule can report anything about a parsed plan, and [`prepare`](Self::prepare) would not
    /// have changed its document. If `false`, all stages run.
    fn has_clean_shape(_plan: &Self::Plan, _context: &Self::Context) -> bool {
        Self::SHAPE_RULES.is_empty()
    }

    /// Returns whether no rule can report anything about a plan. If `false`, the rules run.
    ///
    /// Most plans are clean. This single pass is faster than running all rules.
    fn is_clean(_plan: &Self::Plan, _context: &Self::Context) -> bool {
        Self::RULES.is_empty()
    }

    /// Changes the document before the schema stage, if the contract accepts more than the schema.
    fn prepare(_value: &mut Value) {}

    /// Replaces a violation by one with the contract's own code and message. `None` drops it.
    fn recode(violation: Violation, _document: &Value) -> Option<Violation> {
        Some(violation)
    }

    /// Fills in defaults and canonical spellings. Called after the rules have passed.
    fn normalise(_plan: &mut Self::Plan, _context: &Self::Context) {}
}

/// Checks a document as a model wrote it.
///
/// The stages are text, schema and rules. Each stage reports all of its findings, and a stage runs only if the stage
/// before found no error.
pub fn check<C: Contract>(text: &str, context: &C::Context) -> Result<Checked<C::Plan>, Report> {
    // Most documents are valid, and one pass over the text accepts them. The stages below only run to explain a
    // rejection.
    if let Some(result) = check_allowed::<C>(text, context) {
        return result;
    }
    let Read { value, body, warnings } = text::read_document(text, C::POLICY)?;
    let report = |found: Vec<Diagnostic>| Report::of_text(warnings.into_iter().chain(found).collect(), &body);
    match validate::<C>(value, context, &Pointer::root()) {
        Ok(passed) => Ok(passed.seal(report)),
        Err(found) => Err(report(found)),
    }
}

/// Checks a document if [`read_allowed`] accepts it. If it returns `None`, the caller has to run the stages.
pub fn check_allowed<C: Contract>(text: &str, context: &C::Context) -> Option<Result<Checked<C::Plan>, Report>> {
    let plan = read_allowed::<C>(text, context)?;
    let report = |found| Report::of_text(found, text);
    Some(match validate_rules::<C>(plan, context, &Pointer::root()) {
        Ok(passed) => Ok(passed.seal(report)),
        Err(found) => Err(report(found)),
    })
}

/// Parses a document in one pass over its text, if the schema allows it and names all of its properties. Only the rules
/// remain to be checked.
pub fn read_allowed<C: Contract>(text: &str, context: &C::Context) -> Option<C::Plan> {
    C::Plan::read_fast(text.as_bytes(), true).filter(|plan| C::has_clean_shape(plan, context))
}

/// Checks a document that is already a [`Value`]. The diagnostics have no spans.
pub fn check_value<C: Contract>(value: Value, context: &C::Context) -> Result<Checked<C::Plan>, Report> {
    match validate::<C>(value, context, &Pointer::root()) {
        Ok(passed) => Ok(passed.seal(Report::of_value)),
        Err(errors) => Err(Report::of_value(errors)),
    }
}

/// Checks a document only against a schema, generated or from a user. It reports the shared codes and runs no rules.
pub fn check_schema(compiled: &dyn CompiledSchema, text: &str) -> Result<Checked<Value>, Report> {
    let read = text::read_document(text, Policy::Strict)?;
    let mut found = schema::violations(compiled, &read.value, |violation, _| Some(violation));
    let is_valid = found.is_empty();
    add_unknown(&mut found, schema::unknown_members(compiled, &read.value));
    let report = Report::of_text(found, &read.body);
    if is_valid { Ok(Checked::new(read.value, report)) } else { Err(report) }
}

/// Adds warnings about unknown properties, except those that already have a finding: a misspelled name, or a property
/// that a closed schema rejects.
fn add_unknown(found: &mut Vec<Diagnostic>, unknown: Vec<Diagnostic>) {
    let is_unknown = |one: &&Diagnostic| one.code == codes::UNKNOWN_FIELD;
    let rejected = found.iter().filter(is_unknown).map(|one| &one.at);
    let known: BTreeSet<_> = found.iter().filter_map(Diagnostic::misnamed).chain(rejected).cloned().collect();
    found.extend(unknown.into_iter().filter(|one| !known.contains(&one.at)));
}

/// Document that passed schema and rules, with its warnings. Only [`validate`] and [`validate_rules`] create it.
#[derive(Clone, Debug)]
pub struct Passed<T> {
    plan: T,
    warnings: Vec<Diagnostic>,
}

impl<T> Passed<T> {
    /// Returns the document.
    pub fn get(&self) -> &T {
        &self.plan
    }

    /// Returns the document without the proof.
    pub fn into_inner(self) -> T {
        self.plan
    }

    /// Removes and returns the warnings, for the report of a larger document.
    pub fn take_warnings(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.warnings)
    }

    /// Creates the checked document. `report` adds positions to the warnings.
    pub fn seal(self, report: impl FnOnce(Vec<Diagnostic>) -> Report) -> Checked<T> {
        Checked::new(self.plan, report(self.warnings))
    }
}

/// Runs all stages after the text stage on a value that is at `base` in a larger document.
///
/// # Errors
///
/// Returns all findings if the document is invalid.
pub fn validate<C: Contract>(
    value: Value,
    context: &C::Context,
    base: &Pointer,
) -> Result<Passed<C::Plan>, Vec<Diagnostic>> {
    let (plan, warnings) = shape::<C>(value, context).map_err(|errors| lift(errors, base))?;
    let warnings = lift(warnings, base);
    run_rules::<C>(plan, context, base, warnings)
}

/// Runs rules and normalisation on a plan that was validated by the schema of a larger document.
pub fn validate_rules<C: Contract>(
    plan: C::Plan,
    context: &C::Context,
    base: &Pointer,
) -> Result<Passed<C::Plan>, Vec<Diagnostic>> {
    run_rules::<C>(plan, context, base, Vec::new())
}

/// Runs the schema stage: violations, unknown properties, and the generated type.
fn shape<C: Contract>(mut value: Value, context: &C::Context) -> Result<(C::Plan, Vec<Diagnostic>), Vec<Diagnostic>> {
    let root = RootInfo::for_type::<C::Plan>();
    C::prepare(&mut value);
    let mut found = schema::violations(&root, &value, C::recode);
    let more = rule::run(C::SHAPE_RULES, &value, context, &Pointer::root());
    if !more.is_empty() {
        // The schema may already have reported the same problem.
        let known: BTreeSet<_> = found.iter().map(|one| (one.code, one.at.clone())).collect();
        found.extend(more.into_iter().filter(|one| !known.contains(&(one.code, one.at.clone()))));
    }
    let refused = found.iter().any(Diagnostic::is_error);
    if C::OPEN {
        add_unknown(&mut found, schema::unknown_members(&root, &value));
    }
    if refused { Err(found) } else { schema::fit(&value).map(|plan| (plan, found)) }
}

/// Runs the rule stage.
fn run_rules<C: Contract>(
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
