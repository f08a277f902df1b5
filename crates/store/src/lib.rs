//! What engines keep on disk.
//!
//! The engines of `planwright-engines` are handed their stores; this crate holds the embedded ones. An [`AgentStore`] is a folder
//! with the campaign of an agent and its audit log in one `SQLite` file: durable on return, readable while a controller works
//! on it, and chained by hashes: whoever keeps the head of the chains elsewhere sees each change by other hands.

mod campaign;
mod chain;
mod entries;
mod error;
mod head;
mod log;
mod open;
mod record;
mod state;
mod walk;
mod write;

pub use campaign::CampaignStore;
pub use chain::Chain;
pub use entries::Filter;
pub use head::read as read_head;
pub use log::EmbeddedLog;
pub use open::AgentStore;
