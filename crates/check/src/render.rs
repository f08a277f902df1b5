//! Reports for programs. Reports for people depend on the terminal and are rendered elsewhere.

use serde_json::{Map, Value, json};

use planwright_runtime::{Diagnostic, Position, Report};

/// Formats the report of one file as a JSON object.
///
/// ```json
/// {"file": "plan.json", "valid": false, "diagnostics": [{"code": "MISSING_FIELD", "severity": "error", "pointer": "/label",
///   "file": "plan.json", "line": 1, "column": 1, "end_line": 1, "end_column": 2, "message": "…", "help": "…"}]}
/// ```
///
/// Lines and columns count from 1, and columns count characters. The end is exclusive. All four are null without a
/// text, and `help` is null if it is absent. New properties may be added, but existing ones keep their meaning.
pub fn json(file: &str, text: &str, report: &Report) -> Value {
    let report = report.clone().positioned(text);
    let diagnostics: Vec<_> = report.iter().map(|one| diagnostic(file, one)).collect();
    json!({ "file": file, "valid": !report.has_errors(), "diagnostics": diagnostics })
}

/// Formats one entry of [`json()`]'s `diagnostics`.
pub fn diagnostic(file: &str, one: &Diagnostic) -> Value {
    let end = one.position.and_then(|position| position.end);
    let mut object = json!({
        "code": one.code,
        "severity": one.severity,
        "pointer": one.at,
        "file": file,
        "line": one.position.map(|at| at.line),
        "column": one.position.map(|at| at.column),
        "end_line": end.map(|(line, _)| line),
        "end_column": end.map(|(_, column)| column),
        "message": one.message,
        "help": one.help,
    });
    if !one.patches.is_empty() {
        object["patches"] = json!(one.patches);
    }
    object
}

/// Formats findings of any command as a JSON list. Unknown properties are omitted.
pub fn findings(findings: &[Diagnostic]) -> Value {
    findings.iter().map(finding).collect()
}

/// Formats a finding as `{"severity", "code", "message", "file", "line", "column", "end_line", "end_column", "pointer",
/// "help", "related"}`. Unknown properties are omitted.
fn finding(finding: &Diagnostic) -> Value {
    let mut object = Map::from_iter([
        ("severity".to_owned(), finding.severity.word().into()),
        ("code".to_owned(), finding.code.into()),
        ("message".to_owned(), finding.message.as_str().into()),
    ]);
    add_place(&mut object, finding.file.as_deref(), finding.position);
    let texts = [("pointer", finding.pointer()), ("help", finding.help.as_deref())];
    object.extend(texts.into_iter().filter_map(|(name, text)| Some((name.to_owned(), text?.into()))));
    if !finding.patches.is_empty() {
        object.insert("patches".to_owned(), json!(finding.patches));
    }
    if !finding.related.is_empty() {
        let related = finding.related.iter().map(|related| {
            let mut place = Map::from_iter([("message".to_owned(), related.message.as_str().into())]);
            add_place(&mut place, Some(&related.file), related.position);
            Value::Object(place)
        });
        object.insert("related".to_owned(), related.collect());
    }
    object.into()
}

fn add_place(object: &mut Map<String, Value>, file: Option<&str>, place: Option<Position>) {
    object.extend(file.map(|file| ("file".to_owned(), file.into())));
    let Some(place) = place else { return };
    let mut number = |name: &str, number: usize| object.insert(name.to_owned(), number.into());
    number("line", place.line);
    number("column", place.column);
    if let Some((line, column)) = place.end {
        number("end_line", line);
        number("end_column", column);
    }
}
