//! Macros for generated types that differ only in their names: string enums, tagged and untagged unions, named values
//! and constant properties.

/// An enum whose variants are texts in JSON.
#[doc(hidden)]
#[macro_export]
#[allow(unused_macros, reason = "not everyone uses all of it")]
macro_rules! text_enum {
    ($(#[$attr:meta])* pub enum $name:ident { $($(#[$inner:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $(#[$attr])*
        pub enum $name {
            $(
                $(#[$inner])*
                $variant,
            )+
        }

        impl $name {
            /// Every value, in the order of the schema.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            const TEXTS: &'static [&'static str] = &[$($text),+];

            /// The text in a document.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, out: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                out.write_str(self.as_str())
            }
        }

        impl ::std::convert::AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::Invalid;

            fn from_str(text: &str) -> ::std::result::Result<Self, $crate::Invalid> {
                match text {
                    $($text => ::std::result::Result::Ok(Self::$variant),)+
                    _ => ::std::result::Result::Err($crate::Invalid::unlisted(text, Self::TEXTS)),
                }
            }
        }

        impl ::std::convert::TryFrom<&str> for $name {
            type Error = $crate::Invalid;

            fn try_from(text: &str) -> ::std::result::Result<Self, $crate::Invalid> {
                text.parse()
            }
        }

        impl ::std::convert::TryFrom<::std::string::String> for $name {
            type Error = $crate::Invalid;

            fn try_from(text: ::std::string::String) -> ::std::result::Result<Self, $crate::Invalid> {
                text.parse()
            }
        }

        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, to: S) -> ::std::result::Result<S::Ok, S::Error> {
                to.serialize_str(self.as_str())
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(from: D) -> ::std::result::Result<Self, D::Error> {
                $crate::read_text(from)
            }
        }
    };
}

/// A name for a value that has none of its own, such as a list.
#[doc(hidden)]
#[macro_export]
#[allow(unused_macros, reason = "not everyone uses all of it")]
macro_rules! named_value {
    ($(#[$attr:meta])* pub struct $name:ident $(<$life:lifetime>)? ($(#[$field:meta])* $inner:ty); judged by $how:ident) => {
        $crate::named_value! { @ $(#[$attr])* $name $(<$life>)? ($(#[$field])* $inner) }

        $crate::deserialize_by! {
            ($how) $name $(<$life>)?, from => { ::serde::Deserialize::deserialize(from).map(Self) }
        }
    };
    ($(#[$attr:meta])* pub struct $name:ident $(<$life:lifetime>)? ($(#[$field:meta])* $inner:ty);) => {
        $crate::named_value! { @ #[derive(::serde::Deserialize)] $(#[$attr])* $name $(<$life>)? ($(#[$field])* $inner) }
    };
    (@ $(#[$attr:meta])* $name:ident $(<$life:lifetime>)? ($(#[$field:meta])* $inner:ty)) => {
        #[derive(Clone, Debug, PartialEq, ::serde::Serialize)]
        $(#[$attr])*
        #[serde(transparent)]
        pub struct $name $(<$life>)? ($(#[$field])* pub $inner);

        impl $(<$life>)? ::std::ops::Deref for $name $(<$life>)? {
            type Target = $inner;

            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }

        impl $(<$life>)? ::std::convert::From<$inner> for $name $(<$life>)? {
            fn from(value: $inner) -> Self {
                Self(value)
            }
        }

        impl $(<$life>)? ::std::convert::From<$name $(<$life>)?> for $inner {
            fn from(value: $name $(<$life>)?) -> Self {
                value.0
            }
        }
    };
}

/// A name for a text.
#[doc(hidden)]
#[macro_export]
#[allow(unused_macros, reason = "not everyone uses all of it")]
macro_rules! named_text {
    ($(#[$attr:meta])* pub struct $name:ident; judged by $how:ident) => {
        $crate::named_text! { @ $(#[$attr])* $name }

        $crate::deserialize_by! {
            ($how) $name, from => { ::serde::Deserialize::deserialize(from).map(Self) }
        }
    };
    ($(#[$attr:meta])* pub struct $name:ident;) => {
        $crate::named_text! { @ #[derive(::serde::Deserialize)] $(#[$attr])* $name }
    };
    (@ $(#[$attr:meta])* $name:ident) => {
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Serialize)]
        $(#[$attr])*
        #[serde(transparent)]
        pub struct $name(pub ::std::string::String);

        impl ::std::ops::Deref for $name {
            type Target = ::std::string::String;

            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }

        $crate::text_equality!($name: str, &str, ::std::string::String);

        impl ::std::convert::AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, out: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                out.write_str(&self.0)
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = ::std::convert::Infallible;

            fn from_str(text: &str) -> ::std::result::Result<Self, Self::Err> {
                ::std::result::Result::Ok(Self(text.to_owned()))
            }
        }

        impl ::std::convert::From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }

        impl ::std::convert::From<::std::string::String> for $name {
            fn from(text: ::std::string::String) -> Self {
                Self(text)
            }
        }

        impl ::std::convert::From<$name> for ::std::string::String {
            fn from(text: $name) -> Self {
                text.0
            }
        }
    };
}

/// A union whose branches are told apart by a tag, which the branch itself writes and requires.
#[doc(hidden)]
#[macro_export]
#[allow(unused_macros, reason = "not everyone uses all of it")]
macro_rules! tagged_union {
    (
        $(#[$attr:meta])*
        pub enum $name:ident $(<$life:lifetime>)? by $tag:literal {
            $($(#[$inner:meta])* $variant:ident($branch:ty) = $text:literal),+ $(,)?
        }
        $(judged by $how:ident)?
    ) => {
        #[derive(Clone, Debug, PartialEq)]
        $(#[$attr])*
        pub enum $name $(<$life>)? {
            $($(#[$inner])* $variant($branch)),+
        }

        impl $(<$life>)? $name $(<$life>)? {
            /// What the tag of the value is.
            pub const fn tag(&self) -> &'static str {
                match self {
                    $(Self::$variant(_) => $text,)+
                }
            }
        }

        impl $(<$life>)? ::serde::Serialize for $name $(<$life>)? {
            fn serialize<S: ::serde::Serializer>(&self, to: S) -> ::std::result::Result<S::Ok, S::Error> {
                match self {
                    $(Self::$variant(branch) => ::serde::Serialize::serialize(branch, to),)+
                }
            }
        }

        $crate::deserialize_by! {
            ($($how)?) $name $(<$life>)?, from => {
                const TEXTS: &[&str] = &[$($text),+];
                let (index, branch) = $crate::buffer::read_tagged::<D>(from, $tag, TEXTS)?;
                match TEXTS.get(index).copied() {
                    $(::std::option::Option::Some($text) => {
                        ::serde::Deserialize::deserialize(branch).map(Self::$variant)
                    })+
                    _ => ::std::result::Result::Err(::serde::de::Error::custom("the tag is unknown")),
                }
            }
        }
    };
}

/// A union whose branches are told apart by their form: the branch that loses nothing is chosen.
#[doc(hidden)]
#[macro_export]
#[allow(unused_macros, reason = "not everyone uses all of it")]
macro_rules! untagged_union {
    (
        $(#[$attr:meta])*
        pub enum $name:ident $(<$life:lifetime>)? {
            $($(#[$inner:meta])* $variant:ident($branch:ty)),+ $(,)?
        }
        $(judged by $how:ident)?
    ) => {
        #[derive(Clone, Debug, PartialEq, ::serde::Serialize)]
        $(#[$attr])*
        #[serde(untagged)]
        pub enum $name $(<$life>)? {
            $($(#[$inner])* $variant($branch)),+
        }

        $crate::deserialize_by! {
            ($($how)?) $name $(<$life>)?, from => {
                $crate::closest(
                    from,
                    &[$(|value| ::serde::Deserialize::deserialize(value).map(Self::$variant)),+],
                )
            }
        }
    };
}

/// How a type is read: by serde alone; by a reader, which brings `Deserialize` itself; or by serde after its validator has judged.
#[doc(hidden)]
#[macro_export]
#[allow(unused_macros, reason = "not everyone uses all of it")]
macro_rules! deserialize_by {
    (() $name:ident $(<$life:lifetime>)?, $from:ident => $read:expr) => {
        impl<'de $(: $life, $life)?> ::serde::Deserialize<'de> for $name $(<$life>)? {
            fn deserialize<D: ::serde::Deserializer<'de>>($from: D) -> ::std::result::Result<Self, D::Error> {
                $read
            }
        }
    };
    ((reader) $($rest:tt)*) => {};
    ((validator) $name:ident, $from:ident => $read:expr) => {
        impl $name {
            fn read_judged<'de, D: ::serde::Deserializer<'de>>($from: D) -> ::std::result::Result<Self, D::Error> {
                $read
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(from: D) -> ::std::result::Result<Self, D::Error> {
                if $crate::is_judged() {
                    Self::read_judged(from)
                } else {
                    $crate::judge_by_validator(from, <Self as $crate::SchemaRoot>::validator)
                }
            }
        }
    };
}

/// What is known of a root, and how its reader reads a text of a type.
#[doc(hidden)]
#[macro_export]
#[allow(unused_macros, reason = "not everyone uses all of it")]
macro_rules! root_facts {
    ($root:ident, $file:literal, $id:literal, $unions:expr, $schema:literal $(, $reader:path, {$text:ty})?) => {
        const NAME: &'static str = stringify!($root);
        const FILE: &'static str = $file;
        const ID: &'static str = $id;
        const SCHEMA: &'static str = $schema;
        const UNIONS: &'static [$crate::Union] = &$unions;

        $(
            fn read_fast(text: $text, strict: bool) -> ::std::option::Option<Self> {
                $crate::reader::read_root(text, $crate::reader::ReadAt::verdict(&$reader, strict))
            }
        )?
    };
}

/// The methods of a root that need no trait in scope; with `converts`, what makes it of a text and of a value.
#[doc(hidden)]
#[macro_export]
#[allow(unused_macros, reason = "not everyone uses all of it")]
macro_rules! root_methods {
    ($name:ident) => {
        impl $name {
            /// The document in a text, judged by the whole schema.
            ///
            /// # Errors
            ///
            /// Everything that is wrong with it.
            pub fn parse(text: impl ::std::convert::AsRef<[u8]>) -> ::std::result::Result<Self, $crate::Report> {
                <Self as $crate::SchemaRoot>::parse(text.as_ref())
            }

            /// Judges a value that was made by hand by the whole schema.
            ///
            /// # Errors
            ///
            /// Everything that is wrong with it.
            pub fn validate(&self) -> ::std::result::Result<(), $crate::Report> {
                <Self as $crate::SchemaRoot>::validate(self)
            }
        }
    };
    ($name:ident<$life:lifetime>) => {
        impl<$life> $name<$life> {
            /// The document in a text, judged by the whole schema. It borrows from the text whatever is written there without
            /// escapes.
            ///
            /// # Errors
            ///
            /// Everything that is wrong with it.
            pub fn parse<T: ::std::convert::AsRef<[u8]> + ?Sized>(text: &$life T) -> ::std::result::Result<Self, $crate::Report> {
                <Self as $crate::BorrowedRoot<$life>>::parse(text.as_ref())
            }

            /// Judges a value that was made by hand by the whole schema.
            ///
            /// # Errors
            ///
            /// Everything that is wrong with it.
            pub fn validate(&self) -> ::std::result::Result<(), $crate::Report> {
                <Self as $crate::BorrowedRoot<$life>>::validate(self)
            }
        }
    };
    ($name:ident<$life:lifetime> converts) => {
        $crate::root_methods! { $name<$life> }

        impl<$life> ::std::convert::TryFrom<::serde_json::Value> for $name<$life> {
            type Error = $crate::Report;

            fn try_from(value: ::serde_json::Value) -> ::std::result::Result<Self, $crate::Report> {
                <Self as $crate::BorrowedRoot<$life>>::from_value(value)
            }
        }
    };
    ($name:ident converts) => {
        $crate::root_methods! { $name }

        impl ::std::str::FromStr for $name {
            type Err = $crate::Report;

            fn from_str(text: &str) -> ::std::result::Result<Self, $crate::Report> {
                Self::parse(text)
            }
        }

        impl ::std::convert::TryFrom<::serde_json::Value> for $name {
            type Error = $crate::Report;

            fn try_from(value: ::serde_json::Value) -> ::std::result::Result<Self, $crate::Report> {
                <Self as $crate::SchemaRoot>::from_value(value)
            }
        }
    };
}

/// What makes a union of one of its branches.
#[doc(hidden)]
#[macro_export]
#[allow(unused_macros, reason = "not everyone uses all of it")]
macro_rules! from_branch {
    ($($name:ident::$variant:ident($branch:ty)),+ $(,)?) => {
        $(
            impl ::std::convert::From<$branch> for $name {
                fn from(branch: $branch) -> Self {
                    Self::$variant(branch)
                }
            }
        )+
    };
}

/// `Serialize` and `Deserialize` of a struct with constant members: written always, required when read, no fields. All other members
/// are those of a private struct, because the functions that serde derives must not be public.
#[doc(hidden)]
#[macro_export]
#[allow(unused_macros, reason = "not everyone uses all of it")]
macro_rules! constants {
    (
        $name:ident $(<$life:lifetime>)? by $fields:ident { $($member:literal is $value:expr),+ $(,)? }
        $(judged by $how:ident)?
    ) => {
        impl $(<$life>)? ::serde::Serialize for $name $(<$life>)? {
            fn serialize<S: ::serde::Serializer>(&self, to: S) -> ::std::result::Result<S::Ok, S::Error> {
                let members = [$(($member, $crate::constants::Constant::from($value))),+];
                $fields::serialize(self, $crate::constants::WriteConstants { to, members: &members })
            }
        }

        $crate::deserialize_by! {
            ($($how)?) $name $(<$life>)?, from => {
                let members = [$(($member, $crate::constants::Constant::from($value))),+];
                $fields::deserialize($crate::constants::ReadConstants { from, members: &members })
            }
        }
    };
}

/// `Deserialize` of a struct that serde reads, through a private one with the same fields, after its validator has judged.
#[doc(hidden)]
#[macro_export]
#[allow(unused_macros, reason = "not everyone uses all of it")]
macro_rules! judged_by_validator {
    ($name:ident by $fields:ident) => {
        $crate::deserialize_by! { (validator) $name, from => $fields::deserialize(from) }
    };
}
