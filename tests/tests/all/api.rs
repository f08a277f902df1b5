//! Functions that other languages bind: they have the same limits as the commands, and their errors contain reports.

use std::path::Path;

use planwright_api::{Checker, DriftQuestion, FileAccess, MOST_BYTES, NamedSchema, RenderQuestion, drift, render};

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

#[test]
fn a_schema_file_is_read_with_the_files_that_it_refers_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("plan.schema.json");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
    let files = FileAccess { read: &planwright_sync::read_file, list: &planwright_sync::list_folder };
    let read = |path: &Path| NamedSchema::from_file(path, files);
    let missing = read(&path).expect_err("no file");
    assert!(missing.to_string().starts_with(&format!("cannot read the schema {}: ", path.display())), "{missing}");
    assert!(!missing.is_about_document);
    write("plan.schema.json", r#"{"properties": {"a": {"$ref": "a.json"}, "b": {"$ref": "../b.json"}}}"#);
    write("a.json", r#"{"allOf": [{"$ref": "plan.schema.json#/properties/c"}, {"$ref": "c.yaml"}]}"#);
    write("c.yaml", "type: string");
    let schema = read(&path).expect("a file");
    let names: Vec<String> = schema.clone().into_texts().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["plan.schema.json", "a.json", "c.yaml"]);
    let refused = Checker::from_schema(schema).expect_err("no property `c`, and a file outside of the folder");
    for found in refused.report["diagnostics"].as_array().expect("findings") {
        let file = found["file"].as_str().expect("a file");
        assert!(Path::new(file).starts_with(folder.path()), "{file}");
    }
    write("plan.schema.json", r#"{"properties": {"a": {"$ref": "a.json"}}}"#);
    write("a.json", r#"{"$ref": "c.yaml"}"#);
    let checker = Checker::from_schema(read(&path).expect("a file")).expect("a schema");
    assert!(checker.check("a", br#"{"a": ""}"#).valid && !checker.check("a", br#"{"a": 1}"#).valid);
}

#[test]
fn errors_tell_a_wrong_call_from_an_invalid_document() {
    let any = checker(r#"{"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}}}"#);
    let large = vec![b' '; MOST_BYTES + 1];
    for bytes in [&large[..], b"{}", b"\xff"] {
        assert!(any.normalize("openai", "a", bytes).expect_err("invalid").is_about_document);
    }
    assert!(any.extract("a", b"none").expect_err("no document").is_about_document);
    assert!(any.fix("a", &large).expect_err("too large").is_about_document);
    assert!(render("a", b"{}", RenderQuestion::default()).expect_err("no blueprint").is_about_document);
    assert!(!any.normalize("opena", "a", b"{}").expect_err("no dialect").is_about_document);
    let context = RenderQuestion { context: Some("{\"snapshot\": 1}"), ..RenderQuestion::default() };
    assert!(!render("a", b"{}", context).expect_err("a wrong context").is_about_document);
    assert!(!Checker::contract("fix-plna", None).expect_err("no contract").is_about_document);
    let refused = NamedSchema::from_sources("a.json", vec![("a.json".to_owned(), large)]).expect_err("too large");
    assert_eq!(refused.to_string(), "a.json is larger than 64 MiB");
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
        ("crates/python/python/planwright/_drift.py", "class Change:", "\n@dataclass"),
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

/// Users of both modules rely on one order of arguments. `export` and `new` are reserved words of JavaScript.
#[test]
fn both_modules_have_the_same_functions() {
    let read = |path: &str| std::fs::read_to_string(planwright_tests::workspace().join(path)).expect("there is a file");
    let python = ["_functions.py", "_drift.py"].map(|file| read(&format!("crates/python/python/planwright/{file}")));
    let (python, node) = (python.concat(), read("crates/node/ts/functions.ts"));
    let parameters = |text: &str, start: &str| -> Vec<String> {
        let (_, rest) = text.split_once(start).unwrap_or_else(|| panic!("there is no {start}"));
        let (list, _) = rest.split_once(')').expect("the parameters end");
        // In Python, `*` ends the positional parameters.
        let positional = list.split('*').next().unwrap_or_default();
        let names = positional.split(',').filter_map(|one| one.split_once(':')).map(|(name, _)| name.trim().to_owned());
        names.filter(|name| name != "options").collect()
    };
    for name in ["check", "extract", "fix", "repair", "prompt", "export", "normalize", "drift"] {
        let in_python = parameters(&python, &format!("\ndef {name}("));
        let js = if name == "export" { "exportSchema" } else { name };
        let mut in_node = parameters(&node, &format!("\nexport function {js}("));
        for parameter in in_node.iter_mut().filter(|parameter| *parameter == "changed") {
            "new".clone_into(parameter);
        }
        assert_eq!(in_python, in_node, "{name}");
        assert!(in_python.len() >= if name == "prompt" { 1 } else { 2 }, "{name}: {in_python:?}");
    }
}
