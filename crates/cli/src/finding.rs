//! Something that was found, as facts: for annotations of GitHub Actions, for SARIF, and for programs.

pub(crate) mod github;
pub(crate) mod sarif;

use planwright_contracts::{Report, render};
use planwright_drift::Severity;
use planwright_sync::Plan;
use serde_json::{Value, json};

use crate::output;

/// One thing that was found.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    /// Whether it ends the run with 1.
    pub severity: Severity,
    /// The code or the rule.
    pub code: &'static str,
    /// The file as the user knows it, where there is one.
    pub file: Option<String>,
    /// Line and column, both from 1.
    pub place: Option<(usize, usize)>,
    /// Where in the document, as a JSON Pointer.
    pub pointer: Option<String>,
    /// What is wrong.
    pub message: String,
    /// How to mend it.
    pub help: Option<String>,
}

impl Finding {
    /// An error about a whole file.
    pub(crate) fn of_file(code: &'static str, file: String, message: String, help: String) -> Self {
        let help = Some(help);
        Self { severity: Severity::Error, code, file: Some(file), place: None, pointer: None, message, help }
    }

    /// Why a command could not do its work.
    pub(crate) fn of_failure(message: String) -> Self {
        let (severity, code) = (Severity::Error, "NOT_RUN");
        Self { severity, code, file: None, place: None, pointer: None, message, help: None }
    }

    /// The members that are known.
    pub(crate) fn json(&self) -> Value {
        let (line, column) = self.place.unzip();
        let mut object = json!({ "severity": self.severity.word(), "code": self.code, "message": self.message });
        let facts = [
            ("file", self.file.as_ref().map(|file| json!(file))),
            ("line", line.map(|line| json!(line))),
            ("column", column.map(|column| json!(column))),
            ("pointer", self.pointer.as_ref().map(|pointer| json!(pointer))),
            ("help", self.help.as_ref().map(|help| json!(help))),
        ];
        for (name, fact) in facts {
            if let Some(fact) = fact {
                object[name] = fact;
            }
        }
        object
    }
}

/// What the check of a document reports, with places; the text must be the one that was checked.
pub(crate) fn of_report<'r>(name: &'r str, text: &'r str, report: &'r Report) -> impl Iterator<Item = Finding> + 'r {
    let written = render::json(name, text, report)["diagnostics"].take();
    report.iter().enumerate().map(move |(index, one)| {
        let number = |name: &str| usize::try_from(written[index][name].as_u64()?).ok();
        Finding {
            severity: if one.is_error() { Severity::Error } else { Severity::Warning },
            code: one.code,
            file: Some(name.to_owned()),
            place: number("line").zip(number("column")),
            pointer: Some(one.at.as_str().to_owned()),
            message: one.message.clone(),
            help: one.help.clone(),
        }
    })
}

/// Tells whoever hears the command what a check of files found.
pub(crate) fn of_plan(plan: &Plan, advice: &str) {
    let told = |code, file: String, message: &str, help: String| Finding::of_file(code, file, message.to_owned(), help);
    for change in plan.changes() {
        let (code, message) = match change.finding() {
            "missing" => ("MISSING_FILE", "this generated file is missing"),
            "orphaned" => ("ORPHANED_FILE", "nothing makes this generated file any more"),
            _ => ("STALE_FILE", "this generated file is not what it should be"),
        };
        output::found([told(code, plan.path_of(change).display().to_string(), message, advice.to_owned())]);
    }
    for path in plan.foreign() {
        let message = "planwright did not write this file, and would write one here";
        output::found([told(
            "FOREIGN_FILE",
            plan.place_of(path).display().to_string(),
            message,
            "move it away".to_owned(),
        )]);
    }
    let number = |word: &str| plan.changes().iter().filter(|change| change.finding() == word).count();
    output::count("fresh", plan.fresh());
    for word in ["stale", "missing", "orphaned"] {
        output::count(word, number(word));
    }
    if !plan.foreign().is_empty() {
        output::count("foreign", plan.foreign().len());
    }
}

/// An option that cannot be; the message says where it stands.
pub(crate) fn of_option(message: String) -> Finding {
    Finding {
        severity: Severity::Error,
        code: "INVALID_OPTION",
        file: None,
        place: None,
        pointer: None,
        message,
        help: None,
    }
}

/// An error, or a warning, about a schema; `folder` is where its files are.
pub(crate) fn of_schema(folder: &str, error: &planwright_codegen::Error, severity: Severity) -> Finding {
    let code = match &error.kind {
        planwright_codegen::ErrorKind::Unsupported { code, .. } => code,
        _ => "INVALID_SCHEMA",
    };
    Finding {
        severity,
        code,
        file: Some(format!("{folder}/{}", error.file)),
        place: error.line_column,
        pointer: Some(error.pointer.as_str().to_owned()),
        message: error.kind.to_string(),
        help: None,
    }
}
