//! `planwright gen`: a user's own schemas to Rust or to Apex.

mod apex;
mod cache;
mod documents;

use planwright_codegen::{Compiled, Error, GENERATED_MARK, Layout, Options, SchemaSet, Tools, compile};
use planwright_sync::{Files, Mode, Plan, plan, read_tree};

use crate::args;
use crate::exit::{Failure, Outcome};
use cache::Cache;

/// Generates, or checks, all files.
pub(crate) fn run(args: &args::Gen) -> Result<Outcome, Failure> {
    let strays: &[(&str, bool)] = match args.lang {
        args::Lang::Rust => &[
            ("--class", args.class.is_some()),
            ("--root", !args.root.is_empty()),
            ("--api-version", args.api_version.is_some()),
        ],
        args::Lang::Apex => &[("--layout", args.layout.is_some()), ("--module-path", args.module_path.is_some())],
    };
    if let Some((flag, _)) = strays.iter().find(|(_, given)| *given) {
        let other = if args.lang == args::Lang::Rust { "apex" } else { "rust" };
        return Err(Failure::one(format!("{flag} is for --lang {other} only")));
    }
    let places = documents::places(&args.documents).map_err(Failure::all)?;
    let cache = Cache::of(args);
    if let Some(outcome) = cache.recall(Mode::from_check_flag(args.check)) {
        return Ok(outcome);
    }
    cache.begin(args);
    let texts = read_tree(&args.schemas, ".json").map_err(Failure::all)?;
    if texts.is_empty() {
        return Err(Failure::one(format!("{}: no *.json file below this folder", args.schemas.display())));
    }
    let set = SchemaSet::parse_with(texts, &|uri| documents::find(&places, uri, &cache));
    match args.lang {
        args::Lang::Rust => {
            let options = options(args);
            finish((args, &cache), set.and_then(|set| compile(&set, &options)), &options.command, |wanted| {
                Ok(plan(&args.out, wanted, |_, text| text.starts_with(GENERATED_MARK))?)
            })
        }
        args::Lang::Apex => apex::run(args, set, &cache),
    }
}

/// Writes or checks what was generated, or says why nothing was.
fn finish(
    (args, cache): (&args::Gen, &Cache),
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
    let warnings: Vec<String> =
        compiled.warnings.iter().map(|warning| format!("warning: {folder}/{warning}\n")).collect();
    let warnings = warnings.concat();
    eprint!("{warnings}");
    let wanted: Files = compiled.files.into_iter().map(|file| (file.path, file.text)).collect();
    let plan = plan(&wanted)?;
    let outcome = settle(&plan, Mode::from_check_flag(args.check), command)?;
    if plan.is_clean() {
        cache.keep(plan.fresh(), &warnings);
    }
    Ok(outcome)
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

/// What [`settle`] says of a plan that finds this many files, and every one of them fresh.
fn say_fresh(fresh: usize, mode: Mode) {
    match mode {
        Mode::Check => outln!("{fresh} fresh, 0 stale, 0 missing, 0 orphaned"),
        Mode::Write => outln!("0 files written, {fresh} already as they should be"),
    }
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
    let module_path = args.module_path.clone().unwrap_or_else(|| "crate::planwright".to_owned());
    Options { layout, command, module_path, tools, ..Options::default() }
}
