//! Lowers an action to its main class.

use planwright_contracts::action_blueprint::data_type::DataType;

use crate::tokens::{ApexCode, ApexIdent, ApexPath, ApexType, ApiName};
use crate::view::{Class, Member, ReadBack, Write};
use planwright_apex::layout::{Group, PRINT_WIDTH, Piece, Place};

use super::action::{Action, CLEAR_FIELDS, Dml, Input, TOKEN};
use super::chunks::{Spread, spread};
use super::definition;
use super::lines;

/// Number of variables from which PMD reports a class.
const PMD_FIELD_LIMIT: usize = 16;
const PMD_PUBLIC_LIMIT: usize = 20;
/// Number of variables from which a class can have the 1,000 lines that PMD reports.
const LONG_CLASS: usize = 100;
/// Number of variables that a response has in addition to its outputs.
const RESPONSE_VARIABLE_COUNT: usize = 10;

pub(crate) fn lower(action: &Action<'_>) -> Class {
    let Spread { chunks, read, answer } = spread(action);
    let members = members(action);
    Class {
        name: action.class.clone(),
        doc: action.doc(&action.plan.label),
        object: action.object_type(),
        is_long: members.len() >= LONG_CLASS,
        suppressed: suppressed(members.len()),
        members,
        invocable: invocable(action),
        response: ApexPath::keyword(if action.outputs.is_empty() { "PwResponse" } else { "Response" }),
        run_arguments: lines::arguments(
            lines::BODY_INDENT,
            "return PwDynamicActionBatch.run",
            [format!("new {}()", action.class), "BLUEPRINT.name".to_owned(), "work".to_owned()].map(Piece::Code).into(),
        ),
        has_checkpoint: action.checkpoint.is_some(),
        counter: action.is_counted().then(|| ApexPath::keyword("PwRateGuardrails")),
        takes_token: action.takes_token,
        record_check: action.checks_records().then(|| ApexPath::keyword("PwRecordGuardrails")),
        value_check: action.checks_values().then(|| ApexPath::keyword("PwValueGuardrails")),
        permission: permission(action),
        needs_permission: false,
        converts: action.converts(),
        has_clears: !action.clearable().is_empty(),
        read,
        outputs: action.outputs.iter().map(lines::response_variable).collect(),
        answer,
        response_suppressed: suppressed(action.outputs.len() + RESPONSE_VARIABLE_COUNT),
        write: (action.operation != Dml::Call).then(|| write(action)),
        definition: definition::arguments(action),
        chunks,
    }
}

/// Returns the name of the custom permission of an action, given its name in class names.
pub(crate) fn permission_name(action: &str) -> String {
    format!("Run_{action}")
}

/// Returns the arguments of `PwActionPermission.check`: the name of the custom permission, and the batch.
fn permission(action: &Action<'_>) -> ApexCode {
    let name = format!("'{}'", permission_name(&action.name));
    lines::arguments(lines::BODY_INDENT, "PwActionPermission.check", vec![Piece::Code(name), Piece::code("batch")])
}

fn members(action: &Action<'_>) -> Vec<Member> {
    let confirmed = action.checkpoint.map(|question| {
        let (name, data_type, label, told) = if action.takes_token {
            (
                TOKEN,
                DataType::Text,
                "Confirmation Token",
                "The token of an earlier answer, after the user answered yes to",
            )
        } else {
            ("confirmed", DataType::Boolean, "Confirmed", "Set to true after the user answered yes to")
        };
        let description = format!("{told}: {question}");
        Member {
            name: ApexIdent::near(name),
            apex_type: ApexType::from_data_type(data_type),
            annotation: lines::annotation(4, "@InvocableVariable", label, [label, &description], &[]),
        }
    });
    let clearable = action.clearable();
    let clears = (!clearable.is_empty()).then(|| {
        let texts = ["Clear Fields", &clearing(&clearable)];
        Member {
            name: ApexIdent::near(CLEAR_FIELDS),
            apex_type: ApexType::from_data_type(DataType::Text),
            annotation: lines::annotation(4, "@InvocableVariable", "Clear Fields", texts, &[]),
        }
    });
    action.inputs.iter().map(lines::member).chain(confirmed).chain(clears).collect()
}

/// Returns the description of `clearFields` for Flow and agents.
pub(crate) fn clearing(clearable: &[&Input<'_>]) -> String {
    let names: Vec<&str> = clearable.iter().map(|input| input.api_name.as_str()).collect();
    format!("Names of inputs whose fields are to be emptied, with commas between: {}.", names.join(", "))
}

/// Suppresses the PMD rules that limit the number of variables, because a request has one variable per input. No other
/// rule is suppressed.
fn suppressed(members: usize) -> Option<ApexCode> {
    let mut rules = Vec::new();
    if members >= PMD_FIELD_LIMIT {
        rules.push("PMD.TooManyFields");
    }
    if members >= PMD_PUBLIC_LIMIT {
        rules.push("PMD.ExcessivePublicCount");
    }
    let list = Group::arguments(vec![Piece::Code(format!("'{}'", rules.join(", ")))]);
    (!rules.is_empty()).then(|| ApexCode::fit(&list, Place::new(2, "@SuppressWarnings".len()).tail(0)))
}

fn invocable(action: &Action<'_>) -> ApexCode {
    let description = action.purpose();
    let callout = (action.plan.callout == Some(true)).then(|| Piece::Code("callout=true".to_owned()));
    let category = lines::literal("category", &action.plan.category);
    let rest: Vec<Piece> = [category].into_iter().chain(callout).collect();
    lines::annotation(2, "@InvocableMethod", &action.name, [&action.plan.label, &description], &rest)
}

fn write(action: &Action<'_>) -> Write {
    let object = action.object_type();
    let (statement, _) = action.operation.statement();
    let result = match action.operation {
        Dml::Upsert => "UpsertResult",
        Dml::Insert | Dml::Update | Dml::Call => "SaveResult",
    };
    let parameters = ["PwDynamicActionBatch batch".to_owned(), format!("List<{object}> records")].map(Piece::Code);
    let place = Place::new(2, "private static void save".len()).tail(" {".len());
    Write {
        save_parameters: ApexCode::fit(&Group::arguments(parameters.into()), place),
        result: ApexIdent::near(result),
        statement: ApexPath::keyword(statement),
        arguments: statement_arguments(action, result, statement),
        all_or_none: action.all_or_none(),
        query: query(action),
    }
}

/// Returns the query that reads the outputs of a batch back, together with the record Ids.
fn query(action: &Action<'_>) -> Option<ReadBack> {
    if action.outputs.is_empty() {
        return None;
    }
    let outputs = action.outputs.iter().map(|output| output.field.clone());
    let fields: Vec<ApiName> =
        [ApiName::near("Id")].into_iter().chain(outputs.filter(|field| !field.same("Id"))).collect();
    let select = ApexPath::select(&fields);
    let object = action.object_type();
    let flat = format!(
        "      List<{object}> records = [{select} FROM {} WHERE Id IN :written WITH USER_MODE];",
        action.object
    );
    Some(ReadBack {
        is_flat: flat.len() <= PRINT_WIDTH,
        is_narrow: lines::BODY_INDENT + 4 + select.as_str().len() <= PRINT_WIDTH,
        select,
        object: action.object.clone(),
        fields,
    })
}

/// Returns the arguments of the `Database` call: the records, the external id of an upsert, the options, and user mode.
/// Records fail independently unless the blueprint sets `allOrNone`.
fn statement_arguments(action: &Action<'_>, result: &str, statement: &str) -> ApexCode {
    let mut items = vec!["records".to_owned()];
    if let (Dml::Upsert, Some(key)) = (action.operation, action.key.as_ref().filter(|key| !key.same("Id"))) {
        items.push(format!("{}.{key}", action.object_type()));
    }
    let mut items: Vec<Piece> = items.into_iter().map(Piece::Code).collect();
    items.push(if action.has_dml_options() {
        let chosen = [
            ("'allOrNone'", action.all_or_none()),
            ("'useAssignmentRules'", action.uses_assignment_rules()),
            ("'allowDuplicates'", action.allows_duplicates()),
        ];
        let chosen = chosen.into_iter().filter(|(_, is_set)| *is_set).map(|(name, _)| Piece::code(name));
        Piece::call("PwDmlOptions.create", vec![Piece::values("new Set<String>", chosen.collect())])
    } else {
        Piece::Code(action.all_or_none().to_string())
    });
    items.push(Piece::code("AccessLevel.USER_MODE"));
    let lead = format!("List<Database.{result}> outcomes = Database.{statement}");
    lines::arguments(lines::BODY_INDENT + 2, &lead, items)
}
