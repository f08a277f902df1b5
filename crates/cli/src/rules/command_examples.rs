//! Runs of commands that show what a code is about.
//!
//! `command_examples.json` has them by the titles of the tables and by code: the files and the command line that the code is
//! reported for, and what stands instead where it is not.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

use serde::Deserialize;

use planwright_project::command_line::quoted;

/// A run of a command for which a code is reported.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CommandExample {
    /// The command line, without the name of the program.
    pub run: Vec<String>,
    /// The files of the folder that it runs in.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    /// What to change for the code not to be reported.
    pub instead: Change,
}

/// Another command line, or files instead of those of the same name.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Change {
    pub run: Option<Vec<String>>,
    #[serde(default)]
    pub files: BTreeMap<String, String>,
}

type ExamplesByTitle = BTreeMap<String, BTreeMap<String, CommandExample>>;

/// All of them, by title and code.
pub(crate) static COMMAND_EXAMPLES: LazyLock<ExamplesByTitle> = LazyLock::new(|| {
    // A test reads the file; without it there would be no example to print.
    serde_json::from_str(include_str!("command_examples.json")).unwrap_or_default()
});

/// The example of a code under the title of its table.
pub(crate) fn command_example(title: &str, code: &str) -> Option<&'static CommandExample> {
    COMMAND_EXAMPLES.get(title)?.get(code)
}

impl CommandExample {
    /// The lines of `planwright explain`.
    pub(crate) fn for_people(&self) -> String {
        let mut text = String::new();
        let mut add = |label: &str, run: Option<&[String]>, files: &BTreeMap<String, String>| {
            for (name, content) in files {
                let _ = writeln!(text, "  {label:<7} {name}: {}", indented(content.trim_end()));
            }
            if let Some(run) = run {
                let _ = writeln!(text, "  {label:<7} {}", command(run));
            }
        };
        add("bad", Some(&self.run), &self.files);
        add("good", self.instead.run.as_deref(), &self.instead.files);
        text
    }
}

fn command(run: &[String]) -> String {
    quoted(std::iter::once("planwright".to_owned()).chain(run.iter().cloned()))
}

/// A text of one line as it is, of several below what stands before it.
fn indented(content: &str) -> String {
    if content.contains('\n') { format!("\n{content}").replace('\n', "\n            ") } else { content.to_owned() }
}
