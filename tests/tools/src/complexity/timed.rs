//! Processor time of a process and its threads.

use std::fs;
use std::process::{Command, Stdio};

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

/// Clock ticks per second, which is the same value for all programs on Linux.
const TICKS: f64 = 100.0;

/// Runs a command to its end and returns the processor time of its user code in seconds.
pub(super) fn seconds(command: &mut Command) -> Result<f64, String> {
    let started = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let mut child = started.map_err(|error| format!("{}: {error}", command.get_program().display()))?;
    // The kernel keeps the numbers of a terminated process until it is waited for.
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw).ok_or("a process without a number")?;
    let ended = waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT);
    let numbers = fs::read_to_string(format!("/proc/{}/stat", child.id()));
    let status = child.wait().map_err(|error| error.to_string())?;
    ended.map_err(|error| error.to_string())?;
    if !matches!(status.code(), Some(0 | 1)) {
        return Err(format!("ended with {status}"));
    }
    let numbers = numbers.map_err(|error| format!("/proc: {error}"))?;
    user_ticks(&numbers).map(|ticks| ticks / TICKS).ok_or_else(|| format!("/proc: {numbers}"))
}

/// Returns the clock ticks in user mode from a line of `/proc/PID/stat`: field 12 after the name.
fn user_ticks(line: &str) -> Option<f64> {
    line.rsplit_once(") ")?.1.split(' ').nth(11)?.parse().ok()
}
