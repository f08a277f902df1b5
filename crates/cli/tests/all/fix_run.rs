//! Runs fix plans in small repositories.
//!
//! Each folder below `tests/cases/fix-run` is a case. `setup.sh` creates the repository `repo` and its surroundings,
//! and `plan.json` is the plan. `sh` runs each line of `commands.txt`. `expected.txt` contains all output with the exit
//! codes. `UPDATE_EXPECT=1` rewrites it, unless `CI` is set.
#![cfg(unix)]

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;

use crate::golden;

fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/fix-run")
}

/// Runs a line with `sh`, and returns both streams and the exit code.
pub(crate) fn shell(line: &str, folder: &Path) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_planwright"));
    let path = format!("{}:{}", binary.parent().unwrap().display(), env::var("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {line}\n}} 2>&1")])
        .current_dir(folder)
        .env("PATH", path)
        .output()
        .unwrap();
    let mut said = String::from_utf8_lossy(&output.stdout).into_owned();
    if let Some(code) = output.status.code().filter(|code| *code != 0) {
        writeln!(said, "[exit {code}]").unwrap();
    }
    said
}

fn is_confinement(line: &str) -> bool {
    line.starts_with("confined: ") || line.starts_with("warning: not confined: ")
}

fn run(case: &Path) -> String {
    let folder = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(case).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), folder.path().join(entry.file_name())).unwrap();
    }
    assert_eq!(shell("sh -e ./setup.sh", folder.path()), "", "{}", case.display());
    let commands = fs::read_to_string(case.join("commands.txt")).unwrap();
    let mut said = String::new();
    for line in commands.lines() {
        write!(said, "$ {line}\n{}", shell(line, folder.path())).unwrap();
    }
    // The confinement depends on the system. Another test covers it.
    said.split_inclusive('\n').filter(|line| !is_confinement(line)).collect()
}

#[test]
fn every_case_does_what_it_should() {
    let mut names: Vec<_> = fs::read_dir(cases()).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    assert!(names.len() >= 15);
    let mut problems = Vec::new();
    let mut all = String::new();
    for case in names {
        let came = run(&case);
        all += &came;
        problems.extend(golden::compare_file(&case, "expected.txt", came).err());
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    for info in planwright_fix::codes::ALL {
        assert!(all.contains(&format!("error[{}]", info.code)), "no case shows {}", info.code);
    }
}

/// Creates a folder with a plan that has only this command, and a repository that contains `a.txt`.
fn repository(command: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let plan = json!({
        "plan_version": "1.0",
        "overview": {"primary_issue": "p", "risk_level": "low", "summary": "s"},
        "tasks": [{
            "id": "T1", "title": "t", "rationale": "r", "acceptance": ["a"],
            "edits": [{"action": "rename_file", "path": "a.txt", "target_path": "b.txt", "instructions": "i"}],
        }],
        "tests": {"commands": [command], "stop_on_failure": true},
        "metadata": {"created_at": "2026-01-06T10:00:00Z", "model": "m", "fix_attempt": 1},
    });
    fs::write(folder.path().join("plan.json"), plan.to_string()).unwrap();
    let setup = "mkdir repo outside && echo a > repo/a.txt && echo secret > outside/secret && git init -q repo \
                 && git -C repo add -A && git -C repo -c user.name=a -c user.email=a@example.org commit -qm start";
    assert_eq!(shell(setup, folder.path()), "");
    folder
}

/// Control: with permission to write there, the rejected commands succeed.
#[test]
fn commands_write_where_they_may() {
    let folder =
        repository("echo x > ../outside/new && echo x > inside && echo x > \"$TMPDIR/x\" && echo x > /dev/null");
    let said = shell("planwright fix run plan.json --repo repo --execute --shell --allow-write outside", folder.path());
    assert!(said.ends_with("1 edit made, 1 test command passed\n"), "{said}");
    assert!(folder.path().join("outside/new").exists() && folder.path().join("repo/inside").exists());
}

/// A command that writes 100 MB fills neither the memory nor standard error.
#[test]
fn output_is_bounded() {
    let folder = repository("head -c 100000000 /dev/zero | tr '\\0' x; exit 1");
    let run = "planwright fix run plan.json --repo repo --execute --shell --max-output 2000";
    let said = shell(&format!("ulimit -v 600000; TMPDIR=$PWD {run}"), folder.path());
    assert!(said.len() < 10_000, "{} bytes", said.len());
    let files: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap()).collect();
    let kept = files.iter().find(|file| file.file_name().to_string_lossy().starts_with("planwright-output-"));
    assert_eq!(kept.unwrap().metadata().unwrap().len(), 100_000_000, "{said}");
}

/// Processes that leave the group of a command end with it: after its normal end, and after its deadline.
#[cfg(target_os = "linux")]
#[test]
fn nothing_that_leaves_its_group_outlives_its_command() {
    let hidden = "setsid sh -c 'echo $$ > pid; exec sleep 30' < /dev/null > /dev/null 2>&1 &";
    for (rest, wanted) in [("sleep 0.5", "1 test command passed"), ("sleep 30", "killed after 1 seconds")] {
        let folder = repository(&format!("{hidden} {rest}"));
        let at = folder.path();
        let said = shell("planwright fix run plan.json --repo repo --execute --shell --timeout 1", at);
        assert!(said.contains(wanted), "{said}");
        let alive = "test -s repo/pid && kill -0 $(cat repo/pid) 2>/dev/null && echo alive || true";
        assert_eq!(shell(alive, at), "", "{rest}: {said}");
        assert!(at.join("repo/pid").exists(), "the control: it ran");
    }
}

/// Child processes of a command end if Planwright is killed.
#[test]
fn nothing_outlives_a_killed_run() {
    let folder = repository("sleep 30 & echo $! > pid; echo $PPID > parent; wait");
    let at = folder.path();
    shell("planwright fix run plan.json --repo repo --execute --shell > log 2>&1 &", at);
    let alive = "kill -0 $(cat repo/pid) 2>/dev/null && grep -q sleep /proc/$(cat repo/pid)/comm && echo alive || true";
    let wait = |wanted: &str, line: &str| {
        (0..200).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            shell(line, at) == wanted
        })
    };
    assert!(wait("there\n", "test -s repo/parent && echo there || true"), "{}", shell("cat log", at));
    assert_eq!(shell(alive, at), "alive\n");
    shell("kill -9 $(cat repo/parent)", at);
    assert!(wait("", alive), "the command is still there");
}
