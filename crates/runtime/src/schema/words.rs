//! Converts errors of the validator to violations with code, message and help.

use jsonschema::error::TypeKind;
use jsonschema::error::ValidationErrorKind as Kind;
use jsonschema::{JsonType, ValidationError};
use planwright_source::Pointer;
use serde_json::Value;

use super::found::FoundViolations;
use super::judged::Judged;
use super::phrases::shorten;
use super::sentences::{
    BrokenKeyword, ambiguous, fixed, forbidden, lacking, listed, missing, mistyped, repeated, sized, unbounded,
    unformatted, unknown, unmatched, violation,
};
use crate::codes;
use crate::wording::{NumberBound, SizeBound, invalid_property_name};

/// Adds the violations of one error to `out`: one for each superfluous property, or else one.
pub(super) fn describe(error: &ValidationError<'_>, judged: Judged<'_>, out: &mut FoundViolations) {
    let value: &Value = error.instance();
    let shown = shorten(value);
    let (of, at) = (BrokenKeyword::from_error(error), judged.place(error));
    if let Some(name) = bad_name(error) {
        out.push(violation(of, codes::FIELD_NAME_MISMATCH, at.member(name), invalid_property_name(name)));
        return;
    }
    let one = |code, message: String| violation(of, code, at.clone(), message);
    out.push(match error.kind() {
        Kind::Type { kind } => mistyped(of, at, value, types(kind)),
        Kind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            missing(of, at.member(name), name)
        }
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            return unexpected.iter().for_each(|name| out.push_with(|| unknown(of, &at, name)));
        }
        Kind::FalseSchema if closes(error, &at) => {
            // The error names the object, and contains the value of a property or of the object.
            let members = judged.document.pointer(at.as_str()).and_then(Value::as_object);
            return members.into_iter().flatten().for_each(|(name, _)| out.push_with(|| unknown(of, &at, name)));
        }
        Kind::Enum { options } => {
            listed(of, at, value, options.as_array().map_or(&[][..], Vec::as_slice), judged.comparisons)
        }
        Kind::Constant { expected_value } => fixed(of, at, value, expected_value),
        Kind::Pattern { pattern } => unmatched(of, at, value, pattern),
        Kind::BacktrackLimitExceeded { .. } | Kind::RegexEngineFailure { .. } => {
            one(codes::PATTERN_MISMATCH, format!("{shown} is too complex to be matched against the pattern"))
        }
        Kind::Format { format } => unformatted(of, at, value, format),
        Kind::ContentEncoding { content_encoding: what } | Kind::ContentMediaType { content_media_type: what } => {
            one(codes::FORMAT_MISMATCH, format!("{shown} is not {what}"))
        }
        Kind::FromUtf8 { .. } => one(codes::FORMAT_MISMATCH, format!("{shown} does not decode to UTF-8")),
        Kind::MinLength { limit } => sized(of, at, value, SizeBound::MinLength, *limit),
        Kind::MaxLength { limit } => sized(of, at, value, SizeBound::MaxLength, *limit),
        Kind::MinItems { limit } => sized(of, at, value, SizeBound::MinItems, *limit),
        Kind::MaxItems { limit } => sized(of, at, value, SizeBound::MaxItems, *limit),
        Kind::AdditionalItems { limit } => sized(of, at, value, SizeBound::MaxItems, *limit as u64),
        Kind::UnevaluatedItems { .. } => {
            one(codes::TOO_MANY_ITEMS, "the schema does not allow additional items".into())
        }
        Kind::MinProperties { limit } => sized(of, at, value, SizeBound::MinProperties, *limit),
        Kind::MaxProperties { limit } => sized(of, at, value, SizeBound::MaxProperties, *limit),
        Kind::Minimum { limit } => unbounded(at, value, NumberBound::Minimum, limit),
        Kind::Maximum { limit } => unbounded(at, value, NumberBound::Maximum, limit),
        Kind::ExclusiveMinimum { limit } => unbounded(at, value, NumberBound::ExclusiveMinimum, limit),
        Kind::ExclusiveMaximum { limit } => unbounded(at, value, NumberBound::ExclusiveMaximum, limit),
        Kind::MultipleOf { multiple_of } => unbounded(at, value, NumberBound::MultipleOf, multiple_of),
        Kind::UniqueItems => repeated(of, at, value),
        Kind::Contains => lacking(of, at),
        Kind::Not { .. } | Kind::FalseSchema => forbidden(of, at, value),
        Kind::OneOfMultipleValid { .. } => ambiguous(of, at, value),
        _ => one(codes::SCHEMA_VIOLATION, format!("{shown} violates the keyword {}", error.kind().keyword())),
    });
}

impl<'e> BrokenKeyword<'e> {
    /// Returns the keyword of a validation error.
    pub(super) fn from_error(error: &'e ValidationError<'_>) -> Self {
        Self(error.kind().keyword())
    }
}

/// Returns whether a `false` schema applies to all properties of an object: `additionalProperties` without any named
/// property.
fn closes(error: &ValidationError<'_>, at: &Pointer) -> bool {
    let keyword = error.schema_path().as_str().rsplit('/').next().unwrap_or_default();
    matches!(keyword, "additionalProperties" | "unevaluatedProperties") && at.last().as_deref() != Some(keyword)
}

/// Returns the property name that `propertyNames` rejects. A compiled validator reports this error at the object.
pub(super) fn bad_name<'e>(error: &'e ValidationError<'_>) -> Option<&'e str> {
    if let Kind::PropertyNames { error } = error.kind() {
        return error.instance().as_str();
    }
    let location: Vec<_> = error.schema_path().as_str().split('/').collect();
    let judged = location.windows(2).any(|pair| pair[1] == "propertyNames" && pair[0] != "properties");
    if judged { error.instance().as_str() } else { None }
}

fn types(kind: &TypeKind) -> Vec<&'static str> {
    match kind {
        TypeKind::Single(one) => vec![one.as_str()],
        TypeKind::Multiple(set) => set.iter().map(JsonType::as_str).collect(),
    }
}
