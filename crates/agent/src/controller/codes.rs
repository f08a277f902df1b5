//! Codes of controller runs.

use planwright_check::codes;

pub use planwright_check::store_error::{
    STATE_CONFLICT, STORE_CORRUPT, STORE_FAILED, STORE_FULL, STORE_LOCKED, STORE_NEWER,
};

codes! {
    /// Codes that stop a controller, in addition to those of its store.
    ALL;
    Error MODEL_FAILED: "The model cannot be asked.",
    Error OUTCOME_UNRECORDED: "A tool has run, and the audit log did not take how it ended. The entry is open and will be found.",
}
