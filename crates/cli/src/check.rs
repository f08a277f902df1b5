//! Implements `planwright check`: validates documents against a contract or a schema.

mod baseline;
mod fixes;
mod follow;
mod ndjson;
mod policy;
mod records;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use planwright_check::Fixable;
use planwright_contracts::action_blueprint::Context;
use planwright_contracts::{ContractName, Repair, Report, Surroundings};
use planwright_schema::Semantics;
use serde_json::Value;

use crate::deny::DenyArgs;
use crate::subject::{OwnSchema, SchemaArgs};
use planwright_project::checked_files::{CheckedDocument, CheckedFile, VerdictDetail, add_files};
use planwright_project::config::{self, CheckConfig, Config, FormatArgs};
use planwright_project::contract::{Target, unknown};
use planwright_project::exit::{Failure, Outcome, Reason};
use planwright_project::input::{self, Input};
use planwright_project::progress;
use planwright_project::render::{self, Format, human};
use planwright_project::report::{CommandReport, MAX_SHOWN};
use planwright_project::snapshot;
use records::Recorder;

/// Validate documents against a contract or your own JSON Schema.
///
/// A contract combines a JSON Schema with rules that a schema cannot express.
///
/// Without arguments, runs the `[check]` or `[[check]]` sections of planwright.toml, and checks the blueprints of `[apex]`.
#[derive(Debug, Default, clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(crate) struct CheckArgs {
    /// Contract: action-blueprint, schema-snapshot, workflow-tools, agent-proposal, state-snapshot, form-plan or
    /// fix-plan. For a single schema of a contract, without its rules, write for example
    /// agent-proposal/no-op-proposal. With --schema, this is the first document.
    pub contract: Option<String>,
    /// Configuration file [default: nearest planwright.toml in this folder or above]
    #[arg(long, value_name = "FILE", conflicts_with = "contract")]
    pub config: Option<PathBuf>,
    #[command(flatten)]
    pub own: SchemaArgs,
    #[command(flatten)]
    pub formats: FormatArgs,
    /// Salesforce org for action-blueprint: a snapshot, a describe file, or a folder with snapshots, describe files,
    /// metadata or a project. REVISION:PATH reads from git.
    #[arg(long, value_name = "ORG", conflicts_with = "context")]
    pub snapshot: Option<String>,
    /// Without --snapshot: do not check standard objects against the built-in field list.
    #[arg(long)]
    pub no_standard: bool,
    /// File with additional facts for the rules. Each contract defines its own.
    #[arg(long, value_name = "FILE")]
    pub context: Option<String>,
    /// Leaves out the blueprints of `[apex]`, which the caller checks with other options.
    #[arg(skip)]
    pub without_apex: bool,
    /// Run again whenever a file of the project changes.
    #[arg(long)]
    pub watch: bool,
    #[command(flatten)]
    pub fixes: fixes::FixArgs,
    #[command(flatten)]
    pub denied: DenyArgs,
    #[command(flatten)]
    pub accepted: baseline::BaselineArgs,
    #[command(flatten)]
    pub follow: follow::FollowArgs,
    #[command(flatten)]
    pub records: records::RecordArgs,
    /// Output format of findings.
    #[arg(long, value_enum, default_value = "human")]
    pub format: CheckFormat,
    /// Read each line as one document. Blank lines are skipped.
    #[arg(long)]
    pub ndjson: bool,
    /// Maximum number of findings to print, errors first. All findings are counted. With --ndjson or --report, the
    /// limit applies to every format, otherwise only to `human` [default: 1000]
    #[arg(long, value_name = "NUMBER")]
    pub keep: Option<usize>,
    /// Documents, folders with *.json files, or patterns such as plans/*.json. Use - for standard input.
    #[arg(value_name = "FILE|DIR")]
    pub files: Vec<String>,
}

/// Report formats, and the repair format for models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CheckFormat {
    Report(Format),
    Repair,
}

impl Default for CheckFormat {
    fn default() -> Self {
        Self::Report(Format::default())
    }
}

impl ValueEnum for CheckFormat {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<CheckFormat>> = LazyLock::new(|| {
            let reports = Format::value_variants().iter().copied().map(CheckFormat::Report);
            reports.chain([CheckFormat::Repair]).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Self::Report(format) => format.to_possible_value(),
            Self::Repair => {
                Some(PossibleValue::new("repair").help("Repair prompt for the model, for each rejected file"))
            }
        }
    }
}

/// Checks every file and prints the findings, once or after each change.
pub(crate) fn run(args: &CheckArgs) -> Result<Outcome, Failure> {
    planwright_project::watch::watched(args.watch, &args.files, || run_once(args))
}

fn run_once(args: &CheckArgs) -> Result<Outcome, Failure> {
    args.fixes.check()?;
    if args.follow.follow || args.follow.late {
        return follow::run(args);
    }
    match args.format {
        CheckFormat::Report(format) if format != Format::Human && !args.records.since.is_empty() => Err(Failure::one(
            "--since cannot be used with --format; the findings of all documents are in the --report file",
        )),
        CheckFormat::Report(format) => render::print("check", &report(args), format),
        CheckFormat::Repair if args.ndjson || args.records.report.is_some() => {
            Err(Failure::one("--format repair cannot be used with --ndjson or --report"))
        }
        CheckFormat::Repair => {
            let mut report = CommandReport::beside_output();
            let checked = check_all(args, &mut report, |_, file, _| file)?;
            human::print(&report);
            let Some((checked, _)) = checked else { return Ok(Outcome::Findings) };
            print_repairs(&checked);
            Ok(if checked.iter().all(|file| file.passed) { Outcome::Fine } else { Outcome::Findings })
        }
    }
}

/// Checks every file.
pub(crate) fn report(args: &CheckArgs) -> CommandReport {
    // The fixed document of standard input is the output.
    let is_filter =
        args.fixes.fix && !args.fixes.diff && args.files.iter().chain(&args.contract).any(|file| file == "-");
    let report = if is_filter { CommandReport::beside_output() } else { CommandReport::new() };
    report.collect(|report| {
        if args.ndjson || args.records.report.is_some() {
            return stream(args, report);
        }
        report.json = Some(Value::Null);
        report.max_shown = args.keep.unwrap_or(MAX_SHOWN);
        let is_json = args.format == CheckFormat::Report(Format::Json);
        let detail = if is_json { VerdictDetail::Json } else { VerdictDetail::Findings };
        let counts_fixes = match args.format {
            CheckFormat::Report(format) => matches!(format, Format::Human | Format::Json),
            CheckFormat::Repair => false,
        };
        let counts_fixes = counts_fixes && args.accepted.write_baseline.is_none();
        let view = |set: &CheckSet, file: CheckedFile, checker: Option<&Checker<'_>>| {
            let is_counted = counts_fixes && !file.report.is_empty() && file.input.bytes().len() <= MAX_FIXABLE_BYTES;
            let Some(checker) = checker.filter(|_| is_counted) else {
                return set.policy.applied(file.document(detail));
            };
            let bytes = file.input.bytes().to_vec();
            let document = set.policy.applied(file.document(detail));
            let fixable = Fixable::count(&bytes, &document.findings, checker);
            document.with_fixable(fixable)
        };
        let Some((checked, changed)) = check_all(args, report, view)? else { return Ok(Outcome::Findings) };
        if let Some(path) = &args.accepted.write_baseline {
            report.print(baseline::write(path, &checked)?);
            return Ok(Outcome::Fine);
        }
        let outcome = add_files(report, checked);
        if args.fixes.diff {
            let how = if changed > 0 { "; to apply, run with --fix and without --diff" } else { "" };
            report.summarize(&format!("{} would change{how}\n", human::some(changed, "file")));
        }
        Ok(outcome)
    })
}

/// Checks every file, or every line of every file, without keeping the documents in memory.
fn stream(args: &CheckArgs, report: &mut CommandReport) -> Result<Outcome, Failure> {
    if args.records.report.is_some() && args.contract.is_none() && !args.own.is_given() {
        return Err(Failure::one("--report requires a contract and files on the command line"));
    }
    let mut run = ndjson::NdjsonRun::keeping(args.keep.unwrap_or(MAX_SHOWN));
    let mut checked = Ok(());
    let sets = sets(args)?;
    for set in &sets {
        let Some((target, surroundings)) = target(set, report)? else { return Ok(Outcome::Findings) };
        let mut files = input::files_of(&set.files)?;
        let settings = set.formats_note().map(|_| "no-assert-formats".to_owned());
        let settings = set.policy.settings().into_iter().chain(settings).collect();
        if let Some(recorder) = Recorder::begin(&args.records, (&target, &surroundings), settings)? {
            // A document that is named twice is checked once.
            files.sort();
            files.dedup();
            run = run.recording(recorder);
        }
        let judged = |input, detail| stream_document(&set.policy, (&target, &surroundings), input, detail);
        checked = if args.ndjson { run.check_lines(&files, judged) } else { run.check_files(&files, judged) };
        if checked.is_err() {
            break;
        }
    }
    if checked.is_ok() {
        sets.iter().flat_map(|set| set.policy.unused()).for_each(|line| report.note(line));
    }
    run.finish(checked, report)
}

/// Checks one document for a run that does not keep documents.
fn stream_document(
    policy: &policy::Policy,
    (target, surroundings): (&Target, &Surroundings),
    input: Input,
    detail: VerdictDetail,
) -> CheckedDocument {
    if policy.changes_verdicts() {
        // The policy decides about each finding, so all findings are needed first.
        let file = check(target, surroundings, input);
        let document = policy.applied(file.document(VerdictDetail::Findings));
        let findings = if detail == VerdictDetail::Counts { Vec::new() } else { document.findings };
        return CheckedDocument { findings, ..document };
    }
    if matches!(detail, VerdictDetail::Counts | VerdictDetail::Errors)
        && let Some(counted) = input.text.as_ref().ok().and_then(|text| target.count(text, surroundings))
        && (detail == VerdictDetail::Counts || counted.counts.errors == 0)
    {
        return CheckedDocument::of_numbers(input.name, counted);
    }
    check(target, surroundings, input).document(detail)
}

/// Checks the files and applies `view` to each. Also returns the number of files that fixes change. Returns `None` if the
/// context has findings, which are added to the report.
fn check_all<R: Send>(
    args: &CheckArgs,
    report: &mut CommandReport,
    view: impl Fn(&CheckSet, CheckedFile, Option<&Checker<'_>>) -> R + Sync,
) -> Result<Option<(Vec<R>, usize)>, Failure> {
    let sets = sets(args)?;
    let (mut checked, mut changed, mut reasons, mut is_refused) = (Vec::new(), 0, Vec::new(), false);
    for set in &sets {
        match check_set(set, args.fixes, report, &view) {
            Ok(Some((found, count))) => {
                checked.extend(found);
                changed += count;
            }
            Ok(None) => is_refused = true,
            Err(failure) => reasons.extend(failure.reasons()),
        }
    }
    let used: BTreeMap<_, _> = sets.iter().filter_map(|set| set.policy.baseline()).collect();
    used.values().filter_map(|baseline| baseline.stale()).for_each(|line| report.note(line));
    if reasons.is_empty() && !is_refused {
        sets.iter().flat_map(|set| set.policy.unused()).for_each(|line| report.note(line));
    }
    match (reasons.is_empty(), is_refused) {
        (false, _) => Err(Failure::from_reasons(reasons)),
        (true, true) => Ok(None),
        (true, false) => Ok(Some((checked, changed))),
    }
}

/// Maximum number of documents of a set whose fixable findings are counted. Counting more would make a run several times
/// as long.
const MAX_FIXABLE_FILES: usize = 100;

/// Maximum size of a document whose fixable findings are counted. To count them, it is checked many times.
const MAX_FIXABLE_BYTES: usize = 64 * 1024;

/// Checks a document against the target of its set.
type Checker<'a> = dyn Fn(&str) -> Result<Report, Report> + 'a;

/// A set of documents and what they are checked against.
#[derive(Debug, Default)]
struct CheckSet {
    contract: Option<String>,
    own: Option<OwnSchema>,
    semantics: Semantics,
    snapshot: Option<String>,
    no_standard: bool,
    context: Option<String>,
    files: Vec<String>,
    policy: policy::Policy,
}

impl CheckSet {
    /// Returns a sentence if formats are annotations. Contracts always validate them.
    fn formats_note(&self) -> Option<&'static str> {
        self.own.as_ref().and_then(|_| self.semantics.formats_note())
    }
}

/// Returns the set of the command line, or the sets of the configuration.
fn sets(args: &CheckArgs) -> Result<Vec<CheckSet>, Failure> {
    let own = args.own.own_schema(args.config.as_deref())?;
    if args.contract.is_none() && own.is_none() {
        if args.snapshot.is_some() || args.context.is_some() {
            return Err(Failure::one("--snapshot and --context require a contract and files on the command line"));
        }
        return configured(&config::load(args.config.as_deref())?, args);
    }
    let mut files = args.files.clone();
    if own.is_none() && args.formats.explicit_choice().is_some() {
        return Err(Failure::one("--no-assert-formats requires --schema; contracts always validate formats"));
    }
    let contract = match &own {
        // With `--schema`, no contract is named, so the first argument is a document.
        Some(_) => {
            files.splice(0..0, args.contract.clone());
            None
        }
        None => args.contract.clone(),
    };
    if files.is_empty() && !args.follow.late {
        let known = contract.as_deref().filter(|name| Target::named(name).is_some());
        return Err(match (known, contract.as_deref()) {
            (None, Some(given)) => unknown(given),
            _ => Failure::one("no documents given; name files or folders, or use - for standard input"),
        });
    }
    let (snapshot, context) = (args.snapshot.clone(), args.context.clone());
    let policy = policy::Policy::from_settings(&args.denied, &CheckConfig::default(), &String::clone)?;
    let policy = policy.with_baseline(args.accepted.baseline.as_ref(), &mut BTreeMap::new())?;
    let no_standard = args.no_standard;
    let semantics = match &own {
        Some(_) => args.formats.semantics_here(args.config.as_deref())?,
        None => Semantics::default(),
    };
    Ok(vec![CheckSet { contract, own, semantics, snapshot, no_standard, context, files, policy }])
}

fn configured(config: &Config, args: &CheckArgs) -> Result<Vec<CheckSet>, Failure> {
    // The lines of --ndjson are documents, which a blueprint file has none of.
    let blueprints = config.apex.blueprints.as_ref().filter(|_| !args.without_apex && !args.ndjson);
    if config.checks.is_empty() && blueprints.is_none() {
        let file = config.file.as_ref().map_or(config::NAME.to_owned(), |file| file.display().to_string());
        return Err(Failure::one(format!(
            "no documents given; name a contract and files, as in `planwright check action-blueprint FILE`, or add a [check] section to {file}"
        )));
    }
    let inside = |path: &String| config.folder.join(path).display().to_string();
    let documents = args.own.documents.with_config(config)?;
    let mut baselines = BTreeMap::new();
    let mut set = |one: &CheckConfig| {
        let own = one.baseline.as_ref().map(|path| config.folder.join(path));
        // A baseline that is being rewritten accepts no findings.
        let own = own.filter(|_| args.accepted.write_baseline.is_none());
        let policy = policy::Policy::from_settings(&args.denied, one, &inside)?;
        Ok(CheckSet {
            contract: one.contract.clone(),
            own: one.schema.as_ref().map(|file| {
                let folder = one.schemas.as_ref().map(|folder| config.folder.join(folder));
                OwnSchema::new(&config.folder.join(file), folder, documents.clone())
            }),
            semantics: args.formats.semantics(config),
            snapshot: one.snapshot.as_ref().map(inside),
            no_standard: args.no_standard || one.standard == Some(false),
            context: one.context.as_ref().map(inside),
            files: one.files.iter().map(inside).collect(),
            policy: policy.with_baseline(args.accepted.baseline.as_ref().or(own.as_ref()), &mut baselines)?,
        })
    };
    let mut sets = config.checks.iter().map(&mut set).collect::<Result<Vec<_>, Failure>>()?;
    if let Some(blueprints) = blueprints {
        let apex = CheckConfig { contract: Some("action-blueprint".to_owned()), ..CheckConfig::default() };
        let is_same = |set: &&CheckSet| set.contract == apex.contract;
        let same: Vec<String> = sets.iter().filter(is_same).flat_map(|set| set.files.clone()).collect();
        let covered: BTreeSet<PathBuf> = input::files_of(&same)?.into_iter().map(PathBuf::from).collect();
        let mut files = input::files_of(&blueprints.iter().map(inside).collect::<Vec<_>>())?;
        files.retain(|file| !input::has_lines(file) && !covered.contains(Path::new(file)));
        let snapshot = config.apex.snapshot.as_ref().map(|source| snapshot::configured(&config.folder, source));
        let no_standard = args.no_standard || config.apex.standard == Some(false);
        sets.push(CheckSet { snapshot, no_standard, files, ..set(&apex)? });
    }
    Ok(sets)
}

fn check_set<R: Send>(
    set: &CheckSet,
    options: fixes::FixArgs,
    report: &mut CommandReport,
    view: impl Fn(&CheckSet, CheckedFile, Option<&Checker<'_>>) -> R + Sync,
) -> Result<Option<(Vec<R>, usize)>, Failure> {
    let Some((target, surroundings)) = target(set, report)? else { return Ok(None) };
    let paths = input::files_of(&set.files)?;
    let is_small = paths.len() <= MAX_FIXABLE_FILES;
    let read = |path: String| {
        let input = input::read_all(std::slice::from_ref(&path)).map_err(Failure::reasons)?.remove(0);
        let mut fixed = fixes::Fixed::unchanged(input, None);
        let checker = |text: &str| target.check(text, &surroundings);
        if options.is_asked() {
            fixed = fixes::fix(options, fixed.input, checker).map_err(Failure::reasons)?;
        }
        let fixes::Fixed { input, note, is_changed } = fixed;
        let checker: &Checker<'_> = &checker;
        let file = check(&target, &surroundings, input);
        Ok::<_, Vec<Reason>>((view(set, file, Some(checker).filter(|_| is_small)), note, is_changed))
    };
    let (mut checked, mut changed, mut reasons) = (Vec::new(), 0, Vec::new());
    for file in progress::map(paths, "files checked", read) {
        match file {
            Ok((file, note, is_changed)) => {
                checked.push(file);
                changed += usize::from(is_changed);
                report.print(note.unwrap_or_default());
            }
            Err(failed) => reasons.extend(failed),
        }
    }
    if reasons.is_empty() { Ok(Some((checked, changed))) } else { Err(Failure::from_reasons(reasons)) }
}

fn check(target: &Target, surroundings: &Surroundings, input: Input) -> CheckedFile {
    let result = input.text.clone().and_then(|text| target.check(&text, surroundings));
    let passed = result.is_ok();
    let (Ok(report) | Err(report)) = result;
    CheckedFile { input, passed, report }
}

/// Prints the repair prompt for each file that failed, with a heading if there are several files.
fn print_repairs(checked: &[CheckedFile]) {
    for file in checked {
        if let Some(repair) = Repair::from_report(&file.report, file.input.known_text()) {
            if checked.len() > 1 {
                outln!("{}:", planwright_source::printable(&file.input.name));
            }
            out!("{repair}");
        }
    }
}

/// Returns the contract and its context. Returns `None` if the context has findings.
fn target(set: &CheckSet, report: &mut CommandReport) -> Result<Option<(Target, Surroundings)>, Failure> {
    if let Some(schema) = set.own.as_ref().map(OwnSchema::compile).transpose()? {
        if set.snapshot.is_some() || set.context.is_some() {
            return Err(Failure::one("--snapshot and --context cannot be used with --schema, which has no rules"));
        }
        let schema = schema.with_semantics(set.semantics);
        set.formats_note().into_iter().for_each(|note| report.note(note));
        set.own.iter().filter_map(OwnSchema::dialect_note).for_each(|note| report.note(note));
        return Ok(Some((Target::User(Box::new(schema)), Surroundings::default())));
    }
    let name = set.contract.as_deref().unwrap_or_default();
    let Some(target) = Target::named(name) else {
        return Err(unknown(name));
    };
    if set.snapshot.is_some() && !matches!(target, Target::Contract(ContractName::ActionBlueprint)) {
        return Err(Failure::one(format!("{name} does not support --snapshot; action-blueprint does")));
    }
    if let Some(path) = &set.context {
        let Target::Contract(contract) = target else {
            return Err(Failure::one(format!("{name} does not support --context; it is a schema without rules")));
        };
        let input = input::read_all(std::slice::from_ref(path))?.remove(0);
        let read = input.text.clone().and_then(|text| Surroundings::from_json(contract, &text));
        return Ok(read.map_err(|refused| report.add_report(&input.name, input.known_text(), &refused)).ok().map(
            |mut surroundings| {
                surroundings.action_blueprint = planwright_org::filled_in_context(surroundings.action_blueprint);
                surroundings.action_blueprint.no_standard = set.no_standard;
                (target, surroundings)
            },
        ));
    }
    let context = snapshot::context(set.snapshot.as_ref(), report)?;
    Ok(context.map(|context| {
        let context = Context { no_standard: set.no_standard, ..context };
        (target, Surroundings { action_blueprint: context, ..Default::default() })
    }))
}
