//! `planwright plan`: a goal in words to blueprints, without a model and without a network.

use std::io::{Read as _, stdin};

use planwright_contracts::action_blueprint::goal;

use crate::args;
use crate::exit::{Failure, Outcome};
use crate::snapshot;

/// Prints the envelope of blueprints on standard output, and what was understood on standard error.
pub(crate) fn run(args: &args::Plan) -> Result<Outcome, Failure> {
    let context = match snapshot::context(args.snapshot.as_ref()) {
        Ok(context) => context,
        Err(ended) => return ended,
    };
    let goal = if args.goal == "-" { read_goal()? } else { args.goal.clone() };
    match goal::plan(&goal, context.snapshot.as_ref()) {
        Ok(plan) => {
            outln!("{:#}", plan.envelope());
            eprintln!("{:#}", plan.explanation());
            Ok(Outcome::Fine)
        }
        Err(refusal) => {
            eprintln!("error[{}]: {refusal}", refusal.code());
            Ok(Outcome::Findings)
        }
    }
}

fn read_goal() -> Result<String, Failure> {
    let mut text = String::new();
    stdin().read_to_string(&mut text)?;
    Ok(text)
}
