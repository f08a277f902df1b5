//! Table of all commands: name, group in the help, arguments, and the function that runs it.

use clap::Subcommand;
use planwright_project::exit::{Failure, Outcome};

/// Heading of the engines, which the help lists on one line.
pub(crate) const ENGINES: &str = "Engines";

/// Defines the enum of commands, the function that runs a command, and the groups of the help, from one row per
/// command.
///
/// A command with subcommands is marked `subcommand`. A command that needs a feature names it.
macro_rules! commands {
    ($($heading:literal: [
        $($name:literal $variant:ident($arguments:ty $(, $kind:ident)?) $(if $feature:literal)? => $run:path;)+
    ])+) => {
        /// A command with its arguments.
        #[derive(Debug, Subcommand)]
        pub(crate) enum Command {
            $($(
                $(#[cfg(feature = $feature)])?
                #[command(name = $name $(, $kind)?)]
                $variant($arguments),
            )+)+
        }

        impl Command {
            /// Runs the command.
            pub(crate) fn run(&self) -> Result<Outcome, Failure> {
                match self {
                    $($(
                        $(#[cfg(feature = $feature)])?
                        Self::$variant(arguments) => $run(arguments),
                    )+)+
                }
            }
        }

        /// Names of the commands, by heading.
        pub(crate) const GROUPS: &[(&str, &[&str])] = &[
            $(($heading, &[$($(#[cfg(feature = $feature)])? $name,)+]),)+
        ];
    };
}

commands! {
    "Get started": [
        "init" Init(crate::init::InitArgs) => crate::init::run;
        "new" New(crate::create::NewArgs) => crate::create::run;
        "demo" Demo(crate::demo::DemoArgs) => crate::demo::run;
    ]
    "JSON Schema": [
        "gen" Gen(crate::generate::GenArgs) => crate::generate::run;
        "lint" Lint(crate::lint::LintArgs) => crate::lint::run;
        "drift" Drift(planwright_compatibility::drift::DriftArgs) => planwright_compatibility::drift::run;
    ]
    "Models": [
        "check" Check(crate::check::CheckArgs) => crate::check::run;
        "extract" Extract(crate::extract::ExtractArgs) => crate::extract::run;
        "prompt" Prompt(crate::prompt::PromptArgs) => crate::prompt::run;
        "export" Export(crate::export::ExportArgs) => crate::export::run;
        "normalize" Normalize(crate::export::normalize::NormalizeArgs) => crate::export::normalize::run;
        "lock" Lock(planwright_compatibility::lock::LockArgs) => planwright_compatibility::lock::run;
        "mcp" Mcp(planwright_mcp::Mcp) if "mcp" => planwright_mcp::run;
    ]
    "Salesforce": [
        "apex" Apex(planwright_deploy::DeployOptions) => crate::apex::run;
        "library" Library(crate::library::LibraryArgs) => crate::library::run;
        "plan" Plan(crate::plan::PlanArgs) if "engines" => crate::plan::run;
        "snapshot" Snapshot(crate::snapshot::SnapshotCommand, subcommand) => crate::snapshot::run;
        "agent-script" AgentScript(crate::agent_script::AgentScriptCommand, subcommand) => crate::agent_script::run;
    ]
    "Project": [
        "ci" Ci(crate::ci::CiArgs) => crate::ci::run;
        "report" Report(crate::pages::ReportArgs) if "report" => crate::pages::run;
        "rules" Rules(crate::rules::RulesArgs) => crate::rules::run;
        "explain" Explain(crate::explain::ExplainArgs) => crate::explain::run;
        "schema" Schema(crate::published::SchemaArgs) => crate::published::run;
        "manual" Manual(crate::manual::ManualArgs) => crate::manual::run;
        "completions" Completions(crate::completions::CompletionsArgs) => crate::completions::run;
        "conformance" Conformance(crate::conformance::ConformanceArgs) if "engines" => crate::conformance::run;
    ]
    "Engines": [
        "workflow" Workflow(crate::workflow::Command, subcommand) if "engines" => crate::workflow::run;
        "form" Form(crate::form::Form, subcommand) if "engines" => crate::form::run;
        "fix" Fix(crate::fix::Fix, subcommand) if "engines" => crate::fix::run;
        "agent" Agent(crate::agent::Agent, subcommand) if "engines" => crate::agent::run;
    ]
}
