//! Evolutions of schemas as teams make them, one for each line of a table: most are proved for every document, and none
//! that loses a value is called proved.

use std::collections::HashMap;
use std::fs;

use planwright_drift::Options;
use planwright_migrate::migrate;
use planwright_tests::sampled::Sampler;
use planwright_tests::workspace;
use serde_json::Value;

use crate::migrations_sampled::Validators;

/// Default number of documents of an evolution.
const SAMPLES: usize = 150;
/// Maximum number of attempts to draw a valid document.
const DRAWN: usize = 40;

#[derive(serde::Deserialize)]
struct Evolution {
    name: String,
    /// `proved`, or `lossy` if values are lost.
    verdict: String,
    /// Why two documents may become the same although no value is lost.
    merges: Option<String>,
    old: Value,
    new: Value,
    /// Documents before and after.
    documents: Vec<(Value, Value)>,
}

fn evolutions() -> Vec<Evolution> {
    let text = fs::read_to_string(workspace().join("tests/cases/evolutions.jsonl")).expect("a table");
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

/// `MIGRATION_SAMPLES` sets the number of documents of all evolutions together.
#[test]
fn evolutions_are_proved_unless_they_lose_values() {
    let wanted: Option<usize> = std::env::var("MIGRATION_SAMPLES").ok().and_then(|count| count.parse().ok());
    let (mut proved, mut count, mut failures) = (0, 0, Vec::new());
    let all = evolutions();
    let each = wanted.map_or(SAMPLES, |wanted| wanted.div_ceil(all.len()));
    for (seed, evolution) in all.iter().enumerate() {
        let Evolution { name, verdict, merges, old, new, documents } = evolution;
        let migration = migrate(old, new, Options::default()).expect("the proof runs");
        if migration.word() != verdict || !migration.is_total() || !migration.unread.is_empty() {
            failures.push(format!("{name}: {} {}", migration.sentence(), migration.to_json()));
            continue;
        }
        proved += usize::from(migration.word() == "proved");
        let migrated = |before: &Value| {
            let mut after = before.clone();
            migration.apply(&mut after);
            after
        };
        for (before, after) in documents {
            if migrated(before) != *after {
                failures.push(format!("{name}: {before} became {}", migrated(before)));
            }
        }
        let (before, after) = (Validators::new(old), Validators::new(new));
        let mut sampler = Sampler::new(old, new, seed as u64);
        let mut sources: HashMap<String, Value> = HashMap::new();
        let (mut obeyed, mut merged) = (0, None);
        for _ in 0..each * DRAWN {
            if obeyed == each {
                break;
            }
            let document = sampler.draw();
            if !before.is_valid(&document) {
                continue;
            }
            obeyed += 1;
            let result = migrated(&document);
            if !after.is_valid(&result) {
                failures.push(format!("{name}: {document} became {result}"));
                break;
            }
            let source = sources.entry(result.to_string()).or_insert_with(|| document.clone());
            if *source != document {
                merged = Some(format!("{source} and {document} became {result}"));
            }
        }
        // A migration that keeps every value makes different documents of different documents.
        let may_merge = verdict == "lossy" || merges.is_some();
        if let Some(merged) = merged.filter(|_| !may_merge) {
            failures.push(format!("{name}: {merged}"));
        }
        count += obeyed;
    }
    println!("{} evolutions, {proved} proved, {count} documents, {} failures", all.len(), failures.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(all.len() >= 30 && proved >= 26 && count * 10 >= each * all.len() * 9, "{proved} {count}");
}

/// Control: a hint that is missing is found, and the migration is not called total.
#[test]
fn evolutions_without_their_hints_are_not_proved() {
    for Evolution { name, old, new, .. } in evolutions().into_iter().filter(|one| one.new != without_hints(&one.new)) {
        let migration = migrate(&old, &without_hints(&new), Options::default()).expect("the proof runs");
        assert!(!migration.is_total(), "{name}: {}", migration.sentence());
    }
}

fn without_hints(schema: &Value) -> Value {
    match schema {
        Value::Object(members) => {
            let kept = members.iter().filter(|(name, _)| !name.starts_with("x-"));
            kept.map(|(name, value)| (name.clone(), without_hints(value))).collect::<serde_json::Map<_, _>>().into()
        }
        Value::Array(items) => items.iter().map(without_hints).collect(),
        other => other.clone(),
    }
}
