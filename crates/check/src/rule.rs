//! A rule is one entry in one table: what it is called, what it is for, and the function that looks.

use planwright_source::Pointer;

use planwright_runtime::codes::CodeInfo;
use planwright_runtime::{Capped, Comparisons, Diagnostic, Help, Severity, Suggestion};

/// What no schema can say, about plans `P` checked in surroundings `X`.
pub struct Rule<P: ?Sized, X> {
    /// The code and severity that it reports, and why it exists.
    pub info: CodeInfo,
    /// Looks at a plan and reports every place that breaks the rule.
    pub check: fn(&P, &X, &mut Findings),
}

impl<P: ?Sized, X> Rule<P, X> {
    /// A rule that refuses.
    pub const fn error(code: &'static str, purpose: &'static str, check: fn(&P, &X, &mut Findings)) -> Self {
        Self { info: CodeInfo { code, severity: Severity::Error, purpose }, check }
    }

    /// A rule that warns.
    pub const fn warning(code: &'static str, purpose: &'static str, check: fn(&P, &X, &mut Findings)) -> Self {
        Self { info: CodeInfo { code, severity: Severity::Warning, purpose }, check }
    }
}

/// Where a running rule puts what it finds. Code and severity are the rule's own.
pub struct Findings {
    base: Pointer,
    rule: CodeInfo,
    found: Capped,
    comparisons: Comparisons,
}

impl Findings {
    /// The known name that `given` was probably meant to be; `None` also after very many comparisons.
    pub fn suggest<'k>(&mut self, given: &str, known: impl IntoIterator<Item = &'k str>) -> Option<Suggestion<'k>> {
        self.comparisons.suggest(given, known)
    }

    /// Reports the place at `path` below the plan.
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

/// One step of a path: a member by name or an element by index.
pub trait Step {
    /// Lengthens `at` by this step.
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

/// Runs all rules over the plan that stands at `base` in its document.
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
