//! `cargo tool suite FOLDER`: runs a folder of files in the format of the JSON-Schema-Test-Suite through generated code.
//!
//! Every schema is generated, all are compiled once, and every document goes through the `parse` of its root type, so what
//! passes has passed the validator and has become a value. A schema that is refused, that panics the generator, or whose code
//! does not compile counts as failed in all of its documents.

mod catalogue;
mod compile;
mod folder;
mod real;
mod round_trip;
mod typify;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;

use planwright_codegen::{Formats, Options, Readers, SchemaSet, Support, Validators, generate_with, root_types};

use compile::{Case, CaseResult, Code};
use folder::{Group, Suite};
pub use real::{Sample, run as compile_each};
pub use round_trip::run as round_trips;
pub use typify::{WORKER as TYPIFY_WORKER, work as typify_work};

/// What judges the documents of a suite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SuiteJudges {
    /// Validators that are built at run time.
    #[default]
    RunTime,
    /// Validators that are compiled with the code.
    Compiled,
    /// Readers, each held against the validator.
    Readers,
}

/// What the run is asked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Settings<'a> {
    /// Whether `format` is asserted.
    pub assert_formats: bool,
    /// Whether typify's own output runs beside ours.
    pub typify: bool,
    /// What judges the documents.
    pub judges: SuiteJudges,
    /// The folder that stands for `http://localhost:1234/`.
    pub remotes: Option<&'a Path>,
}

/// Runs the suite. Exit code 0: every assertion holds; 1: some fail; 2: it could not be run.
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
    let suite = Suite::read(folder, settings.remotes)?;
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
    if settings.judges == SuiteJudges::Readers {
        let valid = outcomes.iter().filter(|outcome| outcome.valid);
        println!(
            "of {} valid documents the readers took {}",
            valid.clone().count(),
            valid.filter(|one| one.by_reader).count()
        );
    }
    Ok(failed)
}

/// How many outcomes passed and failed: of what is required, and apart from that of what the suite calls optional.
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

/// The part of the suite that holds only where `format` is asserted.
const FORMAT: &str = "optional/format/";

/// The fault of a case whose schema panics the generator.
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
        SuiteJudges::RunTime => options,
        SuiteJudges::Compiled => Options { validators: Validators::Compiled, ..options },
        SuiteJudges::Readers => Options { readers: Readers::Emitted, support: Support::runtime(), ..options },
    };
    code(&group.schema, options, &|uri| suite.remote(uri))
}

/// The code of one schema, with a judge of documents for its root type.
fn code(schema: &str, options: Options, documents: &dyn Fn(&str) -> Option<Vec<u8>>) -> Result<Code, String> {
    let lines =
        |errors: Vec<planwright_codegen::Error>| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    let texts = [("case.json".to_owned(), schema.as_bytes().to_vec())];
    let set = SchemaSet::parse_with(texts, documents).map_err(lines)?;
    let module_path = format!("crate::{}", compile::PLACE);
    let options = Options { module_path, ..options };
    let files = generate_with(&set, &options).map_err(lines)?;
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

/// Parses the options of `suite`; `None` if one is unknown.
pub fn parse_settings<'a>(arguments: &[&'a str]) -> Option<Settings<'a>> {
    let mut settings = Settings::default();
    let mut rest = arguments;
    loop {
        rest = match rest {
            [] => return Some(settings),
            ["--compiled", rest @ ..] => {
                settings.judges = SuiteJudges::Compiled;
                rest
            }
            ["--readers", rest @ ..] => {
                settings.judges = SuiteJudges::Readers;
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

/// Parses the options of `schemas`; `None` if one is unknown.
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
