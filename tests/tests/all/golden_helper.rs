//! Tests the helper for goldens with wrong goldens.

use std::fs;

use planwright_sync::Files;
use planwright_tests::golden::{Policy, compare_by};

fn wanted() -> Files {
    [("a.rs", "one\n"), ("b/c.rs", "two\n")].map(|(path, text)| (path.to_owned(), text.to_owned())).into()
}

#[test]
fn a_difference_a_gap_and_a_leftover_are_each_shown() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    fs::write(folder.path().join("a.rs"), "other\n").expect("can be written");
    fs::write(folder.path().join("old.rs"), "old\n").expect("can be written");
    let failure = compare_by(Policy::Compare, folder.path(), &wanted()).expect_err("all of it is wrong");
    for part in ["-other\n+one", "missing   b/c.rs", "orphaned  old.rs", "UPDATE_EXPECT=1"] {
        assert!(failure.contains(part), "{part:?} is not in\n{failure}");
    }
    assert!(folder.path().join("old.rs").exists(), "comparing changes nothing");
}

#[test]
fn an_update_brings_the_whole_set_and_only_then_it_compares() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    fs::write(folder.path().join("old.rs"), "old\n").expect("can be written");
    assert!(compare_by(Policy::Update, folder.path(), &wanted()).is_ok());
    assert!(compare_by(Policy::Compare, folder.path(), &wanted()).is_ok());
    assert!(!folder.path().join("old.rs").exists());
}

#[test]
fn an_update_is_refused_in_ci() {
    assert_eq!(Policy::new(None, None), Policy::Compare);
    assert_eq!(Policy::new(Some("0"), None), Policy::Compare);
    assert_eq!(Policy::new(Some("1"), None), Policy::Update);
    assert_eq!(Policy::new(Some("1"), Some("true")), Policy::Refuse);
    let folder = tempfile::tempdir().expect("a folder for the test");
    assert!(compare_by(Policy::Refuse, folder.path(), &wanted()).is_err());
    assert!(!folder.path().join("a.rs").exists());
}
