//! Checks a model's answer: a plan, or `{"none": true}` if it cannot make one.

use planwright_check::text::{self, Read};
use planwright_check::{
    Checked, Diagnostic, Findings, Passed, Policy, Report, Rule, read_allowed, rule, validate, validate_rules,
};
use planwright_generated::form_plan::{FormPlan, FormStep};
use planwright_source::Pointer;
use serde_json::Value;

use super::{Context, Plan};

/// Answer of a model.
#[derive(Clone, Debug)]
pub enum FormAnswer {
    /// A plan.
    Plan(Checked<FormPlan>),
    /// The model declined.
    None,
}

/// Rules for a model's answer that do not apply to other plans.
pub(crate) const OUTPUT_RULES: &[Rule<FormPlan, Context>] = &[Rule::error(
    "SINGLE_STEP_NAVIGATION",
    "The plan is a single navigation step. A model must answer {\"none\": true} instead, because the interface navigates itself.",
    single_step_navigation,
)];

/// Rules on an answer that may not be a plan.
pub(crate) const REFUSAL_RULES: &[Rule<Value, Context>] =
    &[Rule::error("AMBIGUOUS_NONE", "The answer is both a plan and a refusal.", ambiguous_none)];

/// Checks a model's answer. It is a refusal only if `none` is `true`; any other answer is validated as a plan.
pub fn check_output(text: &str, context: &Context) -> Result<FormAnswer, Report> {
    if let Some(plan) = read_allowed::<Plan>(text, context) {
        return plan_answer(validate_rules::<Plan>(plan, context, &Pointer::root()), context, text);
    }
    let Read { value, body, .. } = text::read_document(text, Policy::Strict)?;
    if value.get("none") == Some(&Value::Bool(true)) {
        let found = rule::run(REFUSAL_RULES, &value, context, &Pointer::root());
        return if found.is_empty() { Ok(FormAnswer::None) } else { Err(Report::of_text(found, &body)) };
    }
    plan_answer(validate::<Plan>(value, context, &Pointer::root()), context, &body)
}

/// Validates a valid plan as a model's answer.
fn plan_answer(
    judged: Result<Passed<FormPlan>, Vec<Diagnostic>>,
    context: &Context,
    text: &str,
) -> Result<FormAnswer, Report> {
    let report = |found| Report::of_text(found, text);
    let mut plan = judged.map_err(report)?;
    let mut found = plan.take_warnings();
    found.extend(rule::run(OUTPUT_RULES, plan.get(), context, &Pointer::root()));
    if found.iter().any(Diagnostic::is_error) {
        Err(report(found))
    } else {
        Ok(FormAnswer::Plan(plan.seal(|_| report(found))))
    }
}

fn ambiguous_none(answer: &Value, _: &Context, findings: &mut Findings) {
    if answer.get("steps").is_some() {
        findings.report(&[&"none"], "the answer has both steps and `none`", "keep one of the two");
    }
}

fn single_step_navigation(plan: &FormPlan, _: &Context, findings: &mut Findings) {
    let navigates =
        |step: &FormStep| matches!(step, FormStep::OpenBuilder(_) | FormStep::OpenEditor(_) | FormStep::OpenResults(_));
    if let [only] = plan.steps.as_slice()
        && navigates(only)
    {
        findings.report(&[&"steps"], "a lone navigation step is not a plan", "answer {\"none\": true}");
    }
}
