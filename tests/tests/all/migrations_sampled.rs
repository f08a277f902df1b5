//! Random old documents: none is invalid after a proved migration, according to two validators that the prover does not
//! use.

use std::fs;
use std::path::PathBuf;

use planwright_drift::{Options, Verdict};
use planwright_migrate::{Migration, migrate};
use planwright_schema::keywords::rebuild;
use planwright_source::Pointer;
use planwright_tests::mutate::Random;
use planwright_tests::sampled::Sampler;
use planwright_tests::workspace;
use serde_json::Value;

/// Default number of documents of a case.
const SAMPLES: usize = 200;
/// Maximum number of attempts to draw a valid document.
const DRAWN: usize = 40;

/// Schema, compiled by two validators. If one of them rejects a pattern of a public schema, only the other decides.
pub(crate) struct Validators {
    first: Option<jsonschema::Validator>,
    schemas: boon::Schemas,
    second: Option<boon::SchemaIndex>,
}

impl Validators {
    pub(crate) fn new(schema: &Value) -> Self {
        // The prover treats formats as annotations too.
        let schema = &rebuild(schema, &Pointer::root(), &mut |schema, _| {
            if let Value::Object(members) = schema {
                members.shift_remove("format");
            }
        });
        let first = jsonschema::options().should_validate_formats(true).build(schema).ok();
        let (mut schemas, mut compiler) = (boon::Schemas::new(), boon::Compiler::new());
        let address = "https://cases.invalid/schema.json";
        compiler.add_resource(address, without_id(schema)).expect("a schema of a case");
        let second = compiler.compile(address, &mut schemas).ok();
        assert!(first.is_some() || second.is_some(), "no validator compiles {schema}");
        Self { first, schemas, second }
    }

    /// Checks a document with all validators that can compile the schema.
    pub(crate) fn is_valid(&self, document: &Value) -> bool {
        self.first.as_ref().is_none_or(|first| first.is_valid(document))
            && self.second.is_none_or(|second| self.schemas.validate(document, second).is_ok())
    }
}

fn without_id(schema: &Value) -> Value {
    let mut schema = schema.clone();
    if let Value::Object(members) = &mut schema {
        members.shift_remove("$id");
    }
    schema
}

/// Change of a schema.
struct SampledCase {
    name: String,
    old: Value,
    new: Value,
    migration: Migration,
}

fn cases() -> Vec<SampledCase> {
    let folder =
        std::env::var_os("MIGRATION_CASES").map_or_else(|| workspace().join("tests/cases/migrate"), PathBuf::from);
    let mut folders: Vec<PathBuf> = fs::read_dir(folder)
        .expect("there are cases")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    let case = |folder: PathBuf| {
        let read = |file: &str| -> Value {
            let text = fs::read_to_string(folder.join(file)).expect("a case has two schemas");
            serde_json::from_str(&text).expect("they are JSON")
        };
        let (old, new) = (read("old.json"), read("new.json"));
        let name = folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let migration = migrate(&old, &new, Options::default()).expect("the proof runs");
        SampledCase { name, old, new, migration }
    };
    folders.into_iter().map(case).collect()
}

/// Results of the documents of a case.
#[derive(Default)]
struct Sampled {
    obeyed: usize,
    failures: Vec<String>,
}

impl SampledCase {
    fn sample(&self, migration: &Migration, count: usize, seed: u64) -> Sampled {
        let (before, after) = (Validators::new(&self.old), Validators::new(&self.new));
        let mut sampler = Sampler::new(&self.old, &self.new, seed);
        let mut found = Sampled::default();
        for _ in 0..count * DRAWN {
            if found.obeyed == count || found.failures.len() > 3 {
                break;
            }
            let document = sampler.draw();
            if !before.is_valid(&document) {
                continue;
            }
            found.obeyed += 1;
            let mut migrated = document.clone();
            migration.apply(&mut migrated);
            if !after.is_valid(&migrated) {
                found.failures.push(format!("{}: {document} became {migrated}", self.name));
            }
        }
        found
    }
}

/// `cargo xtask migrations` runs this for a folder, with another number.
#[test]
fn no_old_document_fails_after_a_proved_upcast() {
    let wanted: Option<usize> = std::env::var("MIGRATION_SAMPLES").ok().and_then(|count| count.parse().ok());
    let cases = cases();
    let total: Vec<&SampledCase> = cases.iter().filter(|case| case.migration.makes_valid()).collect();
    let with_holes =
        cases.iter().filter(|case| !case.migration.makes_valid() && !case.migration.holes.is_empty()).count();
    let with_document = cases.iter().filter(|case| matches!(case.migration.verdict, Verdict::Broken(_))).count();
    for case in cases.iter().filter(|case| wanted.is_some() && !case.migration.makes_valid()) {
        println!("{}: {} {}", case.name, case.migration.verdict.word(), case.migration.to_json()["holes"]);
    }
    let each = wanted.map_or(SAMPLES, |wanted| wanted.div_ceil(total.len().max(1)));
    let (mut obeyed, mut failures, mut few) = (0, Vec::new(), Vec::new());
    for (index, case) in total.iter().enumerate() {
        let sampled = case.sample(&case.migration, each, index as u64);
        obeyed += sampled.obeyed;
        failures.extend(sampled.failures);
        if sampled.obeyed < each {
            few.push(format!("{} ({})", case.name, sampled.obeyed));
        }
    }
    println!(
        "{} edits: {} proved for all documents, {with_holes} with named holes ({with_document} with a document), {} neither",
        cases.len(),
        total.len(),
        cases.len() - total.len() - with_holes
    );
    println!("{obeyed} old documents upcast: {} failed; fewer than {each} of: {}", failures.len(), few.join(", "));
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(obeyed >= each * total.len() * 9 / 10, "only {obeyed}");
    assert_eq!(cases.len(), total.len() + with_holes, "an edit is neither proved nor has a hole");
}

/// Control: a migration without one of its edits is reported, unless the old values are already valid.
#[test]
fn an_upcast_that_lacks_an_edit_is_found() {
    let cases = cases();
    let (mut tried, mut found) = (0, 0);
    for case in cases.iter().filter(|case| case.migration.makes_valid() && !case.migration.edits.is_empty()) {
        let mut random = Random::new(tried as u64);
        let mut spoiled = case.migration.clone();
        spoiled.edits.remove(random.below(spoiled.edits.len()));
        tried += 1;
        found += usize::from(!case.sample(&spoiled, 400, 1).failures.is_empty());
    }
    println!("{found} of {tried} spoiled upcasts were found");
    assert!(tried > 0 && found * 10 >= tried * 8, "only {found} of {tried}");
}
