//! Macros that implement readers for the types of generated code.

/// Implements `Deserialize` for a type with a reader, if a table validates it.
#[doc(hidden)]
#[macro_export]
macro_rules! deserialize_judging {
    (() $($of:tt)+) => {};
    (($check:path) $name:ident $(<$life:lifetime>)?) => {
        impl<'de $(: $life, $life)?> ::serde::Deserialize<'de> for $name $(<$life>)? {
            fn deserialize<D: ::serde::Deserializer<'de>>(from: D) -> $crate::standard::Result<Self, D::Error> {
                $crate::reader::deserialize(from, &$check)
            }
        }
    };
}

/// Implements the reader of a struct from its fields and their properties.
#[doc(hidden)]
#[macro_export]
macro_rules! read_object {
    ($name:ident $(<$life:lifetime>)? $(by $check:path)?; $($fields:tt)*) => {
        $crate::deserialize_judging! { ($($check)?) $name $(<$life>)? }

        impl<'de $(: $life, $life)?> $crate::reader::ReadMembers<'de> for $name $(<$life>)? {
            fn members<A: $crate::reader::MemberSource<'de>>(
                from: &mut $crate::reader::MemberReader<A>,
            ) -> $crate::standard::Result<Self, A::Error> {
                $crate::read_members!(from, A, (Self), $($fields)*)
            }
        }

        impl<'de $(: $life, $life)?> $crate::reader::ReadJudged<'de> for $name $(<$life>)? {
            fn read_checked<D: ::serde::Deserializer<'de>>(
                reader: D,
                at: $crate::reader::ReadAt,
            ) -> $crate::standard::Result<Self, D::Error> {
                $crate::reader::read_object(reader, at)
            }

            fn read_source(
                source: &mut $crate::reader::ByteSource<'de>,
                at: $crate::reader::ReadAt,
            ) -> $crate::standard::Result<Self, $crate::reader::Unreadable> {
                $crate::reader::read_object_source(source, at)
            }
        }
    };
}

/// Reads the fields of a struct or variant from the remaining properties.
#[doc(hidden)]
#[macro_export]
macro_rules! read_members {
    ($from:ident, $access:ident, ($($make:tt)+), $($field:ident $member:literal $read:ident $fill:ident $($default:path)?;)* $(.. $rest:ident;)?) => {{
        #[allow(non_camel_case_types, dead_code, clippy::upper_case_acronyms)]
        enum FieldIndex { $($field,)* }
        struct FieldAt;
        #[allow(non_upper_case_globals, dead_code)]
        impl FieldAt { $(const $field: usize = FieldIndex::$field as usize;)* }
        $(let mut $field = $crate::standard::None;)*
        $(let mut $rest = $crate::standard::Default::default();)?
        while $from.turn()? {
            let index = match $from.expected() {
                $(FieldAt::$field if $from.takes($member, const {
                    $crate::reader::FieldName::quoted($member, concat!("\"", $member, "\":"))
                })? => FieldAt::$field,)*
                _ => match $from.next(const { &[$($crate::reader::FieldName::new($member)),*] })? {
                    $crate::standard::Some(index) => index,
                    $crate::standard::None => break,
                },
            };
            match index {
                $(FieldAt::$field => $from.$read(&mut $field)?,)*
                $(_ if { let _ = stringify!($rest); true } => $from.other(&mut $rest)?,)?
                _ => $from.skip()?,
            }
        }
        $crate::standard::Ok($($make)+ {
            $($field: $crate::read_filled!($field $member $read $fill $access $($default)?),)*
            $($rest,)?
        })
    }};
}

/// Returns the value of a field after all properties were read.
#[doc(hidden)]
#[macro_export]
macro_rules! read_filled {
    ($slot:ident $member:literal by_serde need $access:ident) => {
        $crate::reader::filled_by_serde::<_, $access::Error>($slot, $member)?
    };
    ($slot:ident $member:literal by_serde or $access:ident $default:path) => {
        $slot.map_or_else($default, |read: $crate::reader::BySerde<_>| read.0)
    };
    ($slot:ident $member:literal $read:ident need $access:ident) => {
        $crate::reader::filled::<_, $access::Error>($slot, $member)?
    };
    ($slot:ident $member:literal $read:ident or $access:ident $default:path) => {
        $slot.unwrap_or_else($default)
    };
}

/// Implements the reader of a string enum.
#[doc(hidden)]
#[macro_export]
macro_rules! read_words {
    ($name:ident; $($text:literal $variant:ident;)*) => {
        impl<'de> $crate::reader::ReadJudged<'de> for $name {
            fn read_checked<D: ::serde::Deserializer<'de>>(
                reader: D,
                at: $crate::reader::ReadAt,
            ) -> $crate::standard::Result<Self, D::Error> {
                $crate::reader::read_text(reader, at, |text| match text {
                    $($text => $crate::standard::Some(Self::$variant),)*
                    _ => $crate::standard::None,
                })
            }

            fn read_source(
                source: &mut $crate::reader::ByteSource<'de>,
                at: $crate::reader::ReadAt,
            ) -> $crate::standard::Result<Self, $crate::reader::Unreadable> {
                $crate::reader::read_text_source(source, at, |text| match text {
                    $($text => $crate::standard::Some(Self::$variant),)*
                    _ => $crate::standard::None,
                })
            }
        }
    };
}

/// Implements the reader of a string enum with a variant for any other string.
#[doc(hidden)]
#[macro_export]
macro_rules! read_open_enum {
    ($name:ident $(by $check:path)?;) => {
        $crate::deserialize_judging! { ($($check)?) $name }

        impl<'de> $crate::reader::ReadJudged<'de> for $name {
            fn read_checked<D: ::serde::Deserializer<'de>>(
                reader: D,
                at: $crate::reader::ReadAt,
            ) -> $crate::standard::Result<Self, D::Error> {
                $crate::reader::read_text(reader, at, |text| $crate::standard::Some(Self::from(text)))
            }

            fn read_source(
                source: &mut $crate::reader::ByteSource<'de>,
                at: $crate::reader::ReadAt,
            ) -> $crate::standard::Result<Self, $crate::reader::Unreadable> {
                $crate::reader::read_text_source(source, at, |text| {
                    $crate::standard::Some(Self::from(text))
                })
            }
        }
    };
}

/// Implements the reader of a tagged enum.
#[doc(hidden)]
#[macro_export]
macro_rules! read_union {
    ($name:ident $(<$life:lifetime>)? $(by $check:path)?, $tag:literal; $($text:literal $own:literal $variant:ident $how:ident;)*) => {
        $crate::deserialize_judging! { ($($check)?) $name $(<$life>)? }

        impl<'de $(: $life, $life)?> $crate::reader::ReadBranch<'de> for $name $(<$life>)? {
            const TAG: &'static str = $tag;
            const QUOTED: &'static str = $crate::reader::FieldName::quoted($tag, concat!("\"", $tag, "\":"));
            const TAGS: &'static [&'static str] = &[$($text),*];
            const OWN_TAG: &'static [bool] = &[$($own),*];

            fn branch<A: $crate::reader::MemberSource<'de>>(
                index: usize,
                from: &mut $crate::reader::MemberReader<A>,
            ) -> $crate::standard::Result<Self, A::Error> {
                #[allow(non_camel_case_types, dead_code)]
                        enum BranchIndex { $($variant,)* }
                match index {
                    $(index if index == BranchIndex::$variant as usize => $crate::read_branch!(from, $variant $how),)*
                    _ => $crate::standard::Err(::serde::de::Error::custom("no branch of the union")),
                }
            }
        }

        impl<'de $(: $life, $life)?> $crate::reader::ReadJudged<'de> for $name $(<$life>)? {
            fn read_checked<D: ::serde::Deserializer<'de>>(
                reader: D,
                at: $crate::reader::ReadAt,
            ) -> $crate::standard::Result<Self, D::Error> {
                $crate::reader::read_tagged(reader, at)
            }

            fn read_source(
                source: &mut $crate::reader::ByteSource<'de>,
                at: $crate::reader::ReadAt,
            ) -> $crate::standard::Result<Self, $crate::reader::Unreadable> {
                $crate::reader::read_tagged_source(source, at)
            }
        }
    };
}

/// Reads one branch of a tagged enum.
#[doc(hidden)]
#[macro_export]
macro_rules! read_branch {
    ($from:ident, $variant:ident plain) => {
        $crate::reader::ReadMembers::members($from).map(Self::$variant)
    };
    ($from:ident, $variant:ident boxed) => {
        $crate::reader::ReadMembers::members($from).map(|read| Self::$variant($crate::standard::Box::new(read)))
    };
}

/// Implements the reader of a union whose variants wrap a value.
#[doc(hidden)]
#[macro_export]
macro_rules! read_content {
    ($name:ident $(by $check:path)?;) => {
        $crate::deserialize_judging! { ($($check)?) $name }

        impl<'de> $crate::reader::ReadJudged<'de> for $name {
            fn read_checked<D: ::serde::Deserializer<'de>>(
                reader: D,
                at: $crate::reader::ReadAt,
            ) -> $crate::standard::Result<Self, D::Error> {
                $crate::reader::read_content(reader, at)
            }
        }
    };
}

/// Implements the reader of a type that wraps another one.
#[doc(hidden)]
#[macro_export]
macro_rules! read_wrapped {
    ($name:ident $(<$life:lifetime>)? $(by $check:path)? $(, scalar $table:path)?;) => {
        $crate::deserialize_judging! { ($($check)?) $name $(<$life>)? }
        $(
            impl $crate::reader::HasTable for $name {
                const TABLE: &'static $crate::reader::ValueCheck = &$table;
            }
        )?

        impl<'de $(: $life, $life)?> $crate::reader::ReadJudged<'de> for $name $(<$life>)? {
            fn read_checked<D: ::serde::Deserializer<'de>>(
                reader: D,
                at: $crate::reader::ReadAt,
            ) -> $crate::standard::Result<Self, D::Error> {
                $crate::reader::ReadJudged::read_checked(reader, at).map(Self)
            }

            fn read_source(
                source: &mut $crate::reader::ByteSource<'de>,
                at: $crate::reader::ReadAt,
            ) -> $crate::standard::Result<Self, $crate::reader::Unreadable> {
                $crate::reader::ReadJudged::read_source(source, at).map(Self)
            }
        }
    };
}

/// Implements the reader of an untagged union, which chooses the branch that preserves most of the value.
#[doc(hidden)]
#[macro_export]
macro_rules! read_closest {
    ($name:ident $(<$life:lifetime>)? $(by $own:path)?; $($variant:ident $boxed:ident $how:ident $($check:path)?;)*) => {
        $crate::deserialize_judging! { ($($own)?) $name $(<$life>)? }

        impl<'de $(: $life, $life)?> $crate::reader::ReadJudged<'de> for $name $(<$life>)? {
            fn read_checked<D: ::serde::Deserializer<'de>>(
                reader: D,
                at: $crate::reader::ReadAt,
            ) -> $crate::standard::Result<Self, D::Error> {
                $crate::reader::read_closest(reader, at, &[$(
                    |value| $crate::reader::read_value(value, [
                        $(&$check,)?
                        &$crate::reader::ValueCheck::ANY,
                    ][0]).map(Self::$variant),
                )*])
            }
        }
    };
}
