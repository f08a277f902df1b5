//! `planwright manual`: prints every command with its options, from the definitions that parse the command line.

use clap::{Command, ValueEnum};
use planwright_contracts::nearest;

use planwright_project::exit::{Failure, Outcome};
use planwright_reference::command_pages::{overview, page};
use planwright_reference::commands::definitions;

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
    /// JSON object with the definition of each command, for programs that offer the same commands.
    Json,
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
    match args.format {
        ManualFormat::Man => {
            let mut page = Vec::new();
            clap_mangen::Man::new(chosen.clone()).render(&mut page)?;
            out!("{}", String::from_utf8_lossy(&page));
        }
        ManualFormat::Json => out_json!(definitions(&program, &args.command)),
        ManualFormat::Markdown if args.command.is_empty() => {
            out!("{}", overview(chosen));
            out!("{}", crate::old_spellings::section());
        }
        ManualFormat::Markdown => out!("{}", page(&path, chosen)),
    }
    Ok(Outcome::Fine)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Adds the subcommands of a command, with their own.
    fn add_paths(outer: &str, command: &Command, paths: &mut Vec<String>) {
        for inner in command.get_subcommands().filter(|one| !one.is_hide_set() && one.get_name() != "help") {
            let path = format!("{outer} {}", inner.get_name());
            paths.push(path.clone());
            add_paths(&path, inner, paths);
        }
    }

    #[test]
    fn every_command_has_an_anchor() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/commands.md");
        let page = std::fs::read_to_string(page).expect("the page can be read");
        let headings: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("## ")).collect();
        let mut program = crate::program();
        program.build();
        let mut commands = Vec::new();
        add_paths("planwright", &program, &mut commands);
        assert!(commands.len() > 50, "only {} commands", commands.len());
        let missing: Vec<&String> = commands.iter().filter(|path| !headings.contains(&path.as_str())).collect();
        assert_eq!(missing, Vec::<&String>::new());
        assert!(!headings.contains(&"planwright no-such-command"));
    }
}
