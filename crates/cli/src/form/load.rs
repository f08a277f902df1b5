//! Reads limits and plans. Plans are checked before anything is executed.

use planwright_contracts::form_plan::{self, Context, FormAnswer, Plan};
use planwright_contracts::{Checked, Report, check};
use planwright_generated::form_plan::FormPlan;
use planwright_planners::forms::PlannerConfig;
use planwright_source::parse;
use serde_json::Value;

use super::args::FormLimits;
use planwright_project::err;
use planwright_project::exit::{Failure, Outcome};
use planwright_project::input::{self, Input};
use planwright_project::render::human;

/// A valid plan with its source.
pub(super) struct Given {
    pub(super) input: Input,
    pub(super) plan: Checked<FormPlan>,
}

/// Combines the limits of the context file and the options. Options take precedence.
pub(super) fn limits(limits: &FormLimits, max_fields: Option<usize>) -> Result<PlannerConfig, Ended> {
    let mut config = PlannerConfig::default();
    if let Some(path) = &limits.context {
        config = PlannerConfig::from_json(&read_value(path)?);
    }
    if let Some(max_steps) = limits.max_steps {
        config.max_steps = max_steps;
    }
    if let Some(max_fields) = max_fields {
        config.max_fields = max_fields;
    }
    Ok(config)
}

/// Result of a run that ended before it could start its work.
pub(super) type Ended = Result<Outcome, Failure>;

fn read_value(path: &String) -> Result<Value, Ended> {
    let input = input::read_all(std::slice::from_ref(path)).map_err(Err)?.remove(0);
    let read = input.text.clone().and_then(|text| parse(&text).map_err(Report::of_problems));
    read.map_err(|report| {
        err!("{}", human::document(&input.name, input.known_text(), &report));
        Ok(Outcome::Findings)
    })
}

/// Reads and checks every file. Findings are printed to standard error. Returns an error unless all files are valid
/// plans.
pub(super) fn plans(files: &[String], context: &Context) -> Result<Vec<Given>, Ended> {
    let mut given = Vec::new();
    let mut refused = false;
    for input in input::read_all(files).map_err(Err)? {
        match input.text.clone().and_then(|text| check::<Plan>(&text, context)) {
            Ok(plan) => {
                err!("{}", human::document(&input.name, input.known_text(), plan.warnings()));
                given.push(Given { input, plan });
            }
            Err(report) => {
                refused = true;
                if let Ok(FormAnswer::None) = form_plan::check_output(input.known_text(), context) {
                    errln!("{}: the model declined to make a plan", input.name);
                } else {
                    err!("{}", human::document(&input.name, input.known_text(), &report));
                }
            }
        }
    }
    if refused { Err(Ok(Outcome::Findings)) } else { Ok(given) }
}
