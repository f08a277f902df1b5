//! Implements `planwright normalize`: converts an answer from a vendor's form to the canonical document, and checks it.

use planwright_api::{NamedSchema, canonical, of_refusal, vendor_answer};
use planwright_contracts::{Surroundings, check_schema};
use planwright_source::printable_json;
use serde_json::json;

use crate::subject::{self, OwnSchema, Subject};
use planwright_project::config::FormatArgs;
use planwright_project::contract::{Target, unknown};
use planwright_project::exit::{Failure, Outcome};
use planwright_project::input;
use planwright_project::render;
use planwright_project::render::Format;
use planwright_project::report::CommandReport;

/// Convert a model answer from a vendor's dialect, and check it.
///
/// The answer may be a response of an API, or contain prose and a code fence. Prints the document in the shape of the
/// schema if it is valid.
#[derive(Debug, clap::Args)]
pub(crate) struct NormalizeArgs {
    #[command(flatten)]
    pub subject: Subject,
    #[command(flatten)]
    pub formats: FormatArgs,
    /// Output format of findings. `human` prints to standard error.
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
    /// Answer of the model, after the contract if there is no --schema. Use - for standard input.
    #[arg(value_name = "FILE")]
    pub file: Option<String>,
}

/// File name of the canonical document in findings.
const CANONICAL: &str = "<normalized>";

/// Runs `planwright normalize`.
pub(crate) fn run(args: &NormalizeArgs) -> Result<Outcome, Failure> {
    planwright_project::render::print("normalize", &report(args), args.format)
}

/// Normalizes and checks the answer, and prints the document if it passes.
pub(crate) fn report(args: &NormalizeArgs) -> CommandReport {
    let mut report = CommandReport::beside_output().collect(|report| normalize(args, report));
    if report.json.is_none() && report.failures.is_empty() {
        report.json = Some(json!({ "document": null, "findings": render::json::findings(&report.findings()) }));
    }
    report
}

fn normalize(args: &NormalizeArgs, report: &mut CommandReport) -> Result<Outcome, Failure> {
    let own = args.subject.own.own_schema(None)?;
    let (contract, file) = match (&own, &args.subject.contract, &args.file) {
        // With `--schema`, no contract is named, so the first argument is the answer.
        (Some(_), Some(file), None) => (None, file),
        (None, Some(contract), Some(file)) => (Some(contract.as_str()), file),
        (Some(_), Some(contract), Some(_)) => {
            return Err(Failure::one(format!(
                "the contract {contract:?} cannot be used with --schema; remove one of the two"
            )));
        }
        (None, Some(given), None) if NamedSchema::contract(given).is_none() => return Err(unknown(given)),
        _ => {
            return Err(Failure::one(
                "no answer given; name a contract or --schema FILE, and the file with the answer",
            ));
        }
    };
    let given = subject::resolve(contract, own.as_ref())?;
    let conversion = match given.convert(args.subject.dialect) {
        Ok(conversion) => conversion,
        Err(refusal) => {
            let findings = of_refusal(&refusal);
            report.add(match &own {
                Some(own) => own.located(findings),
                None => findings,
            });
            return Ok(Outcome::Findings);
        }
    };
    let input = input::read_all(std::slice::from_ref(file))?.remove(0);
    let answer = vendor_answer(&conversion, &input.name, input.bytes());
    let text = match (&answer, &input.text) {
        (Some(text), _) | (None, Ok(text)) => text,
        (None, Err(refused)) => {
            report.add_report(&input.name, input.known_text(), refused);
            return Ok(Outcome::Findings);
        }
    };
    let document = match canonical(&conversion, &input.name, text) {
        Ok(document) => document,
        Err(findings) => {
            report.add(findings);
            return Ok(Outcome::Findings);
        }
    };
    let canonical = format!("{document:#}");
    if judge(args, (contract, own.as_ref()), &given, &canonical, report)? {
        let findings = render::json::findings(&report.findings());
        report.json = Some(json!({ "document": document, "findings": findings }));
        report.print(format!("{}\n", printable_json(&canonical)));
        Ok(Outcome::Fine)
    } else {
        report.note("the answer has the vendor's shape but violates the schema");
        Ok(Outcome::Findings)
    }
}

/// Checks the document against its schema, and against the rules of a contract.
fn judge(
    args: &NormalizeArgs,
    (contract, own): (Option<&str>, Option<&OwnSchema>),
    given: &NamedSchema,
    canonical: &str,
    report: &mut CommandReport,
) -> Result<bool, Failure> {
    if let (Some(name), Some(root)) = (contract, given.info()) {
        let result = match Target::named(name) {
            Some(target) => target.check(canonical, &Surroundings::default()),
            None => check_schema(root, canonical).map(|checked| checked.warnings().clone()),
        };
        let passed = result.is_ok();
        let (Ok(found) | Err(found)) = result;
        report.add_report(CANONICAL, canonical, &found);
        return Ok(passed);
    }
    let Some(own) = own else { return Err(Failure::one("no schema given; name a contract, or use --schema FILE")) };
    let semantics = args.formats.semantics_here(None)?;
    let schema = own.compile_named(given)?.with_semantics(semantics);
    semantics.formats_note().into_iter().for_each(|note| report.note(note));
    let result = check_schema(&schema, canonical).map(|checked| checked.warnings().clone());
    let passed = result.is_ok();
    let (Ok(found) | Err(found)) = result;
    report.add_report(CANONICAL, canonical, &found);
    Ok(passed)
}
