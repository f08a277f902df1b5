//! Validates the arguments of tools in servers that use rmcp.
//!
//! rmcp passes arguments to serde unchecked. serde stops at the first error, ignores ranges and patterns, and its error
//! becomes a protocol error, which clients do not show to the model. [`Validated`] wraps a server and checks each call
//! against the input schema of its tool first. A wrong call gets a tool error that lists everything to fix.
//!
//! ```no_run
//! # async fn run<S: rmcp::ServerHandler>(server: S) {
//! use planwright_rmcp::Validated;
//! use rmcp::ServiceExt as _;
//!
//! # let (transport, _client) = tokio::io::duplex(4096);
//! let service = Validated::new(server).serve(transport).await;
//! # }
//! ```

mod call;
mod schemas;

use std::borrow::Cow;

use rmcp::model::{ClientRequest, ProtocolVersion, ServerResult};
use rmcp::service::{NotificationContext, RequestContext, Service, ServiceRole};
use rmcp::{ErrorData, RoleServer, ServerHandler};

use call::{Verdict, tool_error};
use schemas::ToolSchemas;

/// Method of a call of a tool.
const CALL: &str = "tools/call";

/// A server that validates the arguments of its tools.
#[derive(Debug)]
pub struct Validated<S> {
    server: S,
    schemas: ToolSchemas,
}

impl<S: ServerHandler> Validated<S> {
    /// Wraps a server.
    pub fn new(server: S) -> Self {
        Self { server, schemas: ToolSchemas::default() }
    }

    /// Returns the server.
    pub fn into_inner(self) -> S {
        self.server
    }
}

impl<S: ServerHandler> Service<RoleServer> for Validated<S> {
    async fn handle_request(
        &self,
        request: ClientRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<ServerResult, ErrorData> {
        let version = context.protocol_version();
        let answer = |message: String| Ok(tool_error(message, version.as_ref()));
        match request {
            ClientRequest::CallToolRequest(call) => {
                let name = call.params.name.to_string();
                match self.schemas.check(&self.server, &call.params, &context).await {
                    Verdict::Valid => {}
                    Verdict::Invalid(message) => return answer(message),
                }
                let request = ClientRequest::CallToolRequest(call);
                match self.server.handle_request(request, context).await {
                    // The type of the tool accepts less than its schema.
                    Err(error) if error.code == rmcp::model::ErrorCode::INVALID_PARAMS => {
                        answer(call::rejected(&name, &error.message))
                    }
                    outcome => outcome,
                }
            }
            // rmcp does not recognize a call whose arguments are not an object.
            ClientRequest::CustomRequest(call) if call.method == CALL => answer(call::malformed(call.params.as_ref())),
            other => self.server.handle_request(other, context).await,
        }
    }

    async fn handle_notification(
        &self,
        notification: <RoleServer as ServiceRole>::PeerNot,
        context: NotificationContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.server.handle_notification(notification, context).await
    }

    fn get_info(&self) -> <RoleServer as ServiceRole>::Info {
        ServerHandler::get_info(&self.server)
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        ServerHandler::supported_protocol_versions(&self.server)
    }
}
