//! Reads strings, numbers, booleans and values of any type.

use super::source::ByteSource;
use super::value::float;
use super::{AnyValue, Numeric, ReadAt, ReadJudged, Unreadable, kinds};

/// Visitor that validates a string and converts it.
struct TextVisitor<F>(ReadAt, F);

impl<T, F: FnOnce(&str) -> Option<T>> serde::de::Visitor<'_> for TextVisitor<F> {
    type Value = T;

    fn expecting(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("a string")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
        self.0.check.judge_text(text).map_err(E::custom)?;
        (self.1)(text).ok_or_else(|| E::custom("the string is not a value of its type"))
    }
}

/// Reads and validates a string and converts it. If `make` returns `None`, the string is rejected.
pub fn read_text<'de, T, D: serde::Deserializer<'de>>(
    reader: D,
    at: ReadAt,
    make: impl FnOnce(&str) -> Option<T>,
) -> Result<T, D::Error> {
    reader.deserialize_str(TextVisitor(at, make))
}

impl<'de> ReadJudged<'de> for String {
    fn read_checked<D: serde::Deserializer<'de>>(reader: D, at: ReadAt) -> Result<Self, D::Error> {
        read_text(reader, at, |text| Some(text.to_owned()))
    }

    fn read_source(source: &mut ByteSource<'de>, at: ReadAt) -> Result<Self, Unreadable> {
        read_text_source(source, at, |text| Some(text.to_owned()))
    }
}

impl<'de: 'a, 'a> ReadJudged<'de> for std::borrow::Cow<'a, str> {
    fn read_checked<D: serde::Deserializer<'de>>(reader: D, at: ReadAt) -> Result<Self, D::Error> {
        reader.deserialize_str(BorrowingVisitor(at))
    }

    fn read_source(source: &mut ByteSource<'de>, at: ReadAt) -> Result<Self, Unreadable> {
        let text = source.borrowed()?;
        if at.check.admits_text(&text) { Ok(text) } else { Err(Unreadable) }
    }
}

/// Visitor that borrows a string from the input if it contains no escapes.
struct BorrowingVisitor(ReadAt);

impl<'de> serde::de::Visitor<'de> for BorrowingVisitor {
    type Value = std::borrow::Cow<'de, str>;

    fn expecting(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("a string")
    }

    fn visit_borrowed_str<E: serde::de::Error>(self, text: &'de str) -> Result<Self::Value, E> {
        self.0.check.judge_text(text).map_err(E::custom)?;
        Ok(std::borrow::Cow::Borrowed(text))
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Self::Value, E> {
        self.visit_string(text.to_owned())
    }

    fn visit_string<E: serde::de::Error>(self, text: String) -> Result<Self::Value, E> {
        self.0.check.judge_text(&text).map_err(E::custom)?;
        Ok(std::borrow::Cow::Owned(text))
    }
}

/// Same as [`read_text`], from the bytes of a document.
#[inline]
pub fn read_text_source<T>(
    source: &mut ByteSource<'_>,
    at: ReadAt,
    make: impl FnOnce(&str) -> Option<T>,
) -> Result<T, Unreadable> {
    source.text(|text| if at.check.admits_text(text) { make(text).ok_or(Unreadable) } else { Err(Unreadable) })
}

/// Visitor that reads a string with its parsed value.
struct FormattedVisitor<T, F>(ReadAt, std::marker::PhantomData<fn() -> (T, F)>);

impl<T, F: crate::TextForm<T>> serde::de::Visitor<'_> for FormattedVisitor<T, F> {
    type Value = crate::Formatted<T, F>;

    fn expecting(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("a string")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Self::Value, E> {
        self.0.check.judge_text(text).map_err(E::custom)?;
        text.parse().map_err(E::custom)
    }
}

impl<'de, T, F: crate::TextForm<T>> ReadJudged<'de> for crate::Formatted<T, F> {
    fn read_checked<D: serde::Deserializer<'de>>(reader: D, at: ReadAt) -> Result<Self, D::Error> {
        reader.deserialize_str(FormattedVisitor(at, std::marker::PhantomData))
    }
}

/// Visitor that validates a number and converts it.
struct NumberVisitor<F>(ReadAt, F);

impl<T, F: FnOnce(Numeric) -> Option<T>> NumberVisitor<F> {
    fn convert<E: serde::de::Error>(self, number: Numeric, value: impl FnOnce() -> serde_json::Value) -> Result<T, E> {
        self.0.check.judge_number(number, value).map_err(E::custom)?;
        (self.1)(number).ok_or_else(|| E::custom("the number is out of range for its type"))
    }
}

impl<T, F: FnOnce(Numeric) -> Option<T>> serde::de::Visitor<'_> for NumberVisitor<F> {
    type Value = T;

    fn expecting(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("a number")
    }

    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<T, E> {
        self.convert(Numeric::Whole(number.into()), || number.into())
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<T, E> {
        self.convert(Numeric::Whole(number.into()), || number.into())
    }

    fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<T, E> {
        self.convert(Numeric::Float(number), || float(number))
    }
}

macro_rules! whole_numbers {
    ($($type:ty)*) => { $(
        impl<'de> ReadJudged<'de> for $type {
            fn read_checked<D: serde::Deserializer<'de>>(reader: D, at: ReadAt) -> Result<Self, D::Error> {
                reader.deserialize_any(NumberVisitor(at, |number: Numeric| Self::try_from(number.whole()?).ok()))
            }
        }
    )* };
}

whole_numbers!(i8 i16 i32 i64 u8 u16 u32 u64);

macro_rules! numbers_above_zero {
    ($($type:ty, $inner:ty;)*) => { $(
        impl<'de> ReadJudged<'de> for $type {
            fn read_checked<D: serde::Deserializer<'de>>(reader: D, at: ReadAt) -> Result<Self, D::Error> {
                let make = |number: Numeric| Self::new(<$inner>::try_from(number.whole()?).ok()?);
                reader.deserialize_any(NumberVisitor(at, make))
            }
        }
    )* };
}

numbers_above_zero! {
    std::num::NonZeroU8, u8;
    std::num::NonZeroU16, u16;
    std::num::NonZeroU32, u32;
    std::num::NonZeroU64, u64;
}

impl<'de> ReadJudged<'de> for f64 {
    fn read_checked<D: serde::Deserializer<'de>>(reader: D, at: ReadAt) -> Result<Self, D::Error> {
        reader.deserialize_any(NumberVisitor(at, |number: Numeric| Some(number.float())))
    }
}

impl<'de> ReadJudged<'de> for serde_json::Number {
    fn read_checked<D: serde::Deserializer<'de>>(reader: D, at: ReadAt) -> Result<Self, D::Error> {
        reader.deserialize_any(AsWritten(at))
    }
}

/// Visitor that keeps the notation of a number: `200.0` stays a float.
struct AsWritten(ReadAt);

impl serde::de::Visitor<'_> for AsWritten {
    type Value = serde_json::Number;

    fn expecting(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("a number")
    }

    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Self::Value, E> {
        NumberVisitor(self.0, |_| Some(number.into())).visit_i64(number)
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Self::Value, E> {
        NumberVisitor(self.0, |_| Some(number.into())).visit_u64(number)
    }

    fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<Self::Value, E> {
        NumberVisitor(self.0, |_| serde_json::Number::from_f64(number)).visit_f64(number)
    }
}

impl<'de> ReadJudged<'de> for bool {
    fn read_checked<D: serde::Deserializer<'de>>(reader: D, at: ReadAt) -> Result<Self, D::Error> {
        let value = <Self as serde::Deserialize>::deserialize(reader)?;
        at.check.judge_plain(kinds::BOOL, || value.into()).map_err(serde::de::Error::custom)?;
        Ok(value)
    }

    #[inline]
    fn read_source(source: &mut ByteSource<'de>, at: ReadAt) -> Result<Self, Unreadable> {
        let value = source.truth()?;
        at.check.judge_plain(kinds::BOOL, || value.into()).map_err(|_| Unreadable)?;
        Ok(value)
    }
}

impl<'de> ReadJudged<'de> for () {
    fn read_checked<D: serde::Deserializer<'de>>(reader: D, at: ReadAt) -> Result<Self, D::Error> {
        <Self as serde::Deserialize>::deserialize(reader)?;
        at.check.judge_plain(kinds::NULL, || serde_json::Value::Null).map_err(serde::de::Error::custom)
    }
}

impl<'de> ReadJudged<'de> for serde_json::Value {
    fn read_checked<D: serde::Deserializer<'de>>(reader: D, at: ReadAt) -> Result<Self, D::Error> {
        let value = serde::de::DeserializeSeed::deserialize(AnyValue, reader)?;
        at.judge(&value).map_err(serde::de::Error::custom)?;
        Ok(value)
    }
}
