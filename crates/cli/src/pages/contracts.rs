//! Adds a page for each contract, and for each schema that the project checks documents against.

use planwright_api::NamedSchema;
use planwright_contracts::ContractName;
use planwright_dialects::{Dialect, Refusal};
use serde_json::Value;

use super::site::{PageBlock, Site, code, heading, table};
use crate::subject::OwnSchema;
use planwright_project::config::Config;
use planwright_project::exit::Failure;
use planwright_reference::codes;

pub(super) fn add(site: &mut Site, config: &Config) -> Result<(), Failure> {
    for contract in ContractName::ALL {
        let name = contract.as_str();
        let Some(given) = NamedSchema::contract(name) else { continue };
        let Some(root) = given.info() else { continue };
        let schema: Value = serde_json::from_str(root.schema).map_err(Failure::one)?;
        let mut blocks = of_schema(&schema);
        let rules = codes::contract_tables(&[contract]).into_iter().flat_map(|(_, codes)| codes);
        let rules = rules.map(|info| vec![info.code.to_owned(), info.severity.to_string(), info.purpose.to_owned()]);
        blocks.push(heading("Rules"));
        blocks.push(table("Codes", &["Code", "Severity", "Meaning"], rules.collect()));
        blocks.extend(dialects(&given));
        site.add("contract", name, name, blocks);
    }
    let folder = |path: &String| config.folder.join(path);
    for check in &config.checks {
        let Some(file) = check.schema.as_ref() else { continue };
        let documents = config.documents().map_err(Failure::all)?;
        let own = OwnSchema::new(&folder(file), check.schemas.as_ref().map(folder), documents);
        let given = own.load()?;
        let set = given.set().map_err(|errors| own.failure(&errors))?;
        let schema = set.get(given.root()).map(|file| file.value.clone()).unwrap_or_default();
        let mut blocks = of_schema(&schema);
        blocks.extend(dialects(&given));
        site.add("schema", file, file.as_str(), blocks);
    }
    Ok(())
}

fn of_schema(schema: &Value) -> Vec<PageBlock> {
    let mut blocks: Vec<PageBlock> =
        schema["description"].as_str().map(|about| PageBlock::Text(about.to_owned())).into_iter().collect();
    blocks.push(heading("Members"));
    blocks.push(members("Properties of the document", schema));
    for keyword in ["definitions", "$defs"] {
        for (name, definition) in schema[keyword].as_object().into_iter().flatten() {
            if definition["properties"].is_object() {
                blocks.push(heading(name));
                blocks.extend(definition["description"].as_str().map(|about| PageBlock::Text(about.to_owned())));
                blocks.push(members(&format!("Properties of {name}"), definition));
            }
        }
    }
    let examples = schema["examples"].as_array().into_iter().flatten();
    for (number, example) in examples.enumerate() {
        if number == 0 {
            blocks.push(heading("Examples"));
        }
        blocks.push(code(&format!("Example {}", number + 1), &format!("{example:#}"), |_| false));
    }
    blocks
}

fn members(caption: &str, schema: &Value) -> PageBlock {
    let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let rows = schema["properties"].as_object().into_iter().flatten().map(|(name, member)| {
        let need = if required.contains(&name.as_str()) { "required" } else { "optional" };
        let about = member["description"].as_str().unwrap_or_default();
        vec![name.clone(), shape(member), need.to_owned(), about.to_owned()]
    });
    table(caption, &["Member", "Value", "Presence", "Description"], rows.collect())
}

/// Describes the allowed values in a few words.
fn shape(schema: &Value) -> String {
    let list =
        |values: &Value| values.as_array().map(|all| all.iter().map(Value::to_string).collect::<Vec<_>>().join(", "));
    if let Some(target) = schema["$ref"].as_str() {
        return target.rsplit('/').next().unwrap_or(target).to_owned();
    }
    if let Some(values) = list(&schema["enum"]) {
        return format!("one of {values}");
    }
    if let Some(only) = schema.get("const") {
        return format!("only {only}");
    }
    for keyword in ["oneOf", "anyOf"] {
        if let Some(branches) = schema[keyword].as_array() {
            return branches.iter().map(shape).collect::<Vec<_>>().join(" or ");
        }
    }
    match &schema["type"] {
        Value::String(name) if name == "array" => format!("array of {}", shape(&schema["items"])),
        Value::String(name) => name.clone(),
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or "),
        _ => "any value".to_owned(),
    }
}

/// Lists what each vendor's dialect cannot express, or why a dialect has no schema.
fn dialects(given: &NamedSchema) -> Vec<PageBlock> {
    let rows = Dialect::ALL.iter().flat_map(|dialect| {
        let row = |code: &str, place: &str, message: &str| {
            vec![dialect.as_str().to_owned(), code.to_owned(), place.to_owned(), message.to_owned()]
        };
        match given.convert(*dialect) {
            Ok(converted) if converted.weakenings().is_empty() => vec![row("", "", "enforces everything")],
            Ok(converted) => {
                let all = converted.weakenings().iter();
                all.map(|one| row(one.code, one.pointer.as_str(), &one.message)).collect()
            }
            Err(Refusal::Schema(errors)) => errors
                .iter()
                .map(|error| row("INVALID_SCHEMA", error.pointer.as_str(), &error.kind.to_string()))
                .collect(),
            Err(Refusal::Dialect(errors)) => {
                errors.iter().map(|one| row(one.code, one.pointer.as_str(), &one.message)).collect()
            }
        }
    });
    let head = ["Dialect", "Code", "Place", "Lost constraint"];
    vec![heading("Dialects"), table("Constraints that each dialect cannot express", &head, rows.collect())]
}
