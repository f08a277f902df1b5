//! Parses YAML to a JSON value, and keeps the positions of values.

use std::collections::BTreeMap;
use std::ops::Range;

use planwright_check::codes::{DUPLICATE_KEY, PARSE_ERROR};
use planwright_check::{Diagnostic, Report};
use planwright_source::{Pointer, Problem, ProblemKind, YamlRules, read_yaml};
use serde_json::Value;

/// Parsed YAML document.
#[derive(Debug)]
pub(crate) struct ParsedYaml {
    pub(crate) value: Value,
    places: BTreeMap<Pointer, (Option<Range<usize>>, Range<usize>)>,
}

impl ParsedYaml {
    /// Adds spans to findings about the value.
    pub(crate) fn locate(&self, mut found: Vec<Diagnostic>) -> Report {
        for diagnostic in &mut found {
            let mut at = diagnostic.at.clone();
            while !self.places.contains_key(&at) && at.pop().is_some() {}
            diagnostic.span = diagnostic.span.take().or_else(|| Some(self.places.get(&at)?.1.clone()));
        }
        Report::of_value(found)
    }
}

/// Parses a single document. Numbers, `null` and Booleans follow the core schema. Keys are always strings.
pub(crate) fn parse(text: &str) -> Result<ParsedYaml, Report> {
    match read_yaml(text, YamlRules::Plain) {
        Ok(read) => Ok(ParsedYaml { value: read.value, places: read.places }),
        Err(problems) => Err(Report::of_value(problems.into_iter().map(diagnostic).collect())),
    }
}

fn diagnostic(problem: Problem) -> Diagnostic {
    let error = if let ProblemKind::DuplicateKey { key, .. } = &problem.kind {
        let message = format!("duplicate property {key:?} in one mapping");
        Diagnostic::error(DUPLICATE_KEY, problem.at, message).with_help("remove one of the two")
    } else {
        let error = Diagnostic::error(PARSE_ERROR, problem.at.clone(), problem.message());
        match problem.help() {
            Some(help) => error.with_help(help),
            None => error,
        }
    };
    Diagnostic { span: Some(problem.span), ..error }
}
