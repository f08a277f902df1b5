//! "Did you mean" suggestions: the nearest known name, but never the opposite of the given one.

mod distance;
#[cfg(test)]
mod tests;

use std::cell::Cell;

use distance::{LetterSet, Outline, Pattern};

/// Verbs grouped by meaning. A name with a verb of one row is never corrected to a name with a verb of another.
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

/// First letters of the verbs.
const VERB_INITIALS: &[u8] = b"abcdefgimnoprsuv";

/// Beginnings of words with opposite or different meanings. A name that differs from another one only in these is never
/// corrected to it.
const OPPOSITES: &[(&str, &str)] = &[
    ("", "un"),
    ("", "in"),
    ("", "im"),
    ("", "de"),
    ("", "dis"),
    ("", "non"),
    ("", "not"),
    ("", "no"),
    ("", "anti"),
    ("", "re"),
    ("in", "ex"),
    ("in", "de"),
    ("in", "out"),
    ("im", "ex"),
    ("inter", "exter"),
    ("en", "dis"),
    ("a", "de"),
    ("up", "down"),
    ("min", "max"),
    ("mini", "maxi"),
    ("pre", "post"),
    ("over", "under"),
];

/// Minimum length of what two opposites have in common.
const MIN_COMMON: usize = 3;

/// A known name that was probably meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suggestion<'k> {
    /// The name.
    pub name: &'k str,
    /// Whether no other name is equally near.
    pub is_only: bool,
}

/// Returns the name of [`suggest`].
pub fn nearest<'k>(given: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    suggest(given, known).map(|near| near.name)
}

/// Returns the known name that `given` was probably meant to be.
///
/// Names match if they are equal except for case and separators, or if their edit distance is at most a third of the
/// length. If `given` has a verb of the table, the known name must have a verb of the same meaning, and only the rest
/// is compared. Of equally near names, the first is returned.
pub fn suggest<'k>(given: &str, known: impl IntoIterator<Item = &'k str>) -> Option<Suggestion<'k>> {
    let mut search = Search::new(given)?;
    for (index, name) in known.into_iter().enumerate() {
        if search.may_be_near(name) {
            search.compare(name, &SplitName::parse(name), index);
        }
    }
    search.best()
}

/// Known names, prepared once for many fast comparisons.
#[derive(Debug, Default)]
pub struct KnownNames<'k> {
    names: Vec<(&'k str, SplitName)>,
    /// Letters of each name with its index, sorted by their number, because most names are excluded by them.
    outlines: Vec<(Outline, usize)>,
}

impl<'k> KnownNames<'k> {
    /// Prepares the names. Of equally near names, the first one wins.
    pub fn new(names: impl IntoIterator<Item = &'k str>) -> Self {
        let names: Vec<_> = names.into_iter().map(|name| (name, SplitName::parse(name))).collect();
        let outlines = names.iter().enumerate().map(|(index, (_, split))| (split.plain.outline(), index));
        let mut outlines: Vec<_> = outlines.collect();
        outlines.sort_by_key(|(outline, _)| outline.count());
        Self { names, outlines }
    }

    /// Returns the suggestion of [`suggest`] for these names.
    pub fn suggest(&self, given: &str) -> Option<Suggestion<'k>> {
        self.search(given, false)
    }

    /// Returns whether [`suggest`] has a suggestion, faster.
    pub fn has_suggestion(&self, given: &str) -> bool {
        self.search(given, true).is_some()
    }

    /// Returns the best suggestion, or any suggestion.
    fn search(&self, given: &str, any: bool) -> Option<Suggestion<'k>> {
        let mut search = Search { any, ..Search::new(given)? };
        // With a verb, only the rest of a name is compared, so its letters exclude nothing.
        if search.verb.is_some() {
            for (index, (name, split)) in self.names.iter().enumerate() {
                search.compare(name, split, index);
            }
            return search.best();
        }
        // From the nearest length on, so that a near name soon excludes most of the others.
        let own = search.plain.outline().count();
        let middle = self.outlines.partition_point(|(outline, _)| outline.count() < own);
        let (shorter, longer) = self.outlines.split_at(middle);
        self.compare_outlines(longer.iter(), &mut search);
        if !search.is_done() {
            self.compare_outlines(shorter.iter().rev(), &mut search);
        }
        search.best()
    }

    /// Compares names, until their length is too different.
    fn compare_outlines<'o>(&self, names: impl Iterator<Item = &'o (Outline, usize)>, search: &mut Search<'k>) {
        let own = search.plain.outline();
        for (outline, index) in names {
            let limit = search.current_limit(search.limit);
            if own.count().abs_diff(outline.count()) > limit {
                return;
            }
            if !own.has_other_letters(*outline, limit) {
                let (name, split) = &self.names[*index];
                let distance = search.plain.distance(&split.plain, limit);
                search.record(name, distance, *index);
                if search.is_done() {
                    return;
                }
            }
        }
    }
}

/// Budget of comparisons for suggestions. It would take minutes to compare all names of a document with very many
/// unknown names.
#[derive(Debug)]
pub struct Comparisons(Cell<usize>);

impl Default for Comparisons {
    fn default() -> Self {
        Self(Cell::new(50_000))
    }
}

impl Comparisons {
    /// Same as [`suggest`], but returns `None` once the budget is used up.
    pub fn suggest<'k>(&self, given: &str, known: impl IntoIterator<Item = &'k str>) -> Option<Suggestion<'k>> {
        let counted = known.into_iter().take_while(|_| {
            self.0.set(self.0.get().saturating_sub(1));
            self.0.get() > 0
        });
        suggest(given, counted)
    }
}

/// Search for one given name.
struct Search<'k> {
    /// The given name without case and separators.
    given: String,
    plain: Pattern,
    limit: usize,
    /// Row of its verb, and the rest of the name.
    verb: Option<(usize, Pattern, usize)>,
    /// Distance and index of the nearest name.
    best: Option<(usize, usize, Suggestion<'k>)>,
    /// `true` to end with any near name.
    any: bool,
}

impl<'k> Search<'k> {
    /// Starts a search, or returns `None` if no name can be near.
    fn new(given: &str) -> Option<Self> {
        // Documents are untrusted: a longer name is not a typing error, and a comparison takes time proportional to its
        // length.
        if given.len() > 100 {
            return None;
        }
        let SplitName { plain, verb } = SplitName::parse(given);
        let limit = plain.count().div_ceil(3).min(4);
        let verb = verb.map(|(row, rest)| {
            let limit = limit.min(rest.count().div_ceil(3));
            (row, Pattern::new(rest), limit)
        });
        Some(Self { given: folded(given), plain: Pattern::new(plain), limit, verb, best: None, any: false })
    }

    /// Returns `false` if the length of a name shows that it is too far away.
    fn may_be_near(&self, name: &str) -> bool {
        // Verbs with the same meaning differ in length.
        if self.verb.is_some() || !name.is_ascii() {
            return true;
        }
        let separators = name.bytes().filter(|byte| is_separator(char::from(*byte))).count();
        self.plain.count().abs_diff(name.len() - separators) <= self.limit
    }

    /// Compares the name with a known one. Of equally near names, the one with the lowest index is the best, in any order of
    /// the comparisons.
    fn compare(&mut self, name: &'k str, known: &SplitName, index: usize) {
        let (pattern, letters, limit) = match (&self.verb, &known.verb) {
            (Some((own, ..)), Some((other, _))) if own != other => return,
            (Some((_, rest, limit)), Some((_, other))) => (rest, other, *limit),
            _ => (&self.plain, &known.plain, self.limit),
        };
        let distance = pattern.within(letters, self.current_limit(limit));
        self.record(name, distance, index);
    }

    /// Returns the limit of the next comparison. Names that are farther away than the best are not needed.
    fn current_limit(&self, limit: usize) -> usize {
        self.best.map_or(limit, |(least, ..)| limit.min(least))
    }

    /// Keeps a name that is at least as near as the best, unless it is an opposite.
    fn record(&mut self, name: &'k str, distance: Option<usize>, index: usize) {
        let Some(distance) = distance else { return };
        if distance > 0 && is_opposite(&self.given, name) {
            return;
        }
        match &mut self.best {
            Some((least, first, near)) if *least == distance => {
                near.is_only &= near.name == name;
                if index < *first {
                    (*first, near.name) = (index, name);
                }
            }
            _ => self.best = Some((distance, index, Suggestion { name, is_only: true })),
        }
    }

    /// Returns whether no further comparison is needed.
    fn is_done(&self) -> bool {
        self.any && self.best.is_some()
    }

    fn best(self) -> Option<Suggestion<'k>> {
        self.best.map(|(.., near)| near)
    }
}

/// A name without case and separators, and its rest without the verb.
#[derive(Debug)]
struct SplitName {
    plain: LetterSet,
    /// Row of the verb, and the rest of the name.
    verb: Option<(usize, LetterSet)>,
}

/// Returns a name without case and separators.
fn folded(name: &str) -> String {
    name.chars().filter(|letter| !is_separator(*letter)).flat_map(char::to_lowercase).collect()
}

/// Returns whether two names differ only in beginnings of opposite meaning. `given` has no case and separators.
fn is_opposite(given: &str, name: &str) -> bool {
    let name = folded(name);
    let have = |given: &str, name: &str, (one, other): (&str, &str)| {
        let common = given.strip_prefix(one).filter(|rest| rest.len() >= MIN_COMMON);
        common.is_some_and(|rest| name.strip_prefix(other) == Some(rest))
    };
    OPPOSITES.iter().any(|pair| have(given, &name, *pair) || have(&name, given, *pair))
}

fn is_separator(letter: char) -> bool {
    matches!(letter, '_' | '-' | ' ')
}

impl SplitName {
    fn parse(name: &str) -> Self {
        let (plain, verb) = if name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            Self::parse_identifier(name)
        } else {
            Self::parse_words(name)
        };
        let verb = verb.map(|(row, start, end)| {
            let rest = format!("{}{}", &plain[..start], &plain[end..]);
            (row, LetterSet::new(rest))
        });
        Self { plain: LetterSet::new(plain), verb }
    }

    /// Returns the same as [`Self::parse_words`], faster, for letters and digits only.
    fn parse_identifier(name: &str) -> (String, Option<Verb>) {
        let plain = name.to_ascii_lowercase();
        let (mut word, mut verb) = (0, None);
        for (before, pair) in name.as_bytes().windows(2).enumerate() {
            if let [b'a'..=b'z', b'A'..=b'Z'] = pair {
                verb = verb.or_else(|| verb_at(&plain[..=before], word));
                word = before + 1;
            }
        }
        let verb = verb.or_else(|| verb_at(&plain, word));
        (plain, verb)
    }

    /// Returns the name without case and separators, and its first verb.
    fn parse_words(name: &str) -> (String, Option<Verb>) {
        let mut plain = String::with_capacity(name.len());
        let (mut word, mut verb) = (0, None);
        let (mut starts, mut after_small) = (true, false);
        for letter in name.chars() {
            let separates = is_separator(letter);
            starts |= separates || after_small && letter.is_uppercase();
            after_small = letter.is_lowercase();
            if separates {
                continue;
            }
            if starts {
                verb = verb.or_else(|| verb_at(&plain, word));
                word = plain.len();
            }
            starts = false;
            if letter.is_ascii() {
                plain.push(letter.to_ascii_lowercase());
            } else {
                plain.extend(letter.to_lowercase());
            }
        }
        let verb = verb.or_else(|| verb_at(&plain, word));
        (plain, verb)
    }
}

/// Row of a verb, and its range in the name.
type Verb = (usize, usize, usize);

/// Returns the row of the last word, if it is a verb, and its range.
fn verb_at(plain: &str, start: usize) -> Option<Verb> {
    let word = &plain[start..];
    // Most words are no verbs, and their length or first letter shows it.
    if !(3..=9).contains(&word.len()) || !VERB_INITIALS.contains(&word.as_bytes()[0]) {
        return None;
    }
    let row = VERBS.iter().position(|row| row.contains(&word))?;
    Some((row, start, plain.len()))
}
