//! `planwright manual`: prints every command with its options, from the definitions that parse the command line.

use std::fmt::Write as _;

use clap::{Arg, Command, ValueEnum};
use planwright_contracts::nearest;

use planwright_project::exit::{Failure, Outcome};

/// Print the reference of all commands or of one command.
#[derive(Debug, clap::Args)]
pub(crate) struct ManualArgs {
    /// Command, such as `snapshot check` [default: all commands]
    #[arg(value_name = "COMMAND")]
    pub command: Vec<String>,
    /// Output format.
    #[arg(long, value_enum, default_value = "markdown")]
    pub format: ManualFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ManualFormat {
    /// Markdown page with one section per command.
    Markdown,
    /// Manual page of one command, for `man`.
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
            return Err(Failure::one(format!("`{path}` has no command {name:?}{help}")));
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
        page += "`planwright COMMAND --help` prints the section of one command.\n\n\
                 Exit codes of all commands: 0 success; 1 findings; 2 usage or I/O error. `drift` and `lock --check` exit with 3 if a verdict is\n\
                 undecided.\n\n\
                 Ctrl-C stops a run with exit code 130, and a termination signal with 143. Each file is then either unchanged or completely\n\
                 written, and no temporary files remain.\n";
        for inner in chosen.get_subcommands() {
            section(&mut page, &path, inner);
        }
        page += &crate::old_spellings::section();
    } else {
        section(&mut page, path.rsplit_once(' ').map_or("", |(outer, _)| outer), chosen);
    }
    out!("{}", page.trim_start_matches('\n'));
    Ok(Outcome::Fine)
}

/// Adds a command, then its subcommands.
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
        page.push_str("\n| Argument | Meaning |\n|---|---|\n");
        for argument in arguments {
            let _ = writeln!(page, "| `{}` | {} |", written(argument), cell(argument));
        }
    }
    for inner in command.get_subcommands() {
        section(page, &path, inner);
    }
}

/// Formats the name of an argument: `--out <DIR>` or `<FILE>`.
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

/// Formats the help, the possible values and the default of an argument.
fn cell(argument: &Arg) -> String {
    let help = argument.get_long_help().or(argument.get_help()).map(ToString::to_string).unwrap_or_default();
    let help = help.replace('\n', " ").replace('|', "\\|");
    // Defaults that depend on other files are written in the help. They go after the possible values, as those of clap do.
    let (about, documented) = match help.rsplit_once(" [default: ") {
        Some((about, default)) => (about, default.strip_suffix(']')),
        None => (help.as_str(), None),
    };
    let mut text = about.to_owned();
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
    let default = argument.get_default_values().first().filter(|_| takes).map(|value| value.to_string_lossy());
    if let Some(default) = default.as_deref().or(documented) {
        let _ = write!(text, " [default: {default}]");
    }
    text.trim().to_owned()
}
