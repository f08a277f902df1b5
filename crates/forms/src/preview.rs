//! Computes the effects of a plan without executing it.

use planwright_check::{Checked, Report};
use planwright_generated::form_plan::{FormPlan, FormStep};

use super::StepResult;
use super::effect::{action, effect};
use super::overlay::Overlay;
use super::store::Forms;

/// Preview of a plan.
#[derive(Clone, Debug)]
pub struct Preview {
    /// Findings that the execution would report: the step that would fail, and warnings.
    pub report: Report,
    /// Steps that would be executed, without tokens.
    pub steps: Vec<StepResult>,
}

/// Computes the effects of `plan` on the current forms. It changes nothing, uses no id and writes no audit entry.
pub fn preview(plan: &Checked<FormPlan>, forms: &impl Forms) -> Preview {
    let mut overlay = Overlay::new(forms);
    let (mut steps, mut found) = (Vec::new(), Vec::new());
    let mut last = None;
    for (number, step) in plan.steps.iter().enumerate() {
        let effect = match effect(step, number, last, &overlay) {
            Ok(effect) => effect,
            Err(error) => {
                found.push(error);
                break;
            }
        };
        if matches!(step, FormStep::CreateForm(_)) {
            last = Some(effect.form);
        }
        found.extend(effect.warning);
        if let Some((change, _)) = effect.change {
            overlay.apply(change);
        }
        let (form, index, said) = (effect.form, effect.index, effect.said);
        steps.push(StepResult { action: action(step), form, index, token: None, said });
    }
    Preview { report: Report::of_value(found), steps }
}
