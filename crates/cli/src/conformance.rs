//! Implements `planwright conformance`: runs acceptance vectors, one JSON object per line.

use planwright_conformance::{Vector, parse_vectors};
use planwright_project::exit::{Failure, Outcome};
use planwright_project::input::{self, Input};

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
        for vector in vectors(&input)? {
            let problems = vector.differences();
            if problems.is_empty() {
                passed += 1;
                continue;
            }
            failed += 1;
            outln!("FAILED {} ({} {}) at {}:{}", vector.id, vector.contract, vector.kind, input.name, vector.line);
            outln!("  why: {}", vector.why);
            for problem in problems {
                outln!("  {problem}");
            }
        }
    }
    outln!("{passed} passed, {failed} failed");
    Ok(if failed == 0 { Outcome::Fine } else { Outcome::Findings })
}

/// Parses the vectors of a file, in order. A line that is not a vector is an error, because nothing could be
/// compared.
fn vectors(input: &Input) -> Result<Vec<Vector>, Failure> {
    let text = match &input.text {
        Ok(text) => text,
        Err(report) => {
            return Err(Failure::all(report.iter().map(|problem| format!("{}: {}", input.name, problem.message))));
        }
    };
    parse_vectors(text)
        .map_err(|problems| Failure::all(problems.into_iter().map(|problem| format!("{}:{problem}", input.name))))
}
