//! Moves properties between objects, before everything else.

use planwright_schema::model::Keyword;
use planwright_source::Pointer;
use serde_json::{Map, Value, json};

use crate::hints::either;
use crate::place::pointer;
use crate::plain::{get, is_silent, items, new_object, property, resolved};
use crate::{MigrationEdit, MigrationPlace, PropertyEdit, UnreadHint};

/// Hint with the former location of a property.
const MOVED_FROM: &str = "x-moved-from";
/// Maximum number of schemas that are searched for hints.
const MAX_SEARCHED: usize = 10_000;
/// Maximum number of steps of a location.
const MAX_DEPTH: usize = 64;

/// Schema of the old documents after the moves.
pub(super) struct MovedSchema {
    pub value: Value,
    /// Hints that name no property that can be moved.
    pub unread: Vec<UnreadHint>,
    /// Locations where an undescribed property of an open object may be replaced.
    pub replaced: Vec<Pointer>,
}

/// Step to a value that every document has at a fixed place.
#[derive(Clone, Debug, PartialEq)]
enum Step {
    Property(String),
    Items,
}

/// Applies the hints of the new schema to the old one. Returns the edits of the documents too.
pub(super) fn moved(old: &Value, new: &Value) -> (MovedSchema, Vec<MigrationEdit>) {
    let mut hints = Vec::new();
    let mut left = MAX_SEARCHED;
    search(new, new, &mut Vec::new(), &mut left, &mut hints);
    let mut moved = MovedSchema { value: old.clone(), unread: Vec::new(), replaced: Vec::new() };
    let mut edits = Vec::new();
    for (to, hint) in hints {
        let at = places(&to);
        if former_hint(old, &to) == Some(hint) {
            // Written for the old schema's predecessor.
            continue;
        }
        let from = hint.as_str().and_then(steps);
        match from.and_then(|from| apply(&moved.value, &from, &to)) {
            Some((value, edit, replaced)) => {
                moved.value = value;
                moved.replaced.extend(replaced);
                edits.push(edit);
            }
            None => moved.unread.push(UnreadHint::new(at, MOVED_FROM)),
        }
    }
    (moved, edits)
}

/// Collects the hints of a schema, with their locations.
fn search<'s>(
    document: &'s Value,
    schema: &'s Value,
    at: &mut Vec<Step>,
    left: &mut usize,
    hints: &mut Vec<(Vec<Step>, &'s Value)>,
) {
    if *left == 0 || at.len() >= MAX_DEPTH {
        return;
    }
    *left -= 1;
    let target = resolved(document, schema);
    let properties = get(target, Keyword::Properties).and_then(Value::as_object).into_iter().flatten();
    for (name, inner) in properties {
        at.push(Step::Property(name.clone()));
        if let Some(hint) = inner.get(MOVED_FROM) {
            hints.push((at.clone(), hint));
        }
        search(document, inner, at, left, hints);
        at.pop();
    }
    if let Some(inner) = items(target) {
        at.push(Step::Items);
        search(document, inner, at, left, hints);
        at.pop();
    }
}

/// Returns the hint that the old schema has at the same location.
fn former_hint<'s>(old: &'s Value, at: &[Step]) -> Option<&'s Value> {
    at.iter().try_fold(old, |schema, step| inner(resolved(old, schema), step))?.get(MOVED_FROM)
}

fn inner<'s>(schema: &'s Value, step: &Step) -> Option<&'s Value> {
    match step {
        Step::Property(name) => property(schema, name),
        Step::Items => items(schema),
    }
}

/// Reads a JSON Pointer, with `*` for the items of an array.
fn steps(text: &str) -> Option<Vec<Step>> {
    let pointer = text.parse::<Pointer>().ok().filter(|pointer| !pointer.is_root())?;
    let step = |token: std::borrow::Cow<'_, str>| match &*token {
        "*" => Step::Items,
        name => Step::Property(name.to_owned()),
    };
    Some(pointer.tokens().map(step).collect())
}

fn places(steps: &[Step]) -> Vec<MigrationPlace> {
    let place = |step: &Step| match step {
        Step::Property(name) => MigrationPlace::Member(name.clone()),
        Step::Items => MigrationPlace::Items,
    };
    steps.iter().map(place).collect()
}

/// Moves one property. Returns `None` if one of the places cannot be reached through properties of plain objects.
fn apply(old: &Value, from: &[Step], to: &[Step]) -> Option<(Value, MigrationEdit, Option<Pointer>)> {
    let common = from.iter().zip(to).take_while(|(one, other)| one == other).count();
    let below = |steps: &[Step]| {
        let names = steps.get(common..)?.iter().map(|step| match step {
            Step::Property(name) => Some(name.clone()),
            Step::Items => None,
        });
        names.collect::<Option<Vec<String>>>().filter(|names| !names.is_empty())
    };
    let (from, to, above) = (below(from)?, below(to)?, from.get(..common)?);
    let root = resolved(old, old);
    let mut value = if std::ptr::eq(root, old) { old.clone() } else { with_definitions(root, old) };
    let holder = descend(&mut value, old, above)?;
    let is_required = is_required(holder, old, &from)?;
    let moved = take_property(holder, old, &from)?;
    let depth = put(holder, old, &to, Added { schema: moved, is_required }, false)?;
    let at = places(above);
    let replaced = (depth > 0).then(|| to.iter().take(depth).fold(pointer(&at), |at, name| at.member(name)));
    Some((value, MigrationEdit { at, kind: PropertyEdit::Move { from, to } }, replaced))
}

/// Copies a schema, with the definitions and the dialect of its document.
fn with_definitions(schema: &Value, document: &Value) -> Value {
    let mut schema = schema.clone();
    for keyword in [Keyword::Schema, Keyword::Definitions, Keyword::Defs] {
        if let Some(value) = get(document, keyword) {
            schema[keyword.name()] = value.clone();
        }
    }
    schema
}

/// Returns the schema at a place. Replaces references on the way by what they lead to, because only this place changes.
fn descend<'v>(schema: &'v mut Value, document: &Value, steps: &[Step]) -> Option<&'v mut Value> {
    let mut schema = schema;
    for step in steps {
        inline(schema, document);
        loosen(schema)?;
        schema = match step {
            Step::Property(name) => schema.get_mut(Keyword::Properties.name())?.get_mut(name)?,
            Step::Items => schema.get_mut(Keyword::Items.name()).filter(|items| items.is_object())?,
        };
    }
    inline(schema, document);
    loosen(schema)?;
    Some(schema)
}

/// Replaces a reference by the schema that it leads to.
fn inline(schema: &mut Value, document: &Value) {
    if get(schema, Keyword::Ref).is_some() {
        *schema = resolved(document, schema).clone();
    }
}

/// Removes the constraints on values of which a part moves, except those of an object or an array on its parts. What
/// remains allows more, so that a proof for it holds for the old documents.
fn loosen(schema: &mut Value) -> Option<()> {
    let members = schema.as_object_mut()?;
    // Without these, others would mean something else.
    let others_depend_on = [Keyword::Ref, Keyword::PatternProperties, Keyword::PrefixItems];
    if others_depend_on.iter().any(|keyword| members.contains_key(keyword.name())) {
        return None;
    }
    let is_kept = |name: &str| {
        is_silent(name)
            || matches!(
                Keyword::from_name(name),
                Some(
                    Keyword::Type
                        | Keyword::Properties
                        | Keyword::Required
                        | Keyword::AdditionalProperties
                        | Keyword::Items
                        | Keyword::MinItems
                        | Keyword::MaxItems
                )
            )
    };
    members.retain(|name, _| is_kept(name));
    Some(())
}

/// Returns whether every document has the property.
fn is_required(schema: &Value, document: &Value, path: &[String]) -> Option<bool> {
    let mut schema = resolved(document, schema);
    let mut is_required = true;
    for name in path {
        let object = new_object(schema)?;
        is_required &= object.required.contains(&name.as_str()) && schema["type"] == "object";
        schema = resolved(document, object.properties.get(name)?);
    }
    Some(is_required)
}

/// Removes a property from a schema. Returns its schema.
fn take_property(schema: &mut Value, document: &Value, path: &[String]) -> Option<Value> {
    let (name, above) = path.split_last()?;
    let above: Vec<Step> = above.iter().cloned().map(Step::Property).collect();
    let holder = descend(schema, document, &above)?;
    if let Some(Value::Array(required)) = holder.get_mut(Keyword::Required.name()) {
        required.retain(|one| one != name);
        if required.is_empty() {
            // Draft-04 does not allow an empty list.
            holder.as_object_mut()?.shift_remove(Keyword::Required.name());
        }
    }
    holder.get_mut(Keyword::Properties.name())?.as_object_mut()?.shift_remove(name)
}

/// Property that is added to a schema.
struct Added {
    schema: Value,
    /// Set if every document has it.
    is_required: bool,
}

/// Adds a property to a schema, and the objects on the way that are missing. `is_made` is set if the object itself may
/// have been missing: then it has no other property. Returns the number of names to a property that may be replaced, or
/// 0.
fn put(schema: &mut Value, document: &Value, path: &[String], added: Added, is_made: bool) -> Option<usize> {
    let (name, rest) = path.split_first()?;
    let others = get(schema, Keyword::AdditionalProperties).cloned();
    let is_closed = others == Some(Value::Bool(false));
    let members = schema.as_object_mut()?;
    let is_made = is_made || (!rest.is_empty() && !is_named(members, name));
    let is_required = added.is_required;
    let properties = members.entry(Keyword::Properties.name()).or_insert_with(|| json!({})).as_object_mut()?;
    let is_new = !properties.contains_key(name);
    let mut replaced = usize::from(is_new && !is_closed);
    if rest.is_empty() {
        // An open object may already have a value there, which remains if nothing is moved.
        let stays =
            if is_closed || is_required { added.schema } else { either(&added.schema, &others.unwrap_or(json!({}))) };
        if properties.insert(name.clone(), stays).is_some() {
            return None;
        }
    } else if is_new && !is_closed && !is_required {
        return None;
    } else {
        let inner = properties.entry(name.clone()).or_insert_with(|| {
            let mut object = json!({ "type": "object" });
            if is_closed {
                object[Keyword::AdditionalProperties.name()] = false.into();
            }
            object
        });
        inline(inner, document);
        loosen(inner)?;
        if inner["type"] != "object" {
            return None;
        }
        if is_made {
            inner.as_object_mut()?.shift_remove(Keyword::Required.name());
        }
        let inside = put(inner, document, rest, added, is_made)?;
        if replaced == 0 && inside > 0 {
            replaced = inside + 1;
        }
    }
    if is_required && !is_named(members, name) {
        let required = members.entry(Keyword::Required.name()).or_insert_with(|| json!([])).as_array_mut()?;
        required.push(name.as_str().into());
    }
    Some(replaced)
}

fn is_named(members: &Map<String, Value>, name: &str) -> bool {
    let required = members.get(Keyword::Required.name()).and_then(Value::as_array).into_iter().flatten();
    required.into_iter().any(|one| one == name)
}
