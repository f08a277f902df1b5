//! Output of the commands for workflows, forms and agents. If a contract defines a value, its schema is used.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value};

use super::DocumentFinding;
use crate::published::contract_schema;

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

/// `planwright form preview --format json` and `planwright form execute --format json`: what would be done or was.
#[derive(JsonSchema)]
#[schemars(title = "planwright form preview")]
pub(super) struct FormStepsOutput {
    /// The plan as it was named; `<stdin>` for standard input.
    file: String,
    /// Whether every step can be done.
    valid: bool,
    diagnostics: Vec<DocumentFinding>,
    /// The number of the run; null of a preview.
    run: Option<u64>,
    /// The steps up to the first that fails.
    steps: Vec<FormStepOutput>,
}

#[derive(JsonSchema)]
struct FormStepOutput {
    action: String,
    /// The form that it is about.
    form: u64,
    /// The place of the field that it is about.
    index: Option<u64>,
    /// What takes it back; null of a preview, and of a step that changed nothing.
    token: Option<String>,
    /// What it does, in Persian.
    fa: String,
    /// What it does, in English.
    en: String,
}

/// `planwright form show --format json`: the forms that were asked for.
#[derive(JsonSchema)]
#[schemars(title = "planwright form show")]
pub(super) struct FormShowOutput(Vec<FormOutput>);

#[derive(JsonSchema)]
struct FormOutput {
    id: u64,
    title: String,
    status: FormStatusWord,
    fields: Vec<FormFieldOutput>,
    /// What else the store knows of it.
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
    /// What can be chosen from; missing where there is nothing.
    #[schemars(default)]
    options: Option<Vec<String>>,
    /// What else the store knows of it.
    #[schemars(flatten)]
    more: Map<String, Value>,
}

/// `planwright form audit --format json`: the runs of a store, the oldest first.
#[derive(JsonSchema)]
#[schemars(title = "planwright form audit")]
pub(super) struct FormAuditOutput(Vec<FormRunOutput>);

#[derive(JsonSchema)]
struct FormRunOutput {
    run: u64,
    /// When it began.
    at: String,
    asked: AskedOutput,
    /// Null of a run that was interrupted: nothing was done.
    entries: Option<Vec<FormEntryOutput>>,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum AskedOutput {
    /// To carry out a plan.
    Execute(#[schemars(schema_with = "form_plan")] Value),
    /// To redeem tokens.
    Undo(Vec<String>),
}

#[derive(JsonSchema)]
struct FormEntryOutput {
    /// The action of the step, or `undo`.
    action: String,
    /// The parameters of the step, or the token.
    params: Value,
    started_at: String,
    state: FormEntryState,
}

#[derive(JsonSchema)]
#[schemars(tag = "state", rename_all = "lowercase")]
enum FormEntryState {
    Started {},
    /// It was done, and about that form.
    Done {
        at: String,
        form: u64,
    },
    /// It changed nothing.
    Failed {
        at: String,
        code: String,
    },
}

/// A line of `planwright agent run --format json`.
#[derive(JsonSchema)]
#[schemars(title = "planwright agent run", untagged)]
pub(super) enum AgentRunOutput {
    /// What a model is asked that answers from a file.
    Request {
        request: AgentRequestOutput,
    },
    Cycle(CycleOutput),
}

#[derive(JsonSchema)]
pub(super) struct AgentRequestOutput {
    #[schemars(schema_with = "snapshot")]
    snapshot: Value,
    /// Why the last answer in this cycle was refused.
    feedback: Option<AgentFeedbackOutput>,
    /// How the operations ended that the audit log of the snapshot shows, in its order.
    returned: Vec<ReturnedOutput>,
}

#[derive(JsonSchema)]
struct AgentFeedbackOutput {
    #[schemars(schema_with = "refusal")]
    response: Value,
    /// The same in words for a model.
    repair: String,
}

#[derive(JsonSchema)]
struct ReturnedOutput {
    /// Its audit entry.
    entry: u64,
    action_type: String,
    /// Null while it is open.
    outcome: Option<EntryOutcomeWord>,
    /// The result of a tool, or why there is none; of a long one its beginning.
    detail: Value,
}

#[derive(JsonSchema)]
#[schemars(tag = "cycle", rename_all = "snake_case")]
pub(super) enum CycleOutput {
    /// The proposal was executed, and succeeded.
    Done { action_type: String, entry: u64, result: Value },
    /// The proposal was executed, and failed.
    Failed { action_type: String, entry: u64, reason: Value },
    /// The proposal was not approved, and not executed.
    Refused { action_type: String, entry: u64, reason: String },
    /// There is nothing to do now.
    Waiting { reason: String },
    /// The campaign is completed.
    Completed {},
    /// No answer was valid: the campaign is marked with `error`.
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
    /// It was tried; what of it was done, the tool knows.
    Failed,
    /// Whether it was done, nobody knows.
    Interrupted,
    /// Nobody approved it.
    Refused,
}

/// `planwright agent audit --format json`: the entries that were asked for, the oldest first.
#[derive(JsonSchema)]
#[schemars(title = "planwright agent audit")]
pub(super) struct AgentAuditOutput(Vec<AgentEntryOutput>);

#[derive(JsonSchema)]
struct AgentEntryOutput {
    id: u64,
    intent: IntentOutput,
    /// Null while it is under way, or after a crash.
    end: Option<EndOutput>,
}

#[derive(JsonSchema)]
struct IntentOutput {
    campaign: String,
    /// The tool, or the action where no tool is involved.
    action_type: String,
    payload: Map<String, Value>,
    /// When it began.
    at: String,
    /// The key of the try before, if that was interrupted.
    #[schemars(default)]
    key: Option<String>,
}

#[derive(JsonSchema)]
struct EndOutput {
    outcome: EntryOutcomeWord,
    at: String,
    /// The result of a tool, or why there is none.
    detail: Value,
}

/// `planwright agent audit --verify --format json`.
#[derive(JsonSchema)]
#[schemars(title = "planwright agent audit --verify")]
pub(super) struct AgentChainOutput {
    records: u64,
    changes: u64,
    /// The hashes that stand for both chains.
    head: String,
    /// Whether the chains lead through the head that was given.
    known: bool,
    /// How many records were added since; null without a head, or where they do not lead through it.
    since: Option<u64>,
}
