//! Case tables in JSON Lines: one test case per line, sorted by name.
//!
//! A table is used where a case would be a folder of files with one line each. Other crates include this file by its path,
//! like `golden.rs`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::golden;

/// Reads the cases of a table.
///
/// # Panics
///
/// If a line is not JSON or has no name, if the names are not in order, or if two cases have the same name.
pub fn read_rows(table: &Path) -> Vec<Value> {
    let text = fs::read_to_string(table).unwrap_or_else(|error| panic!("{}: {error}", table.display()));
    let parse = |(index, line)| {
        serde_json::from_str(line).unwrap_or_else(|error| panic!("{}:{}: {error}", table.display(), index + 1))
    };
    let cases: Vec<Value> = text.lines().enumerate().map(parse).collect();
    assert!(!cases.is_empty(), "{} has no cases", table.display());
    for (case, next) in cases.iter().zip(cases.iter().skip(1)) {
        let (case, next) = (name(case), name(next));
        assert!(
            case < next,
            "{}: {next} must not come after {case}: sort by name, without repetition",
            table.display()
        );
    }
    cases
}

/// Returns the name of a case.
///
/// # Panics
///
/// If the case has no name.
pub fn name(case: &Value) -> &str {
    case["name"].as_str().unwrap_or_else(|| panic!("a case without a name: {case}"))
}

/// Compares the table `file` in `folder` with `cases`, by the policy of the environment.
///
/// The lines can be long. A failure therefore lists the names of the cases that differ before it shows the difference.
pub fn compare(folder: &Path, file: &str, cases: &[Value]) -> Result<(), String> {
    let lines: Vec<String> = cases.iter().map(spaced).collect();
    let expected = fs::read_to_string(folder.join(file)).unwrap_or_default();
    let expected: BTreeSet<&str> = expected.lines().collect();
    let differ = cases.iter().zip(&lines).filter(|(_, line)| !expected.contains(line.as_str()));
    let names: Vec<&str> = differ.map(|(case, _)| name(case)).collect();
    let text = lines.iter().flat_map(|line| [line, "\n"]).collect();
    golden::compare_file(folder, file, text)
        .map_err(|failure| format!("new or different cases: [{}]\n{failure}", names.join(", ")))
}

/// Prints a value in one line, with a space after each comma and colon. `Value::to_string` prints none, which is hard to
/// review in long lines.
fn spaced(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("[{}]", items.iter().map(spaced).collect::<Vec<_>>().join(", ")),
        Value::Object(properties) => {
            let property =
                |(name, value): (&String, &Value)| format!("{}: {}", Value::from(name.as_str()), spaced(value));
            format!("{{{}}}", properties.iter().map(property).collect::<Vec<_>>().join(", "))
        }
        scalar => scalar.to_string(),
    }
}
