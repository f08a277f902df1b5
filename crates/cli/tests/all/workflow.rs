//! Tests `planwright workflow` from the user's view: results, exit codes, export and start in both formats, drawings.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

fn planwright(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_planwright")).args(arguments).current_dir(folder).output().unwrap()
}

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/workflows")
}

fn results(output: &Output) -> Vec<Value> {
    String::from_utf8_lossy(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// An export does not read the target folder. Here it contains 6 GB, and the time limit is too short to read them.
#[cfg(target_os = "linux")]
#[test]
fn an_export_reads_nothing_of_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..100 {
        fs::File::create(folder.path().join(format!("large-{number}"))).unwrap().set_len(60 << 20).unwrap();
    }
    let calls = examples().join("loan-approval.jsonl");
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -t 5; exec \"$0\" workflow run \"$1\" --export loan.json"]);
    let output = command.arg(env!("CARGO_BIN_EXE_planwright")).arg(calls).current_dir(folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(folder.path().join("loan.json").exists());
}

#[test]
fn the_example_is_what_its_calls_make() {
    let folder = tempfile::tempdir().unwrap();
    let calls = examples().join("loan-approval.jsonl");
    let export = |file: &str| {
        let arguments = ["workflow", "run", calls.to_str().unwrap(), "--id", "loan-approval"];
        let more = ["--time", "2026-02-01T10:00:00Z", "--export", file];
        let output = planwright(folder.path(), &[&arguments[..], &more[..]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(results(&output).iter().all(|result| result["success"] == true));
    };
    export("loan.json");
    export("loan.yaml");
    let written = fs::read_to_string(folder.path().join("loan.json")).unwrap();
    assert_eq!(written, fs::read_to_string(examples().join("loan-approval.json")).unwrap());
    fs::write(folder.path().join("none.jsonl"), "").unwrap();
    for (from, to, wanted) in [("loan.yaml", "again.json", "loan.json"), ("loan.json", "again.yml", "loan.yaml")] {
        let arguments = ["workflow", "run", "none.jsonl", "--start", from, "--export", to];
        let output = planwright(folder.path(), &[&arguments[..], &["--time", "2026-02-01T10:00:00Z"]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        let read = |file| fs::read_to_string(folder.path().join(file)).unwrap();
        assert_eq!(read(to), read(wanted), "{from} -> {to}");
    }
}

#[test]
fn a_failed_call_is_told_and_the_others_run() {
    let folder = tempfile::tempdir().unwrap();
    let calls = [
        json!({ "tool": "add_participant", "args": { "id": "a", "name": "A" } }).to_string(),
        json!({ "name": "create_blueprint", "arguments": { "title": "Loan", "description": "A loan" }, "id": "c1" })
            .to_string(),
        String::new(),
        "no call".to_owned(),
        json!({ "tool": "bogus" }).to_string(),
        json!({ "tool": "add_participant", "args": { "id": "a", "name": "A" } }).to_string(),
    ];
    fs::write(folder.path().join("calls.jsonl"), calls.join("\n")).unwrap();
    let output = planwright(folder.path(), &["workflow", "run", "calls.jsonl", "--export", "out.json"]);
    assert_eq!(output.status.code(), Some(1));
    let results = results(&output);
    let told: Vec<_> =
        results.iter().map(|result| (result["toolCallId"].as_str().unwrap(), result["success"] == true)).collect();
    assert_eq!(told, [("line_1", false), ("c1", true), ("line_4", false), ("line_5", false), ("line_6", true)]);
    assert!(results[0]["error"].as_str().unwrap().contains("create_blueprint is the required first step"));
    assert_eq!(results[3]["error"], "Unknown tool: bogus");
    let document: Value = serde_json::from_slice(&fs::read(folder.path().join("out.json")).unwrap()).unwrap();
    assert_eq!(document["participants"][0]["id"], "a");
}

#[test]
fn what_cannot_be_exported_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let long = "x".repeat(80);
    let calls = [
        json!({ "tool": "create_blueprint", "args": { "title": "Loan", "description": "A loan" } }),
        json!({ "tool": "add_participant", "args": { "id": long, "name": "A" } }),
    ];
    fs::write(folder.path().join("calls.jsonl"), format!("{}\n{}\n", calls[0], calls[1])).unwrap();
    fs::write(folder.path().join("out.json"), "before").unwrap();
    let output = planwright(folder.path(), &["workflow", "run", "calls.jsonl", "--export", "out.json"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("/participants/0/id"));
    assert_eq!(fs::read_to_string(folder.path().join("out.json")).unwrap(), "before");
}

#[test]
fn pictures_in_three_languages() {
    let folder = examples();
    for (format, start) in
        [("mermaid", "---\ntitle: Loan approval\n---\nflowchart TD"), ("dot", "digraph"), ("svg", "<svg")]
    {
        let output = planwright(&folder, &["workflow", "graph", "loan-approval.json", "--format", format]);
        assert_eq!(output.status.code(), Some(0));
        assert!(String::from_utf8_lossy(&output.stdout).starts_with(start), "{format}");
    }
    let drawn = planwright(&folder, &["workflow", "graph", "loan-approval.json", "--format", "svg"]).stdout;
    assert_eq!(String::from_utf8_lossy(&drawn), fs::read_to_string(folder.join("loan-approval.svg")).unwrap());
}

/// A drawing with one sheet is the whole drawing. The draft of a store is drawn on sheets too, and other files stay.
#[test]
fn a_drawing_on_sheets() {
    let folder = tempfile::tempdir().unwrap();
    let example = examples().join("loan-approval.json");
    let arguments = ["workflow", "graph", example.to_str().unwrap(), "--sheets", "drawing"];
    let output = planwright(folder.path(), &arguments);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "wrote 1 sheet into drawing\n");
    let drawing = folder.path().join("drawing");
    let whole = fs::read_to_string(examples().join("loan-approval.svg")).unwrap();
    assert_eq!(fs::read_to_string(drawing.join("sheet-1.svg")).unwrap(), whole);
    fs::write(drawing.join("sheet-2.svg"), &whole).unwrap();
    fs::write(drawing.join("sheet-3.svg"), "mine").unwrap();
    fs::write(drawing.join("sheet-4.svg"), &whole).unwrap();
    let record = drawing.join(".planwright/written.txt");
    let text = fs::read_to_string(&record).unwrap();
    let line = text.lines().find(|line| line.ends_with("  sheet-1.svg")).unwrap();
    fs::write(&record, format!("{text}{}\n", line.replace("sheet-1", "sheet-2"))).unwrap();
    let output = planwright(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stderr).contains("sheet-4.svg looks generated"), "{output:?}");
    assert!(!drawing.join("sheet-2.svg").exists(), "an earlier drawing had it");
    assert!(drawing.join("sheet-3.svg").exists() && drawing.join("sheet-4.svg").exists());
    fs::write(drawing.join("sheet-1.svg"), "mine").unwrap();
    let output = planwright(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("sheet-1.svg already exists and is not a sheet of a drawing; move it"), "{text}");
}

#[test]
fn a_document_that_cannot_be_read_is_shown_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let yaml = "id: x\ntitle: &a Loan\n";
    fs::write(folder.path().join("bad.yaml"), yaml).unwrap();
    fs::write(folder.path().join("bad.json"), "{\"id\": 5}").unwrap();
    for (file, word) in [("bad.yaml", "bad.yaml:2:8"), ("bad.json", "TYPE_MISMATCH")] {
        let output = planwright(folder.path(), &["workflow", "graph", file]);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
        assert!(String::from_utf8_lossy(&output.stderr).contains(word), "{}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(planwright(folder.path(), &["workflow", "graph", "none.json"]).status.code(), Some(2));
}
