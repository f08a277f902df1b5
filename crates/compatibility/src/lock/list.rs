//! Reads lists of operations from files, from folders of schemas, and from servers.

use std::collections::BTreeMap;
use std::path::Path;

use planwright_drift::operations::{CallForm, OfferedOperation, OperationList, SAME_NAME_TWICE, read_operations};
use planwright_runtime::Diagnostic;
use planwright_schema::{DefaultDialect, Draft, SchemaFile, SchemaSet, bundle, link, with_dialect};
use planwright_source::{Lines, Pointer, Syntax, decode, printable};
use planwright_sync::read_bytes;
use serde_json::{Value, json};

use super::http;
use super::places::SourceText;
use super::server::{self, ServerContent};
use super::settings::ListSource;
use planwright_project::exit::Failure;
use planwright_project::schemas;

/// Operations that were read.
#[derive(Debug, Default)]
pub(super) struct Listed {
    pub operations: OperationList,
    /// Instructions, prompts and resources of a server, or null.
    pub server: Value,
    /// File of each operation. Empty for a server.
    pub files: BTreeMap<String, String>,
    pub texts: Vec<SourceText>,
    /// Reasons why the list cannot be used.
    pub problems: Vec<Diagnostic>,
}

/// Reads all operations of a source.
pub(super) fn gather(source: &ListSource, dialect: DefaultDialect) -> Result<Listed, Failure> {
    let mut listed = Listed::default();
    match source {
        ListSource::Paths(paths) => {
            let mut reasons = Vec::new();
            for path in paths {
                let read = if path.is_dir() { folder(&mut listed, path, dialect) } else { file(&mut listed, path) };
                reasons.extend(read.err().into_iter().flat_map(Failure::messages));
            }
            if !reasons.is_empty() {
                return Err(Failure::all(reasons));
            }
        }
        ListSource::Command(words, time) => add_server(&mut listed, server::content(words, *time)),
        ListSource::Http(place, token, time) => add_server(&mut listed, http::content(place, token.as_deref(), *time)),
    }
    Ok(listed)
}

/// Adds what a server offers.
fn add_server(listed: &mut Listed, content: Result<ServerContent, Box<Diagnostic>>) {
    match content.map(|content| (read_operations(&json!({ "tools": content.tools })), content.texts)) {
        Ok((Ok(operations), texts)) => (listed.operations, listed.server) = (operations, texts),
        Ok((Err(problems), _)) => listed.problems = problems,
        Err(problem) => listed.problems.push(*problem),
    }
}

fn file(listed: &mut Listed, path: &Path) -> Result<(), Failure> {
    let given = path.display().to_string();
    let name = if given == "-" { "<stdin>" } else { given.as_str() };
    let bytes = read_bytes(&given).map_err(Failure::one)?;
    let at = |text: &str, offset: usize, message: String| {
        let place = Lines::new(text).line_column(offset);
        format!("{}:{}:{}: {message}", printable(name), place.line, place.column)
    };
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
    let text = decode(bytes).map_err(|problem| Failure::one(format!("{}: {}", printable(name), problem.message())))?;
    let document = Syntax::from_path(&given).parse(text).map_err(|problems| {
        Failure::all(problems.iter().map(|problem| at(text, problem.span.start, problem.message())))
    })?;
    let server = server::texts(&document.value);
    if !server.is_null() {
        listed.server = server;
    }
    match read_operations(&document.value) {
        Ok(operations) => {
            for (operation_name, operation) in operations {
                add(listed, name, operation_name, operation);
            }
        }
        Err(problems) => listed.problems.extend(problems.into_iter().map(|problem| problem.with_file(name))),
    }
    listed.texts.push(SourceText::new(name, text, document.places));
    Ok(())
}

/// Adds an operation of a file. Two operations with the same name are a problem.
fn add(listed: &mut Listed, file: &str, name: String, operation: OfferedOperation) {
    if let Some(first) = listed.files.get(&name) {
        let message = format!("two operations have the name {name:?}; the first is in {}", printable(first));
        let problem = Diagnostic::error(SAME_NAME_TWICE, operation.origin.at.clone(), message).with_file(file);
        let help = "give each its own lock file, with several [[lock]] sections";
        listed.problems.push(Diagnostic { help: Some(help.to_owned()), ..problem });
        return;
    }
    listed.files.insert(name.clone(), file.to_owned());
    listed.operations.insert(name, operation);
}

/// Reads the schemas below a folder.
///
/// The schemas `<tool>-params` and `<tool>-returns` together are one operation. Each other schema is an operation that
/// reads documents.
fn folder(listed: &mut Listed, path: &Path, dialect: DefaultDialect) -> Result<(), Failure> {
    let texts = schemas::below(path)?;
    let folder = path.display().to_string();
    let folder = folder.trim_end_matches('/');
    if texts.is_empty() {
        return Err(Failure::one(format!("{folder}: no {} below this folder", schemas::FILES)));
    }
    let set = SchemaSet::parse_in(dialect, texts, &|_| None);
    let located =
        |errors: Vec<planwright_schema::Error>| Failure::all(errors.iter().map(|error| format!("{folder}/{error}")));
    let set = set.map_err(located)?;
    let linked = link::link(&set).map_err(|errors| located(set.locate(errors)))?;
    let bundled = bundle::bundled_schemas(&set, &linked).map_err(|errors| located(set.locate(errors)))?;
    let mut schemas: BTreeMap<String, (String, Value)> = BTreeMap::new();
    for (file, schema) in bundled {
        // The lock file is read without the default dialect of this run.
        let draft = set.get(&file).map_or(Draft::default(), SchemaFile::draft);
        let document = with_dialect(&schema.document, draft).into_owned();
        schemas.insert(stem(&file).to_owned(), (format!("{folder}/{file}"), document));
    }
    let returns = |name: &str| name.strip_suffix("-params").map(|tool| format!("{tool}-returns"));
    for (name, (file, schema)) in &schemas {
        if name.strip_suffix("-returns").is_some_and(|tool| schemas.contains_key(&format!("{tool}-params"))) {
            continue;
        }
        let mut operation = OfferedOperation::of_document(schema.clone());
        operation.origin.at = Pointer::root();
        let output = returns(name).and_then(|name| schemas.get(&name));
        let tool = output.and_then(|_| name.strip_suffix("-params")).unwrap_or(name);
        if let Some((_, output)) = output {
            operation.form = CallForm::Tool;
            operation.output = Some(output.clone());
        }
        operation.title = schema.get("title").and_then(Value::as_str).map(str::to_owned);
        operation.description = schema.get("description").and_then(Value::as_str).map(str::to_owned);
        add(listed, file, tool.to_owned(), operation);
    }
    Ok(())
}

/// Returns the path without its file extension.
fn stem(path: &str) -> &str {
    let stem = Syntax::ENDINGS.iter().find_map(|ending| path.strip_suffix(ending)).unwrap_or(path);
    stem.strip_suffix(".schema").unwrap_or(stem)
}
