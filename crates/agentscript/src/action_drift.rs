//! What a change of invocable Apex breaks: the flows, agent functions and agent scripts that call it by the names of before.
//!
//! The signatures of two states of a project are compared, and what became another is held against the callers in the new
//! state. A caller that was changed along is sound. Offline; of a caller only calls, the inputs that it gives and the outputs
//! that it reads are looked at.

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

/// The files of a project, each with its path.
#[derive(Clone, Debug, Default)]
pub struct ActionProject {
    /// `*.cls`.
    pub classes: Vec<(String, String)>,
    /// `*.flow-meta.xml` and `*.flow`.
    pub flows: Vec<(String, String)>,
    /// `*.genAiFunction-meta.xml`, and `input/schema.json` and `output/schema.json` beside each.
    pub functions: Vec<(String, String)>,
    /// `*.agent`.
    pub scripts: Vec<(String, String)>,
    /// The namespace of the project, with which callers can name its classes.
    pub namespace: Option<String>,
}

/// What was compared, and what is broken.
#[derive(Debug, Default)]
pub struct ActionDrift {
    /// How many actions were compared.
    pub actions: usize,
    /// How many calls of them were found.
    pub calls: usize,
    /// The findings of each file that has some, in the order of the paths: errors where a caller breaks, a warning at each change.
    pub reports: Vec<FileReport>,
}

/// What this comparison does not look at, for whoever reads its verdict.
pub const UNSEEN: &str = "not seen: callers that are only in an org, such as paused flows, and calls from Apex, which the compiler \
                          judges";

/// Compares the actions of `old` with those of `new`, and names the callers in `new` that are broken.
pub fn compare(old: &ActionProject, new: &ActionProject) -> ActionDrift {
    let (before, after) = (ProjectClasses::read(&old.classes), ProjectClasses::read(&new.classes));
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
        for change in &changes {
            let path = after.path(name).map(|path| (path, &new.classes));
            let Some((path, files)) = path.or_else(|| Some((before.path(name)?, &old.classes))) else { continue };
            if files.iter().any(|(file, _)| file == path) {
                found.add(path, verdict::told(was.class, change));
            }
        }
        for call in calls.iter().filter(|call| call.is_of(name)) {
            for change in &changes {
                verdict::judge(call, change, &mut found);
            }
        }
    }
    // A class that is gone has its text in the old state alone.
    let texts = [&new.flows, &new.functions, &new.scripts, &new.classes, &old.classes];
    drift.reports = found.reports(texts.into_iter().flatten());
    drift
}

/// A call of an action in a file.
#[derive(Debug)]
struct ActionCall {
    /// What it is, for messages.
    caller: String,
    kind: CallerKind,
    /// The class that is named, and where.
    class: String,
    file: String,
    span: Range<usize>,
    inputs: Vec<CalledParam>,
    outputs: Vec<CalledParam>,
}

/// What a caller is, which decides on names and types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CallerKind {
    Flow,
    Function,
    Script,
}

/// An input or output that a caller names.
#[derive(Debug)]
struct CalledParam {
    name: String,
    file: String,
    span: Range<usize>,
    /// The type that the caller has for it, with the name beside an `object`; of a flow as [`verdict`] names it. Not always known.
    declared: Option<(String, Option<String>)>,
    /// Whether an input is given in each call.
    is_sure: bool,
}

impl ActionCall {
    /// Whether this is a call of that class: flows and functions do not look at the case of letters.
    fn is_of(&self, class: &str) -> bool {
        match self.kind {
            CallerKind::Script => self.class == class,
            CallerKind::Flow | CallerKind::Function => self.class.eq_ignore_ascii_case(class),
        }
    }
}

/// Findings by the path of their file.
#[derive(Debug, Default)]
struct FoundInFiles(BTreeMap<String, Vec<Diagnostic>>);

impl FoundInFiles {
    fn add(&mut self, path: &str, one: Diagnostic) {
        self.0.entry(path.to_owned()).or_default().push(one);
    }

    fn at(&mut self, path: &str, span: &Range<usize>, code: &'static str, message: String, help: &str) {
        let mut one = Diagnostic::error(code, Pointer::root(), message).with_help(help);
        one.span = Some(span.clone());
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
