//! Reports as JSON, for commands without a form of their own.

use serde_json::{Map, Value, json};

use crate::exit::Outcome;
use crate::report::CommandReport;
use planwright_runtime::{Diagnostic, Position};

/// `{"verdict", "counts", "findings"}`.
pub(crate) fn of(report: &CommandReport) -> Value {
    json!({ "verdict": verdict(report), "counts": counts(report), "findings": findings(&report.findings()) })
}

/// The word for how a run ended.
pub(crate) fn verdict(report: &CommandReport) -> &'static str {
    match report.outcome {
        _ if !report.failures.is_empty() => "not run",
        Outcome::Fine => "passed",
        Outcome::Findings | Outcome::Undecided => "failed",
    }
}

pub(crate) fn counts(report: &CommandReport) -> Value {
    report.counts.iter().map(|(what, number)| ((*what).to_owned(), json!(number))).collect::<Map<_, _>>().into()
}

pub(crate) fn findings(findings: &[Diagnostic]) -> Value {
    findings.iter().map(finding).collect()
}

/// `{"severity", "code", "message", "file", "line", "column", "end_line", "end_column", "pointer", "help", "related"}`, without
/// the members that are not known.
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
