//! JSON-RPC over standard input and output, a message a line. Whatever is no message is answered as such, and the server goes
//! on: the SDK's own transport passes broken lines over in silence, and a client that waits for an answer would wait for ever.

use std::io::{self, BufRead as _, Read as _};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::{self, JoinHandle};

use rmcp::RoleServer;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::sync::mpsc as tasks;

use super::calls::CallRunner;
use super::id::IdScanner;
use super::message::{INVALID_REQUEST, LONGEST, error, message};
use planwright_project::output;

/// How many bytes of answers may wait for the client before the next message is read.
const UNREAD: usize = 4 << 20;
/// How many messages are read ahead.
const AHEAD: usize = 64;

/// The ends of both streams, each served by a thread, so that one that is slow keeps the other going up to a bound.
pub(super) struct Stdio {
    incoming: tasks::Receiver<RxJsonRpcMessage<RoleServer>>,
    outgoing: Outgoing,
    calls: CallRunner,
}

/// Where answers go. Nothing is read while more than [`UNREAD`] bytes of them wait for the client.
#[derive(Clone)]
struct Outgoing {
    lines: mpsc::Sender<Vec<u8>>,
    waiting: Arc<Waiting>,
}

/// How many bytes are not written yet; `None` when nobody will write them.
struct Waiting {
    bytes: Mutex<Option<usize>>,
    fewer: Condvar,
}

impl Outgoing {
    fn send(&self, line: Vec<u8>) -> io::Result<()> {
        if let Some(bytes) = self.waiting.lock().as_mut() {
            *bytes += line.len();
        }
        self.lines.send(line).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

impl Waiting {
    fn lock(&self) -> MutexGuard<'_, Option<usize>> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// So many bytes were written.
    fn written(&self, count: usize) {
        if let Some(bytes) = self.lock().as_mut() {
            *bytes = bytes.saturating_sub(count);
        }
        self.fewer.notify_all();
    }

    /// Nothing will be written any more.
    fn close(&self) {
        *self.lock() = None;
        self.fewer.notify_all();
    }

    /// Returns when the client has read enough.
    fn wait(&self) {
        let mut bytes = self.lock();
        while bytes.is_some_and(|bytes| bytes > UNREAD) {
            bytes = self.fewer.wait(bytes).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// The thread that writes.
pub(super) struct Writer(JoinHandle<()>);

impl Writer {
    /// Waits until everything is written. Every sender must be gone.
    pub(super) fn finish(self) {
        let _ = self.0.join();
    }
}

/// Starts both threads.
pub(super) fn stdio(calls: CallRunner) -> (Stdio, Writer) {
    let (lines, written) = mpsc::channel::<Vec<u8>>();
    let waiting = Arc::new(Waiting { bytes: Mutex::new(Some(0)), fewer: Condvar::new() });
    let outgoing = Outgoing { lines, waiting: Arc::clone(&waiting) };
    let writer = thread::spawn(move || {
        for line in written {
            if !output::send(&line) {
                break;
            }
            waiting.written(line.len());
        }
        waiting.close();
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
            // The client has sent everything; what it asked for is still answered. Tasks of requests that were just read start first.
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
        replies.waiting.wait();
        line.clear();
        match (&mut input).take(LONGEST as u64 + 1).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let read = if line.len() > LONGEST && !line.ends_with(b"\n") {
            let mut scanner = IdScanner::default();
            scanner.feed(&line);
            if skip_line(&mut input, &mut scanner).is_err() {
                return;
            }
            let message = format!("Invalid Request: the message is longer than {LONGEST} bytes");
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
