//! Constraints on objects.

use super::{CheckVerdict, PatternTable, Refusal, ValueCheck};
use crate::wording::SizeBound;

/// Constraints of a schema on an object.
#[derive(Debug)]
pub struct ObjectCheck {
    /// Properties that the schema names, in its order.
    pub members: &'static [MemberCheck],
    /// Rule for all other properties.
    pub extra: Extra,
    /// Constraints on properties whose names match a pattern.
    pub patterns: &'static [(&'static PatternTable, &'static ValueCheck)],
    /// Constraints on property names.
    pub names: Option<&'static ValueCheck>,
    /// Minimum number of properties.
    pub least: usize,
    /// Maximum number of properties.
    pub most: usize,
}

/// A property that a schema names.
#[derive(Debug)]
pub struct MemberCheck {
    /// Name of the property.
    pub name: &'static str,
    /// Constraints on its value.
    pub check: &'static ValueCheck,
    /// Whether it is required.
    pub required: bool,
    /// Whether the schema mentions it other than as required.
    pub named: bool,
}

/// Rule for properties that the schema does not name.
#[derive(Clone, Copy, Debug)]
pub enum Extra {
    /// They are allowed explicitly, or the schema names no property.
    Free,
    /// They are allowed because the schema has no rule, but a report should mention them.
    Unsaid,
    /// They are forbidden.
    Refused,
    /// They must satisfy a schema.
    Like(&'static ValueCheck),
}

/// Maximum number of names that are compared one by one, because a search would be slower.
const MAX_LINEAR_SEARCH: usize = 8;

impl ObjectCheck {
    /// Allows every object.
    pub const ANY: Self =
        Self { members: &[], extra: Extra::Free, patterns: &[], names: None, least: 0, most: usize::MAX };

    /// Returns whether properties can be validated one by one.
    pub fn in_one_pass(&self) -> bool {
        self.patterns.is_empty()
    }

    /// Returns the index of a property. The search starts at `guess`, and continues from the start.
    pub fn find(&self, name: &str, guess: usize) -> Option<usize> {
        match self.members.get(guess) {
            Some(member) if member.name == name => Some(guess),
            _ => {
                let is_it = |member: &MemberCheck| member.name == name;
                let behind = self.members.get(guess..).unwrap_or_default().iter().position(is_it);
                behind.map(|index| guess + index).or_else(|| self.members.iter().position(is_it))
            }
        }
    }

    /// Returns the constraints on a property that is not named here. If `strict`, unmentioned properties are rejected.
    pub fn stranger(&self, strict: bool) -> Result<&'static ValueCheck, Refusal> {
        match self.extra {
            Extra::Unsaid if strict => Err(Refusal::Because("unknown property")),
            Extra::Free | Extra::Unsaid => Ok(&ValueCheck::ANY),
            Extra::Refused => Err(Refusal::Because("unknown property")),
            Extra::Like(check) => Ok(check),
        }
    }

    /// Checks the number of properties.
    pub fn counts(&self, count: usize) -> CheckVerdict {
        if count < self.least {
            return Err(Refusal::Size(SizeBound::MinProperties, self.least));
        }
        if count > self.most { Err(Refusal::Size(SizeBound::MaxProperties, self.most)) } else { Ok(()) }
    }

    pub(super) fn judge(
        &self,
        members: &serde_json::Map<String, serde_json::Value>,
        strict: bool,
        depth: usize,
    ) -> CheckVerdict {
        self.counts(members.len())?;
        // The lookup by name avoids quadratic time for many properties and many names.
        let index: std::collections::HashMap<&str, &MemberCheck> =
            if self.members.len() > MAX_LINEAR_SEARCH && members.len() > MAX_LINEAR_SEARCH {
                self.members.iter().map(|member| (member.name, member)).collect()
            } else {
                std::collections::HashMap::new()
            };
        let find = |name: &str| {
            if index.is_empty() {
                self.members.iter().find(|member| member.name == name)
            } else {
                index.get(name).copied()
            }
        };
        for (name, value) in members {
            self.names.map_or(Ok(()), |check| check.judge_text(name))?;
            let mut is_known = false;
            if let Some(member) = find(name) {
                member.check.judge_at(value, strict, depth + 1)?;
                if strict && !member.named {
                    return Err(Refusal::Because("unknown property"));
                }
                is_known = member.named;
            }
            for (pattern, check) in self.patterns {
                if pattern.finds(name) {
                    check.judge_at(value, strict, depth + 1)?;
                    is_known = true;
                }
            }
            if !is_known {
                self.stranger(strict)?.judge_at(value, strict, depth + 1)?;
            }
        }
        let is_there = |member: &MemberCheck| !member.required || members.contains_key(member.name);
        self.members.iter().find(|member| !is_there(member)).map_or(Ok(()), |member| Err(Refusal::Missing(member.name)))
    }
}
