//! Runs one candidate over a corpus once, for a program that counts instructions. Only [`counted`] is measured.

use std::hint::black_box;
use std::process::ExitCode;

use planwright_contracts::action_blueprint::{Blueprint, Context};
use planwright_contracts::check;
use planwright_contracts::fix_plan::Fix;
use planwright_org as org;
use planwright_generated::action_blueprint::ActionBlueprint;
use planwright_generated::fix_plan::FixPlan;

use crate::{borrowed, corpus};

const DOCUMENTS: usize = 200;

/// Prints the number of documents that the candidate accepts, and the total.
pub(crate) fn run(candidate: &str, name: &str) -> ExitCode {
    let (blueprints, plans) = (corpus::blueprints(DOCUMENTS), corpus::fix_plans(DOCUMENTS));
    let texts = match name {
        "blueprints" => blueprints,
        "fix-plans" => plans,
        "invalid-blueprints" => corpus::spoiled::<ActionBlueprint>(&blueprints),
        "invalid-fix-plans" => corpus::spoiled::<FixPlan>(&plans),
        "misspelled-blueprints" => corpus::misspelled(DOCUMENTS),
        _ => return ExitCode::from(2),
    };
    let context = Context::default();
    let unaware = Context { no_standard: true, ..Context::default() };
    let takes: &dyn Fn(&str) -> bool = match (candidate, name.ends_with("blueprints")) {
        ("parse", true) => &|text| ActionBlueprint::parse(text.as_bytes()).is_ok(),
        ("parse", false) => &|text| FixPlan::parse(text.as_bytes()).is_ok(),
        ("borrow", true) => &|text| borrowed::action_blueprint::ActionBlueprint::parse(text).is_ok(),
        ("borrow", false) => &|text| borrowed::fix_plan::FixPlan::parse(text).is_ok(),
        ("check", true) => &|text| check::<Blueprint>(text, &context).is_ok(),
        ("count", true) => &|text| org::count_file(text, &context).passed,
        ("standard", true) => &|text| org::check_file(text, &context).is_ok(),
        ("no-standard", true) => &|text| org::check_file(text, &unaware).is_ok(),
        ("check", false) => &|text| check::<Fix>(text, &()).is_ok(),
        _ => return ExitCode::from(2),
    };
    // Lazy initialization is not counted.
    texts.iter().take(1).for_each(|text| {
        black_box(takes(text));
    });
    println!("{} of {}", counted(&texts, takes), texts.len());
    ExitCode::SUCCESS
}

/// Returns the number of documents that a candidate accepts. The name of this function switches the counter on.
#[inline(never)]
fn counted(texts: &[String], takes: &dyn Fn(&str) -> bool) -> usize {
    black_box(texts.iter().filter(|text| takes(text)).count())
}
