//! Implements `planwright extract`: prints the one document in an answer of a model.

use planwright_api::{NamedSchema, extract};
use planwright_check::Answer;
use planwright_contracts::Surroundings;
use planwright_source::{printable, printable_json};
use serde_json::{Value, json};

use crate::subject::{DOCUMENT, SchemaArgs};
use planwright_project::config::FormatArgs;
use planwright_project::contract::{Target, unknown};
use planwright_project::exit::{Failure, Outcome};
use planwright_project::input;
use planwright_project::render::{self, Format};
use planwright_project::report::CommandReport;

/// Print the JSON document in a model answer, and check it.
///
/// The answer may be a response of an API, a tool call, or prose with a code fence and thoughts, also with mistakes of
/// notation. JSON in a thought or a refusal is never the document, and none is chosen among several different ones.
#[derive(Debug, clap::Args)]
pub(crate) struct ExtractArgs {
    /// Contract, such as fix-plan, or a single schema of a contract, such as agent-proposal/no-op-proposal. With
    /// --schema, this is the answer.
    #[arg(value_name = "CONTRACT")]
    contract: Option<String>,
    #[command(flatten)]
    own: SchemaArgs,
    #[command(flatten)]
    formats: FormatArgs,
    /// Output format of findings. `human` prints to standard error.
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
    /// Answer of the model. Use - for standard input [default: -]
    #[arg(value_name = "FILE")]
    file: Option<String>,
}

/// Runs `planwright extract`.
pub(crate) fn run(args: &ExtractArgs) -> Result<Outcome, Failure> {
    let mut report = CommandReport::beside_output().collect(|report| print_document(args, report));
    if report.json.is_none() && report.failures.is_empty() {
        let findings = render::json::findings(&report.findings());
        report.json = Some(json!({ "document": null, "changes": [], "findings": findings }));
    }
    render::print("extract", &report, args.format)
}

fn print_document(args: &ExtractArgs, report: &mut CommandReport) -> Result<Outcome, Failure> {
    let (target, file) = target(args)?;
    let input = input::read_all(&[file.to_owned()])?.remove(0);
    let check = |text: &str| target.check(text, &Surroundings::default());
    let Answer { document, changes } = match extract(&input.name, input.bytes(), check) {
        Ok(answer) => answer,
        Err(finding) => {
            report.add([finding]);
            return Ok(Outcome::Findings);
        }
    };
    for change in &changes {
        report.note(format!("{}: {}", printable(&input.name), printable(change)));
    }
    let result = check(&document);
    let passed = result.is_ok();
    let (Ok(found) | Err(found)) = result;
    report.add_report(DOCUMENT, &document, &found);
    let findings = render::json::findings(&report.findings());
    let value: Value = serde_json::from_str(&document).unwrap_or_default();
    report.json = Some(json!({ "document": value, "changes": changes, "findings": findings }));
    report.print(format!("{}\n", printable_json(document.trim_end())));
    Ok(if passed { Outcome::Fine } else { Outcome::Findings })
}

/// Returns the contract or schema, and the file with the answer.
fn target(args: &ExtractArgs) -> Result<(Target, &str), Failure> {
    let Some(own) = args.own.own_schema(None)? else {
        let name = args.contract.as_deref().ok_or_else(|| {
            Failure::one("no schema given; name a contract or --schema FILE, and the file with the answer")
        })?;
        let is_document = NamedSchema::contract(name).is_some();
        let target = Target::named(name).filter(|_| is_document).ok_or_else(|| unknown(name))?;
        return Ok((target, args.file.as_deref().unwrap_or("-")));
    };
    let file = match (&args.contract, &args.file) {
        // With `--schema`, no contract is named, so the first argument is the answer.
        (file, None) => file.as_deref().unwrap_or("-"),
        (Some(contract), Some(_)) => {
            return Err(Failure::one(format!(
                "the contract {contract:?} cannot be used with --schema; remove one of the two"
            )));
        }
        (None, Some(file)) => file,
    };
    let schema = own.compile()?.with_semantics(args.formats.semantics_here(None)?);
    Ok((Target::User(Box::new(schema)), file))
}
