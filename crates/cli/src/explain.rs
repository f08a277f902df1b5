//! `planwright explain`: what one code or rule means, from the tables that the checks run from.

use planwright_drift::{Axis, Effect, rule};

use crate::args;
use crate::exit::{Failure, Outcome};
use crate::rules::tables;

/// Prints every meaning that a name has.
pub(crate) fn run(args: &args::Explain) -> Result<Outcome, Failure> {
    let name = args.rule.as_str();
    let mut said = false;
    if let Some(rule) = rule(&name.to_ascii_lowercase()) {
        outln!("{} (drift of schemas)\n  {}", rule.id, rule.meaning);
        outln!("  backward, old documents under the new schema: {}", effect(rule.backward));
        outln!("  forward, new documents under the old schema: {}", effect(rule.forward));
        outln!("  {}", axis(rule.axis));
        said = true;
    }
    for (title, codes) in tables::all() {
        for info in codes.iter().filter(|info| info.code.eq_ignore_ascii_case(name)) {
            outln!("{} ({title}, {})\n  {}", info.code, info.severity, info.purpose);
            said = true;
        }
    }
    if said {
        Ok(Outcome::Fine)
    } else {
        Err(Failure::one(format!("no code or rule is called {name:?}; `planwright rules` lists all")))
    }
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
