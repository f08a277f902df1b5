//! `planwright lint`: what it finds, what fails a run, and what it leaves alone.

use std::fs;
use std::path::Path;
use std::process::Command;

fn run(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_planwright")).arg("lint").args(arguments).current_dir(folder).output();
    let output = output.unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&said).into_owned())
}

#[test]
fn doubtful_schemas_are_warned_of_and_a_denied_code_fails() {
    let folder = tempfile::tempdir().unwrap();
    let schema = r#"{"$schema": "http://json-schema.org/draft-07/schema#", "required": ["nmae"], "additionalProperties": false,
        "properties": {"name": {"type": "string", "minLenght": 3, "format": "datetime", "default": 5}},
        "definitions": {"Lost": {"type": "string", "pattern": "^(?!a)"}}}"#;
    fs::write(folder.path().join("a.json"), schema).unwrap();
    fs::write(folder.path().join("empty.json"), r#"{"description": "a dump"}"#).unwrap();
    let (code, said) = run(folder.path(), &["a.json", "empty.json"]);
    assert_eq!(code, 0, "{said}");
    for code in [
        "REQUIRED_IMPOSSIBLE",
        "UNKNOWN_KEYWORD",
        "UNKNOWN_FORMAT",
        "DEFAULT_INVALID",
        "UNREACHABLE_DEFINITION",
        "PATTERN_NOT_PORTABLE",
        "ASSERTS_NOTHING",
    ] {
        assert!(said.contains(&format!("warning[{code}]")), "{code}: {said}");
    }
    assert!(said.contains("0 errors, 7 warnings"), "{said}");
    let (code, said) = run(folder.path(), &["a.json", "--deny", "DEFAULT_INVALID"]);
    assert!(code == 1 && said.contains("error[DEFAULT_INVALID]") && said.contains("1 error, 5 warnings"), "{said}");
    let (code, said) = run(folder.path(), &["a.json", "--deny", "DEFAULT_INVALD"]);
    assert!(code == 2 && said.contains("DEFAULT_INVALID"), "{said}");
}

#[test]
fn sound_schemas_pass_even_where_warnings_are_denied() {
    let folder = tempfile::tempdir().unwrap();
    let schema = r#"{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object",
        "properties": {"level": {"$ref": "b.json#/definitions/Level"}}}"#;
    fs::write(folder.path().join("a.json"), schema).unwrap();
    let library = r#"{"$schema": "http://json-schema.org/draft-07/schema#",
        "definitions": {"Level": {"type": "integer", "default": 1, "examples": [2]}}}"#;
    fs::write(folder.path().join("b.json"), library).unwrap();
    for given in ["a.json", "."] {
        let (code, said) = run(folder.path(), &[given, "--deny-warnings"]);
        assert!(code == 0 && said.contains("0 errors, 0 warnings"), "{said}");
    }
}

#[test]
fn gen_warns_of_what_the_lint_finds_and_refuses_what_is_denied() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("schemas")).unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let schema = r#"{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object",
        "properties": {"name": {"type": "string", "minLenght": 3, "examples": [5], "default": 7}}}"#;
    write("schemas/a.json", schema);
    let generate = |arguments: &[&str]| {
        let all = [&["gen", "--schemas", "schemas", "--out", "out"], arguments].concat();
        let output =
            Command::new(env!("CARGO_BIN_EXE_planwright")).args(all).current_dir(folder.path()).output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&said).into_owned())
    };
    let (code, said) = generate(&["--deny", "EXAMPLE_INVALID"]);
    assert!(code == 1 && said.contains("error[EXAMPLE_INVALID]") && said.contains("nothing was written"), "{said}");
    assert!(!folder.path().join("out").exists());
    let (code, said) = generate(&[]);
    assert_eq!(code, 0, "{said}");
    for code in ["UNKNOWN_KEYWORD", "EXAMPLE_INVALID", "DEFAULT_INVALID"] {
        assert_eq!(said.matches(&format!("warning[{code}]")).count(), 1, "{code}: {said}");
    }
    // What is remembered of a fresh run does not answer for one that denies.
    assert_eq!(generate(&[]).0, 0);
    assert_eq!(generate(&["--deny-warnings"]).0, 1);
    write("planwright.toml", "[gen]\nschemas = \"schemas\"\nout = \"out\"\ndeny = [\"UNKNOWN_KEYWORD\"]\n");
    let (code, said) = generate(&[]);
    assert!(code == 1 && said.contains("error[UNKNOWN_KEYWORD]"), "{said}");
    write("planwright.toml", "[gen]\nschemas = \"schemas\"\nout = \"out\"\ndeny = [\"UNKNOWN_KEYWRD\"]\n");
    assert_eq!(generate(&[]).0, 2, "no code is called so");
    fs::remove_file(folder.path().join("planwright.toml")).unwrap();
    write("schemas/a.json", r#"{"tools": [{"name": "a", "inputSchema": {"type": "object"}}]}"#);
    let (code, said) = generate(&[]);
    assert!(code == 1 && said.contains("error[ASSERTS_NOTHING]: the document constrains nothing"), "{said}");
    for meant in ["true", "{}"] {
        write("schemas/a.json", meant);
        assert_eq!(generate(&[]).0, 0, "{meant} is meant");
    }
}
