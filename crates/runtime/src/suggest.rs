//! "Did you mean": the nearest of the known names, and never the opposite of what was written.

use std::cell::Cell;

/// Verbs by meaning. A name with a verb of one row is never corrected to a name with a verb of another.
const VERBS: &[&[&str]] = &[
    &["create", "add", "insert", "new", "make"],
    &["delete", "remove", "drop", "destroy", "erase"],
    &["update", "edit", "modify", "change"],
    &["upsert"],
    &["open", "show", "view", "read", "get"],
    &["enable", "allow", "grant"],
    &["disable", "deny", "forbid", "revoke"],
    &["start", "begin"],
    &["stop", "end", "finish"],
    &["publish"],
    &["unpublish", "draft"],
    &["include"],
    &["exclude"],
];

/// A known name that was probably meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suggestion<'k> {
    /// The name.
    pub name: &'k str,
    /// Whether no other name is as near.
    pub is_only: bool,
}

/// The name of [`suggest`].
pub fn nearest<'k>(given: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    suggest(given, known).map(|near| near.name)
}

/// The known name that `given` was probably meant to be: equal but for case and separators, else within a third of its
/// length by edit distance. Where `given` has a verb of the table, the verb of the known name must mean the same and only
/// the rest is compared. Of equally near names the first.
pub fn suggest<'k>(given: &str, known: impl IntoIterator<Item = &'k str>) -> Option<Suggestion<'k>> {
    // Documents come from outside: a longer name is not a slip, and a comparison costs its length.
    if given.len() > 100 {
        return None;
    }
    let given = SplitName::of(given);
    let limit = given.plain.chars().count().div_ceil(3).min(4);
    let distance = |name: &SplitName| match (given.verb, name.verb) {
        (Some(one), Some(other)) if one != other => None,
        (Some(_), Some(_)) => within(&given.rest, &name.rest, limit.min(given.rest.chars().count().div_ceil(3))),
        _ => within(&given.plain, &name.plain, limit),
    };
    let mut best: Option<(usize, Suggestion<'k>)> = None;
    for name in known {
        let Some(distance) = distance(&SplitName::of(name)) else { continue };
        match &mut best {
            Some((least, near)) if *least == distance => near.is_only &= near.name == name,
            Some((least, _)) if *least < distance => {}
            _ => best = Some((distance, Suggestion { name, is_only: true })),
        }
    }
    best.map(|(_, near)| near)
}

/// How many names may still be compared to suggest others. A document with more unknown names than that has no use for
/// suggestions, and comparing all with all would take minutes.
#[derive(Debug)]
pub struct Comparisons(Cell<usize>);

impl Default for Comparisons {
    fn default() -> Self {
        Self(Cell::new(50_000))
    }
}

impl Comparisons {
    /// [`suggest`]; `None` also after very many comparisons.
    pub fn suggest<'k>(&self, given: &str, known: impl IntoIterator<Item = &'k str>) -> Option<Suggestion<'k>> {
        let counted = known.into_iter().take_while(|_| {
            self.0.set(self.0.get().saturating_sub(1));
            self.0.get() > 0
        });
        suggest(given, counted)
    }
}

/// The edit distance, if it is at most `limit`.
fn within(one: &str, other: &str, limit: usize) -> Option<usize> {
    let near = one.chars().count().abs_diff(other.chars().count()) <= limit;
    near.then(|| strsim::osa_distance(one, other)).filter(|&distance| distance <= limit)
}

/// A name without case and separators, and apart from its verb.
struct SplitName {
    plain: String,
    /// The row of the verb.
    verb: Option<usize>,
    /// What is left without the verb.
    rest: String,
}

impl SplitName {
    fn of(name: &str) -> Self {
        let mut words: Vec<String> = Vec::new();
        let mut starts = true;
        let mut after_small = false;
        for letter in name.chars() {
            let separates = matches!(letter, '_' | '-' | ' ');
            if separates || after_small && letter.is_uppercase() {
                starts = true;
            }
            after_small = letter.is_lowercase();
            if separates {
                continue;
            }
            if starts {
                words.push(String::new());
            }
            starts = false;
            if let Some(word) = words.last_mut() {
                word.extend(letter.to_lowercase());
            }
        }
        let row = |word: &String| VERBS.iter().position(|row| row.contains(&word.as_str()));
        let at = words.iter().position(|word| row(word).is_some());
        let verb = at.and_then(|at| row(&words[at]));
        let rest = words.iter().enumerate().filter(|(index, _)| Some(*index) != at).map(|(_, word)| word.as_str());
        let rest = rest.collect();
        Self { plain: words.concat(), verb, rest }
    }
}

#[cfg(test)]
mod tests {
    use super::{nearest, suggest};

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let known = ["INSERT", "UPDATE", "UPSERT"];
        assert_eq!(nearest("update", known), Some("UPDATE"));
        assert_eq!(nearest("UPDTE", known), Some("UPDATE"));
        assert_eq!(nearest("in-progess", ["in_progress"]), Some("in_progress"));
        assert_eq!(nearest("DELETE", known), None);
        assert_eq!(nearest("", known), None);
        let is_only = |given| suggest(given, ["left", "lift", "loft"]).map(|near| (near.name, near.is_only));
        assert_eq!(is_only("lxft"), Some(("left", false)), "three are as near");
        assert_eq!(is_only("leftt"), Some(("left", true)));
    }

    #[test]
    fn a_verb_leads_to_the_same_verb_or_nowhere() {
        let known = ["create_form", "update_form_title", "open_builder"];
        assert_eq!(nearest("delete_form", known), None);
        assert_eq!(nearest("deleteForm", known), None);
        assert_eq!(nearest("add_form", known), Some("create_form"));
        assert_eq!(nearest("create_from", known), Some("create_form"));
        assert_eq!(nearest("creat_form", known), Some("create_form"), "a misspelt verb is a slip like others");
        assert_eq!(nearest("disable_field", ["enable_field"]), None);
        assert_eq!(nearest("removeField", ["update_field", "delete_field"]), Some("delete_field"));
    }
}
