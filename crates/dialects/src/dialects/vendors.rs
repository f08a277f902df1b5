//! Rows of model vendors, each with its documentation page.

use super::{Absence, BOUNDS, PLAIN, PatternRule, Row, Rules};
use planwright_schema::model::Keyword;

pub(super) const OPENAI: Row = Row {
    name: "openai",
    about: "OpenAI's structured outputs and strict functions",
    rules: Some(Rules {
        closed: true,
        object_root: true,
        absence: Absence::Null,
        recursion: true,
        // developers.openai.com/api/docs/guides/structured-outputs lists `pattern` as supported (2026-02). The API
        // answers "regex lookaround is not supported" (reported since 2026-05, last 2026-09).
        pattern: PatternRule::WithoutLookaround,
        formats: Some(&["date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uuid"]),
        bounds: BOUNDS,
        min_items: u64::MAX,
        max_items: u64::MAX,
        ..PLAIN
    }),
};

pub(super) const ANTHROPIC: Row = Row {
    name: "anthropic",
    about: "Anthropic's structured outputs and strict tools",
    rules: Some(Rules {
        closed: true,
        object_root: true,
        absence: Absence::Rationed,
        recursion: false,
        // platform.claude.com/docs/en/build-with-claude/structured-outputs (2026): no backreferences, no lookaround, no
        // `\b`. Of `{n,m}` only unspecified simple cases are supported, so it goes to the description.
        pattern: PatternRule::Simple,
        formats: Some(&["date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uri", "uuid"]),
        bounds: &[],
        min_items: 1,
        max_items: 0,
        ..PLAIN
    }),
};

pub(super) const GEMINI: Row = Row {
    name: "gemini",
    about: "Gemini's `responseJsonSchema`",
    rules: Some(Rules {
        closed: false,
        object_root: false,
        absence: Absence::Free,
        recursion: true,
        pattern: PatternRule::InWords,
        formats: None,
        bounds: &[Keyword::Maximum, Keyword::Minimum],
        min_items: u64::MAX,
        max_items: u64::MAX,
        // ai.google.dev/gemini-api/docs/structured-output lists `prefixItems` for arrays.
        tuples: true,
        constants: false,
        ..PLAIN
    }),
};

pub(super) const ANTHROPIC_TOOL: Row = Row {
    name: "anthropic-tool",
    about: "A tool of Anthropic's that is not strict: `{name, description, input_schema}`",
    rules: None,
};

pub(super) const MCP: Row = Row {
    name: "mcp",
    about: "A tool of the Model Context Protocol: `{name, description, inputSchema, outputSchema}`",
    rules: None,
};

pub(super) const MISTRAL: Row = Row {
    name: "mistral",
    about: "Mistral's custom structured outputs",
    // docs.mistral.ai/capabilities/structured-output/custom_structured_output (2026): the examples have objects, lists,
    // strings and numbers, and the client closes every object. Other keywords are not mentioned and go to the
    // description.
    rules: Some(Rules {
        closed: true,
        object_root: true,
        recursion: false,
        min_items: 0,
        max_items: 0,
        constants: false,
        ..PLAIN
    }),
};

pub(super) const BEDROCK: Row = Row {
    name: "bedrock",
    about: "Amazon Bedrock's structured outputs and strict tools",
    // docs.aws.amazon.com/bedrock/latest/userguide/structured-output.html (2026): a subset of 2020-12 in which every
    // object is closed. A schema with anything else is rejected, so only the features of its examples are used.
    rules: Some(Rules {
        closed: true,
        object_root: true,
        recursion: false,
        min_items: 0,
        max_items: 0,
        constants: false,
        ..PLAIN
    }),
};

pub(super) const VERTEX: Row = Row {
    name: "vertex",
    about: "Vertex AI's `responseJsonSchema`",
    // Reference of GenerationConfig.responseJsonSchema (aiplatform v1, 2026): the keywords of `gemini` without lengths
    // and patterns. Recursive references are unrolled, and only in optional properties.
    rules: Some(Rules {
        recursion: false,
        formats: None,
        bounds: &[Keyword::Maximum, Keyword::Minimum],
        tuples: true,
        constants: false,
        ..PLAIN
    }),
};

pub(super) const VERTEX_OPENAPI: Row = Row {
    name: "vertex-openapi",
    about: "Vertex AI's `responseSchema`, a subset of OpenAPI 3.0",
    // Reference of Schema (aiplatform v1, 2025-09): no references, enum values are strings regardless of their type,
    // and objects have only the listed properties. Fields that structured output does not mention are ignored there and
    // go to the description.
    rules: Some(Rules {
        closed: true,
        recursion: false,
        bounds: &[Keyword::Maximum, Keyword::Minimum],
        constants: false,
        references: false,
        ..PLAIN
    }),
};

pub(super) const XAI: Row = Row {
    name: "xai",
    about: "xAI's structured outputs and tools",
    // docs.x.ai/developers/model-capabilities/text/structured-outputs (2026): types, `enum`, `const`, `anyOf`,
    // non-recursive references, objects that are closed by default, and enforced formats. Keywords that are applied on
    // a best-effort basis go to the description.
    rules: Some(Rules {
        closed: true,
        object_root: true,
        recursion: false,
        formats: Some(&["date", "date-time", "email", "ipv4", "time", "uuid"]),
        min_items: 0,
        max_items: 0,
        ..PLAIN
    }),
};
