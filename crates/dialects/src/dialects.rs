//! The dialects, and what each takes: one row a vendor.

use std::fmt;

/// The dialect of a model vendor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dialect {
    /// `OpenAI`'s structured outputs and strict functions.
    OpenAi,
    /// Anthropic's structured outputs and strict tools.
    Anthropic,
    /// The `input_schema` of an Anthropic tool that is not strict.
    AnthropicTool,
    /// Gemini's `responseJsonSchema`.
    Gemini,
    /// A tool of the Model Context Protocol.
    Mcp,
}

impl Dialect {
    /// Every dialect.
    pub const ALL: [Self; 5] = [Self::OpenAi, Self::Anthropic, Self::AnthropicTool, Self::Gemini, Self::Mcp];

    /// The name on the command line.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
            Self::AnthropicTool => "anthropic-tool",
            Self::Gemini => "gemini",
            Self::Mcp => "mcp",
        }
    }

    /// What a rewritten schema may say; `None` where the schema stays nearly as it is.
    pub(crate) fn rules(self) -> Option<Rules> {
        match self {
            Self::OpenAi => Some(OPENAI),
            Self::Anthropic => Some(ANTHROPIC),
            Self::Gemini => Some(GEMINI),
            Self::AnthropicTool | Self::Mcp => None,
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}

/// What a dialect takes of a schema.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a column of the table of dialects")]
pub(crate) struct Rules {
    /// Whether every object is closed, so that maps and free values need another shape.
    pub closed: bool,
    /// Whether the root has to be an object.
    pub object_root: bool,
    /// What stands for a member that is not there.
    pub absence: Absence,
    pub recursion: bool,
    pub pattern: bool,
    /// The formats that are taken; `None` for any.
    pub formats: Option<&'static [&'static str]>,
    /// The bounds of numbers that are taken.
    pub bounds: &'static [&'static str],
    /// The largest `minItems`.
    pub min_items: u64,
    pub max_items: bool,
    /// Whether one fixed value is said with `const`, not with an `enum` of one.
    pub constants: bool,
}

/// What stands for a member that is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Absence {
    /// `null`: every member is required.
    Null,
    /// The member is left out, as often as there are places for it; then it is a list of none.
    Rationed,
    /// The member is left out.
    Free,
}

const OPENAI: Rules = Rules {
    closed: true,
    object_root: true,
    absence: Absence::Null,
    recursion: true,
    pattern: true,
    formats: Some(&["date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uuid"]),
    bounds: &["exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum", "multipleOf"],
    min_items: u64::MAX,
    max_items: true,
    constants: true,
};

const ANTHROPIC: Rules = Rules {
    closed: true,
    object_root: true,
    absence: Absence::Rationed,
    recursion: false,
    pattern: false,
    formats: Some(&["date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uri", "uuid"]),
    bounds: &[],
    min_items: 1,
    max_items: false,
    constants: true,
};

const GEMINI: Rules = Rules {
    closed: false,
    object_root: false,
    absence: Absence::Free,
    recursion: true,
    pattern: false,
    formats: None,
    bounds: &["maximum", "minimum"],
    min_items: u64::MAX,
    max_items: true,
    constants: false,
};
