//! Traverses schemas.
//!
//! Every traversal uses this module, so that data (an `enum`, a `default`, an example) is never mistaken for a schema.

use planwright_source::Pointer;
use serde_json::{Map, Value};

use crate::draft::Draft;
use crate::model::{Keyword, ValueKind};

/// Returns whether a schema constrains documents. `true` and `false` count as constraints, because they are intended.
pub fn constrains(schema: &Value) -> bool {
    let Some(members) = schema.as_object() else { return true };
    members.keys().any(|name| is_constraint(name))
}

/// Returns whether a name is a keyword that may reject documents. Annotations and unknown names do not.
pub fn is_constraint(name: &str) -> bool {
    Keyword::from_name(name).is_some_and(Keyword::constrains)
}

/// The subschemas in the value of a keyword.
pub(crate) enum Subschemas<'a> {
    One(&'a Value),
    List(&'a [Value]),
    Map(&'a Map<String, Value>),
    None,
}

/// Returns the subschemas in `value`, which is the value of the keyword `name`.
pub(crate) fn subschemas<'a>(name: &str, value: &'a Value) -> Subschemas<'a> {
    let Some(keyword) = Keyword::from_name(name) else { return Subschemas::None };
    let (one, list, map) = match keyword.value() {
        ValueKind::Schema => (true, false, false),
        ValueKind::Schemas => (false, true, false),
        ValueKind::SchemaOrSchemas => (true, true, false),
        ValueKind::SchemasByName | ValueKind::SchemasOrNamesByName => (false, false, true),
        ValueKind::Any
        | ValueKind::Bound
        | ValueKind::Count
        | ValueKind::Flag
        | ValueKind::Flags
        | ValueKind::List
        | ValueKind::Names
        | ValueKind::NamesByName
        | ValueKind::Number
        | ValueKind::Text
        | ValueKind::Types => return Subschemas::None,
    };
    match value {
        Value::Object(_) | Value::Bool(_) if one => Subschemas::One(value),
        Value::Array(items) if list => Subschemas::List(items),
        Value::Object(properties) if map => Subschemas::Map(properties),
        _ => Subschemas::None,
    }
}

/// Reference keywords that depend on the evaluation path, which no fixed type can express.
pub const DYNAMIC: &[&str] = &["$dynamicRef", "$recursiveRef"];

/// Keywords that contain definitions.
pub const DEFINITIONS: &[&str] = &["$defs", "definitions"];

/// Returns the references of a schema, including those that depend on the evaluation path.
pub fn references(schema: &Value) -> impl Iterator<Item = &str> {
    ["$ref"].iter().chain(DYNAMIC).filter_map(|keyword| schema.get(keyword)?.as_str())
}

/// Returns every `$ref` in a value, as it is written.
pub fn references_below(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    collect_references(value, &mut found);
    found
}

fn collect_references(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect_references(item, found)),
        Value::Object(properties) => {
            found.extend(properties.get(Keyword::Ref.name()).and_then(Value::as_str).map(str::to_owned));
            properties.values().for_each(|item| collect_references(item, found));
        }
        _ => {}
    }
}

/// Returns whether a schema has a reference that depends on the evaluation path.
pub fn is_dynamic(schema: &Value) -> bool {
    DYNAMIC.iter().any(|keyword| schema.get(keyword).is_some_and(Value::is_string))
}

/// Returns the direct subschemas of `schema`, with their pointers.
pub fn children<'a>(schema: &'a Value, at: &Pointer) -> Vec<(Pointer, &'a Value)> {
    let mut found = Vec::new();
    each_child(schema, &mut at.clone(), &mut |child, at| found.push((at.clone(), child)));
    found
}

/// Calls `visit` for each direct subschema of `schema`, which is located at `at`.
///
/// The pointer has its original value again when the function returns.
fn each_child<'a>(schema: &'a Value, at: &mut Pointer, visit: &mut dyn FnMut(&'a Value, &mut Pointer)) {
    for (keyword, value) in schema.as_object().into_iter().flatten() {
        match subschemas(keyword, value) {
            Subschemas::One(schema) => {
                at.push(keyword);
                visit(schema, at);
                at.pop();
            }
            Subschemas::List(items) => {
                at.push(keyword);
                for (index, item) in items.iter().enumerate() {
                    at.push_index(index);
                    visit(item, at);
                    at.pop();
                }
                at.pop();
            }
            Subschemas::Map(map) => {
                at.push(keyword);
                for (name, item) in map.iter().filter(|(_, item)| item.is_object() || item.is_boolean()) {
                    at.push(name);
                    visit(item, at);
                    at.pop();
                }
                at.pop();
            }
            Subschemas::None => {}
        }
    }
}

/// Returns whether the path from `schema` to `pointer` passes only through keywords that contain schemas.
pub fn is_schema_location(schema: &Value, pointer: &Pointer) -> bool {
    is_location(schema, pointer, |_| true)
}

/// Returns whether the meta-schema of a dialect describes what is at a location of a schema. A keyword of another
/// dialect may have any value there.
pub(crate) fn is_described_location(schema: &Value, pointer: &Pointer, draft: Draft) -> bool {
    is_location(schema, pointer, |keyword| keyword.is_in_meta_schema(draft))
}

fn is_location(schema: &Value, pointer: &Pointer, is_known: impl Fn(Keyword) -> bool) -> bool {
    let mut here = schema;
    let mut tokens = pointer.tokens();
    while let Some(keyword) = tokens.next() {
        if !Keyword::from_name(&keyword).is_some_and(&is_known) {
            return false;
        }
        let child = match here.get(keyword.as_ref()).map_or(Subschemas::None, |value| subschemas(&keyword, value)) {
            Subschemas::One(schema) => Some(schema),
            Subschemas::List(items) => tokens.next().and_then(|index| items.get(index.parse::<usize>().ok()?)),
            Subschemas::Map(map) => tokens.next().and_then(|name| map.get(name.as_ref())),
            Subschemas::None => None,
        };
        match child {
            Some(child @ (Value::Object(_) | Value::Bool(_))) => here = child,
            _ => return false,
        }
    }
    true
}

/// Calls `visit` for `schema` and every nested schema, parents first.
pub fn walk<'a>(schema: &'a Value, at: &Pointer, visit: &mut impl FnMut(&'a Value, &Pointer)) {
    fn step<'a>(schema: &'a Value, at: &mut Pointer, visit: &mut dyn FnMut(&'a Value, &Pointer)) {
        visit(schema, at);
        each_child(schema, at, &mut |child, at| step(child, at, visit));
    }
    step(schema, &mut at.clone(), visit);
}

/// Rebuilds `schema`, which is located at `at`, and applies `edit` to every nested schema, children first.
pub fn rebuild(schema: &Value, at: &Pointer, edit: &mut impl FnMut(&mut Value, &Pointer)) -> Value {
    let mut copy = match schema {
        Value::Object(members) => {
            let members = members.iter().map(|(keyword, value)| (keyword.clone(), member(keyword, value, at, edit)));
            Value::Object(members.collect())
        }
        plain => plain.clone(),
    };
    edit(&mut copy, at);
    copy
}

/// Returns the schema without `format`, for semantics in which formats are annotations.
pub fn without_formats(schema: &Value) -> Value {
    rebuild(schema, &Pointer::root(), &mut |schema, _| {
        if let Value::Object(members) = schema {
            members.shift_remove(Keyword::Format.name());
        }
    })
}

/// Rebuilds the value of one keyword, including its subschemas.
fn member(keyword: &str, value: &Value, at: &Pointer, edit: &mut impl FnMut(&mut Value, &Pointer)) -> Value {
    let here = || at.member(keyword);
    match subschemas(keyword, value) {
        Subschemas::One(schema) => rebuild(schema, &here(), edit),
        Subschemas::List(items) => {
            let here = here();
            items.iter().enumerate().map(|(index, item)| rebuild(item, &here.index(index), edit)).collect()
        }
        Subschemas::Map(map) => {
            let here = here();
            let schemas = map.iter().map(|(name, item)| match item {
                Value::Object(_) | Value::Bool(_) => (name.clone(), rebuild(item, &here.member(name), edit)),
                other => (name.clone(), other.clone()),
            });
            Value::Object(schemas.collect())
        }
        Subschemas::None => value.clone(),
    }
}
