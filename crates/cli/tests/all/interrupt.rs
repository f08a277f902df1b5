//! Interrupts commands at moments that are spread over a run.
//!
//! Each file must have its old or its new content, nothing else may remain, and the same command must succeed
//! afterwards.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::project::{CONFIG, files, project, read_text, repository, write};

/// Commands that write files, and some that only print.
const COMMANDS: [&[&str]; 19] = [
    &["init"],
    &["new", "contract", "Invoice"],
    &["demo"],
    &["demo", "--keep", "kept/demo"],
    &["gen", "--lang", "apex", "--out", "apex", "--schema", "schemas"],
    &["gen", "--out", "src/types", "--schema", "many"],
    &["apex", "--runtime=all", "--parts", "manifest,permission-set", "--out", "other", "blueprints"],
    &["report", "--html", "site", "--workflow", "workflow.json", "--fix-plan", "plan.json"],
    &["check", "--schema", "schemas/order.json", "--fix", "wrong.json"],
    &["check", "--schema", "schemas/order.json", "--report", "report.json", "wrong.json"],
    &["check", "--schema", "schemas/order.json", "--write-baseline", "baseline.json", "wrong.json"],
    &["check", "--schema", "schemas/order.json", "--write-baseline", "new/folder/baseline.json", "wrong.json"],
    &["snapshot", "import", "org.json", "--out", "snapshot.json"],
    &["export", "--dialect", "openai", "--schema", "schemas/order.json"],
    &["lock", "tools.json"],
    &["workflow", "graph", "workflow.json", "--sheets", "drawing"],
    &["fix", "graph", "plan.json", "--sheets", "sheets"],
    &["drift", "many", "schemas"],
    &["drift", "many", "--write-baseline", "kept.json"],
];

/// Number of moments at which each command is interrupted.
const MOMENTS: u32 = 3;

/// Returns the files of a folder, by relative path.
fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    files(folder)
        .into_iter()
        .map(|(path, bytes)| (path.strip_prefix(folder).unwrap_or(&path).to_owned(), bytes))
        .collect()
}

fn prepared() -> (tempfile::TempDir, PathBuf) {
    let (root, folder) = project("");
    // The copies are not in git.
    let config = CONFIG.replace("[drift]\nschemas = [\"schemas\"]\nagainst = \"HEAD\"\n", "");
    assert!(config.len() < CONFIG.len());
    write(&folder, "planwright.toml", &config);
    let workflow = repository().join("examples/workflows/loan-approval.json");
    fs::copy(workflow, folder.join("workflow.json")).unwrap();
    write(&folder, "tools.json", r#"[{"name": "t", "inputSchema": {}}]"#);
    write(&folder, "wrong.json", r#"{"knid": "a"}"#);
    write(&folder, "plan.json", &plan(100).to_string());
    for number in 0..40 {
        write(
            &folder,
            &format!("many/m{number}.json"),
            &json!({ "title": format!("M{number}"), "type": "object" }).to_string(),
        );
    }
    (root, folder)
}

/// Returns a fix plan with this number of tasks in sequence.
fn plan(count: usize) -> Value {
    let task = |number: usize| {
        let waits: Vec<String> = number.checked_sub(1).map(|before| format!("T{before}")).into_iter().collect();
        json!({
            "id": format!("T{number}"), "title": "t", "rationale": "r", "acceptance": ["a"], "dependencies": waits,
            "edits": [{"action": "create_file", "path": format!("src/{number}.txt"), "instructions": "i"}],
        })
    };
    json!({
        "plan_version": "1.0",
        "overview": {"primary_issue": "p", "risk_level": "low", "summary": "s"},
        "tasks": (0..count).map(task).collect::<Vec<_>>(),
        "tests": {"commands": ["true"], "stop_on_failure": true},
        "metadata": {"created_at": "2026-01-06T10:00:00Z", "model": "m", "fix_attempt": 1},
    })
}

/// Starts a command with separate folders for temporary files and for the cache.
fn start(folder: &Path, apart: &Path, arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_planwright"));
    command.args(arguments).current_dir(folder).env("TMPDIR", apart).env("XDG_CACHE_HOME", apart);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("planwright starts")
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([name, &child.id().to_string()]).stderr(Stdio::null()).status();
    assert!(sent.is_ok(), "there is a command kill");
}

/// Returns `true` if a signal ended the run, which a shell reports as 130 or 143.
fn was_stopped(status: ExitStatus) -> bool {
    matches!(status.signal(), Some(2 | 15))
}

/// Creates a folder with these files.
fn copied(from: &BTreeMap<PathBuf, Vec<u8>>) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, bytes) in from {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

/// Returns the remaining temporary files, except the cache of `gen`, which is written atomically.
fn left_over(apart: &Path) -> Vec<PathBuf> {
    let is_memory = |path: &PathBuf| path.extension().is_some_and(|end| end == "fresh");
    tree(apart).into_keys().filter(|path| !is_memory(path)).collect()
}

#[test]
fn a_stopped_command_leaves_what_was_or_what_was_to_be() {
    let (_root, folder) = prepared();
    let before = tree(&folder);
    let mut stopped = 0;
    for arguments in COMMANDS {
        let (whole, apart) = (copied(&before), tempfile::tempdir().unwrap());
        let begun = Instant::now();
        let expected = start(whole.path(), apart.path(), arguments).wait().unwrap();
        let took = begun.elapsed();
        assert!(matches!(expected.code(), Some(0 | 1)), "{arguments:?}: {expected}");
        let after = tree(whole.path());
        for moment in 0..MOMENTS {
            // If the machine is faster now, the run may end before the signal. Then the signal is sent earlier.
            let waits = [took * (2 * moment + 1) / (2 * MOMENTS), took / 8, took / 32, Duration::ZERO];
            let is_stopped = |wait| is_stopped_after(wait, arguments, moment, (&before, &after), expected);
            stopped += u32::from(waits.into_iter().any(is_stopped));
        }
    }
    assert!(stopped > MOMENTS, "{stopped} runs were stopped before their end");
}

/// Files of a folder before and after a run.
type Trees<'t> = (&'t BTreeMap<PathBuf, Vec<u8>>, &'t BTreeMap<PathBuf, Vec<u8>>);

/// Returns `true` if the signal ended the run early. In any case, the folder must contain the old or the new files and
/// nothing else.
fn is_stopped_after(
    wait: Duration,
    arguments: &[&str],
    moment: u32,
    (before, after): Trees<'_>,
    expected: ExitStatus,
) -> bool {
    let (place, apart) = (copied(before), tempfile::tempdir().unwrap());
    let mut child = start(place.path(), apart.path(), arguments);
    sleep(wait);
    signal(&child, if moment.is_multiple_of(2) { "-TERM" } else { "-INT" });
    let status = child.wait().unwrap();
    assert!(was_stopped(status) || status == expected, "{arguments:?}: {status}");
    for (path, bytes) in tree(place.path()) {
        let is_known = before.get(&path) == Some(&bytes) || after.get(&path) == Some(&bytes);
        assert!(is_known, "{arguments:?}, moment {moment}: {} is neither old nor new", path.display());
    }
    assert_eq!(left_over(apart.path()), Vec::<PathBuf>::new(), "{arguments:?}, moment {moment}");
    let again = start(place.path(), apart.path(), arguments).wait().unwrap();
    // Existing files are not created again. The command may report that, but the files must be the same.
    assert!(tree(place.path()) == *after, "{arguments:?}, moment {moment}: after {again} the files are others");
    was_stopped(status)
}

/// Interrupts a run while it stages its files.
#[test]
fn a_run_that_is_stopped_while_it_stages_removes_what_it_staged() {
    let (folder, apart) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    write(folder.path(), "plan.json", &plan(3_000).to_string());
    write(folder.path(), "drawing/mine.svg", "mine");
    let drawing = folder.path().join("drawing");
    let mut child = start(folder.path(), apart.path(), &["fix", "graph", "plan.json", "--sheets", "drawing"]);
    while fs::read_dir(&drawing).unwrap().count() < 2 {
        assert!(child.try_wait().unwrap().is_none(), "it ended before anything was staged");
    }
    signal(&child, "-TERM");
    let status = child.wait().unwrap();
    let left = tree(&drawing);
    if was_stopped(status) && left.len() == 1 {
        assert_eq!(read_text(&drawing, "mine.svg"), "mine");
    } else {
        // The signal was sent after the last file was staged, so all of them exist.
        assert_eq!(left.len(), 251, "{status}: {:?}", left.keys().take(3).collect::<Vec<_>>());
    }
    assert!(!left.keys().any(|path| path.display().to_string().starts_with('.')), "no temporary file is left");
}

/// An editor and a tool that wait are killed together with their child processes, and their temporary folders are
/// removed.
#[test]
fn a_stopped_run_of_programs_leaves_neither_process_nor_folder() {
    let (folder, apart) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::create_dir(folder.path().join("repo")).unwrap();
    write(folder.path(), "plan.json", &plan(1).to_string());
    let editor = "sh -c 'touch \"$TMPDIR/a\"; sleep 600 & echo $! >pid; wait'";
    let run = ["fix", "run", "plan.json", "--repo", "repo", "--execute", "--yes", "--allow-dirty", "--editor-command"];
    let arguments: Vec<&str> = run.into_iter().chain([editor]).collect();
    let mut child = start(folder.path(), apart.path(), &arguments);
    let pid = folder.path().join("repo/pid");
    let number = || fs::read_to_string(&pid).ok().and_then(|text| text.trim().parse::<u32>().ok());
    while number().is_none() {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        sleep(Duration::from_millis(5));
    }
    let held = left_over(apart.path());
    assert!(held.iter().any(|path| path.display().to_string().starts_with("planwright-")), "{held:?}");
    signal(&child, "-TERM");
    let status = child.wait().unwrap();
    assert_eq!(status.signal(), Some(15), "{status}");
    assert_eq!(fs::read_dir(apart.path()).unwrap().count(), 0, "no temporary folder is left");
    let sleeps = format!("/proc/{}", number().unwrap());
    let is_there = || fs::read_to_string(format!("{sleeps}/stat")).is_ok_and(|stat| !stat.contains(") Z "));
    for _ in 0..1_000 {
        if !is_there() {
            break;
        }
        sleep(Duration::from_millis(10));
    }
    assert!(!is_there(), "what the editor started still runs");
    assert!(folder.path().join("plan.json.journal").exists(), "the journal says how far it came");
}
