//! `planwright check`: documents against a contract.

use planwright_contracts::{ContractName, Repair, Report, Surroundings, render};
use serde_json::Value;

use crate::args::{self, CheckFormat};
use crate::contract::{Target, names, own_schema};
use crate::exit::{Failure, Outcome};
use crate::input::{self, Input};
use crate::{human, snapshot};

/// What was found in one file.
struct Checked {
    input: Input,
    passed: bool,
    report: Report,
}

/// Checks every file.
pub(crate) fn run(args: &args::Check) -> Result<Outcome, Failure> {
    let (target, surroundings) = match target(args) {
        Ok(given) => given,
        Err(ended) => return ended,
    };
    // With a schema of the user no contract is named, and the first argument is a document.
    let first = args.own.schema.as_ref().map(|_| &args.contract);
    let files: Vec<String> = first.into_iter().chain(&args.files).cloned().collect();
    let inputs = input::read_all(&files)?;
    let checked: Vec<Checked> = inputs.into_iter().map(|input| check(&target, &surroundings, input)).collect();
    match args.format {
        CheckFormat::Human => print_human(&checked),
        CheckFormat::Repair => print_repairs(&checked),
        CheckFormat::Json => {
            let files = checked.iter().map(|file| render::json(&file.input.name, file.input.shown(), &file.report));
            outln!("{:#}", Value::Array(files.collect()));
        }
    }
    let all_passed = checked.iter().all(|file| file.passed);
    Ok(if all_passed { Outcome::Fine } else { Outcome::Findings })
}

fn check(target: &Target, surroundings: &Surroundings, input: Input) -> Checked {
    let result = input.text.clone().and_then(|text| target.check(&text, surroundings));
    let passed = result.is_ok();
    let (Ok(report) | Err(report)) = result;
    Checked { input, passed, report }
}

fn print_human(checked: &[Checked]) {
    for file in checked {
        out!("{}", human::render(&file.input.name, file.input.shown(), &file.report));
    }
    let errors = checked.iter().map(|file| file.report.errors().count()).sum();
    let warnings = checked.iter().map(|file| file.report.warnings().count()).sum();
    let passed = checked.iter().filter(|file| file.passed).count();
    outln!("{passed} of {} files passed: {}", checked.len(), human::count(errors, warnings));
}

/// Nothing for files that passed; a heading where there are several.
fn print_repairs(checked: &[Checked]) {
    for file in checked {
        if let Some(repair) = Repair::of(&file.report, file.input.shown()) {
            if checked.len() > 1 {
                outln!("{}:", file.input.name);
            }
            out!("{repair}");
        }
    }
}

/// The contract that is named, and what is given with it. `Err` ends the run.
fn target(args: &args::Check) -> Result<(Target, Surroundings), Result<Outcome, Failure>> {
    let wrong = |reason: String| Err(Err(Failure::one(reason)));
    if let Some(schema) = own_schema(&args.own).map_err(Err)? {
        if args.snapshot.is_some() || args.context.is_some() {
            return wrong("--schema takes neither --snapshot nor --context: a schema alone has no rules".to_owned());
        }
        return Ok((Target::User(Box::new(schema)), Surroundings::default()));
    }
    let Some(target) = Target::named(&args.contract) else {
        return wrong(format!(
            "no contract is called {:?}; there are {}, and each of their schemas as in agent-proposal/no-op-proposal",
            args.contract,
            names()
        ));
    };
    if args.snapshot.is_some() && !matches!(target, Target::Contract(ContractName::ActionBlueprint)) {
        return wrong(format!("{} takes no --snapshot; action-blueprint does", args.contract));
    }
    if let Some(path) = &args.context {
        let Target::Contract(contract) = target else {
            return wrong(format!("{} is a schema alone and takes no --context", args.contract));
        };
        return Ok((target, read_context(path, contract)?));
    }
    let surroundings =
        Surroundings { action_blueprint: snapshot::context(args.snapshot.as_ref())?, ..Default::default() };
    Ok((target, surroundings))
}

fn read_context(path: &String, contract: ContractName) -> Result<Surroundings, Result<Outcome, Failure>> {
    let input = input::read_all(std::slice::from_ref(path)).map_err(Err)?.remove(0);
    input.text.clone().and_then(|text| Surroundings::read(contract, &text)).map_err(|report| {
        err!("{}", human::render(&input.name, input.shown(), &report));
        Ok(Outcome::Findings)
    })
}
