//! `planwright check`: documents against a contract.

mod ndjson;

use std::sync::LazyLock;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use planwright_contracts::{ContractName, Repair, Surroundings};
use serde_json::Value;

use crate::checked_files::{CheckedFile, add_files};
use crate::cores;
use crate::contract::{Target, unknown};
use crate::exit::{Failure, Outcome};
use crate::input::{self, Input};
use crate::render::{self, Format, human};
use crate::report::CommandReport;
use crate::snapshot;
use crate::subject::{OwnSchema, own_schema};

/// Check documents against a contract, text, schema and rules, or against a schema of your own.
#[derive(Debug, clap::Args)]
pub(crate) struct CheckArgs {
    /// action-blueprint, schema-snapshot, workflow-tools, agent-proposal, state-snapshot, form-plan or fix-plan; or one
    /// schema of a contract, such as agent-proposal/no-op-proposal, which is then checked without rules. With
    /// --schema the first document.
    pub contract: String,
    #[command(flatten)]
    pub own: OwnSchema,
    /// Schema snapshot of the org, for action-blueprint.
    #[arg(long, value_name = "FILE", conflicts_with = "context")]
    pub snapshot: Option<String>,
    /// What the rules may look at besides the document, as the contract defines it.
    #[arg(long, value_name = "FILE")]
    pub context: Option<String>,
    /// How findings are written.
    #[arg(long, value_enum, default_value = "human")]
    pub format: CheckFormat,
    /// Each line of the files is a document; blank lines are none.
    #[arg(long)]
    pub ndjson: bool,
    /// With --ndjson, how many findings are kept; all are counted.
    #[arg(long, value_name = "NUMBER", default_value_t = 1000, requires = "ndjson")]
    pub keep: usize,
    /// Documents to check; folders, for every *.json below; patterns such as plans/*.json; - is standard input.
    #[arg(required_unless_present = "schema", value_name = "FILE|DIR")]
    pub files: Vec<String>,
}

/// The formats of a report, and the one that a model reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CheckFormat {
    Report(Format),
    Repair,
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
                Some(PossibleValue::new("repair").help("For each refused file, what to tell the model that wrote it"))
            }
        }
    }
}

/// Checks every file and prints what was found.
pub(crate) fn run(args: &CheckArgs) -> Result<Outcome, Failure> {
    match args.format {
        CheckFormat::Report(format) if args.ndjson => {
            let report = CommandReport::new().collect(|report| {
                let Some((target, surroundings)) = target(args, report)? else { return Ok(Outcome::Findings) };
                ndjson::check(&files(args)?, args.keep, report, |input| check(&target, &surroundings, input))
            });
            render::print("check", &report, format)
        }
        CheckFormat::Report(format) => {
            let report = CommandReport::new().collect(|report| {
                report.json = Some(Value::Null);
                let Some(checked) = check_all(args, report, CheckedFile::document)? else { return Ok(Outcome::Findings) };
                Ok(add_files(report, checked))
            });
            render::print("check", &report, format)
        }
        CheckFormat::Repair if args.ndjson => Err(Failure::one("--ndjson makes a report; --format repair is for one answer")),
        CheckFormat::Repair => {
            let mut report = CommandReport::beside_output();
            let checked = check_all(args, &mut report, |file| file)?;
            human::print(&report);
            let Some(checked) = checked else { return Ok(Outcome::Findings) };
            print_repairs(&checked);
            Ok(if checked.iter().all(|file| file.passed) { Outcome::Fine } else { Outcome::Findings })
        }
    }
}

/// The files, checked, as `view` sees them; `None` where what goes with them has findings, which were added to the report.
fn check_all<R: Send>(
    args: &CheckArgs,
    report: &mut CommandReport,
    view: impl Fn(CheckedFile) -> R + Sync,
) -> Result<Option<Vec<R>>, Failure> {
    let Some((target, surroundings)) = target(args, report)? else { return Ok(None) };
    let files = files(args)?;
    let read = |path: String| {
        let input = input::read_all(std::slice::from_ref(&path)).map_err(Failure::reasons)?.remove(0);
        Ok::<R, Vec<String>>(view(check(&target, &surroundings, input)))
    };
    let (mut checked, mut reasons) = (Vec::new(), Vec::new());
    for file in cores::map(files, read) {
        match file {
            Ok(file) => checked.push(file),
            Err(failed) => reasons.extend(failed),
        }
    }
    if reasons.is_empty() { Ok(Some(checked)) } else { Err(Failure::all(reasons)) }
}

/// The files that are named.
fn files(args: &CheckArgs) -> Result<Vec<String>, Failure> {
    // With a schema of the user no contract is named, and the first argument is a document.
    let first = args.own.schema.as_ref().map(|_| &args.contract);
    input::files_of(&first.into_iter().chain(&args.files).cloned().collect::<Vec<_>>())
}

fn check(target: &Target, surroundings: &Surroundings, input: Input) -> CheckedFile {
    let result = input.text.clone().and_then(|text| target.check(&text, surroundings));
    let passed = result.is_ok();
    let (Ok(report) | Err(report)) = result;
    CheckedFile { input, passed, report }
}

/// Nothing for files that passed; a heading where there are several.
fn print_repairs(checked: &[CheckedFile]) {
    for file in checked {
        if let Some(repair) = Repair::of(&file.report, file.input.known_text()) {
            if checked.len() > 1 {
                outln!("{}:", planwright_source::printable(&file.input.name));
            }
            out!("{repair}");
        }
    }
}

/// The contract that is named, and what is given with it; `None` where that has findings.
fn target(args: &CheckArgs, report: &mut CommandReport) -> Result<Option<(Target, Surroundings)>, Failure> {
    if let Some(schema) = own_schema(&args.own)? {
        if args.snapshot.is_some() || args.context.is_some() {
            return Err(Failure::one("--schema takes neither --snapshot nor --context: a schema alone has no rules"));
        }
        return Ok(Some((Target::User(Box::new(schema)), Surroundings::default())));
    }
    let Some(target) = Target::named(&args.contract) else {
        return Err(unknown(&args.contract));
    };
    if args.snapshot.is_some() && !matches!(target, Target::Contract(ContractName::ActionBlueprint)) {
        return Err(Failure::one(format!("{} takes no --snapshot; action-blueprint does", args.contract)));
    }
    if let Some(path) = &args.context {
        let Target::Contract(contract) = target else {
            return Err(Failure::one(format!("{} is a schema alone and takes no --context", args.contract)));
        };
        let input = input::read_all(std::slice::from_ref(path))?.remove(0);
        let read = input.text.clone().and_then(|text| Surroundings::read(contract, &text));
        return Ok(read
            .map_err(|refused| report.add_report(&input.name, input.known_text(), &refused))
            .ok()
            .map(|surroundings| (target, surroundings)));
    }
    let context = snapshot::context(args.snapshot.as_ref(), report)?;
    Ok(context.map(|context| (target, Surroundings { action_blueprint: context, ..Default::default() })))
}
