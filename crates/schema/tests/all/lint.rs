//! Cases of the lint, one line each, in `tests/cases/lint.jsonl`.

use std::collections::BTreeSet;

use planwright_schema::{ErrorKind, SchemaSet, lint};
use serde_json::Value;

const CASES: &str = include_str!("../../../../tests/cases/lint.jsonl");

/// Returns the findings of a schema: location, code and message.
fn findings(schema: &Value) -> Vec<(String, &'static str, String)> {
    let set = SchemaSet::parse([("a.json".to_owned(), schema.to_string().into_bytes())]);
    let set = set.unwrap_or_else(|errors| panic!("{schema}: {errors:?}"));
    let found = lint::strict_warnings(&set).unwrap_or_else(|errors| panic!("{schema}: {errors:?}"));
    let found = found.into_iter().map(|error| match error.kind {
        ErrorKind::Lint { code, message } => {
            assert!(error.line_column.is_some(), "{message}");
            (error.pointer.to_string(), code, message)
        }
        other => panic!("{other}"),
    });
    found.collect()
}

#[test]
fn every_case_has_its_findings_and_no_others() {
    for line in CASES.lines() {
        let case: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let found = findings(&case["schema"]);
        let mut expected: Vec<(&str, &str, &str)> = Vec::new();
        for row in case["found"].as_array().into_iter().flatten() {
            let text = |index: usize| row[index].as_str().unwrap_or_else(|| panic!("{line}"));
            expected.push((text(0), text(1), text(2)));
        }
        let fits = |one: &(String, &str, String)| {
            expected.iter().any(|(at, code, part)| one.0 == *at && one.1 == *code && one.2.contains(part))
        };
        assert!(found.len() == expected.len() && found.iter().all(fits), "{}: {found:#?}", case["name"]);
    }
}

#[test]
fn every_code_of_the_lint_has_a_case() {
    let in_cases: BTreeSet<&str> =
        lint::WARNINGS.iter().map(|(code, _)| *code).filter(|code| CASES.contains(&format!("\"{code}\""))).collect();
    // The others need several files, or are tested where they are found.
    let elsewhere = [
        lint::APEX_UNCHECKED,
        lint::ASSERTS_NOTHING,
        lint::DEFAULT_INVALID,
        lint::EXAMPLE_INVALID,
        lint::PATTERN_NOT_PORTABLE,
        lint::REFERENCE_WITHOUT_QUERY,
        lint::TAG_OVERLAP,
        lint::TYPE_FALLBACK,
        lint::UNREACHABLE_DEFINITION,
    ];
    for (code, _) in lint::WARNINGS {
        assert!(in_cases.contains(code) != elsewhere.contains(code), "{code}");
    }
}
