//! Limits the number of connections, so that clients without the token cannot keep others out.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::AbortHandle;

/// Maximum number of authorized connections, and of unauthorized ones.
const MAX_CONNECTIONS: usize = 128;

/// The open connections.
pub(super) struct Admission {
    /// Connections that have not sent the token yet, oldest first.
    unauthorized: Mutex<VecDeque<(u64, AbortHandle)>>,
    authorized: Arc<Semaphore>,
}

impl Admission {
    pub(super) fn new() -> Self {
        Self { unauthorized: Mutex::default(), authorized: Arc::new(Semaphore::new(MAX_CONNECTIONS)) }
    }

    /// Adds a connection. If there are too many unauthorized connections, closes the oldest of them.
    pub(super) fn add(&self, id: u64, task: AbortHandle) {
        let mut unauthorized = self.unauthorized();
        unauthorized.push_back((id, task));
        if unauthorized.len() > MAX_CONNECTIONS
            && let Some((_, oldest)) = unauthorized.pop_front()
        {
            oldest.abort();
        }
    }

    fn remove(&self, id: u64) {
        self.unauthorized().retain(|(other, _)| *other != id);
    }

    fn unauthorized(&self) -> MutexGuard<'_, VecDeque<(u64, AbortHandle)>> {
        self.unauthorized.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// Counts the connection as authorized. Returns `false` if there are too many.
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
