//! Rule-based planners: they turn requests in natural language into plans without a language model.
//!
//! [`goal`] turns English goals into action blueprints, and [`forms`] turns Persian requests into form plans. A planner
//! rejects what it does not understand completely. Only the command line depends on this crate.

pub mod forms;
pub mod goal;
