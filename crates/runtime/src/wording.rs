//! Sentences of findings, each written once.
//!
//! The validator, the tables of generated readers, the follower and the engines report the same facts. They take the
//! sentence from here, so that a reader sees one wording for one kind of finding.

use std::fmt::Display;

pub use planwright_source::duplicate_property;

/// Help for a missing property.
pub const ADD_IT: &str = "add it";

/// Message for an array with equal items whose positions are not known.
pub const EQUAL_ITEMS: &str = "two items are equal";

/// Message for an array with too few items of the kind that `contains` describes.
pub const TOO_FEW_MATCHING_ITEMS: &str = "too few items match the schema of `contains`";

/// Message for an array with too many items of the kind that `contains` describes.
pub const TOO_MANY_MATCHING_ITEMS: &str = "too many items match the schema of `contains`";

/// Message for a value that is nested too deeply.
pub const TOO_DEEP: &str = "the value is nested too deeply to be validated";

/// Returns the message for a missing required property.
pub fn missing_property(name: &str) -> String {
    format!("required property {name:?} is missing")
}

/// Returns the message for an object with a property that its schema does not define.
pub fn unknown_property(name: &str) -> String {
    format!("unknown property {name:?}")
}

/// Returns the message for a property name that `propertyNames` rejects.
pub fn invalid_property_name(name: &str) -> String {
    format!("the property name {name:?} is not allowed here")
}

/// Returns the message for a value of the wrong type. `expected` is a list of types with articles.
pub fn wrong_type(expected: &str, found: &str) -> String {
    format!("expected {expected}, found {found}")
}

/// Returns the message for a string that does not match a pattern.
pub fn unmatched_pattern(value: &str, pattern: impl Display) -> String {
    format!("{value} does not match the pattern {pattern}")
}

/// Returns the message for a string without the required format.
pub fn wrong_format(value: &str, format: impl Display) -> String {
    format!("{value} is not a valid {format}")
}

/// Returns names with their articles, joined by commas and "or".
pub fn alternatives(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| with_article(name)).collect();
    match names.as_slice() {
        [] => "another type".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

/// Returns the name of a type with its article.
pub fn with_article(name: &str) -> String {
    match name {
        "null" => name.to_owned(),
        "integer" | "array" | "object" => format!("an {name}"),
        _ => format!("a {name}"),
    }
}

/// Returns a count with its unit.
pub fn plural(count: usize, unit: &str) -> String {
    counted(count as u64, unit)
}

fn counted(count: u64, unit: &str) -> String {
    match unit.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u'])) {
        _ if count == 1 => format!("1 {unit}"),
        Some(stem) => format!("{count} {stem}ies"),
        None => format!("{count} {unit}s"),
    }
}

/// A limit on the size of a string, an array or an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeBound {
    /// `minLength`
    MinLength,
    /// `maxLength`
    MaxLength,
    /// `minItems`
    MinItems,
    /// `maxItems`
    MaxItems,
    /// `minProperties`
    MinProperties,
    /// `maxProperties`
    MaxProperties,
}

impl SizeBound {
    /// Returns the keyword.
    pub const fn keyword(self) -> &'static str {
        match self {
            Self::MinLength => "minLength",
            Self::MaxLength => "maxLength",
            Self::MinItems => "minItems",
            Self::MaxItems => "maxItems",
            Self::MinProperties => "minProperties",
            Self::MaxProperties => "maxProperties",
        }
    }

    /// Returns the required size, such as "expected at most 3 items".
    pub fn expected(self, limit: u64) -> String {
        let (bound, unit) = match self {
            Self::MinLength => ("at least", "character"),
            Self::MaxLength => ("at most", "character"),
            Self::MinItems => ("at least", "item"),
            Self::MaxItems => ("at most", "item"),
            Self::MinProperties => ("at least", "property"),
            Self::MaxProperties => ("at most", "property"),
        };
        format!("expected {bound} {}", counted(limit, unit))
    }
}

/// A limit on a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberBound {
    /// `minimum`
    Minimum,
    /// `maximum`
    Maximum,
    /// `exclusiveMinimum`
    ExclusiveMinimum,
    /// `exclusiveMaximum`
    ExclusiveMaximum,
    /// `multipleOf`
    MultipleOf,
}

impl NumberBound {
    /// Returns the keyword.
    pub const fn keyword(self) -> &'static str {
        match self {
            Self::Minimum => "minimum",
            Self::Maximum => "maximum",
            Self::ExclusiveMinimum => "exclusiveMinimum",
            Self::ExclusiveMaximum => "exclusiveMaximum",
            Self::MultipleOf => "multipleOf",
        }
    }

    /// Returns the message for a number that violates the limit.
    pub fn violated(self, number: &str, limit: impl Display) -> String {
        match self {
            Self::Minimum => format!("{number} is less than the minimum of {limit}"),
            Self::Maximum => format!("{number} is greater than the maximum of {limit}"),
            Self::ExclusiveMinimum => format!("{number} is not greater than {limit}"),
            Self::ExclusiveMaximum => format!("{number} is not less than {limit}"),
            Self::MultipleOf => format!("{number} is not a multiple of {limit}"),
        }
    }
}
