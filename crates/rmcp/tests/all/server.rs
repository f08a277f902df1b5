//! A server with several tools, as users of rmcp write them: serde reads the arguments.

use std::collections::BTreeMap;

use rmcp::handler::server::tool::parse_json_object;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData, JsonObject, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only reading matters")]
struct Search {
    #[schemars(length(min = 2, max = 40))]
    query: String,
    #[schemars(range(min = 1, max = 50))]
    limit: u8,
    order: Order,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Order {
    Newest,
    Oldest,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only reading matters")]
struct Book {
    #[schemars(regex(pattern = "^R-[0-9]{4}$"))]
    room: String,
    guests: Vec<Guest>,
    payment: Payment,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only reading matters")]
struct Guest {
    name: String,
    #[schemars(range(min = 0, max = 130))]
    age: u8,
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[allow(dead_code, reason = "only reading matters")]
enum Payment {
    Card { number: String },
    Invoice { company: String },
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only reading matters")]
struct Cancel {
    booking: u32,
    reason: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only reading matters")]
struct Rate {
    booking: u32,
    #[schemars(range(min = 1, max = 5))]
    stars: u8,
    scores: BTreeMap<String, f64>,
}

/// Tools with valid arguments.
pub(crate) fn tools() -> [(&'static str, Value); 4] {
    [
        ("search", json!({ "query": "sea", "limit": 10, "order": "newest" })),
        (
            "book",
            json!({
                "room": "R-0001",
                "guests": [{ "name": "Ada", "age": 36 }],
                "payment": { "kind": "card", "number": "1234" }
            }),
        ),
        ("cancel", json!({ "booking": 7, "reason": "ill" })),
        ("rate", json!({ "booking": 7, "stars": 5, "scores": { "food": 4.5 } })),
    ]
}

/// Ways in which a server offers its tools.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Offer {
    /// `get_tool` and `list_tools`, as the macros of rmcp do.
    Both,
    /// Only `list_tools`.
    List,
}

/// The server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hotel(pub(crate) Offer);

fn schema<T: JsonSchema>() -> JsonObject {
    schemars::schema_for!(T).to_value().as_object().cloned().expect("a schema is an object")
}

fn all() -> Vec<Tool> {
    vec![
        Tool::new("search", "Finds rooms.", schema::<Search>()),
        Tool::new("book", "Books a room.", schema::<Book>()),
        Tool::new("cancel", "Cancels a booking.", schema::<Cancel>()),
        Tool::new("rate", "Rates a stay.", schema::<Rate>()),
    ]
}

fn run<T: DeserializeOwned>(arguments: JsonObject) -> Result<CallToolResponse, ErrorData> {
    parse_json_object::<T>(arguments)?;
    Ok(CallToolResult::success(vec![ContentBlock::text("done")]).into())
}

impl ServerHandler for Hotel {
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = request.arguments.unwrap_or_default();
        match &*request.name {
            "search" => run::<Search>(arguments),
            "book" => run::<Book>(arguments),
            "cancel" => run::<Cancel>(arguments),
            "rate" => run::<Rate>(arguments),
            _ => Err(ErrorData::invalid_params("tool not found", None)),
        }
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(all()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        match self.0 {
            Offer::Both => all().into_iter().find(|tool| tool.name == name),
            Offer::List => None,
        }
    }

    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }
}
