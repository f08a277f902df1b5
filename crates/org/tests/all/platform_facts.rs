//! Sound and impossible blueprints, one per line of `tests/cases/platform-facts.jsonl`. Each is checked without a
//! snapshot, and with the snapshots of projects that do not describe the object.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use planwright_contracts::action_blueprint::{Context, names::is_id};
use planwright_contracts::platform::find_facts;
use planwright_contracts::{Report, Severity};
use planwright_org::{check_file, filled_in_context, import};
use serde::Deserialize;
use serde_json::{Value, json};

/// Line of the table.
#[derive(Deserialize)]
struct Row {
    object: String,
    operation: String,
    fields: Vec<String>,
    key: Option<String>,
    #[serde(default)]
    allow: BTreeMap<String, Vec<String>>,
    /// `passes`, or the code of the expected finding.
    expect: String,
}

impl Row {
    fn blueprint(&self) -> Value {
        let facts = find_facts(&self.object);
        let data_type = |field: &str| match facts.and_then(|facts| facts.field(field)) {
            _ if is_id(field) => "Id",
            Some(known) if known.type_name != "AnyType" => known.type_name,
            _ => "String",
        };
        let input = |field: &String| json!({"apiName": field, "fieldApiName": field, "label": field, "dataType": data_type(field), "required": true});
        let guardrail = |(field, values): (&String, &Vec<String>)| json!({"type": "ENUM_ALLOWED", "params": {"field": field, "values": values}, "message": "Not allowed."});
        json!({
            "name": "TheAction", "label": "The action", "category": "DOMAIN", "targetSObject": self.object,
            "operation": self.operation, "inputs": self.fields.iter().map(input).collect::<Vec<_>>(),
            "keyFields": self.key.iter().collect::<Vec<_>>(),
            "guardrails": self.allow.iter().map(guardrail).collect::<Vec<_>>(),
        })
    }
}

fn rows() -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/platform-facts.jsonl");
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns the context without a snapshot, and the contexts of two projects.
fn contexts() -> Vec<(&'static str, Context)> {
    let field = b"<CustomField><fullName>Tier__c</fullName><label>Tier</label><type>Text</type></CustomField>".to_vec();
    let object = b"<CustomObject><label>Thing</label></CustomObject>".to_vec();
    let custom = ("objects/Thing__c/Thing__c.object-meta.xml".to_owned(), object);
    let standard = rows().into_iter().map(|row| row.object).collect::<BTreeSet<_>>().into_iter();
    let standard = standard.filter(|object| find_facts(object).is_some());
    let standard = standard.map(|object| (format!("objects/{object}/fields/Tier__c.field-meta.xml"), field.clone()));
    let project = |files: Vec<(String, Vec<u8>)>| {
        let snapshot = Some(import(&files).unwrap().snapshot);
        filled_in_context(Context { snapshot, ..Context::default() })
    };
    vec![
        ("no snapshot", Context::default()),
        ("a custom object", project(vec![custom])),
        ("a field of each object", project(standard.collect())),
    ]
}

fn findings(row: &Row, context: &Context) -> Report {
    let (Ok(found) | Err(found)) = check_file(&row.blueprint().to_string(), context).map(|batch| batch.warnings);
    found
}

#[test]
fn sound_blueprints_pass_and_impossible_ones_do_not() {
    let rows = rows();
    let (sound, impossible): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row.expect == "passes");
    let objects: BTreeSet<&str> = sound.iter().map(|row| row.object.as_str()).collect();
    assert!(sound.len() >= 60 && impossible.len() >= 60 && objects.len() >= 40, "{}", objects.len());
    let mut failures = Vec::new();
    for (name, context) in contexts() {
        for row in &rows {
            let found = findings(row, &context);
            let codes: Vec<&str> = found.iter().map(|finding| finding.code).collect();
            let is_right = match row.expect.as_str() {
                "passes" => found.iter().all(|finding| finding.severity == Severity::Warning),
                // A project that has a field of an object does not tell whether it is misspelled.
                "FIELD_NOT_STANDARD" => {
                    codes.iter().any(|code| code.starts_with("FIELD_NOT") || *code == "NOT_IN_SNAPSHOT")
                }
                code => codes.contains(&code),
            };
            if !is_right {
                failures.push(format!("{name}: {} {} {:?}: {codes:?}", row.operation, row.object, row.fields));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Sound blueprints have no warnings either, except where the answer depends on the org.
#[test]
fn warnings_about_sound_blueprints_depend_on_the_org() {
    let depends = ["Lead", "OpportunityTeamMember"];
    for row in rows().iter().filter(|row| row.expect == "passes" && !depends.contains(&row.object.as_str())) {
        let found = findings(row, &Context::default());
        assert!(found.is_empty(), "{} {}: {found:?}", row.operation, row.object);
    }
}

/// A describe takes precedence over the facts.
#[test]
fn a_describe_takes_precedence() {
    let field = |name: &str| json!({"name": name, "label": name, "type": "string", "nillable": true, "createable": true, "updateable": true});
    let describe = |object: &str, fields: &[&str]| {
        let fields: Vec<_> = fields.iter().map(|name| field(name)).collect();
        let result = json!({"name": object, "label": object, "createable": true, "updateable": true, "fields": fields});
        let file = (format!("{object}.json"), json!({"status": 0, "result": result}).to_string().into_bytes());
        let snapshot = Some(import(&[file]).unwrap().snapshot);
        filled_in_context(Context { snapshot, ..Context::default() })
    };
    for (object, operation, fields) in [
        ("AsyncApexJob", "INSERT", &["Status"][..]),
        ("Contact", "INSERT", &["Name"]),
        ("CaseComment", "UPDATE", &["Id", "ParentId"]),
    ] {
        let row = Row {
            object: object.to_owned(),
            operation: operation.to_owned(),
            fields: fields.iter().map(|field| (*field).to_owned()).collect(),
            key: None,
            allow: BTreeMap::new(),
            expect: String::new(),
        };
        assert!(!findings(&row, &Context::default()).is_empty(), "{object}");
        let found = findings(&row, &describe(object, fields));
        assert!(found.iter().all(|finding| finding.code == "DATA_TYPE_MISMATCH"), "{object}: {found:?}");
    }
}
