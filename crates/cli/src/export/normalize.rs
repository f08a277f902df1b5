//! `planwright normalize`: an answer in a vendor's shape to the canonical document, checked.

use std::sync::Arc;

use planwright_contracts::{Surroundings, check_schema};
use planwright_dialects::Conversion;
use planwright_source::{Lines, Pointer, Problem, locate};
use serde_json::{Value, json};

use super::of_refusal;
use crate::contract::Target;
use crate::exit::{Failure, Outcome};
use crate::input;
use crate::render;
use crate::render::Format;
use crate::report::CommandReport;
use crate::subject::{Given, Subject, compile};
use planwright_runtime::{Diagnostic, FindingScope, Position};

/// Turn what a model answered in a vendor's shape into the canonical document, check it, and print it.
#[derive(Debug, clap::Args)]
pub(crate) struct NormalizeArgs {
    #[command(flatten)]
    pub subject: Subject,
    /// How findings are written; human goes to standard error.
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
    /// The answer; - is standard input.
    #[arg(value_name = "FILE")]
    pub file: String,
}

/// The name under which findings show the canonical document.
const CANONICAL: &str = "<normalized>";

/// Normalizes, checks, and returns what passes.
pub(crate) fn report(args: &NormalizeArgs) -> CommandReport {
    let mut report = CommandReport::beside_output().collect(|report| run(args, report));
    if report.json.is_none() && report.failures.is_empty() {
        report.json = Some(json!({ "document": null, "findings": render::json::findings(&report.findings()) }));
    }
    report
}

fn run(args: &NormalizeArgs, report: &mut CommandReport) -> Result<Outcome, Failure> {
    let given = Given::of(&args.subject)?;
    let conversion = match given.convert(args.subject.dialect) {
        Ok(conversion) => conversion,
        Err(refusal) => {
            report.add(of_refusal(&refusal));
            return Ok(Outcome::Findings);
        }
    };
    let input = input::read_all(std::slice::from_ref(&args.file))?.remove(0);
    let text = match &input.text {
        Ok(text) => text,
        Err(refused) => {
            report.add_report(&input.name, input.known_text(), refused);
            return Ok(Outcome::Findings);
        }
    };
    let document = match read(&conversion, &input.name, text) {
        Ok(document) => document,
        Err(findings) => {
            report.add(findings);
            return Ok(Outcome::Findings);
        }
    };
    let canonical = format!("{document:#}");
    if judge(args, &given, &canonical, report)? {
        let findings = render::json::findings(&report.findings());
        report.json = Some(json!({ "document": document, "findings": findings }));
        report.print(canonical + "\n");
        Ok(Outcome::Fine)
    } else {
        report.note("the answer has the vendor's shape, but breaks the schema");
        Ok(Outcome::Findings)
    }
}

/// The canonical document, or what is wrong with the answer.
fn read(conversion: &Conversion, name: &str, text: &str) -> Result<Value, Vec<Diagnostic>> {
    let (lines, shared) = (Lines::new(text), Arc::<str>::from(text));
    let finding = |offset: Option<usize>, message: String| {
        let at = offset.map(|offset| lines.line_column(offset));
        Diagnostic {
            position: at.map(|at| Position::from((at.line, at.column))),
            span: offset.map(|offset| offset..offset),
            source: offset.map(|_| Arc::clone(&shared)),
            ..Diagnostic::of_run("NOT_OF_THE_DIALECT", message).with_file(name)
        }
    };
    let broken = |problem: Problem| finding(Some(problem.span.start), problem.message());
    let answer =
        planwright_source::parse(text).map_err(|problems| problems.into_iter().map(broken).collect::<Vec<_>>())?;
    conversion.normalize(&answer).map_err(|faults| {
        let faults = faults.into_iter().map(|fault| Diagnostic {
            scope: FindingScope::Document,
            ..Diagnostic { at: fault.at.clone(), ..finding(offset(text, &fault.at), fault.message) }
        });
        faults.collect()
    })
}

/// Where a place stands; that of the nearest one above it, where it is missing.
fn offset(text: &str, at: &Pointer) -> Option<usize> {
    let mut at = at.clone();
    loop {
        if let Some(place) = locate(text, &at) {
            return Some(place.value.start);
        }
        at.pop()?;
    }
}

/// Whether the document obeys its schema, and the rules of a contract.
fn judge(args: &NormalizeArgs, given: &Given, canonical: &str, report: &mut CommandReport) -> Result<bool, Failure> {
    if let (Some(name), Some(root)) = (&args.subject.contract, given.contract) {
        let result = match Target::named(name) {
            Some(target) => target.check(canonical, &Surroundings::default()),
            None => check_schema(root, canonical).map(|checked| checked.warnings().clone()),
        };
        let passed = result.is_ok();
        let (Ok(found) | Err(found)) = result;
        report.add_report(CANONICAL, canonical, &found);
        return Ok(passed);
    }
    let result = check_schema(&compile(given)?, canonical).map(|checked| checked.warnings().clone());
    let passed = result.is_ok();
    let (Ok(found) | Err(found)) = result;
    report.add_report(CANONICAL, canonical, &found);
    Ok(passed)
}
