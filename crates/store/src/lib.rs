//! What Planwright keeps on disk, each store in one `SQLite` file that is readable by its owner alone and durable on return.
//!
//! The engines of `planwright-engines` are handed their stores; this crate holds the embedded ones. An [`AgentStore`] is the
//! campaign of an agent and its audit log, readable while a controller works on it, and chained by hashes: whoever keeps the
//! head of the chains elsewhere sees each change by other hands. [`StoredForms`] are the forms of a form builder, with what was
//! done to them and the tokens that take it back. A [`StoredDraft`] is the draft of a workflow in the making. Each stands on a
//! file that one process at a time may change; a [`RecordLog`] is such a file for records of any type.

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
pub use head::read as read_head;
pub use log::EmbeddedLog;
pub use open::AgentStore;
pub use ports::AgentPorts;
pub use private::{StoreLock, make_folder, options as private_options, sync_folder};
pub use records::RecordLog;
