//! The tools for the other contracts. They change nothing, neither on disk nor in the server.

use planwright_contracts::action_blueprint::read_context;
use planwright_contracts::{ContractName, Report, Surroundings, check_schema, nearest};
use planwright_engines::form::{PlannerConfig, plan};
use planwright_engines::org;
use planwright_generated::mcp_tools::{
    CheckParams, CheckReturns, ExportSchemaParams, ExportSchemaReturns, McpTools, PlanFormParams, PlanFormReturns,
    RenderApexParams, RenderApexReturns,
};
use planwright_generated::{ROOTS, ToolFault, ToolParams};
use planwright_source::Lines;
use planwright_templates::{Options, lower, render as render_apex};
use rmcp::model::CallToolResult;
use serde_json::{Map, Value, json};

use super::answer;
use crate::snapshot::filled_in;

/// The engine of these tools.
pub(super) struct Others;

/// A call that failed, as it is answered.
pub(super) struct Failed(pub(super) Box<CallToolResult>);

impl From<Report> for Failed {
    fn from(report: Report) -> Self {
        Self(Box::new(answer::failure(&report)))
    }
}

impl From<ToolFault> for Failed {
    fn from(fault: ToolFault) -> Self {
        refused("SCHEMA_VIOLATION", &fault.to_string(), "call the tool as its schema says")
    }
}

fn refused(code: &str, message: &str, help: &str) -> Failed {
    Failed(Box::new(answer::trouble(code, message, help)))
}

impl McpTools for Others {
    type Error = Failed;

    fn read<P: ToolParams>(&mut self, arguments: &Value) -> Result<P, Failed> {
        check_schema(&P::TOOL.params, &arguments.to_string())?;
        P::deserialize(arguments).map_err(|error| ToolFault::Misfit { tool: P::TOOL, error }.into())
    }

    fn check(&mut self, params: CheckParams) -> Result<CheckReturns, Failed> {
        let name = params.contract.to_string();
        let contract = ContractName::parse(&name)
            .ok_or_else(|| refused("ENUM_MISMATCH", &format!("no contract is called {name:?}"), "see the schema"))?;
        let surroundings = match params.context {
            Some(context) => Surroundings::read(contract, &Value::Object(context).to_string())?,
            None => Surroundings::default(),
        };
        let checked = match contract {
            ContractName::ActionBlueprint => {
                org::check_file(&params.text, &filled_in(surroundings.action_blueprint)).map(|batch| batch.warnings)
            }
            contract => contract.check(&params.text, &surroundings),
        };
        let valid = checked.is_ok();
        let (Ok(report) | Err(report)) = checked;
        typed(json!({ "valid": valid, "diagnostics": located(&params.text, &report) }))
    }

    fn render_apex(&mut self, params: RenderApexParams) -> Result<RenderApexReturns, Failed> {
        let api_version = params.api_version.parse().map_err(|reason: planwright_templates::InvalidApiVersion| {
            refused("FORMAT_MISMATCH", &reason.to_string(), "write a version such as 65.0 at /apiVersion")
        })?;
        let context = params
            .snapshot
            .map_or_else(Map::new, |snapshot| Map::from_iter([("snapshot".to_owned(), Value::Object(snapshot))]));
        let context = read_context(&Value::Object(context))?;
        let batch = org::check_file(&params.text, &filled_in(context))?;
        let options = Options { api_version };
        let rendered = batch.actions.iter().flat_map(|blueprint| render_apex(&lower(blueprint), &options).files);
        let files: Vec<Value> = rendered.map(|file| json!({ "path": file.path, "text": file.text })).collect();
        typed(json!({ "files": files, "diagnostics": located(&params.text, &batch.warnings) }))
    }

    fn plan_form(&mut self, params: PlanFormParams) -> Result<PlanFormReturns, Failed> {
        typed(match plan(&params.utterance, &PlannerConfig::default()) {
            Ok(planned) => {
                let mut answer = json!({ "none": false, "plan": planned.plan.get() });
                if let Some(cut) = planned.cut {
                    answer["notes"] = json!([cut.english()]);
                }
                answer
            }
            Err(refused) => {
                let mut answer = json!({
                    "none": true,
                    "code": refused.reason.code(),
                    "reason": refused.english(),
                    "reason_fa": refused.persian(),
                });
                if let Some(word) = refused.word {
                    answer["word"] = Value::String(word);
                }
                answer
            }
        })
    }

    fn export_schema(&mut self, params: ExportSchemaParams) -> Result<ExportSchemaReturns, Failed> {
        let names = ROOTS.iter().filter_map(|root| root.file.strip_suffix(".schema.json"));
        let Some(name) = params.name else { return typed(json!({ "names": names.collect::<Vec<_>>() })) };
        let root = ROOTS.iter().find(|root| root.file.strip_suffix(".schema.json") == Some(name.as_str()));
        if let Some(root) = root {
            let schema: Value = serde_json::from_str(root.schema).unwrap_or_default();
            return typed(json!({ "schema": schema }));
        }
        let help = nearest(&name, names).map_or_else(
            || "call export_schema without a name for the list".to_owned(),
            |near| format!("did you mean {near:?}?"),
        );
        Err(refused("UNKNOWN_SCHEMA", &format!("no schema is called {name:?}"), &help))
    }
}

/// The findings with line and column, as the schema of the answer has them.
fn located(text: &str, report: &Report) -> Vec<Value> {
    let lines = Lines::new(text);
    let facts = report.iter().map(|diagnostic| {
        let mut fact = answer::fact(diagnostic);
        if let Some(span) = &diagnostic.span {
            let at = lines.line_column(span.start);
            fact["line"] = at.line.into();
            fact["column"] = at.column.into();
        }
        fact
    });
    facts.collect()
}

fn typed<R: serde::de::DeserializeOwned>(value: Value) -> Result<R, Failed> {
    serde_json::from_value(value).map_err(|error| refused("INTERNAL", &error.to_string(), "report this"))
}
