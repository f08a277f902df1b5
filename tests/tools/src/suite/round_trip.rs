//! `cargo tool roundtrip SCHEMA DOCUMENT...`: checks that valid documents are equal after reading and writing them with
//! the root type.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use planwright_codegen::{Error, Numbers, OpenMembers, Options, SchemaSet, Style};
use planwright_sync::read_tree;
use serde_json::Value;

use super::catalogue::Catalogue;
use super::compile::{self, Case, Code};
use super::folder::Test;

/// Reads and writes each document, or each `*.json` below a folder. Types that drop unknown properties are the control.
///
/// Exit code 0: all valid documents are equal afterwards and all others are refused; 1: some are not; 2: nothing could
/// be compared.
pub fn run(root: &Path, schema: &str, documents: &[&str], unknown: OpenMembers) -> ExitCode {
    let documents: Vec<&Path> = documents.iter().map(Path::new).collect();
    match tally(root, Path::new(schema), &documents, unknown) {
        Ok(failed) => ExitCode::from(u8::from(failed > 0)),
        Err(reason) => {
            eprintln!("error: {reason}");
            ExitCode::from(2)
        }
    }
}

fn tally(root: &Path, schema: &Path, documents: &[&Path], unknown: OpenMembers) -> Result<usize, String> {
    let text = read_file(schema)?;
    let beside = Catalogue::load(schema.parent().unwrap_or(root))?;
    let beside = |uri: &str| beside.find(uri).map(|text| text.clone().into_bytes());
    let lines = |errors: Vec<Error>| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    let set = SchemaSet::parse_with([("case.json".to_owned(), text.clone().into_bytes())], &beside).map_err(lines)?;
    let validator = planwright_schema::validator(&set, "case.json").map_err(lines)?;
    let mut tests = Vec::new();
    for path in all(documents)? {
        let data = read_file(&path)?;
        let value: Value = serde_json::from_str(&data).map_err(|error| format!("{}: {error}", path.display()))?;
        tests.push(Test { description: path.display().to_string(), valid: validator.is_valid(&value), data });
    }
    if !tests.iter().any(|test| test.valid) {
        return Err(format!("{}: it allows none of {} documents", schema.display(), tests.len()));
    }
    let code = generate(&text, &beside, unknown)?;
    let case = Case { name: schema.display().to_string(), tests, code: Ok(code) };
    let outcomes = compile::run(&root.join("target/roundtrip"), vec![case])?;
    let faults = || outcomes.iter().filter_map(|one| Some((&one.name, one.fault.as_ref()?)));
    for (name, fault) in faults() {
        println!("FAILED {name}: {fault}");
    }
    let valid = outcomes.iter().filter(|one| one.valid);
    let equal = valid.clone().filter(|one| one.fault.is_none()).count();
    println!(
        "{} documents: {} valid, {equal} of them equal, {} failed",
        outcomes.len(),
        valid.count(),
        faults().count()
    );
    Ok(faults().count())
}

/// Generates the code of the schema, with a function that reads a document in each supported way and compares the
/// output.
fn generate(schema: &str, documents: &dyn Fn(&str) -> Option<Vec<u8>>, unknown: OpenMembers) -> Result<Code, String> {
    let style = Style { unknown, numbers: Numbers::Exact, ..Style::default() };
    let options = Options { style, ..Options::default() };
    let judged = super::code(schema, &options, documents)?;
    let judge = format!("{}.and_then(|()| crate::round_trip::<Root>(text))", judged.judge);
    Ok(Code { judge, ..judged })
}

fn read_file(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Returns the files, including those in folders.
fn all(documents: &[&Path]) -> Result<Vec<PathBuf>, String> {
    let mut paths = Vec::new();
    for path in documents {
        if !path.is_dir() {
            paths.push(path.to_path_buf());
            continue;
        }
        let files =
            read_tree(path, ".json").map_err(|errors| errors.iter().map(ToString::to_string).collect::<String>())?;
        paths.extend(files.into_iter().map(|(name, _)| path.join(name)));
    }
    Ok(paths)
}
