//! Reports as machines read them. What people read is made where their terminal is known.

use planwright_source::Lines;
use serde_json::{Value, json};

use crate::report::Report;

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
    let lines = Lines::new(text);
    let diagnostics: Vec<_> = report
        .iter()
        .map(|one| {
            let place = |offset| lines.line_column(offset);
            let (start, end) =
                (one.span.as_ref().map(|span| place(span.start)), one.span.as_ref().map(|span| place(span.end)));
            json!({
                "code": one.code,
                "severity": one.severity,
                "pointer": one.at,
                "file": file,
                "line": start.map(|at| at.line),
                "column": start.map(|at| at.column),
                "end_line": end.map(|at| at.line),
                "end_column": end.map(|at| at.column),
                "message": one.message,
                "help": one.help,
            })
        })
        .collect();
    json!({ "file": file, "valid": !report.has_errors(), "diagnostics": diagnostics })
}
