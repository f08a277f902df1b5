//! Reports as machines read them. What people read is made where their terminal is known.

use serde_json::{Value, json};

use planwright_runtime::Report;

/// The report of one file as one JSON object.
///
/// ```json
/// {"file": "plan.json", "valid": false, "diagnostics": [{"code": "MISSING_FIELD", "severity": "error", "pointer": "/label",
///   "file": "plan.json", "line": 1, "column": 1, "end_line": 1, "end_column": 2, "message": "…", "help": "…"}]}
/// ```
///
/// Lines and columns count from 1, columns in characters; the end is exclusive. All four are null where no text was seen,
/// `help` where there is none. Members may be added, none will change its meaning.
pub fn json(file: &str, text: &str, report: &Report) -> Value {
    let report = report.clone().positioned(text);
    let diagnostics: Vec<_> = report
        .iter()
        .map(|one| {
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
        })
        .collect();
    json!({ "file": file, "valid": !report.has_errors(), "diagnostics": diagnostics })
}
