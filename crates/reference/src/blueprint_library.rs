//! Ready-made blueprints for standard objects: the files in `crates/reference/blueprints/`.

use planwright_generated::action_blueprint::ActionBlueprint;
use planwright_org::api_name_words;

macro_rules! files {
    ($($stem:literal),+ $(,)?) => {
        &[$(($stem, include_str!(concat!("../blueprints/", $stem, ".json")))),+]
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

/// A ready-made blueprint.
#[derive(Debug)]
pub struct Entry {
    /// File name without `.json`.
    pub stem: &'static str,
    /// Content of the file.
    pub text: &'static str,
    /// The content as a value.
    pub blueprint: ActionBlueprint,
}

/// Returns the content of the file with this name, without `.json`.
pub fn text(stem: &str) -> Option<&'static str> {
    FILES.iter().find(|(known, _)| *known == stem).map(|(_, text)| *text)
}

/// Returns all blueprints, sorted by file name.
pub fn all() -> Vec<Entry> {
    let entry = |&(stem, text)| {
        let blueprint = serde_json::from_str(text).expect("a test checks that every file is an action blueprint");
        Entry { stem, text, blueprint }
    };
    FILES.iter().map(entry).collect()
}

/// Returns the blueprints that contain every word or a synonym of it, best first.
///
/// Equally good ones are sorted by file name. Words are in lower case.
pub fn search(words: &[String], synonyms: impl Fn(&str) -> Vec<String>) -> Vec<Entry> {
    let scored = all().into_iter().filter_map(|entry| Some((score(&entry.blueprint, words, &synonyms)?, entry)));
    let mut matches: Vec<(u32, Entry)> = scored.collect();
    matches.sort_by_key(|(score, entry)| (u32::MAX - score, entry.stem));
    matches.into_iter().map(|(_, entry)| entry).collect()
}

/// Returns the score of a blueprint, or `None` unless it contains every word or a synonym of it.
///
/// A match in the name counts more than one in the label, followed by the object and the descriptions. A whole word
/// counts twice as much as a part of a word.
fn score(plan: &ActionBlueprint, words: &[String], synonyms: &impl Fn(&str) -> Vec<String>) -> Option<u32> {
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

#[cfg(test)]
mod tests {
    use super::{FILES, all};

    #[test]
    fn the_table_is_sorted_and_readable() {
        assert!(FILES.is_sorted_by(|one, next| one.0 < next.0), "sort the table by file name");
        assert_eq!(all().len(), FILES.len());
    }
}
