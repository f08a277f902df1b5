//! Replays terminal sessions.
//!
//! Each folder of `transcripts/`, or of `messages/` for invalid input, is a case. Its files are the project.
//! `session.txt` contains commands (`$ command`) and their output, with the exit code unless it is 0. A line `…`
//! represents any lines. `UPDATE_EXPECT=1` writes the actual output.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::golden;
use crate::project::program;

fn cases() -> Vec<PathBuf> {
    let folders =
        ["tests/transcripts", "tests/messages"].map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    let entries = folders.into_iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let mut cases: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    cases.retain(|path| path.join("session.txt").exists());
    cases.sort();
    cases
}

#[test]
fn every_session_is_as_written() {
    let cases = cases();
    assert!(cases.len() >= 10, "only {} cases", cases.len());
    let mut wrong = Vec::new();
    for case in cases {
        let session = fs::read_to_string(case.join("session.txt")).unwrap();
        let came = replay(&case, &session);
        wrong.extend(golden::compare_file(&case, "session.txt", came).err());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Invalid input has reviewed messages: there is at least this number of failing commands, for at least this number of
/// commands.
#[test]
fn sixty_wrong_inputs_have_their_message() {
    let cases = cases();
    let sessions = cases.iter().filter(|case| case.parent().is_some_and(|folder| folder.ends_with("messages")));
    let sessions: Vec<String> = sessions.map(|case| fs::read_to_string(case.join("session.txt")).unwrap()).collect();
    let refused = sessions.iter().flat_map(|text| text.lines()).filter(|line| matches!(*line, "[1]" | "[2]")).count();
    assert!(refused >= 60, "only {refused}");
}

#[test]
fn a_wrong_session_is_seen() {
    let case = &cases()[0];
    for session in ["$ echo one\ntwo\n", "$ exit 3\n", "$ echo one; echo two\none\n…\nthree\n", "$ echo one\n"] {
        assert_ne!(replay(case, session), session);
    }
    for session in ["$ echo one\none\n", "$ exit 3\n[3]\n", "$ seq 4\n1\n…\n4\n", "# says why\n\n$ true\n"] {
        assert_eq!(replay(case, session), session);
    }
}

/// Runs the session in a copy of the case.
fn replay(case: &Path, session: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    copy(case, folder.path());
    fs::remove_file(folder.path().join("session.txt")).unwrap();
    let lines: Vec<&str> = session.lines().collect();
    let mut shown = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        shown.push(lines[at].to_owned());
        let Some(command) = lines[at].strip_prefix("$ ") else {
            at += 1;
            continue;
        };
        let is_output = |line: &&&str| !line.starts_with("$ ") && !line.starts_with("# ") && !line.is_empty();
        let expected: Vec<String> =
            lines[at + 1..].iter().take_while(is_output).map(|line| (*line).to_owned()).collect();
        at += 1 + expected.len();
        shown.extend(elide(&expected, shell(command, folder.path())));
    }
    shown.join("\n") + "\n"
}

/// Returns the output without the lines that `…` represents, if the rest is as expected.
fn elide(expected: &[String], output: Vec<String>) -> Vec<String> {
    let Some(dots) = expected.iter().position(|line| line == "…") else { return output };
    let (head, tail) = (&expected[..dots], &expected[dots + 1..]);
    let fits = output.starts_with(head) && output.ends_with(tail) && output.len() >= head.len() + tail.len();
    if fits { expected.to_vec() } else { output }
}

/// Returns the output of a command without empty lines, and its exit code.
fn shell(command: &str, folder: &Path) -> Vec<String> {
    let binary = program();
    let path = format!("{}:{}", binary.parent().unwrap().display(), env::var("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {command}\n}} 2>&1")])
        .current_dir(folder)
        .env("PATH", path)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).replace(&folder.display().to_string(), "HERE");
    let mut lines: Vec<String> = text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect();
    match output.status.code() {
        Some(0) => {}
        code => lines.push(format!("[{}]", code.unwrap_or(-1))),
    }
    lines
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}
