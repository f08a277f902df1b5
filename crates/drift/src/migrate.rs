//! How documents of an old schema become documents of a new one: what the two schemas say of it, and whether it is enough.
//!
//! Nothing is guessed. A member is renamed where the new schema says so by `x-renamed-from`, gets a value where it has
//! `x-default-for-missing` or `default`, and goes where the new object is closed and does not name it. A value takes another form
//! where `x-enum-map`, `x-convert`, `x-for-refused` or `x-drop-refused` says so. What is left is a hole: a member without a value,
//! or a value that the new schema refuses.
//! The verdict is a proof: a schema of the migrated documents is made of the old one, and compared with the new one.

mod apply;
mod code;
mod derive;
mod fits;
mod hints;
mod object;
mod place;
mod plain;
mod print;
mod union;
mod value;

use planwright_schema::SchemaSet;
use serde_json::Value;

use crate::failure::ProofFailure;
use crate::pair::{Library, Options, Source, compare_roots};
use crate::verdict::Verdict;
use derive::Derivation;
pub use value::ValueEdit;

/// A step on the way from a document to the values that are edited.
#[derive(Clone, Debug, PartialEq)]
pub enum MigrationPlace {
    /// The member of this name, as the old schema calls it.
    Member(String),
    /// Every element of an array.
    Items,
    /// Every member of an object but those of these names.
    Others {
        /// The names that one of the schemas describes.
        except: Vec<String>,
    },
    /// The object itself, where a member has this value: one branch of a union.
    Where {
        /// The member that tells the branches apart.
        tag: String,
        /// Its value.
        value: Value,
    },
}

/// What is done to an object, or to a value.
#[derive(Clone, Debug, PartialEq)]
pub enum MemberEdit {
    /// A member gets another name. What stood under that name, which the old schema does not know, is replaced.
    Rename {
        /// Its name in the old schema.
        from: String,
        /// Its name in the new one.
        to: String,
    },
    /// A member that is not there gets a value.
    Default {
        /// Its name.
        member: String,
        /// The value that the new schema names.
        value: Value,
    },
    /// A member goes that the new schema, which is closed, does not name.
    Remove {
        /// Its name.
        member: String,
    },
    /// A member goes whose value a schema refuses.
    RemoveRefused {
        /// Its name.
        member: String,
        /// The schema, of simple keywords alone.
        unless: Value,
    },
    /// Members go that are not among these.
    Keep {
        /// The names that stay.
        members: Vec<String>,
    },
    /// The value at the place gets another form.
    Value(ValueEdit),
}

/// One edit, of every object at a place.
#[derive(Clone, Debug, PartialEq)]
pub struct MigrationEdit {
    /// Where the objects or values are.
    pub at: Vec<MigrationPlace>,
    /// What is done to each.
    pub kind: MemberEdit,
}

/// What the schemas do not say, and a function has to do, on documents before any edit.
#[derive(Clone, Debug, PartialEq)]
pub struct MigrationHole {
    /// Where the objects are that the function takes.
    pub at: Vec<MigrationPlace>,
    /// The member that it is about; `None` where it is the object.
    pub member: Option<String>,
    /// What is missing.
    pub why: HoleReason,
}

/// Why there is a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoleReason {
    /// The new schema demands the member, and names no value for it.
    Missing,
    /// The old schema allows a value there that the new one refuses.
    Refused,
    /// It is neither proved that every old document becomes a new one, nor is a document known that does not.
    Unproved,
}

/// The way from documents of an old schema to documents of a new one.
#[derive(Clone, Debug, PartialEq)]
pub struct Migration {
    /// In the order in which they are made.
    pub edits: Vec<MigrationEdit>,
    /// What the schemas do not say.
    pub holes: Vec<MigrationHole>,
    /// Hints of the new schema that do not have the form that they should have, and are not followed: where, and which.
    pub unread: Vec<(Vec<MigrationPlace>, &'static str)>,
    /// Whether every document of the old schema becomes one of the new by the edits alone; a document that does not is one of the
    /// old schema.
    pub verdict: Verdict,
}

/// Derives the migration between two documents whose references lead into themselves.
///
/// ```
/// use planwright_drift::{Verdict, migrate};
/// use serde_json::json;
///
/// let old = json!({
///     "type": "object", "required": ["mail"], "additionalProperties": false,
///     "properties": { "mail": { "type": "string" } },
/// });
/// let new = json!({
///     "type": "object", "required": ["email", "lang"], "additionalProperties": false,
///     "properties": {
///         "email": { "type": "string", "x-renamed-from": "mail" },
///         "lang": { "type": "string", "default": "en" },
///     },
/// });
/// let migration = migrate(&old, &new)?;
/// assert_eq!(migration.verdict, Verdict::Proved);
/// let mut document = json!({ "mail": "a@example.org" });
/// migration.apply(&mut document);
/// assert_eq!(document, json!({ "email": "a@example.org", "lang": "en" }));
/// # Ok::<(), planwright_drift::ProofFailure>(())
/// ```
///
/// # Errors
///
/// Fails if the machine lacks the memory or the thread that a proof needs.
pub fn migrate(old: &Value, new: &Value) -> Result<Migration, ProofFailure> {
    let (old, new) = (&without_id(old), &without_id(new));
    let mut derived = Derivation::new(old, new);
    let mut migrated = derived.walk(old, new, &mut Vec::new());
    if let (Value::Object(members), Value::Object(before)) = (&mut migrated, old) {
        // What the rest still refers to, and the dialect.
        for keyword in ["$schema", "definitions", "$defs"] {
            if let Some(value) = before.get(keyword) {
                members.insert(keyword.to_owned(), value.clone());
            }
        }
    }
    let Derivation { edits, holes, leaves, unread, .. } = derived;
    let mut migration = Migration { edits, holes, unread, verdict: judged(&migrated, new)? };
    if migration.verdict == Verdict::Proved {
        return Ok(migration);
    }
    let mut refused = Vec::new();
    for leaf in leaves {
        if let Verdict::Broken(value) = judged(&leaf.old, &leaf.new)? {
            let hole = leaf.hole();
            if !migration.holes.contains(&hole) {
                migration.holes.push(hole);
            }
            refused.push((leaf.at, value));
        }
    }
    migration.verdict = migration.confirmed(&refused, old, new)?;
    if migration.holes.is_empty() {
        let why = match migration.verdict {
            Verdict::Broken(_) => HoleReason::Refused,
            Verdict::Proved | Verdict::Undecided(_) => HoleReason::Unproved,
        };
        migration.holes.push(MigrationHole { at: Vec::new(), member: None, why });
    }
    Ok(migration)
}

/// The document without its address, which would stand before its local references.
fn without_id(document: &Value) -> Value {
    let mut document = document.clone();
    if let Value::Object(members) = &mut document {
        members.shift_remove("$id");
    }
    document
}

/// Whether every document of `migrated` is one of `new`.
fn judged(migrated: &Value, new: &Value) -> Result<Verdict, ProofFailure> {
    let failed = |errors: &[planwright_schema::Error]| {
        Verdict::Undecided(errors.first().map_or_else(String::new, ToString::to_string))
    };
    let set =
        |schema: &Value| SchemaSet::parse_unchecked([("schema.json".to_owned(), schema.to_string().into_bytes())]);
    let (one, two) = match (set(migrated), set(new)) {
        (Ok(one), Ok(two)) => (one, two),
        (Err(errors), _) | (_, Err(errors)) => return Ok(failed(&errors)),
    };
    let (one, two) = match (Library::new(&one), Library::new(&two)) {
        (Ok(one), Ok(two)) => (one, two),
        (Err(errors), _) | (_, Err(errors)) => return Ok(failed(&errors)),
    };
    let (one, two) = (Source { library: &one, path: "schema.json" }, Source { library: &two, path: "schema.json" });
    Ok(compare_roots(one, two, Options::default())?.backward())
}
