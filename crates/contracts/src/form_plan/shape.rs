//! Rules that a JSON Schema cannot express, because they look at several steps or at a filter. They are reported
//! together with the findings of the schema.

use planwright_check::schema::{plural, shorten};
use planwright_check::{Findings, Rule};
use planwright_generated::form_plan::{FormPlan, FormStep};
use serde_json::Value;

use super::Context;

pub(super) const ALL: &[Rule<Value, Context>] = &[
    Rule::error(
        "TOO_MANY_STEPS",
        "The plan has more steps than the limit. The default is 12; a filter can change it.",
        too_many_steps,
    ),
    Rule::error(
        "MISSING_FORM_ID",
        "An add_field step has no form id, and no create_form step comes before it.",
        missing_form_id,
    ),
    Rule::error(super::INVALID_ID, "A form id is larger than the largest id of a store.", huge_id),
];

/// Returns whether no rule of this module can report anything about a parsed plan. Ids that are too large do not fit
/// into its types.
pub(super) fn is_clean(plan: &FormPlan, context: &Context) -> bool {
    let mut created = false;
    let has_form = plan.steps.iter().all(|step| match step {
        FormStep::CreateForm(_) => {
            created = true;
            true
        }
        FormStep::AddField(step) => created || step.params.id.is_some(),
        FormStep::UpdateFormTitle(_)
        | FormStep::OpenBuilder(_)
        | FormStep::OpenEditor(_)
        | FormStep::OpenResults(_)
        | FormStep::PublishForm(_)
        | FormStep::DraftForm(_) => true,
    });
    has_form && plan.steps.len() <= context.max_steps
}

fn too_many_steps(plan: &Value, context: &Context, findings: &mut Findings) {
    let count = steps(plan).len();
    if count > context.max_steps {
        let message = format!("the plan has {}, at most {} are allowed", plural(count, "step"), context.max_steps);
        findings.report(&[&"steps"], message, "split the plan");
    }
}

fn missing_form_id(plan: &Value, _: &Context, findings: &mut Findings) {
    let mut created = false;
    for (index, step) in steps(plan).iter().enumerate() {
        let params = step.get("params").and_then(Value::as_object);
        match step.get("action").and_then(Value::as_str) {
            Some("create_form") => created = true,
            Some("add_field") if !created && params.is_some_and(|params| !params.contains_key("id")) => {
                let message = "add_field has no id, and no create_form comes before it";
                let help = "name the form's id, or create the form first";
                findings.report(&[&"steps", &index, &"params", &"id"], message, help);
            }
            _ => {}
        }
    }
}

fn huge_id(plan: &Value, _: &Context, findings: &mut Findings) {
    for (index, step) in steps(plan).iter().enumerate() {
        let id = step.get("params").and_then(|params| params.get("id"));
        // The schema reports fractions and numbers below 1.
        if let Some(id) =
            id.filter(|id| !id.is_u64() && id.as_f64().is_some_and(|id| id >= 18_446_744_073_709_551_615.0))
        {
            let message = format!("no form has an id as large as {}", shorten(id));
            let help = "use the id that the user named, or leave it out";
            findings.report(&[&"steps", &index, &"params", &"id"], message, help);
        }
    }
}

fn steps(plan: &Value) -> &[Value] {
    plan.get("steps").and_then(Value::as_array).map_or(&[], Vec::as_slice)
}
