//! `cargo xtask schemas FOLDER`: how many schemas of a folder compile, each on its own, and how many are refused. A
//! reference to a document by any URI is looked for in the same folder, by the last part of the URI.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;

use planwright_codegen::Formats;
use planwright_sync::read_tree;

use super::compile::{self, BROKEN, Case, Code};
use super::{PANICKED, code, typify};

/// Compiles every `*.json` below `folder`. Exit code 0: none panics the generator and all that it makes compiles.
pub(crate) fn run(root: &Path, folder: &Path, beside_typify: bool) -> ExitCode {
    match count(root, folder, beside_typify) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(reason) => {
            eprintln!("error: {reason}");
            ExitCode::from(2)
        }
    }
}

fn count(root: &Path, folder: &Path, beside_typify: bool) -> Result<bool, String> {
    let files = read_tree(folder, ".json")
        .map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))?;
    let texts: BTreeMap<String, String> =
        files.into_iter().map(|(path, bytes)| (path, String::from_utf8_lossy(&bytes).into_owned())).collect();
    let documents = |uri: &str| {
        let name = uri.rsplit('/').next()?;
        let text = texts.get(name).or_else(|| texts.get(&format!("{name}.json")))?;
        Some(text.clone().into_bytes())
    };
    let ours = |text: &str| {
        let code = catch_unwind(AssertUnwindSafe(|| code(text, Formats::Assert, &documents)));
        code.unwrap_or_else(|_| Err(PANICKED.to_owned()))
    };
    if beside_typify {
        let (line, _) = tally(&root.join("target/schemas-typify"), &texts, &typify::code, &mut |_| {})?;
        println!("typify: {line}");
    }
    let (line, sound) = tally(&root.join("target/schemas"), &texts, &ours, &mut |line| println!("{line}"))?;
    println!("{line}");
    Ok(sound)
}

/// The counts of one generator, and whether nothing panicked and all code compiles.
fn tally(
    dir: &Path,
    texts: &BTreeMap<String, String>,
    generate: &dyn Fn(&str) -> Result<Code, String>,
    say: &mut dyn FnMut(&str),
) -> Result<(String, bool), String> {
    let case = |(name, text): (&String, &String)| Case { name: name.clone(), tests: Vec::new(), code: generate(text) };
    let mut cases: Vec<Case> = texts.iter().map(case).collect();
    compile::settle(dir, &mut cases, "check")?;
    let (mut compiled, mut refused, mut broken, mut panicked) = (0, 0, 0, 0);
    for case in &cases {
        let Err(reason) = &case.code else {
            compiled += 1;
            continue;
        };
        say(&format!("{}: {}", case.name, reason.lines().next().unwrap_or_default()));
        *(match reason {
            _ if reason == PANICKED => &mut panicked,
            _ if reason.starts_with(BROKEN) => &mut broken,
            _ => &mut refused,
        }) += 1;
    }
    let line = format!("{compiled} compiled with a root type, {refused} refused, {broken} broken, {panicked} panicked");
    Ok((line, broken + panicked == 0))
}
