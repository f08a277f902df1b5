//! `planwright form plan`: turns a request in Persian, or a model's answer, into a plan.

use planwright_contracts::form_plan::{self, Context, FormAnswer};
use planwright_planners::forms::PlannerConfig;

use super::args::{FormMode, FormPlan};
use super::load;
use planwright_project::exit::{Failure, Outcome};
use planwright_project::input;
use planwright_project::render::human;

/// Prints the plan.
pub(super) fn run(args: &FormPlan) -> Result<Outcome, Failure> {
    let config = match load::limits(&args.limits, args.max_fields) {
        Ok(config) => config,
        Err(ended) => return ended,
    };
    match args.mode {
        FormMode::Internal => internal(&args.request, &config),
        FormMode::Llm => answered(&args.request, &Context { max_steps: config.max_steps }),
    }
}

fn internal(request: &str, config: &PlannerConfig) -> Result<Outcome, Failure> {
    let mut text = request.to_owned();
    if request == "-" {
        text = input::read_text("-")?;
    }
    match planwright_planners::forms::plan(&text, config) {
        Ok(planned) => {
            if let Some(cut) = planned.cut {
                errln!("note: {}\n      {}", cut.english(), right_to_left(&cut.persian()));
            }
            print(planned.plan.get())
        }
        Err(refused) => {
            let word = refused.word.as_deref().map(human::isolated);
            let at = word.map_or_else(String::new, |word| format!(" {word}:"));
            errln!("no plan:{at} {}\n        {}", refused.english(), right_to_left(refused.persian()));
            Ok(Outcome::Findings)
        }
    }
}

/// A line of Persian, isolated from the line that it stands in.
fn right_to_left(text: &str) -> String {
    format!("\u{2067}{text}\u{2069}")
}

fn answered(path: &str, context: &Context) -> Result<Outcome, Failure> {
    let input = input::read_all(&[path.to_owned()])?.remove(0);
    match input.text.clone().and_then(|text| form_plan::check_output(&text, context)) {
        Ok(FormAnswer::Plan(plan)) => {
            err!("{}", human::document(&input.name, input.known_text(), plan.warnings()));
            print(plan.get())
        }
        Ok(FormAnswer::None) => {
            errln!("no plan: the model declined");
            Ok(Outcome::Findings)
        }
        Err(report) => {
            err!("{}", human::document(&input.name, input.known_text(), &report));
            Ok(Outcome::Findings)
        }
    }
}

fn print(plan: &planwright_generated::form_plan::FormPlan) -> Result<Outcome, Failure> {
    out_json!(serde_json::to_string_pretty(plan).map_err(Failure::one)?);
    Ok(Outcome::Fine)
}
