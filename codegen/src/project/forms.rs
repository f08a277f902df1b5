//! Classifies schemas by looking at a single schema without following references.

use std::borrow::Cow;
use std::collections::HashSet;

use planwright_source::type_name;
use serde_json::{Map, Value};

use super::looks::CONSTRAINING_KEYWORDS;
use super::reasons;
use crate::shape::Shape;
use planwright_schema::link::Module;
use planwright_schema::unions::{self, UNION};

/// Returns the schema inside an `allOf` or union with one element. Draft-07 uses this form to add a default to a
/// `$ref`.
pub(super) fn single(schema: &Value) -> &Value {
    single_in(schema).map_or(schema, |(_, only)| single(only))
}

/// Performs one step of [`single`], and returns the keyword too.
pub(super) fn single_in(schema: &Value) -> Option<(&'static str, &Value)> {
    let members = schema.as_object()?;
    let keyword = ["allOf", "anyOf", "oneOf"].into_iter().find(|keyword| members.contains_key(*keyword))?;
    let constrains =
        |key: &str| key != keyword && !matches!(key, "default" | "description" | "title" | "examples" | "$comment");
    match members.get(keyword)?.as_array()?.as_slice() {
        [only] if !members.keys().any(|key| constrains(key)) => Some((keyword, only)),
        _ => None,
    }
}

/// Returns the union keyword and the branches of a schema that contains only a union.
pub(super) fn union_of(schema: &Value) -> Option<(&'static str, &Vec<Value>)> {
    let beside = CONSTRAINING_KEYWORDS.iter().map(|(keyword, _)| *keyword).filter(|keyword| !UNION.contains(keyword));
    let mut beside = beside.chain(["properties", "patternProperties"]);
    let both = UNION.iter().all(|keyword| schema.get(keyword).is_some());
    let extra = schema.get("additionalProperties").is_some_and(Value::is_object);
    if both || extra || beside.any(|keyword| schema.get(keyword).is_some()) {
        return None;
    }
    UNION.iter().find_map(|keyword| Some((*keyword, schema.get(keyword)?.as_array()?)))
}

/// Returns the types of a schema that lists several types other than null, if a type can express the rest.
pub(super) fn mixed(schema: &Value) -> Option<Vec<&str>> {
    const OTHER_KEYWORDS: &[&str] = &["enum", "const", "$ref", "allOf", "anyOf", "oneOf"];
    let types: Vec<&str> = schema.get("type")?.as_array()?.iter().filter_map(Value::as_str).collect();
    let has_number = types.contains(&"number");
    let types: Vec<&str> = types.into_iter().filter(|kind| *kind != "integer" || !has_number).collect();
    let others = types.iter().filter(|kind| **kind != "null").count();
    let is_plain = !OTHER_KEYWORDS.iter().any(|keyword| schema.get(keyword).is_some());
    (is_plain && others > 1).then_some(types)
}

/// Returns the scalar type that all branches of a union share.
pub(super) fn common_scalar<'a>(branches: &'a [Value], module: &'a Module) -> Option<&'a str> {
    let kind = |branch: &'a Value| {
        let schema = unions::follow(single(unions::follow(branch, &module.definitions)), &module.definitions);
        schema
            .get("type")
            .and_then(Value::as_str)
            .filter(|kind| matches!(*kind, "string" | "boolean" | "number" | "integer"))
    };
    let first = kind(branches.first()?)?;
    branches.iter().all(|branch| kind(branch) == Some(first)).then_some(first)
}

/// Returns the shape of integers that all branches share.
pub(super) fn common_integer(branches: &[Value], module: &Module) -> Shape {
    let shape =
        |branch| integer(unions::follow(single(unions::follow(branch, &module.definitions)), &module.definitions));
    let first = branches.first().map(shape);
    let first = first.filter(|first| branches.iter().all(|branch| shape(branch) == *first));
    first.unwrap_or(Shape::BigInteger)
}

/// Returns the strings of a string enum, without duplicates.
pub(super) fn text_enum(schema: &Value) -> Option<Vec<String>> {
    let is_text = schema.get("type").is_none_or(|kind| kind == "string");
    let values = schema.get("enum")?.as_array().filter(|values| is_text && !values.is_empty())?;
    let mut known = HashSet::new();
    let mut texts: Vec<String> = Vec::new();
    for value in values {
        let text = value.as_str()?;
        if known.insert(text) {
            texts.push(text.to_owned());
        }
    }
    Some(texts)
}

/// Returns the common shape of enum values that are not strings.
pub(super) fn listed(values: &[Value]) -> Shape {
    let mut shapes = values.iter().map(constant);
    let any = Shape::Any(Some(reasons::VALUES));
    let Some(first) = shapes.next() else { return any };
    let common = shapes.try_fold(first, |known, next| match (known, next) {
        (one, other) if one == other => Some(one),
        (Shape::Integer(_), Shape::Integer(_)) => Some(Shape::Integer(false)),
        (Shape::Integer(_) | Shape::Number, Shape::Integer(_) | Shape::Number) => Some(Shape::Number),
        _ => None,
    });
    let common = common.filter(|shape| !matches!(shape, Shape::Any(_)));
    // One list can exceed the range of both integer types.
    let fits = values.iter().all(Value::is_i64) || common != Some(Shape::Integer(false));
    common.filter(|_| fits).unwrap_or(any)
}

/// Returns whether keywords next to a reference affect properties that the type of its definition may omit.
pub(super) fn adds_constraints(schema: &Value, module: &Module) -> bool {
    // Without other keywords the target is not inspected, because chains of references can be long.
    if schema.as_object().is_some_and(|keywords| keywords.len() == 1) {
        return false;
    }
    let Some(definition) = unions::reference(schema).and_then(|name| module.definitions.get(name)) else {
        return false;
    };
    let referred = unions::follow(&definition.schema, &module.definitions);
    let is_object = referred.get("type").is_none_or(|kind| kind == "object") && text_enum(referred).is_none();
    let is_closed = referred.get("additionalProperties") == Some(&Value::Bool(false))
        && referred.get("patternProperties").is_none();
    let mut looks =
        CONSTRAINING_KEYWORDS.iter().map(|(keyword, _)| *keyword).chain(["properties", "patternProperties"]);
    let extra = schema.get("additionalProperties").is_some_and(Value::is_object);
    let more = extra || looks.any(|keyword| schema.get(keyword).is_some());
    let requires = !names_required(schema, std::slice::from_ref(referred), module);
    is_object && !is_closed && (more || requires)
}

/// Returns the only scalar value that a schema allows.
pub(super) fn only_value(schema: &Value) -> Option<&Value> {
    let only = schema.get("enum").and_then(Value::as_array).map(Vec::as_slice);
    let ((Some(value), None) | (None, Some([value]))) = (schema.get("const"), only) else { return None };
    let fits = schema.get("type").is_none_or(|kind| kind.as_str() == Some(type_of(value)) || is_number(kind, value));
    let plain = !value.is_array() && !value.is_object() && schema.get("$ref").is_none();
    Some(value).filter(|_| plain && fits)
}

fn is_number(kind: &Value, value: &Value) -> bool {
    value.is_number() && kind == "number"
}

/// Returns the JSON type of a value, with `integer` for integers.
fn type_of(value: &Value) -> &'static str {
    if value.is_i64() || value.is_u64() { "integer" } else { type_name(value) }
}

pub(super) fn constant(value: &Value) -> Shape {
    match value {
        Value::Null => Shape::Null,
        Value::Bool(_) => Shape::Bool,
        Value::String(_) => Shape::String,
        Value::Number(number) if number.is_u64() => Shape::Integer(true),
        Value::Number(number) if number.is_i64() => Shape::Integer(false),
        Value::Number(_) => Shape::Number,
        _ => Shape::Any(Some(reasons::CONST)),
    }
}

/// Returns the shape of an integer: 64 bits, unless a bound of the schema exceeds that.
pub(super) fn integer(schema: &Value) -> Shape {
    let is_unsigned = is_not_negative(schema);
    let bound = |keyword| schema.get(keyword).filter(|bound| bound.is_number());
    let (least, most) = if is_unsigned { (0.0, 18_446_744_073_709_551_616.0) } else { (-TWO_63, TWO_63) };
    let fits = |bound: &Value| {
        let whole = if is_unsigned { bound.is_u64() } else { bound.is_i64() };
        whole || bound.as_f64().is_some_and(|bound| bound >= least && bound < most)
    };
    let limit = |bound: &Value| fits(bound) || bound.as_f64().is_some_and(|bound| bound.to_bits() == most.to_bits());
    let high = bound("maximum").is_none_or(fits) && bound("exclusiveMaximum").is_none_or(limit);
    let floor = |bound: &Value| fits(bound) || (is_unsigned && bound.as_f64().is_some_and(|bound| bound < 0.0));
    let low = bound("minimum").is_none_or(floor) && bound("exclusiveMinimum").is_none_or(floor);
    match (high && low, is_int32(schema)) {
        (false, _) => Shape::BigInteger,
        (true, true) => Shape::Int32(is_unsigned),
        (true, false) => Shape::Integer(is_unsigned),
    }
}

const TWO_63: f64 = 9_223_372_036_854_775_808.0;

fn is_not_negative(schema: &Value) -> bool {
    let bound = |keyword| schema.get(keyword).and_then(Value::as_f64);
    bound("minimum").is_some_and(|low| low >= 0.0) || bound("exclusiveMinimum").is_some_and(|low| low >= -1.0)
}

/// Returns whether every value fits 32 bits, according to the bounds or the format.
fn is_int32(schema: &Value) -> bool {
    let bound = |keyword| schema.get(keyword).and_then(Value::as_f64);
    let (lowest, highest) = (f64::from(i32::MIN), f64::from(i32::MAX));
    let low = bound("minimum").or_else(|| bound("exclusiveMinimum"));
    let high = bound("maximum").or_else(|| bound("exclusiveMaximum"));
    let bounded = low.is_some_and(|low| low >= lowest) && high.is_some_and(|high| high <= highest);
    bounded || schema.get("format").is_some_and(|format| format == "int32")
}

/// Returns the relevant keywords of a schema that is only a string or number with bounds.
pub(super) fn bounds(schema: &Value) -> Option<Map<String, Value>> {
    const TEXT: &[&str] = &["minLength", "maxLength", "pattern", "format"];
    const NUMBER: &[&str] = &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
    const NOTES: &[&str] =
        &["title", "description", "default", "examples", "$comment", "deprecated", "readOnly", "writeOnly"];
    let members = schema.as_object()?;
    let bounds = match members.get("type")?.as_str()? {
        "string" => TEXT,
        "integer" | "number" => NUMBER,
        _ => return None,
    };
    let is_known = |key: &str| key == "type" || bounds.contains(&key) || NOTES.contains(&key) || key == "format";
    // Formats of numbers, and formats that validators do not know, constrain nothing.
    let binds = |key: &str| bounds.contains(&key);
    if !members.keys().all(|key| is_known(key)) || !members.keys().any(|key| binds(key)) {
        return None;
    }
    let kept = members.iter().filter(|(key, _)| *key == "type" || binds(key));
    Some(kept.map(|(key, value)| (key.clone(), value.clone())).collect())
}

/// Returns the shape of a string, according to its format.
pub(super) fn text(schema: &Value) -> Shape {
    match schema.get("format").and_then(Value::as_str) {
        Some("date") => Shape::Date,
        Some("date-time") => Shape::DateTime,
        _ => Shape::String,
    }
}

/// Returns a branch with the type that the enclosing schema declares.
pub(super) fn with_type<'b>(branch: &'b Value, schema: &Value) -> Cow<'b, Value> {
    const OTHER_KEYWORDS: &[&str] = &["type", "$ref", "enum", "const"];
    match (schema.get("type"), branch.as_object()) {
        (Some(Value::String(kind)), Some(members))
            if !OTHER_KEYWORDS.iter().any(|keyword| members.contains_key(*keyword)) =>
        {
            let mut typed = members.clone();
            typed.insert("type".to_owned(), kind.as_str().into());
            Cow::Owned(Value::Object(typed))
        }
        _ => Cow::Borrowed(branch),
    }
}

/// Returns whether a schema is an object with named properties.
pub(super) fn is_struct(schema: &Value) -> bool {
    let is_object = schema.get("type").is_some_and(|kind| kind == "object");
    is_object && has_members(schema)
}

/// Returns whether a schema is an object with named properties, or null.
pub(super) fn is_object_or_null(schema: &Value) -> bool {
    if let Some((_, branches)) = union_of(schema)
        && let [one, two] = branches.as_slice()
    {
        return is_null(one) && is_struct(two) || is_struct(one) && is_null(two);
    }
    let types = schema.get("type").and_then(Value::as_array).map(Vec::as_slice);
    let is_either = types.is_some_and(|types| {
        types.len() == 2 && ["object", "null"].iter().all(|kind| types.iter().any(|one| one == kind))
    });
    is_either && has_members(schema)
}

/// Returns whether a schema allows only null.
pub(super) fn is_null(schema: &Value) -> bool {
    schema.get("type").is_some_and(|kind| kind == "null")
}

/// Returns whether a schema names properties without declaring the type object.
pub(super) fn is_maybe_struct(schema: &Value) -> bool {
    const OTHER_KEYWORDS: &[&str] = &["type", "enum", "const", "$ref", "allOf"];
    has_members(schema) && !OTHER_KEYWORDS.iter().any(|keyword| schema.get(keyword).is_some())
}

fn has_members(schema: &Value) -> bool {
    schema.get("properties").and_then(Value::as_object).is_some_and(|members| !members.is_empty())
}

/// Returns the strings and the other values of an enum that contains both.
pub(super) fn mixed_values(schema: &Value) -> Option<(Vec<String>, Vec<Shape>)> {
    let values = schema.get("enum")?.as_array()?;
    let (texts, others): (Vec<&Value>, Vec<&Value>) = values.iter().partition(|value| value.is_string());
    let numbers: Vec<Value> = others.iter().copied().filter(|value| value.is_number()).cloned().collect();
    let is_plain = others.iter().all(|value| !value.is_array() && !value.is_object());
    let rest = others.iter().filter(|value| !value.is_number()).map(|value| constant(value));
    let numbers = (!numbers.is_empty()).then(|| listed(&numbers));
    let mut shapes: Vec<Shape> = Vec::new();
    for shape in rest.chain(numbers) {
        if !shapes.contains(&shape) {
            shapes.push(shape);
        }
    }
    let fits = schema.get("$ref").is_none() && !shapes.iter().any(|shape| matches!(shape, Shape::Any(_)));
    let mut distinct: Vec<String> = Vec::new();
    for text in texts.into_iter().filter_map(Value::as_str) {
        if !distinct.iter().any(|known| known == text) {
            distinct.push(text.to_owned());
        }
    }
    let count = usize::from(!distinct.is_empty()) + shapes.len();
    let is_null_alone = count == 2 && shapes.contains(&Shape::Null);
    (fits && is_plain && count > 1 && !is_null_alone).then_some((distinct, shapes))
}

/// Returns whether every branch names the properties that the union requires, so that its type does not omit them.
pub(super) fn names_required(schema: &Value, branches: &[Value], module: &Module) -> bool {
    let required: Vec<&str> =
        schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    branches.iter().map(|branch| unions::follow(branch, &module.definitions)).all(|branch| {
        // A branch that is not an object has no properties.
        let is_other = branch.get("type").and_then(Value::as_str).is_some_and(|kind| kind != "object");
        let members = branch.get("properties");
        if is_other {
            return true;
        }
        required.iter().all(|name| members.is_some_and(|members| members.get(*name).is_some()))
    })
}

/// Returns whether the first branch whose type accepts a value loses nothing.
///
/// This is the case if the branches are scalars of different JSON types, closed objects, or objects that each require a
/// property that no earlier branch has.
pub(super) fn are_distinguishable(branches: &[Value], module: &Module) -> bool {
    let forms: Option<Vec<Form>> = branches.iter().map(|branch| form(branch, module)).collect();
    let Some(forms) = forms.filter(|_| common_scalar(branches, module).is_none()) else { return false };
    forms.iter().enumerate().all(|(index, form)| {
        forms[..index].iter().all(|earlier| match (earlier, form) {
            (Form::Object { required, is_closed, .. }, Form::Object { members, is_closed: other, .. }) => {
                *is_closed && *other || required.iter().any(|name| !members.contains(name))
            }
            (Form::Plain(kind), _) if kind != "array" => true,
            (one, other) => one != other,
        })
    })
}

#[derive(PartialEq)]
enum Form {
    Plain(String),
    Object { required: Vec<String>, members: Vec<String>, is_closed: bool },
}

fn form(branch: &Value, module: &Module) -> Option<Form> {
    if adds_constraints(branch, module) {
        return None;
    }
    let schema = unions::follow(single(unions::follow(branch, &module.definitions)), &module.definitions);
    let kind = schema.get("type")?.as_str()?;
    if kind != "object" {
        // An integer is a number too.
        return Some(Form::Plain(if kind == "integer" { "number" } else { kind }.to_owned()));
    }
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    let required = required.filter_map(|name| name.as_str().map(str::to_owned)).collect();
    let members = schema.get("properties").and_then(Value::as_object);
    let members = members.into_iter().flat_map(|members| members.keys().cloned()).collect();
    let is_closed =
        schema.get("additionalProperties") == Some(&Value::Bool(false)) && schema.get("patternProperties").is_none();
    Some(Form::Object { required, members, is_closed })
}
