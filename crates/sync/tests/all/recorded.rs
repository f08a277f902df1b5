//! Only recorded files are removed, and only if they are unchanged.

use std::fs;
use std::path::Path;

use planwright_sync::{Files, LeftReason, Plan, path_from, plan_recorded};

const RECORD: &str = ".planwright/written.txt";

fn ours(_: &str, text: &str) -> bool {
    text.starts_with("// ours")
}

fn planned(root: &Path, set: &str, files: &[(&str, &str)]) -> Plan {
    let wanted: Files = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    plan_recorded(root, &wanted, set, ours).unwrap()
}

fn write(root: &Path, set: &str, files: &[(&str, &str)]) -> Vec<(String, LeftReason)> {
    let plan = planned(root, set, files);
    plan.write().unwrap();
    plan.left().to_vec()
}

#[test]
fn what_was_written_and_is_no_longer_wanted_is_removed() {
    let root = tempfile::tempdir().unwrap();
    write(root.path(), "one", &[("a.rs", "// ours a\n"), ("deep/b.rs", "// ours b\n")]);
    let plan = planned(root.path(), "one", &[("a.rs", "// ours a\n")]);
    let findings: Vec<_> = plan.changes().iter().map(|change| (change.finding(), change.path())).collect();
    assert_eq!(findings, [("orphaned", "deep/b.rs")]);
    plan.write().unwrap();
    assert!(!root.path().join("deep").exists());
    let again = planned(root.path(), "one", &[("a.rs", "// ours a\n")]);
    assert!(again.is_clean() && again.left().is_empty() && again.unchanged_count() == 1);
}

#[test]
fn what_a_run_did_not_write_stays() {
    let root = tempfile::tempdir().unwrap();
    let at = |path: &str| root.path().join(path);
    write(root.path(), "one", &[("a.rs", "// ours a\n"), ("b.rs", "// ours b\n"), ("c.rs", "// ours c\n")]);
    write(root.path(), "two", &[("d.rs", "// ours d\n")]);
    write(&at("inner"), "three", &[("a.rs", "// ours inner\n")]);
    fs::write(at("copy.rs"), "// ours a\n").unwrap();
    fs::write(at("theirs.rs"), "// theirs\n").unwrap();
    fs::write(at("b.rs"), "// ours b, edited\n").unwrap();
    // A checkout with other line breaks changes nothing.
    fs::write(at("c.rs"), "// ours c\r\n").unwrap();
    let left = write(root.path(), "one", &[("a.rs", "// ours a\n")]);
    assert_eq!(left, [("b.rs".to_owned(), LeftReason::Edited), ("copy.rs".to_owned(), LeftReason::Unrecorded)]);
    assert!(!at("c.rs").exists());
    for kept in ["a.rs", "b.rs", "copy.rs", "d.rs", "theirs.rs", "inner/a.rs"] {
        assert!(at(kept).exists(), "{kept}");
    }
    assert_eq!(write(root.path(), "two", &[("d.rs", "// ours d\n")]).len(), 2, "they are named until they are gone");
}

#[test]
fn no_record_leads_out_of_its_folder() {
    let root = tempfile::tempdir().unwrap();
    let (out, outside) = (root.path().join("out"), root.path().join("outside"));
    fs::create_dir_all(&outside).unwrap();
    write(&outside, "one", &[("a.rs", "// ours a\n")]);
    write(&out, "one", &[("b.rs", "// ours b\n")]);
    let digest = fs::read_to_string(outside.join(RECORD)).unwrap();
    let digest = digest.lines().find(|line| line.ends_with("  a.rs")).unwrap().split(' ').next().unwrap().to_owned();
    let absolute = outside.join("a.rs").display().to_string();
    let mut record = fs::read_to_string(out.join(RECORD)).unwrap();
    for path in ["../outside/a.rs", "link/a.rs", "./../outside/a.rs", absolute.as_str()] {
        record = format!("{record}{digest}  {path}\n");
    }
    fs::write(out.join(RECORD), format!("<<<<<<< ours\n{record}>>>>>>> theirs\n")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(&outside, out.join("link")).unwrap();
    write(&out, "one", &[]);
    assert!(outside.join("a.rs").exists());
    assert!(!out.join("b.rs").exists(), "the control: what the record names inside of the folder is removed");
}

#[test]
fn a_plan_that_is_refused_leaves_the_record_as_it_was() {
    let root = tempfile::tempdir().unwrap();
    write(root.path(), "one", &[("a.rs", "// ours a\n")]);
    let before = fs::read(root.path().join(RECORD)).unwrap();
    fs::write(root.path().join("b.rs"), "// theirs\n").unwrap();
    let plan = planned(root.path(), "one", &[("b.rs", "// ours b\n")]);
    assert_eq!(plan.foreign(), ["b.rs"]);
    plan.write().unwrap_err();
    assert_eq!(fs::read(root.path().join(RECORD)).unwrap(), before);
    assert!(root.path().join("a.rs").exists());
}

#[test]
fn a_path_is_named_from_its_folder_however_it_is_written() {
    let root = tempfile::tempdir().unwrap();
    let at = |path: &str| root.path().join(path);
    fs::create_dir_all(at("schemas")).unwrap();
    for (folder, target) in [("src/gen", "schemas"), ("./src/gen", "schemas/"), ("x/../src/gen", "src/../schemas")] {
        assert_eq!(path_from(&at(folder), &at(target)), "../../schemas");
    }
    assert_eq!(path_from(&at("schemas"), &at("schemas")), "");
}
