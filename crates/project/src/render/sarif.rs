//! Renders findings as SARIF 2.1.0.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use serde_json::{Value, json};

use planwright_check::text_edits;
use planwright_runtime::{Diagnostic, Patch, Position};
use planwright_source::{Lines, TextEdit};

/// Returns a log with one run: the rules, and a result for each finding. Adds `properties` unless they are null.
pub fn log(findings: &[Diagnostic], properties: &Value) -> Value {
    let codes: BTreeSet<&str> = findings.iter().map(|finding| finding.code).collect();
    let rules = RULES_OF_CODES.get().map(|rules_of| rules_of(&codes)).unwrap_or_default();
    let source = |finding: &Diagnostic| finding.source.as_ref().map(Arc::as_ptr);
    let runs = findings.chunk_by(|one, next| source(one) == source(next));
    let results: Vec<Value> = runs.flat_map(|run| results(run, &rules)).collect();
    let mut run = json!({
        "tool": { "driver": { "name": "planwright", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
        "columnKind": "unicodeCodePoints",
        "results": results,
    });
    if !properties.is_null() {
        run["properties"] = properties.clone();
    }
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    })
}

/// Returns the SARIF rules of some codes, each with its `id`.
pub type RulesOfCodes = fn(&BTreeSet<&str>) -> Vec<Value>;

static RULES_OF_CODES: OnceLock<RulesOfCodes> = OnceLock::new();

/// Sets the function that describes codes. Without it a log has no descriptions.
///
/// The tables of codes come from every engine, and this crate depends on none of them.
pub fn describe_rules_with(rules_of: RulesOfCodes) {
    let _ = RULES_OF_CODES.set(rules_of);
}

/// Returns the results for findings about one document.
fn results(findings: &[Diagnostic], rules: &[Value]) -> Vec<Value> {
    let Some(text) = findings.first().and_then(|first| first.source.as_deref()) else {
        return findings.iter().map(|finding| result(finding, Vec::new(), rules)).collect();
    };
    let lines = Lines::new(text);
    let mut edits = text_edits(text, findings.iter().flat_map(|finding| &finding.patches)).into_iter();
    let mut fixes = |finding: &Diagnostic| {
        let edits = finding.patches.iter().zip(edits.by_ref());
        edits.filter_map(|(patch, edits)| fix(finding, patch, edits?, &lines)).collect()
    };
    findings.iter().map(|finding| result(finding, fixes(finding), rules)).collect()
}

fn result(finding: &Diagnostic, fixes: Vec<Value>, rules: &[Value]) -> Value {
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
        let mut place = location(file, finding.position);
        if let Some(pointer) = finding.pointer() {
            place["logicalLocations"] = json!([{ "fullyQualifiedName": pointer }]);
        }
        result["locations"] = json!([place]);
    }
    if !fixes.is_empty() {
        result["fixes"] = fixes.into();
    }
    if !finding.related.is_empty() {
        let related = finding.related.iter().map(|related| {
            let mut place = location(&related.file, related.position);
            place["message"] = json!({ "text": related.message });
            place
        });
        result["relatedLocations"] = related.collect();
    }
    result
}

/// Converts a patch to replacements of regions of the file.
fn fix(finding: &Diagnostic, patch: &Patch, edits: Vec<TextEdit>, lines: &Lines<'_>) -> Option<Value> {
    let file = finding.file.as_ref()?;
    let replacement = |edit: TextEdit| {
        let (start, end) = (lines.line_column(edit.start), lines.line_column(edit.end));
        json!({
            "deletedRegion": {
                "startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column,
            },
            "insertedContent": { "text": edit.with },
        })
    };
    let replacements: Vec<Value> = edits.into_iter().map(replacement).collect();
    Some(json!({
        "description": { "text": finding.help.as_deref().unwrap_or(&finding.message) },
        "artifactChanges": [{ "artifactLocation": { "uri": uri(file) }, "replacements": replacements }],
        "properties": { "safe": patch.is_safe },
    }))
}

/// Encodes a file name as the URI reference that SARIF requires.
fn uri(name: &str) -> String {
    name.bytes().map(encoded).collect()
}

fn location(name: &str, place: Option<Position>) -> Value {
    let place = place.unwrap_or(Position::from((1, 1)));
    let mut region = json!({ "startLine": place.line, "startColumn": place.column });
    if let Some((line, column)) = place.end {
        region["endLine"] = line.into();
        region["endColumn"] = column.into();
    }
    json!({ "physicalLocation": { "artifactLocation": { "uri": uri(name) }, "region": region } })
}

fn encoded(byte: u8) -> String {
    if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
        char::from(byte).to_string()
    } else {
        format!("%{byte:02X}")
    }
}
