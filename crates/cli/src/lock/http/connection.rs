//! One request of HTTP and the messages of its answer, which are read as they come: a server may leave a stream of events open
//! after the message that matters.

use std::io::{self, BufRead as _, BufReader, ErrorKind, Read};
use std::time::{Duration, Instant};

use ureq::http::{HeaderMap, Request};
use ureq::{Agent, AsSendBody, BodyReader, Error};

/// How large the header of an answer may be.
const HEADER_BYTES: usize = 64 << 10;
/// The longest name of a session that is sent back.
const MAX_SESSION: usize = 1024;

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum ConnectionFault {
    /// Nothing listens there.
    Refused(io::Error),
    /// It ended before all was there.
    Ended,
    /// The deadline has passed.
    Late,
    /// There is more than may be read.
    Flood,
    /// What came is no HTTP.
    NoHttp(String),
}

impl From<Error> for ConnectionFault {
    fn from(error: Error) -> Self {
        match error {
            Error::Timeout(_) => Self::Late,
            Error::Io(error) => match error.kind() {
                // What a read gives after its time depends on the system.
                ErrorKind::TimedOut | ErrorKind::WouldBlock => Self::Late,
                ErrorKind::FileTooLarge => Self::Flood,
                ErrorKind::UnexpectedEof
                | ErrorKind::ConnectionReset
                | ErrorKind::ConnectionAborted
                | ErrorKind::BrokenPipe => Self::Ended,
                _ => Self::Refused(error),
            },
            Error::ConnectionFailed => Self::Refused(ErrorKind::ConnectionRefused.into()),
            Error::LargeResponseHeader(..) => Self::NoHttp("its header is too large".to_owned()),
            error => Self::NoHttp(error.to_string()),
        }
    }
}

impl From<io::Error> for ConnectionFault {
    fn from(error: io::Error) -> Self {
        // An error of the client comes back out of the one that wraps it.
        Error::from(error).into()
    }
}

/// An answer of which the header was read.
pub(super) struct AnswerStream {
    pub status: u16,
    /// The session that the header names.
    pub session: Option<String>,
    is_events: bool,
    is_read: bool,
    body: BufReader<BoundedBody>,
}

impl AnswerStream {
    /// Sends a request, and reads the header of its answer.
    pub(super) fn open(
        request: Request<impl AsSendBody>,
        deadline: Instant,
        left: usize,
    ) -> Result<Self, ConnectionFault> {
        let time = deadline.saturating_duration_since(Instant::now());
        if time.is_zero() {
            return Err(ConnectionFault::Late);
        }
        let answer = agent(time).run(request)?;
        let field = |name: &str| field(answer.headers(), name);
        if field("transfer-encoding").is_some_and(|encoding| !encoding.eq_ignore_ascii_case("chunked")) {
            return Err(ConnectionFault::NoHttp("its transfer encoding is unknown".to_owned()));
        }
        let is_session = |text: &&str| text.len() <= MAX_SESSION && text.bytes().all(|byte| byte.is_ascii_graphic());
        Ok(Self {
            status: answer.status().as_u16(),
            session: field("mcp-session-id").filter(is_session).map(str::to_owned),
            is_events: field("content-type")
                .is_some_and(|kind| kind.to_ascii_lowercase().starts_with("text/event-stream")),
            is_read: false,
            body: BufReader::new(BoundedBody { body: answer.into_body().into_reader(), left }),
        })
    }

    /// How many bytes may still be read, here or elsewhere.
    pub(super) fn left(&self) -> usize {
        self.body.get_ref().left
    }

    /// Takes away what was read elsewhere.
    pub(super) fn spend_to(&mut self, left: usize) {
        let own = &mut self.body.get_mut().left;
        *own = left.min(*own);
    }

    /// The text of the next message.
    pub(super) fn message(&mut self) -> Result<Vec<u8>, ConnectionFault> {
        if self.is_events {
            return self.event();
        }
        let mut text = Vec::new();
        // One message is all that there is.
        if std::mem::replace(&mut self.is_read, true) {
            return Err(ConnectionFault::Ended);
        }
        self.body.read_to_end(&mut text)?;
        if text.trim_ascii().is_empty() { Err(ConnectionFault::Ended) } else { Ok(text) }
    }

    /// The data of the next event that has any. An event that the end of the stream cuts is none.
    fn event(&mut self) -> Result<Vec<u8>, ConnectionFault> {
        let mut data: Option<Vec<u8>> = None;
        loop {
            let mut line = Vec::new();
            if self.body.read_until(b'\n', &mut line)? == 0 {
                return Err(ConnectionFault::Ended);
            }
            let line = line.strip_suffix(b"\n").unwrap_or(&line);
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if line.is_empty() {
                if let Some(data) = data.take().filter(|data| !data.trim_ascii().is_empty()) {
                    return Ok(data);
                }
            } else if let Some(more) = line.strip_prefix(b"data:") {
                let more = more.strip_prefix(b" ").unwrap_or(more);
                match &mut data {
                    Some(data) => data.extend([b"\n", more].concat()),
                    None => data = Some(more.to_vec()),
                }
            }
        }
    }
}

/// A client for one request: it follows nothing, keeps nothing, and gives up after this time, the body included.
fn agent(time: Duration) -> Agent {
    let config = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .proxy(None)
        .max_idle_connections(0)
        .max_response_header_size(HEADER_BYTES)
        .user_agent(concat!("planwright/", env!("CARGO_PKG_VERSION")))
        .timeout_global(Some(time));
    config.build().into()
}

fn field<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok().map(str::trim)
}

/// The body of an answer, with a bound on all that is read.
struct BoundedBody {
    body: BodyReader<'static>,
    left: usize,
}

impl Read for BoundedBody {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.body.read(buffer)?;
        self.left = self.left.checked_sub(count).ok_or(ErrorKind::FileTooLarge)?;
        Ok(count)
    }
}
