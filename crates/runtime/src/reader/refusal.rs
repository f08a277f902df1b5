//! Reasons why a value is rejected, in a few words.

use super::{ListedConstant, NumberCheck, kinds};
use crate::wording::{
    NumberBound, SizeBound, TOO_DEEP, alternatives, missing_property, unmatched_pattern, wrong_format,
};

/// Reason why a value is rejected.
#[derive(Clone, Copy, Debug)]
pub enum Refusal {
    /// A fixed reason.
    Because(&'static str),
    /// The value is smaller or larger than this limit.
    Size(SizeBound, usize),
    /// The number violates this bound of a table.
    Number(NumberBound, &'static NumberCheck),
    /// The value has none of these types, which are bits of [`kinds`].
    Kind(u8),
    /// The value lacks this property.
    Missing(&'static str),
    /// The value lacks this property, which must be one of these strings.
    MissingTag(&'static str, &'static [&'static str]),
    /// The value is not one of these.
    Unlisted(&'static [ListedConstant]),
    /// The pattern does not match.
    Pattern(&'static str),
    /// The value does not have the format.
    Format(&'static str),
    /// The value is too deep to be checked.
    TooDeep,
}

impl From<&'static str> for Refusal {
    fn from(words: &'static str) -> Self {
        Self::Because(words)
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::Because(words) => out.write_str(words),
            Self::TooDeep => out.write_str(TOO_DEEP),
            Self::Size(bound, limit) => out.write_str(&bound.expected(limit as u64)),
            Self::Number(bound, check) => match check.limit(bound) {
                Some(limit) => out.write_str(&bound.violated("the number", limit)),
                None => out.write_str("the number is not allowed here"),
            },
            Self::Kind(kinds) => {
                let names: Vec<_> = kinds::names(kinds).chain(kinds::integer(kinds)).collect();
                write!(out, "expected {}", alternatives(&names))
            }
            Self::Missing(name) => out.write_str(&missing_property(name)),
            Self::MissingTag(name, texts) => {
                write!(out, "{}: it is one of ", missing_property(name))?;
                list(out, texts.iter().map(|text| format!("{text:?}")))
            }
            Self::Unlisted(values) => {
                out.write_str("the value is not one of ")?;
                list(out, values.iter().take(MAX_LISTED))?;
                match values.len().saturating_sub(MAX_LISTED) {
                    0 => Ok(()),
                    more => write!(out, " and {more} more"),
                }
            }
            Self::Pattern(pattern) => out.write_str(&unmatched_pattern("the string", format_args!("{pattern:?}"))),
            Self::Format(format) => out.write_str(&wrong_format("the string", format)),
        }
    }
}

/// Maximum number of values that a message lists.
const MAX_LISTED: usize = 24;

fn list<T: std::fmt::Display>(
    out: &mut std::fmt::Formatter<'_>,
    items: impl std::iter::IntoIterator<Item = T>,
) -> std::fmt::Result {
    for (index, item) in items.into_iter().enumerate() {
        write!(out, "{}{item}", if index == 0 { "" } else { ", " })?;
    }
    Ok(())
}

impl std::fmt::Display for ListedConstant {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Null => out.write_str("null"),
            Self::Bool(value) => write!(out, "{value}"),
            Self::Number(number) => write!(out, "{}", number.float()),
            Self::Text(text) => write!(out, "{text:?}"),
            Self::List(_) => out.write_str("an array"),
            Self::Object(_) => out.write_str("an object"),
        }
    }
}

/// Extends the location of an error about a part, so that it applies to the enclosing value.
pub(super) fn below<E: serde::de::Error>(error: &E, step: &str) -> E {
    let step = step.replace('~', "~0").replace('/', "~1");
    let text = error.to_string();
    match text.strip_prefix("at /") {
        Some(rest) => E::custom(format_args!("at /{step}/{rest}")),
        None => E::custom(format_args!("at /{step}: {text}")),
    }
}
