//! Advice for fixing a finding: a sentence for people and a remedy as data, from which [`Diagnostic`] creates its
//! patches.

use planwright_source::Pointer;
use serde_json::Value;

use crate::diagnostic::{Diagnostic, Patch, PatchOp};
use crate::suggest::Suggestion;

/// Advice about one finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Help {
    /// The advice in one sentence, without a full stop.
    pub sentence: String,
    /// The change that the sentence describes, if a program can make it.
    pub remedy: Option<Remedy>,
    /// Whether the change is unambiguous and loses no data, so that it can be applied without confirmation.
    pub is_safe: bool,
}

/// A change at the location of a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Renames the property.
    Rename(String),
    /// Moves the property at this location, which has a wrong name, to the location of the finding.
    Take(Pointer),
    /// Replaces the value by its only property or element, which has this name.
    TakePart(String),
    /// Replaces the value that contains the location of the finding by the value at the location.
    Unwrap,
    /// Replaces the value.
    Write(Value),
    /// Adds the missing property with this value.
    Add(Value),
    /// Removes the value.
    Remove,
}

impl Help {
    /// Returns advice without a remedy.
    pub fn sentence(sentence: impl Into<String>) -> Self {
        Self { sentence: sentence.into(), remedy: None, is_safe: false }
    }

    /// Returns the advice with a remedy that can be applied without confirmation.
    #[must_use]
    pub fn safely(self, remedy: Remedy) -> Self {
        Self { remedy: Some(remedy), is_safe: true, ..self }
    }

    /// Returns the advice with a remedy that may not be what the author meant.
    #[must_use]
    pub fn perhaps(self, remedy: Remedy) -> Self {
        Self { remedy: Some(remedy), is_safe: false, ..self }
    }

    /// Returns the advice with its remedy marked as requiring confirmation.
    #[must_use]
    pub fn unsafely(self) -> Self {
        Self { is_safe: false, ..self }
    }

    /// Returns the advice with `more` appended.
    #[must_use]
    pub fn and(mut self, more: &str) -> Self {
        self.sentence.push_str(more);
        self
    }
}

impl<T: Into<String>> From<T> for Help {
    fn from(sentence: T) -> Self {
        Self::sentence(sentence)
    }
}

impl Suggestion<'_> {
    /// Returns help for a misspelled property name.
    pub fn rename(&self) -> Help {
        let remedy = Remedy::Rename(self.name.to_owned());
        Help { remedy: Some(remedy), is_safe: self.is_only, ..self.ask() }
    }

    /// Returns help for a wrong string value.
    pub fn write(&self) -> Help {
        let remedy = Remedy::Write(self.name.into());
        Help { remedy: Some(remedy), is_safe: self.is_only, ..self.ask() }
    }

    /// Returns help for a part of a value.
    pub fn ask(&self) -> Help {
        Help::sentence(format!("did you mean {:?}?", self.name))
    }
}

impl Diagnostic {
    /// Returns the finding with advice, and with the patch that follows from its remedy.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<Help>) -> Self {
        let Help { sentence, remedy, is_safe } = help.into();
        self.help = Some(sentence);
        let at = self.at.clone();
        let op = remedy.and_then(|remedy| {
            Some(match remedy {
                Remedy::Rename(name) => PatchOp::Move { path: at.parent()?.member(&name), from: at },
                Remedy::Take(from) => PatchOp::Move { from, path: at },
                Remedy::TakePart(name) => PatchOp::Move { from: at.member(&name), path: at },
                Remedy::Unwrap => PatchOp::Move { path: at.parent()?, from: at },
                Remedy::Write(value) => PatchOp::Replace { path: at, value },
                Remedy::Add(value) => PatchOp::Add { path: at, value },
                Remedy::Remove => PatchOp::Remove { path: at },
            })
        });
        self.patches = op.map(|op| Patch { op, is_safe }).into_iter().collect();
        self
    }

    /// Returns the property with a wrong name, if the finding is about one.
    pub fn misnamed(&self) -> Option<&Pointer> {
        self.patches.iter().find_map(|patch| match &patch.op {
            PatchOp::Move { from, .. } => Some(from),
            PatchOp::Add { .. } | PatchOp::Remove { .. } | PatchOp::Replace { .. } | PatchOp::Text { .. } => None,
        })
    }

    /// Returns the finding for a document that is located at `base` in a larger one.
    #[must_use]
    pub fn below(mut self, base: &Pointer) -> Self {
        let lift = |at: &mut Pointer| *at = base.join(at);
        lift(&mut self.at);
        for patch in &mut self.patches {
            match &mut patch.op {
                PatchOp::Add { path, .. } | PatchOp::Remove { path } | PatchOp::Replace { path, .. } => lift(path),
                PatchOp::Move { from, path } => {
                    lift(from);
                    lift(path);
                }
                PatchOp::Text { .. } => {}
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn advice_becomes_a_patch_at_its_place() {
        let patch = |at: &str, help: Help| {
            let found =
                Diagnostic::error("X", at.parse().unwrap(), "wrong").with_help(help).below(&Pointer::root().index(2));
            json!(found.patches)
        };
        let near = Suggestion { name: "label", is_only: true };
        assert_eq!(
            patch("/a/lable", near.rename()),
            json!([{"op": "move", "from": "/2/a/lable", "path": "/2/a/label", "safe": true}])
        );
        let tie = Suggestion { is_only: false, ..near };
        assert_eq!(
            patch("/a", tie.write()),
            json!([{"op": "replace", "path": "/2/a", "value": "label", "safe": false}])
        );
        assert_eq!(
            patch("/a", Help::sentence("remove it").perhaps(Remedy::Remove)),
            json!([{"op": "remove", "path": "/2/a", "safe": false}])
        );
        assert_eq!(patch("/a", Help::sentence("think again")), json!([]));
    }
}
