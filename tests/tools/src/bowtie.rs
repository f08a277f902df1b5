//! `cargo tool bowtie`: a connector for Bowtie, the harness of the JSON Schema community.
//!
//! Bowtie sends requests as JSON Lines (protocol IHOP, version 1) and expects one response per line, except for `stop`.
//! Schemas are linked, bundled and compiled as `planwright check --schema` does it. The mandatory part of the official
//! suite treats `format` as an annotation, and so does this program.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read as _, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use planwright_check::check_schema;
use planwright_check::schema::{UnusableSchema, UserSchema};
use planwright_schema::{DefaultDialect, Draft, Error, ErrorKind, SchemaSet, draft, uri};
use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_json::value::RawValue;

/// Version of the protocol.
const VERSION: u64 = 1;
/// Maximum length of a request.
const MAX_REQUEST_BYTES: u64 = 64 << 20;
/// Supported dialects.
const DIALECTS: [Draft; 5] = [Draft::Draft202012, Draft::Draft201909, Draft::Draft7, Draft::Draft6, Draft::Draft4];
/// Name of the schema in its set.
const SCHEMA: &str = "schema.json";
/// Code of a document whose validation takes too many steps.
const TOO_COSTLY: &str = "TOO_COSTLY";

/// Request of any command.
#[derive(Deserialize)]
struct Request {
    cmd: String,
    version: Option<u64>,
    dialect: Option<String>,
    seq: Option<Box<RawValue>>,
    case: Option<Box<RawValue>>,
}

/// Schema with its documents. Both stay as they are written, because a parsed number may have lost digits.
#[derive(Deserialize)]
struct Case {
    schema: Box<RawValue>,
    #[serde(default)]
    registry: BTreeMap<String, Box<RawValue>>,
    tests: Vec<Test>,
}

#[derive(Deserialize)]
struct Test {
    instance: Box<RawValue>,
}

/// Response to `run`, and to every request that fails.
#[derive(Serialize)]
struct Response {
    seq: Option<Box<RawValue>>,
    #[serde(flatten)]
    outcome: Outcome,
}

/// Outcome of a case or of one of its documents.
#[derive(Serialize)]
#[serde(untagged)]
enum Outcome {
    Results { results: Vec<Self> },
    Validated { valid: bool },
    Skipped { skipped: bool, message: String },
    Errored { errored: bool, context: Context },
}

#[derive(Serialize)]
struct Context {
    message: String,
}

impl Outcome {
    fn skipped(message: String) -> Self {
        Self::Skipped { skipped: true, message }
    }

    fn errored(message: String) -> Self {
        Self::Errored { errored: true, context: Context { message } }
    }
}

/// State of a connection.
#[derive(Default)]
struct Connection {
    is_started: bool,
    /// Dialect of schemas without `$schema`.
    dialect: Draft,
}

/// Answers requests until `stop` or the end of the input.
///
/// # Errors
///
/// Returns the errors of `input` and `output`. A request that cannot be answered is reported in its response.
pub fn serve(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut connection = Connection::default();
    let mut line = Vec::new();
    loop {
        line.clear();
        let length = input.by_ref().take(MAX_REQUEST_BYTES).read_until(b'\n', &mut line)?;
        if length == 0 {
            return Ok(());
        }
        let response = if length as u64 == MAX_REQUEST_BYTES && !line.ends_with(b"\n") {
            input.skip_until(b'\n')?;
            Some(failure(None, format!("the request is longer than {MAX_REQUEST_BYTES} bytes")))
        } else if line.trim_ascii().is_empty() {
            continue;
        } else {
            connection.respond(&line)
        };
        let Some(response) = response else { return Ok(()) };
        writeln!(output, "{response}")?;
        output.flush()?;
    }
}

/// Returns the response to a request that fails as a whole.
fn failure(seq: Option<Box<RawValue>>, message: String) -> String {
    Response { seq, outcome: Outcome::errored(message) }.to_text()
}

impl Response {
    fn to_text(&self) -> String {
        serde_json::to_string(self)
            .unwrap_or_else(|error| json!({ "errored": true, "context": { "message": error.to_string() } }).to_string())
    }
}

impl Connection {
    /// Returns the response to a request, or `None` for `stop`.
    fn respond(&mut self, line: &[u8]) -> Option<String> {
        let request: Request = match serde_json::from_slice(line) {
            Ok(request) => request,
            Err(error) => return Some(failure(None, format!("the request cannot be read: {error}"))),
        };
        if request.cmd == "stop" {
            return None;
        }
        Some(match request.cmd.as_str() {
            "start" => self.start(&request),
            _ if !self.is_started => failure(request.seq, format!("{:?} before \"start\"", request.cmd)),
            "dialect" => self.set_dialect(&request),
            "run" => self.run(request),
            other => failure(request.seq, format!("{other:?} is not a command of version {VERSION}")),
        })
    }

    fn start(&mut self, request: &Request) -> String {
        if request.version != Some(VERSION) {
            return failure(None, format!("only version {VERSION} of the protocol is supported"));
        }
        self.is_started = true;
        json!({
            "version": VERSION,
            "ready": true,
            "implementation": {
                "language": "rust",
                "name": "planwright",
                "version": env!("CARGO_PKG_VERSION"),
                "homepage": env!("CARGO_PKG_REPOSITORY"),
                "issues": concat!(env!("CARGO_PKG_REPOSITORY"), "/issues"),
                "source": env!("CARGO_PKG_REPOSITORY"),
                "dialects": DIALECTS.map(draft::uri),
            },
        })
        .to_string()
    }

    fn set_dialect(&mut self, request: &Request) -> String {
        let dialect = request.dialect.as_deref().and_then(draft::from_uri);
        self.dialect = dialect.unwrap_or_default();
        json!({ "ok": dialect.is_some() }).to_string()
    }

    fn run(&self, request: Request) -> String {
        let case = request.case.as_ref().map(|case| serde_json::from_str::<Case>(case.get()));
        let outcome = match case {
            None => Outcome::errored("the request has no case".to_owned()),
            Some(Err(error)) => Outcome::errored(format!("the case cannot be read: {error}")),
            // A case must not end the program, or all later ones fail too.
            Some(Ok(case)) => catch_unwind(AssertUnwindSafe(|| run_case(&case, self.dialect)))
                .unwrap_or_else(|_| Outcome::errored("the validator panicked".to_owned())),
        };
        Response { seq: request.seq, outcome }.to_text()
    }
}

/// Validates the documents of a case.
fn run_case(case: &Case, dialect: Draft) -> Outcome {
    let document = |wanted: &str| {
        let registry = case.registry.iter();
        let mut found = registry.filter(|(uri, _)| uri::without_fragment(uri) == uri::without_fragment(wanted));
        found.next().map(|(_, schema)| schema.get().as_bytes().to_vec())
    };
    let texts = [(SCHEMA.to_owned(), case.schema.get().as_bytes().to_vec())];
    let set = SchemaSet::parse_in(DefaultDialect::Fixed(dialect), texts, &document).map_err(UnusableSchema::Invalid);
    let schema = match set.and_then(|set| UserSchema::new(&set, SCHEMA)) {
        Ok(schema) => Some(schema.annotating_formats()),
        // Every document is valid.
        Err(UnusableSchema::AssertsNothing) => None,
        Err(UnusableSchema::Invalid(errors)) if errors.iter().all(is_limitation) => {
            return Outcome::skipped(UnusableSchema::Invalid(errors).to_string());
        }
        Err(unusable) => return Outcome::errored(unusable.to_string()),
    };
    Outcome::Results { results: case.tests.iter().map(|test| validate(schema.as_ref(), test)).collect() }
}

fn validate(schema: Option<&UserSchema>, document: &Test) -> Outcome {
    let text = document.instance.get();
    if let Err(problems) = planwright_source::parse(text) {
        let problems: Vec<String> = problems.iter().map(planwright_source::Problem::message).collect();
        return Outcome::skipped(format!("the document cannot be read: {}", problems.join("; ")));
    }
    match schema.map(|schema| check_schema(schema, text)) {
        None | Some(Ok(_)) => Outcome::Validated { valid: true },
        Some(Err(report)) => match report.errors().find(|error| error.code == TOO_COSTLY) {
            Some(costly) => Outcome::skipped(costly.message.clone()),
            None => Outcome::Validated { valid: false },
        },
    }
}

/// Returns whether an error is about a limit or a missing document, and not about a mistake in the schema.
fn is_limitation(error: &Error) -> bool {
    matches!(
        error.kind,
        ErrorKind::UnknownDialect { .. }
            | ErrorKind::MissingDocument { .. }
            | ErrorKind::TooNested { .. }
            | ErrorKind::LongChain { .. }
            | ErrorKind::TooCostly { .. }
            | ErrorKind::CostlyPatterns { .. }
            | ErrorKind::Unsupported { .. }
    )
}
