//! Finds witnesses in addition to the candidates of the prover: values that appear in the schemas, and small variations
//! of them.

use std::ops::ControlFlow;

use planwright_schema::model::{Keyword, Schema};
use serde_json::{Map, Value, json};

use crate::effort::parts;

/// Maximum number of documents that are built.
const MAX_DOCUMENTS: usize = 1_500;
/// Maximum number of parts of all of them together.
const MAX_TOTAL_PARTS: usize = 1_500_000;

/// Collects the values that appear in a schema: examples, defaults, constants and enum values, and the values inside
/// them.
pub(crate) fn written_values(schema: &Schema, into: &mut Vec<Value>) {
    let Some(object) = schema.object() else { return };
    for keyword in object.keywords() {
        if into.len() > MAX_DOCUMENTS / 4 {
            return;
        }
        match keyword {
            Keyword::Examples => into.extend(object.annotations.examples.iter().flatten().cloned()),
            Keyword::Enum => into.extend(object.values.enumeration.iter().flatten().cloned()),
            Keyword::Default => into.extend(object.annotations.default.clone()),
            Keyword::Const => into.extend(object.values.constant.clone()),
            _ => schema.for_each_child_of(keyword, &mut |child| written_values(child, into)),
        }
    }
    // `OpenAPI` defines it.
    into.extend(object.unknown.get("example").cloned());
}

/// Returns the first confirmed value among the seeds, one value of each type, and small variations of each seed.
pub(crate) fn around(seeds: &[Value], confirms: impl FnMut(&Value) -> bool) -> Option<Value> {
    let mut tries = Tries { confirms, left: MAX_DOCUMENTS, parts: MAX_TOTAL_PARTS, found: None };
    let _ = tries.all(seeds);
    tries.found
}

/// Documents that are built one by one, until one is confirmed or the limit is reached.
struct Tries<C> {
    confirms: C,
    left: usize,
    parts: usize,
    found: Option<Value>,
}

impl<C: FnMut(&Value) -> bool> Tries<C> {
    fn all(&mut self, seeds: &[Value]) -> ControlFlow<()> {
        seeds.iter().cloned().chain(every_type()).try_for_each(|value| self.one(value))?;
        seeds.iter().try_for_each(|seed| changed(seed, &mut |value| self.one(value), 0))
    }

    fn one(&mut self, value: Value) -> ControlFlow<()> {
        let size = parts(&value);
        if self.left == 0 || size > self.parts {
            return ControlFlow::Break(());
        }
        self.left -= 1;
        self.parts -= size;
        if (self.confirms)(&value) {
            self.found = Some(value);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

fn every_type() -> Vec<Value> {
    vec![
        json!(null),
        json!(true),
        json!(0),
        json!(1),
        json!(-1),
        json!(0.5),
        json!(""),
        json!("a"),
        json!([]),
        json!([0]),
        json!([0, 0]),
        json!({}),
        json!({ "x-unknown": 0 }),
    ]
}

type Make<'m> = &'m mut dyn FnMut(Value) -> ControlFlow<()>;

fn changed(value: &Value, make: Make<'_>, depth: usize) -> ControlFlow<()> {
    if depth > 6 {
        return ControlFlow::Continue(());
    }
    match value {
        Value::Object(members) => object(members, make, depth)?,
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate().take(8) {
                let with = |value: Value| {
                    let mut copy = items.clone();
                    copy[index] = value;
                    Value::Array(copy)
                };
                changed(item, &mut |value| make(with(value)), depth + 1)?;
                let mut shorter = items.clone();
                shorter.remove(index);
                make(Value::Array(shorter))?;
            }
            let mut longer = items.clone();
            longer.push(items.last().cloned().unwrap_or(Value::Null));
            make(Value::Array(longer))?;
        }
        Value::Number(number) => {
            if let Some(whole) = number.as_i64() {
                make(json!(whole.saturating_add(1)))?;
                make(json!(whole.saturating_sub(1)))?;
            }
            if let Some(float) = number.as_f64() {
                make(json!(float + 0.5))?;
                make(json!(-float))?;
            }
            make(json!(number.to_string()))?;
        }
        Value::String(text) => {
            make(json!(format!("{text}a")))?;
            let mut shorter = text.clone();
            shorter.pop();
            make(json!(shorter))?;
            make(Value::Null)?;
        }
        Value::Bool(is) => make(json!(!is))?,
        Value::Null => make(json!(""))?,
    }
    if depth > 0 { every_type().into_iter().try_for_each(make) } else { ControlFlow::Continue(()) }
}

fn object(members: &Map<String, Value>, make: Make<'_>, depth: usize) -> ControlFlow<()> {
    for (name, value) in members {
        let mut without = members.clone();
        without.shift_remove(name);
        make(Value::Object(without))?;
        let with = |value: Value| {
            let mut copy = members.clone();
            copy.insert(name.clone(), value);
            Value::Object(copy)
        };
        changed(value, &mut |value| make(with(value)), depth + 1)?;
    }
    let mut more = members.clone();
    more.insert("x-unknown".to_owned(), Value::from(0));
    make(Value::Object(more))
}
