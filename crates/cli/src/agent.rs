//! Implements `planwright agent`: runs an agent controller with a store on disk.

mod args;
mod audit;
mod judge;
mod mark;
mod model_command;
mod model_file;
mod run;
mod task;
mod tools;

use std::path::Path;

use planwright_agent::controller::{AuditLog as _, Entry, StateStore as _, StoreError, Stored, read_state};
use planwright_agent::{Attempts, ProposalValidator, SHOWN_ENTRIES, snapshot};
use planwright_generated::agent_proposal::AuditEntry;
use planwright_store::AgentStore;

pub(crate) use args::Agent;
use planwright_project::err;
use planwright_project::exit::{Failure, Outcome};
use planwright_project::input;
use planwright_project::output;
use planwright_project::render::human;
use planwright_project::terminal::printable_path;

/// Runs `planwright agent`.
pub(crate) fn run(args: &Agent) -> Result<Outcome, Failure> {
    output::immediate();
    match args {
        Agent::Init(args) => init(args),
        Agent::Show(args) => show(args),
        Agent::Check(args) => check(args),
        Agent::Run(args) => run::run(args),
        Agent::Mark(args) => mark::run(args),
        Agent::Audit(args) => audit::run(args),
        Agent::Task(args) => task::run(args),
        Agent::Leads(args) => task::leads(args),
        Agent::Judge(args) => judge::run(args),
    }
}

/// Converts a store error to a failure, with its code and help.
fn failed(error: &StoreError) -> Failure {
    let help = match error {
        StoreError::Corrupt(_) => {
            "; restore it from a copy; `planwright agent audit --damaged` lists the readable entries"
        }
        StoreError::Locked
        | StoreError::Full
        | StoreError::Newer { .. }
        | StoreError::Conflict(_)
        | StoreError::Failed(_) => "",
    };
    Failure::one(format!("{}: {error}{help}", error.code()))
}

fn init(args: &args::AgentInit) -> Result<Outcome, Failure> {
    let input = input::read_all(std::slice::from_ref(&args.state))?.remove(0);
    match input.text.clone().and_then(|text| read_state(&text)) {
        Err(report) => {
            err!("{}", human::document(&input.name, input.known_text(), &report));
            Ok(Outcome::Findings)
        }
        Ok(stored) => {
            let store = AgentStore::create(&args.store, &stored).map_err(|error| failed(&error))?;
            keep_head(&store, args.head_file.as_deref())?;
            outln!("created {}: {}", printable_path(&args.store), human::some(stored.tasks.len(), "task"));
            Ok(Outcome::Fine)
        }
    }
}

/// Writes the head of the store to the file that the user named, if any.
fn keep_head(store: &AgentStore, file: Option<&Path>) -> Result<(), Failure> {
    let Some(file) = file else { return Ok(()) };
    let since = store.keep_head(file).map_err(|error| failed(&error))?;
    if since > 0 {
        let records = human::some(usize::try_from(since).unwrap_or(usize::MAX), "record");
        errln!("warning: {records} added since {} was written", printable_path(file));
    }
    Ok(())
}

fn show(args: &args::AgentShow) -> Result<Outcome, Failure> {
    let (stored, log) = load(&args.store)?;
    out_json!(serde_json::to_string_pretty(&snapshot(&stored.state(&log))).map_err(Failure::one)?);
    Ok(Outcome::Fine)
}

fn check(args: &args::AgentCheck) -> Result<Outcome, Failure> {
    let input = input::read_all(std::slice::from_ref(&args.proposal))?.remove(0);
    let text = match &input.text {
        Ok(text) => text,
        Err(report) => {
            err!("{}", human::document(&input.name, input.known_text(), report));
            return Ok(Outcome::Findings);
        }
    };
    let validator = ProposalValidator::default();
    let verdict = match &args.store {
        None => validator.validate_schema(text),
        Some(folder) => {
            let (stored, log) = load(folder)?;
            validator.validate(text, &stored.state(&log))
        }
    };
    err!("{}", human::document(&input.name, text, verdict.report()));
    let attempts = Attempts { attempt: args.attempt, max_attempts: args.max_attempts };
    let Some(response) = verdict.response(attempts) else { return Ok(Outcome::Fine) };
    out_json!(serde_json::to_string_pretty(&response).map_err(Failure::one)?);
    Ok(Outcome::Findings)
}

fn load(folder: &Path) -> Result<(Stored, Vec<AuditEntry>), Failure> {
    let read = || {
        let store = AgentStore::open_read_only(folder)?;
        let stored = store.campaign().load()?;
        let log = store.log().recent(&stored.campaign.id, SHOWN_ENTRIES)?;
        Ok((stored, log.iter().map(Entry::for_agent).collect()))
    };
    read().map_err(|error| failed(&error))
}
