//! Counts habits of wording in comments, documents and names, and compares the counts with a baseline.
//!
//! The project writes in the usual words of its field. The baseline lists the habits that are left in each area of the
//! repository. It only shrinks: a count that rises is an error, and a count that falls has to be lowered in the baseline.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use regex::{Regex, RegexSet};

pub mod habits;
mod lines;
mod messages;

use crate::sources;
use habits::{FUNCTION_NAMES, HABITS, Habit, LONG_SENTENCE, MAX_WORDS, MESSAGE_HABITS, NAME_WORDS};
pub use lines::{Line, comments, documents, rust_files};
pub use messages::messages;

/// Number of files that may share a name.
const MAX_SAME_NAME: usize = 4;

/// File names that cargo or the conventions of Rust prescribe.
const USUAL_NAMES: [&str; 5] = ["build.rs", "lib.rs", "main.rs", "mod.rs", "tests.rs"];

/// A kind of source: its name in the baseline, and the function that reads its lines below a root.
type Kind = (&'static str, fn(&Path) -> Vec<Line>);

/// The kinds of sources whose lines are measured. For another kind, add the function that reads it.
const KINDS: [Kind; 2] = [("comments", comments), ("documents", documents)];

/// Kind, area and habit.
type Key = (String, String, String);

/// The places of one habit in one area.
#[derive(Clone, Debug, Default)]
pub struct Group {
    /// Number of hits that need no baseline entry.
    pub allowed: usize,
    /// Words to write instead.
    pub instead: String,
    /// Lines that have the habit.
    pub hits: Vec<Line>,
}

/// All hits, by kind, area and habit.
#[derive(Clone, Debug, Default)]
pub struct Hits(BTreeMap<Key, Group>);

/// Number of accepted hits by kind, area and habit.
pub type Baseline = BTreeMap<String, BTreeMap<String, BTreeMap<String, usize>>>;

impl Hits {
    /// Measures every source below `root`.
    pub fn measure(root: &Path) -> Self {
        let areas = areas(root);
        let mut hits = Self::default();
        for (kind, read) in KINDS {
            hits.add_lines(kind, &areas, &read(root));
        }
        hits.add_messages(&areas, &messages(root));
        let files = rust_files(root);
        hits.add_names(&areas, &files);
        hits.add_file_names(files.iter().map(|file| file.path.as_str()));
        hits
    }

    /// Adds the habits of lines and of the sentences that the lines make up.
    pub fn add_lines(&mut self, kind: &str, areas: &[String], lines: &[Line]) {
        let mut sizes: BTreeMap<&str, usize> = BTreeMap::new();
        for line in lines {
            *sizes.entry(area(areas, &line.path)).or_default() += 1;
        }
        let mut add = |habit: &str, limit: usize, instead: &str, line: &Line| {
            let area = area(areas, &line.path);
            self.add((kind, area, habit), limit * sizes.get(area).unwrap_or(&0) / 1000, instead, line.clone());
        };
        for line in lines {
            for habit in habits_in(&line.text) {
                add(habit.name, habit.limit, habit.instead, line);
            }
        }
        let (name, limit, instead) = LONG_SENTENCE;
        for sentence in lines::sentences(lines) {
            if sentence.text.split_whitespace().count() > MAX_WORDS {
                add(name, limit, instead, &sentence);
            }
        }
    }

    /// Adds the habits of messages. Each hit needs a baseline entry.
    pub fn add_messages(&mut self, areas: &[String], lines: &[Line]) {
        for line in lines {
            for habit in message_habits_in(&line.text) {
                self.add(("messages", area(areas, &line.path), habit.name), 0, habit.instead, line.clone());
            }
        }
    }

    /// Adds functions whose name tells nothing, and public items whose name has a word that is not a standard term.
    pub fn add_names(&mut self, areas: &[String], files: &[sources::Source]) {
        for file in files {
            let area = area(areas, &file.path);
            for (index, text) in file.text.lines().enumerate() {
                let line = Line { path: file.path.clone(), number: index + 1, text: text.trim().to_owned() };
                for name in functions(text) {
                    self.add(("functions", area, name), 0, "a verb with its object", line.clone());
                }
                for (word, instead) in public_name(text).into_iter().flat_map(odd_words) {
                    self.add(("names", area, &word), 0, instead, line.clone());
                }
            }
        }
    }

    /// Adds the names that too many files have.
    pub fn add_file_names<'p>(&mut self, paths: impl Iterator<Item = &'p str>) {
        for path in paths {
            let name = path.rsplit('/').next().unwrap_or_default();
            if !USUAL_NAMES.contains(&name) {
                let line = Line { path: path.to_owned(), number: 1, text: String::new() };
                self.add(("file-names", "all", name), MAX_SAME_NAME, "a more specific file name", line);
            }
        }
    }

    fn add(&mut self, (kind, area, habit): (&str, &str, &str), allowed: usize, instead: &str, line: Line) {
        let group = self.0.entry((kind.to_owned(), area.to_owned(), habit.to_owned())).or_default();
        group.allowed = allowed;
        instead.clone_into(&mut group.instead);
        group.hits.push(line);
    }

    /// Returns the baseline that accepts exactly these hits.
    pub fn baseline(&self) -> Baseline {
        let mut baseline = Baseline::new();
        for ((kind, area, habit), group) in self.0.iter().filter(|(_, group)| group.hits.len() > group.allowed) {
            let areas = baseline.entry(kind.clone()).or_default();
            areas.entry(area.clone()).or_default().insert(habit.clone(), group.hits.len());
        }
        baseline
    }

    /// Returns one message per habit that has more hits than the baseline accepts.
    pub fn rises(&self, baseline: &Baseline) -> Vec<String> {
        let accepted = |(kind, area, habit): &Key| {
            baseline.get(kind).and_then(|areas| areas.get(area)?.get(habit)).copied().unwrap_or_default()
        };
        let risen = self.0.iter().filter(|(key, group)| group.hits.len() > group.allowed.max(accepted(key)));
        let messages = risen.map(|(key, group)| {
            let ((kind, area, habit), limit) = (key, group.allowed.max(accepted(key)));
            let lines = group.hits.iter().map(|hit| format!("  {}:{}: {}\n", hit.path, hit.number, hit.text));
            let lines: String = lines.collect();
            let (count, instead) = (group.hits.len(), &group.instead);
            format!(
                "{kind} of {area}: {count} hits of {habit}, at most {limit} are accepted. Write {instead}:\n{lines}"
            )
        });
        messages.collect()
    }
}

/// Returns the crates of the workspace, and then its other folders: a path belongs to the first area that contains it.
fn areas(root: &Path) -> Vec<String> {
    let mut areas = sources::crates(root);
    areas.push("tests/tools".to_owned());
    areas.sort_by(|one, other| other.cmp(one));
    areas
}

/// Returns the crate that a file belongs to, or its top folder, or `top` for a file that is in no folder.
fn area<'p>(areas: &'p [String], path: &'p str) -> &'p str {
    let contains = |area: &&String| path.strip_prefix(area.as_str()).is_some_and(|rest| rest.starts_with('/'));
    areas.iter().find(contains).map_or_else(|| path.split_once('/').map_or("top", |(folder, _)| folder), String::as_str)
}

/// Returns the habits of one line.
pub fn habits_in(line: &str) -> Vec<&'static Habit> {
    static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| Patterns::new(HABITS.iter()));
    PATTERNS.find(line)
}

/// Returns the habits of one message.
pub fn message_habits_in(message: &str) -> Vec<&'static Habit> {
    static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| Patterns::new(HABITS.iter().chain(&MESSAGE_HABITS)));
    PATTERNS.find(message)
}

/// Compiled patterns of habits.
struct Patterns {
    habits: Vec<&'static Habit>,
    /// One search for all patterns, because most lines have no habit.
    any: RegexSet,
    each: Vec<Regex>,
}

impl Patterns {
    fn new(habits: impl Iterator<Item = &'static Habit>) -> Self {
        let habits: Vec<_> = habits.collect();
        let each = habits.iter().map(|habit| Regex::new(habit.pattern).expect("the pattern of a habit")).collect();
        let any = RegexSet::new(habits.iter().map(|habit| habit.pattern)).expect("the patterns of all habits");
        Self { habits, any, each }
    }

    fn find(&self, line: &str) -> Vec<&'static Habit> {
        let has_habit = |index: &usize| {
            self.each[*index].captures_iter(line).any(|captures| {
                let next = captures.name("next").map(|next| next.as_str().to_lowercase());
                // The form "There is no task" is standard English, but "a list is no object" is not.
                captures.name("subject").is_none()
                    && next.is_none_or(|next| !self.habits[*index].except.contains(&next.as_str()))
            })
        };
        self.any.matches(line).into_iter().filter(has_habit).map(|index| self.habits[index]).collect()
    }
}

/// Returns the names of the functions in a line of Rust that are in the list of names that tell nothing.
fn functions(line: &str) -> Vec<&'static str> {
    static DECLARATION: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\bfn (\w+)").expect("a pattern"));
    let names = DECLARATION.captures_iter(line).filter_map(|captures| {
        let name = captures.get(1)?.as_str();
        FUNCTION_NAMES.into_iter().find(|known| *known == name)
    });
    names.collect()
}

/// Returns the name of the public item that a line of Rust declares.
fn public_name(line: &str) -> Option<&str> {
    static ITEM: LazyLock<Regex> = LazyLock::new(|| {
        let pattern = r"^\s*pub (?:(?:const|async|unsafe) )*(?:fn|struct|enum|const|type|trait|static|mod) (\w+)";
        Regex::new(pattern).expect("a pattern")
    });
    Some(ITEM.captures(line)?.get(1)?.as_str())
}

/// Returns the words of a name that are not standard terms, each with the term to use.
fn odd_words(name: &str) -> Vec<(String, &'static str)> {
    let mut spaced = String::new();
    let mut previous = '_';
    for character in name.chars() {
        if character.is_uppercase() && !previous.is_uppercase() || character == '_' {
            spaced.push(' ');
        }
        spaced.extend(character.to_lowercase().filter(|one| *one != '_'));
        previous = character;
    }
    let known = |word: &str| NAME_WORDS.iter().find(|(words, _)| words.contains(&word)).map(|(_, instead)| *instead);
    spaced.split_whitespace().filter_map(|word| known(word).map(|instead| (word.to_owned(), instead))).collect()
}

#[cfg(test)]
mod tests;
