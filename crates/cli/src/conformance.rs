//! Implements `planwright conformance`: runs acceptance vectors, one JSON object per line.

mod compare;
mod kinds;
mod vector;

use planwright_project::exit::{Failure, Outcome};
use planwright_project::input::{self, Input};

use vector::Vector;

/// Run acceptance vectors and print the failures.
#[derive(Debug, clap::Args)]
pub(crate) struct ConformanceArgs {
    /// Files with one vector per line.
    #[arg(required = true, value_name = "FILE.jsonl")]
    pub files: Vec<String>,
}

/// Runs every vector of every file, and prints the failures and the counts.
pub(crate) fn run(args: &ConformanceArgs) -> Result<Outcome, Failure> {
    let (mut passed, mut failed) = (0, 0);
    for input in input::read_all(&args.files)? {
        for (line, vector) in vectors(&input)? {
            let problems = judge(&vector);
            if problems.is_empty() {
                passed += 1;
                continue;
            }
            failed += 1;
            outln!("FAILED {} ({} {}) at {}:{line}", vector.id, vector.contract, vector.kind, input.name);
            outln!("  why: {}", vector.why);
            for problem in problems {
                outln!("  {problem}");
            }
        }
    }
    outln!("{passed} passed, {failed} failed");
    Ok(if failed == 0 { Outcome::Fine } else { Outcome::Findings })
}

/// Parses the vectors of a file, each with its line. A line that is not a vector is an error, because nothing could be
/// compared.
fn vectors(input: &Input) -> Result<Vec<(usize, Vector)>, Failure> {
    let text = match &input.text {
        Ok(text) => text,
        Err(report) => {
            return Err(Failure::all(report.iter().map(|problem| format!("{}: {}", input.name, problem.message))));
        }
    };
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let parsed = lines.map(|(index, line)| match Vector::parse(line) {
        Ok(vector) => Ok((index + 1, vector)),
        Err(problem) => Err(format!("{}:{}: {problem}", input.name, index + 1)),
    });
    let (vectors, problems): (Vec<_>, Vec<_>) = parsed.partition(Result::is_ok);
    if problems.is_empty() {
        Ok(vectors.into_iter().filter_map(Result::ok).collect())
    } else {
        Err(Failure::all(problems.into_iter().filter_map(Result::err)))
    }
}

/// Returns every difference between the outcome and the expectation of the vector.
fn judge(vector: &Vector) -> Vec<String> {
    match kinds::run(vector) {
        Some(outcome) => compare::compare(&vector.expect, &outcome),
        None => vec![format!("vector kind {:?} of {:?} is not supported", vector.kind, vector.contract)],
    }
}
