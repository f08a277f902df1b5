//! Codes of controller runs.

use planwright_check::codes;

pub use planwright_check::store_error::{
    STATE_CONFLICT, STORE_CORRUPT, STORE_FAILED, STORE_FULL, STORE_LOCKED, STORE_NEWER,
};

codes! {
    /// Codes that stop a controller, in addition to those of its store.
    ALL;
    Error MODEL_FAILED: "The model cannot be reached.",
    Error OUTCOME_UNRECORDED: "A tool has run, but its outcome could not be written to the audit log. The open entry will be found.",
}
