//! What the blueprint means to Apex, before any layout: one operation for both words, types, member names, the key.

use std::collections::BTreeMap;

use planwright_contracts::action_blueprint::data_type::{self, DataType};
use planwright_contracts::action_blueprint::guardrails::{Subject, info_of, judged_fields};
use planwright_contracts::action_blueprint::{counts_by, names};
use planwright_generated::action_blueprint::{
    ActionBlueprint, ActionInput, ActionOutput, ConfirmationMode, Guardrail, InputUsage, Operation,
};

use crate::GENERATED_MARK;
use crate::tokens::{ApexDoc, ApexIdent, ApexPath, ApexType, ApiName};

use super::members;

/// A blueprint with its choices made.
pub(crate) struct Action<'b> {
    pub(crate) plan: &'b ActionBlueprint,
    /// The name as it stands in class names.
    pub(crate) name: String,
    pub(crate) class: ApexIdent,
    pub(crate) operation: Dml,
    pub(crate) object: ApiName,
    pub(crate) inputs: Vec<Input<'b>>,
    pub(crate) outputs: Vec<AnswerValue<'b>>,
    pub(crate) guardrails: &'b [Guardrail],
    pub(crate) checkpoint: Option<&'b str>,
    /// Whether only the token of the question answers it.
    pub(crate) takes_token: bool,
    pub(crate) summary: Option<&'b str>,
    /// The field that tells two records of a batch apart.
    pub(crate) key: Option<ApiName>,
    /// The places of inputs by their names in small letters, where there are many.
    places: Option<BTreeMap<String, usize>>,
    /// For each input the guardrails over its value, by their places.
    judges: Vec<Vec<usize>>,
}

/// So many inputs are looked through; more are looked up.
const FEW: usize = 32;

/// The member that holds the token of a question.
pub(crate) const TOKEN: &str = "confirmationToken";

/// The member that names inputs to clear.
pub(crate) const CLEARS: &str = "clearFields";

/// What is done to records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dml {
    Insert,
    Update,
    Upsert,
    Call,
}

/// One value of the answer.
pub(crate) struct AnswerValue<'b> {
    pub(crate) plan: &'b ActionOutput,
    pub(crate) field: ApiName,
    pub(crate) member: ApexIdent,
    pub(crate) data_type: DataType,
}

/// The members that every response has.
const ANSWERED: [&str; 6] = ["success", "recordId", "confirmationRequired", TOKEN, "message", "errors"];

/// An input that takes part. Those that only a CALL can use are left out elsewhere.
pub(crate) struct Input<'b> {
    pub(crate) plan: &'b ActionInput,
    /// Its place among the inputs that take part.
    pub(crate) at: usize,
    pub(crate) api_name: ApiName,
    pub(crate) field: ApiName,
    pub(crate) member: ApexIdent,
    pub(crate) data_type: DataType,
    pub(crate) required: bool,
    pub(crate) is_field: bool,
}

/// The places of inputs: by their fields, of equal ones the last, but first by the names of their values, of equal ones the first.
fn places(inputs: &[Input<'_>]) -> BTreeMap<String, usize> {
    let by_field = inputs.iter().map(|input| (input.field.as_str().to_ascii_lowercase(), input.at));
    let by_value = inputs.iter().rev().map(|input| (input.value_key().as_str().to_ascii_lowercase(), input.at));
    by_field.chain(by_value).collect()
}

impl<'b> Action<'b> {
    /// As agents call it: whatever the blueprint says, only a token answers a question.
    pub(crate) fn for_agents(plan: &'b ActionBlueprint) -> Self {
        Self::with(plan, ConfirmationMode::Token)
    }

    pub(crate) fn of(plan: &'b ActionBlueprint) -> Self {
        Self::with(plan, plan.confirmation)
    }

    fn with(plan: &'b ActionBlueprint, confirmation: ConfirmationMode) -> Self {
        let name = names::sanitize(&plan.name).unwrap_or_else(|| "Action".to_owned());
        let operation = Dml::of(plan.operation);
        let checkpoint = non_blank(plan.checkpoint.as_ref());
        let is_taken =
            |input: &&ActionInput| input.usage == InputUsage::Field || operation == Dml::Call || counts_by(plan, input);
        let taken = plan.inputs.iter().filter(is_taken);
        let changes = matches!(operation, Dml::Update | Dml::Upsert);
        let takes_token = checkpoint.is_some() && confirmation == ConfirmationMode::Token;
        let answer = if takes_token { TOKEN } else { "confirmed" };
        let reserved = checkpoint.map(|_| answer).into_iter().chain(changes.then_some(CLEARS));
        let mut members = members::Members::new(reserved);
        let inputs: Vec<Input<'_>> =
            taken.enumerate().map(|(at, input)| Input::of((at, input), operation, &mut members)).collect();
        let mut members = members::Members::new(ANSWERED);
        let outputs = plan.outputs.iter().flatten().map(|output| AnswerValue::of(output, &mut members)).collect();
        let key = match operation {
            Dml::Update => Some("Id"),
            Dml::Upsert => Some(plan.key_fields.first().map_or("Id", String::as_str)),
            Dml::Insert | Dml::Call => None,
        };
        let places = (inputs.len() > FEW).then(|| places(&inputs));
        let judges = vec![Vec::new(); inputs.len()];
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
            places,
            judges,
        };
        for (rule, guardrail) in action.guardrails.iter().enumerate() {
            let concerned: Vec<usize> =
                judged_fields(guardrail).into_iter().filter_map(|field| action.place_of(field)).collect();
            for at in concerned {
                let rules = &mut action.judges[at];
                if rules.last() != Some(&rule) {
                    rules.push(rule);
                }
            }
        }
        action
    }

    /// The object as a type.
    pub(crate) fn object_type(&self) -> ApexPath {
        ApexPath::object(&self.object)
    }

    /// The comment that opens a class and says whose it is.
    pub(crate) fn doc(&self, about: &str) -> ApexDoc {
        let about = about.trim_end_matches('.');
        ApexDoc::new(&format!("{about}. {GENERATED_MARK} {}; change the blueprint, not this file.", self.name))
    }

    /// The input behind a field.
    pub(crate) fn input_for(&self, field: &str) -> Option<&Input<'b>> {
        self.place_of(field).map(|at| &self.inputs[at])
    }

    /// The place of the input behind a field: by the name of its value first.
    fn place_of(&self, field: &str) -> Option<usize> {
        if let Some(places) = &self.places {
            return places.get(&field.to_ascii_lowercase()).copied();
        }
        let by_value = self.inputs.iter().position(|input| input.value_key().same(field));
        by_value.or_else(|| self.inputs.iter().rposition(|input| input.field.same(field)))
    }

    /// The guardrails over the value of an input.
    pub(crate) fn rules_of(&self, input: &Input<'_>) -> impl ExactSizeIterator<Item = &'b Guardrail> {
        let all = self.guardrails;
        self.judges[input.at].iter().map(move |rule| &all[*rule])
    }

    /// What a person calls a field.
    pub(crate) fn label_of<'a>(&'a self, field: &'a str) -> &'a str {
        self.input_for(field).map_or(field, |input| &input.plan.label)
    }

    /// Whether a batch is written as a whole.
    pub(crate) fn all_or_none(&self) -> bool {
        self.plan.all_or_none == Some(true)
    }

    /// Whether the statement takes options of the platform beside all or none.
    pub(crate) fn has_dml_options(&self) -> bool {
        self.uses_assignment_rules() || self.allows_duplicates()
    }

    /// Whether the assignment rule of the org is run.
    pub(crate) fn uses_assignment_rules(&self) -> bool {
        self.plan.use_assignment_rules == Some(true)
    }

    /// Whether a duplicate rule that alerts stops nothing.
    pub(crate) fn allows_duplicates(&self) -> bool {
        self.plan.allow_duplicates == Some(true)
    }

    /// The inputs whose field Flow can clear: optional fields of records that exist, but no checkboxes, which are true or
    /// false. Null reaches no invocable method.
    pub(crate) fn clearable(&self) -> Vec<&Input<'b>> {
        let changes = matches!(self.operation, Dml::Update | Dml::Upsert);
        let is_key = |input: &Input<'_>| self.key.as_ref().is_some_and(|key| key.same(input.field.as_str()));
        let can_be_empty =
            |input: &Input<'_>| changes && input.is_field && !input.required && input.data_type != DataType::Boolean;
        self.inputs.iter().filter(|input| can_be_empty(input) && !is_key(input)).collect()
    }

    /// The inputs that are written to the record, the key included.
    pub(crate) fn written(&self) -> impl Iterator<Item = &Input<'b>> {
        self.inputs.iter().filter(|input| self.operation != Dml::Call && input.is_field)
    }

    /// Whether a guardrail counts requests.
    pub(crate) fn is_counted(&self) -> bool {
        self.guardrails.iter().any(|guardrail| info_of(guardrail).subject == Subject::History)
    }
}

impl<'b> Input<'b> {
    fn of((at, plan): (usize, &'b ActionInput), operation: Dml, members: &mut members::Members) -> Self {
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

    /// The name that its value has after conversion.
    pub(crate) fn value_key(&self) -> &ApiName {
        if self.is_field { &self.field } else { &self.api_name }
    }

    pub(crate) fn is_id(&self) -> bool {
        names::is_id(self.field.as_str())
    }

    pub(crate) fn apex_type(&self) -> ApexType {
        ApexType::of(self.data_type)
    }

    /// The hint for the type adapters. That of the record's own key is always `Id`.
    pub(crate) fn hint(&self) -> &str {
        if self.data_type == DataType::Id { "Id" } else { self.plan.data_type.trim() }
    }
}

impl<'b> AnswerValue<'b> {
    fn of(plan: &'b ActionOutput, members: &mut members::Members) -> Self {
        Self {
            plan,
            field: ApiName::near(&plan.field_api_name),
            member: members.name(&plan.field_api_name),
            data_type: data_type::resolve(&plan.data_type),
        }
    }

    pub(crate) fn apex_type(&self) -> ApexType {
        ApexType::of(self.data_type)
    }
}

impl Dml {
    fn of(operation: Operation) -> Self {
        match operation {
            Operation::Insert | Operation::Create => Self::Insert,
            Operation::Update => Self::Update,
            Operation::Upsert => Self::Upsert,
            Operation::Call => Self::Call,
        }
    }

    /// The word of the contract.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Insert => "INSERT",
            Self::Update => "UPDATE",
            Self::Upsert => "UPSERT",
            Self::Call => "CALL",
        }
    }

    /// The `Database` method and the describe checks that must hold before it.
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
