//! `planwright snapshot check`: blueprints against an org.

use planwright_contracts::action_blueprint::Context;
use planwright_engines::org;
use serde_json::Value;

use super::load;
use crate::args;
use crate::check::{CheckedFile, add_files};
use crate::exit::Outcome;
use crate::input;
use crate::report::CommandReport;

/// Checks every blueprint file.
pub(crate) fn report(args: &args::SnapshotCheck) -> CommandReport {
    CommandReport::new().collect(|report| {
        report.json = Some(Value::Null);
        let inputs = input::read_below(&args.blueprints)?;
        let Some(snapshot) = load::snapshot(std::slice::from_ref(&args.snapshot), report)? else {
            return Ok(Outcome::Findings);
        };
        let context = Context { snapshot: Some(snapshot) };
        let checked = inputs.into_iter().map(|input| {
            let result = input.text.clone().and_then(|text| org::check_file(&text, &context));
            let (Ok(found) | Err(found)) = result;
            CheckedFile { passed: !found.has_errors(), input, report: found }
        });
        Ok(add_files(report, &checked.collect::<Vec<_>>()))
    })
}
