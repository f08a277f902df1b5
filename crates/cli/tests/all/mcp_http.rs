//! Tests the MCP server over HTTP, byte by byte: authorization, limits, and answers to invalid messages.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

const TOKEN: &str = "0123456789abcdef0123456789abcdef";

pub(crate) struct HttpServer {
    child: Child,
    address: String,
    _folder: TempDir,
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn mcp(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_planwright"));
    command.arg("mcp").args(arguments).current_dir(folder).stdin(Stdio::null()).stderr(Stdio::piped());
    command
}

impl HttpServer {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("token");
        fs::write(&file, format!("{TOKEN}\n")).unwrap();
        private(&file);
        let mut command = mcp(folder.path(), &["--http", "127.0.0.1:0", "--token-file", "token"]);
        let mut child = command.args(arguments).spawn().unwrap();
        let mut said = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut said).unwrap();
        let address = said.split("http://").nth(1).and_then(|rest| rest.split("/mcp;").next());
        let address = address.unwrap_or_else(|| panic!("{said}")).to_owned();
        Self { child, address, _folder: folder }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    }

    /// Returns status and body of the response to one request.
    fn ask(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> (u16, String) {
        let (status, _, text) = self.exchange(method, path, headers, body);
        (status, text)
    }

    /// Returns status, headers and body of the response to one request.
    fn exchange(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> (u16, String, String) {
        let mut stream = self.connect();
        let head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
        let types = "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n";
        stream.write_all(format!("{head}{types}{headers}\r\n").as_bytes()).unwrap();
        // A server that rejects a request may not read all of it.
        let _ = stream.write_all(body);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.get(9..12).and_then(|status| status.parse().ok());
        let (head, text) = answer.split_once("\r\n\r\n").unwrap_or_default();
        (status.unwrap_or_else(|| panic!("{answer:?}")), head.to_owned(), text.to_owned())
    }

    fn host(&self) -> String {
        format!("Host: {}\r\n", self.address)
    }

    fn post(&self, more: &str, body: &[u8]) -> (u16, String) {
        let headers = format!("{}Authorization: Bearer {TOKEN}\r\n{more}", self.host());
        self.ask("POST", "/mcp", &headers, body)
    }

    /// Begins a session, and returns the header that names it.
    pub(crate) fn session(&self) -> String {
        let headers = format!("{}Authorization: Bearer {TOKEN}\r\n", self.host());
        let (status, head, text) = self.exchange("POST", "/mcp", &headers, &initialize());
        assert_eq!(status, 200, "{text}");
        let named = head.lines().find(|line| line.to_ascii_lowercase().starts_with("mcp-session-id:"));
        let session = format!("{}\r\n", named.unwrap_or_else(|| panic!("{head}")));
        let begun = json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string();
        assert_eq!(self.post(&session, begun.as_bytes()).0, 202);
        session
    }

    /// Calls a tool, and returns the result. `session` is a header, or empty for a separate request.
    pub(crate) fn call(&self, session: &str, tool: &str, arguments: &Value) -> Value {
        let params = json!({"name": tool, "arguments": arguments});
        let request = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).to_string();
        let (_, text) = self.post(session, request.as_bytes());
        let event = text.lines().find_map(|line| line.strip_prefix("data: {").or_else(|| line.strip_prefix('{')));
        let event = format!("{{{}", event.unwrap_or_else(|| panic!("{text}")));
        let answer: Value = serde_json::from_str(&event).unwrap_or_else(|error| panic!("{error}: {text}"));
        answer["result"].clone()
    }
}

fn private(file: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(file, fs::Permissions::from_mode(0o600)).unwrap();
    }
}

fn initialize() -> Vec<u8> {
    let params =
        json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}).to_string().into_bytes()
}

#[test]
fn only_who_has_the_token_is_let_in() {
    let server = HttpServer::start(&["--allow-origin", "http://localhost:6274"]);
    let (host, begin) = (server.host(), initialize());
    let right = format!("{host}Authorization: Bearer {TOKEN}\r\n");
    for (path, headers, wanted) in [
        ("/mcp", right.clone(), 200),
        ("/mcp", format!("{host}authorization: bearer {TOKEN}\r\n"), 200),
        ("/mcp", format!("{right}Origin: http://localhost:6274\r\n"), 200),
        ("/mcp", host.clone(), 401),
        ("/mcp", format!("{host}Authorization: Bearer {}\r\n", TOKEN.replace('0', "1")), 401),
        ("/mcp", format!("{host}Authorization: Bearer {}\r\n", &TOKEN[1..]), 401),
        ("/mcp", format!("{host}Authorization: Bearer {TOKEN}0\r\n"), 401),
        ("/mcp", format!("{host}Authorization: Bearer\r\n"), 401),
        ("/mcp", format!("{host}Authorization: Basic {TOKEN}\r\n"), 401),
        ("/mcp", format!("{right}Authorization: Bearer {TOKEN}\r\n"), 401),
        ("/mcp?token=0", host.clone(), 401),
        ("/", right.clone(), 404),
        ("/mcp/../etc/passwd", right.clone(), 404),
        ("/mcp", format!("{right}Origin: http://evil.example\r\n"), 403),
        ("/mcp", format!("{right}Origin: null\r\n"), 403),
        ("/mcp", format!("{right}Origin: http://localhost:6275\r\n"), 403),
        ("/mcp", format!("{right}Origin: http://localhost:6274.evil.example\r\n"), 403),
        ("/mcp", format!("{right}Origin: http://localhost:6274\r\nOrigin: http://evil.example\r\n"), 403),
        // Name of a page that resolves to this machine.
        ("/mcp", format!("Host: evil.example\r\nAuthorization: Bearer {TOKEN}\r\n"), 403),
        ("/mcp", format!("Host: evil.example\r\n{right}"), 400),
        ("/mcp", format!("{right}{host}"), 400),
        ("/mcp", format!("Host: user@localhost\r\nAuthorization: Bearer {TOKEN}\r\n"), 400),
        ("/mcp", format!("Authorization: Bearer {TOKEN}\r\n"), 400),
        ("http://evil.example/mcp", right.clone(), 403),
        ("http://localhost/mcp", right.clone(), 200),
    ] {
        let (status, text) = server.ask("POST", path, &headers, &begin);
        assert_eq!(status, wanted, "{path} {headers}: {text}");
        assert_eq!(text.contains("serverInfo"), wanted == 200, "{headers}: {text}");
    }
    for method in ["OPTIONS", "PUT", "TRACE"] {
        assert_eq!(server.ask(method, "/mcp", &right, b"").0, 405, "{method}");
        assert_eq!(server.ask(method, "/mcp", &host, b"").0, 401, "{method}");
    }
}

#[test]
fn a_body_that_is_no_message_is_answered_with_its_id() {
    let server = HttpServer::start(&[]);
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    for (body, code, id) in [
        (r#"{"jsonrpc":"2.0","id":"s","method":"ping","params":{"a":"\ud800"}}"#.to_owned(), -32700, json!("s")),
        (format!(r#"{{"jsonrpc":"2.0","method":"ping","params":{deep},"id":3}}"#), -32700, json!(3)),
        (r#"{"jsonrpc":"2.0","id":6,"method":"ping","params":NaN}"#.to_owned(), -32700, json!(6)),
        (r#"{"id":1,"method":"ping"}"#.to_owned(), -32600, json!(1)),
        (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#.to_owned(), -32600, Value::Null),
        ("garbage".to_owned(), -32700, Value::Null),
        (String::new(), -32600, Value::Null),
    ] {
        let (status, text) = server.post("", body.as_bytes());
        let answer: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!((status, &answer["error"]["code"], &answer["id"]), (400, &json!(code), &id), "{body:.60}: {text}");
    }
    let (status, text) = server.post("", format!(r#"{{"id":4,"a":"{}"}}"#, "x".repeat(9 << 20)).as_bytes());
    assert!(status == 413 && text.contains("-32600"), "{status} {text}");
    assert_eq!(server.post("Mcp-Session-Id: none\r\n", &initialize()).0, 404);
}

#[test]
fn a_client_that_is_slow_is_not_waited_for() {
    let server = HttpServer::start(&["--http-timeout", "1"]);
    let head = format!(
        "POST /mcp HTTP/1.1\r\n{}Authorization: Bearer {TOKEN}\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nContent-Length: 100\r\n",
        server.host()
    );
    for part in ["", "POST", &head, &format!("{head}\r\n{{")] {
        let mut stream = server.connect();
        stream.write_all(part.as_bytes()).unwrap();
        let since = Instant::now();
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        assert!(since.elapsed() < Duration::from_secs(10), "{part:?}");
        assert_eq!(
            answer.starts_with("HTTP/1.1 408"),
            part.ends_with('{') || answer.contains("408"),
            "{part:?} {answer}"
        );
    }
    // More connections than the limit have to wait. Idle ones are closed.
    let idle: Vec<TcpStream> = (0..200).map(|_| server.connect()).collect();
    assert_eq!(server.post("", &initialize()).0, 200);
    drop(idle);
}

/// The response arrives while the body is still missing.
#[test]
fn a_request_is_refused_before_its_body_is_read() {
    let server = HttpServer::start(&[]);
    let (host, token) = (server.host(), format!("Authorization: Bearer {TOKEN}\r\n"));
    for (headers, wanted) in [
        (format!("Host: evil.example\r\n{token}"), "403"),
        (format!("{host}{host}{token}"), "400"),
        (format!("{host}{token}Origin: http://evil.example\r\n"), "403"),
        (host.clone(), "401"),
        // Control: the server waits for this body.
        (format!("{host}{token}"), ""),
    ] {
        let mut stream = server.connect();
        let types = "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n";
        let head = format!("POST /mcp HTTP/1.1\r\n{headers}{types}Content-Length: 1000\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        let time = if wanted.is_empty() { Duration::from_secs(2) } else { Duration::from_secs(20) };
        stream.set_read_timeout(Some(time)).unwrap();
        let mut answer = [0; 12];
        let read = stream.read_exact(&mut answer).map(|()| String::from_utf8_lossy(&answer[9..]).into_owned());
        assert_eq!(read.unwrap_or_default(), wanted, "{headers}");
    }
}

/// Sends requests without end and reads no response, until the server closes the connection or accepts no more.
fn flood(server: &HttpServer, request: &str) -> TcpStream {
    let mut stream = server.connect();
    stream.set_write_timeout(Some(Duration::from_millis(500))).unwrap();
    let requests = request.repeat(1 + (64 << 10) / request.len());
    while stream.write_all(requests.as_bytes()).is_ok() {}
    stream
}

#[test]
fn a_client_that_does_not_read_keeps_nobody_out() {
    let server = HttpServer::start(&["--http-timeout", "1"]);
    let strangers: Vec<TcpStream> = (0..140).map(|_| flood(&server, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")).collect();
    assert_eq!(server.post("", &initialize()).0, 200);
    // An authorized connection is closed after it has not read for the maximum time.
    let request = format!("GET /none HTTP/1.1\r\n{}Authorization: Bearer {TOKEN}\r\n\r\n", server.host());
    let mut known = flood(&server, &request);
    std::thread::sleep(Duration::from_secs(3));
    let closed =
        (0..100).any(|_| known.write_all(request.repeat(1000).as_bytes()).is_err_and(|error| is_closed(&error)));
    assert!(closed, "the connection is still open");
    drop(strangers);
}

fn is_closed(error: &std::io::Error) -> bool {
    matches!(error.kind(), std::io::ErrorKind::BrokenPipe | std::io::ErrorKind::ConnectionReset)
}

#[test]
fn sessions_are_bounded() {
    let server = HttpServer::start(&[]);
    let begun: Vec<u16> = (0..140).map(|_| server.post("", &initialize()).0).collect();
    assert_eq!(begun.iter().filter(|status| **status == 200).count(), 128);
    assert_eq!(begun.last(), Some(&503));
}

#[test]
fn other_addresses_and_open_tokens_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let output = mcp(folder.path(), arguments).stdout(Stdio::piped()).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    for address in ["0.0.0.0:0", "[::]:0", "192.0.2.1:80", "localhost:80", "127.0.0.1"] {
        let (code, said) = run(&["--http", address, "--token-file", "new"]);
        assert!(code == Some(2) && said.contains("--http"), "{address}: {said}");
    }
    assert!(!folder.path().join("new").exists());
    assert_eq!(run(&["--http", "127.0.0.1:0"]).0, Some(2), "without a token");
    fs::write(folder.path().join("short"), "secret").unwrap();
    private(&folder.path().join("short"));
    let (code, said) = run(&["--http", "127.0.0.1:0", "--token-file", "short"]);
    assert!(code == Some(2) && said.contains("32 characters"), "{said}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let open = folder.path().join("open");
        fs::write(&open, TOKEN).unwrap();
        fs::set_permissions(&open, fs::Permissions::from_mode(0o644)).unwrap();
        let (code, said) = run(&["--http", "127.0.0.1:0", "--token-file", "open"]);
        assert!(code == Some(2) && said.contains("chmod 600"), "{said}");
        // Only the owner can read a new token, and all tokens are different.
        for name in ["one", "other"] {
            let mut command = mcp(folder.path(), &["--http", "127.0.0.1:0", "--token-file", name]);
            let mut child = command.spawn().unwrap();
            BufReader::new(child.stderr.take().unwrap()).read_line(&mut String::new()).unwrap();
            child.kill().unwrap();
            child.wait().unwrap();
            let mode = fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        let token = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(token("one").trim().len() == 64 && token("one") != token("other"));
    }
}
