//! From one error of the validator to code, message and help.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;
use planwright_source::{Pointer, type_name};
use serde_json::Value;

use super::Violation;
use super::judged::Judged;
use super::phrases::{
    MOST_NAMES, counted, distinct_types, format_help, length, listed_names, plain, shorten, size, type_help, types,
    with_article,
};
use crate::codes;
use crate::help::{Help, Remedy};
use crate::suggest::Comparisons;

/// Puts the violations that one error stands for into `out`: one for each superfluous member, else one.
pub(super) fn describe(error: &ValidationError<'_>, judged: Judged<'_>, out: &mut Vec<Violation>) {
    let value: &Value = error.instance();
    let shown = shorten(value);
    let at = judged.place(error);
    if let Some(name) = bad_name(error) {
        let message = format!("the member name {shown} is not allowed here");
        out.push(violation(error, codes::FIELD_NAME_MISMATCH, at.member(name), message));
        return;
    }
    let one = |code, message: String| violation(error, code, at.clone(), message);
    out.push(match error.kind() {
        Kind::Type { kind } => mistyped(error, at, value, types(kind)),
        Kind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            missing(error, at.member(name), name)
        }
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            out.extend(unexpected.iter().map(|name| unknown(error, &at, name)));
            return;
        }
        Kind::FalseSchema if closes(error, &at) => {
            // The error names the object, and holds the value of a member or of the object.
            let members = judged.document.pointer(at.as_str()).and_then(Value::as_object);
            out.extend(members.into_iter().flatten().map(|(name, _)| unknown(error, &at, name)));
            return;
        }
        Kind::Enum { options } => listed(error, at, value, options, judged.comparisons),
        Kind::Constant { expected_value } => fixed(error, at, value, expected_value),
        Kind::Pattern { pattern } if pattern == "\\S" => {
            one(codes::TOO_SHORT, format!("{shown} is blank")).with_help("write something more than white space")
        }
        Kind::Pattern { pattern } => one(codes::PATTERN_MISMATCH, format!("{shown} does not have the form {pattern}")),
        Kind::BacktrackLimitExceeded { .. } | Kind::RegexEngineFailure { .. } => {
            one(codes::PATTERN_MISMATCH, format!("{shown} is too intricate to be matched with the required form"))
        }
        Kind::Format { format } => {
            one(codes::FORMAT_MISMATCH, format!("{shown} is not of the format {format}")).with_help(format_help(format))
        }
        Kind::ContentEncoding { content_encoding: what } | Kind::ContentMediaType { content_media_type: what } => {
            one(codes::FORMAT_MISMATCH, format!("{shown} is not {what}"))
        }
        Kind::FromUtf8 { .. } => one(codes::FORMAT_MISMATCH, format!("{shown} does not decode to UTF-8")),
        Kind::MinLength { limit } => {
            let found = length(value);
            one(codes::TOO_SHORT, format!("{shown} has {found}, at least {limit} needed"))
        }
        Kind::MaxLength { limit } => {
            let found = length(value);
            one(codes::TOO_LONG, format!("{shown} has {found}, at most {limit} allowed"))
        }
        Kind::MinItems { limit } => one(codes::TOO_FEW_ITEMS, counted(size(value), "item", "at least", *limit)),
        Kind::MaxItems { limit } => one(codes::TOO_MANY_ITEMS, counted(size(value), "item", "at most", *limit)),
        Kind::AdditionalItems { limit } => {
            one(codes::TOO_MANY_ITEMS, counted(size(value), "item", "at most", *limit as u64))
        }
        Kind::UnevaluatedItems { .. } => {
            one(codes::TOO_MANY_ITEMS, "there are items that the contract does not know".into())
        }
        Kind::MinProperties { limit } => one(codes::TOO_FEW_FIELDS, counted(size(value), "member", "at least", *limit)),
        Kind::MaxProperties { limit } => one(codes::TOO_MANY_FIELDS, counted(size(value), "member", "at most", *limit)),
        Kind::Minimum { limit } => one(codes::OUT_OF_RANGE, format!("{shown} is less than {limit}"))
            .with_help(format!("write {limit} or more")),
        Kind::Maximum { limit } => one(codes::OUT_OF_RANGE, format!("{shown} is more than {limit}"))
            .with_help(format!("write {limit} or less")),
        Kind::ExclusiveMinimum { limit } => one(codes::OUT_OF_RANGE, format!("{shown} is not more than {limit}")),
        Kind::ExclusiveMaximum { limit } => one(codes::OUT_OF_RANGE, format!("{shown} is not less than {limit}")),
        Kind::MultipleOf { multiple_of } => {
            one(codes::OUT_OF_RANGE, format!("{shown} is not a multiple of {multiple_of}"))
        }
        Kind::UniqueItems => one(codes::DUPLICATE_ITEM, "an item is there twice".into()),
        Kind::Contains => one(codes::MISSING_ITEM, "no item is of the required kind".into()),
        Kind::Not { .. } | Kind::FalseSchema => one(codes::FORBIDDEN_VALUE, format!("{shown} is not allowed here")),
        Kind::OneOfMultipleValid { .. } => ambiguous(error, at),
        _ => one(codes::SCHEMA_VIOLATION, format!("{shown} breaks the keyword {}", error.kind().keyword())),
    });
}

/// A value of another type.
pub(crate) fn mistyped(
    error: &ValidationError<'_>,
    at: Pointer,
    value: &Value,
    expected: Vec<&'static str>,
) -> Violation {
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
    let mut violation = violation(error, codes::TYPE_MISMATCH, at, format!("{wanted} is expected, {found}"));
    violation.help = type_help(value, &expected);
    violation.expected = expected;
    violation
}

/// A value that fits several branches of which it may fit one.
pub(super) fn ambiguous(error: &ValidationError<'_>, at: Pointer) -> Violation {
    let shown = shorten(error.instance());
    let message = format!("{shown} fits several alternatives of which it may fit only one");
    violation(error, codes::AMBIGUOUS_SHAPE, at, message)
}

/// A required member that is absent.
pub(crate) fn missing(error: &ValidationError<'_>, at: Pointer, name: &str) -> Violation {
    violation(error, codes::MISSING_FIELD, at, format!("the member {name:?} is missing")).with_help("add it")
}

/// What is said where one of several members has to be there, and none is.
pub(crate) fn lacking(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
    format!("one of the members {} is missing", names.join(", "))
}

/// A tag that names no branch.
pub(crate) fn unknown_tag(
    error: &ValidationError<'_>,
    at: Pointer,
    tag: &str,
    known: &[&str],
    comparisons: &Comparisons,
) -> Violation {
    let known_names = listed_names(known.iter().map(|&name| name.to_owned()));
    let message = format!("{} is not one of {known_names}", shorten(&Value::from(tag)));
    let mut violation = violation(error, codes::ENUM_MISMATCH, at, message);
    "tag".clone_into(&mut violation.keyword);
    violation.help = comparisons.suggest(tag, known.iter().copied()).map(|near| near.write());
    violation.allowed = known.iter().map(|&name| name.to_owned()).collect();
    violation
}

impl Violation {
    fn with_help(mut self, help: impl Into<Help>) -> Self {
        self.help = Some(help.into());
        self
    }
}

fn violation(error: &ValidationError<'_>, code: &'static str, at: Pointer, message: String) -> Violation {
    Violation {
        code,
        at,
        keyword: error.kind().keyword().to_owned(),
        location: error.schema_path().as_str().to_owned(),
        expected: Vec::new(),
        message,
        help: None,
        allowed: Vec::new(),
    }
}

fn unknown(error: &ValidationError<'_>, at: &Pointer, name: &str) -> Violation {
    let message = format!("the member {name:?} is not part of the schema");
    let help = Help::of("remove it").perhaps(Remedy::Remove);
    violation(error, codes::UNKNOWN_FIELD, at.member(name), message).with_help(help)
}

/// Whether a `false` schema stands for all members of an object: `additionalProperties` where no property is named.
fn closes(error: &ValidationError<'_>, at: &Pointer) -> bool {
    let keyword = error.schema_path().as_str().rsplit('/').next().unwrap_or_default();
    matches!(keyword, "additionalProperties" | "unevaluatedProperties") && at.last().as_deref() != Some(keyword)
}

/// The member name that `propertyNames` refuses. A compiled validator reports the error of the name, at the object.
pub(super) fn bad_name<'e>(error: &'e ValidationError<'_>) -> Option<&'e str> {
    if let Kind::PropertyNames { error } = error.kind() {
        return error.instance().as_str();
    }
    let location: Vec<_> = error.schema_path().as_str().split('/').collect();
    let judged = location.windows(2).any(|pair| pair[1] == "propertyNames" && pair[0] != "properties");
    if judged { error.instance().as_str() } else { None }
}

fn listed(
    error: &ValidationError<'_>,
    at: Pointer,
    value: &Value,
    options: &Value,
    comparisons: &Comparisons,
) -> Violation {
    let options = options.as_array().map_or(&[][..], Vec::as_slice);
    if !options.iter().any(|option| type_name(option) == type_name(value)) {
        return mistyped(error, at, value, distinct_types(options));
    }
    let message = format!("{} is not one of {}", shorten(value), listed_names(options.iter().map(plain)));
    let mut violation = violation(error, codes::ENUM_MISMATCH, at, message);
    violation.help = value
        .as_str()
        .and_then(|given| comparisons.suggest(given, options.iter().filter_map(Value::as_str)))
        .map(|near| near.write());
    violation.allowed = options.iter().take(MOST_NAMES).map(plain).collect();
    violation
}

fn fixed(error: &ValidationError<'_>, at: Pointer, value: &Value, expected: &Value) -> Violation {
    if type_name(expected) == type_name(value) {
        let message = format!("{} is not {}", shorten(value), shorten(expected));
        let help = Help::of(format!("write {}", shorten(expected)));
        violation(error, codes::CONST_MISMATCH, at, message).with_help(help.perhaps(Remedy::Write(expected.clone())))
    } else {
        mistyped(error, at, value, vec![type_name(expected)])
    }
}
