//! `planwright normalize`: the way back of an answer, and the law's judgement of it.

use planwright_contracts::{Surroundings, check_schema};
use planwright_dialects::Conversion;
use planwright_source::{Lines, Pointer, locate};
use serde_json::Value;

use super::refuse;
use super::subject::Given;
use crate::args::{self, Format};
use crate::contract::{Target, compile};
use crate::exit::{Failure, Outcome};
use crate::{human, input};

/// Normalizes, checks, and prints what passes.
pub(crate) fn run(args: &args::Normalize) -> Result<Outcome, Failure> {
    let given = Given::of(&args.subject)?;
    let conversion = match given.convert(args.subject.dialect) {
        Ok(conversion) => conversion,
        Err(refusal) => {
            refuse(&refusal, Format::Human);
            return Ok(Outcome::Findings);
        }
    };
    let input = input::read_all(std::slice::from_ref(&args.file))?.remove(0);
    let text = match &input.text {
        Ok(text) => text,
        Err(report) => {
            err!("{}", human::render(&input.name, input.shown(), report));
            return Ok(Outcome::Findings);
        }
    };
    let Some(document) = read(&conversion, &input.name, text) else { return Ok(Outcome::Findings) };
    let canonical = format!("{document:#}");
    if judge(args, &given, &canonical)? {
        outln!("{canonical}");
        Ok(Outcome::Fine)
    } else {
        errln!("the answer has the vendor's shape, but breaks the schema");
        Ok(Outcome::Findings)
    }
}

/// The canonical document, or what is wrong with the answer on standard error.
fn read(conversion: &Conversion, name: &str, text: &str) -> Option<Value> {
    let say = |offset: Option<usize>, message: String| {
        let place = offset.map(|offset| Lines::new(text).line_column(offset));
        let place = place.map_or_else(String::new, |at| format!(":{}:{}", at.line, at.column));
        errln!("error[NOT_OF_THE_DIALECT]: {name}{place}: {message}");
    };
    let answer = match planwright_source::parse(text) {
        Ok(answer) => answer,
        Err(problems) => {
            for problem in problems {
                say(Some(problem.span.start), problem.message());
            }
            return None;
        }
    };
    match conversion.normalize(&answer) {
        Ok(document) => Some(document),
        Err(faults) => {
            for fault in faults {
                say(offset(text, &fault.at), fault.to_string());
            }
            None
        }
    }
}

/// Where a place stands; that of the nearest one above it, where it is missing.
fn offset(text: &str, at: &Pointer) -> Option<usize> {
    let mut at = at.clone();
    loop {
        if let Some(place) = locate(text, &at) {
            return Some(place.value.start);
        }
        at.pop()?;
    }
}

/// Whether the document obeys its law; findings go to standard error.
fn judge(args: &args::Normalize, given: &Given, canonical: &str) -> Result<bool, Failure> {
    if let (Some(name), Some(root)) = (&args.subject.contract, given.contract) {
        let result = match Target::named(name) {
            Some(target) => target.check(canonical, &Surroundings::default()),
            None => check_schema(root, canonical).map(|checked| checked.warnings().clone()),
        };
        let passed = result.is_ok();
        let (Ok(report) | Err(report)) = result;
        err!("{}", human::render("<normalized>", canonical, &report));
        return Ok(passed);
    }
    let result = check_schema(&compile(given)?, canonical).map(|checked| checked.warnings().clone());
    let passed = result.is_ok();
    let (Ok(report) | Err(report)) = result;
    err!("{}", human::render("<normalized>", canonical, &report));
    Ok(passed)
}
