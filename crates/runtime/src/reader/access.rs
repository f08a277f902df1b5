//! Where the members of an object come from: any reader of serde, or the bytes of a text.

use ::serde::de::{DeserializeSeed, MapAccess};

use super::{ReadAt, ReadJudged, ReadSeed, SkipJudged};

/// The members of an object, one after the other, of which each has its name read, then its value.
pub trait MemberSource<'de> {
    /// Why a member cannot be read.
    type Error: ::serde::de::Error;

    /// Turns to the name of the next member. False where it is known that there is none.
    fn turn(&mut self) -> ::std::result::Result<bool, Self::Error>;

    /// Reads the name of the member if it stands in the text as `quoted`, with its quotation marks and a colon. A source that does
    /// not know says no, and is asked for the name.
    fn takes(&mut self, quoted: &'static str) -> bool;

    /// The name of the member, by a seed; `None` if there is none.
    fn name<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> ::std::result::Result<::std::option::Option<S::Value>, Self::Error>;

    /// The value of the member, by a seed.
    fn value_by<S: DeserializeSeed<'de>>(&mut self, seed: S) -> ::std::result::Result<S::Value, Self::Error>;

    /// The value of the member.
    fn value<T: ReadJudged<'de>>(&mut self, at: ReadAt) -> ::std::result::Result<T, Self::Error>;

    /// Reads over the value of the member, and judges it.
    fn skip(&mut self, at: ReadAt) -> ::std::result::Result<(), Self::Error>;
}

/// The members of a map of serde.
pub(super) struct SerdeMembers<A>(pub(super) A);

impl<'de, A: MapAccess<'de>> MemberSource<'de> for SerdeMembers<A> {
    type Error = A::Error;

    fn turn(&mut self) -> ::std::result::Result<bool, A::Error> {
        Ok(true)
    }

    fn takes(&mut self, _: &'static str) -> bool {
        false
    }

    fn name<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> ::std::result::Result<::std::option::Option<S::Value>, A::Error> {
        self.0.next_key_seed(seed)
    }

    fn value_by<S: DeserializeSeed<'de>>(&mut self, seed: S) -> ::std::result::Result<S::Value, A::Error> {
        self.0.next_value_seed(seed)
    }

    fn value<T: ReadJudged<'de>>(&mut self, at: ReadAt) -> ::std::result::Result<T, A::Error> {
        self.0.next_value_seed(ReadSeed::new(at))
    }

    fn skip(&mut self, at: ReadAt) -> ::std::result::Result<(), A::Error> {
        self.0.next_value_seed(SkipJudged(at))
    }
}
