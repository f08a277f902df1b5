//! What plans do: previewed without a trace, executed with an audit entry for each step, and taken back token by token.
//!
//! Nothing here does I/O. Forms, audit log and undo records live in a [`FormStore`]; times and tokens come from [`Sources`].

mod audit;
pub mod codes;
mod effect;
mod execute;
mod memory;
mod overlay;
mod preview;
mod state;
mod step_text;
mod store;
mod undo;
mod vector;

pub use audit::{AuditEntry, AuditState};
pub use effect::PLACEHOLDER_OPTION;
pub use execute::{Executed, Sources, execute};
pub use memory::MemoryStore;
pub use preview::{Preview, preview};
pub use state::{Field, Form, FormStatus};
pub use step_text::StepText;
pub use store::{Change, Commit, FormStore, Forms, Inverse, TokenState, UndoRecord};
pub use undo::{Undone, undo, undo_all};

pub use planwright_check::StoreError;
pub use vector::{Judged, run_execute, run_preview, run_undo};

/// What one step does or did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepResult {
    /// The step's action, such as `add_field`.
    pub action: &'static str,
    /// The form that the step is about; for `create_form` the new one.
    pub form: u64,
    /// Where the field really stands: a position beyond the end means the end.
    pub index: Option<usize>,
    /// The token that takes the step back; `None` in a preview and for steps that change nothing by nature.
    pub token: Option<String>,
    /// The step in words.
    pub said: StepText,
}
