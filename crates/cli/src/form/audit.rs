//! Implements `planwright form audit`: lists the changes of a store.

use planwright_forms::{AuditEntry, AuditState};
use planwright_store::{Asked, FormRun, StoredForms};
use serde_json::{Value, json};

use super::args::FormAudit;
use super::steps_output;
use planwright_project::exit::{Failure, Outcome};
use planwright_project::render::DataFormat;
use planwright_project::render::human;

/// Prints every run with its entries.
pub(super) fn run(args: &FormAudit) -> Result<Outcome, Failure> {
    let store = StoredForms::find(&args.store).map_err(|error| steps_output::store_failed(&args.store, &error))?;
    let Some(store) = store else {
        return Err(Failure::one(format!("{}: no store found", args.store.display())));
    };
    match args.format {
        DataFormat::Json => out_json!(store.runs().iter().map(as_json).collect::<Value>()),
        DataFormat::Human => store.runs().iter().for_each(print),
    }
    Ok(Outcome::Fine)
}

fn as_json(run: &FormRun) -> Value {
    json!({ "run": run.number, "at": run.at, "asked": run.asked, "entries": run.entries })
}

fn print(run: &FormRun) {
    let asked = match &run.asked {
        Asked::Execute(plan) => format!("execute {}", human::some(plan.steps.len(), "step")),
        Asked::Undo(tokens) => format!("undo {}", human::some(tokens.len(), "token")),
    };
    let end = if run.entries.is_some() { "" } else { ": interrupted, nothing was changed" };
    outln!("{} run {}: {asked}{end}", run.at, run.number);
    for entry in run.entries.iter().flatten() {
        outln!("{} {}", entry.started_at, described(entry));
    }
}

fn described(entry: &AuditEntry) -> String {
    let end = match &entry.state {
        AuditState::Started => "started".to_owned(),
        AuditState::Done { form, .. } => format!("form {form}: done"),
        AuditState::Failed { code, .. } => format!("failed: {code}"),
    };
    format!("  {} {} {end}", entry.action, human::isolated(&entry.params.to_string()))
}
