//! Output of `planwright lock --format json`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde_json::Value;

use super::{FindingOutput, SeverityOutput, WayVerdict};

/// `planwright lock --format json`: an entry for each lock file.
#[derive(JsonSchema)]
#[schemars(title = "planwright lock")]
pub(super) struct LockOutput {
    locks: Vec<LockFileOutput>,
}

#[derive(JsonSchema)]
struct LockFileOutput {
    file: String,
    /// Whether the file was written.
    written: bool,
    /// By name.
    operations: BTreeMap<String, OperationOutput>,
    findings: Vec<FindingOutput>,
    /// False if formats are annotations; else it is not there.
    #[schemars(default)]
    formats_compared: Option<bool>,
}

#[derive(JsonSchema)]
struct OperationOutput {
    status: OperationWord,
    /// The new name of an operation that is gone, where one new operation is what it was.
    #[schemars(default)]
    renamed_to: Option<String>,
    /// Where it is called in another way.
    #[schemars(default)]
    route: Option<OldAndNew>,
    /// A call that was valid, of an operation that is gone or promises less.
    #[schemars(default)]
    request: Option<Value>,
    /// Whether every call that was valid still is.
    #[schemars(default)]
    input: Option<SideOutput>,
    /// Whether every new result was valid before.
    #[schemars(default)]
    output: Option<SideOutput>,
    hints: Vec<HintOutput>,
    rewordings: Vec<RewordingOutput>,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum OperationWord {
    Same,
    Changed,
    Added,
    Removed,
}

#[derive(JsonSchema)]
struct OldAndNew {
    old: String,
    new: String,
}

#[derive(JsonSchema)]
struct SideOutput {
    verdict: VerdictName,
    /// Of `broken`: the arguments or the result.
    #[schemars(default)]
    witness: Option<Value>,
    /// Of `broken`, of the input: the whole request, such as a `tools/call`.
    #[schemars(default)]
    request: Option<Value>,
    /// Of `broken`, of the output: the whole response.
    #[schemars(default)]
    response: Option<Value>,
    /// Of `undecided`.
    #[schemars(default)]
    because: Option<String>,
    /// The verdict that also counts members that nobody describes, where it is another one.
    #[schemars(default)]
    strict: Option<WayVerdict>,
    changes: Vec<SideChangeOutput>,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum VerdictName {
    Proved,
    Broken,
    Undecided,
}

#[derive(JsonSchema)]
struct SideChangeOutput {
    /// The rule, as `planwright rules drift` lists it.
    rule: String,
    severity: SeverityOutput,
    /// Where in the old schema.
    old: Option<String>,
    /// Where in the new schema.
    new: Option<String>,
    message: String,
}

#[derive(JsonSchema)]
struct HintOutput {
    name: String,
    old: bool,
    new: bool,
    /// Whether a promise is gone.
    withdrawn: bool,
}

#[derive(JsonSchema)]
struct RewordingOutput {
    /// `title` or `description`.
    of: String,
    old: Option<String>,
    new: Option<String>,
}
