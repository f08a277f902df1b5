//! Schemas that cannot be compiled: all errors of each case, as a user sees them.

use std::collections::BTreeSet;

use planwright_codegen::{Error, ErrorKind, Options, SchemaSet, generate_with};
use planwright_tests::cases::{self, Case};
use planwright_tests::{golden, options};

fn refusals(case: &Case) -> Result<Vec<Error>, String> {
    let options = options::for_case(case, Options::default());
    match case.set().and_then(|set: SchemaSet| generate_with(&set, &options)) {
        Ok(_) => Err("it compiles".to_owned()),
        Err(errors) => Ok(errors),
    }
}

#[test]
fn every_case_is_refused_with_all_that_is_wrong() {
    cases::run("refused", |case| {
        let errors = refusals(case)?;
        let is_option = |error: &&Error| matches!(error.kind, ErrorKind::Option { .. });
        if let Some(nowhere) = errors.iter().find(|error| error.line_column.is_none() && !is_option(error)) {
            return Err(format!("it has no place: {nowhere}"));
        }
        golden::compare_file(&case.folder, "expected.txt", cases::lines(&errors))
    });
}

/// Returns the name of each kind. A new kind does not compile until it has a name, and the test below fails until it
/// has a case.
fn name(kind: &ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Text { .. } => "Text",
        ErrorKind::Invalid { .. } => "Invalid",
        ErrorKind::UnknownDialect { .. } => "UnknownDialect",
        ErrorKind::UnresolvedReference { .. } => "UnresolvedReference",
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
    // Kinds for Apex have their cases in `apex_types`.
    // what Apex cannot: `apex_types` has those cases.
    assert!(
        ["Backend", "BadAnnotation", "BadDefault", "Unsupported", "Lint", "AssertsNothing"]
            .iter()
            .all(|kind| kinds.remove(*kind))
    );
    let seen: BTreeSet<String> = cases::all("refused")
        .iter()
        .flat_map(|case| refusals(case).unwrap_or_default())
        .map(|error| name(&error.kind).to_owned())
        .collect();
    assert_eq!(kinds, seen);
}
