//! `--snapshot`: the objects and fields of an org, checked before anything is checked against them.

use planwright_contracts::action_blueprint::{Context, Snapshot};
use planwright_contracts::check;

use crate::exit::{Failure, Outcome};
use crate::{human, input};

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
                eprint!("{}", human::render(&input.name, input.shown(), &report));
                return Err(Ok(Outcome::Findings));
            }
        }
    }
    Ok(context)
}
