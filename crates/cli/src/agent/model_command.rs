//! A model that is a program. It is started for every request, reads the prompt from standard input and prints its
//! answer.

use std::fmt::Write as _;

use planwright_agent::controller::{Model, ModelError, Request};
use planwright_contracts::ContractName;
use serde_json::json;

use planwright_project::exit::Failure;
use planwright_project::process::{Job, Limits};
use planwright_project::shell_split;
use planwright_project::terminal::printable_path;

/// The program, its arguments and its limits.
pub(super) struct Commanded {
    words: Vec<String>,
    limits: Limits,
    /// Prompt of the contract.
    prompt: String,
}

impl Commanded {
    pub(super) fn new(command: &str, limits: Limits) -> Result<Self, Failure> {
        if command.trim().is_empty() {
            return Err(Failure::one("--model-command has no program"));
        }
        let words = shell_split::split(command).map_err(|why| {
            Failure::one(format!("--model-command runs without a shell, so it cannot have {why}; use a script instead"))
        })?;
        let prompt = ContractName::AgentProposal.prompt().map_or_else(String::new, |prompt| prompt.to_string());
        Ok(Self { words, limits, prompt })
    }

    /// Builds the prompt: the contract, the state, the results of the last operations, and the reason why the last
    /// answer was rejected.
    fn question(&self, request: &Request<'_>) -> String {
        let mut text = self.prompt.clone();
        let _ = writeln!(text, "\n## Current state\n\n```json\n{:#}\n```", json!(request.snapshot));
        if !request.returned.is_empty() {
            let returned = json!(request.returned);
            let _ = writeln!(text, "\n## Results of the last operations\n\n```json\n{returned:#}\n```");
        }
        if let Some(feedback) = request.feedback {
            let _ = writeln!(text, "\n## Your last answer was rejected\n\n{}", feedback.repair);
        }
        text
    }
}

impl Model for Commanded {
    fn propose(&mut self, request: &Request<'_>) -> Result<String, ModelError> {
        let [program, arguments @ ..] = self.words.as_slice() else { return Err(ModelError::Finished) };
        let failed = |why: String| ModelError::Failed(format!("{program}: {why}"));
        let input = self.question(request).into_bytes();
        let job = Job { input, ..Job::new(program.as_ref(), arguments, self.limits) };
        let ended = job.run().map_err(|error| failed(error.to_string()))?;
        if !ended.status.success() {
            let said = String::from_utf8_lossy(&ended.stderr.tail);
            return Err(failed(format!("{}: {}", ended.status, said.trim())));
        }
        if let Some(file) = &ended.stdout.file {
            let bytes = ended.stdout.bytes;
            return Err(failed(format!(
                "an answer of {bytes} bytes exceeds --max-output; it was written to {}",
                printable_path(file)
            )));
        }
        // An answer that is not UTF-8 is invalid, but not ignored. It is reported like any other invalid answer.
        let answer = String::from_utf8_lossy(&ended.stdout.head).into_owned();
        if answer.trim().is_empty() { Err(ModelError::Finished) } else { Ok(answer) }
    }
}
