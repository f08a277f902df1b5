//! Macros that implement traits for generated newtypes of strings and numbers with bounds. Their `new` validates.

/// Implements the conversions and `Deserialize` of a string with bounds.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_bounded_string {
    ($name:ident) => {
        $crate::impl_bounded! { $name, ::std::string::String, str }

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

        $crate::impl_string_equality! { $name: str, &str, ::std::string::String }

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

/// Implements comparisons of a newtype of a string with strings, in both orders.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_string_equality {
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

/// Implements the conversions and `Deserialize` of a number with bounds.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_bounded_number {
    ($name:ident($inner:ty)) => {
        $crate::impl_bounded! { $name, $inner, $inner }

        impl ::std::str::FromStr for $name {
            type Err = $crate::Invalid;

            fn from_str(text: &str) -> ::std::result::Result<Self, $crate::Invalid> {
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

/// Returns the validator of a string or number with bounds, from its `SCHEMA`.
#[cfg(feature = "validator")]
#[doc(hidden)]
#[macro_export]
macro_rules! scalar_validator {
    ($name:ident, $draft:literal, $formats:literal) => {
        $crate::Validator::new($name::SCHEMA, $draft, $formats, &[])
    };
}
