//! Every code has an invalid example, and every invalid example has a code.
//!
//! A folder `tests/cases/invalid/<contract>/<CODE>[-n]` is a case. It contains `input.json` (or `input.txt`), the
//! surroundings in `context.json`, and the exact list of expected findings in `expect.json`. An entry without
//! `severity` is an error.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use planwright_contracts::{ContractName, Report, Surroundings};
use serde_json::Value;

type Finding = (String, String, String);

#[test]
fn every_case_reports_what_it_expects() {
    let mut failures = Vec::new();
    for (contract, case) in cases() {
        let text = read_case_file(&case, "input.json")
            .or_else(|| read_case_file(&case, "input.txt"))
            .expect("a case has an input");
        let context = read_case_file(&case, "context.json");
        let surroundings =
            context.map_or_else(Surroundings::default, |context| Surroundings::from_json(contract, &context).unwrap());
        let (report, accepted) = match contract.check(&text, &surroundings) {
            Ok(warnings) => (warnings, true),
            Err(report) => (report, false),
        };
        let expected = expected(&case);
        if reported_findings(&report) != expected || accepted == report.has_errors() {
            failures.push(format!(
                "{}:\n  expected {expected:?}\n  got      {:?}",
                case.display(),
                reported_findings(&report)
            ));
        }
        if let Some(lost) = report.iter().find(|one| one.span.is_none() || one.message.is_empty()) {
            failures.push(format!("{}: {lost:?} shows nothing", case.display()));
        }
        if !expected.iter().any(|(code, ..)| *code == code_of(&case)) {
            failures.push(format!("{} does not show its own code", case.display()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_code_has_a_case() {
    for contract in ContractName::ALL {
        let shown: BTreeSet<_> = cases().filter(|(of, _)| *of == contract).map(|(_, case)| code_of(&case)).collect();
        let missing: BTreeSet<_> =
            contract.codes().iter().map(|info| info.code.to_owned()).filter(|code| !shown.contains(code)).collect();
        assert!(missing.is_empty(), "{contract} has no case for {missing:?}");
    }
}

fn cases() -> impl Iterator<Item = (ContractName, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/invalid");
    folders(&root).into_iter().flat_map(|of_contract| {
        let name = of_contract.file_name().unwrap().to_str().unwrap().to_owned();
        let contract = ContractName::parse(&name).unwrap_or_else(|| panic!("{name} is no contract"));
        folders(&of_contract).into_iter().map(move |case| (contract, case))
    })
}

fn folders(parent: &Path) -> Vec<PathBuf> {
    let mut all: Vec<_> = fs::read_dir(parent).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.sort();
    all
}

fn code_of(case: &Path) -> String {
    case.file_name().unwrap().to_str().unwrap().split('-').next().unwrap().to_owned()
}

fn read_case_file(case: &Path, file: &str) -> Option<String> {
    fs::read_to_string(case.join(file)).ok()
}

fn expected(case: &Path) -> BTreeSet<Finding> {
    let entries: Vec<Value> = serde_json::from_str(&read_case_file(case, "expect.json").unwrap()).unwrap();
    let text = |entry: &Value, key: &str| entry[key].as_str().map(str::to_owned);
    let finding = |entry: &Value| {
        (
            text(entry, "code").unwrap(),
            text(entry, "pointer").unwrap(),
            text(entry, "severity").unwrap_or("error".into()),
        )
    };
    entries.iter().map(finding).collect()
}

fn reported_findings(report: &Report) -> BTreeSet<Finding> {
    report.iter().map(|one| (one.code.to_owned(), one.at.to_string(), one.severity.to_string())).collect()
}
