//! Schemas that cannot be compiled, and the complete list of errors that a user gets for them.
//!
//! A case with one small schema is a line of `tests/cases/refused.jsonl`: `file` is the name of the schema file, `schema` its
//! content, and `errors` has one item per error. A case with several files or a large one is a folder in
//! `tests/cases/refused`. `UPDATE_EXPECT=1` rewrites the errors of both, but never where `CI` is set.

use std::collections::BTreeSet;

use planwright_codegen::{Error, ErrorKind, Options, SchemaSet, generate_with};
use planwright_tests::cases::{self, Case};
use planwright_tests::{golden, here, json_lines, options};
use serde_json::{Value, json};

/// Returns the errors of a set of schemas, or fails if the set can be compiled.
fn refusals(set: Result<SchemaSet, Vec<Error>>, options: &Options) -> Result<Vec<Error>, String> {
    match set.and_then(|set| generate_with(&set, options)) {
        Ok(_) => Err("it compiles".to_owned()),
        Err(errors) => Ok(errors),
    }
}

fn refusals_of_folder(case: &Case) -> Result<Vec<Error>, String> {
    refusals(case.set(), &options::for_case(case, Options::default()))
}

fn refusals_of_row(case: &Value) -> Result<Vec<Error>, String> {
    // A string is the exact content of the file. Any other schema is printed, because the errors have line numbers.
    let schema = match &case["schema"] {
        Value::String(text) => text.clone(),
        schema => format!("{schema:#}\n"),
    };
    let file = case["file"].as_str().ok_or("it has no file name")?;
    refusals(SchemaSet::parse([(file.to_owned(), schema.into_bytes())]), &Options::default())
}

fn rows() -> Vec<Value> {
    json_lines::read_rows(&here().join("cases/refused.jsonl"))
}

/// Fails if an error has no line number. Errors about options need none.
fn check_locations(errors: &[Error]) -> Result<(), String> {
    let is_option = |error: &&Error| matches!(error.kind, ErrorKind::Option { .. });
    match errors.iter().find(|error| error.line_column.is_none() && !is_option(error)) {
        Some(error) => Err(format!("it has no location: {error}")),
        None => Ok(()),
    }
}

#[test]
fn every_case_is_refused_with_all_that_is_wrong() {
    cases::run("refused", |case| {
        let errors = refusals_of_folder(case)?;
        check_locations(&errors)?;
        golden::compare_file(&case.folder, "expected.txt", cases::lines(&errors))
    });
}

#[test]
fn every_row_is_refused_with_all_that_is_wrong() {
    let with_errors = |mut case: Value| {
        let errors = refusals_of_row(&case).and_then(|errors| check_locations(&errors).map(|()| errors));
        let errors = errors.unwrap_or_else(|failure| panic!("{}: {failure}", json_lines::name(&case)));
        case["errors"] = json!(errors.iter().map(Error::to_string).collect::<Vec<_>>());
        case
    };
    let cases: Vec<Value> = rows().into_iter().map(with_errors).collect();
    json_lines::compare(&here().join("cases"), "refused.jsonl", &cases).unwrap_or_else(|failure| panic!("{failure}"));
}

/// Returns the name of each kind. A new kind does not compile until it has a name, and the test below fails until it
/// has a case.
fn name(kind: &ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Text { .. } => "Text",
        ErrorKind::Invalid { .. } => "Invalid",
        ErrorKind::UnknownDialect { .. } => "UnknownDialect",
        ErrorKind::UnresolvedReference { .. } => "UnresolvedReference",
        ErrorKind::MissingDocument { .. } => "MissingDocument",
        ErrorKind::UnknownPart { .. } => "UnknownPart",
        ErrorKind::EndlessReference { .. } => "EndlessReference",
        ErrorKind::TooNested { .. } => "TooNested",
        ErrorKind::LongChain { .. } => "LongChain",
        ErrorKind::TooCostly { .. } => "TooCostly",
        ErrorKind::CostlyPatterns { .. } => "CostlyPatterns",
        ErrorKind::BadAnnotation { .. } => "BadAnnotation",
        ErrorKind::BadDefault { .. } => "BadDefault",
        ErrorKind::Uncompilable { .. } => "Uncompilable",
        ErrorKind::Ambiguous { .. } => "Ambiguous",
        ErrorKind::Unsupported { .. } => "Unsupported",
        ErrorKind::Lint { .. } => "Lint",
        ErrorKind::AssertsNothing => "AssertsNothing",
        ErrorKind::Option { .. } => "Option",
        ErrorKind::Backend { .. } => "Backend",
        _ => "a kind that this test does not know",
    }
}

#[test]
fn every_kind_of_error_has_a_case() {
    let source = std::fs::read_to_string(planwright_tests::workspace().join("crates/schema/src/error.rs"));
    let file = syn::parse_file(&source.expect("crates/schema/src/error.rs can be read")).expect("it is Rust");
    let kinds = file.items.iter().find_map(|item| match item {
        syn::Item::Enum(item) if item.ident == "ErrorKind" => Some(&item.variants),
        _ => None,
    });
    let mut kinds: BTreeSet<String> =
        kinds.expect("there is an enum of kinds").iter().map(|variant| variant.ident.to_string()).collect();
    // Internal errors have no case, because they would be fixed. Omitted parts are warnings with a case in `codegen`.
    // Kinds for Apex have their cases in `apex_types`. No part is selected here.
    assert!(
        ["Backend", "BadAnnotation", "BadDefault", "Unsupported", "Lint", "AssertsNothing", "UnknownPart"]
            .iter()
            .all(|kind| kinds.remove(*kind))
    );
    let folders = cases::all("refused");
    let of_folders = folders.iter().flat_map(|case| refusals_of_folder(case).unwrap_or_default());
    let rows = rows();
    let of_rows = rows.iter().flat_map(|case| refusals_of_row(case).unwrap_or_default());
    let seen: BTreeSet<String> = of_folders.chain(of_rows).map(|error| name(&error.kind).to_owned()).collect();
    assert_eq!(kinds, seen);
}
