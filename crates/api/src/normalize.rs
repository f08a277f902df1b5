//! Converts answers in a vendor's format to documents of the canonical schema.

use std::sync::Arc;

use planwright_check::{Answer, Report};
use planwright_dialects::Conversion;
use planwright_runtime::{Diagnostic, FindingScope, Position};
use planwright_source::{Extent, Lines, Pointer, Problem, locate};
use serde_json::Value;

/// Returns the canonical document, or what is wrong with the answer.
pub fn canonical(conversion: &Conversion, name: &str, text: &str) -> Result<Value, Vec<Diagnostic>> {
    let (lines, shared) = (Lines::new(text), Arc::<str>::from(text));
    let finding = |offset: Option<usize>, message: String| {
        let at = offset.map(|offset| lines.line_column(offset));
        Diagnostic {
            position: at.map(|at| Position::from((at.line, at.column))),
            span: offset.map(|offset| offset..offset),
            source: offset.map(|_| Arc::clone(&shared)),
            ..Diagnostic::of_run("NOT_OF_THE_DIALECT", message).with_file(name)
        }
    };
    let broken = |problem: Problem| finding(Some(problem.span.start), problem.message());
    let answer =
        planwright_source::parse(text).map_err(|problems| problems.into_iter().map(broken).collect::<Vec<_>>())?;
    conversion.normalize(&answer).map_err(|faults| {
        let faults = faults.into_iter().map(|fault| Diagnostic {
            scope: FindingScope::Document,
            ..Diagnostic { at: fault.at.clone(), ..finding(offset(text, &fault.at), fault.message) }
        });
        faults.collect()
    })
}

/// Returns the source of the one document in an answer, without prose and responses around it. Returns `None` if there is
/// no document, or the answer is bare.
pub fn vendor_answer(conversion: &Conversion, name: &str, bytes: &[u8]) -> Option<String> {
    let check = |text: &str| canonical(conversion, name, text).map(|_| Report::default()).map_err(Report::of_value);
    let answer = Answer::extract(bytes, Extent::Safe, check).ok()?;
    (answer.document.as_bytes() != bytes).then_some(answer.document)
}

/// Returns the offset of a location, or of its nearest existing ancestor.
fn offset(text: &str, at: &Pointer) -> Option<usize> {
    let mut at = at.clone();
    loop {
        if let Some(place) = locate(text, &at) {
            return Some(place.value.start);
        }
        at.pop()?;
    }
}
