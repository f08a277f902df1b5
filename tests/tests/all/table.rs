//! Generates the types of the rows of `cases/table.json`. `cargo xtask gen` prints them as the tables of
//! `docs/keywords.md`, and `compiled` compiles and runs them.

use planwright_codegen::{Layout, Options, SchemaSet, compile};
use planwright_tests::table::{Row, file, rows};
use planwright_tests::{golden, here};

/// Returns the types of all rows as one file.
fn generated(rows: &[Row]) -> String {
    let texts = rows.iter().enumerate().map(|(index, row)| (file(index), row.document().to_string().into_bytes()));
    let set = SchemaSet::parse(texts).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let options = Options {
        layout: Layout::SingleFile,
        command: "cargo test -p planwright-tests table".to_owned(),
        ..Options::default()
    };
    let compiled = compile(&set, &options).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let warned: Vec<String> = compiled.warnings.iter().map(ToString::to_string).collect();
    let bad = rows.iter().position(|row| row.keyword.contains("violates its schema")).expect("a row has a bad default");
    let [only] = warned.as_slice() else { panic!("{warned:?}") };
    assert!(only.starts_with(&file(bad)) && only.contains("/properties/m/default"), "{only}");
    compiled.files.into_iter().map(|file| file.text).collect()
}

#[test]
fn the_types_of_every_row_are_as_expected() {
    let folder = here().join("tests/compiled/table/expected");
    golden::compare_file(&folder, "planwright.rs", generated(&rows())).unwrap_or_else(|failure| panic!("{failure}"));
}
