//! Formats the help of the program: commands in groups, wrapped to the width of the terminal.

use std::env;
use std::fmt::Write as _;

use clap::Command;
use clap::error::ErrorKind;

use planwright_project::terminal;

use crate::commands::GROUPS;

/// Column of the descriptions.
const INDENT: usize = 15;

/// Adds this help to the program.
pub(crate) fn grouped(program: Command) -> Command {
    let width = terminal::width();
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n{}\nOptions:\n{{options}}\n\n\
         {}\n",
        groups(&program, width),
        wrapped("`planwright COMMAND --help` explains a command; `planwright demo` shows them at work.", width)
            .join("\n")
    );
    program.help_template(template)
}

/// Returns the error for `help` of an unknown command. If the unknown command itself would get a suggestion, returns
/// that error instead.
pub(crate) fn with_suggestion(error: clap::Error) -> clap::Error {
    let mut words: Vec<_> = env::args_os().collect();
    if error.kind() != ErrorKind::InvalidSubcommand || words.get(1).is_none_or(|word| word != "help") {
        return error;
    }
    words.remove(1);
    match crate::program().try_get_matches_from(words) {
        Err(told) if told.kind() == ErrorKind::InvalidSubcommand => told,
        _ => error,
    }
}

fn groups(program: &Command, width: usize) -> String {
    let mut text = String::new();
    for (heading, names) in GROUPS {
        let _ = writeln!(text, "\n{heading}:");
        // The parser itself adds the command `help`.
        let help = GROUPS.last().is_some_and(|(last, _)| last == heading).then_some("help");
        for name in names.iter().copied().chain(help) {
            let about = program.find_subcommand(name).and_then(Command::get_about).map(ToString::to_string);
            let about = about.unwrap_or_else(|| "Print the help of the program, or of a command".to_owned());
            let lines = wrapped(&about, width.saturating_sub(INDENT));
            for (row, line) in lines.iter().enumerate() {
                let name = if row == 0 { name } else { "" };
                let _ = writeln!(text, "  {name:<width$}{line}", width = INDENT - 2);
            }
        }
    }
    // Braces would be template variables.
    text.replace('{', "(").replace('}', ")")
}

/// Splits text into lines of at most `width` characters, between words.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line =
            lines.last_mut().map(|line| (line.chars().count() + 1 + word.chars().count() <= width.max(20), line));
        match line {
            Some((_, line)) if line.is_empty() => line.push_str(word),
            Some((true, line)) => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_stands_in_one_group() {
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        let program = crate::program();
        let all = program.get_subcommands().map(Command::get_name);
        let mut all: Vec<&str> = all.collect();
        grouped.sort_unstable();
        all.sort_unstable();
        assert_eq!(grouped, all);
        assert!(grouped.iter().all(|name| name.len() + 2 < INDENT), "a name leaves a blank before its text");
    }

    #[test]
    fn texts_are_broken_between_words() {
        assert_eq!(wrapped("one two three", 20), ["one two three"]);
        assert_eq!(wrapped("one two three four five six", 20), ["one two three four", "five six"]);
        assert_eq!(wrapped("a-word-that-is-longer-than-the-line b", 20), ["a-word-that-is-longer-than-the-line", "b"]);
    }
}
