//! Serves the tools over HTTP on the loopback interface, as Streamable HTTP.
//!
//! The SDK manages sessions and streams. This module protects it: it authenticates clients, applies limits on size and
//! time, and answers invalid messages.

mod admission;
mod host;
mod stream;
mod token;

use std::convert::Infallible;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use rmcp::transport::streamable_http_server::session::local::{LocalSessionManager, SessionConfig};
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::Value;
use tokio::net::TcpListener;

use super::id_scanner::IdScanner;
use super::message::{INVALID_REQUEST, MAX_MESSAGE_BYTES, error, message};
use super::server::Server;
use admission::{Admission, Connection};
use planwright_project::exit::{Failure, Outcome};
use planwright_project::terminal::printable_path;
use stream::DeadlineStream;
use token::BearerToken;

/// Path of the endpoint.
const PATH: &str = "/mcp";
/// Maximum number of sessions.
const MAX_SESSIONS: usize = 128;
/// Time after which an unused session is closed.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30 * 60);
/// Maximum size of a request header.
const MAX_HEADER_BYTES: usize = 64 << 10;

/// Options for serving over HTTP.
#[derive(Clone, Debug, clap::Args)]
pub struct HttpArgs {
    /// Serve Streamable HTTP at this loopback address, such as 127.0.0.1:8931, instead of standard input and output.
    /// Each client sees only the drafts that it created, and those whose id it passes.
    #[arg(long, value_name = "ADDRESS:PORT", requires = "token_file", value_parser = loopback)]
    pub http: Option<SocketAddr>,
    /// File with the token that clients of --http must send (Authorization: Bearer TOKEN). If the file does not
    /// exist, it is created with a new token and is readable only by its owner.
    #[arg(long, value_name = "FILE", requires = "http")]
    pub token_file: Option<PathBuf>,
    /// Origin of a web page that may connect, such as <http://localhost:6274>. Can be repeated. Without it, requests
    /// from web pages are rejected.
    #[arg(long, value_name = "ORIGIN", requires = "http")]
    pub allow_origin: Vec<String>,
    /// Timeout in seconds for a client of --http. It applies to sending the header, to sending the body, and to each
    /// pause while reading a response.
    #[arg(long, value_name = "SECONDS", requires = "http", default_value = "30")]
    pub http_timeout: NonZeroU32,
}

fn loopback(text: &str) -> Result<SocketAddr, String> {
    let address: SocketAddr =
        text.parse().map_err(|_| "expected an address and a port, such as 127.0.0.1:8931".to_owned())?;
    if address.ip().is_loopback() {
        Ok(address)
    } else {
        Err("expected a loopback address: 127.0.0.1 or [::1]".to_owned())
    }
}

type HttpAnswer = Response<BoxBody<Bytes, Infallible>>;
type McpService = StreamableHttpService<Server, LocalSessionManager>;

/// State that all connections share.
struct HttpGate {
    token: BearerToken,
    origins: Vec<String>,
    /// Time that a client has to send a header or a body, or to continue reading. The header of the next request on a
    /// connection counts, too.
    time: Duration,
    service: McpService,
    sessions: Arc<LocalSessionManager>,
}

/// Serves until the process ends.
pub(super) fn run(server: Server, address: SocketAddr, args: &HttpArgs) -> Result<Outcome, Failure> {
    let file = args.token_file.as_deref().unwrap_or(Path::new(""));
    let token =
        BearerToken::load_or_create(file).map_err(|error| Failure::one(format!("{}: {error}", file.display())))?;
    let sessions = Arc::new(manager());
    let config =
        StreamableHttpServerConfig::default().with_max_request_body_bytes(MAX_MESSAGE_BYTES).with_sse_retry(None);
    // `host` validates the host before a body is read.
    let config = config.disable_allowed_hosts();
    let service = StreamableHttpService::new(move || Ok(server.for_client()), Arc::clone(&sessions), config);
    let time = Duration::from_secs(args.http_timeout.get().into());
    let gate = Arc::new(HttpGate { token, origins: args.allow_origin.clone(), time, service, sessions });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind(address).await.map_err(|error| Failure::one(format!("{address}: {error}")))?;
        planwright_project::errln!(
            "listening at http://{}{PATH}; the token is in {}",
            listener.local_addr()?,
            printable_path(file)
        );
        accept(&listener, &gate).await
    })
}

fn manager() -> LocalSessionManager {
    let mut config = SessionConfig::default();
    config.keep_alive = Some(IDLE_TIMEOUT);
    config.sse_retry = None;
    // Sent results are not kept. A client that lost one repeats its call.
    config.completed_cache_ttl = Duration::ZERO;
    let mut manager = LocalSessionManager::default();
    manager.session_config = config;
    manager
}

async fn accept(listener: &TcpListener, gate: &Arc<HttpGate>) -> Result<Outcome, Failure> {
    let admission = Arc::new(Admission::new());
    let mut id = 0;
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // The client has closed the connection, or no file descriptor is free at the moment.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        // A response is written in parts. Without this option the kernel would delay them.
        let _ = stream.set_nodelay(true);
        let gate = Arc::clone(gate);
        id += 1;
        let connection = Arc::new(Connection::new(id, Arc::clone(&admission)));
        let task = tokio::spawn(async move {
            let answer = service_fn(|request| {
                let (gate, connection) = (Arc::clone(&gate), Arc::clone(&connection));
                async move { Ok::<_, Infallible>(gate.answer(request, &connection).await) }
            });
            let mut builder = hyper::server::conn::http1::Builder::new();
            builder.timer(TokioTimer::new()).header_read_timeout(gate.time).max_buf_size(MAX_HEADER_BYTES);
            let stream = TokioIo::new(DeadlineStream::new(stream, gate.time));
            // Errors of a connection, such as a client that disconnects or does not send HTTP, do not affect the
            // server.
            let _ = builder.serve_connection(stream, answer).await;
        });
        admission.add(id, task.abort_handle());
    }
}

impl HttpGate {
    async fn answer(&self, request: Request<Incoming>, connection: &Connection) -> HttpAnswer {
        if let Some(mut refused) = self.refusal(&request) {
            // Without this header, later requests on the same connection would still be read and answered.
            refused.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
            return refused;
        }
        if !connection.authorize() {
            return plain(StatusCode::SERVICE_UNAVAILABLE, "too many connections; close one");
        }
        if request.uri().path() != PATH {
            return plain(StatusCode::NOT_FOUND, format!("not found; use {PATH}"));
        }
        let (parts, body) = request.into_parts();
        let read = tokio::time::timeout(self.time, Limited::new(body, MAX_MESSAGE_BYTES).collect()).await;
        let body = match read {
            Ok(Ok(body)) => body.to_bytes(),
            Ok(Err(cause)) if cause.is::<http_body_util::LengthLimitError>() => {
                let reason = format!("Invalid Request: the message is longer than {MAX_MESSAGE_BYTES} bytes");
                return json(StatusCode::PAYLOAD_TOO_LARGE, &error(INVALID_REQUEST, &reason, &Value::Null));
            }
            Ok(Err(_)) => return plain(StatusCode::BAD_REQUEST, "the body could not be read"),
            Err(_) => return plain(StatusCode::REQUEST_TIMEOUT, "the body was not received in time"),
        };
        if parts.method == Method::POST {
            match message(&body, &mut true) {
                Ok(_) => {}
                Err(Some(reply)) if reply.get("result").is_some() => return json(StatusCode::OK, &reply),
                Err(Some(reply)) => return json(StatusCode::BAD_REQUEST, &reply),
                Err(None) => {
                    let id = IdScanner::id_of(&body);
                    let reply = error(INVALID_REQUEST, "Invalid Request: there is no message", &id);
                    return json(StatusCode::BAD_REQUEST, &reply);
                }
            }
            let begins = !parts.headers.contains_key("mcp-session-id");
            if begins && self.sessions.sessions.read().await.len() >= MAX_SESSIONS {
                let reason = format!(
                    "the limit of {MAX_SESSIONS} sessions is reached; end one, or wait until an idle one is closed"
                );
                return plain(StatusCode::SERVICE_UNAVAILABLE, reason);
            }
        }
        self.service.handle(Request::from_parts(parts, Full::new(body))).await
    }

    /// Returns the response to a request that is not allowed. The body is not read before this check.
    fn refusal(&self, request: &Request<Incoming>) -> Option<HttpAnswer> {
        if let Err(refusal) = host::validate(request.uri(), request.headers()) {
            let (status, text) = refusal.answer();
            return Some(plain(status, text));
        }
        let is_known = |origin: &HeaderValue| {
            self.origins.iter().any(|allowed| origin.as_bytes().eq_ignore_ascii_case(allowed.as_bytes()))
        };
        if !request.headers().get_all(header::ORIGIN).iter().all(is_known) {
            return Some(plain(StatusCode::FORBIDDEN, "this origin is not allowed (--allow-origin)"));
        }
        if !bearer(request.headers()).is_some_and(|token| self.token.matches(token)) {
            let mut refused = plain(StatusCode::UNAUTHORIZED, "send the token: Authorization: Bearer TOKEN");
            refused.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            return Some(refused);
        }
        None
    }
}

/// Returns the token of a request, or `None` if there is no token or more than one.
fn bearer(headers: &HeaderMap) -> Option<&[u8]> {
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let (scheme, token) = values.next()?.as_bytes().split_at_checked(7)?;
    (values.next().is_none() && scheme.eq_ignore_ascii_case(b"Bearer ")).then_some(token.trim_ascii())
}

fn plain(status: StatusCode, text: impl Into<String>) -> HttpAnswer {
    answer(status, "text/plain; charset=utf-8", text.into())
}

fn json(status: StatusCode, value: &Value) -> HttpAnswer {
    answer(status, "application/json", value.to_string())
}

fn answer(status: StatusCode, media_type: &'static str, text: String) -> HttpAnswer {
    let mut answer = Response::new(Full::new(Bytes::from(text)).boxed());
    *answer.status_mut() = status;
    answer.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    answer
}
