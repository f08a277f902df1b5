//! The codes of controller runs.

use planwright_check::Severity;
use planwright_check::codes::CodeInfo;

macro_rules! codes {
    ($($name:ident: $purpose:literal,)*) => {
        $(#[doc = $purpose] pub const $name: &str = stringify!($name);)*

        /// What stops a controller.
        pub const ALL: &[CodeInfo] = &[
            $(CodeInfo { code: $name, severity: Severity::Error, purpose: $purpose },)*
        ];
    };
}

codes! {
    STORE_LOCKED: "Another controller works on the store.",
    STORE_FULL: "The disk of the store is full; the call wrote nothing.",
    STORE_CORRUPT: "The store cannot be read, or its log was changed by other hands.",
    STORE_NEWER: "The store was written by a newer version.",
    STORE_FAILED: "The store cannot be opened, read or written for another reason.",
    STATE_CONFLICT: "What was to be changed is no longer as it was when the cycle began.",
    MODEL_FAILED: "The model cannot be asked.",
    OUTCOME_UNRECORDED: "A tool has run, and the audit log did not take how it ended. The entry is open and will be found.",
}
