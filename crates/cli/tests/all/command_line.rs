//! Tests that commands share one form: arguments, options, defaults, and messages about wrong use.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::mcp::Server;
use crate::project::{files, read_text, repository, run, write};

const ORDER: &str = r#"{
  "$schema": "http://json-schema.org/draft-07/schema#",
  "type": "object",
  "required": ["id"],
  "properties": { "id": { "type": "string", "format": "uuid" }, "note": { "type": "string" } }
}
"#;

/// Returns a folder with schemas and documents: `order.json` is valid, `broken.json` is not.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path();
    write(place, "schemas/order.json", ORDER);
    write(place, "schemas/broken.json", &ORDER.replace("\"object\"", "\"obect\""));
    write(place, "good/order.json", ORDER);
    write(place, "document.json", "{ \"id\": \"2c1f1a4e-7a4f-4c39-9d5e-0c4f8d1b5b11\" }\n");
    write(place, "no-uuid.json", "{ \"id\": \"x\" }\n");
    folder
}

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

#[test]
fn old_spellings_do_the_same_with_a_note() {
    let place = folder();
    let here = place.path();
    for (old, new, notes) in [
        (
            "export --dialect openai --contract fix-plan",
            "export fix-plan --dialect openai",
            &["`--contract CONTRACT` is now written `CONTRACT`"][..],
        ),
        (
            "normalize --dialect openai --schema good/order.json --schemas good document.json",
            "normalize document.json --dialect openai --schema good/order.json --schema good",
            &["`--schemas` is now written `--schema`"],
        ),
        (
            "check --schemas good document.json --schema good/order.json",
            "check --schema good/order.json --schema good document.json",
            &["`--schemas` is now written `--schema`"],
        ),
        (
            "gen --schemas good --out out --formats annotate",
            "gen --schema good --out out --no-assert-formats",
            &["`--schemas` is now written `--schema`", "`--formats annotate` is now written `--no-assert-formats`"],
        ),
        (
            "check --schema good/order.json document.json --follow --within 9",
            "check --schema good/order.json document.json --follow --timeout 9",
            &["`--within` is now written `--timeout`"],
        ),
    ] {
        fs::remove_dir_all(here.join("out")).ok();
        let (code, out, err) = run(here, &words(old));
        let written = files(here);
        fs::remove_dir_all(here.join("out")).ok();
        let (new_code, new_out, new_err) = run(here, &words(new));
        assert_eq!((code, &out, written), (new_code, &new_out, files(here)), "{old}: {err}{new_err}");
        assert_eq!(err.matches("note: `--").count(), notes.len(), "{old}: {err}");
        assert!(notes.iter().all(|note| err.contains(note)), "{old}: {err}");
        assert!(!new_err.contains("note: `--"), "{new}: {new_err}");
        let (_, _, quiet) = run(here, &[&["--quiet"], &words(old)[..]].concat());
        assert!(!quiet.contains("note: `--"), "{old}: {quiet}");
    }
}

#[test]
fn every_command_with_schemas_knows_the_option() {
    let place = folder();
    for (line, expected) in [
        ("gen --schema good --out a", "3 files written"),
        ("gen --schema good/order.json --out b", "3 files written"),
        ("lint --schema good", "0 errors, 0 warnings"),
        ("lint good --schema good/order.json", "0 errors, 0 warnings"),
        ("drift --schema good/order.json --schema good/order.json", "proved"),
        ("drift good --schema good", "0 broken"),
        ("lock --schema good", "1 operation"),
        ("check --schema good/order.json document.json", "1 of 1 file passed"),
        ("check --schema good --schema good/order.json document.json", "1 of 1 file passed"),
        ("prompt --schema good/order.json", "\"required\""),
        ("export --schema good/order.json --dialect gemini", "\"properties\""),
        ("normalize document.json --schema good/order.json --dialect gemini", "\"id\""),
    ] {
        let (code, out, err) = run(place.path(), &words(line));
        assert!(code == 0 && out.contains(expected), "{line}: {code} {out}{err}");
    }
    for (line, expected) in [
        ("check --schema good document.json", "good is a folder; also name the schema in it"),
        ("check --schema good/order.json --schema schemas/order.json document.json", "--schema has both"),
        ("drift good good --schema good", "more than two paths require --against REV"),
        ("export fix-plan --schema good/order.json --dialect gemini", "cannot be used with --schema"),
        ("normalize fix-plan document.json --schema good/order.json --dialect gemini", "cannot be used with --schema"),
        ("normalize fix-plan --dialect gemini", "no answer given"),
    ] {
        let (code, out, err) = run(place.path(), &words(line));
        assert!(code == 2 && err.contains(expected), "{line}: {code} {out}{err}");
    }
}

/// Only the files that the schema refers to are compiled, and only they can have errors.
#[test]
fn gen_compiles_one_schema_with_what_it_refers_to() {
    let place = folder();
    write(place.path(), "schemas/list.json", r#"{ "type": "array", "items": { "$ref": "order.json" } }"#);
    let (code, _, err) = run(place.path(), &["gen", "--schema", "schemas/list.json", "--out", "out"]);
    assert_eq!(code, 0, "{err}");
    let module = read_text(place.path(), "out/mod.rs") + &read_text(place.path(), "out/schemas.rs");
    assert!(module.contains("Order") && module.contains("gen --schema schemas/list.json"), "{module}");
    let (code, out, _) = run(place.path(), &["gen", "--schema", "schemas/list.json", "--out", "out", "--check"]);
    assert_eq!(code, 0, "{out}");
    let (code, _, err) = run(place.path(), &["gen", "--schema", "schemas", "--out", "out"]);
    assert!(code == 1 && err.contains("schemas/broken.json:3:"), "{err}");
}

#[test]
fn a_file_where_a_contract_is_expected_is_explained() {
    let place = folder();
    let blueprint = read_text(&repository(), "examples/blueprints/update-opportunity-stage.json");
    write(place.path(), "blueprint.json", &blueprint);
    write(place.path(), "plain.json", r#"{ "type": "object", "required": ["id"] }"#);
    for (line, command) in [
        ("check good/order.json document.json", "check --schema good/order.json document.json"),
        ("check plain.json document.json", "check --schema plain.json document.json"),
        ("check schemas/broken.json document.json", "check --schema schemas/broken.json document.json"),
        ("check good/order.json", "check --schema good/order.json FILE"),
        (
            "check --deny-warnings good/order.json document.json",
            "check --deny-warnings --schema good/order.json document.json",
        ),
        ("check blueprint.json", "check action-blueprint blueprint.json"),
        ("prompt good/order.json", "prompt --schema good/order.json"),
        ("export good/order.json --dialect openai", "export --schema good/order.json --dialect openai"),
        (
            "normalize good/order.json document.json --dialect openai",
            "normalize --schema good/order.json document.json --dialect openai",
        ),
        ("gen good", "gen --schema good"),
    ] {
        let (code, out, err) = run(place.path(), &words(line));
        assert!(code == 2 && err.contains(&format!("run `planwright {command}`")), "{line}: {code} {out}{err}");
    }
    for (line, expected) in [
        ("check document.json no-uuid.json", "expected a contract before the file \"document.json\""),
        ("check fixplan document.json", "did you mean \"fix-plan\"?"),
        ("chek document.json", "did you mean `planwright check document.json`?"),
        ("check fix-plan --shema document.json", "did you mean `planwright check fix-plan --schema document.json`?"),
    ] {
        let (code, out, err) = run(place.path(), &words(line));
        assert!(code == 2 && err.contains(expected), "{line}: {code} {out}{err}");
    }
}

#[test]
fn the_content_model_has_one_default() {
    let place = tempfile::tempdir().expect("a folder");
    let schema = |more: &str| {
        format!("{{ \"type\": \"object\", \"properties\": {{ \"id\": {{ \"type\": \"string\" }}{more} }} }}")
    };
    write(place.path(), "old/order.json", &schema(""));
    write(place.path(), "new/order.json", &schema(", \"note\": { \"type\": \"string\" }"));
    assert_eq!(run(place.path(), &["lock", "old"]).0, 0);
    for command in ["drift old new", "lock --check new"] {
        for (more, code) in [("", 1), (" --content-model strict", 1), (" --content-model lenient", 0)] {
            let (found, out, err) = run(place.path(), &words(&format!("{command}{more}")));
            assert_eq!(found, code, "{command}{more}: {out}{err}");
        }
    }
}

#[test]
fn the_configuration_decides_about_formats_everywhere() {
    let place = folder();
    let mut answers = Vec::new();
    for configured in ["", "assert-formats = false\n", "assert-formats = true\n"] {
        write(place.path(), "planwright.toml", configured);
        let asserts = configured != "assert-formats = false\n";
        for command in [
            "check --schema good/order.json no-uuid.json",
            "normalize no-uuid.json --dialect gemini --schema good/order.json",
        ] {
            for (more, asserted) in [("", asserts), (" --no-assert-formats", false), (" --assert-formats", true)] {
                let (code, out, err) = run(place.path(), &words(&format!("{command}{more}")));
                assert_eq!(code, i32::from(asserted), "{configured}{command}{more}: {out}{err}");
            }
        }
        let schema: Value = serde_json::from_str(ORDER).expect("a schema");
        for (arguments, asserted) in
            [(&[][..], asserts), (&["--no-assert-formats"], false), (&["--assert-formats"], true)]
        {
            let mut server = Server::in_folder(place.path(), arguments);
            let answer = server.call("check", &json!({ "schema": schema, "text": "{ \"id\": \"x\" }" }));
            server.stop();
            let valid = answer["result"]["structuredContent"]["valid"].as_bool();
            assert_eq!(valid, Some(!asserted), "{configured}{arguments:?}: {answer}");
            answers.push(valid);
        }
    }
    assert_eq!(answers.len(), 9);
}

#[test]
fn fix_and_diff_print_the_changes_and_write_nothing() {
    let place = folder();
    let slip = "{ \"id\": \"2c1f1a4e-7a4f-4c39-9d5e-0c4f8d1b5b11\", }\n";
    write(place.path(), "slip.json", slip);
    let base = ["check", "--schema", "good/order.json", "slip.json"];
    let alone = run(place.path(), &[&base[..], &["--diff"]].concat());
    let both = run(place.path(), &[&base[..], &["--fix", "--diff"]].concat());
    assert_eq!(both, alone);
    assert!(both.1.contains("\n-{ \"id\"") && both.1.contains("\n+{ \"id\""), "{}", both.1);
    assert!(both.1.ends_with("1 file would change; to apply, run with --fix and without --diff\n"), "{}", both.1);
    assert_eq!(read_text(place.path(), "slip.json"), slip);
    assert_eq!(run(place.path(), &[&base[..], &["--fix"]].concat()).0, 0);
    assert_ne!(read_text(place.path(), "slip.json"), slip);
    let (code, out, _) = run(place.path(), &[&base[..], &["--diff"]].concat());
    assert!(code == 0 && out.ends_with("0 errors, 0 warnings\n0 files would change\n"), "{out}");
}

#[test]
fn options_that_exclude_or_require_others_say_so() {
    let place = folder();
    write(place.path(), "cut.json", "{ \"id\": \"2c1f1a4e-7a4f-4c39-9d5e-0c4f8d1b5b11\"");
    let check = "check --schema good/order.json";
    for (line, code, expected) in [
        ("drift good good --strict --allow-undecided".to_owned(), 2, "cannot be used with"),
        ("drift good good --assert-formats --no-assert-formats".to_owned(), 2, "cannot be used with"),
        ("lock good --strict --allow-undecided".to_owned(), 2, "cannot be used with"),
        (format!("{check} cut.json --unsafe-fixes"), 2, "--unsafe-fixes requires --fix, or --diff"),
        (format!("{check} document.json --unsafe-fixes"), 2, "--unsafe-fixes requires --fix, or --diff"),
        (format!("{check} cut.json --unsafe-fixes --format repair"), 2, "--unsafe-fixes requires --fix, or --diff"),
        (format!("{check} cut.json --diff"), 1, "1 fixable with --fix --unsafe-fixes, which may lose data"),
        (format!("{check} cut.json --fix"), 1, "1 fixable with --fix --unsafe-fixes, which may lose data"),
        (format!("{check} cut.json --fix --unsafe-fixes"), 0, ""),
    ] {
        let (found, out, err) = run(place.path(), &words(&line));
        assert!(found == code && format!("{out}{err}").contains(expected), "{line}: {found} {out}{err}");
        assert!(!expected.is_empty() || !out.contains("--unsafe-fixes"), "{line}: {out}");
    }
    write(
        place.path(),
        "lost.json",
        &ORDER.replace(r#""type": "string", "format": "uuid""#, r##""$ref": "#/$defs/b""##),
    );
    write(place.path(), "two.json", "{ \"id\": \"a\" }\n{ \"id\": \"b\" }\n");
    write(place.path(), "digits.json", "{ \"id\": 1_000 }\n");
    for (line, code, expected) in [
        (format!("{check} two.json"), 1, "or one on each line and check them with --ndjson"),
        (format!("{check} digits.json"), 1, "write the digits without separators, such as 1000"),
        (format!("{check} document.json --max-bytes 3X"), 2, "KiB, MiB or GiB with K, M or G, such as 256M"),
        (
            format!("{check} document.json --report r.json --since none.json"),
            2,
            "none.json: no such report; leave out --since in the first run",
        ),
        (
            "drift good --against main".to_owned(),
            2,
            "good is not in a git repository, so it has no revisions; run in a clone",
        ),
        (
            "drift lost.json good/order.json".to_owned(),
            3,
            "the reference to #/$defs/b in lost.json of the old schema cannot be resolved",
        ),
        (
            "drift good/order.json lost.json".to_owned(),
            3,
            "the reference to #/$defs/b in lost.json of the new schema cannot be resolved",
        ),
    ] {
        let (found, out, err) = run(place.path(), &words(&line));
        assert!(found == code && format!("{out}{err}").contains(expected), "{line}: {found} {out}{err}");
    }
    let (_, _, err) = run(place.path(), &words(&format!("{check} no-uuid.json --fix")));
    assert!(!err.contains("--unsafe-fixes"), "a value that no fix corrects: {err}");
}

#[test]
fn a_broken_schema_has_one_layout() {
    let place = folder();
    let block = "error[INVALID_SCHEMA]: not a schema of its dialect: \"obect\" is not a type; did you mean \"object\"?\n\
                 --> schemas/broken.json:3:3\n = at: /type\n\n";
    for (line, code) in [
        ("check --schema schemas/broken.json document.json", 2),
        ("prompt --schema schemas/broken.json", 2),
        ("export --schema schemas/broken.json --dialect openai", 1),
        ("normalize document.json --schema schemas/broken.json --dialect openai", 1),
        ("gen --schema schemas --out out", 1),
        ("lint schemas", 1),
        ("drift schemas/broken.json good/order.json", 2),
        ("drift good schemas", 2),
    ] {
        let (found, out, err) = run(place.path(), &words(line));
        let text = out + &err;
        assert!(found == code && text.contains(block), "{line}: {found} {text}");
        assert_eq!(text.matches("broken.json").count(), 1, "{line}: {text}");
    }
    // Programs get the finding, not a sentence about it.
    for line in ["check --schema schemas/broken.json document.json", "drift schemas/broken.json good/order.json"] {
        let (code, out, _) = run(place.path(), &[&words(line)[..], &["--format", "sarif"]].concat());
        let log: Value = serde_json::from_str(&out).unwrap_or_else(|error| panic!("{line}: {error}: {out}"));
        let result = &log["runs"][0]["results"][0];
        let region = &result["locations"][0]["physicalLocation"]["region"];
        assert_eq!(
            (code, &result["ruleId"], &region["startLine"]),
            (2, &json!("INVALID_SCHEMA"), &json!(3)),
            "{log:#}"
        );
    }
    write(place.path(), "empty.json", "{}");
    let (code, _, err) = run(place.path(), &words("check --schema empty.json document.json"));
    assert!(code == 2 && err.contains("error[ASSERTS_NOTHING]") && err.contains("--> empty.json\n"), "{err}");
}

#[test]
fn unknown_properties_are_reported_next_to_errors() {
    let place = folder();
    let text = "{ \"id\": 7, \"more\": 1 }\n";
    write(place.path(), "wrong.json", text);
    let (code, out, err) = run(place.path(), &words("check --schema good/order.json wrong.json"));
    assert!(code == 1 && out.contains("error[TYPE_MISMATCH]") && out.contains("warning[UNKNOWN_FIELD]"), "{out}{err}");
    assert!(out.contains("1 error, 1 warning"), "{out}");
    // A misspelled required name is one mistake, so it is one finding.
    write(place.path(), "misspelled.json", "{ \"ID\": \"x\" }\n");
    let (_, out, _) = run(place.path(), &words("check --schema good/order.json misspelled.json"));
    assert!(out.contains("1 error, 0 warnings"), "{out}");
}

/// Returns the lines of the reference that mention a default in another form than `[default: …]` at the end.
fn other_defaults(reference: &str) -> Vec<&str> {
    let is_other = |line: &&str| {
        let line = line.to_lowercase();
        let cell = line.rsplit_once(" [default: ").map_or(line.as_str(), |(before, _)| before);
        ["(default", "default:", "defaults to", "default value is"].iter().any(|form| cell.contains(form))
    };
    reference.lines().filter(is_other).collect()
}

#[test]
fn defaults_are_written_in_one_way() {
    let (code, all, _) = run(Path::new("."), &["manual"]);
    let names: BTreeSet<&str> =
        all.lines().filter_map(|line| line.strip_prefix("## planwright ")?.split(' ').next()).collect();
    assert!(code == 0 && names.len() > 15, "{all}");
    // The page of a command has its subcommands too.
    let reference: String = names.iter().map(|name| run(Path::new("."), &["manual", name]).1).collect();
    assert_eq!(other_defaults(&reference), Vec::<&str>::new());
    assert!(
        reference
            .contains("| `--timeout <SECONDS>` | Timeout in seconds for all answers of the server. [default: 30] |\n")
    );
    let wrong = ["| a | Seconds (default 30). |", "| b | Seconds. Defaults to 30. |", "| c | [default: 30] seconds. |"];
    assert_eq!(other_defaults(&wrong.join("\n")).len(), 2, "a control");
}
