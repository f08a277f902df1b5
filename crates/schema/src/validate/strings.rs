//! Lengths, patterns and formats of strings.

use serde_json::Value;

use super::run::{Flow, Node, Run};
use super::{content, format};
use crate::draft::Draft;
use crate::model::{Count, SchemaObject};

/// Returns the ending of a plural.
pub(super) fn plural(count: u64) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// Returns a limit that a count violates.
pub(super) fn violated(limit: Option<&Count>, is_violated: impl FnOnce(u64) -> bool) -> Option<u64> {
    limit.map(Count::get).filter(|limit| is_violated(*limit))
}

impl<'v> Run<'v> {
    /// Checks the keywords for strings.
    pub(super) fn string(&mut self, node: Node<'v>, object: &'v SchemaObject, text: &str, value: &Value) -> Flow {
        let limits = &object.string;
        if limits.min_length.is_some() || limits.max_length.is_some() {
            let length = text.chars().count() as u64;
            if let Some(limit) = violated(limits.min_length.as_ref(), |limit| length < limit) {
                self.report(value, |value| format!("{value} is shorter than {limit} character{}", plural(limit)))?;
            }
            if let Some(limit) = violated(limits.max_length.as_ref(), |limit| length > limit) {
                self.report(value, |value| format!("{value} is longer than {limit} character{}", plural(limit)))?;
            }
        }
        if let Some(pattern) = &limits.pattern
            && !self.matches(pattern, text)
        {
            self.report(value, |value| format!("{value} does not match \"{pattern}\""))?;
        }
        let draft = self.draft(node);
        if let Some(name) = object.format.as_ref().filter(|_| self.validator.asserts_formats)
            && !format::has_format(text, name, draft)
        {
            self.report_format(value, name)?;
        }
        // Newer dialects assert nothing about the content.
        if matches!(draft, Draft::Draft6 | Draft::Draft7)
            && let Some(problem) = content::problem(object, text)
        {
            self.report(value, |value| problem.message(value))?;
        }
        Flow::Continue(())
    }

    /// Returns whether a string matches a pattern of the schema.
    pub(super) fn matches(&self, pattern: &str, text: &str) -> bool {
        self.validator.patterns.get(pattern).is_none_or(|pattern| pattern.is_match(text))
    }
}
