//! Building blocks of generated types: properties with three states, and the error for a value that a type rejects.

/// A member that may be absent, null, or there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Maybe<T> {
    /// The document does not have the member.
    #[default]
    Absent,
    /// The member is `null`.
    Null,
    /// The member has a value.
    Value(T),
}

impl<T> Maybe<T> {
    /// Whether the document does not have the member.
    pub const fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// Whether the member is `null`.
    pub const fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// Whether the member has a value.
    pub const fn is_value(&self) -> bool {
        matches!(self, Self::Value(_))
    }

    /// The value by reference, without the difference between absent and null.
    pub const fn as_ref(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    /// The value by mutable reference, without the difference between absent and null.
    pub const fn as_mut(&mut self) -> Option<&mut T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    /// The value, without the difference between absent and null.
    pub fn into_option(self) -> Option<T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    /// The value as what it points to: a `String` as `str`.
    pub fn as_deref(&self) -> Option<&T::Target>
    where
        T: std::ops::Deref,
    {
        self.as_ref().map(|value| &**value)
    }

    /// The same state with another value.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Maybe<U> {
        match self {
            Self::Absent => Maybe::Absent,
            Self::Null => Maybe::Null,
            Self::Value(value) => Maybe::Value(change(value)),
        }
    }

    /// The value, or another one.
    pub fn unwrap_or(self, other: T) -> T {
        self.into_option().unwrap_or(other)
    }

    /// The value, or that of its type's `Default`.
    pub fn unwrap_or_default(self) -> T
    where
        T: Default,
    {
        self.into_option().unwrap_or_default()
    }
}

impl<T> From<T> for Maybe<T> {
    fn from(value: T) -> Self {
        Self::Value(value)
    }
}

/// `None` is absent.
impl<T> From<Option<T>> for Maybe<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Absent, Self::Value)
    }
}

impl<T: serde::Serialize> serde::Serialize for Maybe<T> {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.as_ref().serialize(to)
    }
}

impl<'de, T: serde::Deserialize<'de>> serde::Deserialize<'de> for Maybe<T> {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let value: Option<T> = serde::Deserialize::deserialize(from)?;
        Ok(value.map_or(Self::Null, Self::Value))
    }
}

/// Any value except an object.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NotObject(serde_json::Value);

impl NotObject {
    /// The value, unless it is an object.
    pub fn new(value: serde_json::Value) -> Result<Self, Invalid> {
        if value.is_object() { Err(Invalid::new("expected a value that is not an object")) } else { Ok(Self(value)) }
    }

    /// The value.
    pub fn into_value(self) -> serde_json::Value {
        self.0
    }
}

impl std::ops::Deref for NotObject {
    type Target = serde_json::Value;

    fn deref(&self) -> &serde_json::Value {
        &self.0
    }
}

impl serde::Serialize for NotObject {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        serde::Serialize::serialize(&self.0, to)
    }
}

impl<'de> serde::Deserialize<'de> for NotObject {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let value = <serde_json::Value as serde::Deserialize>::deserialize(from)?;
        Self::new(value).map_err(serde::de::Error::custom)
    }
}

/// A value that a type does not take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    message: String,
}

impl Invalid {
    /// The error with this message.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }

    /// Returns the error for a string that is not in the list.
    #[doc(hidden)]
    pub fn unlisted(found: &str, allowed: &[&str]) -> Self {
        Self::new(format!("{found:?} is not one of {}", listed(allowed)))
    }

    /// The error of a text that is refused by the type of its format.
    #[doc(hidden)]
    pub fn refused_text(text: &str, why: &str) -> Self {
        Self::new(format!("the type of its format rejects {text:?}: {why}"))
    }
}

impl std::fmt::Display for Invalid {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for Invalid {}

/// Texts for a message: the first of them, and how many there are besides.
fn listed(texts: &[&str]) -> String {
    const MOST: usize = 24;
    let first: Vec<_> = texts.iter().take(MOST).map(|text| format!("{text:?}")).collect();
    let more = texts.len().saturating_sub(MOST);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", first.join(", "))
}

/// Reads a text into a type that is parsed from it.
#[doc(hidden)]
pub fn read_text<'de, T, D>(from: D) -> Result<T, D::Error>
where
    T: std::str::FromStr,
    T::Err: std::fmt::Display,
    D: serde::Deserializer<'de>,
{
    struct Text<T>(std::marker::PhantomData<T>);

    impl<T> serde::de::Visitor<'_> for Text<T>
    where
        T: std::str::FromStr,
        T::Err: std::fmt::Display,
    {
        type Value = T;

        fn expecting(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            out.write_str("a string")
        }

        fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
            text.parse().map_err(E::custom)
        }
    }

    from.deserialize_str(Text(std::marker::PhantomData))
}

/// Reads a member that must be there, also where it may be null.
#[doc(hidden)]
pub fn required<'de, T, D>(from: D) -> Result<T, D::Error>
where
    T: serde::Deserialize<'de>,
    D: serde::Deserializer<'de>,
{
    T::deserialize(from)
}
