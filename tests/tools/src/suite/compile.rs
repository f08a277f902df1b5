//! Compiles the code of all cases at once and runs their documents. Cases that do not compile are identified from the
//! compiler messages and removed, and the rest is compiled again.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::folder::Test;

/// Placeholder for the module of a case in its validation code.
pub(super) const PLACE: &str = "PLACE";

/// Purpose of a compilation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Goal {
    /// Programs that run.
    Run,
    /// Compiler diagnostics only, with warnings as errors.
    Strict,
    /// Compiler errors only.
    Check,
}

impl Goal {
    /// Returns the number of programs that the cases are distributed over.
    ///
    /// Every core gets a program to compile, and a case that does not compile delays only few others.
    fn programs(self) -> usize {
        if self == Self::Run { 4 } else { 20 }
    }

    fn command(self) -> &'static str {
        if self == Self::Run { "build" } else { "check" }
    }

    fn attributes(self) -> &'static str {
        if self == Self::Strict { "#![deny(warnings)]\n" } else { "#![allow(warnings)]\n" }
    }
}

/// Group in progress.
pub(super) struct Case {
    pub name: String,
    pub tests: Vec<Test>,
    /// Generated code, or the reason why generation failed.
    pub code: Result<Code, String>,
}

/// Generated code with a function that validates one document.
pub(super) struct Code {
    /// Files by path, including `mod.rs`.
    pub files: BTreeMap<String, String>,
    /// Body of `fn(text: &[u8]) -> Result<(), String>`.
    pub judge: String,
}

/// Result of one document.
pub(super) struct CaseResult {
    pub name: String,
    pub fault: Option<String>,
    /// Expected validity of the document.
    pub valid: bool,
    /// Set if a validating reader read the document.
    pub by_reader: bool,
}

/// Compiles the code of all cases in `dir`. Removes the code of cases that do not compile.
pub(super) fn compile_cases(dir: &Path, cases: &mut [Case], goal: Goal) -> Result<(), String> {
    loop {
        write(dir, cases, goal).map_err(|error| format!("{}: {error}", dir.display()))?;
        let broken = build(dir, goal)?;
        if broken.is_empty() {
            return Ok(());
        }
        for (index, message) in broken {
            let case = cases.get_mut(index).ok_or("the compiler blames a case that is none")?;
            case.code = Err(format!("{DOES_NOT_COMPILE}: {message}"));
        }
    }
}

/// Prefix of the fault of a case whose code does not compile.
pub(super) const DOES_NOT_COMPILE: &str = "the code does not compile";

/// Compiles and runs everything in `dir`.
pub(super) fn run(dir: &Path, mut cases: Vec<Case>) -> Result<Vec<CaseResult>, String> {
    let text = |error: std::io::Error| format!("{}: {error}", dir.display());
    compile_cases(dir, &mut cases, Goal::Run)?;
    let mut outcomes = Vec::new();
    for program in 0..Goal::Run.programs() {
        let output = Command::new(dir.join(format!("target/debug/part{program}"))).output().map_err(text)?;
        if !output.status.success() {
            return Err(format!("part{program} ended early: {}", String::from_utf8_lossy(&output.stderr)));
        }
        let lines = String::from_utf8_lossy(&output.stdout).into_owned();
        for line in lines.lines() {
            let [case, number, verdict, by_reader]: [Value; 4] =
                serde_json::from_str(line).map_err(|error| error.to_string())?;
            let case = case.as_u64().and_then(|index| cases.get(usize::try_from(index).ok()?));
            let number = number.as_u64().and_then(|number| usize::try_from(number).ok());
            if let Some((case, test)) = case.zip(number).and_then(|(case, test)| Some((case, case.tests.get(test)?))) {
                outcomes.push(CaseResult { by_reader: by_reader == true, ..judge(case, test, verdict.as_str()) });
            }
        }
    }
    for case in &cases {
        if let Err(reason) = &case.code {
            let named = |test: &Test| CaseResult {
                name: format!("{}: {}", case.name, test.description),
                fault: Some(reason.lines().next().unwrap_or_default().to_owned()),
                valid: test.valid,
                by_reader: false,
            };
            outcomes.extend(case.tests.iter().map(named));
        }
    }
    outcomes.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(outcomes)
}

fn judge(case: &Case, test: &Test, refusal: Option<&str>) -> CaseResult {
    let fault = match (test.valid, refusal) {
        (_, Some(refusal)) if refusal.starts_with(WRONG_READER) => Some(refusal.to_owned()),
        (true, Some(refusal)) => Some(format!("valid, but refused: {}", refusal.replace('\n', "; "))),
        (false, None) => Some("invalid, but accepted".to_owned()),
        _ => None,
    };
    CaseResult { name: format!("{}: {}", case.name, test.description), fault, valid: test.valid, by_reader: false }
}

/// Prefix of a fault if reader and validator disagree.
const WRONG_READER: &str = "the reader ";

/// Writes the crate: a program for each share of the cases, and a module for each case.
///
/// Modules of an earlier run may remain. No program includes them, so they are not compiled, and only changes are
/// compiled again.
fn write(dir: &Path, cases: &[Case], goal: Goal) -> std::io::Result<()> {
    let programs = goal.programs();
    fs::create_dir_all(dir.join("src/bin"))?;
    put(&dir.join("Cargo.toml"), MANIFEST)?;
    for program in 0..programs {
        let home = dir.join(format!("src/bin/part{program}"));
        let mut main = goal.attributes().to_owned();
        let mut calls = String::new();
        for (index, case) in cases.iter().enumerate().filter(|(index, _)| index % programs == program) {
            let Ok(code) = &case.code else { continue };
            let module = format!("c{index}");
            let _ = writeln!(main, "mod {module};");
            for (path, text) in &code.files {
                let path = home.join(&module).join(path);
                fs::create_dir_all(path.parent().unwrap_or(&home))?;
                put(&path, &text.replace(&format!("crate::{PLACE}"), &format!("crate::{module}")))?;
            }
            for (number, test) in case.tests.iter().enumerate() {
                let _ = writeln!(calls, "    say({index}, {number}, judge_{module}, {});", raw(&test.data));
            }
            // A checked program runs nothing, so the validation function would only cause a warning.
            if goal == Goal::Run {
                let judge = code.judge.replace(PLACE, &module);
                let _ = writeln!(main, "fn judge_{module}(text: &[u8]) -> Result<(), String> {{ {judge} }}");
            }
        }
        let say = if goal == Goal::Run { DRIVER_SOURCE } else { "" };
        let _ = write!(main, "{say}fn main() {{\n{calls}}}\n");
        fs::create_dir_all(&home)?;
        put(&home.join("main.rs"), &main)?;
    }
    Ok(())
}

fn put(path: &Path, text: &str) -> std::io::Result<()> {
    if fs::read(path).is_ok_and(|old| old == text.as_bytes()) { Ok(()) } else { fs::write(path, text) }
}

/// Returns a raw string literal of a JSON document. Carriage returns, which such a literal cannot contain, become
/// spaces.
fn raw(text: &str) -> String {
    let mut hashes = "#".to_owned();
    while text.contains(&format!("\"{hashes}")) {
        hashes.push('#');
    }
    format!("r{hashes}\"{}\"{hashes}.as_bytes()", text.replace('\r', " "))
}

const DRIVER_SOURCE: &str = r##"fn say(case: usize, test: usize, judge: fn(&[u8]) -> Result<(), String>, text: &[u8]) {
    let verdict = std::panic::catch_unwind(|| judge(text)).unwrap_or_else(|_| Err("panicked".to_owned()));
    println!("{}", serde_json::json!([case, test, verdict.err(), BY_READER.swap(false, Relaxed)]));
}

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use serde_json::Value;

static BY_READER: AtomicBool = AtomicBool::new(false);

/// Compares the result of the validating reader with that of serde for the same document.
fn judge_by_serde<T: serde::Serialize, R: ToString>(slow: Result<T, R>, serde: serde_json::Result<T>) -> Result<(), String> {
    let slow = slow.map_err(|report| report.to_string());
    match (&slow, serde) {
        (Err(report), Ok(_)) => Err(format!("the reader of serde alone takes it: {report}")),
        (Ok(_), Err(error)) => Err(format!("the reader of serde alone refuses it: {error}")),
        _ => slow.map(drop),
    }
}

/// Compares the verdict of the generated table, if the root has one, with that of the run-time validator.
fn judge_by_table(
    text: &[u8],
    table: &planwright_runtime::Validator,
    by_schema: &planwright_runtime::Validator,
) -> Result<(), String> {
    let Ok(value) = serde_json::from_slice(text) else { return Ok(()) };
    match (table.check(&value).is_err(), by_schema.is_valid(&value)) {
        (true, true) => Err("the reader refuses by its table what the validator takes".to_owned()),
        (false, false) => Err("the reader takes by its table what the validator refuses".to_owned()),
        _ => Ok(()),
    }
}

fn judge_by_reader<T: serde::Serialize, R: ToString>(
    fast: Option<T>,
    slow: Result<T, R>,
    serde: serde_json::Result<T>,
) -> Result<(), String> {
    let slow = slow.map_err(|report| report.to_string());
    let Some(fast) = fast else { return judge_by_serde(slow, serde) };
    drop(serde.map_err(|error| format!("the reader of serde alone refuses it: {error}"))?);
    BY_READER.store(true, Relaxed);
    let slow = slow.map_err(|report| format!("the reader alone takes it: {report}"))?;
    match (serde_json::to_value(fast), serde_json::to_value(slow)) {
        (Ok(fast), Ok(slow)) if fast == slow => Ok(()),
        _ => Err("the reader makes another value".to_owned()),
    }
}

/// Checks that a document is equal after reading and writing it. Properties with their default may be left out.
fn round_trip<T: serde::Serialize + serde::de::DeserializeOwned>(text: &[u8]) -> Result<(), String> {
    let said = |error: serde_json::Error| error.to_string();
    let read: T = serde_json::from_slice(text).map_err(said)?;
    let document = serde_json::from_slice(text).map_err(said)?;
    let written = serde_json::to_value(&read).map_err(said)?;
    let whole = planwright_runtime::with_defaults(|| serde_json::to_value(&read)).map_err(said)?;
    let mut places = Vec::new();
    differences(&document, &written, &whole, &mut String::new(), &mut places);
    let more = places.len().saturating_sub(LISTED);
    places.truncate(LISTED);
    match (places.is_empty(), more) {
        (true, _) => Ok(()),
        (false, 0) => Err(format!("not equal at {}", places.join("; "))),
        (false, more) => Err(format!("not equal at {}; and at {more} more places", places.join("; "))),
    }
}

/// Maximum number of listed differences per document. The rest is counted.
const LISTED: usize = 20;

/// Collects the pointers of all differences. In `whole`, no default is left out.
fn differences(document: &Value, written: &Value, whole: &Value, at: &mut String, found: &mut Vec<String>) {
    let begin = at.len();
    match (document, written) {
        (Value::Object(document), Value::Object(written)) => {
            for name in written.keys().filter(|name| !document.contains_key(*name)) {
                found.push(format!("#{at}/{}, added", token(name)));
            }
            for (name, value) in document {
                *at += &format!("/{}", token(name));
                match (written.get(name), whole.get(name)) {
                    (None, None) => found.push(format!("#{at}, lost")),
                    (Some(written), whole) => differences(value, written, whole.unwrap_or(written), at, found),
                    (None, Some(default)) => differences(value, default, default, at, found),
                }
                at.truncate(begin);
            }
        }
        (Value::Array(document), Value::Array(written)) if document.len() == written.len() => {
            for (index, (value, written)) in document.iter().zip(written).enumerate() {
                *at += &format!("/{index}");
                differences(value, written, whole.get(index).unwrap_or(written), at, found);
                at.truncate(begin);
            }
        }
        _ if document != written => found.push(format!("#{at}: {document} became {written}")),
        _ => {}
    }
}

fn token(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
"##;

const MANIFEST: &str = r#"[package]
name = "planwright-suite"
version = "0.0.0"
edition = "2024"
publish = false

[dependencies]
chrono = { version = "0.4", default-features = false, features = ["serde"] }
jsonschema = { version = "0.60.2", default-features = false, features = ["idna"] }
planwright-runtime = { path = "../../crates/runtime", features = ["idn"] }
regress = "0.10"
serde = { version = "1", features = ["derive"] }
serde_json = "1"
uuid = { version = "1", features = ["serde"] }

[profile.dev]
debug = false
incremental = false

[workspace]
"#;

/// Builds every program. Returns the first error of each case that has one, by case number.
fn build(dir: &Path, goal: Goal) -> Result<BTreeMap<usize, String>, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(dir).args([goal.command(), "--quiet", "--keep-going", "--message-format=json"]);
    command.env_remove("CARGO_TARGET_DIR");
    let output = command.output().map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(BTreeMap::new());
    }
    let mut broken = BTreeMap::new();
    let text = String::from_utf8_lossy(&output.stdout);
    for message in text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        let message = &message["message"];
        if message["level"] != "error" {
            continue;
        }
        let said = message["message"].as_str().unwrap_or_default();
        let mut numbers = BTreeSet::new();
        files_of(message, &mut numbers);
        for number in numbers {
            broken.entry(number).or_insert_with(|| said.to_owned());
        }
    }
    if broken.is_empty() {
        return Err(format!("the suite does not compile: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(broken)
}

/// Collects the cases that a compiler message refers to.
fn files_of(message: &Value, numbers: &mut BTreeSet<usize>) {
    match message {
        Value::Object(members) => {
            let file = members.get("file_name").and_then(Value::as_str).unwrap_or_default();
            let module = file.split('/').find_map(|part| part.strip_prefix('c')?.parse::<usize>().ok());
            numbers.extend(module);
            members.values().for_each(|member| files_of(member, numbers));
        }
        Value::Array(items) => items.iter().for_each(|item| files_of(item, numbers)),
        _ => {}
    }
}
