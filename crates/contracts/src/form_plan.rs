//! Form plans: steps of a planner in a form builder.
//!
//! There are two contracts: [`Plan`] for plans that the server validates, and [`check_output`] for a model's answer (a
//! plan or a refusal).

mod output;
mod shape;

pub use output::{FormAnswer, check_output};

use planwright_check::codes::{self, CodeInfo};
use planwright_check::{Contract, Help, Remedy, Rule, Severity, Violation, schema};
use planwright_generated::form_plan::{AddFieldStep, CreateFormStep, FormPlan, FormStep, UpdateFormTitleStep};
use planwright_source::Pointer;
use serde_json::{Map, Value};

/// Contract of a plan.
pub struct Plan;

/// Settings that plans are checked with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Context {
    /// Maximum number of steps of a plan (the filter `arshline_ai_plan_max_steps`).
    pub max_steps: usize,
}

impl Default for Context {
    fn default() -> Self {
        Self { max_steps: 12 }
    }
}

/// Parses `{"filters": {"arshline_ai_plan_max_steps": …}}`. Absent or invalid values keep their default.
pub fn read_context(value: &Value) -> Context {
    let filter = value.pointer("/filters/arshline_ai_plan_max_steps").and_then(Value::as_u64);
    let max_steps = filter.and_then(|steps| usize::try_from(steps).ok());
    max_steps.map_or_else(Context::default, |max_steps| Context { max_steps })
}

/// Returns the codes of a model's answer, in addition to those of a plan.
pub(crate) fn output_codes() -> Vec<CodeInfo> {
    let refusals = output::REFUSAL_RULES.iter().map(|rule| rule.info);
    refusals.chain(output::OUTPUT_RULES.iter().map(|rule| rule.info)).collect()
}

/// Instructions for a model in addition to the schema: what to translate, and when to answer that there is no plan.
pub(crate) const INSTRUCTIONS: &[&str] = &[
    "Translate a request in Persian, formal or colloquial, into the steps that it asks for, in the order in which it asks for \
     them. Read ۳ and ٣ as 3, ي as ی and ك as ک; keep titles and questions in Persian, as they were written.",
    "Write an `id` only where the request gives the number of a form. Never guess one. An `add_field` that follows a \
     `create_form` of the same plan leaves `id` out: it means the form that was made last.",
    "A form that the plan itself makes has no number yet, so it cannot be published, renamed or opened in the same plan.",
    "Answer {\"none\": true} where the request is not a command: a question, a wish with a condition, a negation («منتشر نکن»), a \
     time («فردا»), or a correction that leaves open what is meant.",
    "Answer {\"none\": true} where any part of the request has no step, such as deleting a form, another type of field, or a \
     number that is no number of a form. Half of a request is no plan.",
    "Answer {\"none\": true} where the request only opens something: a single step that only navigates is not a plan.",
    "«دو سوال پاسخ کوتاه» is two steps `add_field` with the type short_text; numbers inside titles and names of types, such as \
     «چهار گزینه‌ای», count nothing.",
];

/// Title that the server gives to a form without one.
pub const DEFAULT_TITLE: &str = "فرم جدید";

const INVALID_ACTION: &str = "INVALID_ACTION";
const INVALID_ID: &str = "INVALID_ID";
const INVALID_VERSION: &str = "INVALID_VERSION";

impl Contract for Plan {
    type Plan = FormPlan;
    type Context = Context;

    const SCHEMA_CODES: &'static [CodeInfo] = &[
        code(INVALID_ACTION, "The `action` of a step is not one of the eight known actions."),
        code(INVALID_ID, "A form id is a number but not a positive integer."),
        code(INVALID_VERSION, "`version` is present but not the number 1."),
    ];
    const SHAPE_RULES: &'static [Rule<Value, Context>] = shape::ALL;
    const RULES: &'static [Rule<FormPlan, Context>] = &[];

    fn has_clean_shape(plan: &FormPlan, context: &Context) -> bool {
        shape::is_clean(plan, context)
    }

    /// Replaces an absent `params` by `{}`, so that missing properties of the step itself are reported.
    fn prepare(document: &mut Value) {
        let steps = document.get_mut("steps").and_then(Value::as_array_mut);
        for step in steps.into_iter().flatten().filter_map(Value::as_object_mut) {
            step.entry("params").or_insert_with(|| Value::Object(Map::new()));
        }
    }

    fn recode(violation: Violation, document: &Value) -> Option<Violation> {
        Some(recode(violation, document))
    }

    /// Trims titles and questions. A blank title becomes the default title.
    fn normalise(plan: &mut FormPlan, _context: &Context) {
        for step in &mut plan.steps {
            match step {
                FormStep::CreateForm(CreateFormStep { params }) => {
                    trim(&mut params.title);
                    if params.title.is_empty() {
                        DEFAULT_TITLE.clone_into(&mut params.title);
                    }
                }
                FormStep::UpdateFormTitle(UpdateFormTitleStep { params }) => trim(&mut params.title),
                FormStep::AddField(AddFieldStep { params }) => params.question.iter_mut().for_each(trim),
                FormStep::OpenBuilder(_)
                | FormStep::OpenEditor(_)
                | FormStep::OpenResults(_)
                | FormStep::PublishForm(_)
                | FormStep::DraftForm(_) => {}
            }
        }
    }
}

const fn code(code: &'static str, purpose: &'static str) -> CodeInfo {
    CodeInfo { code, severity: Severity::Error, purpose }
}

fn trim(text: &mut String) {
    if text.trim().len() != text.len() {
        *text = text.trim().to_owned();
    }
}

fn recode(violation: Violation, document: &Value) -> Violation {
    let value = document.pointer(violation.at.as_str());
    let shown = value.map(schema::shorten).unwrap_or_default();
    if violation.keyword == "tag" {
        let help = violation.tag_help();
        violation.recoded(INVALID_ACTION).reworded(format!("unknown action {shown}"), help)
    } else if violation.at.as_str() == "/version" && violation.code != codes::MISSING_FIELD {
        let help = Help::sentence("write \"version\": 1").perhaps(Remedy::Write(1.into()));
        let is_quoted = value.and_then(Value::as_str).is_some_and(|text| text.trim() == "1");
        let help = Help { is_safe: is_quoted, ..help };
        violation.recoded(INVALID_VERSION).reworded(format!("expected the version 1, found {shown}"), help)
    } else if is_form_id(&violation.at) && value.is_some_and(Value::is_number) {
        let message = format!("expected a form id, which is an integer from 1 up, found {shown}");
        violation.recoded(INVALID_ID).reworded(message, "use the id that the user named, or leave it out")
    } else {
        violation
    }
}

/// Returns whether this is `/steps/N/params/id`.
fn is_form_id(at: &Pointer) -> bool {
    let tokens: Vec<_> = at.tokens().collect();
    matches!(tokens.as_slice(), [steps, _, params, id] if steps == "steps" && params == "params" && id == "id")
}
