//! Names of files, words of the command line and what documents hold never steer a terminal, whatever the command.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::project::write;

/// A name, and a word, that clears the screen and turns the direction of what follows.
const NAME: &str = "a\u{1b}[2J\u{202e}b\u{9b}.json";

/// What `{}` stands for in a line is [`NAME`]; words are parted by `|`.
const COMMANDS: &str = include_str!("../harmless/commands.txt");

/// Texts of the file of that name.
const TEXTS: &[(&str, Option<&str>)] = &[
    ("is missing", None),
    ("is cut off", Some("{\"x\u{1b}[2J\u{202e}y\": 1, x\u{1b}[2J\u{202e}y")),
    (
        "holds such text",
        Some(
            r#"{"x\u001b[2J\u202ey": "x\u001b[2J\u202ey", "type": "x\u001b[2J\u202ey", "properties": {"x\u001b[2J\u202ey": 5},
                "$ref": "x\u001b[2J\u202ey", "steps": [{"action": "x\u001b[2J\u202ey"}], "tools": [{"name": "x\u001b[2J\u202ey"}]}"#,
        ),
    ),
];

const FILES: &[(&str, &str)] = &[
    ("schema.json", r#"{"title": "Order", "type": "object", "properties": {"kind": {"enum": ["a", "b"]}}}"#),
    ("document.json", r#"{"kind": "c"}"#),
    ("org.json", r#"{"objects": {}}"#),
    ("tools.json", r#"{"tools": []}"#),
    ("plan.json", "{}"),
    ("calls.jsonl", "{}\n"),
];

/// Lines of what is printed for people that a terminal would not print as they are.
fn harmful(command: &str, text: Option<&str>) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in FILES {
        write(folder.path(), path, text);
    }
    if let Some(text) = text {
        fs::write(folder.path().join(NAME), text).unwrap();
    }
    let words = command.split('|').map(|word| word.replace("{}", NAME));
    let printed = run(folder.path(), &words.collect::<Vec<_>>());
    // JSON is for programs, which read such characters as they are written.
    let lines = printed.lines().filter(|line| !line.trim_start().starts_with('"'));
    let steers = |line: &&str| line.contains(['\u{1b}', '\u{202e}', '\u{9b}']);
    lines.filter(steers).map(|line| format!("{command}: {}", line.escape_debug())).collect()
}

fn run(folder: &Path, words: &[String]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_planwright"));
    let output = command.args(words).current_dir(folder).stdin(Stdio::null()).output().unwrap();
    assert!(output.status.code().is_some_and(|code| code <= 3), "{words:?}: {output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn nothing_that_is_printed_steers_a_terminal() {
    let mut found = Vec::new();
    for command in COMMANDS.lines() {
        for (state, text) in TEXTS {
            found.extend(harmful(command, *text).into_iter().map(|line| format!("the file {state}: {line}")));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn what_steers_a_terminal_is_seen() {
    // Colour that is asked for is an escape sequence.
    assert!(!harmful("--color|always|check|--schema|schema.json|document.json", None).is_empty());
}
