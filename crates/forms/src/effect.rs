//! Computes the effect of a step on the current forms, without changing them.

use planwright_check::Diagnostic;
use planwright_generated::form_plan::{
    AddFieldParams, AddFieldStep, CreateFormStep, DraftFormStep, FieldType, FormStep, OpenBuilderStep, OpenEditorStep,
    OpenResultsStep, PublishFormStep, UpdateFormTitleStep,
};
use planwright_source::Pointer;
use serde_json::{Map, Value};

use super::codes;
use super::state::{Field, Form, FormStatus};
use super::step_text::StepText;
use super::store::{Change, Forms, Inverse};
use planwright_check::StoreError;

/// Option of a new field that has options. The contract defines none, and without one the field could not be answered.
pub const PLACEHOLDER_OPTION: &str = "گزینه ۱";

/// Effect of a step.
pub(super) struct Effect {
    pub(super) form: u64,
    pub(super) index: Option<usize>,
    /// Change and its inverse, or `None` for a step that only opens something.
    pub(super) change: Option<(Change, Inverse)>,
    pub(super) warning: Option<Diagnostic>,
    pub(super) said: StepText,
}

/// Returns the name of a step's action in the contract.
pub(super) fn action(step: &FormStep) -> &'static str {
    match step {
        FormStep::CreateForm(_) => "create_form",
        FormStep::AddField(_) => "add_field",
        FormStep::UpdateFormTitle(_) => "update_form_title",
        FormStep::OpenBuilder(_) => "open_builder",
        FormStep::OpenEditor(_) => "open_editor",
        FormStep::OpenResults(_) => "open_results",
        FormStep::PublishForm(_) => "publish_form",
        FormStep::DraftForm(_) => "draft_form",
    }
}

/// Returns the effect of the step at index `number` of its plan. `last` is the form that the plan created last.
pub(super) fn effect(
    step: &FormStep,
    number: usize,
    last: Option<u64>,
    forms: &impl Forms,
) -> Result<Effect, Diagnostic> {
    let find = |id: u64| {
        let found = forms.form(id).map_err(|error| failed(step_at(number), &error))?;
        found.ok_or_else(|| not_found(number, id))
    };
    let opens = |form: &Form, said| Effect { form: form.id, index: None, change: None, warning: None, said };
    match step {
        FormStep::CreateForm(CreateFormStep { params }) => {
            let id = forms.next_id().map_err(|error| failed(step_at(number), &error))?;
            let said = StepText::create(id, &params.title);
            let title = params.title.clone();
            let form = Form { id, title, status: FormStatus::Draft, fields: Vec::new(), more: Map::new() };
            Ok(changes(Change::Put(form), Inverse::DeleteForm, id, said))
        }
        FormStep::AddField(AddFieldStep { params }) => {
            // Without an id, the field is added to the form that this plan created last.
            let id = params.id.or(last);
            let form = find(id.ok_or_else(|| not_found(number, 0))?)?;
            Ok(add_field(form, params))
        }
        FormStep::UpdateFormTitle(UpdateFormTitleStep { params }) => {
            let mut form = find(params.id)?;
            let said = StepText::rename(form.id, &form.title, &params.title);
            let from = std::mem::replace(&mut form.title, params.title.clone());
            let inverse = Inverse::RestoreTitle { from, to: params.title.clone() };
            Ok(changes(Change::Put(form), inverse, params.id, said))
        }
        FormStep::PublishForm(PublishFormStep { params }) => Ok(set_status(find(params.id)?, FormStatus::Published)),
        FormStep::DraftForm(DraftFormStep { params }) => Ok(set_status(find(params.id)?, FormStatus::Draft)),
        FormStep::OpenBuilder(OpenBuilderStep { params }) => {
            find(params.id).map(|form| opens(&form, StepText::open_builder(&form)))
        }
        FormStep::OpenResults(OpenResultsStep { params }) => {
            find(params.id).map(|form| opens(&form, StepText::open_results(&form)))
        }
        FormStep::OpenEditor(OpenEditorStep { params }) => {
            let form = find(params.id)?;
            let index = usize::try_from(params.index).unwrap_or(usize::MAX);
            let warning = (index >= form.fields.len()).then(|| no_field(number, &form, params.index));
            let said = StepText::open_editor(&form, params.index);
            Ok(Effect { index: Some(index), warning, ..opens(&form, said) })
        }
    }
}

fn changes(change: Change, inverse: Inverse, form: u64, said: StepText) -> Effect {
    Effect { form, index: None, change: Some((change, inverse)), warning: None, said }
}

fn add_field(mut form: Form, params: &AddFieldParams) -> Effect {
    let has_options = matches!(params.type_, FieldType::MultipleChoice | FieldType::Dropdown);
    let field = Field {
        kind: params.type_.to_string(),
        question: params.question.clone(),
        required: params.required,
        options: has_options.then(|| PLACEHOLDER_OPTION.to_owned()).into_iter().collect(),
        more: Map::new(),
    };
    let end = form.fields.len();
    let wanted = params.index.map_or(end, |index| usize::try_from(index).unwrap_or(usize::MAX));
    let index = wanted.min(end);
    let said = StepText::add_field(&form, params, index);
    form.fields.insert(index, field.clone());
    let id = form.id;
    let effect = changes(Change::Put(form), Inverse::RemoveField { index, field }, id, said);
    Effect { index: Some(index), ..effect }
}

fn set_status(mut form: Form, to: FormStatus) -> Effect {
    let said = StepText::status(&form, to);
    let from = std::mem::replace(&mut form.status, to);
    let id = form.id;
    changes(Change::Put(form), Inverse::RestoreStatus { from, to }, id, said)
}

/// Returns the location of a step.
pub(super) fn step_at(number: usize) -> Pointer {
    let mut at = Pointer::root().member("steps");
    at.push_index(number);
    at
}

fn not_found(number: usize, id: u64) -> Diagnostic {
    let at = step_at(number).member("params").member("id");
    Diagnostic::error(codes::FORM_NOT_FOUND, at, format!("there is no form {id}")).with_help("name a form that exists")
}

fn no_field(number: usize, form: &Form, index: u64) -> Diagnostic {
    let at = step_at(number).member("params").member("index");
    let message = format!("the form {} has no field {index}", form.id);
    let help = match form.fields.len() {
        0 => "the form has no fields".to_owned(),
        count => format!("its fields are 0 to {}", count - 1),
    };
    Diagnostic::warning(codes::FIELD_NOT_FOUND, at, message).with_help(help)
}

/// Creates a finding from an error of the store.
pub(super) fn failed(at: Pointer, error: &StoreError) -> Diagnostic {
    Diagnostic::error(error.code(), at, error.to_string()).with_help(error.help())
}

/// Returns the parameters of a step, for the audit log.
pub(super) fn params(step: &FormStep) -> Value {
    let step = serde_json::to_value(step).unwrap_or_default();
    step.get("params").cloned().unwrap_or_default()
}
