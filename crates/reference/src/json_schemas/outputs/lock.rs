//! Output of `planwright lock --format json`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde_json::Value;

use super::{FindingOutput, SeverityOutput, WayVerdict};

/// `planwright lock --format json`: one entry per lock file.
#[derive(JsonSchema)]
#[schemars(title = "planwright lock")]
pub(super) struct LockOutput {
    locks: Vec<LockFileOutput>,
}

#[derive(JsonSchema)]
struct LockFileOutput {
    file: String,
    /// `true` if the file was written.
    written: bool,
    /// Operations by name.
    operations: BTreeMap<String, OperationOutput>,
    findings: Vec<FindingOutput>,
    /// False if formats are annotations, otherwise missing.
    #[schemars(default)]
    formats_compared: Option<bool>,
}

#[derive(JsonSchema)]
struct OperationOutput {
    status: OperationWord,
    /// New name of a removed operation, if exactly one new operation is identical to it.
    #[schemars(default)]
    renamed_to: Option<String>,
    /// Old and new call, if it changed.
    #[schemars(default)]
    route: Option<OldAndNew>,
    /// Valid call of an operation that was removed or promises less.
    #[schemars(default)]
    request: Option<Value>,
    /// `true` if every valid call is still valid.
    #[schemars(default)]
    input: Option<SideOutput>,
    /// `true` if every new result was valid before.
    #[schemars(default)]
    output: Option<SideOutput>,
    hints: Vec<HintOutput>,
    /// Descriptions that changed.
    texts: Vec<TextOutput>,
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
    /// For `broken`: the arguments or the result.
    #[schemars(default)]
    witness: Option<Value>,
    /// For `broken` input: the whole request, such as a `tools/call`.
    #[schemars(default)]
    request: Option<Value>,
    /// For `broken` output: the whole response.
    #[schemars(default)]
    response: Option<Value>,
    /// For `undecided`: the reason.
    #[schemars(default)]
    because: Option<String>,
    /// Verdict with --content-model strict, if it is different.
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
    /// Rule from `planwright rules drift`.
    rule: String,
    severity: SeverityOutput,
    /// Location in the old schema.
    old: Option<String>,
    /// Location in the new schema.
    new: Option<String>,
    message: String,
}

#[derive(JsonSchema)]
struct HintOutput {
    name: String,
    old: bool,
    new: bool,
    /// `true` if a promise was withdrawn.
    withdrawn: bool,
}

#[derive(JsonSchema)]
struct TextOutput {
    /// Location below the operation, such as `/description` or `/input/properties/id/description`.
    at: String,
    old: Option<String>,
    new: Option<String>,
}
