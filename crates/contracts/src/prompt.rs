//! What to tell a model before it writes a document of a contract: schema, rules, a good example, a bad one and what is
//! said of it. All of it is made from the schema and the rule tables, so it cannot say other than the checks do.

mod example;

use std::fmt;

use planwright_generated::RootInfo;
use planwright_generated::action_blueprint::ResponseEnvelope;
use planwright_generated::agent_proposal::AgentProposal;
use planwright_generated::fix_plan::FixPlan;
use planwright_generated::form_plan::PlannerOutput;
use planwright_generated::workflow_tools::WorkflowDocument;
use serde::Serialize as _;
use serde_json::ser::PrettyFormatter;
use serde_json::{Serializer, Value};

use crate::catalog::ContractName;
use crate::codes::{CodeInfo, SHARED};
use crate::diagnostic::Severity;

/// A prompt in its parts. [`Display`](fmt::Display) writes it as Markdown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// The contract.
    pub contract: ContractName,
    /// What a document is, in the words of its schema.
    pub purpose: String,
    /// The whole schema, without what only tools read.
    pub schema: String,
    /// The rules beside the schema: those of the contract, then those of every contract.
    pub rules: Vec<CodeInfo>,
    /// A document that passes.
    pub good: String,
    /// One that does not.
    pub bad: String,
    /// What its writer would be told.
    pub repair: String,
}

impl Prompt {
    /// The prompt of a contract; `None` for one whose documents no model writes.
    pub fn of(contract: ContractName) -> Option<Self> {
        let root = root(contract)?;
        let schema: Value = serde_json::from_str(root.schema).ok()?;
        let good = schema.get("examples")?.get(0)?.clone();
        let (bad, repair) = example::spoil(contract, &good)?;
        let purpose = schema.get("description").and_then(Value::as_str).unwrap_or_default().to_owned();
        let rules = contract.codes().into_iter().chain(SHARED.iter().copied()).collect();
        let mut schema = schema;
        strip(&mut schema);
        let (schema, good, bad) = (pretty(&schema), pretty(&good), pretty(&bad));
        Some(Self { contract, purpose, schema, rules, good, bad, repair: repair.to_string() })
    }
}

/// The schema of what a model answers.
fn root(contract: ContractName) -> Option<RootInfo> {
    match contract {
        ContractName::ActionBlueprint => Some(RootInfo::of::<ResponseEnvelope>()),
        ContractName::AgentProposal => Some(RootInfo::of::<AgentProposal>()),
        ContractName::FormPlan => Some(RootInfo::of::<PlannerOutput>()),
        ContractName::FixPlan => Some(RootInfo::of::<FixPlan>()),
        ContractName::WorkflowTools => Some(RootInfo::of::<WorkflowDocument>()),
        ContractName::SchemaSnapshot | ContractName::StateSnapshot => None,
    }
}

impl fmt::Display for Prompt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { contract, purpose, schema, good, bad, repair, .. } = self;
        writeln!(f, "# {contract}\n\n{purpose}\n")?;
        writeln!(
            f,
            "Answer with one JSON document and nothing else: no prose, no code fence, no comment, no member twice.\n"
        )?;
        writeln!(f, "## Schema\n\nAll of it holds, formats too. Lengths are counted in characters.\n")?;
        writeln!(
            f,
            "```json\n{schema}\n```\n\n## Rules\n\nBeside the schema these hold. A document that breaks one is refused with its code; after a warning it is accepted.\n"
        )?;
        for rule in &self.rules {
            let warning = if rule.severity == Severity::Warning { " (warning)" } else { "" };
            writeln!(f, "- {}{warning}: {}", rule.code, rule.purpose)?;
        }
        writeln!(f, "\n## A good answer\n\n```json\n{good}\n```\n\n## A bad answer\n\n```json\n{bad}\n```\n")?;
        write!(f, "What would be said of it:\n\n```text\n{repair}```\n")
    }
}

/// Removes what says nothing about documents: addresses, comments, examples. Members of documents that are called so stay.
fn strip(schema: &mut Value) {
    match schema {
        Value::Array(all) => all.iter_mut().for_each(strip),
        Value::Object(members) => {
            for keyword in ["$schema", "$id", "$comment", "examples"] {
                members.remove(keyword);
            }
            for (keyword, below) in members {
                match (keyword.as_str(), below) {
                    ("properties" | "patternProperties" | "definitions" | "$defs", Value::Object(named)) => {
                        named.values_mut().for_each(strip);
                    }
                    ("const" | "enum" | "default" | "required", _) => {}
                    (_, below) => strip(below),
                }
            }
        }
        _ => {}
    }
}

/// JSON with an indent of one: a model pays for every space.
fn pretty(value: &Value) -> String {
    let mut out = Vec::new();
    let mut writer = Serializer::with_formatter(&mut out, PrettyFormatter::with_indent(b" "));
    // Writing a value to memory cannot fail.
    drop(value.serialize(&mut writer));
    String::from_utf8(out).unwrap_or_default()
}
