//! Checks documents against a schema and against rules that no schema can express.
//!
//! A document passes four stages: text, JSON, schema, rules. Each stage reports all of its findings, and the next one
//! runs only if there was no error. The result is a [`Checked`] document or a [`Report`]. The crate contains no schema:
//! a [`Contract`] names a generated type and its rules, and [`check_schema`] accepts any root. All functions are pure:
//! no I/O, no clock.

mod checked;
mod contract;
mod envelope;
mod extract;
mod fix;
mod fixable;
mod patch;
pub mod prompt;
pub mod render;
pub mod rule;
mod schema_error;
pub mod store_error;
mod stream;
mod user;

pub use planwright_runtime::follow;
pub use planwright_runtime::repair::{self, Repair};
pub use planwright_runtime::text::{self, FENCE_STRIPPED, Policy};
pub use planwright_runtime::wording;
pub use planwright_runtime::{
    Diagnostic, Help, KnownNames, Remedy, Report, Severity, Suggestion, codes, nearest, suggest,
};

pub use checked::Checked;
pub use contract::{
    Contract, Passed, check, check_allowed, check_schema, check_value, read_allowed, validate, validate_rules,
};
pub use extract::{Answer, NoAnswer, fix_document};
pub use fixable::Fixable;
pub use patch::text_edits;
pub use rule::{Findings, Rule, Step};
pub use schema::Violation;
pub use store_error::StoreError;

/// The schema stage: violations, unknown properties, generated types, and schemas of users.
pub mod schema {
    pub use planwright_runtime::schema::{Violation, fit, plural, shorten, unknown_members, violations};
    pub use planwright_runtime::{CompiledSchema, Validator};

    pub use crate::schema_error::of_schema;
    pub use crate::user::{UnusableSchema, UserSchema};
}
