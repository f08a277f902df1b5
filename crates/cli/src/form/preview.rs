//! `planwright form preview`: shows the effects of a plan.

use std::path::Path;

use planwright_contracts::Report;
use planwright_contracts::form_plan::Context;
use planwright_forms::{self as form, MemoryStore, Preview};
use planwright_store::StoredForms;

use super::args::FormPreview;
use super::load::{self, Given};
use super::say;
use planwright_project::exit::{Failure, Outcome};
use planwright_project::render::DataFormat;
use planwright_project::render::human;

/// Prints the preview. A plan that would fail is a finding.
pub(super) fn run(args: &FormPreview) -> Result<Outcome, Failure> {
    let given = load::limits(&args.limits, None)
        .and_then(|config| load::plans(std::slice::from_ref(&args.file), &Context { max_steps: config.max_steps }));
    match given {
        Ok(given) => show(&given, args.store.as_deref(), args.format),
        Err(ended) => ended,
    }
}

/// Shows what each plan would do to the forms as they are now.
pub(super) fn show(plans: &[Given], folder: Option<&Path>, format: DataFormat) -> Result<Outcome, Failure> {
    let forms = match folder {
        Some(folder) => StoredForms::find(folder).map_err(|error| say::store_failed(folder, &error))?,
        None => None,
    };
    let forms = forms.map_or_else(|| MemoryStore::new(Vec::new(), None), |store| store.state().clone());
    let mut outcome = Outcome::Fine;
    for given in plans {
        let Preview { report, steps } = form::preview(&given.plan, &forms);
        let report = report.located(given.input.known_text());
        if report.has_errors() {
            outcome = Outcome::Findings;
        }
        match format {
            DataFormat::Json => out_json!(say::json(given, &steps, &report, None)),
            DataFormat::Human => print(given, &steps, &report),
        }
    }
    Ok(outcome)
}

fn print(given: &Given, steps: &[form::StepResult], report: &Report) {
    say::steps(steps);
    err!("{}", human::document(&given.input.name, given.input.known_text(), report));
    let all = human::some(given.plan.steps.len(), "step");
    if report.has_errors() {
        outln!("step {} of {all} would fail; nothing was changed", steps.len() + 1);
    } else {
        outln!("{all}; nothing was changed");
    }
}
