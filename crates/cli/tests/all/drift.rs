//! Tests `planwright drift` as a program: exit codes, formats, git, baselines, and invalid input.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use crate::project::{printed, run};

const STRING: &str = "{\n  \"type\": \"object\",\n  \"properties\": { \"a\": { \"type\": \"string\" } }\n}\n";
const NULLABLE: &str =
    "{\n  \"type\": \"object\",\n  \"properties\": { \"a\": { \"type\": [\"string\", \"null\"] } }\n}\n";

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in files {
        let path: PathBuf = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    folder
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("it is JSON")
}

#[test]
fn roles_decide_the_exit_code() {
    let folder = folder(&[("old.json", STRING), ("new.json", NULLABLE)]);
    let code = |arguments: &[&str]| run(folder.path(), &[&["drift", "old.json", "new.json"], arguments].concat()).0;
    assert_eq!(code(&[]), 1);
    assert_eq!(code(&["--role", "consumed"]), 0, "all that was valid still is");
    assert_eq!(code(&["--role", "produced"]), 1);
    assert_eq!(code(&["--role", "produced", "--role", "new=consumed"]), 0, "the longest prefix wins");
    assert_eq!(code(&["--role", "owned"]), 2);
    assert_eq!(run(folder.path(), &["drift", "old.json", "old.json"]).0, 0);
}

#[test]
fn json_has_verdicts_witness_and_places() {
    let folder = folder(&[("old.json", STRING), ("new.json", NULLABLE)]);
    let (_, out, _) = run(folder.path(), &["drift", "old.json", "new.json", "--format", "json"]);
    let found = json(&out);
    let names: Vec<&String> = found.as_object().expect("an object").keys().collect();
    assert_eq!(names, ["backward", "forward", "changes"]);
    assert_eq!(found["backward"], serde_json::json!({ "verdict": "proved" }));
    assert_eq!(found["forward"], serde_json::json!({ "verdict": "broken", "witness": { "a": null } }));
    let change = &found["changes"][0];
    assert_eq!(change["rule"], "nullable-added");
    assert_eq!(change["severity"], "error");
    assert_eq!(change["new"]["pointer"], "/properties/a/type");
    assert_eq!((&change["old"]["line"], &change["old"]["column"]), (&Value::from(3), &Value::from(26)));
    assert_eq!(change.get("witness"), Some(&Value::Null));
    let (_, out, _) = run(folder.path(), &["drift", "old.json", "new.json"]);
    assert!(out.contains("the old schema; only one of the schemas accepts null here"), "{out}");
}

#[test]
fn open_objects_count_by_content_model() {
    let more = STRING.replace("} }", "}, \"b\": { \"type\": \"integer\" } }");
    let folder = folder(&[("old.json", STRING), ("new.json", &more)]);
    let code = |model: &str| run(folder.path(), &["drift", "old.json", "new.json", "--content-model", model]).0;
    assert_eq!((code("strict"), code("lenient")), (1, 0));
}

#[test]
fn an_undecided_verdict_fails_unless_it_is_allowed() {
    let side = |pattern: &str| format!("{{\"type\": \"string\", \"pattern\": \"{pattern}\"}}");
    let folder = folder(&[("old.json", &side("^(?:(?=a)a)")), ("new.json", &side("^(?:(?!b)a)"))]);
    for (option, expected) in [("--format=human", 3), ("--strict", 3), ("--allow-undecided", 0)] {
        let (code, out, _) = run(folder.path(), &["drift", "old.json", "new.json", option]);
        assert_eq!(code, expected, "{option}");
        assert!(out.contains("undecided, because") && out.contains("0 broken, 1 undecided"), "{out}");
    }
}

/// Checks the properties that the schema of SARIF 2.1.0 requires, and its levels.
#[test]
fn sarif_has_what_its_schema_requires() {
    let folder = folder(&[("old/a b.json", STRING), ("new/a b.json", NULLABLE), ("old/gone.json", STRING)]);
    let (code, out, _) = run(folder.path(), &["drift", "old", "new", "--format", "sarif"]);
    assert_eq!(code, 1);
    let log = json(&out);
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let driver = &run["tool"]["driver"];
    assert!(driver["name"].is_string());
    let rules = driver["rules"].as_array().expect("rules");
    assert!(rules.iter().all(|rule| rule["id"].is_string() && rule["shortDescription"]["text"].is_string()));
    let results = run["results"].as_array().expect("results");
    assert_eq!(results.len(), 3, "the change, the verdict, and the file that is gone");
    for result in results {
        assert!(result["message"]["text"].is_string(), "{result}");
        assert!(["none", "note", "warning", "error"].contains(&result["level"].as_str().unwrap()), "{result}");
        if let Some(index) = result["ruleIndex"].as_u64() {
            assert_eq!(rules[usize::try_from(index).unwrap()]["id"], result["ruleId"]);
        }
    }
    let place = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "new/a%20b.json");
    assert!(place["region"]["startLine"].as_u64() >= Some(1) && place["region"]["startColumn"].as_u64() >= Some(1));
}

#[test]
fn github_annotations_are_escaped() {
    let folder = folder(&[("old/a,b.json", STRING), ("new/a,b.json", NULLABLE)]);
    let (code, out, _) = run(folder.path(), &["drift", "old", "new", "--format", "github"]);
    assert_eq!(code, 1);
    assert!(out.starts_with("::error file=new/a%2Cb.json,line=3,col=26,title=nullable-added::"), "{out}");
}

#[test]
fn a_git_revision_is_the_old_side() {
    let folder = folder(&[("schemas/s.json", STRING), ("schemas/part.json", "{\"type\": \"string\"}")]);
    let git = |arguments: &[&str]| {
        let identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
        let output = Command::new("git").args(identity).args(arguments).current_dir(folder.path()).output();
        assert!(output.expect("git runs").status.success(), "{arguments:?}");
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "first"]);
    assert_eq!(run(folder.path(), &["drift", "--against", "HEAD", "schemas"]).0, 0);
    fs::write(folder.path().join("schemas/s.json"), NULLABLE).expect("a file");
    let (code, out, _) = run(folder.path(), &["drift", "--against", "HEAD", "schemas", "--format", "json"]);
    assert_eq!(code, 1);
    let found = json(&out);
    assert_eq!(found["files"]["s.json"]["forward"]["verdict"], "broken");
    assert_eq!(found["files"]["part.json"]["forward"]["verdict"], "proved");
    assert_eq!(run(folder.path(), &["drift", "--against", "HEAD", "schemas/s.json"]).0, 1);
    let (code, _, err) = run(folder.path(), &["drift", "--against", "nowhere", "schemas"]);
    assert_eq!(code, 2);
    assert!(err.contains("nowhere"), "{err}");
    assert_eq!(run(folder.path(), &["drift", "--against=--output=x", "schemas"]).0, 2);
}

#[test]
fn without_git_it_says_so() {
    let folder = folder(&[("s.json", STRING)]);
    let output = Command::new(env!("CARGO_BIN_EXE_planwright"))
        .args(["drift", "--against", "HEAD", "s.json"])
        .current_dir(folder.path())
        .env("PATH", folder.path())
        .output();
    let (code, _, err) = printed(&output.expect("planwright runs"));
    assert_eq!(code, 2);
    assert!(err.contains("git cannot be started") && err.contains("--baseline"), "{err}");
}

#[test]
fn a_baseline_is_the_old_side() {
    let folder = folder(&[("schemas/s.json", STRING)]);
    assert_eq!(run(folder.path(), &["drift", "--write-baseline", "kept.json", "schemas"]).0, 0);
    assert_eq!(run(folder.path(), &["drift", "--baseline", "kept.json", "schemas"]).0, 0);
    fs::write(folder.path().join("schemas/s.json"), NULLABLE).expect("a file");
    assert_eq!(run(folder.path(), &["drift", "--baseline", "kept.json", "schemas"]).0, 1);
    let (code, _, err) = run(folder.path(), &["drift", "--baseline", "schemas/s.json", "schemas"]);
    assert_eq!(code, 2);
    assert!(err.contains("not a planwright baseline"), "{err}");
    assert_eq!(run(folder.path(), &["drift", "schemas"]).0, 2, "compared with nothing");
}

#[test]
fn a_baseline_can_be_a_folder_and_many_can_lie_in_one() {
    let folder = folder(&[("schemas/s.json", STRING), ("others/t.json", STRING)]);
    for name in ["schemas", "others"] {
        let file = format!("kept/{name}.json");
        fs::create_dir_all(folder.path().join("kept")).expect("a folder");
        assert_eq!(run(folder.path(), &["drift", "--write-baseline", &file, name]).0, 0);
    }
    fs::write(folder.path().join("schemas/s.json"), NULLABLE).expect("a file");
    for (baseline, path, code) in
        [("kept/schemas.json", "schemas", 1), ("kept/others.json", "others", 0), ("others", "schemas", 1)]
    {
        assert_eq!(run(folder.path(), &["drift", "--baseline", baseline, path]).0, code, "{baseline}");
    }
    fs::create_dir(folder.path().join("before")).expect("a folder");
    fs::write(folder.path().join("before/s.json"), NULLABLE).expect("a file");
    for path in ["schemas", "schemas/s.json"] {
        assert_eq!(run(folder.path(), &["drift", "--baseline", "before", path]).0, 0, "{path}");
    }
    let (code, _, err) = run(folder.path(), &["drift", "--write-baseline", "before/s.json", "schemas"]);
    assert_eq!(
        (code, err.as_str()),
        (2, "error: before/s.json: existing file is not a planwright baseline; move it first\n")
    );
}

#[test]
fn the_configuration_says_what_is_compared_and_the_command_line_wins() {
    let config = "[drift]\nschemas = [\"a\", \"b/s.json\"]\nagainst = \"HEAD\"\nrole = { \"a/\" = \"consumed\", \"\" = \"produced\" }\n";
    let folder = folder(&[("planwright.toml", config), ("a/s.json", STRING), ("b/s.json", STRING)]);
    let git = |arguments: &[&str]| {
        let identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
        let output = Command::new("git").args(identity).args(arguments).current_dir(folder.path()).output();
        assert!(output.expect("git runs").status.success(), "{arguments:?}");
    };
    git(&["init", "-q"]);
    let (code, _, err) = run(folder.path(), &["drift"]);
    assert_eq!(code, 2);
    assert!(err.contains("unknown git revision \"HEAD\""), "{err}");
    git(&["add", "planwright.toml"]);
    git(&["commit", "-q", "-m", "first"]);
    let (code, out, err) = run(folder.path(), &["drift"]);
    assert_eq!((code, err.as_str()), (0, ""), "what was not there breaks nobody");
    assert!(out.starts_with("a/s.json: a new schema\nb/s.json: a new schema\n2 schemas compared with HEAD ("), "{out}");
    git(&["add", "-A"]);
    git(&["commit", "-q", "-m", "second"]);
    fs::write(folder.path().join("a/s.json"), NULLABLE).expect("a file");
    assert_eq!(run(folder.path(), &["drift"]).0, 0, "more is allowed of what is consumed");
    assert_eq!(run(folder.path(), &["drift", "--role", "both"]).0, 1);
    assert_eq!(run(folder.path(), &["drift", "--against", "HEAD~1"]).0, 0);
    assert_eq!(run(&folder.path().join("a"), &["drift"]).0, 0, "from a folder below");
    fs::write(folder.path().join("b/s.json"), NULLABLE).expect("a file");
    let (code, out, _) = run(folder.path(), &["drift", "--format", "json"]);
    assert_eq!(code, 1);
    let found = json(&out);
    let names: Vec<&String> = found["files"].as_object().expect("an object").keys().collect();
    assert_eq!(names, ["a/s.json", "b/s.json"]);
    assert_eq!(run(folder.path(), &["drift", "a/s.json", "b/s.json"]).0, 0, "two paths are OLD and NEW");
    fs::write(folder.path().join("planwright.toml"), "").expect("a file");
    let (code, _, err) = run(folder.path(), &["drift"]);
    assert_eq!(code, 2);
    assert!(err.starts_with("error: no schemas given; name a file or folder, or set `schemas`"), "{err}");
}

#[test]
fn references_lead_into_their_own_side() {
    let user =
        "{\"type\": \"object\", \"properties\": {\"a\": {\"$ref\": \"part.json\"}}, \"additionalProperties\": false}";
    let folder = folder(&[
        ("old/s.json", user),
        ("old/part.json", "{\"type\": \"integer\"}"),
        ("new/s.json", user),
        ("new/part.json", "{\"type\": \"number\"}"),
    ]);
    let (code, out, _) = run(folder.path(), &["drift", "old/s.json", "new/s.json", "--format", "json"]);
    assert_eq!(code, 1);
    assert_eq!(json(&out)["forward"]["witness"], serde_json::json!({ "a": 0.5 }));
    assert_eq!(json(&out)["changes"][0]["new"]["file"], "new/part.json");
}

#[test]
fn bad_input_is_located() {
    let endless =
        "{\"$ref\": \"#/$defs/a\", \"$defs\": {\"a\": {\"$ref\": \"#/$defs/b\"}, \"b\": {\"$ref\": \"#/$defs/a\"}}}";
    let deep = format!("{}true{}", "{\"not\": ".repeat(120), "}".repeat(120));
    let large = format!("{{\"enum\": [{}0]}}", "\"0123456789\", ".repeat(60_000));
    let folder = folder(&[
        ("good.json", STRING),
        ("text.json", "{\n  \"type\": }"),
        ("dialect.json", "{\"$schema\": \"http://json-schema.org/draft-03/schema#\"}"),
        ("invalid.json", "{\"type\": \"strnig\"}"),
        ("endless.json", endless),
        ("deep.json", &deep),
        ("large.json", &large),
    ]);
    for (file, says) in [
        ("text.json", "text.json:2:11"),
        ("dialect.json", "--> dialect.json:1:2\n = at: /$schema\n"),
        ("invalid.json", "--> invalid.json:1:2\n = at: /type\n"),
        ("absent.json", "absent.json"),
    ] {
        let (code, _, err) = run(folder.path(), &["drift", "good.json", file]);
        assert_eq!(code, 2, "{file}: {err}");
        assert!(err.contains(says), "{file}: {err}");
    }
    for file in ["endless.json", "deep.json", "large.json"] {
        let (code, out, err) = run(folder.path(), &["drift", file, "good.json"]);
        assert!(code != 2, "{file}: {code} {err}");
        assert!(out.contains("backward"), "{file}: {out}");
    }
}

#[test]
fn rules_are_explained() {
    let folder = folder(&[]);
    let (code, out, _) = run(folder.path(), &["explain", "enum-value-added"]);
    assert_eq!(code, 0);
    assert!(out.contains("forward, new documents under the old schema: some break"), "{out}");
    let (code, out, _) = run(folder.path(), &["explain", "MISSING_FIELD"]);
    assert_eq!(code, 0);
    assert!(out.contains("A required property is missing."), "{out}");
    assert_eq!(run(folder.path(), &["explain", "no-such-rule"]).0, 2);
    let (_, out, _) = run(folder.path(), &["rules", "drift"]);
    assert!(out.contains("property-added-open"), "{out}");
}

#[test]
fn the_schemas_of_tools_are_compared_by_name() {
    let list = |kind: &str| format!("{{\"tools\": [{{\"name\": \"a\", \"inputSchema\": {{\"type\": \"{kind}\"}}}}]}}");
    let folder = folder(&[("old.json", &list("integer")), ("new.json", &list("number"))]);
    let (code, out, err) = run(folder.path(), &["drift", "old.json", "new.json"]);
    assert_eq!(code, 1, "{out}{err}");
    assert!(out.contains("/tools/0/inputSchema"), "{out}");
    let (code, _, err) = run(folder.path(), &["export", "--dialect", "openai", "--schema", "old.json#AParams"]);
    assert_eq!(code, 0, "{err}");
    let (code, _, err) = run(folder.path(), &["export", "--dialect", "openai", "--schema", "old.json"]);
    assert!(code != 0 && err.contains("select a schema with FILE#NAME; known names: AParams"), "{err}");
}

#[test]
fn descriptions_of_apis_in_a_folder_are_compared() {
    let api = |kind: &str| {
        format!("openapi: 3.1.0\npaths: {{}}\ncomponents:\n  schemas:\n    Pet: {{ type: {kind} }}\n    Zoo: true\n")
    };
    let old_version = "swagger: '2.0'\ndefinitions: {}\n";
    let settings = r#"{"tools": [{"name": "hammer", "type": "heavy"}]}"#;
    let folder = folder(&[
        ("old/api.yaml", &api("integer")),
        ("new/api.yaml", &api("string")),
        ("old/swagger.yaml", old_version),
        ("new/swagger.yaml", old_version),
        ("old/settings.json", settings),
        ("new/settings.json", settings),
    ]);
    let (code, out, err) = run(folder.path(), &["drift", "old", "new"]);
    assert_eq!(code, 1, "{out}{err}");
    assert!(out.contains("at: /components/schemas/Pet/type") && err.contains("skipped 2 files"), "{out}{err}");
    let (code, out, err) = run(folder.path(), &["drift", "--verbose", "new", "new"]);
    assert_eq!(code, 0, "{out}{err}");
    let all = out + &err;
    assert!(all.contains("swagger.yaml") && all.contains("settings.json"), "{all}");
}

#[test]
fn a_broken_document_is_reported_once_and_other_files_are_compared() {
    let needs = r#"{"type": "object", "properties": {"a": {"$ref": "https://x.test/b.json"}}}"#;
    let folder = folder(&[
        ("old/one.json", needs),
        ("old/two.json", needs),
        ("old/three.json", STRING),
        ("new/one.json", STRING),
        ("new/two.json", STRING),
        ("new/three.json", NULLABLE),
        ("b.json", r#"{"type": "strin"}"#),
    ]);
    for sides in [["old", "new"], ["new", "old"], ["old", "old"]] {
        let arguments = [&["drift", "--documents", "https://x.test/b.json=b.json"], &sides[..]].concat();
        let (code, out, err) = run(folder.path(), &arguments);
        assert_eq!(code, 2, "{sides:?}: {out}{err}");
        assert_eq!(err.matches("\"strin\" is not a type").count(), 1, "{sides:?}: {err}");
        assert!(err.contains("--> x.test/b.json:1:2") && out.contains("3 schemas compared"), "{sides:?}: {out}{err}");
    }
    let (code, out, err) = run(folder.path(), &["drift", "old", "new"]);
    assert!(
        code == 1 && out.contains("the reference to https://x.test/b.json cannot be resolved"),
        "{code}: {out}{err}"
    );
}

#[test]
fn documents_by_uri_are_supplied_to_every_command() {
    let schema = r#"{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object",
        "properties": {"a": {"$ref": "https://x.test/b.json"}, "c": {"$ref": "https://y.test/c.json"}}}"#;
    let files = [
        ("a.json", schema),
        ("vendor/b.json", r#"{"type": "integer"}"#),
        ("y/c.json", r#"{"type": "string"}"#),
        ("good.json", r#"{"a": 1, "c": "x"}"#),
        ("bad.json", r#"{"a": "x"}"#),
    ];
    let folder = folder(&files);
    let commands: [(&[&str], i32); 5] = [
        (&["check", "--schema", "a.json", "good.json"], 0),
        (&["check", "--schema", "a.json", "bad.json"], 1),
        (&["drift", "a.json", "a.json"], 0),
        (&["lint", "a.json"], 0),
        (&["export", "--dialect", "openai", "--schema", "a.json"], 0),
    ];
    let options = ["--documents", "https://x.test/b.json=vendor/b.json", "--documents", "https://y.test/=y"];
    for (command, code) in commands {
        let (found, out, err) = run(folder.path(), &[command, &options].concat());
        assert_eq!(found, code, "{command:?}: {out}{err}");
    }
    let (code, _, err) = run(folder.path(), commands[0].0);
    assert!(code != 0 && err.contains("use --documents https://x.test/b.json=FILE"), "{err}");
    assert!(err.contains("use --documents https://y.test/c.json=FILE"), "{err}");
    let config = "documents = [\"https://x.test/b.json=vendor/b.json\", \"https://y.test/=y\"]\n";
    fs::write(folder.path().join("planwright.toml"), config).unwrap();
    for (command, code) in commands {
        let (found, out, err) = run(folder.path(), command);
        assert_eq!(found, code, "{command:?}: {out}{err}");
    }
}

#[test]
fn what_constrains_nothing_is_no_schema() {
    let dump = |kind: &str| format!("{{\"rows\": [{{\"name\": \"a\", \"kind\": \"{kind}\"}}]}}");
    let folder = folder(&[("old.json", &dump("object")), ("new.json", &dump("array")), ("one.json", STRING)]);
    let (code, out, err) = run(folder.path(), &["drift", "old.json", "new.json"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("error[ASSERTS_NOTHING]: the document constrains nothing"), "{err}");
    assert!(err.contains("--> old.json:1:1\n") && err.contains("--> new.json:1:1\n"), "{err}");
    assert_eq!(run(folder.path(), &["drift", "one.json", "one.json"]).0, 0);
    let (code, _, err) = run(folder.path(), &["export", "--dialect", "openai", "--schema", "old.json"]);
    assert_ne!(code, 0, "{err}");
}

#[test]
fn a_reference_may_encode_the_name_of_its_file() {
    let folder = folder(&[
        ("a.json", "{\"$ref\": \"b%20c.json\"}"),
        ("b c.json", "{\"type\": \"integer\"}"),
        ("text.json", "\"x\""),
        ("new/a.json", "{\"$ref\": \"b%20c.json\"}"),
        ("new/b c.json", "{\"type\": \"string\"}"),
    ]);
    let (code, out, err) = run(folder.path(), &["check", "--schema", "a.json", "text.json"]);
    assert!(code == 1 && out.contains("TYPE_MISMATCH"), "{code}: {out}{err}");
    let (code, out, err) = run(folder.path(), &["drift", "a.json", "new/a.json"]);
    assert!(code == 1 && out.contains("type"), "{code}: {out}{err}");
}

#[test]
fn a_migration_is_printed_with_what_it_proves() {
    let object = |properties: &str, required: &str| {
        format!(
            r#"{{"type": "object", "additionalProperties": false, "properties": {{{properties}}}, "required": [{required}]}}"#
        )
    };
    let mail = r#""email": {"type": "string", "x-renamed-from": "mail"}"#;
    let folder = folder(&[
        ("old.json", &object(r#""mail": {"type": "string"}"#, r#""mail""#)),
        ("new.json", &object(mail, r#""email""#)),
        ("hole.json", &object(&format!(r#"{mail}, "lang": {{"type": "string"}}"#), r#""email", "lang""#)),
        ("other.json", r#"{"$ref": "old.json"}"#),
        ("bad.json", "{"),
        ("definitions.json", r#"{"$defs": {"A": {"type": "string"}}}"#),
        ("exchange.json", &object(r#""mail": {"type": "string", "x-moved-from": "/email"}"#, r#""mail""#)),
    ]);
    let (code, out, said) = run(folder.path(), &["drift", "--migrate", "old.json", "exchange.json"]);
    assert!(code == 1 && said.contains("Hints that were not followed: `x-moved-from` at `/mail`: "), "{out}{said}");
    let (code, out, _) = run(folder.path(), &["drift", "--migrate", "old.json", "new.json"]);
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("/// Proved: ") && out.contains(r#"object.insert("email".to_owned(), value);"#), "{out}");
    let (code, out, said) = run(folder.path(), &["drift", "--migrate", "old.json", "hole.json"]);
    assert!(code == 1 && out.contains("&mut fill_1_lang);") && said.contains("do not become valid"), "{out}{said}");
    let (code, out, _) = run(folder.path(), &["drift", "--migrate", "old.json", "hole.json", "--format", "json"]);
    let found = json(&out);
    assert_eq!((code, &found["edits"][0]["to"], &found["holes"][0]["member"]), (1, &"email".into(), &"lang".into()));
    assert_eq!((&found["verdict"], &found["document"]["mail"].is_string()), (&"broken".into(), &true), "{found}");
    for (arguments, wanted) in [
        (vec!["old.json"], "two files"),
        (vec!["old.json", "."], "folder"),
        (vec!["other.json", "new.json"], "without references"),
        (vec!["bad.json", "new.json"], "bad.json"),
        (vec!["definitions.json", "definitions.json"], "contains schemas and is not one itself"),
        (vec!["old.json", "new.json", "--strict"], "--strict"),
    ] {
        let (code, _, said) = run(folder.path(), &[&["drift", "--migrate"], arguments.as_slice()].concat());
        assert!(code == 2 && said.contains(wanted), "{arguments:?}: {code} {said}");
    }
}
