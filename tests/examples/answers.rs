//! Answers for engines, made from documents.
//!
//! `answers FOLDER COUNT DIALECT...` draws at most COUNT valid documents for each schema of the folder. `answers TABLE COUNT
//! DIALECT...` uses the `documents` of each row of a table, which also has the `name` and the `schema`, and can have
//! `invalid` documents. A line of JSON is printed for each schema and each dialect. `answers` come from valid documents.
//! `spoiled` decode to invalid documents, each with the keywords that it violates. `invalid` documents are no answers in
//! the dialect. `tests/decoders/real.py` reads the output.

use std::collections::BTreeSet;
use std::error::Error;
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
/// Number of mutants of each document.
const MUTANTS: usize = 2;
/// Number of mutants of the documents of a row together.
const ROW_MUTANTS: usize = 120;

/// A schema with its documents, if they are not drawn.
struct Subject {
    name: String,
    set: SchemaSet,
    documents: Option<GivenDocuments>,
}

/// Documents of a row.
#[derive(Clone)]
struct GivenDocuments {
    valid: Vec<Value>,
    invalid: Vec<Value>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, count, dialects @ ..] = arguments.as_slice() else { return Err("FOLDER|TABLE COUNT DIALECT…".into()) };
    let count: usize = count.parse()?;
    let dialects: Option<Vec<Dialect>> = dialects.iter().map(|name| Dialect::named(name)).collect();
    let dialects = dialects.ok_or("there is no such dialect")?;
    let path = Path::new(path);
    let subjects = if path.is_dir() { folder_subjects(path)? } else { table_subjects(path)? };
    for Subject { name, set, documents: given } in subjects {
        let mut documents = None;
        for dialect in &dialects {
            let Ok(conversion) = Conversion::new(&set, &name, *dialect) else { continue };
            let documents = documents.get_or_insert_with(|| match &given {
                Some(given) => checked(conversion.canonical(), given.clone()),
                None => drawn(conversion.canonical(), count),
            });
            let Some(DrawnDocuments { validator, valid, spoiled }) = documents else { continue };
            let invalid = spoiled.clone();
            let forms: Vec<Value> = valid.iter().filter_map(|document| conversion.encode(document).ok()).collect();
            let spoiled: Vec<Value> =
                spoiled.iter().filter_map(|document| broken(&conversion, validator, document)).collect();
            let invalid = invalid.iter().filter(|document| is_no_answer(&conversion, validator, document));
            let invalid: Vec<Value> = invalid
                .map(|one| json!({ "document": one, "broken": violated(&conversion, validator, one) }))
                .collect();
            let line = json!({ "schema": name, "dialect": dialect.as_str(), "drawn": valid.len(), "documents": valid,
                "answers": forms, "spoiled": spoiled, "invalid": invalid });
            writeln!(std::io::stdout(), "{line}")?;
        }
    }
    Ok(())
}

/// Returns the schemas of a folder that can be used.
fn folder_subjects(folder: &Path) -> Result<Vec<Subject>, Box<dyn Error>> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    let subjects = files.into_iter().filter_map(|file| {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let set = SchemaSet::parse([(name.clone(), fs::read(file).ok()?)]).ok()?;
        Some(Subject { name, set, documents: None })
    });
    Ok(subjects.collect())
}

/// Returns the schemas of a table. Each must be usable.
fn table_subjects(table: &Path) -> Result<Vec<Subject>, Box<dyn Error>> {
    let text = fs::read_to_string(table)?;
    let subjects = text.lines().map(|line| -> Result<Subject, Box<dyn Error>> {
        let row: Value = serde_json::from_str(line)?;
        let list = |name: &str| row[name].as_array().cloned().unwrap_or_default();
        let name = format!("{}.json", row["name"].as_str().ok_or("a row has no name")?);
        let set = SchemaSet::parse([(name.clone(), row["schema"].to_string().into_bytes())])
            .map_err(|errors| format!("{name}: {errors:?}"))?;
        let documents = GivenDocuments { valid: list("documents"), invalid: list("invalid") };
        Ok(Subject { name, set, documents: Some(documents) })
    });
    subjects.collect()
}

/// Documents of one schema.
struct DrawnDocuments {
    validator: jsonschema::Validator,
    valid: Vec<Value>,
    /// The same documents with one or two mutated locations, and other invalid ones.
    spoiled: Vec<Value>,
}

/// Returns documents of a row with mutants.
fn checked(schema: &Value, given: GivenDocuments) -> Option<DrawnDocuments> {
    let GivenDocuments { mut valid, invalid } = given;
    let validator = validator(schema)?;
    for document in &mut valid {
        *document = whole_numbers(document.take());
    }
    valid.retain(|document| validator.is_valid(document));
    let mut spoiled = mutants(&valid, (ROW_MUTANTS / valid.len().max(1)).max(MUTANTS));
    spoiled.extend(invalid.into_iter().map(whole_numbers));
    let mut seen = BTreeSet::new();
    spoiled.retain(|document| seen.insert(document.to_string()));
    Some(DrawnDocuments { validator, valid, spoiled })
}

/// Returns a validator that asserts formats, because decoders enforce them.
///
/// Numbers and formats are as in the commands: `1e9` is an integer and `uuid` is a format in every draft.
fn validator(schema: &Value) -> Option<jsonschema::Validator> {
    jsonschema::options().should_validate_formats(true).with_format("uuid", formats::is_uuid).build(schema).ok()
}

/// Draws documents.
fn drawn(schema: &Value, count: usize) -> Option<DrawnDocuments> {
    let validator = validator(schema)?;
    let mut sampler = Sampler::new(schema, schema, 1);
    let mut valid = Vec::new();
    for _ in 0..DRAWN * count {
        let document = whole_numbers(sampler.draw());
        if valid.len() < count && !valid.contains(&document) && validator.is_valid(&document) {
            valid.push(document);
        }
    }
    Some(DrawnDocuments { spoiled: mutants(&valid, MUTANTS), validator, valid })
}

/// Returns mutants of documents, which may be valid.
fn mutants(documents: &[Value], count: usize) -> Vec<Value> {
    let mut random = Random::new(1);
    let copies = documents.iter().flat_map(|document| std::iter::repeat_n(document, count));
    let mutants = copies.map(|document| {
        let mut document = document.clone();
        for _ in 0..=random.below(2) {
            spoil(&mut document, &mut random);
        }
        whole_numbers(document)
    });
    mutants.collect()
}

/// Returns the answer of a document that is invalid after decoding, and the source locations of the keywords that it
/// violates.
fn broken(conversion: &Conversion, validator: &jsonschema::Validator, document: &Value) -> Option<Value> {
    let answer = conversion.encode(document).ok()?;
    let document = conversion.normalize(&answer).ok()?;
    let keywords = violated(conversion, validator, &document);
    (!keywords.is_empty()).then(|| json!({ "answer": answer, "broken": keywords, "document": document }))
}

/// Returns the source locations of the keywords that a document violates.
fn violated(conversion: &Conversion, validator: &jsonschema::Validator, document: &Value) -> Vec<String> {
    let written = |at: &str| conversion.written_at(&at.parse::<Pointer>().unwrap_or_default()).pointer.to_string();
    validator.iter_errors(document).map(|error| written(error.schema_path().as_str())).collect()
}

/// Returns whether a document is invalid, and not the answer of a valid one: in some dialects a map is a list.
fn is_no_answer(conversion: &Conversion, validator: &jsonschema::Validator, document: &Value) -> bool {
    let is_valid = |document: &Value| validator.is_valid(document);
    !is_valid(document) && !conversion.normalize(document).is_ok_and(|document| is_valid(&document))
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
