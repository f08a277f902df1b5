//! Pages in Markdown about the commands of a command line, from the definitions that parse it.

use std::fmt::Write as _;

use clap::{Arg, Command};

use crate::json_schemas::keys_of_section;

/// Returns the page of one command and its subcommands, with everything that `--help` prints.
///
/// `path` is the command with the commands before it, such as `planwright snapshot check`.
pub fn page(path: &str, command: &Command) -> String {
    let mut page = String::new();
    section(&mut page, path.rsplit_once(' ').map_or("", |(outer, _)| outer), command, Detail::Full);
    page.trim_start_matches('\n').to_owned()
}

/// Contents of the section of a command.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// Everything that `--help` prints.
    Full,
    /// The first paragraph about the command, and the names of its arguments.
    Names,
}

/// Returns the page of all commands, with the names of their arguments.
pub fn overview(program: &Command) -> String {
    let mut page =
        "# Commands\n\n<!-- Generated from the definitions of the command line. Do not edit. -->\n\n".to_owned();
    page += "This page lists every command with the names of its arguments. `planwright COMMAND --help` prints what they mean, their values and\n\
             their defaults.\n\n\
             Exit codes of all commands: 0 success; 1 findings; 2 usage or I/O error. `drift` and `lock --check` exit with 3 if a verdict is\n\
             undecided.\n\n\
             Ctrl-C stops a run with exit code 130, and a termination signal with 143. Each file is then either unchanged or completely\n\
             written, and no temporary files remain.\n";
    page += "\n## Options of every command\n\n";
    for argument in program.get_arguments().filter(|one| one.is_global_set() && !one.is_hide_set()) {
        page += &line(argument);
    }
    for inner in program.get_subcommands() {
        section(&mut page, program.get_name(), inner, Detail::Names);
    }
    page
}

/// Returns whether an argument belongs to the page of its command.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "filters pass references to references")]
pub(crate) fn is_listed(argument: &&Arg) -> bool {
    !argument.is_hide_set() && argument.get_id() != "help" && !argument.is_global_set()
}

/// Adds a command, then its subcommands.
fn section(page: &mut String, outer: &str, command: &Command, detail: Detail) {
    if command.is_hide_set() || command.get_name() == "help" {
        return;
    }
    let path = format!("{outer} {}", command.get_name());
    let about = match detail {
        Detail::Full => command.get_long_about().or(command.get_about()),
        Detail::Names => command.get_about(),
    };
    let about = about.map(ToString::to_string).unwrap_or_default();
    let about = about.trim_end_matches('.');
    let _ = write!(page, "\n## {path}\n\n{about}.\n");
    let arguments: Vec<&Arg> = command.get_arguments().filter(is_listed).collect();
    if !arguments.is_empty() {
        match detail {
            Detail::Full => full_arguments(page, &arguments),
            Detail::Names => names(page, &path, &arguments),
        }
    }
    for inner in command.get_subcommands() {
        section(page, &path, inner, detail);
    }
}

/// Adds a table with everything about each argument.
fn full_arguments(page: &mut String, arguments: &[&Arg]) {
    page.push_str("\n| Argument | Meaning |\n|---|---|\n");
    for argument in arguments {
        let _ =
            writeln!(page, "| `{}` | {} |", written(argument).replace('|', "\\|"), cell(argument).replace('|', "\\|"));
    }
}

/// Adds the names of arguments, and of those that are also keys of the configuration.
fn names(page: &mut String, path: &str, arguments: &[&Arg]) {
    let section = path.strip_prefix("planwright ").unwrap_or_default();
    let keys = keys_of_section(section);
    let is_key = |argument: &&&Arg| {
        let name = argument.get_long().unwrap_or_default();
        keys.iter().any(|key| key == name || Some(key.as_str()) == name.strip_prefix("no-"))
    };
    let (configured, own): (Vec<&Arg>, Vec<&Arg>) = arguments.iter().partition(is_key);
    // Arguments without an option go first: after an option they look like its value.
    let list = |mut arguments: Vec<&Arg>| {
        arguments.sort_by_key(|argument| argument.get_long().is_some());
        let names = arguments.into_iter().map(|argument| match argument.get_long() {
            Some(long) => format!("--{long}"),
            None => written(argument),
        });
        names.collect::<Vec<_>>().join(" ")
    };
    if !own.is_empty() {
        let _ = write!(page, "\n`{}`\n", list(own));
    }
    if !configured.is_empty() {
        let _ =
            write!(page, "\nAlso [keys of the configuration](configuration.md#{section}): `{}`\n", list(configured));
    }
}

/// Returns the list item of an argument: its name, the first sentence about it, its values and its default.
fn line(argument: &Arg) -> String {
    let (about, default) = help(argument);
    let about = about.split_inclusive(". ").next().unwrap_or_default().trim_end().trim_end_matches('.');
    let values = quoted_values(argument);
    let values = if values.is_empty() { String::new() } else { format!(": {}", values.join(", ")) };
    let default = default.map_or_else(String::new, |default| format!(" [default: {default}]"));
    format!("- `{}`: {about}{values}{default}\n", written(argument))
}

/// Formats the name of an argument: `--out <DIR>` or `<FILE>`.
fn written(argument: &Arg) -> String {
    let names = argument.get_value_names().unwrap_or_default();
    let values: Vec<String> = names.iter().map(|name| format!("<{name}>")).collect();
    match argument.get_long() {
        Some(long) if has_value(argument) => format!("--{long} {}", values.join(" ")),
        Some(long) => format!("--{long}"),
        None => values.join(" "),
    }
}

/// Formats the help, the possible values and the default of an argument.
fn cell(argument: &Arg) -> String {
    let (mut text, default) = help(argument);
    if !text.is_empty() && !text.ends_with('.') {
        text.push('.');
    }
    let values = quoted_values(argument);
    if !values.is_empty() {
        let _ = write!(text, " One of {}.", values.join(", "));
    }
    if let Some(default) = default {
        let _ = write!(text, " [default: {default}]");
    }
    text.trim().to_owned()
}

/// Returns the help of an argument as one line, and its default.
pub(crate) fn help(argument: &Arg) -> (String, Option<String>) {
    let help = argument.get_long_help().or(argument.get_help()).map(ToString::to_string).unwrap_or_default();
    let help = help.replace('\n', " ");
    // Defaults that depend on other files are written in the help. They go after the possible values, as those of clap do.
    let (about, documented) = match help.rsplit_once(" [default: ") {
        Some((about, default)) => (about, default.strip_suffix(']').map(str::to_owned)),
        None => (help.as_str(), None),
    };
    let default = argument.get_default_values().first().filter(|_| has_value(argument));
    (about.to_owned(), default.map(|value| value.to_string_lossy().into_owned()).or(documented))
}

fn quoted_values(argument: &Arg) -> Vec<String> {
    possible_values(argument).iter().map(|value| format!("`{value}`")).collect()
}

/// Returns the values that the help of an argument lists.
pub(crate) fn possible_values(argument: &Arg) -> Vec<String> {
    if !has_value(argument) || argument.is_hide_possible_values_set() {
        return Vec::new();
    }
    argument.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect()
}

/// Returns whether an argument is followed by a value.
pub(crate) fn has_value(argument: &Arg) -> bool {
    argument.get_num_args().is_some_and(|range| range.takes_values())
}
