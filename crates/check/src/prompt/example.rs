//! Creates an invalid example from a valid one: a misspelled value and a missing property.

use planwright_source::Pointer;
use serde_json::Value;

use planwright_runtime::{Repair, Report, codes};

/// Returns an invalid document and its repair instructions.
///
/// It tries every combination of a misspelled string and a missing property, and returns the first one with both
/// errors. Otherwise it returns the first document with a misspelled string that is rejected, or else the first one
/// with a missing property.
pub(super) fn spoil(refuse: &dyn Fn(&str) -> Option<Report>, good: &Value) -> Option<(Value, Repair)> {
    let mut places = Vec::new();
    walk(good, &Pointer::root(), &mut places);
    let refuse = |document: &Value| refused(refuse, document);
    let misspelled = places.iter().filter_map(|at| misspell(good, at).filter(|document| refuse(document).is_some()));
    let mut found = None;
    for document in misspelled {
        let lacking = places.iter().rev().filter_map(|at| leave_out(&document, at));
        for worse in lacking {
            if let Some((report, repair)) = refuse(&worse)
                && report.errors().any(|error| error.code == codes::MISSING_FIELD)
                && report.errors().count() > 1
            {
                return Some((worse, repair));
            }
        }
        found = found.or_else(|| refuse(&document).map(|(_, repair)| (document, repair)));
    }
    // Some schemas accept any string, or contain only numbers. Then only a property is left out.
    found.or_else(|| {
        let mut lacking = places.iter().rev().filter_map(|at| leave_out(good, at));
        lacking.find_map(|worse| refuse(&worse).map(|(_, repair)| (worse, repair)))
    })
}

fn refused(refuse: &dyn Fn(&str) -> Option<Report>, document: &Value) -> Option<(Report, Repair)> {
    let text = document.to_string();
    let report = refuse(&text)?;
    let repair = Repair::from_report(&report, &text)?;
    Some((report, repair))
}

/// Collects the locations of all properties and elements, outer ones first.
fn walk(value: &Value, at: &Pointer, places: &mut Vec<Pointer>) {
    let mut enter = |name: &str, below: &Value| {
        let at = at.member(name);
        places.push(at.clone());
        walk(below, &at, places);
    };
    match value {
        Value::Object(members) => members.iter().for_each(|(name, below)| enter(name, below)),
        Value::Array(all) => all.iter().enumerate().for_each(|(index, below)| enter(&index.to_string(), below)),
        _ => {}
    }
}

fn misspell(good: &Value, at: &Pointer) -> Option<Value> {
    let mut document = good.clone();
    let text = document.pointer_mut(at.as_str()).filter(|value| value.is_string())?;
    *text = Value::from(format!("{}_", text.as_str()?));
    Some(document)
}

fn leave_out(document: &Value, at: &Pointer) -> Option<Value> {
    let (mut document, above) = (document.clone(), at.parent()?);
    let name = at.last()?.into_owned();
    document.pointer_mut(above.as_str())?.as_object_mut()?.shift_remove(&name)?;
    Some(document)
}
