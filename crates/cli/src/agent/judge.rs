//! Implements `planwright agent judge`: checks the events of a user's controller against the rules that also apply to
//! ours.

use planwright_agent::invariants::check_events_json;
use planwright_contracts::Report;
use planwright_source::{Problem, parse};
use serde_json::Value;

use super::args::AgentJudge;
use planwright_project::err;
use planwright_project::exit::{Failure, Outcome};
use planwright_project::input;
use planwright_project::render::human;

/// Checks an array of events, or one event per line.
pub(super) fn run(args: &AgentJudge) -> Result<Outcome, Failure> {
    let input = input::read_all(std::slice::from_ref(&args.log))?.remove(0);
    let read = input.text.clone().and_then(|text| events(&text));
    let report = match &read {
        // Pointers address the events by index, in both forms of input.
        Ok(events) => check_events_json(events),
        Err(report) => report.clone(),
    };
    let text = if read.is_ok() { "" } else { input.known_text() };
    err!("{}", human::document(&input.name, text, &report));
    if report.has_errors() {
        return Ok(Outcome::Findings);
    }
    let count = read.ok().and_then(|events| events.as_array().map(Vec::len)).unwrap_or_default();
    outln!("{}, no violations", human::some(count, "event"));
    Ok(Outcome::Fine)
}

fn events(text: &str) -> Result<Value, Report> {
    if text.trim_start().starts_with('[') {
        return parse(text).map_err(Report::of_problems);
    }
    let mut events = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if !line.trim().is_empty() {
            // Convert the location in a line to one in the whole input.
            let in_text = |problem: Problem| {
                let span = problem.span.start + start..problem.span.end + start;
                Problem { span, ..problem }
            };
            let event = parse(line.trim_end_matches(['\n', '\r']));
            events.push(event.map_err(|problems| Report::of_problems(problems.into_iter().map(in_text)))?);
        }
        start += line.len();
    }
    Ok(Value::Array(events))
}
