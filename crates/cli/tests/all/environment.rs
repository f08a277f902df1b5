//! Tests the environment of a run: no home folder, a locale without UTF-8, and very many findings.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::project::{files, printed, project, read_text, run, write};

/// Runs the program with only these variables and `PATH`.
fn run_with(folder: &Path, variables: &[(&str, &str)], arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_planwright"));
    command.args(arguments).current_dir(folder).env_clear().envs(variables.iter().copied());
    command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
    printed(&command.output().expect("planwright runs"))
}

#[test]
fn no_home_changes_nothing() {
    let (_root, folder) = project("");
    let before = files(&folder);
    let commands: [&[&str]; 4] =
        [&["gen", "--check"], &["apex", "--check"], &["check", "action-blueprint", "blueprints/stage.json"], &["ci"]];
    for arguments in commands {
        let usual = run(&folder, arguments);
        assert_eq!(usual.0, 0, "{arguments:?}: {}{}", usual.1, usual.2);
        let homes: [&[(&str, &str)]; 4] =
            [&[], &[("HOME", "")], &[("HOME", "relative")], &[("HOME", "/nonexistent/home")]];
        for home in homes {
            let (code, out, err) = run_with(&folder, home, arguments);
            assert_eq!((code, &out), (0, &usual.1), "{arguments:?} with {home:?}: {err}");
        }
    }
    assert_eq!(files(&folder), before, "nothing is written beside the project's files");
}

/// The output does not depend on the locale. For ASCII input it is readable on any terminal.
#[test]
fn a_locale_without_utf_8_gets_the_same_bytes() {
    let (_root, folder) = project("");
    let wrong = read_text(&folder, "blueprints/stage.json").replace("\"UPDATE\"", "\"UPDTAE\"");
    assert!(wrong.is_ascii());
    write(&folder, "bad.json", &wrong);
    for arguments in [&["check", "action-blueprint", "bad.json"][..], &["ci"], &["--help"], &["check", "--help"]] {
        let (code, usual, _) = run_with(&folder, &[("LC_ALL", "C.UTF-8")], arguments);
        assert!(usual.is_ascii(), "{arguments:?}: {usual}");
        for locale in ["C", "POSIX", "en_US.ISO-8859-1"] {
            let (same, out, _) = run_with(&folder, &[("LC_ALL", locale), ("TERM", "vt100")], arguments);
            assert_eq!((same, &out), (code, &usual), "{locale} {arguments:?}");
        }
    }
    write(&folder, "persian.json", &wrong.replace("Stage", "\u{645}\u{631}\u{62d}\u{644}\u{647}"));
    let (_, out, _) = run_with(&folder, &[("LC_ALL", "C")], &["check", "action-blueprint", "persian.json"]);
    assert!(!out.is_ascii(), "the control: letters of the input are printed as they are: {out}");
}

const COUNT: usize = 10_000;

/// Creates a schema, and one document with 10,000 mistakes.
fn many_mistakes() -> (tempfile::TempDir, PathBuf) {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path().to_path_buf();
    write(&folder, "list.schema.json", r#"{"type": "array", "items": {"type": "integer"}}"#);
    write(&folder, "one.json", &format!("[{}]", vec!["\n\"x\""; COUNT].join(",")));
    (root, folder)
}

#[test]
fn ten_thousand_findings_are_counted_in_every_format() {
    let (_root, folder) = many_mistakes();
    for format in ["human", "json", "sarif", "github", "gitlab", "junit"] {
        let arguments = ["check", "--schema", "list.schema.json", "--format", format, "one.json"];
        let (code, out, err) = run(&folder, &arguments);
        assert_eq!((code, err.as_str()), (1, ""), "{format}");
        assert!(out.contains("9000 more of this kind are not listed"), "{format}: {}", tail(&out));
        assert!(out.len() < 2_000_000, "{format}: {} bytes", out.len());
        if ["json", "sarif", "gitlab"].contains(&format) {
            serde_json::from_str::<Value>(&out).unwrap_or_else(|error| panic!("{format}: {error}"));
        }
    }
    let (_, human, _) = run(&folder, &["check", "--schema", "list.schema.json", "one.json"]);
    assert_eq!(human.matches("error[TYPE_MISMATCH]").count(), 100);
    assert!(human.contains("\u{2026} and 900 more in one.json\n"), "{}", tail(&human));
    assert!(human.ends_with("0 of 1 file passed: 10000 errors, 0 warnings\n"), "{}", tail(&human));
    let (code, repair, _) = run(&folder, &["check", "--schema", "list.schema.json", "--format", "repair", "one.json"]);
    assert!(code == 1 && repair.len() < 10_000 && repair.contains("9990 more errors are not listed"), "{repair}");
}

/// Details of duplicate keys and of union branches are computed only for listed findings.
#[test]
fn ten_thousand_findings_of_any_kind_are_listed_to_a_bound() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path();
    write(folder, "twice.json", &format!("{{{}}}", vec!["\n\"a\": 1"; COUNT].join(",")));
    write(folder, "union.json", &format!("{{\"actions\": [{}]}}", vec!["\n{\"a\": 1}"; COUNT].join(",")));
    for (file, errors, warnings) in [("twice.json", COUNT - 1, 0), ("union.json", 6 * COUNT, COUNT)] {
        let (code, out, err) = run(folder, &["check", "action-blueprint", "--format", "json", file]);
        assert_eq!((code, err.as_str()), (1, ""), "{file}");
        let report: Value = serde_json::from_str(&out).expect("a report");
        let listed = report[0]["diagnostics"].as_array().map_or(0, Vec::len);
        assert!((1001..=2002).contains(&listed), "{file}: {listed} of {}", tail(&out));
        let (_, out, _) = run(folder, &["check", "action-blueprint", file]);
        let counts = format!("0 of 1 file passed: {errors} errors, {warnings} warnings\n");
        assert!(out.ends_with(&counts), "{file}: {}", tail(&out));
        assert!(out.contains("more of this kind are not listed"), "{file}: {}", tail(&out));
    }
}

/// Unlisted warnings are denied and accepted like listed ones.
#[test]
fn ten_thousand_warnings_are_denied_whole() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path();
    write(folder, "a.schema.json", r#"{"type": "object", "properties": {"a": {"type": "integer"}}}"#);
    let members: Vec<String> = (0..COUNT).map(|number| format!("\"x{number}\": 1")).collect();
    write(folder, "a.json", &format!("{{{}}}", members.join(",\n")));
    let check = ["check", "--schema", "a.schema.json", "a.json"];
    let (code, out, _) = run(folder, &check);
    assert!(code == 0 && out.ends_with("1 of 1 file passed: 0 errors, 10000 warnings\n"), "{}", tail(&out));
    let (code, out, _) = run(folder, &[&check[..], &["--deny-warnings"]].concat());
    assert!(code == 1 && out.ends_with("0 of 1 file passed: 10000 errors, 0 warnings\n"), "{}", tail(&out));
    let (code, _, err) = run(folder, &[&check[..], &["--write-baseline", "known.json"]].concat());
    assert_eq!((code, err.as_str()), (0, ""));
    let (code, out, _) = run(folder, &[&check[..], &["--baseline", "known.json"]].concat());
    assert!(code == 0 && out.ends_with("1 of 1 file passed: 0 errors, 0 warnings\n"), "{}", tail(&out));
}

/// Returns the end of a long string.
fn tail(text: &str) -> &str {
    text.get(text.len().saturating_sub(400)..).unwrap_or(text)
}

/// `--quiet` omits successful results. A file with many findings does not hide those of other files.
#[test]
fn a_file_with_many_findings_hides_no_other() {
    let (_root, folder) = many_mistakes();
    fs::create_dir(folder.join("many")).expect("a folder");
    for number in 0..200 {
        write(&folder, &format!("many/{number:03}.json"), "[\"x\"]");
    }
    for quiet in [&[][..], &["--quiet"]] {
        let (code, out, _) =
            run(&folder, &[quiet, &["check", "--schema", "list.schema.json", "one.json", "many"]].concat());
        assert_eq!(code, 1);
        assert_eq!(out.matches("error[TYPE_MISMATCH]").count(), 300, "{quiet:?}: {}", tail(&out));
        assert!(out.contains(" --> many/199.json:1:2"), "{quiet:?}: {}", tail(&out));
    }
}

#[test]
fn the_version_is_that_of_the_package() {
    let (code, out, _) = run(Path::new("."), &["--version"]);
    let version = out.trim_end().strip_prefix("planwright ").expect("the name first");
    let (number, commit) = version.split_once(" (").map_or((version, None), |(number, rest)| (number, Some(rest)));
    assert_eq!((code, number), (0, env!("CARGO_PKG_VERSION")));
    let is_commit =
        |rest: &str| rest.strip_suffix(')').is_some_and(|hash| hash.bytes().all(|byte| byte.is_ascii_hexdigit()));
    assert!(commit.is_none_or(is_commit), "{out}");
}

/// If not all findings are shown, errors take precedence: in a file, in many files, and in many lines.
#[test]
fn warnings_hide_no_error() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path();
    write(folder, "a.schema.json", r#"{"type": "object", "properties": {"a": {"type": "integer"}}}"#);
    fs::create_dir(folder.join("many")).expect("a folder");
    let (warned, refused) = ("{\"x\": 1}\n", "{\"a\": \"1\"}\n");
    for number in 0..1100 {
        write(folder, &format!("many/{number:04}.json"), warned);
    }
    write(folder, "many/last.json", refused);
    let all = ["check", "--schema", "a.schema.json", "many"];
    for arguments in [&all[..], &["--quiet", "check", "--schema", "a.schema.json", "many"]] {
        let (code, out, _) = run(folder, arguments);
        assert_eq!(
            (code, out.matches("warning[").count(), out.matches("error[").count()),
            (1, 999, 1),
            "{arguments:?}"
        );
        assert!(out.contains(" --> many/last.json:1:7"), "{arguments:?}: {}", tail(&out));
        let rest = "\u{2026} and 101 findings more in 101 other files; --format json lists all\n";
        assert_eq!(out.matches(rest).count(), 1, "{arguments:?}: {}", tail(&out));
    }
    let (_, out, _) = run(folder, &all);
    assert!(out.ends_with("1100 of 1101 files passed: 1 error, 1100 warnings\n"), "{}", tail(&out));
    let (_, out, _) = run(folder, &[&all[..], &["--keep", "2000"]].concat());
    assert!(out.matches("warning[").count() == 1100 && !out.contains('\u{2026}'), "{}", tail(&out));
    let (_, out, _) = run(folder, &[&all[..], &["--format", "json"]].concat());
    assert_eq!(out.matches("\"warning\"").count(), 1100, "nothing is left out for programs");

    write(folder, "many.ndjson", &(warned.repeat(1100) + refused));
    let lines = ["check", "--schema", "a.schema.json", "--ndjson", "many.ndjson"];
    let (code, out, _) = run(folder, &lines);
    assert_eq!((code, out.matches("warning[").count()), (1, 99), "{}", tail(&out));
    assert!(out.contains(" --> many.ndjson:1101:7"), "{}", tail(&out));
    let (_, out, _) = run(folder, &[&lines[..], &["--keep", "3", "--format", "json"]].concat());
    let report: Value = serde_json::from_str(&out).expect("a report");
    let severities: Vec<&str> =
        report["findings"].as_array().expect("a list").iter().filter_map(|one| one["severity"].as_str()).collect();
    assert_eq!(severities, ["warning", "warning", "error"], "{out}");
}
