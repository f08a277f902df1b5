//! Classifies schemas by looking at a single schema without following references.

use std::borrow::Cow;
use std::collections::HashSet;

use planwright_schema::link::Module;
use planwright_schema::model::{Keyword, Schema, Subject, Type, Types};
use planwright_schema::unions;
use planwright_source::type_name;
use serde_json::{Map, Value};

use super::place::describe;
use super::reasons;
use super::roles::Role;
use crate::shape::{EnumText, Integer, IntegerType, Shape};

/// Returns the schema inside an `allOf` or union with one element. Draft-07 uses this form to add a default to a
/// `$ref`.
pub(super) fn single(schema: &Schema) -> &Schema {
    single_in(schema).map_or(schema, single)
}

/// Performs one step of [`single`].
pub(super) fn single_in(schema: &Schema) -> Option<&Schema> {
    let object = schema.object()?;
    let mut others = object.keywords().filter(|keyword| Role::from_keyword(*keyword) != Role::Note);
    let (Some(Keyword::AllOf | Keyword::AnyOf | Keyword::OneOf), None) = (others.next(), others.next()) else {
        return None;
    };
    let logic = &object.logic;
    let branches = logic.all_of.as_ref().or(logic.any_of.as_ref()).or(logic.one_of.as_ref())?;
    if let [only] = branches.as_slice() { Some(only) } else { None }
}

/// Returns the branches of a schema that contains only a union.
pub(super) fn union_of(schema: &Schema) -> Option<&[Schema]> {
    let groups = schema.groups();
    let is_union = |keyword| matches!(keyword, Keyword::AnyOf | Keyword::OneOf);
    let ((Some(branches), None) | (None, Some(branches))) = (&groups.logic.one_of, &groups.logic.any_of) else {
        return None;
    };
    let is_beside = groups.keywords().any(|keyword| !is_union(keyword) && adds_properties(schema, keyword));
    (!is_beside).then_some(branches)
}

/// Returns whether a keyword affects properties that a type can express.
fn adds_properties(schema: &Schema, keyword: Keyword) -> bool {
    match keyword {
        Keyword::Properties | Keyword::PatternProperties => true,
        Keyword::AdditionalProperties => types_additional(schema),
        _ => Role::from_keyword(keyword).constrains_others(),
    }
}

/// Returns whether a schema has keywords for additional properties.
pub(super) fn types_additional(schema: &Schema) -> bool {
    schema.groups().object.additional_properties.as_ref().is_some_and(|extra| extra.object().is_some())
}

/// Returns the types of a schema that lists several types other than null, if a type can express the rest.
pub(super) fn mixed(schema: &Schema) -> Option<Vec<Type>> {
    let groups = schema.groups();
    let Some(Types::List(types)) = &groups.types else { return None };
    let has_number = types.contains(&Type::Number);
    let types: Vec<Type> = types.iter().copied().filter(|kind| *kind != Type::Integer || !has_number).collect();
    let others = types.iter().filter(|kind| **kind != Type::Null).count();
    let is_plain = !groups.keywords().any(|keyword| {
        keyword == Keyword::Ref || matches!(Role::from_keyword(keyword), Role::Values | Role::Combination(_))
    });
    (is_plain && others > 1).then_some(types)
}

/// Returns the schema to which a branch leads through references and unions with one branch.
pub(super) fn target<'a>(branch: &'a Schema, module: &'a Module) -> &'a Schema {
    unions::follow(single(unions::follow(branch, &module.definitions)), &module.definitions)
}

/// Returns whether a type is neither null nor an array or object.
pub(super) fn is_scalar(kind: Type) -> bool {
    matches!(kind, Type::String | Type::Boolean | Type::Number | Type::Integer)
}

/// Returns the scalar type that all branches of a union share.
pub(super) fn common_scalar(branches: &[Schema], module: &Module) -> Option<Type> {
    let kind = |branch| target(branch, module).groups().single_type().filter(|kind| is_scalar(*kind));
    let first = kind(branches.first()?)?;
    branches.iter().all(|branch| kind(branch) == Some(first)).then_some(first)
}

/// Returns the strings of a string enum, without duplicates: those of `enum`, or those of a union of constants.
pub(super) fn text_enum(schema: &Schema) -> Option<Vec<EnumText>> {
    let groups = schema.groups();
    let is_text = groups.types.is_none() || groups.single_type() == Some(Type::String);
    let texts = match &groups.values.enumeration {
        Some(values) => listed_texts(schema, values),
        None => constant_texts(union_of(schema)?).filter(|texts| texts.len() > 1),
    };
    let mut texts = texts.filter(|texts| is_text && !texts.is_empty())?;
    let mut known = HashSet::new();
    texts.retain(|one| known.insert(one.text.clone()));
    Some(texts)
}

/// Returns the strings that `enum` lists, with the names that an extension keyword proposes.
fn listed_texts(schema: &Schema, values: &[Value]) -> Option<Vec<EnumText>> {
    let unknown = &schema.groups().unknown;
    let names = NAMES_OF_VARIANTS.iter().find_map(|keyword| unknown.get(*keyword)?.as_array());
    let names = names.filter(|names| names.len() == values.len());
    let text = |(index, value): (usize, &Value)| {
        let name = names.and_then(|names| names[index].as_str()).map(str::to_owned);
        Some(EnumText { name, ..EnumText::new(value.as_str()?) })
    };
    values.iter().enumerate().map(text).collect()
}

/// Keywords of other generators for the names of variants, in the order of the values.
const NAMES_OF_VARIANTS: [&str; 2] = ["x-enum-varnames", "tsEnumNames"];

/// Returns the strings of branches that are constants or lists of strings, each with its description.
fn constant_texts(branches: &[Schema]) -> Option<Vec<EnumText>> {
    let mut texts = Vec::new();
    for branch in branches {
        let groups = branch.object()?;
        let is_listed = |keyword| matches!(Role::from_keyword(keyword), Role::Note | Role::Values | Role::Type);
        let is_text = groups.types.is_none() || groups.single_type() == Some(Type::String);
        if !is_text || !groups.keywords().all(is_listed) {
            return None;
        }
        match (&groups.values.constant, &groups.values.enumeration) {
            (Some(Value::String(text)), None) => {
                texts.push(EnumText { description: describe(branch), ..EnumText::new(text) });
            }
            (None, Some(values)) => texts.extend(listed_texts(branch, values)?),
            _ => return None,
        }
    }
    let distinct: HashSet<&str> = texts.iter().map(|one| one.text.as_str()).collect();
    // A value of two branches is in none, by `oneOf`.
    (distinct.len() == texts.len() && !texts.is_empty()).then_some(texts)
}

/// Returns the string of a union with one constant. schemars writes it for a documented enum with one variant.
///
/// A definition of it is a type like other enums, because further variants may follow.
pub(super) fn single_constant(schema: &Schema) -> Option<Vec<EnumText>> {
    let branches = union_of(schema).filter(|branches| branches.len() == 1)?;
    constant_texts(branches).filter(|texts| texts.len() == 1)
}

const SIGNED: Shape = Shape::Integer(Integer::new(IntegerType::I64));

/// Returns the common shape of enum values that are not strings.
pub(super) fn listed(values: &[Value]) -> Shape {
    let mut shapes = values.iter().map(constant);
    let any = Shape::Any(Some(reasons::VALUES));
    let Some(first) = shapes.next() else { return any };
    let common = shapes.try_fold(first, |known, next| match (known, next) {
        (one, other) if one == other => Some(one),
        (Shape::Integer(_), Shape::Integer(_)) => Some(SIGNED),
        (Shape::Integer(_) | Shape::Number, Shape::Integer(_) | Shape::Number) => Some(Shape::Number),
        _ => None,
    });
    let common = common.filter(|shape| !matches!(shape, Shape::Any(_)));
    // One list can exceed the range of both integer types.
    let fits = values.iter().all(Value::is_i64) || common != Some(SIGNED);
    common.filter(|_| fits).unwrap_or(any)
}

/// Returns whether keywords next to a reference affect properties that the type of its definition may omit.
pub(super) fn adds_constraints(schema: &Schema, module: &Module) -> bool {
    let groups = schema.groups();
    // Without other keywords the target is not inspected, because chains of references can be long.
    if groups.is_only(Keyword::Ref) {
        return false;
    }
    let Some(definition) = groups.references.definition().and_then(|name| module.definitions.get(name)) else {
        return false;
    };
    let referred = unions::follow(&definition.schema, &module.definitions);
    let is_object = is_object_if_typed(referred) && text_enum(referred).is_none();
    let more = groups.keywords().any(|keyword| adds_properties(schema, keyword));
    let requires = !names_required(schema, std::slice::from_ref(referred), module);
    is_object && !referred.groups().object.is_closed() && (more || requires)
}

/// Returns whether a schema declares the type object, or no type.
pub(super) fn is_object_if_typed(schema: &Schema) -> bool {
    let groups = schema.groups();
    groups.types.is_none() || groups.single_type() == Some(Type::Object)
}

/// Returns the only scalar value that a schema allows.
pub(super) fn only_value(schema: &Schema) -> Option<&Value> {
    let groups = schema.groups();
    let ((Some(value), None) | (None, Some([value]))) = (&groups.values.constant, groups.values.enumeration.as_deref())
    else {
        return None;
    };
    let fits = groups.types.is_none()
        || groups
            .single_type()
            .is_some_and(|kind| kind.name() == type_of(value) || kind == Type::Number && value.is_number());
    let plain = !value.is_array() && !value.is_object() && !groups.has(Keyword::Ref);
    Some(value).filter(|_| plain && fits)
}

/// Returns the JSON type of a value, with `integer` for integers.
fn type_of(value: &Value) -> &'static str {
    if value.is_i64() || value.is_u64() { Type::Integer.name() } else { type_name(value) }
}

pub(super) fn constant(value: &Value) -> Shape {
    match value {
        Value::Null => Shape::Null,
        Value::Bool(_) => Shape::Bool,
        Value::String(_) => Shape::String,
        Value::Number(number) if number.is_u64() => Shape::Integer(Integer::new(IntegerType::U64)),
        Value::Number(number) if number.is_i64() => SIGNED,
        Value::Number(_) => Shape::Number,
        _ => Shape::Any(Some(reasons::CONST)),
    }
}

/// The keywords of a string or number with bounds.
pub(super) struct ScalarKeywords {
    /// The schema, with only its type and bounds.
    pub schema: Value,
    /// Set if the only bound is a format.
    pub is_format: bool,
}

/// Returns the relevant keywords of a schema that is only a string or number with bounds.
pub(super) fn bounds(schema: &Schema) -> Option<ScalarKeywords> {
    let object = schema.object()?;
    let subject = match object.single_type()? {
        Type::String => Subject::String,
        Type::Integer | Type::Number => Subject::Number,
        Type::Array | Type::Boolean | Type::Null | Type::Object => return None,
    };
    // Formats of numbers, and formats that validators do not know, constrain nothing.
    let is_format = |keyword: Keyword| keyword == Keyword::Format && subject == Subject::String;
    let binds = |keyword: Keyword| {
        is_format(keyword) || Role::from_keyword(keyword) == Role::Scalar && keyword.applies_to() == subject
    };
    let is_known = |keyword: Keyword| {
        binds(keyword) || keyword == Keyword::Format || matches!(Role::from_keyword(keyword), Role::Type | Role::Note)
    };
    if !object.keywords().all(is_known) || !object.keywords().any(binds) {
        return None;
    }
    let kept = object.keywords().filter(|keyword| *keyword == Keyword::Type || binds(*keyword));
    let kept = kept.filter_map(|keyword| Some((keyword.name().to_owned(), object.value(keyword)?)));
    Some(ScalarKeywords {
        schema: Value::Object(kept.collect::<Map<_, _>>()),
        is_format: object.keywords().filter(|keyword| binds(*keyword)).all(is_format),
    })
}

/// Returns whether a schema is a string, number or boolean without constraints.
pub(super) fn is_plain_scalar(schema: &Schema) -> bool {
    let is_free = |keyword| {
        keyword == Keyword::Format || matches!(Role::from_keyword(keyword), Role::Type | Role::Note | Role::Content)
    };
    schema.object().is_some_and(|object| object.single_type().is_some_and(is_scalar) && object.keywords().all(is_free))
}

/// Returns the shape of a string, according to its format.
pub(super) fn text(schema: &Schema) -> Shape {
    match schema.groups().format.as_deref() {
        Some("date") => Shape::Date,
        Some("date-time") => Shape::DateTime,
        _ => Shape::String,
    }
}

/// Returns a branch with the type that the enclosing schema declares.
pub(super) fn with_type<'b>(branch: &'b Schema, schema: &Schema) -> Cow<'b, Schema> {
    let mut typed = Cow::Borrowed(branch);
    if let (Some(kind), Some(object)) = (schema.groups().single_type(), branch.object())
        && object.types.is_none()
        && !object.has(Keyword::Ref)
        && !object.values.any()
        && let Some(object) = typed.to_mut().object_mut()
    {
        object.types = Some(Types::One(kind));
    }
    typed
}

/// Returns whether a schema is an object with named properties, or one without any properties.
pub(super) fn is_struct(schema: &Schema) -> bool {
    let groups = schema.groups();
    let is_empty = || groups.object.is_closed() && !has_members(schema);
    groups.single_type() == Some(Type::Object) && (has_members(schema) || is_empty())
}

/// Returns whether a schema is an object with named properties, or null.
pub(super) fn is_object_or_null(schema: &Schema) -> bool {
    if let Some([one, two]) = union_of(schema) {
        return is_null(one) && is_struct(two) || is_struct(one) && is_null(two);
    }
    let is_either = match &schema.groups().types {
        Some(Types::List(types)) => matches!(**types, [Type::Object, Type::Null] | [Type::Null, Type::Object]),
        Some(Types::One(_)) | None => false,
    };
    is_either && has_members(schema)
}

/// Returns whether a schema allows only null.
pub(super) fn is_null(schema: &Schema) -> bool {
    schema.groups().single_type() == Some(Type::Null)
}

/// Returns whether a schema names properties without declaring the type object.
pub(super) fn is_maybe_struct(schema: &Schema) -> bool {
    let groups = schema.groups();
    has_members(schema)
        && !groups.values.any()
        && !groups.keywords().any(|keyword| matches!(keyword, Keyword::Type | Keyword::Ref | Keyword::AllOf))
}

/// Returns whether a schema names properties.
pub(super) fn has_members(schema: &Schema) -> bool {
    schema.groups().object.properties.as_ref().is_some_and(|properties| !properties.is_empty())
}

/// Returns the strings and the other values of an enum that contains both.
pub(super) fn mixed_values(schema: &Schema) -> Option<(Vec<EnumText>, Vec<Shape>)> {
    let groups = schema.groups();
    let values = groups.values.enumeration.as_ref()?;
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
    let fits = !groups.has(Keyword::Ref) && !shapes.iter().any(|shape| matches!(shape, Shape::Any(_)));
    let mut distinct: Vec<EnumText> = Vec::new();
    for text in texts.into_iter().filter_map(Value::as_str) {
        if !distinct.iter().any(|known| known.text == text) {
            distinct.push(EnumText::new(text));
        }
    }
    let count = usize::from(!distinct.is_empty()) + shapes.len();
    let is_null_alone = count == 2 && shapes.contains(&Shape::Null);
    (fits && is_plain && count > 1 && !is_null_alone).then_some((distinct, shapes))
}

/// Returns whether every branch names the properties that the union requires, so that its type does not omit them.
pub(super) fn names_required(schema: &Schema, branches: &[Schema], module: &Module) -> bool {
    let required = &schema.groups().object.required;
    branches.iter().map(|branch| unions::follow(branch, &module.definitions).groups()).all(|branch| {
        // A branch that is not an object has no properties.
        let is_other = branch.single_type().is_some_and(|kind| kind != Type::Object);
        is_other || required.iter().flatten().all(|name| branch.object.property(name).is_some())
    })
}

/// Returns whether the first branch whose type accepts a value loses nothing.
///
/// This is the case if the branches are scalars of different JSON types, closed objects, or objects that each require a
/// property that no earlier branch has.
pub(super) fn are_distinguishable(branches: &[Schema], module: &Module) -> bool {
    let forms: Option<Vec<Form<'_>>> = branches.iter().map(|branch| form(branch, module)).collect();
    let Some(forms) = forms.filter(|_| common_scalar(branches, module).is_none()) else { return false };
    forms.iter().enumerate().all(|(index, form)| {
        forms[..index].iter().all(|earlier| match (earlier, form) {
            (Form::Object { required, is_closed, .. }, Form::Object { members, is_closed: other, .. }) => {
                *is_closed && *other || required.iter().any(|name| !members.contains(name))
            }
            (Form::Plain(kind), _) if *kind != Type::Array => true,
            (one, other) => one != other,
        })
    })
}

#[derive(PartialEq)]
enum Form<'s> {
    Plain(Type),
    Object { required: Vec<&'s str>, members: Vec<&'s str>, is_closed: bool },
}

fn form<'s>(branch: &'s Schema, module: &'s Module) -> Option<Form<'s>> {
    if adds_constraints(branch, module) {
        return None;
    }
    let groups = target(branch, module).groups();
    let object = &groups.object;
    Some(match groups.single_type()? {
        Type::Object => Form::Object {
            required: object.required.iter().flatten().map(String::as_str).collect(),
            members: object.properties.iter().flatten().map(|(name, _)| &**name).collect(),
            is_closed: object.is_closed(),
        },
        // An integer is a number too.
        Type::Integer => Form::Plain(Type::Number),
        kind => Form::Plain(kind),
    })
}
