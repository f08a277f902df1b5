//! Tests `planwright export --certificate` and `--verify`. Each folder of tests/cases/certificates is a case.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use planwright_dialects::Dialect;
use serde_json::{Map, Value, json};

use crate::extent::sample;

fn planwright(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_planwright")).args(arguments).current_dir(folder).output().unwrap()
}

fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/certificates")
}

fn claim_text(claim: &Value) -> Value {
    match claim["verdict"].as_str() {
        Some("undecided") => json!(format!("undecided: {}", claim["because"].as_str().unwrap())),
        Some(word) => json!(word),
        None => Value::Null,
    }
}

/// Returns the claims without their documents, which the program has already verified.
fn summary(certificate: &Value) -> Value {
    let leaks = certificate["leaks"].as_array().unwrap().iter();
    let leaks = leaks.map(|leak| json!(format!("{} {}", leak["pointer"].as_str().unwrap(), leak["code"])));
    let mut claims = Map::new();
    for member in ["every_document", "described_documents", "nothing_else"] {
        claims.insert(member.to_owned(), claim_text(&certificate[member]));
    }
    claims.insert("leaks".to_owned(), leaks.collect());
    claims.into()
}

#[test]
fn each_case_has_its_certificate_in_every_dialect() {
    let mut folders: Vec<PathBuf> = fs::read_dir(cases()).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    assert!(folders.len() > 10);
    for folder in sample(folders, 5) {
        let mut claims = Map::new();
        for dialect in Dialect::ALL.map(Dialect::as_str) {
            let scratch = tempfile::tempdir().unwrap();
            let file = scratch.path().join("certificate.json");
            let schema = folder.join("schema.json");
            let (file, schema) = (file.to_str().unwrap(), schema.to_str().unwrap());
            let of = ["export", "--dialect", dialect, "--schema", schema];
            let output = planwright(&folder, &[&of[..], &["--certificate", file]].concat());
            assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
            let certificate: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
            for leak in certificate["leaks"].as_array().unwrap() {
                assert!(leak["code"].is_string(), "{} {dialect}: no warning explains {leak}", folder.display());
            }
            claims.insert(dialect.to_owned(), summary(&certificate));
            if dialect == "openai" {
                let output = planwright(&folder, &[&of[..], &["--verify", file]].concat());
                assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
            }
        }
        let expected = folder.join("expected.json");
        let found = format!("{:#}\n", Value::Object(claims));
        if std::env::var_os("UPDATE_EXPECT").is_some() && std::env::var_os("CI").is_none() {
            fs::write(&expected, &found).unwrap();
        }
        assert_eq!(fs::read_to_string(&expected).unwrap_or_default(), found, "{}", folder.display());
    }
}

/// Verifies a certificate of the case `bounds` after a change.
fn verified(change: impl Fn(&mut Value)) -> (Option<i32>, String) {
    let scratch = tempfile::tempdir().unwrap();
    fs::copy(cases().join("bounds/schema.json"), scratch.path().join("schema.json")).unwrap();
    let of = ["export", "--dialect", "openai", "--schema", "schema.json"];
    let output = planwright(scratch.path(), &[&of[..], &["--certificate", "c.json"]].concat());
    assert_eq!(output.status.code(), Some(0));
    let file = scratch.path().join("c.json");
    let mut certificate: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    change(&mut certificate);
    fs::write(&file, format!("{certificate:#}\n")).unwrap();
    let output = planwright(scratch.path(), &[&of[..], &["--verify", "c.json"]].concat());
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Expected message, and the change that causes it.
type Edit = (&'static str, fn(&mut Value));

#[test]
fn what_was_edited_in_a_certificate_is_found_where_it_stands() {
    assert_eq!(verified(|_| {}).0, Some(0));
    let edits: [Edit; 9] = [
        ("error[CERTIFICATE_STALE]: the certificate is for gemini, not for openai\n --> c.json:3:14", |it| {
            it["dialect"] = json!("gemini");
        }),
        ("at: /schema_digest", |it| it["schema_digest"] = json!("sha256:0")),
        ("at: /export_digest", |it| it["export_digest"] = json!("sha256:0")),
        ("every_document is broken in the certificate but proved now", |it| {
            it["every_document"] = json!({"verdict": "broken", "document": {}});
        }),
        ("described_documents is proved in the certificate but not claimed now", |it| {
            it["described_documents"] = json!({"verdict": "proved"});
        }),
        ("nothing_else is undecided in the certificate but proved now", |it| {
            it["nothing_else"] = json!({"verdict": "undecided", "because": "x"});
        }),
        ("/properties/name/minLength of schema.json is not enforced either", |it| {
            it["leaks"].as_array_mut().unwrap().retain(|leak| leak["pointer"] != "/properties/name/minLength");
        }),
        ("/properties/count/minimum of schema.json is enforced", |it| {
            it["leaks"][0]["pointer"] = json!("/properties/count/minimum");
        }),
        ("the dialect rejects the answer, or its document is valid", |it| it["leaks"][0]["answer"] = json!({})),
    ];
    for (words, edit) in edits {
        let (code, stderr) = verified(edit);
        assert!(code == Some(1) && stderr.contains(words), "{words}: {stderr}");
    }
}

#[test]
fn what_is_no_certificate_is_refused_and_never_overwritten() {
    let scratch = tempfile::tempdir().unwrap();
    fs::copy(cases().join("bounds/schema.json"), scratch.path().join("schema.json")).unwrap();
    let of = ["export", "--dialect", "openai", "--schema", "schema.json"];
    for (text, words) in [
        ("{", "c.json:1:"),
        ("[]", "planwright did not write this file"),
        ("{\"format\": 2}", "c.json:1:12: format 2 is newer than this planwright, which reads 1"),
        ("{\"format\": 1, \"dialect\": \"openai\"}", "missing field"),
        ("{\"format\": 1, \"format\": 1}", "c.json:1:"),
    ] {
        fs::write(scratch.path().join("c.json"), text).unwrap();
        let output = planwright(scratch.path(), &[&of[..], &["--verify", "c.json"]].concat());
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && stderr.contains(words), "{text}: {stderr}");
        let output = planwright(scratch.path(), &[&of[..], &["--certificate", "c.json"]].concat());
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert_eq!(fs::read_to_string(scratch.path().join("c.json")).unwrap(), text);
    }
}
