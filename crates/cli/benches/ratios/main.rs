//! Measures the stages, each compared with another tool that does the most similar work. Run it with `cargo bench -p
//! planwright`.
//!
//! Benchmark libraries measure one function at a time, and on a shared machine the speed changes between two of them.
//! Here the candidates of a comparison run in turn, A B C A B C. The result is the median of the ratios of each turn.

mod agents;
mod corpus;
mod generators;
mod pairs;
mod processes;
mod tools;

use std::fs;
use std::path::Path;
use std::process::Command;

use planwright_codegen::{Readers, SchemaSet, generate_with};
use planwright_contracts::action_blueprint::{Blueprint, Context};
use planwright_contracts::{Checked, check};
use planwright_generated::SchemaRoot as _;
use planwright_generated::action_blueprint::ActionBlueprint;
use planwright_sync::{Files, plan, read_tree};
use planwright_templates::{Options, lower, render};

use pairs::{IN_MEMORY, ON_DISK, compare};

const DOCUMENTS: usize = 10_000;

fn main() {
    // `cargo test` also runs benches, with this flag. There is nothing to test here.
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == "--test") {
        return;
    }
    let names: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with('-')).collect();
    for (name, part) in PARTS {
        if names.is_empty() || names.iter().any(|wanted| wanted == name) {
            part();
        }
    }
}

/// The benchmarks. Names after `--` select some of them.
const PARTS: &[(&str, fn())] = &[
    ("generation", generation),
    ("generators", generators::generators),
    ("checking", || checking(&corpus::blueprints(DOCUMENTS))),
    ("rendering", || rendering(&corpus::blueprints(DOCUMENTS))),
    ("proposals", agents::proposals),
    ("entries", agents::entries),
    ("calls", tools::calls),
];

fn generation() {
    let schemas = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
    let Ok(texts) = read_tree(&schemas, ".schema.json") else { return };
    let count = texts.len();
    let judged = |readers| {
        let options = planwright_codegen::Options { readers, ..Default::default() };
        generate_with(&SchemaSet::parse(texts.clone()).unwrap(), &options).unwrap().len()
    };
    // typify may panic on a schema that it does not support, with a long message.
    std::panic::set_hook(Box::new(|_| {}));
    let taken: Vec<&(String, Vec<u8>)> = texts.iter().filter(|(_, text)| typify_alone(text).is_some()).collect();
    drop(std::panic::take_hook());
    let typify = format!("typify as a library: types alone, of {} that it does not refuse", taken.len());
    compare(
        &format!("generate Rust from the {count} schemas of this repository"),
        IN_MEMORY,
        &mut [
            (&typify, &mut || taken.iter().filter_map(|(_, text)| typify_alone(text)).count()),
            ("planwright as a library: types, readers and tables", &mut || judged(Readers::default())),
            ("planwright as a library, `readers = false`", &mut || judged(Readers::Serde)),
        ],
    );
}

/// Returns the code that typify generates, or `None` if it rejects the schema or panics.
fn typify_alone(text: &[u8]) -> Option<String> {
    let schema = serde_json::from_slice(text).ok()?;
    std::panic::catch_unwind(|| {
        let mut space = typify::TypeSpace::new(&typify::TypeSpaceSettings::default());
        space.add_root_schema(schema).ok()?;
        Some(space.to_stream().to_string())
    })
    .ok()?
}

fn checking(texts: &[String]) {
    let schema: serde_json::Value = serde_json::from_str(ActionBlueprint::SCHEMA).unwrap();
    let mut boon_schemas = boon::Schemas::new();
    let mut compiler = boon::Compiler::new();
    compiler.enable_format_assertions();
    compiler.add_resource("blueprint.json", schema.clone()).unwrap();
    let boon_schema = compiler.compile("blueprint.json", &mut boon_schemas).unwrap();
    let runtime = jsonschema::options().should_validate_formats(true).build(&schema).unwrap();
    let context = Context::default();
    compare(
        &format!("check {DOCUMENTS} blueprints from text, {} KiB in all", bytes(texts) / 1024),
        IN_MEMORY,
        &mut [
            ("planwright check: duplicate keys, schema, type, rules", &mut || {
                texts.iter().filter(|text| check::<Blueprint>(text, &context).is_ok()).count()
            }),
            ("jsonschema, at run time: schema alone", &mut || {
                texts.iter().filter(|text| runtime.iter_errors(&value(text)).next().is_none()).count()
            }),
            ("boon: schema alone", &mut || {
                texts.iter().filter(|text| boon_schemas.validate(&value(text), boon_schema).is_ok()).count()
            }),
            ("serde_json: parse alone", &mut || texts.iter().filter(|text| value(text).is_object()).count()),
        ],
    );
}

fn rendering(texts: &[String]) {
    let context = Context::default();
    let options = Options::default();
    let checked: Vec<Checked<ActionBlueprint>> =
        texts.iter().map(|text| check::<Blueprint>(text, &context).unwrap()).collect();
    compare(
        &format!("render {DOCUMENTS} bundles: class, test class, metadata"),
        IN_MEMORY,
        &mut [("lower and render", &mut || {
            checked.iter().map(|plan| render(&lower(plan), &options).files.len()).sum()
        })],
    );
    let files: Files = checked
        .iter()
        .flat_map(|plan| render(&lower(plan), &options).files)
        .map(|file| (file.path, file.text))
        .collect();
    // Use a file system in memory if there is one. The speed of a shared disk depends on its other users.
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.unwrap();
    let original = folder.path().join("original");
    plan(&original, &files, |_, _| true).unwrap().write().unwrap();
    let (ours, copy) = (folder.path().join("ours"), folder.path().join("copy"));
    compare(
        &format!("write the {} files", files.len()),
        ON_DISK,
        &mut [
            ("check, render and write", &mut || {
                let _ = fs::remove_dir_all(&ours);
                let files: Files = texts
                    .iter()
                    .flat_map(|text| render(&lower(&check::<Blueprint>(text, &context).unwrap()), &options).files)
                    .map(|file| (file.path, file.text))
                    .collect();
                let plan = plan(&ours, &files, |_, _| true).unwrap();
                plan.write().unwrap();
                plan.changes().len()
            }),
            ("write alone", &mut || {
                let _ = fs::remove_dir_all(&ours);
                let plan = plan(&ours, &files, |_, _| true).unwrap();
                plan.write().unwrap();
                plan.changes().len()
            }),
            ("cp -r of the same files", &mut || {
                let _ = fs::remove_dir_all(&copy);
                let status = Command::new("cp").arg("-r").arg(&original).arg(&copy).status();
                usize::from(status.is_ok_and(|status| status.success())) * files.len()
            }),
        ],
    );
}

fn value(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_default()
}

fn bytes(texts: &[String]) -> usize {
    texts.iter().map(String::len).sum()
}
