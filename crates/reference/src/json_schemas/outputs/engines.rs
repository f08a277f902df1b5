//! Output of the commands for workflows, forms and agents. If a contract defines a value, its schema is used.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value};

use super::DocumentFinding;
use crate::json_schemas::contract_schema;

/// Returns the schema of a contract, with the base URI for its internal references.
pub(super) fn contract(name: &str) -> Schema {
    let schema = contract_schema(name).expect("a schema of a contract");
    Schema::try_from(schema).expect("a schema of a contract is an object")
}

fn snapshot(_: &mut SchemaGenerator) -> Schema {
    contract("agent-proposal/state-snapshot")
}

fn refusal(_: &mut SchemaGenerator) -> Schema {
    contract("agent-proposal/validation-error-response")
}

fn form_plan(_: &mut SchemaGenerator) -> Schema {
    contract("form-plan/form-plan")
}

/// `planwright form preview --format json` and `planwright form execute --format json`: steps that would be or were
/// executed.
#[derive(JsonSchema)]
#[schemars(title = "planwright form preview")]
pub(super) struct FormStepsOutput {
    /// Plan as it was given. Standard input is `<stdin>`.
    file: String,
    /// `true` if every step is possible.
    valid: bool,
    diagnostics: Vec<DocumentFinding>,
    /// Number of the run, or null for a preview.
    run: Option<u64>,
    /// Steps up to the first one that fails.
    steps: Vec<FormStepOutput>,
}

#[derive(JsonSchema)]
struct FormStepOutput {
    action: String,
    /// Form that the step changes.
    form: u64,
    /// Index of the field that the step changes.
    index: Option<u64>,
    /// Undo token, or null for a preview and for a step that changed nothing.
    token: Option<String>,
    /// Description in Persian.
    fa: String,
    /// Description in English.
    en: String,
}

/// `planwright form show --format json`: the requested forms.
#[derive(JsonSchema)]
#[schemars(title = "planwright form show")]
pub(super) struct FormShowOutput(Vec<FormOutput>);

#[derive(JsonSchema)]
struct FormOutput {
    id: u64,
    title: String,
    status: FormStatusWord,
    fields: Vec<FormFieldOutput>,
    /// Other properties from the store.
    #[schemars(flatten)]
    more: Map<String, Value>,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum FormStatusWord {
    Draft,
    Published,
    Disabled,
}

#[derive(JsonSchema)]
struct FormFieldOutput {
    r#type: String,
    #[schemars(default)]
    question: Option<String>,
    #[schemars(default)]
    required: Option<bool>,
    /// Options to choose from, missing if there is no choice.
    #[schemars(default)]
    options: Option<Vec<String>>,
    /// Other properties from the store.
    #[schemars(flatten)]
    more: Map<String, Value>,
}

/// `planwright form audit --format json`: the runs of a store, oldest first.
#[derive(JsonSchema)]
#[schemars(title = "planwright form audit")]
pub(super) struct FormAuditOutput(Vec<FormRunOutput>);

#[derive(JsonSchema)]
struct FormRunOutput {
    run: u64,
    /// Start time.
    at: String,
    asked: AskedOutput,
    /// Null for an interrupted run, which changed nothing.
    entries: Option<Vec<FormEntryOutput>>,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum AskedOutput {
    /// A plan was executed.
    Execute(#[schemars(schema_with = "form_plan")] Value),
    /// Tokens were used to undo steps.
    Undo(Vec<String>),
}

#[derive(JsonSchema)]
struct FormEntryOutput {
    /// Action of the step, or `undo`.
    action: String,
    /// Parameters of the step, or the token.
    params: Value,
    started_at: String,
    state: FormEntryState,
}

#[derive(JsonSchema)]
#[schemars(tag = "state", rename_all = "lowercase")]
enum FormEntryState {
    Started {},
    /// The step succeeded and changed this form.
    Done {
        at: String,
        form: u64,
    },
    /// The step failed and changed nothing.
    Failed {
        at: String,
        code: String,
    },
}

/// One line of `planwright agent run --format json`.
#[derive(JsonSchema)]
#[schemars(title = "planwright agent run", untagged)]
pub(super) enum AgentRunOutput {
    /// Request to a model.
    Request {
        request: AgentRequestOutput,
    },
    Cycle(CycleOutput),
}

#[derive(JsonSchema)]
pub(super) struct AgentRequestOutput {
    #[schemars(schema_with = "snapshot")]
    snapshot: Value,
    /// Reason why the last answer in this cycle was rejected.
    feedback: Option<AgentFeedbackOutput>,
    /// Outcomes of the operations in the audit log of the snapshot, in its order.
    returned: Vec<ReturnedOutput>,
}

#[derive(JsonSchema)]
struct AgentFeedbackOutput {
    #[schemars(schema_with = "refusal")]
    response: Value,
    /// The same as a prompt for a model.
    repair: String,
}

#[derive(JsonSchema)]
struct ReturnedOutput {
    /// Audit entry.
    entry: u64,
    action_type: String,
    /// Null while the entry is open.
    outcome: Option<EntryOutcomeWord>,
    /// Result of a tool, or the reason why it has no result. Long results are truncated.
    detail: Value,
}

#[derive(JsonSchema)]
#[schemars(tag = "cycle", rename_all = "snake_case")]
pub(super) enum CycleOutput {
    /// The proposal was executed and succeeded.
    Done { action_type: String, entry: u64, result: Value },
    /// The proposal was executed and failed.
    Failed { action_type: String, entry: u64, reason: Value },
    /// The proposal was not approved and not executed.
    Refused { action_type: String, entry: u64, reason: String },
    /// There is nothing to do at the moment.
    Waiting { reason: String },
    /// The campaign is completed.
    Completed {},
    /// No answer was valid. The status of the campaign is now `error`.
    Aborted {
        #[schemars(schema_with = "refusal")]
        response: Value,
    },
    /// The campaign is not active.
    Inactive { status: String },
}

#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum EntryOutcomeWord {
    Succeeded,
    /// The tool ran and failed. It may have done part of the work.
    Failed,
    /// The run was interrupted. It is unknown whether the tool did its work.
    Interrupted,
    /// The action was not approved.
    Refused,
}

/// `planwright agent audit --format json`: the requested entries, oldest first.
#[derive(JsonSchema)]
#[schemars(title = "planwright agent audit")]
pub(super) struct AgentAuditOutput(Vec<AgentEntryOutput>);

#[derive(JsonSchema)]
struct AgentEntryOutput {
    id: u64,
    intent: IntentOutput,
    /// Null while the entry is open or after a crash.
    end: Option<EndOutput>,
}

#[derive(JsonSchema)]
struct IntentOutput {
    campaign: String,
    /// Tool, or the action if no tool is involved.
    action_type: String,
    payload: Map<String, Value>,
    /// Start time.
    at: String,
    /// Key of the previous attempt, if it was interrupted.
    #[schemars(default)]
    key: Option<String>,
}

#[derive(JsonSchema)]
struct EndOutput {
    outcome: EntryOutcomeWord,
    at: String,
    /// Result of a tool, or the reason why it has no result.
    detail: Value,
}

/// `planwright agent audit --verify --format json`.
#[derive(JsonSchema)]
#[schemars(title = "planwright agent audit --verify")]
pub(super) struct AgentChainOutput {
    records: u64,
    changes: u64,
    /// Head of both hash chains.
    head: String,
    /// `true` if the chains contain the given head.
    known: bool,
    /// Number of records added since. Null without a head, or if the chains do not contain it.
    since: Option<u64>,
}
