//! `planwright snapshot check`: blueprints against an org.

use planwright_contracts::action_blueprint::Context;
use planwright_contracts::{Report, render};
use planwright_engines::org;
use serde_json::Value;

use super::load;
use crate::args::{self, Format};
use crate::exit::{Failure, Outcome};
use crate::input::{self, Input};
use crate::{human, output};

/// Checks every blueprint file.
pub(super) fn run(args: &args::SnapshotCheck) -> Result<Outcome, Failure> {
    let inputs = input::read_below(&args.blueprints)?;
    let context = match load::snapshot(std::slice::from_ref(&args.snapshot)) {
        Ok(snapshot) => Context { snapshot: Some(snapshot) },
        Err(ended) => return ended,
    };
    let checked: Vec<(Input, Report)> = inputs
        .into_iter()
        .map(|input| {
            let result = input.text.clone().and_then(|text| org::check_file(&text, &context));
            let (Ok(report) | Err(report)) = result;
            (input, report)
        })
        .collect();
    match args.format {
        Format::Human => print_human(&checked),
        Format::Json => {
            let files = checked.iter().map(|(input, report)| render::json(&input.name, input.shown(), report));
            outln!("{:#}", Value::Array(files.collect()));
        }
    }
    let passed = checked.iter().all(|(_, report)| !report.has_errors());
    Ok(if passed { Outcome::Fine } else { Outcome::Findings })
}

fn print_human(checked: &[(Input, Report)]) {
    for (input, report) in checked {
        human::print(&input.name, input.shown(), report);
    }
    let errors = checked.iter().map(|(_, report)| report.errors().count()).sum();
    let warnings = checked.iter().map(|(_, report)| report.warnings().count()).sum();
    let passed = checked.iter().filter(|(_, report)| !report.has_errors()).count();
    for (what, number) in [("files", checked.len()), ("passed", passed), ("errors", errors), ("warnings", warnings)] {
        output::count(what, number);
    }
    outln!("{passed} of {} files passed: {}", checked.len(), human::count(errors, warnings));
}
