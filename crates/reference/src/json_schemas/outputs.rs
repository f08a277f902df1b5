//! JSON Schemas for the output of `--format json`. Tests validate real output with them.

#![allow(dead_code, reason = "only the derive reads the types")]

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
    ("output/records", "written by check --report and report merge", || schema_for!(RecordsOutput)),
    ("output/ci", "ci", || schema_for!(CiOutput)),
    ("output/drift", "drift", || schema_for!(DriftOutput)),
    ("output/lock", "lock", || schema_for!(LockOutput)),
    ("output/export", "export", || schema_for!(ExportOutput)),
    ("output/snapshot-diff", "snapshot diff", || schema_for!(SnapshotDiffOutput)),
    ("output/rules", "rules", || schema_for!(RulesOutput)),
    ("output/workflow-check", "workflow check", || contract("workflow-tools/validation-report")),
    ("output/workflow-run", "workflow run, one line per call", || contract("workflow-tools/tool-result")),
    ("output/form-steps", "form preview, form execute, one value per plan", || schema_for!(FormStepsOutput)),
    ("output/form-show", "form show", || schema_for!(FormShowOutput)),
    ("output/form-audit", "form audit", || schema_for!(FormAuditOutput)),
    ("output/agent-show", "agent show", || contract("agent-proposal/state-snapshot")),
    ("output/agent-check", "agent check, for rejected proposals", || {
        contract("agent-proposal/validation-error-response")
    }),
    ("output/agent-run", "agent run, one line per request and cycle", || schema_for!(AgentRunOutput)),
    ("output/agent-audit", "agent audit", || schema_for!(AgentAuditOutput)),
    ("output/agent-chain", "agent audit --verify", || schema_for!(AgentChainOutput)),
];

/// `planwright check --format json`: one entry per document, in the order in which they were given.
#[derive(JsonSchema)]
#[schemars(title = "planwright check")]
struct CheckOutput(Vec<DocumentOutput>);

/// Findings in one document.
#[derive(JsonSchema)]
struct DocumentOutput {
    /// Document as it was given. Standard input is `<stdin>`.
    file: String,
    /// `true` if the document is valid.
    valid: bool,
    diagnostics: Vec<DocumentFinding>,
    /// Number of findings that a baseline accepted.
    #[schemars(default)]
    accepted: Option<u64>,
    /// Number of findings that `--fix` would remove.
    #[schemars(default)]
    fixable: Option<u64>,
    /// Number of further findings that `--fix --unsafe-fixes` would remove.
    #[schemars(default)]
    unsafe_fixable: Option<u64>,
}

/// One finding. Lines and columns start at 1, columns count characters, and the end is exclusive.
#[derive(JsonSchema)]
struct DocumentFinding {
    /// Stable code of the finding.
    code: String,
    severity: SeverityOutput,
    /// JSON Pointer (RFC 6901) of the location.
    pointer: String,
    file: String,
    line: Option<u64>,
    column: Option<u64>,
    end_line: Option<u64>,
    end_column: Option<u64>,
    message: String,
    /// Advice to fix it.
    help: Option<String>,
    /// Changes that fix it. If there are several, each of them is sufficient.
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

/// A change. `safe` is true if it is unambiguous and loses no data.
#[derive(JsonSchema)]
#[schemars(tag = "op", rename_all = "lowercase")]
enum PatchOutput {
    /// RFC 6902: adds a value.
    Add { path: String, value: Value, safe: bool },
    /// RFC 6902: removes a value.
    Remove { path: String, safe: bool },
    /// RFC 6902: replaces a value.
    Replace { path: String, value: Value, safe: bool },
    /// RFC 6902: moves a value.
    Move { from: String, path: String, safe: bool },
    /// Replaces ranges of bytes, if the document is not valid JSON.
    Text { edits: Vec<EditOutput>, safe: bool },
}

#[derive(JsonSchema)]
struct EditOutput {
    /// First byte.
    start: u64,
    /// Byte after the last one.
    end: u64,
    with: String,
}

/// `--format json` of commands without a specific output.
#[derive(JsonSchema)]
#[schemars(title = "planwright report of a command")]
struct ReportOutput {
    verdict: VerdictWord,
    /// Counts by name.
    counts: BTreeMap<String, u64>,
    findings: Vec<FindingOutput>,
}

/// Report of `planwright check --report` and `planwright report merge`: one line per document, sorted by file and
/// line.
#[derive(JsonSchema)]
#[schemars(title = "planwright check --report")]
struct RecordsOutput {
    /// Version of the format.
    report: u64,
    /// Version of the program.
    planwright: String,
    /// Contract, or `a schema`.
    subject: String,
    /// Digest of the schema and of the snapshot or context.
    inputs: String,
    /// Settings that turn warnings into errors, such as `deny-warnings`.
    settings: Vec<String>,
    documents: Vec<RecordOutput>,
    counts: RecordCountsOutput,
    /// False if the run was interrupted.
    finished: bool,
    /// SHA-256 of all bytes of the file before this property.
    digest: String,
}

/// Findings in one document.
#[derive(JsonSchema)]
struct RecordOutput {
    file: String,
    /// Line in the file, with `--ndjson`.
    #[schemars(default)]
    line: Option<u64>,
    /// SHA-256 of the document.
    digest: String,
    /// `true` if the document is valid.
    valid: bool,
    errors: u64,
    warnings: u64,
    /// Missing if there are no findings.
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

/// Verdict of a run.
#[derive(JsonSchema)]
enum VerdictWord {
    #[schemars(rename = "passed")]
    Passed,
    #[schemars(rename = "failed")]
    Failed,
    /// The run failed.
    #[schemars(rename = "not run")]
    NotRun,
}

/// One finding. Unknown properties are missing.
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
    /// Related locations.
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
    /// Worst verdict of all parts.
    verdict: VerdictWord,
    parts: Vec<PartOutput>,
}

#[derive(JsonSchema)]
struct PartOutput {
    part: PartName,
    verdict: VerdictWord,
    counts: BTreeMap<String, u64>,
    findings: Vec<FindingOutput>,
    /// Command that shows the findings again or fixes them.
    run: String,
    /// Output of `planwright drift --format json`, for the part drift.
    #[schemars(default)]
    drift: Option<DriftOutput>,
    /// Output of `planwright lock --format json`, for the part lock.
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

/// `planwright drift --format json`: one comparison for two files, an array with one entry per file for folders.
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
    /// The file exists on one side only.
    Alone {
        status: AloneStatus,
        /// Why the removal is accepted.
        #[schemars(default)]
        accepted: Option<AcceptedOutput>,
    },
}

#[derive(JsonSchema)]
#[schemars(tag = "by", rename_all = "lowercase")]
enum AcceptedOutput {
    /// An entry of `[[drift.accept]]`.
    Entry {
        reason: String,
        /// Last day, such as `2027-01-31`.
        until: Option<String>,
    },
    /// The rules of all its breaking changes are no errors.
    Severity {},
    /// The new version of the schema has a new major number.
    Major { old: String, new: String },
}

#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum AloneStatus {
    Added,
    Removed,
}

#[derive(JsonSchema)]
struct PairDrift {
    /// Verdict that every valid document of the old schema is valid under the new one.
    backward: WayVerdict,
    /// Verdict that every valid document of the new schema is valid under the old one.
    forward: WayVerdict,
    changes: Vec<ChangeOutput>,
    /// Why the break is accepted.
    #[schemars(default)]
    accepted: Option<AcceptedOutput>,
    /// The same for each definition, by its location, if definitions are compared.
    #[schemars(default)]
    definitions: Option<BTreeMap<String, BothWays>>,
    /// False if formats are annotations, otherwise missing.
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
    /// `witness` is a document that is valid on one side only.
    Broken {
        witness: Value,
    },
    Undecided {
        because: Value,
    },
}

#[derive(JsonSchema)]
struct ChangeOutput {
    /// Rule from `planwright rules drift`.
    rule: String,
    severity: SeverityOutput,
    backward: String,
    forward: String,
    /// Location of what changed: in the new schema, or in the old one if only that has it.
    pointer: String,
    old: Option<SpotOutput>,
    new: Option<SpotOutput>,
    message: String,
    /// Value at the location that only one of the schemas accepts, if one was found.
    #[schemars(default)]
    witness: Option<Value>,
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
    /// Schema in the dialect, or null if the dialect cannot express it.
    schema: Value,
    weakenings: Vec<FindingOutput>,
    /// Grammar of the schema, for dialects that are grammars.
    #[schemars(default)]
    grammar: Option<String>,
    /// Certificate, with `--certificate` and `--verify`.
    #[schemars(default)]
    certificate: Option<Value>,
    /// Claims of the file that cannot be proved, with `--verify`.
    #[schemars(default)]
    differences: Option<Vec<FindingOutput>>,
}

/// `planwright snapshot diff --format json`.
#[derive(JsonSchema)]
#[schemars(title = "planwright snapshot diff")]
struct SnapshotDiffOutput {
    changes: Vec<OrgChangeOutput>,
    /// New findings, by document.
    files: Vec<DocumentOutput>,
}

/// One change of an object or field, with properties of its kind.
#[derive(JsonSchema)]
struct OrgChangeOutput {
    object: String,
    field: Option<String>,
    /// Kind of the change.
    change: String,
    /// `true` if this kind of change can break a blueprint.
    breaking: bool,
    /// Blueprints that it breaks.
    breaks: Vec<BlueprintPlace>,
    /// Blueprints that use the field.
    used_by: Vec<BlueprintPlace>,
    /// Properties of the kind, such as `required`.
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
    /// Group of the code: a contract, `drift`, `guardrails` or a different table.
    group: String,
    code: String,
    purpose: String,
    /// For codes.
    #[schemars(default)]
    severity: Option<SeverityOutput>,
    /// For drift rules: effect of the change on old documents.
    #[schemars(default)]
    backward: Option<String>,
    /// For drift rules: effect of the change on new documents.
    #[schemars(default)]
    forward: Option<String>,
    /// For guardrails: message of a rejection.
    #[schemars(default)]
    message: Option<String>,
    /// For guardrails: cost at run time.
    #[schemars(default)]
    cost: Option<String>,
}
