//! Answers for engines, made from sampled documents.
//!
//! `answers FOLDER COUNT DIALECT...` prints a line of JSON for each schema of the folder and each dialect with an
//! export. `answers` come from at most COUNT valid documents. `spoiled` decode to invalid documents, each with the
//! keywords that it violates. `tests/decoders/real.py` reads the output.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use planwright_dialects::{Conversion, Dialect};
use planwright_runtime::{formats, whole_numbers};
use planwright_schema::set::SchemaSet;
use planwright_source::Pointer;
use planwright_tests::mutate::Random;
use planwright_tests::sampled::Sampler;
use serde_json::{Value, json};

/// Number of documents that are drawn for each wanted one.
const DRAWN: usize = 12;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, count, dialects @ ..] = arguments.as_slice() else { return Err("FOLDER COUNT DIALECT…".into()) };
    let count: usize = count.parse()?;
    let dialects: Option<Vec<Dialect>> = dialects.iter().map(|name| Dialect::named(name)).collect();
    let dialects = dialects.ok_or("there is no such dialect")?;
    let mut files: Vec<PathBuf> = fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some(set) = load_schema(&file, &name) else { continue };
        let mut documents = None;
        for dialect in &dialects {
            let Ok(conversion) = Conversion::new(&set, &name, *dialect) else { continue };
            let documents = documents.get_or_insert_with(|| drawn(conversion.canonical(), count));
            let Some(DrawnDocuments { validator, valid, spoiled }) = documents else { continue };
            let forms: Vec<Value> = valid.iter().filter_map(|document| conversion.encode(document).ok()).collect();
            let spoiled: Vec<Value> =
                spoiled.iter().filter_map(|document| broken(&conversion, validator, document)).collect();
            let line = json!({ "schema": name, "dialect": dialect.as_str(), "drawn": valid.len(), "answers": forms,
                "spoiled": spoiled });
            writeln!(std::io::stdout(), "{line}")?;
        }
    }
    Ok(())
}

fn load_schema(file: &Path, name: &str) -> Option<SchemaSet> {
    SchemaSet::parse([(name.to_owned(), fs::read(file).ok()?)]).ok()
}

/// Documents of one schema.
struct DrawnDocuments {
    validator: jsonschema::Validator,
    valid: Vec<Value>,
    /// The same documents with one or two mutated locations.
    spoiled: Vec<Value>,
}

/// Draws documents. Formats are asserted, because decoders enforce them.
///
/// Numbers and formats are as in the commands: `1e9` is an integer and `uuid` is a format in every draft.
fn drawn(schema: &Value, count: usize) -> Option<DrawnDocuments> {
    let options = jsonschema::options().should_validate_formats(true).with_format("uuid", formats::is_uuid);
    let validator = options.build(schema).ok()?;
    let mut sampler = Sampler::new(schema, schema, 1);
    let mut valid = Vec::new();
    for _ in 0..DRAWN * count {
        let document = whole_numbers(sampler.draw());
        if valid.len() < count && !valid.contains(&document) && validator.is_valid(&document) {
            valid.push(document);
        }
    }
    let mut random = Random::new(1);
    let spoiled = valid.iter().flat_map(|document| [document, document]).map(|document| {
        let mut document = document.clone();
        for _ in 0..=random.below(2) {
            spoil(&mut document, &mut random);
        }
        whole_numbers(document)
    });
    Some(DrawnDocuments { spoiled: spoiled.collect(), validator, valid })
}

/// Returns the answer of a document that is invalid after decoding, and the source locations of the keywords that it
/// violates.
fn broken(conversion: &Conversion, validator: &jsonschema::Validator, document: &Value) -> Option<Value> {
    let answer = conversion.encode(document).ok()?;
    let document = conversion.normalize(&answer).ok()?;
    let written = |at: &str| conversion.written_at(&at.parse::<Pointer>().unwrap_or_default()).pointer.to_string();
    let keywords: Vec<String> =
        validator.iter_errors(&document).map(|error| written(error.schema_path().as_str())).collect();
    (!keywords.is_empty()).then(|| json!({ "answer": answer, "broken": keywords }))
}

/// Mutates one location of a document.
fn spoil(value: &mut Value, random: &mut Random) {
    match value {
        Value::Object(members) if !members.is_empty() && random.below(3) > 0 => {
            let names: Vec<String> = members.keys().cloned().collect();
            let name = random.pick(&names);
            match random.below(6) {
                0 => drop(members.shift_remove(name)),
                1 => drop(members.insert("not a member".to_owned(), json!(1))),
                _ => members.get_mut(name).into_iter().for_each(|inner| spoil(inner, random)),
            }
        }
        Value::Array(items) if !items.is_empty() && random.below(3) > 0 => {
            let index = random.below(items.len());
            match random.below(4) {
                0 => drop(items.remove(index)),
                1 => items.push(items[index].clone()),
                _ => items.get_mut(index).into_iter().for_each(|inner| spoil(inner, random)),
            }
        }
        Value::String(text) if random.below(2) > 0 => match random.below(3) {
            0 => text.clear(),
            1 => text.push_str(" and more, so that it is longer than it may be"),
            _ => text.insert(0, '#'),
        },
        place => {
            let others =
                [json!(null), json!(true), json!(-1), json!(1e9), json!(0.5), json!("?"), json!([]), json!({})];
            *place = random.pick(&others).clone();
        }
    }
}
