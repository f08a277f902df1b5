//! Renders a checked action blueprint as Apex: a class that Flow and Agentforce call, its test class, and their
//! metadata.
//!
//! `Checked<ActionBlueprint>` → [`lower`] → [`ActionView`] → [`render`] → [`ApexBundle`]. These are pure functions: no
//! I/O, no clock, no formatter at run time. Views contain only the types of [`tokens`], never a `String`, so no string
//! of a blueprint can become code. [`planwright_apex::layout`] breaks lines before a template runs, at the places that
//! the platform's formatter would choose.

pub mod deploy;
mod exposed;
mod lower;
mod mark;
mod options;
mod render;
mod runtime;
pub mod tokens;
mod view;

pub use lower::{lower, lower_for_agents};
pub use mark::{GENERATED_MARK, RUNTIME_MARK, is_ours};
pub use options::{ApiVersion, InvalidApiVersion, InvalidNamespace, Namespace, Options, RUNTIME_VERSION};
pub use render::{ApexBundle, ApexFile, CLASSES_DIR, METADATA_DIR, render};
pub use runtime::{
    RUNTIME_CLASSES, RUNTIME_METADATA, runtime, runtime_for, runtime_labels, runtime_metadata_class, runtime_package,
    runtime_source,
};
pub use view::ActionView;
