//! Implements `planwright report`: pages about a project, as files that a browser opens without server or network.

mod blueprints;
mod contracts;
mod drawings;
mod merge;
mod project;
mod site;

use std::path::PathBuf;

use clap::Subcommand;
use planwright_source::printable;
use planwright_sync::plan_recorded;

use merge::MergeArgs;
use planwright_project::exit::{Failure, Outcome};
use planwright_project::progress::BusyLine;
use planwright_project::render::{self, human};
use planwright_project::{config, own_file};
use site::{Site, is_page};

/// Options of the pages.
#[derive(Debug, clap::Args)]
pub(crate) struct PagesArgs {
    /// Output folder of the pages.
    #[arg(long, value_name = "DIR")]
    pub html: PathBuf,
    /// Configuration file [default: nearest planwright.toml in this folder or above]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Compare schemas with this git revision instead of the configured one.
    #[arg(long, value_name = "REV")]
    pub against: Option<String>,
    /// Workflow to draw, as JSON or YAML. Can be repeated.
    #[arg(long, value_name = "FILE")]
    pub workflow: Vec<String>,
    /// Fix plan to draw. Can be repeated.
    #[arg(long, value_name = "FILE")]
    pub fix_plan: Vec<String>,
}

/// Write HTML pages about a project, or merge check reports.
///
/// The pages show contracts, schemas, blueprints, classes, drift, operations, drawings and the org.
///
/// Without a planwright.toml, they show only the contracts. Outdated pages of an earlier run are deleted. Other files
/// in the folder stay.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct ReportArgs {
    #[command(flatten)]
    pub pages: Option<PagesArgs>,
    #[command(subcommand)]
    pub merge: Option<ReportCommand>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ReportCommand {
    Merge(MergeArgs),
}

/// Runs `planwright report`.
pub(crate) fn run(args: &ReportArgs) -> Result<Outcome, Failure> {
    match args {
        ReportArgs { merge: Some(ReportCommand::Merge(args)), .. } => {
            render::print("report merge", &merge::merge(args), render::Format::Human)
        }
        ReportArgs { pages: Some(args), .. } => write(args),
        ReportArgs { pages: None, merge: None } => Ok(Outcome::Fine),
    }
}

/// Writes the pages.
fn write(args: &PagesArgs) -> Result<Outcome, Failure> {
    let config = config::load(args.config.as_deref())?;
    let mut site = Site::default();
    let mut reasons = Vec::new();
    let mut part = |what: &str, add: &dyn Fn(&mut Site) -> Result<(), Failure>| {
        let _busy = BusyLine::new(format!("pages of {what}"));
        reasons.extend(add(&mut site).err().into_iter().flat_map(Failure::reasons));
    };
    part("contracts", &|site| contracts::add(site, &config));
    part("blueprints", &|site| blueprints::add(site, &config));
    part("drift", &|site| project::add_drift(site, &config, args));
    part("operations", &|site| project::add_locks(site, &config, args));
    part("the org", &|site| {
        project::add_org(site, &config);
        Ok(())
    });
    part("drawings", &|site| drawings::add(site, args));
    if !reasons.is_empty() {
        return Err(Failure::from_reasons(reasons));
    }
    let files = site.files()?;
    let pages = files.keys().filter(|name| name.rsplit_once('.').is_some_and(|(_, kind)| kind == "html")).count();
    let plan = plan_recorded(&args.html, &files, "report", is_page)?;
    if !plan.foreign().is_empty() {
        let reason = "already exists and was not written by planwright; move it";
        return Err(Failure::all(
            plan.foreign().iter().map(|path| format!("{} {reason}", plan.place_of(path).display())),
        ));
    }
    plan.write()?;
    for note in own_file::left_alone(&plan) {
        errln!("{note}");
    }
    let index = args.html.join("index.html").display().to_string();
    outln!("wrote {}: open {}", human::some(pages, "page"), printable(&index));
    Ok(Outcome::Fine)
}
