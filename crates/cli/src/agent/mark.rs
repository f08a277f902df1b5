//! Implements `planwright agent mark`: a person changes the status of a campaign. The audit log gets an entry, as for
//! an agent.

use planwright_agent::controller::{AuditLog as _, Change, End, EntryOutcome, Intent, StateStore as _, StoreError};
use planwright_generated::agent_proposal::CampaignStatus;
use planwright_store::AgentStore;
use serde_json::{Map, Value, json};

use super::args::{self, Mark};
use super::{failed, keep_head};
use planwright_project::exit::{Failure, Outcome};

/// Changes the status of the campaign.
pub(super) fn run(args: &args::AgentMark) -> Result<Outcome, Failure> {
    let store = AgentStore::open(&args.store).map_err(|error| failed(&error))?;
    keep_head(&store, args.head_file.as_deref())?;
    let (from, to) = mark(&store, args).map_err(|error| failed(&error))?;
    outln!("campaign: {from} -> {to}");
    Ok(Outcome::Fine)
}

fn mark(store: &AgentStore, args: &args::AgentMark) -> Result<(CampaignStatus, CampaignStatus), StoreError> {
    let stored = store.campaign().load()?.campaign;
    let to = match args.status {
        Mark::Active => CampaignStatus::Active,
        Mark::Paused => CampaignStatus::Paused,
        Mark::Completed => CampaignStatus::Completed,
    };
    let payload = Map::from_iter([("from".to_owned(), json!(stored.status)), ("to".to_owned(), json!(to))]);
    audited(store, &stored.id, "mark_campaign", payload, &Change::SetCampaign(to))?;
    Ok((stored.status, to))
}

/// Makes a change on behalf of a person: writes the log entry, the change, and the end of the entry.
pub(super) fn audited(
    store: &AgentStore,
    campaign: &str,
    action_type: &str,
    payload: Map<String, Value>,
    change: &Change,
) -> Result<(), StoreError> {
    let mut log = store.log();
    let (campaign, action_type) = (campaign.to_owned(), action_type.to_owned());
    let entry = log.begin(&Intent { campaign, action_type, payload, at: store.now()?, key: None })?;
    let done = store.campaign().apply(change);
    let (outcome, detail) = match &done {
        Ok(()) => (EntryOutcome::Succeeded, Value::Null),
        Err(error) => (EntryOutcome::Failed, json!(error.to_string())),
    };
    log.complete(entry, &End { outcome, at: store.now()?, detail })?;
    done
}
