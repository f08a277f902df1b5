//! Adds a page for each contract, and for each schema that the project checks documents against.

use planwright_api::NamedSchema;
use planwright_contracts::ContractName;
use planwright_dialects::{Dialect, Refusal};
use planwright_schema::draft;
use planwright_schema::model::{Keyword, Schema, Type, Types};
use serde_json::Value;

use super::site::{PageBlock, Site, code, heading, table};
use crate::subject::OwnSchema;
use planwright_project::config::Config;
use planwright_project::exit::Failure;
use planwright_reference::code_tables;

pub(super) fn add(site: &mut Site, config: &Config) -> Result<(), Failure> {
    for contract in ContractName::ALL {
        let name = contract.as_str();
        let Some(given) = NamedSchema::contract(name) else { continue };
        let Some(root) = given.info() else { continue };
        let schema: Value = serde_json::from_str(root.schema).map_err(Failure::one)?;
        let mut blocks = of_schema(&Schema::from_value(&schema, draft::of_document(&schema)));
        let rules = code_tables::contract_tables(&[contract]).into_iter().flat_map(|(_, codes)| codes);
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
        let schema = set.get(given.root()).map(|file| Schema::from_value(&file.value, file.draft()));
        let mut blocks = schema.as_ref().map(of_schema).unwrap_or_default();
        blocks.extend(dialects(&given));
        site.add("schema", file, file.as_str(), blocks);
    }
    Ok(())
}

fn of_schema(schema: &Schema) -> Vec<PageBlock> {
    let groups = schema.groups();
    let mut blocks: Vec<PageBlock> = description(schema).into_iter().collect();
    blocks.push(heading("Members"));
    blocks.push(members("Properties of the document", schema));
    for keyword in [Keyword::Definitions, Keyword::Defs] {
        schema.for_each_child_of(keyword, &mut |definition| {
            if definition.groups().object.properties.is_some() {
                let pointer = definition.place.pointer();
                let name = pointer.last().unwrap_or_default();
                blocks.push(heading(&*name));
                blocks.extend(description(definition));
                blocks.push(members(&format!("Properties of {name}"), definition));
            }
        });
    }
    for (number, example) in groups.annotations.examples.iter().flatten().enumerate() {
        if number == 0 {
            blocks.push(heading("Examples"));
        }
        blocks.push(code(&format!("Example {}", number + 1), &format!("{example:#}"), |_| false));
    }
    blocks
}

fn description(schema: &Schema) -> Option<PageBlock> {
    schema.groups().annotations.description.clone().map(PageBlock::Text)
}

fn members(caption: &str, schema: &Schema) -> PageBlock {
    let object = &schema.groups().object;
    let rows = object.properties.iter().flatten().map(|(name, member)| {
        let need = if object.requires(name) { "required" } else { "optional" };
        let about = member.groups().annotations.description.clone().unwrap_or_default();
        vec![name.to_string(), shape(member), need.to_owned(), about]
    });
    table(caption, &["Member", "Value", "Presence", "Description"], rows.collect())
}

/// Describes the allowed values in a few words.
fn shape(schema: &Schema) -> String {
    let groups = schema.groups();
    if let Some(target) = &groups.references.reference {
        return target.rsplit('/').next().unwrap_or(target).to_owned();
    }
    if let Some(values) = &groups.values.enumeration {
        return format!("one of {}", values.iter().map(Value::to_string).collect::<Vec<_>>().join(", "));
    }
    if let Some(only) = &groups.values.constant {
        return format!("only {only}");
    }
    if let Some(branches) = groups.logic.one_of.as_ref().or(groups.logic.any_of.as_ref()) {
        return branches.iter().map(shape).collect::<Vec<_>>().join(" or ");
    }
    match groups.types.as_ref().map(Types::as_slice) {
        Some([Type::Array]) => {
            format!("array of {}", groups.array.rest().map_or_else(|| "any value".to_owned(), shape))
        }
        Some(types) => types.iter().map(|one| one.name()).collect::<Vec<_>>().join(" or "),
        None => "any value".to_owned(),
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
