//! Functions that other languages bind: they have the same limits as the commands, and their errors contain reports.

use planwright_api::{Checker, DriftQuestion, MOST_BYTES, NamedSchema, RenderQuestion, drift, render};

fn checker(schema: &str) -> Checker {
    Checker::schema("a.json", [("a.json".to_owned(), schema.as_bytes().to_vec())]).expect("a schema")
}

#[test]
fn documents_are_bounded_as_files_are() {
    assert_eq!(MOST_BYTES as u64, planwright_sync::MAX_BYTES);
    let any = checker(r#"{"type": "string"}"#);
    assert!(any.check("a", b"\"\"").valid);
    let text = vec![b' '; MOST_BYTES + 1];
    let refused = any.check("a", &text);
    assert!(!refused.valid);
    assert_eq!(refused.json["diagnostics"][0]["message"], "larger than 64 MiB");
    assert!(any.repair(&text).is_some_and(|text| text.contains("larger than 64 MiB")));
    assert!(any.normalize("mcp", "a", &text).is_err());
    assert!(render("a", &text, RenderQuestion::default()).is_err());
}

#[test]
fn bytes_that_are_no_text_are_findings() {
    let any = checker(r#"{"type": "string"}"#);
    let refused = any.check("a", b"\"a\xff\"");
    assert_eq!(refused.json["diagnostics"][0]["code"], "PARSE_ERROR");
    assert_eq!(refused.json["diagnostics"][0]["column"], 3);
    let codes = |refused: planwright_api::RefusedCall| refused.report["diagnostics"][0]["code"].clone();
    assert_eq!(codes(any.normalize("mcp", "a", b"\xff").expect_err("no text")), "PARSE_ERROR");
    assert_eq!(codes(render("a", b"\xff", RenderQuestion::default()).expect_err("no text")), "PARSE_ERROR");
}

#[test]
fn refusals_carry_reports() {
    let code = |refused: planwright_api::RefusedCall| {
        let report = refused.report;
        assert_eq!(report["valid"], false);
        report["diagnostics"][0]["code"].as_str().expect("a code").to_owned()
    };
    let unknown = Checker::contract("fix-plna", None).expect_err("no contract");
    assert!(unknown.to_string().contains("did you mean \"fix-plan\""), "{unknown}");
    assert_eq!(code(unknown), "NOT_RUN");
    let bad = |text: &str| Checker::schema("a.json", [("a.json".to_owned(), text.as_bytes().to_vec())]);
    assert_eq!(code(bad("{\"type\": \"strin\"}").expect_err("a wrong word")), "INVALID_SCHEMA");
    assert_eq!(code(bad("{}").expect_err("nothing is asserted")), "NOT_RUN");
    assert!(Checker::schema("b.json", [("a.json".to_owned(), b"{}".to_vec())]).is_err());
    assert!(Checker::contract("agent-proposal/no-op-proposal", Some("{}")).is_err());
    assert!(Checker::contract("action-blueprint", Some("{\"snapshot\": 1}")).is_err());
    assert!(checker(r#"{"type": "string"}"#).export("opena", false).is_err());
    assert!(DriftQuestion::of_words("reader", "strict", false).is_err());
    let old = NamedSchema::of_texts("a.json".to_owned(), vec![("a.json".to_owned(), b"{".to_vec())]);
    assert!(drift(&old, &old, DriftQuestion::default()).is_err());
    let wrong = render("a.json", b"{\"actions\": [{}]}", RenderQuestion::default()).expect_err("an empty blueprint");
    assert!(wrong.report["diagnostics"].as_array().is_some_and(|found| found.len() > 2));
    let version = RenderQuestion { api_version: Some("12"), ..RenderQuestion::default() };
    assert!(render("a.json", b"{}", version).is_err());
}

/// The Python class refuses unknown properties, and its tests only run in `.ci/full`.
#[test]
fn the_classes_of_the_modules_have_every_property_of_a_change() {
    let schema = |values: &str| {
        let text = format!(r#"{{"properties": {{"kind": {{"enum": {values}}}}}}}"#);
        NamedSchema::of_texts("a.json".to_owned(), vec![("a.json".to_owned(), text.into_bytes())])
    };
    let result = drift(&schema(r#"["a", "b"]"#), &schema(r#"["a"]"#), DriftQuestion::default()).expect("schemas");
    let change = result["changes"][0].as_object().expect("a value was removed");
    assert!(change.contains_key("witness") && change.contains_key("pointer"));
    let read = |path: &str| std::fs::read_to_string(planwright_tests::workspace().join(path)).expect("there is a file");
    for (path, start, end) in [
        ("crates/python/python/planwright_native/_drift.py", "class Change:", "\n@dataclass"),
        ("crates/node/ts/functions.ts", "interface Change {", "\n}"),
    ] {
        let text = read(path);
        let (_, rest) = text.split_once(start).expect("there is a class");
        let (class, _) = rest.split_once(end).expect("it ends");
        let missing: Vec<&String> = change
            .keys()
            .filter(|key| !["", "?"].iter().any(|mark| class.contains(&format!(" {key}{mark}: "))))
            .collect();
        assert_eq!(missing, Vec::<&String>::new(), "{path}");
    }
}
