//! Compiles patterns of ECMAScript for the regex engine, as the validator at run time does.

use std::panic::{AssertUnwindSafe, catch_unwind};

use fancy_regex::Regex;

/// A compiled pattern.
#[derive(Debug)]
pub(crate) struct CompiledPattern(Regex);

impl CompiledPattern {
    /// Compiles a pattern. Returns `None` if it is not a pattern of ECMAScript, or too large for the engine.
    pub(crate) fn compile(pattern: &str) -> Option<Self> {
        let translated = jsonschema_regex::to_rust_regex(pattern).ok()?;
        Regex::new(&translated).ok().map(Self)
    }

    /// Returns whether a string matches. A string for which the engine gives up matches.
    pub(crate) fn is_match(&self, text: &str) -> bool {
        // `regex-automata` 0.4 panics on some patterns: <https://github.com/rust-lang/regex/issues/1344>.
        catch_unwind(AssertUnwindSafe(|| self.0.is_match(text))).is_ok_and(|found| found.unwrap_or(true))
    }
}

/// Returns whether the regex engine can compile a pattern.
pub(crate) fn is_supported(pattern: &str) -> bool {
    CompiledPattern::compile(pattern).is_some()
}

/// Returns the message for a pattern that the engine cannot compile.
pub(crate) fn unsupported_message(pattern: &str) -> String {
    format!("{} is not a \"regex\"", serde_json::Value::from(pattern))
}
