//! Options that were renamed. The old spelling works for one release.

use std::ffi::OsString;
use std::fmt::Write as _;

use planwright_project::terminal;

/// An option with its old and its new spelling.
#[derive(Debug)]
pub(crate) struct OldSpelling {
    /// Commands with the option.
    commands: &'static [&'static str],
    old: &'static str,
    new: NewSpelling,
}

/// Replacement of an option.
#[derive(Debug)]
enum NewSpelling {
    /// Another option with the same value.
    Option(&'static str),
    /// An option without a value, for one value of the old option.
    Switch { value: &'static str, option: &'static str },
    /// The first argument of the command.
    Argument(&'static str),
}

use NewSpelling::{Argument, Option as Renamed, Switch};

const fn row(commands: &'static [&'static str], old: &'static str, new: NewSpelling) -> OldSpelling {
    OldSpelling { commands, old, new }
}

/// All renamed options.
const RENAMED: &[OldSpelling] = &[
    row(&["export", "normalize"], "--contract", Argument("CONTRACT")),
    row(&["check", "export", "gen", "normalize", "prompt"], "--schemas", Renamed("--schema")),
    row(&["gen"], "--formats", Switch { value: "assert", option: "--assert-formats" }),
    row(&["gen"], "--formats", Switch { value: "annotate", option: "--no-assert-formats" }),
    row(&["check"], "--within", Renamed("--timeout")),
];

impl OldSpelling {
    /// Returns the old and the new spelling, as the documentation shows them.
    fn spellings(&self) -> (String, String) {
        match self.new {
            Renamed(new) => (self.old.to_owned(), new.to_owned()),
            Switch { value, option } => (format!("{} {value}", self.old), option.to_owned()),
            Argument(name) => (format!("{} {name}", self.old), name.to_owned()),
        }
    }

    /// Prints a note about the new spelling.
    pub(crate) fn note(&self) {
        if !terminal::is_quiet() {
            let (old, new) = self.spellings();
            errln!("note: `{old}` is now written `{new}`; the old spelling will stop working in the next release");
        }
    }
}

/// Returns the command line with new spellings, and the rows that were used, each once. `groups` are the names of the
/// commands.
pub(crate) fn translated(
    words: Vec<OsString>,
    groups: &[(&str, &[&str])],
) -> (Vec<OsString>, Vec<&'static OldSpelling>) {
    let is_command = |word: &OsString| groups.iter().any(|(_, names)| names.iter().any(|name| word == name));
    let Some(at) = words.iter().skip(1).position(is_command).map(|at| at + 1) else { return (words, Vec::new()) };
    let command = words[at].clone();
    let rows = || RENAMED.iter().filter(|row| row.commands.iter().any(|name| command == *name));
    let mut used: Vec<&OldSpelling> = Vec::new();
    let (mut before, mut after) = (words[..=at].to_vec(), Vec::new());
    let mut rest = words[at + 1..].iter().cloned().peekable();
    while let Some(word) = rest.next() {
        if word == "--" {
            after.push(word);
            break;
        }
        let text = word.to_str().unwrap_or_default();
        let (name, inline) = text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value)));
        let value = inline.map(OsString::from).or_else(|| rest.peek().cloned());
        let fits = |row: &&OldSpelling| match row.new {
            Switch { value: only, .. } => value.as_ref().is_some_and(|value| value == only),
            Renamed(_) | Argument(_) => true,
        };
        let Some(row) = rows().filter(|row| row.old == name).find(fits) else {
            after.push(word);
            continue;
        };
        if !used.iter().any(|known| std::ptr::eq(*known, row)) {
            used.push(row);
        }
        match (&row.new, inline) {
            (Renamed(new), Some(value)) => after.push(format!("{new}={value}").into()),
            (Renamed(new), None) => after.push(new.into()),
            (Switch { option, .. }, _) => after.push(option.into()),
            (Argument(_), _) => before.extend(value),
        }
        // The next word is the value. It is a separate argument only after a renamed option.
        if inline.is_none() && !matches!(row.new, Renamed(_)) {
            rest.next();
        }
    }
    before.extend(after);
    before.extend(rest);
    (before, used)
}

/// Returns the section of the manual about renamed options.
pub(crate) fn section() -> String {
    let mut page = "\n## Renamed options\n\nAn old spelling works for one release, with a note on standard error.\n\n\
                    | Commands | Old | New |\n|---|---|---|\n"
        .to_owned();
    for row in RENAMED {
        let commands: Vec<String> = row.commands.iter().map(|name| format!("`{name}`")).collect();
        let (old, new) = row.spellings();
        let _ = writeln!(page, "| {} | `{old}` | `{new}` |", commands.join(", "));
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translation(line: &str) -> (String, usize) {
        let words = line.split(' ').map(OsString::from).collect();
        let (words, used) = translated(words, crate::commands::GROUPS);
        let words: Vec<_> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        (words.join(" "), used.len())
    }

    #[test]
    fn every_old_spelling_is_replaced() {
        let lines = [
            ("p export --dialect x --contract fix-plan", "p export fix-plan --dialect x", 1),
            ("p --quiet normalize a.json --contract=fix-plan", "p --quiet normalize fix-plan a.json", 1),
            ("p gen --schemas a --formats annotate --out b", "p gen --schema a --no-assert-formats --out b", 2),
            ("p gen --schemas=a --formats=assert", "p gen --schema=a --assert-formats", 2),
            ("p check --schema a --schemas b --schemas c d", "p check --schema a --schema b --schema c d", 1),
            ("p check x --follow --within 2 -", "p check x --follow --timeout 2 -", 1),
            // An unknown value, an option of another command, and words after `--` stay as they are.
            ("p gen --formats maybe", "p gen --formats maybe", 0),
            ("p lint --schemas a", "p lint --schemas a", 0),
            ("p check x -- --schemas", "p check x -- --schemas", 0),
            ("p --version", "p --version", 0),
            ("p export --contract", "p export", 1),
        ];
        for (old, new, used) in lines {
            assert_eq!(translation(old), (new.to_owned(), used), "{old}");
        }
        let covered = lines.map(|(old, ..)| old).join(" ");
        assert!(RENAMED.iter().all(|row| covered.contains(row.old)), "each row needs a line");
    }

    #[test]
    fn new_spellings_exist_and_old_ones_do_not() {
        let program = crate::program();
        for row in RENAMED {
            for name in row.commands {
                let command = program.find_subcommand(name).unwrap();
                let has = |option: &str| command.get_arguments().any(|one| one.get_long() == option.strip_prefix("--"));
                assert!(!has(row.old), "{name} {}", row.old);
                match row.new {
                    Renamed(new) | Switch { option: new, .. } => assert!(has(new), "{name} {new}"),
                    Argument(value) => {
                        let is_it = |one: &&clap::Arg| {
                            one.get_value_names().is_some_and(|names| names.iter().any(|known| known == value))
                        };
                        assert!(command.get_positionals().any(|one| is_it(&one)), "{name} {value}");
                    }
                }
            }
        }
    }
}
