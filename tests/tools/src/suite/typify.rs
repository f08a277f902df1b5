//! Runs the same groups through typify for comparison.
//!
//! A schema without a title gets one, because typify creates no root type otherwise. Its types have no validator, so a
//! document counts as accepted if it can be read.

use std::collections::BTreeMap;
use std::env;
use std::io::{self, Read as _, Write as _};
use std::process::{Command, ExitCode, Stdio};

use schemars::schema::RootSchema;
use typify::{TypeSpace, TypeSpaceSettings};

use super::PANICKED;
use super::compile::{Case, Code, PLACE};
use super::folder::Group;

/// Argument that turns this program into the worker process.
pub const WORKER: &str = "typify-worker";

/// Generates one group with typify.
pub(super) fn case(group: &Group) -> Case {
    Case { name: group.name.clone(), tests: group.tests.clone(), code: code(&group.schema) }
}

/// Generates the code of one schema in a separate process, because a stack overflow kills its process.
pub(super) fn code(schema: &str) -> Result<Code, String> {
    let answer = worker(schema).map_err(|error| format!("its process: {error}"))?;
    let answer = answer.ok_or(PANICKED)?;
    match answer.split_once('\n') {
        Some(("made", rest)) => {
            let (judge, text) = rest.split_once('\n').unwrap_or_default();
            Ok(Code { files: BTreeMap::from([("mod.rs".to_owned(), text.to_owned())]), judge: judge.to_owned() })
        }
        Some((_, reason)) => Err(reason.to_owned()),
        None => Err(PANICKED.to_owned()),
    }
}

/// Returns the output of the process, or `None` if it died.
fn worker(schema: &str) -> io::Result<Option<String>> {
    let mut worker = Command::new(env::current_exe()?)
        .arg(WORKER)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let mut input = worker.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
    // A process that dies early does not read everything.
    let _ = input.write_all(schema.as_bytes());
    drop(input);
    let output = worker.wait_with_output()?;
    Ok(output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned()))
}

/// Worker process: reads a schema and prints `made`, the validation code on one line and the code, or `refused` and the
/// reason.
pub fn work() -> ExitCode {
    let mut schema = String::new();
    if io::stdin().read_to_string(&mut schema).is_err() {
        return ExitCode::FAILURE;
    }
    match generate(&schema) {
        Ok((judge, text)) => print!("made\n{judge}\n{text}"),
        Err(reason) => print!("refused\n{reason}"),
    }
    ExitCode::SUCCESS
}

fn generate(schema: &str) -> Result<(String, String), String> {
    let mut schema: RootSchema = serde_json::from_str(schema).map_err(|error| error.to_string())?;
    schema.schema.metadata().title.get_or_insert_with(|| "Root".to_owned());
    let mut space = TypeSpace::new(&TypeSpaceSettings::default());
    let root = space.add_root_schema(schema).map_err(|error| error.to_string())?;
    let root = root.and_then(|root| space.get_type(&root).ok().map(|root| root.ident().to_string()));
    let root = root.ok_or("no root type")?;
    let judge =
        format!("use {PLACE}::*; serde_json::from_slice::<{root}>(text).map(drop).map_err(|error| error.to_string())");
    Ok((judge, space.to_stream().to_string()))
}
