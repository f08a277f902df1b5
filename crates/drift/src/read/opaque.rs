//! Identifies schemas that the prover cannot interpret, so that an unchanged one counts as equal on both sides.

use std::collections::HashMap;
use std::fmt::Write as _;

use planwright_schema::keywords::{DEFINITIONS, DYNAMIC, children, rebuild};
use planwright_schema::{Meaning, SchemaFile};
use planwright_source::Pointer;
use serde_json::Value;

use super::{Place, Reader};
use crate::arena::{Id, Node};

/// Maximum length of a fingerprint. A schema with a longer one is only equal to itself on the same side.
const MAX_FINGERPRINT_LENGTH: usize = 1 << 16;
const REF: &str = "$ref";
/// Keywords that do not affect which documents are valid.
const IGNORED: [&str; 8] =
    ["title", "description", "$comment", "default", "examples", "deprecated", "readOnly", "writeOnly"];

/// Reference of a schema or of one of its subschemas.
struct WrittenReference<'v> {
    at: Pointer,
    keyword: &'static str,
    target: &'v str,
}

impl<'a> Reader<'a> {
    /// Returns a schema that the prover cannot interpret. Equal fingerprints mean the same schema on both sides.
    pub(super) fn opaque(&mut self, reason: &str, place: Place<'_>) -> Id {
        let side_only = || format!("{}{} (side {})", place.file.path, place.at, self.side);
        let text = self.fingerprint(place).unwrap_or_else(side_only);
        self.arena.add(Node::Opaque(format!("{reason}: {text}")))
    }

    /// Serializes a schema and everything that it references. Returns `None` if its meaning also depends on something
    /// else.
    ///
    /// References are replaced by numbers, in the order in which their targets are first met. Therefore a change of any
    /// referenced schema changes the result, and a change of another schema does not.
    fn fingerprint(&self, place: Place<'_>) -> Option<String> {
        let file = self.set.get(&place.file.path)?;
        let mut numbers = HashMap::from([((file.path.clone(), place.at.clone()), 0)]);
        let mut pending = vec![(file, place.at.clone())];
        let mut text = String::new();
        let mut next = 0;
        while let Some((file, at)) = pending.get(next).cloned() {
            next += 1;
            let value = file.value.pointer(at.as_str())?;
            if self.facts.lossy.get(&file.path).is_some_and(|numbers| !numbers.is_empty()) {
                return None;
            }
            let bare = rebuild(value, &at, &mut |schema, _| {
                let Some(members) = schema.as_object_mut() else { return };
                let ignored = IGNORED.iter().chain(DEFINITIONS).chain(DYNAMIC).chain(&[REF]);
                ignored.for_each(|keyword| drop(members.shift_remove(*keyword)));
            });
            write!(text, "{:?} {bare}", file.draft()).ok()?;
            let mut references = Vec::new();
            collect_references(value, &at, &mut references);
            for reference in references {
                let (target, pointer) = self.static_target(file, &reference)?;
                let fresh = numbers.len();
                let number = *numbers.entry((target.path.clone(), pointer.clone())).or_insert(fresh);
                if number == fresh {
                    pending.push((target, pointer));
                }
                let relative = reference.at.as_str().strip_prefix(at.as_str())?;
                write!(text, " {relative}={number}").ok()?;
            }
            if text.len() > MAX_FINGERPRINT_LENGTH {
                return None;
            }
        }
        Some(text)
    }

    /// Returns the schema that a reference leads to, unless that depends on the path of evaluation.
    fn static_target(&self, file: &SchemaFile, reference: &WrittenReference<'_>) -> Option<(&'a SchemaFile, Pointer)> {
        let anchor = if reference.keyword == "$recursiveRef" { "$recursiveAnchor" } else { "$dynamicAnchor" };
        if reference.keyword != REF && !self.is_static(reference.target, anchor) {
            return None;
        }
        match self.references.resolve(file, &reference.at, reference.target) {
            Meaning::Schema { file, pointer } => Some((self.set.get(&file)?, pointer)),
            Meaning::MetaSchema(_) | Meaning::Unknown(_) => None,
        }
    }
}

/// Collects the references of a schema and its subschemas, except those in definitions.
fn collect_references<'v>(schema: &'v Value, at: &Pointer, into: &mut Vec<WrittenReference<'v>>) {
    for keyword in [REF].into_iter().chain(DYNAMIC.iter().copied()) {
        if let Some(target) = schema.get(keyword).and_then(Value::as_str) {
            into.push(WrittenReference { at: at.clone(), keyword, target });
        }
    }
    for (inner, child) in children(schema, at) {
        if !DEFINITIONS.iter().any(|keyword| inner.is_within(&at.member(keyword))) {
            collect_references(child, &inner, into);
        }
    }
}
