//! `cargo xtask gen`: everything that is generated and checked in.
//!
//! First the Rust of `generated/` and the types of the Apex runtime, by `codegen` in this process, which works however
//! broken the rest is. Then what the command line makes, by starting it: the Apex of `examples/`, of `crates/cli/library/` and of the
//! scenarios, and the page of codes.
//!
//! A check that found everything fresh is remembered with all that the workspace was then: see [`Memory`].

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use planwright_codegen::{ApexOptions, Layout, Options, SchemaSet, Support, compile, generate_apex};
use planwright_sync::{Files, Look, Memory, Mode, Plan, Seen, plan, read_tree};

/// The command that mends whatever this module finds stale.
const COMMAND: &str = "cargo xtask gen";

/// The classes that are the same for all blueprints, most of them written by hand.
const RUNTIME: &str = "templates/apex/runtime";

/// Generates one part. The line that says it is fresh; `None` if something is left to do, which has been printed.
type Part = fn(&Path, Mode) -> Result<Option<String>, String>;

/// Whether a check may be answered from memory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Recall {
    Yes,
    No,
}

/// Checks everything, or says what the last check said if nothing has changed since.
pub(crate) fn check_all(root: &Path, recall: Recall) -> ExitCode {
    let memory = if recall == Recall::Yes { Memory::of("xtask gen") } else { None };
    if let Some(answer) = memory.as_ref().and_then(Memory::recall) {
        print!("{answer}");
        return ExitCode::SUCCESS;
    }
    let seen = memory.as_ref().map(|_| Seen::begin(looks(root)));
    let (code, said) = run(root, Mode::Check);
    if let (Some(memory), Some(seen), true) = (memory, seen, code == ExitCode::SUCCESS) {
        memory.keep(&seen, &said);
    }
    code
}

/// Generates everything.
pub(crate) fn write_all(root: &Path) -> ExitCode {
    run(root, Mode::Write).0
}

/// Everything that the parts can depend on: the whole workspace, for they start its command line, but for what is built or
/// installed and for the tests, of which only the scenarios are generated.
fn looks(root: &Path) -> Vec<Look> {
    let entries = std::fs::read_dir(root).into_iter().flatten().filter_map(Result::ok);
    let mut looks: Vec<Look> = entries
        .filter(|entry| ![".git", "target", "tests"].iter().any(|name| entry.file_name() == *name))
        .map(|entry| if entry.path().is_dir() { Look::all(entry.path()) } else { Look::File(entry.path()) })
        .collect();
    looks.push(Look::all(root.join("tests/scenarios")));
    looks.sort();
    looks
}

/// Generates, or checks, everything. Reports all that is stale, whatever part it is in; returns what it says if nothing is.
fn run(root: &Path, mode: Mode) -> (ExitCode, String) {
    let parts: [(&str, Part); 6] = [
        ("generated/src", rust),
        (RUNTIME, apex_types),
        ("docs", codes),
        ("examples/force-app", |root, mode| {
            let parts = ["--parts", "manifest,permission-set,agent", "--field-permissions"];
            let options = [&["--runtime", "--out", "examples/force-app"][..], &parts].concat();
            apex(root, mode, "examples/blueprints", &options)
        }),
        ("examples/library", |root, mode| apex(root, mode, "crates/cli/library", &["--out", "examples/library"])),
        ("tests/scenarios", |root, mode| {
            apex(root, mode, "tests/scenarios/blueprints", &["--out", "tests/scenarios/force-app"])
        }),
    ];
    let mut code = ExitCode::SUCCESS;
    let mut said = String::new();
    for (place, part) in parts {
        match part(root, mode) {
            Ok(Some(line)) => {
                print!("{line}");
                said.push_str(&line);
            }
            Ok(None) => code = ExitCode::FAILURE,
            Err(reason) => {
                eprintln!("{place}: {reason}");
                code = ExitCode::FAILURE;
            }
        }
    }
    (code, said)
}

/// The Rust of `generated/src`, where all that stands is ours.
fn rust(root: &Path, mode: Mode) -> Result<Option<String>, String> {
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
fn apex_types(root: &Path, mode: Mode) -> Result<Option<String>, String> {
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
fn codes(root: &Path, mode: Mode) -> Result<Option<String>, String> {
    let output =
        planwright(root).args(["rules", "--format", "markdown"]).output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let text = String::from_utf8(output.stdout).map_err(|error| error.to_string())?;
    settle(root, "docs", &Files::from([("codes.md".to_owned(), text)]), mode)
}

/// The Apex of a folder of blueprints. The command line prints what it finds.
fn apex(root: &Path, mode: Mode, from: &str, options: &[&str]) -> Result<Option<String>, String> {
    let blueprints = read_tree(&root.join(from), ".json").map_err(|errors| lines("error: ", &errors))?;
    let mut command = planwright(root);
    command.args(["apex", "--prune", "--force"]).args(options);
    if mode == Mode::Check {
        command.arg("--check");
    }
    command.args(blueprints.iter().map(|(path, _)| format!("{from}/{path}")));
    let output = command.stderr(Stdio::inherit()).output().map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(Some(said));
    }
    print!("{said}");
    if mode == Mode::Check {
        println!("run `{COMMAND}`");
    }
    Ok(None)
}

/// The command line of this workspace, as a process: xtask must compile when it does not. Without `--package`, so that its
/// dependencies are built once for all commands of the workspace, see `.cargo/config.toml`.
pub(crate) fn planwright(root: &Path) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(root).args(["run", "--quiet", "--bin", "planwright", "--"]);
    command
}

/// Writes a plan, or prints all that differs and returns nothing.
fn settle(root: &Path, place: &str, wanted: &Files, mode: Mode) -> Result<Option<String>, String> {
    let only_wanted = place != "generated/src";
    let plan: Plan = plan(&root.join(place), wanted, |path, _| !only_wanted || wanted.contains_key(path))
        .map_err(|error| error.to_string())?;
    if mode == Mode::Write {
        plan.write().map_err(|error| error.to_string())?;
        let wrote =
            plan.changes().iter().map(|change| format!("{place}: wrote {} ({})\n", change.path(), change.finding()));
        return Ok(Some(wrote.collect()));
    }
    if plan.is_clean() {
        return Ok(Some(format!("{place}: {plan}\n")));
    }
    for change in plan.changes() {
        print!("{}", change.diff());
    }
    println!("{place}: {plan}\nrun `{COMMAND}`");
    Ok(None)
}

fn lines(prefix: &str, errors: &[impl ToString]) -> String {
    let lines: Vec<String> = errors.iter().map(|error| format!("{prefix}{}", error.to_string())).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Look, looks};

    /// A check that is answered from memory must have looked at every crate that it would have built.
    #[test]
    fn all_that_is_built_is_looked_at() {
        let root = crate::root();
        let looks = looks(&root);
        let covered = |path: &Path| {
            looks.iter().any(|look| match look {
                Look::File(file) => file == path,
                Look::Tree(folder, _) => path.starts_with(folder),
            })
        };
        let manifest = std::fs::read_to_string(root.join("Cargo.toml")).expect("there is a workspace");
        let members = manifest.lines().find_map(|line| line.strip_prefix("members = [")).expect("it has members");
        let members: Vec<&str> = members.split('"').skip(1).step_by(2).collect();
        assert!(members.len() > 4, "{members:?}");
        for member in members.into_iter().filter(|member| *member != "tests") {
            let folder = member.strip_suffix("/*").unwrap_or(member);
            assert!(covered(&root.join(folder).join("src")), "{member}");
        }
        for path in ["Cargo.toml", "Cargo.lock", "schemas", "crates/cli/library", "tests/scenarios", ".cargo"] {
            assert!(covered(&root.join(path)), "{path}");
        }
        assert!(!covered(&root.join("target/debug")), "the control: what is built is no input");
    }
}
