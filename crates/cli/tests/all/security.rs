//! Tests that each row of the tables in SECURITY.md names an existing test.

use std::fs;
use std::path::Path;

/// Returns the number of rows, and the problems with the tests that they name.
fn faults(text: &str, root: &Path) -> (usize, Vec<String>) {
    let lines: Vec<&str> = text.lines().collect();
    // The header of a table precedes a line of dashes.
    let is_row = |pair: &&[&str]| pair[0].starts_with("| ") && !pair[1].starts_with("|---");
    let rows: Vec<&str> = lines.windows(2).filter(is_row).map(|pair| pair[0]).collect();
    let mut faults = Vec::new();
    for row in &rows {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").collect();
        let [_, _, _, tests] = cells[..] else {
            faults.push(format!("{row}: four cells"));
            continue;
        };
        let names: Vec<&str> = tests.split('`').skip(1).step_by(2).collect();
        let mut names = names.iter().peekable();
        if names.peek().is_none() {
            faults.push(format!("{row}: no test"));
        }
        while let Some(path) = names.next() {
            let ending = Path::new(path).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
            if ending.is_empty() {
                if !root.join(path).is_dir() {
                    faults.push(format!("{path}: no such case"));
                }
                continue;
            }
            let function = names.next().copied().unwrap_or_default();
            let source = fs::read_to_string(root.join(path)).unwrap_or_default();
            let lines: Vec<&str> = source.lines().map(str::trim_start).collect();
            let stands = |head: &str| lines.iter().any(|line| line.starts_with(head));
            let found = match ending {
                "rs" => lines.windows(2).any(|pair| pair == ["#[test]", &format!("fn {function}() {{")]),
                "py" => stands(&format!("def {function}(")) || stands(&format!("async def {function}(")),
                _ => stands(&format!("test('{function}'")) || stands(&format!("test(`{function}`")),
            };
            if !found {
                faults.push(format!("{path}: no test {function}"));
            }
        }
    }
    (rows.len(), faults)
}

#[test]
fn every_threat_names_its_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = fs::read_to_string(root.join("SECURITY.md")).unwrap();
    let (rows, found) = faults(&text, &root);
    assert!(found.is_empty(), "{found:#?}");
    assert!(rows >= 45, "{rows} rows");
    let control = "| threat |\n|---|\n| a | b | c | `tests/cases/none` |\n| a | b | c | `SECURITY.rs` `f` |\n\
                   | a | b | c | `tests/mcp/both.test.mjs` `f` |\n| a | b | c | `tests/mcp/test_clients.py` `f` |\n\
                   | a | b | c | - |\n\n";
    assert_eq!(faults(control, &root).1.len(), 5);
}
