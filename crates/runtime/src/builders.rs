//! Builders of generated structs.

use crate::types::Maybe;

/// What the field of a member holds its value in: an option, a box, both.
#[allow(dead_code, reason = "not everyone uses all of it")]
#[doc(hidden)]
pub trait HoldsValue<T> {
    /// The field with this value.
    fn holding(value: T) -> Self;
}

impl<T> HoldsValue<T> for ::std::boxed::Box<T> {
    fn holding(value: T) -> Self {
        Self::new(value)
    }
}

impl<T> HoldsValue<T> for ::std::option::Option<T> {
    fn holding(value: T) -> Self {
        Some(value)
    }
}

impl<T> HoldsValue<T> for ::std::option::Option<::std::boxed::Box<T>> {
    fn holding(value: T) -> Self {
        Some(::std::boxed::Box::new(value))
    }
}

impl<T> HoldsValue<T> for Maybe<T> {
    fn holding(value: T) -> Self {
        Self::Value(value)
    }
}

impl<T> HoldsValue<T> for Maybe<::std::boxed::Box<T>> {
    fn holding(value: T) -> Self {
        Self::Value(::std::boxed::Box::new(value))
    }
}

/// A builder of the struct of its name in the module around it.
///
/// A member is `name: type`. One that holds its value in something else is `name | maybe_name: type as value`: the
/// method `name` takes the value, `maybe_name` all that the field can be. `name by method` calls the first otherwise.
/// A struct that is `checked` obeys its schema.
#[doc(hidden)]
#[macro_export]
#[allow(unused_macros, reason = "not everyone uses all of it")]
macro_rules! builder {
    (@setter $field:ident $method:ident $value:ty, $held:expr) => {
        /// Sets the member; a value that does not fit is an error of `build`.
        #[must_use]
        pub fn $method(mut self, value: impl ::std::convert::TryInto<$value, Error: ::std::fmt::Display>) -> Self {
            let value = value.try_into().map($held);
            self.$field = value.map_err(|error| format!(concat!(stringify!($field), ": {}"), error));
            self
        }
    };
    (@setters $field:ident by $method:ident: $kind:ty) => {
        $crate::builder! { @setter $field $method $kind, ::std::convert::identity }
    };
    (@setters $field:ident by $method:ident: $kind:ty as $value:ty) => {
        $crate::builder! { @setter $field $method $value, <$kind as $crate::HoldsValue<$value>>::holding }
    };
    (@setters $field:ident by $method:ident | $whole:ident: $kind:ty as $value:ty) => {
        $crate::builder! { @setters $field by $method: $kind as $value }

        /// Sets the member to any state that its field can have.
        #[must_use]
        pub fn $whole(mut self, value: $kind) -> Self {
            self.$field = ::std::result::Result::Ok(value);
            self
        }
    };
    (@setters $field:ident $($rest:tt)+) => {
        $crate::builder! { @setters $field by $field $($rest)+ }
    };
    (@checked $built:ident) => {
        $crate::SchemaRoot::validate(&$built)
            .map_err(|report| $crate::Invalid::new(::std::string::ToString::to_string(&report)))?;
    };
    ($name:ident $($checked:ident)? {
        $($field:ident $(by $method:ident)? $(| $whole:ident)?: $kind:ty $(as $value:ty)? $(= $default:expr)?),* $(,)?
    }) => {
        /// Takes the members one by one.
        #[derive(Clone, Debug)]
        pub struct $name {
            $($field: ::std::result::Result<$kind, ::std::string::String>,)*
        }

        impl ::std::default::Default for $name {
            fn default() -> Self {
                Self {
                    $($field: [
                        $(::std::option::Option::Some($default),)?
                        ::std::option::Option::None,
                    ]
                    .into_iter()
                    .flatten()
                    .next()
                    .ok_or_else(|| ::std::string::String::from(concat!(stringify!($field), " is missing"))),)*
                }
            }
        }

        impl $name {
            $($crate::builder! { @setters $field $(by $method)? $(| $whole)?: $kind $(as $value)? })*

            /// The struct, or what is wrong with it: members that are missing or do not fit, else what its schema says.
            pub fn build(self) -> ::std::result::Result<super::$name, $crate::Invalid> {
                let problems: ::std::vec::Vec<::std::option::Option<&::std::string::String>> =
                    ::std::vec![$(self.$field.as_ref().err()),*];
                let problems: ::std::vec::Vec<&str> =
                    problems.into_iter().flatten().map(::std::string::String::as_str).collect();
                if !problems.is_empty() {
                    return ::std::result::Result::Err($crate::Invalid::new(problems.join("; ")));
                }
                let built = super::$name {
                    $($field: self.$field.map_err($crate::Invalid::new)?,)*
                };
                $($crate::builder! { @$checked built })?
                ::std::result::Result::Ok(built)
            }
        }

        impl ::std::convert::TryFrom<$name> for super::$name {
            type Error = $crate::Invalid;

            fn try_from(builder: $name) -> ::std::result::Result<Self, $crate::Invalid> {
                builder.build()
            }
        }

        impl ::std::convert::From<super::$name> for $name {
            fn from(value: super::$name) -> Self {
                Self { $($field: ::std::result::Result::Ok(value.$field),)* }
            }
        }
    };
}
