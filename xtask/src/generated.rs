//! `cargo xtask gen`: everything that is generated and checked in.
//!
//! First the Rust of `generated/`, by `codegen` in this process, which works however broken the rest is. Then what the
//! command line makes, by starting it: the Apex of `examples/` and the page of codes.

use std::path::Path;
use std::process::{Command, ExitCode};

use planwright_codegen::{Layout, Options, SchemaSet, generate_with};
use planwright_sync::{Files, Mode, Plan, plan, read_tree};

/// The command that mends whatever this module finds stale.
const COMMAND: &str = "cargo xtask gen";

/// Generates one part. True if nothing is left to do; what is, has been printed.
type Part = fn(&Path, Mode) -> Result<bool, String>;

/// Generates, or checks, everything. Reports all that is stale, whatever part it is in.
pub(crate) fn gen_all(root: &Path, mode: Mode) -> ExitCode {
    let parts: [(&str, Part); 3] = [("generated/src", rust), ("docs", codes), ("examples/force-app", apex)];
    let mut code = ExitCode::SUCCESS;
    for (place, part) in parts {
        match part(root, mode) {
            Ok(true) => {}
            Ok(false) => code = ExitCode::FAILURE,
            Err(reason) => {
                eprintln!("{place}: {reason}");
                code = ExitCode::FAILURE;
            }
        }
    }
    code
}

/// The Rust of `generated/src`, where all that stands is ours.
fn rust(root: &Path, mode: Mode) -> Result<bool, String> {
    let texts = read_tree(&root.join("schemas"), ".schema.json").map_err(|errors| lines("error: ", &errors))?;
    let in_schemas = |errors: Vec<planwright_codegen::Error>| lines("error: schemas/", &errors);
    let set = SchemaSet::parse(texts).map_err(in_schemas)?;
    let options = Options {
        layout: Layout::Crate,
        command: COMMAND.to_owned(),
        module_path: "crate".to_owned(),
        ..Options::default()
    };
    let files = generate_with(&set, &options).map_err(in_schemas)?;
    let wanted: Files = files.into_iter().map(|file| (file.path, file.text)).collect();
    settle(root, "generated/src", &wanted, mode)
}

/// The page of codes, from the rule tables.
fn codes(root: &Path, mode: Mode) -> Result<bool, String> {
    let output =
        planwright(root).args(["rules", "--format", "markdown"]).output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let text = String::from_utf8(output.stdout).map_err(|error| error.to_string())?;
    settle(root, "docs", &Files::from([("codes.md".to_owned(), text)]), mode)
}

/// The Apex of the examples, runtime included. The command line prints what it finds.
fn apex(root: &Path, mode: Mode) -> Result<bool, String> {
    let blueprints =
        read_tree(&root.join("examples/blueprints"), ".json").map_err(|errors| lines("error: ", &errors))?;
    let mut command = planwright(root);
    command.args(["apex", "--runtime", "--prune", "--force", "--out", "examples/force-app"]);
    if mode == Mode::Check {
        command.arg("--check");
    }
    command.args(blueprints.iter().map(|(path, _)| format!("examples/blueprints/{path}")));
    let status = command.status().map_err(|error| error.to_string())?;
    if !status.success() && mode == Mode::Check {
        println!("run `{COMMAND}`");
    }
    Ok(status.success())
}

/// The command line of this workspace, as a process: xtask must compile when it does not.
fn planwright(root: &Path) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(root).args(["run", "--quiet", "--package", "planwright", "--"]);
    command
}

/// Writes a plan, or prints all that differs. True if nothing is left to do.
fn settle(root: &Path, place: &str, wanted: &Files, mode: Mode) -> Result<bool, String> {
    let only_wanted = place == "docs";
    let plan: Plan = plan(&root.join(place), wanted, |path, _| !only_wanted || wanted.contains_key(path))
        .map_err(|error| error.to_string())?;
    if mode == Mode::Write {
        plan.write().map_err(|error| error.to_string())?;
        for change in plan.changes() {
            println!("{place}: wrote {} ({})", change.path(), change.finding());
        }
        return Ok(true);
    }
    for change in plan.changes() {
        print!("{}", change.diff());
    }
    println!("{place}: {plan}");
    if !plan.is_clean() {
        println!("run `{COMMAND}`");
    }
    Ok(plan.is_clean())
}

fn lines(prefix: &str, errors: &[impl ToString]) -> String {
    let lines: Vec<String> = errors.iter().map(|error| format!("{prefix}{}", error.to_string())).collect();
    lines.join("\n")
}
