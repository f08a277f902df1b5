//! `planwright gen`: a user's own schemas to Rust.

use planwright_codegen::{GENERATED_MARK, Layout, Options, SchemaSet, Tools, generate_with};
use planwright_sync::{Files, Mode, plan, read_tree};

use crate::args;
use crate::exit::{Failure, Outcome};

/// Generates, or checks, all files.
pub(crate) fn run(args: &args::Gen) -> Result<Outcome, Failure> {
    let texts = read_tree(&args.schemas, ".json").map_err(Failure::all)?;
    if texts.is_empty() {
        return Err(Failure::one(format!("{}: no *.json file below this folder", args.schemas.display())));
    }
    let options = options(args);
    let generated = SchemaSet::parse(texts).and_then(|set| generate_with(&set, &options));
    let files = match generated {
        Ok(files) => files,
        Err(errors) => {
            let folder = args.schemas.display().to_string();
            let folder = folder.trim_end_matches('/');
            for error in &errors {
                eprintln!("error: {folder}/{error}");
            }
            eprintln!("{} errors; nothing was written", errors.len());
            return Ok(Outcome::Findings);
        }
    };
    let wanted: Files = files.into_iter().map(|file| (file.path, file.text)).collect();
    let plan = plan(&args.out, &wanted, |_, text| text.starts_with(GENERATED_MARK))?;
    settle(&plan, Mode::from_check_flag(args.check), &options.command)
}

/// Writes a plan, or says what it would do; shared by every command that writes.
pub(crate) fn settle(plan: &planwright_sync::Plan, mode: Mode, command: &str) -> Result<Outcome, Failure> {
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
    let layout = match args.layout {
        args::Layout::Crate => Layout::Crate,
        args::Layout::Module => Layout::Module,
        args::Layout::SingleFile => Layout::SingleFile,
    };
    let command = format!("planwright gen --schemas {} --out {}", args.schemas.display(), args.out.display());
    let tools = if args.no_tools { Tools::TypesAlone } else { Tools::Executor };
    let command = if args.no_tools { format!("{command} --no-tools") } else { command };
    Options { layout, command, module_path: args.module_path.clone(), tools }
}
