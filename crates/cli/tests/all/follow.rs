//! Tests `check --follow` with answers that arrive slowly, in pieces, and end early, too late or never.

use std::io::Write as _;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::project::{printed, repository};

const PLAN: &str = "{\"plan_version\": \"1.0\", \"overview\": ";

fn start(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_planwright"));
    let command = command.args(["check", "fix-plan", "--follow", "-"]).args(arguments);
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("planwright starts")
}

/// Feeds pieces slowly. Returns the exit code and the output of a process that must end by itself.
fn follow<'p>(arguments: &[&str], pieces: impl IntoIterator<Item = &'p [u8]>, closes: bool) -> (i32, String, String) {
    let mut child = start(arguments);
    let mut pipe = child.stdin.take().expect("a pipe");
    for piece in pieces {
        // The process may already have ended, which is what the test checks.
        if pipe.write_all(piece).and_then(|()| pipe.flush()).is_err() {
            break;
        }
        sleep(Duration::from_millis(2));
    }
    let held = (!closes).then_some(pipe);
    let until = Instant::now() + Duration::from_secs(30);
    while child.try_wait().expect("a process").is_none() {
        assert!(Instant::now() < until, "it waits for more of an answer that is dead");
        sleep(Duration::from_millis(10));
    }
    drop(held);
    printed(&child.wait_with_output().expect("output"))
}

#[test]
fn a_dead_answer_ends_the_run_while_the_writer_goes_on() {
    let text = format!("{PLAN}{{\"risk_level\": \"extreme\", \"summary\": ");
    let (code, out, err) = follow(&["--format", "repair"], text.as_bytes().chunks(3), false);
    assert_eq!((code, err.as_str()), (1, ""));
    assert!(out.contains("- /overview/risk_level [ENUM_MISMATCH]") && out.contains("low, medium, high"), "{out}");
    let (code, out, _) = follow(&[], text.as_bytes().chunks(5), false);
    assert_eq!(code, 1);
    assert!(out.contains("<stdin>:1:53") && out.contains("stopped at byte 52"), "{out}");
    let (code, out, _) = follow(&["--format", "json"], [text.as_bytes()], false);
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((code, json[0]["valid"].as_bool()), (1, Some(false)), "{out}");
}

/// A complete answer, with both kinds of line breaks, escapes and multi-byte characters, byte by byte.
#[test]
fn a_whole_answer_is_judged_as_check_judges_it() {
    let path = repository().join("crates/cli/tests/transcripts/follow/good.json");
    let text = std::fs::read_to_string(&path).expect("a plan");
    for text in
        [text.clone(), text.replace('\n', "\r\n"), text.replace("Compiler ", "\\u0043ompiler \\ud83d\\ude00 é😀 ")]
    {
        let (code, out, err) = follow(&[], text.as_bytes().chunks(1), true);
        assert_eq!((code, out.as_str(), err.as_str()), (0, "1 of 1 file passed: 0 errors, 0 warnings\n", ""));
    }
    let (code, out, _) = follow(&[], text.as_bytes()[..text.len() / 2].chunks(7), true);
    assert_eq!(code, 1);
    assert!(out.contains("PARSE_ERROR") && out.contains("0 of 1 file passed"), "{out}");
    let broken = [&b"\"\xF0\x9F"[..], &b"\x98x"[..]];
    let head = PLAN.as_bytes();
    let (code, out, _) = follow(&[], [&head[..18], broken[0], broken[1]], false);
    assert_eq!(code, 1, "{out}");
}

#[test]
fn an_answer_has_a_bound_in_bytes_and_in_time() {
    let (code, _, err) = follow(&["--most-bytes", "20"], [PLAN.as_bytes()], false);
    assert_eq!(code, 2);
    assert!(err.contains("received more than 20 bytes"), "{err}");
    let (code, _, err) = follow(&["--timeout", "1"], [PLAN.as_bytes()], false);
    assert_eq!(code, 2);
    assert!(err.contains("after 1 s"), "{err}");
}

#[test]
fn events_without_a_text_are_an_error() {
    let (code, _, err) = follow(&["--events", "ndjson"], [&b"{\"a\": 1}\n"[..]], true);
    assert_eq!(code, 2);
    assert!(err.contains("--text-at"), "{err}");
    let event = format!("{}\n", serde_json::json!({ "a": { "b": "{\"x" } }));
    let (code, out, _) = follow(&["--events", "ndjson", "--text-at", "/a/b"], event.as_bytes().chunks(4), false);
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("UNKNOWN_FIELD"), "{out}");
}

#[test]
fn events_that_are_read_as_a_text_are_told() {
    let event = b"data: {\"delta\": {\"text\": \"{\"}}\n\n";
    let (code, out, _) = follow(&[], [&event[..]], false);
    assert_eq!(code, 1);
    assert!(out.contains("PARSE_ERROR") && out.contains("use --events sse"), "{out}");
    let (_, out, _) = follow(&[], [&b"date: today"[..]], true);
    assert!(out.contains("PARSE_ERROR") && !out.contains("--events"), "the control: {out}");
}
