//! `cargo xtask gen`: everything that is generated and checked in.
//!
//! First the Rust of `generated/` and the types of the Apex runtime, by `codegen` in this process, which works however
//! broken the rest is. Then what the command line makes, by starting it: the Apex of `examples/`, of `cli/library/` and of the
//! scenarios, and the page of codes.

use std::path::Path;
use std::process::{Command, ExitCode};

use planwright_codegen::{ApexOptions, Layout, Options, SchemaSet, Support, compile, generate_apex};
use planwright_sync::{Files, Mode, Plan, plan, read_tree};

/// The command that mends whatever this module finds stale.
const COMMAND: &str = "cargo xtask gen";

/// The classes that are the same for all blueprints, most of them written by hand.
const RUNTIME: &str = "templates/apex/runtime";

/// Generates one part. True if nothing is left to do; what is, has been printed.
type Part = fn(&Path, Mode) -> Result<bool, String>;

/// Generates, or checks, everything. Reports all that is stale, whatever part it is in.
pub(crate) fn gen_all(root: &Path, mode: Mode) -> ExitCode {
    let parts: [(&str, Part); 6] = [
        ("generated/src", rust),
        (RUNTIME, apex_types),
        ("docs", codes),
        ("examples/force-app", |root, mode| {
            let parts = ["--parts", "manifest,permission-set,agent", "--field-permissions"];
            let options = [&["--runtime", "--out", "examples/force-app"][..], &parts].concat();
            apex(root, mode, "examples/blueprints", &options)
        }),
        ("examples/library", |root, mode| apex(root, mode, "cli/library", &["--out", "examples/library"])),
        ("tests/scenarios", |root, mode| {
            apex(root, mode, "tests/scenarios/blueprints", &["--out", "tests/scenarios/force-app"])
        }),
    ];
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
    let set = schemas(root)?;
    let command = COMMAND.to_owned();
    let options = Options { layout: Layout::Crate, command, support: Support::runtime(), ..Options::default() };
    let compiled = compile(&set, &options).map_err(in_schemas)?;
    if !compiled.warnings.is_empty() {
        return Err(in_schemas(compiled.warnings));
    }
    let wanted: Files = compiled.files.into_iter().map(|file| (file.path, file.text)).collect();
    settle(root, "generated/src", &wanted, mode)
}

/// The types of the Apex runtime, with their test, from the schemas of the contract that it works on.
fn apex_types(root: &Path, mode: Mode) -> Result<bool, String> {
    let roots = ["action-blueprint", "action-request", "action-result", "schema-snapshot"];
    let options = ApexOptions {
        class: Some("PlanModels".to_owned()),
        roots: roots.iter().map(|name| format!("action-blueprint/{name}.schema.json")).collect(),
        note: Some("Part of the planwright runtime; `planwright apex --runtime` writes it.".to_owned()),
        ..ApexOptions::default()
    };
    let files = generate_apex(&schemas(root)?, &options).map_err(in_schemas)?.files;
    // The metadata of the runtime is written with it, for the API version that is asked for.
    let classes = files.into_iter().filter(|file| !file.path.ends_with("-meta.xml"));
    settle(root, RUNTIME, &classes.map(|file| (file.path, file.text)).collect(), mode)
}

fn schemas(root: &Path) -> Result<SchemaSet, String> {
    let texts = read_tree(&root.join("schemas"), ".schema.json").map_err(|errors| lines("error: ", &errors))?;
    SchemaSet::parse(texts).map_err(in_schemas)
}

#[allow(clippy::needless_pass_by_value, reason = "it maps errors")]
fn in_schemas(errors: Vec<planwright_codegen::Error>) -> String {
    lines("error: schemas/", &errors)
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

/// The Apex of a folder of blueprints. The command line prints what it finds.
fn apex(root: &Path, mode: Mode, from: &str, options: &[&str]) -> Result<bool, String> {
    let blueprints = read_tree(&root.join(from), ".json").map_err(|errors| lines("error: ", &errors))?;
    let mut command = planwright(root);
    command.args(["apex", "--prune", "--force"]).args(options);
    if mode == Mode::Check {
        command.arg("--check");
    }
    command.args(blueprints.iter().map(|(path, _)| format!("{from}/{path}")));
    let status = command.status().map_err(|error| error.to_string())?;
    if !status.success() && mode == Mode::Check {
        println!("run `{COMMAND}`");
    }
    Ok(status.success())
}

/// The command line of this workspace, as a process: xtask must compile when it does not.
pub(crate) fn planwright(root: &Path) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(root).args(["run", "--quiet", "--package", "planwright", "--"]);
    command
}

/// Writes a plan, or prints all that differs. True if nothing is left to do.
fn settle(root: &Path, place: &str, wanted: &Files, mode: Mode) -> Result<bool, String> {
    let only_wanted = place != "generated/src";
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
