//! Creates violations with their messages, for the validator and for tables.

use planwright_source::{Pointer, printable, type_name};
use serde_json::Value;

use super::Violation;
use super::phrases::{
    MAX_NAMES, counted, distinct_types, format_help, length, listed_name, listed_names, listed_value, plain, shorten,
    size, type_help, with_article,
};
use crate::codes;
use crate::help::{Help, Remedy};
use crate::suggest::Comparisons;

/// The keyword that a value violates.
#[derive(Clone, Copy)]
pub(super) struct BrokenKeyword<'k>(pub(super) &'k str);

/// Returns the violation for a value of the wrong type.
pub(super) fn mistyped(
    of: BrokenKeyword<'_>,
    at: Pointer,
    value: &Value,
    mut expected: Vec<&'static str>,
) -> Violation {
    expected.sort_unstable_by_key(|name| (*name == "null", *name));
    let wanted = match expected.iter().map(|name| with_article(name)).collect::<Vec<_>>().as_slice() {
        [] => "another type".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    };
    let found = match value {
        Value::Null => "null was found".to_owned(),
        Value::Array(_) | Value::Object(_) => format!("{} was found", with_article(type_name(value))),
        _ => format!("the {} {} was found", type_name(value), shorten(value)),
    };
    let mut violation = violation(of, codes::TYPE_MISMATCH, at, format!("{wanted} is expected, {found}"));
    violation.help = type_help(value, &expected);
    violation.expected = expected;
    violation
}

/// Returns the violation for a value that satisfies several branches but must satisfy only one.
pub(super) fn ambiguous(of: BrokenKeyword<'_>, at: Pointer, value: &Value) -> Violation {
    let shown = shorten(value);
    let message = format!("{shown} fits several alternatives of which it may fit only one");
    violation(of, codes::AMBIGUOUS_SHAPE, at, message)
}

/// Returns the violation for a missing required property.
pub(super) fn missing(of: BrokenKeyword<'_>, at: Pointer, name: &str) -> Violation {
    violation(of, codes::MISSING_FIELD, at, format!("the member {name:?} is missing")).with_help("add it")
}

/// Returns the message if one of several properties is required and all are missing.
pub(super) fn none_of(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
    format!("one of the members {} is missing", names.join(", "))
}

/// Returns the violation for an unknown tag.
pub(super) fn unknown_tag(at: Pointer, tag: &str, known: &[&str], comparisons: &Comparisons) -> Violation {
    let known_names = listed_names(known.iter().map(|&name| listed_name(name)));
    let message = format!("{} is not one of {known_names}", shorten(&Value::from(tag)));
    let mut violation = violation(BrokenKeyword("tag"), codes::ENUM_MISMATCH, at, message);
    violation.help = comparisons.suggest(tag, known.iter().copied()).map(|near| near.write());
    violation.allowed = known.iter().map(|&name| name.to_owned()).collect();
    violation
}

impl Violation {
    pub(super) fn with_help(mut self, help: impl Into<Help>) -> Self {
        self.help = Some(help.into());
        self
    }
}

pub(super) fn violation(of: BrokenKeyword<'_>, code: &'static str, at: Pointer, message: String) -> Violation {
    Violation { code, at, keyword: of.0.to_owned(), expected: Vec::new(), message, help: None, allowed: Vec::new() }
}

pub(super) fn unknown(of: BrokenKeyword<'_>, at: &Pointer, name: &str) -> Violation {
    let message = format!("the member {name:?} is not part of the schema");
    let help = Help::of("remove it").perhaps(Remedy::Remove);
    violation(of, codes::UNKNOWN_FIELD, at.member(name), message).with_help(help)
}

pub(super) fn listed(
    of: BrokenKeyword<'_>,
    at: Pointer,
    value: &Value,
    options: &[Value],
    comparisons: &Comparisons,
) -> Violation {
    if !options.iter().any(|option| type_name(option) == type_name(value)) {
        return mistyped(of, at, value, distinct_types(options));
    }
    let message = format!("{} is not one of {}", shorten(value), listed_names(options.iter().map(listed_value)));
    let mut violation = violation(of, codes::ENUM_MISMATCH, at, message);
    violation.help = value
        .as_str()
        .and_then(|given| comparisons.suggest(given, options.iter().filter_map(Value::as_str)))
        .map(|near| near.write());
    violation.allowed = options.iter().take(MAX_NAMES).map(plain).collect();
    violation
}

pub(super) fn fixed(of: BrokenKeyword<'_>, at: Pointer, value: &Value, expected: &Value) -> Violation {
    if type_name(expected) == type_name(value) {
        let message = format!("{} is not {}", shorten(value), shorten(expected));
        let help = Help::of(format!("write {}", shorten(expected)));
        violation(of, codes::CONST_MISMATCH, at, message).with_help(help.perhaps(Remedy::Write(expected.clone())))
    } else {
        mistyped(of, at, value, vec![type_name(expected)])
    }
}

/// Returns the violation for a string that does not match a pattern.
pub(super) fn unmatched(of: BrokenKeyword<'_>, at: Pointer, value: &Value, pattern: &str) -> Violation {
    let shown = shorten(value);
    if pattern == "\\S" {
        return violation(of, codes::TOO_SHORT, at, format!("{shown} is blank"))
            .with_help("write something more than white space");
    }
    violation(of, codes::PATTERN_MISMATCH, at, format!("{shown} does not have the form {}", printable(pattern)))
}

/// Returns the violation for a string with the wrong format.
pub(super) fn unformatted(of: BrokenKeyword<'_>, at: Pointer, value: &Value, format: &str) -> Violation {
    let message = format!("{} is not of the format {}", shorten(value), printable(format));
    violation(of, codes::FORMAT_MISMATCH, at, message).with_help(format_help(format))
}

/// A limit on a size.
#[derive(Clone, Copy)]
pub(super) enum SizeBound {
    ShortestText,
    LongestText,
    FewestItems,
    MostItems,
    FewestMembers,
    MostMembers,
}

impl SizeBound {
    pub(super) const fn keyword(self) -> BrokenKeyword<'static> {
        BrokenKeyword(match self {
            Self::ShortestText => "minLength",
            Self::LongestText => "maxLength",
            Self::FewestItems => "minItems",
            Self::MostItems => "maxItems",
            Self::FewestMembers => "minProperties",
            Self::MostMembers => "maxProperties",
        })
    }
}

/// Returns the violation for a value that is too small or too large.
pub(super) fn sized(of: BrokenKeyword<'_>, at: Pointer, value: &Value, bound: SizeBound, limit: u64) -> Violation {
    let text = |most: &str| format!("{} has {}, {most}", shorten(value), length(value));
    let (code, message) = match bound {
        SizeBound::ShortestText => (codes::TOO_SHORT, text(&format!("at least {limit} needed"))),
        SizeBound::LongestText => (codes::TOO_LONG, text(&format!("at most {limit} allowed"))),
        SizeBound::FewestItems => (codes::TOO_FEW_ITEMS, counted(size(value), "item", "at least", limit)),
        SizeBound::MostItems => (codes::TOO_MANY_ITEMS, counted(size(value), "item", "at most", limit)),
        SizeBound::FewestMembers => (codes::TOO_FEW_FIELDS, counted(size(value), "member", "at least", limit)),
        SizeBound::MostMembers => (codes::TOO_MANY_FIELDS, counted(size(value), "member", "at most", limit)),
    };
    violation(of, code, at, message)
}

/// A limit on a number.
#[derive(Clone, Copy)]
pub(super) enum NumberBound {
    Least,
    Most,
    Above,
    Below,
    Step,
}

impl NumberBound {
    pub(super) const fn keyword(self) -> BrokenKeyword<'static> {
        BrokenKeyword(match self {
            Self::Least => "minimum",
            Self::Most => "maximum",
            Self::Above => "exclusiveMinimum",
            Self::Below => "exclusiveMaximum",
            Self::Step => "multipleOf",
        })
    }
}

/// Returns the violation for a number outside a bound.
pub(super) fn unbounded(
    of: BrokenKeyword<'_>,
    at: Pointer,
    value: &Value,
    bound: NumberBound,
    limit: &impl std::fmt::Display,
) -> Violation {
    let shown = shorten(value);
    let (message, help) = match bound {
        NumberBound::Least => (format!("{shown} is less than {limit}"), Some(format!("write {limit} or more"))),
        NumberBound::Most => (format!("{shown} is more than {limit}"), Some(format!("write {limit} or less"))),
        NumberBound::Above => (format!("{shown} is not more than {limit}"), None),
        NumberBound::Below => (format!("{shown} is not less than {limit}"), None),
        NumberBound::Step => (format!("{shown} is not a multiple of {limit}"), None),
    };
    let violation = violation(of, codes::OUT_OF_RANGE, at, message);
    Violation { help: help.map(Help::of), ..violation }
}

/// Returns the violation for an array with duplicate elements.
pub(super) fn repeated(of: BrokenKeyword<'_>, at: Pointer) -> Violation {
    violation(of, codes::DUPLICATE_ITEM, at, "an item is there twice".to_owned())
}

/// Returns the violation for an array without a required kind of element.
pub(super) fn lacking(of: BrokenKeyword<'_>, at: Pointer) -> Violation {
    violation(of, codes::MISSING_ITEM, at, "no item is of the required kind".to_owned())
}

/// Returns the violation for a forbidden value.
pub(super) fn forbidden(of: BrokenKeyword<'_>, at: Pointer, value: &Value) -> Violation {
    violation(of, codes::FORBIDDEN_VALUE, at, format!("{} is not allowed here", shorten(value)))
}
