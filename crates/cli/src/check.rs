//! `planwright check`: documents against a contract.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use planwright_contracts::{ContractName, Repair, Report, Surroundings};
use serde_json::Value;

use crate::args;
use crate::contract::{Target, names, own_schema};
use crate::exit::{Failure, Outcome};
use crate::input::{self, Input};
use crate::render::{self, Format, human};
use crate::report::CommandReport;
use crate::snapshot;

/// The formats of a report, and the one that a model reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CheckFormat {
    Report(Format),
    Repair,
}

impl ValueEnum for CheckFormat {
    fn value_variants<'a>() -> &'a [Self] {
        &[
            Self::Report(Format::Human),
            Self::Report(Format::Json),
            Self::Report(Format::Sarif),
            Self::Report(Format::Github),
            Self::Report(Format::Gitlab),
            Self::Report(Format::Junit),
            Self::Repair,
        ]
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

/// What was found in one file.
pub(crate) struct CheckedFile {
    pub input: Input,
    pub passed: bool,
    pub report: Report,
}

/// Checks every file and prints what was found.
pub(crate) fn run(args: &args::Check) -> Result<Outcome, Failure> {
    match args.format {
        CheckFormat::Report(format) => {
            let report = CommandReport::new().collect(|report| {
                report.json = Some(Value::Null);
                let Some(checked) = check_all(args, report)? else { return Ok(Outcome::Findings) };
                Ok(add_files(report, &checked))
            });
            render::print("check", &report, format)
        }
        CheckFormat::Repair => {
            let mut report = CommandReport::beside_output();
            let checked = check_all(args, &mut report)?;
            human::print(&report);
            let Some(checked) = checked else { return Ok(Outcome::Findings) };
            print_repairs(&checked);
            Ok(if checked.iter().all(|file| file.passed) { Outcome::Fine } else { Outcome::Findings })
        }
    }
}

/// The files, checked; `None` where what goes with them has findings, which were added to the report.
fn check_all(args: &args::Check, report: &mut CommandReport) -> Result<Option<Vec<CheckedFile>>, Failure> {
    let Some((target, surroundings)) = target(args, report)? else { return Ok(None) };
    // With a schema of the user no contract is named, and the first argument is a document.
    let first = args.own.schema.as_ref().map(|_| &args.contract);
    let files: Vec<String> = first.into_iter().chain(&args.files).cloned().collect();
    let inputs = input::read_below(&files)?;
    Ok(Some(inputs.into_iter().map(|input| check(&target, &surroundings, input)).collect()))
}

fn check(target: &Target, surroundings: &Surroundings, input: Input) -> CheckedFile {
    let result = input.text.clone().and_then(|text| target.check(&text, surroundings));
    let passed = result.is_ok();
    let (Ok(report) | Err(report)) = result;
    CheckedFile { input, passed, report }
}

/// Adds the findings of checked files, their counts and a summary, and says how the run ends.
pub(crate) fn add_files(report: &mut CommandReport, checked: &[CheckedFile]) -> Outcome {
    let as_json = |file: &CheckedFile| {
        planwright_contracts::render::json(&file.input.name, file.input.known_text(), &file.report)
    };
    report.json = Some(checked.iter().map(as_json).collect());
    for file in checked {
        report.add_report(&file.input.name, file.input.known_text(), &file.report);
        report.subjects.push(file.input.name.clone());
    }
    let errors = checked.iter().map(|file| file.report.errors().count()).sum();
    let warnings = checked.iter().map(|file| file.report.warnings().count()).sum();
    let passed = checked.iter().filter(|file| file.passed).count();
    for (what, number) in [("files", checked.len()), ("passed", passed), ("errors", errors), ("warnings", warnings)] {
        report.count(what, number);
    }
    let files = human::some(checked.len(), "file");
    report.print(format!("{passed} of {files} passed: {}\n", human::count(errors, warnings)));
    if passed == checked.len() { Outcome::Fine } else { Outcome::Findings }
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
fn target(args: &args::Check, report: &mut CommandReport) -> Result<Option<(Target, Surroundings)>, Failure> {
    if let Some(schema) = own_schema(&args.own)? {
        if args.snapshot.is_some() || args.context.is_some() {
            return Err(Failure::one("--schema takes neither --snapshot nor --context: a schema alone has no rules"));
        }
        return Ok(Some((Target::User(Box::new(schema)), Surroundings::default())));
    }
    let Some(target) = Target::named(&args.contract) else {
        return Err(Failure::one(format!(
            "no contract is called {:?}; there are {}, and each of their schemas as in agent-proposal/no-op-proposal",
            args.contract,
            names()
        )));
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
