//! Edits on documents, forwards, and backwards to find a document that an edit does not help.

use serde_json::{Map, Value, json};

use super::judged;
use super::{MemberEdit, Migration, MigrationEdit, MigrationPlace};
use crate::verdict::Verdict;

impl Migration {
    /// Makes the edits. What a document does not have is passed over, so that this never fails.
    pub fn apply(&self, document: &mut Value) {
        for edit in &self.edits {
            edit.each(document, &mut |object| edit.kind.make(object));
        }
    }

    /// Whether the edits alone make a new document of every old one.
    pub fn is_total(&self) -> bool {
        self.holes.is_empty() && self.verdict == Verdict::Proved
    }

    /// A document of the old schema that becomes none of the new one, where `broken` is what one may become.
    pub(super) fn witness(&self, broken: &Value, old: &Value, new: &Value) -> Verdict {
        let why = || Verdict::Undecided(format!("a migrated document may be {broken}, which the new schema refuses"));
        let (Ok(one), Ok(two)) = (jsonschema::validator_for(old), jsonschema::validator_for(new)) else { return why() };
        let mut before = broken.clone();
        for edit in self.edits.iter().rev() {
            edit.each(&mut before, &mut |object| edit.kind.take_back(object));
        }
        // Any document of the old schema, for what was removed cannot be taken back.
        let any = match judged(old, &json!({ "not": {} })) {
            Verdict::Broken(any) => Some(any),
            Verdict::Proved | Verdict::Undecided(_) => None,
        };
        let found = [before, broken.clone()].into_iter().chain(any).find(|candidate| {
            let mut after = candidate.clone();
            self.apply(&mut after);
            one.is_valid(candidate) && !two.is_valid(&after)
        });
        found.map_or_else(why, Verdict::Broken)
    }
}

impl MigrationEdit {
    /// Does something to each object at the place of the edit.
    fn each(&self, document: &mut Value, act: &mut dyn FnMut(&mut Map<String, Value>)) {
        each(document, &self.at, act);
    }
}

fn each(value: &mut Value, at: &[MigrationPlace], act: &mut dyn FnMut(&mut Map<String, Value>)) {
    match (at.split_first(), value) {
        (None, Value::Object(members)) => act(members),
        (Some((MigrationPlace::Member(name), rest)), Value::Object(members)) => {
            if let Some(inner) = members.get_mut(name) {
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

impl MemberEdit {
    fn make(&self, object: &mut Map<String, Value>) {
        match self {
            Self::Rename { from, to } => rename(object, from, to),
            Self::Default { member, value } => {
                object.entry(member.clone()).or_insert_with(|| value.clone());
            }
            Self::Remove { member } => drop(object.shift_remove(member)),
        }
    }

    fn take_back(&self, object: &mut Map<String, Value>) {
        match self {
            Self::Rename { from, to } => rename(object, to, from),
            Self::Default { member, value } => {
                if object.get(member) == Some(value) {
                    object.shift_remove(member);
                }
            }
            Self::Remove { .. } => {}
        }
    }
}

fn rename(object: &mut Map<String, Value>, from: &str, to: &str) {
    if let Some(value) = object.shift_remove(from) {
        object.insert(to.to_owned(), value);
    }
}
