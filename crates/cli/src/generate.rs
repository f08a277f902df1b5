//! `planwright gen`: a user's own schemas to Rust or to Apex.

mod apex;
mod cache;
mod documents;
mod settings;

use planwright_codegen::{Compiled, Error, ErrorKind, GENERATED_MARK, SchemaSet, compile, generate_apex};
use planwright_drift::Severity;
use planwright_sync::{Files, Mode, Plan, Staging, plan, read_tree};

use crate::exit::{Failure, Outcome};
use crate::{args, config, finding, output, schemas};
use cache::Cache;
use settings::{Set, Target, sets};

/// Generates, or checks, all files of every set.
pub(crate) fn run(args: &args::Gen) -> Result<Outcome, Failure> {
    let sets = sets(&config::load(args.config.as_deref())?, args)?;
    let mode = Mode::from_check_flag(args.check);
    let check = Check { mode, diff: args.diff, staging: None };
    let mut reasons = Vec::new();
    let mut outcome = Outcome::Fine;
    for set in &sets {
        let cache = if args.no_cache { Cache::none() } else { Cache::of(set) };
        let found = cache.recall(mode).map_or_else(|| generate(set, check, &cache), Ok);
        match found {
            Ok(Outcome::Fine) => {}
            Ok(found) => outcome = found,
            Err(failure) => reasons.extend(failure.reasons()),
        }
    }
    if reasons.is_empty() { Ok(outcome) } else { Err(Failure::all(reasons)) }
}

/// Generates, or checks, the files of one set.
fn generate(set: &Set, check: Check<'_>, cache: &Cache) -> Result<Outcome, Failure> {
    cache.begin(set);
    let texts = match &set.suffix {
        Some(suffix) => read_tree(&set.schemas, suffix).map_err(Failure::all)?,
        None => schemas::below(&set.schemas)?,
    };
    if texts.is_empty() {
        let files = set.suffix.as_ref().map_or_else(|| schemas::FILES.to_owned(), |suffix| format!("*{suffix} file"));
        return Err(Failure::one(format!("{}: no {files} below this folder", set.schemas.display())));
    }
    let schemas = SchemaSet::parse_with(texts, &|uri| documents::find(&set.documents, uri, cache));
    match &set.target {
        Target::Rust(options) => {
            let compiled = schemas.and_then(|schemas| compile(&schemas, options));
            finish((set, cache), check, compiled, |wanted| {
                Ok(plan(&set.out, wanted, |_, text| text.starts_with(GENERATED_MARK))?)
            })
        }
        Target::Apex(options) => {
            let compiled = schemas.and_then(|schemas| generate_apex(&schemas, options));
            finish((set, cache), check, compiled, |wanted| apex::owned_plan(&set.out, wanted))
        }
    }
}

/// Writes or checks what was generated, or says why nothing was.
fn finish(
    (set, cache): (&Set, &Cache),
    check: Check<'_>,
    compiled: Result<Compiled, Vec<Error>>,
    plan: impl FnOnce(&Files) -> Result<Plan, Failure>,
) -> Result<Outcome, Failure> {
    let folder = set.schemas.display().to_string();
    let folder = folder.trim_end_matches('/');
    let compiled = match compiled {
        Ok(compiled) => compiled,
        Err(errors) => {
            for error in &errors {
                errln!("error: {}", said(error, folder, set));
            }
            errln!("{} errors; nothing was written", errors.len());
            output::found(errors.iter().map(|error| match &error.kind {
                ErrorKind::Option { .. } => finding::of_option(said(error, folder, set)),
                _ => finding::of_schema(folder, error, Severity::Error),
            }));
            output::count("errors", errors.len());
            return Ok(Outcome::Findings);
        }
    };
    let warnings: Vec<String> =
        compiled.warnings.iter().map(|warning| format!("warning: {folder}/{warning}\n")).collect();
    let warnings = warnings.concat();
    err!("{warnings}");
    output::found(compiled.warnings.iter().map(|warning| finding::of_schema(folder, warning, Severity::Warning)));
    let wanted: Files = compiled.files.into_iter().map(|file| (file.path, file.text)).collect();
    let plan = plan(&wanted)?;
    let outcome = settle(&plan, check, &[format!("run `{}`", set.command)])?;
    if plan.is_clean() {
        cache.keep(plan.fresh(), &warnings);
    }
    Ok(outcome)
}

/// An error with its place: in a schema, or where the configuration says what cannot be.
fn said(error: &Error, folder: &str, set: &Set) -> String {
    let ErrorKind::Option { option, .. } = &error.kind else { return format!("{folder}/{error}") };
    let place = (1..=option.len()).rev().find_map(|length| set.places.get(&option[..length]));
    let text = error.to_string();
    place.map_or_else(|| text.clone(), |place| format!("{place}: gen.{}", text.trim_start_matches("option ")))
}

/// What a run does with its plan.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Check<'s> {
    /// Whether the plan is written, or only compared with the disk.
    pub mode: Mode,
    /// Whether a comparison prints the difference of each file, and not only its name.
    pub diff: bool,
    /// Where the files of a plan are staged; without it beside their places.
    pub staging: Option<&'s Staging>,
}

/// Writes a plan, or names the files that it would change; shared by every command that writes. `advice` is what a person
/// can do about them, one line each.
pub(crate) fn settle(plan: &Plan, check: Check<'_>, advice: &[String]) -> Result<Outcome, Failure> {
    if check.mode == Mode::Check {
        finding::of_plan(plan, &advice.join("; "));
        if plan.is_clean() {
            outln!("{plan}");
            return Ok(Outcome::Fine);
        }
        if check.diff {
            for change in plan.changes() {
                out!("{}", change.diff());
            }
        }
        outln!("{plan}");
        for line in advice {
            outln!("{line}");
        }
        return Ok(Outcome::Findings);
    }
    match check.staging {
        Some(staging) => plan.write_by(staging)?,
        None => plan.write()?,
    }
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
