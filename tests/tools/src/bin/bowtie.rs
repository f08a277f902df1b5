//! Answers the requests of the harness Bowtie on standard input.

use std::io;
use std::process::ExitCode;

use planwright_tools::bowtie;

const USAGE: &str = "\
Usage: cargo tool bowtie < REQUESTS

  Reads one request of the harness Bowtie per line, and writes one response per line.
";

fn main() -> ExitCode {
    planwright_tools::run(USAGE, |_, arguments| {
        arguments.is_empty().then(|| match bowtie::serve(io::stdin().lock(), io::stdout().lock()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("error: {error}");
                ExitCode::from(2)
            }
        })
    })
}
