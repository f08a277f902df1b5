//! Reads what an MCP server offers: its tools, and the descriptions of its instructions, prompts and resources. The messages to send, the checks of the responses, and a transport over standard
//! input and output. The transport over HTTP is in `http`.

use std::collections::BTreeSet;
use std::time::Duration;

use planwright_runtime::Diagnostic;
use planwright_source::{decode, parse};
use serde_json::{Map, Value, json};

use planwright_project::process::{Dialogue, DialogueEvent, Job, Limits};

/// Maximum number of bytes that a server may send.
pub(super) const MAX_BYTES: usize = 64 << 20;
/// Maximum number of pages.
const MAX_PAGES: usize = 1000;
/// Maximum number of entries of a list.
const MAX_TOOLS: usize = 10_000;
/// Longest cursor that is sent back to the server.
const MAX_CURSOR: usize = 4096;
/// Maximum number of other messages before the response to a request.
const MAX_OTHER: usize = 10_000;
/// Maximum number of characters of an external string in a message.
const MAX_EXTERNAL_CHARS: usize = 300;
/// Protocol version to request. The server may choose another one.
pub(super) const PROTOCOL: &str = "2025-06-18";

pub(super) const SERVER_NOT_STARTED: &str = "SERVER_NOT_STARTED";
pub(super) const SERVER_LATE: &str = "SERVER_LATE";
pub(super) const SERVER_ENDED: &str = "SERVER_ENDED";
pub(super) const SERVER_FLOOD: &str = "SERVER_FLOOD";
pub(super) const SERVER_PROTOCOL: &str = "SERVER_PROTOCOL";
const CURSOR_REPEATED: &str = "CURSOR_REPEATED";
const TOO_MANY_PAGES: &str = "TOO_MANY_PAGES";

pub(super) type Problem = Box<Diagnostic>;

pub(super) fn problem(code: &'static str, message: impl Into<String>, help: &str) -> Problem {
    Box::new(Diagnostic { help: Some(help.to_owned()), ..Diagnostic::of_run(code, message) })
}

/// Content of a server.
pub(super) struct ServerContent {
    pub tools: Vec<Value>,
    /// Instructions, prompts and resources, or null. See [`descriptions`].
    pub texts: Value,
}

/// Lists in addition to the tools: the capability, the method, and the property of the answer.
const LISTS: [(&str, &str, &str); 3] = [
    ("prompts", "prompts/list", "prompts"),
    ("resources", "resources/list", "resources"),
    ("resources", "resources/templates/list", "resourceTemplates"),
];

/// Returns the instructions, prompts and resources in a document, by name or address, or null if it has none.
///
/// Other properties, such as tools, are left out.
pub(super) fn texts(document: &Value) -> Value {
    let mut found = Map::new();
    if let Some(instructions) = document.get("instructions").filter(|text| text.is_string()) {
        found.insert("instructions".to_owned(), instructions.clone());
    }
    for (_, _, member) in LISTS {
        let entries = document.get(member).and_then(Value::as_array).into_iter().flatten();
        let named = entries.filter_map(|entry| {
            let key = ["uri", "uriTemplate", "name"].iter().find_map(|key| entry.get(*key)?.as_str())?;
            Some((key.to_owned(), entry.clone()))
        });
        let named: Map<String, Value> = named.collect();
        if !named.is_empty() {
            found.insert(member.to_owned(), named.into());
        }
    }
    if found.is_empty() { Value::Null } else { found.into() }
}

/// Returns what a server offers, all pages. The server is ended even if this fails.
pub(super) fn content(words: &[String], time: Duration) -> Result<ServerContent, Problem> {
    let [program, arguments @ ..] = words else {
        return Err(problem(SERVER_NOT_STARTED, "the command has no program", "set it with --command"));
    };
    let job = Job::new(program.as_ref(), arguments, Limits { time, output: MAX_BYTES });
    let dialogue = job.converse().map_err(|error| {
        let help = "name a program with its arguments; it runs without a shell";
        problem(SERVER_NOT_STARTED, format!("{program:?}: {error}"), help)
    })?;
    let mut server = StartedServer { dialogue, time };
    let listed = list(&mut server);
    let stderr = server.dialogue.end().ok();
    listed.map_err(|mut problem| {
        let tail = stderr.map(|stderr| String::from_utf8_lossy(&stderr.tail).trim().to_owned()).unwrap_or_default();
        if !tail.is_empty() {
            let skipped = tail.chars().count().saturating_sub(MAX_EXTERNAL_CHARS);
            let tail: String = tail.chars().skip(skipped).collect();
            problem.message = format!("{}; it wrote to standard error: {tail}", problem.message);
        }
        problem
    })
}

/// Connection to a server.
pub(super) trait Transport {
    /// Sends a message.
    fn send(&mut self, message: &Value) -> Result<(), Problem>;

    /// Stores the protocol version that the server chose.
    fn set_version(&mut self, _version: &str) {}

    /// Waits for the next message. `method` is the pending request, for error messages.
    fn receive(&mut self, method: &str) -> Result<Value, Problem>;
}

/// Initializes the session and reads all pages of tools, prompts and resources.
pub(super) fn list(server: &mut impl Transport) -> Result<ServerContent, Problem> {
    let client = json!({ "name": "planwright", "version": env!("CARGO_PKG_VERSION") });
    let begin = json!({ "protocolVersion": PROTOCOL, "capabilities": {}, "clientInfo": client });
    let mut id = 1;
    let greeting = request(server, id, "initialize", &begin)?;
    server.set_version(greeting.get("protocolVersion").and_then(Value::as_str).unwrap_or(PROTOCOL));
    server.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))?;
    let mut ask = |method: &str, member: &str| {
        let mut next = |params: &Value| {
            id += 1;
            request(server, id, method, params)
        };
        pages(method, member, &mut next)
    };
    let tools = ask("tools/list", "tools")?;
    let mut lists = Map::new();
    for (capability, method, member) in LISTS {
        if greeting.pointer("/capabilities").and_then(|has| has.get(capability)).is_some_and(Value::is_object) {
            // A server that has resources need not have templates of them.
            let listed = match ask(method, member) {
                Err(problem) if method == "resources/templates/list" && problem.code == SERVER_PROTOCOL => Vec::new(),
                listed => listed?,
            };
            lists.insert(member.to_owned(), listed.into());
        }
    }
    lists.extend(greeting.get("instructions").map(|text| ("instructions".to_owned(), text.clone())));
    Ok(ServerContent { tools, texts: texts(&lists.into()) })
}

/// Sends a request and returns its result.
fn request(server: &mut impl Transport, id: u64, method: &str, params: &Value) -> Result<Value, Problem> {
    server.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
    for _ in 0..MAX_OTHER {
        let mut message = server.receive(method)?;
        if let Some(asked) = message.get("method").and_then(Value::as_str) {
            // The server sent a request or a notification.
            if let Some(id) = message.get("id") {
                let reply = match asked {
                    "ping" => json!({ "jsonrpc": "2.0", "id": id, "result": {} }),
                    _ => {
                        json!({ "jsonrpc": "2.0", "id": id, "error": { "code": -32601, "message": "Method not found" } })
                    }
                };
                server.send(&reply)?;
            }
            continue;
        }
        if message.get("id") != Some(&Value::from(id)) {
            let help = "use the id of the request in the answer";
            let message = format!("while waiting for {method}: an answer without a request: {}", clipped(&message));
            return Err(problem(SERVER_PROTOCOL, message, help));
        }
        if let Some(result) = message.get_mut("result") {
            return Ok(result.take());
        }
        let error = message.get("error").unwrap_or(&message);
        let help = "fix the server, or use a file with the result of `tools/list`";
        let message = format!("the server answered {method} with an error: {}", clipped(error));
        return Err(problem(SERVER_PROTOCOL, message, help));
    }
    let help = "fix the server; it must answer a request before it sends thousands of other messages";
    Err(problem(SERVER_FLOOD, format!("no answer to {method} in {MAX_OTHER} messages"), help))
}

/// Parses a message of the server.
pub(super) fn message(text: &[u8], help: &str) -> Result<Value, Problem> {
    let read = decode(text).ok().and_then(|text| parse(text).ok()).filter(Value::is_object);
    read.ok_or_else(|| {
        let text = clip(&String::from_utf8_lossy(text));
        problem(SERVER_PROTOCOL, format!("the server wrote an invalid JSON-RPC message: {text}"), help)
    })
}

/// Returns the problem for a server that did not respond in time.
pub(super) fn late(method: &str, time: Duration) -> Problem {
    let message = format!("no answer to {method} within {} seconds", time.as_secs());
    problem(SERVER_LATE, message, "fix the server, or raise --timeout")
}

/// Returns the problem for a server that sent too much.
pub(super) fn flood() -> Problem {
    let help = "fix the server, or use a file with the result of `tools/list`";
    problem(SERVER_FLOOD, format!("the server wrote more than {} MiB", MAX_BYTES >> 20), help)
}

struct StartedServer {
    dialogue: Dialogue,
    time: Duration,
}

impl Transport for StartedServer {
    fn send(&mut self, message: &Value) -> Result<(), Problem> {
        self.dialogue.send_line(&message.to_string());
        Ok(())
    }

    fn receive(&mut self, method: &str) -> Result<Value, Problem> {
        loop {
            let line = match self.dialogue.next_event() {
                DialogueEvent::Line(line) => line,
                DialogueEvent::Closed => {
                    let help = "start it manually to see what it needs";
                    return Err(problem(SERVER_ENDED, format!("the server stopped before it answered {method}"), help));
                }
                DialogueEvent::Flood => return Err(flood()),
                DialogueEvent::Late => return Err(late(method, self.time)),
            };
            let line = line.trim_ascii();
            if !line.is_empty() {
                let help = "write messages to standard output, one per line, and everything else to standard error";
                return message(line, help);
            }
        }
    }
}

/// Reads the entries of all pages.
fn pages(
    method: &str,
    member: &str,
    ask: &mut dyn FnMut(&Value) -> Result<Value, Problem>,
) -> Result<Vec<Value>, Problem> {
    let mut tools = Vec::new();
    let mut seen = BTreeSet::new();
    let mut params = json!({});
    for _ in 0..MAX_PAGES {
        let mut page = ask(&params)?;
        let Some(found) = page.get_mut(member).and_then(Value::as_array_mut) else {
            let help = format!("return an object with the array `{member}` from {method}");
            return Err(problem(SERVER_PROTOCOL, format!("{method} returned {}", clipped(&page)), &help));
        };
        tools.append(found);
        if tools.len() > MAX_TOOLS {
            let help = "offer fewer; no model can choose among so many";
            return Err(problem(TOO_MANY_PAGES, format!("the server lists more than {MAX_TOOLS} {member}"), help));
        }
        let cursor = match page.get("nextCursor") {
            None | Some(Value::Null) => return Ok(tools),
            Some(Value::String(cursor)) if cursor.len() <= MAX_CURSOR => cursor.clone(),
            Some(other) => {
                let help = format!("use a string of at most {MAX_CURSOR} bytes as cursor");
                return Err(problem(
                    SERVER_PROTOCOL,
                    format!("{method} returned the cursor {}", clipped(other)),
                    &help,
                ));
            }
        };
        params = json!({ "cursor": cursor });
        if !seen.insert(cursor) {
            let help = "return the cursor of the next page, and no cursor with the last page";
            return Err(problem(
                CURSOR_REPEATED,
                format!("page {} has the cursor of an earlier page", seen.len() + 1),
                help,
            ));
        }
    }
    let help = "return the cursor of the next page, and no cursor with the last page";
    Err(problem(TOO_MANY_PAGES, format!("the server lists more than {MAX_PAGES} pages of {member}"), help))
}

fn clipped(value: &Value) -> String {
    clip(&value.to_string())
}

pub(super) fn clip(text: &str) -> String {
    let clipped: String = text.chars().take(MAX_EXTERNAL_CHARS).collect();
    if clipped.len() < text.len() { clipped + "…" } else { clipped }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of tools, or the code of the problem, for a server with these pages.
    fn listed(mut page: impl FnMut(usize) -> Value) -> Result<usize, &'static str> {
        let mut number = 0;
        let tools = pages("tools/list", "tools", &mut |_| {
            number += 1;
            Ok(page(number))
        });
        tools.map(|tools| tools.len()).map_err(|problem| problem.code)
    }

    #[test]
    fn pages_end() {
        let many = vec![json!({}); MAX_TOOLS];
        assert_eq!(listed(|_| json!({ "tools": [1, 2] })), Ok(2));
        assert_eq!(
            listed(|page| json!({ "tools": [page], "nextCursor": (page < 3).then(|| page.to_string()) })),
            Ok(3)
        );
        assert_eq!(listed(|_| json!({ "tools": [], "nextCursor": "a" })), Err(CURSOR_REPEATED));
        assert_eq!(listed(|page| json!({ "tools": [], "nextCursor": (page % 2).to_string() })), Err(CURSOR_REPEATED));
        assert_eq!(listed(|page| json!({ "tools": [], "nextCursor": page.to_string() })), Err(TOO_MANY_PAGES));
        assert_eq!(listed(|page| json!({ "tools": many, "nextCursor": page.to_string() })), Err(TOO_MANY_PAGES));
        for wrong in [json!({}), json!([]), json!({ "tools": {} }), json!({ "tools": [], "nextCursor": 1 })] {
            assert_eq!(listed(|_| wrong.clone()), Err(SERVER_PROTOCOL), "{wrong}");
        }
        let long = "x".repeat(MAX_CURSOR + 1);
        assert_eq!(listed(|_| json!({ "tools": [], "nextCursor": long })), Err(SERVER_PROTOCOL));
    }
}
