//! Findings as SARIF 2.1.0.

use std::collections::BTreeSet;

use planwright_drift::RULES;
use serde_json::{Value, json};

use super::Finding;
use crate::rules::tables;

/// A log with one run: the rules of the results, and those of drift; a result for each finding; `properties` as they are.
pub(crate) fn log(findings: &[Finding], properties: &Value) -> Value {
    let codes: BTreeSet<&str> = findings.iter().map(|finding| finding.code).collect();
    let rules: Vec<Value> = drift_rules().chain(table_rules(&codes)).collect();
    let results: Vec<Value> = findings.iter().map(|finding| result(finding, &rules)).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "planwright", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "columnKind": "unicodeCodePoints",
            "results": results,
            "properties": properties,
        }],
    })
}

fn drift_rules() -> impl Iterator<Item = Value> {
    RULES.iter().map(|rule| {
        json!({
            "id": rule.id.as_str(),
            "shortDescription": { "text": rule.meaning },
            "properties": { "backward": rule.backward.word(), "forward": rule.forward.word() },
        })
    })
}

/// The codes of the tables that are found. One that two tables have is described by the first.
fn table_rules(codes: &BTreeSet<&str>) -> Vec<Value> {
    let mut seen = BTreeSet::new();
    let all = tables::all();
    let rows = all.iter().flat_map(|(_, rows)| rows);
    let rows = rows.filter(|row| codes.contains(row.code) && seen.insert(row.code));
    rows.map(|row| json!({ "id": row.code, "shortDescription": { "text": row.purpose } })).collect()
}

fn result(finding: &Finding, rules: &[Value]) -> Value {
    let help = finding.help.as_ref().map_or_else(String::new, |help| format!("; {help}"));
    let mut result = json!({
        "ruleId": finding.code,
        "level": finding.severity.word(),
        "message": { "text": format!("{}{help}", finding.message) },
    });
    if let Some(index) = rules.iter().position(|rule| rule["id"] == finding.code) {
        result["ruleIndex"] = index.into();
    }
    if let Some(file) = &finding.file {
        let mut place = place(file, finding.place.unwrap_or((1, 1)));
        if let Some(pointer) = &finding.pointer {
            place["logicalLocations"] = json!([{ "fullyQualifiedName": pointer }]);
        }
        result["locations"] = json!([place]);
    }
    result
}

/// A file as the URI reference that SARIF asks for.
fn place(name: &str, (line, column): (usize, usize)) -> Value {
    let uri: String = name.bytes().map(encoded).collect();
    json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri },
        "region": { "startLine": line, "startColumn": column },
    } })
}

fn encoded(byte: u8) -> String {
    if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
        char::from(byte).to_string()
    } else {
        format!("%{byte:02X}")
    }
}
