//! The tools that read what the server keeps: the draft of the workflow tools, and the audit log of an agent.

use std::path::PathBuf;

use planwright_check::StoreError;
use planwright_generated::mcp_tools::{
    ExportBlueprintParams, ExportBlueprintParamsFormat, ExportBlueprintReturns, GetBlueprintParams,
    GetBlueprintReturns, ListBlueprintsReturns, ReadAuditParams, ReadAuditReturns,
};
use planwright_store::{AgentStore, Chain, Filter};
use planwright_workflow::{Draft, Times, check_draft, export, to_yaml};
use serde_json::{Value, json};

use super::answer::{Failed, refused, typed};
use crate::clock;

/// What the server keeps, for the tools that read it.
pub(super) struct KeptState {
    /// The draft of the workflow tools, then earlier ones, newest first.
    pub(super) drafts: Vec<Draft>,
    /// Whether the draft survives the server.
    pub(super) is_stored: bool,
    /// The store of an agent.
    pub(super) agent: Option<PathBuf>,
}

/// How many entries of a log are returned if the call does not say.
const ENTRIES: usize = 50;

/// The draft as it is.
pub(super) fn get_blueprint(kept: &KeptState, params: &GetBlueprintParams) -> Result<GetBlueprintReturns, Failed> {
    let draft = draft(kept, params.id.as_deref())?;
    typed(json!({ "blueprint": draft, "isValid": is_valid(draft) }))
}

/// One line a draft.
pub(super) fn list_blueprints(kept: &KeptState) -> Result<ListBlueprintsReturns, Failed> {
    let line = |(index, draft): (usize, &Draft)| {
        json!({
            "id": draft.id,
            "title": draft.title,
            "version": draft.version,
            "participantCount": draft.participants.len(),
            "actionCount": draft.actions.len(),
            "isValid": is_valid(draft),
            "isStored": kept.is_stored && index == 0,
        })
    };
    let lines: Vec<Value> = kept.drafts.iter().enumerate().map(line).collect();
    typed(json!({ "blueprints": lines }))
}

/// The draft as a document.
pub(super) fn export_blueprint(
    kept: &KeptState,
    params: ExportBlueprintParams,
) -> Result<ExportBlueprintReturns, Failed> {
    let draft = draft(kept, params.id.as_deref())?;
    let updated_at = clock::now();
    let times = Times { created_at: params.created_at.unwrap_or_else(|| updated_at.clone()), updated_at };
    let document = export(draft, &times)?;
    let text = match params.format {
        ExportBlueprintParamsFormat::Json => format!("{:#}\n", json!(document)),
        ExportBlueprintParamsFormat::Yaml => to_yaml(&document),
    };
    typed(json!({ "text": text, "isValid": is_valid(draft) }))
}

/// The last entries of the log of the agent whose store was named when the server was started.
pub(super) fn read_audit(kept: &KeptState, params: ReadAuditParams) -> Result<ReadAuditReturns, Failed> {
    let Some(folder) = kept.agent.as_deref() else {
        let help = "start the server with --agent DIR";
        return Err(refused("NO_AGENT", "the server was started without --agent", help));
    };
    let failed = |error: StoreError| refused(error.code(), &error.to_string(), error.help());
    let store = AgentStore::inspect(folder).map_err(failed)?;
    let last = usize::try_from(params.last).unwrap_or(ENTRIES);
    let filter = Filter { campaign: params.campaign, outcome: None, last: Some(last) };
    let Chain { records, changes, head, .. } = store.verify(None).map_err(failed)?;
    let entries = store.entries(&filter).map_err(failed)?;
    typed(json!({ "entries": entries, "records": records, "changes": changes, "head": head }))
}

/// The draft with an id, or without one the draft that the workflow tools change.
fn draft<'k>(kept: &'k KeptState, id: Option<&str>) -> Result<&'k Draft, Failed> {
    let Some(newest) = kept.drafts.first() else {
        return Err(refused("NO_BLUEPRINT", "There is no blueprint yet", "call create_blueprint first"));
    };
    let Some(id) = id else { return Ok(newest) };
    kept.drafts.iter().find(|draft| draft.id == id).ok_or_else(|| {
        let help = "list_blueprints returns the ids of the blueprints that there are";
        refused("NO_BLUEPRINT", &format!("there is no blueprint with the id {id:?}"), help)
    })
}

fn is_valid(draft: &Draft) -> bool {
    !check_draft(draft).has_errors()
}
