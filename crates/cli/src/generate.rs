//! Implements `planwright gen`: generates Rust or Apex from a user's schemas.

mod apex;
mod args;
mod cache;
mod explain;
mod rust_args;
mod settings;
mod vendor;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use planwright_apex_types::generate_apex;
use planwright_codegen::{Compiled, Error, ErrorKind, GENERATED_MARK, compile, explain as explain_set, linted};
use planwright_runtime::Severity;
use planwright_sync::{Files, Mode, Plan, path_from, plan_recorded};

use crate::subject::schema_texts;
pub(crate) use args::GenArgs;
use cache::Cache;
use planwright_project::apply::{Check, apply_plan, unchanged_summary};
use planwright_project::exit::{Failure, Outcome};
use planwright_project::finding;
use planwright_project::input;
use planwright_project::progress::BusyLine;
use planwright_project::render::{Format, human};
use planwright_project::report::CommandReport;
use planwright_project::{config, own_file, schemas};
use planwright_runtime::Diagnostic;
use settings::{Set, Target, sets};

/// Runs `planwright gen`.
pub(crate) fn run(args: &GenArgs) -> Result<Outcome, Failure> {
    planwright_project::watch::watched(args.watch, &[], || {
        planwright_project::render::print("gen", &report(args), args.format)
    })
}

/// Generates or checks all files of every set.
pub(crate) fn report(args: &GenArgs) -> CommandReport {
    CommandReport::beside_output().collect(|report| {
        let mut outcome = Outcome::Fine;
        let sets = sets(&config::load(args.config.as_deref())?, args)?;
        let mut note = |result, report: &mut CommandReport| match result {
            Ok(Outcome::Fine) => {}
            Ok(found) => outcome = found,
            Err(failure) => report.failures.extend(Failure::reasons(failure)),
        };
        // An explanation writes nothing.
        let writing = sets.iter().filter(|_| !args.explain);
        let copies: BTreeSet<&Path> = writing.filter_map(|set| set.vendor_runtime.as_deref()).collect();
        for folder in copies {
            note(vendor::write(folder, check(args), report), report);
        }
        for set in &sets {
            note(of_set(set, args, report), report);
        }
        Ok(outcome)
    })
}

fn check(args: &GenArgs) -> Check<'static> {
    Check { mode: Mode::from_check_flag(args.check), diff: args.diff, staging: None }
}

fn of_set(set: &Set, args: &GenArgs, report: &mut CommandReport) -> Result<Outcome, Failure> {
    let check = check(args);
    // The cache stores human-readable text only.
    let is_remembered = !args.no_cache && !args.explain && args.format == Format::Human;
    let cache = if is_remembered { Cache::new(set) } else { Cache::none() };
    if let Some(remembered) = cache.recall() {
        report.note_text(remembered.warnings);
        report.print(unchanged_summary(remembered.fresh, check.mode));
        return Ok(Outcome::Fine);
    }
    generate(set, check, (&cache, args.explain), report)
}

/// Generates or checks the files of one set.
fn generate(
    set: &Set,
    check: Check<'_>,
    (cache, is_explained): (&Cache, bool),
    report: &mut CommandReport,
) -> Result<Outcome, Failure> {
    cache.record_inputs(set);
    let texts = match &set.suffix {
        _ if set.schemas.is_file() => schema_texts(&set.schemas, None)?.1,
        Some(suffix) => input::read_tree(&set.schemas, &[suffix])?,
        None => schemas::below(&set.schemas)?,
    };
    if texts.is_empty() {
        let folder = set.schemas.display();
        let Some(suffix) = &set.suffix else {
            return Err(Failure::one(format!("{folder}: no {} below this folder", schemas::FILES)));
        };
        let others = schemas::below(&set.schemas)?;
        let instead = others.first().map_or_else(String::new, |(path, _)| {
            let more = human::some(others.len(), "file");
            format!("; `suffix` excludes {more}, such as {path}; change or remove it")
        });
        return Err(Failure::one(format!("{folder}: no *{suffix} file below this folder{instead}")));
    }
    set.semantics.formats_note().into_iter().for_each(|note| report.note(note));
    set.documents.dialect().note().into_iter().for_each(|note| report.note(note));
    let _busy = BusyLine::new(format!("compiling {}", human::some(texts.len(), "schema")));
    let schemas = set.documents.parse_schemas(texts, |path, bytes| cache.record_document(path, bytes));
    match &set.target {
        Target::Rust(options) if is_explained => {
            let found = schemas.and_then(|schemas| explain_set(&schemas, &options.style));
            match found {
                Ok(found) => explain::print(set, &found, report),
                Err(errors) => return Ok(refuse(&errors, set, report)),
            }
            Ok(Outcome::Fine)
        }
        Target::Rust(options) => {
            let compiled =
                schemas.and_then(|schemas| linted(&schemas, &options.style.format_types, |set| compile(set, options)));
            finish((set, cache), check, compiled, report, |wanted| {
                let name = format!("gen {}", path_from(&set.out, &set.schemas));
                Ok(plan_recorded(&set.out, wanted, &name, |_, text| text.starts_with(GENERATED_MARK))?)
            })
        }
        Target::Apex(options) => {
            let compiled =
                schemas.and_then(|schemas| linted(&schemas, &BTreeMap::new(), |set| generate_apex(set, options)));
            finish((set, cache), check, compiled, report, |wanted| {
                apex::owned_plan(&set.out, wanted, options.shared_classes)
            })
        }
    }
}

/// Writes or checks the generated files, or reports the errors.
fn finish(
    (set, cache): (&Set, &Cache),
    check: Check<'_>,
    compiled: Result<Compiled, Vec<Error>>,
    report: &mut CommandReport,
    plan: impl FnOnce(&Files) -> Result<Plan, Failure>,
) -> Result<Outcome, Failure> {
    let compiled = match compiled {
        Ok(compiled) => compiled,
        Err(errors) => return Ok(refuse(&errors, set, report)),
    };
    let warnings: Vec<Diagnostic> =
        compiled.warnings.iter().map(|warning| set.deny.applied(of_schema(set, warning, Severity::Warning))).collect();
    let denied = warnings.iter().filter(|warning| warning.is_error()).count();
    let remembered: String = warnings.iter().map(human::block).collect();
    report.add(warnings);
    if denied > 0 {
        report.note(format!("{}; nothing was written", human::some(denied, "error")));
        report.count("errors", denied);
        return Ok(Outcome::Findings);
    }
    let wanted: Files = compiled.files.into_iter().map(|file| (file.path, file.text)).collect();
    let plan = plan(&wanted)?;
    own_file::left_alone(&plan).for_each(|note| report.note(note));
    let (outcome, _) = apply_plan(&plan, check, &[format!("run `{}`", set.command)], report)?;
    if plan.is_clean() && plan.left().is_empty() {
        cache.store(plan.unchanged_count(), &remembered);
    }
    Ok(outcome)
}

/// Reports the errors that prevent generation.
fn refuse(errors: &[Error], set: &Set, report: &mut CommandReport) -> Outcome {
    report.add(errors.iter().map(|error| located(error, set)));
    report.note(format!("{}; nothing was written", human::some(errors.len(), "error")));
    report.count("errors", errors.len());
    Outcome::Findings
}

fn of_schema(set: &Set, error: &Error, severity: Severity) -> Diagnostic {
    finding::of_schema(set.location(&error.file), error, severity)
}

/// Locates an error: in a schema, or at the option in the configuration that causes it.
fn located(error: &Error, set: &Set) -> Diagnostic {
    let ErrorKind::Option { option, .. } = &error.kind else {
        return of_schema(set, error, Severity::Error);
    };
    let place = (1..=option.len()).rev().find_map(|length| set.places.get(&option[..length]));
    let text = error.to_string();
    let Some(place) = place else { return Diagnostic::of_run("INVALID_OPTION", text) };
    let message = format!("gen.{}", text.trim_start_matches("option "));
    Diagnostic { position: Some(place.at), ..Diagnostic::of_run("INVALID_OPTION", message).with_file(&place.file) }
}
