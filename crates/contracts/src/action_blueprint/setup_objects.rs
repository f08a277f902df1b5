//! Setup objects. Salesforce rejects a transaction that writes one of them and any other object, with
//! `MIXED_DML_OPERATION`.

use planwright_generated::action_blueprint::{ActionBlueprint, ConfirmationMode, Guardrail, Operation};

use super::Context;
use super::input_index::binds;
use crate::platform::{ObjectFacts, SetupWrites, find_facts};

/// Returns the facts about the setup object with this name.
pub fn find_setup_object(name: &str) -> Option<&'static ObjectFacts> {
    find_facts(name).filter(|facts| facts.setup_writes().is_some())
}

/// Returns the setup object that the DML of a blueprint writes. What the handler of a `CALL` writes is unknown.
pub(crate) fn written_setup_object(plan: &ActionBlueprint) -> Option<&'static ObjectFacts> {
    let object = find_facts(&plan.target_s_object)?;
    let (inserts, updates) = object.setup_writes()?;
    let is_written = match plan.operation {
        Operation::Insert | Operation::Create => includes(inserts, plan),
        Operation::Update => includes(updates, plan),
        Operation::Upsert => includes(inserts, plan) || includes(updates, plan),
        Operation::Call => false,
    };
    is_written.then_some(object)
}

fn includes(writes: &SetupWrites, plan: &ActionBlueprint) -> bool {
    match writes {
        SetupWrites::All => true,
        SetupWrites::OfFields(fields) => fields.iter().any(|field| binds(plan, field)),
    }
}

/// Runtime record that an action writes in addition to its own records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RuntimeRecord {
    /// Token that confirms the checkpoint.
    Confirmation,
    /// Counter of the guardrail at this index.
    Use(usize),
}

impl RuntimeRecord {
    /// Returns the object of the record.
    pub(crate) fn object(self) -> &'static str {
        match self {
            Self::Confirmation => "PlanwrightConfirmation__c",
            Self::Use(_) => "PlanwrightUse__c",
        }
    }
}

/// Returns the runtime records that an action writes.
pub(crate) fn runtime_records(plan: &ActionBlueprint, context: &Context) -> impl Iterator<Item = RuntimeRecord> {
    let asks = plan.checkpoint.as_ref().is_some_and(|question| !question.trim().is_empty());
    let takes_token = context.for_agents || plan.confirmation == ConfirmationMode::Token;
    let counters = plan.guardrails.iter().flatten().enumerate();
    let counters = counters.filter(|(_, guardrail)| matches!(guardrail, Guardrail::RateLimit(_)));
    let counters: Vec<RuntimeRecord> = counters.map(|(index, _)| RuntimeRecord::Use(index)).collect();
    (asks && takes_token).then_some(RuntimeRecord::Confirmation).into_iter().chain(counters)
}
