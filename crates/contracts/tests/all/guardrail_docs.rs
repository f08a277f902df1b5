//! The catalogue of guardrails in `docs/guardrails.md` says what the table and the schema say.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use planwright_contracts::action_blueprint::guardrails::{GUARDRAILS, GuardrailInfo, ParamKind, Turn};
use serde_json::Value;

const BEGIN: &str =
    "<!-- Generated from here on by `UPDATE_EXPECT=1 cargo test -p planwright-contracts guardrail_docs`. -->\n";

#[test]
fn the_catalogue_is_up_to_date() {
    let page = root().join("docs/guardrails.md");
    let old = std::fs::read_to_string(&page).unwrap();
    let (prose, _) = old.split_once(BEGIN).expect("the page says where its generated part begins");
    let new = format!("{prose}{BEGIN}{}", catalogue());
    if std::env::var_os("UPDATE_EXPECT").is_some() && std::env::var_os("CI").is_none() {
        std::fs::write(&page, new).unwrap();
    } else {
        assert!(
            old == new,
            "docs/guardrails.md is stale: run UPDATE_EXPECT=1 cargo test -p planwright-contracts guardrail_docs"
        );
    }
}

#[test]
fn the_schema_and_the_table_have_the_same_guardrails() {
    let schema = schema();
    let in_schema: Vec<_> = alternatives(&schema).map(|(name, _)| name).collect();
    let in_table: Vec<_> = GUARDRAILS.iter().map(|info| info.name).collect();
    assert_eq!(in_schema, in_table);
    for info in GUARDRAILS {
        let of_schema: Vec<_> = params(&schema, info.name).into_iter().map(|param| param.name).collect();
        let of_table: Vec<_> = info.params.iter().map(|param| param.name.to_owned()).collect();
        assert_eq!(sorted(of_schema), sorted(of_table), "{}", info.name);
        for param in params(&schema, info.name) {
            let kind = info.params.iter().find(|one| one.name == param.name).unwrap().kind;
            let (word, always) = match kind {
                ParamKind::Field => ("string", true),
                ParamKind::Fields | ParamKind::Records | ParamKind::Texts => ("list of strings", false),
                ParamKind::Number => ("number", false),
                ParamKind::Count => ("integer", true),
                ParamKind::Access => ("READ", false),
            };
            assert!(param.value.starts_with(word), "{} {}: {}", info.name, param.name, param.value);
            assert!(param.required || !always, "{} {} may be absent", info.name, param.name);
        }
    }
}

fn sorted(mut names: Vec<String>) -> Vec<String> {
    names.sort();
    names
}

fn catalogue() -> String {
    let schema = schema();
    let mut page = String::new();
    for info in GUARDRAILS {
        section(&mut page, info, &schema);
    }
    page
}

fn section(page: &mut String, info: &GuardrailInfo, schema: &Value) {
    let params = params(schema, info.name);
    let about = alternatives(schema).find(|(name, _)| *name == info.name).map(|(_, about)| about).unwrap();
    writeln!(page, "\n### {}\n\n{about}\n", info.name).unwrap();
    writeln!(page, "Holds when: {}\n", info.holds).unwrap();
    if params.is_empty() {
        writeln!(page, "It has no params.\n").unwrap();
    } else {
        writeln!(page, "| param | value | |\n|---|---|---|").unwrap();
        for Param { name, value, about, required } in params {
            let need = if required { "required" } else { "optional" };
            writeln!(page, "| `{name}` | {value}, {need} | {about} |").unwrap();
        }
        page.push('\n');
    }
    writeln!(page, "- Default message: `{}`", info.message).unwrap();
    for also in info.variants.iter().chain(info.also) {
        writeln!(page, "- Or: `{also}`").unwrap();
    }
    let turn = match info.turn {
        Turn::First => "with the others, in the order of the blueprint",
        Turn::Last => "last, and only for a request that all others let pass",
    };
    writeln!(page, "- Judged: {turn}\n- Cost: {}", info.cost).unwrap();
}

struct Param {
    name: String,
    value: String,
    about: String,
    required: bool,
}

fn params(schema: &Value, guardrail: &str) -> Vec<Param> {
    let definition = definition_of(schema, guardrail);
    let params = resolve(schema, &definition["properties"]["params"]);
    let required = |name: &str| params["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name));
    let members = params["properties"].as_object().into_iter().flatten();
    let param = |(name, shape): (&String, &Value)| Param {
        name: name.clone(),
        value: value_of(schema, shape),
        about: shape["description"].as_str().unwrap().to_owned(),
        required: required(name),
    };
    members.map(param).collect()
}

/// What a value must be, in a few words.
fn value_of(schema: &Value, shape: &Value) -> String {
    let known = shape["allOf"].get(0).map_or_else(|| resolve(schema, shape), |one| resolve(schema, one));
    let mut words = match known["type"].as_str().unwrap() {
        "array" => format!("list of {}s", value_of(schema, &known["items"])),
        name => name.to_owned(),
    };
    if let Some(values) = known["enum"].as_array() {
        let values: Vec<_> = values.iter().filter_map(Value::as_str).collect();
        words = values.join(", ");
    }
    if let (Some(least), Some(most)) = (known["minimum"].as_i64(), known["maximum"].as_i64()) {
        write!(words, " from {least} to {most}").unwrap();
    }
    if let Some(default) = shape["default"].as_str() {
        write!(words, "; default {default}").unwrap();
    }
    words
}

fn resolve<'s>(schema: &'s Value, shape: &'s Value) -> &'s Value {
    shape["$ref"].as_str().map_or(shape, |path| schema.pointer(path.trim_start_matches('#')).unwrap())
}

fn definition_of<'s>(schema: &'s Value, guardrail: &str) -> &'s Value {
    let all = schema["definitions"]["Guardrail"]["oneOf"].as_array().unwrap();
    let found = all.iter().map(|one| resolve(schema, one)).find(|one| one["properties"]["type"]["const"] == guardrail);
    found.unwrap()
}

/// Type and description of every guardrail of the schema, in its order.
fn alternatives(schema: &Value) -> impl Iterator<Item = (&str, &str)> {
    let all = schema["definitions"]["Guardrail"]["oneOf"].as_array().unwrap().iter().map(|one| resolve(schema, one));
    all.map(|one| (one["properties"]["type"]["const"].as_str().unwrap(), one["description"].as_str().unwrap()))
}

fn schema() -> Value {
    let path = root().join("schemas/action-blueprint/action-blueprint.schema.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
