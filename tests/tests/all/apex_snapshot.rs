//! The output of `SchemaSnapshot.buildSnapshot` of the Apex runtime is a valid snapshot, and blueprints can be checked
//! against it. The golden is made offline: `tests/apex-run/tests/lang/snapshot.test.mjs` runs the runtime and compares.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;

use planwright_contracts::action_blueprint::read_context;
use planwright_contracts::{ContractName, Surroundings};
use planwright_org::check_file;
use serde_json::{Value, json};

const GOLDEN: &str = "cases/apex/snapshot.json";

/// The user of the golden may read `Contact.Title` but not change it. Everything else is allowed.
const REFUSED: (&str, &str) = ("wide-update-contact-profile.json", "/inputs/6/fieldApiName");

#[test]
fn the_runtime_makes_snapshots_of_the_contract() -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(GOLDEN)?;
    let warnings =
        ContractName::SchemaSnapshot.check(&text, &Surroundings::default()).map_err(|report| print_report(&report))?;
    assert!(warnings.is_empty(), "{}", print_report(&warnings));
    Ok(())
}

#[test]
fn a_snapshot_with_a_wrong_member_is_refused() -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(GOLDEN)?.replacen("\"nillable\": true", "\"nillable\": \"yes\"", 1);
    assert!(ContractName::SchemaSnapshot.check(&text, &Surroundings::default()).is_err());
    Ok(())
}

#[test]
fn blueprints_are_checked_against_it() -> Result<(), Box<dyn Error>> {
    let snapshot: Value = serde_json::from_str(&fs::read_to_string(GOLDEN)?)?;
    let context = read_context(&json!({ "snapshot": snapshot })).map_err(|report| print_report(&report))?;
    let mut refused = BTreeMap::new();
    for entry in fs::read_dir("../examples/blueprints")? {
        let path = entry?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if let Err(report) = check_file(&fs::read_to_string(&path)?, &context) {
            let errors: Vec<_> =
                report.iter().filter(|finding| finding.is_error()).map(|one| one.at.to_string()).collect();
            refused.insert(name, errors);
        }
    }
    assert_eq!(refused, BTreeMap::from([(REFUSED.0.to_owned(), vec![REFUSED.1.to_owned()])]));
    Ok(())
}

fn print_report(report: &planwright_contracts::Report) -> String {
    let lines: Vec<_> = report.iter().map(|finding| format!("{}: {}", finding.at, finding.message)).collect();
    lines.join("\n")
}
