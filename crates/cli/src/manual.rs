//! Implements `planwright manual`: prints every command with its options, from the definition of the command line.

use std::fmt::Write as _;

use clap::{Arg, Command, ValueEnum};
use planwright_contracts::nearest;

use planwright_project::exit::{Failure, Outcome};

/// Print the reference of all commands, or of one.
#[derive(Debug, clap::Args)]
pub(crate) struct ManualArgs {
    /// The command, such as `snapshot check`; without it all of them.
    #[arg(value_name = "COMMAND")]
    pub command: Vec<String>,
    /// How it is written.
    #[arg(long, value_enum, default_value = "markdown")]
    pub format: ManualFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ManualFormat {
    /// A page with a section a command.
    Markdown,
    /// A page of the manual, as `man` shows it, of one command.
    Man,
}

/// Prints the page.
pub(crate) fn run(args: &ManualArgs) -> Result<Outcome, Failure> {
    let mut program = crate::program();
    program.build();
    let mut path = program.get_name().to_owned();
    let mut chosen = &program;
    for name in &args.command {
        let Some(inner) = chosen.find_subcommand(name) else {
            let known: Vec<&str> = chosen.get_subcommands().map(Command::get_name).collect();
            let help = nearest(name, known).map_or_else(String::new, |near| format!("; did you mean {near:?}?"));
            return Err(Failure::one(format!("{path} has no command {name:?}{help}")));
        };
        path = format!("{path} {name}");
        chosen = inner;
    }
    if args.format == ManualFormat::Man {
        let mut page = Vec::new();
        clap_mangen::Man::new(chosen.clone()).render(&mut page)?;
        out!("{}", String::from_utf8_lossy(&page));
        return Ok(Outcome::Fine);
    }
    let mut page = String::new();
    if args.command.is_empty() {
        page += "# Commands\n\n<!-- Generated from the definitions of the command line. Do not edit. -->\n\n";
        page += "Exit codes of every command: 0 all is well, 1 something was found in what was given, 2 wrong use, or a file that\n\
                 cannot be read or written. Ctrl-C ends a run as it ends any, which shells report as 130 (143 where it was asked to end): files\n\
                 are then as they were or as they were to be, and no temporary one is left. `planwright COMMAND --help` prints the same.\n";
        for inner in chosen.get_subcommands() {
            section(&mut page, &path, inner);
        }
    } else {
        section(&mut page, path.rsplit_once(' ').map_or("", |(outer, _)| outer), chosen);
    }
    out!("{}", page.trim_start_matches('\n'));
    Ok(Outcome::Fine)
}

/// Adds a command and its subcommands.
fn section(page: &mut String, outer: &str, command: &Command) {
    if command.is_hide_set() || command.get_name() == "help" {
        return;
    }
    let path = format!("{outer} {}", command.get_name());
    let about = command.get_long_about().or(command.get_about()).map(ToString::to_string).unwrap_or_default();
    let about = about.trim_end_matches('.');
    let _ = write!(page, "\n## {path}\n\n{about}.\n");
    let arguments: Vec<&Arg> = command
        .get_arguments()
        .filter(|one| !one.is_hide_set() && one.get_id() != "help" && !one.is_global_set())
        .collect();
    if !arguments.is_empty() {
        page.push_str("\n| argument | what it says |\n|---|---|\n");
        for argument in arguments {
            let _ = writeln!(page, "| `{}` | {} |", written(argument), cell(argument));
        }
    }
    for inner in command.get_subcommands() {
        section(page, &path, inner);
    }
}

/// Formats an argument, such as `--out <DIR>` or `FILE…`.
fn written(argument: &Arg) -> String {
    let names = argument.get_value_names().unwrap_or_default();
    let values: Vec<String> = names.iter().map(|name| format!("<{name}>")).collect();
    let takes = argument.get_num_args().is_some_and(|range| range.takes_values());
    match argument.get_long() {
        Some(long) if takes => format!("--{long} {}", values.join(" ")),
        Some(long) => format!("--{long}"),
        None => values.join(" "),
    }
    .replace('|', "\\|")
}

/// Returns the help of an argument, with its possible values and its default.
fn cell(argument: &Arg) -> String {
    let help = argument.get_long_help().or(argument.get_help()).map(ToString::to_string).unwrap_or_default();
    let mut text = help.replace('\n', " ").replace('|', "\\|");
    if !text.is_empty() && !text.ends_with('.') {
        text.push('.');
    }
    let takes = argument.get_num_args().is_some_and(|range| range.takes_values());
    let values: Vec<String> = if takes && !argument.is_hide_possible_values_set() {
        argument.get_possible_values().iter().map(|value| format!("`{}`", value.get_name())).collect()
    } else {
        Vec::new()
    };
    if !values.is_empty() {
        let _ = write!(text, " One of {}.", values.join(", "));
    }
    let defaults: Vec<String> =
        argument.get_default_values().iter().map(|value| format!("`{}`", value.to_string_lossy())).collect();
    if !defaults.is_empty() && takes {
        let _ = write!(text, " Default: {}.", defaults.join(", "));
    }
    text.trim().to_owned()
}
