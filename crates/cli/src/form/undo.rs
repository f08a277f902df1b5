//! Implements `planwright form undo`: redeems undo tokens, starting with the newest.

use planwright_forms::{self as form, Inverse, Sources, Undone};
use planwright_store::{Asked, StoredForms};

use super::args::FormUndo;
use super::steps_output;
use planwright_project::clock;
use planwright_project::err;
use planwright_project::exit::{Failure, Outcome};
use planwright_project::render::human;

/// Redeems the tokens from the last to the first, as one run. The run ends at the first rejected token.
pub(super) fn run(args: &FormUndo) -> Result<Outcome, Failure> {
    let failed = |error| steps_output::store_failed(&args.store, &error);
    let Some(mut store) = StoredForms::find(&args.store).map_err(failed)? else {
        return Err(Failure::one(format!("{}: no store found", args.store.display())));
    };
    let (undone, refused) = store
        .run(clock::now(), Asked::Undo(args.tokens.clone()), |transaction| {
            let mut sources = Sources { clock: &mut clock::now, tokens: &mut String::new };
            let mut undone = Vec::new();
            for token in args.tokens.iter().rev() {
                match form::undo(token, transaction, &mut sources) {
                    Ok(one) => undone.push((token, one)),
                    Err(report) => return (undone, Some((token, report))),
                }
            }
            (undone, None)
        })
        .map_err(failed)?;
    for (token, one) in &undone {
        outln!("{token}: {}", taken_back(one));
        for lost in &one.invalidated {
            outln!("{lost}: deleted with its form");
        }
    }
    match refused {
        None => Ok(Outcome::Fine),
        Some((token, report)) => {
            err!("{}", human::document(token, "", &report));
            Ok(Outcome::Findings)
        }
    }
}

fn taken_back(undone: &Undone) -> String {
    let form = undone.form;
    match &undone.inverse {
        Inverse::DeleteForm => format!("form {form} was deleted"),
        Inverse::RemoveField { .. } => format!("a field of form {form} was removed"),
        Inverse::RestoreTitle { from, .. } => format!("the title of form {form} is {} again", human::isolated(from)),
        Inverse::RestoreStatus { from, .. } => {
            format!("form {form} is {} again", super::show::status(*from))
        }
    }
}
