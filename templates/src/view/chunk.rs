//! Lines that come once for each input or guardrail. They are split into methods, and into classes where there are many,
//! because a method or class that grows with its blueprint becomes too long and too complex for every analyzer.

use askama::Template;

use crate::tokens::{ApexCode, ApexDoc, ApexIdent, ApexPath, ApexString, ApexType, ApiName};

/// The body of a method: lines of its own, or calls of the methods that hold them.
#[derive(Clone, Debug)]
pub(crate) struct Body<T> {
    pub(crate) inline: Vec<T>,
    pub(crate) calls: Vec<ApexPath>,
}

/// A class that holds chunks of a wide action.
#[derive(Clone, Debug, Template)]
#[template(path = "part.cls.txt")]
pub(crate) struct Part {
    pub(crate) name: ApexIdent,
    pub(crate) doc: ApexDoc,
    pub(crate) chunks: Vec<Chunk>,
}

/// A method with lines of one kind; the other lists are empty.
#[derive(Clone, Debug)]
pub(crate) struct Chunk {
    /// Whether nothing stands before it in its class.
    pub(crate) opens_class: bool,
    pub(crate) name: ApexIdent,
    pub(crate) doc: ApexDoc,
    pub(crate) visibility: ApexPath,
    pub(crate) parameters: Vec<ApexIdent>,
    pub(crate) signature: ApexCode,
    /// Methods of the same parameters that hold the lines in its place.
    pub(crate) calls: Vec<ApexPath>,
    pub(crate) arguments: ApexCode,
    pub(crate) inputs: Vec<InputLines>,
    pub(crate) rules: Vec<RuleLines>,
    pub(crate) reads: Vec<ApexCode>,
    pub(crate) checks: Vec<AccessCheck>,
    pub(crate) assigns: Vec<Assignment>,
    pub(crate) outputs: Vec<OutputLines>,
    pub(crate) answers: Vec<Answer>,
}

/// Describes one output.
#[derive(Clone, Debug)]
pub(crate) struct OutputLines {
    pub(crate) field: ApiName,
    pub(crate) label: ApexString,
    pub(crate) data_type: ApexString,
}

/// Sets one member of the response.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) member: ApexIdent,
    pub(crate) apex_type: ApexType,
    pub(crate) key: ApexCode,
}

/// Describes one input.
#[derive(Clone, Debug)]
pub(crate) struct InputLines {
    pub(crate) api_name: ApiName,
    pub(crate) field: ApiName,
    pub(crate) label: ApexString,
    pub(crate) data_type: ApexString,
    pub(crate) required: bool,
    pub(crate) usage: Option<ApexIdent>,
}

/// Describes one guardrail.
#[derive(Clone, Debug)]
pub(crate) struct RuleLines {
    pub(crate) kind: ApexIdent,
    pub(crate) params: Vec<ParamLine>,
    pub(crate) message: Option<ApexString>,
}

/// Sets one parameter of a guardrail.
#[derive(Clone, Debug)]
pub(crate) struct ParamLine {
    pub(crate) name: ApexIdent,
    pub(crate) value: ApexCode,
}

/// Refuses a field that the user may not write.
#[derive(Clone, Debug)]
pub(crate) struct AccessCheck {
    pub(crate) condition: ApexCode,
    pub(crate) field: ApexCode,
}

/// Copies one value into the record; under a condition where it may be left out.
#[derive(Clone, Debug)]
pub(crate) struct Assignment {
    pub(crate) name: ApiName,
    pub(crate) apex_type: ApexType,
    pub(crate) condition: Option<ApexCode>,
    pub(crate) key: ApexCode,
}
