//! Tests that generated files may be reformatted: `apex --check` ignores the layout.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::project::{repository, run};

const PARTS: &str = "manifest,permission-set,agent";

fn new_project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let blueprints = repository().join("examples/blueprints").display().to_string();
    let (code, _, err) = run(folder.path(), &["apex", "--runtime=all", "--parts", PARTS, &blueprints]);
    assert_eq!(code, 0, "{err}");
    folder
}

fn again(folder: &Path, more: &[&str]) -> (i32, String) {
    let blueprints = repository().join("examples/blueprints").display().to_string();
    let arguments = [&["apex", "--runtime=all", "--parts", PARTS], more, &[blueprints.as_str()]].concat();
    let (code, out, err) = run(folder, &arguments);
    (code, out + &err)
}

/// Returns every generated file.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut pending = vec![folder.to_owned()];
    while let Some(next) = pending.pop() {
        if next.is_dir() {
            pending.extend(fs::read_dir(&next).unwrap().map(|entry| entry.unwrap().path()));
        } else {
            found.push(next);
        }
    }
    found.sort();
    found
}

fn change(path: &Path, edit: impl Fn(&str) -> String) {
    fs::write(path, edit(&fs::read_to_string(path).unwrap())).unwrap();
}

#[test]
fn another_layout_is_neither_stale_nor_edited() {
    let folder = new_project();
    for path in files(folder.path()) {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("cls") => change(&path, |text| text.replace("    ", "\t").replace(" && ", "\n\t\t&& ")),
            Some("json") => change(&path, |text| text.replace("  ", " ").replace("\": ", "\" : ")),
            Some("xml") => change(&path, |text| {
                text.replace("    <", "\t<").replace("</", "\n</").replace("?>", " ?>").replace("on>", "on\n  >")
            }),
            _ => {}
        }
    }
    let before: Vec<String> = files(folder.path()).iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    assert!(before.iter().any(|text| text.contains("\n\t\t&& ")), "the layout is another one");
    assert_eq!(again(folder.path(), &["--check"]).0, 0, "{}", again(folder.path(), &["--check"]).1);
    assert_eq!(again(folder.path(), &[]).0, 0);
    let after: Vec<String> = files(folder.path()).iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    assert_eq!(before, after, "nothing is laid out anew");

    // Control: a change of the code is detected.
    let class = folder.path().join("force-app/main/default/classes/DynamicAction_UpdateOpportunityStage.cls");
    change(&class, |text| text.replacen("public", "global", 1));
    let (code, said) = again(folder.path(), &[]);
    assert_eq!(code, 1);
    assert!(said.contains("EDITED_BY_HAND") && said.contains("DynamicAction_UpdateOpportunityStage.cls"), "{said}");
}

#[test]
#[ignore = "needs node and the packages of tests/analyzers; `cargo xtask verify` runs it"]
fn prettier_changes_nothing_that_is_meant() {
    let folder = new_project();
    let packages = repository().join("tests/analyzers/node_modules").canonicalize().unwrap();
    for width in ["80", "120"] {
        let before: Vec<String> = files(folder.path()).iter().map(|path| fs::read_to_string(path).unwrap()).collect();
        let output = Command::new("node")
            .arg(packages.join("prettier/bin/prettier.cjs"))
            .arg(format!("--plugin={}", packages.join("prettier-plugin-apex/dist/src/index.js").display()))
            .arg(format!("--plugin={}", packages.join("@prettier/plugin-xml/src/plugin.js").display()))
            .args(["--trailing-comma", "none", "--tab-width", "4", "--write", "--print-width", width])
            .args(["--xml-whitespace-sensitivity", if width == "80" { "strict" } else { "ignore" }])
            .args(["**/*.cls", "**/*.json", "**/*.xml", "force-app/.planwright/*.json"])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let after: Vec<String> = files(folder.path()).iter().map(|path| fs::read_to_string(path).unwrap()).collect();
        assert!(before.iter().zip(&after).filter(|(before, after)| before != after).count() > 20, "it did nothing");
        assert!(after.iter().any(|text| text.contains("UTF-8\" ?>")), "it read no XML");
        let (code, said) = again(folder.path(), &["--check"]);
        assert_eq!(code, 0, "{said}");
    }
}
