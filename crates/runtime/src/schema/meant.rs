//! Chooses the intended branch of an untagged union.

use planwright_source::Pointer;
use serde_json::Value;

use super::found::FoundViolations;
use super::sentences::{BrokenKeyword, mistyped, none_of, unlisted};
use crate::codes;
use crate::suggest::Comparisons;

/// The intended branch: one without a type error at the union itself, with the fewest errors, and the first of those.
///
/// If several branches each lack one property, all of these properties are named.
#[derive(Default)]
pub(super) struct MeantBranch {
    best: Option<FoundViolations>,
    expected: Vec<&'static str>,
    lacking: Vec<String>,
    /// Number of branches that may be meant.
    count: usize,
    /// Properties whose values are not those of a branch, each with the allowed values and the number of branches.
    tags: Vec<(Pointer, Vec<Value>, usize)>,
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
            return;
        }
        self.count += 1;
        self.add_tags(at, &found);
        if self.best.as_ref().is_none_or(|best| found.count() < best.count()) {
            self.best = Some(found);
        }
    }

    /// Adds the properties with constants that a branch does not have.
    fn add_tags(&mut self, at: &Pointer, found: &FoundViolations) {
        for one in found.all.iter().filter(|one| !one.options.is_empty() && one.at.parent().as_ref() == Some(at)) {
            match self.tags.iter_mut().find(|(tag, ..)| *tag == one.at) {
                Some((_, options, count)) => {
                    options.extend(
                        one.options.iter().filter(|option| !options.contains(option)).cloned().collect::<Vec<_>>(),
                    );
                    *count += 1;
                }
                None => self.tags.push((one.at.clone(), one.options.clone(), 1)),
            }
        }
    }

    /// Returns the violations of the intended branch. If no branch has the value of the tag, that is the only one.
    pub(super) fn violations(mut self, at: Pointer, value: &Value, comparisons: &Comparisons) -> FoundViolations {
        let count = self.count;
        let tag = self.tags.iter().position(|(_, _, branches)| count > 1 && *branches == count);
        if let Some((tag, options, _)) = tag.map(|index| self.tags.swap_remove(index))
            && let Some(given) = tag.last().and_then(|name| value.get(name.as_ref()))
        {
            return FoundViolations { all: vec![unlisted(tag, given, &options, comparisons)], more: 0 };
        }
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
