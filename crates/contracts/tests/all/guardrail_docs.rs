//! The table of guardrails has the same guardrails and parameters as the schema. `cargo xtask gen` writes their page
//! from both.

use std::path::Path;

use planwright_contracts::action_blueprint::guardrails::{GUARDRAILS, ParamKind};
use serde_json::Value;

#[test]
fn the_schema_and_the_table_have_the_same_guardrails() {
    let schema = schema();
    let in_schema: Vec<_> =
        guardrails(&schema).map(|one| one["properties"]["type"]["const"].as_str().unwrap()).collect();
    let in_table: Vec<_> = GUARDRAILS.iter().map(|info| info.name).collect();
    assert_eq!(in_schema, in_table);
    for (info, definition) in GUARDRAILS.iter().zip(guardrails(&schema)) {
        let of_table: Vec<_> = info.params.iter().map(|param| param.name.to_owned()).collect();
        assert_eq!(sorted(params(&schema, definition)), sorted(of_table), "{}", info.name);
        for param in info.params {
            let shape = resolve(&schema, &definition["properties"]["params"])["properties"][param.name].clone();
            let shape = resolve(&schema, shape["allOf"].get(0).unwrap_or(&shape));
            let (word, names) = match param.kind {
                ParamKind::Field => ("string", resolve(&schema, shape)["pattern"].is_string()),
                ParamKind::Fields | ParamKind::Records => {
                    ("array", resolve(&schema, &shape["items"])["pattern"].is_string())
                }
                ParamKind::Texts => ("array", shape["items"]["type"] == "string"),
                ParamKind::Number => ("number", true),
                ParamKind::Count => ("integer", shape["minimum"].as_u64().is_some()),
                ParamKind::Access => ("string", shape["enum"].is_array()),
            };
            assert_eq!(shape["type"], word, "{} {}", info.name, param.name);
            assert!(names, "{} {}: {shape}", info.name, param.name);
        }
    }
}

fn sorted(mut names: Vec<String>) -> Vec<String> {
    names.sort();
    names
}

/// Returns the names of the parameters of a guardrail.
fn params(schema: &Value, guardrail: &Value) -> Vec<String> {
    let params = resolve(schema, &guardrail["properties"]["params"]);
    params["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect()
}

/// Returns every guardrail of the schema, in its order.
fn guardrails(schema: &Value) -> impl Iterator<Item = &Value> {
    schema["definitions"]["Guardrail"]["oneOf"].as_array().unwrap().iter().map(|one| resolve(schema, one))
}

fn resolve<'s>(schema: &'s Value, shape: &'s Value) -> &'s Value {
    shape["$ref"].as_str().map_or(shape, |path| schema.pointer(path.trim_start_matches('#')).unwrap())
}

fn schema() -> Value {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = root.join("schemas/action-blueprint/action-blueprint.schema.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}
