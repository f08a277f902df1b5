//! Rules. A rule is a row of a table: its code, its purpose, and the function that checks it.

use planwright_source::Pointer;

use planwright_runtime::codes::CodeInfo;
use planwright_runtime::{Capped, Comparisons, Diagnostic, Help, Severity, Suggestion};

/// Check that no schema can express, on plans `P` in surroundings `X`.
pub struct Rule<P: ?Sized, X> {
    /// Code and severity that the rule reports, and why it exists.
    pub info: CodeInfo,
    /// Reports every location in a plan that violates the rule.
    pub check: fn(&P, &X, &mut Findings),
}

impl<P: ?Sized, X> Rule<P, X> {
    /// Creates a rule that reports errors.
    pub const fn error(code: &'static str, purpose: &'static str, check: fn(&P, &X, &mut Findings)) -> Self {
        Self { info: CodeInfo { code, severity: Severity::Error, purpose }, check }
    }

    /// Creates a rule that reports warnings.
    pub const fn warning(code: &'static str, purpose: &'static str, check: fn(&P, &X, &mut Findings)) -> Self {
        Self { info: CodeInfo { code, severity: Severity::Warning, purpose }, check }
    }
}

/// Collects the findings of a running rule, with the rule's code and severity.
pub struct Findings {
    base: Pointer,
    rule: CodeInfo,
    found: Capped,
    comparisons: Comparisons,
}

impl Findings {
    /// Returns the known name that `given` was probably meant to be. Returns `None` if no name is similar, or after a
    /// large number of comparisons.
    pub fn suggest<'k>(&mut self, given: &str, known: impl IntoIterator<Item = &'k str>) -> Option<Suggestion<'k>> {
        self.comparisons.suggest(given, known)
    }

    /// Reports the location at `path` below the plan.
    pub fn report(&mut self, path: &[&dyn Step], message: impl Into<String>, help: impl Into<Help>) {
        let Self { base, rule: CodeInfo { code, severity, .. }, found, .. } = self;
        found.push_with(|| {
            let mut at = base.clone();
            for step in path {
                step.push_to(&mut at);
            }
            Diagnostic { severity: *severity, ..Diagnostic::error(code, at, message).with_help(help) }
        });
    }
}

/// Step of a path: a property by name or an element by index.
pub trait Step {
    /// Appends this step to `at`.
    fn push_to(&self, at: &mut Pointer);
}

impl Step for &str {
    fn push_to(&self, at: &mut Pointer) {
        at.push(self);
    }
}

impl Step for String {
    fn push_to(&self, at: &mut Pointer) {
        at.push(self);
    }
}

impl Step for usize {
    fn push_to(&self, at: &mut Pointer) {
        at.push_index(*self);
    }
}

/// Runs all rules on a plan that is at `base` in its document.
pub fn run<P: ?Sized, X>(rules: &[Rule<P, X>], plan: &P, surroundings: &X, base: &Pointer) -> Vec<Diagnostic> {
    let mut all = Vec::new();
    for rule in rules {
        let mut findings = Findings {
            base: base.clone(),
            rule: rule.info,
            found: Capped::default(),
            comparisons: Comparisons::default(),
        };
        (rule.check)(plan, surroundings, &mut findings);
        all.append(&mut findings.found.finish());
    }
    all
}
