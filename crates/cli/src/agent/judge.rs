//! `planwright agent judge`: the events of one's own controller, judged by the rules that ours is judged by.

use planwright_agent::invariants::judge_value;
use planwright_contracts::Report;
use planwright_source::{Problem, parse};
use serde_json::Value;

use super::args::AgentJudge;
use planwright_project::exit::{Failure, Outcome};
use planwright_project::input;
use planwright_project::render::human;

/// Judges an array of events, or one event a line.
pub(super) fn run(args: &AgentJudge) -> Result<Outcome, Failure> {
    let input = input::read_all(std::slice::from_ref(&args.log))?.remove(0);
    let read = input.text.clone().and_then(|text| events(&text));
    let report = match &read {
        // Pointers lead to the events by their index, whatever form they were given in.
        Ok(events) => judge_value(events),
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
            // The places of a line are shown in the whole text.
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
