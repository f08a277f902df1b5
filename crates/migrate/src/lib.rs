//! Derives how documents of an old schema become documents of a new one.
//!
//! Nothing is guessed. Every edit follows from a hint in the new schema:
//!
//! - A property is renamed if it has `x-renamed-from`, and moved to another object if it has `x-moved-from`.
//! - A missing property gets a value if it has `x-default-for-missing` or `default`.
//! - A property is removed if the new object is closed and does not describe it. Its value is lost, so the migration is
//!   only called proved if `x-removed` names the property.
//! - A value is converted if it has `x-enum-map`, `x-convert`, `x-for-refused` or `x-drop-refused`.
//!
//! Everything else is a hole: a property without a value, or a value that the new schema rejects.
//!
//! The verdict is a proof: the derivation builds a schema of the migrated documents and compares it with the new
//! schema.

mod apply;
mod code;
mod derive;
mod fits;
mod hint_names;
mod hints;
mod move_property;
mod moves;
mod numeral;
mod object;
mod place;
mod plain;
mod print;
mod recursion;
mod renames;
mod union;
mod value;

use planwright_drift::inclusion::included;
use planwright_drift::{InclusionError, Options, ProofFailure, Verdict};
use planwright_schema::keywords::without_formats;
use planwright_schema::model::Keyword;
use planwright_source::{Pointer, visible_line};
use serde_json::Value;

use derive::Derivation;
pub use hint_names::has_hints;
use hint_names::wrong_hints;
use moves::moved;
use place::pointer;
use recursion::{has_dynamic_references, named_root, with_named_root};
pub use value::ValueEdit;

/// Step on the path from a document to the values that are edited.
#[derive(Clone, Debug, PartialEq)]
pub enum MigrationPlace {
    /// Property with this name in the old schema.
    Member(String),
    /// Every element of an array.
    Items,
    /// Every property of an object, except those with these names.
    Others {
        /// Names that one of the schemas describes.
        except: Vec<String>,
    },
    /// The object itself, if a property has this value: one branch of a union.
    Where {
        /// Property that distinguishes the branches.
        tag: String,
        /// Value of that property.
        value: Value,
    },
    /// The value itself, and every value that these paths lead to, any number of times.
    Repeat {
        /// Paths from a value to the next ones.
        along: Vec<Vec<MigrationPlace>>,
    },
}

/// Change of an object or of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum PropertyEdit {
    /// Renames a property. An existing property with the new name, which the old schema does not describe, is replaced.
    Rename {
        /// Name in the old schema.
        from: String,
        /// Name in the new schema.
        to: String,
    },
    /// Renames properties that take each other's names, all at once.
    RenameAll {
        /// Names in the old and in the new schema.
        names: Vec<(String, String)>,
    },
    /// Moves a property to another object. Creates objects on the way that are missing.
    Move {
        /// Path of the property in the old schema.
        from: Vec<String>,
        /// Path of the property in the new schema.
        to: Vec<String>,
    },
    /// Adds a missing property.
    Default {
        /// Name of the property.
        member: String,
        /// Value that the new schema defines.
        value: Value,
    },
    /// Removes a property that the new schema, which is closed, does not describe.
    Remove {
        /// Name of the property.
        member: String,
        /// Set if its value may contain information.
        loses_value: bool,
    },
    /// Removes a property whose value a schema rejects.
    RemoveRefused {
        /// Name of the property.
        member: String,
        /// Schema, which has only simple keywords.
        unless: Value,
    },
    /// Removes all properties except these.
    Keep {
        /// Names of the remaining properties.
        members: Vec<String>,
    },
    /// Converts the value itself.
    Value(ValueEdit),
    /// Edits a value of a recursive schema: first the values that these paths lead to, in the same way, then the value
    /// itself.
    Recursive {
        /// Paths from a value to the next ones.
        along: Vec<Vec<MigrationPlace>>,
        /// Edits of each value.
        edits: Vec<MigrationEdit>,
    },
}

/// Edit of every object or value at a location.
#[derive(Clone, Debug, PartialEq)]
pub struct MigrationEdit {
    /// Location of the objects or values.
    pub at: Vec<MigrationPlace>,
    /// Change of each of them.
    pub kind: PropertyEdit,
}

/// Part of a migration that the schemas do not define. A function has to supply it, and it runs before all edits.
#[derive(Clone, Debug, PartialEq)]
pub struct MigrationHole {
    /// Location of the objects that the function receives.
    pub at: Vec<MigrationPlace>,
    /// Property that is affected, or `None` for the whole object.
    pub member: Option<String>,
    /// Reason for the hole.
    pub why: HoleReason,
}

/// Reason for a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoleReason {
    /// The new schema requires the property and defines no value for it.
    Missing,
    /// The old schema allows a value that the new one rejects.
    Refused,
    /// There is neither a proof that every old document becomes a valid new one nor a known document that does not.
    Unproved,
}

/// Hint that is not followed.
#[derive(Clone, Debug, PartialEq)]
pub struct UnreadHint {
    /// Location of the values that it is about.
    pub at: Vec<MigrationPlace>,
    /// Name of the hint as it is written.
    pub keyword: String,
    /// The reason. `None` if its value has another form, or does not fit the two schemas.
    pub why: Option<String>,
}

impl UnreadHint {
    /// Describes the hint with its location and the reason, in one line without a period.
    pub fn description(&self) -> String {
        let why = self.why.as_deref().unwrap_or("its value has another form, or does not fit the two schemas");
        let at = pointer(&self.at);
        let place = if at.is_root() { "the root".to_owned() } else { format!("`{}`", visible_line(at.as_str())) };
        format!("`{}` at {place}: {}", visible_line(&self.keyword), visible_line(why))
    }

    fn new(at: Vec<MigrationPlace>, keyword: &str) -> Self {
        Self { at, keyword: keyword.to_owned(), why: None }
    }
}

/// Migration of documents of an old schema to documents of a new one.
#[derive(Clone, Debug, PartialEq)]
pub struct Migration {
    /// Edits, in the order in which they are applied.
    pub edits: Vec<MigrationEdit>,
    /// Parts that the schemas do not define.
    pub holes: Vec<MigrationHole>,
    /// Hints of the new schema that are not followed.
    pub unread: Vec<UnreadHint>,
    /// Locations of properties that are removed although no hint asks for it.
    pub unasked: Vec<Pointer>,
    /// Locations where a renamed or moved property replaces one that the old schema does not describe.
    pub replaced: Vec<Pointer>,
    /// Verdict: do the edits turn every document of the old schema into a valid document of the new one? A counterexample
    /// is a document of the old schema.
    pub verdict: Verdict,
}

/// Derives the migration between two documents without references to other documents.
///
/// ```
/// use planwright_drift::{Options, Verdict};
/// use planwright_migrate::migrate;
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
/// let migration = migrate(&old, &new, Options::default())?;
/// assert_eq!(migration.verdict, Verdict::Proved);
/// let mut document = json!({ "mail": "a@example.org" });
/// migration.apply(&mut document);
/// assert_eq!(document, json!({ "email": "a@example.org", "lang": "en" }));
/// # Ok::<(), planwright_drift::ProofFailure>(())
/// ```
///
/// # Errors
///
/// Returns an error if the machine lacks the memory or the thread that a proof needs.
pub fn migrate(old: &Value, new: &Value, options: Options) -> Result<Migration, ProofFailure> {
    // Formats that are annotations must not decide a proof, so they are removed before it.
    let meaning = |schema: &Value| if options.assert_formats { schema.clone() } else { without_formats(schema) };
    let (old, new) = (&meaning(&without_id(old)), &meaning(&without_id(new)));
    let (moved, move_edits) = moved(old, new);
    let (from, to) = (&with_named_root(&moved.value), &with_named_root(new));
    let mut derived = Derivation::new(from, to);
    let migrated = derived.walk(named_root(from), named_root(to), &mut Vec::new());
    let migrated = derived.standalone_old(&migrated);
    let leaves: Vec<_> = std::mem::take(&mut derived.leaves).into_iter().map(|leaf| derived.complete(leaf)).collect();
    let Derivation { edits, holes, mut unread, unasked, mut replaced, .. } = derived;
    unread.extend(moved.unread);
    unread.extend(wrong_hints(&moved.value, new));
    replaced.extend(moved.replaced);
    let edits = move_edits.into_iter().chain(edits).collect();
    let verdict = if has_dynamic_references(old) {
        Verdict::Undecided("a dynamic reference of the old schema is not followed".to_owned())
    } else {
        compare_schemas(&migrated, new)?
    };
    let mut migration = Migration { edits, holes, unread, unasked, replaced, verdict };
    if migration.verdict == Verdict::Proved {
        return Ok(migration);
    }
    let mut refused = Vec::new();
    for leaf in leaves {
        if let Verdict::Broken(value) = compare_schemas(&leaf.old, &leaf.new)? {
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

/// Removes `$id` from the document, because local references would be resolved against it.
fn without_id(document: &Value) -> Value {
    let mut document = document.clone();
    if let Value::Object(members) = &mut document {
        members.shift_remove(Keyword::DollarId.name());
    }
    document
}

/// Checks whether every document of `migrated` is valid under `new`.
fn compare_schemas(migrated: &Value, new: &Value) -> Result<Verdict, ProofFailure> {
    included(migrated, new, Options::default()).or_else(|error| match error {
        InclusionError::Schema(errors) => {
            Ok(Verdict::Undecided(errors.first().map_or_else(String::new, ToString::to_string)))
        }
        InclusionError::Proof(failure) => Err(failure),
    })
}
