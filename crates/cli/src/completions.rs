//! `planwright completions`: prints shell completions.

use clap::Command;
use clap_complete::Shell;

use planwright_project::exit::Outcome;

/// Print shell completions.
///
/// For bash: `planwright completions bash > ~/.local/share/bash-completion/completions/planwright`.
#[derive(Debug, clap::Args)]
pub(crate) struct CompletionsArgs {
    /// Shell.
    #[arg(value_enum, value_name = "SHELL")]
    pub shell: Shell,
}

/// Prints the script.
pub(crate) fn run(args: &CompletionsArgs, mut program: Command) -> Outcome {
    let name = program.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, name, &mut script);
    out!("{}", String::from_utf8_lossy(&script));
    Outcome::Fine
}
