//! Plans on a real folder: which files are written, which are kept, and that a failure changes nothing.

use std::fs;
use std::io::Write as _;
use std::process::Command;

use planwright_sync::{Change, Files, plan, plan_among, write_long};

fn ours(_: &str, text: &str) -> bool {
    text.starts_with("// ours")
}

fn wanted(files: &[(&str, &str)]) -> Files {
    files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
}

#[test]
fn writes_once_and_is_clean_afterwards() {
    let root = tempfile::tempdir().unwrap();
    let files = wanted(&[("a.txt", "// ours 1\n"), ("deep/er/b.txt", "// ours 2\n")]);
    let first = plan(root.path(), &files, ours).unwrap();
    assert_eq!(first.changes().len(), 2);
    first.write().unwrap();
    let second = plan(root.path(), &files, ours).unwrap();
    assert!(second.is_clean());
    assert_eq!(second.unchanged_count(), 2);
}

#[test]
fn updates_ours_deletes_orphans_and_leaves_others_alone() {
    let root = tempfile::tempdir().unwrap();
    fs::create_dir(root.path().join("old")).unwrap();
    fs::write(root.path().join("stale.txt"), "// ours, old\n").unwrap();
    fs::write(root.path().join("old/orphan.txt"), "// ours\n").unwrap();
    fs::write(root.path().join("theirs.txt"), "hand-written\n").unwrap();
    let plan = plan(root.path(), &wanted(&[("stale.txt", "// ours, new\n")]), ours).unwrap();
    let findings: Vec<_> = plan.changes().iter().map(|change| (change.finding(), change.path())).collect();
    assert_eq!(findings, [("orphaned", "old/orphan.txt"), ("stale", "stale.txt")]);
    assert!(plan.to_string().ends_with("0 up to date, 1 stale, 0 missing, 1 orphaned"));
    plan.write().unwrap();
    assert!(!root.path().join("old").exists(), "an emptied folder goes too");
    assert_eq!(fs::read_to_string(root.path().join("stale.txt")).unwrap(), "// ours, new\n");
    assert_eq!(fs::read_to_string(root.path().join("theirs.txt")).unwrap(), "hand-written\n");
}

#[test]
fn refuses_to_overwrite_what_is_not_ours() {
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("b.txt"), "hand-written\n").unwrap();
    let plan = plan(root.path(), &wanted(&[("a.txt", "// ours\n"), ("b.txt", "// ours\n")]), ours).unwrap();
    assert_eq!(plan.foreign(), ["b.txt"]);
    assert!(!plan.is_clean());
    let error = plan.write().unwrap_err().to_string();
    assert!(error.contains("b.txt"), "{error}");
    assert!(!root.path().join("a.txt").exists(), "nothing is half-written");
}

#[test]
fn a_failure_in_one_place_changes_nothing() {
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("blocked"), "a file where a folder is wanted").unwrap();
    let files = wanted(&[("a/new.txt", "// ours\n"), ("z.txt", "// ours\n")]);
    let good = plan(root.path(), &files, ours).unwrap();
    let bad = plan(&root.path().join("blocked"), &files, ours);
    assert!(bad.is_err() || bad.unwrap().write().is_err());
    assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1, "no folder and no temporary file is left");
    good.write().unwrap();
}

#[test]
fn a_diff_names_the_file_and_both_texts() {
    let change = Change::Update { path: "x.rs".into(), old: "one\n".into(), new: "two\n".into() };
    assert_eq!(change.diff(), "--- a/x.rs\n+++ b/x.rs\n@@ -1 +1 @@\n-one\n+two\n");
}

#[test]
fn git_applies_every_diff() {
    let folder = tempfile::tempdir().unwrap();
    // Numbers of a linear congruential generator: contents of 0 to 29 lines of few kinds, half of them without a last newline.
    let mut state = 7_u64;
    let mut next = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for round in 0..60 {
        let mut text = || {
            let lines: Vec<String> = (0..next(30)).map(|_| format!("line {}", next(9))).collect();
            lines.join("\n") + if next(2) == 0 { "\n" } else { "" }
        };
        let (old, new) = (text(), text());
        let (file, patch) = (folder.path().join("x.txt"), folder.path().join("x.patch"));
        let diff = Change::Update { path: "x.txt".into(), old: old.clone(), new: new.clone() }.diff();
        fs::write(&file, &old).unwrap();
        fs::write(patch, &diff).unwrap();
        let git = Command::new("git").args(["apply", "x.patch"]).current_dir(&folder).output().unwrap();
        let message = String::from_utf8_lossy(&git.stderr);
        assert_eq!(fs::read_to_string(&file).unwrap(), new, "round {round}: {message}\n{diff}");
    }
}

#[test]
fn a_plan_may_have_more_files_than_a_process_may_open() {
    let root = tempfile::tempdir().unwrap();
    let files: Files = (0..3_000).map(|index| (format!("{}/{index}.txt", index % 7), "// ours\n".to_owned())).collect();
    plan(root.path(), &files, ours).unwrap().write().unwrap();
    assert_eq!(plan(root.path(), &files, ours).unwrap().unchanged_count(), files.len());
}

#[test]
fn only_the_candidates_can_be_orphans() {
    let root = tempfile::tempdir().unwrap();
    for file in ["a.txt", "b.txt", "c.txt"] {
        fs::write(root.path().join(file), "// ours\n").unwrap();
    }
    let candidates = ["a.txt", "c.txt", "gone.txt"].map(str::to_owned);
    let plan = plan_among(root.path(), &wanted(&[("c.txt", "// ours\n")]), candidates, ours).unwrap();
    let findings: Vec<_> = plan.changes().iter().map(|change| (change.finding(), change.path())).collect();
    assert_eq!(findings, [("orphaned", "a.txt")]);
}

#[test]
fn the_last_file_is_written_only_when_all_else_is_done() {
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("orphan.txt"), "// ours\n").unwrap();
    let files = wanted(&[("a/record.txt", "// ours\n"), ("b.txt", "// ours\n")]);
    let plan = plan(root.path(), &files, ours).unwrap().ending_with("a/record.txt");
    // The file was removed after the plan was made, so deleting it fails.
    fs::remove_file(root.path().join("orphan.txt")).unwrap();
    assert!(plan.write().is_err());
    assert!(root.path().join("b.txt").exists() && !root.path().join("a/record.txt").exists());
    let again = planwright_sync::plan(root.path(), &files, ours).unwrap().ending_with("a/record.txt");
    again.write().unwrap();
    assert!(root.path().join("a/record.txt").exists());
}

#[test]
fn a_long_file_is_there_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let at = |path: &str| folder.path().join(path);
    write_long(&at("a.json"), |out| out.write_all(b"new")).unwrap();
    let failed = write_long(&at("a.json"), |out| {
        out.write_all(b"half")?;
        Err(std::io::Error::other("enough"))
    });
    assert_eq!(failed.unwrap_err().to_string(), format!("{}: enough", at("a.json").display()));
    assert_eq!(fs::read_to_string(at("a.json")).unwrap(), "new");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
    // Errors do not contain the random name of a temporary file.
    let said = write_long(&at("gone/a.json"), |_| Ok(())).unwrap_err().to_string();
    assert!(said.starts_with(&format!("{}: ", at("gone/a.json").display())) && !said.contains(" at path "), "{said}");
}
