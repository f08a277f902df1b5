//! Recognizes schemas whose values can be edited part by part.

use std::collections::BTreeSet;

use planwright_schema::model::{Effect, Keyword, Subject};
use serde_json::{Map, Value};

/// Maximum number of references that are followed in a row.
const MAX_REFERENCES: usize = 32;
/// Checks whether a name in a schema asserts nothing: an annotation, a definition, or an extension.
pub(super) fn is_silent(name: &str) -> bool {
    let is_silent = |keyword: Keyword| {
        matches!(keyword.effect(), Effect::Annotation | Effect::Definitions) || keyword == Keyword::Schema
    };
    Keyword::from_name(name).map_or(name.starts_with("x-") || name == "example", is_silent)
}

/// Checks whether a keyword may assert something about an object or any of its properties.
fn is_about_objects(keyword: Keyword) -> bool {
    let asserts = keyword.constrains() || keyword.effect() == Effect::Identifier;
    asserts && matches!(keyword.applies_to(), Subject::Any | Subject::Object) && keyword != Keyword::Format
}

/// Returns the value of a keyword.
pub(super) fn get(schema: &Value, keyword: Keyword) -> Option<&Value> {
    schema.get(keyword.name())
}

/// Returns the schema of a property of an object.
pub(super) fn property<'s>(schema: &'s Value, name: &str) -> Option<&'s Value> {
    get(schema, Keyword::Properties)?.get(name)
}

/// Object schema whose properties can be edited. Without `type`, other values are valid too, and they are not edited.
#[derive(Clone, Default)]
pub(super) struct PlainObject<'s> {
    pub required: Vec<&'s str>,
    pub is_closed: bool,
    /// Schema of undescribed properties, if there is one.
    pub others: Option<&'s Value>,
    pub properties: Members<'s>,
    /// Keywords about several properties at once.
    pub conditions: Vec<&'s str>,
    /// Properties whose presence these keywords depend on.
    pub present: BTreeSet<&'s str>,
    /// Properties whose values these keywords depend on.
    pub valued: BTreeSet<&'s str>,
}

/// Properties of an object schema, by name.
#[derive(Clone, Copy, Default)]
pub(super) struct Members<'s>(Option<&'s Map<String, Value>>);

impl<'s> Members<'s> {
    pub(super) fn get(self, name: &str) -> Option<&'s Value> {
        self.0.and_then(|members| members.get(name))
    }

    pub(super) fn iter(self) -> impl Iterator<Item = (&'s String, &'s Value)> {
        self.0.into_iter().flatten()
    }

    pub(super) fn contains(self, name: &str) -> bool {
        self.get(name).is_some()
    }
}

/// Parses an old object schema. Returns `None` if the dependencies of one of its keywords are unknown.
pub(super) fn plain_object(schema: &Value) -> Option<PlainObject<'_>> {
    object(schema, true)
}

/// Parses a new object schema. Its other keywords may be unknown, because the proof covers them.
pub(super) fn new_object(schema: &Value) -> Option<PlainObject<'_>> {
    object(schema, false)
}

fn object(schema: &Value, is_old: bool) -> Option<PlainObject<'_>> {
    let members = schema.as_object()?;
    let mut object = PlainObject::default();
    for (name, value) in members {
        match Keyword::from_name(name) {
            Some(Keyword::Type | Keyword::Properties | Keyword::Required | Keyword::AdditionalProperties) => {}
            Some(Keyword::Ref) => return None,
            _ if is_silent(name) => {}
            _ => {
                object.conditions.push(name);
                if depend_on_named(name, value, &mut object).is_none() && is_old {
                    return None;
                }
            }
        }
    }
    let others = get(schema, Keyword::AdditionalProperties);
    object.is_closed = others == Some(&Value::Bool(false));
    object.others = others.filter(|others| others.is_object());
    let is_object =
        |kind: &Value| kind == "object" || kind.as_array().is_some_and(|all| all.iter().any(|one| one == "object"));
    if !members.get("type").is_none_or(is_object) {
        return None;
    }
    object.properties = match get(schema, Keyword::Properties) {
        Some(properties) => Members(Some(properties.as_object()?)),
        None if object.others.is_some() => Members(None),
        None => return None,
    };
    let required = members.get("required").and_then(Value::as_array).into_iter().flatten();
    object.required = required.filter_map(Value::as_str).collect();
    Some(object)
}

/// Records the properties that a name in a schema depends on. Returns `None` if it may depend on all of them.
fn depend_on_named<'s>(name: &str, value: &'s Value, object: &mut PlainObject<'s>) -> Option<()> {
    match Keyword::from_name(name) {
        Some(keyword) => depend(keyword, value, object),
        // Keywords of draft-03. Other unknown names assert nothing.
        None => (!["extends", "disallow"].contains(&name)).then_some(()),
    }
}

/// Records the properties that a keyword depends on. Returns `None` if it may depend on all of them.
fn depend<'s>(keyword: Keyword, value: &'s Value, object: &mut PlainObject<'s>) -> Option<()> {
    let list = |value: &'s Value, object: &mut PlainObject<'s>| {
        object.present.extend(value.as_array().into_iter().flatten().filter_map(Value::as_str));
    };
    match (keyword, value) {
        (Keyword::AnyOf | Keyword::OneOf | Keyword::AllOf, Value::Array(branches)) => {
            branches.iter().try_for_each(|branch| depend(Keyword::Not, branch, object))
        }
        (Keyword::Not | Keyword::If | Keyword::Then | Keyword::Else, Value::Object(members)) => {
            members.iter().try_for_each(|(name, value)| depend_on_named(name, value, object))
        }
        (Keyword::Required, Value::Array(_)) => {
            list(value, object);
            Some(())
        }
        (Keyword::Properties, Value::Object(members)) => {
            object.present.extend(members.keys().map(String::as_str));
            object.valued.extend(members.keys().map(String::as_str));
            Some(())
        }
        (Keyword::DependentRequired | Keyword::Dependencies | Keyword::DependentSchemas, Value::Object(members)) => {
            for (name, value) in members {
                object.present.insert(name);
                if value.is_array() {
                    list(value, object);
                } else {
                    depend(Keyword::Not, value, object)?;
                }
            }
            Some(())
        }
        (Keyword::Type, Value::String(name)) if name == "object" => Some(()),
        (keyword, _) => (!is_about_objects(keyword)).then_some(()),
    }
}

/// Follows local references. Stops at a reference that has asserting keywords next to it.
pub(super) fn resolved<'s>(document: &'s Value, mut schema: &'s Value) -> &'s Value {
    for _ in 0..MAX_REFERENCES {
        let is_plain = schema
            .as_object()
            .is_some_and(|members| members.keys().all(|name| name == Keyword::Ref.name() || is_silent(name)));
        let reference = get(schema, Keyword::Ref).and_then(Value::as_str).filter(|_| is_plain);
        match reference.and_then(|reference| document.pointer(reference.strip_prefix('#')?)) {
            Some(target) => schema = target,
            None => return schema,
        }
    }
    schema
}

/// Returns the schema of the elements of an array.
pub(super) fn items(schema: &Value) -> Option<&Value> {
    let kind = schema.get("type");
    let is_array = kind
        .is_none_or(|kind| kind == "array" || kind.as_array().is_some_and(|all| all.iter().any(|one| one == "array")));
    schema.get("items").filter(|items| items.is_object() && is_array)
}

/// Checks that an array has no assertions about its elements except their schema, their number and their uniqueness.
pub(super) fn is_plain_array(schema: &Value) -> bool {
    const PLAIN_ARRAY_KEYWORDS: [Keyword; 5] =
        [Keyword::Type, Keyword::Items, Keyword::MinItems, Keyword::MaxItems, Keyword::UniqueItems];
    let is_plain = |name: &str| {
        is_silent(name) || Keyword::from_name(name).is_some_and(|keyword| PLAIN_ARRAY_KEYWORDS.contains(&keyword))
    };
    schema.as_object().is_some_and(|members| members.keys().all(|name| is_plain(name)))
}
