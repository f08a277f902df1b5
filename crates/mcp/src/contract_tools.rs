//! Implements the tools for the other contracts. They change nothing, neither on disk nor in the server.

use std::collections::BTreeSet;

use planwright_api::rendered_files;
use planwright_check::schema::UserSchema;
use planwright_contracts::action_blueprint::read_context;
use planwright_contracts::fix_plan::Fix;
use planwright_contracts::{ContractName, Report, Surroundings, check, check_schema, nearest};
use planwright_fix::order;
use planwright_generated::fix_plan::{CreateFileEdit, DeleteFileEdit, FixEdit, ModifyFileEdit, RenameFileEdit};
use planwright_generated::mcp_tools::{
    CheckParams, CheckReturns, ExportBlueprintParams, ExportBlueprintReturns, ExportSchemaParams, ExportSchemaReturns,
    GetBlueprintParams, GetBlueprintReturns, ListBlueprintsParams, ListBlueprintsReturns, McpTools, OrderFixPlanParams,
    OrderFixPlanReturns, PlanFormParams, PlanFormReturns, ReadAuditParams, ReadAuditReturns, RenderApexParams,
    RenderApexReturns,
};
use planwright_generated::{ROOTS, ToolFault, ToolParams};
use planwright_org as org;
use planwright_org::filled_in_context;
use planwright_planners::forms::{PlannerConfig, plan};
use planwright_schema::{SchemaSet, exact_numbers};
use planwright_templates::Options;
use serde_json::{Map, Value, json};

use super::answer::{self, Failed, refused, typed};
use super::state_tools::{self, ToolState};

/// Engine of these tools.
pub(super) struct ContractTools(pub(super) ToolState);

impl McpTools for ContractTools {
    type Error = Failed;

    fn read<P: ToolParams>(&mut self, arguments: &Value) -> Result<P, Failed> {
        check_schema(&P::TOOL.params, &arguments.to_string())?;
        P::deserialize(arguments).map_err(|error| ToolFault::Misfit { tool: P::TOOL, error }.into())
    }

    fn check(&mut self, params: CheckParams) -> Result<CheckReturns, Failed> {
        let checked = match (params.contract, params.schema) {
            (Some(contract), None) => check_contract(contract.as_ref(), params.context, &params.text)?,
            (None, Some(schema)) if params.context.is_none() => {
                let schema = user_schema(&Value::Object(schema))?;
                let schema = if self.0.assert_formats { schema } else { schema.annotating_formats() };
                check_schema(&schema, &params.text).map(|checked| checked.warnings().clone())
            }
            (None, Some(_)) => {
                let help = "remove it, or use a contract instead of the schema";
                return Err(refused("UNKNOWN_FIELD", "a schema has no rules, so it does not support a context", help));
            }
            (Some(_), Some(_)) => {
                return Err(refused(
                    "UNKNOWN_FIELD",
                    "both a contract and a schema were given",
                    "use only one of the two",
                ));
            }
            (None, None) => {
                return Err(refused(
                    "MISSING_FIELD",
                    "neither a contract nor a schema was given",
                    "use only one of the two",
                ));
            }
        };
        let valid = checked.is_ok();
        let (Ok(report) | Err(report)) = checked;
        typed(json!({ "valid": valid, "diagnostics": located(&params.text, &report) }))
    }

    fn render_apex(&mut self, params: RenderApexParams) -> Result<RenderApexReturns, Failed> {
        let api_version = params.api_version.parse().map_err(|reason: planwright_templates::InvalidApiVersion| {
            refused("FORMAT_MISMATCH", &reason.to_string(), "use a version such as 65.0 at /apiVersion")
        })?;
        let context = params
            .snapshot
            .map_or_else(Map::new, |snapshot| Map::from_iter([("snapshot".to_owned(), Value::Object(snapshot))]));
        let context = read_context(&Value::Object(context))?;
        let (files, warnings) =
            rendered_files(&params.text, &filled_in_context(context), &Options { api_version, ..Options::default() })?;
        let files: Vec<Value> = files.into_iter().map(|(path, text)| json!({ "path": path, "text": text })).collect();
        typed(json!({ "files": files, "diagnostics": located(&params.text, &warnings) }))
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

    fn get_blueprint(&mut self, params: GetBlueprintParams) -> Result<GetBlueprintReturns, Failed> {
        state_tools::get_blueprint(&self.0, &params)
    }

    fn list_blueprints(&mut self, _: ListBlueprintsParams) -> Result<ListBlueprintsReturns, Failed> {
        state_tools::list_blueprints(&self.0)
    }

    fn export_blueprint(&mut self, params: ExportBlueprintParams) -> Result<ExportBlueprintReturns, Failed> {
        state_tools::export_blueprint(&self.0, params)
    }

    fn order_fix_plan(&mut self, params: OrderFixPlanParams) -> Result<OrderFixPlanReturns, Failed> {
        let plan = check::<Fix>(&params.text, &())?;
        let tasks = order(&plan).into_iter().map(|task| {
            let files: BTreeSet<&str> = task.edits.iter().map(path_of).collect();
            let waits = task.dependencies.as_deref().unwrap_or_default();
            json!({ "id": task.id, "title": task.title, "waitsFor": waits, "files": files })
        });
        let tasks: Vec<Value> = tasks.collect();
        typed(json!({ "tasks": tasks, "diagnostics": located(&params.text, plan.warnings()) }))
    }

    fn read_audit(&mut self, params: ReadAuditParams) -> Result<ReadAuditReturns, Failed> {
        state_tools::read_audit(&self.0, params)
    }

    fn export_schema(&mut self, params: ExportSchemaParams) -> Result<ExportSchemaReturns, Failed> {
        let names = ROOTS.iter().filter_map(|root| root.file.strip_suffix(".schema.json"));
        let Some(name) = params.name else { return typed(json!({ "names": names.collect::<Vec<_>>() })) };
        let root = ROOTS.iter().find(|root| root.file.strip_suffix(".schema.json") == Some(name.as_str()));
        if let Some(root) = root {
            let schema: Value = serde_json::from_str(root.schema).unwrap_or_default();
            return typed(json!({ "schema": exact_numbers::bound_all(&schema) }));
        }
        let help = nearest(&name, names).map_or_else(
            || "for a list of names, call export_schema without a name".to_owned(),
            |near| format!("did you mean {near:?}?"),
        );
        Err(refused("UNKNOWN_SCHEMA", &format!("unknown schema {name:?}"), &help))
    }
}

fn path_of(edit: &FixEdit) -> &str {
    match edit {
        FixEdit::ModifyFile(ModifyFileEdit { path, .. })
        | FixEdit::CreateFile(CreateFileEdit { path, .. })
        | FixEdit::DeleteFile(DeleteFileEdit { path, .. })
        | FixEdit::RenameFile(RenameFileEdit { path, .. }) => path,
    }
}

/// Checks a document against a contract.
fn check_contract(
    name: &str,
    context: Option<Map<String, Value>>,
    text: &str,
) -> Result<Result<Report, Report>, Failed> {
    let contract = ContractName::parse(name)
        .ok_or_else(|| refused("ENUM_MISMATCH", &format!("unknown contract {name:?}"), "see the schema"))?;
    let surroundings = match context {
        Some(context) => Surroundings::from_json(contract, &Value::Object(context).to_string())?,
        None => Surroundings::default(),
    };
    Ok(match contract {
        ContractName::ActionBlueprint => {
            org::check_file(text, &filled_in_context(surroundings.action_blueprint)).map(|batch| batch.warnings)
        }
        contract => contract.check(text, &surroundings),
    })
}

/// Compiles the schema in the arguments of a call.
fn user_schema(schema: &Value) -> Result<UserSchema, Failed> {
    const FILE: &str = "schema.json";
    /// Maximum size of the schema.
    const MAX_SCHEMA_BYTES: usize = 1 << 20;
    let invalid = |reason: &str| {
        refused("INVALID_SCHEMA", reason, "fix the schema; for a schema in several files, use the command line")
    };
    let text = schema.to_string().into_bytes();
    if text.len() > MAX_SCHEMA_BYTES {
        let help = "send only the required part of the schema, or use the command line";
        return Err(refused("INVALID_SCHEMA", &format!("the schema has more than {MAX_SCHEMA_BYTES} bytes"), help));
    }
    let set = SchemaSet::parse([(FILE.to_owned(), text)]);
    let set = set.map_err(|errors| invalid(&errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")))?;
    UserSchema::new(&set, FILE).map_err(|unusable| invalid(&unusable.to_string()))
}

/// Converts findings to JSON with line and column, as the output schema defines.
pub(super) fn located(text: &str, report: &Report) -> Vec<Value> {
    let report = report.clone().positioned(text);
    let facts = report.iter().map(|diagnostic| {
        let mut fact = answer::fact(diagnostic);
        if let Some(at) = diagnostic.position {
            fact["line"] = at.line.into();
            fact["column"] = at.column.into();
        }
        fact
    });
    facts.collect()
}
