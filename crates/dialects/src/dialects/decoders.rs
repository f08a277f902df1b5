//! Rows of constrained decoders, which only generate answers that match a schema. Each row describes the observed
//! behaviour of its engine.

use super::{BOUNDS, PLAIN, PatternRule, Row, Rules};
use crate::gbnf;
use planwright_schema::model::Keyword;

pub(super) const LLGUIDANCE: Row = Row {
    name: "llguidance",
    about: "A grammar of llguidance from JSON Schema, strict",
    // github.com/guidance-ai/llguidance docs/json_schema.md (2026-11): keywords, ten formats, no lookaround. `oneOf` is
    // supported only where it equals `anyOf`, and property counts only for maps, so both go to the description.
    rules: Some(Rules {
        assumes_type: false,
        pattern: PatternRule::Regular,
        formats: Some(&["date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uri", "uuid"]),
        bounds: BOUNDS,
        lengths: u64::MAX,
        tuples: true,
        // The engine compares names as they are written: `k` is refused among the additional properties, and `\u006b` is
        // the same name.
        rest_takes_names: true,
        ..PLAIN
    }),
};

/// Features that `XGrammar` implements exactly, according to `tests/decoders/xgrammar_engine.py` with version 0.2.9.
///
/// Known deviations:
/// - A string with a length limit admits no escapes.
/// - A pattern disables lengths and formats, and applies to the whole string.
/// - `multipleOf` is ignored next to a bound, and for numbers that are not integers.
/// - Bounds of numbers with a point are exact only up to 6 digits after it. Only those of integers are used.
/// - Formats of dates and times admit days that do not exist. Formats of addresses exclude valid ones.
/// - Additional properties may have the name of an optional property that is missing, if it is not ASCII or is written
///   with an escape: `k` is refused, and `\u006b` is the same name.
const XGRAMMAR_RULES: Rules = Rules {
    assumes_type: false,
    pattern: PatternRule::Whole,
    formats: Some(&["duration", "json-pointer", "relative-json-pointer", "uuid"]),
    bounds: &[Keyword::Maximum, Keyword::Minimum],
    whole_bounds: true,
    tuples: true,
    one_keyword_of_texts: true,
    says_open: true,
    rest_takes_names: true,
    ..PLAIN
};

pub(super) const XGRAMMAR: Row =
    Row { name: "xgrammar", about: "A grammar of XGrammar from JSON Schema", rules: Some(XGRAMMAR_RULES) };

pub(super) const VLLM: Row = Row {
    name: "vllm",
    about: "vLLM's structured outputs, by XGrammar or llguidance",
    // docs.vllm.ai/en/latest/features/structured_outputs (2026): the schema determines the back end. vLLM 0.33.0 requires
    // XGrammar 0.2.8, which has the same results as 0.2.9. llguidance also implements everything that XGrammar implements exactly, except two formats.
    rules: Some(Rules { formats: Some(&["duration", "uuid"]), ..XGRAMMAR_RULES }),
};

pub(super) const OUTLINES: Row = Row {
    name: "outlines",
    about: "A regular expression of outlines-core from JSON Schema",
    // github.com/dottxt-ai/outlines-core src/json_schema (0.2.14, 2026-04): no recursion, references count as depth,
    // free values and maps only to a certain depth, formats narrower or wider than specified, no bounds of numbers.
    rules: Some(Rules {
        closed: true,
        recursion: false,
        assumes_type: false,
        pattern: PatternRule::Whole,
        lengths: u64::MAX,
        references: false,
        one_keyword_of_texts: true,
        ..PLAIN
    }),
};

pub(super) const GBNF: Row = Row {
    name: "gbnf",
    about: "A grammar of llama.cpp",
    // github.com/ggml-org/llama.cpp grammars/README.md (2026), and src/llama-grammar.cpp for the limit on repetitions.
    // We print the grammar, so it contains everything that a grammar without subtraction can express. Of pattern,
    // format and lengths it applies one.
    rules: Some(Rules {
        assumes_type: false,
        pattern: PatternRule::Grammar,
        formats: Some(gbnf::FORMAT_NAMES),
        bounds: &[Keyword::Maximum, Keyword::Minimum],
        whole_bounds: true,
        min_items: gbnf::MAX_REPETITIONS,
        max_items: gbnf::MAX_REPETITIONS,
        lengths: gbnf::MAX_REPETITIONS,
        tuples: true,
        one_keyword_of_texts: true,
        ..PLAIN
    }),
};
