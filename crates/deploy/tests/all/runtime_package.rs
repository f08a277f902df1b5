//! Tests the runtime as a package: its project, and actions that use it.

use std::fs;
use std::path::Path;

use planwright_deploy::{DeployOptions, deploy};
use planwright_project::config::{Part, RuntimeExtent};
use planwright_project::exit::Outcome;
use planwright_project::report::CommandReport;
use planwright_templates::RUNTIME_VERSION;
use serde_json::{Value, json};

const CLASSES: &str = "force-app/main/default/classes";

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().expect("a folder")).expect("the folder");
    fs::write(path, text).expect("the file");
}

fn json_of(root: &Path, path: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(root.join(path)).expect("the file")).expect("JSON")
}

fn failures(report: &CommandReport) -> String {
    format!("{:?}", report.failures)
}

/// Returns the options of a project of actions, with the given content of its project file.
fn actions(root: &Path, more: &Value) -> DeployOptions {
    let mut project = json!({"packageDirectories": [{"path": "force-app", "default": true}]});
    project.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    write(root, "sfdx-project.json", &project.to_string());
    write(root, "close-case.json", include_str!("../../../reference/blueprints/close-case.json"));
    DeployOptions {
        files: vec![root.join("close-case.json").display().to_string()],
        out: Some(root.join("force-app")),
        runtime: Some(RuntimeExtent::Package),
        no_cache: true,
        ..DeployOptions::default()
    }
}

fn alias(version: &str) -> Value {
    json!({"packageAliases": {"Other@9.9.9-1": "04t1", format!("PlanwrightRuntime@{version}"): "04t2"}})
}

#[test]
fn the_runtime_is_written_as_a_project() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    let options = |check| DeployOptions { runtime_package: Some(root.to_owned()), check, ..DeployOptions::default() };
    let report = deploy(&options(false));
    assert!(matches!(report.end(), Ok(Outcome::Fine)), "{}", failures(&report));
    let class = fs::read_to_string(root.join(CLASSES).join("PwRuntime.cls")).expect("the class");
    assert!(class.contains(&format!("VERSION = '{RUNTIME_VERSION}';")), "{class}");
    assert!(root.join(CLASSES).join("PwActionOrchestrator_Test.cls").exists());
    let directory = &json_of(root, "sfdx-project.json")["packageDirectories"][0];
    let expected = json!({
        "path": "force-app", "default": true, "package": "PlanwrightRuntime",
        "versionName": format!("Planwright {RUNTIME_VERSION}"), "versionNumber": format!("{RUNTIME_VERSION}.NEXT"),
    });
    assert_eq!(directory, &expected);
    assert!(matches!(deploy(&options(true)).end(), Ok(Outcome::Fine)));

    // An upgrade changes the version only. `sf` has added the Ids, and a person another property.
    let mut project = json_of(root, "sfdx-project.json");
    project["packageDirectories"][0]["versionNumber"] = "0.0.1.NEXT".into();
    project["packageDirectories"][0]["definitionFile"] = "config/org.json".into();
    project["packageAliases"] = json!({"PlanwrightRuntime": "0Ho1"});
    write(root, "sfdx-project.json", &project.to_string());
    write(root, &format!("{CLASSES}/PwProblem.cls"), "/** Part of the planwright runtime. */\nclass PwProblem {}\n");
    assert!(matches!(deploy(&options(true)).end(), Ok(Outcome::Findings)));
    assert!(matches!(deploy(&options(false)).end(), Ok(Outcome::Fine)));
    let project = json_of(root, "sfdx-project.json");
    assert_eq!(project["packageDirectories"][0]["versionNumber"], format!("{RUNTIME_VERSION}.NEXT"));
    assert_eq!(project["packageDirectories"][0]["definitionFile"], "config/org.json");
    assert_eq!(project["packageAliases"]["PlanwrightRuntime"], "0Ho1");
    let class = fs::read_to_string(root.join(CLASSES).join("PwProblem.cls")).expect("the class");
    assert!(class.contains("observer"), "{class}");
}

#[test]
fn files_of_others_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    let options = || DeployOptions { runtime_package: Some(root.to_owned()), ..DeployOptions::default() };
    write(root, "sfdx-project.json", r#"{"packageDirectories": [{"path": "force-app"}]}"#);
    let told = failures(&deploy(&options()));
    assert!(told.contains("no package directory has the package PlanwrightRuntime"), "{told}");
    fs::remove_file(root.join("sfdx-project.json")).expect("the file");
    for (path, text) in
        [("README.md", "# Mine\n"), ("force-app/main/default/classes/PwProblem.cls", "class PwProblem {}\n")]
    {
        write(root, path, text);
        let told = failures(&deploy(&options()));
        assert!(told.contains(path) && told.contains("not written by planwright"), "{told}");
        assert_eq!(fs::read_to_string(root.join(path)).expect("the file"), text);
        fs::remove_file(root.join(path)).expect("the file");
    }
    assert!(!root.join("force-app/main/default/labels").exists());
}

#[test]
fn an_action_has_four_files_and_tests_the_installed_version() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    let report = deploy(&actions(root, &alias(&format!("{RUNTIME_VERSION}-7"))));
    assert!(matches!(report.end(), Ok(Outcome::Fine)) && report.findings().is_empty(), "{:?}", report.findings());
    let mut files: Vec<String> = fs::read_dir(root.join(CLASSES))
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
        .collect();
    files.sort();
    let (test, class) = ("DATest_CloseCase.cls", "DynamicAction_CloseCase.cls");
    assert_eq!(files, [test, &format!("{test}-meta.xml"), class, &format!("{class}-meta.xml")]);
    assert_eq!(fs::read_dir(root.join("force-app/main/default")).expect("the folder").count(), 1);
    let test = fs::read_to_string(root.join(CLASSES).join(test)).expect("the test");
    assert!(test.contains(&format!("String version = '{RUNTIME_VERSION}';")), "{test}");
}

#[test]
fn a_version_that_the_actions_cannot_use_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    let report = deploy(&actions(root, &alias("99.0.0-1")));
    let found = report.findings();
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].is_error() && found[0].code == "RUNTIME_VERSION", "{found:?}");
    assert_eq!(found[0].at.as_str(), "/packageAliases/PlanwrightRuntime@99.0.0-1");
    assert!(found[0].position.is_some(), "{found:?}");
    assert!(!root.join(CLASSES).exists(), "nothing is written");

    // Without a version it is a warning. A dependency takes precedence over aliases, and the project's own package over both.
    let report = deploy(&actions(root, &json!({})));
    let codes: Vec<_> = report.findings().iter().map(|finding| (finding.code, finding.is_error())).collect();
    assert_eq!(codes, [("RUNTIME_VERSION", false)]);
    for (version, expected) in [(format!("{RUNTIME_VERSION}.LATEST"), 0), ("0.0.1.LATEST".to_owned(), 1)] {
        let dependency = json!({"package": "PlanwrightRuntime", "versionNumber": version});
        let mut more = alias(if expected == 0 { "99.0.0-1" } else { RUNTIME_VERSION });
        more["packageDirectories"] =
            json!([{"path": "force-app", "default": true, "dependencies": [{"package": "Other"}, dependency]}]);
        assert_eq!(deploy(&actions(root, &more)).findings().len(), expected, "{version}");
        let own = json!({"path": "runtime", "package": "PlanwrightRuntime", "versionNumber": format!("{RUNTIME_VERSION}.NEXT")});
        more["packageDirectories"].as_array_mut().expect("a list").push(own);
        assert_eq!(deploy(&actions(root, &more)).findings().len(), 0, "{version}");
    }
}

#[test]
fn packaged_actions_cannot_use_the_package() {
    let folder = tempfile::tempdir().expect("a folder");
    let told = failures(&deploy(&actions(folder.path(), &json!({"namespace": "acme"}))));
    assert!(told.contains("the runtime package has no namespace"), "{told}");
}

/// The package takes over the classes of the org, so a deployment must not delete them.
#[test]
fn moving_to_the_package_deletes_files_but_no_components() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    let package = DeployOptions { parts: vec![Part::Destructive], ..actions(root, &alias(RUNTIME_VERSION)) };
    let used = DeployOptions {
        runtime: Some(RuntimeExtent::Used),
        parts: vec![Part::Destructive],
        ..actions(root, &json!({}))
    };
    assert!(matches!(deploy(&used).end(), Ok(Outcome::Fine)));
    assert!(root.join(CLASSES).join("PwProblem.cls").exists());
    actions(root, &alias(RUNTIME_VERSION));
    let report = deploy(&package);
    assert!(matches!(report.end(), Ok(Outcome::Fine)), "{:?}", report.findings());
    assert!(!root.join(CLASSES).join("PwProblem.cls").exists());
    assert!(!root.join("force-app/main/default/labels/Planwright.labels-meta.xml").exists());
    let deleted = fs::read_to_string(root.join("manifest/destructiveChangesPost.xml")).expect("the manifest");
    assert!(!deleted.contains("<members>"), "{deleted}");
}
