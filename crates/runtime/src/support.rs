//! Root types, and errors about documents that violate their schema.

use crate::basis::{Nesting, Union};
use crate::judged::{read_as_judged, with_flag};
use crate::report::Report;
use crate::types::Invalid;
use crate::validator::Validator;

/// A type with a schema: the root of a file, or a definition that is used like one.
///
/// The validator checks what the type cannot express.
pub trait SchemaRoot: serde::Serialize + serde::de::DeserializeOwned {
    /// Name of the type.
    const NAME: &'static str;
    /// Path of the schema file in its set.
    const FILE: &'static str;
    /// URI of the schema, else its file.
    const ID: &'static str;
    /// The schema as one JSON document, references to other files resolved.
    const SCHEMA: &'static str;
    /// JSON Pointer of the type's own schema in [`SCHEMA`](Self::SCHEMA). It is empty for the root of a file.
    const POINTER: &'static str = "";
    /// The unions in [`SCHEMA`](Self::SCHEMA) whose branches are told apart by a tag.
    const UNIONS: &'static [Union];

    /// Returns the validator of the schema at [`POINTER`](Self::POINTER).
    fn validator() -> &'static Validator;

    /// The document in a text, judged while it is read, in one pass; `None` where it is refused, or where the type has no reader
    /// of this kind. Where `strict`, members that no schema mentions are refused as well.
    fn read_fast(text: &[u8], strict: bool) -> Option<Self> {
        let _ = (text, strict);
        None
    }

    /// Whether the value obeys the schema.
    fn is_valid(instance: &serde_json::Value) -> bool {
        Self::validator().is_valid(instance)
    }

    /// The document in a text: parsed, judged by the whole schema, then read into its type.
    ///
    /// The schema is asked first, so a type is never made of what breaks it. A whole number may be written as `1.0`. A whole
    /// number that the schema allows can still be beyond the 64 bits of its member; the report then says so.
    fn parse(text: &[u8]) -> Result<Self, Report> {
        Self::read_fast(text, false).map_or_else(|| Self::validator().parse(text), Ok)
    }

    /// The document in a value, as [`parse`](Self::parse) does it.
    fn from_value(instance: serde_json::Value) -> Result<Self, Report> {
        Self::validator().deserialize(&instance)
    }

    /// Judges a value that was made by hand.
    fn validate(&self) -> Result<(), Report> {
        match serde_json::to_value(self) {
            Ok(value) => Self::validator().check(&value),
            Err(error) => Err(Report::of_unwritable(&error)),
        }
    }

    /// The value as its type writes it: members that the type does not have are left out, and those that have their default,
    /// which stand there inside of [`with_defaults`].
    fn normalize(instance: &serde_json::Value) -> serde_json::Result<serde_json::Value> {
        serde_json::to_value(read_as_judged::<Self>(instance)?)
    }
}

std::thread_local! {
    /// Whether this thread writes members that have their default.
    static WRITES_DEFAULTS: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Whether a member is left out when its object is written: it has its default.
#[doc(hidden)]
pub fn is_default<T: PartialEq>(value: &T, default: &T) -> bool {
    value == default && !WRITES_DEFAULTS.get()
}

/// The same of a default that the type has by itself.
#[doc(hidden)]
pub fn is_own_default<T: PartialEq + Default>(value: &T) -> bool {
    is_default(value, &T::default())
}

/// Has what this thread writes inside of `write` contain the members that have their default, which are left out elsewhere.
pub fn with_defaults<T>(write: impl FnOnce() -> T) -> T {
    with_flag(&WRITES_DEFAULTS, write)
}

/// Reads a member that is there, null included, so that only an absent one is `None`.
#[doc(hidden)]
pub fn present<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: serde::Deserialize<'de>,
    D: serde::Deserializer<'de>,
{
    T::deserialize(deserializer).map(Some)
}

/// Judges the value of a named scalar.
#[doc(hidden)]
pub fn obeys<T: serde::Serialize>(validator: &Validator, name: &str, value: &T) -> Result<(), Invalid> {
    let value = serde_json::to_value(value).map_err(|error| Invalid::new(error.to_string()))?;
    match validator.check(&value) {
        Ok(()) => Ok(()),
        Err(report) => Err(Invalid::new(format!("{value} is not a {name}: {report}"))),
    }
}

/// A way to read a value as one branch of a union.
type Branch<T> = fn(&serde_json::Value) -> serde_json::Result<T>;

/// Reads a value as the branch that loses least of it; of several, the first. Inside another union a value is read once for each
/// branch of that one: which branch it is, is looked for the first time alone, so that unions inside each other do not multiply.
#[doc(hidden)]
pub fn closest<'de, T, D>(deserializer: D, branches: &[Branch<T>]) -> Result<T, D::Error>
where
    T: serde::Serialize,
    D: serde::Deserializer<'de>,
{
    use serde::de::Error as _;
    let value = <serde_json::Value as serde::Deserialize>::deserialize(deserializer)?;
    Nesting::within(&CHOSEN, || closest_branch(&value, branches))
        .ok_or_else(|| D::Error::custom("data did not match any branch of the union"))
}

fn closest_branch<T: serde::Serialize>(value: &serde_json::Value, branches: &[Branch<T>]) -> Option<T> {
    let mut found: Option<(usize, usize, T)> = None;
    let key = union_key(std::any::type_name::<T>(), value);
    let chosen = key.and_then(|key| Nesting::known(&CHOSEN, |chosen| chosen.get(&key).copied()));
    let may_be = |index: &usize| chosen.is_none_or(|chosen| chosen == *index);
    for (index, branch) in branches.iter().enumerate().filter(|(index, _)| may_be(index)) {
        let Ok(read) = branch(value) else { continue };
        let lost = if chosen.is_some() {
            0
        } else {
            let kept = with_defaults(|| serde_json::to_value(&read));
            kept.map_or(usize::MAX, |kept| lost(value, &kept))
        };
        if found.as_ref().is_none_or(|(least, ..)| lost < *least) {
            found = Some((lost, index, read));
        }
        if lost == 0 {
            break;
        }
    }
    if let (Some(key), None) = (key, chosen) {
        let index = found.as_ref().map_or(usize::MAX, |(_, index, _)| *index);
        Nesting::known(&CHOSEN, |chosen| chosen.insert(key, index));
    }
    found.map(|(.., read)| read)
}

std::thread_local! {
    /// Which branch the values in a union are that is being read, by type and digest. The key of the digests is another one for the
    /// next document.
    static CHOSEN: Nesting<ChosenBranches> = Nesting::default();
}

/// Index of the branch of each value, or `usize::MAX` for a value without branch, by union type and digest of the value.
type ChosenBranches = std::collections::HashMap<(&'static str, u64), usize>;

/// What a value is known by, which may be read again: one that holds others, inside of another union.
fn union_key(of: &'static str, value: &serde_json::Value) -> Option<(&'static str, u64)> {
    use std::hash::BuildHasher as _;
    let may_come_again = Nesting::depth(&CHOSEN) > 1 && (value.is_object() || value.is_array());
    may_come_again.then(|| (of, Nesting::known(&CHOSEN, |chosen| chosen.hasher().hash_one(value))))
}

/// How many members of the one are not in the other; a value that became another one counts as many.
fn lost(before: &serde_json::Value, after: &serde_json::Value) -> usize {
    use serde_json::Value;
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            before.iter().map(|(name, value)| after.get(name).map_or(1, |kept| lost(value, kept))).sum()
        }
        (Value::Array(before), Value::Array(after)) => before.iter().zip(after).map(|(one, two)| lost(one, two)).sum(),
        (Value::Number(_), Value::Number(_)) => 0,
        (before, after) if before == after => 0,
        _ => 1 << 16,
    }
}

/// A [`SchemaRoot`] as a value, for code that chooses one at run time.
#[derive(Clone, Copy, Debug)]
pub struct RootInfo {
    /// Name of the type.
    pub name: &'static str,
    /// Path of the schema file in its set.
    pub file: &'static str,
    /// URI of the schema, else its file.
    pub id: &'static str,
    /// The schema as one JSON document, references to other files resolved.
    pub schema: &'static str,
    /// JSON Pointer of the type's own schema in [`schema`](Self::schema). It is empty for the root of a file.
    pub pointer: &'static str,
    /// The unions of the schema whose branches are told apart by a tag.
    pub unions: &'static [Union],
    /// What judges values by the schema.
    pub validator: fn() -> &'static Validator,
    /// The value as its type writes it: members that the type does not have are left out, and those that have their default,
    /// which stand there inside of [`with_defaults`].
    pub normalize: fn(&serde_json::Value) -> serde_json::Result<serde_json::Value>,
}

impl RootInfo {
    /// The entry of one type.
    pub const fn for_type<T: SchemaRoot>() -> Self {
        Self {
            name: T::NAME,
            file: T::FILE,
            id: T::ID,
            schema: T::SCHEMA,
            pointer: T::POINTER,
            unions: T::UNIONS,
            validator: T::validator,
            normalize: T::normalize,
        }
    }

    /// Whether a value obeys the schema.
    pub fn is_valid(&self, instance: &serde_json::Value) -> bool {
        (self.validator)().is_valid(instance)
    }

    /// What is wrong with a value that breaks the schema.
    pub fn check(&self, instance: &serde_json::Value) -> Result<(), Report> {
        (self.validator)().check(instance)
    }
}

/// A type whose values a validator checks before serde reads them: a root, or a type whose schema is a part of a root's.
#[doc(hidden)]
pub trait HasValidator {
    /// Returns the validator of the type's own schema.
    fn own_validator() -> &'static Validator;
}

impl<T: SchemaRoot> HasValidator for T {
    fn own_validator() -> &'static Validator {
        T::validator()
    }
}

/// Implements `Deserialize` of a type with a validator. The value is read as a whole, validated, and then read into the
/// type.
#[doc(hidden)]
pub fn judge_by_validator<'de, T, D>(from: D, validator: fn() -> &'static Validator) -> Result<T, D::Error>
where
    T: serde::de::DeserializeOwned,
    D: serde::Deserializer<'de>,
{
    use serde::de::Error as _;
    let value = <serde_json::Value as serde::Deserialize>::deserialize(from)?;
    validator().check(&value).map_err(D::Error::custom)?;
    read_as_judged(&value).map_err(D::Error::custom)
}
