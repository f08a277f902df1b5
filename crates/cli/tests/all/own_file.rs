//! Tests every option that names an output file: files that Planwright did not write are left unchanged.

use std::fs;

use crate::project::{files, run, write};

/// Content of a file that Planwright did not write.
const SOMEBODYS: &str = "{\"a\": \"note\"}\n";

const SCHEMA: &str = r#"{"title": "Order", "type": "object", "properties": {"kind": {"enum": ["a", "b"]}}, "additionalProperties": false}"#;

/// A command that ends with the option, and its message for a foreign file.
const WRITERS: &[(&[&str], &str)] = &[
    (&["snapshot", "import", "org.json", "--out"], "is not a planwright snapshot; move it first"),
    (
        &["export", "--schema", "schema.json", "--dialect", "gemini", "--out"],
        "is not a planwright export for gemini; move it first",
    ),
    (
        &["export", "--schema", "schema.json", "--dialect", "gemini", "--certificate"],
        "is not a planwright certificate; move it first",
    ),
    (&["lock", "tools.json", "--lock"], "planwright did not write this file; restore the file"),
    (&["drift", "schema.json", "--write-baseline"], "is not a planwright baseline; move it first"),
    (
        &["check", "--schema", "schema.json", "document.json", "--write-baseline"],
        "is not a planwright baseline; move it first",
    ),
    (&["ci", "--sarif"], "is not a planwright SARIF log; move it first"),
];

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in [
        ("org.json", r#"{"objects": {}}"#),
        ("schema.json", SCHEMA),
        ("document.json", r#"{"kind": "c"}"#),
        (
            "tools.json",
            r#"{"tools": [{"name": "ping", "inputSchema": {"type": "object", "properties": {"a": {"type": "string"}}}}]}"#,
        ),
        ("planwright.toml", "[check]\nschema = \"schema.json\"\nfiles = [\"document.json\"]\n"),
    ] {
        write(folder.path(), path, text);
    }
    folder
}

#[test]
fn what_is_not_ours_is_left_alone() {
    for (arguments, expected) in WRITERS {
        let folder = folder();
        write(folder.path(), "out.json", SOMEBODYS);
        let before = files(folder.path());
        let (code, _, err) = run(folder.path(), &[*arguments, &["out.json"]].concat());
        assert!(err.contains("out.json:") && err.contains(expected), "{arguments:?}: {err}");
        assert_eq!(code, 2, "{arguments:?}: {err}");
        assert_eq!(files(folder.path()), before, "{arguments:?}");
    }
}

#[test]
fn what_is_ours_is_written_again_in_a_folder_that_is_made() {
    for (arguments, _) in WRITERS {
        let folder = folder();
        let arguments = [*arguments, &["new/folder/out.json"]].concat();
        let (_, _, err) = run(folder.path(), &arguments);
        let text = fs::read_to_string(folder.path().join("new/folder/out.json"));
        let text = text.unwrap_or_else(|error| panic!("{arguments:?}: {error}: {err}"));
        write(folder.path(), "new/folder/out.json", &text.replacen('{', "{ ", 1));
        run(folder.path(), &arguments);
        assert_eq!(fs::read_to_string(folder.path().join("new/folder/out.json")).unwrap(), text, "{arguments:?}");
        let left = files(&folder.path().join("new"));
        assert_eq!(left.len(), 1, "{arguments:?}: {left:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_name_that_is_no_text_is_refused() {
    use std::os::unix::ffi::OsStrExt as _;

    for (arguments, _) in WRITERS {
        let folder = folder();
        let before = files(folder.path());
        let name = std::ffi::OsStr::from_bytes(b"out\xff.json");
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_planwright"));
        let output = command.args(*arguments).arg(name).current_dir(folder.path()).output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(err.contains("not a file name in UTF-8"), "{arguments:?}: {err}");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {err}");
        assert_eq!(files(folder.path()), before, "{arguments:?}");
    }
}
