//! What a plan would do, without doing it.

use planwright_check::{Checked, Report};
use planwright_generated::form_plan::{FormPlan, FormStep};

use super::StepResult;
use super::effect::{action, effect};
use super::overlay::Overlay;
use super::store::Forms;

/// What a plan would do.
#[derive(Clone, Debug)]
pub struct Preview {
    /// What the execution would report: the step that would fail, and warnings.
    pub report: Report,
    /// The steps that would be done, without tokens.
    pub steps: Vec<StepResult>,
}

/// Says what `plan` would do to the forms as they are now. Nothing is changed, no id used up, no audit entry written.
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
