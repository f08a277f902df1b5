//! Chooses the intended branch of an untagged union.

use planwright_source::Pointer;
use serde_json::Value;

use super::found::FoundViolations;
use super::sentences::{BrokenKeyword, mistyped, none_of};
use crate::codes;

/// The intended branch: one without a type error at the union itself, with the fewest errors, and the first of those.
///
/// If several branches each lack one property, all of these properties are named.
#[derive(Default)]
pub(super) struct MeantBranch {
    best: Option<FoundViolations>,
    expected: Vec<&'static str>,
    lacking: Vec<String>,
}

impl MeantBranch {
    /// Adds the violations of the next branch of a union at `at`.
    pub(super) fn add(&mut self, at: &Pointer, found: FoundViolations) {
        if let [one] = found.all.as_slice()
            && one.code == codes::MISSING_FIELD
            && one.at.parent().as_ref() == Some(at)
            && let Some(name) = one.at.last()
            && !self.lacking.iter().any(|known| *known == name)
        {
            self.lacking.push(name.into_owned());
        }
        if let Some(mistyped) = found.all.iter().find(|one| one.code == codes::TYPE_MISMATCH && one.at == *at) {
            for name in &mistyped.expected {
                if !self.expected.contains(name) {
                    self.expected.push(*name);
                }
            }
        } else if self.best.as_ref().is_none_or(|best| found.count() < best.count()) {
            self.best = Some(found);
        }
    }

    /// Returns the violations of the intended branch.
    pub(super) fn violations(self, at: Pointer, value: &Value) -> FoundViolations {
        let Some(mut found) = self.best else {
            return FoundViolations { all: vec![mistyped(BrokenKeyword("type"), at, value, self.expected)], more: 0 };
        };
        if let ([one], [_, _, ..]) = (found.all.as_mut_slice(), self.lacking.as_slice())
            && one.code == codes::MISSING_FIELD
        {
            one.message = none_of(&self.lacking);
        }
        found
    }
}
