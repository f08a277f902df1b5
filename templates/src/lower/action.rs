//! Resolves a blueprint to what Apex needs before layout: operation, types, variable names and the record key.

use std::collections::BTreeMap;

use planwright_contracts::action_blueprint::data_type::{self, DataType};
use planwright_contracts::action_blueprint::guardrails::{Subject, info_of, validated_fields};
use planwright_contracts::action_blueprint::{counts_by, names};
use planwright_generated::action_blueprint::{
    ActionBlueprint, ActionInput, ActionOutput, ConfirmationMode, Guardrail, InputUsage, Operation,
};

use crate::GENERATED_MARK;
use crate::tokens::{ApexDoc, ApexIdent, ApexPath, ApexType, ApiName};

use super::members;

/// Blueprint with resolved names, types and options.
pub(crate) struct Action<'b> {
    pub(crate) plan: &'b ActionBlueprint,
    /// Name, as it is used in class names.
    pub(crate) name: String,
    pub(crate) class: ApexIdent,
    pub(crate) operation: Dml,
    pub(crate) object: ApiName,
    pub(crate) inputs: Vec<Input<'b>>,
    pub(crate) outputs: Vec<OutputValue<'b>>,
    pub(crate) guardrails: &'b [Guardrail],
    pub(crate) checkpoint: Option<&'b str>,
    /// True if the checkpoint question can only be confirmed with its token.
    pub(crate) takes_token: bool,
    pub(crate) summary: Option<&'b str>,
    /// Field that distinguishes the records of a batch.
    pub(crate) key: Option<ApiName>,
    /// Indexes of inputs by lowercase name. Only built for actions with many inputs.
    indexes: Option<BTreeMap<String, usize>>,
    /// For each input, indexes of the guardrails that validate its value.
    rule_indexes: Vec<Vec<usize>>,
}

/// Maximum number of inputs that are searched linearly. For more inputs, a map is built.
const MAX_LINEAR_SEARCH: usize = 32;

/// Request variable for the token of the confirmation question.
pub(crate) const TOKEN: &str = "confirmationToken";

/// Request variable that lists the inputs to clear.
pub(crate) const CLEAR_FIELDS: &str = "clearFields";

/// DML operation of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dml {
    Insert,
    Update,
    Upsert,
    Call,
}

/// Output of an action.
pub(crate) struct OutputValue<'b> {
    pub(crate) plan: &'b ActionOutput,
    pub(crate) field: ApiName,
    pub(crate) member: ApexIdent,
    pub(crate) data_type: DataType,
}

/// Variables that every response has.
const RESPONSE_VARIABLES: [&str; 10] = [
    "success",
    "recordId",
    "confirmationRequired",
    TOKEN,
    "message",
    "reasonCode",
    "fields",
    "referenceId",
    "retryable",
    "errors",
];

/// Input that the operation uses. Inputs that only a CALL can use are left out of other operations.
pub(crate) struct Input<'b> {
    pub(crate) plan: &'b ActionInput,
    /// Index among the inputs in use.
    pub(crate) at: usize,
    pub(crate) api_name: ApiName,
    pub(crate) field: ApiName,
    pub(crate) member: ApexIdent,
    pub(crate) data_type: DataType,
    pub(crate) required: bool,
    pub(crate) is_field: bool,
}

/// Returns the indexes of inputs by the keys of their values and by their fields.
///
/// Value keys take precedence over fields. If two inputs have the same value key, the first one wins. If two have the
/// same field, the last one wins.
fn indexes(inputs: &[Input<'_>]) -> BTreeMap<String, usize> {
    let by_field = inputs.iter().map(|input| (input.field.as_str().to_ascii_lowercase(), input.at));
    let by_value = inputs.iter().rev().map(|input| (input.value_key().as_str().to_ascii_lowercase(), input.at));
    by_field.chain(by_value).collect()
}

impl<'b> Action<'b> {
    /// Creates the action as agents call it: only a token confirms it, regardless of the blueprint's confirmation mode.
    pub(crate) fn for_agents(plan: &'b ActionBlueprint) -> Self {
        Self::with_confirmation(plan, ConfirmationMode::Token)
    }

    pub(crate) fn from_plan(plan: &'b ActionBlueprint) -> Self {
        Self::with_confirmation(plan, plan.confirmation)
    }

    fn with_confirmation(plan: &'b ActionBlueprint, confirmation: ConfirmationMode) -> Self {
        let name = names::sanitize(&plan.name).unwrap_or_else(|| "Action".to_owned());
        let operation = Dml::from_operation(plan.operation);
        let checkpoint = non_blank(plan.checkpoint.as_ref());
        let is_taken =
            |input: &&ActionInput| input.usage == InputUsage::Field || operation == Dml::Call || counts_by(plan, input);
        let taken = plan.inputs.iter().filter(is_taken);
        let changes = matches!(operation, Dml::Update | Dml::Upsert);
        let takes_token = checkpoint.is_some() && confirmation == ConfirmationMode::Token;
        let answer = if takes_token { TOKEN } else { "confirmed" };
        let reserved = checkpoint.map(|_| answer).into_iter().chain(changes.then_some(CLEAR_FIELDS));
        let mut members = members::Members::new(reserved);
        let inputs: Vec<Input<'_>> =
            taken.enumerate().map(|(at, input)| Input::new((at, input), operation, &mut members)).collect();
        let mut members = members::Members::new(RESPONSE_VARIABLES);
        let outputs = plan.outputs.iter().flatten().map(|output| OutputValue::new(output, &mut members)).collect();
        let key = match operation {
            Dml::Update => Some("Id"),
            Dml::Upsert => Some(plan.key_fields.first().map_or("Id", String::as_str)),
            Dml::Insert | Dml::Call => None,
        };
        let indexes = (inputs.len() > MAX_LINEAR_SEARCH).then(|| indexes(&inputs));
        let rule_indexes = vec![Vec::new(); inputs.len()];
        let mut action = Self {
            plan,
            class: ApexIdent::near(&names::class_name(&name)),
            name,
            operation,
            object: ApiName::near(&plan.target_s_object),
            inputs,
            outputs,
            guardrails: plan.guardrails.as_deref().unwrap_or_default(),
            checkpoint,
            takes_token,
            summary: non_blank(plan.summary.as_ref()),
            key: key.map(ApiName::near),
            indexes,
            rule_indexes,
        };
        for (rule, guardrail) in action.guardrails.iter().enumerate() {
            let concerned: Vec<usize> =
                validated_fields(guardrail).into_iter().filter_map(|field| action.index_of(field)).collect();
            for at in concerned {
                let rules = &mut action.rule_indexes[at];
                if rules.last() != Some(&rule) {
                    rules.push(rule);
                }
            }
        }
        action
    }

    /// Returns the object as an Apex type.
    pub(crate) fn object_type(&self) -> ApexPath {
        ApexPath::object(&self.object)
    }

    /// Returns the comment at the top of a class. It contains the mark of generated files.
    pub(crate) fn doc(&self, about: &str) -> ApexDoc {
        let about = about.trim_end_matches('.');
        ApexDoc::new(&format!("{about}. {GENERATED_MARK} {}; change the blueprint, not this file.", self.name))
    }

    /// Returns the input that supplies a field.
    pub(crate) fn input_for(&self, field: &str) -> Option<&Input<'b>> {
        self.index_of(field).map(|at| &self.inputs[at])
    }

    /// Returns the index of the input that supplies a field. The keys of values are searched before the fields.
    fn index_of(&self, field: &str) -> Option<usize> {
        if let Some(indexes) = &self.indexes {
            return indexes.get(&field.to_ascii_lowercase()).copied();
        }
        let by_value = self.inputs.iter().position(|input| input.value_key().same(field));
        by_value.or_else(|| self.inputs.iter().rposition(|input| input.field.same(field)))
    }

    /// Returns the guardrails that validate the value of an input.
    pub(crate) fn rules_of(&self, input: &Input<'_>) -> impl ExactSizeIterator<Item = &'b Guardrail> {
        let all = self.guardrails;
        self.rule_indexes[input.at].iter().map(move |rule| &all[*rule])
    }

    /// Returns whether a batch is rolled back if one of its records fails.
    pub(crate) fn all_or_none(&self) -> bool {
        self.plan.all_or_none == Some(true)
    }

    /// Returns whether the DML statement needs options other than `allOrNone`.
    pub(crate) fn has_dml_options(&self) -> bool {
        self.uses_assignment_rules() || self.allows_duplicates()
    }

    /// Returns whether the assignment rule of the org is run.
    pub(crate) fn uses_assignment_rules(&self) -> bool {
        self.plan.use_assignment_rules == Some(true)
    }

    /// Returns whether records are saved although a duplicate rule raises an alert.
    pub(crate) fn allows_duplicates(&self) -> bool {
        self.plan.allow_duplicates == Some(true)
    }

    /// Returns the inputs whose field Flow can clear: optional fields of existing records, except checkboxes, which are
    /// true or false. Flow needs a list of them because it cannot pass null to an invocable method.
    pub(crate) fn clearable(&self) -> Vec<&Input<'b>> {
        let changes = matches!(self.operation, Dml::Update | Dml::Upsert);
        let is_key = |input: &Input<'_>| self.key.as_ref().is_some_and(|key| key.same(input.field.as_str()));
        let can_be_empty =
            |input: &Input<'_>| changes && input.is_field && !input.required && input.data_type != DataType::Boolean;
        self.inputs.iter().filter(|input| can_be_empty(input) && !is_key(input)).collect()
    }

    /// Returns the inputs that are written to the record, including the key.
    pub(crate) fn written(&self) -> impl Iterator<Item = &Input<'b>> {
        self.inputs.iter().filter(|input| self.operation != Dml::Call && input.is_field)
    }

    /// Returns whether a guardrail asks for access to records.
    pub(crate) fn checks_records(&self) -> bool {
        self.guardrails.iter().any(|guardrail| info_of(guardrail).subject == Subject::NamedRecords)
    }

    /// Returns whether a guardrail needs the class for numbers, lengths and personal data.
    pub(crate) fn checks_values(&self) -> bool {
        let is_value_check = |guardrail: &Guardrail| {
            matches!(
                guardrail,
                Guardrail::NumericPositive(_)
                    | Guardrail::NumericRange(_)
                    | Guardrail::MaxLength(_)
                    | Guardrail::PiiRedact(_)
            )
        };
        self.guardrails.iter().any(is_value_check)
    }

    /// Returns whether an input has a type other than string and Id, which the runtime converts by itself.
    pub(crate) fn converts(&self) -> bool {
        self.inputs.iter().any(|input| !matches!(input.data_type, DataType::Text | DataType::Id))
    }

    /// Returns whether a guardrail counts requests.
    pub(crate) fn is_counted(&self) -> bool {
        self.guardrails.iter().any(|guardrail| info_of(guardrail).subject == Subject::History)
    }
}

impl<'b> Input<'b> {
    fn new((at, plan): (usize, &'b ActionInput), operation: Dml, members: &mut members::Members) -> Self {
        let is_field = plan.usage == InputUsage::Field;
        let is_id = names::is_id(&plan.field_api_name) && operation != Dml::Call && is_field;
        Self {
            plan,
            at,
            api_name: ApiName::near(&plan.api_name),
            field: ApiName::near(&plan.field_api_name),
            member: members.name(if is_id { "recordId" } else { &plan.api_name }),
            data_type: if is_id { DataType::Id } else { data_type::resolve(&plan.data_type) },
            required: plan.required || (is_id && operation == Dml::Update),
            is_field,
        }
    }

    /// Returns the key of the value after conversion.
    pub(crate) fn value_key(&self) -> &ApiName {
        if self.is_field { &self.field } else { &self.api_name }
    }

    pub(crate) fn is_id(&self) -> bool {
        names::is_id(self.field.as_str())
    }

    pub(crate) fn apex_type(&self) -> ApexType {
        ApexType::from_data_type(self.data_type)
    }

    /// Returns the type hint for the type adapters. The record's own Id always has the hint `Id`.
    pub(crate) fn hint(&self) -> &str {
        if self.data_type == DataType::Id { "Id" } else { self.plan.data_type.trim() }
    }
}

impl<'b> OutputValue<'b> {
    fn new(plan: &'b ActionOutput, members: &mut members::Members) -> Self {
        Self {
            plan,
            field: ApiName::near(&plan.field_api_name),
            member: members.name(&plan.field_api_name),
            data_type: data_type::resolve(&plan.data_type),
        }
    }

    pub(crate) fn apex_type(&self) -> ApexType {
        ApexType::from_data_type(self.data_type)
    }
}

impl Dml {
    fn from_operation(operation: Operation) -> Self {
        match operation {
            Operation::Insert | Operation::Create => Self::Insert,
            Operation::Update => Self::Update,
            Operation::Upsert => Self::Upsert,
            Operation::Call => Self::Call,
        }
    }

    /// Returns the name of the operation in the contract.
    pub(crate) fn contract_name(self) -> &'static str {
        match self {
            Self::Insert => "INSERT",
            Self::Update => "UPDATE",
            Self::Upsert => "UPSERT",
            Self::Call => "CALL",
        }
    }

    /// Returns the `Database` method and the describe checks that must pass before it.
    pub(crate) fn statement(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Self::Insert => ("insert", &["isCreateable"]),
            Self::Update => ("update", &["isUpdateable"]),
            Self::Upsert => ("upsert", &["isCreateable", "isUpdateable"]),
            Self::Call => ("", &[]),
        }
    }
}

fn non_blank(text: Option<&String>) -> Option<&str> {
    text.map(String::as_str).filter(|text| !text.trim().is_empty())
}
