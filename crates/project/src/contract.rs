//! Contract names as command-line arguments.

use std::path::Path;

use planwright_contracts::{ContractName, Surroundings};
use planwright_schema::evidence;

pub use planwright_org::{Target, names};

use crate::command_line;
use crate::exit::Failure;
use crate::input;
use crate::schemas;

/// Returns the error for an argument that is not a contract: with the most similar known name, or for a file with the
/// command that uses it as the user probably meant.
pub fn unknown(name: &str) -> Failure {
    if !Path::new(name).is_file() {
        return Failure::one(planwright_org::unknown(name));
    }
    let bytes = planwright_sync::read_bytes(name).unwrap_or_default();
    let shown = planwright_source::printable(name);
    if schemas::value(name, &bytes).is_some_and(|value| evidence::describes_documents(&value)) {
        let command = command_line::with_word_before(name, "--schema");
        return Failure::one(format!("expected a contract, but {shown} is a JSON Schema; to use it, run `{command}`"));
    }
    if let Some(contract) = only_contract(name, &bytes) {
        let command = command_line::with_word_before(name, contract.as_str());
        return Failure::one(format!("no contract given before {shown}; run `{command}`"));
    }
    Failure::one(format!("expected a contract before the file {name:?}: {}; or use --schema FILE", names()))
}

/// Returns the contract that a document is valid for, if there is exactly one.
fn only_contract(name: &str, bytes: &[u8]) -> Option<ContractName> {
    let document = input::input(name, bytes).text.ok()?;
    let is_valid =
        |contract: &ContractName| Target::Contract(*contract).check(&document, &Surroundings::default()).is_ok();
    let mut valid = ContractName::ALL.into_iter().filter(is_valid);
    valid.next().filter(|_| valid.next().is_none())
}
