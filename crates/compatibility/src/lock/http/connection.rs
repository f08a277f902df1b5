//! Sends one HTTP request and reads the messages of its response as they arrive.
//!
//! A server may leave a stream of events open after the message that matters, so waiting for the end of the response
//! could take forever.

use std::io::{self, BufRead as _, BufReader, ErrorKind, Read, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use httparse::{EMPTY_HEADER, Response, Status, parse_chunk_size};

/// Maximum size of a response header.
const MAX_HEADER_BYTES: usize = 64 << 10;
/// Maximum number of header fields.
const MAX_FIELDS: usize = 128;
/// Maximum length of the line with the size of a chunk.
const MAX_CHUNK_LINE: usize = 256;
/// Longest session id that is sent back to the server.
const MAX_SESSION: usize = 1024;

/// Reason why there is no response.
#[derive(Debug)]
pub(super) enum ConnectionFault {
    /// No connection could be made.
    Refused(io::Error),
    /// The connection ended early.
    Ended,
    /// The deadline has passed.
    Late,
    /// The response exceeds the byte limit.
    Flood,
    /// The response is not HTTP.
    NotHttp(&'static str),
}

impl From<io::Error> for ConnectionFault {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            // The error kind of a read timeout depends on the operating system.
            ErrorKind::TimedOut | ErrorKind::WouldBlock => Self::Late,
            ErrorKind::FileTooLarge => Self::Flood,
            ErrorKind::InvalidData => Self::NotHttp("the length of a part of it cannot be read"),
            _ => Self::Ended,
        }
    }
}

/// A response whose header was read.
pub(super) struct AnswerStream {
    pub status: u16,
    /// Session id from the header.
    pub session: Option<String>,
    is_events: bool,
    is_read: bool,
    body: BufReader<AnswerBody>,
}

impl AnswerStream {
    /// Sends a request and reads the header of the response.
    pub(super) fn open(
        addresses: &[SocketAddr],
        request: &[u8],
        deadline: Instant,
        left: usize,
    ) -> Result<Self, ConnectionFault> {
        let mut stream = connect(addresses, deadline)?;
        stream.set_write_timeout(Some(remaining(deadline)?))?;
        // A server may answer before it has read the whole request, for example to reject it. Report a write error only
        // without a response.
        let sent = stream.write_all(request);
        let mut input = BufReader::new(BoundedStream { stream, deadline, left });
        let header = header(&mut input).map_err(|fault| match sent {
            Err(error) if matches!(fault, ConnectionFault::Ended) => error.into(),
            _ => fault,
        })?;
        let mut fields = [EMPTY_HEADER; MAX_FIELDS];
        let mut response = Response::new(&mut fields);
        let Ok(Status::Complete(_)) = response.parse(&header) else {
            return Err(ConnectionFault::NotHttp("its header cannot be read"));
        };
        let field = |name: &str| {
            let found = response.headers.iter().find(|field| field.name.eq_ignore_ascii_case(name))?;
            std::str::from_utf8(found.value).ok().map(str::trim)
        };
        let is_session = |text: &&str| text.len() <= MAX_SESSION && text.bytes().all(|byte| byte.is_ascii_graphic());
        let length = match (field("transfer-encoding"), field("content-length")) {
            (Some(encoding), _) if encoding.eq_ignore_ascii_case("chunked") => {
                AnswerLength::Chunk { left: 0, first: true }
            }
            (Some(_), _) => return Err(ConnectionFault::NotHttp("its transfer encoding is unknown")),
            (None, Some(length)) => {
                let wrong = ConnectionFault::NotHttp("its content length is not a number");
                AnswerLength::Known(length.parse().map_err(|_| wrong)?)
            }
            (None, None) => AnswerLength::ToEnd,
        };
        Ok(Self {
            status: response.code.unwrap_or_default(),
            session: field("mcp-session-id").filter(is_session).map(str::to_owned),
            is_events: field("content-type")
                .is_some_and(|kind| kind.to_ascii_lowercase().starts_with("text/event-stream")),
            is_read: false,
            body: BufReader::new(AnswerBody { input, length }),
        })
    }

    /// Returns the number of bytes that may still be read on any connection.
    pub(super) fn left(&self) -> usize {
        self.body.get_ref().input.get_ref().left
    }

    /// Lowers the remaining byte limit to `left`, to account for bytes that were read on other connections.
    pub(super) fn limit_to(&mut self, left: usize) {
        let own = &mut self.body.get_mut().input.get_mut().left;
        *own = left.min(*own);
    }

    /// Reads the next message.
    pub(super) fn message(&mut self) -> Result<Vec<u8>, ConnectionFault> {
        if self.is_events {
            return self.event();
        }
        let mut text = Vec::new();
        // Without events, the body is the only message.
        if std::mem::replace(&mut self.is_read, true) {
            return Err(ConnectionFault::Ended);
        }
        self.body.read_to_end(&mut text)?;
        if text.trim_ascii().is_empty() { Err(ConnectionFault::Ended) } else { Ok(text) }
    }

    /// Reads the data of the next event that has data. An incomplete event at the end of the stream is ignored.
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

fn connect(addresses: &[SocketAddr], deadline: Instant) -> Result<TcpStream, ConnectionFault> {
    let mut refused = ConnectionFault::Ended;
    for address in addresses {
        match TcpStream::connect_timeout(address, remaining(deadline)?) {
            Ok(stream) => return Ok(stream),
            Err(error) if error.kind() == ErrorKind::TimedOut => return Err(ConnectionFault::Late),
            Err(error) => refused = ConnectionFault::Refused(error),
        }
    }
    Err(refused)
}

fn remaining(deadline: Instant) -> io::Result<Duration> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(ErrorKind::TimedOut.into()) } else { Ok(left) }
}

/// Reads the header up to the empty line.
fn header(input: &mut BufReader<BoundedStream>) -> Result<Vec<u8>, ConnectionFault> {
    let mut header = Vec::new();
    loop {
        let before = header.len();
        let room = MAX_HEADER_BYTES.saturating_sub(before) as u64;
        if input.by_ref().take(room).read_until(b'\n', &mut header)? == 0 {
            let fault = ConnectionFault::NotHttp("its header is too large");
            return Err(if room == 0 { fault } else { ConnectionFault::Ended });
        }
        if before > 0 && matches!(header.get(before..), Some(b"\r\n" | b"\n")) {
            return Ok(header);
        }
        if !b"HTTP/1.".starts_with(&header[..header.len().min(7)]) {
            return Err(ConnectionFault::NotHttp("it does not begin with HTTP/1"));
        }
    }
}

/// A stream with a deadline and a byte limit for all reads together.
struct BoundedStream {
    stream: TcpStream,
    deadline: Instant,
    left: usize,
}

impl Read for BoundedStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(Some(remaining(self.deadline)?))?;
        let count = self.stream.read(buffer)?;
        self.left = self.left.checked_sub(count).ok_or(ErrorKind::FileTooLarge)?;
        Ok(count)
    }
}

/// Remaining length of a body.
enum AnswerLength {
    Known(u64),
    Chunk { left: u64, first: bool },
    ToEnd,
}

/// Body of a response, without chunk markers.
struct AnswerBody {
    input: BufReader<BoundedStream>,
    length: AnswerLength,
}

impl AnswerBody {
    /// Reads the length of the next chunk, after the line break of the one before.
    fn chunk(&mut self, first: bool) -> io::Result<u64> {
        if !first {
            let mut end = [0; 2];
            self.input.read_exact(&mut end)?;
            if end != *b"\r\n" {
                return Err(ErrorKind::InvalidData.into());
            }
        }
        let mut line = Vec::new();
        self.input.by_ref().take(MAX_CHUNK_LINE as u64).read_until(b'\n', &mut line)?;
        if !line.ends_with(b"\n") && line.len() < MAX_CHUNK_LINE {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        match parse_chunk_size(&line) {
            Ok(Status::Complete((_, length))) => Ok(length),
            _ => Err(ErrorKind::InvalidData.into()),
        }
    }
}

impl Read for AnswerBody {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let AnswerLength::Chunk { left: 0, first } = self.length {
            let length = self.chunk(first)?;
            self.length = match length {
                0 => AnswerLength::Known(0),
                left => AnswerLength::Chunk { left, first: false },
            };
        }
        let left = match &mut self.length {
            AnswerLength::ToEnd => return self.input.read(buffer),
            AnswerLength::Known(left) | AnswerLength::Chunk { left, .. } => left,
        };
        let room = usize::try_from(*left).unwrap_or(usize::MAX).min(buffer.len());
        if room == 0 {
            return Ok(0);
        }
        let count = self.input.read(&mut buffer[..room])?;
        if count == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        *left -= count as u64;
        Ok(count)
    }
}
