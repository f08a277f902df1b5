//! JSON Schemas that editors and other programs validate files and outputs with.

mod config_schema;
mod editor_hints;
mod outputs;

use planwright_api::NamedSchema;
use planwright_contracts::ContractName;
use serde_json::Value;

pub use config_schema::{keys_of_section, markdown as configuration_markdown};

/// Name of the schema of the configuration.
pub const CONFIGURATION: &str = "planwright.toml";

/// Returns the schema with this name: planwright.toml, a contract, a schema of a contract, or an output. Returns `None` if
/// the name is unknown.
#[must_use]
pub fn named(name: &str) -> Option<Value> {
    if name == CONFIGURATION {
        return Some(editor_hints::with_hints(config_schema::schema()));
    }
    if let Some((_, _, schema)) = outputs::ALL.iter().find(|(known, ..)| *known == name) {
        return Some(schema().to_value());
    }
    contract_schema(name).map(editor_hints::with_hints)
}

/// Returns every name with a description: the configuration, the contracts and the outputs.
pub fn names() -> impl Iterator<Item = (&'static str, String)> {
    let contracts = ContractName::ALL.into_iter().map(|one| (one.as_str(), "documents of the contract".to_owned()));
    let outputs =
        outputs::ALL.into_iter().map(|(name, commands, _)| (name, format!("output of --format json: {commands}")));
    std::iter::once((CONFIGURATION, "configuration of a project".to_owned())).chain(contracts).chain(outputs)
}

/// Returns the schema of a contract, as it is in the project.
fn contract_schema(name: &str) -> Option<Value> {
    let root = NamedSchema::contract(name)?.info()?;
    Some(serde_json::from_str(root.schema).expect("schemas of contracts are JSON"))
}
