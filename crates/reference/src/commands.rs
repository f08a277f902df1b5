//! Definitions of commands as JSON, for programs that offer the commands of this one with their own command line.

use clap::{Arg, ArgAction, Command};
use serde_json::{Map, Value, json};

use crate::command_pages::{has_value, help, is_listed, possible_values};

/// Returns `{"options": […], "commands": […]}`: the options of every command, and each command with its own.
///
/// `program` must be built. `below` limits the commands to one command and its subcommands.
///
/// A command has `name`, `summary`, `description`, `arguments` and `options`. An argument or option has `name`,
/// `help`, and what applies of `short`, `required`, `multiple`, `delimiter`, `values`, `default` and `optional`,
/// which is set if the option can be written without a value. Only an option with a value has `value`.
pub fn definitions(program: &Command, below: &[String]) -> Value {
    let mut commands = Vec::new();
    for command in program.get_subcommands() {
        add(&mut commands, &[], command);
    }
    let wanted = below.join(" ");
    let is_below = |name: &str| {
        name.strip_prefix(&wanted).is_some_and(|rest| wanted.is_empty() || rest.is_empty() || rest.starts_with(' '))
    };
    commands.retain(|command: &Value| command["name"].as_str().is_some_and(is_below));
    let global = program.get_arguments().filter(|one| one.is_global_set() && !one.is_hide_set());
    json!({ "options": global.map(definition).collect::<Vec<_>>(), "commands": commands })
}

/// Adds a command and its subcommands. A command that requires a subcommand is not added itself.
fn add(commands: &mut Vec<Value>, outer: &[&str], command: &Command) {
    if command.is_hide_set() || command.get_name() == "help" {
        return;
    }
    let mut path = outer.to_vec();
    path.push(command.get_name());
    for inner in command.get_subcommands() {
        add(commands, &path, inner);
    }
    if command.is_subcommand_required_set() {
        return;
    }
    let summary = command.get_about().map(ToString::to_string).unwrap_or_default();
    let about = command.get_long_about().map(ToString::to_string).unwrap_or_default();
    let description = about.strip_prefix(&summary).unwrap_or(&about).trim_start_matches('.').trim();
    let (positional, options): (Vec<&Arg>, Vec<&Arg>) =
        command.get_arguments().filter(is_listed).partition(|one| one.is_positional());
    commands.push(json!({
        "name": path.join(" "),
        "summary": summary.trim_end_matches('.'),
        "description": description,
        "arguments": positional.into_iter().map(definition).collect::<Vec<_>>(),
        "options": options.into_iter().map(definition).collect::<Vec<_>>(),
    }));
}

fn definition(argument: &Arg) -> Value {
    let (about, default) = help(argument);
    let value_name = argument.get_value_names().and_then(|names| names.first()).map(ToString::to_string);
    let mut entry = Map::new();
    let mut add = |key: &str, value: Value| entry.insert(key.to_owned(), value);
    add("name", argument.get_long().map(str::to_owned).or_else(|| value_name.clone()).into());
    add("help", about.trim_end_matches('.').into());
    if let Some(short) = argument.get_short() {
        add("short", short.to_string().into());
    }
    if argument.is_required_set() {
        add("required", true.into());
    }
    if !has_value(argument) {
        return entry.into();
    }
    let is_many = argument.get_num_args().is_some_and(|range| range.max_values() > 1);
    if is_many || matches!(argument.get_action(), ArgAction::Append) {
        add("multiple", true.into());
    }
    if !argument.is_positional() {
        add("value", value_name.into());
    }
    if let Some(delimiter) = argument.get_value_delimiter() {
        add("delimiter", delimiter.to_string().into());
    }
    let values = possible_values(argument);
    if !values.is_empty() {
        add("values", values.into());
    }
    if let Some(default) = default {
        add("default", default.into());
    }
    if argument.get_num_args().is_some_and(|range| range.min_values() == 0) && !argument.is_positional() {
        add("optional", true.into());
    }
    entry.into()
}
