//! The project's own tasks. This crate depends on `codegen` and `sync` alone, so that it still runs, and can mend
//! `generated/`, when anything above is broken.

mod bench;
#[cfg(target_os = "linux")]
mod complexity;
#[cfg(unix)]
mod faults;
mod follow;
mod generated;
mod hostile;
mod migrations;
mod suite;
mod verify;

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use generated::Recall;
use planwright_codegen::OpenMembers;

const USAGE: &str = "\
usage: cargo xtask <task>

  gen [--check [--no-cache]]
                  generate all that is checked in from schemas/ and examples/; --check only says what is stale, and does
                  not do again what found everything fresh in the same workspace, unless there is --no-cache
  suite FOLDER [--assert-formats] [--compiled | --readers] [--typify] [--remotes DIR]
                  run a folder of files in the JSON-Schema-Test-Suite's format through generated code; with --readers through
                  readers that judge, each held against the validator
  schemas FOLDER [--pick N] [--typify]
                  compile every schema of a folder, or N of them at even distances, each on its own; count what compiles,
                  is refused, panics
  roundtrip [--control] SCHEMA DOCUMENT…
                  read each document, or each *.json below a folder, into the type of the schema, which keeps unknown members
                  and writes whole numbers as they were read, and write it: what the schema allows has to come back equal,
                  all else has to be refused; --control takes types that drop unknown members
  hostile [FOLDER] [--count N] [--seed S] [--first N] [--seconds N] [--jobs N] [--accepted DIR] [--plain]
          [--control KIND]
                  spoil the schemas of a folder, or those of the project, and compile each spoiled one: none may panic,
                  overflow the stack, or take more than its time and 512 MB; --accepted keeps those that compile,
                  --plain takes the files as they are, --control makes one of them misbehave (panic, recurse, spin, sleep, allocate, nowhere)
  faults [--points N] [--flips N] [--seed S] [--store NAME] [--program FILE] [--control]
                  write stores and generated folders while the writer is killed, has no room or meets another, flip bits of
                  their files, and count what is torn, lost, left over or damaged without a word; --control tries a file
                  without lock and checksum
  follow [COUNT]  plant one error in each of COUNT blueprints and fix plans (20000), judge them while they arrive, and print how many
                  are dead within the offending token and how many bytes are not read
  migrations FOLDER [COUNT]
                  derive the upcast of each folder with old.json and new.json, count those that are proved and those with holes, and
                  upcast COUNT (100000) old documents drawn at random by those that are proved: two validators judge what comes
  bench [--print] [--lto] | --from FILE | --builds | --counts [--check]
                  measure reading and judging beside other validators and write docs/performance.md and its pictures; --print
                  only prints, --lto builds with link time optimisation, --from writes the page of what was printed; --builds
                  builds crates with generated code from nothing and writes the table of docs/generated-rust.md; --counts
                  counts instructions instead and keeps the counts, --counts --check holds them (needs valgrind)
  complexity [--program FILE] [--only PART] [--control]
                  run each command over an input and one of four times its size, in processor time: none may take more than six
                  times as long; --control measures a worker that is quadratic (needs Linux)
  verify [DIR]    run the Salesforce analyzers and the Apex tests over all projects, or over the one in DIR (needs node,
                  npm and java)
  mutants [DIR]   spoil the Apex in every known way, not in a sample, and list what nothing notices (takes long)
";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["gen"] => generated::write_all(&root()),
        ["gen", "--check"] => generated::check_all(&root(), Recall::Yes),
        ["gen", "--check", "--no-cache"] => generated::check_all(&root(), Recall::No),
        ["suite", folder, settings @ ..] => match suite_settings(settings) {
            Some(settings) => suite::run(&root(), Path::new(folder), settings),
            None => misuse(),
        },
        ["schemas", folder, settings @ ..] => match sample_settings(settings) {
            Some(sample) => suite::real(&root(), Path::new(folder), sample),
            None => misuse(),
        },
        ["roundtrip", "--control", schema, documents @ ..] if !documents.is_empty() => {
            suite::round_trip(&root(), schema, documents, OpenMembers::LeftOut)
        }
        ["roundtrip", schema, documents @ ..] if !documents.is_empty() => {
            suite::round_trip(&root(), schema, documents, OpenMembers::Kept)
        }
        ["bench", "--builds"] => bench::run(&root(), bench::Task::Builds, "release"),
        ["bench", "--counts"] => bench::run(&root(), bench::Task::Count, "release"),
        ["bench", "--counts", "--check"] => bench::run(&root(), bench::Task::HoldCounts, "release"),
        ["bench", "--from", file] => bench::run(&root(), bench::Task::PageOf(file), "release"),
        ["bench", settings @ ..] if settings.iter().all(|one| ["--print", "--lto"].contains(one)) => {
            let task = if settings.contains(&"--print") { bench::Task::Print } else { bench::Task::Page };
            bench::run(&root(), task, if settings.contains(&"--lto") { "lto" } else { "release" })
        }
        #[cfg(target_os = "linux")]
        ["complexity", settings @ ..] => match complexity::Settings::read(settings) {
            Some(settings) => complexity::run(&root(), &settings),
            None => misuse(),
        },
        #[cfg(target_os = "linux")]
        [complexity::WORKER, file] => complexity::work(file),
        ["follow"] => follow::run(&root(), "20000"),
        ["follow", count] if count.parse::<u32>().is_ok_and(|count| count > 0) => follow::run(&root(), count),
        ["migrations", folder] => migrations::run(&root(), Path::new(folder), "100000"),
        ["migrations", folder, count] if count.parse::<u32>().is_ok_and(|count| count > 0) => {
            migrations::run(&root(), Path::new(folder), count)
        }
        ["hostile", settings @ ..] => match hostile::Settings::read(settings) {
            Some(settings) => hostile::run(&root(), &settings),
            None => misuse(),
        },
        #[cfg(unix)]
        ["faults", settings @ ..] => match faults::Settings::read(settings) {
            Some(settings) => faults::run(&root(), &settings),
            None => misuse(),
        },
        [suite::TYPIFY_WORKER] => suite::typify_work(),
        ["hostile-worker", settings @ ..] => match hostile::Settings::read(settings) {
            Some(settings) => hostile::work(&root(), &settings),
            None => misuse(),
        },
        ["verify"] => verify::verify(&root(), None),
        ["verify", project] => verify::verify(&root(), Some(Path::new(project))),
        ["mutants"] => verify::mutants(&root(), None),
        ["mutants", project] => verify::mutants(&root(), Some(Path::new(project))),
        ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            ExitCode::SUCCESS
        }
        _ => misuse(),
    }
}

fn misuse() -> ExitCode {
    eprint!("{USAGE}");
    ExitCode::from(2)
}

fn suite_settings<'a>(arguments: &[&'a str]) -> Option<suite::Settings<'a>> {
    let mut settings = suite::Settings::default();
    let mut rest = arguments;
    loop {
        rest = match rest {
            [] => return Some(settings),
            ["--compiled", rest @ ..] => {
                settings.judges = suite::SuiteJudges::Compiled;
                rest
            }
            ["--readers", rest @ ..] => {
                settings.judges = suite::SuiteJudges::Readers;
                rest
            }
            ["--assert-formats", rest @ ..] => {
                settings.assert_formats = true;
                rest
            }
            ["--typify", rest @ ..] => {
                settings.typify = true;
                rest
            }
            ["--remotes", folder, rest @ ..] => {
                settings.remotes = Some(Path::new(*folder));
                rest
            }
            _ => return None,
        };
    }
}

fn sample_settings(arguments: &[&str]) -> Option<suite::Sample> {
    let mut sample = suite::Sample::default();
    let mut rest = arguments;
    loop {
        rest = match rest {
            [] => return Some(sample),
            ["--typify", rest @ ..] => {
                sample.typify = true;
                rest
            }
            ["--pick", count, rest @ ..] => {
                sample.pick = Some(count.parse().ok().filter(|count| *count > 0)?);
                rest
            }
            _ => return None,
        };
    }
}

/// The workspace, which holds this crate.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_path_buf)
}
