//! Dialects and their capabilities, with one row per vendor or decoder.

mod decoders;
mod vendors;

use planwright_schema::model::Keyword;
use std::fmt;

use planwright_schema::PatternFeatures;

use crate::gbnf;

/// Schema dialect of a model vendor or a constrained decoder.
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
    /// Grammar of `llguidance` from JSON Schema in strict mode, in which unknown keywords are errors.
    LlGuidance,
    /// Grammar of `XGrammar` from JSON Schema.
    XGrammar,
    /// `vLLM`, restricted to what every back end supports.
    Vllm,
    /// Regular expression of `outlines-core` from JSON Schema.
    Outlines,
    /// Grammar of `llama.cpp`.
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
    /// All dialects.
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

    /// Returns the name on the command line.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.row().name
    }

    /// Returns a phrase that describes the dialect.
    #[must_use]
    pub fn about(self) -> &'static str {
        self.row().about
    }

    /// Returns the dialect with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dialect| dialect.as_str() == name)
    }

    /// Returns the rules for rewriting a schema, or `None` if the schema hardly changes.
    pub(crate) fn rules(self) -> Option<Rules> {
        self.row().rules
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

/// Facts about one dialect.
#[derive(Debug)]
struct Row {
    name: &'static str,
    about: &'static str,
    rules: Option<Rules>,
}

impl fmt::Display for Dialect {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}

/// Schema features that a dialect supports.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a column of the table of dialects")]
pub(crate) struct Rules {
    /// Every object must be closed, so maps and free values need another shape.
    pub closed: bool,
    /// The root must be an object.
    pub object_root: bool,
    /// Representation of a missing property.
    pub absence: Absence,
    pub recursion: bool,
    /// A schema without a type gets the type of its keywords, because a model should not be offered other types.
    pub assumes_type: bool,
    pub pattern: PatternRule,
    /// Supported formats, or `None` for all.
    pub formats: Option<&'static [&'static str]>,
    /// Supported bounds of numbers.
    pub bounds: &'static [Keyword],
    /// Only integers have bounds, and the bounds are integers.
    pub whole_bounds: bool,
    /// Maximum `minItems`.
    pub min_items: u64,
    /// Maximum `maxItems`.
    pub max_items: u64,
    /// Maximum `minLength` and `maxLength`.
    pub lengths: u64,
    /// The elements of a list can have different schemas by position.
    pub tuples: bool,
    /// A single fixed value uses `const` instead of an `enum` with one value.
    pub constants: bool,
    /// Definitions can be referenced. Otherwise each reference is expanded.
    pub references: bool,
    /// The engine applies only one keyword of a string.
    pub one_keyword_of_texts: bool,
    /// An object is closed unless it is explicitly open.
    pub says_open: bool,
    /// Undescribed properties may have the name of an optional property that is missing.
    pub rest_takes_names: bool,
}

/// Every keyword that limits numbers.
const BOUNDS: &[Keyword] =
    &[Keyword::ExclusiveMaximum, Keyword::ExclusiveMinimum, Keyword::Maximum, Keyword::Minimum, Keyword::MultipleOf];

/// Defaults for dialects whose documentation is silent: keywords go to the description, and nothing is assumed.
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

/// Regular expressions that a dialect supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PatternRule {
    /// No pattern.
    InWords,
    /// Patterns without lookaround.
    WithoutLookaround,
    /// Regular patterns: no lookaround, no backreferences, no `\b`.
    Regular,
    /// Patterns that a grammar can express.
    Grammar,
    /// Patterns with only characters, classes, groups, `*`, `+` and `?`.
    Simple,
    /// Patterns of the whole string, from `^` to `$`, that match no character which JSON escapes.
    Whole,
}

impl PatternRule {
    /// Returns a pattern in the spelling of the dialect. It matches the same strings.
    pub(crate) fn spell(self, pattern: &str) -> String {
        if self == Self::Whole { without_shorthands(pattern) } else { pattern.to_owned() }
    }

    pub(crate) fn supports(self, pattern: &str) -> bool {
        let features = PatternFeatures::from_pattern(pattern);
        match self {
            Self::InWords => false,
            Self::WithoutLookaround => !features.looks_around,
            Self::Regular => !features.looks_around && !features.refers_back && !features.has_word_boundary,
            Self::Grammar => gbnf::supports_pattern(pattern),
            Self::Simple => features == PatternFeatures::default(),
            Self::Whole => is_whole(pattern),
        }
    }
}

/// Replaces `\d` and `\w` by classes. Some engines match digits and letters of every script with them.
fn without_shorthands(pattern: &str) -> String {
    let (mut out, mut in_class) = (String::new(), false);
    let mut letters = pattern.chars();
    while let Some(letter) = letters.next() {
        let class = match (letter, letter == '\\' && !letters.as_str().is_empty()) {
            (_, true) => match letters.next() {
                Some('d') => "0-9",
                Some('w') => "A-Za-z0-9_",
                other => {
                    out.push('\\');
                    out.extend(other);
                    continue;
                }
            },
            (other, false) => {
                in_class = (in_class || other == '[') && other != ']';
                out.push(other);
                continue;
            }
        };
        if in_class {
            out.push_str(class);
        } else {
            out.extend(["[", class, "]"]);
        }
    }
    out
}

/// Checks that a pattern covers the whole string and uses only printable ASCII without quotes and backslashes.
///
/// Such a pattern has the same meaning between the quotes of a JSON string.
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
            // `(?` starts a special group.
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

/// Representation of a missing property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Absence {
    /// `null`, with every property required.
    Null,
    /// Omission while the budget lasts, and then an empty list.
    Rationed,
    /// Omission.
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
    fn shorthands_of_whole_patterns_are_classes() {
        for (pattern, spelled) in [
            (r"^\d{5}$", "^[0-9]{5}$"),
            (r"^[A-Z\d]+-\w$", "^[A-Z0-9]+-[A-Za-z0-9_]$"),
            (r"^\\d$", r"^\\d$"),
            (r"^[\]\d]$", r"^[\]0-9]$"),
        ] {
            assert_eq!(PatternRule::Whole.spell(pattern), spelled);
            assert_eq!(PatternRule::Simple.spell(pattern), pattern);
        }
    }

    #[test]
    fn a_pattern_of_the_whole_text_matches_nothing_that_json_escapes() {
        let takes = ["^[a-z][a-z0-9_-]{0,62}$", "^T[0-9]+$", "^(a|b)c?$", "^a, b$"];
        let refuses = [
            "a", "^a", "a$", "^$", "^a|b$", "^.*$", "^[^a]$", "^\\d$", "^a\\.b$", "^\"$", "^[!-~]$", "^(?:a)$", "^(a$",
            "^[a$", "^é$", "^a$b$", "^*a$",
        ];
        for pattern in takes {
            assert!(PatternRule::Whole.supports(pattern), "{pattern}");
        }
        for pattern in refuses {
            assert!(!PatternRule::Whole.supports(pattern), "{pattern}");
        }
    }
}
