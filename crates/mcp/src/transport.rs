//! Implements JSON-RPC over standard input and output, with one message per line.
//!
//! An invalid message gets an error response, and the server continues. The transport of the SDK ignores invalid lines,
//! so a client would wait forever for the response.

use std::io::{self, BufRead as _, Read as _};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::{self, JoinHandle};

use rmcp::RoleServer;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::sync::mpsc as tasks;

use super::calls::CallRunner;
use super::id_scanner::IdScanner;
use super::message::{INVALID_REQUEST, MAX_MESSAGE_BYTES, error, message};
use planwright_project::output;

/// Number of unread bytes in responses from which no further message is read.
const MAX_UNREAD_BYTES: usize = 4 << 20;
/// Number of messages that are read ahead.
const AHEAD: usize = 64;

/// Both streams, each served by a thread. A slow stream does not stop the other one until a limit is reached.
pub(super) struct Stdio {
    incoming: tasks::Receiver<RxJsonRpcMessage<RoleServer>>,
    outgoing: Outgoing,
    calls: CallRunner,
}

/// Queue of responses. Nothing is read while more than [`MAX_UNREAD_BYTES`] bytes wait for the client.
#[derive(Clone)]
struct Outgoing {
    lines: mpsc::Sender<Vec<u8>>,
    unread: Arc<UnreadBytes>,
}

/// Number of bytes that are not written yet, or `None` if the output is closed.
struct UnreadBytes {
    bytes: Mutex<Option<usize>>,
    decreased: Condvar,
}

impl Outgoing {
    fn send(&self, line: Vec<u8>) -> io::Result<()> {
        if let Some(bytes) = self.unread.lock().as_mut() {
            *bytes += line.len();
        }
        self.lines.send(line).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

impl UnreadBytes {
    fn lock(&self) -> MutexGuard<'_, Option<usize>> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Subtracts bytes that were written.
    fn written(&self, count: usize) {
        if let Some(bytes) = self.lock().as_mut() {
            *bytes = bytes.saturating_sub(count);
        }
        self.decreased.notify_all();
    }

    /// Marks the output as closed.
    fn close(&self) {
        *self.lock() = None;
        self.decreased.notify_all();
    }

    /// Blocks until the client has read enough.
    fn wait(&self) {
        let mut bytes = self.lock();
        while bytes.is_some_and(|bytes| bytes > MAX_UNREAD_BYTES) {
            bytes = self.decreased.wait(bytes).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// The thread that writes responses.
pub(super) struct Writer(JoinHandle<()>);

impl Writer {
    /// Waits until everything is written. All senders must have been dropped.
    pub(super) fn finish(self) {
        let _ = self.0.join();
    }
}

/// Starts both threads.
pub(super) fn stdio(calls: CallRunner) -> (Stdio, Writer) {
    let (lines, written) = mpsc::channel::<Vec<u8>>();
    let unread = Arc::new(UnreadBytes { bytes: Mutex::new(Some(0)), decreased: Condvar::new() });
    let outgoing = Outgoing { lines, unread: Arc::clone(&unread) };
    let writer = thread::spawn(move || {
        for line in written {
            if !output::send(&line) {
                break;
            }
            unread.written(line.len());
        }
        unread.close();
    });
    let (sender, incoming) = tasks::channel(AHEAD);
    let replies = outgoing.clone();
    thread::spawn(move || read_all(&sender, &replies));
    (Stdio { incoming, outgoing, calls }, Writer(writer))
}

impl Transport<RoleServer> for Stdio {
    type Error = io::Error;

    fn send(&mut self, item: TxJsonRpcMessage<RoleServer>) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let sent = serde_json::to_vec(&item).map_err(io::Error::from).and_then(|mut line| {
            line.push(b'\n');
            self.outgoing.send(line)
        });
        std::future::ready(sent)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        self.calls.ready().await;
        let message = self.incoming.recv().await;
        if message.is_none() {
            // The client has closed its side, but its requests are still answered. Let the tasks of the last requests
            // start first.
            tokio::task::yield_now().await;
            self.calls.finish().await;
        }
        message
    }

    async fn close(&mut self) -> io::Result<()> {
        self.incoming.close();
        Ok(())
    }
}

fn read_all(messages: &tasks::Sender<RxJsonRpcMessage<RoleServer>>, replies: &Outgoing) {
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    let mut initialized = false;
    loop {
        replies.unread.wait();
        line.clear();
        match (&mut input).take(MAX_MESSAGE_BYTES as u64 + 1).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let read = if line.len() > MAX_MESSAGE_BYTES && !line.ends_with(b"\n") {
            let mut scanner = IdScanner::default();
            scanner.feed(&line);
            if skip_line(&mut input, &mut scanner).is_err() {
                return;
            }
            let message = format!("Invalid Request: the message is longer than {MAX_MESSAGE_BYTES} bytes");
            Err(Some(error(INVALID_REQUEST, &message, &scanner.id())))
        } else {
            message(&line, &mut initialized)
        };
        let gone = match read {
            Ok(message) => messages.blocking_send(message).is_err(),
            Err(Some(reply)) => replies.send(format!("{reply}\n").into_bytes()).is_err(),
            Err(None) => false,
        };
        if gone {
            return;
        }
    }
}

fn skip_line(input: &mut impl io::BufRead, scanner: &mut IdScanner) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(buffer.len(), |end| end + 1);
        scanner.feed(&buffer[..used]);
        input.consume(used);
        if end.is_some() {
            return Ok(());
        }
    }
}
