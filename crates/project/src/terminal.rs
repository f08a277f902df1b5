//! Properties of the terminal, and the user's options for colour and quietness.

use std::env;
use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::sync::OnceLock;

use clap::ValueEnum;
use planwright_source::printable;
use terminal_size::{Width, terminal_size};

/// Global options for the terminal.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct TerminalArgs {
    /// When to use color.
    ///
    /// `auto` uses it on a terminal, unless NO_COLOR is set or TERM is dumb.
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN", help_heading = "Everywhere")]
    #[allow(clippy::doc_markdown, reason = "the text is shown in a terminal")]
    pub color: ColorWhen,
    /// Print findings and errors without a summary.
    #[arg(long, short, global = true, help_heading = "Everywhere")]
    pub quiet: bool,
}

/// When to use color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorWhen {
    /// On a terminal.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Returns a path as it can be printed.
pub fn printable_path(path: &Path) -> String {
    printable(&path.display().to_string()).into_owned()
}

static CHOSEN: OnceLock<TerminalArgs> = OnceLock::new();

/// Stores the options of the command line. Only the first call has an effect.
pub fn choose(args: TerminalArgs) {
    let _ = CHOSEN.set(args);
}

fn chosen() -> TerminalArgs {
    CHOSEN.get().copied().unwrap_or_default()
}

/// Returns `true` if summaries are omitted.
pub fn is_quiet() -> bool {
    chosen().quiet
}

/// Output stream of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Output,
    /// Standard error.
    Error,
}

/// Returns `true` if output to the stream is coloured.
pub fn has_color(stream: Stream) -> bool {
    match chosen().color {
        ColorWhen::Always => true,
        ColorWhen::Never => false,
        ColorWhen::Auto => {
            let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
            !is_set("NO_COLOR") && !is_dumb() && is_terminal(stream)
        }
    }
}

fn is_terminal(stream: Stream) -> bool {
    match stream {
        Stream::Output => io::stdout().is_terminal(),
        Stream::Error => io::stderr().is_terminal(),
    }
}

/// Returns the number of columns of a line: from `COLUMNS`, from the terminal, or 100.
pub fn width() -> usize {
    let said = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let found = terminal_size().map(|(Width(columns), _)| usize::from(columns));
    said.or(found).filter(|columns| *columns > 0).unwrap_or(100)
}

/// Returns the width for lines of source code, or `None` if the stream is not a terminal and accepts lines of any
/// length.
pub fn source_width(stream: Stream) -> Option<usize> {
    (is_terminal(stream) || env::var_os("COLUMNS").is_some()).then(width)
}

/// Returns `true` if the terminal does not support control sequences.
pub fn is_dumb() -> bool {
    env::var_os("TERM").is_some_and(|name| name == "dumb")
}
