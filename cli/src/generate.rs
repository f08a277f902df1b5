//! `planwright gen`: a user's own schemas to Rust or to Apex.

mod apex;
mod documents;

use planwright_codegen::{Compiled, Error, GENERATED_MARK, Layout, Options, SchemaSet, Support, Tools, compile};
use planwright_sync::{Files, Mode, Plan, plan, read_tree};

use crate::args;
use crate::exit::{Failure, Outcome};

/// Generates, or checks, all files.
pub(crate) fn run(args: &args::Gen) -> Result<Outcome, Failure> {
    let strays: &[(&str, bool)] = match args.lang {
        args::Lang::Rust => &[
            ("--class", args.class.is_some()),
            ("--root", !args.root.is_empty()),
            ("--api-version", args.api_version.is_some()),
        ],
        args::Lang::Apex => &[
            ("--layout", args.layout.is_some()),
            ("--module-path", args.module_path.is_some()),
            ("--support", args.support.is_some()),
        ],
    };
    if let Some((flag, _)) = strays.iter().find(|(_, given)| *given) {
        let other = if args.lang == args::Lang::Rust { "apex" } else { "rust" };
        return Err(Failure::one(format!("{flag} is for --lang {other} only")));
    }
    let texts = read_tree(&args.schemas, ".json").map_err(Failure::all)?;
    if texts.is_empty() {
        return Err(Failure::one(format!("{}: no *.json file below this folder", args.schemas.display())));
    }
    let places = documents::places(&args.documents).map_err(Failure::all)?;
    let set = SchemaSet::parse_with(texts, &|uri| documents::find(&places, uri));
    match args.lang {
        args::Lang::Rust => {
            let options = options(args);
            finish(args, set.and_then(|set| compile(&set, &options)), &options.command, |wanted| {
                Ok(plan(&args.out, wanted, |_, text| text.starts_with(GENERATED_MARK))?)
            })
        }
        args::Lang::Apex => apex::run(args, set),
    }
}

/// Writes or checks what was generated, or says why nothing was.
fn finish(
    args: &args::Gen,
    compiled: Result<Compiled, Vec<Error>>,
    command: &str,
    plan: impl FnOnce(&Files) -> Result<Plan, Failure>,
) -> Result<Outcome, Failure> {
    let folder = args.schemas.display().to_string();
    let folder = folder.trim_end_matches('/');
    let compiled = match compiled {
        Ok(compiled) => compiled,
        Err(errors) => {
            for error in &errors {
                eprintln!("error: {folder}/{error}");
            }
            eprintln!("{} errors; nothing was written", errors.len());
            return Ok(Outcome::Findings);
        }
    };
    for warning in &compiled.warnings {
        eprintln!("warning: {folder}/{warning}");
    }
    let wanted: Files = compiled.files.into_iter().map(|file| (file.path, file.text)).collect();
    settle(&plan(&wanted)?, Mode::from_check_flag(args.check), command)
}

/// Writes a plan, or says what it would do; shared by every command that writes.
pub(crate) fn settle(plan: &Plan, mode: Mode, command: &str) -> Result<Outcome, Failure> {
    if mode == Mode::Check {
        if plan.is_clean() {
            outln!("{plan}");
            return Ok(Outcome::Fine);
        }
        for change in plan.changes() {
            out!("{}", change.diff());
        }
        outln!("{plan}\nrun `{command}`");
        return Ok(Outcome::Findings);
    }
    plan.write()?;
    for change in plan.changes() {
        let verb = if change.finding() == "orphaned" { "removed" } else { "wrote" };
        outln!("{verb} {}", plan.path_of(change).display());
    }
    outln!("{} files written, {} already as they should be", plan.changes().len(), plan.fresh());
    Ok(Outcome::Fine)
}

fn options(args: &args::Gen) -> Options {
    let layout = match args.layout.unwrap_or(args::Layout::Module) {
        args::Layout::Crate => Layout::Crate,
        args::Layout::Module => Layout::Module,
        args::Layout::SingleFile => Layout::SingleFile,
    };
    let command = format!("planwright gen --schemas {} --out {}", args.schemas.display(), args.out.display());
    let command = args.documents.iter().fold(command, |command, place| format!("{command} --documents {place}"));
    let tools = if args.no_tools { Tools::TypesAlone } else { Tools::Executor };
    let command = if args.no_tools { format!("{command} --no-tools") } else { command };
    let shares = args.support == Some(args::Support::Crate);
    let command = if shares { format!("{command} --support crate") } else { command };
    let support = if shares { Support::runtime() } else { Support::Inline };
    let module_path = args.module_path.clone().unwrap_or_else(|| "crate::planwright".to_owned());
    Options { layout, command, module_path, support, tools, ..Options::default() }
}
