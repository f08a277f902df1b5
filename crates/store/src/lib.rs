//! Embedded stores of Planwright. Each one is a `SQLite` file that only its owner can read and that is durable on
//! return.
//!
//! The engines get their stores as arguments, and this crate implements them:
//!
//! - [`AgentStore`] contains the campaign of an agent and its audit log. It can be read while a controller is running.
//!   Hash chains reveal tampering to anyone who keeps the head elsewhere.
//! - [`StoredForms`] contains forms, their history and the tokens that undo changes.
//! - [`StoredDraft`] contains the draft of a workflow.
//!
//! One process at a time can change a store. [`RecordLog`] is such a file for records of any type.

mod campaign;
mod chain;
mod drafts;
mod entries;
mod error;
mod forms;
mod head;
mod log;
mod open;
mod ports;
mod private;
mod record;
mod records;
mod state;
mod walk;
mod write;

pub use campaign::CampaignStore;
pub use chain::Chain;
pub use drafts::{OpenedDraft, StoredDraft};
pub use entries::Filter;
pub use forms::{Asked, FormRun, StoredForms, Transaction};
pub use head::read_head;
pub use log::EmbeddedLog;
pub use open::AgentStore;
pub use ports::AgentPorts;
pub use private::{StoreLock, make_folder, options as private_options, sync_folder};
pub use records::RecordLog;
