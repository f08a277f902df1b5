//! Implements `planwright schema`: prints the JSON Schemas that editors and other programs validate files with.

use clap::ValueEnum;
use planwright_contracts::nearest;
use planwright_project::exit::{Failure, Outcome};
use planwright_reference::json_schemas::{self, CONFIGURATION, configuration_markdown};
use serde_json::Value;

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

/// Prints the schema, with one line per property.
pub(crate) fn run(args: &SchemaArgs) -> Result<Outcome, Failure> {
    let Some(name) = args.name.as_deref() else {
        list();
        return Ok(Outcome::Fine);
    };
    match args.format {
        SchemaFormat::Json => out_json!(named(name)?),
        SchemaFormat::Markdown if name == CONFIGURATION => out!("{}", configuration_markdown()),
        SchemaFormat::Markdown => {
            return Err(Failure::one(format!("--format markdown is for {CONFIGURATION} only; print {name} as JSON")));
        }
    }
    Ok(Outcome::Fine)
}

/// Prints one line per schema.
fn list() {
    for (name, description) in json_schemas::names() {
        outln!("{name:<20} {description}");
    }
}

/// Returns the schema with this name.
pub(crate) fn named(name: &str) -> Result<Value, Failure> {
    json_schemas::named(name).ok_or_else(|| {
        let known: Vec<&str> = json_schemas::names().map(|(name, _)| name).collect();
        let help = nearest(name, known.iter().copied())
            .map_or_else(|| format!("expected one of {}", known.join(", ")), |near| format!("did you mean {near:?}?"));
        Failure::one(format!("unknown schema {name:?}; {help}"))
    })
}
