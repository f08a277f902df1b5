//! Hints of a new schema about the migration of old values.

use planwright_schema::model::Keyword;
use serde_json::{Map, Value, json};

use crate::plain::get;

/// Conversion of a value, as named by `x-convert`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Convert<'s> {
    WrapInArray,
    UnwrapArray,
    WrapIn(&'s str),
    Unwrap(&'s str),
    /// Names of the properties that become the name and the value.
    PairsToMap(&'s str, &'s str),
    MapToPairs(&'s str, &'s str),
    ToString,
    ToNumber,
    ToInteger,
    Clamp,
    Truncate,
}

/// Hints of one schema. Malformed hints are listed in `unread`.
#[derive(Debug, Default)]
pub(super) struct Hints<'s> {
    pub map: Option<&'s Map<String, Value>>,
    pub convert: Vec<Convert<'s>>,
    /// Replacement for a rejected value.
    pub for_refused: Option<&'s Value>,
    /// Set if a property with a rejected value is removed.
    pub drop_refused: bool,
    /// Set if properties that the new object does not describe are removed.
    pub drop_unknown: bool,
    /// Set if properties that the old object does not describe are removed.
    pub drop_undescribed: bool,
    pub unread: Vec<&'static str>,
}

/// Returns a hint of a schema, or of the schema that it references.
pub(super) fn named<'s>(own: &'s Value, resolved: &'s Value, keyword: &str) -> Option<&'s Value> {
    own.get(keyword).or_else(|| resolved.get(keyword))
}

impl<'s> Hints<'s> {
    pub(super) fn parse(own: &'s Value, resolved: &'s Value) -> Self {
        let mut hints = Self { for_refused: named(own, resolved, "x-for-refused"), ..Self::default() };
        if let Some(value) = named(own, resolved, "x-enum-map") {
            hints.map = value.as_object();
            hints.unread.extend(hints.map.is_none().then_some("x-enum-map"));
        }
        if let Some(value) = named(own, resolved, "x-convert") {
            let all = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
            match all.iter().map(convert).collect() {
                Some(convert) => hints.convert = convert,
                None => hints.unread.push("x-convert"),
            }
        }
        for (keyword, is) in [
            ("x-drop-refused", &mut hints.drop_refused),
            ("x-drop-unknown", &mut hints.drop_unknown),
            ("x-drop-undescribed", &mut hints.drop_undescribed),
        ] {
            match named(own, resolved, keyword).map(Value::as_bool) {
                Some(None) => hints.unread.push(keyword),
                value => *is = value.flatten().unwrap_or(false),
            }
        }
        let needs_guard = hints.for_refused.map(|_| "x-for-refused").or(hints.drop_refused.then_some("x-drop-refused"));
        if guard(resolved).is_none() {
            hints.unread.extend(needs_guard);
        }
        hints
    }
}

fn convert(value: &Value) -> Option<Convert<'_>> {
    if let Some(members) = value.as_object() {
        let (keyword, name) = members.iter().next().filter(|_| members.len() == 1)?;
        let two = || match name.as_array().map(Vec::as_slice) {
            Some([Value::String(key), Value::String(value)]) if key != value => Some((key.as_str(), value.as_str())),
            _ => None,
        };
        return match keyword.as_str() {
            "wrap-in" => name.as_str().map(Convert::WrapIn),
            "unwrap" => name.as_str().map(Convert::Unwrap),
            "pairs-to-map" => two().map(|(key, value)| Convert::PairsToMap(key, value)),
            "map-to-pairs" => two().map(|(key, value)| Convert::MapToPairs(key, value)),
            _ => None,
        };
    }
    match value.as_str()? {
        "wrap-in-array" => Some(Convert::WrapInArray),
        "unwrap-array" => Some(Convert::UnwrapArray),
        "to-string" => Some(Convert::ToString),
        "to-number" => Some(Convert::ToNumber),
        "to-integer" => Some(Convert::ToInteger),
        "clamp" => Some(Convert::Clamp),
        "truncate" => Some(Convert::Truncate),
        _ => None,
    }
}

/// Returns the part of a schema that `fits` can validate. It may be weaker: `oneOf` becomes `anyOf`. The proof decides
/// whether it suffices.
pub(super) fn guard(schema: &Value) -> Option<Value> {
    let mut asked = Map::new();
    for (name, value) in schema.as_object()? {
        match Keyword::from_name(name) {
            Some(
                Keyword::Type
                | Keyword::Enum
                | Keyword::Const
                | Keyword::Minimum
                | Keyword::Maximum
                | Keyword::MinLength
                | Keyword::MaxLength
                | Keyword::MinItems
                | Keyword::MaxItems,
            ) => drop(asked.insert(name.clone(), value.clone())),
            Some(Keyword::AnyOf | Keyword::OneOf) if !asked.contains_key(Keyword::AnyOf.name()) => {
                let branches: Option<Vec<Value>> = value.as_array()?.iter().map(guard).collect();
                asked.extend(branches.map(|branches| (Keyword::AnyOf.name().to_owned(), branches.into())));
            }
            _ => {}
        }
    }
    (!asked.is_empty()).then_some(Value::Object(asked))
}

/// Returns the bounds that `clamp` enforces.
pub(super) fn bounds(schema: &Value) -> Option<(Option<Value>, Option<Value>)> {
    let bound = |keyword| get(schema, keyword).filter(|value| value.is_number()).cloned();
    let exclusive = [Keyword::ExclusiveMinimum, Keyword::ExclusiveMaximum];
    let exclusive = exclusive.into_iter().any(|keyword| get(schema, keyword).is_some());
    let bounds = (bound(Keyword::Minimum), bound(Keyword::Maximum));
    (!exclusive && bounds != (None, None)).then_some(bounds)
}

/// Returns the conjunction of two schemas.
pub(super) fn both(one: &Value, other: &Value) -> Value {
    json!({ (Keyword::AllOf.name()): [one, other] })
}

/// Returns the schema of values that are valid under `one` and invalid under `other`.
pub(super) fn without(one: &Value, other: &Value) -> Value {
    both(one, &json!({ "not": other }))
}

/// Returns the disjunction of two schemas.
pub(super) fn either(one: &Value, other: &Value) -> Value {
    any_of(&[one.clone(), other.clone()])
}

/// Returns the disjunction of schemas.
pub(super) fn any_of(schemas: &[Value]) -> Value {
    json!({ (Keyword::AnyOf.name()): schemas })
}
