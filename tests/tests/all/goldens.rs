//! Generates Rust for each case. `compiled` builds and runs the expected output.

use std::fmt::Write as _;

use planwright_codegen::{Layout, Options, Tools, compile};
use planwright_sync::Files;
use planwright_tests::cases::{self, Case};
use planwright_tests::{golden, here, options};

fn generate(case: &Case) -> Result<Files, String> {
    let set = case.set().map_err(|errors| cases::lines(&errors))?;
    let alone = case.folder.join("types-alone").exists();
    let options = Options {
        tools: if alone { Tools::TypesAlone } else { Tools::Executor },
        layout: Layout::Module,
        command: "cargo test -p planwright-tests goldens".to_owned(),
        ..Options::default()
    };
    let options = options::for_case(case, options);
    let compiled = compile(&set, &options).map_err(|errors| cases::lines(&errors))?;
    let warnings = ("warnings.txt".to_owned(), cases::lines(&compiled.warnings));
    let warnings = Some(warnings).filter(|_| !compiled.warnings.is_empty());
    Ok(compiled.files.into_iter().map(|file| (file.path, file.text)).chain(warnings).collect())
}

#[test]
fn every_case_generates_what_it_expects() {
    cases::run("codegen", |case| golden::compare(&case.folder.join("expected"), &generate(case)?));
}

/// `compiled` cannot search for its cases at run time. The list of modules is source code, so it is a golden too.
#[test]
fn every_case_is_compiled() {
    let mut text = "//! Every case of `cases/codegen`. Written by `goldens`; see there.\n\
        #![allow(unreachable_pub, clippy::module_inception, reason = \"generated code is public wherever it is put\")]\n\n"
        .to_owned();
    let mut arms = String::new();
    for Case { name, .. } in cases::all("codegen") {
        let path = format!("../../../cases/codegen/{name}/expected/mod.rs");
        let _ = write!(text, "#[rustfmt::skip]\n#[path = {path:?}]\npub(crate) mod {name};\n");
        let _ = writeln!(arms, "        {name:?} => roots!({name}),");
    }
    let _ = write!(
        text,
        "\n/// The roots of a case.\n#[rustfmt::skip]\npub(crate) fn roots(case: &str) -> Vec<planwright_tests::round_trip::Root> {{\n    match case {{\n{arms}        _ => Vec::new(),\n    }}\n}}\n"
    );
    let wanted = Files::from([("mod.rs".to_owned(), text)]);
    golden::compare(&here().join("tests/compiled/cases"), &wanted).unwrap_or_else(|failure| panic!("{failure}"));
}
