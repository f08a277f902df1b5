//! Implements `planwright ci`: runs every check that planwright.toml configures, and combines their reports.
//!
//! If one part fails, the others still run. The only files that are written are those of `--summary`, `--sarif`,
//! `--junit` and `--gitlab`.

mod json;
mod parts;
mod text;
mod write;

use std::path::PathBuf;

use clap::ValueEnum;
use planwright_project::config::{self, Config};
use planwright_project::exit::{Failure, Outcome, Reason};
use planwright_project::finding;
use planwright_project::output;
use planwright_project::render::{Format, TestSuite, code_quality, github, sarif, test_suites};
use planwright_project::report::CommandReport;
use planwright_runtime::Diagnostic;

/// Run every check that planwright.toml configures.
///
/// Each section is one part: `[gen]`, `[apex]`, `[check]`, `[drift]`, `[lock]` and `[snapshot]`. Parts without a
/// section are skipped. With --against, the part `actions` compares the invocable actions of an SFDX project.
///
/// Exit codes: 0 success; 1 findings; 2 usage error, or a part that could not run.
#[derive(Debug, clap::Args)]
pub(crate) struct CiArgs {
    /// Configuration file [default: nearest planwright.toml in this folder or above]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Run only these parts, separated by commas.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "PART,…")]
    pub only: Vec<Part>,
    /// drift and actions: compare with this git revision instead of the configured one.
    #[arg(long, value_name = "REV", conflicts_with = "baseline")]
    pub against: Option<String>,
    /// drift: compare with this baseline instead of the configured one. Requires a `[drift]` section.
    #[arg(long, value_name = "FILE|DIR")]
    pub baseline: Option<PathBuf>,
    /// drift and lock: accept undecided verdicts instead of failing.
    #[arg(long)]
    pub allow_undecided: bool,
    /// Output format. `github` prints groups with annotations, `json` one object with `verdict` and `parts`.
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
    /// Append a Markdown summary to this file.
    #[arg(long, value_name = "FILE")]
    pub summary: Option<PathBuf>,
    /// Also write all findings to this file as SARIF 2.1.0.
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,
    /// Also write one test suite per part to this file, in the format of --format junit.
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Also write all findings to this file, as a Code Quality report for GitLab.
    #[arg(long, value_name = "FILE")]
    pub gitlab: Option<PathBuf>,
}

/// One part of a CI run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// `planwright gen --check`
    Gen,
    /// `planwright apex --check`
    Apex,
    /// `planwright check`
    Check,
    /// `planwright drift`
    Drift,
    /// `planwright drift FOLDER --against REV`, for the invocable actions of an SFDX project
    Actions,
    /// `planwright lock --check`
    Lock,
    /// `planwright snapshot check`, and `snapshot diff` if `against` is set
    Snapshot,
}

impl Part {
    const ALL: [Self; 7] = [Self::Gen, Self::Apex, Self::Check, Self::Drift, Self::Actions, Self::Lock, Self::Snapshot];

    /// Returns the name on the command line, which is also that of the section if the part has one.
    fn name(self) -> &'static str {
        match self {
            Self::Gen => "gen",
            Self::Apex => "apex",
            Self::Check => "check",
            Self::Drift => "drift",
            Self::Actions => "actions",
            Self::Lock => "lock",
            Self::Snapshot => "snapshot",
        }
    }
}

/// Result of one part.
struct PartResult {
    part: Part,
    verdict: Verdict,
    report: CommandReport,
    /// Findings of the report.
    findings: Vec<Diagnostic>,
    /// Command that shows or fixes the findings.
    command: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Passed,
    Failed,
    NotRun,
}

impl Verdict {
    fn word(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::NotRun => "not run",
        }
    }

    /// Returns the combined verdict of all parts.
    fn of_all(parts: &[PartResult]) -> Self {
        let is = |verdict| parts.iter().any(|done| done.verdict == verdict);
        if is(Self::NotRun) {
            Self::NotRun
        } else if is(Self::Failed) {
            Self::Failed
        } else {
            Self::Passed
        }
    }
}

/// Runs the parts and prints the report.
pub(crate) fn run(args: &CiArgs) -> Result<Outcome, Failure> {
    let (config, wanted) = begin(args).map_err(|failure| annotated(args, failure))?;
    let done: Vec<PartResult> = wanted.into_iter().map(|part| parts::run(part, args, &config)).collect();
    let verdict = Verdict::of_all(&done);
    let log = || sarif::log(&findings(&done), &json::verdicts(&done));
    match args.format {
        Format::Human => out!("{}", text::human(&done, verdict)),
        Format::Github => output::write_commands(&text::github(&done, verdict)),
        Format::Json => out_json!(json::report(&done, verdict)),
        Format::Sarif => out_json!(log()),
        Format::Gitlab => out_json!(code_quality(&findings(&done))),
        Format::Junit => out!("{}", suites(&done)),
    }
    let summary = args.summary.as_deref().map(|file| write::append(file, &text::markdown(&done, verdict)));
    let sarif = args.sarif.as_deref().map(|file| write::sarif(file, &log()));
    let junit = args.junit.as_deref().map(|file| write::junit(file, suites(&done)));
    let gitlab = args.gitlab.as_deref().map(|file| write::gitlab(file, &code_quality(&findings(&done))));
    let failed = [summary, sarif, junit, gitlab].into_iter().flatten().filter_map(Result::err);
    let reasons: Vec<Reason> = failed.flat_map(Failure::reasons).collect();
    if !reasons.is_empty() {
        return Err(Failure::from_reasons(reasons));
    }
    match verdict {
        Verdict::Passed => Ok(Outcome::Fine),
        Verdict::Failed => Ok(Outcome::Findings),
        Verdict::NotRun => Err(Failure::reported()),
    }
}

fn begin(args: &CiArgs) -> Result<(Config, Vec<Part>), Failure> {
    let config = config::load(args.config.as_deref())?;
    let wanted = parts::wanted(args, &config)?;
    Ok((config, wanted))
}

/// Prints annotations of the failure if the format has them, and returns the failure.
fn annotated(args: &CiArgs, failure: Failure) -> Failure {
    let reasons = failure.reasons();
    if args.format == Format::Github {
        github::print(&reasons.iter().map(finding::of_reason).collect::<Vec<_>>());
    }
    Failure::from_reasons(reasons)
}

/// Returns one test suite per part.
fn suites(done: &[PartResult]) -> String {
    let suites: Vec<TestSuite<'_>> = done.iter().map(|done| TestSuite::new(done.part.name(), &done.report)).collect();
    test_suites(&suites)
}

fn findings(done: &[PartResult]) -> Vec<Diagnostic> {
    done.iter().flat_map(|done| done.findings.iter().cloned()).collect()
}
