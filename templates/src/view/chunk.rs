//! Lines that are repeated for each input or guardrail.
//!
//! They are split into methods, because analyzers reject methods that are too long.

use crate::tokens::{ApexCode, ApexDoc, ApexIdent, ApexPath, ApexType};

/// Body of a method: its own lines, or calls of the methods that contain them.
#[derive(Clone, Debug)]
pub(crate) struct Body<T> {
    pub(crate) inline: Vec<T>,
    pub(crate) calls: Vec<ApexPath>,
}

/// Method with lines of one kind. The lists of the other kinds are empty.
#[derive(Clone, Debug)]
pub(crate) struct Chunk {
    pub(crate) name: ApexIdent,
    pub(crate) doc: ApexDoc,
    pub(crate) visibility: ApexPath,
    pub(crate) parameters: Vec<ApexIdent>,
    pub(crate) signature: ApexCode,
    pub(crate) reads: Vec<ApexCode>,
    pub(crate) answers: Vec<Answer>,
}

/// Line that sets one variable of the response.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) member: ApexIdent,
    pub(crate) apex_type: ApexType,
    pub(crate) key: ApexCode,
}
