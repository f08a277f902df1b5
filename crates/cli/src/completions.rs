//! Implements `planwright completions`: prints a script with which a shell completes command lines.

use clap_complete::Shell;

use planwright_project::exit::{Failure, Outcome};

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
#[allow(clippy::unnecessary_wraps, reason = "the table of commands needs one signature")]
pub(crate) fn run(args: &CompletionsArgs) -> Result<Outcome, Failure> {
    let mut program = crate::program();
    let name = program.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, name, &mut script);
    out!("{}", String::from_utf8_lossy(&script));
    Ok(Outcome::Fine)
}
