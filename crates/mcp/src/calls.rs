//! Runs calls whose cost a client chooses, each on a thread of its own with a deadline, so that no call stops the server.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use rmcp::model::CallToolResult;
use tokio::sync::{Semaphore, oneshot};
use tokio::time::timeout;

use super::answer;

/// The longest time until a call is answered.
const DEADLINE: Duration = Duration::from_secs(20);
/// The number of calls that run at once.
const CALLS: u32 = 4;
/// The number of calls that run or wait before no further message is read.
const PENDING: usize = 16;
/// The stack of a call. Memory is only used as far as the stack grows.
const STACK: usize = 256 << 20;

/// Runs calls. Clones share one limit.
#[derive(Clone)]
pub(super) struct CallRunner {
    running: Arc<Semaphore>,
    pending: Arc<Semaphore>,
}

impl CallRunner {
    pub(super) fn new() -> Self {
        Self { running: Arc::new(Semaphore::new(CALLS as usize)), pending: Arc::new(Semaphore::new(PENDING)) }
    }

    /// Runs one call, and answers with an error if it does not end in time.
    ///
    /// A thread cannot be stopped. One that is late keeps its permit until it ends, and the limits of schemas and reports let each end.
    pub(super) async fn run(&self, call: impl FnOnce() -> CallToolResult + Send + 'static) -> CallToolResult {
        let _pending = self.pending.acquire().await;
        let outcome = timeout(DEADLINE, async {
            let permit = Arc::clone(&self.running).acquire_owned().await.ok()?;
            let (sender, receiver) = oneshot::channel();
            let work = move || {
                let result = call();
                drop(permit);
                // The client was already told that the call is late.
                let _ = sender.send(result);
            };
            thread::Builder::new().stack_size(STACK).spawn(work).ok()?;
            receiver.await.ok()
        });
        match outcome.await {
            Ok(Some(result)) => result,
            Ok(None) => {
                let help = "try again; if it fails again, report it with the arguments";
                answer::trouble("CALL_FAILED", "the call could not be completed", help)
            }
            Err(_) => {
                let message = format!("the call took longer than {} seconds", DEADLINE.as_secs());
                let help = "call it with a smaller schema or document, or use the command line";
                answer::trouble("DEADLINE_EXCEEDED", &message, help)
            }
        }
    }

    /// Waits until another call may be read.
    pub(super) async fn ready(&self) {
        let _ = self.pending.acquire().await;
    }

    /// Waits until no call runs, at most as long as a call may take.
    pub(super) async fn finish(&self) {
        let _ = timeout(DEADLINE, self.running.acquire_many(CALLS)).await;
    }
}
