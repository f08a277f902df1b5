//! Generates the types of the rows of `tests/cases/typify.json`, which `compiled` compiles and runs.

use std::collections::BTreeSet;
use std::path::Path;

use planwright_codegen::{Layout, Options, SchemaSet, TypeSource, compile};
use planwright_typify::GENERATOR;

use crate::golden;
use crate::rows::rows;

#[test]
fn the_types_of_every_row_are_as_expected() {
    let rows = rows();
    let texts = rows.iter().map(|row| (row.file(), row.schema.to_string().into_bytes()));
    let set = SchemaSet::parse(texts).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let options = Options {
        layout: Layout::SingleFile,
        command: "cargo test -p planwright-typify".to_owned(),
        types: TypeSource::Typify,
        generator: Some(GENERATOR),
        ..Options::default()
    };
    let compiled = compile(&set, &options).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let found: BTreeSet<(String, String)> = compiled
        .warnings
        .iter()
        .inspect(|warning| assert_eq!(warning.kind.code(), "TYPE_FALLBACK", "{warning}"))
        .map(|warning| (warning.file.clone(), warning.pointer.last().unwrap_or_default().into_owned()))
        .collect();
    let expected = rows.iter().flat_map(|row| row.native.iter().map(|name| (row.file(), name.clone())));
    assert_eq!(found, expected.collect(), "{:#?}", compiled.warnings);
    let text = compiled.files.into_iter().map(|file| file.text).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compiled/expected");
    golden::compare_file(&folder, "planwright.rs", text).unwrap_or_else(|failure| panic!("{failure}"));
}
