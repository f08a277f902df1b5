//! Stores the campaign of an agent in `SQLite`.

use std::rc::Rc;

use planwright_agent::Operations;
use planwright_agent::controller::{Change, StateStore, StatusChange, StoreError, Stored};
use planwright_contracts::agent_proposal::StoredTask;
use planwright_generated::agent_proposal::{ArtifactReference, Campaign, LeadsSummary, ProposedArtifact, TaskStatus};
use rusqlite::{Connection, params};
use serde::Deserialize;
use serde_json::from_str;

use crate::error::from_sqlite;
use crate::head::KeptHead;
use crate::private::StoreLock;
use crate::state::{self, Row};
use crate::write::{json, write};

/// The campaign of a store, for a controller.
#[derive(Clone)]
pub struct CampaignStore {
    pub(crate) connection: Rc<Connection>,
    pub(crate) head: KeptHead,
    pub(crate) _lock: Option<Rc<StoreLock>>,
}

impl StateStore for CampaignStore {
    fn load(&mut self) -> Result<Stored, StoreError> {
        let (campaign, leads_summary, operations) = read_campaign(&self.connection)?;
        let (tasks, available_artifacts) = (self.tasks()?, Some(self.artifacts()?));
        Ok(Stored { campaign, tasks, leads_summary, available_artifacts, operations })
    }

    fn apply(&mut self, change: &Change) -> Result<(), StoreError> {
        let transaction = write(&self.connection)?;
        match change {
            Change::AddTask(task) => insert_task(&transaction, task)?,
            Change::PutTask(task) => replace_task_document(&transaction, task)?,
            Change::SetLeads(leads) => {
                let (campaign, _, operations) = read_campaign(&transaction)?;
                write_campaign(&transaction, &campaign, leads, &operations)?;
            }
            Change::SetTasks(changes) => changes.iter().try_for_each(|change| set_task_status(&transaction, change))?,
            Change::SetCampaign(status) => {
                let (campaign, leads, operations) = read_campaign(&transaction)?;
                write_campaign(&transaction, &Campaign { status: *status, ..campaign }, &leads, &operations)?;
            }
            Change::PutArtifact(artifact) => insert_artifact(&transaction, artifact)?,
        }
        transaction.commit().map_err(from_sqlite)?;
        self.head.save(&self.connection)
    }
}

impl CampaignStore {
    /// Writes the whole campaign into empty tables.
    pub(crate) fn fill(connection: &Connection, stored: &Stored) -> Result<(), StoreError> {
        write_campaign(connection, &stored.campaign, &stored.leads_summary, &stored.operations)?;
        stored.tasks.iter().try_for_each(|task| insert_task(connection, task))?;
        for ArtifactReference { artifact_type, artifact_key } in stored.available_artifacts.iter().flatten() {
            let insert = "INSERT INTO artifact (type, key, content) VALUES (?1, ?2, 'null')";
            connection.execute(insert, [artifact_type, artifact_key]).map_err(from_sqlite)?;
            state::record(connection, Row::Artifact(artifact_type, artifact_key))?;
        }
        Ok(())
    }

    fn tasks(&self) -> Result<Vec<StoredTask>, StoreError> {
        let query = "SELECT document, status FROM task ORDER BY place";
        let mut query = self.connection.prepare(query).map_err(from_sqlite)?;
        let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).map_err(from_sqlite)?;
        rows.map(|row| {
            let (document, status): (String, String) = row.map_err(from_sqlite)?;
            let mut task: StoredTask = from_str(&document).map_err(|error| corrupt(&error))?;
            task.status = status.parse().map_err(|error| corrupt(&error))?;
            Ok(task)
        })
        .collect()
    }

    fn artifacts(&self) -> Result<Vec<ArtifactReference>, StoreError> {
        let query = "SELECT type, key FROM artifact ORDER BY type, key";
        let mut query = self.connection.prepare(query).map_err(from_sqlite)?;
        let rows =
            query.query_map([], |row| Ok(ArtifactReference { artifact_type: row.get(0)?, artifact_key: row.get(1)? }));
        rows.map_err(from_sqlite)?.map(|row| row.map_err(from_sqlite)).collect()
    }
}

/// Content of the campaign row. It contains operations only if the campaign has some.
#[derive(Deserialize)]
#[serde(untagged)]
enum CampaignDocument {
    Plain(Campaign, LeadsSummary),
    WithOperations(Campaign, LeadsSummary, Operations),
}

fn read_campaign(connection: &Connection) -> Result<(Campaign, LeadsSummary, Operations), StoreError> {
    let text: String =
        connection.query_row("SELECT document FROM campaign", [], |row| row.get(0)).map_err(from_sqlite)?;
    Ok(match from_str(&text).map_err(|error| corrupt(&error))? {
        CampaignDocument::Plain(campaign, leads) => (campaign, leads, Operations::new()),
        CampaignDocument::WithOperations(campaign, leads, operations) => (campaign, leads, operations),
    })
}

fn write_campaign(
    connection: &Connection,
    campaign: &Campaign,
    leads: &LeadsSummary,
    operations: &Operations,
) -> Result<(), StoreError> {
    let document = if operations.is_empty() { json(&(campaign, leads)) } else { json(&(campaign, leads, operations)) }?;
    let insert = "INSERT OR REPLACE INTO campaign (one, document) VALUES (1, ?1)";
    connection.execute(insert, [document]).map_err(from_sqlite)?;
    state::record(connection, Row::Campaign)
}

fn insert_task(connection: &Connection, task: &StoredTask) -> Result<(), StoreError> {
    let insert = "INSERT INTO task (id, status, document) VALUES (?1, ?2, ?3)";
    match connection.execute(insert, params![task.id, task.status.to_string(), json(task)?]).map_err(from_sqlite) {
        Err(StoreError::Conflict(_)) => Err(StoreError::Conflict(format!("there is a task {} already", task.id))),
        other => other.map(drop),
    }?;
    state::record(connection, Row::Task(&task.id))
}

/// Replaces the document of a task. The status column is kept.
fn replace_task_document(connection: &Connection, task: &StoredTask) -> Result<(), StoreError> {
    let update = "UPDATE task SET document = ?2 WHERE id = ?1";
    match connection.execute(update, params![task.id, json(task)?]).map_err(from_sqlite)? {
        1 => state::record(connection, Row::Task(&task.id)),
        _ => Err(StoreError::Conflict(format!("there is no task {}", task.id))),
    }
}

fn set_task_status(connection: &Connection, change: &StatusChange) -> Result<(), StoreError> {
    let StatusChange { task_id, from, to } = change;
    let update = "UPDATE task SET status = ?3 WHERE id = ?1 AND status = ?2";
    let status = TaskStatus::to_string;
    match connection.execute(update, params![task_id, status(from), status(to)]).map_err(from_sqlite)? {
        1 => state::record(connection, Row::Task(task_id)),
        _ => Err(StoreError::Conflict(format!("the task {task_id} is no longer {from}"))),
    }
}

fn insert_artifact(connection: &Connection, artifact: &ProposedArtifact) -> Result<(), StoreError> {
    let insert = "INSERT OR REPLACE INTO artifact (type, key, content) VALUES (?1, ?2, ?3)";
    let ProposedArtifact { artifact_type, artifact_key, content } = artifact;
    let kind = artifact_type.to_string();
    connection.execute(insert, params![kind, artifact_key, json(content)?]).map_err(from_sqlite)?;
    state::record(connection, Row::Artifact(&kind, artifact_key))
}

fn corrupt(error: &dyn std::fmt::Display) -> StoreError {
    StoreError::Corrupt(error.to_string())
}
