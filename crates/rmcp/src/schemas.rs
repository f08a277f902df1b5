//! Input schemas of tools, compiled once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use planwright_check::schema::{CompiledSchema as _, UserSchema};
use planwright_schema::Draft;
use planwright_schema::model::{Schema, Type};
use rmcp::model::{CallToolRequestParams, JsonObject, PaginatedRequestParams, Tool};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Number, Value};

use crate::call::{self, Verdict};

/// Maximum number of compiled schemas. Servers can create tools at run time.
const MAX_SCHEMAS: usize = 1_000;

/// Maximum number of pages of a list of tools.
const MAX_PAGES: usize = 100;

/// The compiled schemas of a server's tools.
#[derive(Debug, Default)]
pub(crate) struct ToolSchemas {
    compiled: Mutex<HashMap<String, CompiledTool>>,
}

/// Schema of a tool, or `None` if arguments cannot be validated against it.
#[derive(Clone, Debug)]
struct CompiledTool {
    source: Arc<JsonObject>,
    schema: Option<Arc<UserSchema>>,
}

impl ToolSchemas {
    /// Checks a call against the input schema of its tool.
    pub(crate) async fn check<S: ServerHandler>(
        &self,
        server: &S,
        call: &CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Verdict {
        let tool = match server.get_tool(&call.name) {
            Some(tool) => tool,
            None => match find_tool(server, &call.name, context).await {
                Ok(tool) => tool,
                Err(known) if known.is_empty() => return Verdict::Valid,
                Err(known) => return Verdict::Invalid(call::unknown(&call.name, &known)),
            },
        };
        let Some(schema) = self.compiled(&tool) else { return Verdict::Valid };
        let arguments = Value::Object(call.arguments.clone().unwrap_or_default());
        let report = schema.validator().check(&arguments).err();
        report.and_then(|report| call::invalid(&call.name, &report)).map_or(Verdict::Valid, Verdict::Invalid)
    }

    /// Returns the compiled schema of a tool.
    ///
    /// A schema that cannot be compiled, or that accepts everything, validates nothing: the tool decides, as without
    /// this crate.
    fn compiled(&self, tool: &Tool) -> Option<Arc<UserSchema>> {
        let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = compiled.get(&*tool.name).filter(|known| known.source == tool.input_schema) {
            return known.schema.clone();
        }
        if compiled.len() >= MAX_SCHEMAS {
            compiled.clear();
        }
        let document = with_integer_bounds(&Value::Object((*tool.input_schema).clone()));
        let schema = UserSchema::from_document(&document).ok().map(Arc::new);
        let known = CompiledTool { source: Arc::clone(&tool.input_schema), schema: schema.clone() };
        compiled.insert(tool.name.to_string(), known);
        schema
    }
}

/// Returns a schema in which integers have the bounds of the Rust type that their format names.
///
/// schemars writes `uint32` without a maximum, so that a larger number would reach serde, whose error names no property.
fn with_integer_bounds(document: &Value) -> Value {
    let mut schema = Schema::from_value(document, Draft::Draft202012);
    bound_integers(&mut schema);
    schema.to_value()
}

fn bound_integers(schema: &mut Schema) {
    if let Some(object) = schema.object_mut() {
        let bounds = object.format.as_deref().and_then(integer_bounds);
        if let Some((least, most)) = bounds.filter(|_| object.has_type(Type::Integer)) {
            object.number.minimum.get_or_insert(least);
            object.number.maximum.get_or_insert(most);
        }
    }
    schema.for_each_child_mut(&mut bound_integers);
}

/// Returns the bounds of an integer type.
fn integer_bounds(format: &str) -> Option<(Number, Number)> {
    Some(match format {
        "int8" => (i8::MIN.into(), i8::MAX.into()),
        "int16" => (i16::MIN.into(), i16::MAX.into()),
        "int32" => (i32::MIN.into(), i32::MAX.into()),
        "int64" | "int" => (i64::MIN.into(), i64::MAX.into()),
        "uint8" => (u8::MIN.into(), u8::MAX.into()),
        "uint16" => (u16::MIN.into(), u16::MAX.into()),
        "uint32" => (u32::MIN.into(), u32::MAX.into()),
        "uint64" | "uint" => (u64::MIN.into(), u64::MAX.into()),
        _ => return None,
    })
}

/// Finds a tool in the list of a server, which need not implement `get_tool`. Returns the names of all tools if there is
/// no such tool, and none if the list is not available.
async fn find_tool<S: ServerHandler>(
    server: &S,
    name: &str,
    context: &RequestContext<RoleServer>,
) -> Result<Tool, Vec<String>> {
    let mut known = Vec::new();
    let mut request: Option<PaginatedRequestParams> = None;
    for _ in 0..MAX_PAGES {
        let Ok(page) = server.list_tools(request, context.clone()).await else { return Err(Vec::new()) };
        for tool in page.tools {
            if tool.name == name {
                return Ok(tool);
            }
            known.push(tool.name.to_string());
        }
        let Some(cursor) = page.next_cursor else { return Err(known) };
        request = Some(PaginatedRequestParams::default().with_cursor(Some(cursor)));
    }
    Err(Vec::new())
}
