//! `planwright schema`: the JSON Schemas that editors and other programs hold files against.

use clap::ValueEnum;
use planwright_contracts::{ContractName, nearest};
use serde_json::Value;

use crate::config::file_schema;
use crate::exit::{Failure, Outcome};
use crate::subject::Given;

/// Print a JSON Schema: of a contract, of one schema of one, or of planwright.toml.
#[derive(Debug, clap::Args)]
pub(crate) struct SchemaArgs {
    /// planwright.toml; a contract, such as fix-plan; or one schema of one, such as agent-proposal/no-op-proposal.
    #[arg(value_name = "NAME")]
    pub name: String,
    /// How it is written.
    #[arg(long, value_enum, default_value = "json")]
    pub format: SchemaFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaFormat {
    /// JSON.
    Json,
    /// A Markdown page, of planwright.toml alone.
    Markdown,
}

/// The name of the schema of the configuration.
const CONFIGURATION: &str = "planwright.toml";

/// Prints the schema, with a line a member.
pub(crate) fn run(args: &SchemaArgs) -> Result<Outcome, Failure> {
    match args.format {
        SchemaFormat::Json => outln!("{:#}", named(&args.name)?),
        SchemaFormat::Markdown if args.name == CONFIGURATION => out!("{}", file_schema::markdown()),
        SchemaFormat::Markdown => {
            return Err(Failure::one(format!("--format markdown is for {CONFIGURATION}; print {} as json", args.name)));
        }
    }
    Ok(Outcome::Fine)
}

/// The schema of that name.
pub(crate) fn named(name: &str) -> Result<Value, Failure> {
    if name == CONFIGURATION {
        return Ok(file_schema::schema());
    }
    if let Some(root) = Given::contract(name).and_then(|given| given.contract) {
        return serde_json::from_str(root.schema).map_err(Failure::one);
    }
    let known: Vec<&str> = ContractName::ALL.iter().map(|one| one.as_str()).chain([CONFIGURATION]).collect();
    let help = nearest(name, known.iter().copied())
        .map_or_else(|| format!("there are {}", known.join(", ")), |near| format!("did you mean {near:?}?"));
    Err(Failure::one(format!("no schema is called {name:?}; {help}")))
}
