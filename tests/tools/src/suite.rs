//! `cargo tool suite FOLDER`: runs a folder in the format of the JSON-Schema-Test-Suite through generated code.
//!
//! Code is generated for every schema, all of it is compiled once, and every document goes through the `parse` of its
//! root type. A document that passes was therefore validated and converted. If a schema is refused, panics the
//! generator or yields code that does not compile, all of its documents count as failed.

mod catalogue;
mod compile;
mod drafts;
mod folder;
mod real;
mod round_trip;
mod typify;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;

use planwright_codegen::{Formats, Options, Readers, SchemaSet, generate_with, root_types};

use compile::{Case, CaseResult, Code};
pub use drafts::{PageMode, run as run_drafts};
use folder::{Group, Suite};
pub use real::{Sample, run as compile_each};
pub use round_trip::run as round_trips;
pub use typify::{WORKER as TYPIFY_WORKER, work as typify_work};

/// Validators for the documents of a suite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SuiteValidators {
    /// Validators that are built at run time.
    #[default]
    RunTime,
    /// Readers, each compared with the validator.
    Readers,
}

/// Settings of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Settings<'a> {
    /// Set if `format` is asserted.
    pub assert_formats: bool,
    /// Set to run the output of typify too.
    pub typify: bool,
    /// Validators for the documents.
    pub judges: SuiteValidators,
    /// Folder that is served as `http://localhost:1234/`.
    pub remotes: Option<&'a Path>,
}

/// Runs the suite. Exit code 0: every assertion passes; 1: some fail; 2: the run itself failed.
pub fn run(root: &Path, folder: &Path, settings: Settings<'_>) -> ExitCode {
    match tally(root, folder, settings) {
        Ok(failed) => ExitCode::from(u8::from(failed > 0)),
        Err(reason) => {
            eprintln!("error: {reason}");
            ExitCode::from(2)
        }
    }
}

fn tally(root: &Path, folder: &Path, settings: Settings<'_>) -> Result<usize, String> {
    let suite = Suite::load(folder, settings.remotes)?;
    if settings.typify {
        let cases = suite.groups.iter().map(typify::case).collect();
        for (part, (passed, failed)) in counts(&compile::run(&root.join("target/suite-typify"), cases)?) {
            println!("typify{part}: {passed} passed, {failed} failed");
        }
    }
    let cases = suite.groups.iter().map(|group| case(&suite, group, settings)).collect();
    let outcomes = compile::run(&root.join("target/suite"), cases)?;
    for outcome in &outcomes {
        if let Some(fault) = &outcome.fault {
            println!("FAILED {}: {fault}", outcome.name);
        }
    }
    let mut counts = counts(&outcomes);
    let (passed, failed) = counts.remove("").unwrap_or_default();
    for (part, (passed, failed)) in counts {
        println!("{}: {passed} passed, {failed} failed", part.trim_start());
    }
    println!("{passed} passed, {failed} failed");
    if settings.judges == SuiteValidators::Readers {
        let valid = outcomes.iter().filter(|outcome| outcome.valid);
        println!(
            "of {} valid documents the readers took {}",
            valid.clone().count(),
            valid.filter(|one| one.by_reader).count()
        );
    }
    Ok(failed)
}

/// Counts passed and failed outcomes, separately for required and optional parts of the suite.
fn counts(outcomes: &[CaseResult]) -> BTreeMap<&'static str, (usize, usize)> {
    let mut counts = BTreeMap::new();
    for outcome in outcomes {
        let (passed, failed) = counts.entry(part(&outcome.name)).or_insert((0, 0));
        *(if outcome.fault.is_some() { failed } else { passed }) += 1;
    }
    counts
}

fn part(name: &str) -> &'static str {
    if name.starts_with(FORMAT) {
        " optional formats"
    } else if name.starts_with("optional/") {
        " optional"
    } else {
        ""
    }
}

/// Part of the suite that applies only if `format` is asserted.
const FORMAT: &str = "optional/format/";

/// Fault of a case whose schema panics the generator.
const PANICKED: &str = "the generator panicked";

/// Generates the code of one group.
fn case(suite: &Suite, group: &Group, settings: Settings<'_>) -> Case {
    let code = catch_unwind(AssertUnwindSafe(|| generate(suite, group, settings)));
    let code = code.unwrap_or_else(|_| Err(PANICKED.to_owned()));
    Case { name: group.name.clone(), tests: group.tests.clone(), code }
}

fn generate(suite: &Suite, group: &Group, settings: Settings<'_>) -> Result<Code, String> {
    let asserts = settings.assert_formats || group.name.starts_with(FORMAT);
    let formats = if asserts { Formats::Assert } else { Formats::Annotate };
    let options = Options { formats, readers: Readers::Serde, ..Options::default() };
    let options = match settings.judges {
        SuiteValidators::RunTime => options,
        SuiteValidators::Readers => Options { readers: Readers::Emitted, ..options },
    };
    code(&group.schema, &options, &|uri| suite.remote(uri))
}

/// Generates the code of one schema, with a validation function for its root type.
fn code(schema: &str, options: &Options, documents: &dyn Fn(&str) -> Option<Vec<u8>>) -> Result<Code, String> {
    let lines =
        |errors: Vec<planwright_codegen::Error>| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    let texts = [("case.json".to_owned(), schema.as_bytes().to_vec())];
    let set = SchemaSet::parse_with(texts, documents).map_err(lines)?;
    let files = generate_with(&set, options).map_err(lines)?;
    let files: BTreeMap<String, String> = files.into_iter().map(|file| (file.path, file.text)).collect();
    let roots = root_types(&set).map_err(lines)?;
    let root = roots.get("case.json").ok_or("no root type")?;
    let module = compile::PLACE;
    let judge = match options.readers {
        Readers::Serde => format!(
            "use {module}::{{SchemaRoot as _, {root} as Root}}; crate::judge_by_serde(Root::parse(text), serde_json::from_slice(text))"
        ),
        Readers::Emitted => format!(
            "use {module}::{{SchemaRoot as _, {root} as Root}}; \
             static BY_SCHEMA: std::sync::LazyLock<planwright_runtime::Validator> = std::sync::LazyLock::new(|| Root::validator().by_schema()); \
             crate::judge_by_table(text, Root::validator(), &BY_SCHEMA)?; \
             crate::judge_by_reader(Root::read_fast(text, false), Root::validator().parse(text), serde_json::from_slice(text))"
        ),
    };
    Ok(Code { files, judge })
}

/// Parses the options of `suite`. Returns `None` if one is unknown.
pub fn parse_settings<'a>(arguments: &[&'a str]) -> Option<Settings<'a>> {
    let mut settings = Settings::default();
    let mut rest = arguments;
    loop {
        rest = match rest {
            [] => return Some(settings),
            ["--readers", rest @ ..] => {
                settings.judges = SuiteValidators::Readers;
                rest
            }
            ["--assert-formats", rest @ ..] => {
                settings.assert_formats = true;
                rest
            }
            ["--typify", rest @ ..] => {
                settings.typify = true;
                rest
            }
            ["--remotes", folder, rest @ ..] => {
                settings.remotes = Some(Path::new(*folder));
                rest
            }
            _ => return None,
        };
    }
}

/// Parses the options of `schemas`. Returns `None` if one is unknown.
pub fn parse_sample(arguments: &[&str]) -> Option<Sample> {
    let mut sample = Sample::default();
    let mut rest = arguments;
    loop {
        rest = match rest {
            [] => return Some(sample),
            ["--typify", rest @ ..] => {
                sample.typify = true;
                rest
            }
            ["--pick", count, rest @ ..] => {
                sample.pick = Some(count.parse().ok().filter(|count| *count > 0)?);
                rest
            }
            _ => return None,
        };
    }
}
