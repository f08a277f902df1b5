//! Implements `planwright library`: the blueprints in `crates/cli/library/`, which are included in the program.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use clap::Subcommand;
use planwright_contracts::nearest;
use planwright_generated::action_blueprint::ActionBlueprint;
use planwright_org::api_name_words;
#[cfg(feature = "engines")]
use planwright_planners::goal::synonyms;
use planwright_source::printable;

use planwright_project::exit::{Failure, Outcome};

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

macro_rules! files {
    ($($stem:literal),+ $(,)?) => {
        &[$(($stem, include_str!(concat!("../library/", $stem, ".json")))),+]
    };
}

/// Files of the folder, sorted by name without `.json`.
const FILES: &[(&str, &str)] = files![
    "activate-contract",
    "activate-order",
    "add-contact-to-campaign",
    "add-lead-to-campaign",
    "add-opportunity-product",
    "add-order-product",
    "add-price-book-entry",
    "add-quote-line",
    "advance-opportunity",
    "assign-account-owner",
    "assign-case",
    "assign-lead-owner",
    "change-list-price",
    "close-campaign",
    "close-case",
    "close-opportunity-lost",
    "close-opportunity-won",
    "complete-task",
    "convert-lead",
    "create-account",
    "create-campaign",
    "create-case",
    "create-contact",
    "create-contract",
    "create-lead",
    "create-opportunity",
    "create-order",
    "create-product",
    "create-quote",
    "create-task",
    "disqualify-lead",
    "escalate-case",
    "launch-campaign",
    "log-call",
    "log-email",
    "move-contact-to-account",
    "notify-case-contact",
    "notify-opportunity-owner",
    "qualify-lead",
    "register-asset",
    "reopen-case",
    "reschedule-meeting",
    "reschedule-opportunity",
    "reschedule-task",
    "schedule-meeting",
    "set-contact-preferences",
    "set-product-active",
    "triage-case",
    "update-account-addresses",
    "update-account-profile",
    "update-asset-status",
    "update-contact-details",
    "update-forecast",
    "update-lead-status",
    "update-member-status",
    "update-quote-line",
    "update-quote-status",
    "upsert-account",
    "upsert-asset",
    "upsert-product",
];

/// Returns the file with this name, without `.json`.
pub(crate) fn text(stem: &str) -> Option<&'static str> {
    FILES.iter().find(|(known, _)| *known == stem).map(|(_, text)| *text)
}

/// A blueprint of the library.
struct Entry {
    stem: &'static str,
    text: &'static str,
    plan: ActionBlueprint,
}

/// Lists, shows or searches blueprints.
pub(crate) fn run(args: &LibraryArgs) -> Result<Outcome, Failure> {
    let entries = entries();
    match &args.command {
        LibraryCommand::List { category } => list(&entries, category.as_deref()),
        LibraryCommand::Show { name } => show(&entries, name),
        LibraryCommand::Search { words } => Ok(search(&entries, words)),
    }
}

fn entries() -> Vec<Entry> {
    let read = |&(stem, text)| {
        let plan = serde_json::from_str(text).expect("the library is action blueprints; a test checks it");
        Entry { stem, text, plan }
    };
    FILES.iter().map(read).collect()
}

fn list(entries: &[Entry], category: Option<&str>) -> Result<Outcome, Failure> {
    let mut groups: BTreeMap<&str, Vec<&Entry>> = BTreeMap::new();
    for entry in entries {
        groups.entry(&entry.plan.category).or_default().push(entry);
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
    let is_meant = |entry: &&Entry| entry.plan.name.eq_ignore_ascii_case(name) || entry.stem == name;
    let Some(entry) = entries.iter().find(is_meant) else {
        let help = nearest(name, entries.iter().map(|entry| entry.plan.name.as_str())).map_or_else(
            || "`planwright library list` lists all".to_owned(),
            |known| format!("did you mean {known:?}?"),
        );
        return Err(Failure::one(format!("the library has no blueprint {name:?}; {help}")));
    };
    out!("{}", entry.text);
    Ok(Outcome::Fine)
}

/// Prints the matches, best first. Equally good ones are sorted by file name.
fn search(entries: &[Entry], words: &[String]) -> Outcome {
    let words: Vec<String> = words.iter().flat_map(|word| word.split_whitespace()).map(str::to_lowercase).collect();
    let mut found: Vec<(u32, &Entry)> =
        entries.iter().filter_map(|entry| Some((score(&entry.plan, &words)?, entry))).collect();
    found.sort_by_key(|&(score, entry)| (u32::MAX - score, entry.stem));
    if found.is_empty() {
        errln!("no blueprint in the library matches all of these words: {}", printable(&words.join(" ")));
        return Outcome::Findings;
    }
    for (_, entry) in found {
        outln!("{}", line(entry));
    }
    Outcome::Fine
}

fn line(entry: &Entry) -> String {
    let plan = &entry.plan;
    format!("{:<26} {:<7} {:<20} {}", plan.name, plan.operation.to_string(), plan.target_s_object, plan.label)
}

/// Returns the score of a blueprint, or `None` unless it contains every word or a synonym of it.
///
/// A match in the name counts more than one in the label, followed by the object and the descriptions. A whole word
/// counts twice as much as a part of a word.
fn score(plan: &ActionBlueprint, words: &[String]) -> Option<u32> {
    let inputs = plan.inputs.iter().flat_map(|input| [Some(&input.label), input.description.as_ref()]);
    let texts = [plan.summary.as_ref(), plan.checkpoint.as_ref()].into_iter().chain(inputs);
    let description: Vec<&str> = texts.flatten().map(String::as_str).collect();
    let fields = [
        (8, api_name_words(&plan.name), plan.name.to_lowercase()),
        (4, plan.label.to_lowercase(), String::new()),
        (2, api_name_words(&plan.target_s_object), plan.target_s_object.to_lowercase()),
        (1, description.join("\n").to_lowercase(), String::new()),
    ];
    let weigh = |word: &str, (weight, text, joined): &(u32, String, String)| {
        if text.split(|letter: char| !letter.is_alphanumeric()).any(|whole| whole == word) || joined == word {
            2 * weight
        } else if text.contains(word) || joined.contains(word) {
            *weight
        } else {
            0
        }
    };
    // A synonym counts only if the word itself does not occur, and only as a whole word of the name, the label or the
    // object.
    let stands_in = |other: &String| {
        let has =
            |text: &str| text.split(|letter: char| !letter.is_alphanumeric()).any(|whole| whole == other.as_str());
        other.contains(' ') && fields[..3].iter().any(|(_, text, _)| text.contains(other.as_str()))
            || fields[..3].iter().any(|(_, text, _)| has(text))
    };
    words.iter().try_fold(0, |sum, word| {
        let gained: u32 = fields.iter().map(|field| weigh(word, field)).sum();
        let gained = if gained == 0 { u32::from(synonyms(word).iter().any(stands_in)) } else { gained };
        (gained > 0).then_some(sum + gained)
    })
}

/// Returns no synonyms, because they are part of the goal planner.
#[cfg(not(feature = "engines"))]
fn synonyms(_: &str) -> Vec<String> {
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::{FILES, entries};

    #[test]
    fn the_table_is_sorted_and_readable() {
        assert!(FILES.is_sorted_by(|one, next| one.0 < next.0), "sort the table by file name");
        assert_eq!(entries().len(), FILES.len());
    }
}
