//! Descriptions in words: conditions, collected data, and disclosures.

use std::collections::HashMap;

use planwright_generated::workflow_tools::{DataField, RoutingOperator};
use planwright_source::Pointer;
use serde_json::Value;

use crate::draft::{Condition, Draft};

/// Titles of fields by their names.
pub(super) type Titles<'d> = HashMap<&'d str, &'d str>;

/// Maximum number of fields in one line.
const MAX_NAMED_FIELDS: usize = 6;

/// Returns the titles of the data fields. If a name is repeated, the first title wins.
pub(super) fn titles(draft: &Draft) -> Titles<'_> {
    let mut titles = HashMap::new();
    for field in draft.actions.iter().flat_map(|action| &action.data_fields) {
        if let Some(title) = field.title.as_deref().filter(|title| !title.trim().is_empty()) {
            titles.entry(field.name.as_str()).or_insert(title);
        }
    }
    titles
}

/// Describes a condition: `Loan amount is greater than 50000`
pub(super) fn describe_condition(condition: &Condition, titles: &Titles<'_>) -> String {
    let is = match condition.operator {
        RoutingOperator::Equals => "is",
        RoutingOperator::NotEquals => "is not",
        RoutingOperator::GreaterThan => "is greater than",
        RoutingOperator::LessThan => "is less than",
        RoutingOperator::Contains => "contains",
    };
    let name = condition.field.strip_prefix('/').unwrap_or(&condition.field);
    format!("{} {is} {}", titles.get(name).copied().unwrap_or(name), value(&condition.value))
}

fn value(value: &Value) -> String {
    match value {
        Value::Null => "empty".to_owned(),
        Value::String(text) => format!("“{text}”"),
        other => other.to_string(),
    }
}

/// Describes collected data: `Loan amount, Income, Purpose (optional)`
pub(super) fn describe_data(fields: &[DataField]) -> String {
    let names = fields.iter().map(|field| {
        let title = field.title.as_deref().filter(|title| !title.trim().is_empty()).unwrap_or(&field.name);
        if field.required { title.to_owned() } else { format!("{title} (optional)") }
    });
    listed(names)
}

/// Describes a disclosure: `Bank sees Loan amount, Income`
pub(super) fn describe_disclosure(who: &str, pointers: &[String], titles: &Titles<'_>) -> String {
    if pointers.iter().any(|pointer| pointer == "/*") {
        return format!("{who} sees everything");
    }
    let names = pointers.iter().map(|pointer| {
        let parsed = pointer.parse::<Pointer>().ok();
        let tokens: Vec<_> = parsed.iter().flat_map(Pointer::tokens).map(std::borrow::Cow::into_owned).collect();
        match tokens.as_slice() {
            [name] => titles.get(name.as_str()).map_or_else(|| name.clone(), |title| (*title).to_owned()),
            _ => pointer.clone(),
        }
    });
    format!("{who} sees {}", listed(names))
}

fn listed(names: impl ExactSizeIterator<Item = String>) -> String {
    let more = names.len().saturating_sub(MAX_NAMED_FIELDS);
    let shown: Vec<_> = names.take(MAX_NAMED_FIELDS).collect();
    if more > 0 { format!("{} and {more} more", shown.join(", ")) } else { shown.join(", ") }
}
