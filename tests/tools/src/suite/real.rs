//! `cargo tool schemas FOLDER`: counts the schemas of a folder that compile and those that are refused. Each is
//! compiled separately, with warnings as errors, and references by URI are resolved in the same folder.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;

use planwright_codegen::Options;

use super::catalogue::Catalogue;
use super::compile::{self, Case, Code, DOES_NOT_COMPILE, Goal};
use super::{PANICKED, code, typify};

/// Settings of a count.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sample {
    /// Number of schemas to select, at even distances.
    pub pick: Option<usize>,
    /// Set to count the output of typify too.
    pub typify: bool,
}

/// Compiles the `*.json` below `folder`. Exit code 0: none panics the generator, and all generated code compiles.
pub fn run(root: &Path, folder: &Path, sample: Sample) -> ExitCode {
    match count(root, folder, sample) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(reason) => {
            eprintln!("error: {reason}");
            ExitCode::from(2)
        }
    }
}

fn count(root: &Path, folder: &Path, sample: Sample) -> Result<bool, String> {
    let catalogue = Catalogue::load(folder)?;
    let texts = catalogue.pick(sample.pick);
    let documents = |uri: &str| catalogue.find(uri).map(|text| text.clone().into_bytes());
    let ours = |text: &str| {
        let code = catch_unwind(AssertUnwindSafe(|| code(text, &Options::default(), &documents)));
        code.unwrap_or_else(|_| Err(PANICKED.to_owned()))
    };
    let (lines, sound) = tally(&root.join("target/schemas"), &texts, &ours, Goal::Strict)?;
    for line in &lines {
        println!("{line}");
    }
    if sample.typify {
        // Some of its output has warnings, which does not make it invalid.
        let (lines, _) = tally(&root.join("target/schemas-typify"), &texts, &typify::code, Goal::Check)?;
        for line in &lines {
            println!("typify: {line}");
        }
    }
    Ok(sound)
}

/// Returns a line for each schema that does not compile, one line with the counts, and whether everything succeeded.
fn tally(
    dir: &Path,
    texts: &BTreeMap<&str, &str>,
    generate: &dyn Fn(&str) -> Result<Code, String>,
    goal: Goal,
) -> Result<(Vec<String>, bool), String> {
    let case =
        |(name, text): (&&str, &&str)| Case { name: (*name).to_owned(), tests: Vec::new(), code: generate(text) };
    let mut cases: Vec<Case> = texts.iter().map(case).collect();
    compile::compile_cases(dir, &mut cases, goal)?;
    let (mut compiled, mut refused, mut broken, mut panicked) = (0, 0, 0, 0);
    let mut lines = Vec::new();
    for case in &cases {
        let Err(reason) = &case.code else {
            compiled += 1;
            continue;
        };
        lines.push(format!("{}: {}", case.name, reason.lines().next().unwrap_or_default()));
        *(match reason {
            _ if reason == PANICKED => &mut panicked,
            _ if reason.starts_with(DOES_NOT_COMPILE) => &mut broken,
            _ => &mut refused,
        }) += 1;
    }
    lines.push(format!(
        "{} schemas: {compiled} compiled with a root type, {refused} refused, {broken} broken, {panicked} panicked",
        cases.len()
    ));
    Ok((lines, broken + panicked == 0))
}
