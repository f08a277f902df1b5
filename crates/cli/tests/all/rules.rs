//! Tests that `planwright rules` and `planwright explain` know every code that the program can report.

use crate::project;
use std::collections::BTreeSet;
use std::path::Path;

use planwright_sync::read_tree;
use project::{repository, run};
use regex_automata::meta::Regex;

/// Returns the codes of `planwright rules`.
fn known() -> BTreeSet<String> {
    let (code, out, _) = run(Path::new("."), &["rules"]);
    assert_eq!(code, 0);
    let lines = out.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    lines.map(str::to_owned).collect()
}

/// Returns the strings in Rust source that look like codes: uppercase names with an underscore, and names in
/// `error[…]`. Environment variables are excluded.
fn written(text: &str) -> BTreeSet<String> {
    let pattern = Regex::new(r#""([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)"|(?:error|warning)\[([A-Z_]+)\]"#).expect("a pattern");
    let found = pattern.captures_iter(text);
    let name = |captures: regex_automata::util::captures::Captures| {
        let span = captures.get_group(1).or_else(|| captures.get_group(2))?;
        Some(text[span.range()].to_owned())
    };
    let is_variable = |name: &String| {
        name.starts_with("CARGO_") || ["LC_ALL", "NO_COLOR", "PLANWRIGHT_COMMIT"].contains(&name.as_str())
    };
    found.filter_map(name).filter(|name| !is_variable(name)).collect()
}

#[test]
fn every_code_is_listed_and_explained() {
    let known = known();
    let mut count = 0;
    let sources = [
        ("crates/cli/src", ".rs"),
        ("crates/compatibility/src", ".rs"),
        ("crates/deploy/src", ".rs"),
        ("crates/mcp/src", ".rs"),
        ("codegen/src", ".rs"),
        ("crates/planners/src/goal", "refusal.rs"),
    ];
    for (folder, suffix) in sources {
        for (path, bytes) in read_tree(&repository().join(folder), suffix).expect("a folder") {
            let text = String::from_utf8_lossy(&bytes);
            // Unit tests contain strings that only look like codes.
            for code in written(text.split("#[cfg(test)]").next().unwrap_or_default()) {
                assert!(
                    known.contains(&code),
                    "{folder}/{path}: {code} is in no table of crates/reference/src/code_tables/tables.rs"
                );
                count += 1;
            }
        }
    }
    assert!(count > 40, "only {count} codes were found");
    for code in ["KEYWORD_IN_WORDS", "LIMIT_EXCEEDED", "UNKNOWN_SCHEMA", "INTERNAL", "STALE_FILE"] {
        let (status, out, _) = run(Path::new("."), &["explain", &code.to_lowercase()]);
        assert_eq!(status, 0, "{code}");
        assert!(out.starts_with(&format!("{code} (planwright ")), "{out}");
    }
    let (_, out, _) = run(Path::new("."), &["explain", "STORE_FAILED"]);
    assert!(out.contains("STORE_FAILED (planwright mcp, error)"), "{out}");
}

#[test]
fn an_unlisted_code_is_seen() {
    let text = "let code = \"MADE_UP\"; eprintln!(\"error[OTHER_ONE]: x\"); env!(\"CARGO_PKG_VERSION\"); \"Not_One\"";
    assert_eq!(written(text).into_iter().collect::<Vec<_>>(), ["MADE_UP", "OTHER_ONE"]);
    assert!(!known().contains("MADE_UP"));
}
