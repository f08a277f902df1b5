//! Tests that reading has limits, and that files that were not requested are not shown.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output};

fn repository() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs a command with limits of 600 MB of memory and 60 seconds.
fn planwright(folder: &Path, line: &str) -> Output {
    let command = format!("ulimit -v 600000; timeout 60 \"$0\" {line}");
    let mut shell = Command::new("sh");
    shell.args(["-c", &command, env!("CARGO_BIN_EXE_planwright")]).current_dir(folder).output().unwrap()
}

fn all(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Creates a folder with a blueprint and its classes.
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
        "gen --schema endless --out made",
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

/// Returns an invalid fix plan and a valid one, each on one line.
fn plans() -> (String, String) {
    let example = repository().join("tests/vectors");
    let valid = fs::read_dir(repository().join("schemas/fix-plan")).unwrap().next().unwrap().unwrap().path();
    let schema: serde_json::Value = serde_json::from_str(&fs::read_to_string(valid).unwrap()).unwrap();
    assert!(example.is_dir());
    let valid = schema["examples"][0].clone();
    let mut refused = valid.clone();
    refused["plan_version"] = "0.9".into();
    (valid.to_string(), refused.to_string())
}

#[test]
fn lines_are_checked_in_their_order_with_places_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let (valid, refused) = plans();
    let mut text = String::new();
    for number in 1..=3000 {
        let line = if number % 1000 == 0 { &refused } else { &valid };
        text.push_str(line);
        // The first line is also followed by a blank line, which has a number but is not a document.
        text.push_str(if number == 1 { "\r\n\n" } else { "\n" });
    }
    text.push_str("{\"half\":");
    fs::write(folder.path().join("plans.ndjson"), &text).unwrap();
    let checked = planwright(folder.path(), "check fix-plan --ndjson --format json plans.ndjson");
    let report: serde_json::Value = serde_json::from_slice(&checked.stdout).unwrap();
    assert_eq!(report["counts"]["documents"], 3001, "{report:#}");
    assert_eq!(report["counts"]["passed"], 2997, "{report:#}");
    let findings = report["findings"].as_array().unwrap();
    let lines: Vec<u64> = findings.iter().map(|finding| finding["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [1001, 2001, 3001, 3002], "{report:#}");
    assert!(findings.iter().all(|finding| finding["file"] == "plans.ndjson"));
    assert_eq!(checked.status.code(), Some(1));

    let human = all(&planwright(folder.path(), "check fix-plan --ndjson --keep 1 plans.ndjson"));
    assert!(human.contains("plans.ndjson:1001:") && !human.contains("plans.ndjson:2001:"), "{human}");
    assert!(
        human.contains("and 3 more findings") && human.contains("2997 of 3001 documents passed: 4 errors"),
        "{human}"
    );
}

/// Surplus findings are only counted. Before, each of these documents used a gigabyte.
#[test]
fn findings_without_end_keep_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("twice.json", format!("{{{}}}", vec!["\"a\": 1"; 300_000].join(","))),
        ("union.json", format!("{{\"actions\": [{}]}}", vec!["{\"a\":1}"; 100_000].join(","))),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
        let checked = planwright(folder.path(), &format!("check action-blueprint {name}"));
        assert_eq!(checked.status.code(), Some(1), "{name}: {}", all(&checked).chars().take(2000).collect::<String>());
    }
}

#[test]
fn lines_without_end_keep_no_memory() {
    let folder = tempfile::tempdir().unwrap();
    let (valid, _) = plans();
    fs::write(folder.path().join("one"), format!("{valid}\n")).unwrap();
    // Keeping all documents would need several times the 60 MB.
    let count = 60_000_000 / valid.len();
    let shell = format!(
        "ulimit -v 400000; export MALLOC_ARENA_MAX=2; yes \"$(cat one)\" | head -n {count} | timeout 300 \"$0\" check fix-plan --ndjson -"
    );
    let mut program = Command::new("sh");
    let output =
        program.args(["-c", &shell, env!("CARGO_BIN_EXE_planwright")]).current_dir(folder.path()).output().unwrap();
    assert!(all(&output).contains(&format!("{count} of {count} documents passed")), "{}", all(&output));
}

/// Short documents with many findings: few are shown, and no more are kept in memory.
#[test]
fn wrong_lines_keep_no_memory() {
    let folder = tempfile::tempdir().unwrap();
    let many = format!(r#"{{"plan_version":"1.0","tasks":[{}0]}}"#, "0,".repeat(1200));
    for (line, count, shown) in [("{}", 30_000, "MISSING_FIELD"), (&many, 200, "TYPE_MISMATCH")] {
        fs::write(folder.path().join("one"), line).unwrap();
        let shell = format!(
            "ulimit -d 120000; yes \"$(cat one)\" | head -n {count} | timeout 300 \"$0\" check fix-plan --ndjson -"
        );
        let mut program = Command::new("sh");
        let output =
            program.args(["-c", &shell, env!("CARGO_BIN_EXE_planwright")]).current_dir(folder.path()).output().unwrap();
        let said = all(&output);
        assert!(said.contains(&format!("0 of {count} documents passed")), "{said:.2000}");
        // For one file, 100 of the 1,000 kept findings are shown.
        assert_eq!(said.matches("error[").count(), 100);
        assert!(said.contains("… and 900 more in <stdin>"), "{said:.2000}");
        assert!(said.contains(&format!("error[{shown}]")) && said.contains("--> <stdin>:1:"));
    }
}

/// The content of the report does not depend on the number of documents in a round.
#[test]
fn the_first_findings_of_many_lines_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (valid, refused) = plans();
    let many = format!(r#"{{"tasks":[{}0]}}"#, "0,".repeat(990));
    let lines: Vec<&str> = (0..40).map(|index| [&valid, &many, &refused][index % 3].as_str()).collect();
    fs::write(folder.path().join("plans.ndjson"), lines.join("\n")).unwrap();
    let one = fs::read_to_string(folder.path().join("plans.ndjson")).unwrap();
    let found = |keep: usize| -> Vec<serde_json::Value> {
        let line = format!("check fix-plan --ndjson --format json --keep {keep} plans.ndjson");
        let output = planwright(folder.path(), &line);
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["counts"]["documents"], 40, "{}", one.len());
        report["findings"].as_array().unwrap().clone()
    };
    let all = found(1_000_000);
    assert!(all.len() > 10_000, "{}", all.len());
    for keep in [0, 1, 1500, 9_000] {
        assert_eq!(found(keep), all[..keep], "{keep}");
    }
}

#[test]
fn a_limit_can_be_raised_and_lowered() {
    let folder = tempfile::tempdir().unwrap();
    let (valid, _) = plans();
    let at = folder.path();
    fs::write(at.join("one.json"), &valid).unwrap();
    fs::write(at.join("large.json"), format!("{valid}{}", " ".repeat(65 << 20))).unwrap();
    fs::write(at.join("schema.json"), r#"{"type": "object"}"#).unwrap();
    for line in [
        "check fix-plan large.json",
        "check fix-plan - < large.json",
        "check fix-plan --ndjson large.json",
        "fix order large.json",
    ] {
        let refused = planwright(at, line);
        let said = all(&refused);
        assert_eq!(refused.status.code(), Some(2), "{line}: {said}");
        assert!(said.contains("larger than 64 MiB; raise the limit with --max-bytes"), "{line}: {said}");
        let passed = planwright(at, &format!("--max-bytes 66M {line}"));
        assert_eq!(passed.status.code(), Some(0), "{line}: {}", all(&passed));
    }
    for line in [
        "check fix-plan one.json",
        "check fix-plan --ndjson one.json",
        "check --schema schema.json one.json",
        "check action-blueprint --snapshot one.json one.json",
        "apex one.json --out other",
        "plan - < one.json",
        "form plan - < one.json",
        "workflow graph one.json",
        "fix order one.json",
        "agent init store one.json",
        "drift schema.json one.json",
        "export --schema schema.json --dialect openai",
        "normalize one.json --schema schema.json --dialect openai",
        "prompt --schema schema.json",
        "lint schema.json",
        "conformance one.json",
    ] {
        let refused = planwright(at, &format!("{line} --max-bytes 10"));
        let said = all(&refused);
        assert_eq!(refused.status.code(), Some(2), "{line}: {said}");
        assert!(said.contains("larger than 10 bytes; raise the limit with --max-bytes"), "{line}: {said}");
    }
}

#[test]
fn a_pattern_names_files() {
    let folder = tempfile::tempdir().unwrap();
    let (valid, refused) = plans();
    for (name, text) in [("a.json", &valid), ("b.json", &refused), ("c.txt", &refused)] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let checked = all(&planwright(folder.path(), "check fix-plan '*.json'"));
    assert!(checked.contains("1 of 2 files passed"), "{checked}");
    let none = planwright(folder.path(), "check fix-plan '*.yaml'");
    assert_eq!(none.status.code(), Some(2));
    assert!(all(&none).contains("no file matches this pattern"), "{}", all(&none));
}

#[test]
fn what_is_denied_is_denied_in_lines_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = repository().join("examples/blueprints/update-opportunity-stage.json");
    let mut blueprint: serde_json::Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    blueprint["zz"] = 1.into();
    fs::write(folder.path().join("plans.ndjson"), format!("{blueprint}\n")).unwrap();
    let check =
        |denied: &str| planwright(folder.path(), &format!("check action-blueprint --ndjson {denied} plans.ndjson"));
    assert_eq!(check("").status.code(), Some(0), "{}", all(&check("")));
    for denied in ["--deny-warnings", "--deny UNKNOWN_FIELD"] {
        let checked = check(denied);
        assert_eq!(checked.status.code(), Some(1), "{denied}: {}", all(&checked));
        assert!(all(&checked).contains("error[UNKNOWN_FIELD]"), "{}", all(&checked));
    }
}

/// Creates a folder with a schema of numbers, and a folder of documents of which one is valid.
fn documents() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("d")).unwrap();
    fs::write(folder.path().join("s.json"), r#"{"type": "number"}"#).unwrap();
    fs::write(folder.path().join("d/good.json"), "1").unwrap();
    fs::write(folder.path().join("bad.json"), "\"x\"").unwrap();
    folder
}

#[test]
fn no_document_of_a_folder_is_passed_over() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let check = |folder: &tempfile::TempDir, paths: &str| {
        let output = planwright(folder.path(), &format!("check --schema s.json {paths}"));
        (output.status.code(), all(&output))
    };
    assert_eq!(check(&documents(), "d").0, Some(0), "the control");

    let folder = documents();
    symlink("../bad.json", folder.path().join("d/linked.json")).unwrap();
    let (code, said) = check(&folder, "d");
    assert!(code == Some(1) && said.contains("linked.json"), "{code:?} {said}");

    let folder = documents();
    fs::copy(folder.path().join("bad.json"), folder.path().join("d/bad.JSON")).unwrap();
    let (code, said) = check(&folder, "d");
    assert!(code == Some(1) && said.contains("bad.JSON"), "{code:?} {said}");

    let folder = documents();
    fs::write(folder.path().join("d").join(OsStr::from_bytes(b"bad-\xff.json")), "\"x\"").unwrap();
    let (code, said) = check(&folder, "d");
    assert!(code == Some(2) && said.contains("its name is not UTF-8"), "{code:?} {said}");

    let folder = documents();
    symlink("nowhere.json", folder.path().join("d/broken.json")).unwrap();
    for paths in ["d", "'d/*.json'"] {
        let (code, said) = check(&folder, paths);
        assert!(code == Some(2) && said.contains("broken.json"), "{paths}: {code:?} {said}");
    }

    // A link to a folder is reported but not followed, so that the search always ends.
    let folder = documents();
    symlink("..", folder.path().join("d/up")).unwrap();
    for command in ["check --schema s.json d", "drift d d", "lint d"] {
        let said = all(&planwright(folder.path(), command));
        assert!(said.contains("note: skipped d/up"), "{command}: {said}");
    }
}

#[test]
fn a_linked_schema_of_a_folder_is_compared() {
    let folder = tempfile::tempdir().unwrap();
    for (side, text) in [("old", r#"{"type": "string"}"#), ("new", r#"{"type": "number"}"#)] {
        fs::create_dir_all(folder.path().join(side)).unwrap();
        fs::write(folder.path().join(format!("{side}.txt")), text).unwrap();
        symlink(format!("../{side}.txt"), folder.path().join(side).join("s.json")).unwrap();
    }
    // A proof needs more memory than this test allows the other commands.
    let mut command = Command::new(env!("CARGO_BIN_EXE_planwright"));
    let output = command.args(["drift", "old", "new"]).current_dir(folder.path()).output().unwrap();
    assert!(
        output.status.code() == Some(1) && all(&output).contains("1 schema compared, 1 broken"),
        "{}",
        all(&output)
    );
}
