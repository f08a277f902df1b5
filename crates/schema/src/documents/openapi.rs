//! Reads `OpenAPI` 3.0, 3.1 and 3.2.
//!
//! Only JSON bodies are read. References to parts that are not schemas are followed within the document.

use planwright_source::Pointer;
use serde_json::{Map, Value, json};

use super::locations::{self, local_target};
use super::parts::Parts;
use super::translate::{Dialect, translate, without_discriminators};
use super::{DocumentProblem, NormalizedDocument, discriminators};

const METHODS: [&str; 9] = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];
/// Places of parameters.
pub const PLACES: [&str; 4] = ["path", "query", "header", "cookie"];
/// Maximum number of references that are followed in a row.
const MAX_REFERENCES: usize = 32;

/// Returns whether a document is a description of an API.
pub fn is_one(document: &Value) -> bool {
    ["openapi", "swagger"].iter().any(|key| document.get(key).is_some_and(Value::is_string))
}

/// An operation of an API.
#[derive(Debug)]
pub struct ApiOperation<'d> {
    /// Location of the operation.
    pub at: Pointer,
    /// `operationId`, or else the route.
    pub name: String,
    /// Method and path, such as `POST /orders/{id}`.
    pub route: String,
    /// The operation as it is written.
    pub value: &'d Value,
    /// Parameters of the operation and of its path.
    pub parameters: Vec<ApiParameter<'d>>,
    /// JSON body of the request.
    pub body: Option<ApiBody<'d>>,
    /// JSON bodies of the responses, by status.
    pub responses: Vec<(String, ApiBody<'d>)>,
}

/// A parameter.
#[derive(Debug)]
pub struct ApiParameter<'d> {
    /// One of [`PLACES`].
    pub place: &'static str,
    /// Name of the parameter. Names of headers are in lower case.
    pub name: String,
    /// Set if requests must have the parameter.
    pub is_required: bool,
    /// Location and schema.
    pub schema: Option<(Pointer, &'d Value)>,
}

/// A body of a request or a response.
#[derive(Debug)]
pub struct ApiBody<'d> {
    /// Set if requests must have the body.
    pub is_required: bool,
    /// Location and schema, if there is a JSON body.
    pub schema: Option<(Pointer, &'d Value)>,
}

/// Returns the document with all schemas translated to JSON Schema, and the old location of each keyword that was moved,
/// by its new location.
///
/// # Errors
///
/// Returns an error for a version that is not supported.
pub fn normalized(document: &Value) -> Result<NormalizedDocument, Vec<DocumentProblem>> {
    let version = document.get("openapi").and_then(Value::as_str).unwrap_or_default();
    let minor = version.strip_prefix("3.").and_then(|rest| rest.split('.').next()).unwrap_or_default();
    let dialect = match minor {
        "0" => Dialect::OpenApi30,
        "1" | "2" => Dialect::JsonSchema,
        _ => {
            let key = if document.get("openapi").is_some() { "openapi" } else { "swagger" };
            let problem =
                DocumentProblem::malformed(Pointer::root().member(key), "this version of OpenAPI is not supported");
            return Err(vec![problem.with_help("convert the document to OpenAPI 3.0 or 3.1")]);
        }
    };
    let mut document = document.clone();
    let schemas = locations::schemas(&document, &["schema"]);
    let mut moved = Vec::new();
    for at in &schemas {
        if let Some(schema) = document.pointer_mut(at.as_str()) {
            *schema = translate(schema, at, dialect, &mut moved);
        }
    }
    discriminators::apply(&mut document, &schemas);
    for at in &schemas {
        if let Some(schema) = document.pointer_mut(at.as_str()) {
            *schema = without_discriminators(schema, at);
        }
    }
    Ok((document, moved))
}

/// Returns the operations of a normalized document, in its order.
///
/// # Errors
///
/// Returns an error for each malformed operation and parameter.
pub fn operations(document: &Value) -> Result<Vec<ApiOperation<'_>>, Vec<DocumentProblem>> {
    let (mut operations, mut problems) = (Vec::new(), Vec::new());
    let paths = Pointer::root().member("paths");
    for (path, item) in document.get("paths").and_then(Value::as_object).into_iter().flatten() {
        let (at, item) = resolved(document, (paths.member(path), item));
        problems.extend(outside(&at, item));
        for method in METHODS {
            let Some(operation) = item.get(method) else { continue };
            let route = format!("{} {path}", method.to_uppercase());
            let at = at.member(method);
            if operation.is_object() {
                operations.push(api_operation(document, (&at, item, operation), route, &mut problems));
            } else {
                problems.push(DocumentProblem::malformed(at, "an operation is an object"));
            }
        }
    }
    if problems.is_empty() { Ok(operations) } else { Err(problems) }
}

fn api_operation<'d>(
    document: &'d Value,
    (at, item, operation): (&Pointer, &'d Value, &'d Value),
    route: String,
    problems: &mut Vec<DocumentProblem>,
) -> ApiOperation<'d> {
    let name = operation.get("operationId").and_then(Value::as_str).filter(|name| !name.is_empty());
    let mut parameters: Vec<ApiParameter<'d>> = Vec::new();
    let general = at.parent().unwrap_or_default();
    // Parameters of an operation override those of its path.
    for (at, holder) in [(&general, item), (at, operation)] {
        let given = holder.get("parameters").and_then(Value::as_array);
        for (index, parameter) in given.into_iter().flatten().enumerate() {
            match api_parameter(document, (at.member("parameters").index(index), parameter)) {
                Ok(found) => {
                    parameters.retain(|known| (known.place, &known.name) != (found.place, &found.name));
                    parameters.push(found);
                }
                Err(problem) => problems.push(*problem),
            }
        }
    }
    let mut body = |at: Pointer, value: &'d Value| {
        let (at, value) = resolved(document, (at, value));
        problems.extend(outside(&at, value));
        ApiBody { is_required: value.get("required") == Some(&Value::Bool(true)), schema: json_content(&at, value) }
    };
    let responses = operation.get("responses").and_then(Value::as_object).into_iter().flatten();
    ApiOperation {
        at: at.clone(),
        name: name.map_or_else(|| route.clone(), str::to_owned),
        route,
        value: operation,
        parameters,
        body: operation.get("requestBody").map(|value| body(at.member("requestBody"), value)),
        responses: responses
            .map(|(status, value)| (status.clone(), body(at.member("responses").member(status), value)))
            .collect(),
    }
}

fn api_parameter<'d>(
    document: &'d Value,
    given: (Pointer, &'d Value),
) -> Result<ApiParameter<'d>, Box<DocumentProblem>> {
    let (at, parameter) = resolved(document, given);
    if let Some(problem) = outside(&at, parameter) {
        return Err(Box::new(problem));
    }
    let place = parameter.get("in").and_then(Value::as_str);
    let place = place.and_then(|place| PLACES.into_iter().find(|known| *known == place));
    let (Some(place), Some(name)) = (place, parameter.get("name").and_then(Value::as_str)) else {
        let message = "a parameter has a `name` and one of path, query, header and cookie as `in`";
        return Err(Box::new(DocumentProblem::malformed(at, message)));
    };
    // Header names are case-insensitive.
    let name = if place == "header" { name.to_lowercase() } else { name.to_owned() };
    let is_required = place == "path" || parameter.get("required") == Some(&Value::Bool(true));
    let schema = parameter.get("schema").map(|schema| (at.member("schema"), schema));
    Ok(ApiParameter { place, name, is_required, schema: schema.or_else(|| json_content(&at, parameter)) })
}

/// Returns the schema of the JSON content of a body, response or parameter.
fn json_content<'d>(at: &Pointer, holder: &'d Value) -> Option<(Pointer, &'d Value)> {
    let content = holder.get("content")?.as_object()?;
    let is_json = |kind: &str| {
        let essence = kind.split(';').next().unwrap_or_default().trim();
        essence.eq_ignore_ascii_case("application/json") || essence.to_ascii_lowercase().ends_with("+json")
    };
    let (kind, media) = content.iter().find(|(kind, _)| is_json(kind))?;
    Some((at.member("content").member(kind).member("schema"), media.get("schema")?))
}

/// Follows `$ref` within the document. The last reference stays if it leads nowhere.
fn resolved<'d>(document: &'d Value, (at, value): (Pointer, &'d Value)) -> (Pointer, &'d Value) {
    let (mut at, mut value) = (at, value);
    for _ in 0..MAX_REFERENCES {
        let target = value.get("$ref").and_then(Value::as_str).and_then(local_target);
        let Some((target, next)) = target.and_then(|at| Some((at.clone(), document.pointer(at.as_str())?))) else {
            break;
        };
        (at, value) = (target, next);
    }
    (at, value)
}

/// Returns the problem with a part whose reference leads out of the document.
fn outside(at: &Pointer, value: &Value) -> Option<DocumentProblem> {
    let reference = value.get("$ref").and_then(Value::as_str)?;
    let message = format!("{reference:?} is not in this document");
    let help = "put all parts except schemas into one file, for example with a bundler for OpenAPI";
    Some(DocumentProblem::malformed(at.member("$ref"), message).with_help(help))
}

/// Returns the schemas of a normalized document with stable names.
///
/// | schema | name |
/// |---|---|
/// | component | its name |
/// | JSON body of a request component or a response component | its name, with `Body` or `Response` |
/// | request body, response | operation, with `Request`, or `Response` and the status |
/// | parameters | operation, with `Path`, `Query`, `Headers` or `Cookies`: one object for each place |
pub(super) fn parts(document: &Value) -> Result<Parts<'_>, Vec<DocumentProblem>> {
    let mut parts = Parts::new(document);
    let components = Pointer::root().member("components");
    let section = |name: &str| {
        let at = components.member(name);
        let members = document.pointer(at.as_str()).and_then(Value::as_object);
        members.into_iter().flatten().map(move |(name, value)| (name, at.member(name), value))
    };
    for (name, at, schema) in section("schemas") {
        if schema.is_object() || schema.is_boolean() {
            parts.add_named(name, at);
        }
    }
    for (kind, suffix) in [("requestBodies", "Body"), ("responses", "Response")] {
        for (name, at, value) in section(kind) {
            if let Some((at, _)) = json_content(&at, value) {
                parts.add(&[format!("{name} {suffix}"), format!("{name} {suffix} Component")], at);
            }
        }
    }
    for operation in operations(document)? {
        let named = |suffix: &str| [format!("{} {suffix}", operation.name), format!("{} {suffix}", operation.route)];
        for (place, suffix) in PLACES.into_iter().zip(["Path", "Query", "Headers", "Cookies"]) {
            let here: Vec<&ApiParameter<'_>> = operation.parameters.iter().filter(|one| one.place == place).collect();
            if !here.is_empty() {
                let (schema, places) = parameters(&here);
                parts.add_composed(&named(suffix), schema, operation.at.clone(), places);
            }
        }
        if let Some((at, _)) = operation.body.as_ref().and_then(|body| body.schema.clone()) {
            parts.add(&named("Request"), at);
        }
        for (status, body) in &operation.responses {
            if let Some((at, _)) = body.schema.clone() {
                parts.add(&named(&format!("Response {status}")), at);
            }
        }
    }
    parts.add_referred();
    Ok(parts)
}

/// Returns one object with the parameters of one place, and where its properties are in the source.
fn parameters(parameters: &[&ApiParameter<'_>]) -> (Value, Vec<(Pointer, Pointer)>) {
    let mut properties = Map::new();
    let mut places = Vec::new();
    for parameter in parameters {
        let (at, schema) =
            parameter.schema.as_ref().map_or((None, &Value::Bool(true)), |(at, schema)| (Some(at), *schema));
        places.extend(at.map(|at| (Pointer::root().member("properties").member(&parameter.name), at.clone())));
        properties.insert(parameter.name.clone(), schema.clone());
    }
    let required: Vec<&str> = parameters.iter().filter(|one| one.is_required).map(|one| one.name.as_str()).collect();
    let mut schema = json!({ "type": "object", "properties": properties });
    if !required.is_empty() {
        schema["required"] = required.into();
    }
    (schema, places)
}
