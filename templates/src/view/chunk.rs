//! Lines that are repeated for each input or guardrail.
//!
//! They are split into methods, and for large blueprints into classes, because analyzers reject methods and classes
//! that are too long or too complex.

use askama::Template;

use crate::tokens::{ApexCode, ApexDoc, ApexIdent, ApexPath, ApexType, ApiName};

/// Body of a method: its own lines, or calls of the methods that contain them.
#[derive(Clone, Debug)]
pub(crate) struct Body<T> {
    pub(crate) inline: Vec<T>,
    pub(crate) calls: Vec<ApexPath>,
}

/// Class that contains chunks of a large action.
#[derive(Clone, Debug, Template)]
#[template(path = "part.cls.txt")]
pub(crate) struct Part {
    pub(crate) name: ApexIdent,
    pub(crate) doc: ApexDoc,
    pub(crate) chunks: Vec<Chunk>,
}

/// Method with lines of one kind. The lists of the other kinds are empty.
#[derive(Clone, Debug)]
pub(crate) struct Chunk {
    /// True if this is the first declaration of its class.
    pub(crate) opens_class: bool,
    pub(crate) name: ApexIdent,
    pub(crate) doc: ApexDoc,
    pub(crate) visibility: ApexPath,
    pub(crate) parameters: Vec<ApexIdent>,
    pub(crate) signature: ApexCode,
    /// Methods with the same parameters that contain the lines instead.
    pub(crate) calls: Vec<ApexPath>,
    pub(crate) arguments: ApexCode,
    pub(crate) reads: Vec<ApexCode>,
    pub(crate) checks: Vec<AccessCheck>,
    pub(crate) assigns: Vec<Assignment>,
    pub(crate) answers: Vec<Answer>,
}

/// Line that sets one variable of the response.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) member: ApexIdent,
    pub(crate) apex_type: ApexType,
    pub(crate) key: ApexCode,
}

/// Lines that refuse a field that the user may not write.
#[derive(Clone, Debug)]
pub(crate) struct AccessCheck {
    pub(crate) condition: ApexCode,
    pub(crate) field: ApexCode,
}

/// Lines that copy one value into the record, under a condition if the value is optional.
#[derive(Clone, Debug)]
pub(crate) struct Assignment {
    pub(crate) name: ApiName,
    pub(crate) apex_type: ApexType,
    pub(crate) condition: Option<ApexCode>,
    pub(crate) key: ApexCode,
}
