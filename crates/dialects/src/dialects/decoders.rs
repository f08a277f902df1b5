//! The rows of constrained decoders, which admit only answers of a schema, each as its engine was found to read one.

use super::{PLAIN, PatternRule, Row, Rules, UNLIMITED};
use crate::gbnf;

pub(super) const LLGUIDANCE: Row = Row {
    name: "llguidance",
    about: "A grammar of llguidance from JSON Schema, strict",
    // github.com/guidance-ai/llguidance docs/json_schema.md (2026-11): keywords, ten formats, no lookaround; `oneOf` only where it
    // is an `anyOf`, and counts of members only for maps, which stay in words.
    rules: Some(Rules {
        assumes_type: false,
        pattern: PatternRule::Regular,
        formats: Some(&["date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uri", "uuid"]),
        bounds: &["exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum", "multipleOf"],
        lengths: u64::MAX,
        tuples: true,
        ..PLAIN
    }),
    limits: UNLIMITED,
};

/// What `XGrammar` reads exactly. Found with its engine, 0.1.27, and read in `cpp/json_schema_converter.cc` of github.com/mlc-ai/xgrammar
/// (2026-08): texts with lengths admit no escapes, a pattern hides lengths and formats and is of the whole text, bounds are wrong near
/// zero, all of `prefixItems` have to be there, and the other members of an object may have the names of those that are left out.
const OF_XGRAMMAR: Rules = Rules {
    assumes_type: false,
    pattern: PatternRule::Whole,
    formats: Some(&["uuid"]),
    one_keyword_of_texts: true,
    says_open: true,
    rest_takes_names: true,
    ..PLAIN
};

pub(super) const XGRAMMAR: Row = Row {
    name: "xgrammar",
    about: "A grammar of XGrammar from JSON Schema",
    rules: Some(OF_XGRAMMAR),
    limits: UNLIMITED,
};

pub(super) const VLLM: Row = Row {
    name: "vllm",
    about: "vLLM's structured outputs, by XGrammar or llguidance",
    // docs.vllm.ai/en/latest/features/structured_outputs (2026): the back end is chosen by what the schema asks for. What XGrammar reads
    // exactly llguidance does too.
    rules: Some(OF_XGRAMMAR),
    limits: UNLIMITED,
};

pub(super) const OUTLINES: Row = Row {
    name: "outlines",
    about: "A regular expression of outlines-core from JSON Schema",
    // github.com/dottxt-ai/outlines-core src/json_schema (0.2.14, 2026-04): no recursion, references count as depth, free values and
    // members of any name only to a depth, formats narrower or wider than they are defined, no bounds of numbers.
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
    limits: UNLIMITED,
};

pub(super) const GBNF: Row = Row {
    name: "gbnf",
    about: "A grammar of llama.cpp, as text",
    // github.com/ggml-org/llama.cpp grammars/README.md (2026), and src/llama-grammar.cpp for what it refuses to repeat. The grammar is
    // ours, so that it says all that a grammar without subtraction can; of pattern, format and lengths it says one.
    rules: Some(Rules {
        assumes_type: false,
        pattern: PatternRule::Grammar,
        formats: Some(gbnf::FORMAT_NAMES),
        bounds: &["maximum", "minimum"],
        whole_bounds: true,
        min_items: gbnf::MOST_TIMES,
        max_items: gbnf::MOST_TIMES,
        lengths: gbnf::MOST_TIMES,
        tuples: true,
        one_keyword_of_texts: true,
        ..PLAIN
    }),
    limits: UNLIMITED,
};
