//! Runs `cargo tool hostile` briefly over the schemas of the project, and once for each kind of misbehavior, which must
//! be reported.
#![cfg(unix)]

use std::process::{Command, Output};

fn hostile(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hostile"));
    // An unoptimized build is slow.
    command.args(["--seed", "5", "--seconds", "60"]).args(arguments);
    command.output().expect("the task can be started")
}

fn printed(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn spoiled_schemas_are_compiled_or_refused() {
    let output = hostile(&["--count", "250"]);
    assert!(output.status.success(), "{}", printed(&output));
    assert!(printed(&output).contains("250 passed, 0 failed"), "{}", printed(&output));
}

#[test]
fn every_misbehaviour_is_noticed_and_laid_to_its_mutant() {
    for (control, seconds, words) in [
        ("panic", "60", "panicked"),
        ("recurse", "60", "overflowed its stack"),
        ("spin", "1", "SIGXCPU"),
        ("allocate", "60", "memory allocation"),
        ("nowhere", "60", "no place, or a defect"),
    ] {
        let output = hostile(&["--count", "6", "--control", control, "--seconds", seconds, "--jobs", "1"]);
        let said = printed(&output);
        assert_eq!(output.status.code(), Some(1), "{control}: {said}");
        assert!(said.contains("5 passed, 1 failed"), "{control}: {said}");
        let line = said.lines().find(|line| line.starts_with("FAILED 3: "));
        assert!(line.is_some_and(|line| line.contains(words)), "{control}: {said}");
    }
}
