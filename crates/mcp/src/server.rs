//! Implements the handlers of the protocol: the description of the server, its lists, and its tool calls. A server has
//! one draft.

use std::fmt::Write as _;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use planwright_contracts::Report;
use planwright_generated::mcp_tools::{self, McpTools as _};
use planwright_store::{OpenedDraft, StoredDraft};
use planwright_workflow::{self as workflow, Answer, Draft, Session};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestMethod, CompleteRequestParams,
    CompleteResult, CustomRequest, CustomResult, GetPromptRequestParams, GetPromptResponse, GetPromptResult,
    Implementation, InitializeResult, ListPromptsResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    PromptMessage, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, ResourceContents, Role,
    ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::Value;

use super::answer::Failed;
use super::calls::CallRunner;
use super::contract_tools::ContractTools;
use super::earlier_drafts::EarlierDrafts;
use super::state_tools::ToolState;
use super::{answer, catalog, prompts_and_resources};

type Ids = fn() -> String;

/// Instructions that a host passes to its model. The prompt `workflow-tool-calls` explains the workflow tools.
const INSTRUCTIONS: &str = "Planwright validates JSON documents against schemas and contracts, and turns blueprints into Salesforce Apex, \
    workflow documents and schemas for model vendors. Call check with a document before you hand it on; the prompts explain how to write \
    each kind of document, and the resources are its schemas.";
/// Name of the tool that starts a blueprint.
const CREATE_TOOL: &str = "create_blueprint";

/// A server with its draft. All clones share their state, so that several clients use the same server.
#[derive(Clone)]
pub(super) struct Server {
    tools: Arc<[Tool]>,
    notes: Arc<[String]>,
    agent: Option<PathBuf>,
    assert_formats: bool,
    calls: CallRunner,
    state: Arc<Mutex<ServerState>>,
}

struct ServerState {
    session: Session<Ids>,
    earlier: EarlierDrafts,
    store: Option<StoredDraft>,
}

impl Server {
    /// Creates a server that continues with the stored draft.
    pub(super) fn new(opened: Option<OpenedDraft>, agent: Option<PathBuf>, assert_formats: bool) -> Self {
        let (store, draft, notes) = match opened {
            Some(OpenedDraft { store, draft, notes }) => (Some(store), draft, notes),
            None => (None, None, Vec::new()),
        };
        let earlier = EarlierDrafts::default();
        let state = Arc::new(Mutex::new(ServerState { session: resume(draft), earlier, store }));
        Self {
            tools: catalog::tools().into(),
            notes: notes.into(),
            agent,
            assert_formats,
            calls: CallRunner::new(),
            state,
        }
    }

    /// Returns the runner for the calls of this server.
    pub(super) fn calls(&self) -> CallRunner {
        self.calls.clone()
    }

    async fn call(&self, name: &str, arguments: Value) -> Result<CallToolResult, ErrorData> {
        if workflow::TOOLS.iter().any(|tool| tool.name == name) {
            // The cost of these tools is bounded, so they run here and are answered in the order of their requests.
            return Ok(self.state().call(name, arguments));
        }
        let Some(tool) = mcp_tools::TOOLS.iter().find(|tool| tool.name == name) else {
            return Err(ErrorData::invalid_params(format!("Unknown tool: {name}"), None));
        };
        let tool_state = ToolState {
            agent: self.agent.clone(),
            assert_formats: self.assert_formats,
            ..self.state().tool_state(tool.name)
        };
        let call = move || match ContractTools(tool_state).call(tool.name, &arguments) {
            Ok(returns) => CallToolResult::structured(returns),
            Err(Failed(result)) => *result,
        };
        Ok(self.calls.run(call).await)
    }

    fn state(&self) -> MutexGuard<'_, ServerState> {
        // A call changes the draft completely or not at all, so the draft is still consistent after a panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ServerState {
    fn call(&mut self, name: &str, arguments: Value) -> CallToolResult {
        let before = (self.store.is_some() || name == CREATE_TOOL).then(|| self.session.draft().cloned()).flatten();
        let begins = before.as_ref().filter(|draft| name == CREATE_TOOL && has_content(draft));
        if begins.is_some() {
            self.session = Session::new(new_id);
        }
        let Answer { result, mut report, blueprint_changed, .. } = self.session.call(name, arguments);
        let Some(returns) = result else {
            if begins.is_some() {
                self.session = resume(before);
            }
            return answer::failure(&report);
        };
        if let (true, Some(store), Some(draft)) = (blueprint_changed, &mut self.store, self.session.draft()) {
            let aside = begins.map_or(Ok(()), |earlier| store.put_aside(earlier).map(drop));
            if let Err(error) = aside.and_then(|()| store.keep(before.as_ref(), draft)) {
                self.session = resume(before);
                let message = format!("the change could not be stored, so it was not made: {error}");
                return answer::external_failure(
                    "STORE_FAILED",
                    &message,
                    "free disk space or fix the store, then call again",
                );
            }
        }
        if begins.is_some()
            && let Some(earlier) = before
        {
            report = Report::of_value(vec![self.earlier.add(earlier)]);
        }
        answer::success(Value::Object(returns), &report)
    }

    /// Returns the state that a tool reads.
    fn tool_state(&self, tool: &str) -> ToolState {
        let drafts = match tool {
            "get_blueprint" | "export_blueprint" | "list_blueprints" => {
                self.session.draft().into_iter().chain(self.earlier.newest_first()).cloned().collect()
            }
            _ => Vec::new(),
        };
        ToolState { drafts, is_stored: self.store.is_some(), agent: None, assert_formats: true }
    }
}

/// Returns `true` if the draft has content, so that a new blueprint must not overwrite it.
fn has_content(draft: &Draft) -> bool {
    !draft.participants.is_empty() || !draft.actions.is_empty()
}

fn resume(draft: Option<Draft>) -> Session<Ids> {
    match draft {
        Some(draft) => Session::resume(draft, new_id),
        None => Session::new(new_id),
    }
}

/// Returns a new id: 64 random bits.
fn new_id() -> String {
    format!("blueprint-{:016x}", RandomState::new().build_hasher().finish())
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let mut instructions = INSTRUCTIONS.to_owned();
        for note in &*self.notes {
            let _ = write!(instructions, "\n\nNote: {note}");
        }
        let mut info = InitializeResult::new(
            ServerCapabilities::builder().enable_tools().enable_prompts().enable_resources().build(),
        );
        info.server_info = Implementation::new("planwright", env!("CARGO_PKG_VERSION"));
        info.with_instructions(instructions)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.to_vec()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = request.arguments.unwrap_or_default();
        self.call(&request.name, Value::Object(arguments)).await.map(CallToolResponse::Complete)
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(prompts_and_resources::prompts()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let Some(text) = prompts_and_resources::prompt(&request.name) else {
            return Err(ErrorData::invalid_params(format!("Unknown prompt: {}", request.name), None));
        };
        let result = GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)]);
        Ok(GetPromptResponse::Complete(result))
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(prompts_and_resources::resources()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let Some(text) = prompts_and_resources::schema(&request.uri) else {
            return Err(ErrorData::resource_not_found(format!("Unknown resource: {}", request.uri), None));
        };
        let contents = ResourceContents::text(text, request.uri).with_mime_type(prompts_and_resources::MEDIA_TYPE);
        Ok(ReadResourceResponse::Complete(ReadResourceResult::new(vec![contents])))
    }

    /// Rejects completion requests, because the server does not support completion.
    async fn complete(
        &self,
        _: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        Err(ErrorData::method_not_found::<CompleteRequestMethod>())
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.tools.iter().find(|tool| tool.name == name).cloned()
    }

    /// Answers a request of an unknown method, or one of a known method with invalid params.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        const KNOWN: [&str; 8] = [
            "initialize",
            "ping",
            "tools/list",
            "tools/call",
            "prompts/list",
            "prompts/get",
            "resources/list",
            "resources/read",
        ];
        if KNOWN.contains(&request.method.as_str()) {
            let help = if request.method == "tools/call" { "; name must be a string, arguments an object" } else { "" };
            let message = format!("the params of {} have the wrong form{help}", request.method);
            return Err(ErrorData::invalid_params(message, None));
        }
        let message = format!("Method not found: {}", request.method);
        Err(ErrorData::new(rmcp::model::ErrorCode::METHOD_NOT_FOUND, message, None))
    }
}
