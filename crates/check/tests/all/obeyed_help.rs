//! Obeys the help of findings about generated mistakes, like a model that knows what it wanted to write.
//!
//! A patch is applied as it is. Help without a patch names a location, and the value that the document should have there
//! is written. Following the help may never add errors, and nearly always ends with a valid document.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use planwright_check::schema::UserSchema;
use planwright_check::{Diagnostic, Report, check_schema};
use planwright_runtime::PatchOp;
use planwright_source::Pointer;
use serde_json::{Value, json};

use crate::{compile, compile_all};

/// Schemas with valid documents, for all keywords and kinds of unions.
const SCHEMAS: &str = include_str!("../data/obeyed.jsonl");

/// Mistakes that were written by hand: for a schema or a contract, the changes that make a valid document invalid.
const WRITTEN: &str = include_str!("../data/mistakes.jsonl");

/// Number of mistakes, and the share of them in percent that is fixed in two rounds.
const MIN_MISTAKES: usize = 500;
const MIN_WRITTEN_MISTAKES: usize = 200;
const MIN_WRITTEN_FIXED_PERCENT: usize = 98;
const MIN_FIXED_PERCENT: usize = 99;

/// Maximum number of mistakes of one document.
const MAX_PER_DOCUMENT: usize = 60;

/// Contracts whose examples are broken too, each with its folder.
const CONTRACTS: [(&str, &str); 5] = [
    ("form-plan", "form-plan"),
    ("fix-plan", "fix-plan"),
    ("agent-proposal", "agent-proposal"),
    ("action-blueprint", "action-blueprint"),
    ("workflow-tools", "workflow-document"),
];

/// Returns the schemas of the contracts with their examples.
fn contracts() -> impl Iterator<Item = (UserSchema, Vec<Value>)> {
    CONTRACTS.into_iter().map(|(folder, name)| {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../schemas");
        let files = std::fs::read_dir(format!("{root}/{folder}")).expect("a folder");
        let texts = files.map(|file| {
            let path = file.expect("a file").path();
            let name = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
            (name, std::fs::read(path).expect("a schema"))
        });
        let texts: BTreeMap<String, Vec<u8>> = texts.collect();
        let root = format!("{name}.schema.json");
        let schema: Value = serde_json::from_slice(&texts[&root]).expect("a schema");
        (compile_all(texts, &root), schema["examples"].as_array().cloned().unwrap_or_default())
    })
}

/// Returns the locations of a document.
fn places(value: &Value, at: &Pointer, all: &mut Vec<Pointer>) {
    all.push(at.clone());
    match value {
        Value::Object(members) => members.iter().for_each(|(name, value)| places(value, &at.member(name), all)),
        Value::Array(items) => items.iter().enumerate().for_each(|(index, item)| places(item, &at.index(index), all)),
        _ => {}
    }
}

/// Returns the values that a model could write instead of another one.
fn mistaken(value: &Value) -> Vec<Value> {
    let mut all =
        vec![Value::Null, json!([value.clone()]), json!({ "value": value.clone() }), json!(value.to_string())];
    match value {
        Value::String(text) => {
            let mut letters: Vec<char> = text.chars().collect();
            if letters.len() > 3 {
                letters.swap(1, 2);
            }
            all.push(letters.into_iter().collect::<String>().into());
            all.extend([json!(text.to_uppercase()), json!(""), json!(format!("{text} {text} {text}")), json!(7)]);
        }
        Value::Number(number) => {
            let number = number.as_f64().unwrap_or_default();
            all.extend([json!(number + 0.5), json!(number + 1000.0), json!(-number - 1000.0)]);
        }
        Value::Array(items) => {
            all.push(json!([]));
            all.extend(items.first().map(|first| json!([items.clone(), vec![first.clone()]].concat())));
        }
        Value::Object(_) | Value::Bool(_) | Value::Null => all.push(json!(1)),
    }
    all
}

/// Returns documents with one mistake each.
fn mistakes(document: &Value) -> Vec<Value> {
    let (mut all, mut at) = (Vec::new(), Vec::new());
    places(document, &Pointer::root(), &mut at);
    for place in at {
        let value = document.pointer(place.as_str()).cloned().unwrap_or_default();
        for other in mistaken(&value) {
            let mut copy = document.clone();
            *copy.pointer_mut(place.as_str()).expect("a location") = other;
            all.push(copy);
        }
        let Value::Object(members) = &value else { continue };
        for name in members.keys() {
            let mut letters: Vec<char> = name.chars().collect();
            let last = letters.len() - 1;
            letters.swap(last, last.saturating_sub(1));
            for new_name in [None, Some(letters.into_iter().collect::<String>()), Some(name.to_uppercase())] {
                let mut copy = document.clone();
                let object = copy.pointer_mut(place.as_str()).and_then(Value::as_object_mut).expect("an object");
                let value = object.shift_remove(name).unwrap_or_default();
                object.extend(new_name.map(|new_name| (new_name, value)));
                all.push(copy);
            }
        }
        let mut copy = document.clone();
        let object = copy.pointer_mut(place.as_str()).and_then(Value::as_object_mut).expect("an object");
        object.insert("surplus".to_owned(), json!(true));
        all.push(copy);
    }
    all
}

/// Writes a value at a location, in an object also under a new name.
fn set(document: &mut Value, at: &Pointer, value: Value) {
    if let Some(place) = document.pointer_mut(at.as_str()) {
        *place = value;
    } else if let (Some(above), Some(name)) = (at.parent(), at.last())
        && let Some(members) = document.pointer_mut(above.as_str()).and_then(Value::as_object_mut)
    {
        members.insert(name.into_owned(), value);
    }
}

fn remove(document: &mut Value, at: &Pointer) -> Option<Value> {
    match document.pointer_mut(at.parent()?.as_str())? {
        Value::Object(members) => members.shift_remove(at.last()?.as_ref()),
        Value::Array(items) => {
            let index: usize = at.last()?.parse().ok()?;
            (index < items.len()).then(|| items.remove(index))
        }
        _ => None,
    }
}

/// Does what a finding recommends. `meant` is the document that the author wanted to write.
fn obey(document: &mut Value, finding: &Diagnostic, meant: &Value) {
    match finding.patches.first().map(|patch| &patch.op) {
        Some(PatchOp::Add { path, value } | PatchOp::Replace { path, value }) => set(document, path, value.clone()),
        Some(PatchOp::Remove { path }) => drop(remove(document, path)),
        Some(PatchOp::Move { from, path }) => {
            if let Some(value) = remove(document, from) {
                set(document, path, value);
            }
        }
        Some(PatchOp::Text { .. }) => {}
        None => match finding.help.as_deref() {
            Some(help) if help.starts_with("remove item ") => {
                let index = help.rsplit(' ').next().and_then(|number| number.parse().ok()).unwrap_or_default();
                remove(document, &finding.at.index(index));
            }
            _ => match meant.pointer(finding.at.as_str()) {
                Some(value) => set(document, &finding.at, value.clone()),
                None if finding.message.contains("missing") => set(document, &finding.at, Value::Null),
                None => drop(remove(document, &finding.at)),
            },
        },
    }
}

/// Results of obeying the help about many mistakes.
#[derive(Default)]
struct Results {
    count: usize,
    fixed: usize,
    /// Number of mistakes with fewer errors after the first round.
    reduced: usize,
    worse: String,
    left: String,
}

impl Results {
    /// Obeys the help about a broken document for two rounds.
    fn add(&mut self, schema: &UserSchema, document: &Value, meant: &Value) {
        self.count += 1;
        let (mut now, mut report) = (document.clone(), errors(schema, document));
        let first = report.clone();
        for round in 0..2 {
            let before = report.counts().errors;
            // Later findings first, so that removed items do not move the others.
            let all: Vec<&Diagnostic> = report.errors().collect();
            all.into_iter().rev().for_each(|finding| obey(&mut now, finding, meant));
            report = errors(schema, &now);
            if report.counts().errors > before {
                let _ = writeln!(self.worse, "{document}\n  {first}\n  now {now}\n  {report}");
            }
            self.reduced += usize::from(round == 0 && report.counts().errors < before);
        }
        if report.has_errors() {
            let _ = writeln!(self.left, "{document}\n  {first}\n  now {now}\n  {report}");
        } else {
            self.fixed += 1;
        }
    }

    /// Asserts that no help made a document worse, and that this share of the documents in percent is valid.
    fn assert(&self, min_count: usize, min_percent: usize) {
        let Self { count, fixed, reduced, worse, left } = self;
        println!("{count} mistakes, {reduced} with fewer errors after a round, {fixed} fixed in two");
        assert!(*count >= min_count, "{count}");
        assert!(worse.is_empty(), "of {count}, {fixed} fixed; worse:\n{worse}");
        assert!(fixed * 100 >= count * min_percent, "{fixed} of {count}; left:\n{left}");
    }
}

fn errors(schema: &UserSchema, document: &Value) -> Report {
    let (Ok(report) | Err(report)) =
        check_schema(schema, &document.to_string()).map(|checked| checked.warnings().clone());
    report
}

#[test]
fn obeying_the_help_makes_documents_valid() {
    let own = SCHEMAS.lines().map(|row| {
        let row: Value = serde_json::from_str(row).expect("a row");
        (compile(&row["schema"].to_string()), row["documents"].as_array().cloned().expect("documents"))
    });
    let mut results = Results::default();
    for (schema, documents) in own.chain(contracts()) {
        for meant in documents {
            assert_eq!(errors(&schema, &meant).counts().errors, 0, "{meant}: {}", errors(&schema, &meant));
            let mut broken = mistakes(&meant);
            broken.retain(|document| errors(&schema, document).has_errors());
            let step = broken.len().div_ceil(MAX_PER_DOCUMENT).max(1);
            broken.into_iter().step_by(step).for_each(|document| results.add(&schema, &document, &meant));
        }
    }
    results.assert(MIN_MISTAKES, MIN_FIXED_PERCENT);
}

/// Mistakes of other kinds, written by hand: names of other conventions, synonyms, other notations of values, other
/// shapes, and several mistakes at once.
#[test]
fn obeying_the_help_about_written_mistakes_makes_documents_valid() {
    let (mut results, mut valid, contracts) = (Results::default(), Vec::new(), contracts().collect::<Vec<_>>());
    for row in WRITTEN.lines() {
        let row: Value = serde_json::from_str(row).expect("a row");
        let own;
        let (schema, meant) = if let Some(name) = row["contract"].as_str() {
            let at = CONTRACTS.iter().position(|(folder, _)| *folder == name).expect("a contract");
            let example = row["example"].as_u64().and_then(|index| usize::try_from(index).ok()).expect("an index");
            (&contracts[at].0, &contracts[at].1[example])
        } else {
            own = compile(&row["schema"].to_string());
            (&own, &row["document"])
        };
        assert_eq!(errors(schema, meant).counts().errors, 0, "{meant}: {}", errors(schema, meant));
        for mistake in row["mistakes"].as_array().expect("mistakes") {
            let mut document = meant.clone();
            let pointer = |text: &str| text.parse::<Pointer>().expect("a pointer");
            for removed in mistake["remove"].as_array().into_iter().flatten().filter_map(Value::as_str) {
                remove(&mut document, &pointer(removed)).unwrap_or_else(|| panic!("{mistake}"));
            }
            for (place, value) in mistake["set"].as_object().into_iter().flatten() {
                set(&mut document, &pointer(place), value.clone());
            }
            if errors(schema, &document).has_errors() {
                results.add(schema, &document, meant);
            } else {
                valid.push(mistake["kind"].to_string());
            }
        }
    }
    assert_eq!(valid, Vec::<String>::new());
    results.assert(MIN_WRITTEN_MISTAKES, MIN_WRITTEN_FIXED_PERCENT);
}
