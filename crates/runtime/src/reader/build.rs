//! Builds values of types while they are validated.

use super::source::ByteSource;
use super::{AnyValue, CheckVerdict, ListCheck, Unreadable, ValueCheck, kinds};

/// How a value is validated.
#[derive(Clone, Copy, Debug)]
pub struct ReadAt {
    /// Constraints of its schema.
    pub check: &'static ValueCheck,
    /// Whether properties that the schema does not mention are rejected although it allows them, because a report would
    /// warn about them.
    pub strict: bool,
    /// Whether an error names its location. This is unnecessary if the document is read again for a report.
    pub explain: bool,
}

impl ReadAt {
    /// Allows everything, for a value that was validated before.
    pub const JUDGED: Self = Self { check: &ValueCheck::ANY, strict: false, explain: false };

    /// Validates against a schema.
    pub const fn checking(check: &'static ValueCheck) -> Self {
        Self { check, strict: false, explain: false }
    }

    /// Validates against a schema, only for a verdict. `strict` has the meaning of the field.
    pub const fn verdict(check: &'static ValueCheck, strict: bool) -> Self {
        Self { check, strict, explain: false }
    }

    /// Returns the same mode for a part of the value.
    #[must_use]
    pub const fn part(self, check: &'static ValueCheck) -> Self {
        Self { check, ..self }
    }

    /// Validates a value that was read.
    pub fn judge(self, value: &serde_json::Value) -> CheckVerdict {
        self.check.judge(value, self.strict)
    }
}

/// A type that is read and validated in one pass.
pub trait ReadJudged<'de>: Sized {
    /// Reads the next value, and rejects it if it is invalid under `at`.
    fn read_checked<D: serde::Deserializer<'de>>(reader: D, at: ReadAt) -> Result<Self, D::Error>;

    /// Reads from the bytes of a document, for types that are faster this way.
    fn read_source(source: &mut ByteSource<'de>, at: ReadAt) -> Result<Self, Unreadable> {
        Self::read_checked(source, at)
    }

    /// Returns the value of a missing property, if the type has one.
    fn absent() -> Option<Self> {
        None
    }
}

/// Reads a complete value, validates it, and converts it to the type.
pub fn through_value<'de, T: ReadJudged<'de>, D: serde::Deserializer<'de>>(
    reader: D,
    at: ReadAt,
) -> Result<T, D::Error> {
    T::read_checked(judged_value(reader, at)?, ReadAt::JUDGED).map_err(serde::de::Error::custom)
}

/// Reads a complete value and validates it.
pub fn judged_value<'de, D: serde::Deserializer<'de>>(reader: D, at: ReadAt) -> Result<serde_json::Value, D::Error> {
    let value = serde::de::DeserializeSeed::deserialize(AnyValue, reader)?;
    at.judge(&value).map_err(serde::de::Error::custom)?;
    Ok(value)
}

/// Seed that reads a value of a type.
pub struct ReadSeed<T>(ReadAt, std::marker::PhantomData<fn() -> T>);

impl<T> ReadSeed<T> {
    /// Returns a seed that validates with `at`.
    pub fn new(at: ReadAt) -> Self {
        Self(at, std::marker::PhantomData)
    }
}

impl<'de, T: ReadJudged<'de>> serde::de::DeserializeSeed<'de> for ReadSeed<T> {
    type Value = T;

    fn deserialize<D: serde::Deserializer<'de>>(self, reader: D) -> Result<T, D::Error> {
        T::read_checked(reader, self.0)
    }
}

/// Implements `Deserialize` for a type with a reader. The value is validated by its table, unless it was validated
/// before.
pub fn deserialize<'de, T: ReadJudged<'de>, D: serde::Deserializer<'de>>(
    reader: D,
    check: &'static ValueCheck,
) -> Result<T, D::Error> {
    T::read_checked(
        reader,
        if crate::is_judged() { ReadAt::JUDGED } else { ReadAt { check, strict: false, explain: true } },
    )
}

/// A type that only serde can read, such as a type of another crate. It is validated as a value first.
pub struct BySerde<T>(pub T);

impl<'de, T: serde::de::DeserializeOwned> ReadJudged<'de> for BySerde<T> {
    fn read_checked<D: serde::Deserializer<'de>>(reader: D, at: ReadAt) -> Result<Self, D::Error> {
        let value = judged_value(reader, at)?;
        crate::as_judged(|| T::deserialize(value)).map(Self).map_err(serde::de::Error::custom)
    }

    fn absent() -> Option<Self> {
        // Serde's value for a missing property, which is `None` for an option.
        struct Absent;
        impl<'de> serde::Deserializer<'de> for Absent {
            type Error = serde::de::value::Error;
            fn deserialize_any<V: serde::de::Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
                Err(serde::de::Error::custom("absent"))
            }
            fn deserialize_option<V: serde::de::Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
                visitor.visit_none()
            }
            serde::forward_to_deserialize_any! {
                bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
                newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
            }
        }
        T::deserialize(Absent).ok().map(Self)
    }
}

/// Reads a complete value, validates it, and converts it to a union whose variants wrap a value.
pub fn read_content<'de, T: crate::content::ContentUnion, D: serde::Deserializer<'de>>(
    reader: D,
    at: ReadAt,
) -> Result<T, D::Error> {
    let value = judged_value(reader, at)?;
    crate::as_judged(|| crate::content::read_variant(value)).map_err(serde::de::Error::custom)
}

impl<'de, T: ReadJudged<'de>> ReadJudged<'de> for Box<T> {
    fn read_checked<D: serde::Deserializer<'de>>(reader: D, at: ReadAt) -> Result<Self, D::Error> {
        T::read_checked(reader, at).map(Self::new)
    }

    fn read_source(source: &mut ByteSource<'de>, at: ReadAt) -> Result<Self, Unreadable> {
        T::read_source(source, at).map(Self::new)
    }
}

impl<'de, T: ReadJudged<'de>> ReadJudged<'de> for Option<T> {
    fn read_checked<D: serde::Deserializer<'de>>(reader: D, at: ReadAt) -> Result<Self, D::Error> {
        reader.deserialize_option(OptionVisitor(at, std::marker::PhantomData))
    }

    #[inline]
    fn read_source(source: &mut ByteSource<'de>, at: ReadAt) -> Result<Self, Unreadable> {
        let of_value = at.check.or_null;
        if source.peek()? != b'n' {
            return T::read_source(source, of_value.map_or(at, |check| at.part(check))).map(Some);
        }
        source.word(b"null")?;
        if of_value.is_none() {
            at.check.judge_plain(kinds::NULL, || serde_json::Value::Null).map_err(|_| Unreadable)?;
        }
        Ok(None)
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

struct OptionVisitor<T>(ReadAt, std::marker::PhantomData<fn() -> T>);

impl<'de, T: ReadJudged<'de>> serde::de::Visitor<'de> for OptionVisitor<T> {
    type Value = Option<T>;

    fn expecting(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("a value or null")
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<Self::Value, E> {
        if self.0.check.or_null.is_some() {
            return Ok(None);
        }
        self.0.check.judge_plain(kinds::NULL, || serde_json::Value::Null).map_err(E::custom).map(|()| None)
    }

    fn visit_none<E: serde::de::Error>(self) -> Result<Self::Value, E> {
        self.visit_unit()
    }

    fn visit_some<D: serde::Deserializer<'de>>(self, reader: D) -> Result<Self::Value, D::Error> {
        T::read_checked(reader, self.0.check.or_null.map_or(self.0, |check| self.0.part(check))).map(Some)
    }
}

impl<'de, T: ReadJudged<'de>> ReadJudged<'de> for Vec<T> {
    fn read_checked<D: serde::Deserializer<'de>>(reader: D, at: ReadAt) -> Result<Self, D::Error> {
        if reads_elements(at.check) {
            at.check.kind(kinds::LIST).map_err(serde::de::Error::custom)?;
            reader.deserialize_seq(ListVisitor(at, std::marker::PhantomData))
        } else {
            through_value(reader, at)
        }
    }

    fn read_source(source: &mut ByteSource<'de>, at: ReadAt) -> Result<Self, Unreadable> {
        if !reads_elements(at.check) {
            return through_value(source, at);
        }
        at.check.kind(kinds::LIST).map_err(|_| Unreadable)?;
        let list = at.check.list.unwrap_or(&ListCheck::ANY);
        source.opens_list()?;
        let mut all = Self::new();
        while source.turns_to_element(all.is_empty())? {
            let element = T::read_source(source, at.part(list.element(all.len())))?;
            all.push(element);
        }
        list.counts(all.len()).map_err(|_| Unreadable)?;
        Ok(all)
    }
}

impl<'de, T: ReadJudged<'de>, const LENGTH: usize> ReadJudged<'de> for [T; LENGTH] {
    fn read_checked<D: serde::Deserializer<'de>>(reader: D, at: ReadAt) -> Result<Self, D::Error> {
        let items: Vec<T> = ReadJudged::read_checked(reader, at)?;
        let expected = |items: Vec<T>| serde::de::Error::invalid_length(items.len(), &"an array of a fixed length");
        items.try_into().map_err(expected)
    }

    fn read_source(source: &mut ByteSource<'de>, at: ReadAt) -> Result<Self, Unreadable> {
        let items: Vec<T> = ReadJudged::read_source(source, at)?;
        items.try_into().map_err(|_| Unreadable)
    }
}

/// Returns whether the elements of a list can be validated one by one.
fn reads_elements(check: &ValueCheck) -> bool {
    check.in_one_pass() && check.list.is_none_or(ListCheck::in_one_pass)
}

struct ListVisitor<T>(ReadAt, std::marker::PhantomData<fn() -> T>);

impl<'de, T: ReadJudged<'de>> serde::de::Visitor<'de> for ListVisitor<T> {
    type Value = Vec<T>;

    fn expecting(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("an array")
    }

    fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let list = self.0.check.list.unwrap_or(&ListCheck::ANY);
        let mut all = Vec::new();
        loop {
            let seed = ReadSeed::<T>::new(self.0.part(list.element(all.len())));
            match items.next_element_seed(seed) {
                Ok(Some(item)) => all.push(item),
                Ok(None) => break,
                Err(error) if self.0.explain => return Err(super::refusal::below(&error, &all.len().to_string())),
                Err(error) => return Err(error),
            }
        }
        list.counts(all.len()).map_err(serde::de::Error::custom)?;
        Ok(all)
    }
}

/// Returns the document in the input, if its schema allows it.
pub fn read_root<'de, T: ReadJudged<'de>>(text: &'de [u8], at: ReadAt) -> Option<T> {
    let mut source = ByteSource::new(std::str::from_utf8(text).ok()?);
    let value = T::read_source(&mut source, at).ok()?;
    source.ends().then_some(value)
}

impl<'de, T: ReadJudged<'de>> ReadJudged<'de> for crate::Maybe<T> {
    fn read_checked<D: serde::Deserializer<'de>>(reader: D, at: ReadAt) -> Result<Self, D::Error> {
        let value: Option<T> = ReadJudged::read_checked(reader, at)?;
        Ok(value.map_or(Self::Null, Self::Value))
    }

    fn read_source(source: &mut ByteSource<'de>, at: ReadAt) -> Result<Self, Unreadable> {
        let value: Option<T> = ReadJudged::read_source(source, at)?;
        Ok(value.map_or(Self::Null, Self::Value))
    }

    fn absent() -> Option<Self> {
        Some(Self::Absent)
    }
}
