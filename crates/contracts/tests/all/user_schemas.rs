//! The reports are equal whether the schema is compiled into a contract, into a generated type, or loaded from a user's
//! file.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use planwright_check::schema::{UnusableSchema, UserSchema};
use planwright_check::{Report, check, check_schema};
use planwright_contracts::fix_plan::Fix;
use planwright_generated::SchemaRoot;
use planwright_generated::action_blueprint::{ResponseEnvelope, SchemaSnapshot};
use planwright_generated::agent_proposal::{AgentProposal, StateSnapshot};
use planwright_generated::fix_plan::FixPlan;
use planwright_generated::form_plan::PlannerOutput;
use planwright_generated::workflow_tools::WorkflowDocument;
use planwright_schema::SchemaSet;
use serde_json::{Value, json};

fn fix_plan() -> (UserSchema, Value) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas/fix-plan/fix-plan.schema.json");
    let text = fs::read(path).expect("the schema can be read");
    let schema: Value = serde_json::from_slice(&text).expect("the schema is JSON");
    (of_text(&text).expect("the schema compiles"), schema["examples"][0].clone())
}

fn of_text(text: &[u8]) -> Result<UserSchema, UnusableSchema> {
    let set = SchemaSet::parse([("a.schema.json".to_owned(), text.to_vec())]).expect("the schema is one");
    UserSchema::new(&set, "a.schema.json")
}

/// Returns the three reports for one document, which all of them must reject.
fn reports(text: &str) -> [Report; 3] {
    let (schema, _) = fix_plan();
    [
        check::<Fix>(text, &()).expect_err("the contract refuses"),
        check_schema(&schema, text).expect_err("the schema of the user refuses"),
        FixPlan::parse(text.as_bytes()).expect_err("the generated type refuses"),
    ]
}

#[test]
fn user_schemas_and_generated_types_agree_with_the_contract() {
    let (schema, good) = fix_plan();
    let good = good.to_string();
    assert!(check_schema(&schema, &good).is_ok() && FixPlan::parse(good.as_bytes()).is_ok());
    let cases = [
        (good.replacen("modify_file", "modify_fil", 1), "ENUM_MISMATCH", "did you mean \"modify_file\"?"),
        (good.replacen("\"plan_version\":", "\"elephant\":", 1), "MISSING_FIELD", "add it: Version of the plan format"),
        (
            good.replacen("\"plan_version\":", "\"plan_versio\":", 1),
            "MISSING_FIELD",
            "rename \"plan_versio\" to \"plan_version\"",
        ),
        (
            good.replacen("\"rationale\"", "\"rationales\"", 1),
            "MISSING_FIELD",
            "rename \"rationales\" to \"rationale\"",
        ),
    ];
    for (text, code, help) in cases {
        assert_ne!(text, good);
        let [contract, user, generated] = reports(&text);
        assert_eq!(user, contract, "{code}");
        assert_eq!(generated, contract, "{code}");
        let one = contract.iter().find(|one| one.code == code).expect("the code is reported");
        assert_eq!(one.help.as_deref(), Some(help));
        assert!(one.span.is_some());
    }
}

/// Counts the fixtures of a folder that the generated type rejects. `check --schema` must report the same findings for
/// each.
fn refused<T: SchemaRoot>(set: &SchemaSet, folder: &str) -> usize {
    let schema = UserSchema::new(set, T::FILE).expect("the schema compiles");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/invalid").join(folder);
    let cases = fs::read_dir(folder).expect("there are cases").map(|case| case.expect("a case").path());
    let mut refused = 0;
    for input in cases.map(|case| case.join("input.json")).filter(|input| input.exists()) {
        let bytes = fs::read(&input).expect("it can be read");
        let Ok(text) = str::from_utf8(&bytes) else { continue };
        let generated = T::parse(&bytes).map(drop);
        let user = check_schema(&schema, text).map(drop);
        if let (Err(generated), Ok(())) = (&generated, &user) {
            // JSON allows larger numbers than the type.
            assert!(generated.iter().all(|one| one.code == "OUT_OF_RANGE"), "{generated}");
            continue;
        }
        assert_eq!(generated, user, "{}", input.display());
        if let (Err(generated), Err(user)) = (generated, user) {
            assert_eq!(generated.to_string(), user.to_string());
            assert!(generated.iter().all(|one| one.position.is_some()), "{generated}");
            refused += 1;
        }
    }
    refused
}

#[test]
fn every_fixture_has_the_same_findings() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
    let mut texts = Vec::new();
    for folder in fs::read_dir(&home).expect("there are schemas").map(|folder| folder.expect("a folder").path()) {
        for file in fs::read_dir(&folder).into_iter().flatten().map(|file| file.expect("a file").path()) {
            let path = file.strip_prefix(&home).expect("it is below").display().to_string();
            texts.push((path, fs::read(&file).expect("it can be read")));
        }
    }
    texts.retain(|(path, _)| path.ends_with(".schema.json"));
    let set = SchemaSet::parse(texts).expect("the schemas are such");
    let count = refused::<ResponseEnvelope>(&set, "action-blueprint")
        + refused::<SchemaSnapshot>(&set, "schema-snapshot")
        + refused::<AgentProposal>(&set, "agent-proposal")
        + refused::<StateSnapshot>(&set, "state-snapshot")
        + refused::<FixPlan>(&set, "fix-plan")
        + refused::<PlannerOutput>(&set, "form-plan")
        + refused::<WorkflowDocument>(&set, "workflow-tools");
    assert!(count > 30, "only {count} were refused");
}

#[test]
fn a_schema_that_asserts_nothing_is_refused() {
    let usable = |schema: Value| of_text(schema.to_string().as_bytes());
    assert!(matches!(usable(json!({"title": "Plan", "propertys": {}})), Err(UnusableSchema::AssertsNothing)));
    assert!(usable(json!({"title": "Plan", "required": ["steps"]})).is_ok());
}

#[test]
fn unions_of_2020_12_are_distinguished_by_their_tags() {
    let branch = |kind: &str, member: &str| {
        json!({
            "type": "object", "required": ["kind", member], "additionalProperties": false,
            "properties": {"kind": {"const": kind}, member: {"type": "integer"}}
        })
    };
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "array", "items": {"$ref": "#/$defs/shape"},
        "$defs": {"shape": {"oneOf": [branch("circle", "radius"), branch("square", "side")]}}
    });
    let schema = of_text(schema.to_string().as_bytes()).expect("the schema compiles");
    let report = check_schema(
        &schema,
        r#"[{"kind":"sqare","side":1},{"kind":"circle"},{"kind":"circle","radius":1,"radus":2}]"#,
    )
    .expect_err("all three are wrong");
    let found: Vec<_> =
        report.iter().map(|one| (one.code, one.at.as_str(), one.help.as_deref().unwrap_or(""))).collect();
    assert_eq!(
        found,
        [
            ("ENUM_MISMATCH", "/0/kind", "did you mean \"square\"?"),
            ("MISSING_FIELD", "/1/radius", "add it"),
            ("UNKNOWN_FIELD", "/2/radus", "remove it"),
        ]
    );
}

#[test]
fn very_many_unknown_names_are_reported_in_time() {
    let (_, mut plan) = fix_plan();
    let unknown: Vec<String> = (0..100_000).map(|index| format!("T{}", index + 1000)).collect();
    plan["tasks"][0]["dependencies"] = json!(unknown);
    let start = Instant::now();
    let report = check::<Fix>(&plan.to_string(), &()).expect_err("no such tasks");
    assert_eq!(report.iter().filter(|one| one.code == "UNKNOWN_DEPENDENCY").count(), 1_000);
    let last = report.last().map(|one| (one.code, one.message.as_str()));
    assert_eq!(last, Some(("MORE_FINDINGS", "99000 more of this kind are not listed")));
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}
