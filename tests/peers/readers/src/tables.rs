//! Tables of the measurements. Candidates run in turn, A B C A B C.

use std::hint::black_box;
use std::time::Instant;

use planwright_contracts::action_blueprint::{Blueprint, Context};
use planwright_contracts::check;
use planwright_contracts::fix_plan::Fix;
use planwright_generated::SchemaRoot;
use planwright_generated::action_blueprint::ActionBlueprint;
use planwright_generated::fix_plan::FixPlan;
use serde_json::Value;

#[cfg(not(feature = "limits"))]
use crate::ajv::Ajv;
use crate::{borrowed, corpus};

#[jsonschema::validator(
    path = "../../../schemas/action-blueprint/action-blueprint.schema.json",
    draft = Draft7,
    validate_formats = true
)]
struct CompiledBlueprint;

#[jsonschema::validator(path = "../../../schemas/fix-plan/fix-plan.schema.json", draft = Draft7, validate_formats = true)]
struct CompiledFixPlan;

const DOCUMENTS: usize = 1_000;
/// Number of timed turns per candidate, after one that is not counted.
const TURNS: usize = 7;

/// Prints the tables of all corpora.
pub(crate) fn print() {
    let context = Context::default();
    tables::<ActionBlueprint>(&Corpus {
        name: "blueprints",
        valid: corpus::blueprints(DOCUMENTS),
        compiled: CompiledBlueprint::is_valid,
        check: &|text| check::<Blueprint>(text, &context).is_ok(),
        borrowed: &|text| borrowed::action_blueprint::ActionBlueprint::parse(text).is_ok(),
    });
    tables::<FixPlan>(&Corpus {
        name: "fix plans",
        valid: corpus::fix_plans(DOCUMENTS),
        compiled: CompiledFixPlan::is_valid,
        check: &|text| check::<Fix>(text, &()).is_ok(),
        borrowed: &|text| borrowed::fix_plan::FixPlan::parse(text).is_ok(),
    });
}

/// Documents of one root, and functions other than its type that accept them.
struct Corpus<'a> {
    name: &'a str,
    valid: Vec<String>,
    compiled: fn(&Value) -> bool,
    check: &'a dyn Fn(&str) -> bool,
    borrowed: &'a dyn Fn(&str) -> bool,
}

/// Prints the tables of valid and of invalid documents of one root.
fn tables<T: SchemaRoot>(corpus: &Corpus<'_>) {
    let name = corpus.name;
    table::<T>(&format!("valid {name}"), &corpus.valid, corpus);
    #[cfg(not(feature = "limits"))]
    table::<T>(&format!("invalid {name}, one error each"), &corpus::spoiled::<T>(&corpus.valid), corpus);
}

/// Candidate: name, and a function that counts the accepted documents.
type Candidate<'a> = (&'static str, Box<dyn Fn(&[String]) -> usize + 'a>);

/// Returns a candidate that validates one document after the other.
fn each<'a>(name: &'static str, takes: impl Fn(&str) -> bool + 'a) -> Candidate<'a> {
    (name, Box::new(move |texts| texts.iter().filter(|text| takes(text)).count()))
}

#[cfg(not(feature = "limits"))]
fn table<T: SchemaRoot>(title: &str, texts: &[String], corpus: &Corpus<'_>) {
    let schema: Value = serde_json::from_str(T::SCHEMA).unwrap_or_default();
    let at_run_time = jsonschema::options().should_validate_formats(true).build(&schema).expect("a schema");
    let mut boon_schemas = boon::Schemas::new();
    let mut compiler = boon::Compiler::new();
    compiler.enable_format_assertions();
    compiler.add_resource("schema.json", schema.clone()).expect("a schema");
    let boon_schema = compiler.compile("schema.json", &mut boon_schemas).expect("a schema");
    let ajv = Ajv::start(&schema, texts);
    let mut candidates = vec![
        each("jsonschema, compiled: a value and its verdict", |text| (corpus.compiled)(&value(text))),
        each("jsonschema, compiled: a value and all errors", |text| {
            let value = value(text);
            (corpus.compiled)(&value) || at_run_time.iter_errors(&value).count() == 0
        }),
        each("`check`: type, rules and report", corpus.check),
        each("`parse`: type or report", |text| T::parse(text.as_bytes()).is_ok()),
        each("`parse`: type that borrows, or report", corpus.borrowed),
        each("`serde_json::from_str`: type or first error", |text| serde_json::from_str::<T>(text).is_ok()),
        each("the type, not validated", |text| {
            planwright_runtime::as_judged(|| serde_json::from_str::<T>(text)).is_ok()
        }),
        each("jsonschema, at run time: a value and its verdict", |text| at_run_time.is_valid(&value(text))),
        each("boon: a value and all errors", |text| boon_schemas.validate(&value(text), boon_schema).is_ok()),
        each("serde_json: a value, not validated", |text| value(text).is_object()),
    ];
    if let Some(ajv) = &ajv {
        candidates.push(("ajv, in Node: a value and its verdict", Box::new(|_| ajv.takes())));
    }
    measure(title, texts, &candidates);
}

#[cfg(feature = "limits")]
fn table<T: SchemaRoot>(title: &str, texts: &[String], corpus: &Corpus<'_>) {
    let schema: Value = serde_json::from_str(T::SCHEMA).unwrap_or_default();
    let mut options = corvus_json_schema::CompileOptions::default();
    options.assert_format = Some(true);
    let corvus = corvus_json_schema::compile_with(&schema, &options).expect("a schema");
    measure(
        &format!("{title} next to the fastest"),
        texts,
        &[
            each("jsonschema, compiled: a value and its verdict", |text| (corpus.compiled)(&value(text))),
            each("`check`: type, rules and report", corpus.check),
            each("corvus: its verdict", |text| corvus.validate_json(text).unwrap_or_default()),
            each("`parse`: type or report", |text| T::parse(text.as_bytes()).is_ok()),
            each("`parse`: type that borrows, or report", corpus.borrowed),
            each("sonic-rs: a value, not validated", |text| sonic_rs::from_str::<sonic_rs::Value>(text).is_ok()),
            each("simd-json: a tape, not validated, text copied for it", |text| {
                let mut text = text.as_bytes().to_vec();
                simd_json::to_tape(&mut text).is_ok()
            }),
        ],
    );
}

fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

fn measure(title: &str, texts: &[String], candidates: &[Candidate<'_>]) {
    let mut times = vec![Vec::new(); candidates.len()];
    let mut taken = vec![0; candidates.len()];
    for turn in 0..=TURNS {
        for (index, (_, takes)) in candidates.iter().enumerate() {
            let start = Instant::now();
            taken[index] = black_box(takes(texts));
            if turn > 0 {
                times[index].push(start.elapsed().as_secs_f64());
            }
        }
    }
    let bytes: usize = texts.iter().map(String::len).sum();
    println!("## {} {title}, {} KiB\n", texts.len(), bytes / 1024);
    println!("| time | microseconds a document | what is done | accepted |\n|---:|---:|---|---:|");
    for (index, (name, _)) in candidates.iter().enumerate() {
        let ratios = times[0].iter().zip(&times[index]).map(|(first, own)| own / first);
        let time = median(times[index].iter().copied()) * 1e6 / texts.len() as f64;
        println!("| {:.2} | {time:.1} | {name} | {} |", median(ratios), taken[index]);
    }
    println!();
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
