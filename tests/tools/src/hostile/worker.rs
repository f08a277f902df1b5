//! Worker process: compiles mutants one after another and prints each result. If it dies, its output shows the current
//! mutant.

use std::fs;
use std::hint::black_box;
use std::io::{Write as _, stdout};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use planwright_apex_types::{ApexOptions, generate_apex};
use planwright_codegen::{Error, ErrorKind, Options, SchemaSet, compile};
use planwright_dialects::{Conversion, Dialect};

use super::Settings;
use super::corpus::Corpus;
use super::mutant::Mutant;
use super::odd::Odd;

/// Faults that one mutant of a run can simulate, which the run must report.
pub(super) const CONTROLS: &[&str] = &["panic", "recurse", "spin", "sleep", "allocate", "nowhere"];

/// Number of the mutant that simulates the fault.
const CONTROL: u64 = 3;

/// Limit on the address space of the process.
const BYTES: u64 = 512 * 1024 * 1024;

/// Default stack size of threads in the standard library.
const STACK: usize = 2 * 1024 * 1024;

/// Message and location of the last panic. They are part of the outcome line: output on standard error could arrive
/// before or after that line.
static PANIC: Mutex<String> = Mutex::new(String::new());

/// Compiles the mutants of the settings. Each prints a line `<number>` at the start and `<number> <outcome>` at the
/// end.
pub(super) fn run(corpus: &Corpus, settings: &Settings) -> Result<(), String> {
    limit_memory()?;
    std::panic::set_hook(Box::new(|panic| {
        *PANIC.lock().unwrap_or_else(PoisonError::into_inner) = panic.to_string();
    }));
    let odd = Odd::new();
    for number in settings.first..settings.first + settings.count {
        say(&number.to_string())?;
        limit_time(settings.seconds)?;
        let mutant = Mutant::new(settings, corpus, &odd, number);
        let control = settings.control.as_deref().filter(|_| number == CONTROL);
        let outcome = thread::scope(|scope| {
            let judged = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || judge(&mutant, control));
            judged.map_err(|error| error.to_string()).map(|judged| judged.join().unwrap_or(MutantResult::Panicked))
        })?;
        if let (MutantResult::Compiled, Some(folder)) = (&outcome, &settings.accepted) {
            keep(folder, number, &mutant)?;
        }
        say(&format!("{number} {}", outcome.line()))?;
    }
    Ok(())
}

fn say(line: &str) -> Result<(), String> {
    let mut out = stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).map_err(|error| error.to_string())
}

/// Saves a mutant of one file that compiles, so that the generated code can be compiled too.
fn keep(folder: &Path, number: u64, mutant: &Mutant) -> Result<(), String> {
    if let [(path, bytes)] = mutant.texts.as_slice() {
        let ending = path.rsplit('.').next().unwrap_or("json");
        let file = folder.join(format!("m{number}.{ending}"));
        fs::create_dir_all(folder).and_then(|()| fs::write(&file, bytes)).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Outcome of a mutant.
enum MutantResult {
    Compiled,
    Refused,
    Panicked,
    /// The error itself is a defect.
    Faulty(String),
}

impl MutantResult {
    fn line(&self) -> String {
        match self {
            Self::Compiled => "compiled".to_owned(),
            Self::Refused => "refused".to_owned(),
            Self::Panicked => {
                let message = PANIC.lock().unwrap_or_else(PoisonError::into_inner);
                format!("panicked: {}", message.replace('\n', " "))
            }
            Self::Faulty(why) => format!("faulty: {}", why.replace('\n', " ")),
        }
    }
}

fn judge(mutant: &Mutant, control: Option<&str>) -> MutantResult {
    if let Some(kind) = control {
        return misbehave(kind);
    }
    let set = match SchemaSet::parse(mutant.texts.iter().cloned()) {
        Ok(set) => set,
        Err(errors) => return fault(&errors).unwrap_or(MutantResult::Refused),
    };
    let apex = ApexOptions { class: Some("Mutant".to_owned()), ..ApexOptions::default() };
    if let Some(fault) = generate_apex(&set, &apex).err().and_then(|errors| fault(&errors)) {
        return fault;
    }
    for dialect in Dialect::ALL {
        black_box(
            Conversion::new(&set, &mutant.path, dialect).map(|conversion| conversion.schema().to_string()).is_ok(),
        );
    }
    match compile(&set, &Options::default()) {
        Ok(_) => MutantResult::Compiled,
        Err(errors) => fault(&errors).unwrap_or(MutantResult::Refused),
    }
}

/// Returns the fault of an error that must never be reported: an internal error, or one without a location.
fn fault(errors: &[Error]) -> Option<MutantResult> {
    let wrong = errors.iter().find(|error| {
        let in_apex = matches!(error.kind, ErrorKind::Unsupported { .. });
        matches!(error.kind, ErrorKind::Backend { .. }) || (error.line_column.is_none() && !in_apex)
    });
    wrong.map(|error| MutantResult::Faulty(format!("no place, or a defect: {error}")))
}

fn misbehave(kind: &str) -> MutantResult {
    match kind {
        "panic" => panic!("as it was told"),
        "recurse" => {
            black_box(recurse(0));
        }
        "spin" => {
            while black_box(true) {
                black_box(0);
            }
        }
        "sleep" => thread::sleep(Duration::from_secs(100_000)),
        "allocate" => {
            let mut kept: Vec<Vec<u8>> = Vec::new();
            while kept.len() < 10_000 {
                kept.push(black_box(vec![1; 1024 * 1024]));
            }
        }
        _ => {
            let error = Error {
                file: String::new(),
                line_column: None,
                pointer: "".parse().unwrap_or_default(),
                keyword: None,
                kind: ErrorKind::UnresolvedReference { reference: String::new() },
            };
            return fault(&[error]).unwrap_or(MutantResult::Refused);
        }
    }
    MutantResult::Compiled
}

#[allow(unconditional_recursion, reason = "it shows that an overflow is noticed")]
fn recurse(level: u64) -> u64 {
    black_box(recurse(black_box(level) + 1)) + 1
}

#[cfg(unix)]
fn limit_memory() -> Result<(), String> {
    use rustix::process::{Resource, Rlimit, setrlimit};
    setrlimit(Resource::As, Rlimit { current: Some(BYTES), maximum: Some(BYTES) }).map_err(|error| error.to_string())
}

/// Limits the processor time of the process. Wall-clock time would also count the load of other processes.
#[cfg(unix)]
fn limit_time(seconds: u64) -> Result<(), String> {
    use rustix::process::{Resource, Rlimit, setrlimit};
    use rustix::time::{ClockId, clock_gettime};
    let used = u64::try_from(clock_gettime(ClockId::ProcessCPUTime).tv_sec).unwrap_or(0);
    // The limit is in whole seconds, and the current one has already begun.
    let limit = Rlimit { current: Some(used + seconds + 1), maximum: None };
    setrlimit(Resource::Cpu, limit).map_err(|error| error.to_string())
}

#[cfg(not(unix))]
fn limit_memory() -> Result<(), String> {
    Err(format!("memory cannot be limited to {BYTES} bytes here; run it on a Unix"))
}

#[cfg(not(unix))]
fn limit_time(seconds: u64) -> Result<(), String> {
    Err(format!("time cannot be limited to {seconds} s here; run it on a Unix"))
}
