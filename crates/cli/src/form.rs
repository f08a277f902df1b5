//! Implements `planwright form`: plans for a form builder, from a request to forms in a store and back.

mod args;
mod audit;
mod execute;
mod load;
mod plan;
mod preview;
mod show;
mod steps_output;
mod undo;

pub(crate) use args::Form;
use planwright_project::exit::{Failure, Outcome};
use planwright_project::output;

/// Runs one of the commands.
pub(crate) fn run(args: &Form) -> Result<Outcome, Failure> {
    output::immediate();
    match args {
        Form::Plan(args) => plan::run(args),
        Form::Preview(args) => preview::run(args),
        Form::Execute(args) => execute::run(args),
        Form::Undo(args) => undo::run(args),
        Form::Show(args) => show::run(args),
        Form::Audit(args) => audit::run(args),
    }
}
