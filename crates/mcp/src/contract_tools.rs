//! Implements the tools for the other contracts. They change nothing, neither on disk nor in the server.

use std::collections::BTreeSet;

use planwright_api::{Dialect, Exported, NamedSchema, rendered_files};
use planwright_check::{Answer, Checked};
use planwright_contracts::action_blueprint::read_context;
use planwright_contracts::fix_plan::Fix;
use planwright_contracts::{Report, check, check_schema, nearest};
use planwright_fix::order;
use planwright_generated::fix_plan::{CreateFileEdit, DeleteFileEdit, FixEdit, ModifyFileEdit, RenameFileEdit};
use planwright_generated::mcp_tools::{
    CheckParams, CheckReturns, ExportBlueprintParams, ExportBlueprintReturns, ExportSchemaParams, ExportSchemaReturns,
    ExtractParams, ExtractReturns, GetBlueprintParams, GetBlueprintReturns, ListBlueprintsParams,
    ListBlueprintsReturns, McpTools, OrderFixPlanParams, OrderFixPlanReturns, PlanFormParams, PlanFormReturns,
    ReadAuditParams, ReadAuditReturns, RenderApexParams, RenderApexReturns,
};
use planwright_generated::{ROOTS, ToolFault, ToolParams};
use planwright_org as org;
use planwright_org::filled_in_context;
use planwright_planners::forms::{PlannerConfig, plan};
use planwright_schema::exact_numbers;
use planwright_templates::Options;
use serde_json::{Map, Value, json};

use super::answer::{self, Failed, refused, typed};
use super::state_tools::{self, ToolState};
use super::subject::{Subject, document, user_schema, valid_document};

/// Engine of these tools.
pub(super) struct ContractTools(pub(super) ToolState);

impl McpTools for ContractTools {
    type Error = Failed;

    fn parse_arguments<P: ToolParams>(&mut self, arguments: &Value) -> Result<P, Failed> {
        check_schema(&P::TOOL.params, &arguments.to_string())?;
        P::deserialize(arguments).map_err(|error| ToolFault::Misfit { tool: P::TOOL, error }.into())
    }

    fn check(&mut self, params: CheckParams) -> Result<CheckReturns, Failed> {
        let CheckParams { contract, schema, context, text } = params;
        let contract = contract.as_ref().map(AsRef::as_ref);
        let checked = Subject::new(contract, schema, context, self.0.semantics)?.check(&text);
        let valid = checked.is_ok();
        let (Ok(report) | Err(report)) = checked;
        typed(json!({ "valid": valid, "diagnostics": located(&text, &report) }))
    }

    fn extract(&mut self, params: ExtractParams) -> Result<ExtractReturns, Failed> {
        let ExtractParams { contract, schema, text } = params;
        let contract = contract.as_ref().map(AsRef::as_ref);
        let subject = Subject::new(contract, schema, None, self.0.semantics)?;
        let answer = document(&text, |text| subject.check(text))?;
        let checked = subject.check(&answer.document);
        let valid = checked.is_ok();
        let (Ok(report) | Err(report)) = checked;
        let document: Value = serde_json::from_str(&answer.document).unwrap_or_default();
        let diagnostics: Vec<Value> = report.iter().map(answer::fact).collect();
        typed(json!({ "document": document, "changes": answer.changes, "valid": valid, "diagnostics": diagnostics }))
    }

    fn render_apex(&mut self, params: RenderApexParams) -> Result<RenderApexReturns, Failed> {
        let api_version = params.api_version.parse().map_err(|reason: planwright_templates::InvalidApiVersion| {
            refused("FORMAT_MISMATCH", &reason.to_string(), "use a version such as 65.0 at /apiVersion")
        })?;
        let context = params
            .snapshot
            .map_or_else(Map::new, |snapshot| Map::from_iter([("snapshot".to_owned(), Value::Object(snapshot))]));
        let context = filled_in_context(read_context(&Value::Object(context))?);
        let (answer, _) =
            valid_document(&params.text, |text| org::check_file(text, &context), |batch| &batch.warnings)?;
        let options = Options { api_version, ..Options::default() };
        let (files, warnings) = rendered_files(&answer.document, &context, &options)?;
        let files: Vec<Value> = files.into_iter().map(|(path, text)| json!({ "path": path, "text": text })).collect();
        let diagnostics = located(&answer.document, &warnings);
        typed(with_changes(json!({ "files": files, "diagnostics": diagnostics }), &answer))
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
        let (answer, plan) = valid_document(&params.text, |text| check::<Fix>(text, &()), Checked::warnings)?;
        let tasks = order(&plan).into_iter().map(|task| {
            let files: BTreeSet<&str> = task.edits.iter().map(path_of).collect();
            let waits = task.dependencies.as_deref().unwrap_or_default();
            json!({ "id": task.id, "title": task.title, "waitsFor": waits, "files": files })
        });
        let tasks: Vec<Value> = tasks.collect();
        let diagnostics = located(&answer.document, plan.warnings());
        typed(with_changes(json!({ "tasks": tasks, "diagnostics": diagnostics }), &answer))
    }

    fn read_audit(&mut self, params: ReadAuditParams) -> Result<ReadAuditReturns, Failed> {
        state_tools::read_audit(&self.0, params)
    }

    fn export_schema(&mut self, params: ExportSchemaParams) -> Result<ExportSchemaReturns, Failed> {
        let names = ROOTS.iter().filter_map(|root| root.file.strip_suffix(".schema.json"));
        let dialect = params.dialect.as_ref().and_then(|dialect| Dialect::named(dialect.as_ref()));
        let given = match (params.name, params.schema) {
            (Some(_), Some(_)) => {
                let help = "use only one of the two";
                return Err(refused("UNKNOWN_FIELD", "both a name and a schema were given", help));
            }
            (None, Some(schema)) => user_schema(schema)?,
            (Some(name), None) => NamedSchema::contract(&name).ok_or_else(|| {
                let help = nearest(&name, names).map_or_else(
                    || "for a list of names, call export_schema without arguments".to_owned(),
                    |near| format!("did you mean {near:?}?"),
                );
                refused("UNKNOWN_SCHEMA", &format!("unknown schema {name:?}"), &help)
            })?,
            (None, None) => return typed(json!({ "names": names.collect::<Vec<_>>() })),
        };
        match (dialect, given.info()) {
            (Some(dialect), _) => exported(&given, dialect),
            (None, Some(root)) => {
                let schema: Value = serde_json::from_str(root.schema).unwrap_or_default();
                typed(json!({ "schema": exact_numbers::bound_all(&schema) }))
            }
            (None, None) => {
                let help = format!("add dialect: one of {}", Dialect::ALL.map(Dialect::as_str).join(", "));
                Err(refused("MISSING_FIELD", "a schema of your own requires a dialect", &help))
            }
        }
    }
}

/// Converts a schema to a dialect.
fn exported(given: &NamedSchema, dialect: Dialect) -> Result<ExportSchemaReturns, Failed> {
    let exported =
        Exported::for_schema(given, given.returns().filter(|_| dialect == Dialect::Mcp).as_ref(), dialect, false)
            .map_err(|refused| Failed::from(Report::of_value(refused)))?;
    let lost = exported
        .weakenings
        .iter()
        .map(|one| json!({ "code": one.code, "pointer": one.at, "message": one.message }))
        .collect::<Vec<_>>();
    let mut returns = json!({ "schema": exported.schema, "weakenings": lost });
    if let Some(grammar) = exported.grammar {
        returns["grammar"] = grammar.into();
    }
    typed(returns)
}

/// Adds what was changed in an answer before its document was read.
fn with_changes(mut returns: Value, answer: &Answer) -> Value {
    if !answer.changes.is_empty() {
        returns["changes"] = json!(answer.changes);
    }
    returns
}

fn path_of(edit: &FixEdit) -> &str {
    match edit {
        FixEdit::ModifyFile(ModifyFileEdit { path, .. })
        | FixEdit::CreateFile(CreateFileEdit { path, .. })
        | FixEdit::DeleteFile(DeleteFileEdit { path, .. })
        | FixEdit::RenameFile(RenameFileEdit { path, .. }) => path,
    }
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
