//! Tests that file names, arguments, schemas and documents never control a terminal or a CI runner, with any command
//! and format.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::extent::{is_full, sample};
use crate::project::write;

/// A file name and argument that clears the screen, changes the text direction, and begins lines and runner commands.
const NAME: &str = "a\u{1b}[2J\u{202e}\n::stop-commands::x\n##[error]b\u{9b}.json";

/// The same as a JSON string without quotes.
const TEXT: &str =
    r"x\u001b[2J\u202e\u0000\u0007\u009b\u007f\r\n::stop-commands::x\nzqline\n \u3000::error::y\n##[error]##vso[y]";

/// Command lines. `{}` is [`NAME`], and `|` separates arguments.
const COMMANDS: &str = include_str!("../harmless/commands.txt");

/// Commands on a schema and a document that contain [`TEXT`] in many places.
const SCHEMA_COMMANDS: &str = include_str!("../harmless/schema_commands.txt");

/// Commands with `--format`, and its values.
const REPORTING: &[&str] = &[
    "check",
    "lint",
    "gen",
    "export",
    "normalize",
    "extract",
    "drift",
    "lock",
    "snapshot",
    "apex",
    "ci",
    "agent-script",
    "form",
    "workflow",
];
const FORMATS: &[&str] = &["json", "sarif", "github", "gitlab", "junit"];

/// States of the file with that name. `@` is [`TEXT`].
const TEXTS: &[(&str, Option<&str>)] = &[
    ("is missing", None),
    ("is cut off", Some("{\"x\u{1b}[2J\u{202e}y\": 1, x\u{1b}[2J\u{202e}y\n::stop-commands::x\nzqline ##[error]")),
    (
        "contains such text",
        Some(
            r#"{"@": "@", "type": "@", "properties": {"@": 5}, "$ref": "@", "steps": [{"action": "@"}], "tools": [{"name": "@"}],
                "name": "@", "label": "@", "operation": "@", "targetSObject": "@", "inputs": [{"apiName": "@", "dataType": "@"}]}"#,
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
    (
        "hostile.json",
        r#"{"title": "@", "description": "@", "type": "object", "required": ["@", "k"], "additionalProperties": false,
            "examples": [{"@": "@", "k": "@"}],
            "properties": {"@": {"enum": ["@", "b"], "description": "@"}, "k": {"enum": ["@", "b"]}, "c": {"const": "@"},
            "p": {"type": "string", "pattern": "^x\n::stop-commands::x\u202e$"}, "f": {"type": "string", "format": "@"},
            "u": {"oneOf": [
              {"type": "object", "properties": {"kind": {"const": "@"}}, "required": ["kind"]},
              {"type": "object", "properties": {"kind": {"const": "b"}}, "required": ["kind"]}]}}}"#,
    ),
    (
        "hostile-2.json",
        r#"{"title": "@", "type": "object", "required": ["k"], "additionalProperties": false, "properties": {
            "@2": {"enum": ["@2", "b"]}, "k": {"enum": ["@2", "b"]}, "c": {"const": "@2"},
            "p": {"type": "string", "pattern": "^y\n::stop-commands::x\u202e$"}, "f": {"type": "string", "format": "@2"}}}"#,
    ),
    ("broken.json", r##"{"type": "@", "$ref": "#/@", "properties": {"@": {"enum": "@", "pattern": "(@"}}}"##),
    (
        "bad.json",
        "{\n \"k\": \"q ##[error]\", \"c\": \"d\", \"p\": \"@\", \"f\": \"@\", \"u\": {\"kind\": \"@2\"}, \"@3\": \"@\"\n}\n",
    ),
    ("line.json", r#"{"k": "q ##[error]", "c": "d", "p": "@", "f": "@", "u": {"kind": "@2"}, "@3": 1}"#),
    ("prose.txt", "##[error]\n::stop-commands::x\n\u{1b}[2J\n{\"k\": \"@\"}\nzqline\n"),
    (
        "hostile-tools.json",
        r#"{"tools": [{"name": "@", "description": "@", "inputSchema": {"type": "object", "title": "@"}}]}"#,
    ),
    ("hostile.toml", "[[check]]\nschema = \"hostile.json\"\nfiles = [\"bad.json\"]\n"),
];

/// Returns the printed lines, including the summary, that would control a terminal or a runner.
fn harmful(command: &str, text: Option<&str>) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in FILES {
        write(folder.path(), path, &text.replace('@', TEXT));
    }
    if let Some(text) = text {
        fs::write(folder.path().join(NAME), text.replace('@', TEXT)).unwrap();
    }
    let words: Vec<String> = command.split('|').map(|word| word.replace("{}", NAME)).collect();
    let summary = || fs::read_to_string(folder.path().join("summary.md")).unwrap_or_default();
    let texts = run(folder.path(), &words).into_iter().chain([summary()]);
    let is_github = command.contains("--format|github");
    texts.flat_map(|text| faults(&text, is_github)).map(|line| format!("{command}: {line}")).collect()
}

/// Returns the lines that do more than show text.
fn faults(text: &str, is_github: bool) -> Vec<String> {
    let steers = ['\u{1b}', '\u{202e}', '\u{9b}', '\u{7f}', '\0', '\u{7}', '\r'];
    let is_annotation = |line: &str| {
        let ours = ["::error ", "::warning ", "::notice ", "::group::", "::endgroup::"];
        is_github && ours.iter().any(|start| line.starts_with(start))
    };
    let is_fault = |line: &&str| {
        let start = line.trim_start();
        line.contains(steers)
            || start.starts_with("::") && !is_annotation(line)
            || start.starts_with("zqline")
            || ["##[", "##vso["].iter().any(|marker| line.contains(marker))
    };
    text.split('\n').filter(is_fault).map(|line| line.escape_debug().to_string()).collect()
}

fn run(folder: &Path, words: &[String]) -> [String; 2] {
    let mut command = Command::new(env!("CARGO_BIN_EXE_planwright"));
    let output = command.args(words).current_dir(folder).stdin(Stdio::null()).output().unwrap();
    assert!(output.status.code().is_some_and(|code| code <= 3), "{words:?}: {output:?}");
    [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns the command as it is, and with every format that it supports.
fn in_formats(command: &str) -> Vec<String> {
    let name = command.split('|').next().unwrap_or_default();
    let has_formats = REPORTING.contains(&name) && !command.contains("--format");
    let formats = FORMATS.iter().filter(|_| has_formats).map(|format| format!("{command}|--format|{format}"));
    [command.to_owned()].into_iter().chain(formats).collect()
}

#[test]
fn nothing_that_is_printed_steers_a_terminal() {
    let mut found = Vec::new();
    for (index, command) in COMMANDS.lines().enumerate() {
        // A sample has each command with one state.
        let is_selected = |(number, _): &(usize, _)| is_full() || *number == index % TEXTS.len();
        for (_, (state, text)) in TEXTS.iter().enumerate().filter(is_selected) {
            found.extend(harmful(command, *text).into_iter().map(|line| format!("the file {state}: {line}")));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn no_format_obeys_a_schema_or_a_document() {
    let file_commands = COMMANDS.lines().filter(|command| command.contains("{}")).flat_map(in_formats);
    let file_commands = file_commands.filter(|command| command.contains("--format|"));
    let (_, text) = TEXTS.last().unwrap();
    let file_commands = sample(file_commands.collect(), 40);
    let schema_commands = sample(SCHEMA_COMMANDS.lines().flat_map(in_formats).collect(), 50);
    let mut found: Vec<String> = file_commands.iter().flat_map(|command| harmful(command, *text)).collect();
    found.extend(schema_commands.iter().flat_map(|command| harmful(command, None)));
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn what_steers_a_terminal_is_seen() {
    // Requested colour is an escape sequence.
    assert!(!harmful("--color|always|check|--schema|schema.json|document.json", None).is_empty());
    for text in ["a\u{202e}b", "a\n  ::error::b", "zqline", "a ##[error]b", "##vso[a]", "a\rb", "::error a::b"] {
        assert_eq!(faults(text, false).len(), 1, "{text}");
    }
    assert!(faults("::error a::b\nc::d\n", true).is_empty());
    // Control: the commands on schemas print findings.
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in FILES {
        write(folder.path(), path, &text.replace('@', TEXT));
    }
    let check = ["check", "--schema", "hostile.json", "bad.json"].map(str::to_owned);
    let [printed, _] = run(folder.path(), &check);
    for code in ["ENUM_MISMATCH", "CONST_MISMATCH", "PATTERN_MISMATCH", "MISSING_FIELD", "stop-commands"] {
        assert!(printed.contains(code), "{code}: {printed}");
    }
}
