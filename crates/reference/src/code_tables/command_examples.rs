//! Examples of command runs that trigger a code.
//!
//! `command_examples.json` contains them by table title and code: the files and the command line that trigger the code,
//! and a change that avoids it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

use serde::Deserialize;

use planwright_project::command_line::quoted;

/// A run of a command that triggers a code.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandExample {
    /// Command line without the program name.
    pub run: Vec<String>,
    /// Files in the folder of the run.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    /// Change that avoids the code.
    pub instead: Change,
}

/// Another command line, or files that replace those of the same name.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// Command line without the program name.
    pub run: Option<Vec<String>>,
    /// Files that replace those of the same name.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
}

type ExamplesByTitle = BTreeMap<String, BTreeMap<String, CommandExample>>;

/// All examples, by title and code.
pub(super) static COMMAND_EXAMPLES: LazyLock<ExamplesByTitle> = LazyLock::new(|| {
    // A test parses the file. If that failed here, there would be no examples to print.
    serde_json::from_str(include_str!("command_examples.json")).unwrap_or_default()
});

/// Returns the example of a code in the table with this title.
pub fn command_example(title: &str, code: &str) -> Option<&'static CommandExample> {
    COMMAND_EXAMPLES.get(title)?.get(code)
}

impl CommandExample {
    /// Returns the lines for `planwright explain`.
    pub fn for_people(&self) -> String {
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

/// Returns a one-line string as it is, and several lines indented below.
fn indented(content: &str) -> String {
    if content.contains('\n') { format!("\n{content}").replace('\n', "\n            ") } else { content.to_owned() }
}
