//! `planwright explain`: what one code or rule means, from the tables that the checks run from.

use planwright_contracts::nearest;
use planwright_drift::{Axis, Effect, RULES, rule};

use crate::exit::{Failure, Outcome};
use crate::rules::tables;

/// Say what a code or a rule means, whether of a contract or of drift.
#[derive(Debug, clap::Args)]
pub(crate) struct ExplainArgs {
    /// The code, such as `MISSING_FIELD`, or the rule, such as enum-value-added.
    pub rule: String,
}

/// Prints every meaning that a name has.
pub(crate) fn run(args: &ExplainArgs) -> Result<Outcome, Failure> {
    let name = args.rule.as_str();
    let mut is_known = false;
    if let Some(rule) = rule(&name.to_ascii_lowercase()) {
        outln!("{} (drift of schemas)\n  {}", rule.id, rule.meaning);
        outln!("  backward, old documents under the new schema: {}", effect(rule.backward));
        outln!("  forward, new documents under the old schema: {}", effect(rule.forward));
        outln!("  {}", axis(rule.axis));
        is_known = true;
    }
    for (title, codes) in tables::all() {
        for info in codes.iter().filter(|info| info.code.eq_ignore_ascii_case(name)) {
            outln!("{} ({title}, {})\n  {}", info.code, info.severity, info.purpose);
            is_known = true;
        }
    }
    if is_known { Ok(Outcome::Fine) } else { Err(unknown(name)) }
}

fn unknown(name: &str) -> Failure {
    let tables = tables::all();
    let codes = tables.iter().flat_map(|(_, codes)| codes.iter().map(|info| info.code));
    let rules = RULES.iter().map(|rule| rule.id.as_str());
    let near = nearest(&name.to_ascii_uppercase(), codes).or_else(|| nearest(&name.to_ascii_lowercase(), rules));
    let help = near.map_or_else(String::new, |near| format!("did you mean {near}? "));
    Failure::one(format!("no code or rule is called {name:?}; {help}`planwright rules` lists all"))
}

fn effect(effect: Effect) -> &'static str {
    match effect {
        Effect::Fine => "none breaks",
        Effect::Breaks => "some break",
        Effect::Depends => "it depends on the rest of the schema; the verdict says",
    }
}

fn axis(axis: Axis) -> &'static str {
    match axis {
        Axis::Documents => "It is about documents: an error where the verdict of a direction that counts is broken.",
        Axis::OpenObjects => "It is about an open object: an error, or a note with --content-model lenient.",
        Axis::Rust => "It is about generated Rust alone: a warning.",
        Axis::Apex => "It is about generated Apex alone: a warning.",
        Axis::Annotations => "It is about what people read: a note.",
    }
}
