//! Macros that implement traits for generated types. The types themselves, and the methods that users look up, are
//! generated as plain items.

/// Implements the traits that write the string of an enum, with its `as_str`.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_as_str {
    ($name:ident) => {
        impl $crate::standard::fmt::Display for $name {
            fn fmt(&self, out: &mut $crate::standard::fmt::Formatter<'_>) -> $crate::standard::fmt::Result {
                out.write_str(self.as_str())
            }
        }

        impl $crate::standard::AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }

        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, to: S) -> $crate::standard::Result<S::Ok, S::Error> {
                to.serialize_str(self.as_str())
            }
        }
    };
}

/// Implements the conversions and serde traits of a string enum, with its `ALL` and `as_str`.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_string_enum {
    ($name:ident) => {
        $crate::impl_as_str!($name);

        impl $crate::standard::FromStr for $name {
            type Err = $crate::Invalid;

            fn from_str(text: &str) -> $crate::standard::Result<Self, $crate::Invalid> {
                let found = Self::ALL.iter().copied().find(|value| value.as_str() == text);
                found.ok_or_else(|| {
                    let allowed: $crate::standard::Vec<&str> = Self::ALL.iter().map(|value| value.as_str()).collect();
                    $crate::Invalid::unlisted(text, &allowed)
                })
            }
        }

        impl $crate::standard::TryFrom<&str> for $name {
            type Error = $crate::Invalid;

            fn try_from(text: &str) -> $crate::standard::Result<Self, $crate::Invalid> {
                text.parse()
            }
        }

        impl $crate::standard::TryFrom<$crate::standard::String> for $name {
            type Error = $crate::Invalid;

            fn try_from(text: $crate::standard::String) -> $crate::standard::Result<Self, $crate::Invalid> {
                text.parse()
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(from: D) -> $crate::standard::Result<Self, D::Error> {
                $crate::read_text(from)
            }
        }
    };
}

/// Implements the conversions and serde traits of a string enum with a variant for any other string, with its `as_str`.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_open_enum {
    ($name:ident $other:ident $(, judged by $how:ident)?; $($variant:ident $text:literal;)+) => {
        $crate::impl_as_str!($name);

        impl $crate::standard::From<&str> for $name {
            fn from(text: &str) -> Self {
                match text {
                    $($text => Self::$variant,)+
                    _ => Self::$other(text.to_owned()),
                }
            }
        }

        impl $crate::standard::From<$crate::standard::String> for $name {
            fn from(text: $crate::standard::String) -> Self {
                match text.as_str() {
                    $($text => Self::$variant,)+
                    _ => Self::$other(text),
                }
            }
        }

        impl $crate::standard::FromStr for $name {
            type Err = $crate::standard::Infallible;

            fn from_str(text: &str) -> $crate::standard::Result<Self, Self::Err> {
                $crate::standard::Ok(Self::from(text))
            }
        }

        $crate::impl_deserialize! { ($($how)?) $name, from => { $crate::read_text(from) } }
    };
}

/// Implements the conversions of a newtype, and `Deserialize` if its validator must run first.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_newtype {
    ($name:ident $(<$life:lifetime>)? ($inner:ty) $(judged by $how:ident)?) => {
        impl $(<$life>)? $crate::standard::Deref for $name $(<$life>)? {
            type Target = $inner;

            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }

        impl $(<$life>)? $crate::standard::From<$inner> for $name $(<$life>)? {
            fn from(value: $inner) -> Self {
                Self(value)
            }
        }

        impl $(<$life>)? $crate::standard::From<$name $(<$life>)?> for $inner {
            fn from(value: $name $(<$life>)?) -> Self {
                value.0
            }
        }

        $($crate::impl_deserialize! {
            ($how) $name, from => { ::serde::Deserialize::deserialize(from).map(Self) }
        })?
    };
}

/// Implements the conversions of a newtype of a number or boolean, and `Deserialize` if its validator must run first.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_named_number {
    ($name:ident ($inner:ty) $(judged by $how:ident)?) => {
        $crate::impl_newtype!($name ($inner) $(judged by $how)?);

        impl $crate::standard::fmt::Display for $name {
            fn fmt(&self, out: &mut $crate::standard::fmt::Formatter<'_>) -> $crate::standard::fmt::Result {
                $crate::standard::fmt::Display::fmt(&self.0, out)
            }
        }

        impl $crate::standard::FromStr for $name {
            type Err = <$inner as $crate::standard::FromStr>::Err;

            fn from_str(text: &str) -> $crate::standard::Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }
    };
}

/// Implements the conversions of a newtype of a string, and `Deserialize` if its validator must run first.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_named_string {
    ($name:ident $(judged by $how:ident)?) => {
        impl $crate::standard::Deref for $name {
            type Target = $crate::standard::String;

            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }

        $crate::impl_string_equality! { $name: str, &str, $crate::standard::String }

        impl $crate::standard::AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl $crate::standard::fmt::Display for $name {
            fn fmt(&self, out: &mut $crate::standard::fmt::Formatter<'_>) -> $crate::standard::fmt::Result {
                out.write_str(&self.0)
            }
        }

        impl $crate::standard::FromStr for $name {
            type Err = $crate::standard::Infallible;

            fn from_str(text: &str) -> $crate::standard::Result<Self, Self::Err> {
                $crate::standard::Ok(Self(text.to_owned()))
            }
        }

        impl $crate::standard::From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }

        impl $crate::standard::From<$crate::standard::String> for $name {
            fn from(text: $crate::standard::String) -> Self {
                Self(text)
            }
        }

        impl $crate::standard::From<$name> for $crate::standard::String {
            fn from(text: $name) -> Self {
                text.0
            }
        }

        $($crate::impl_deserialize! {
            ($how) $name, from => { ::serde::Deserialize::deserialize(from).map(Self) }
        })?
    };
}

/// Implements the serde traits of a union that a tag distinguishes. Each branch writes and requires the tag itself.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_tagged_union {
    ($name:ident $(<$life:lifetime>)? by $tag:literal $(, judged by $how:ident)?; $($variant:ident $text:literal;)+) => {
        impl $(<$life>)? ::serde::Serialize for $name $(<$life>)? {
            fn serialize<S: ::serde::Serializer>(&self, to: S) -> $crate::standard::Result<S::Ok, S::Error> {
                match self {
                    $(Self::$variant(branch) => ::serde::Serialize::serialize(branch, to),)+
                }
            }
        }

        $crate::impl_deserialize! {
            ($($how)?) $name $(<$life>)?, from => {
                const TEXTS: &[&str] = &[$($text),+];
                let (index, branch) = $crate::buffer::read_tagged::<D>(from, $tag, TEXTS)?;
                match TEXTS.get(index).copied() {
                    $($crate::standard::Some($text) => {
                        ::serde::Deserialize::deserialize(branch).map(Self::$variant)
                    })+
                    _ => $crate::standard::Err(::serde::de::Error::custom("the tag is unknown")),
                }
            }
        }
    };
}

/// Implements the serde traits of a union whose variants wrap a value.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_content_union {
    ($name:ident $form:expr $(, judged by $how:ident)?; $($variant:ident $(($content:ident))? $text:literal;)+) => {
        impl $crate::content::ContentUnion for $name {
            const FORM: $crate::content::ContentForm = $form;

            fn has_content(name: &str) -> bool {
                match name {
                    $($text => $crate::content_variant!(has $($content)?),)+
                    _ => false,
                }
            }

            fn from_content(
                name: &str,
                content: $crate::standard::Option<::serde_json::Value>,
            ) -> ::serde_json::Result<Self> {
                match (name, content) {
                    $(($text, $crate::content_variant!(pattern $($content)?)) => {
                        $crate::content_variant!(read Self::$variant $(, $content)?)
                    })+
                    _ => $crate::standard::Err($crate::content::unknown()),
                }
            }
        }

        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, to: S) -> $crate::standard::Result<S::Ok, S::Error> {
                let form = <Self as $crate::content::ContentUnion>::FORM;
                match self {
                    $(Self::$variant $(($content))? => {
                        $crate::content::write(to, form, $text, $crate::content_variant!(value $($content)?))
                    })+
                }
            }
        }

        $crate::impl_deserialize! {
            ($($how)?) $name, from => {
                let value = <::serde_json::Value as ::serde::Deserialize>::deserialize(from)?;
                $crate::content::read_variant(value).map_err(::serde::de::Error::custom)
            }
        }
    };
}

/// Returns the pattern, the value and the reader of a variant with or without content, and whether it has some.
#[doc(hidden)]
#[macro_export]
macro_rules! content_variant {
    (pattern) => {
        $crate::standard::None
    };
    (pattern $content:ident) => {
        $crate::standard::Some($content)
    };
    (has) => {
        false
    };
    (has $content:ident) => {
        true
    };
    (value) => {
        $crate::standard::None::<&()>
    };
    (value $content:ident) => {
        $crate::standard::Some($content)
    };
    (read $variant:path) => {
        $crate::standard::Ok($variant)
    };
    (read $variant:path, $content:ident) => {
        ::serde::Deserialize::deserialize($content).map($variant)
    };
}

/// Implements `Deserialize` of a union without a tag: the branch that preserves most of the value is chosen.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_untagged_union {
    ($name:ident $(judged by $how:ident)?; $($variant:ident;)+) => {
        $crate::impl_deserialize! {
            ($($how)?) $name, from => {
                $crate::closest(
                    from,
                    &[$(|value| ::serde::Deserialize::deserialize(value).map(Self::$variant)),+],
                )
            }
        }
    };
}

/// Implements `Deserialize` of a type without a reader, with or without a validator that runs first. A type with a
/// reader gets `Deserialize` from there.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_deserialize {
    (() $name:ident $(<$life:lifetime>)?, $from:ident => $read:expr) => {
        impl<'de $(: $life, $life)?> ::serde::Deserialize<'de> for $name $(<$life>)? {
            fn deserialize<D: ::serde::Deserializer<'de>>($from: D) -> $crate::standard::Result<Self, D::Error> {
                $read
            }
        }
    };
    ((reader) $($rest:tt)*) => {};
    ((validator) $name:ident, $from:ident => $read:expr) => {
        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>($from: D) -> $crate::standard::Result<Self, D::Error> {
                if $crate::is_judged() {
                    $read
                } else {
                    $crate::judge_by_validator($from, <Self as $crate::HasValidator>::own_validator)
                }
            }
        }
    };
}

/// Implements the conversions of a root from strings and values.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_root_conversions {
    ($name:ident<$life:lifetime>) => {
        impl<$life> $crate::standard::TryFrom<::serde_json::Value> for $name<$life> {
            type Error = $crate::Report;

            fn try_from(value: ::serde_json::Value) -> $crate::standard::Result<Self, $crate::Report> {
                <Self as $crate::BorrowedRoot<$life>>::from_value(value)
            }
        }
    };
    ($name:ident) => {
        impl $crate::standard::FromStr for $name {
            type Err = $crate::Report;

            fn from_str(text: &str) -> $crate::standard::Result<Self, $crate::Report> {
                <Self as $crate::SchemaRoot>::parse(text.as_bytes())
            }
        }

        impl $crate::standard::TryFrom<::serde_json::Value> for $name {
            type Error = $crate::Report;

            fn try_from(value: ::serde_json::Value) -> $crate::standard::Result<Self, $crate::Report> {
                <Self as $crate::SchemaRoot>::from_value(value)
            }
        }
    };
}

/// Implements the conversions of a union from its branches.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_from_branches {
    ($name:ident; $($variant:ident($branch:ty);)+) => {
        $(
            impl $crate::standard::From<$branch> for $name {
                fn from(branch: $branch) -> Self {
                    Self::$variant(branch)
                }
            }
        )+
    };
}

/// Implements the serde traits of a struct with constant properties, which are always written, and required when read.
///
/// A private struct has the other fields, because the functions that serde derives must not be public.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_constants {
    (
        $name:ident $(<$life:lifetime>)? by $fields:ident { $($member:literal = $value:expr),+ $(,)? }
        $(judged by $how:ident)?
    ) => {
        impl $(<$life>)? ::serde::Serialize for $name $(<$life>)? {
            fn serialize<S: ::serde::Serializer>(&self, to: S) -> $crate::standard::Result<S::Ok, S::Error> {
                let members = [$(($member, $crate::constants::Constant::from($value))),+];
                $fields::serialize(self, $crate::constants::WriteConstants { to, members: &members })
            }
        }

        $crate::impl_deserialize! {
            ($($how)?) $name $(<$life>)?, from => {
                let members = [$(($member, $crate::constants::Constant::from($value))),+];
                $fields::deserialize($crate::constants::ReadConstants { from, members: &members })
            }
        }
    };
}

/// Implements `Deserialize` of a struct whose validator runs first, with a private struct that has the same fields.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_validated_struct {
    ($name:ident by $fields:ident) => {
        $crate::impl_deserialize! { (validator) $name, from => $fields::deserialize(from) }
    };
}
