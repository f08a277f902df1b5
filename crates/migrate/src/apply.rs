//! Applies edits to documents. Also reverts them, to find a document that the migration does not fix.

use planwright_drift::inclusion::{some_documents, validity};
use planwright_drift::{ProofFailure, Verdict};
use serde_json::{Map, Value, json};

use crate::fits::fits;
use crate::move_property::move_property;
use crate::{Migration, MigrationEdit, MigrationPlace, PropertyEdit};

impl Migration {
    /// Applies the edits. An edit of a missing value has no effect, so this function never fails.
    pub fn apply(&self, document: &mut Value) {
        for edit in &self.edits {
            edit.each(document, &mut |value| edit.kind.make(value));
        }
    }

    /// Checks whether the edits turn every old document into a valid new one without holes.
    pub fn makes_valid(&self) -> bool {
        self.holes.is_empty() && self.verdict == Verdict::Proved
    }

    /// Checks whether the edits turn every old document into a valid new one without holes, and lose no value that the new
    /// schema does not say is lost.
    pub fn is_total(&self) -> bool {
        self.makes_valid() && self.unasked.is_empty()
    }

    /// Returns the final verdict of a migration that is not proved: a document of the old schema that stays invalid, if
    /// there is one.
    ///
    /// `refused` contains values at old locations that the new schema rejects.
    pub(super) fn confirmed(
        &self,
        refused: &[(Vec<MigrationPlace>, Value)],
        old: &Value,
        new: &Value,
    ) -> Result<Verdict, ProofFailure> {
        let broken = match &self.verdict {
            Verdict::Broken(broken) => Some(broken),
            Verdict::Proved | Verdict::Undecided(_) => None,
        };
        let why = || match &self.verdict {
            Verdict::Undecided(because) => Verdict::Undecided(because.clone()),
            Verdict::Broken(broken) => {
                Verdict::Undecided(format!("a migrated document may be {broken}, which the new schema refuses"))
            }
            Verdict::Proved => Verdict::Proved,
        };
        let (Some(is_old), Some(is_new)) = (validity(old), validity(new)) else { return Ok(why()) };
        let mut candidates: Vec<Value> = broken.cloned().into_iter().collect();
        if let Some(broken) = broken {
            let mut before = broken.clone();
            for edit in self.edits.iter().rev() {
                edit.each(&mut before, &mut |value| edit.kind.revert(value));
            }
            candidates.insert(0, before);
        }
        // Reverting cannot restore what was removed, so sampled documents of the old schema are candidates too.
        candidates.extend(some_documents(old)?);
        for (at, value) in refused {
            let with = candidates.iter().take(3).map(|candidate| {
                let mut candidate = candidate.clone();
                put(&mut candidate, at, value);
                candidate
            });
            let with: Vec<Value> = with.collect();
            candidates.extend(with);
        }
        let found = candidates.into_iter().find(|candidate| {
            let mut after = candidate.clone();
            self.apply(&mut after);
            is_old(candidate) == Some(true) && is_new(&after) == Some(false)
        });
        Ok(found.map_or_else(why, Verdict::Broken))
    }
}

/// Sets a value at a location, as far as the document has that location.
fn put(document: &mut Value, at: &[MigrationPlace], value: &Value) {
    match (at.split_first(), document) {
        (None, document) => *document = value.clone(),
        (Some((MigrationPlace::Member(name), rest)), Value::Object(members)) => {
            let next = if matches!(rest.first(), Some(MigrationPlace::Items)) { json!([]) } else { json!({}) };
            put(members.entry(name.clone()).or_insert(next), rest, value);
        }
        (Some((MigrationPlace::Items, rest)), Value::Array(items)) => {
            if items.is_empty() {
                items.push(json!({}));
            }
            for item in items {
                put(item, rest, value);
            }
        }
        (Some((MigrationPlace::Others { except }, rest)), Value::Object(members)) => {
            // The shortest name of this kind that is not in the list. One more candidate than there are names is
            // enough.
            let mut names = (1..=except.len() + 1).map(|length| "x".repeat(length));
            let name = names.find(|name| !except.contains(name)).unwrap_or_default();
            put(members.entry(name).or_insert_with(|| json!({})), rest, value);
        }
        (Some((MigrationPlace::Repeat { .. }, rest)), document) => put(document, rest, value),
        (Some((MigrationPlace::Where { tag, value: branch }, rest)), document) => {
            if let Value::Object(members) = &mut *document {
                members.insert(tag.clone(), branch.clone());
            }
            put(document, rest, value);
        }
        _ => {}
    }
}

impl MigrationEdit {
    /// Calls `act` for each value at the location of the edit.
    fn each(&self, document: &mut Value, act: &mut dyn FnMut(&mut Value)) {
        each(document, &self.at, act);
    }
}

fn each(value: &mut Value, at: &[MigrationPlace], act: &mut dyn FnMut(&mut Value)) {
    match (at.split_first(), value) {
        (None, value) => act(value),
        (Some((MigrationPlace::Repeat { along }, rest)), value) => {
            for path in along {
                each(value, path, &mut |inner| each(inner, at, act));
            }
            each(value, rest, act);
        }
        (Some((MigrationPlace::Where { tag, value: branch }, rest)), value) if value.get(tag) == Some(branch) => {
            each(value, rest, act);
        }
        (Some((MigrationPlace::Member(name), rest)), Value::Object(members)) => {
            if let Some(inner) = members.get_mut(name) {
                each(inner, rest, act);
            }
        }
        (Some((MigrationPlace::Others { except }, rest)), Value::Object(members)) => {
            for (_, inner) in members.iter_mut().filter(|(name, _)| !except.contains(name)) {
                each(inner, rest, act);
            }
        }
        (Some((MigrationPlace::Items, rest)), Value::Array(items)) => {
            for item in items {
                each(item, rest, act);
            }
        }
        _ => {}
    }
}

impl PropertyEdit {
    fn make(&self, value: &mut Value) {
        if let Self::Value(edit) = self {
            return edit.make(value);
        }
        if let Self::Recursive { along, edits } = self {
            for path in along {
                each(value, path, &mut |inner| self.make(inner));
            }
            return edits.iter().for_each(|edit| edit.each(value, &mut |value| edit.kind.make(value)));
        }
        let Value::Object(object) = value else { return };
        match self {
            Self::Rename { from, to } => rename(object, from, to),
            Self::RenameAll { names } => rename_all(object, names.iter().map(|(from, to)| (from, to))),
            Self::Move { from, to } => move_property(object, from, to),
            Self::Default { member, value } => {
                object.entry(member.clone()).or_insert_with(|| value.clone());
            }
            Self::Remove { member, .. } => drop(object.shift_remove(member)),
            Self::RemoveRefused { member, unless } => {
                if object.get(member).is_some_and(|value| !fits(value, unless)) {
                    object.shift_remove(member);
                }
            }
            Self::Keep { members } => object.retain(|name, _| members.contains(name)),
            Self::Value(_) | Self::Recursive { .. } => {}
        }
    }

    fn revert(&self, value: &mut Value) {
        if let Self::Value(edit) = self {
            return edit.revert(value);
        }
        if let Self::Recursive { along, edits } = self {
            edits.iter().rev().for_each(|edit| edit.each(value, &mut |value| edit.kind.revert(value)));
            for path in along {
                each(value, path, &mut |inner| self.revert(inner));
            }
            return;
        }
        let Value::Object(object) = value else { return };
        match self {
            Self::Rename { from, to } => rename(object, to, from),
            Self::RenameAll { names } => rename_all(object, names.iter().map(|(from, to)| (to, from))),
            Self::Move { from, to } => move_property(object, to, from),
            Self::Default { member, value } => {
                if object.get(member) == Some(value) {
                    object.shift_remove(member);
                }
            }
            Self::Remove { .. }
            | Self::RemoveRefused { .. }
            | Self::Keep { .. }
            | Self::Value(_)
            | Self::Recursive { .. } => {}
        }
    }
}

fn rename(object: &mut Map<String, Value>, from: &str, to: &str) {
    if let Some(value) = object.shift_remove(from) {
        object.insert(to.to_owned(), value);
    }
}

fn rename_all<'a>(object: &mut Map<String, Value>, names: impl Iterator<Item = (&'a String, &'a String)>) {
    let taken: Vec<_> = names.filter_map(|(from, to)| Some((to, object.shift_remove(from)?))).collect();
    object.extend(taken.into_iter().map(|(to, value)| (to.clone(), value)));
}
