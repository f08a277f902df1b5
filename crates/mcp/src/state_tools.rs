//! Implements the tools that read the state of the server: the drafts of the workflow tools, and the audit log of an
//! agent.

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
use planwright_project::clock;

/// State of the server, for the tools that read it.
pub(super) struct ToolState {
    /// The draft of the workflow tools, followed by earlier ones, newest first.
    pub(super) drafts: Vec<Draft>,
    /// `true` if the draft is stored on disk.
    pub(super) is_stored: bool,
    /// Store of an agent.
    pub(super) agent: Option<PathBuf>,
    /// `true` if formats of a schema in the arguments are validated.
    pub(super) assert_formats: bool,
}

/// Default number of log entries in a result.
const DEFAULT_ENTRIES: usize = 50;

/// Returns a draft.
pub(super) fn get_blueprint(state: &ToolState, params: &GetBlueprintParams) -> Result<GetBlueprintReturns, Failed> {
    let draft = draft(state, params.id.as_deref())?;
    typed(json!({ "blueprint": draft, "isValid": is_valid(draft) }))
}

/// Returns one summary per draft.
pub(super) fn list_blueprints(state: &ToolState) -> Result<ListBlueprintsReturns, Failed> {
    let line = |(index, draft): (usize, &Draft)| {
        json!({
            "id": draft.id,
            "title": draft.title,
            "version": draft.version,
            "participantCount": draft.participants.len(),
            "actionCount": draft.actions.len(),
            "isValid": is_valid(draft),
            "isStored": state.is_stored && index == 0,
        })
    };
    let lines: Vec<Value> = state.drafts.iter().enumerate().map(line).collect();
    typed(json!({ "blueprints": lines }))
}

/// Returns a draft as a document.
pub(super) fn export_blueprint(
    state: &ToolState,
    params: ExportBlueprintParams,
) -> Result<ExportBlueprintReturns, Failed> {
    let draft = draft(state, params.id.as_deref())?;
    let updated_at = clock::now();
    let times = Times { created_at: params.created_at.unwrap_or_else(|| updated_at.clone()), updated_at };
    let document = export(draft, &times)?;
    let text = match params.format {
        ExportBlueprintParamsFormat::Json => format!("{:#}\n", json!(document)),
        ExportBlueprintParamsFormat::Yaml => to_yaml(&document),
    };
    typed(json!({ "text": text, "isValid": is_valid(draft) }))
}

/// Returns the last entries of the audit log of the agent that `--agent` names.
pub(super) fn read_audit(state: &ToolState, params: ReadAuditParams) -> Result<ReadAuditReturns, Failed> {
    let Some(folder) = state.agent.as_deref() else {
        let help = "start the server with --agent DIR";
        return Err(refused("NO_AGENT", "the server was started without --agent", help));
    };
    let failed = |error: StoreError| refused(error.code(), &error.to_string(), error.help());
    let store = AgentStore::inspect(folder).map_err(failed)?;
    let last = usize::try_from(params.last).unwrap_or(DEFAULT_ENTRIES);
    let filter = Filter { campaign: params.campaign, outcome: None, last: Some(last) };
    let Chain { records, changes, head, .. } = store.verify(None).map_err(failed)?;
    let entries = store.entries(&filter).map_err(failed)?;
    typed(json!({ "entries": entries, "records": records, "changes": changes, "head": head }))
}

/// Returns the draft with an id, or the current draft if there is no id.
fn draft<'k>(state: &'k ToolState, id: Option<&str>) -> Result<&'k Draft, Failed> {
    let Some(newest) = state.drafts.first() else {
        return Err(refused("NO_BLUEPRINT", "There is no blueprint yet", "call create_blueprint first"));
    };
    let Some(id) = id else { return Ok(newest) };
    state.drafts.iter().find(|draft| draft.id == id).ok_or_else(|| {
        let help = "list_blueprints returns the ids of the blueprints that there are";
        refused("NO_BLUEPRINT", &format!("there is no blueprint with the id {id:?}"), help)
    })
}

fn is_valid(draft: &Draft) -> bool {
    !check_draft(draft).has_errors()
}
