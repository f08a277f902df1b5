//! Macros that implement traits for generated newtypes of strings and numbers with bounds. Their `new` validates.

/// Implements the conversions and `Deserialize` of a string with bounds.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_bounded_string {
    ($name:ident) => {
        $crate::impl_bounded! { $name, $crate::standard::String, str }

        impl $crate::standard::AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl $crate::standard::Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        $crate::impl_string_equality! { $name: str, &str, $crate::standard::String }

        impl $crate::standard::FromStr for $name {
            type Err = $crate::Invalid;

            fn from_str(text: &str) -> $crate::standard::Result<Self, $crate::Invalid> {
                Self::new(text)
            }
        }

        impl $crate::standard::TryFrom<&str> for $name {
            type Error = $crate::Invalid;

            fn try_from(text: &str) -> $crate::standard::Result<Self, $crate::Invalid> {
                Self::new(text)
            }
        }
    };
}

/// Implements comparisons of a newtype of a string with strings, in both orders.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_string_equality {
    ($name:ident: $($text:ty),+) => {
        $(
            impl $crate::standard::PartialEq<$text> for $name {
                fn eq(&self, other: &$text) -> bool {
                    self.0 == *other
                }
            }

            impl $crate::standard::PartialEq<$name> for $text {
                fn eq(&self, other: &$name) -> bool {
                    *self == other.0
                }
            }
        )+
    };
}

/// Implements the conversions and `Deserialize` of a number with bounds.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_bounded_number {
    ($name:ident($inner:ty)) => {
        $crate::impl_bounded! { $name, $inner, $inner }

        impl $crate::standard::FromStr for $name {
            type Err = $crate::Invalid;

            fn from_str(text: &str) -> $crate::standard::Result<Self, $crate::Invalid> {
                let number: $inner =
                    text.parse().map_err(|error| $crate::Invalid::new(format!("{text:?}: {error}")))?;
                Self::new(number)
            }
        }
    };
}

/// Implements what strings and numbers with bounds have in common.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_bounded {
    ($name:ident, $inner:ty, $target:ty) => {
        impl $crate::standard::Deref for $name {
            type Target = $target;

            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }

        impl $crate::standard::fmt::Display for $name {
            fn fmt(&self, out: &mut $crate::standard::fmt::Formatter<'_>) -> $crate::standard::fmt::Result {
                $crate::standard::fmt::Display::fmt(&self.0, out)
            }
        }

        impl $crate::standard::TryFrom<$inner> for $name {
            type Error = $crate::Invalid;

            fn try_from(value: $inner) -> $crate::standard::Result<Self, $crate::Invalid> {
                Self::new(value)
            }
        }

        impl $crate::standard::From<$name> for $inner {
            fn from(value: $name) -> Self {
                value.0
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(from: D) -> $crate::standard::Result<Self, D::Error> {
                let value = <$inner as ::serde::Deserialize>::deserialize(from)?;
                if $crate::is_judged() {
                    return $crate::standard::Ok(Self(value));
                }
                Self::new(value).map_err(::serde::de::Error::custom)
            }
        }
    };
}

/// Returns the validator of a string or number with bounds, from its `SCHEMA`.
#[cfg(feature = "validator")]
#[doc(hidden)]
#[macro_export]
macro_rules! scalar_validator {
    ($name:ident, $draft:literal, $formats:literal) => {
        $crate::Validator::new($name::SCHEMA, $draft, $formats, &[])
    };
}
