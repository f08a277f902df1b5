//! Macros for generated types of strings and numbers with bounds. A value is validated when it is created.

/// A text that obeys a schema.
#[doc(hidden)]
#[macro_export]
#[allow(unused_macros, reason = "not everyone uses all of it")]
macro_rules! judged_text {
    ($(#[$attr:meta])* pub struct $name:ident: $draft:ident, $formats:literal, $schema:literal;) => {
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Serialize)]
        $(#[$attr])*
        #[serde(transparent)]
        pub struct $name(::std::string::String);

        judged!($name, ::std::string::String, str, $draft, $formats, $schema);

        impl $name {
            /// The text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl ::std::convert::AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl ::std::borrow::Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        $crate::text_equality!($name: str, &str, ::std::string::String);

        impl ::std::str::FromStr for $name {
            type Err = $crate::Invalid;

            fn from_str(text: &str) -> ::std::result::Result<Self, $crate::Invalid> {
                Self::new(text)
            }
        }

        impl ::std::convert::TryFrom<&str> for $name {
            type Error = $crate::Invalid;

            fn try_from(text: &str) -> ::std::result::Result<Self, $crate::Invalid> {
                Self::new(text)
            }
        }
    };
}

/// Comparisons of a named text with texts, in both orders.
#[doc(hidden)]
#[macro_export]
#[allow(unused_macros, reason = "not everyone uses all of it")]
macro_rules! text_equality {
    ($name:ident: $($text:ty),+) => {
        $(
            impl ::std::cmp::PartialEq<$text> for $name {
                fn eq(&self, other: &$text) -> bool {
                    self.0 == *other
                }
            }

            impl ::std::cmp::PartialEq<$name> for $text {
                fn eq(&self, other: &$name) -> bool {
                    *self == other.0
                }
            }
        )+
    };
}

/// A number that obeys a schema.
#[doc(hidden)]
#[macro_export]
#[allow(unused_macros, reason = "not everyone uses all of it")]
macro_rules! judged_number {
    ($(#[$attr:meta])* pub struct $name:ident($inner:ty): $draft:ident, $formats:literal, $schema:literal;) => {
        #[derive(Clone, Debug, PartialEq, ::serde::Serialize)]
        $(#[$attr])*
        #[serde(transparent)]
        pub struct $name($inner);

        judged!($name, $inner, $inner, $draft, $formats, $schema);

        impl ::std::str::FromStr for $name {
            type Err = $crate::Invalid;

            fn from_str(text: &str) -> ::std::result::Result<Self, $crate::Invalid> {
                let number: $inner = text.parse().map_err(|error| $crate::Invalid::new(format!("{text:?}: {error}")))?;
                Self::new(number)
            }
        }
    };
}

/// What texts and numbers that obey a schema have in common.
#[doc(hidden)]
#[macro_export]
#[allow(unused_macros, reason = "not everyone uses all of it")]
macro_rules! judged {
    ($name:ident, $inner:ty, $target:ty, $draft:ident, $formats:literal, $schema:literal) => {
        impl $name {
            /// The schema that every value obeys.
            pub const SCHEMA: &'static str = $schema;

            /// The value, if it obeys the schema.
            pub fn new(value: impl ::std::convert::Into<$inner>) -> ::std::result::Result<Self, $crate::Invalid> {
                static VALIDATOR: $crate::Validator = $crate::scalar_validator!($name, $draft, $formats, $schema);
                let value = value.into();
                $crate::obeys(&VALIDATOR, stringify!($name), &value)?;
                ::std::result::Result::Ok(Self(value))
            }

            /// The value without its name.
            pub fn into_inner(self) -> $inner {
                self.0
            }
        }

        impl ::std::ops::Deref for $name {
            type Target = $target;

            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, out: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(&self.0, out)
            }
        }

        impl ::std::convert::TryFrom<$inner> for $name {
            type Error = $crate::Invalid;

            fn try_from(value: $inner) -> ::std::result::Result<Self, $crate::Invalid> {
                Self::new(value)
            }
        }

        impl ::std::convert::From<$name> for $inner {
            fn from(value: $name) -> Self {
                value.0
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(from: D) -> ::std::result::Result<Self, D::Error> {
                let value = <$inner as ::serde::Deserialize>::deserialize(from)?;
                if $crate::is_judged() {
                    return ::std::result::Result::Ok(Self(value));
                }
                Self::new(value).map_err(::serde::de::Error::custom)
            }
        }
    };
}

/// What judges a text or a number.
#[cfg(feature = "validator")]
#[doc(hidden)]
#[macro_export]
#[allow(unused_macros, reason = "not everyone uses all of it")]
macro_rules! scalar_validator {
    ($name:ident, $draft:ident, $formats:literal, $schema:literal) => {
        $crate::Validator::new($schema, stringify!($draft), $formats, &[])
    };
}
