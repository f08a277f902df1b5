//! Command-line options for the limits of child processes.

use std::time::Duration;

use clap::value_parser;

use super::Limits;

/// Limits of every process that the command starts.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct ProcessLimits {
    /// Timeout in seconds, after which a process and its child processes are killed.
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = value_parser!(u64).range(1..=604_800))]
    pub timeout: u64,
    /// Maximum output of a process in bytes that is kept in memory. More is written to a temporary file. A process
    /// that writes more than 1 GiB is killed.
    #[arg(long, value_name = "BYTES", default_value = "1048576", value_parser = value_parser!(u32).range(1024..))]
    pub max_output: u32,
}

impl From<ProcessLimits> for Limits {
    fn from(limits: ProcessLimits) -> Self {
        let output = usize::try_from(limits.max_output).unwrap_or(usize::MAX);
        Self { time: Duration::from_secs(limits.timeout), output }
    }
}
