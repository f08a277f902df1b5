//! Records of a draft: the whole draft, or the difference from the previous one.

use planwright_workflow::{Action, Draft, Participant};
use serde::{Deserialize, Serialize};

/// A record of a draft.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum DraftRecord {
    /// The whole draft, which replaces all records before it.
    Draft(Box<Draft>),
    /// The difference from the previous draft.
    Change(DraftChange),
}

/// Difference from the previous draft. The id never changes.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DraftChange {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    version: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    participants: Option<ListChange<Participant>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    actions: Option<ListChange<Action>>,
}

/// Replacement of a part of a list.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ListChange<T> {
    /// Index of the first element of the part.
    at: usize,
    /// Number of elements that were removed.
    removed: usize,
    /// Elements that replace them.
    put: Vec<T>,
}

impl DraftRecord {
    /// Returns the record of a draft without a previous one.
    pub(super) fn draft(draft: &Draft) -> Self {
        Self::Draft(Box::new(draft.clone()))
    }

    /// Returns the record of a draft that follows another one.
    pub(super) fn between(before: Option<&Draft>, draft: &Draft) -> Self {
        let Some(before) = before.filter(|before| before.id == draft.id) else { return Self::draft(draft) };
        // The fields are listed, so that a new field of a draft causes a compile error until it is handled here.
        let Draft { id: _, title, description, version, participants, actions } = draft;
        Self::Change(DraftChange {
            title: (*title != before.title).then(|| title.clone()),
            description: (*description != before.description).then(|| description.clone()),
            version: (*version != before.version).then_some(*version),
            participants: ListChange::between(&before.participants, participants),
            actions: ListChange::between(&before.actions, actions),
        })
    }

    /// Returns the draft after this record.
    pub(super) fn apply(self, before: Option<Draft>) -> Result<Draft, &'static str> {
        let DraftChange { title, description, version, participants, actions } = match self {
            Self::Draft(draft) => return Ok(*draft),
            Self::Change(change) => change,
        };
        let mut draft = before.ok_or("it changes a draft, but there is no draft before it")?;
        draft.title = title.unwrap_or(draft.title);
        draft.description = description.unwrap_or(draft.description);
        draft.version = version.unwrap_or(draft.version);
        participants.map_or(Ok(()), |change| change.apply(&mut draft.participants))?;
        actions.map_or(Ok(()), |change| change.apply(&mut draft.actions))?;
        Ok(draft)
    }
}

impl<T: Clone + PartialEq> ListChange<T> {
    /// Returns the smallest differing part, or `None` if the lists are equal.
    fn between(before: &[T], after: &[T]) -> Option<Self> {
        let at = before.iter().zip(after).take_while(|(one, other)| one == other).count();
        let (before, after) = (&before[at..], &after[at..]);
        let same = before.iter().rev().zip(after.iter().rev()).take_while(|(one, other)| one == other).count();
        let (removed, put) = (before.len() - same, &after[..after.len() - same]);
        (removed > 0 || !put.is_empty()).then(|| Self { at, removed, put: put.to_vec() })
    }

    fn apply(self, list: &mut Vec<T>) -> Result<(), &'static str> {
        let end = self.at.checked_add(self.removed).filter(|end| *end <= list.len());
        let end = end.ok_or("it changes elements that the draft before it does not have")?;
        list.splice(self.at..end, self.put);
        Ok(())
    }
}
