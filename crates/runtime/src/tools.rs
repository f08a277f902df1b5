//! Tool calls: definitions of tools, and errors of calls.

use crate::report::Report;
use crate::support::{RootInfo, SchemaRoot};

/// A tool as a value: what it is called, says, takes and answers.
#[derive(Clone, Copy, Debug)]
pub struct ToolInfo {
    /// Name that callers use.
    pub name: &'static str,
    /// Description of the schema of its arguments, or an empty string.
    pub description: &'static str,
    /// Schema of its arguments.
    pub params: RootInfo,
    /// Schema of its answer.
    pub returns: RootInfo,
}

/// Arguments of a tool.
pub trait ToolParams: SchemaRoot {
    /// Type of its answer.
    type Returns: SchemaRoot;
    /// The tool.
    const TOOL: &'static ToolInfo;
}

/// Result of a tool call: the answer as JSON, or the error.
pub type ToolResult<E> = Result<serde_json::Value, E>;

/// What is wrong with a tool call, before the tool has seen it or after it has answered.
#[derive(Debug)]
pub enum ToolFault {
    /// No tool is called so.
    Unknown {
        /// What was called.
        name: String,
        /// The tools that there are.
        tools: &'static [&'static ToolInfo],
    },
    /// The arguments break the schema.
    Arguments {
        /// The tool.
        tool: &'static ToolInfo,
        /// Everything that is wrong with them.
        report: Report,
    },
    /// The arguments obey the schema, but do not fit the type made from it, such as an integer beyond 64 bits.
    Misfit {
        /// The tool.
        tool: &'static ToolInfo,
        /// Why not.
        error: serde_json::Error,
    },
    /// The answer cannot be written as JSON.
    Answer {
        /// The tool.
        tool: &'static ToolInfo,
        /// Why not.
        error: serde_json::Error,
    },
}

impl ToolFault {
    #[doc(hidden)]
    pub fn unknown(name: &str, tools: &'static [&'static ToolInfo]) -> Self {
        Self::Unknown { name: name.to_owned(), tools }
    }
}

impl core::fmt::Display for ToolFault {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Unknown { name, tools } => {
                write!(out, "unknown tool {name:?}; there are")?;
                tools
                    .iter()
                    .enumerate()
                    .try_for_each(|(index, tool)| write!(out, "{} {}", if index == 0 { "" } else { "," }, tool.name))
            }
            Self::Arguments { tool, report } => {
                write!(out, "the arguments of {} violate their schema\n{report}", tool.name)
            }
            Self::Misfit { tool, error } => write!(out, "the arguments of {} do not fit: {error}", tool.name),
            Self::Answer { tool, error } => write!(out, "the answer of {} is not JSON: {error}", tool.name),
        }
    }
}

impl std::error::Error for ToolFault {}

/// Reads arguments that obey their schema.
#[doc(hidden)]
pub fn read_arguments<P: ToolParams>(arguments: &serde_json::Value) -> Result<P, ToolFault> {
    let tool = P::TOOL;
    P::validator().check(arguments).map_err(|report| ToolFault::Arguments { tool, report })?;
    P::deserialize(arguments).map_err(|error| ToolFault::Misfit { tool, error })
}

/// Writes an answer.
#[doc(hidden)]
pub fn write_answer<P: ToolParams>(returns: &P::Returns) -> Result<serde_json::Value, ToolFault> {
    serde_json::to_value(returns).map_err(|error| ToolFault::Answer { tool: P::TOOL, error })
}
