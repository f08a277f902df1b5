//! Implements `planwright agent audit`: lists the audit log of a store, or verifies its hash chains.

use std::fmt::Write as _;

use planwright_agent::controller::{Entry, EntryOutcome, StoreError};
use planwright_contracts::repair::tame;
use planwright_store::{AgentStore, Chain, Filter, read_head};
use serde_json::json;

use super::args::{self, AuditOutcome};
use super::failed;
use planwright_project::exit::{Failure, Outcome};
use planwright_project::render::DataFormat;
use planwright_project::render::human;

/// Lists the entries, or verifies the chains.
pub(super) fn run(args: &args::AgentAudit) -> Result<Outcome, Failure> {
    if args.verify {
        return verify(&AgentStore::inspect(&args.store).map_err(|error| failed(&error))?, args);
    }
    let store = if args.damaged { AgentStore::inspect(&args.store) } else { AgentStore::open_read_only(&args.store) };
    let store = store.map_err(|error| failed(&error))?;
    let outcome = args.outcome.map(ended);
    let filter = Filter { campaign: args.campaign.clone(), outcome, last: args.last };
    let entries = store.entries(&filter).map_err(|error| failed(&error))?;
    match args.format {
        DataFormat::Json => out_json!(serde_json::to_string_pretty(&entries).map_err(Failure::one)?),
        DataFormat::Human => {
            for entry in &entries {
                outln!("{}", line(entry));
            }
            outln!("{}", entries_of(entries.len()));
        }
    }
    Ok(Outcome::Fine)
}

fn verify(store: &AgentStore, args: &args::AgentAudit) -> Result<Outcome, Failure> {
    let kept = match &args.head_file {
        None => args.head.clone(),
        Some(file) => {
            let kept = read_head(file).map_err(|error| failed(&error))?;
            Some(kept.ok_or_else(|| Failure::one(format!("{}: file not found", file.display())))?)
        }
    };
    let chain = match store.verify(kept.as_deref()) {
        Ok(chain) => chain,
        Err(error @ StoreError::Corrupt(_)) => {
            errln!("error[{}]: {error}", error.code());
            return Ok(Outcome::Findings);
        }
        Err(error) => return Err(failed(&error)),
    };
    let Chain { records, changes, head, since } = &chain;
    match args.format {
        DataFormat::Json => {
            let known = since.is_some();
            out_json!(json!({ "records": records, "changes": changes, "head": head, "known": known, "since": since }));
        }
        DataFormat::Human => outln!("{records} records, {changes} changes, head {head}"),
    }
    let corrupt = |why: String| {
        let corrupt = StoreError::Corrupt(why);
        errln!("error[{}]: {corrupt}", corrupt.code());
        Ok(Outcome::Findings)
    };
    match (kept, since) {
        (None, _) => {
            errln!(
                "the chains are consistent; to detect a truncated or replaced store, compare with a head recorded elsewhere (--head, --head-file)"
            );
            Ok(Outcome::Fine)
        }
        (Some(_), None) => corrupt("the chains do not contain the given head".to_owned()),
        (Some(_), Some(since)) if *since > 0 && args.head_file.is_some() => corrupt(format!(
            "{} added since the head was recorded: by a run that was killed or had no --head-file, or by hand",
            human::some(usize::try_from(*since).unwrap_or(usize::MAX), "record")
        )),
        (Some(_), Some(_)) => Ok(Outcome::Fine),
    }
}

/// Formats an entry on one line. Strings of an agent are escaped.
fn line(entry: &Entry) -> String {
    let intent = &entry.intent;
    let outcome = entry.end.as_ref().map_or("open", |end| end.outcome.as_str());
    let payload = tame(&json!(intent.payload).to_string(), 100);
    let mut line = format!("{:>6}  {}  {outcome:<11}  {:<18} {payload}", entry.id, intent.at, intent.action_type);
    if let Some(end) = entry.end.as_ref().filter(|end| !end.detail.is_null()) {
        let _ = write!(line, "  -> {}", tame(&end.detail.to_string(), 100));
    }
    line
}

fn entries_of(count: usize) -> String {
    if count == 1 { "1 entry".to_owned() } else { human::some(count, "entrie") }
}

fn ended(outcome: AuditOutcome) -> Option<EntryOutcome> {
    match outcome {
        AuditOutcome::Open => None,
        AuditOutcome::Succeeded => Some(EntryOutcome::Succeeded),
        AuditOutcome::Failed => Some(EntryOutcome::Failed),
        AuditOutcome::Interrupted => Some(EntryOutcome::Interrupted),
        AuditOutcome::Refused => Some(EntryOutcome::Refused),
    }
}
