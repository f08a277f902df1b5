//! Codes of engine runs. The codes of a plan are in its rule tables.

use planwright_check::codes;

pub use planwright_check::store_error::{STORE_CORRUPT, STORE_FAILED, STORE_FULL, STORE_LOCKED, STORE_NEWER};

codes! {
    /// Codes of a preview, an execution or an undo, in addition to those of plans and stores.
    ALL;
    Error FORM_NOT_FOUND: "A step uses a form that does not exist at that point.",
    Warning FIELD_NOT_FOUND: "A step opens the editor on a field that the form does not have.",
    Error TOKEN_USED: "An undo token was already used, or its form was deleted.",
    Error TOKEN_UNKNOWN: "An undo token is unknown.",
    Error UNDO_CONFLICT: "The data that a token would restore has been changed since.",
}
