//! The codes of engine runs. Those of a plan stand in its rule tables.

use crate::codes::CodeInfo;
use crate::diagnostic::Severity;

macro_rules! codes {
    ($($severity:ident $name:ident: $purpose:literal,)*) => {
        $(#[doc = $purpose] pub const $name: &str = stringify!($name);)*

        /// What a preview, an execution or an undo can report beyond the codes of a plan.
        pub const ALL: &[CodeInfo] = &[
            $(CodeInfo { code: $name, severity: Severity::$severity, purpose: $purpose },)*
        ];
    };
}

codes! {
    Error FORM_NOT_FOUND: "A step names a form that does not exist when its turn comes.",
    Warning FIELD_NOT_FOUND: "The editor is opened on a field that the form does not have.",
    Error TOKEN_USED: "An undo token was redeemed before, or went with the form that it was for.",
    Error TOKEN_UNKNOWN: "An undo token was never given out.",
    Error UNDO_CONFLICT: "What a token would take back has been changed by others since.",
    Error STORE_FAILED: "The store is locked, full or corrupt; nothing was changed.",
}
