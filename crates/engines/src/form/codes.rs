//! The codes of engine runs. Those of a plan stand in its rule tables.

use planwright_check::codes;

codes! {
    /// What a preview, an execution or an undo can report beyond the codes of a plan.
    ALL;
    Error FORM_NOT_FOUND: "A step names a form that does not exist when its turn comes.",
    Warning FIELD_NOT_FOUND: "The editor is opened on a field that the form does not have.",
    Error TOKEN_USED: "An undo token was redeemed before, or went with the form that it was for.",
    Error TOKEN_UNKNOWN: "An undo token was never given out.",
    Error UNDO_CONFLICT: "What a token would take back has been changed by others since.",
    Error STORE_LOCKED: "Another process is at the store; nothing was changed.",
    Error STORE_FULL: "The store has no room, or no id, left; nothing was changed.",
    Error STORE_CORRUPT: "What is stored cannot be read; nothing was changed.",
    Error STORE_NEWER: "A newer version has written the store; nothing was changed.",
    Error STORE_FAILED: "The store cannot be opened or written for another reason; nothing was changed.",
}
