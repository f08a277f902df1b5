//! Admits connections, so that clients without the token cannot keep others out.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::AbortHandle;

/// The number of connections that may have shown the token, and of those that have not.
const CONNECTIONS: usize = 128;

/// The open connections.
pub(super) struct Admission {
    /// Connections that have not shown the token, oldest first.
    strangers: Mutex<VecDeque<(u64, AbortHandle)>>,
    authorized: Arc<Semaphore>,
}

impl Admission {
    pub(super) fn new() -> Self {
        Self { strangers: Mutex::default(), authorized: Arc::new(Semaphore::new(CONNECTIONS)) }
    }

    /// Adds a connection. If too many have not shown the token, closes the oldest of them.
    pub(super) fn add(&self, id: u64, task: AbortHandle) {
        let mut strangers = self.strangers();
        strangers.push_back((id, task));
        if strangers.len() > CONNECTIONS
            && let Some((_, oldest)) = strangers.pop_front()
        {
            oldest.abort();
        }
    }

    fn remove(&self, id: u64) {
        self.strangers().retain(|(other, _)| *other != id);
    }

    fn strangers(&self) -> MutexGuard<'_, VecDeque<(u64, AbortHandle)>> {
        self.strangers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One connection. Dropping it makes room for another.
pub(super) struct Connection {
    id: u64,
    admission: Arc<Admission>,
    permit: Mutex<Option<OwnedSemaphorePermit>>,
}

impl Connection {
    pub(super) fn new(id: u64, admission: Arc<Admission>) -> Self {
        Self { id, admission, permit: Mutex::default() }
    }

    /// Counts the connection among those that have shown the token. Returns whether there is room for it.
    pub(super) fn authorize(&self) -> bool {
        let mut permit = self.permit.lock().unwrap_or_else(PoisonError::into_inner);
        if permit.is_none() {
            *permit = Arc::clone(&self.admission.authorized).try_acquire_owned().ok();
            if permit.is_some() {
                self.admission.remove(self.id);
            }
        }
        permit.is_some()
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.admission.remove(self.id);
    }
}
