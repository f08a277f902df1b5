//! `planwright form`: plans for a form builder, from a request to forms in a store, and undo.

mod args;
mod audit;
mod execute;
mod load;
mod plan;
mod preview;
mod say;
mod show;
mod undo;

pub(crate) use args::Form;
use planwright_project::exit::{Failure, Outcome};

/// Runs one of the commands.
pub(crate) fn run(args: &Form) -> Result<Outcome, Failure> {
    match args {
        Form::Plan(args) => plan::run(args),
        Form::Preview(args) => preview::run(args),
        Form::Execute(args) => execute::run(args),
        Form::Undo(args) => undo::run(args),
        Form::Show(args) => show::run(args),
        Form::Audit(args) => audit::run(args),
    }
}
