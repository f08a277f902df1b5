//! Reads the tools of a running MCP server over Streamable HTTP, on the loopback interface only.
//!
//! Each message is a request on a separate connection. Redirects are not followed, and no proxy is used. One deadline
//! and one byte limit apply to everything that is read.

mod connection;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::str::FromStr;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::server::{
    self, MAX_BYTES, PROTOCOL, Problem, SERVER_ENDED, SERVER_NOT_STARTED, SERVER_PROTOCOL, ServerContent, Transport,
};
use connection::{AnswerStream, ConnectionFault};

/// Longest accepted URL.
const MAX_URL: usize = 2048;
/// Longest protocol version that is sent back to the server.
const MAX_VERSION: usize = 64;
/// Time for the request that ends the session.
const SESSION_END_TIMEOUT: Duration = Duration::from_secs(1);

/// Address of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpPlace {
    /// Addresses to try, in this order.
    addresses: Vec<SocketAddr>,
    /// Host and port as they are written.
    host: String,
    path: String,
}

impl FromStr for HttpPlace {
    type Err = String;

    fn from_str(url: &str) -> Result<Self, String> {
        let Some(rest) = url.strip_prefix("http://") else {
            return Err("expected http://, an address and a path, such as http://127.0.0.1:8931/mcp".to_owned());
        };
        if url.len() > MAX_URL || !url.bytes().all(|byte| byte.is_ascii_graphic()) || url.contains('#') {
            return Err(format!("expected at most {MAX_URL} printable ASCII characters and no fragment"));
        }
        let end = rest.find(['/', '?']).unwrap_or(rest.len());
        let (host, path) = rest.split_at(end);
        let path = if path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
        let addresses = addresses(host).ok_or("expected an address and a port, such as 127.0.0.1:8931")?;
        if addresses.iter().all(|address| address.ip().is_loopback()) {
            Ok(Self { addresses, host: host.to_owned(), path })
        } else {
            Err("expected a loopback address: 127.0.0.1, [::1] or localhost".to_owned())
        }
    }
}

fn addresses(host: &str) -> Option<Vec<SocketAddr>> {
    if let Some(port) = host.strip_prefix("localhost") {
        let port = if port.is_empty() { 80 } else { port.strip_prefix(':')?.parse().ok()? };
        let both: [IpAddr; 2] = [Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()];
        return Some(both.map(|ip| SocketAddr::new(ip, port)).to_vec());
    }
    let ip = || host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().ok();
    host.parse().ok().or_else(|| Some(SocketAddr::new(ip()?, 80))).map(|address| vec![address])
}

/// Returns what a server offers, all pages. The session is ended even if this fails.
pub(super) fn content(place: &HttpPlace, token: Option<&str>, time: Duration) -> Result<ServerContent, Problem> {
    let deadline = Instant::now() + time;
    let left = MAX_BYTES;
    let mut server = ListeningServer { place, token, time, deadline, left, session: None, version: None, answer: None };
    let listed = server::list(&mut server);
    server.end_session();
    listed
}

struct ListeningServer<'a> {
    place: &'a HttpPlace,
    token: Option<&'a str>,
    time: Duration,
    deadline: Instant,
    /// Number of bytes that may still be read.
    left: usize,
    /// Session id from the server.
    session: Option<String>,
    /// Protocol version that the server chose.
    version: Option<String>,
    /// Response to the last request.
    answer: Option<AnswerStream>,
}

impl Transport for ListeningServer<'_> {
    fn send(&mut self, message: &Value) -> Result<(), Problem> {
        let body = message.to_string();
        let method = message.get("method").and_then(Value::as_str).unwrap_or("an answer");
        let is_request = message.get("method").is_some() && message.get("id").is_some();
        let mut answer =
            self.send_request("POST", &body, self.deadline).map_err(|fault| self.problem(fault, method))?;
        if !(200..300).contains(&answer.status) {
            let help = match answer.status {
                401 | 403 => "give the token of the server with --token-file",
                404 | 405 => "check the path of Streamable HTTP, which is often /mcp",
                300..=399 => "redirects are not followed; use the final address",
                _ => "fix the server, or use a file with the result of `tools/list`",
            };
            let said = format!("the server answered {method} with status {}", answer.status);
            return Err(server::problem(SERVER_PROTOCOL, said, help));
        }
        if is_request {
            if let Some(session) = answer.session.take() {
                self.session = Some(session);
            }
            self.answer = Some(answer);
        } else {
            self.left = answer.left();
        }
        Ok(())
    }

    fn set_version(&mut self, version: &str) {
        let is_version = version.len() <= MAX_VERSION && version.bytes().all(|byte| byte.is_ascii_graphic());
        self.version = Some(if is_version { version } else { PROTOCOL }.to_owned());
    }

    fn receive(&mut self, method: &str) -> Result<Value, Problem> {
        let Some(answer) = &mut self.answer else { return Err(self.problem(ConnectionFault::Ended, method)) };
        // Bytes that were read on other connections count, too.
        answer.limit_to(self.left);
        let message = answer.message();
        self.left = answer.left();
        let text = message.map_err(|fault| self.problem(fault, method))?;
        server::message(&text, "expected one message, or events with one message each")
    }
}

impl ListeningServer<'_> {
    fn send_request(&self, verb: &str, body: &str, deadline: Instant) -> Result<AnswerStream, ConnectionFault> {
        let HttpPlace { addresses, host, path } = self.place;
        let mut request = format!(
            "{verb} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\nContent-Length: {}\r\n",
            body.len()
        );
        let token = self.token.map(|token| format!("Bearer {token}"));
        let fields = [
            ("Authorization", token.as_deref()),
            ("Mcp-Session-Id", self.session.as_deref()),
            ("MCP-Protocol-Version", self.version.as_deref()),
        ];
        for (name, value) in fields {
            if let Some(value) = value {
                request = format!("{request}{name}: {value}\r\n");
            }
        }
        let request = format!("{request}\r\n{body}");
        AnswerStream::open(addresses, request.as_bytes(), deadline, self.left)
    }

    /// Ends the session. Errors are ignored, because a server does not have to support this.
    fn end_session(&mut self) {
        self.answer = None;
        if self.session.is_some() {
            let _ = self.send_request("DELETE", "", Instant::now() + SESSION_END_TIMEOUT);
        }
    }

    fn problem(&self, fault: ConnectionFault, method: &str) -> Problem {
        let host = &self.place.host;
        match fault {
            ConnectionFault::Refused(error) => {
                let help = "start the server, or correct its address and port";
                server::problem(SERVER_NOT_STARTED, format!("{host}: {error}"), help)
            }
            ConnectionFault::Ended => {
                let help = "check the log of the server";
                let message = format!("the connection closed before {method} was answered");
                server::problem(SERVER_ENDED, message, help)
            }
            ConnectionFault::Late => server::late(method, self.time),
            ConnectionFault::Flood => server::flood(),
            ConnectionFault::NotHttp(why) => {
                let message = format!("the answer to {method} is not valid HTTP: {why}");
                server::problem(SERVER_PROTOCOL, message, "use a server with HTTP without TLS")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_loopback_interface_is_asked() {
        let path = |url: &str| url.parse::<HttpPlace>().map(|place| (place.addresses.len(), place.path));
        assert_eq!(path("http://127.0.0.1:8931/mcp"), Ok((1, "/mcp".to_owned())));
        assert_eq!(path("http://[::1]:8931"), Ok((1, "/".to_owned())));
        assert_eq!(path("http://127.0.0.1?a=b"), Ok((1, "/?a=b".to_owned())));
        assert_eq!(path("http://localhost:80/x?y"), Ok((2, "/x?y".to_owned())));
        for url in [
            "https://127.0.0.1/mcp",
            "127.0.0.1:8931",
            "http://192.0.2.1:80/mcp",
            "http://0.0.0.0:80/",
            "http://localhost.example/",
            "http://localhost@192.0.2.1/",
            "http://user@127.0.0.1/",
            "http://127.0.0.1:99999/",
            "http://127.0.0.1/a b",
            "http://127.0.0.1/\r\nX: y",
            "http://127.0.0.1/#a",
            "http://example/",
            "http://",
        ] {
            assert!(path(url).is_err(), "{url}");
        }
        assert!(path(&format!("http://127.0.0.1/{}", "x".repeat(MAX_URL))).is_err());
    }
}
