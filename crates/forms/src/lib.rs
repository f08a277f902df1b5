//! Engine for form plans: previews them without side effects, executes them with an audit entry per step, and undoes
//! steps by token.
//!
//! Nothing here does I/O. A [`FormStore`] contains forms, audit log and undo records, and [`Sources`] supplies times
//! and tokens.

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

/// Effect of one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepResult {
    /// Action of the step, such as `add_field`.
    pub action: &'static str,
    /// Form that the step applies to. For `create_form`, the new form.
    pub form: u64,
    /// Actual position of the field. A position after the end means the end.
    pub index: Option<usize>,
    /// Token that undoes the step. `None` in a preview, and for steps that change nothing.
    pub token: Option<String>,
    /// Description of the step.
    pub said: StepText,
}
