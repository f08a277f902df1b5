//! What engines keep on disk.
//!
//! The engines of `contracts` are handed their stores; this room holds the embedded ones. An [`AgentStore`] is a folder
//! with the campaign of an agent and its audit log in one `SQLite` file: durable on return, readable while a controller works
//! on it, and chained by hashes, so that a change by other hands shows.

mod campaign;
mod chain;
mod entries;
mod error;
mod log;
mod open;

pub use campaign::CampaignStore;
pub use chain::Chain;
pub use entries::Filter;
pub use log::EmbeddedLog;
pub use open::AgentStore;
