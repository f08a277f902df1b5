//! Exports every schema of the cases to every dialect, and converts every valid document of the cases. Mutated schemas
//! must have an export or errors, and must never panic.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};

use jsonschema::Draft;
use planwright_codegen::SchemaSet;
use planwright_dialects::{Conversion, Dialect, Refusal};
use planwright_schema::exact_numbers::is_inexact;
use planwright_schema::validator;
use planwright_sync::read_tree;
use planwright_tests::mutate::{Pool, Random, mutate};
use planwright_tests::{cases, here};
use serde_json::Value;

/// Counts of documents.
#[derive(Debug, Default)]
struct Tally {
    back: usize,
    unsayable: usize,
    /// Documents with a number beyond 2^53 - 1, which the export removes with a warning.
    bounded: usize,
    refused: usize,
    failures: Vec<String>,
}

/// Encodes and decodes documents.
fn survive(name: &str, set: &SchemaSet, file: &str, documents: &[Value], tally: &mut Tally) {
    let judge = validator(set, file);
    let canonical = |document: &&Value| judge.as_ref().is_ok_and(|judge| judge.is_valid(document));
    let documents: Vec<&Value> = documents.iter().filter(canonical).collect();
    for dialect in Dialect::ALL {
        let conversion = match Conversion::new(set, file, dialect) {
            Ok(conversion) => conversion,
            Err(Refusal::Dialect(reasons)) if !reasons.is_empty() => {
                tally.refused += 1;
                continue;
            }
            Err(other) => {
                tally.failures.push(format!("{name} {dialect}: {other:?}"));
                continue;
            }
        };
        let options = jsonschema::options().with_draft(Draft::Draft202012).should_validate_formats(true);
        let vendor = options.build(conversion.schema());
        let Ok(vendor) = vendor else {
            tally.failures.push(format!("{name} {dialect}: is no schema: {}", conversion.schema()));
            continue;
        };
        let assumed = conversion.weakenings().iter().any(|one| one.code == "TYPE_ASSUMED");
        let is_bounded = conversion.weakenings().iter().any(|one| one.code == "NUMBER_BOUNDED");
        for document in &documents {
            if is_bounded && is_inexact(document) {
                tally.bounded += 1;
                continue;
            }
            match conversion.encode(document) {
                Ok(answer) if !vendor.is_valid(&answer) => {
                    tally.failures.push(format!("{name} {dialect}: {answer} breaks {}", conversion.schema()));
                }
                Ok(answer) => match conversion.normalize(&answer) {
                    Ok(back) if back == **document => tally.back += 1,
                    other => tally.failures.push(format!("{name} {dialect}: {document} -> {answer} -> {other:?}")),
                },
                Err(fault) if assumed || fault.message.ends_with("is not mentioned by the schema") => {
                    tally.unsayable += 1;
                }
                Err(fault) => tally.failures.push(format!("{name} {dialect}: {document}: {fault}")),
            }
        }
    }
}

#[test]
fn documents_of_goldens_survive() {
    let mut tally = Tally::default();
    for case in cases::all("codegen") {
        let documents: Vec<Value> = read_tree(&case.folder.join("valid"), ".json")
            .unwrap_or_default()
            .iter()
            .filter_map(|(_, bytes)| serde_json::from_slice(bytes).ok())
            .collect();
        let Ok(set) = case.set() else { continue };
        for (path, _) in case.texts() {
            survive(&format!("{}/{path}", case.name), &set, &path, &documents, &mut tally);
        }
    }
    assert!(tally.failures.is_empty(), "{}", tally.failures.join("\n"));
    assert!(tally.back > 100, "{tally:?}");
}

#[test]
fn documents_of_keywords_survive() {
    let mut tally = Tally::default();
    for (path, bytes) in read_tree(&here().join("cases/keywords"), ".json").expect("there are keywords") {
        let groups: Vec<Value> = serde_json::from_slice(&bytes).expect("a file of the suite");
        for group in groups {
            let texts = [("case.json".to_owned(), group["schema"].to_string().into_bytes())];
            let set = SchemaSet::parse(texts).expect("a keyword is in a schema");
            let given = group["tests"].as_array().cloned().unwrap_or_default();
            let documents: Vec<Value> = given.into_iter().map(|mut test| test["data"].take()).collect();
            survive(&format!("{path}: {}", group["description"]), &set, "case.json", &documents, &mut tally);
        }
    }
    assert!(tally.failures.is_empty(), "{}", tally.failures.join("\n"));
    assert!(tally.back > 1_000, "{tally:?}");
}

#[test]
fn spoiled_schemas_have_an_export_or_reasons() {
    let mut schemas = Vec::new();
    for case in cases::all("codegen") {
        schemas.extend(case.texts().into_iter().filter_map(|(_, bytes)| serde_json::from_slice::<Value>(&bytes).ok()));
    }
    let plan = fs::read(here().join("../schemas/fix-plan/fix-plan.schema.json")).expect("it is there");
    schemas.push(serde_json::from_slice(&plan).expect("it is JSON"));
    let pool = Pool::new(&schemas);
    let mut exported = 0;
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let mut schema = random.pick(&schemas).clone();
        for _ in 0..=random.below(3) {
            mutate(&mut schema, &pool, &mut random);
        }
        let Ok(set) = SchemaSet::parse([("case.json".to_owned(), schema.to_string().into_bytes())]) else { continue };
        for dialect in Dialect::ALL {
            let result = catch_unwind(AssertUnwindSafe(|| Conversion::new(&set, "case.json", dialect)));
            match result.unwrap_or_else(|_| panic!("seed {seed} {dialect} panics: {schema}")) {
                Ok(_) => exported += 1,
                Err(Refusal::Schema(errors)) => assert!(!errors.is_empty(), "seed {seed} {dialect}"),
                Err(Refusal::Dialect(reasons)) => assert!(!reasons.is_empty(), "seed {seed} {dialect}"),
            }
        }
    }
    assert!(exported > 200, "{exported}");
}
