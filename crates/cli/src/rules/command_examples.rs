//! Example commands for codes.
//!
//! `command_examples.json` contains them by table title and code: files and a command line that cause the code, and
//! the corrected ones.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

use serde::Deserialize;

use planwright_project::command_line::quoted;

/// Command that causes a code.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CommandExample {
    /// Command line, without the name of the program.
    pub run: Vec<String>,
    /// The files of the folder that it runs in.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    /// Change that avoids the code.
    pub instead: Change,
}

/// Different command line, or files that replace those with the same name.
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

    /// Returns the cells of the reference page: the files, the command, and the correction.
    pub(crate) fn cells(&self) -> [String; 3] {
        let files = |files: &BTreeMap<String, String>| {
            let lines = |content: &str| {
                let lines = content.lines().map(|line| format!("`{}`", line.replace('|', "\\|")));
                lines.collect::<Vec<_>>().join("<br>")
            };
            let each = files.iter().map(|(name, content)| format!("{name}: {}", lines(content)));
            each.collect::<Vec<_>>().join("<br>")
        };
        let run = self.instead.run.as_deref().map(|run| format!("`{}`", command(run)));
        let instead = [Some(files(&self.instead.files)).filter(|text| !text.is_empty()), run];
        [
            files(&self.files),
            format!("`{}`", command(&self.run)),
            instead.into_iter().flatten().collect::<Vec<_>>().join("<br>"),
        ]
    }
}

fn command(run: &[String]) -> String {
    quoted(std::iter::once("planwright".to_owned()).chain(run.iter().cloned()))
}

/// Returns a string of one line unchanged, and several lines indented below the label.
fn indented(content: &str) -> String {
    if content.contains('\n') { format!("\n{content}").replace('\n', "\n            ") } else { content.to_owned() }
}
