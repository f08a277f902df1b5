//! Benchmarks of agents: checking proposals, and writing audit entries.

use std::fs::OpenOptions;
use std::io::Write as _;

use planwright_agent::controller::{AuditLog as _, End, EntryOutcome, Intent, Stored};
use planwright_contracts::agent_proposal::{Context, Proposal};
use planwright_contracts::check;
use planwright_generated::SchemaRoot as _;
use planwright_generated::agent_proposal::AgentProposal;
use planwright_store::AgentStore;
use serde_json::{Value, json};

use crate::pairs::{IN_MEMORY, compare};

const PROPOSALS: usize = 10_000;
/// Number of audit entries. Each one waits for the disk.
const ENTRIES: usize = 200;

pub(crate) fn proposals() {
    let schema: Value = serde_json::from_str(AgentProposal::SCHEMA).unwrap();
    let examples = schema["examples"].as_array().unwrap();
    let texts: Vec<String> = examples.iter().cycle().take(PROPOSALS).map(Value::to_string).collect();
    let context = Context::default();
    compare(
        &format!("check {PROPOSALS} proposals from text"),
        IN_MEMORY,
        &mut [
            ("planwright check: duplicate keys, schema, type, rules", &mut || {
                texts.iter().filter(|text| check::<Proposal>(text, &context).is_ok()).count()
            }),
            ("jsonschema, at run time: schema alone", &mut || {
                let is_valid = |text: &&String| AgentProposal::is_valid(&serde_json::from_str(text).unwrap());
                texts.iter().filter(is_valid).count()
            }),
            ("serde_json: into the type, nothing checked", &mut || {
                texts.iter().filter(|text| serde_json::from_str::<AgentProposal>(text).is_ok()).count()
            }),
        ],
    );
}

/// Measures audit entries on the disk of the temporary folder. Most of the cost of an entry is its fsync.
pub(crate) fn entries() {
    let folder = tempfile::tempdir().unwrap();
    let stored: Stored = serde_json::from_value(json!({
        "campaign": { "id": "550e8400-e29b-41d4-a716-446655440000", "name": "c", "status": "active" },
        "tasks": [],
        "leads_summary": { "total": 0, "pending": 0, "contacted": 0, "responded": 0, "current_lead": null },
    }))
    .unwrap();
    let store = AgentStore::create(&folder.path().join("store"), &stored).unwrap();
    let at = "2026-01-06T10:00:00Z".to_owned();
    let payload = json!({ "url": "https://example.com/" }).as_object().cloned().unwrap_or_default();
    let intent = Intent {
        campaign: stored.campaign.id,
        action_type: "browser_navigate".into(),
        payload,
        at: at.clone(),
        key: None,
    };
    let end = End { outcome: EntryOutcome::Succeeded, at, detail: Value::Null };
    let (begun, ended) = (json!(intent).to_string(), json!(end).to_string());
    let mut log = store.log();
    let mut file = OpenOptions::new().append(true).create(true).open(folder.path().join("plain")).unwrap();
    compare(
        &format!("write {ENTRIES} audit entries, each before and after what it is about"),
        IN_MEMORY,
        &mut [
            ("begin and complete, chained by hashes", &mut || {
                let write = |_: &usize| log.begin(&intent).and_then(|entry| log.complete(entry, &end)).is_ok();
                (0..ENTRIES).filter(write).count()
            }),
            ("the same text appended to a file, with two fsync", &mut || {
                let mut write = |text: &String| writeln!(file, "{text}").and_then(|()| file.sync_data()).is_ok();
                (0..ENTRIES).filter(|_| write(&begun) && write(&ended)).count()
            }),
        ],
    );
}
