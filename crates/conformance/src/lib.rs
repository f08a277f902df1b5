//! Runs acceptance vectors: an input of a contract, its context, and the expected outcome.
//!
//! An implementation of a contract in another language can run the same vectors.

mod compare;
mod kinds;
mod vector;

pub use vector::Vector;

/// Parses the vectors of a file with one JSON object per line, each with its line. Blank lines are skipped.
///
/// # Errors
///
/// Returns the number of each line that is not a vector, with the reason.
pub fn parse_vectors(text: &str) -> Result<Vec<Vector>, Vec<String>> {
    let (mut vectors, mut problems) = (Vec::new(), Vec::new());
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match Vector::parse(line) {
            Ok(vector) => vectors.push(Vector { line: index + 1, ..vector }),
            Err(problem) => problems.push(format!("{}: {problem}", index + 1)),
        }
    }
    if problems.is_empty() { Ok(vectors) } else { Err(problems) }
}

impl Vector {
    /// Runs the vector, and returns every difference between its outcome and its expectation.
    #[must_use]
    pub fn differences(&self) -> Vec<String> {
        match kinds::run(self) {
            Some(outcome) => compare::compare(&self.expect, &outcome),
            None => vec![format!("vector kind {:?} of {:?} is not supported", self.kind, self.contract)],
        }
    }
}
