//! Formats steps for people and for programs.

use std::path::Path;

use planwright_contracts::Report;
use planwright_contracts::render;
use planwright_forms::{StepResult, StoreError};
use planwright_source::printable_lines;
use serde_json::{Value, json};

use super::load::Given;
use planwright_project::exit::Failure;

/// The steps in both languages, each on a line of its own, and with the token where there is one.
pub(super) fn steps(steps: &[StepResult]) {
    for (number, step) in steps.iter().enumerate() {
        outln!("{}. {}", number + 1, step.said.en);
        // Isolated as a whole: a Persian sentence reads from the right, wherever its line begins.
        outln!("   \u{2067}{}\u{2069}", step.said.fa);
        if let Some(token) = &step.token {
            outln!("   undo: {token}");
        }
    }
}

/// The same as one JSON object, with what was found.
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

/// Prints why a store cannot be used.
pub(super) fn store_failed(folder: &Path, error: &StoreError) -> Failure {
    let text = format!("{}: {error}", folder.display());
    errln!("error[{}]: {}", error.code(), printable_lines(&text));
    errln!("  = help: {}", error.help());
    Failure::reported()
}
