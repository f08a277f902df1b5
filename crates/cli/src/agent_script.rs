//! Implements `planwright agent-script`: generates Agent Script from blueprints, and checks `.agent` files against the
//! Apex that they call.

use std::path::{Path, PathBuf};

use planwright_agentscript::{CHECK_LIMITS, ScriptProject, check, classification, fragment, read_class, test_spec};
use planwright_contracts::Checked;
use planwright_contracts::action_blueprint::Context;
use planwright_contracts::action_blueprint::names::{class_name, sanitize};
use planwright_deploy::write_agent_bundle;
use planwright_org as org;
use planwright_runtime::FindingCounts;
use planwright_templates::{Options, lower, render as render_apex, runtime_source};

use serde_json::json;

use clap::{Subcommand, ValueEnum};
use planwright_project::exit::{Failure, Outcome};
use planwright_project::input;
use planwright_project::render::{self, Format, human};
use planwright_project::report::CommandReport;
use planwright_project::sfdx::{self, Sfdx, files_below};

/// Write and check Agent Script for Agentforce.
///
/// `write` turns blueprints into agent actions, and `check` compares `.agent` files with the Apex that they call.
#[derive(Debug, Subcommand)]
pub(crate) enum AgentScriptCommand {
    Check(AgentScriptCheckArgs),
    Write(AgentScriptWriteArgs),
}

/// Check the `.agent` files of a project against its invocable Apex.
///
/// Covers classes, fields, types, bindings, names and bundles.
#[derive(Debug, clap::Args)]
pub(crate) struct AgentScriptCheckArgs {
    /// Project folder. If it has an sfdx-project.json, all package directories are read.
    #[arg(value_name = "DIR")]
    pub project: PathBuf,
    /// Output format of findings.
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
}

/// Print the subagent of each blueprint, or write them as one bundle.
///
/// A subagent contains the definition of its action and the places that use it.
#[derive(Debug, clap::Args)]
pub(crate) struct AgentScriptWriteArgs {
    /// What to print.
    #[arg(long, value_enum, default_value = "script", conflicts_with = "bundle")]
    pub output: WriteOutput,
    /// API name of the agent that a test specification tests.
    #[arg(long, value_name = "NAME", required_if_eq("output", "test-spec"))]
    pub agent: Option<String>,
    /// Write an authoring bundle of this name into the package directory, and a manifest next to it.
    #[arg(long, value_name = "NAME", requires = "out")]
    pub bundle: Option<String>,
    /// Package directory of the bundle.
    #[arg(long, value_name = "DIR", requires = "bundle")]
    pub out: Option<PathBuf>,
    /// Do not check standard objects against the built-in field list.
    #[arg(long)]
    pub no_standard: bool,
    /// Blueprint files, or folders with *.json files. A file contains one blueprint, an array, or an object with
    /// `actions`. Use - for standard input.
    #[arg(required = true, value_name = "BLUEPRINT")]
    pub blueprints: Vec<String>,
}

/// Output of `planwright agent-script write`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum WriteOutput {
    /// The subagents.
    Script,
    /// YAML for `sf agent test create`: utterances with the expected actions and outcomes.
    TestSpec,
    /// JSON for the security review of a package: kind of agent, kind of data, confirmation.
    Classification,
}

/// Runs `planwright agent-script`.
pub(crate) fn run(command: &AgentScriptCommand) -> Result<Outcome, Failure> {
    match command {
        AgentScriptCommand::Check(args) => render::print("agent-script check", &check_report(args), args.format),
        AgentScriptCommand::Write(args) => write(args),
    }
}

/// Suffixes of the files that are read.
const SUFFIXES: [&str; 5] = [".agent", ".bundle-meta.xml", ".cls", ".permissionset-meta.xml", ".profile-meta.xml"];

/// Checks every script of the project.
fn check_report(args: &AgentScriptCheckArgs) -> CommandReport {
    CommandReport::new().collect(|report| {
        let project = read_project(&args.project)?;
        if project.scripts.is_empty() {
            return Err(Failure::one(none_found(&args.project)?));
        }
        let files = check(&project);
        for file in &files {
            report.add_report(&file.path, &file.text, &file.report);
            report.subjects.push(file.path.clone());
        }
        let FindingCounts { errors, warnings } = files.iter().map(|file| file.report.counts()).sum();
        for (what, number) in [("files", files.len()), ("errors", errors), ("warnings", warnings)] {
            report.count(what, number);
        }
        report.print(format!("{}: {}\n", human::some(files.len(), "script"), human::count(errors, warnings)));
        report.note(CHECK_LIMITS);
        Ok(if errors > 0 { Outcome::Findings } else { Outcome::Fine })
    })
}

/// Returns the reason why nothing can be checked. In a project, only the package directories are searched.
fn none_found(folder: &Path) -> Result<String, Failure> {
    let packages = match Sfdx::in_folder(folder).map_err(Failure::one)? {
        Some(project) => project.packages().map_err(Failure::one)?,
        None => return Ok(format!("{}: no *.agent file below this folder", folder.display())),
    };
    let packages = packages.join(", ");
    Ok(format!(
        "{}: no *.agent file in its package directories ({packages}); to check other folders, name them",
        folder.join(sfdx::NAME).display()
    ))
}

/// Reads the files of a project that the check needs.
pub(crate) fn read_project(folder: &Path) -> Result<ScriptProject, Failure> {
    let namespace = Sfdx::in_folder(folder).map_err(Failure::one)?.and_then(|project| project.namespace());
    let mut files = ScriptProject { namespace, ..ScriptProject::default() };
    for (path, bytes) in files_below(folder, &SUFFIXES)? {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let kind = match SUFFIXES.iter().position(|suffix| path.ends_with(suffix)) {
            Some(0) => &mut files.scripts,
            Some(1) => &mut files.bundles,
            Some(2) => &mut files.classes,
            _ => &mut files.permissions,
        };
        kind.push((path, text));
    }
    Ok(files)
}

/// Prints the subagent of every blueprint, by the name of its action.
fn write(args: &AgentScriptWriteArgs) -> Result<Outcome, Failure> {
    let mut report = CommandReport::beside_output();
    let context = Context { no_standard: args.no_standard, ..Context::default() };
    let mut scripts = Vec::new();
    let mut blueprints = Vec::new();
    let mut refused = Vec::new();
    for input in input::read_below(&args.blueprints)? {
        match input.text.clone().and_then(|text| org::check_file(&text, &context)) {
            Ok(batch) => {
                report.add_report(&input.name, input.known_text(), &batch.warnings);
                for blueprint in batch.actions {
                    match script_of(&blueprint) {
                        Ok(script) => scripts.push(script),
                        Err(why) => refused.push(format!("{}: {}: {why}", input.name, blueprint.name)),
                    }
                    blueprints.push(blueprint);
                }
            }
            Err(found) => report.add_report(&input.name, input.known_text(), &found),
        }
    }
    let is_refused = report.findings().iter().any(|finding| finding.severity == planwright_drift::Severity::Error);
    human::print(&report);
    for reason in &refused {
        errln!("error: {reason}");
    }
    if is_refused || !refused.is_empty() {
        return Ok(Outcome::Findings);
    }
    if let (Some(name), Some(out)) = (&args.bundle, &args.out) {
        return write_agent_bundle(name, out, &scripts);
    }
    match args.output {
        WriteOutput::Script => scripts.iter().for_each(|(_, text)| out!("{text}")),
        WriteOutput::TestSpec => {
            let agent = args.agent.as_deref().unwrap_or_default();
            out!("{}", test_spec(agent, blueprints.iter().map(Checked::get)));
        }
        WriteOutput::Classification => {
            let class = |name: &str| class_name(&sanitize(name).unwrap_or_default());
            let all = blueprints.iter().map(|blueprint| classification(blueprint, &class(&blueprint.name)));
            out_json!(json!({ "actions": all.collect::<Vec<_>>() }));
        }
    }
    Ok(Outcome::Fine)
}

/// Returns the name of the action and its subagent, for the class that is generated from the blueprint.
pub(crate) fn script_of(
    blueprint: &planwright_contracts::Checked<planwright_generated::action_blueprint::ActionBlueprint>,
) -> Result<(String, String), String> {
    let name = sanitize(&blueprint.name).ok_or_else(|| "the name is not a valid Apex name".to_owned())?;
    let files = render_apex(&lower(blueprint), &Options::default()).files;
    let class = format!("/{}.cls", class_name(&name));
    let text = files.iter().find(|file| file.path.ends_with(&class)).map(|file| file.text.as_str());
    let mut class = text.and_then(read_class).ok_or_else(|| "the class cannot be read".to_owned())?;
    // An action without outputs returns the response class of the runtime.
    if let Some(shared) = runtime_source("PwResponse").and_then(read_class) {
        class.add_wrappers(shared);
    }
    fragment(&class, &name).map(|text| (name, text))
}
