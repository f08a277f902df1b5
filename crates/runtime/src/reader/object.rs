//! What a schema asks of an object.

use super::{CheckVerdict, PatternTable, Refusal, ValueCheck};

/// What is asked of an object.
#[derive(Debug)]
pub struct ObjectCheck {
    /// The members that the schema names, in its order.
    pub members: &'static [MemberCheck],
    /// What it says of all others.
    pub extra: Extra,
    /// What is asked of members whose name has a pattern.
    pub patterns: &'static [(&'static PatternTable, &'static ValueCheck)],
    /// What is asked of each name.
    pub names: ::std::option::Option<&'static ValueCheck>,
    /// The least number of members.
    pub least: usize,
    /// The largest number of members.
    pub most: usize,
}

/// A member that a schema names.
#[derive(Debug)]
pub struct MemberCheck {
    /// Its name.
    pub name: &'static str,
    /// What is asked of its value.
    pub check: &'static ValueCheck,
    /// Whether it has to be there.
    pub required: bool,
    /// Whether the schema says something of it besides that it has to be there.
    pub named: bool,
}

/// What a schema says of the members that it does not name.
#[derive(Clone, Copy, Debug)]
pub enum Extra {
    /// It says that there may be any, or names no member at all.
    Free,
    /// Nothing, so there may be any; but a reader should hear of them.
    Unsaid,
    /// There may be none.
    Refused,
    /// They are all alike.
    Like(&'static ValueCheck),
}

/// How many names are compared one by one before a search pays.
const FEW: usize = 8;

impl ObjectCheck {
    /// Allows every object.
    pub const ANY: Self =
        Self { members: &[], extra: Extra::Free, patterns: &[], names: None, least: 0, most: usize::MAX };

    /// Whether members can be judged one by one.
    pub fn in_one_pass(&self) -> bool {
        self.patterns.is_empty()
    }

    /// The index of a member; it is searched from `guess` on, then from the start.
    pub fn find(&self, name: &str, guess: usize) -> ::std::option::Option<usize> {
        match self.members.get(guess) {
            Some(member) if member.name == name => Some(guess),
            _ => {
                let is_it = |member: &MemberCheck| member.name == name;
                let behind = self.members.get(guess..).unwrap_or_default().iter().position(is_it);
                behind.map(|index| guess + index).or_else(|| self.members.iter().position(is_it))
            }
        }
    }

    /// What is asked of a member without a name here. Where `strict`, one that the schema does not mention is refused.
    pub fn stranger(&self, strict: bool) -> ::std::result::Result<&'static ValueCheck, Refusal> {
        match self.extra {
            Extra::Unsaid if strict => Err(Refusal::Because("a member that the schema does not mention")),
            Extra::Free | Extra::Unsaid => Ok(&ValueCheck::ANY),
            Extra::Refused => Err(Refusal::Because("a member that is not allowed")),
            Extra::Like(check) => Ok(check),
        }
    }

    /// Whether there may be so many members.
    pub fn counts(&self, count: usize) -> CheckVerdict {
        if count < self.least || count > self.most {
            Err(Refusal::Because("too few or too many members"))
        } else {
            Ok(())
        }
    }

    pub(super) fn judge(
        &self,
        members: &::serde_json::Map<::std::string::String, ::serde_json::Value>,
        strict: bool,
        depth: usize,
    ) -> CheckVerdict {
        self.counts(members.len())?;
        // By name, so that neither many members nor many names make it quadratic.
        let index: ::std::collections::HashMap<&str, &MemberCheck> = if self.members.len() > FEW && members.len() > FEW
        {
            self.members.iter().map(|member| (member.name, member)).collect()
        } else {
            ::std::collections::HashMap::new()
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
                    return Err(Refusal::Because("a member that the schema does not mention"));
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
