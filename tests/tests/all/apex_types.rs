//! Generates Apex for each case, and compares the errors of refused cases. `cargo xtask verify` analyses and runs the
//! result.

use std::collections::BTreeSet;

use planwright_apex_types::{ApexOptions, ApexValidators, generate_apex};
use planwright_codegen::{Compiled, Error, ErrorKind, SchemaSet};
use planwright_sync::{Files, plan, read_tree};
use planwright_tests::cases::{self, Case};
use planwright_tests::{golden, workspace};
use serde_json::Value;

/// Returns the class name of a case. All cases form one project, so the names must be unique.
fn class_of(case: &Case) -> String {
    let mut letters = case.name.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).chain("Types".chars()).collect()
}

/// The case that contains the classes of the validator, which all cases share. The analyzers read its folder first.
const WITH_VALIDATOR: &str = "hostile";

fn generate(case: &Case, options: &ApexOptions) -> Result<Compiled, Vec<Error>> {
    case.set().and_then(|set| generate_apex(&set, options))
}

#[test]
fn every_case_generates_what_it_expects() {
    cases::run("apex-types", |case| {
        let options = ApexOptions { class: Some(class_of(case)), ..ApexOptions::default() };
        let compiled = generate(case, &options).map_err(|errors| cases::lines(&errors))?;
        let mut wanted: Files = compiled.files.into_iter().map(|file| (file.path, file.text)).collect();
        if case.name != WITH_VALIDATOR {
            wanted.retain(|path, _| !path.starts_with("PwSchema"));
        }
        golden::compare(&case.folder.join("classes"), &wanted)
    });
}

#[test]
fn output_depends_on_the_input_alone() {
    cases::run("apex-types", |case| {
        let options = ApexOptions::default();
        let mut texts = case.texts();
        texts.reverse();
        let set = SchemaSet::parse(texts).map_err(|errors| cases::lines(&errors))?;
        let same = generate(case, &options) == generate_apex(&set, &options);
        if same { Ok(()) } else { Err("the order of the files shows".to_owned()) }
    });
}

fn refusals(case: &Case) -> Result<Vec<Error>, String> {
    let mut options = ApexOptions::default();
    if let Ok(text) = std::fs::read_to_string(case.folder.join("options.json")) {
        let given: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        options.class = given["class"].as_str().map(str::to_owned);
        let roots = given["roots"].as_array().into_iter().flatten();
        options.roots = roots.filter_map(|root| root.as_str().map(str::to_owned)).collect();
    }
    generate(case, &options).err().ok_or_else(|| "it becomes Apex".to_owned())
}

#[test]
fn every_refused_case_is_refused_with_all_that_is_wrong() {
    cases::run("apex-refused", |case| {
        golden::compare_file(&case.folder, "expected.txt", cases::lines(&refusals(case)?))
    });
}

#[test]
fn every_issue_has_a_case_and_a_line_of_its_own() {
    let source = std::fs::read_to_string(workspace().join("crates/apex-types/src/issue.rs"));
    let file = syn::parse_file(&source.expect("the issues can be read")).expect("it is Rust");
    let count = file.items.iter().find_map(|item| match item {
        syn::Item::Enum(item) if item.ident == "ApexIssue" => Some(item.variants.len()),
        _ => None,
    });
    let errors =
        cases::all("apex-refused").iter().flat_map(|case| refusals(case).unwrap_or_default()).collect::<Vec<_>>();
    let codes: BTreeSet<&str> = errors
        .iter()
        .filter_map(|error| if let ErrorKind::Unsupported { code, .. } = &error.kind { Some(*code) } else { None })
        .collect();
    assert_eq!(Some(codes.len()), count, "{codes:?}");
    let table =
        std::fs::read_to_string(workspace().join("docs/apex-types.md")).expect("docs/apex-types.md can be read");
    let silent: Vec<&&str> = codes.iter().filter(|code| !table.contains(&format!("`{code}`"))).collect();
    assert!(silent.is_empty(), "docs/apex-types.md does not name {silent:?}");
}

/// Generates `PlanModels` of the Apex runtime from these schemas, as `cargo xtask gen` does.
fn plan_models(texts: Vec<(String, Vec<u8>)>) -> Files {
    let roots = ["action-blueprint", "action-request", "action-result", "schema-snapshot"];
    let options = ApexOptions {
        class: Some("PlanModels".to_owned()),
        roots: roots.iter().map(|name| format!("action-blueprint/{name}.schema.json")).collect(),
        note: Some("Part of the planwright runtime; `planwright apex --runtime` writes it.".to_owned()),
        validators: ApexValidators::Omitted,
        ..ApexOptions::default()
    };
    let set = SchemaSet::parse(texts).expect("schemas/ is valid");
    let compiled = generate_apex(&set, &options).expect("schemas/ becomes Apex");
    let classes = compiled.files.into_iter().filter(|file| !file.path.ends_with("-meta.xml"));
    classes.map(|file| (file.path, file.text)).collect()
}

fn schemas() -> Vec<(String, Vec<u8>)> {
    read_tree(&workspace().join("schemas"), ".schema.json").expect("schemas/ can be read")
}

#[test]
fn the_runtime_has_the_types_of_the_schemas() {
    let wanted = plan_models(schemas());
    let plan = plan(&workspace().join("templates/apex/runtime"), &wanted, |path, _| wanted.contains_key(path));
    let plan = plan.expect("the runtime can be read");
    assert!(plan.is_clean(), "{plan}\nrun `cargo xtask gen`");
}

#[test]
fn a_member_that_changes_in_a_schema_changes_in_apex() {
    let changed = schemas().into_iter().map(|(path, bytes)| {
        let text = String::from_utf8(bytes).expect("schemas are UTF-8");
        (path, text.replace("\"summary\"", "\"outcome\"").into_bytes())
    });
    let (before, after) = (plan_models(schemas()), plan_models(changed.collect()));
    assert!(before["PlanModels.cls"].contains("public String summary;"));
    assert!(after["PlanModels.cls"].contains("public String outcome;"));
    assert!(
        after["PlanModels_Test.cls"].contains("made.outcome, '/outcome'")
            || after["PlanModels_Test.cls"].contains("made.outcome,\n")
    );
    assert!(!after["PlanModels.cls"].contains("String summary"));
}
