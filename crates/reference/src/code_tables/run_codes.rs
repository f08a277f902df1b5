//! Codes that are reported only when a document is executed, by contract. An engine with such codes is one row here.

use planwright_check::codes::CodeInfo;
use planwright_contracts::ContractName;
use planwright_contracts::action_blueprint::payload;

#[cfg(feature = "engines")]
use planwright_agent as agent;
use planwright_agentscript as agent_script;
use planwright_agentscript::action_drift;
#[cfg(feature = "engines")]
use planwright_check::store_error;
#[cfg(feature = "engines")]
use planwright_fix as fix;
#[cfg(feature = "engines")]
use planwright_forms as form;
use planwright_org as org;
use planwright_workflow as workflow;

/// Function that returns the table of an engine.
type CodesOf = fn() -> Vec<CodeInfo>;

/// Contracts with engines, each with the codes of its engines.
const ENGINES: &[(ContractName, CodesOf)] = &[
    (ContractName::ActionBlueprint, || {
        [payload::CODES, &org::codes(), agent_script::codes::ALL, action_drift::codes::ALL].concat()
    }),
    #[cfg(feature = "engines")]
    (ContractName::AgentProposal, agent_codes),
    #[cfg(feature = "engines")]
    (ContractName::FormPlan, || [form::codes::ALL, store_error::CODES].concat()),
    #[cfg(feature = "engines")]
    (ContractName::FixPlan, || fix::codes::ALL.to_vec()),
    (ContractName::WorkflowTools, workflow::codes),
];

/// Returns the codes that executing a document of this contract reports but checking does not, sorted. They belong to
/// payloads, tools, stores and event lists.
pub(super) fn run_codes(contract: ContractName) -> Vec<CodeInfo> {
    let rows = ENGINES.iter().filter(|(name, _)| *name == contract);
    let checked = contract.codes();
    let mut all: Vec<_> = rows.flat_map(|(_, codes)| codes()).filter(|info| !checked.contains(info)).collect();
    all.sort_by_key(|info| info.code);
    all.dedup();
    all
}

#[cfg(feature = "engines")]
fn agent_codes() -> Vec<CodeInfo> {
    let invariants = agent::invariants::RULES.iter().map(|rule| rule.info);
    invariants.chain(agent::controller::codes::ALL.iter().chain(store_error::CODES).copied()).collect()
}
