//! Reads and checks a plan before it is used.

use planwright_contracts::fix_plan;
use planwright_contracts::{Checked, check};
use planwright_generated::fix_plan::FixPlan;

use planwright_project::exit::{Failure, Outcome};
use planwright_project::input::{self, Input};
use planwright_project::render::human;

/// Passes a valid plan to `then`. Findings go to standard error.
pub(super) fn with_plan(
    file: &str,
    then: impl FnOnce(&Input, &Checked<FixPlan>) -> Result<Outcome, Failure>,
) -> Result<Outcome, Failure> {
    let input = input::read_all(&[file.to_owned()])?.remove(0);
    match input.text.clone().and_then(|text| check::<fix_plan::Fix>(&text, &())) {
        Ok(plan) => {
            err!("{}", human::document(&input.name, input.known_text(), plan.warnings()));
            then(&input, &plan)
        }
        Err(report) => {
            err!("{}", human::document(&input.name, input.known_text(), &report));
            Ok(Outcome::Findings)
        }
    }
}
