//! Renders reports for people, programs and CI systems. Each format is one module.

pub mod github;
mod gitlab;
pub mod human;
pub mod json;
mod junit;
pub mod markdown;
pub mod sarif;

use clap::ValueEnum;
use serde_json::Value;

use crate::exit::{Failure, Outcome};
use crate::report::CommandReport;
use crate::terminal;

pub use gitlab::code_quality;
pub use junit::{TestSuite, test_suites};

/// Format of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Findings with location and help, then a summary.
    #[default]
    Human,
    /// One JSON value.
    Json,
    /// SARIF 2.1.0.
    Sarif,
    /// GitHub Actions annotations.
    Github,
    /// GitLab Code Quality report.
    Gitlab,
    /// `JUnit` XML.
    Junit,
}

/// Format of results other than findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DataFormat {
    /// For people.
    Human,
    /// JSON.
    Json,
}

/// Commands whose output is the result itself, so that it is printed even with `--quiet`.
const PRODUCERS: [&str; 3] = ["export", "extract", "normalize"];

/// Prints the report of a command.
pub fn print(command: &str, report: &CommandReport, format: Format) -> Result<Outcome, Failure> {
    match format {
        Format::Human if terminal::is_quiet() && !PRODUCERS.contains(&command) => human::print_findings(report),
        Format::Human => human::print(report),
        Format::Json => match &report.json {
            Some(Value::Null) => {}
            Some(own) => out_json!(own),
            None => out_json!(json::from_report(report)),
        },
        Format::Sarif => out_json!(sarif::log(&report.findings(), &report.properties)),
        Format::Github => github::print(&report.findings()),
        Format::Gitlab => out_json!(code_quality(&report.findings())),
        Format::Junit => out!("{}", test_suites(&[TestSuite::new(command, report)])),
    }
    report.end().map_err(human::print_failure)
}
