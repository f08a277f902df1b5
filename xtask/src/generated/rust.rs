//! Runs `codegen` on `schemas/` in this process: the Rust of `generated/` and of a benchmark, and the types of the Apex
//! runtime.

use std::path::Path;

use planwright_apex_types::{ApexOptions, ApexValidators, generate_apex};
use planwright_codegen::{Error, Layout, Options, SchemaSet, Strings, Style, compile};
use planwright_sync::{Files, Mode, read_tree};

use super::own_options::own_options;
use super::summary::{PartSummary, count};
use super::{COMMAND, lines, write_files};

/// Folder of the generated types.
pub(super) const OUTPUT_FOLDER: &str = "generated/src";

/// Folder of the classes that all blueprints share. Most of them are handwritten.
pub(super) const RUNTIME: &str = "templates/apex/runtime";

/// Folder of types that are the same as in `generated/` but borrow their strings, for a benchmark.
pub(super) const BORROWED: &str = "tests/peers/readers/src/borrowed";

/// Generates the Rust types and validators of all schemas.
pub(super) fn types(root: &Path, mode: Mode) -> Result<PartSummary, String> {
    rust(root, OUTPUT_FOLDER, &schemas(root)?, &own_options(COMMAND), mode)
}

/// Generates the types of two contracts that borrow.
pub(super) fn borrowed_types(root: &Path, mode: Mode) -> Result<PartSummary, String> {
    let texts = texts(root)?.into_iter().filter(|(path, _)| BORROWED_SCHEMAS.contains(&path.as_str()));
    let set = SchemaSet::parse(texts).map_err(in_schemas)?;
    let own = own_options(COMMAND);
    let style = Style { strings: Strings::Borrowed, ..own.style };
    rust(root, BORROWED, &set, &Options { layout: Layout::Module, style, ..own }, mode)
}

const BORROWED_SCHEMAS: [&str; 2] = ["action-blueprint/action-blueprint.schema.json", "fix-plan/fix-plan.schema.json"];

fn rust(root: &Path, place: &str, set: &SchemaSet, options: &Options, mode: Mode) -> Result<PartSummary, String> {
    let compiled = compile(set, options).map_err(in_schemas)?;
    if !compiled.warnings.is_empty() {
        return Err(in_schemas(compiled.warnings));
    }
    let wanted: Files = compiled.files.into_iter().map(|file| (file.path, file.text)).collect();
    let is_module = |path: &&String| !path.contains('/') && !["lib.rs", "mod.rs"].contains(&path.as_str());
    let modules = wanted.keys().filter(is_module).count();
    let types = wanted.values().flat_map(|text| text.lines()).filter(|line| is_type(line)).count();
    let facts = [count(set.files().count(), "schema"), count(modules, "module"), count(types, "type")].join(", ");
    Ok(PartSummary::new(facts, &write_files(root, place, true, &wanted, mode)?))
}

/// Returns whether a line of generated code starts a type. Generated code has a uniform format.
fn is_type(line: &str) -> bool {
    ["pub struct ", "pub enum ", "pub type "].iter().any(|start| line.starts_with(start))
}

/// Generates the types of the Apex runtime and their test, from the schemas of its contract.
pub(super) fn apex_types(root: &Path, mode: Mode) -> Result<PartSummary, String> {
    let roots = ["action-blueprint", "action-request", "action-result", "schema-snapshot"];
    let options = ApexOptions {
        class: Some("PlanModels".to_owned()),
        roots: roots.iter().map(|name| format!("action-blueprint/{name}.schema.json")).collect(),
        note: Some("Part of the planwright runtime; `planwright apex --runtime` writes it.".to_owned()),
        validators: ApexValidators::Omitted,
        ..ApexOptions::default()
    };
    let files = generate_apex(&schemas(root)?, &options).map_err(in_schemas)?.files;
    // The metadata is written together with the runtime, for the requested API version.
    let classes = files.into_iter().filter(|file| !file.path.ends_with("-meta.xml"));
    let wanted: Files = classes.map(|file| (file.path, file.text)).collect();
    let facts = format!("{}, {} Apex classes", count(roots.len(), "schema"), wanted.len());
    Ok(PartSummary::new(facts, &write_files(root, RUNTIME, false, &wanted, mode)?))
}

fn schemas(root: &Path) -> Result<SchemaSet, String> {
    SchemaSet::parse(texts(root)?).map_err(in_schemas)
}

fn texts(root: &Path) -> Result<Vec<(String, Vec<u8>)>, String> {
    read_tree(&root.join("schemas"), ".schema.json").map_err(|errors| lines("error: ", &errors))
}

#[allow(clippy::needless_pass_by_value, reason = "it maps errors")]
fn in_schemas(errors: Vec<Error>) -> String {
    lines("error: schemas/", &errors)
}
