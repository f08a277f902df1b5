//! Implements the handlers of the protocol: the description of the server, its lists, and its tool calls.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use clap::ValueEnum as _;
use planwright_generated::mcp_tools::{self, McpTools as _};
use planwright_schema::Semantics;
use planwright_store::OpenedDraft;
use planwright_workflow as workflow;
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
use super::catalog::ToolGroup;
use super::contract_tools::ContractTools;
use super::drafts::Drafts;
use super::state_tools::ToolState;
use super::{catalog, prompts_and_resources};

/// Instructions that a host passes to its model. They describe the server and give the model no role.
const INSTRUCTIONS: &str = "Planwright validates JSON documents against schemas and contracts, and converts them to Salesforce Apex \
    and to schemas for model vendors. Its prompts explain how to write each kind of document, and its resources are the schemas.";

/// A server, as one client sees it. Clones are the same client.
#[derive(Clone)]
pub(super) struct Server {
    tools: Arc<[Tool]>,
    notes: Arc<[String]>,
    agent: Option<PathBuf>,
    semantics: Semantics,
    calls: CallRunner,
    drafts: Drafts,
}

impl Server {
    /// Creates a server whose first client continues with the stored draft.
    pub(super) fn new(
        groups: &[ToolGroup],
        mut opened: Option<OpenedDraft>,
        agent: Option<PathBuf>,
        semantics: Semantics,
    ) -> Self {
        let notes = opened.as_mut().map(|opened| std::mem::take(&mut opened.notes)).unwrap_or_default();
        Self {
            tools: catalog::tools(groups).into(),
            notes: notes.into(),
            agent,
            semantics,
            calls: CallRunner::new(),
            drafts: Drafts::new(opened),
        }
    }

    /// Returns the server for another client, which does not see the drafts of the others.
    pub(super) fn for_client(&self) -> Self {
        Self { drafts: self.drafts.for_client(), ..self.clone() }
    }

    /// Returns the runner for the calls of this server.
    pub(super) fn calls(&self) -> CallRunner {
        self.calls.clone()
    }

    async fn call(&self, name: &str, arguments: Value) -> Result<CallToolResult, ErrorData> {
        if !self.tools.iter().any(|tool| tool.name == name) {
            return Err(unknown(name));
        }
        if workflow::TOOLS.iter().any(|tool| tool.name == name) {
            // The cost of these tools is bounded, so they run here and are answered in the order of their requests.
            return Ok(self.drafts.call(name, arguments));
        }
        let Some(tool) = mcp_tools::TOOLS.iter().find(|tool| tool.name == name) else {
            return Err(unknown(name));
        };
        let (drafts, agent) = (self.drafts.clone(), self.agent.clone());
        let state = ToolState { drafts, agent, semantics: self.semantics };
        let call = move || match ContractTools(state).call(tool.name, &arguments) {
            Ok(returns) => CallToolResult::structured(returns),
            Err(Failed(result)) => *result,
        };
        Ok(self.calls.run(call).await)
    }

    /// Returns `true` if the workflow tools are served.
    fn has_workflow(&self) -> bool {
        self.tools.iter().any(|tool| ToolGroup::of_tool(&tool.name) == ToolGroup::Workflow)
    }
}

/// Returns the error for a tool that is not served.
fn unknown(name: &str) -> ErrorData {
    let mut names = workflow::TOOLS.iter().map(|tool| tool.name).chain(mcp_tools::TOOLS.iter().map(|tool| tool.name));
    let group = names.find(|known| *known == name).and_then(|name| ToolGroup::of_tool(name).to_possible_value());
    let help = group.map_or_else(String::new, |group| format!("; start the server with --tools {}", group.get_name()));
    ErrorData::invalid_params(format!("Unknown tool: {name}{help}"), None)
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
        Ok(ListPromptsResult::with_all_items(prompts_and_resources::prompts(self.has_workflow())))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let arguments = request.arguments.unwrap_or_default();
        let text = prompts_and_resources::prompt(&request.name, &arguments, self.has_workflow())
            .map_err(|reason| ErrorData::invalid_params(reason, None))?;
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
