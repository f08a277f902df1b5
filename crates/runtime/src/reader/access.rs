//! Sources of an object's properties: any serde deserializer, or the bytes of a document.

use serde::de::{DeserializeSeed, MapAccess};

use super::{ReadAt, ReadJudged, ReadSeed, SkipJudged};

/// Properties of an object in order. For each one, the name is read before the value.
pub trait MemberSource<'de> {
    /// Error if a property cannot be read.
    type Error: serde::de::Error;

    /// Advances to the name of the next property. Returns false if it is known that there is none.
    fn turn(&mut self) -> Result<bool, Self::Error>;

    /// Reads the name of the property if the source contains it as `quoted`, with quotation marks and a colon.
    ///
    /// A source that cannot compare returns false, and the name is read by [`name`](Self::name).
    fn takes(&mut self, quoted: &'static str) -> bool;

    /// Reads the name of the property with a seed, or returns `None` if there is none.
    fn name<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Self::Error>;

    /// Reads the value of the property with a seed.
    fn value_by<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Self::Error>;

    /// Reads the value of the property.
    fn value<T: ReadJudged<'de>>(&mut self, at: ReadAt) -> Result<T, Self::Error>;

    /// Skips the value of the property, but validates it.
    fn skip(&mut self, at: ReadAt) -> Result<(), Self::Error>;
}

/// Properties of a serde map.
pub(super) struct SerdeMembers<A>(pub(super) A);

impl<'de, A: MapAccess<'de>> MemberSource<'de> for SerdeMembers<A> {
    type Error = A::Error;

    fn turn(&mut self) -> Result<bool, A::Error> {
        Ok(true)
    }

    fn takes(&mut self, _: &'static str) -> bool {
        false
    }

    fn name<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        self.0.next_key_seed(seed)
    }

    fn value_by<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.0.next_value_seed(seed)
    }

    fn value<T: ReadJudged<'de>>(&mut self, at: ReadAt) -> Result<T, A::Error> {
        self.0.next_value_seed(ReadSeed::new(at))
    }

    fn skip(&mut self, at: ReadAt) -> Result<(), A::Error> {
        self.0.next_value_seed(SkipJudged(at))
    }
}
