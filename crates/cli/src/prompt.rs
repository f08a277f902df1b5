//! Implements `planwright prompt`: prints the instructions for a model that writes documents of a contract.

use std::path::Path;

use clap::ValueEnum;
use planwright_api::schema_prompt;
use planwright_check::prompt::{MAX_GOAL, Prompt, PromptStyle, PromptTask};
use planwright_contracts::ContractName;
use planwright_contracts::action_blueprint::org_facts;
use planwright_workflow::system_prompt;

use crate::subject::SchemaArgs;
use planwright_project::contract::unknown;
use planwright_project::exit::{Failure, Outcome};
use planwright_project::render::human;
use planwright_project::report::CommandReport;

/// Print instructions for a model that writes documents.
///
/// They contain the goal, the schema, the rules, a good example and a bad one.
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
    /// Goal to include in the prompt.
    #[arg(long, value_name = "TEXT")]
    pub goal: Option<String>,
    /// action-blueprint: Salesforce org whose objects, fields and picklist values to include: a snapshot, a describe
    /// file, or a folder with snapshots, describe files, metadata or a project.
    #[arg(long, value_name = "ORG")]
    pub snapshot: Option<String>,
    /// Length of the prompt.
    #[arg(long, value_enum, default_value = "full")]
    pub style: StyleArg,
}

/// Length of a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StyleArg {
    /// A line for each field, the rules of the contract, and a good example
    Short,
    /// The schema, all rules, a good and a bad example
    Full,
}

/// Prints the prompt.
pub(crate) fn run(args: &PromptArgs) -> Result<Outcome, Failure> {
    let contract = args.contract.as_deref().and_then(ContractName::parse);
    if args.snapshot.is_some() && contract != Some(ContractName::ActionBlueprint) {
        return Err(Failure::one("--snapshot requires the contract action-blueprint"));
    }
    let mut report = CommandReport::beside_output();
    let context = planwright_project::snapshot::context(args.snapshot.as_ref(), &mut report);
    human::print(&report);
    let Some(context) = context? else { return Ok(Outcome::Findings) };
    let goal = args.goal.as_deref();
    let org = context.snapshot.map(|snapshot| org_facts(&snapshot, goal.unwrap_or_default()));
    let task = PromptTask::new(goal, org)
        .ok_or_else(|| Failure::one(format!("the goal has more than {MAX_GOAL} characters; shorten it")))?;
    let Some(given) = &args.contract else { return of_schema(args, task) };
    if contract == Some(ContractName::WorkflowTools) && !args.document {
        out!("{}", system_prompt());
        if goal.is_some() {
            out!("\n{task}");
        }
        return Ok(Outcome::Fine);
    }
    match contract.map(ContractName::prompt) {
        Some(Some(prompt)) => {
            print(args, prompt, task);
            Ok(Outcome::Fine)
        }
        Some(None) => Err(Failure::one(format!("{given} is a context for checks, which no model writes"))),
        None if Path::new(given).is_file() => Err(unknown(given)),
        None => Err(Failure::one(format!("unknown contract {given:?}; expected one of {}", writable()))),
    }
}

fn print(args: &PromptArgs, prompt: Prompt, task: PromptTask) {
    let style = match args.style {
        StyleArg::Short => PromptStyle::Short,
        StyleArg::Full => PromptStyle::Full,
    };
    out!("{}", Prompt { task, style, ..prompt });
}

/// Prints the prompt for a schema of the user.
fn of_schema(args: &PromptArgs, task: PromptTask) -> Result<Outcome, Failure> {
    let Some(own) = args.own.own_schema(None)? else {
        return Err(Failure::one("no contract given; name a contract, or use --schema FILE"));
    };
    match schema_prompt(&own.compile()?) {
        Some(prompt) => {
            print(args, prompt, task);
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
