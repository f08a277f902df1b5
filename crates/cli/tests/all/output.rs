//! Tests output that cannot be written: a full disk ends with exit code 2, and a closed pipe ends silently.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::project::{printed, project, repository, run};

const BLUEPRINT: &str = "blueprints/stage.json";
const INITIALIZE: &str = concat!(
    r#"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "#,
    r#""capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}}"#,
    "\n"
);
const NO_OP: &str = r#"{"value": {"action_type": "no_op", "reason": "campaign_complete"}}"#;

/// Every command, with arguments that make it write to standard output, and its standard input.
const COMMANDS: &[(&[&str], &str)] = &[
    (&["--help"], ""),
    (&["--version"], ""),
    (&["help"], ""),
    (&["init"], ""),
    (&["new", "--help"], ""),
    (&["demo"], ""),
    (&["gen", "--check"], ""),
    (&["check", "action-blueprint", BLUEPRINT], ""),
    (&["check", "action-blueprint", BLUEPRINT, "--format", "json"], ""),
    (&["apex", "--check"], ""),
    (&["ci"], ""),
    (&["conformance", "/dev/null"], ""),
    (&["plan", "close the case"], ""),
    (&["library", "list"], ""),
    (&["export", "agent-proposal", "--dialect", "openai"], ""),
    (&["normalize", "agent-proposal", "--dialect", "openai", "-"], NO_OP),
    (&["extract", "agent-proposal", "-"], NO_OP),
    (&["report", "--html", "site"], ""),
    (&["rules"], ""),
    (&["explain", "MISSING_FIELD"], ""),
    (&["manual"], ""),
    (&["schema", "planwright.toml"], ""),
    (&["completions", "bash"], ""),
    (&["drift"], ""),
    (&["lint", "schemas"], ""),
    (&["lock", "tools.json"], ""),
    (&["snapshot", "import", "org.json"], ""),
    (&["agent-script", "write", BLUEPRINT], ""),
    (&["snapshot", "diff", "org.json", "org.json"], ""),
    (&["snapshot", "check", "org.json", BLUEPRINT], ""),
    (&["form", "plan", "فرم ۳ را منتشر کن"], ""),
    (&["fix", "check", "-"], "{}"),
    (&["agent", "check", "-"], "{}"),
    (&["prompt", "action-blueprint"], ""),
    (&["workflow", "graph", "workflow.json"], ""),
    (&["workflow", "check", "workflow.json"], ""),
    (&["mcp"], INITIALIZE),
];

fn start(folder: &Path, arguments: &[&str], input: &str, out: Stdio, err: Stdio) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_planwright"));
    let mut child = command
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(out)
        .stderr(err)
        .spawn()
        .expect("planwright starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A command that reads nothing may already have ended.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("planwright ends")
}

fn full() -> Stdio {
    OpenOptions::new().write(true).open("/dev/full").expect("Linux has a full device").into()
}

/// Returns the write end of a pipe without a reader.
fn closed() -> Stdio {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    writer.into()
}

fn prepared() -> (tempfile::TempDir, std::path::PathBuf) {
    let (root, folder) = project("");
    std::fs::copy(repository().join("examples/workflows/loan-approval.json"), folder.join("workflow.json")).unwrap();
    std::fs::write(folder.join("tools.json"), r#"[{"name": "t", "inputSchema": {}}]"#).unwrap();
    (root, folder)
}

#[test]
fn every_command_is_in_the_table() {
    let (_, manual, _) = run(&repository(), &["manual"]);
    let names = manual.lines().filter_map(|line| line.strip_prefix("## planwright ")?.split(' ').next());
    let names: BTreeSet<&str> = names.chain(["help"]).collect();
    let tried: BTreeSet<&str> =
        COMMANDS.iter().map(|(arguments, _)| arguments[0]).filter(|name| !name.starts_with('-')).collect();
    assert!(names.len() > 15, "{manual}");
    assert_eq!(names, tried);
}

#[test]
fn a_full_disk_is_a_failure_of_every_command() {
    let (_root, folder) = prepared();
    for (arguments, input) in COMMANDS {
        let control = start(&folder, arguments, input, Stdio::piped(), Stdio::piped());
        assert!(!control.stdout.is_empty(), "{arguments:?} writes nothing: {}", printed(&control).2);
        assert_ne!(control.status.code(), Some(2), "{arguments:?}");
        let (code, _, err) = printed(&start(&folder, arguments, input, full(), Stdio::piped()));
        assert_eq!(code, 2, "{arguments:?}: {err}");
        assert!(err.contains("error: standard output: No space left on device"), "{arguments:?}: {err}");
    }
    let (code, out, _) = printed(&start(&folder, &["check", "nothing", "x"], "", Stdio::piped(), full()));
    assert_eq!((code, out.as_str()), (2, ""), "standard error is full");
    let (code, ..) = printed(&start(&folder, &["library", "search", "zzz"], "", Stdio::piped(), full()));
    assert_eq!(code, 2, "a finding that cannot be reported is a failure");
}

#[test]
fn a_reader_that_stops_early_ends_the_output_alone() {
    let (_root, folder) = prepared();
    for (arguments, input) in COMMANDS {
        let expected = start(&folder, arguments, input, Stdio::piped(), Stdio::piped()).status.code();
        let (code, _, err) = printed(&start(&folder, arguments, input, closed(), Stdio::piped()));
        assert!(!err.contains("panicked") && !err.contains("standard output"), "{arguments:?}: {err}");
        assert_eq!(Some(code), expected, "{arguments:?}: {err}");
        let both = start(&folder, arguments, input, closed(), closed()).status.code();
        assert_eq!(both, expected, "{arguments:?}");
    }
    let missing = start(&folder, &["check", "nothing", "x"], "", closed(), closed());
    assert_eq!(missing.status.code(), Some(2));
}

/// If both streams are the same file, its content is in the order of writing.
#[test]
fn errors_stand_after_what_was_written_before_them() {
    let (root, folder) = prepared();
    let path = root.path().join("both.txt");
    let file = File::create(&path).unwrap();
    let second = file.try_clone().unwrap();
    let status = start(&folder, &["fix", "check", "-", "absent.json"], "{}", file.into(), second.into()).status;
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(status.code(), Some(2), "{text}");
    assert!(text.contains("absent.json"), "{text}");
}
