//! Prints one edit as Rust and as properties of a JSON object.

use planwright_schema::model::Keyword;
use planwright_source::Pointer;
use serde_json::{Map, Value, json};

use crate::place::pointer;
use crate::{MigrationEdit, MigrationPlace, PropertyEdit, ValueEdit};

/// Prints an expression for a JSON value.
fn parsed(value: &Value) -> String {
    format!("serde_json::from_str({:?}).unwrap_or_default()", value.to_string())
}

/// Prints a condition: does a value match a schema?
fn fits(schema: &Value) -> String {
    format!("fits(value, &{})", parsed(schema))
}

/// Prints the change of an object.
pub(super) fn member_code(kind: &PropertyEdit) -> String {
    match kind {
        PropertyEdit::Rename { from, to } => format!(
            "if let Some(value) = object.remove({from:?}) {{\n            object.insert({to:?}.to_owned(), value);\n        }}"
        ),
        PropertyEdit::Default { member, value } => {
            format!("object.entry({member:?}).or_insert_with(|| {});", parsed(value))
        }
        PropertyEdit::Remove { member, .. } => format!("object.remove({member:?});"),
        PropertyEdit::RemoveRefused { member, unless } => format!(
            "if object.get({member:?}).is_some_and(|value| !{}) {{\n            object.remove({member:?});\n        }}",
            fits(unless)
        ),
        PropertyEdit::Keep { members } => format!("object.retain(|name, _| {members:?}.contains(&name.as_str()));"),
        PropertyEdit::RenameAll { names } => {
            let (old, new): (Vec<_>, Vec<_>) = names.iter().map(|(from, to)| (from, to)).unzip();
            format!(
                "let values = {old:?}.map(|name| object.remove(name));\n        \
                 let named = {new:?}.into_iter().zip(values).filter_map(|(name, value)| Some((name.to_owned(), value?)));\n        \
                 object.extend(named);"
            )
        }
        PropertyEdit::Move { from, to } => format!("move_property(object, &{from:?}, &{to:?});"),
        PropertyEdit::Value(_) | PropertyEdit::Recursive { .. } => String::new(),
    }
}

/// Prints the change of a value.
pub(super) fn value_code(kind: &ValueEdit) -> String {
    let when = |condition: &str, then: &str| format!("        if {condition} {{\n            {then}\n        }}\n");
    match kind {
        ValueEdit::Map { values, .. } => {
            let arms = values.iter().map(|(text, value)| format!("            Some({text:?}) => {},\n", parsed(value)));
            let arms: String = arms.collect();
            format!("        *value = match value.as_str() {{\n{arms}            _ => return,\n        }};\n")
        }
        ValueEdit::WrapInArray => when("!value.is_array()", "*value = Value::Array(vec![value.take()]);"),
        ValueEdit::UnwrapArray => when(
            "let Some(only) = value.as_array_mut().filter(|items| items.len() == 1).and_then(Vec::pop)",
            "*value = only;",
        ),
        ValueEdit::WrapIn { member, objects } => {
            let wrap = format!("*value = Value::Object(Map::from_iter([({member:?}.to_owned(), value.take())]));");
            if *objects { format!("        {wrap}\n") } else { when("!value.is_object()", &wrap) }
        }
        ValueEdit::Unwrap { member, .. } => when(
            &format!("let Some(inner) = value.as_object_mut().and_then(|members| members.remove({member:?}))"),
            "*value = inner;",
        ),
        ValueEdit::PairsToMap { key, value } => format!(
            "        let is_pair = |item: &Value| item[{key:?}].is_string() && item.get({value:?}).is_some();\n        \
             if let Some(items) = value.as_array_mut().filter(|items| items.iter().all(is_pair)) {{\n            \
             let pair = |mut item: Value| Some((item[{key:?}].as_str()?.to_owned(), item[{value:?}].take()));\n            \
             let members: Map<String, Value> = items.drain(..).filter_map(pair).collect();\n            \
             *value = Value::Object(members);\n        }}\n"
        ),
        ValueEdit::MapToPairs { key, value } => format!(
            "        if let Value::Object(members) = value {{\n            \
             let members = std::mem::take(members).into_iter();\n            \
             *value = members.map(|(name, inner)| serde_json::json!({{ {key:?}: name, {value:?}: inner }})).collect();\n        \
             }}\n"
        ),
        ValueEdit::ToNumber => when("let Some(number) = value.as_str().and_then(numeral)", "*value = number;"),
        ValueEdit::ToString => {
            when("value.is_number() || value.is_boolean()", "*value = Value::String(value.to_string());")
        }
        ValueEdit::ToInteger => {
            let number = "value.as_f64().filter(|_| !value.is_i64() && !value.is_u64())";
            let whole = "and_then(|number| format!(\"{:.0}\", number.trunc()).parse::<i64>().ok())";
            when(&format!("let Some(whole) = {number}.{whole}"), "*value = whole.into();")
        }
        ValueEdit::Clamp { minimum, maximum } => {
            let bounds = [(Keyword::Minimum.name(), minimum), (Keyword::Maximum.name(), maximum)];
            let bounds = bounds.into_iter().filter_map(|(keyword, bound)| Some((keyword, bound.as_ref()?)));
            let each = bounds.map(|(keyword, bound)| {
                when(&format!("!{}", fits(&json!({ keyword: bound }))), &format!("*value = {};", parsed(bound)))
            });
            each.collect()
        }
        ValueEdit::Truncate { length } => {
            let end = format!("value.as_str().and_then(|text| text.char_indices().map(|(at, _)| at).nth({length}))");
            when(&format!("let (Some(end), Value::String(text)) = ({end}, value)"), "text.truncate(end);")
        }
        ValueEdit::Replace { unless, value } => {
            when(&format!("!{}", fits(unless)), &format!("*value = {};", parsed(value)))
        }
    }
}

/// Returns the name of an edit in JSON.
pub(super) fn operation(kind: &PropertyEdit) -> &'static str {
    match kind {
        PropertyEdit::Rename { .. } => "rename",
        PropertyEdit::Default { .. } => "default",
        PropertyEdit::Remove { .. } => "remove",
        PropertyEdit::RemoveRefused { .. } => "remove-refused",
        PropertyEdit::RenameAll { .. } => "rename-all",
        PropertyEdit::Move { .. } => "move",
        PropertyEdit::Keep { .. } => "keep",
        PropertyEdit::Recursive { .. } => "recursive",
        PropertyEdit::Value(kind) => match kind {
            ValueEdit::Map { .. } => "map",
            ValueEdit::WrapInArray => "wrap-in-array",
            ValueEdit::UnwrapArray => "unwrap-array",
            ValueEdit::WrapIn { .. } => "wrap-in",
            ValueEdit::Unwrap { .. } => "unwrap",
            ValueEdit::PairsToMap { .. } => "pairs-to-map",
            ValueEdit::MapToPairs { .. } => "map-to-pairs",
            ValueEdit::ToString => "to-string",
            ValueEdit::ToNumber => "to-number",
            ValueEdit::ToInteger => "to-integer",
            ValueEdit::Clamp { .. } => "clamp",
            ValueEdit::Truncate { .. } => "truncate",
            ValueEdit::Replace { .. } => "replace",
        },
    }
}

/// Returns the operands of an edit in JSON.
pub(super) fn operands(kind: &PropertyEdit) -> Map<String, Value> {
    let json = match kind {
        PropertyEdit::Rename { from, to } => json!({ "from": from, "to": to }),
        PropertyEdit::Default { member, value } => json!({ "member": member, "value": value }),
        PropertyEdit::Remove { member, .. } => json!({ "member": member }),
        PropertyEdit::RemoveRefused { member, unless } => json!({ "member": member, "unless": unless }),
        PropertyEdit::RenameAll { names } => {
            json!({ "names": names.iter().map(|(from, to)| json!({ "from": from, "to": to })).collect::<Vec<_>>() })
        }
        PropertyEdit::Move { from, to } => json!({ "from": nested_pointer(from), "to": nested_pointer(to) }),
        PropertyEdit::Keep { members } => json!({ "members": members }),
        PropertyEdit::Value(kind) => match kind {
            ValueEdit::Map { values, .. } => json!({ "values": values }),
            ValueEdit::WrapIn { member, objects: false } | ValueEdit::Unwrap { member, .. } => {
                json!({ "member": member })
            }
            ValueEdit::WrapIn { member, objects: true } => json!({ "member": member, "objects": true }),
            ValueEdit::Clamp { minimum, maximum } => json!({ "minimum": minimum, "maximum": maximum }),
            ValueEdit::Truncate { length } => json!({ "length": length }),
            ValueEdit::Replace { unless, value } => json!({ "unless": unless, "value": value }),
            ValueEdit::PairsToMap { key, value } | ValueEdit::MapToPairs { key, value } => {
                json!({ "key": key, "value": value })
            }
            ValueEdit::WrapInArray
            | ValueEdit::UnwrapArray
            | ValueEdit::ToString
            | ValueEdit::ToNumber
            | ValueEdit::ToInteger => json!({}),
        },
        PropertyEdit::Recursive { along, edits } => {
            json!({ "along": along.iter().map(|path| path_json(path)).collect::<Vec<_>>(), "edits": edits_json(edits) })
        }
    };
    if let Value::Object(members) = json { members } else { Map::new() }
}

/// Returns the union branches and the unnamed properties on the path to a location.
pub(super) fn branches(at: &[MigrationPlace]) -> Option<(String, Value)> {
    let found = at.iter().enumerate().filter_map(|(depth, place)| match place {
        MigrationPlace::Where { tag, value } => {
            let at = pointer(at.get(..depth).unwrap_or_default());
            Some(json!({ "at": at, "tag": tag, "value": value }))
        }
        MigrationPlace::Others { except } => {
            let at = pointer(at.get(..depth).unwrap_or_default());
            Some(json!({ "at": at, "except": except }))
        }
        MigrationPlace::Member(_) | MigrationPlace::Items | MigrationPlace::Repeat { .. } => None,
    });
    let found: Vec<Value> = found.collect();
    (!found.is_empty()).then(|| ("where".to_owned(), found.into()))
}

/// Returns edits as JSON. Locations refer to the old document.
pub(super) fn edits_json(edits: &[MigrationEdit]) -> Vec<Value> {
    let edit = |edit: &MigrationEdit| {
        let mut json = path_json(&edit.at);
        if let Value::Object(members) = &mut json {
            members.shift_insert(0, "op".to_owned(), operation(&edit.kind).into());
            members.extend(operands(&edit.kind));
        }
        json
    };
    edits.iter().map(edit).collect()
}

/// Returns a location as a pointer, with the union branches on the way.
fn path_json(at: &[MigrationPlace]) -> Value {
    let mut json = json!({ "at": pointer(at) });
    if let Value::Object(members) = &mut json {
        members.extend(branches(at));
    }
    json
}

/// Returns a path of properties as a pointer.
fn nested_pointer(names: &[String]) -> Pointer {
    names.iter().fold(Pointer::root(), |at, name| at.member(name))
}
