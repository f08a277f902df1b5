//! Tests `planwright lock --command` with MCP servers, and with servers that hang, send too much, end early, or list
//! without end.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::project::{read_text, repository, run, write};

/// Writes a server as a shell script, with a `case` branch per method.
fn server(folder: &Path, name: &str, cases: &str) {
    let begin = r#"*'"initialize"'*) echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"t","version":"1"}}}' ;;"#;
    write(folder, name, &format!("while read -r line; do case \"$line\" in\n{begin}\n{cases}\nesac; done\n"));
}

fn page(id: u8, tools: &str, cursor: &str) -> String {
    let next = if cursor.is_empty() { String::new() } else { format!(",\"nextCursor\":\"{cursor}\"") };
    format!("echo '{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{\"tools\":[{tools}]{next}}}}}'")
}

fn tool(name: &str) -> String {
    format!("{{\"name\":\"{name}\",\"inputSchema\":{{\"type\":\"object\"}}}}")
}

fn lock(folder: &Path, command: &str, more: &[&str]) -> (i32, String, String) {
    lock_within("60", folder, command, more)
}

/// The same with a timeout in seconds. A short one is for servers that never answer, because the machine may be busy.
fn lock_within(seconds: &str, folder: &Path, command: &str, more: &[&str]) -> (i32, String, String) {
    run(folder, &[&["lock", "--command", command, "--timeout", seconds], more].concat())
}

#[test]
fn a_server_is_asked_for_all_pages_and_ended() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let cases = format!(
        "*'\"cursor\":\"2\"'*) echo '{{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}}'; read -r pong; echo \"$pong\" > pong; {} ;;\n\
         *tools/list*) echo '{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{{}}}}'; {} ;;",
        page(3, &tool("b"), ""),
        page(2, &tool("a"), "2"),
    );
    server(folder, "good.sh", &cases);
    let (code, out, err) = lock(folder, "sh good.sh", &[]);
    assert_eq!((code, out.as_str()), (0, "wrote operations.lock.json: 2 operations\n"), "{err}");
    assert_eq!(read_text(folder, "pong"), "{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"result\":{}}\n");
    assert_eq!(lock(folder, "sh good.sh", &["--check"]).0, 0);
    server(folder, "fewer.sh", &format!("*tools/list*) {} ;;", page(2, &tool("a"), "")));
    let (code, out, _) = lock(folder, "sh fewer.sh", &["--check"]);
    assert!(code == 1 && out.contains("OPERATION_REMOVED"), "{out}");
}

#[test]
fn a_server_that_misbehaves_is_an_error_with_a_code() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let list = |answer: &str| format!("*tools/list*) {answer} ;;");
    let cases = [
        ("hangs", list("sleep 60"), "SERVER_LATE"),
        ("ends", list("echo why it ended >&2; exit 1"), "SERVER_ENDED"),
        ("prints", list("echo Listening on 80"), "SERVER_PROTOCOL"),
        (
            "refuses",
            list("echo '{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32601,\"message\":\"no\"}}'"),
            "SERVER_PROTOCOL",
        ),
        ("answers another", list("echo '{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}'"), "SERVER_PROTOCOL"),
        ("lists nothing", list("echo '{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}'"), "SERVER_PROTOCOL"),
        ("repeats a member", list("echo '{\"jsonrpc\":\"2.0\",\"id\":2,\"id\":2,\"result\":{}}'"), "SERVER_PROTOCOL"),
        ("repeats a name", list(&page(2, &format!("{},{}", tool("a"), tool("a")), "")), "SAME_NAME_TWICE"),
        (
            "has a schema that is none",
            list(&page(2, "{\"name\":\"a\",\"inputSchema\":{\"type\":\"x\"}}", "")),
            "INVALID_SCHEMA",
        ),
        ("floods", list("head -c 70000000 /dev/zero"), "SERVER_FLOOD"),
    ];
    for (what, answer, code) in cases {
        server(folder, "bad.sh", &answer);
        let seconds = if code == "SERVER_LATE" { "2" } else { "60" };
        let (exit, out, err) = lock_within(seconds, folder, "sh bad.sh", &[]);
        assert!(exit == 1 && out.contains(&format!("error[{code}]")), "{what}: {exit} {out}{err}");
        assert!(!folder.join("operations.lock.json").exists(), "{what}");
        assert!(what != "ends" || out.contains("why it ended"), "{out}");
    }
    // Each page has the next id, and the same cursor.
    let endless = "n=1\nwhile read -r line; do case \"$line\" in\n*initialize\\\"*) echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}' ;;\n\
                   *tools/list*) n=$((n+1)); echo \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":$n,\\\"result\\\":{\\\"tools\\\":[],\\\"nextCursor\\\":\\\"CURSOR\\\"}}\" ;;\nesac; done\n";
    for (cursor, code) in [("again", "CURSOR_REPEATED"), ("$n", "TOO_MANY_PAGES")] {
        write(folder, "endless.sh", &endless.replace("CURSOR", cursor));
        let (exit, out, err) = run(folder, &["lock", "--command", "sh endless.sh"]);
        assert!(exit == 1 && out.contains(&format!("error[{code}]")), "{code}: {exit} {out}{err}");
    }
    for command in ["./absent-program", "sh -c 'exit 0'"] {
        let (exit, out, err) = lock(folder, command, &[]);
        let code = if command.starts_with("sh") { "SERVER_ENDED" } else { "SERVER_NOT_STARTED" };
        assert!(exit == 1 && out.contains(code), "{command}: {exit} {out}{err}");
    }
    assert_eq!(lock(folder, " ", &[]).0, 2);
    assert_eq!(lock(folder, "a | b", &[]).0, 2);
}

/// Child processes of a server end with it, even if the server hangs.
#[cfg(target_os = "linux")]
#[test]
fn nothing_that_a_server_started_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    server(folder, "forks.sh", "*tools/list*) sleep 300 & echo $! > child; setsid sleep 300 & sleep 300 ;;");
    let (code, out, _) = lock_within("2", folder, "sh forks.sh", &[]);
    assert!(code == 1 && out.contains("SERVER_LATE"), "{out}");
    let child = read_text(folder, "child");
    let stat = fs::read_to_string(format!("/proc/{}/stat", child.trim())).unwrap_or_default();
    assert!(stat.is_empty() || stat.contains(") Z "), "{stat}");
}

/// Our server lists the same tools as before.
#[test]
fn our_own_server_can_be_locked() {
    let folder = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_planwright");
    let command = format!("{program} mcp");
    let (code, out, err) = run(folder.path(), &["lock", "--command", &command]);
    assert!(code == 0 && out.starts_with("wrote "), "{out}{err}");
    let (code, out, err) = run(folder.path(), &["lock", "--check", "--command", &command]);
    assert!(code == 0 && out.contains(" 0 broken, 0 undecided"), "{out}{err}");
    assert!(repository().exists() && Command::new(program).arg("--version").output().is_ok());
}
