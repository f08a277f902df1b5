//! The dialects, and what each takes: one row a vendor or decoder.

mod decoders;
mod vendors;

use std::fmt;

use planwright_schema::PatternFeatures;

use crate::gbnf;

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
    /// A grammar of `XGrammar` from JSON Schema.
    XGrammar,
    /// `vLLM`: what each of its back ends takes.
    Vllm,
    /// A regular expression of `outlines-core` from JSON Schema.
    Outlines,
    /// A grammar of `llama.cpp`.
    Gbnf,
    /// Custom structured outputs of Mistral.
    Mistral,
    /// Structured outputs and strict tools of Amazon Bedrock.
    Bedrock,
    /// `responseJsonSchema` of Vertex AI.
    Vertex,
    /// `responseSchema` of Vertex AI, a subset of `OpenAPI` 3.0.
    VertexOpenApi,
    /// Structured outputs and tools of xAI.
    Xai,
}

impl Dialect {
    /// Every dialect.
    pub const ALL: [Self; 15] = [
        Self::OpenAi,
        Self::Anthropic,
        Self::AnthropicTool,
        Self::Gemini,
        Self::Mcp,
        Self::LlGuidance,
        Self::XGrammar,
        Self::Vllm,
        Self::Outlines,
        Self::Gbnf,
        Self::Mistral,
        Self::Bedrock,
        Self::Vertex,
        Self::VertexOpenApi,
        Self::Xai,
    ];

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
            Self::OpenAi => &vendors::OPENAI,
            Self::Anthropic => &vendors::ANTHROPIC,
            Self::AnthropicTool => &vendors::ANTHROPIC_TOOL,
            Self::Gemini => &vendors::GEMINI,
            Self::Mcp => &vendors::MCP,
            Self::LlGuidance => &decoders::LLGUIDANCE,
            Self::XGrammar => &decoders::XGRAMMAR,
            Self::Vllm => &decoders::VLLM,
            Self::Outlines => &decoders::OUTLINES,
            Self::Gbnf => &decoders::GBNF,
            Self::Mistral => &vendors::MISTRAL,
            Self::Bedrock => &vendors::BEDROCK,
            Self::Vertex => &vendors::VERTEX,
            Self::VertexOpenApi => &vendors::VERTEX_OPENAPI,
            Self::Xai => &vendors::XAI,
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
    /// Whether only whole numbers have bounds, and only whole ones.
    pub whole_bounds: bool,
    /// The largest `minItems`.
    pub min_items: u64,
    /// The largest `maxItems`.
    pub max_items: u64,
    /// The largest `minLength` and `maxLength`.
    pub lengths: u64,
    /// Whether the elements of a list can have a schema each.
    pub tuples: bool,
    /// Whether one fixed value is said with `const`, not with an `enum` of one.
    pub constants: bool,
    /// Whether definitions can be referred to; else each is written out.
    pub references: bool,
    /// Whether only one keyword about a text is heeded.
    pub one_keyword_of_texts: bool,
    /// Whether an object is closed unless it is written that it is open.
    pub says_open: bool,
    /// Whether what may have any name may also have the name of a member that is left out.
    pub rest_takes_names: bool,
}

/// What decoders and vendors have that say nothing of a rule: keywords in words, nothing assumed.
const PLAIN: Rules = Rules {
    closed: false,
    object_root: false,
    absence: Absence::Free,
    recursion: true,
    assumes_type: true,
    pattern: PatternRule::InWords,
    formats: Some(&[]),
    bounds: &[],
    whole_bounds: false,
    min_items: u64::MAX,
    max_items: u64::MAX,
    lengths: 0,
    tuples: false,
    constants: true,
    references: true,
    one_keyword_of_texts: false,
    says_open: false,
    rest_takes_names: false,
};

/// Which regular expressions a dialect takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PatternRule {
    /// None.
    InWords,
    /// Those that do not look around.
    WithoutLookaround,
    /// Those of regular languages: no looking around, no references back, no `\b`.
    Regular,
    /// Those that a grammar can say.
    Grammar,
    /// Those of characters, classes, groups and `*`, `+`, `?` alone.
    Simple,
    /// Those of the whole text, from `^` to `$`, that match no character which JSON escapes.
    Whole,
}

impl PatternRule {
    pub(crate) fn take(self, pattern: &str) -> bool {
        let features = PatternFeatures::from_pattern(pattern);
        match self {
            Self::InWords => false,
            Self::WithoutLookaround => !features.looks_around,
            Self::Regular => !features.looks_around && !features.refers_back && !features.has_word_boundary,
            Self::Grammar => gbnf::says(pattern),
            Self::Simple => features == PatternFeatures::default(),
            Self::Whole => is_whole(pattern),
        }
    }
}

/// Whether a pattern is of the whole text and of printed ASCII without quote and backslash, so that it reads the same where it is put
/// between the quotes of a JSON text.
fn is_whole(pattern: &str) -> bool {
    let Some(inner) = pattern.strip_prefix('^').and_then(|rest| rest.strip_suffix('$')) else { return false };
    let mut depth = 0_usize;
    let mut in_class = false;
    let mut before = '\0';
    for character in inner.chars() {
        let is_plain = character.is_ascii_alphanumeric() || " _-:/@#=,;~%!<>&".contains(character);
        match character {
            '[' if !in_class => in_class = true,
            ']' if in_class && before != '[' => in_class = false,
            _ if in_class => {
                if !is_plain || character == '~' {
                    return false;
                }
            }
            // `(?` begins something else than a group.
            '?' if before == '(' => return false,
            '(' => depth += 1,
            ')' if depth > 0 => depth -= 1,
            '|' if depth > 0 => {}
            '{' | '}' | '*' | '+' | '?' if before != '\0' => {}
            _ if is_plain => {}
            _ => return false,
        }
        before = character;
    }
    depth == 0 && !in_class && !inner.is_empty()
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

#[cfg(test)]
mod tests {
    use super::{Dialect, PatternRule};

    #[test]
    fn every_dialect_has_a_name_of_its_own() {
        for dialect in Dialect::ALL {
            assert_eq!(Dialect::named(dialect.as_str()), Some(dialect));
        }
        assert_eq!(Dialect::named("open-ai"), None);
    }

    #[test]
    fn a_pattern_of_the_whole_text_matches_nothing_that_json_escapes() {
        let takes = ["^[a-z][a-z0-9_-]{0,62}$", "^T[0-9]+$", "^(a|b)c?$", "^a, b$"];
        let refuses = [
            "a", "^a", "a$", "^$", "^a|b$", "^.*$", "^[^a]$", "^\\d$", "^a\\.b$", "^\"$", "^[!-~]$", "^(?:a)$", "^(a$",
            "^[a$", "^é$", "^a$b$", "^*a$",
        ];
        for pattern in takes {
            assert!(PatternRule::Whole.take(pattern), "{pattern}");
        }
        for pattern in refuses {
            assert!(!PatternRule::Whole.take(pattern), "{pattern}");
        }
    }
}
