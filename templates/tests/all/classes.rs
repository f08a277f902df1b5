//! Tests the classes of the examples and the files around them.

use std::collections::BTreeSet;

use crate::support::{EXAMPLES, is_class, parse, rendered, tokens};
use planwright_templates::{
    ApexFile, ApiVersion, CLASSES_DIR, Options, RUNTIME_CLASSES, RUNTIME_METADATA, is_ours, lower, render, runtime,
    runtime_for, runtime_metadata_class,
};
use serde_json::{Value, json};

fn main_class(blueprint: &Value) -> String {
    rendered(blueprint).files[0].text.clone()
}

fn example(name: &str) -> Value {
    EXAMPLES.map(parse).into_iter().find(|plan| plan["name"] == name).expect("the example exists")
}

#[test]
fn every_class_has_a_mark_and_metadata() {
    for text in EXAMPLES {
        let bundle = rendered(&parse(text));
        assert_eq!(bundle.files[0].path, format!("{CLASSES_DIR}/{}.cls", bundle.class_name));
        for pair in bundle.files.chunks(2) {
            assert_eq!(pair[1].path, format!("{}-meta.xml", pair[0].path));
            assert!(is_ours(&pair[0].text), "{}", pair[0].path);
            tokens(&pair[0].text);
        }
    }
}

#[test]
fn rendering_is_deterministic() {
    for text in EXAMPLES {
        assert_eq!(rendered(&parse(text)), rendered(&parse(text)));
    }
}

#[test]
fn the_runtime_is_complete() {
    let files = runtime(&Options { api_version: ApiVersion::new(62).expect("62 is a version"), ..Options::default() });
    assert_eq!(files.len(), 2 * RUNTIME_CLASSES.len() + RUNTIME_METADATA.len());
    assert!(RUNTIME_CLASSES.is_sorted());
    for file in &files {
        if is_class(&file.path) {
            assert!(is_ours(&file.text), "{}", file.path);
            tokens(&file.text);
        } else if !file.path.starts_with(CLASSES_DIR) {
            assert!(runtime_metadata_class(&file.path).is_some() && !file.text.contains("<!--"), "{}", file.path);
        } else {
            assert!(file.text.contains("<apiVersion>62.0</apiVersion>"));
        }
    }
    for name in RUNTIME_CLASSES.iter().filter(|name| !name.ends_with("_Test") && !name.ends_with("TestKit")) {
        assert!(RUNTIME_CLASSES.contains(&format!("{name}_Test").as_str()), "{name} has no test");
    }
}

#[test]
fn a_trimmed_runtime_contains_only_needed_classes() {
    let needed = |name: &str| {
        let files = rendered(&example(name)).files;
        let runtime = runtime_for(files.iter().map(|file| file.text.as_str()), &Options::default());
        (files, runtime)
    };
    let has = |files: &[ApexFile], part: &str| files.iter().any(|file| file.path.contains(part));
    for (name, counts, calls) in [("UpdateOpportunityStage", false, false), ("ReassignCase", true, true)] {
        let (classes, trimmed) = needed(name);
        assert_eq!(has(&trimmed, "/PwUseCounter.cls"), counts, "{name}");
        assert_eq!(has(&trimmed, "/PlanwrightUse__c/"), counts, "{name}");
        assert_eq!(has(&trimmed, "/PwHandlerCall.cls"), calls, "{name}");
        // The tests of the action cover the core.
        assert!(!has(&trimmed, "/PwActionDefinition_Test.cls"), "{name}");
        assert!(has(&trimmed, "/labels/Planwright.labels-meta.xml"), "{name}");
        // Comments name these.
        assert!(!has(&trimmed, "/SchemaSnapshot.cls") && !has(&trimmed, "/PlanModels.cls"), "{name}");
        assert!(!has(&trimmed, "/PwActionOrchestrator.cls") && !has(&trimmed, "/PwSnapshotCheck.cls"), "{name}");
        for file in classes.iter().chain(&trimmed).filter(|file| is_class(&file.path)) {
            let words: BTreeSet<&str> =
                file.text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').collect();
            for class in RUNTIME_CLASSES.iter().filter(|class| words.contains(**class)) {
                assert!(has(&trimmed, &format!("/{class}.cls")), "{}: {class}", file.path);
            }
        }
    }
    assert_eq!(runtime_for(["public class X {}"], &Options::default()), []);
}

#[test]
fn the_runtime_is_documented() {
    let page = include_str!("../../../docs/apex-runtime.md");
    // Take the first table of the page.
    let table = page.lines().skip_while(|line| !line.starts_with("| `")).take_while(|line| line.starts_with('|'));
    // The first cell of a row names one class, or several that belong together.
    let cells = table.filter_map(|line| line.split('|').nth(1));
    let documented: Vec<_> = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    for name in RUNTIME_CLASSES.iter().filter(|name| !name.ends_with("_Test")) {
        assert!(documented.contains(name), "{name} is missing in docs/apex-runtime.md");
    }
    for name in documented {
        assert!(RUNTIME_CLASSES.contains(&name), "docs/apex-runtime.md has a class {name} that is not there");
    }
}

#[test]
fn each_operation_has_its_statement() {
    let statements = [
        ("UpdateOpportunityStage", "Database.update(records, false, AccessLevel.USER_MODE);"),
        ("CreateFollowUpTask", "Database.insert(records, false, AccessLevel.USER_MODE);"),
        (
            "SyncErpAccount",
            "Database.upsert(\n        records,\n        Account.ERP_Id__c,\n        false,\n        AccessLevel.USER_MODE\n      );",
        ),
    ];
    for (name, statement) in statements {
        assert!(main_class(&example(name)).contains(statement), "{name}");
    }
    let call = main_class(&example("SendNotification"));
    assert!(!call.contains("Database.") && call.contains("PwHandlerCall.run(BLUEPRINT, batch);"));
}

#[test]
fn counting_fields_are_read_and_never_written() {
    let limited = |field: &str| {
        let mut plan = example("CreateFollowUpTask");
        plan["inputs"].as_array_mut().expect("a list").push(json!({
            "apiName": "sessionKey", "fieldApiName": "Session", "label": "Session", "dataType": "String", "required": true,
            "usage": "CONTEXT"
        }));
        plan["guardrails"] =
            json!([{ "type": "RATE_LIMIT", "params": { "requests": 2, "seconds": 60, "field": field } }]);
        plan
    };
    let class = main_class(&limited("sessionkey"));
    assert!(
        class.contains(
            "PwRateGuardrails rates = new PwRateGuardrails(batch);\n    GuardrailEvaluator.apply(batch);\n    rates.apply();"
        ),
        "{class}"
    );
    let definition = definition(&class);
    assert_eq!(definition["guardrails"][0]["field"], "sessionkey");
    assert_eq!(definition["inputs"].as_array().expect("a list").last().expect("an input")["usage"], "CONTEXT");
    assert!(class.contains("work.put('sessionKey', request.sessionKey);"), "{class}");
    assert!(!class.contains("Task.Session") && !class.contains("Task.sessionKey"));
    let other = main_class(&example("CreateFollowUpTask"));
    assert!(other.contains("GuardrailEvaluator.apply(batch);") && !other.contains("PwRateGuardrails"));
}

#[test]
fn create_is_insert() {
    let insert = example("CreateFollowUpTask");
    let mut create = insert.clone();
    create["operation"] = json!("CREATE");
    assert_eq!(rendered(&create), rendered(&insert));
}

#[test]
fn an_upsert_by_id_has_no_key_argument() {
    let mut by_id = example("UpdateOpportunityStage");
    by_id["operation"] = json!("UPSERT");
    assert!(main_class(&by_id).contains("Database.upsert(records, false, AccessLevel.USER_MODE);"));
}

#[test]
fn parameters_are_for_calls_only() {
    let mut update = example("UpdateOpportunityStage");
    update["inputs"].as_array_mut().expect("a list").push(json!({
        "apiName": "Hint", "fieldApiName": "Hint", "label": "Hint", "dataType": "String", "required": true, "usage": "PARAMETER"
    }));
    assert!(!main_class(&update).contains("Hint"));
    let definition = definition(&main_class(&example("SendNotification")));
    let mut inputs = definition["inputs"].as_array().expect("a list").iter();
    assert!(inputs.any(|input| input["usage"] == "CONTEXT"));
}

#[test]
fn objects_that_collide_with_classes_are_qualified() {
    let mut update = example("UpdateOpportunityStage");
    update["targetSObject"] = json!("Location");
    update["inputs"][1]["fieldApiName"] = json!("Name");
    let class = main_class(&update);
    assert!(class.contains("List<Schema.Location> records"));
    assert!(class.contains("Schema.Location.Name") && !class.contains(" Location.Name"), "{class}");
}

#[test]
fn fields_are_tokens_in_the_order_of_their_inputs() {
    let mut update = example("UpdateOpportunityStage");
    update["targetSObject"] = json!("Account");
    update["inputs"][1]["fieldApiName"] = json!("Nick_Name__pc");
    let class = main_class(&update);
    assert!(class.contains("new List<Schema.SObjectField>{ Account.Id, Account.Nick_Name__pc }"), "{class}");
    assert!(main_class(&example("SendNotification")).contains("new List<Schema.SObjectField>{}"));
}

#[test]
fn every_data_type_has_its_apex_type() {
    let types = [
        ("string", "String"),
        ("TextArea", "String"),
        ("email", "String"),
        ("phone", "String"),
        ("url", "String"),
        ("Picklist", "String"),
        ("combobox", "String"),
        ("EncryptedString", "String"),
        ("anyType", "String"),
        ("multipicklist", "String"),
        ("id", "Id"),
        ("Reference", "Id"),
        ("BOOLEAN", "Boolean"),
        ("int", "Integer"),
        ("integer", "Integer"),
        ("Long", "Long"),
        ("double", "Decimal"),
        ("decimal", "Decimal"),
        ("Number", "Decimal"),
        ("currency", "Decimal"),
        ("percent", "Decimal"),
        ("date", "Date"),
        ("DateTime", "Datetime"),
        ("time", "Time"),
        ("base64", "Blob"),
    ];
    for (hint, apex) in types {
        let mut plan = example("CreateFollowUpTask");
        plan["inputs"][1]["dataType"] = json!(hint);
        let class = main_class(&plan);
        assert!(class.contains(&format!("    public {apex} dueDate;")), "{hint}");
        // The runtime itself converts strings and Ids only.
        let converts = class.contains("BLUEPRINT.adapter = new PwRuntimeTypeAdapters();");
        assert_eq!(converts, apex != "String" && apex != "Id" || hint == "multipicklist", "{hint}");
    }
}

#[test]
fn opt_in_guardrails_are_described_and_tested() {
    let plan = example("ReassignCase");
    let class = main_class(&plan);
    let definition = definition(&class);
    let rules = definition["guardrails"].as_array().expect("a list");
    for rule in [
        json!({ "type": "RECORD_ACCESS", "access": "EDIT", "fields": ["Id"] }),
        json!({ "type": "RECORD_ACCESS", "access": "READ", "fields": ["ParentId"] }),
        json!({ "type": "RATE_LIMIT", "requests": 20, "seconds": 3600 }),
    ] {
        let has = |one: &Value| rule.as_object().expect("an object").iter().all(|(key, value)| one[key] == *value);
        assert!(rules.iter().any(has), "{rule}");
    }
    assert!(class.contains("batch.records = new PwRecordGuardrails(BLUEPRINT, batch.soundRows());"));
    let files = rendered(&plan).files;
    let tests: String = files.iter().map(|file| file.text.as_str()).collect();
    for line in
        ["PwRecordGuardrails.decided.put(named, false);", "rule.requests = 1;", "PwRateGuardrails.isLifted = true;"]
    {
        assert!(tests.contains(line), "{line}");
    }
    let without: String = rendered(&example("SyncErpAccount")).files.iter().map(|file| file.text.as_str()).collect();
    assert!(
        !without.contains("PwRateGuardrails") && !without.contains("PwRecordGuardrails"),
        "who does not ask pays nothing"
    );
}

#[test]
fn bounds_are_legal_literals() {
    let mut plan = example("SyncErpAccount");
    plan["guardrails"][2]["params"] = json!({ "field": "AnnualRevenue", "min": -0.5, "max": 4_294_967_296_i64 });
    let class = main_class(&plan);
    assert!(class.contains("\"min\":-0.5") && class.contains("\"max\":4294967296"));
}

#[test]
fn quotes_and_breaks_are_escaped_in_the_definition() {
    let mut plan = example("UpdateOpportunityStage");
    plan["summary"] = json!("It's\ndone");
    let class = main_class(&plan);
    assert!(class.contains(r#""It\'s\\ndone""#), "{class}");
    assert_eq!(definition(&class)["summary"], "It's\ndone");
}

#[test]
fn a_large_blueprint_is_split_into_methods() {
    let mut plan = example("UpdateOpportunityStage");
    let inputs = plan["inputs"].as_array_mut().expect("a list");
    inputs.extend((0..118).map(|number| {
        json!({ "apiName": format!("F{number}"), "fieldApiName": format!("F{number}__c"), "label": "F", "dataType": "String",
                "required": false })
    }));
    let bundle = rendered(&plan);
    for class in bundle.files.iter().filter(|file| is_class(&file.path)) {
        assert_eq!(class.text.contains("SuppressWarnings"), class.text.contains("public class Request"));
        assert_eq!(class.text.contains("PMD.ExcessiveClassLength"), class.text.contains("public class Request"));
    }
    let class = main_class(&plan);
    for number in 0..118 {
        assert_eq!(class.matches(&format!("work.put('F{number}', request.f{number});")).count(), 1, "{number}");
        assert_eq!(class.matches(&format!("Opportunity.F{number}__c")).count(), 1, "{number}");
    }
    assert!(class.contains("readInputs4(work, request);"));
}

/// Counts files, and lines of Apex other than tests, in a project with one action.
#[test]
fn the_first_action_is_small() {
    let files = rendered(&parse(include_str!("../../../crates/reference/blueprints/close-case.json"))).files;
    let runtime = runtime_for(files.iter().map(|file| file.text.as_str()), &Options::default());
    let all: Vec<&ApexFile> = files.iter().chain(&runtime).collect();
    let production = all.iter().filter(|file| is_class(&file.path) && !file.text.contains("@IsTest\n"));
    let lines: Vec<(usize, &str)> = production.map(|file| (file.text.lines().count(), file.path.as_str())).collect();
    let total: usize = lines.iter().map(|(count, _)| count).sum();
    assert!(all.len() <= MAX_FILES && total <= MAX_LINES, "{} files, {total} lines: {lines:?}", all.len());
    assert!(lines.len() <= 8 && lines[0].0 <= 120, "{lines:?}");
}

/// Limits of [`the_first_action_is_small`]. They may only be lowered.
const MAX_FILES: usize = 23;
const MAX_LINES: usize = 1_070;

/// The action classes of the library, on average.
#[test]
fn action_classes_are_thin() {
    let library = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/reference/blueprints");
    let mut counts = Vec::new();
    for entry in std::fs::read_dir(library).expect("the library") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|ending| ending == "json") {
            let files = rendered(&parse(&std::fs::read_to_string(path).expect("a blueprint"))).files;
            let classes = files.iter().filter(|file| is_class(&file.path) && !file.text.contains("@IsTest\n"));
            counts.push(classes.map(|file| file.text.lines().count()).sum::<usize>());
        }
    }
    assert_eq!(counts.len(), 60);
    let average = counts.iter().sum::<usize>() / counts.len();
    assert!(average <= 120, "{average} lines on average: {counts:?}");
}

/// Returns the blueprint that a class parses.
fn definition(class: &str) -> Value {
    let lines = class.lines().skip_while(|line| !line.contains("PwActionDefinition.parse("));
    let lines = lines.take_while(|line| line.trim() != ");").filter(|line| line.trim().starts_with('\''));
    let parts = lines.map(|line| {
        let part = line.trim().trim_end_matches(" +");
        let text = part.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')).expect("a literal");
        text.replace(r"\'", "'").replace(r"\\", r"\")
    });
    parse(&parts.collect::<String>())
}

#[test]
fn a_blueprint_is_data_with_lines_that_fit() {
    let mut plan = example("UpdateOpportunityStage");
    plan["checkpoint"] = json!(format!("{} 'ja' \u{202e}?", "Große Straße ".repeat(40)));
    plan["summary"] = json!("x".repeat(300));
    let class = main_class(&plan);
    let definition = definition(&class);
    assert_eq!(definition["checkpoint"], plan["checkpoint"]);
    assert_eq!(definition["summary"], plan["summary"]);
    for line in class.lines().filter(|line| line.starts_with("    '") || line.starts_with("      '")) {
        assert!(line.chars().count() <= 100, "{line}");
        assert!(!line.contains('\u{202e}'), "{line}");
    }
}

#[test]
fn the_api_version_reaches_the_metadata() {
    use planwright_contracts::action_blueprint::{Blueprint, Context};
    let checked =
        planwright_contracts::check::<Blueprint>(EXAMPLES[0], &Context::default()).expect("an example is right");
    let options = Options { api_version: "61.0".parse().expect("a version"), ..Options::default() };
    let bundle = render(&lower(&checked), &options);
    assert!(bundle.files[1].text.contains("<apiVersion>61.0</apiVersion>"));
}
