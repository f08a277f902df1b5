//! Implements `planwright workflow check`: validates a workflow, finished or not.

use planwright_generated::workflow_tools::ValidationFinding;
use planwright_workflow::validate;
use serde_json::json;

use super::{Check, document};
use planwright_project::exit::{Failure, Outcome};
use planwright_project::render::{DataFormat, human};

/// Prints the result of `validate_blueprint`. Errors are findings.
pub(super) fn run(args: &Check) -> Result<Outcome, Failure> {
    let draft = match document::draft(&args.source) {
        Ok(draft) => draft,
        Err(ended) => return ended,
    };
    let report = validate(&draft);
    let outcome = if report.is_valid { Outcome::Fine } else { Outcome::Findings };
    match args.format {
        DataFormat::Json => out_json!(json!(report)),
        DataFormat::Human => {
            for (kind, all) in [("error", &report.errors), ("warning", &report.warnings)] {
                for finding in all {
                    print(kind, finding);
                }
            }
            let (errors, warnings) = (report.errors.len(), report.warnings.len());
            outln!(
                "{}: {}, {}",
                human::isolated(&draft.title),
                human::some(errors, "error"),
                human::some(warnings, "warning")
            );
        }
    }
    Ok(outcome)
}

fn print(kind: &str, finding: &ValidationFinding) {
    let place =
        if finding.location.is_empty() { String::new() } else { format!("{}: ", human::isolated(&finding.location)) };
    outln!("{kind}[{}]: {place}{}", finding.code, human::isolated(&finding.message));
}
