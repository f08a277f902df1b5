//! Prints steps for people, and renders them as JSON.

use std::path::Path;

use planwright_contracts::Report;
use planwright_contracts::render;
use planwright_forms::{StepResult, StoreError};
use planwright_source::printable_lines;
use serde_json::{Value, json};

use super::load::Given;
use planwright_project::exit::Failure;

/// Prints the steps in both languages, each on a separate line, with the undo token if there is one.
pub(super) fn steps(steps: &[StepResult]) {
    for (number, step) in steps.iter().enumerate() {
        outln!("{}. {}", number + 1, step.said.en);
        // Isolate the whole sentence, because Persian is written from right to left wherever the line begins.
        outln!("   \u{2067}{}\u{2069}", step.said.fa);
        if let Some(token) = &step.token {
            outln!("   undo: {token}");
        }
    }
}

/// Returns the steps and the findings as a JSON object.
pub(super) fn json(given: &Given, steps: &[StepResult], report: &Report, run: Option<u64>) -> Value {
    let mut value = render::json(&given.input.name, given.input.known_text(), report);
    value["run"] = json!(run);
    value["steps"] = steps
        .iter()
        .map(|step| {
            json!({
                "action": step.action, "form": step.form, "index": step.index, "token": step.token,
                "fa": step.said.fa, "en": step.said.en,
            })
        })
        .collect();
    value
}

/// Prints the reason why a store cannot be used.
pub(super) fn store_failed(folder: &Path, error: &StoreError) -> Failure {
    let text = format!("{}: {error}", folder.display());
    errln!("error[{}]: {}", error.code(), printable_lines(&text));
    errln!("  = help: {}", error.help());
    Failure::reported()
}
