//! Runs tool calls on separate threads, with a deadline. Clients choose the cost of a call, so no call may stop the
//! server.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use rmcp::model::CallToolResult;
use tokio::sync::{Semaphore, oneshot};
use tokio::time::timeout;

use super::answer;

/// Maximum time until a call is answered.
const DEADLINE: Duration = Duration::from_secs(20);
/// Maximum number of calls that run at once.
const MAX_RUNNING: u32 = 4;
/// Number of running and waiting calls from which no further message is read.
const MAX_PENDING: usize = 16;
/// Stack size of a call. Only the part that is used needs memory.
const STACK_BYTES: usize = 256 << 20;

/// Runs calls. Clones share their limits.
#[derive(Clone)]
pub(super) struct CallRunner {
    running: Arc<Semaphore>,
    pending: Arc<Semaphore>,
}

impl CallRunner {
    pub(super) fn new() -> Self {
        Self { running: Arc::new(Semaphore::new(MAX_RUNNING as usize)), pending: Arc::new(Semaphore::new(MAX_PENDING)) }
    }

    /// Runs one call. The result is an error if the call does not end in time.
    ///
    /// A thread cannot be stopped. One that is late keeps its permit until it ends. The limits on schemas and reports
    /// ensure that each call ends.
    pub(super) async fn run(&self, call: impl FnOnce() -> CallToolResult + Send + 'static) -> CallToolResult {
        let _pending = self.pending.acquire().await;
        let outcome = timeout(DEADLINE, async {
            let permit = Arc::clone(&self.running).acquire_owned().await.ok()?;
            let (sender, receiver) = oneshot::channel();
            let work = move || {
                let result = call();
                drop(permit);
                // If the call is late, the client has already received an error, and the receiver is closed.
                let _ = sender.send(result);
            };
            thread::Builder::new().stack_size(STACK_BYTES).spawn(work).ok()?;
            receiver.await.ok()
        });
        match outcome.await {
            Ok(Some(result)) => result,
            Ok(None) => {
                let help = "try again; if it fails again, report it with the arguments";
                answer::external_failure("CALL_FAILED", "the call could not be completed", help)
            }
            Err(_) => {
                let message = format!("the call took longer than {} seconds", DEADLINE.as_secs());
                let help = "call it with a smaller schema or document, or use the command line";
                answer::external_failure("DEADLINE_EXCEEDED", &message, help)
            }
        }
    }

    /// Waits until another message may be read.
    pub(super) async fn ready(&self) {
        let _ = self.pending.acquire().await;
    }

    /// Waits until no call runs, at most for the maximum time of a call.
    pub(super) async fn finish(&self) {
        let _ = timeout(DEADLINE, self.running.acquire_many(MAX_RUNNING)).await;
    }
}
