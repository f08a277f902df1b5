//! Measures the duration of reading and validating documents, next to other validators.
//!
//! The candidates of a table run in turn, A B C A B C. Each line has the median of the ratios to the first candidate.
//! With the names of a candidate and a corpus, the program runs that candidate once for an instruction counter.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it is what this program is for")]

#[cfg(all(feature = "peers", not(feature = "limits")))]
mod ajv;
#[allow(dead_code, unreachable_pub, reason = "it is generated")]
mod borrowed;
mod corpus;
mod counts;
#[cfg(feature = "peers")]
mod tables;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [candidate, corpus] => counts::run(candidate, corpus),
        #[cfg(feature = "peers")]
        [] => {
            tables::print();
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!(
                "usage: a candidate (parse, borrow, check, count, standard, no-standard) and a corpus (blueprints, fix-plans, invalid-blueprints, invalid-fix-plans, misspelled-blueprints)"
            );
            ExitCode::from(2)
        }
    }
}
