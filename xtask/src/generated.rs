//! `cargo xtask gen`: everything that is generated and checked in.

use std::path::Path;
use std::process::ExitCode;

use planwright_codegen::{GENERATED_MARK, Layout, Options, SchemaSet, generate_with};
use planwright_sync::{Files, Mode, Plan, plan, read_tree};

/// The command that mends whatever this module finds stale.
const COMMAND: &str = "cargo xtask gen";

/// Generates, or checks, everything.
pub(crate) fn gen_all(root: &Path, mode: Mode) -> ExitCode {
    match rust(root).and_then(|plan| settle(&plan, mode)) {
        Ok(code) => code,
        Err(messages) => {
            for message in messages {
                eprintln!("error: {message}");
            }
            ExitCode::FAILURE
        }
    }
}

/// The plan for `generated/src`: all that stands there is ours.
fn rust(root: &Path) -> Result<Plan, Vec<String>> {
    let texts = read_tree(&root.join("schemas"), ".schema.json").map_err(|errors| strings(&errors))?;
    let set = SchemaSet::parse(texts).map_err(|errors| in_schemas(&errors))?;
    let options =
        Options { layout: Layout::Crate, command: COMMAND.to_owned(), module_path: "crate".to_owned() };
    let files = generate_with(&set, &options).map_err(|errors| in_schemas(&errors))?;
    debug_assert!(files.iter().all(|file| file.text.starts_with(GENERATED_MARK)));
    let wanted: Files = files.into_iter().map(|file| (file.path, file.text)).collect();
    plan(&root.join("generated/src"), &wanted, |_, _| true).map_err(|error| vec![error.to_string()])
}

fn settle(plan: &Plan, mode: Mode) -> Result<ExitCode, Vec<String>> {
    if plan.is_clean() {
        println!("generated/src: {plan}");
        return Ok(ExitCode::SUCCESS);
    }
    if mode == Mode::Write {
        plan.write().map_err(|error| vec![error.to_string()])?;
        for change in plan.changes() {
            println!("wrote {:<9} generated/src/{}", change.finding(), change.path());
        }
        return Ok(ExitCode::SUCCESS);
    }
    for change in plan.changes() {
        print!("{}", change.diff());
    }
    println!("generated/src:\n{plan}\nrun `{COMMAND}`");
    Ok(ExitCode::FAILURE)
}

fn strings(errors: &[impl ToString]) -> Vec<String> {
    errors.iter().map(ToString::to_string).collect()
}

fn in_schemas(errors: &[planwright_codegen::Error]) -> Vec<String> {
    errors.iter().map(|error| format!("schemas/{error}")).collect()
}
