//! Implements `planwright plan`: creates blueprints from a goal in natural language, without a model or a network, or
//! from a model's answer.

use planwright_contracts::action_blueprint::{Batch, Context};
use planwright_contracts::{Checked, render};
use planwright_planners::goal::{self, AnswerOutcome, AnsweredGoal, GoalRefusal, plan_from};
use planwright_source::{printable, printable_json};
use serde_json::{Value, json};

use crate::subject::DOCUMENT;
use planwright_project::err;
use planwright_project::exit::{Failure, Outcome};
use planwright_project::input::{self, Input};
use planwright_project::render::human;
use planwright_project::report::CommandReport;
use planwright_reference::blueprint_library;

/// Turn a goal in English into blueprints, without a model.
///
/// For example: `planwright plan "close the case" | planwright apex -`.
#[derive(Debug, clap::Args)]
pub(crate) struct PlanArgs {
    /// Goal in English. Use - for standard input.
    pub goal: String,
    /// Model answer to the goal. Use - for standard input. If all of its blueprints are valid, they are printed.
    /// Otherwise prints the plan made without a model, marked with `"fallback": true` and the reason, and exits with
    /// 1.
    #[arg(long, value_name = "FILE")]
    pub answer: Option<String>,
    /// Salesforce org whose objects and fields the goal may name: a snapshot, a describe file, or a folder with
    /// snapshots, describe files, metadata or a project. REVISION:PATH reads from git. Without it, only standard
    /// objects are known.
    #[arg(long, value_name = "ORG")]
    pub snapshot: Option<String>,
    /// Print up to N proposals instead of one plan, each with score, source and reasons. Includes blueprints of the
    /// library, and every object that the goal can be about.
    #[arg(long, value_name = "N", conflicts_with = "answer")]
    pub top: Option<usize>,
}

/// Prints the envelope of blueprints on standard output, and the interpretation of the goal on standard error.
pub(crate) fn run(args: &PlanArgs) -> Result<Outcome, Failure> {
    let mut report = CommandReport::beside_output();
    let context = planwright_project::snapshot::context(args.snapshot.as_ref(), &mut report);
    human::print(&report);
    let Some(context) = context? else { return Ok(Outcome::Findings) };
    if args.goal == "-" && args.answer.as_deref() == Some("-") {
        return Err(Failure::one("standard input cannot be both the goal and the answer"));
    }
    let goal = if args.goal == "-" { read_goal()? } else { args.goal.clone() };
    if let Some(limit) = args.top {
        let library: Vec<_> = blueprint_library::all().into_iter().map(|entry| entry.blueprint).collect();
        let found = goal::proposals(&goal, context.snapshot.as_ref(), &library, limit);
        return Ok(found.map_or_else(
            |refusal| refuse(&refusal),
            |found| {
                out_json!(json!({ "proposals": found.iter().map(goal::Proposal::json).collect::<Vec<_>>() }));
                Outcome::Fine
            },
        ));
    }
    if let Some(path) = &args.answer {
        let inputs = input::read_all(std::slice::from_ref(path))?;
        return Ok(inputs.into_iter().fold(Outcome::Fine, |_, answer| from_answer(&goal, &answer, &context)));
    }
    match goal::plan(&goal, context.snapshot.as_ref()) {
        Ok(plan) => {
            out_json!(plan.envelope());
            errln!("{}", printable_json(&format!("{:#}", plan.explanation())));
            Ok(Outcome::Fine)
        }
        Err(refusal) => Ok(refuse(&refusal)),
    }
}

/// Returns the blueprints of the answer.
///
/// If they come from the fallback, the envelope is marked. A program that reads only standard output must not mistake
/// them for the model's.
fn from_answer(goal: &str, input: &Input, context: &Context) -> Outcome {
    let AnsweredGoal { outcome, document, changes } = plan_from(goal, input.bytes(), context);
    for change in &changes {
        errln!("{}: {}", printable(&input.name), printable(change));
    }
    let sent = (input.name.as_str(), input.known_text());
    let (name, text) = document.as_deref().map_or(sent, |document| (DOCUMENT, document));
    match outcome {
        AnswerOutcome::Usable(batch) => {
            err!("{}", human::document(name, text, &batch.warnings));
            out_json!(envelope(&batch));
            errln!("{:#}", json!({"fallback": false, "reason": null}));
            Outcome::Fine
        }
        AnswerOutcome::Fallback { plan, refusal } => {
            err!("{}", human::document(name, text, &refusal.report));
            let mut envelope = plan.envelope();
            envelope["fallback"] = Value::Bool(true);
            envelope["reason"] = refusal.fallback.reason().into();
            out_json!(envelope);
            let mut explanation = plan.explanation();
            explanation["errors"] = render::json(name, text, &refusal.report)["diagnostics"].take();
            errln!("{}", printable_json(&format!("{explanation:#}")));
            // A fallback plan is not a success: the caller must decide whether to use it.
            Outcome::Findings
        }
        AnswerOutcome::Unusable { refusal, goal } => {
            err!("{}", human::document(name, text, &refusal.report));
            errln!("{}, and there is no fallback", refusal.fallback.reason());
            refuse(&goal)
        }
    }
}

fn envelope(batch: &Batch) -> Value {
    json!({"actions": batch.actions.iter().map(Checked::get).collect::<Vec<_>>()})
}

fn refuse(refusal: &GoalRefusal) -> Outcome {
    errln!("error[{}]: {refusal}", refusal.code());
    Outcome::Findings
}

fn read_goal() -> Result<String, Failure> {
    input::read_text("-")
}
