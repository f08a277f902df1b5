//! `generated/src` is up to date with `schemas/`, as `cargo xtask gen --check` requires.

use std::fs;
use std::path::Path;

use planwright_codegen::{GENERATED_MARK, SchemaSet, generate_with};
use planwright_sync::{Files, Plan, plan, read_tree};
use planwright_tests::workspace;

#[path = "../../../xtask/src/generated/own_options.rs"]
mod own_options;

const COMMAND: &str = "cargo xtask gen";

fn texts() -> Vec<(String, Vec<u8>)> {
    read_tree(&workspace().join("schemas"), ".schema.json").expect("schemas/ can be read")
}

fn generate(texts: Vec<(String, Vec<u8>)>) -> Files {
    let set = SchemaSet::parse(texts).expect("schemas/ is valid");
    let files = generate_with(&set, &own_options::own_options(COMMAND)).expect("schemas/ compiles");
    files.into_iter().map(|file| (file.path, file.text)).collect()
}

fn plan_for(root: &Path, wanted: &Files) -> Plan {
    plan(root, wanted, |_, _| true).expect("the folder can be read")
}

/// Creates a folder with the current generated code.
fn fresh() -> (tempfile::TempDir, Files) {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let wanted = generate(texts());
    plan_for(folder.path(), &wanted).write().expect("the folder can be written");
    (folder, wanted)
}

fn changes_of(plan: &Plan) -> Vec<(&'static str, &str)> {
    plan.changes().iter().map(|change| (change.finding(), change.path())).collect()
}

#[test]
fn generated_is_fresh() {
    let plan = plan_for(&workspace().join("generated/src"), &generate(texts()));
    assert!(plan.is_clean(), "generated/src:\n{plan}\nrun `{COMMAND}`");
}

#[test]
fn a_second_run_has_nothing_to_write() {
    let (folder, wanted) = fresh();
    let again = plan_for(folder.path(), &wanted);
    assert!(again.is_clean(), "{again}");
    assert_eq!(again.unchanged_count(), wanted.len());
}

#[test]
fn a_changed_description_makes_its_module_stale_and_no_other() {
    let (folder, _) = fresh();
    let mut texts = texts();
    let schema = texts.iter_mut().find(|(path, _)| path.starts_with("fix-plan/")).expect("fix-plan has a schema");
    let text = String::from_utf8(schema.1.clone()).expect("a schema is text");
    let changed = text.replacen("\"description\": \"", "\"description\": \"Changed. ", 1);
    assert_ne!(changed, text);
    schema.1 = changed.into_bytes();
    let plan = plan_for(folder.path(), &generate(texts));
    assert_eq!(changes_of(&plan), [("stale", "fix_plan.rs"), ("stale", "impls/fix_plan.rs")]);
    assert!(plan.changes()[0].diff().contains("+/// Changed. "), "{}", plan.changes()[0].diff());
}

#[test]
fn garbage_and_orphans_are_found_and_mended() {
    let (folder, wanted) = fresh();
    fs::write(folder.path().join("fix_plan.rs"), b"\xff not Rust").expect("can be written");
    fs::write(folder.path().join("left_over.rs"), format!("{GENERATED_MARK}\n")).expect("can be written");
    fs::remove_file(folder.path().join("lib.rs")).expect("can be removed");
    let plan = plan_for(folder.path(), &wanted);
    assert_eq!(changes_of(&plan), [("stale", "fix_plan.rs"), ("orphaned", "left_over.rs"), ("missing", "lib.rs")]);
    plan.write().expect("the folder can be written");
    let mended = plan_for(folder.path(), &wanted);
    assert!(mended.is_clean(), "{mended}");
}
