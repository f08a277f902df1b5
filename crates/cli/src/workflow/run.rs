//! Implements `planwright workflow run`: runs a file of tool calls.

use planwright_contracts::Report;
use planwright_generated::workflow_tools::ToolResult;
use planwright_source::printable_json;
use planwright_workflow::{Call, Session, Times};
use serde_json::json;

use super::document::stored_draft;
use super::{Run, document};
use planwright_project::clock;
use planwright_project::err;
use planwright_project::exit::{Failure, Outcome};
use planwright_project::input;
use planwright_project::render::human;

/// Runs every call. The run continues after a failed call, like a model would.
pub(super) fn run(args: &Run) -> Result<Outcome, Failure> {
    let calls = input::read_all(std::slice::from_ref(&args.calls))?.remove(0);
    let text = match &calls.text {
        Ok(text) => text,
        Err(report) => {
            err!("{}", human::document(&calls.name, calls.known_text(), report));
            return Ok(Outcome::Findings);
        }
    };
    let ids = || args.id.clone();
    let mut created_at = None;
    let mut session = match (&args.start, &args.store) {
        (None, None) => Session::new(ids),
        (None, Some(store)) => Session::resume(stored_draft(store)?, ids),
        (Some(path), _) => match document::read_document(path) {
            Ok(loaded) => {
                created_at = Some(loaded.times.created_at);
                Session::resume(loaded.draft, ids)
            }
            Err(ended) => return ended,
        },
    };
    let mut outcome = Outcome::Fine;
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let result = answer(&mut session, line, index + 1);
        if !result.success {
            outcome = Outcome::Findings;
        }
        outln!("{}", printable_json(&json!(result).to_string()));
    }
    if let (Some(path), Some(draft)) = (&args.export, session.draft()) {
        let updated_at = args.time.clone().unwrap_or_else(clock::now);
        let times = Times { created_at: created_at.unwrap_or_else(|| updated_at.clone()), updated_at };
        if document::write(path, draft, &times)? == Outcome::Findings {
            outcome = Outcome::Findings;
        }
    } else if args.export.is_some() {
        errln!("nothing to export, because no blueprint was created");
        outcome = Outcome::Findings;
    }
    Ok(outcome)
}

/// Returns the result of one line. A call without an id gets one from its line number.
fn answer(session: &mut Session<impl FnMut() -> String>, line: &str, number: usize) -> ToolResult {
    let name = format!("line_{number}");
    match Call::parse(line) {
        Ok(Call { tool, arguments, id }) => session.call(&tool, arguments).into_tool_result(id.unwrap_or(name)),
        Err(report) => ToolResult {
            tool_call_id: name,
            success: false,
            result: None,
            error: Some(unreadable(&report)),
            blueprint_changed: false,
        },
    }
}

fn unreadable(report: &Report) -> String {
    let lines = report.errors().map(|error| match &error.help {
        Some(help) => format!("not a tool call: {} ({help})", error.message),
        None => format!("not a tool call: {}", error.message),
    });
    lines.collect::<Vec<_>>().join("\n")
}
