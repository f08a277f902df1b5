//! Tests that the claims of `docs/comparison.md` and `docs/editors.md` about planwright are true.

use std::path::Path;

use crate::project::{read_text, repository, run, write};

/// Returns the commands in the column of planwright.
fn commands(page: &str) -> Vec<String> {
    let rows = page.lines().filter(|line| line.starts_with("| "));
    let cells = rows.filter_map(|row| row.trim_start_matches("| ").split(" | ").nth(1));
    let spans = cells.filter_map(|cell| cell.strip_prefix('`')?.split('`').next());
    spans.map(str::to_owned).collect()
}

/// Returns the reason why the program does not have a command.
fn lacks(command: &str) -> Option<String> {
    let words: Vec<&str> = command.split(' ').collect();
    let [_, name, rest @ ..] = words.as_slice() else { return Some(format!("{command}: no command")) };
    let (code, help, err) = run(Path::new("."), &[name, "--help"]);
    if code != 0 {
        return Some(format!("{command}: {err}"));
    }
    if *name == "schema" {
        let (code, _, err) = run(Path::new("."), &words[1..]);
        return (code != 0).then(|| format!("{command}: {err}"));
    }
    rest.iter().find(|word| !help.contains(**word)).map(|word| format!("{command}: the help has no {word}"))
}

#[test]
fn the_table_says_what_the_program_has() {
    let commands = commands(&read_text(&repository(), "docs/comparison.md"));
    assert!(commands.len() >= 14, "{commands:?}");
    let wrong: Vec<String> = commands.iter().filter_map(|command| lacks(command)).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    for command in ["planwright chekc", "planwright check --fixx", "planwright schema output/nothing"] {
        assert!(lacks(command).is_some(), "{command}");
    }
}

/// The two patterns of the Visual Studio Code task match each finding with its location.
#[test]
fn the_problem_matcher_finds_what_a_check_prints() {
    let page = read_text(&repository(), "docs/editors.md");
    let task = page.split("```json\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a block");
    let task: serde_json::Value = serde_json::from_str(task).expect("JSON");
    let matcher = &task["tasks"][0]["problemMatcher"];
    let pattern = |index: usize| matcher["pattern"][index]["regexp"].as_str().expect("a pattern").to_owned();
    let root = tempfile::tempdir().expect("a folder");
    write(root.path(), "a.json", "{\"nam\": 1}");
    let (_, out, _) = run(root.path(), &["check", "action-blueprint", "a.json", "--color", "never"]);
    let finds = |pattern: &str, line: &str| {
        let schema = serde_json::json!({ "type": "string", "pattern": pattern });
        jsonschema::is_valid(&schema, &line.into())
    };
    let lines: Vec<&str> = out.lines().collect();
    let found = lines.windows(2).filter(|pair| finds(&pattern(0), pair[0]) && finds(&pattern(1), pair[1])).count();
    let said = lines.iter().filter(|line| line.contains("error[") || line.contains("warning[")).count();
    assert!(found >= 3 && found == said, "{found} of {said}: {out}");
    let end = matcher["background"]["endsPattern"].as_str().expect("a pattern");
    assert!(lines.iter().any(|line| finds(end, line)), "{out}");
}
