//! Reads and writes lock files.
//!
//! A lock file is readable JSON with each operation by name. Each entry has a digest, so that a merged file can still
//! be checked and an edited entry is noticed.

use std::collections::BTreeMap;
use std::path::Path;

use planwright_drift::operations::{CallForm, OfferedOperation, OperationList, OperationOrigin};
use planwright_runtime::Diagnostic;
use planwright_source::{Lines, Pointer, Syntax, decode, locate, merge_conflict, parse, printable};
use planwright_sync::read_file;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::places::{SourceText, placed};
use planwright_project::digest::digest;
use planwright_project::exit::Failure;
use planwright_project::own_file;

/// File format that this version writes. There has been no other.
const FORMAT: u64 = 1;
/// Help for a lock file that cannot be used.
const RESTORE_HELP: &str = "restore the file from version control, or delete it and run `planwright lock`";

/// Code for an entry that was edited.
const LOCK_EDITED: &str = "LOCK_EDITED";

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LockText {
    format: u64,
    operations: BTreeMap<String, LockedOperation>,
    /// Descriptions by the server, if it has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    server: Option<LockedServer>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LockedServer {
    texts: Value,
    digest: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LockedOperation {
    kind: LockedKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    route: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    annotations: Map<String, Value>,
    input: Value,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    output: Option<Value>,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    extra: Map<String, Value>,
    digest: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LockedKind {
    Tool,
    Http,
    Document,
}

/// A lock file that was read.
pub(super) struct Lock {
    pub operations: OperationList,
    /// Instructions, prompts and resources of the server, or null.
    pub server: Value,
    /// `true` if the digest of the server does not match its content.
    is_server_changed: bool,
    /// Names of the operations whose digest does not match their content.
    changed: Vec<String>,
    pub text: SourceText,
}

impl Lock {
    /// Returns a finding for each entry that was edited after it was written.
    pub(super) fn edited(&self) -> Vec<Diagnostic> {
        let entries = self.changed.iter().map(|name| {
            (
                Pointer::root().member("operations").member(name),
                format!("the entry of {name:?} was edited since planwright wrote it"),
            )
        });
        let server = self.is_server_changed.then(|| {
            (
                Pointer::root().member("server"),
                "the entry of the server was edited since planwright wrote it".to_owned(),
            )
        });
        let problems = entries.chain(server).map(|(at, message)| {
            Diagnostic { help: Some(RESTORE_HELP.to_owned()), ..Diagnostic::error(LOCK_EDITED, at, message) }
                .with_file(&self.text.name)
        });
        placed(&problems.collect::<Vec<_>>(), std::slice::from_ref(&self.text))
    }
}

#[cfg(test)]
impl Lock {
    /// Returns the lock that [`write`] would write and [`read_lock`] would read.
    pub(super) fn written(operations: &OperationList, server: &Value) -> Self {
        let text = text(operations, server).expect("it can be written");
        parse_lock("lock", &text).expect("it is a lock")
    }
}

/// Reads the lock file at a path. A missing file is an error.
pub(super) fn read_lock(path: &Path) -> Result<Lock, Failure> {
    read_if_exists(path)?.ok_or_else(|| {
        let name = path.display().to_string();
        Failure::one(format!(
            "{}: lock file not found; create it with `planwright lock` without --check",
            printable(&name)
        ))
    })
}

/// Reads the lock file at a path, or returns `None` if there is none.
pub(super) fn read_if_exists(path: &Path) -> Result<Option<Lock>, Failure> {
    let name = path.display().to_string();
    let fail = |reason: String| Failure::one(format!("{}{reason}", printable(&name)));
    let bytes = match read_file(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(fail(format!(": {error}"))),
    };
    let text = decode(&bytes).map_err(|problem| fail(format!(": {}; {RESTORE_HELP}", problem.message())))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    parse_lock(&name, text).map(Some).map_err(|(offset, message)| {
        let place = Lines::new(text).line_column(offset);
        fail(format!(":{}:{}: {message}", place.line, place.column))
    })
}

/// Parses a lock file. The error contains the offset of the problem.
fn parse_lock(name: &str, text: &str) -> Result<Lock, (usize, String)> {
    if let Some(at) = merge_conflict(text) {
        return Err((
            at,
            "a merge conflict; keep the entries of both sides and remove the conflict markers".to_owned(),
        ));
    }
    let value = parse(text).map_err(|problems| {
        let first = problems.first();
        let what = first.map_or_else(|| "not JSON".to_owned(), planwright_source::Problem::message);
        (first.map_or(0, |problem| problem.span.start), format!("{what}; {RESTORE_HELP}"))
    })?;
    let at = |pointer: Pointer| locate(text, &pointer).map_or(0, |place| place.value.start);
    let format = Pointer::root().member("format");
    match value.get("format").and_then(Value::as_u64) {
        Some(FORMAT) => {}
        Some(later) if later > FORMAT => {
            return Err((
                at(format),
                format!("format {later} is newer than this planwright, which reads {FORMAT}; update it"),
            ));
        }
        _ => {
            return Err((
                at(format),
                format!("\"format\" is not {FORMAT}, so planwright did not write this file; {RESTORE_HELP}"),
            ));
        }
    }
    let lock: LockText = serde_json::from_str(text).map_err(|error| {
        let offset = Lines::new(text).start(error.line()).unwrap_or(0) + error.column().saturating_sub(1);
        let what = error.to_string();
        let what = what.split(" at line ").next().unwrap_or_default();
        (offset.min(text.len()), format!("{what}; {RESTORE_HELP}"))
    })?;
    let mut operations = OperationList::new();
    let mut changed = Vec::new();
    for (name, entry) in lock.operations {
        let here = Pointer::root().member("operations").member(&name);
        if digest_of(&name, &entry) != entry.digest {
            changed.push(name.clone());
        }
        let form = match (entry.kind, entry.route) {
            (LockedKind::Tool, None) => CallForm::Tool,
            (LockedKind::Document, None) => CallForm::Document,
            (LockedKind::Http, Some(route)) => CallForm::Http(route),
            (LockedKind::Http, None) | (LockedKind::Tool | LockedKind::Document, Some(_)) => {
                return Err((
                    at(here),
                    format!("operations of the kind http, and only those, require `route`; {RESTORE_HELP}"),
                ));
            }
        };
        let origin =
            OperationOrigin { input: Some(here.member("input")), output: Some(here.member("output")), at: here };
        let LockedOperation { title, description, annotations, input, output, extra, .. } = entry;
        operations
            .insert(name, OfferedOperation { form, title, description, annotations, input, output, extra, origin });
    }
    let places = Syntax::Json.parse(text).map_err(|_| (0, RESTORE_HELP.to_owned()))?.places;
    let is_server_changed = lock.server.as_ref().is_some_and(|server| digest_of_server(&server.texts) != server.digest);
    let server = lock.server.map_or(Value::Null, |server| server.texts);
    Ok(Lock { operations, server, is_server_changed, changed, text: SourceText::new(name, text, places) })
}

/// Writes a lock file. An existing file is replaced only if it is a lock file.
pub(super) fn write(path: &Path, operations: &OperationList, server: &Value) -> Result<(), Failure> {
    own_file::write(path, text(operations, server)?, "lock file", |there| parse_lock("", there).is_ok()).map(drop)
}

fn text(operations: &OperationList, server: &Value) -> Result<String, Failure> {
    let entries = operations.iter().map(|(name, operation)| (name.clone(), locked(name, operation)));
    let locked_server = || LockedServer { texts: server.clone(), digest: digest_of_server(server) };
    let server = (!server.is_null()).then(locked_server);
    let lock = LockText { format: FORMAT, operations: entries.collect(), server };
    Ok(serde_json::to_string_pretty(&lock).map_err(Failure::one)? + "\n")
}

fn locked(name: &str, operation: &OfferedOperation) -> LockedOperation {
    let (kind, route) = match &operation.form {
        CallForm::Tool => (LockedKind::Tool, None),
        CallForm::Http(route) => (LockedKind::Http, Some(route.clone())),
        CallForm::Document => (LockedKind::Document, None),
    };
    let mut entry = LockedOperation {
        kind,
        route,
        title: operation.title.clone(),
        description: operation.description.clone(),
        annotations: operation.annotations.clone(),
        input: operation.input.clone(),
        output: operation.output.clone(),
        extra: operation.extra.clone(),
        digest: String::new(),
    };
    entry.digest = digest_of(name, &entry);
    entry
}

/// Returns the digest of an entry. It depends neither on the order of properties nor on the layout of the file.
fn digest_of(name: &str, entry: &LockedOperation) -> String {
    let LockedOperation { kind, route, title, description, annotations, input, output, extra, digest: _ } = entry;
    let mut value = serde_json::json!([name, kind, route, title, description, annotations, input, output]);
    if let (Value::Array(parts), false) = (&mut value, extra.is_empty()) {
        parts.push(extra.clone().into());
    }
    value.sort_all_objects();
    digest(&value.to_string())
}

fn digest_of_server(texts: &Value) -> String {
    let mut texts = texts.clone();
    texts.sort_all_objects();
    digest(&texts.to_string())
}

#[cfg(test)]
mod tests {
    use planwright_drift::operations::read_operations;
    use serde_json::json;

    use super::*;

    fn operations() -> OperationList {
        let list = json!([
            { "name": "b", "description": "d", "inputSchema": { "type": "object", "properties": { "z": {}, "a": {} } },
              "annotations": { "readOnlyHint": true } },
            { "name": "a", "inputSchema": {}, "outputSchema": { "type": "object" } },
        ]);
        read_operations(&list).expect("a list")
    }

    #[test]
    fn what_is_written_is_read() {
        let text = text(&operations(), &json!({ "instructions": "i" })).expect("a string");
        let lock = parse_lock("lock", &text).expect("a lock");
        assert_eq!(lock.changed, Vec::<String>::new());
        let strip = |operations: OperationList| -> Vec<_> {
            let without = |(name, one): (String, OfferedOperation)| {
                (name, OfferedOperation { origin: OperationOrigin::default(), ..one })
            };
            operations.into_iter().map(without).collect()
        };
        assert_eq!(strip(lock.operations), strip(operations()));
        assert!(text.find("\"z\"") < text.find("\"a\": {}"), "members keep their order: {text}");
    }

    #[test]
    fn an_entry_that_was_edited_is_noticed_and_one_that_was_laid_out_is_not() {
        let text = text(&operations(), &json!({ "instructions": "i" })).expect("a string");
        let changed = |text: &str| parse_lock("lock", text).expect("a lock").changed;
        assert_eq!(changed(&text.replace("\"d\"", "\"e\"")), ["b"]);
        assert_eq!(changed(&text.replace("readOnlyHint", "idempotentHint")), ["b"]);
        let value: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(changed(&value.to_string()), Vec::<String>::new());
        let mut sorted = value;
        sorted.sort_all_objects();
        assert_eq!(changed(&sorted.to_string()), Vec::<String>::new());
    }

    #[test]
    fn what_is_no_lock_is_refused_with_words() {
        let text = text(&operations(), &json!({ "instructions": "i" })).expect("a string");
        for (wrong, what) in [
            (text.replace("\"format\": 1", "\"format\": 2"), "newer than this planwright"),
            (text.replace("\"format\": 1", "\"format\": \"1\""), "planwright did not write this file"),
            (text.replace("  \"operations\"", "<<<<<<< ours\n  \"operations\""), "a merge conflict"),
            (text.replace("\"kind\"", "\"sort\""), "unknown field"),
            (text.replace("\"tool\"", "\"http\""), "require `route`"),
            (text.replace("\"b\": {", "\"a\": {"), "duplicate property"),
            (text[..text.len() / 2].to_owned(), "START"),
            ("[]".to_owned(), "planwright did not write this file"),
        ] {
            let (_, message) = parse_lock("lock", &wrong).map(|_| ()).expect_err(what);
            assert!(what == "START" || message.contains(what), "{what}: {message}");
        }
    }
}
