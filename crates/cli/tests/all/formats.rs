//! Validates each report format with its schema, together with documents that must be invalid.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use roxmltree::{Document, Node};
use serde_json::{Value, json};

use crate::project::{project, read_text, repository, run, write};

const FORMATS: [&str; 3] = ["sarif", "gitlab", "junit"];

/// Returns the schema without undescribed properties. Schemas of contracts in it stay as they are.
pub(crate) fn closed(mut schema: Value) -> Value {
    fn close(value: &mut Value) {
        if let Some(object) = value.as_object_mut() {
            if object.contains_key("$id") {
                return;
            }
            if object.get("properties").is_some_and(Value::is_object) {
                object.entry("additionalProperties").or_insert(false.into());
            }
            object.values_mut().for_each(close);
        } else if let Some(items) = value.as_array_mut() {
            items.iter_mut().for_each(close);
        }
    }
    close(&mut schema);
    schema
}

#[test]
fn every_json_report_obeys_its_published_schema() {
    let (_root, folder) = spoiled();
    let published = |name: &str| -> Value {
        let (code, out, err) = run(&folder, &["schema", name]);
        assert_eq!(code, 0, "{err}");
        serde_json::from_str(&out).expect("a schema")
    };
    let rules: [(&[&str], &str); 3] = [(&["rules"], ""), (&["rules", "drift"], ""), (&["rules", "guardrails"], "")];
    let ndjson: (&[&str], &str) = (&["check", "fix-plan", "--ndjson", "bad.json"], "");
    for (arguments, _) in COMMANDS.into_iter().chain(rules).chain([ndjson]) {
        let name = match arguments {
            [.., "--ndjson", _] => "report",
            ["snapshot", "check", ..] => "check",
            ["snapshot", "diff", ..] => "snapshot-diff",
            [name @ ("check" | "ci" | "drift" | "export" | "lock" | "rules"), ..] => name,
            _ => "report",
        };
        let validator = jsonschema::validator_for(&closed(published(&format!("output/{name}")))).expect("a schema");
        let (_, out, err) = in_format(&folder, arguments, "json");
        let output: Value = serde_json::from_str(&out).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {err}"));
        let wrong: Vec<String> =
            validator.iter_errors(&output).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(wrong.is_empty(), "{arguments:?}: {wrong:?}\n{out}");
        let mut spoiled = output;
        match &mut spoiled {
            Value::Array(items) => items.push(json!({"file": 1})),
            other => other["nobody"] = json!(1),
        }
        assert!(!validator.is_valid(&spoiled), "{arguments:?}");
    }
    let (code, out, _) = run(&folder, &["schema"]);
    assert!(code == 0 && out.lines().filter(|line| line.starts_with("output/")).count() == 19, "{out}");
    let (code, _, err) = run(&folder, &["schema", "output/chekc"]);
    assert!(code == 2 && err.contains("did you mean \"output/check\"?"), "{err}");
}

/// Commands that report, each with its finding in the test project.
const COMMANDS: [(&[&str], &str); 10] = [
    (&["check", "action-blueprint", "blueprints/stage.json", "bad.json"], "ENUM_MISMATCH"),
    (&["gen", "--check"], "STALE_FILE"),
    (&["apex", "--check"], "MISSING_FILE"),
    (&["drift"], "VERDICT_BROKEN"),
    (&["lock", "--check", "tools.json"], "CALL_BROKEN"),
    (&["snapshot", "check", "org.json", "blueprints/stage.json", "unknown.json"], "OBJECT_NOT_IN_SCHEMA"),
    (&["snapshot", "diff", "org.json", "empty.json", "blueprints/stage.json"], "OBJECT_NOT_IN_SCHEMA"),
    (&["export", "--dialect", "openai", "--schema", "broken.json"], "INVALID_SCHEMA"),
    (&["lint", "doubtful.json", "--deny", "UNKNOWN_KEYWORD"], "UNKNOWN_KEYWORD"),
    (&["ci"], "STALE_FILE"),
];

/// Creates a project in which every command of [`COMMANDS`] has a finding, with names and strings that contain markup.
fn spoiled() -> (tempfile::TempDir, std::path::PathBuf) {
    let (root, folder) = project("");
    let order = read_text(&folder, "schemas/order.json");
    write(&folder, "schemas/order.json", &order.replace("\"b\"]", "\"b\", \"<&>\\u0001]]>\"]"));
    let blueprint = read_text(&folder, "blueprints/stage.json");
    write(&folder, "bad.json", &blueprint.replace("\"UPDATE\"", "\"<up\\u0007\\\"&date>\""));
    write(&folder, "unknown.json", &blueprint.replace("\"Opportunity\"", "\"Unknown__c\""));
    write(&folder, "empty.json", "{\"objects\": {}}");
    let tool = |least: u8| format!("[{{\"name\": \"<t>\", \"inputSchema\": {{\"minProperties\": {least}}}}}]");
    write(&folder, "tools.json", &tool(0));
    assert_eq!(run(&folder, &["lock", "tools.json"]).0, 0);
    write(&folder, "tools.json", &tool(1));
    write(&folder, "doubtful.json", "{\"type\": \"string\", \"minLenght\": 1}");
    write(&folder, "broken.json", "{\"type\": \"<nothing>\"}");
    let class = "force-app/main/default/classes/DynamicAction_UpdateOpportunityStage.cls";
    std::fs::remove_file(folder.join(class)).unwrap();
    (root, folder)
}

fn in_format(folder: &Path, arguments: &[&str], format: &str) -> (i32, String, String) {
    run(folder, &[arguments, &["--format", format]].concat())
}

fn judge(format: &str, text: &str) -> Result<(), String> {
    match format {
        "sarif" => sarif(&parsed(text)?),
        "gitlab" => gitlab(&parsed(text)?),
        _ => Xsd::junit().judge(text),
    }
}

fn parsed(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

#[test]
fn every_report_obeys_the_schema_of_its_format() {
    let (_root, folder) = spoiled();
    for (arguments, code) in COMMANDS {
        for format in FORMATS {
            let (exit, out, err) = in_format(&folder, arguments, format);
            assert_eq!(exit, 1, "{arguments:?} {format}: {out}{err}");
            judge(format, &out).unwrap_or_else(|problem| panic!("{arguments:?} {format}: {problem}\n{out}"));
            assert!(out.contains(code), "{arguments:?} {format}: {out}");
        }
    }
}

#[test]
fn a_report_without_findings_obeys_too() {
    let (_root, folder) = project("");
    for arguments in [&["check", "action-blueprint", "blueprints/stage.json"][..], &["gen", "--check"], &["drift"]] {
        for format in FORMATS {
            let (exit, out, err) = in_format(&folder, arguments, format);
            assert_eq!(exit, 0, "{arguments:?} {format}: {out}{err}");
            judge(format, &out).unwrap_or_else(|problem| panic!("{arguments:?} {format}: {problem}\n{out}"));
        }
    }
    let (_, out, _) = in_format(&folder, &["check", "action-blueprint", "blueprints/stage.json"], "junit");
    assert!(out.contains("tests=\"1\" failures=\"0\""), "{out}");
}

#[test]
fn what_could_not_be_run_stands_in_the_report() {
    let folder = tempfile::tempdir().unwrap();
    for format in FORMATS {
        let (exit, out, err) = in_format(folder.path(), &["check", "action-blueprint", "a.json", "b.json"], format);
        assert_eq!(exit, 2, "{format}: {out}");
        judge(format, &out).unwrap_or_else(|problem| panic!("{format}: {problem}\n{out}"));
        for name in ["a.json", "b.json"] {
            assert!(out.contains(name) && err.contains(name), "{format}: {name} is not named: {out}{err}");
        }
    }
}

#[test]
fn the_validators_refuse_what_is_wrong() {
    let (_root, folder) = spoiled();
    let report = |format| in_format(&folder, COMMANDS[0].0, format).1;
    let wrong = [
        ("sarif", report("sarif").replace("\"error\"", "\"fatal\"")),
        ("sarif", report("sarif").replace("\"startLine\": ", "\"startLine\": -")),
        ("sarif", report("sarif").replace("\"ruleId\"", "\"rule\"")),
        ("gitlab", report("gitlab").replace("\"major\"", "\"error\"")),
        ("gitlab", report("gitlab").replace("\"path\"", "\"file\"")),
        ("junit", report("junit").replace(" tests=", " number=")),
        ("junit", report("junit").replace("failure", "problem")),
        ("junit", report("junit").replace("<testcase classname=", "<testcase line=\"1\" classname=")),
        ("junit", report("junit").replace("</testsuites>", "")),
    ];
    for (format, text) in wrong {
        assert_ne!(text, report(format), "nothing was changed");
        assert!(judge(format, &text).is_err(), "{format}: {text}");
    }
}

fn sarif(log: &Value) -> Result<(), String> {
    // One pattern of the schema has an unescaped bracket, which the strict validator rejects.
    let text = read_text(&repository(), "tests/formats/sarif-2.1.0.schema.json");
    let mended = text.replace("^[a-zA-Z]{2}|^[a-zA-Z]{2}-[a-zA-Z]{2}]?$", "^[a-zA-Z]{2}(-[a-zA-Z]{2})?$");
    assert_ne!(text, mended);
    let schema = parsed(&mended)?;
    let options = jsonschema::options().with_draft(jsonschema::Draft::Draft7);
    let validator = options.build(&schema).map_err(|error| error.to_string())?;
    let problems: Vec<String> =
        validator.iter_errors(log).map(|error| format!("{}: {error}", error.instance_path())).collect();
    if !problems.is_empty() {
        return Err(problems.join("\n"));
    }
    // The schema cannot express that a result also refers to its rule by index.
    let rules = &log["runs"][0]["tool"]["driver"]["rules"];
    let results = log["runs"][0]["results"].as_array().ok_or("no results")?;
    let is_named = |result: &Value| {
        let index = result["ruleIndex"].as_u64().and_then(|index| usize::try_from(index).ok());
        index.is_some_and(|index| rules[index]["id"] == result["ruleId"])
    };
    let nameless = results.iter().find(|result| !is_named(result));
    nameless.map_or(Ok(()), |result| Err(format!("no rule of {result}")))
}

fn gitlab(report: &Value) -> Result<(), String> {
    let severities = ["info", "minor", "major", "critical", "blocker"];
    let mut fingerprints = BTreeSet::new();
    for entry in report.as_array().ok_or("no array")? {
        let text = |name: &str| entry[name].as_str().filter(|text| !text.is_empty()).ok_or(format!("{name}: {entry}"));
        text("description")?;
        text("check_name")?;
        if !fingerprints.insert(text("fingerprint")?.to_owned()) {
            return Err(format!("the fingerprint stands twice: {entry}"));
        }
        let path = entry["location"]["path"].as_str().ok_or(format!("no path: {entry}"))?;
        let line = entry["location"]["lines"]["begin"].as_u64().ok_or(format!("no line: {entry}"))?;
        if !severities.contains(&text("severity")?) || path.starts_with("./") || line == 0 {
            return Err(entry.to_string());
        }
    }
    Ok(())
}

/// A reader of the XML Schema of `JUnit`. It supports only the constructs in that file, and panics on others.
struct Xsd {
    elements: BTreeMap<String, Rule>,
}

/// Content model of an element.
#[derive(Default)]
struct Rule {
    has_text: bool,
    /// Attributes, each with whether it is required.
    attributes: BTreeMap<String, bool>,
    /// Child elements by reference, in any order and number.
    children: BTreeSet<String>,
    /// Whether the children must be in the order of the schema. No such type with several children is used.
    time_attributes: BTreeSet<String>,
}

impl Xsd {
    fn junit() -> Self {
        let text = read_text(&repository(), "tests/formats/junit-10.xsd");
        let schema = Document::parse(&text).expect("the schema is XML");
        let mut elements = BTreeMap::new();
        for top in schema.root_element().children().filter(Node::is_element) {
            match top.tag_name().name() {
                "element" => {
                    elements.insert(top.attribute("name").expect("a name").to_owned(), rule(top));
                }
                "simpleType" => assert_eq!(top.attribute("name"), Some("SUREFIRE_TIME")),
                "complexType" => assert_eq!(top.attribute("name"), Some("rerunType")),
                other => panic!("{other} is not known"),
            }
        }
        Self { elements }
    }

    fn judge(&self, xml: &str) -> Result<(), String> {
        let document = Document::parse(xml).map_err(|error| error.to_string())?;
        let root = document.root_element();
        if root.tag_name().name() != "testsuites" {
            return Err(format!("the root is {}", root.tag_name().name()));
        }
        self.element(root)?;
        for suite in root.children().filter(Node::is_element) {
            counts(suite)?;
        }
        Ok(())
    }

    fn element(&self, node: Node<'_, '_>) -> Result<(), String> {
        let name = node.tag_name().name();
        let rule = self.elements.get(name).ok_or(format!("no element is called {name}"))?;
        for attribute in node.attributes() {
            if !rule.attributes.contains_key(attribute.name()) {
                return Err(format!("{name} has no attribute {}", attribute.name()));
            }
            if rule.time_attributes.contains(attribute.name()) && attribute.value().parse::<f64>().is_err() {
                return Err(format!("{name}: {} is no time", attribute.value()));
            }
        }
        let missing =
            rule.attributes.iter().find(|(known, required)| **required && node.attribute(known.as_str()).is_none());
        if let Some((missing, _)) = missing {
            return Err(format!("{name} lacks {missing}"));
        }
        for child in node.children() {
            if child.is_text() && !rule.has_text && !child.text().unwrap_or_default().trim().is_empty() {
                return Err(format!("{name} holds text"));
            }
            if child.is_element() {
                if !rule.children.contains(child.tag_name().name()) {
                    return Err(format!("{name} holds {}", child.tag_name().name()));
                }
                self.element(child)?;
            }
        }
        Ok(())
    }
}

fn rule(element: Node<'_, '_>) -> Rule {
    let mut rule = Rule::default();
    match element.attribute("type") {
        Some("xs:string") => rule.has_text = true,
        Some("rerunType") | None => {}
        Some(other) => panic!("the type {other} is not known"),
    }
    for node in element.descendants().skip(1).filter(Node::is_element) {
        match node.tag_name().name() {
            "complexType" => rule.has_text |= node.attribute("mixed") == Some("true"),
            "attribute" => {
                let name = node.attribute("name").expect("a name").to_owned();
                match node.attribute("type") {
                    Some("xs:string") => {}
                    Some("SUREFIRE_TIME") => _ = rule.time_attributes.insert(name.clone()),
                    other => panic!("the type {other:?} is not known"),
                }
                rule.attributes.insert(name, node.attribute("use") == Some("required"));
            }
            // Every group of the schema is a choice, or a sequence of one particle: any number of each in any order.
            "sequence" => assert_eq!(node.children().filter(Node::is_element).count(), 1, "a longer sequence"),
            "choice" => assert_eq!(node.attribute("maxOccurs"), Some("unbounded")),
            "element" => _ = rule.children.insert(node.attribute("ref").expect("a reference").to_owned()),
            other => panic!("{other} is not known"),
        }
    }
    rule
}

/// Checks the counts of a suite against its test cases.
fn counts(suite: Node<'_, '_>) -> Result<(), String> {
    let cases: Vec<Node<'_, '_>> = suite.children().filter(|node| node.has_tag_name("testcase")).collect();
    let with = |name: &str| cases.iter().filter(|case| case.children().any(|node| node.has_tag_name(name))).count();
    let counted = json!({ "tests": cases.len(), "failures": with("failure"), "errors": with("error"), "skipped": 0 });
    let number = |name: &str| suite.attribute(name).and_then(|text| text.parse::<usize>().ok());
    let said = json!({
        "tests": number("tests"), "failures": number("failures"), "errors": number("errors"), "skipped": number("skipped"),
    });
    if cases.is_empty() || counted != said { Err(format!("{said} of {counted}")) } else { Ok(()) }
}
