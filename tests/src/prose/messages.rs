//! Reads the messages of expected files: findings and help of cases and sessions, and the meanings of codes.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;
use walkdir::WalkDir;

use super::Line;
use crate::sources::Source;

/// Folders with expected files, and pages that the command line prints from its tables of codes.
const PLACES: [&str; 6] =
    ["crates", "tests/cases", "docs/certificates.md", "docs/codes.md", "docs/drift.md", "docs/guardrails.md"];

/// Returns the messages of all expected files below `root`, without quotations and pointers.
pub fn messages(root: &Path) -> Vec<Line> {
    let entries = PLACES.iter().flat_map(|place| WalkDir::new(root.join(place)).sort_by_file_name());
    let files = entries.filter_map(Result::ok).filter_map(|entry| {
        let path = entry.path().strip_prefix(root).ok()?.to_string_lossy().replace('\\', "/");
        let select = reader(&path)?;
        let text = String::from_utf8_lossy(&fs::read(entry.path()).ok()?).into_owned();
        Some(messages_of(&Source { path, text }, select))
    });
    files.flatten().collect()
}

fn is_markdown(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "md")
}

/// Function that returns the messages of one line.
pub(super) type Select = fn(&str) -> Vec<String>;

/// Returns how the messages of a file are found, or `None` if the file has no expected messages.
pub(super) fn reader(path: &str) -> Option<Select> {
    match path.rsplit('/').next()? {
        "expected.txt" | "findings.txt" | "session.txt" => Some(finding),
        "refused.jsonl" => Some(json_line),
        name if path.starts_with("tests/cases/prompts/") && is_markdown(name) => Some(list_item),
        name if path.starts_with("docs/") && is_markdown(name) => Some(page_line),
        _ => None,
    }
}

/// Returns the messages of one file.
pub(super) fn messages_of(source: &Source, select: Select) -> Vec<Line> {
    let lines = source.text.lines().enumerate().flat_map(|(index, line)| {
        let message = move |text: String| Line { path: source.path.clone(), number: index + 1, text: words(&text) };
        select(line).into_iter().map(message)
    });
    lines.filter(|line| !line.text.is_empty()).collect()
}

/// Returns the message of a finding, of its help, or of a schema error with its location.
fn finding(line: &str) -> Vec<String> {
    static FINDING: LazyLock<Regex> = LazyLock::new(|| {
        let pattern = r"(?:\b(?:error|warning|note|help)(?:\[[\w-]+\])?(?: \S*)?:|:\d+:\d+: at) (.*)";
        Regex::new(pattern).expect("the pattern of a finding")
    });
    FINDING.captures(line).map(|captures| captures[1].to_owned()).into_iter().collect()
}

/// Returns the expected errors of a case that is one line.
fn json_line(line: &str) -> Vec<String> {
    let case: Value = serde_json::from_str(line).unwrap_or_default();
    let errors = case.get("errors").and_then(Value::as_array).into_iter().flatten();
    errors.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Returns an error of the message for a model.
fn list_item(line: &str) -> Vec<String> {
    static ITEM: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"^- .*?\[[A-Z_]+\] (.*)").expect("the pattern of an item"));
    ITEM.captures(line).map(|captures| captures[1].to_owned()).into_iter().collect()
}

/// Returns the cells of a table row, or else the sentence of a paragraph or a list item.
fn page_line(line: &str) -> Vec<String> {
    let texts = match line.strip_prefix('|') {
        Some(row) => row.split('|').collect(),
        None if line.starts_with(['#', '<', ' ']) => Vec::new(),
        None => vec![line.strip_prefix("- ").unwrap_or(line)],
    };
    texts.into_iter().map(str::trim).filter(|text| text.contains(' ')).map(str::to_owned).collect()
}

/// Removes quotations, code, options and pointers, whose words come from documents and schemas.
fn words(message: &str) -> String {
    static QUOTED: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r#""(?:[^"\\]|\\.)*"|`[^`]*`|«[^»]*»|<[^>]*>|(?:^|\s)(?:/|--)\S*"#)
            .expect("the pattern of quotations")
    });
    QUOTED.replace_all(message, " ").split_whitespace().collect::<Vec<_>>().join(" ")
}
