//! Tests `planwright lint`: its findings, its exit codes, and what it accepts.

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
        "MISSING_TYPE",
        "DEFAULT_INVALID",
        "UNREACHABLE_DEFINITION",
        "PATTERN_NOT_PORTABLE",
        "ASSERTS_NOTHING",
    ] {
        assert!(said.contains(&format!("warning[{code}]")), "{code}: {said}");
    }
    assert!(said.contains("0 errors, 8 warnings"), "{said}");
    let (code, said) = run(folder.path(), &["a.json", "--deny", "DEFAULT_INVALID"]);
    assert!(code == 1 && said.contains("error[DEFAULT_INVALID]") && said.contains("1 error, 6 warnings"), "{said}");
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
        let all = [&["gen", "--schema", "schemas", "--out", "out"], arguments].concat();
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
    // A cached result is not used for a run that denies warnings.
    assert_eq!(generate(&[]).0, 0);
    assert_eq!(generate(&["--deny-warnings"]).0, 1);
    write("planwright.toml", "[gen]\nschemas = \"schemas\"\nout = \"out\"\ndeny = [\"UNKNOWN_KEYWORD\"]\n");
    let (code, said) = generate(&[]);
    assert!(code == 1 && said.contains("error[UNKNOWN_KEYWORD]"), "{said}");
    write("planwright.toml", "[gen]\nschemas = \"schemas\"\nout = \"out\"\ndeny = [\"UNKNOWN_KEYWRD\"]\n");
    assert_eq!(generate(&[]).0, 2, "no code is called so");
    fs::remove_file(folder.path().join("planwright.toml")).unwrap();
    write("schemas/a.json", r#"{"description": "a dump"}"#);
    let (code, said) = generate(&[]);
    assert!(code == 1 && said.contains("error[ASSERTS_NOTHING]: the document constrains nothing"), "{said}");
    for meant in ["true", "{}"] {
        write("schemas/a.json", meant);
        assert_eq!(generate(&[]).0, 0, "{meant} is meant");
    }
}

/// Writes a published schema, and one that it refers to by URI. The `$id` of the latter has a date as query.
fn published(folder: &Path) {
    let plan = r#"{"$schema": "http://json-schema.org/draft-07/schema#", "$id": "https://example.com/plan.json", "type": "object",
        "properties": {"score": {"$ref": "https://example.com/score.json#/definitions/Score"}}}"#;
    let score = r#"{"$schema": "http://json-schema.org/draft-07/schema#", "$id": "https://example.com/score.json?20170531",
        "definitions": {"Score": {"type": "integer", "maximum": 10}}}"#;
    fs::write(folder.join("plan.json"), plan).unwrap();
    fs::write(folder.join("score.json"), score).unwrap();
    fs::write(folder.join("other.json"), "no JSON").unwrap();
    fs::write(folder.join("document.json"), r#"{"score": 11}"#).unwrap();
}

#[test]
fn a_document_is_found_by_its_uri_without_the_query_and_warned_of() {
    let folder = tempfile::tempdir().unwrap();
    published(folder.path());
    let (code, said) = run(folder.path(), &["plan.json", "score.json"]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("warning[REFERENCE_WITHOUT_QUERY]"), "{said}");
    assert!(said.contains("https://example.com/score.json?20170531"), "{said}");
    let score = r#"{"$id": "https://example.com/score.json?20211103", "definitions": {"Score": {"type": "integer"}}}"#;
    fs::write(folder.path().join("newer.json"), score).unwrap();
    let (code, said) = run(folder.path(), &["plan.json", "score.json", "newer.json"]);
    assert!(
        code != 0 && said.contains("is in a document that is missing"),
        "of two nobody knows which is meant: {said}"
    );
}

#[test]
fn a_schema_finds_those_of_its_folder_by_path_and_by_uri() {
    let folder = tempfile::tempdir().unwrap();
    published(folder.path());
    let absolute = folder.path().display().to_string();
    for schemas in [&[][..], &["--schema", "."], &["--schema", &absolute]] {
        let arguments = [&["check", "--schema", "plan.json", "document.json"], schemas].concat();
        if !schemas.is_empty() {
            fs::remove_file(folder.path().join("other.json")).ok();
        }
        let output =
            Command::new(env!("CARGO_BIN_EXE_planwright")).args(&arguments).current_dir(&folder).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && said.contains("/score"), "{arguments:?}: {said}");
    }
}

#[test]
fn a_schema_is_taken_once_however_others_refer_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, references: &str| {
        let text = format!(
            r#"{{"$schema": "http://json-schema.org/draft-07/schema#", "$id": "https://example.com/{name}", "type": "object",
            "properties": {{{references}}}}}"#
        );
        fs::write(folder.path().join(name), text).unwrap();
    };
    file("a.json", r#""b": {"$ref": "b.json"}, "c": {"$ref": "https://example.com/c.json"}"#);
    file("b.json", r#""a": {"$ref": "https://example.com/a.json"}, "c": {"$ref": "c.json"}"#);
    file("c.json", r#""a": {"$ref": "a.json"}, "b": {"$ref": "https://example.com/b.json"}"#);
    for root in ["a.json", "b.json", "c.json"] {
        let (code, said) = run(folder.path(), &[root, "--deny-warnings"]);
        assert!(code == 0 && said.contains("0 errors, 0 warnings"), "{root}: {said}");
    }
}

/// Limits are reported where they are exceeded, and only those of the dialects that were named.
#[test]
fn limits_of_vendors_are_reported_at_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let schema = r##"{
  "$schema": "http://json-schema.org/draft-07/schema#", "title": "A", "type": "object",
  "properties": {
    "id": {"type": "integer", "maximum": 9223372036854775807},
    "list": {"type": "array", "items": {"$ref": "#/definitions/B"}, "maxItems": 2000}
  },
  "definitions": {"B": {"type": "string"}}
}
"##;
    fs::write(folder.path().join("a.schema.json"), schema).unwrap();
    let limits = |dialects: &str| {
        let arguments: &[&str] =
            if dialects.is_empty() { &["a.schema.json"] } else { &["a.schema.json", "--for", dialects] };
        let (code, said) = run(folder.path(), arguments);
        assert_eq!(code, 0, "{said}");
        let place = |finding: &str| finding.lines().nth(1).unwrap().trim_start().trim_start_matches("--> ").to_owned();
        said.split("warning[VENDOR_LIMIT]").skip(1).map(place).collect::<Vec<_>>()
    };
    assert_eq!(limits(""), Vec::<String>::new());
    assert_eq!(limits("openai"), ["a.schema.json:4:31"]);
    assert_eq!(limits("openai,gemini"), ["a.schema.json:4:31", "a.schema.json:5:69"]);
    assert_eq!(limits("mcp"), ["a.schema.json:2:3", "a.schema.json:4:31", "a.schema.json:5:41"]);
    let (code, said) = run(folder.path(), &["a.schema.json", "--for", "mcp", "--deny", "VENDOR_LIMIT"]);
    assert!(code == 1 && said.contains("2020-12"), "{said}");
    assert_eq!(run(folder.path(), &["a.schema.json", "--for", "none"]).0, 2);
}
