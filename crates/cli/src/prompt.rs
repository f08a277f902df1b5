//! Implements `planwright prompt`: prints the instructions for a model that writes documents of a contract.

use std::path::Path;

use planwright_api::schema_prompt;
use planwright_contracts::ContractName;
use planwright_workflow::system_prompt;

use crate::subject::SchemaArgs;
use planwright_project::contract::unknown;
use planwright_project::exit::{Failure, Outcome};

/// Print instructions for a model that writes documents.
///
/// They contain the schema, the rules, a good example and a bad one.
#[derive(Debug, clap::Args)]
pub(crate) struct PromptArgs {
    /// Contract: action-blueprint, workflow-tools, agent-proposal, form-plan or fix-plan.
    #[arg(required_unless_present = "schema", conflicts_with = "schema")]
    pub contract: Option<String>,
    #[command(flatten)]
    pub own: SchemaArgs,
    /// workflow-tools: for a model that writes whole workflows instead of calling the tools.
    #[arg(long)]
    pub document: bool,
}

/// Prints the prompt.
pub(crate) fn run(args: &PromptArgs) -> Result<Outcome, Failure> {
    let Some(given) = &args.contract else { return of_schema(args) };
    if ContractName::parse(given) == Some(ContractName::WorkflowTools) && !args.document {
        out!("{}", system_prompt());
        return Ok(Outcome::Fine);
    }
    match ContractName::parse(given).map(ContractName::prompt) {
        Some(Some(prompt)) => {
            out!("{prompt}");
            Ok(Outcome::Fine)
        }
        Some(None) => Err(Failure::one(format!("{given} is a context for checks, which no model writes"))),
        None if Path::new(given).is_file() => Err(unknown(given)),
        None => Err(Failure::one(format!("unknown contract {given:?}; expected one of {}", writable()))),
    }
}

/// Prints the prompt for a schema of the user.
fn of_schema(args: &PromptArgs) -> Result<Outcome, Failure> {
    let Some(own) = args.own.own_schema(None)? else {
        return Err(Failure::one("no contract given; name a contract, or use --schema FILE"));
    };
    match schema_prompt(&own.compile()?) {
        Some(prompt) => {
            out!("{prompt}");
            Ok(Outcome::Fine)
        }
        None => Err(Failure::one("the schema is not JSON")),
    }
}

/// Returns the contracts whose documents models write.
fn writable() -> String {
    let all = ContractName::ALL.into_iter().filter(|contract| contract.prompt().is_some());
    all.map(ContractName::as_str).collect::<Vec<_>>().join(", ")
}
