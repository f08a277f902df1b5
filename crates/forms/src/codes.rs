//! Codes of engine runs. The codes of a plan are in its rule tables.

use planwright_check::codes;

pub use planwright_check::store_error::{STORE_CORRUPT, STORE_FAILED, STORE_FULL, STORE_LOCKED, STORE_NEWER};

codes! {
    /// Codes of a preview, an execution or an undo, in addition to those of plans and stores.
    ALL;
    Error FORM_NOT_FOUND: "A step names a form that does not exist when its turn comes.",
    Warning FIELD_NOT_FOUND: "The editor is opened on a field that the form does not have.",
    Error TOKEN_USED: "An undo token was redeemed before, or went with the form that it was for.",
    Error TOKEN_UNKNOWN: "An undo token was never given out.",
    Error UNDO_CONFLICT: "What a token would take back has been changed by others since.",
}
