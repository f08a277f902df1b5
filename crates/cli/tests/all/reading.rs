//! What a command reads has a bound, and what it was not asked to read it does not show.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output};

fn repository() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs a command with 600 MB of memory and 60 seconds.
fn planwright(folder: &Path, line: &str) -> Output {
    let command = format!("ulimit -v 600000; timeout 60 \"$0\" {line}");
    let mut shell = Command::new("sh");
    shell.args(["-c", &command, env!("CARGO_BIN_EXE_planwright")]).current_dir(folder).output().unwrap()
}

fn all(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// A folder with a blueprint and its classes.
fn rendered() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let blueprints = fs::read_dir(repository().join("examples/blueprints")).unwrap();
    let one = blueprints.map(|entry| entry.unwrap().path()).find(|path| path.extension().is_some_and(|e| e == "json"));
    fs::create_dir(folder.path().join("in")).unwrap();
    fs::copy(one.unwrap(), folder.path().join("in/one.json")).unwrap();
    let made = planwright(folder.path(), "apex in --out out");
    assert!(made.status.success(), "{}", all(&made));
    folder
}

fn class(folder: &Path) -> std::path::PathBuf {
    let classes = fs::read_dir(folder.join("out/main/default/classes")).unwrap();
    let mut classes: Vec<_> = classes.map(|entry| entry.unwrap().path()).collect();
    classes.sort();
    classes.into_iter().find(|path| path.extension().is_some_and(|ending| ending == "cls")).unwrap()
}

#[test]
fn what_a_linked_class_leads_to_is_not_shown() {
    for (target, fast) in [("secret", false), ("/dev/zero", true)] {
        let folder = rendered();
        let at = folder.path();
        fs::write(at.join("secret"), "top secret\n").unwrap();
        let class = class(at);
        fs::remove_file(&class).unwrap();
        symlink(if fast { target.into() } else { at.join(target) }, &class).unwrap();
        let checked = planwright(at, "apex in --out out --check --diff");
        let said = all(&checked);
        assert_eq!(checked.status.code(), Some(1), "{said}");
        assert!(!said.contains("top secret") && said.len() < 100_000, "{said:.2000}");
        assert!(said.contains(class.file_name().unwrap().to_str().unwrap()), "{said:.2000}");
        planwright(at, "apex in --out out --force");
        assert_eq!(fs::read_to_string(at.join("secret")).unwrap(), "top secret\n");
    }
}

#[test]
fn inputs_without_an_end_are_refused() {
    let folder = rendered();
    let at = folder.path();
    symlink("/dev/zero", at.join("endless")).unwrap();
    fs::write(at.join("planwright.toml"), "").unwrap();
    for line in [
        "check fix-plan endless",
        "check fix-plan - < endless",
        "apex endless --out other",
        "plan - < endless",
        "form plan - < endless",
        "workflow graph endless",
        "workflow run endless",
        "fix order endless",
        "agent init store endless",
        "gen --schemas endless --out made",
        "drift endless endless",
        "export endless --dialect openai",
        "export in/one.json --dialect openai --out endless",
        "normalize endless --schema endless --dialect openai",
        "snapshot diff endless endless",
        "conformance endless",
        "check fix-plan in/one.json --context endless",
        "ci --config endless",
        "form preview endless",
        "form execute endless --store forms --confirm",
    ] {
        let output = planwright(at, line);
        let said = all(&output);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{line}: {:?} {said:.500}", output.status);
        assert!(!said.contains("memory allocation") && said.len() < 10_000, "{line}: {said:.500}");
    }
    assert!(planwright(at, "check action-blueprint in/one.json").status.success(), "the control");
}
