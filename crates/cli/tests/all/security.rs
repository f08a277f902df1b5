//! The threat table of SECURITY.md names a test in each row, and each of them is there.

use std::fs;
use std::path::Path;

/// What is wrong with the tests that a table names; how many rows it has.
fn faults(text: &str, root: &Path) -> (usize, Vec<String>) {
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
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
            if Path::new(path).extension().is_none_or(|ending| ending != "rs") {
                if !root.join(path).is_dir() {
                    faults.push(format!("{path}: no such case"));
                }
                continue;
            }
            let function = names.next().copied().unwrap_or_default();
            let source = fs::read_to_string(root.join(path)).unwrap_or_default();
            if !source.contains(&format!("#[test]\nfn {function}()")) {
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
    assert!(rows >= 20, "{rows} rows");
    let control =
        "| threat |\n| a | b | c | `tests/cases/none` |\n| a | b | c | `SECURITY.rs` `f` |\n| a | b | c | - |\n";
    assert_eq!(faults(control, &root).1.len(), 3);
}
