//! Tests attempts to leave the repository: by a plan, its commands, an editor or the repository itself.
//!
//! Each file of `tests/cases/ways-out` contains one kind of attempt: setup, edits, commands, editor, and expected
//! output. Nothing outside the repository may change.
#![cfg(unix)]

use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::fix_run::shell;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WayOut {
    /// Commands that `sh` runs before the plan, next to the repository.
    #[serde(default)]
    setup: String,
    /// Edits of the plan. The default is to rename a file.
    edits: Option<Value>,
    #[serde(default)]
    commands: Vec<String>,
    /// Script that makes the edits.
    #[serde(default)]
    editor: String,
    /// `true` if the user allowed a shell for the commands.
    #[serde(default = "yes")]
    shell: bool,
    /// Expected parts of the output.
    says: Vec<String>,
}

fn yes() -> bool {
    true
}

fn ways(kind: &str) -> Vec<WayOut> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../tests/cases/ways-out/{kind}.json"));
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

/// Returns the state outside the repository, except for files of the run itself.
fn outside(folder: &Path) -> String {
    let list = "find . -path ./repo -prune -o -name 'plan.json.journal*' -prune -o -print | sort | xargs ls -ld --time-style=full-iso";
    shell(&format!("touch -d 2026-01-01 .; {list}; find outside -type f | sort | xargs cat plan.json"), folder)
}

/// Returns the output, and the state outside the repository before and after.
fn tried(way: &WayOut, options: &str) -> (String, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let modified = json!([{"action": "modify_file", "path": "src/main.txt", "instructions": "i"}]);
    let renamed = json!([{"action": "rename_file", "path": "a.txt", "target_path": "b.txt", "instructions": "i"}]);
    let edits = way.edits.clone().unwrap_or(if way.editor.is_empty() { renamed } else { modified });
    let commands = if way.commands.is_empty() { vec!["sleep 0.5".to_owned()] } else { way.commands.clone() };
    let task = json!({"id": "T1", "title": "t", "rationale": "r", "acceptance": ["a"], "edits": edits});
    let plan = json!({
        "plan_version": "1.0", "overview": {"primary_issue": "p", "risk_level": "low", "summary": "s"}, "tasks": [task],
        "tests": {"commands": commands, "stop_on_failure": true},
        "metadata": {"created_at": "2026-01-06T10:00:00Z", "model": "m", "fix_attempt": 1},
    });
    fs::write(at.join("plan.json"), plan.to_string()).unwrap();
    let made = shell(
        "mkdir -p repo/src outside && echo main > repo/src/main.txt && echo a > repo/a.txt && echo secret > outside/secret \
         && git init -q repo && git -C repo add -A \
         && git -C repo -c user.name=a -c user.email=a@example.org commit -qm start",
        at,
    );
    assert_eq!(made, "");
    assert_eq!(shell(&format!("true; {}", way.setup), at), "", "{way:?}");
    fs::write(at.join("editor.sh"), format!("{}\n", way.editor)).unwrap();
    let before = outside(at);
    let by_shell = if way.shell { "--shell" } else { "" };
    let run = "planwright fix run plan.json --repo repo --execute --yes --allow-dirty --timeout 20";
    let said = shell(&format!("{run} --editor-command 'sh ../editor.sh' {by_shell} {options}"), at);
    (said, before, outside(at))
}

fn is_confined(said: &str) -> bool {
    said.contains("confined: ") && !said.contains("warning: not confined: ")
}

/// Runs each attempt of a kind, and returns their number.
fn none_leads_out(kind: &str) -> usize {
    let mut found = Vec::new();
    let ways = ways(kind);
    for way in &ways {
        let (said, before, after) = tried(way, "");
        let refused = said.contains("nothing was changed") || said.contains("error[INVALID_PATH]");
        if !refused && !is_confined(&said) {
            assert!(said.contains("warning: not confined: "), "{said}");
            continue;
        }
        if before != after {
            found.push(format!("{way:?} got out:\n{before}\n{after}\n{said}"));
        }
        let missing: Vec<_> = way.says.iter().filter(|wanted| !said.contains(*wanted)).collect();
        if !missing.is_empty() || said.contains("panicked") {
            found.push(format!("{way:?} is not told {missing:?}:\n{said}"));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n\n"));
    ways.len()
}

#[test]
fn paths_of_a_plan_stay_in_the_repository() {
    assert!(none_leads_out("paths") >= 25);
}

#[test]
fn commands_stay_in_the_repository_where_the_system_can_confine_them() {
    assert!(none_leads_out("commands") >= 40);
}

#[test]
fn an_editor_stays_in_the_repository_where_the_system_can_confine_it() {
    assert!(none_leads_out("editors") >= 10);
}

#[test]
fn what_a_repository_has_git_run_stays_in_it() {
    assert!(none_leads_out("repositories") >= 5);
}

/// Control: with permission to write there, the rejected attempts succeed and are detected.
#[test]
fn ways_that_are_allowed_are_seen() {
    for way in ["echo x > ../outside/new", "rm ../outside/secret", "sed -i s/e/x/ ../outside/secret"] {
        let way = WayOut {
            setup: String::new(),
            edits: None,
            commands: vec![way.to_owned()],
            editor: String::new(),
            shell: true,
            says: Vec::new(),
        };
        let (said, before, after) = tried(&way, "--allow-write outside");
        assert!(before != after, "{way:?}: {said}");
    }
}
