//! Reads documents into the type of a schema, writes them, and compares the two.

use std::process::ExitCode;

use planwright_codegen::OpenMembers;
use planwright_tools::suite;

const USAGE: &str = "\
Usage: cargo tool roundtrip -- [--control] SCHEMA DOCUMENT...

A document may be a folder, for every *.json below it. The type keeps unknown properties and writes whole numbers as they were
read. Valid documents have to come back equal; invalid ones have to be refused.

  --control    Use types that drop unknown properties; the run has to fail.
";

fn main() -> ExitCode {
    planwright_tools::run(USAGE, |root, arguments| match arguments {
        ["--control", schema, documents @ ..] if !documents.is_empty() => {
            Some(suite::round_trips(root, schema, documents, OpenMembers::LeftOut))
        }
        [schema, documents @ ..] if !documents.is_empty() => {
            Some(suite::round_trips(root, schema, documents, OpenMembers::Kept))
        }
        _ => None,
    })
}
