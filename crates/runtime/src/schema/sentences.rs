//! Creates violations with their messages, for the validator and for tables.

use planwright_source::equality::first_repeated;
use planwright_source::{Pointer, is_declining_name, printable, type_name};
use serde_json::{Map, Value};

use super::Violation;
use super::phrases::{
    MAX_NAMES, distinct_types, format_help, listed_name, listed_names, listed_value, plain, shorten, size, type_help,
};
use crate::codes;
use crate::help::{Help, Remedy};
use crate::suggest::Comparisons;
use crate::wording::{
    ADD_IT, EQUAL_ITEMS, NumberBound, SizeBound, TOO_FEW_MATCHING_ITEMS, alternatives, missing_property,
    unknown_property, unmatched_pattern, with_article, wrong_format, wrong_type,
};

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
    let found = match value {
        Value::Null => "null".to_owned(),
        Value::Array(_) | Value::Object(_) => with_article(type_name(value)),
        _ => format!("the {} {}", type_name(value), shorten(value)),
    };
    let mut violation = violation(of, codes::TYPE_MISMATCH, at, wrong_type(&alternatives(&expected), &found));
    violation.help = type_help(value, &expected);
    violation.expected = expected;
    violation
}

/// Returns the violation for a value that satisfies several branches but must satisfy only one.
pub(super) fn ambiguous(of: BrokenKeyword<'_>, at: Pointer, value: &Value) -> Violation {
    let shown = shorten(value);
    let message = format!("{shown} matches several alternatives, but must match exactly one");
    violation(of, codes::AMBIGUOUS_SHAPE, at, message)
}

/// Returns the violation for a value that is not one of the values that the branches of a union allow.
pub(super) fn unlisted(at: Pointer, value: &Value, options: &[Value], comparisons: &Comparisons) -> Violation {
    listed(BrokenKeyword("enum"), at, value, options, comparisons)
}

/// Returns the violation for a value that is the only property of another object, at the location of the property.
pub(super) fn wrapped(at: Pointer, name: &str) -> Violation {
    let message = format!("the expected object is the value of the unknown property {name:?}");
    let help = Help::sentence(format!("write only the value of {name:?}, without the object around it"));
    // The value of `rejected` is probably not what the author meant to send.
    let help = if is_declining_name(name) { help.perhaps(Remedy::Unwrap) } else { help.safely(Remedy::Unwrap) };
    violation(BrokenKeyword(""), codes::UNKNOWN_FIELD, at, message).with_help(help)
}

/// Returns the violation for an object without the tag of a union. `known` are the values of the tag.
pub(super) fn untagged(at: &Pointer, members: &Map<String, Value>, tag: &str, known: &[&str]) -> Violation {
    let mut all = members.iter();
    if let (Some((name, content)), None) = (all.next(), all.next())
        && content.get(tag).and_then(Value::as_str).is_some_and(|value| known.contains(&value))
    {
        return wrapped(at.member(name), name);
    }
    let mut all = members.iter();
    if let (Some((name, Value::Object(content))), None) = (all.next(), all.next())
        && known.contains(&name.as_str())
        && !content.contains_key(tag)
    {
        let tagged = [(tag.to_owned(), Value::from(name.as_str()))].into_iter().chain(content.clone());
        let message = format!("{name:?} is a value of the property {tag:?}, not a property");
        let help = format!("write {tag:?}: {name:?} next to the properties of {name:?}, in one object");
        return violation(BrokenKeyword("required"), codes::MISSING_FIELD, at.clone(), message)
            .with_help(Help::sentence(help).safely(Remedy::Write(tagged.collect())));
    }
    missing(BrokenKeyword("required"), at.member(tag), tag)
}

/// Returns the violation for a missing required property.
pub(super) fn missing(of: BrokenKeyword<'_>, at: Pointer, name: &str) -> Violation {
    violation(of, codes::MISSING_FIELD, at, missing_property(name)).with_help(ADD_IT)
}

/// Returns the message if one of several properties is required and all are missing.
pub(super) fn none_of(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
    format!("one of the properties {} is required", names.join(", "))
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
    Violation {
        code,
        at,
        keyword: of.0.to_owned(),
        expected: Vec::new(),
        message,
        help: None,
        allowed: Vec::new(),
        options: Vec::new(),
    }
}

pub(super) fn unknown(of: BrokenKeyword<'_>, at: &Pointer, name: &str) -> Violation {
    let help = Help::sentence("remove it").perhaps(Remedy::Remove);
    violation(of, codes::UNKNOWN_FIELD, at.member(name), unknown_property(name)).with_help(help)
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
    violation.options = options.to_vec();
    violation
}

pub(super) fn fixed(of: BrokenKeyword<'_>, at: Pointer, value: &Value, expected: &Value) -> Violation {
    let write = Help::sentence(format!("write {}", shorten(expected))).perhaps(Remedy::Write(expected.clone()));
    let mut violation = if type_name(expected) == type_name(value) {
        let message = format!("{} is not {}", shorten(value), shorten(expected));
        violation(of, codes::CONST_MISMATCH, at, message).with_help(write)
    } else {
        let mistyped = mistyped(of, at, value, vec![type_name(expected)]);
        let is_same =
            mistyped.help.as_ref().and_then(|help| help.remedy.as_ref()) == Some(&Remedy::Write(expected.clone()));
        if is_same { mistyped } else { mistyped.with_help(write) }
    };
    violation.options = vec![expected.clone()];
    violation
}

/// Returns the violation for a string that does not match a pattern.
pub(super) fn unmatched(of: BrokenKeyword<'_>, at: Pointer, value: &Value, pattern: &str) -> Violation {
    let shown = shorten(value);
    if pattern == "\\S" {
        return violation(of, codes::TOO_SHORT, at, format!("{shown} is blank"))
            .with_help("write more than white space");
    }
    violation(of, codes::PATTERN_MISMATCH, at, unmatched_pattern(&shown, printable(pattern)))
}

/// Returns the violation for a string with the wrong format.
pub(super) fn unformatted(of: BrokenKeyword<'_>, at: Pointer, value: &Value, format: &str) -> Violation {
    let message = wrong_format(&shorten(value), printable(format));
    violation(of, codes::FORMAT_MISMATCH, at, message).with_help(format_help(format))
}

/// Returns the violation for a value that is too small or too large.
pub(super) fn sized(of: BrokenKeyword<'_>, at: Pointer, value: &Value, bound: SizeBound, limit: u64) -> Violation {
    let code = match bound {
        SizeBound::MinLength => codes::TOO_SHORT,
        SizeBound::MaxLength => codes::TOO_LONG,
        SizeBound::MinItems => codes::TOO_FEW_ITEMS,
        SizeBound::MaxItems => codes::TOO_MANY_ITEMS,
        SizeBound::MinProperties => codes::TOO_FEW_FIELDS,
        SizeBound::MaxProperties => codes::TOO_MANY_FIELDS,
    };
    let shown = if value.is_string() { format!(": {}", shorten(value)) } else { String::new() };
    violation(of, code, at, format!("{}, found {}{shown}", bound.expected(limit), size(value)))
}

/// Returns the violation for a number outside a bound.
pub(super) fn unbounded(at: Pointer, value: &Value, bound: NumberBound, limit: &impl std::fmt::Display) -> Violation {
    let help = match bound {
        NumberBound::Minimum => Some(format!("write {limit} or more")),
        NumberBound::Maximum => Some(format!("write {limit} or less")),
        NumberBound::ExclusiveMinimum | NumberBound::ExclusiveMaximum | NumberBound::MultipleOf => None,
    };
    let message = bound.violated(&shorten(value), limit);
    let violation = violation(BrokenKeyword(bound.keyword()), codes::OUT_OF_RANGE, at, message);
    Violation { help: help.map(Help::sentence), ..violation }
}

/// Returns the violation for an array with equal items.
pub(super) fn repeated(of: BrokenKeyword<'_>, at: Pointer, value: &Value) -> Violation {
    let items = value.as_array().map_or(&[][..], Vec::as_slice);
    match first_repeated(items) {
        Some((one, other)) => {
            let message = format!("items {one} and {other} are equal: {}", shorten(&items[other]));
            violation(of, codes::DUPLICATE_ITEM, at, message).with_help(format!("remove item {other}"))
        }
        None => violation(of, codes::DUPLICATE_ITEM, at, EQUAL_ITEMS.to_owned()),
    }
}

/// Returns the violation for an array without a required kind of item.
pub(super) fn lacking(of: BrokenKeyword<'_>, at: Pointer) -> Violation {
    violation(of, codes::MISSING_ITEM, at, TOO_FEW_MATCHING_ITEMS.to_owned())
}

/// Returns the violation for a forbidden value.
pub(super) fn forbidden(of: BrokenKeyword<'_>, at: Pointer, value: &Value) -> Violation {
    violation(of, codes::FORBIDDEN_VALUE, at, format!("{} is not allowed here", shorten(value)))
}
