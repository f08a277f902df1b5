//! The dialects, and what each takes: one row a vendor.

use std::fmt;

use planwright_schema::PatternFeatures;

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
    /// A grammar of `llguidance` from JSON Schema, strict: what it does not know is an error.
    LlGuidance,
}

impl Dialect {
    /// Every dialect.
    pub const ALL: [Self; 6] =
        [Self::OpenAi, Self::Anthropic, Self::AnthropicTool, Self::Gemini, Self::Mcp, Self::LlGuidance];

    /// The name on the command line.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.row().name
    }

    /// What the dialect is for, in a phrase.
    #[must_use]
    pub fn about(self) -> &'static str {
        self.row().about
    }

    /// The dialect with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dialect| dialect.as_str() == name)
    }

    /// What a rewritten schema may say; `None` where the schema stays nearly as it is.
    pub(crate) fn rules(self) -> Option<Rules> {
        self.row().rules
    }

    /// How much the dialect takes.
    pub(crate) fn limits(self) -> Limits {
        self.row().limits
    }

    fn row(self) -> &'static Row {
        match self {
            Self::OpenAi => &OPENAI,
            Self::Anthropic => &ANTHROPIC,
            Self::AnthropicTool => &ANTHROPIC_TOOL,
            Self::Gemini => &GEMINI,
            Self::Mcp => &MCP,
            Self::LlGuidance => &LLGUIDANCE,
        }
    }
}

/// Everything that is known of one dialect.
#[derive(Debug)]
struct Row {
    name: &'static str,
    about: &'static str,
    rules: Option<Rules>,
    limits: Limits,
}

/// How much a dialect takes; `usize::MAX` where it does not say.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Members of all objects together.
    pub members: usize,
    /// Characters in names and fixed values together.
    pub characters: usize,
    /// Values in all enums together.
    pub values: usize,
    /// Objects and lists in one another.
    pub depth: usize,
    /// Members that are not required, with definitions written out.
    pub optional: usize,
    /// Unions, with definitions written out.
    pub unions: usize,
}

const UNLIMITED: Limits = Limits {
    members: usize::MAX,
    characters: usize::MAX,
    values: usize::MAX,
    depth: usize::MAX,
    optional: usize::MAX,
    unions: usize::MAX,
};

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
    /// Whether a schema without a type has the one that its keywords speak of, for a model should not be offered the others.
    pub assumes_type: bool,
    pub pattern: PatternRule,
    /// The formats that are taken; `None` for any.
    pub formats: Option<&'static [&'static str]>,
    /// The bounds of numbers that are taken.
    pub bounds: &'static [&'static str],
    /// The largest `minItems`.
    pub min_items: u64,
    pub max_items: bool,
    /// Whether `minLength` and `maxLength` are taken.
    pub lengths: bool,
    /// Whether the elements of a list can have a schema each.
    pub tuples: bool,
    /// Whether one fixed value is said with `const`, not with an `enum` of one.
    pub constants: bool,
}

/// Which regular expressions a dialect takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PatternRule {
    /// None.
    InWords,
    /// Those that do not look around.
    WithoutLookaround,
    /// Those of regular languages: no looking around, no references back, no `\b`.
    Regular,
    /// Those of characters, classes, groups and `*`, `+`, `?` alone.
    Simple,
}

impl PatternRule {
    pub(crate) fn take(self, pattern: &str) -> bool {
        let features = PatternFeatures::of(pattern);
        match self {
            Self::InWords => false,
            Self::WithoutLookaround => !features.looks_around,
            Self::Regular => !features.looks_around && !features.refers_back && !features.has_word_boundary,
            Self::Simple => features == PatternFeatures::default(),
        }
    }
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

const OPENAI: Row = Row {
    name: "openai",
    about: "OpenAI's structured outputs and strict functions",
    rules: Some(Rules {
        closed: true,
        object_root: true,
        absence: Absence::Null,
        recursion: true,
        assumes_type: true,
        // developers.openai.com/api/docs/guides/structured-outputs has `pattern` among what is supported (2026-02); the API
        // answers "regex lookaround is not supported" (reported since 2026-05, last 2026-09).
        pattern: PatternRule::WithoutLookaround,
        formats: Some(&["date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uuid"]),
        bounds: &["exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum", "multipleOf"],
        min_items: u64::MAX,
        max_items: true,
        lengths: false,
        tuples: false,
        constants: true,
    }),
    limits: Limits { members: 5_000, characters: 120_000, values: 1_000, depth: 10, ..UNLIMITED },
};

const ANTHROPIC: Row = Row {
    name: "anthropic",
    about: "Anthropic's structured outputs and strict tools",
    rules: Some(Rules {
        closed: true,
        object_root: true,
        absence: Absence::Rationed,
        recursion: false,
        assumes_type: true,
        // platform.claude.com/docs/en/build-with-claude/structured-outputs (2026): no backreferences, no lookaround, no `\b`,
        // and of `{n,m}` only simple cases, which are not told; those stay in words.
        pattern: PatternRule::Simple,
        formats: Some(&["date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uri", "uuid"]),
        bounds: &[],
        min_items: 1,
        max_items: false,
        lengths: false,
        tuples: false,
        constants: true,
    }),
    limits: Limits { optional: 24, unions: 16, ..UNLIMITED },
};

const GEMINI: Row = Row {
    name: "gemini",
    about: "Gemini's `responseJsonSchema`",
    rules: Some(Rules {
        closed: false,
        object_root: false,
        absence: Absence::Free,
        recursion: true,
        assumes_type: true,
        pattern: PatternRule::InWords,
        formats: None,
        bounds: &["maximum", "minimum"],
        min_items: u64::MAX,
        max_items: true,
        lengths: false,
        // ai.google.dev/gemini-api/docs/structured-output lists `prefixItems` for arrays.
        tuples: true,
        constants: false,
    }),
    limits: UNLIMITED,
};

const ANTHROPIC_TOOL: Row = Row {
    name: "anthropic-tool",
    about: "A tool of Anthropic's that is not strict: `{name, description, input_schema}`",
    rules: None,
    limits: UNLIMITED,
};

const MCP: Row = Row {
    name: "mcp",
    about: "A tool of the Model Context Protocol: `{name, description, inputSchema, outputSchema}`",
    rules: None,
    limits: UNLIMITED,
};

const LLGUIDANCE: Row = Row {
    name: "llguidance",
    about: "A grammar of llguidance from JSON Schema, strict",
    // github.com/guidance-ai/llguidance docs/json_schema.md (2026-11): keywords, ten formats, no lookaround; `oneOf` only where it
    // is an `anyOf`, and counts of members only for maps, which stay in words.
    rules: Some(Rules {
        closed: false,
        object_root: false,
        absence: Absence::Free,
        recursion: true,
        assumes_type: false,
        pattern: PatternRule::Regular,
        formats: Some(&["date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uri", "uuid"]),
        bounds: &["exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum", "multipleOf"],
        min_items: u64::MAX,
        max_items: true,
        lengths: true,
        tuples: true,
        constants: true,
    }),
    limits: UNLIMITED,
};

#[cfg(test)]
mod tests {
    use super::Dialect;

    #[test]
    fn every_dialect_has_a_name_of_its_own() {
        for dialect in Dialect::ALL {
            assert_eq!(Dialect::named(dialect.as_str()), Some(dialect));
        }
        assert_eq!(Dialect::named("open-ai"), None);
    }
}
