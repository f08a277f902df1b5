//! Implements `planwright form execute`: executes plans, each as one run of the store.

use planwright_contracts::form_plan::Context;
use planwright_forms::{self as form, Executed, Sources};
use planwright_store::{Asked, StoredForms};

use super::args::FormExecute;
use super::load::{self, Given};
use super::{preview, steps_output};
use planwright_project::clock;
use planwright_project::err;
use planwright_project::exit::{Failure, Outcome};
use planwright_project::render::DataFormat;
use planwright_project::render::human;
use planwright_project::terminal::printable_path;

/// Checks all plans, then executes them until one fails.
pub(super) fn run(args: &FormExecute) -> Result<Outcome, Failure> {
    let plans = load::limits(&args.limits, None)
        .and_then(|config| load::plans(&args.files, &Context { max_steps: config.max_steps }));
    let plans = match plans {
        Ok(plans) => plans,
        Err(ended) => return ended,
    };
    if !args.confirm {
        preview::show(&plans, Some(&args.store), args.format)?;
        errln!("add --confirm to execute this");
        return Ok(Outcome::Findings);
    }
    let failed = |error| steps_output::store_failed(&args.store, &error);
    let mut store = StoredForms::create(&args.store).map_err(failed)?;
    for given in &plans {
        let run = store.next_run();
        let done = execute(given, &mut store).map_err(failed)?;
        tell(given, run, &done, args);
        if !done.ok() {
            return Ok(Outcome::Findings);
        }
    }
    Ok(Outcome::Fine)
}

fn execute(given: &Given, store: &mut StoredForms) -> Result<Executed, form::StoreError> {
    let run = store.next_run();
    let mut count = 0;
    let mut tokens = || {
        count += 1;
        format!("undo-{run}-{count}")
    };
    let asked = Asked::Execute(given.plan.get().clone());
    store.run(clock::now(), asked, |transaction| {
        let mut sources = Sources { clock: &mut clock::now, tokens: &mut tokens };
        form::execute(&given.plan, transaction, &mut sources)
    })
}

fn tell(given: &Given, run: u64, done: &Executed, args: &FormExecute) {
    let report = done.report.clone().located(given.input.known_text());
    if args.format == DataFormat::Json {
        out_json!(steps_output::json(given, &done.steps, &report, Some(run)));
        return;
    }
    steps_output::steps(&done.steps);
    err!("{}", human::document(&given.input.name, given.input.known_text(), &report));
    let all = human::some(given.plan.steps.len(), "step");
    outln!("run {run}: {} of {all} done", done.steps.len());
    let tokens: Vec<&str> = done.tokens().collect();
    if !tokens.is_empty() {
        outln!("to undo: planwright form undo --store {} {}", printable_path(&args.store), tokens.join(" "));
    }
}
