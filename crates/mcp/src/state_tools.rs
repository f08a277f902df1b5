//! Implements the tools that read the state of the server: the drafts of the workflow tools, and the audit log of an
//! agent.

use std::path::PathBuf;

use planwright_check::StoreError;
use planwright_generated::mcp_tools::{
    ExportBlueprintParams, ExportBlueprintParamsFormat, ExportBlueprintReturns, GetBlueprintParams,
    GetBlueprintReturns, ListBlueprintsReturns, ReadAuditParams, ReadAuditReturns,
};
use planwright_schema::Semantics;
use planwright_store::{AgentStore, Chain, Filter};
use planwright_workflow::{Draft, Times, check_draft, export, to_yaml};
use serde_json::{Value, json};

use super::answer::{Failed, refused, typed};
use super::drafts::Drafts;
use planwright_project::clock;

/// State of the server, for the tools that read it.
pub(super) struct ToolState {
    /// Drafts of the workflow tools, as the client sees them.
    pub(super) drafts: Drafts,
    /// Store of an agent.
    pub(super) agent: Option<PathBuf>,
    /// Meaning of schemas in the arguments.
    pub(super) semantics: Semantics,
}

/// Default number of log entries in a result.
const DEFAULT_ENTRIES: usize = 50;

/// Returns a draft.
pub(super) fn get_blueprint(state: &ToolState, params: &GetBlueprintParams) -> Result<GetBlueprintReturns, Failed> {
    let draft = state.drafts.draft(params.blueprint_id.as_deref())?;
    typed(json!({ "blueprint": draft, "isValid": is_valid(&draft) }))
}

/// Returns one summary per draft.
pub(super) fn list_blueprints(state: &ToolState) -> Result<ListBlueprintsReturns, Failed> {
    let is_stored = state.drafts.are_stored();
    let line = |draft: &Draft| {
        json!({
            "id": draft.id,
            "title": draft.title,
            "version": draft.version,
            "participantCount": draft.participants.len(),
            "actionCount": draft.actions.len(),
            "isValid": is_valid(draft),
            "isStored": is_stored,
        })
    };
    let lines: Vec<Value> = state.drafts.list().iter().map(line).collect();
    typed(json!({ "blueprints": lines }))
}

/// Returns a draft as a document.
pub(super) fn export_blueprint(
    state: &ToolState,
    params: ExportBlueprintParams,
) -> Result<ExportBlueprintReturns, Failed> {
    let draft = state.drafts.draft(params.blueprint_id.as_deref())?;
    let updated_at = clock::now();
    let times = Times { created_at: params.created_at.unwrap_or_else(|| updated_at.clone()), updated_at };
    let document = export(&draft, &times)?;
    let text = match params.format {
        ExportBlueprintParamsFormat::Json => format!("{:#}\n", json!(document)),
        ExportBlueprintParamsFormat::Yaml => to_yaml(&document),
    };
    typed(json!({ "text": text, "isValid": is_valid(&draft) }))
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

fn is_valid(draft: &Draft) -> bool {
    !check_draft(draft).has_errors()
}
