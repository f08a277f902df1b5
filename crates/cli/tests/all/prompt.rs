//! Tests `planwright prompt --schema`.

use std::fs;
use std::process::Command;

/// A valid example is shown. A schema without an example also has a prompt.
#[test]
fn every_schema_has_a_prompt() {
    let folder = tempfile::tempdir().unwrap();
    let properties = r#""type": "object", "required": ["kind"], "properties": {"kind": {"enum": ["a", "b"]}}"#;
    let schemas = [
        (format!("{{{properties}}}"), false, false),
        (format!(r#"{{{properties}, "examples": []}}"#), false, false),
        (format!(r#"{{{properties}, "examples": [{{"kind": "c"}}]}}"#), false, false),
        (format!(r#"{{{properties}, "examples": [{{"kind": "c"}}, {{"kind": "a"}}]}}"#), true, true),
        (r#"{"type": "integer", "examples": [3]}"#.to_owned(), true, false),
        (r#"{"title": "Order", "description": "An order.", "type": "array"}"#.to_owned(), false, false),
    ];
    for (schema, has_good, has_bad) in schemas {
        fs::write(folder.path().join("s.json"), &schema).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_planwright"));
        let output = command.args(["prompt", "--schema", "s.json"]).current_dir(folder.path()).output().unwrap();
        let (code, prompt) = (output.status.code(), String::from_utf8(output.stdout).unwrap());
        assert!(code == Some(0) && prompt.contains("## Schema") && prompt.contains("## Rules"), "{schema}: {prompt}");
        assert_eq!(prompt.contains("## A good answer"), has_good, "{schema}: {prompt}");
        assert_eq!(prompt.contains("## A bad answer"), has_bad, "{schema}: {prompt}");
        assert!(!prompt.contains("\n\n\n") && !prompt.contains("\"c\""), "{schema}: {prompt}");
    }
}
