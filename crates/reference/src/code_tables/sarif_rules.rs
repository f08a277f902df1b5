//! Descriptions of codes for SARIF logs.

use std::collections::BTreeSet;

use planwright_drift::RULES;
use serde_json::{Value, json};

use super::tables;

/// Returns the SARIF rules of these codes: those of drift, then those of the tables. If several tables have a code, the
/// first one describes it.
pub fn sarif_rules(codes: &BTreeSet<&str>) -> Vec<Value> {
    drift_rules(codes).chain(table_rules(codes)).collect()
}

fn drift_rules(codes: &BTreeSet<&str>) -> impl Iterator<Item = Value> {
    RULES.iter().filter(|rule| codes.contains(rule.id.as_str())).map(|rule| {
        json!({
            "id": rule.id.as_str(),
            "shortDescription": { "text": rule.meaning },
            "properties": { "backward": rule.backward.word(), "forward": rule.forward.word() },
        })
    })
}

fn table_rules(codes: &BTreeSet<&str>) -> Vec<Value> {
    let mut seen = BTreeSet::new();
    let all = tables::all_tables();
    let rows = all.iter().flat_map(|(_, rows)| rows);
    let rows = rows.filter(|row| codes.contains(row.code) && seen.insert(row.code));
    rows.map(|row| json!({ "id": row.code, "shortDescription": { "text": row.purpose } })).collect()
}
