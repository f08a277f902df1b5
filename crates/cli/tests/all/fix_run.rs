//! Fix plans carried out in small repositories. A folder below `tests/cases/fix-run` is a case: `setup.sh` makes the repository
//! `repo` and what is around it, `commands.txt` is run line by line by `sh`, and `expected.txt` holds all that came, with the
//! exit codes. `plan.json` is the plan. `UPDATE_EXPECT=1` writes what came, unless `CI` is set.
#![cfg(unix)]

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/fix-run")
}

/// What `sh` says to a line, both streams, and the exit code.
fn shell(line: &str, folder: &Path) -> String {
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
    said
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
        let expected = case.join("expected.txt");
        if env::var_os("UPDATE_EXPECT").is_some() && env::var_os("CI").is_none() {
            fs::write(&expected, &came).unwrap();
        }
        if fs::read_to_string(&expected).unwrap_or_default() != came {
            problems.push(format!("{}:\n{came}", case.display()));
        }
        all += &came;
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    for info in planwright_contracts::fix_plan::codes::ALL {
        assert!(all.contains(&format!("error[{}]", info.code)), "no case shows {}", info.code);
    }
}
