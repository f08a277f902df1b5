//! Implements `planwright schema`: prints the JSON Schemas that editors and other programs validate files with.

mod config_schema;
mod editor_hints;
mod outputs;

pub(crate) use config_schema::keys_of_section;

use clap::ValueEnum;
use planwright_contracts::{ContractName, nearest};
use serde_json::Value;

use planwright_api::NamedSchema;
use planwright_project::exit::{Failure, Outcome};

/// Print the JSON Schema of a contract, of planwright.toml or of JSON output.
///
/// Without a name, lists all names.
#[derive(Debug, clap::Args)]
pub(crate) struct SchemaArgs {
    /// planwright.toml, a contract such as fix-plan, a single schema of a contract such as
    /// agent-proposal/no-op-proposal, or an output such as output/check.
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// Output format.
    #[arg(long, value_enum, default_value = "json")]
    pub format: SchemaFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaFormat {
    /// JSON.
    Json,
    /// Markdown page, for planwright.toml only.
    Markdown,
}

/// Name of the schema of the configuration.
const CONFIGURATION: &str = "planwright.toml";

/// Prints the schema, with one line per property.
pub(crate) fn run(args: &SchemaArgs) -> Result<Outcome, Failure> {
    let Some(name) = args.name.as_deref() else {
        list();
        return Ok(Outcome::Fine);
    };
    match args.format {
        SchemaFormat::Json => out_json!(named(name)?),
        SchemaFormat::Markdown if name == CONFIGURATION => out!("{}", config_schema::markdown()),
        SchemaFormat::Markdown => {
            return Err(Failure::one(format!("--format markdown is for {CONFIGURATION} only; print {name} as JSON")));
        }
    }
    Ok(Outcome::Fine)
}

/// Prints one line per schema.
fn list() {
    outln!("{CONFIGURATION:<20} configuration of a project");
    for contract in ContractName::ALL {
        outln!("{:<20} documents of the contract", contract.as_str());
    }
    for (name, commands, _) in outputs::ALL {
        outln!("{name:<20} output of --format json: {commands}");
    }
}

/// Returns the schema with this name.
pub(crate) fn named(name: &str) -> Result<Value, Failure> {
    if name == CONFIGURATION {
        return Ok(editor_hints::with_hints(config_schema::schema()));
    }
    if let Some((_, _, schema)) = outputs::ALL.iter().find(|(known, ..)| *known == name) {
        return Ok(schema().to_value());
    }
    if let Some(schema) = contract_schema(name) {
        return Ok(editor_hints::with_hints(schema));
    }
    let known: Vec<&str> = ContractName::ALL
        .iter()
        .map(|one| one.as_str())
        .chain([CONFIGURATION])
        .chain(outputs::ALL.map(|(name, ..)| name))
        .collect();
    let help = nearest(name, known.iter().copied())
        .map_or_else(|| format!("expected one of {}", known.join(", ")), |near| format!("did you mean {near:?}?"));
    Err(Failure::one(format!("unknown schema {name:?}; {help}")))
}

/// Returns the schema of a contract, as it is in the project.
fn contract_schema(name: &str) -> Option<Value> {
    let root = NamedSchema::contract(name)?.info()?;
    Some(serde_json::from_str(root.schema).expect("schemas of contracts are JSON"))
}
