//! Implements `planwright agent run`: cycles of a controller, with a model from a file or a program.

use planwright_agent::UsualPolicy;
use planwright_agent::controller::{Controller, Cycle, Entry, Model, ModelError, Stop};
use planwright_agent::invariants::{Event, check_events};
use planwright_contracts::repair::tame;
use planwright_source::printable_json;
use planwright_store::{AgentPorts, AgentStore};
use serde_json::{Value, json};

use super::args;
use super::model_command::Commanded;
use super::model_file::Scripted;
use super::tools::{Program, Settings};
use super::{failed, keep_head};
use planwright_project::exit::{Failure, Outcome};
use planwright_project::render::DataFormat;

/// Runs cycles until there is nothing left to do.
pub(super) fn run(args: &args::AgentRun) -> Result<Outcome, Failure> {
    let limits = args.limits.into();
    let mut model: Box<dyn Model> = match (&args.model_command, &args.model) {
        (Some(command), _) => Box::new(Commanded::new(command, limits)?),
        (None, Some(file)) => Box::new(Scripted::open(file, args.format == DataFormat::Json)?),
        (None, None) => return Err(Failure::one("no model given; use --model FILE or --model-command COMMAND")),
    };
    let store = AgentStore::open(&args.store).map_err(|error| failed(&error))?;
    keep_head(&store, args.head_file.as_deref())?;
    let mut tools = Program { words: &args.tools, limits };
    let oversight = Settings { approve: args.approve, verify: args.verify.as_deref(), limits };
    let mut ports = AgentPorts::new(&store, model.as_mut(), &mut tools).with_oversight(oversight);
    let (controller, interrupted) = ports.start(&UsualPolicy).map_err(|error| failed(&error))?;
    for entry in &interrupted {
        errln!("warning: {}", interrupted_entry(entry));
    }
    cycles(&mut controller.with_max_attempts(args.max_attempts), args)
}

fn cycles(controller: &mut Controller<'_>, args: &args::AgentRun) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::Fine;
    for _ in 0..args.cycles.unwrap_or(u64::MAX) {
        let cycle = match controller.cycle() {
            Ok(cycle) => cycle,
            Err(Stop::Model(ModelError::Finished)) => break,
            Err(stop) => return Err(Failure::one(format!("{}: {stop}", stop.code()))),
        };
        keeps_its_own_rules(&controller.take_events())?;
        match args.format {
            DataFormat::Json => outln!("{}", printable_json(&json!(cycle).to_string())),
            DataFormat::Human => outln!("{}", line(&cycle)),
        }
        match cycle {
            Cycle::Failed { .. } | Cycle::Refused { .. } => outcome = Outcome::Findings,
            Cycle::Aborted { .. } | Cycle::Inactive { .. } => return Ok(Outcome::Findings),
            Cycle::Completed => break,
            Cycle::Done { .. } | Cycle::Waiting { .. } => {}
        }
    }
    Ok(outcome)
}

/// Checks the events of our own controller against the rules for controllers.
fn keeps_its_own_rules(events: &[Event]) -> Result<(), Failure> {
    let report = check_events(events);
    match report.errors().next() {
        None => Ok(()),
        Some(_) => Err(Failure::all(report.errors().map(|error| format!("{}: {}", error.code, error.message)))),
    }
}

fn interrupted_entry(entry: &Entry) -> String {
    let payload = tame(&json!(entry.intent.payload).to_string(), 100);
    format!(
        "entry {} was interrupted: {} {payload} may have run; check before you retry it",
        entry.id, entry.intent.action_type
    )
}

fn line(cycle: &Cycle) -> String {
    match cycle {
        Cycle::Done { action_type, entry, result } if result.is_null() => format!("{entry}: {action_type} succeeded"),
        Cycle::Done { action_type, entry, result } => {
            format!("{entry}: {action_type} succeeded: {}", clipped(result))
        }
        Cycle::Failed { action_type, entry, reason } => {
            format!("{entry}: {action_type} failed: {}", clipped(reason))
        }
        Cycle::Refused { action_type, entry, reason } => format!("{entry}: {action_type} was not approved: {reason}"),
        Cycle::Waiting { reason } => format!("waiting: {reason}"),
        Cycle::Completed => "the campaign is completed".to_owned(),
        Cycle::Aborted { response } => {
            let first = response.errors.first().map(|error| tame(&error.message, 200)).unwrap_or_default();
            format!(
                "aborted after {} attempts; the status of the campaign is now error: {first}",
                response.retry.attempt
            )
        }
        Cycle::Inactive { status } => format!("the campaign is {status}; nothing to do"),
    }
}

/// Formats a result or a reason on one line, with control characters escaped.
fn clipped(value: &Value) -> String {
    value.as_str().map_or_else(|| tame(&value.to_string(), 200), |text| tame(text, 200))
}
