//! The internal planner: reads a request in Persian and writes the plan for it, or none. No model is asked.
//!
//! An utterance is read in passes over its tokens, each of which takes away what it has understood: names and texts first, so
//! that no word inside a title counts, then forms, references to questions, new fields, and what is to be done with a form.
//! Whatever cannot be said in a plan (deleting, publishing a form that has no id yet, "some questions") makes the whole
//! utterance no plan: half of a request is not what was asked for.

mod assemble;
mod ends;
mod fields;
mod forms;
mod moves;
mod names;
mod numbers;
mod questions;
mod references;
mod tokens;
mod verbs;
mod words;

use planwright_check::{Checked, check_value};
use planwright_contracts::form_plan::{Context, Plan, read_context};
use planwright_generated::form_plan::FormPlan;
use serde_json::Value;

use self::tokens::Utterance;

/// Nobody says more than this many bytes in one breath; longer texts are no plan.
const LONGEST: usize = 8_000;

/// The limits of the internal planner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannerConfig {
    /// How many fields are added at most, over all groups; the rest is left out (the filter
    /// `arshline_ai_plan_internal_max_fields`).
    pub max_fields: usize,
    /// How many steps a plan may have; a longer one is no plan (the filter `arshline_ai_plan_max_steps`).
    pub max_steps: usize,
}

impl Default for PlannerConfig {
    fn default() -> Self {
        Self { max_fields: 6, max_steps: Context::default().max_steps }
    }
}

impl PlannerConfig {
    /// Reads `{"max_fields": …, "filters": {…}}`; whatever is absent or no count keeps its default.
    pub fn read(context: &Value) -> Self {
        let count =
            |at: &str| context.pointer(at).and_then(Value::as_u64).and_then(|count| usize::try_from(count).ok());
        let max_fields = count("/max_fields").or_else(|| count("/filters/arshline_ai_plan_internal_max_fields"));
        Self {
            max_fields: max_fields.unwrap_or(Self::default().max_fields),
            max_steps: read_context(context).max_steps,
        }
    }
}

/// The plan for an utterance; `None` where there is none.
///
/// ```
/// use planwright_contracts::form_plan::{PlannerConfig, plan};
///
/// let found = plan("عنوان فرم ۳ را به «تماس با ما» تغییر بده", &PlannerConfig::default()).unwrap();
/// assert_eq!(serde_json::to_value(found.get()).unwrap()["steps"][0]["params"]["title"], "تماس با ما");
/// assert!(plan("فرم ۳ را حذف کن", &PlannerConfig::default()).is_none());
/// ```
pub fn plan(utterance: &str, config: &PlannerConfig) -> Option<Checked<FormPlan>> {
    if utterance.len() > LONGEST {
        return None;
    }
    let mut said = Utterance::read(utterance);
    words::mark_ids(&mut said.tokens);
    let names = names::take(&mut said);
    let tokens = said.tokens.as_slice();
    if verbs::refused(tokens) {
        return None;
    }
    let forms = forms::find(tokens)?;
    let references = references::find(tokens, &forms)?;
    let groups = fields::find(tokens, &references)?;
    let moves = moves::find(tokens, &forms, &references)?;
    let steps = assemble::steps(assemble::Parts { said: &said, names, forms, groups, moves }, config)?;
    let plan = serde_json::to_value(FormPlan { version: 1, steps }).ok()?;
    check_value::<Plan>(plan, &Context { max_steps: config.max_steps }).ok()
}

/// Whether `text` has `words` in it, as a person compares Persian: spaces, joiners, digits of either kind, vowel marks and the
/// letters of an Arabic keyboard make no difference.
///
/// ```
/// use planwright_contracts::form_plan::mentions;
///
/// assert!(mentions("فرم\u{200c}هاي ۱۲", "فرم های 12"));
/// assert!(!mentions("فرم ۱۲", "فرم ۱۳"));
/// ```
pub fn mentions(text: &str, words: &str) -> bool {
    tokens::plain_spelling(text).contains(&tokens::plain_spelling(words))
}
