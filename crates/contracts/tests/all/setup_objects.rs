//! The table of setup objects: its order, its copies outside of Rust, and the blueprints that are rejected because of
//! it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use planwright_contracts::action_blueprint::{Context, check_file, find_setup_object};
use planwright_contracts::platform::{ObjectFacts, SetupWrites, all_facts};
use serde_json::{Value, json};

fn blueprint(object: &str, operation: &str, fields: &[&str]) -> Value {
    let input = |field: &&str| json!({"apiName": field, "fieldApiName": field, "label": field, "dataType": "String", "required": true});
    json!({
        "name": "WriteIt", "label": "Write", "category": "DOMAIN", "targetSObject": object,
        "operation": operation, "inputs": fields.iter().map(input).collect::<Vec<_>>()
    })
}

/// Returns whether a blueprint with these additional properties is rejected with `MIXED_DML`.
fn is_mixed(plan: &Value, more: &Value, context: &Context) -> bool {
    let mut plan = plan.clone();
    plan.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    match check_file(&plan.to_string(), context) {
        Ok(_) => false,
        Err(report) => {
            assert!(report.errors().all(|error| error.code == "MIXED_DML"), "{report:?}");
            true
        }
    }
}

/// Returns all setup objects.
fn setup_objects() -> impl Iterator<Item = &'static ObjectFacts> {
    all_facts().iter().filter(|facts| facts.setup_writes().is_some())
}

fn token() -> Value {
    json!({"checkpoint": "Sure?", "confirmation": "TOKEN"})
}

#[test]
fn every_setup_object_is_refused_with_a_token_and_with_a_limit() {
    let limit = json!({"guardrails": [{"type": "RATE_LIMIT", "params": {"requests": 1, "seconds": 60}}]});
    let alone = Context::default();
    assert!(setup_objects().count() > 20);
    for facts in setup_objects() {
        let (name, (inserts, updates)) = (facts.name, facts.setup_writes().unwrap());
        for (operation, writes, id) in [("INSERT", inserts, None), ("UPDATE", updates, Some("Id"))] {
            let other = ["Any__c"];
            let (fields, refused): (&[&str], bool) = match writes {
                SetupWrites::All => (&other, true),
                SetupWrites::OfFields(fields) if fields.is_empty() => (&other, false),
                SetupWrites::OfFields(fields) => (fields, true),
            };
            for field in fields {
                let fields: Vec<&str> = id.into_iter().chain([*field]).collect();
                let plan = blueprint(name, operation, &fields);
                assert_eq!(is_mixed(&plan, &token(), &alone), refused, "{operation} {name}.{field}");
                assert_eq!(is_mixed(&plan, &limit, &alone), refused, "{operation} {name}.{field}");
                assert!(!is_mixed(&plan, &json!({}), &alone), "{operation} {name}.{field}");
            }
        }
    }
    for (object, operation, fields) in
        [("User", "UPDATE", &["Id", "Phone"][..]), ("User", "INSERT", &["IsActive"]), ("Account", "INSERT", &["Name"])]
    {
        assert!(!is_mixed(&blueprint(object, operation, fields), &token(), &alone), "{object}");
    }
}

#[test]
fn agents_always_confirm_with_a_token() {
    let plan = blueprint("GroupMember", "INSERT", &["GroupId"]);
    let asks = json!({"checkpoint": "Sure?"});
    let agents = Context { for_agents: true, ..Context::default() };
    assert!(!is_mixed(&plan, &asks, &Context::default()));
    assert!(is_mixed(&plan, &asks, &agents));
    assert!(!is_mixed(&plan, &json!({"checkpoint": " "}), &agents));
}

#[test]
fn copies_of_the_table_are_equal() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let names = |path: &str, start: &str| {
        let text = fs::read_to_string(root.join(path)).unwrap();
        let list = text.split_once(start).unwrap().1.split_once(['}', ']']).unwrap().0.to_owned();
        let quoted = list.split('\'').skip(1).step_by(2);
        quoted.map(str::to_ascii_lowercase).collect::<BTreeSet<_>>()
    };
    let all: BTreeSet<String> = setup_objects().map(|object| object.name.to_ascii_lowercase()).collect();
    let special = ["Group", "User"].map(str::to_ascii_lowercase);
    let plain: BTreeSet<String> = all.into_iter().filter(|name| !special.contains(name)).collect();
    assert_eq!(names("templates/apex/runtime/PwSetupObjects.cls", "NAMES = new Set<String>{"), plain);
    assert_eq!(names("tests/apex-run/src/permissions.mjs", "UNMIXED_OBJECTS = new Set(["), plain);
    let Some((_, SetupWrites::OfFields(fields))) = find_setup_object("user").and_then(ObjectFacts::setup_writes) else {
        panic!()
    };
    let fields: BTreeSet<String> = fields.iter().map(|field| field.to_ascii_lowercase()).collect();
    assert_eq!(names("templates/apex/runtime/PwSetupObjects.cls", "USER_FIELDS = new Set<String>{"), fields);
    assert_eq!(names("tests/apex-run/src/permissions.mjs", "ACCESS_OF_USERS = ["), fields);
}
