//! Control of `cargo tool faults`: losses and silent damage of a store without lock and checksum must be reported.
#![cfg(unix)]

use std::process::Command;

#[test]
fn a_store_without_lock_and_checksum_is_caught() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_faults"));
    command.args(["--control", "--points", "24", "--flips", "24", "--program", "/bin/sh"]);
    let output = command.output().expect("the task can be started");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    let last = said.lines().find(|line| line.contains(" points tried: ")).unwrap_or_default();
    assert!(last.starts_with("24 points tried: "), "{said}");
    assert!(!last.contains(" 0 lost,") && !last.contains(" 0 silent "), "{said}");
}
