//! Tests the interactive features: grouped help, colour, narrow terminals, completions, manual pages, published
//! schemas, and `--watch`.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use serde_json::Value;

use crate::project::{printed, project, read_text, run, write};

const ESCAPE: char = '\u{1b}';

fn run_with(folder: &Path, variables: &[(&str, &str)], arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_planwright"));
    command.args(arguments).current_dir(folder).env_remove("NO_COLOR").envs(variables.iter().copied());
    printed(&command.output().expect("planwright runs"))
}

fn with_mistake() -> (tempfile::TempDir, std::path::PathBuf) {
    let (root, folder) = project("");
    let blueprint = read_text(&folder, "blueprints/stage.json");
    write(&folder, "bad.json", &blueprint.replace("\"UPDATE\"", "\"UPDTAE\""));
    (root, folder)
}

#[test]
fn colour_is_for_terminals_or_for_whoever_asks() {
    let (_root, folder) = with_mistake();
    let check = ["check", "action-blueprint", "bad.json"];
    let (code, plain, _) = run(&folder, &check);
    assert!(code == 1 && !plain.contains(ESCAPE), "a pipe is no terminal: {plain}");
    let (_, coloured, _) = run(&folder, &[&check[..], &["--color", "always"]].concat());
    assert!(coloured.contains("\u{1b}["), "{coloured}");
    let stripped: String = coloured
        .split(ESCAPE)
        .enumerate()
        .map(|(index, part)| if index == 0 { part } else { part.split_once('m').map_or(part, |(_, rest)| rest) })
        .collect();
    assert_eq!(stripped, plain, "colour changes no letter");
    let (_, never, _) = run(&folder, &[&["--color", "never"], &check[..]].concat());
    assert_eq!(never, plain);
    let (_, ci, _) = run_with(&folder, &[("NO_COLOR", "1")], &["ci"]);
    assert!(!ci.contains(ESCAPE));
}

#[test]
fn a_narrow_window_gets_narrow_lines() {
    let (_root, folder) = with_mistake();
    let blueprint = read_text(&folder, "bad.json").replace('\n', " ");
    write(&folder, "long.json", &blueprint);
    for columns in ["40", "80"] {
        let (_, help, _) = run_with(&folder, &[("COLUMNS", columns)], &["--help"]);
        let width: usize = columns.parse().expect("a number");
        let long = help.lines().find(|line| line.chars().count() > width && !line.contains('['));
        assert_eq!(long, None, "{columns}: {help}");
    }
    let (code, out, _) = run_with(&folder, &[("COLUMNS", "40")], &["check", "action-blueprint", "long.json"]);
    let excerpt = out.lines().find(|line| line.contains("UPDTAE\"") && line.contains('|')).expect("the line is shown");
    assert!(code == 1 && excerpt.chars().count() <= 48, "{out}");
}

#[test]
fn quiet_leaves_out_what_is_well() {
    let (_root, folder) = with_mistake();
    let (code, out, err) = run(&folder, &["--quiet", "check", "action-blueprint", "blueprints/stage.json"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(!out.contains("passed"), "{out}");
    let (code, out, _) = run(&folder, &["check", "-q", "action-blueprint", "bad.json"]);
    assert!(code == 1 && out.contains("ENUM_MISMATCH") && !out.contains("passed"), "{out}");
    let (code, out, _) = run(&folder, &["-q", "export", "fix-plan", "--dialect", "mcp"]);
    assert!(code == 0 && out.starts_with('{'), "{out}");
}

#[test]
fn the_help_is_grouped_and_a_slip_is_answered() {
    let (_, help, _) = run(Path::new("."), &["--help"]);
    for heading in ["Get started:", "JSON Schema:", "Models:", "Salesforce:", "Project:", "Options:"] {
        assert!(help.contains(&format!("\n{heading}\n")), "{help}");
    }
    for (arguments, near) in [
        (&["chek"][..], "check"),
        (&["check", "action-bluprint", "x.json"], "action-blueprint"),
        (&["explain", "ENUM_MISMACH"], "ENUM_MISMATCH"),
        (&["schema", "planwrigth.toml"], "planwright.toml"),
        (&["manual", "chekc"], "check"),
        (&["rules", "fix-pan"], "fix-plan"),
    ] {
        let (code, _, err) = run(Path::new("."), arguments);
        assert!(code == 2 && err.contains(near), "{arguments:?}: {err}");
    }
}

#[test]
fn shells_and_readers_are_served() {
    for (shell, mark) in [("bash", "complete -F"), ("zsh", "#compdef planwright"), ("fish", "complete -c planwright")] {
        let (code, out, _) = run(Path::new("."), &["completions", shell]);
        assert!(code == 0 && out.contains(mark), "{shell}: {out}");
    }
    let (code, page, _) = run(Path::new("."), &["manual", "check", "--format", "man"]);
    assert!(code == 0 && page.contains(".SH NAME") && page.contains("\\-\\-schema"), "{page}");
    let (code, page, _) = run(Path::new("."), &["manual", "snapshot", "check"]);
    assert!(code == 0 && page.starts_with("## planwright snapshot check\n"), "{page}");
}

#[test]
fn published_schemas_judge_what_the_program_reads() {
    let schema = |name: &str| {
        let (code, out, err) = run(Path::new("."), &["schema", name]);
        assert_eq!(code, 0, "{err}");
        jsonschema::validator_for(&serde_json::from_str::<Value>(&out).expect("JSON")).expect("a schema")
    };
    let configuration = schema("planwright.toml");
    let good = serde_json::json!({
        "gen": [{ "schemas": "schemas", "out": "src", "layout": "single-file" }],
        "check": { "contract": "fix-plan", "files": ["plans"] },
        "drift": { "role": { "a/": "consumed" } },
    });
    assert!(configuration.is_valid(&good));
    for bad in [r#"{"gen": {"scemas": "x"}}"#, r#"{"drift": {"role": "producer"}}"#, r#"{"chek": {}}"#] {
        assert!(!configuration.is_valid(&serde_json::from_str(bad).expect("JSON")), "{bad}");
    }
    let blueprint = schema("action-blueprint");
    let text = read_text(&crate::project::repository(), "crates/reference/blueprints/close-case.json");
    assert!(blueprint.is_valid(&serde_json::from_str(&text).expect("JSON")));
    assert!(!blueprint.is_valid(&serde_json::json!({ "name": "x" })));
}

#[test]
fn rules_are_data_too() {
    for arguments in [&["rules"][..], &["rules", "drift"], &["rules", "guardrails"], &["rules", "fix-plan"]] {
        let (code, out, _) = run(Path::new("."), &[arguments, &["--format", "json"]].concat());
        let rows: Vec<Value> = serde_json::from_str(&out).expect("an array");
        assert!(code == 0 && rows.len() > 5, "{arguments:?}");
        assert!(rows.iter().all(|row| row["code"].is_string() && row["purpose"].is_string()), "{out}");
    }
}

#[test]
fn a_watched_command_runs_again_when_a_file_changes() {
    let (_root, folder) = with_mistake();
    let mut child = Command::new(env!("CARGO_BIN_EXE_planwright"))
        .args(["check", "action-blueprint", "bad.json", "--watch"])
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("planwright starts");
    let (sender, lines) = mpsc::channel();
    let output = BufReader::new(child.stdout.take().expect("a pipe"));
    std::thread::spawn(move || {
        for line in output.lines().map_while(Result::ok) {
            let _ = sender.send(line);
        }
    });
    let wait_for = |text: &str| {
        while let Ok(line) = lines.recv_timeout(Duration::from_secs(30)) {
            if line.contains(text) {
                return true;
            }
        }
        false
    };
    let was_refused = wait_for("0 of 1 file passed");
    let mended = read_text(&folder, "bad.json").replace("UPDTAE", "UPDATE");
    write(&folder, "bad.json", &mended);
    let was_seen = wait_for("1 of 1 file passed");
    child.kill().expect("it is still there");
    child.wait().expect("it ends");
    assert!(was_refused && was_seen, "{was_refused} {was_seen}");
}
