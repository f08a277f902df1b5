//! Help of the program itself: its commands in groups, on one screen of 80 columns and 45 lines.

use std::fmt::Write as _;

use clap::{Arg, Command};

use planwright_project::terminal;

use crate::commands::{ENGINES, GROUPS};

/// Commands that share a line of the help, with their description.
const SHARED_LINES: [(&[&str], &str); 3] = [
    (&["check", "extract"], "Validate documents, or the document in a model answer"),
    (&["rules", "explain"], "List the codes of findings, or explain one"),
    (&["schema", "manual"], "Print JSON Schemas, or the reference of all commands"),
];

/// Column of the descriptions of commands.
const COMMAND_COLUMN: usize = 18;

/// Column of the descriptions of options.
const OPTION_COLUMN: usize = 26;

/// Returns the program with this help.
pub(crate) fn grouped(program: Command) -> Command {
    let page = page(&program, terminal::width());
    program.help_template(format!("{{about-with-newline}}\n{{usage-heading}} {{usage}}\n{page}"))
}

fn page(program: &Command, width: usize) -> String {
    let engines = GROUPS.iter().find(|(heading, _)| *heading == ENGINES).map_or(&[][..], |(_, names)| *names);
    let engines = if engines.is_empty() {
        String::new()
    } else {
        let line = format!("{ENGINES} (`planwright NAME --help`): {}", engines.join(", "));
        format!("\n{}\n", wrapped(&line, width).join("\n"))
    };
    let page = format!("{}{engines}{}", groups(program, width), options(program, width));
    // clap replaces names in braces, so the page must not contain braces.
    page.replace('{', "(").replace('}', ")")
}

fn groups(program: &Command, width: usize) -> String {
    let mut page = String::new();
    for (heading, names) in GROUPS.iter().filter(|(heading, _)| *heading != ENGINES) {
        let _ = writeln!(page, "\n{heading}:");
        for name in *names {
            let shared = SHARED_LINES.iter().find(|(names, _)| names.contains(name));
            match shared {
                Some((names, about)) if names.first() == Some(name) => {
                    row(&mut page, &format!("  {}", names.join(", ")), about, COMMAND_COLUMN, width);
                }
                Some(_) => {}
                None => {
                    let about = program.find_subcommand(name).and_then(Command::get_about).map(ToString::to_string);
                    row(&mut page, &format!("  {name}"), &about.unwrap_or_default(), COMMAND_COLUMN, width);
                }
            }
        }
    }
    page
}

fn options(program: &Command, width: usize) -> String {
    let mut page = "\nOptions:\n".to_owned();
    for argument in program.get_arguments() {
        let short = argument.get_short().map_or_else(|| "    ".to_owned(), |short| format!("-{short}, "));
        let value = argument.get_value_names().and_then(|names| names.first());
        let value = value.filter(|_| takes_value(argument)).map_or_else(String::new, |name| format!(" <{name}>"));
        let name = format!("  {short}--{}{value}", argument.get_long().unwrap_or_default());
        let mut about = argument.get_help().map(ToString::to_string).unwrap_or_default();
        if let Some(default) = argument.get_default_values().first().filter(|_| takes_value(argument)) {
            let _ = write!(about, " [default: {}]", default.to_string_lossy());
        }
        row(&mut page, &name, &about, OPTION_COLUMN, width);
    }
    row(&mut page, "  -h, --help", "Print help (also: `planwright COMMAND --help`)", OPTION_COLUMN, width);
    row(&mut page, "  -V, --version", "Print the version", OPTION_COLUMN, width);
    page
}

fn takes_value(argument: &Arg) -> bool {
    !matches!(argument.get_action(), clap::ArgAction::SetTrue)
}

/// Adds a name and its description, wrapped to the width. In a narrow window, the description has its own lines.
fn row(page: &mut String, name: &str, about: &str, column: usize, width: usize) {
    if width < column + 25 {
        let _ = writeln!(page, "{name}");
        for line in wrapped(about, width.saturating_sub(6)) {
            let _ = writeln!(page, "      {line}");
        }
        return;
    }
    for (number, line) in wrapped(about, width.saturating_sub(column)).iter().enumerate() {
        let name = if number == 0 { name } else { "" };
        let _ = writeln!(page, "{name:<column$}{line}");
    }
}

/// Returns the text in lines of at most `width` characters, broken between words.
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
    fn the_help_fits_on_one_screen() {
        let page = page(&crate::program(), 80);
        // The description and the usage are three more lines.
        assert!(page.lines().count() + 3 <= 45, "{page}");
        assert!(page.lines().all(|line| line.chars().count() <= 80), "{page}");
    }

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrapped("one two three", 20), ["one two three"]);
        assert_eq!(wrapped("one two three four five six", 20), ["one two three four", "five six"]);
        assert_eq!(wrapped("a-word-that-is-longer-than-the-line b", 20), ["a-word-that-is-longer-than-the-line", "b"]);
    }
}
