//! Implements `planwright demo`: follows one answer of a model through the commands that a user would type, in a
//! separate folder.

use std::fs;
use std::path::{Path, PathBuf};

use planwright_sync::{Files, TemporaryFolder};

use crate::check::{self, CheckArgs, CheckFormat};
use crate::starter::{SCHEMA, write_new};
use planwright_compatibility::drift;
use planwright_project::exit::{Failure, Outcome};
use planwright_project::render::{self, Format};
use planwright_project::terminal::printable_path;

/// Answer of a model, with an incorrect value.
const ANSWER: &str = include_str!("../starter/answer.json");
const WRONG: &str = "UPDTAE";
const RIGHT: &str = "UPDATE";
/// The generated class, and a method to show: the one that writes the records in user mode.
const CLASS: &str = "force-app/main/default/classes/DynamicAction_CloseTicket.cls";
const METHOD: &str = "private static void save(";

/// Show a model answer checked, fixed and turned into Apex.
///
/// Then shows a schema change and a document that it breaks. Takes a minute to read and needs no network.
///
/// Writes only into a temporary folder.
#[derive(Debug, clap::Args)]
pub(crate) struct DemoArgs {
    /// Keep the files in this new folder.
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
}

/// Runs the commands, and prints each one before its output.
pub(crate) fn run(args: &DemoArgs) -> Result<Outcome, Failure> {
    let folder = match &args.keep {
        None => TemporaryFolder::new()?,
        Some(folder) if folder.symlink_metadata().is_ok() => {
            return Err(Failure::one(format!("{} already exists; choose another folder", folder.display())));
        }
        Some(folder) => {
            TemporaryFolder::create(folder).map_err(|error| Failure::one(format!("{}: {error}", folder.display())))?
        }
    };
    let files = Files::from([
        ("answer.json".to_owned(), ANSWER.to_owned()),
        ("fixed.json".to_owned(), ANSWER.replacen(WRONG, RIGHT, 1)),
        ("plan.schema.json".to_owned(), SCHEMA.to_owned()),
        ("plan-2.schema.json".to_owned(), SCHEMA.replacen(", \"high\"", "", 1)),
    ]);
    write_new(folder.path(), files)?;
    let before = std::env::current_dir()?;
    std::env::set_current_dir(folder.path())?;
    let done = steps();
    // On Windows, a folder that is a current directory cannot be removed.
    std::env::set_current_dir(before)?;
    done?;
    if let Some(kept) = &args.keep {
        folder.keep();
        outln!("\nThe files are in {}. Next: run `planwright init` in your project.", printable_path(kept));
    } else {
        outln!("\nNext: run `planwright init` in your project, or keep these files with `planwright demo --keep DIR`.");
    }
    Ok(Outcome::Fine)
}

fn steps() -> Result<(), Failure> {
    outln!("# 1. A model answers with a blueprint. The check stops it at the wrong value.");
    check("answer.json", Format::Human)?;
    outln!("\n# 2. The fixed blueprint passes, and becomes an Apex class with guardrails, a test class, and metadata.");
    check("fixed.json", Format::Human)?;
    outln!("$ planwright apex --out force-app fixed.json");
    let args = planwright_deploy::DeployOptions {
        out: Some("force-app".into()),
        files: vec!["fixed.json".to_owned()],
        ..planwright_deploy::DeployOptions::default()
    };
    render::print("apex", &planwright_deploy::deploy(&args), Format::Human)?;
    let class = fs::read_to_string(CLASS).map_err(|error| Failure::one(format!("{CLASS}: {error}")))?;
    outln!("$ grep -A 6 '{METHOD}' {CLASS}");
    for line in class.lines().skip_while(|line| !line.contains(METHOD)).take(7) {
        outln!("{line}");
    }
    outln!("\n# 3. A schema loses the value `high`. This document would now be rejected.");
    outln!("$ planwright drift plan.schema.json plan-2.schema.json");
    let paths = ["plan.schema.json", "plan-2.schema.json"].map(|path| Path::new(path).to_owned());
    let args = drift::DriftArgs { paths: paths.to_vec(), ..drift::DriftArgs::default() };
    render::print("drift", &drift::report(&args), Format::Human)?;
    Ok(())
}

fn check(file: &str, format: Format) -> Result<(), Failure> {
    outln!("$ planwright check action-blueprint {file}");
    check::run(&CheckArgs {
        contract: Some("action-blueprint".to_owned()),
        format: CheckFormat::Report(format),
        files: vec![file.to_owned()],
        ..CheckArgs::default()
    })?;
    Ok(())
}
