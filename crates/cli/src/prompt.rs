//! `planwright prompt`: what to tell a model that shall write documents of a contract.

use planwright_contracts::ContractName;
use planwright_engines::workflow::system_prompt;

use crate::args;
use crate::exit::{Failure, Outcome};

/// Prints the prompt.
pub(crate) fn run(args: &args::Prompt) -> Result<Outcome, Failure> {
    let given = &args.contract;
    if ContractName::parse(given) == Some(ContractName::WorkflowTools) && !args.document {
        out!("{}", system_prompt());
        return Ok(Outcome::Fine);
    }
    match ContractName::parse(given).map(ContractName::prompt) {
        Some(Some(prompt)) => {
            out!("{prompt}");
            Ok(Outcome::Fine)
        }
        Some(None) => {
            Err(Failure::one(format!("{given} is a context that documents are checked in; no model writes it")))
        }
        None => Err(Failure::one(format!("no contract is called {given:?}; there are {}", writable()))),
    }
}

/// The contracts whose documents a model writes.
fn writable() -> String {
    let all = ContractName::ALL.into_iter().filter(|contract| contract.prompt().is_some());
    all.map(ContractName::as_str).collect::<Vec<_>>().join(", ")
}
