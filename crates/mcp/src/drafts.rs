//! Keeps the blueprints of the workflow tools. Several clients and several blueprints share one server, so each
//! blueprint has a handle: its id.
//!
//! A call without a handle is about the blueprint that its client created last. A client sees the blueprints that it
//! created, and those whose handle it passed.

use std::collections::VecDeque;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use planwright_check::StoreError;
use planwright_contracts::{Diagnostic, Report};
use planwright_source::Pointer;
use planwright_store::{OpenedDraft, StoredDraft};
use planwright_workflow::{Answer, Draft, Session};
use rmcp::model::CallToolResult;
use serde_json::Value;

use super::answer::{self, Failed};

/// Argument with the handle of a blueprint.
pub(super) const HANDLE: &str = "blueprintId";
/// Name of the tool that starts a blueprint.
pub(super) const CREATE_TOOL: &str = "create_blueprint";
/// Maximum number of blueprints in memory, and of handles that one client has.
const MAX_BLUEPRINTS: usize = 256;

type Ids = fn() -> String;

/// The blueprints of a server, seen by one client. Clones are the same client.
#[derive(Clone)]
pub(super) struct Drafts {
    shared: Arc<Mutex<SharedDrafts>>,
    client: Arc<Mutex<ClientHandles>>,
}

/// The blueprints of all clients.
struct SharedDrafts {
    /// Least recently used first.
    sessions: VecDeque<Session<Ids>>,
    store: Option<StoredDraft>,
}

/// Handles that a client may use without naming them.
#[derive(Default)]
struct ClientHandles {
    /// Oldest first.
    known: VecDeque<String>,
    /// The blueprint that the client created last.
    current: Option<String>,
}

impl Drafts {
    /// Creates the blueprints of a server whose first client continues with the stored one.
    pub(super) fn new(opened: Option<OpenedDraft>) -> Self {
        let (store, draft) = opened.map_or((None, None), |opened| (Some(opened.store), opened.draft));
        let mut handles = ClientHandles::default();
        let mut sessions = VecDeque::new();
        if let Some(draft) = draft {
            handles.own(draft.id.clone());
            sessions.push_back(Session::resume(draft, new_id as Ids));
        }
        Self { shared: Arc::new(Mutex::new(SharedDrafts { sessions, store })), client: Arc::new(Mutex::new(handles)) }
    }

    /// Returns the view of another client, which has no blueprint yet.
    pub(super) fn for_client(&self) -> Self {
        Self { shared: Arc::clone(&self.shared), client: Arc::default() }
    }

    /// Runs a workflow tool.
    pub(super) fn call(&self, tool: &str, mut arguments: Value) -> CallToolResult {
        let handle = match arguments.as_object_mut().and_then(|members| members.shift_remove(HANDLE)) {
            None => None,
            Some(Value::String(id)) => Some(id),
            Some(_) => {
                let at = Pointer::root().member(HANDLE);
                let error = Diagnostic::error("TYPE_MISMATCH", at, "expected a string");
                return answer::failure(&Report::of_value(vec![error]));
            }
        };
        let result = if tool == CREATE_TOOL && handle.is_none() {
            self.create(tool, arguments)
        } else {
            self.change(tool, handle.as_deref(), arguments)
        };
        result.unwrap_or_else(|Failed(failed)| *failed)
    }

    /// Starts a new blueprint.
    fn create(&self, tool: &str, arguments: Value) -> Result<CallToolResult, Failed> {
        let (mut shared, mut client) = (lock(&self.shared), lock(&self.client));
        let mut session = Session::new(new_id as Ids);
        let Answer { result, report, .. } = session.call(tool, arguments);
        let (Some(returns), Some(draft)) = (result, session.draft().cloned()) else { return Err(report.into()) };
        shared.store(None, &draft).map_err(|error| not_stored(&error))?;
        let previous = client.current.as_deref().and_then(|id| shared.session(id)?.draft());
        let warnings = previous.map_or(report, |draft| Report::of_value(vec![new_blueprint(draft)]));
        client.own(draft.id);
        shared.add(session);
        Ok(answer::success(Value::Object(returns), &warnings))
    }

    /// Runs a tool on an existing blueprint.
    fn change(&self, tool: &str, handle: Option<&str>, arguments: Value) -> Result<CallToolResult, Failed> {
        let (mut shared, mut client) = (lock(&self.shared), lock(&self.client));
        let id = client.resolve(handle, &mut shared)?;
        let is_stored = shared.store.is_some();
        let Some(session) = shared.session(&id) else { return Err(unknown(&id)) };
        let before = is_stored.then(|| session.clone());
        let Answer { result, report, blueprint_changed, .. } = session.call(tool, arguments);
        let Some(returns) = result else { return Err(report.into()) };
        if let (true, Some(before), Some(draft)) = (blueprint_changed, before, session.draft().cloned())
            && let Err(error) = shared.store(before.draft(), &draft)
        {
            if let Some(session) = shared.session(&id) {
                *session = before;
            }
            return Err(not_stored(&error));
        }
        Ok(answer::success(Value::Object(returns), &report))
    }

    /// Returns the blueprint with a handle, or the one that the client created last.
    pub(super) fn draft(&self, handle: Option<&str>) -> Result<Draft, Failed> {
        let (mut shared, mut client) = (lock(&self.shared), lock(&self.client));
        let id = client.resolve(handle, &mut shared)?;
        shared.session(&id).and_then(|session| session.draft().cloned()).ok_or_else(|| unknown(&id))
    }

    /// Returns the blueprints of the client: the one that it created last, then the others, newest first.
    pub(super) fn list(&self) -> Vec<Draft> {
        let (mut shared, client) = (lock(&self.shared), lock(&self.client));
        let others = client.known.iter().rev().filter(|id| client.current.as_ref() != Some(id));
        let ids = client.current.iter().chain(others);
        ids.filter_map(|id| shared.session(id).and_then(|session| session.draft().cloned())).collect()
    }

    /// Returns `true` if the blueprints are kept on disk.
    pub(super) fn are_stored(&self) -> bool {
        lock(&self.shared).store.is_some()
    }
}

impl SharedDrafts {
    /// Returns the session of a blueprint, from memory or from the store, and marks it as used.
    fn session(&mut self, id: &str) -> Option<&mut Session<Ids>> {
        let is_it = |session: &Session<Ids>| session.draft().is_some_and(|draft| draft.id == id);
        let found = self.sessions.iter().position(is_it).and_then(|place| self.sessions.remove(place));
        let stored = || self.store.as_ref().and_then(|store| store.other(id));
        let session = found.or_else(|| stored().map(|draft| Session::resume(draft, new_id as Ids)))?;
        self.add(session);
        self.sessions.back_mut()
    }

    /// Adds a session. If there are too many, drops the least recently used one from memory.
    fn add(&mut self, session: Session<Ids>) {
        if self.sessions.len() == MAX_BLUEPRINTS {
            self.sessions.pop_front();
        }
        self.sessions.push_back(session);
    }

    /// Stores a blueprint, if there is a store. `before` is the same blueprint before the change.
    fn store(&mut self, before: Option<&Draft>, draft: &Draft) -> Result<(), StoreError> {
        self.store.as_mut().map_or(Ok(()), |store| store.keep(before, draft))
    }
}

impl ClientHandles {
    /// Adds a handle.
    fn know(&mut self, id: &str) {
        if !self.known.iter().any(|known| known == id) {
            if self.known.len() == MAX_BLUEPRINTS {
                self.known.pop_front();
            }
            self.known.push_back(id.to_owned());
        }
    }

    /// Adds the handle of a blueprint that the client has created.
    fn own(&mut self, id: String) {
        self.know(&id);
        self.current = Some(id);
    }

    /// Returns the id of the blueprint that a call is about.
    fn resolve(&mut self, handle: Option<&str>, shared: &mut SharedDrafts) -> Result<String, Failed> {
        match handle {
            None => self.current.clone().ok_or_else(none_yet),
            Some(id) if shared.session(id).is_some() => {
                self.know(id);
                Ok(id.to_owned())
            }
            Some(id) => Err(unknown(id)),
        }
    }
}

/// Locks a part of the state.
fn lock<T>(part: &Mutex<T>) -> MutexGuard<'_, T> {
    // A call changes a blueprint completely or not at all, so the state is still consistent after a panic.
    part.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns a new handle: 64 random bits, so that nobody guesses the one of another client.
fn new_id() -> String {
    format!("blueprint-{:016x}", RandomState::new().build_hasher().finish())
}

/// Returns the warning that an earlier blueprint is no longer the one that calls without a handle change.
fn new_blueprint(earlier: &Draft) -> Diagnostic {
    let message = format!(
        "a new blueprint was started; the earlier one, {:?}, has {} participants and {} actions and stays as it is",
        earlier.title,
        earlier.participants.len(),
        earlier.actions.len()
    );
    let help = format!("to read or change it, pass \"{HANDLE}\": \"{}\"", earlier.id);
    Diagnostic::warning("NEW_BLUEPRINT", Pointer::root(), message).with_help(help)
}

fn none_yet() -> Failed {
    let help = format!("call {CREATE_TOOL} first, or pass the {HANDLE} of a blueprint that you created before");
    answer::refused("NO_BLUEPRINT", "There is no blueprint yet", &help)
}

fn unknown(id: &str) -> Failed {
    let error = Diagnostic::error(
        "NO_BLUEPRINT",
        Pointer::root().member(HANDLE),
        format!("there is no blueprint with the id {id:?}"),
    );
    let help = "list_blueprints returns the ids of your blueprints";
    Report::of_value(vec![error.with_help(help)]).into()
}

fn not_stored(error: &StoreError) -> Failed {
    let message = format!("the change could not be stored, so it was not made: {error}");
    answer::refused("STORE_FAILED", &message, "free disk space or fix the store, then call again")
}
