//! JSON Schemas for the output of `--format json`. Tests validate real output with them.

#![allow(dead_code, reason = "the types are read by their derive alone")]

mod engines;
mod lock;

use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, schema_for};
use serde_json::Value;

use engines::{
    AgentAuditOutput, AgentChainOutput, AgentRunOutput, FormAuditOutput, FormShowOutput, FormStepsOutput, contract,
};
use lock::LockOutput;

/// Name of an output, the commands that print it, and its schema.
type PublishedOutput = (&'static str, &'static str, fn() -> Schema);

/// Schemas of all outputs.
pub(super) const ALL: [PublishedOutput; 19] = [
    ("output/check", "check, fix check, snapshot check", || schema_for!(CheckOutput)),
    ("output/report", "gen, apex, lint, agent-script check, check --ndjson", || schema_for!(ReportOutput)),
    ("output/records", "none; check --report and report merge write it", || schema_for!(RecordsOutput)),
    ("output/ci", "ci", || schema_for!(CiOutput)),
    ("output/drift", "drift", || schema_for!(DriftOutput)),
    ("output/lock", "lock", || schema_for!(LockOutput)),
    ("output/export", "export", || schema_for!(ExportOutput)),
    ("output/snapshot-diff", "snapshot diff", || schema_for!(SnapshotDiffOutput)),
    ("output/rules", "rules", || schema_for!(RulesOutput)),
    ("output/workflow-check", "workflow check", || contract("workflow-tools/validation-report")),
    ("output/workflow-run", "workflow run, a line a call", || contract("workflow-tools/tool-result")),
    ("output/form-steps", "form preview, form execute, a value a plan", || schema_for!(FormStepsOutput)),
    ("output/form-show", "form show", || schema_for!(FormShowOutput)),
    ("output/form-audit", "form audit", || schema_for!(FormAuditOutput)),
    ("output/agent-show", "agent show", || contract("agent-proposal/state-snapshot")),
    ("output/agent-check", "agent check, of what it refuses", || contract("agent-proposal/validation-error-response")),
    ("output/agent-run", "agent run, a line a request and a cycle", || schema_for!(AgentRunOutput)),
    ("output/agent-audit", "agent audit", || schema_for!(AgentAuditOutput)),
    ("output/agent-chain", "agent audit --verify", || schema_for!(AgentChainOutput)),
];

/// `planwright check --format json`: an entry for each document, in the order in which they were named.
#[derive(JsonSchema)]
#[schemars(title = "planwright check")]
struct CheckOutput(Vec<DocumentOutput>);

/// What was found in one document.
#[derive(JsonSchema)]
struct DocumentOutput {
    /// The document as it was named; `<stdin>` for standard input.
    file: String,
    /// Whether it passes.
    valid: bool,
    diagnostics: Vec<DocumentFinding>,
    /// How many findings a file of accepted ones left out.
    #[schemars(default)]
    accepted: Option<u64>,
}

/// One finding. Lines and columns count from 1, columns in characters; the end is exclusive.
#[derive(JsonSchema)]
struct DocumentFinding {
    /// The stable name of what was found.
    code: String,
    severity: SeverityOutput,
    /// JSON Pointer (RFC 6901) of the place.
    pointer: String,
    file: String,
    line: Option<u64>,
    column: Option<u64>,
    end_line: Option<u64>,
    end_column: Option<u64>,
    message: String,
    /// How to mend it.
    help: Option<String>,
    /// Changes that mend it; of several one is enough.
    #[schemars(default)]
    patches: Option<Vec<PatchOutput>>,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum SeverityOutput {
    Error,
    Warning,
    Note,
}

/// A change. `safe` is true where it has one reading and loses nothing.
#[derive(JsonSchema)]
#[schemars(tag = "op", rename_all = "lowercase")]
enum PatchOutput {
    /// RFC 6902: a value where there is none.
    Add { path: String, value: Value, safe: bool },
    /// RFC 6902: takes a value away.
    Remove { path: String, safe: bool },
    /// RFC 6902: another value.
    Replace { path: String, value: Value, safe: bool },
    /// RFC 6902: the same value elsewhere.
    Move { from: String, path: String, safe: bool },
    /// Other texts for some bytes, where the document is no JSON.
    Text { edits: Vec<EditOutput>, safe: bool },
}

#[derive(JsonSchema)]
struct EditOutput {
    /// The first byte.
    start: u64,
    /// The byte after the last.
    end: u64,
    with: String,
}

/// `--format json` of commands without a form of their own.
#[derive(JsonSchema)]
#[schemars(title = "planwright report of a command")]
struct ReportOutput {
    verdict: VerdictWord,
    /// How many there are of what.
    counts: BTreeMap<String, u64>,
    findings: Vec<FindingOutput>,
}

/// What `planwright check --report` and `planwright report merge` write: a line for each document, sorted by file and line.
#[derive(JsonSchema)]
#[schemars(title = "planwright check --report")]
struct RecordsOutput {
    /// The version of the form.
    report: u64,
    /// The version of the program.
    planwright: String,
    /// The contract, or `a schema`.
    subject: String,
    /// Digest of the schema, and of the snapshot or context.
    inputs: String,
    /// What fails a run besides errors, such as `deny-warnings`.
    settings: Vec<String>,
    documents: Vec<RecordOutput>,
    counts: RecordCountsOutput,
    /// False for what a run wrote that was stopped.
    finished: bool,
    /// SHA-256 of all that stands before, as it was written.
    digest: String,
}

/// What was found in one document.
#[derive(JsonSchema)]
struct RecordOutput {
    file: String,
    /// The line of the file, with `--ndjson`.
    #[schemars(default)]
    line: Option<u64>,
    /// SHA-256 of its bytes.
    digest: String,
    /// Whether it passes.
    valid: bool,
    errors: u64,
    warnings: u64,
    /// Missing where there are none.
    #[schemars(default)]
    findings: Option<Vec<FindingOutput>>,
}

#[derive(JsonSchema)]
struct RecordCountsOutput {
    documents: u64,
    passed: u64,
    errors: u64,
    warnings: u64,
}

/// How a run ended.
#[derive(JsonSchema)]
enum VerdictWord {
    #[schemars(rename = "passed")]
    Passed,
    #[schemars(rename = "failed")]
    Failed,
    /// It could not do its work.
    #[schemars(rename = "not run")]
    NotRun,
}

/// One finding; what is not known is left out.
#[derive(JsonSchema)]
struct FindingOutput {
    severity: SeverityOutput,
    code: String,
    message: String,
    #[schemars(default)]
    file: Option<String>,
    #[schemars(default)]
    line: Option<u64>,
    #[schemars(default)]
    column: Option<u64>,
    #[schemars(default)]
    end_line: Option<u64>,
    #[schemars(default)]
    end_column: Option<u64>,
    #[schemars(default)]
    pointer: Option<String>,
    #[schemars(default)]
    help: Option<String>,
    #[schemars(default)]
    patches: Option<Vec<PatchOutput>>,
    /// Other places that belong to it.
    #[schemars(default)]
    related: Option<Vec<RelatedOutput>>,
}

#[derive(JsonSchema)]
struct RelatedOutput {
    message: String,
    file: String,
    #[schemars(default)]
    line: Option<u64>,
    #[schemars(default)]
    column: Option<u64>,
    #[schemars(default)]
    end_line: Option<u64>,
    #[schemars(default)]
    end_column: Option<u64>,
}

/// `planwright ci --format json`.
#[derive(JsonSchema)]
#[schemars(title = "planwright ci")]
struct CiOutput {
    /// The worst of all parts.
    verdict: VerdictWord,
    parts: Vec<PartOutput>,
}

#[derive(JsonSchema)]
struct PartOutput {
    part: PartName,
    verdict: VerdictWord,
    counts: BTreeMap<String, u64>,
    findings: Vec<FindingOutput>,
    /// The command that shows the findings again, or mends them.
    run: String,
    /// Of the part drift, what `planwright drift --format json` prints.
    #[schemars(default)]
    drift: Option<DriftOutput>,
    /// Of the part lock, what `planwright lock --format json` prints.
    #[schemars(default)]
    lock: Option<LockOutput>,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum PartName {
    Gen,
    Apex,
    Check,
    Drift,
    Lock,
    Snapshot,
}

/// `planwright drift --format json`: of two files what is between them, of folders one for each file.
#[derive(JsonSchema)]
#[schemars(title = "planwright drift", untagged)]
enum DriftOutput {
    Many { files: BTreeMap<String, FileDrift> },
    One(Box<PairDrift>),
}

#[derive(JsonSchema)]
#[schemars(untagged)]
enum FileDrift {
    Pair(Box<PairDrift>),
    /// The file is on one side alone.
    Alone {
        status: AloneStatus,
    },
}

#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum AloneStatus {
    Added,
    Removed,
}

#[derive(JsonSchema)]
struct PairDrift {
    /// Whether every document of the old schema is one of the new.
    backward: WayVerdict,
    /// Whether every document of the new schema is one of the old.
    forward: WayVerdict,
    changes: Vec<ChangeOutput>,
    /// The same for each definition, by its place, where definitions are judged too.
    #[schemars(default)]
    definitions: Option<BTreeMap<String, BothWays>>,
    /// False if formats are annotations; else it is not there.
    #[schemars(default)]
    formats_compared: Option<bool>,
}

#[derive(JsonSchema)]
struct BothWays {
    backward: WayVerdict,
    forward: WayVerdict,
}

#[derive(JsonSchema)]
#[schemars(tag = "verdict", rename_all = "lowercase")]
enum WayVerdict {
    Proved {},
    /// `witness` is a document that one side takes and the other refuses.
    Broken {
        witness: Value,
    },
    Undecided {
        because: Value,
    },
}

#[derive(JsonSchema)]
struct ChangeOutput {
    /// The rule, as `planwright rules drift` lists it.
    rule: String,
    severity: SeverityOutput,
    backward: String,
    forward: String,
    old: Option<SpotOutput>,
    new: Option<SpotOutput>,
    message: String,
}

#[derive(JsonSchema)]
struct SpotOutput {
    file: String,
    pointer: String,
    line: Option<u64>,
    column: Option<u64>,
}

/// `planwright export --format json`.
#[derive(JsonSchema)]
#[schemars(title = "planwright export")]
struct ExportOutput {
    /// The schema in the dialect; null where there is none.
    schema: Value,
    weakenings: Vec<FindingOutput>,
    /// Of a dialect that is a grammar: the grammar of the schema.
    #[schemars(default)]
    grammar: Option<String>,
    /// With `--certificate` and `--verify`: what is proved.
    #[schemars(default)]
    certificate: Option<Value>,
    /// With `--verify`: what the file claims otherwise.
    #[schemars(default)]
    differences: Option<Vec<FindingOutput>>,
}

/// `planwright snapshot diff --format json`.
#[derive(JsonSchema)]
#[schemars(title = "planwright snapshot diff")]
struct SnapshotDiffOutput {
    changes: Vec<OrgChangeOutput>,
    /// What is newly wrong, by document.
    files: Vec<DocumentOutput>,
}

/// One change of an object or a field, with members of its kind.
#[derive(JsonSchema)]
struct OrgChangeOutput {
    object: String,
    field: Option<String>,
    /// The kind.
    change: String,
    /// Whether such a change can break a blueprint.
    breaking: bool,
    /// The blueprints that it breaks.
    breaks: Vec<BlueprintPlace>,
    /// The blueprints that use the field.
    used_by: Vec<BlueprintPlace>,
    /// What belongs to the kind, such as `required`.
    #[schemars(flatten)]
    more: BTreeMap<String, Value>,
}

#[derive(JsonSchema)]
struct BlueprintPlace {
    blueprint: String,
    file: String,
    pointer: String,
    classes: Vec<String>,
}

/// `planwright rules --format json`.
#[derive(JsonSchema)]
#[schemars(title = "planwright rules")]
struct RulesOutput(Vec<RuleOutput>);

#[derive(JsonSchema)]
struct RuleOutput {
    /// What the code belongs to: a contract, `drift`, `guardrails` or another table.
    group: String,
    code: String,
    purpose: String,
    /// Of codes.
    #[schemars(default)]
    severity: Option<SeverityOutput>,
    /// Of the rules of drift: what the change does to old documents.
    #[schemars(default)]
    backward: Option<String>,
    /// Of the rules of drift: what the change does to new documents.
    #[schemars(default)]
    forward: Option<String>,
    /// Of guardrails: the words of refusal.
    #[schemars(default)]
    message: Option<String>,
    /// Of guardrails.
    #[schemars(default)]
    cost: Option<String>,
}
