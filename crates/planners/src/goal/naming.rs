//! Names that fit into a class name, and sentences for people.

use planwright_contracts::action_blueprint::names::{NAME_LIMIT, sanitize};

use super::vocabulary::capital;

/// Joins as many words as fit to a name that is not in `taken`, ignoring case. The last word, the object, is kept.
pub(super) fn action_name(words: &[String], taken: &[String]) -> String {
    let words: Vec<String> = words.iter().flat_map(|word| parts(word)).collect();
    for number in 1..=99 {
        let suffix = if number == 1 { String::new() } else { number.to_string() };
        let name = fitted(&words, NAME_LIMIT - suffix.len()) + &suffix;
        if !taken.iter().any(|other| other.eq_ignore_ascii_case(&name)) {
            return name;
        }
    }
    fitted(&words, NAME_LIMIT)
}

fn parts(word: &str) -> Vec<String> {
    word.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|part| !part.is_empty()).map(capital).collect()
}

/// Joins all words if they fit. Otherwise it drops words in the middle, and then letters at the end.
fn fitted(words: &[String], limit: usize) -> String {
    let mut words = words.to_vec();
    while words.len() > 2 && words.iter().map(String::len).sum::<usize>() > limit {
        words.remove(words.len() / 2);
    }
    let joined: String = words.concat().chars().take(limit).collect();
    sanitize(&joined).unwrap_or_else(|| "Action".to_owned())
}

/// Returns the past tense of a verb of the lexicon.
pub(super) fn past_tense(verb: &str) -> String {
    let irregular = [
        ("set", "Set"),
        ("send", "Sent"),
        ("make", "Made"),
        ("put", "Put"),
        ("run", "Ran"),
        ("win", "Won"),
        ("lose", "Lost"),
        ("submit", "Submitted"),
        ("log", "Logged"),
        ("transfer", "Transferred"),
        ("flag", "Flagged"),
        ("ping", "Pinged"),
        ("defer", "Deferred"),
        ("enrol", "Enrolled"),
        ("sync", "Synced"),
    ];
    if let Some((_, past)) = irregular.iter().find(|(base, _)| *base == verb) {
        return (*past).to_owned();
    }
    let stem = capital(verb);
    match stem.strip_suffix('y').filter(|rest| !rest.ends_with(['a', 'e', 'o', 'u'])) {
        Some(rest) => format!("{rest}ied"),
        None if stem.ends_with('e') => format!("{stem}d"),
        None => format!("{stem}ed"),
    }
}

/// Prepends the article to a noun.
pub(super) fn with_article(noun: &str) -> String {
    let vowel =
        noun.chars().next().is_some_and(|first| matches!(first.to_ascii_lowercase(), 'a' | 'e' | 'i' | 'o' | 'u'));
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fit_and_differ() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(action_name(&words("create follow-up task"), &[]), "CreateFollowUpTask");
        assert_eq!(action_name(&words("close case"), &["closecase".to_owned()]), "CloseCase2");
        let long = action_name(&words("update very extraordinarily important opportunity product"), &[]);
        assert!(long.len() <= NAME_LIMIT && long.starts_with("Update") && long.ends_with("Product"), "{long}");
        assert_eq!(action_name(&words(&"x".repeat(60)), &[]).len(), NAME_LIMIT);
        assert_eq!(action_name(&words("é"), &[]), "Action");
    }

    #[test]
    fn sentences_read_well() {
        for (verb, past_form) in
            [("create", "Created"), ("notify", "Notified"), ("set", "Set"), ("close", "Closed"), ("assign", "Assigned")]
        {
            assert_eq!(past_tense(verb), past_form);
        }
        assert_eq!(
            (with_article("Opportunity"), with_article("Task")),
            ("an Opportunity".to_owned(), "a Task".to_owned())
        );
    }
}
