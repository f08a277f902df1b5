//! Planners that need no language model: requests in a natural language become plans, by rules.
//!
//! [`goal`] turns English goals into action blueprints; [`forms`] turns Persian requests into form plans. A planner refuses
//! what it does not understand completely. Only the command line depends on this crate.

pub mod forms;
pub mod goal;
