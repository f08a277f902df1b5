//! The server: what it is, lists and answers. A server has one draft.

use std::fmt::Write as _;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

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
use super::kept::KeptState;
use super::others::Others;
use super::{answer, catalog, shelf};

type Ids = fn() -> String;

/// What a host tells its model about the server. The prompt `workflow-tool-calls` explains the workflow tools.
const INSTRUCTIONS: &str = "Planwright validates JSON documents against schemas and contracts, and turns blueprints into Salesforce Apex, \
    workflow documents and schemas for model vendors. Call check with a document before you hand it on; the prompts explain how to write \
    each kind of document, and the resources are its schemas.";

/// A server with its draft. Clones of it are the same server, for the clients of one that has several.
#[derive(Clone)]
pub(super) struct Server {
    tools: Arc<[Tool]>,
    notes: Arc<[String]>,
    agent: Option<PathBuf>,
    state: Arc<Mutex<ServerState>>,
}

struct ServerState {
    session: Session<Ids>,
    store: Option<StoredDraft>,
}

impl Server {
    /// A session that goes on with what the store has.
    pub(super) fn new(opened: Option<OpenedDraft>, agent: Option<PathBuf>) -> Self {
        let (store, draft, notes) = match opened {
            Some(OpenedDraft { store, draft, notes }) => (Some(store), draft, notes),
            None => (None, None, Vec::new()),
        };
        let state = Arc::new(Mutex::new(ServerState { session: resume(draft), store }));
        Self { tools: catalog::tools().into(), notes: notes.into(), agent, state }
    }

    fn call(&self, name: &str, arguments: Value) -> Result<CallToolResult, ErrorData> {
        // A panic elsewhere would leave a whole draft behind: calls change it at once or not at all.
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if workflow::TOOLS.iter().any(|tool| tool.name == name) {
            return Ok(state.call(name, arguments));
        }
        if !mcp_tools::TOOLS.iter().any(|tool| tool.name == name) {
            return Err(ErrorData::invalid_params(format!("Unknown tool: {name}"), None));
        }
        let kept =
            KeptState { draft: state.session.draft(), is_stored: state.store.is_some(), agent: self.agent.as_deref() };
        let result = match Others(kept).call(name, &arguments) {
            Ok(returns) => CallToolResult::structured(returns),
            Err(Failed(result)) => *result,
        };
        Ok(result)
    }
}

impl ServerState {
    fn call(&mut self, name: &str, arguments: Value) -> CallToolResult {
        let before = self.store.is_some().then(|| self.session.draft().cloned());
        let Answer { result, report, blueprint_changed, .. } = self.session.call(name, arguments);
        let Some(returns) = result else { return answer::failure(&report) };
        let before = before.flatten();
        if let (true, Some(store), Some(draft)) = (blueprint_changed, &mut self.store, self.session.draft())
            && let Err(error) = store.keep(before.as_ref(), draft)
        {
            self.session = resume(before);
            let message = format!("the change could not be stored, so it was not made: {error}");
            return answer::trouble("STORE_FAILED", &message, "make room or mend the store, then call again");
        }
        answer::success(Value::Object(returns), &report)
    }
}

fn resume(draft: Option<Draft>) -> Session<Ids> {
    match draft {
        Some(draft) => Session::resume(draft, new_id),
        None => Session::new(new_id),
    }
}

/// An id that no other blueprint has: 64 random bits.
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
        self.call(&request.name, Value::Object(arguments)).map(CallToolResponse::Complete)
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(shelf::prompts()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let Some(text) = shelf::prompt(&request.name) else {
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
        Ok(ListResourcesResult::with_all_items(shelf::resources()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let Some(text) = shelf::schema(&request.uri) else {
            return Err(ErrorData::resource_not_found(format!("Unknown resource: {}", request.uri), None));
        };
        let contents = ResourceContents::text(text, request.uri).with_mime_type(shelf::MEDIA_TYPE);
        Ok(ReadResourceResponse::Complete(ReadResourceResult::new(vec![contents])))
    }

    /// The server completes nothing, and says so.
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

    /// A request that is none of the protocol's; one of a known method has params that do not fit.
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
            let help = if request.method == "tools/call" { "; name must be a text, arguments an object" } else { "" };
            let message = format!("the params of {} have the wrong form{help}", request.method);
            return Err(ErrorData::invalid_params(message, None));
        }
        let message = format!("Method not found: {}", request.method);
        Err(ErrorData::new(rmcp::model::ErrorCode::METHOD_NOT_FOUND, message, None))
    }
}
