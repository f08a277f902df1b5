//! Command-line options for the limits of child processes.

use std::time::Duration;

use clap::value_parser;

use super::Limits;

/// Bounds of every process that the command starts.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct ProcessLimits {
    /// Kill a process, and all that it started, after so many seconds.
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = value_parser!(u64).range(1..=604_800))]
    pub timeout: u64,
    /// Keep so many bytes of what a process writes; more goes to a file in the temporary folder, and a process that writes
    /// more than 1 GiB is killed.
    #[arg(long, value_name = "BYTES", default_value = "1048576", value_parser = value_parser!(u32).range(1024..))]
    pub max_output: u32,
}

impl From<ProcessLimits> for Limits {
    fn from(limits: ProcessLimits) -> Self {
        let output = usize::try_from(limits.max_output).unwrap_or(usize::MAX);
        Self { time: Duration::from_secs(limits.timeout), output }
    }
}
