//! The snapshot of an org: `planwright snapshot`, and what stands behind `--snapshot` of other commands.

mod check;
mod diff;
mod import;
mod load;

use planwright_contracts::action_blueprint::{Context, Snapshot};
use planwright_contracts::check;

use crate::args;
use crate::exit::{Failure, Outcome};
use crate::{human, input};

/// Runs `planwright snapshot`.
pub(crate) fn run(args: &args::Snapshot) -> Result<Outcome, Failure> {
    match args {
        args::Snapshot::Import(args) => import::run(args),
        args::Snapshot::Diff(args) => diff::run(args),
        args::Snapshot::Check(args) => check::run(args),
    }
}

/// The context of action blueprints. `Err(Ok(_))` is a snapshot with findings, which have been printed.
pub(crate) fn context(path: Option<&String>) -> Result<Context, Result<Outcome, Failure>> {
    let Some(path) = path else { return Ok(Context::default()) };
    let inputs = input::read_all(std::slice::from_ref(path)).map_err(Err)?;
    let mut context = Context::default();
    for input in inputs {
        let checked = input.text.clone().and_then(|text| check::<Snapshot>(&text, &()));
        match checked {
            Ok(snapshot) => context.snapshot = Some(snapshot.into_inner()),
            Err(report) => {
                human::tell(&input.name, input.shown(), &report);
                return Err(Ok(Outcome::Findings));
            }
        }
    }
    Ok(context)
}
