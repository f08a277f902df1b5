//! Converts a request before any guardrail runs: the payload to the types of the inputs, and the data of the user.
//!
//! The Apex runtime implements the same semantics. [`DATA_TYPES`] is the shared definition of how a value is converted.

mod calendar;
mod convert;
mod data_types;
mod decimal;
pub(crate) mod inputs;
mod record_id;
mod request;
mod typed;

pub use convert::{Unconvertible, convert};
pub use data_types::{DATA_TYPES, DataTypeInfo};
pub use decimal::Decimal;
pub use record_id::RecordId;
pub use request::{Confirmation, Earlier, RecordAccess, Request, User};
pub use typed::Typed;

use planwright_check::Severity;
use planwright_check::codes::{self, CodeInfo};

const MISSING_REQUIRED_INPUT: &str = "MISSING_REQUIRED_INPUT";
const INVALID_INPUT_TYPE: &str = "INVALID_INPUT_TYPE";
const INVALID_CLEAR: &str = "INVALID_CLEAR";
pub(super) const GUARDRAIL_FAILED: &str = "GUARDRAIL_FAILED";
pub(super) const CONFIRMATION_REFUSED: &str = "CONFIRMATION_REFUSED";
const INPUT_IGNORED: &str = "INPUT_IGNORED";

/// Codes that an evaluation reports.
pub const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: MISSING_REQUIRED_INPUT,
        severity: Severity::Error,
        purpose: "A required input is missing, null or blank. (false and 0 are values.)",
    },
    CodeInfo {
        code: INVALID_INPUT_TYPE,
        severity: Severity::Error,
        purpose: "A value cannot be converted to the dataType of its input.",
    },
    CodeInfo {
        code: INVALID_CLEAR,
        severity: Severity::Error,
        purpose: "`clearFields` names an unknown input, or one that has a value.",
    },
    CodeInfo {
        code: GUARDRAIL_FAILED,
        severity: Severity::Error,
        purpose: "A guardrail rejects the request, so nothing is written.",
    },
    CodeInfo {
        code: CONFIRMATION_REFUSED,
        severity: Severity::Error,
        purpose: "The token belongs to a different request or user, was already used, or has expired, so nothing is written.",
    },
    CodeInfo {
        code: INPUT_IGNORED,
        severity: Severity::Warning,
        purpose: "The payload has a value for a PARAMETER or CONTEXT input of an action other than a CALL, which does not read it.",
    },
    CodeInfo {
        code: codes::UNKNOWN_FIELD,
        severity: Severity::Warning,
        purpose: "The payload has a key that no input reads. It is not written.",
    },
];
