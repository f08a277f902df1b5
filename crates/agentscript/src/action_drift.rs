//! Finds the callers that a change of invocable Apex breaks: flows, agent functions and agent scripts that use the old
//! names.
//!
//! It compares the signatures in two states of a project, and checks the callers in the new state against the
//! differences. A caller that was updated together with the class is valid. The comparison works offline. Of a caller
//! it only checks calls, the inputs it passes, and the outputs it reads.

mod change;
pub mod codes;
mod flow;
mod function;
mod script;
mod verdict;

use std::collections::BTreeMap;
use std::ops::Range;

use planwright_check::{Diagnostic, Report, Severity};
use planwright_source::Pointer;

use crate::{ProjectClasses, local_name};
use planwright_org::FileReport;

/// Files of a project, each as path and content.
#[derive(Clone, Debug, Default)]
pub struct ActionProject {
    /// Apex classes, `*.cls`.
    pub classes: Vec<(String, String)>,
    /// Flows, `*.flow-meta.xml` and `*.flow`.
    pub flows: Vec<(String, String)>,
    /// Agent functions, `*.genAiFunction-meta.xml`, with their `input/schema.json` and `output/schema.json`.
    pub functions: Vec<(String, String)>,
    /// Agent scripts, `*.agent`.
    pub scripts: Vec<(String, String)>,
    /// Namespace of the project. Callers may use it to name its classes.
    pub namespace: Option<String>,
}

/// Result of a comparison.
#[derive(Debug, Default)]
pub struct ActionDrift {
    /// Number of actions that were compared.
    pub actions: usize,
    /// Number of calls of these actions.
    pub calls: usize,
    /// Number of changes that can break callers.
    pub changes: usize,
    /// Findings by file, sorted by path: errors in callers that break, and a warning for each change that breaks none of
    /// them.
    pub reports: Vec<FileReport>,
}

/// Limits of this comparison. Commands print it with their verdict.
pub const DRIFT_LIMITS: &str = "not seen: callers that are only in an org, such as paused flows, and calls from Apex, which the compiler \
                          judges";

/// Compares the actions of `old` with those of `new`, and reports the callers in `new` that break.
pub fn compare(old: &ActionProject, new: &ActionProject) -> ActionDrift {
    let (before, after) = (ProjectClasses::from_files(&old.classes), ProjectClasses::from_files(&new.classes));
    let mut found = FoundInFiles::default();
    let mut calls = Vec::new();
    for (path, text) in &new.flows {
        match flow::calls(path, text) {
            Ok(read) => calls.extend(read),
            Err(report) => report.into_iter().for_each(|one| found.add(path, one)),
        }
    }
    function::calls(&new.functions, &mut calls, &mut found);
    for (path, text) in &new.scripts {
        calls.extend(script::calls(path, text));
    }
    for call in &mut calls {
        call.class = local_name(&call.class, new.namespace.as_deref()).to_owned();
    }
    let mut drift = ActionDrift { calls: calls.len(), ..ActionDrift::default() };
    for name in before.invocable() {
        let Some(was) = before.signature(name) else { continue };
        drift.actions += 1;
        let changes = change::between(&was, &after);
        drift.changes += changes.len();
        let calls: Vec<&ActionCall> = calls.iter().filter(|call| call.is_of(name)).collect();
        for change in &changes {
            let broken = calls.iter().filter(|call| verdict::check_call(call, change, &mut found)).count();
            // A caller's finding already names the change, unless a package promises more than its own callers need.
            let warning = verdict::change_warning(was.class, change);
            if broken > 0 && warning.code == codes::ACTION_CHANGED {
                continue;
            }
            let path = after.path(name).map(|path| (path, &new.classes));
            let Some((path, files)) = path.or_else(|| Some((before.path(name)?, &old.classes))) else { continue };
            if files.iter().any(|(file, _)| file == path) {
                found.add(path, warning);
            }
        }
    }
    // A removed class only has a source in the old state.
    let texts = [&new.flows, &new.functions, &new.scripts, &new.classes, &old.classes];
    drift.reports = found.reports(texts.into_iter().flatten());
    drift
}

/// Call of an action in a file.
#[derive(Debug)]
struct ActionCall {
    /// Description of the caller, for messages.
    caller: String,
    kind: CallerKind,
    /// Name of the called class.
    class: String,
    file: String,
    span: Range<usize>,
    inputs: Vec<CalledParam>,
    outputs: Vec<CalledParam>,
}

/// Kind of a caller, which decides how names and types are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CallerKind {
    Flow,
    Function,
    Script,
}

/// Input or output that a caller names.
#[derive(Debug)]
struct CalledParam {
    name: String,
    file: String,
    span: Range<usize>,
    /// Type that the caller declares, with the type name of an `object`. For flows, it is spelled as in [`verdict`].
    /// `None` if it is unknown.
    declared: Option<(String, Option<String>)>,
    /// True if every call passes the input.
    is_sure: bool,
}

impl ActionCall {
    /// Returns whether this call names the class. Flows and functions ignore case.
    fn is_of(&self, class: &str) -> bool {
        match self.kind {
            CallerKind::Script => self.class == class,
            CallerKind::Flow | CallerKind::Function => self.class.eq_ignore_ascii_case(class),
        }
    }
}

/// Findings by path of their file.
#[derive(Debug, Default)]
struct FoundInFiles(BTreeMap<String, Vec<Diagnostic>>);

impl FoundInFiles {
    fn add(&mut self, path: &str, one: Diagnostic) {
        self.0.entry(path.to_owned()).or_default().push(one);
    }

    /// Adds an error at a call of an action. Programs get the class of the action, which may be reported elsewhere.
    fn at(&mut self, (path, span): (&str, &Range<usize>), code: &'static str, call: &ActionCall, texts: [&str; 2]) {
        let [message, help] = texts;
        let mut one = Diagnostic::error(code, Pointer::root(), message).with_help(help);
        one.span = Some(span.clone());
        one.facts.push(("action", call.class.as_str().into()));
        self.add(path, one);
    }

    fn reports<'f>(mut self, files: impl Iterator<Item = &'f (String, String)>) -> Vec<FileReport> {
        let mut reports = Vec::new();
        for (path, text) in files {
            if let Some(mut found) = self.0.remove(path) {
                found.sort_by_key(|one| (one.severity == Severity::Warning, one.code));
                found.dedup();
                reports.push(FileReport {
                    path: path.clone(),
                    text: text.clone(),
                    report: Report::of_text(found, text),
                });
            }
        }
        reports.sort_by(|one, other| one.path.cmp(&other.path));
        reports
    }
}
