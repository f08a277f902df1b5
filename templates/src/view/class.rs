//! View of the main class of an action.

use askama::Template;

use crate::tokens::{ApexCode, ApexDoc, ApexIdent, ApexPath, ApexType, ApiName};

use super::{Answer, Body, Chunk};

/// The whole class.
#[allow(clippy::struct_excessive_bools, reason = "each is an independent part of the template")]
#[derive(Clone, Debug, Template)]
#[template(path = "class.cls.txt")]
pub(crate) struct Class {
    pub(crate) name: ApexIdent,
    pub(crate) doc: ApexDoc,
    pub(crate) object: ApexPath,
    /// True if the class has so many inputs that PMD reports its length.
    pub(crate) is_long: bool,
    /// PMD rules on the number of variables, if the class has more inputs than they allow.
    pub(crate) suppressed: Option<ApexCode>,
    pub(crate) members: Vec<Member>,
    pub(crate) invocable: ApexCode,
    /// Class of the responses.
    pub(crate) response: ApexPath,
    /// Arguments of `PwDynamicActionBatch.run`, if the action has no outputs.
    pub(crate) run_arguments: ApexCode,
    pub(crate) has_checkpoint: bool,
    /// Class that counts the requests, if a guardrail needs it.
    pub(crate) counter: Option<ApexPath>,
    /// True if the checkpoint question can only be confirmed with its token.
    pub(crate) takes_token: bool,
    /// Class that evaluates access to records, if a guardrail needs it.
    pub(crate) record_check: Option<ApexPath>,
    /// Class that evaluates numbers, lengths and personal data, if a guardrail needs it.
    pub(crate) value_check: Option<ApexPath>,
    /// Arguments of `PwActionPermission.check`.
    pub(crate) permission: ApexCode,
    /// True if the action needs its custom permission.
    pub(crate) needs_permission: bool,
    /// True if an input has a type other than string and Id.
    pub(crate) converts: bool,
    /// True if Flow can name inputs to clear.
    pub(crate) has_clears: bool,
    pub(crate) read: Body<ApexCode>,
    /// Response variables of the outputs. `answer` contains the lines that fill them.
    pub(crate) outputs: Vec<Member>,
    pub(crate) answer: Body<Answer>,
    /// Like `suppressed`, for the response class.
    pub(crate) response_suppressed: Option<ApexCode>,
    /// `None` for CALL, which writes nothing.
    pub(crate) write: Option<Write>,
    /// Arguments of `PwActionDefinition.parse`.
    pub(crate) definition: ApexCode,
    pub(crate) chunks: Vec<Chunk>,
}

/// Variable of a request or response.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) name: ApexIdent,
    pub(crate) apex_type: ApexType,
    pub(crate) annotation: ApexCode,
}

/// Lines that write the records.
#[derive(Clone, Debug)]
pub(crate) struct Write {
    pub(crate) save_parameters: ApexCode,
    pub(crate) result: ApexIdent,
    pub(crate) statement: ApexPath,
    pub(crate) arguments: ApexCode,
    /// True if a batch is rolled back when one of its records fails.
    pub(crate) all_or_none: bool,
    /// Present if the blueprint has outputs.
    pub(crate) query: Option<ReadBack>,
}

/// Query that reads the outputs back.
#[derive(Clone, Debug)]
pub(crate) struct ReadBack {
    /// `SELECT` and the fields, on one line.
    pub(crate) select: ApexPath,
    pub(crate) fields: Vec<ApiName>,
    pub(crate) object: ApiName,
    /// True if the whole query fits on one line.
    pub(crate) is_flat: bool,
    /// True if the fields fit on one line.
    pub(crate) is_narrow: bool,
}
