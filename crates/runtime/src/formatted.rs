//! Strings with a format, together with their parsed values.

use crate::types::{Invalid, read_text};

/// A text of a format, such as a UUID, with the value that it stands for. It is used as the value, and two are equal where their
/// values are; it is written as it was read, so that no document changes its spelling. `F` says how the text becomes the value.
pub struct Formatted<T, F = PlainForm> {
    text: String,
    value: T,
    form: std::marker::PhantomData<fn() -> F>,
}

/// Converts strings of a format to values of a type, and back.
pub trait TextForm<T> {
    /// Parses a string, or returns the reason why it has no value.
    fn parse(text: &str) -> Result<T, String>;

    /// Writes a value that does not come from a string.
    fn write(value: &T) -> String;
}

/// The form of types that have `FromStr` and `Display`.
#[derive(Clone, Copy, Debug)]
pub struct PlainForm;

impl<T> TextForm<T> for PlainForm
where
    T: std::str::FromStr + std::fmt::Display,
    T::Err: std::fmt::Display,
{
    fn parse(text: &str) -> Result<T, String> {
        text.parse().map_err(|error: T::Err| error.to_string())
    }

    fn write(value: &T) -> String {
        value.to_string()
    }
}

impl<T, F> Formatted<T, F> {
    /// The text as the document has it.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The value.
    pub const fn value(&self) -> &T {
        &self.value
    }

    /// The value without its text.
    pub fn into_value(self) -> T {
        self.value
    }
}

impl<T, F: TextForm<T>> From<T> for Formatted<T, F> {
    fn from(value: T) -> Self {
        Self { text: F::write(&value), value, form: std::marker::PhantomData }
    }
}

impl<T, F: TextForm<T>> std::str::FromStr for Formatted<T, F> {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        match F::parse(text) {
            Ok(value) => Ok(Self { text: text.to_owned(), value, form: std::marker::PhantomData }),
            Err(why) => Err(Invalid::refused_text(text, &why)),
        }
    }
}

impl<T, F> std::ops::Deref for Formatted<T, F> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: Clone, F> Clone for Formatted<T, F> {
    fn clone(&self) -> Self {
        Self { text: self.text.clone(), value: self.value.clone(), form: std::marker::PhantomData }
    }
}

impl<T, F> std::fmt::Debug for Formatted<T, F> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Debug::fmt(&self.text, out)
    }
}

impl<T, F> std::fmt::Display for Formatted<T, F> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.text)
    }
}

impl<T: PartialEq, F> PartialEq for Formatted<T, F> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq, F> Eq for Formatted<T, F> {}

impl<T: PartialOrd, F> PartialOrd for Formatted<T, F> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl<T: Ord, F> Ord for Formatted<T, F> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.value.cmp(&other.value)
    }
}

impl<T: std::hash::Hash, F> std::hash::Hash for Formatted<T, F> {
    fn hash<H: std::hash::Hasher>(&self, into: &mut H) {
        self.value.hash(into);
    }
}

impl<T, F> serde::Serialize for Formatted<T, F> {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.text)
    }
}

impl<'de, T, F: TextForm<T>> serde::Deserialize<'de> for Formatted<T, F> {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        read_text(from)
    }
}
