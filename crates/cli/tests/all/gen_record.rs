//! Tests that commands remove only files that they wrote and that nobody has edited.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::project::repository;

const SCHEMA: &str = r#"{"type": "object", "properties": {"a": {"type": "string"}}}"#;

fn planwright(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_planwright"));
    command.args(arguments).current_dir(folder).env("XDG_CACHE_HOME", folder.join("cache")).output().unwrap()
}

fn run(folder: &Path, arguments: &[&str]) -> String {
    let output = planwright(folder, arguments);
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{arguments:?}: {said}");
    said
}

fn put(folder: &Path, path: &str, text: &str) {
    let path = folder.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

#[test]
fn a_set_above_another_leaves_it_alone() {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "a/x.json", SCHEMA);
    put(folder.path(), "b/y.json", SCHEMA);
    let sets = [["gen", "--schema", "a", "--out", "src/gen/v1"], ["gen", "--schema", "b", "--out", "src/gen"]];
    for round in 0..2 {
        for set in &sets {
            let said = run(folder.path(), set);
            assert!(!said.contains("removed"), "round {round}: {said}");
        }
    }
    for set in &sets {
        run(folder.path(), &[&set[..], &["--check"]].concat());
    }
    let apex = ["gen", "--lang", "apex", "--schema", "a", "--out", "src", "--class", "Plans"];
    assert!(!run(folder.path(), &apex).contains("removed"));
}

#[test]
fn what_was_edited_or_copied_is_not_removed() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["one", "two", "three"] {
        put(folder.path(), &format!("schemas/{name}/x.json"), SCHEMA);
    }
    let command = ["gen", "--schema", "schemas", "--out", "out"];
    run(folder.path(), &command);
    let at = |path: &str| folder.path().join(path);
    fs::copy(at("out/one.rs"), at("out/copy.rs")).unwrap();
    let edited = fs::read_to_string(at("out/two.rs")).unwrap() + "// by hand\n";
    fs::write(at("out/two.rs"), &edited).unwrap();
    fs::remove_dir_all(at("schemas/two")).unwrap();
    fs::remove_dir_all(at("schemas/three")).unwrap();
    let said = run(folder.path(), &command);
    assert!(said.contains("removed out/three.rs") && !at("out/three.rs").exists(), "{said}");
    assert!(said.contains("note: out/two.rs is no longer generated and was edited"), "{said}");
    assert!(said.contains("note: out/copy.rs looks generated, but planwright has no record"), "{said}");
    assert_eq!(fs::read_to_string(at("out/two.rs")).unwrap(), edited);
    assert!(at("out/copy.rs").exists());
    let check = [&command[..], &["--check"]].concat();
    for _ in 0..2 {
        assert!(run(folder.path(), &check).contains("note: out/copy.rs"), "a check says so too, each time");
    }
}

#[test]
fn sets_of_the_configuration_do_not_overlap_however_they_are_written() {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "a/x.json", SCHEMA);
    put(folder.path(), "b/x.json", SCHEMA);
    for out in ["src/gen/v1", "./src/gen", "src/../src/gen"] {
        let text = format!("[[gen]]\nschemas = \"a\"\nout = \"src/gen\"\n[[gen]]\nschemas = \"b\"\nout = {out:?}\n");
        put(folder.path(), "planwright.toml", &text);
        let output = planwright(folder.path(), &["gen"]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && said.contains("two sets write to the same folder"), "{out}: {said}");
        assert!(!folder.path().join("src").exists());
    }
}

#[test]
fn a_report_above_another_leaves_it_alone() {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "planwright.toml", "");
    for html in ["site/v1", "site", "site"] {
        run(folder.path(), &["report", "--html", html]);
    }
    assert!(folder.path().join("site/v1/index.html").exists() && folder.path().join("site/index.html").exists());
    let old = fs::read_to_string(folder.path().join("site/index.html")).unwrap();
    put(folder.path(), "site/mine.html", &old);
    let said = run(folder.path(), &["report", "--html", "site"]);
    assert!(said.contains("note: site/mine.html looks generated"), "{said}");
    assert!(folder.path().join("site/mine.html").exists());
}

#[test]
fn pruning_a_package_directory_leaves_what_it_did_not_write() {
    let folder = tempfile::tempdir().unwrap();
    let at = |path: &str| folder.path().join(path);
    let blueprint = fs::read_to_string(repository().join("examples/blueprints/update-opportunity-stage.json")).unwrap();
    put(folder.path(), "one.json", &blueprint);
    put(folder.path(), "two.json", &blueprint.replace("UpdateOpportunityStage", "Other"));
    put(folder.path(), "three.json", &blueprint.replace("UpdateOpportunityStage", "Third"));
    let apex = |out: &str, more: &[&str]| run(folder.path(), &[&["apex", "--out", out], more].concat());
    apex("force-app/inner", &["two.json"]);
    apex("force-app/listed", &["three.json"]);
    fs::remove_dir_all(at("force-app/listed/.planwright")).unwrap();
    let packages = r#"{"packageDirectories": [{"path": "force-app", "default": true}, {"path": "force-app/listed"}]}"#;
    put(folder.path(), "sfdx-project.json", packages);
    apex("force-app", &["one.json"]);
    let class = "force-app/main/default/classes/DynamicAction_UpdateOpportunityStage.cls";
    let copy = "force-app/main/default/classes/Mine.cls";
    fs::write(at(copy), fs::read_to_string(at(class)).unwrap() + "// by hand\n").unwrap();
    let said = apex("force-app", &["--prune", "one.json"]);
    assert!(said.contains(&format!("note: {copy} looks generated")), "{said}");
    let inner = "force-app/inner/main/default/classes/DynamicAction_Other.cls";
    let listed = "force-app/listed/main/default/classes/DynamicAction_Third.cls";
    for kept in [class, copy, inner, listed] {
        assert!(at(kept).exists(), "{kept}: {said}");
    }
    apex("force-app", &["--prune", "--force", "one.json"]);
    assert!(!at(copy).exists(), "the control: it was a candidate");
    for kept in [class, inner, listed] {
        assert!(at(kept).exists(), "{kept}");
    }
}

#[test]
fn the_copy_of_the_runtime_is_checked_and_never_overwritten_by_hand() {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "schemas/x.json", SCHEMA);
    put(
        folder.path(),
        "planwright.toml",
        "[gen]\nschemas = \"schemas\"\nout = \"out\"\nvendor-runtime = \"runtime\"\n",
    );
    put(folder.path(), "runtime/NOTES.md", "ours");
    run(folder.path(), &["gen", "--explain"]);
    assert!(!folder.path().join("runtime/src").exists(), "an explanation writes nothing");
    assert!(run(folder.path(), &["gen"]).contains("wrote runtime/src/lib.rs"));
    run(folder.path(), &["gen", "--check"]);
    let at = |path: &str| folder.path().join(path);
    let written = fs::read_to_string(at("runtime/src/lib.rs")).unwrap();
    fs::write(at("runtime/src/lib.rs"), written.clone() + "// an older version\n").unwrap();
    let checked = planwright(folder.path(), &["gen", "--check"]);
    assert_eq!(checked.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&checked.stdout).contains("stale     src/lib.rs"), "{checked:?}");
    run(folder.path(), &["gen"]);
    assert_eq!(fs::read_to_string(at("runtime/src/lib.rs")).unwrap(), written);
    assert_eq!(fs::read_to_string(at("runtime/NOTES.md")).unwrap(), "ours");
    fs::write(at("runtime/src/lib.rs"), "//! Not ours.\n").unwrap();
    let refused = planwright(folder.path(), &["gen"]);
    assert_eq!(fs::read_to_string(at("runtime/src/lib.rs")).unwrap(), "//! Not ours.\n", "{refused:?}");
    assert!(!refused.status.success());
}

#[test]
fn the_copy_of_the_runtime_is_not_written_into_generated_code() {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "schemas/x.json", SCHEMA);
    let refused =
        planwright(folder.path(), &["gen", "--schema", "schemas", "--out", "out", "--vendor-runtime", "out/runtime"]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && said.contains("need separate folders"), "{said}");
    assert!(!folder.path().join("out").exists());
}
