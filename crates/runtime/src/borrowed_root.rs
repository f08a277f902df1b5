//! Types whose strings borrow from the document that they were read from.

use crate::basis::Union;
use crate::judged::as_judged;
use crate::report::Report;
use crate::support::RootInfo;
use crate::types::Maybe;
use crate::validator::Validator;

/// A type like a [`SchemaRoot`](crate::SchemaRoot), whose strings borrow from the document that it was read from.
pub trait BorrowedRoot<'a>: serde::Serialize + serde::Deserialize<'a> {
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
    fn read_fast(text: &'a [u8], strict: bool) -> Option<Self> {
        let _ = (text, strict);
        None
    }

    /// Whether the value obeys the schema.
    fn is_valid(instance: &serde_json::Value) -> bool {
        Self::validator().is_valid(instance)
    }

    /// The document in a text, judged by the whole schema. The type borrows from the text whatever is written there without
    /// escapes, and copies the rest.
    fn parse(text: &'a [u8]) -> Result<Self, Report> {
        Self::read_fast(text, false).map_or_else(|| Self::validator().parse_borrowing(text), Ok)
    }

    /// The document in a value, as [`parse`](Self::parse) does it, but for borrowing.
    fn from_value(instance: serde_json::Value) -> Result<Self, Report> {
        Self::validator().read_borrowing(instance)
    }

    /// Judges a value that was made by hand.
    fn validate(&self) -> Result<(), Report> {
        match serde_json::to_value(self) {
            Ok(value) => Self::validator().check(&value),
            Err(error) => Err(Report::of_unwritable(&error)),
        }
    }
}

impl RootInfo {
    /// The entry of one type that borrows.
    pub const fn borrowing<T: BorrowedRoot<'static>>() -> Self {
        Self {
            name: T::NAME,
            file: T::FILE,
            id: T::ID,
            schema: T::SCHEMA,
            pointer: T::POINTER,
            unions: T::UNIONS,
            validator: T::validator,
            normalize: |instance| serde_json::to_value(as_judged(|| T::deserialize(instance.clone()))?),
        }
    }
}

/// Texts inside lists, maps and options, which serde alone would copy.
#[doc(hidden)]
pub mod borrowed {
    use serde::{Deserialize, Deserializer};

    /// What borrows its texts when it is read.
    pub trait Borrow<'de>: Sized {
        /// Reads the next value.
        fn deserialize_borrowed<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error>;
    }

    /// For `deserialize_with`.
    pub fn deserialize<'de, T: Borrow<'de>, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
        T::deserialize_borrowed(from)
    }

    /// For `deserialize_with` of a member that may be absent, and null.
    pub fn present<'de, T: Borrow<'de>, D: Deserializer<'de>>(from: D) -> Result<Option<T>, D::Error> {
        T::deserialize_borrowed(from).map(Some)
    }

    /// For `deserialize_with` of a member that may be absent, null or there.
    pub fn maybe<'de, T: Borrow<'de>, D: Deserializer<'de>>(from: D) -> Result<super::Maybe<T>, D::Error> {
        let value: Option<T> = Borrow::deserialize_borrowed(from)?;
        Ok(value.map_or(super::Maybe::Null, super::Maybe::Value))
    }

    struct Read<T>(T);

    impl<'de, T: Borrow<'de>> Deserialize<'de> for Read<T> {
        fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            T::deserialize_borrowed(from).map(Self)
        }
    }

    impl<'de> Borrow<'de> for std::borrow::Cow<'de, str> {
        fn deserialize_borrowed<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            #[derive(Deserialize)]
            #[serde(transparent)]
            struct Text<'a>(#[serde(borrow)] std::borrow::Cow<'a, str>);
            Text::deserialize(from).map(|text| text.0)
        }
    }

    impl<'de, T: Borrow<'de>> Borrow<'de> for Option<T> {
        fn deserialize_borrowed<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            Option::<Read<T>>::deserialize(from).map(|read| read.map(|read| read.0))
        }
    }

    impl<'de, T: Borrow<'de>> Borrow<'de> for Vec<T> {
        fn deserialize_borrowed<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            let read = Vec::<Read<T>>::deserialize(from)?;
            Ok(read.into_iter().map(|read| read.0).collect())
        }
    }

    impl<'de, T: Borrow<'de>> Borrow<'de> for std::collections::BTreeMap<String, T> {
        fn deserialize_borrowed<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            let read = std::collections::BTreeMap::<String, Read<T>>::deserialize(from)?;
            Ok(read.into_iter().map(|(name, read)| (name, read.0)).collect())
        }
    }
}
