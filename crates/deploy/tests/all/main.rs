//! Deploys a blueprint into a Salesforce project through the library, without starting a process.

mod runtime_package;

use std::fs;
use std::path::Path;

use planwright_deploy::{DeployOptions, deploy};
use planwright_project::exit::Outcome;

fn options(root: &Path) -> DeployOptions {
    DeployOptions {
        files: vec![root.join("ReassignCase.json").display().to_string()],
        out: Some(root.join("force-app")),
        no_cache: true,
        ..DeployOptions::default()
    }
}

#[test]
fn a_program_deploys_a_blueprint() {
    let project = tempfile::tempdir().expect("a folder");
    let root = project.path();
    fs::write(root.join("sfdx-project.json"), r#"{"packageDirectories": [{"path": "force-app", "default": true}]}"#)
        .expect("the project file");
    let blueprint = include_str!("../../../../examples/blueprints/reassign-case.json");
    fs::write(root.join("ReassignCase.json"), blueprint).expect("the blueprint");

    let report = deploy(&options(root));
    assert!(matches!(report.end(), Ok(Outcome::Fine)), "{:?}", report.findings());
    let class = root.join("force-app/main/default/classes/DynamicAction_ReassignCase.cls");
    let text = fs::read_to_string(&class).expect("the class");
    assert!(text.contains("class DynamicAction_ReassignCase"), "{text}");

    // A second run has nothing to write. An edited class is reported and kept.
    let checked = deploy(&DeployOptions { check: true, ..options(root) });
    assert!(matches!(checked.end(), Ok(Outcome::Fine)), "{:?}", checked.findings());
    fs::write(&class, text + "// edited\n").expect("the edit");
    let refused = deploy(&options(root));
    let codes: Vec<&str> = refused.findings().iter().map(|finding| finding.code).collect();
    assert_eq!(codes, ["EDITED_BY_HAND"]);
    assert!(fs::read_to_string(&class).expect("the class").ends_with("// edited\n"));
}

#[test]
fn a_blueprint_with_errors_writes_nothing() {
    let project = tempfile::tempdir().expect("a folder");
    let root = project.path();
    fs::write(root.join("ReassignCase.json"), r#"{"name": "ReassignCase"}"#).expect("the blueprint");
    let report = deploy(&options(root));
    assert!(report.findings().iter().any(|finding| finding.code == "MISSING_FIELD"), "{:?}", report.findings());
    assert!(!root.join("force-app").exists());
}
