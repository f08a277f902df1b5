//! Tests `planwright lock --url` with Streamable HTTP servers, and with servers that hang, send too much, end early,
//! list without end, or do not speak HTTP.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use crate::project::{run, write};

/// Requests that a server received.
pub(crate) type Requests = Arc<Mutex<Vec<String>>>;

/// Starts a server that answers each request with these bytes. It keeps the connection open if `open` returns `true`.
pub(crate) fn serve(
    answer: impl Fn(&str) -> Vec<u8> + Send + Sync + 'static,
    open: impl Fn(&str) -> bool + Send + Sync + 'static,
) -> (String, Requests) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let requests = Requests::default();
    let got = Arc::clone(&requests);
    let shared = Arc::new((answer, open));
    thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let (got, shared) = (Arc::clone(&got), Arc::clone(&shared));
            thread::spawn(move || {
                let mut stream = stream;
                let request = request(&stream);
                got.lock().unwrap().push(request.clone());
                let _ = stream.write_all(&shared.0(&request));
                if shared.1(&request) {
                    thread::sleep(Duration::from_secs(30));
                }
            });
        }
    });
    (url, requests)
}

fn request(stream: &TcpStream) -> String {
    let mut input = BufReader::new(stream);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let before = head.len();
        if input.read_line(&mut head).unwrap_or_default() == 0 || head[before..].trim().is_empty() {
            break;
        }
        let lower = head[before..].to_ascii_lowercase();
        length = lower.strip_prefix("content-length:").map_or(length, |value| value.trim().parse().unwrap());
    }
    let mut body = vec![0; length];
    let _ = input.read_exact(&mut body);
    head + &String::from_utf8_lossy(&body)
}

pub(crate) fn json(body: &str) -> Vec<u8> {
    format!("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}", body.len()).into()
}

/// Returns events in chunks of a few bytes.
fn events(text: &str) -> Vec<u8> {
    let mut chunks = String::new();
    for chunk in text.as_bytes().chunks(7) {
        chunks = format!("{chunks}{:x}\r\n{}\r\n", chunk.len(), String::from_utf8_lossy(chunk));
    }
    format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\nTransfer-Encoding: chunked\r\n\
         Mcp-Session-Id: s1\r\n\r\n{chunks}"
    )
    .into()
}

const ACCEPTED: &[u8] = b"HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n";
const GREETING: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-03-26","capabilities":{}}}"#;

fn tools(id: u8, tools: &str, more: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"tools":[{tools}]{more}}}}}"#)
}

const A: &str = r#"{"name":"a","inputSchema":{"type":"object"}}"#;
const B: &str = r#"{"name":"b","inputSchema":{"type":"object"}}"#;

/// Starts a server that initializes a session and uses `list` for the tools.
fn listing(list: impl Fn(&str) -> Vec<u8> + Send + Sync + 'static, open: bool) -> (String, Requests) {
    let answer = move |request: &str| match request {
        _ if request.contains("\"initialize\"") => json(GREETING),
        _ if request.contains("tools/list") => list(request),
        _ => ACCEPTED.to_vec(),
    };
    serve(answer, move |request| open && request.contains("tools/list"))
}

fn lock(folder: &Path, url: &str, more: &[&str]) -> (i32, String, String) {
    lock_within("60", folder, url, more)
}

/// The same with a timeout in seconds. A short one is for servers that never answer, because the machine may be busy.
fn lock_within(seconds: &str, folder: &Path, url: &str, more: &[&str]) -> (i32, String, String) {
    run(folder, &[&["lock", "--url", url, "--timeout", seconds], more].concat())
}

#[test]
fn a_server_that_listens_is_asked_for_all_pages() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "token", "secret\n");
    let list = |request: &str| {
        if request.contains("\"cursor\":\"2\"") {
            return json(&tools(3, B, ""));
        }
        let page = tools(2, A, r#","nextCursor":"2""#);
        let (first, second) = page.split_at(page.find("\"result\"").unwrap());
        let ping = r#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#;
        events(&format!(
            ": hello\n\nid: 1\ndata:\n\ndata: {ping}\n\nevent: message\r\ndata: {first}\r\ndata: {second}\r\n\r\n"
        ))
    };
    // The stream stays open after the answer, so the client must not wait for its end.
    let (url, requests) = listing(list, true);
    let (code, out, err) = lock(folder, &url, &["--token-file", "token"]);
    assert_eq!((code, out.as_str()), (0, "wrote operations.lock.json: 2 operations\n"), "{err}");
    let requests = requests.lock().unwrap();
    assert!(requests.iter().all(|request| request.contains("\r\nAuthorization: Bearer secret\r\n")), "{requests:?}");
    let with = |text: &str| requests.iter().filter(|request| request.contains(text)).count();
    assert_eq!(
        with(r#"{"id":"p","jsonrpc":"2.0","result":{}}"#) + with(r#"{"jsonrpc":"2.0","id":"p","result":{}}"#),
        1
    );
    // All requests after the first have the version of the server, and all after the session id have that id.
    assert_eq!(
        (with("MCP-Protocol-Version: 2025-03-26"), with("MCP-Protocol-Version")),
        (requests.len() - 1, requests.len() - 1)
    );
    assert_eq!((with("Mcp-Session-Id: s1"), with("DELETE /mcp HTTP/1.1")), (3, 1), "{requests:?}");
}

#[test]
fn a_listening_server_that_misbehaves_is_an_error_with_a_code() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let raw = |text: &str| text.as_bytes().to_vec();
    let kind = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
    let flood = [kind.as_bytes(), b"\r\n", &vec![b' '; 65 << 20]].concat();
    let long = format!("{kind}X: {}\r\n\r\n{{}}", "x".repeat(65 << 10));
    let cases: Vec<(&str, Vec<u8>, bool, &str)> = vec![
        ("hangs", raw(""), true, "SERVER_LATE"),
        ("hangs in its answer", raw(&format!("{kind}Content-Length: 9\r\n\r\n{{")), true, "SERVER_LATE"),
        ("hangs in events", events("data: {\"jsonrpc\":\"2.0\",\"method\":\"n\"}\n\n: wait\n"), true, "SERVER_LATE"),
        ("ends", raw(""), false, "SERVER_ENDED"),
        ("cuts its answer", raw(&format!("{kind}Content-Length: 900\r\n\r\n{{\"id\":")), false, "SERVER_ENDED"),
        ("cuts its events", events("data: {\"id\":2"), false, "SERVER_ENDED"),
        ("accepts only", ACCEPTED.to_vec(), false, "SERVER_ENDED"),
        ("floods", flood, false, "SERVER_FLOOD"),
        ("has a long header", raw(&long), false, "SERVER_PROTOCOL"),
        ("is no HTTP", raw("SSH-2.0-x\r\n"), false, "SERVER_PROTOCOL"),
        ("has a wrong length", raw(&format!("{kind}Content-Length: -1\r\n\r\n{{}}")), false, "SERVER_PROTOCOL"),
        (
            "has a wrong chunk",
            raw(&format!("{kind}Transfer-Encoding: chunked\r\n\r\nzz\r\n")),
            false,
            "SERVER_PROTOCOL",
        ),
        ("compresses", raw(&format!("{kind}Transfer-Encoding: gzip\r\n\r\n")), false, "SERVER_PROTOCOL"),
        ("sends elsewhere", raw("HTTP/1.1 302 Found\r\nLocation: http://192.0.2.1/\r\n\r\n"), false, "SERVER_PROTOCOL"),
        ("wants a token", raw("HTTP/1.1 401 Unauthorized\r\n\r\n"), false, "--token-file"),
        ("prints", json("hello"), false, "SERVER_PROTOCOL"),
        ("answers another", json(r#"{"jsonrpc":"2.0","id":9,"result":{}}"#), false, "SERVER_PROTOCOL"),
        ("repeats a cursor", json(&tools(2, "", r#","nextCursor":1"#)), false, "SERVER_PROTOCOL"),
        ("repeats a name", json(&tools(2, &format!("{A},{A}"), "")), false, "SAME_NAME_TWICE"),
        ("has no schema", json(&tools(2, r#"{"name":"a","inputSchema":{"type":"x"}}"#, "")), false, "INVALID_SCHEMA"),
    ];
    for (what, answer, open, code) in cases {
        let (url, _) = listing(move |_| answer.clone(), open);
        let seconds = if code == "SERVER_LATE" { "2" } else { "60" };
        let (exit, out, err) = lock_within(seconds, folder, &url, &[]);
        assert!(exit == 1 && out.contains(code), "{what}: {exit} {out}{err}");
        assert!(!folder.join("operations.lock.json").exists(), "{what}");
    }
    // Pages without end, each with the id of its request.
    for (is_same, code) in [(true, "CURSOR_REPEATED"), (false, "TOO_MANY_PAGES")] {
        let endless = move |request: &str| {
            let body = request.rsplit("\r\n\r\n").next().unwrap_or_default();
            let asked: serde_json::Value = serde_json::from_str(body).unwrap();
            let cursor = if is_same { "again".to_owned() } else { asked["id"].to_string() };
            let result = serde_json::json!({ "tools": [], "nextCursor": cursor });
            json(&serde_json::json!({ "jsonrpc": "2.0", "id": asked["id"], "result": result }).to_string())
        };
        let (url, _) = listing(endless, false);
        let (exit, out, err) = run(folder, &["lock", "--url", &url, "--timeout", "60"]);
        assert!(exit == 1 && out.contains(code), "{code}: {exit} {out}{err}");
    }
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let (exit, out, _) = lock(folder, &format!("http://{free}/mcp"), &[]);
    assert!(exit == 1 && out.contains("SERVER_NOT_STARTED"), "{out}");
    write(folder, "token", "two words");
    for wrong in [
        vec!["--url", "http://192.0.2.1/mcp"],
        vec!["--url", "https://127.0.0.1/mcp"],
        vec!["--url", "http://127.0.0.1:1/", "--command", "true"],
        vec!["--url", "http://127.0.0.1:1/", "tools.json"],
        vec!["--url", "http://127.0.0.1:1/", "--token-file", "token"],
        vec!["--url", "http://127.0.0.1:1/", "--token-file", "absent"],
        vec!["--token-file", "token"],
    ] {
        assert_eq!(run(folder, &[&["lock"], wrong.as_slice()].concat()).0, 2, "{wrong:?}");
    }
}

/// Our server lists the same tools over HTTP and over standard output.
#[test]
fn our_own_server_offers_the_same_over_http() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let program = env!("CARGO_BIN_EXE_planwright");
    let (code, out, err) = run(folder, &["lock", "--command", &format!("{program} mcp")]);
    assert_eq!(code, 0, "{out}{err}");
    let mut command = Command::new(program);
    command.args(["mcp", "--http", "127.0.0.1:0", "--token-file", "token"]).current_dir(folder);
    let mut child = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut said = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut said).unwrap();
    let url = said.trim_start_matches("listening at ").split(';').next().unwrap_or_default();
    let asked = lock(folder, url, &["--check", "--token-file", "token"]);
    let refused = lock(folder, url, &["--check"]);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(asked.0 == 0 && asked.1.contains(" 0 broken, 0 undecided"), "{asked:?}");
    assert!(refused.0 == 1 && refused.1.contains("status 401"), "{refused:?}");
}
