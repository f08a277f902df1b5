//! Implements `planwright library`: the blueprints in `crates/reference/blueprints/`, which are included in the program.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use clap::Subcommand;
use planwright_contracts::nearest;
#[cfg(feature = "engines")]
use planwright_planners::goal::synonyms;
use planwright_project::exit::{Failure, Outcome};
use planwright_reference::blueprint_library::{self, Entry};
use planwright_source::printable;

/// Find ready-made blueprints for standard objects.
///
/// For example: `planwright library show CloseCase | planwright apex -`.
#[derive(Debug, clap::Args)]
pub(crate) struct LibraryArgs {
    #[command(subcommand)]
    pub command: LibraryCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum LibraryCommand {
    /// List all blueprints by category, with operation, object and label.
    List {
        /// List only this category.
        #[arg(long, value_name = "C")]
        category: Option<String>,
    },
    /// Print one blueprint as JSON.
    Show {
        /// Name of the blueprint. Upper and lower case are equal.
        name: String,
    },
    /// Search names, labels, objects and descriptions, best matches first.
    ///
    /// A blueprint matches if it has every word or a synonym of it.
    Search {
        /// Words, or parts of words.
        #[arg(required = true, value_name = "WORD")]
        words: Vec<String>,
    },
}

/// Lists, shows or searches blueprints.
pub(crate) fn run(args: &LibraryArgs) -> Result<Outcome, Failure> {
    match &args.command {
        LibraryCommand::List { category } => list(&blueprint_library::all(), category.as_deref()),
        LibraryCommand::Show { name } => show(&blueprint_library::all(), name),
        LibraryCommand::Search { words } => Ok(search(words)),
    }
}

fn list(entries: &[Entry], category: Option<&str>) -> Result<Outcome, Failure> {
    let mut groups: BTreeMap<&str, Vec<&Entry>> = BTreeMap::new();
    for entry in entries {
        groups.entry(&entry.blueprint.category).or_default().push(entry);
    }
    if let Some(wanted) = category {
        let known = groups.keys().copied().collect::<Vec<_>>().join(", ");
        groups.retain(|name, _| name.eq_ignore_ascii_case(wanted));
        if groups.is_empty() {
            return Err(Failure::one(format!("unknown category {wanted:?}; expected one of {known}")));
        }
    }
    let mut text = String::new();
    for (name, entries) in groups {
        let _ = writeln!(text, "{name}");
        for entry in entries {
            let _ = writeln!(text, "  {}", line(entry));
        }
    }
    out!("{text}");
    Ok(Outcome::Fine)
}

fn show(entries: &[Entry], name: &str) -> Result<Outcome, Failure> {
    let is_meant = |entry: &&Entry| entry.blueprint.name.eq_ignore_ascii_case(name) || entry.stem == name;
    let Some(entry) = entries.iter().find(is_meant) else {
        let help = nearest(name, entries.iter().map(|entry| entry.blueprint.name.as_str())).map_or_else(
            || "`planwright library list` lists all".to_owned(),
            |known| format!("did you mean {known:?}?"),
        );
        return Err(Failure::one(format!("the library has no blueprint {name:?}; {help}")));
    };
    out!("{}", entry.text);
    Ok(Outcome::Fine)
}

/// Prints the matches, best first.
fn search(words: &[String]) -> Outcome {
    let words: Vec<String> = words.iter().flat_map(|word| word.split_whitespace()).map(str::to_lowercase).collect();
    let matches = blueprint_library::search(&words, synonyms);
    if matches.is_empty() {
        errln!("no blueprint in the library matches all of these words: {}", printable(&words.join(" ")));
        return Outcome::Findings;
    }
    for entry in &matches {
        outln!("{}", line(entry));
    }
    Outcome::Fine
}

fn line(entry: &Entry) -> String {
    let plan = &entry.blueprint;
    format!("{:<26} {:<7} {:<20} {}", plan.name, plan.operation.to_string(), plan.target_s_object, plan.label)
}

/// Returns no synonyms, because they are part of the goal planner.
#[cfg(not(feature = "engines"))]
fn synonyms(_: &str) -> Vec<String> {
    Vec::new()
}
