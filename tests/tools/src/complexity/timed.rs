//! The processor time of a process and its threads.

use std::fs;
use std::process::{Command, Stdio};

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

/// Ticks of the kernel's clock in a second, as Linux tells them to every program.
const TICKS: f64 = 100.0;

/// Runs a command to its end and says how many seconds of processor time its own code took.
pub(super) fn seconds(command: &mut Command) -> Result<f64, String> {
    let started = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let mut child = started.map_err(|error| format!("{}: {error}", command.get_program().display()))?;
    // The kernel keeps the numbers of a process that has ended until somebody waits for it.
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

/// The ticks outside of the kernel, of a line as `/proc/PID/stat` has it: the twelfth number behind the name.
fn user_ticks(line: &str) -> Option<f64> {
    line.rsplit_once(") ")?.1.split(' ').nth(11)?.parse().ok()
}
