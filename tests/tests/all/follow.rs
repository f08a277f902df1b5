//! Validates documents while they arrive. No valid document is stopped, the chunking has no effect, and a planted error
//! is detected within its token.

use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;

use planwright_check::Policy;
use planwright_check::follow::{FollowRoot as _, FollowSchema, Follower};
use planwright_check::schema::UserSchema;
use planwright_contracts::{ContractName, Surroundings};
use planwright_generated::action_blueprint::ActionBlueprint;
use planwright_generated::fix_plan::FixPlan;
use planwright_generated::{ROOTS, RootInfo, SchemaRoot};
use planwright_runtime::CompiledSchema;
use planwright_schema::SchemaSet;
use planwright_tests::mutate::Random;
use planwright_tests::planted::{Planted, PlantedKind, plant};
use planwright_tests::vary::{DocumentParts, written};
use planwright_tests::{documents, workspace};
use serde_json::Value;

/// Result for a document: the byte that made it invalid, or its completeness.
#[derive(Clone, Debug, PartialEq, Eq)]
enum FollowVerdict {
    Dead { at: usize, code: &'static str },
    Open,
    Complete,
}

fn follow(schema: &Arc<FollowSchema>, policy: Policy, text: &[u8], mut cut: impl FnMut() -> usize) -> FollowVerdict {
    let mut follower = Follower::new(Arc::clone(schema), policy);
    let mut rest = text;
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(cut().min(rest.len()));
        if let Some(dead) = follower.push(piece) {
            return FollowVerdict::Dead { at: dead.at, code: dead.code() };
        }
        rest = after;
    }
    if follower.is_complete() { FollowVerdict::Complete } else { FollowVerdict::Open }
}

/// Returns the verdict, and asserts that it does not depend on the chunking.
fn verdict(schema: &Arc<FollowSchema>, policy: Policy, text: &[u8], random: &mut Random) -> FollowVerdict {
    let whole = follow(schema, policy, text, || text.len());
    assert_eq!(follow(schema, policy, text, || 1), whole, "byte by byte: {}", String::from_utf8_lossy(text));
    let cut = follow(schema, policy, text, || 1 + random.below(9));
    assert_eq!(cut, whole, "cut at random: {}", String::from_utf8_lossy(text));
    whole
}

/// Runs every test of the keywords and formats, which covers all drafts, and counts invalid and complete documents.
/// `FOLLOW_SUITE` adds a folder, such as one of the official suite.
#[test]
fn no_valid_document_of_the_keywords_is_stopped() {
    let (mut dead, mut complete, mut late) = (0, 0, 0);
    let mut random = Random::new(1);
    let more = std::env::var("FOLLOW_SUITE").ok();
    for folder in ["tests/cases/keywords", "tests/cases/formats"].into_iter().chain(more.as_deref()) {
        for entry in fs::read_dir(workspace().join(folder)).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                continue;
            }
            let groups: Value = serde_json::from_str(&fs::read_to_string(&path).expect("a file")).expect("JSON");
            for group in groups.as_array().into_iter().flatten() {
                let text = group["schema"].to_string();
                let set = SchemaSet::parse([("schema.json".to_owned(), text.into_bytes())]);
                let Some(schema) = set.ok().and_then(|set| UserSchema::new(&set, "schema.json").ok()) else { continue };
                let follows = Arc::new(FollowSchema::new(schema.validator()).expect("a schema"));
                for test in group["tests"].as_array().into_iter().flatten() {
                    let text = test["data"].to_string();
                    // The document is validated as the parser returns it.
                    let is_valid =
                        planwright_source::parse(&text).is_ok_and(|value| schema.validator().is_valid(&value));
                    match verdict(&follows, Policy::Strict, format!("{text}\n").as_bytes(), &mut random) {
                        FollowVerdict::Complete => {
                            complete += usize::from(is_valid);
                            late += usize::from(!is_valid);
                        }
                        FollowVerdict::Dead { at, code } => {
                            assert!(
                                !is_valid,
                                "{}: {} is stopped at {at} with {code}: {text}",
                                path.display(),
                                group["schema"]
                            );
                            dead += 1;
                        }
                        FollowVerdict::Open => panic!("{}: {text} is not complete", path.display()),
                    }
                }
            }
        }
    }
    println!("{complete} valid and complete, {dead} dead, {late} refused at the end alone");
    assert!(complete > 400 && dead > 150, "{complete} complete, {dead} dead, {late} late");
}

/// For documents of the repository and random variations, the verdict agrees with the parser.
#[test]
fn no_valid_document_of_a_contract_is_stopped() {
    let (mut valid, mut dead, mut refused) = (0, 0, 0);
    for (index, root) in ROOTS.iter().enumerate() {
        let mut random = Random::new(index as u64);
        let schema = Arc::new(FollowSchema::new((root.validator)()).expect("a schema"));
        for text in texts(root, &mut random, 30) {
            let is_valid = planwright_source::parse(&text).is_ok_and(|value| root.is_valid(&value));
            match verdict(&schema, Policy::Strict, format!("{text} ").as_bytes(), &mut random) {
                FollowVerdict::Dead { at, code } => {
                    assert!(!is_valid, "{} is stopped at {at} with {code}: {text}", root.name);
                    dead += 1;
                }
                FollowVerdict::Complete if is_valid => valid += 1,
                FollowVerdict::Complete | FollowVerdict::Open => refused += 1,
            }
        }
    }
    println!("{valid} valid, {dead} dead, {refused} refused at the end alone");
    assert!(valid > 500 && dead > 500, "{valid} valid, {dead} dead, {refused} refused at the end alone");
}

/// Contracts by name. Their checks accept more than the schema of a plan: fences, lists, refusals, missing properties.
#[test]
fn no_document_that_a_check_takes_is_stopped() {
    let mut taken = BTreeMap::new();
    for contract in ContractName::ALL {
        let (schema, policy) = contract.follow().expect("a schema");
        let schema = Arc::new(schema);
        let mut random = Random::new(7);
        let folder = |root: &&RootInfo| match contract {
            ContractName::SchemaSnapshot | ContractName::StateSnapshot => {
                root.file.ends_with(&format!("{contract}.schema.json"))
            }
            _ => root.file.starts_with(contract.as_str()),
        };
        for root in ROOTS.iter().filter(folder) {
            for text in texts(root, &mut random, 20) {
                let fenced = format!("```json\n{text}\n```\n");
                let listed = format!("[{text}]");
                let inside = format!("{{\"actions\": [{text}]}}");
                let bare = text.replace("\"params\":{},", "").replace(",\"params\":{}", "");
                for text in [text.clone(), fenced, listed, inside, bare, "{\"none\":true, \"x\": 1}".to_owned()] {
                    let is_taken = contract.check(&text, &Surroundings::default()).is_ok();
                    let found = verdict(&schema, policy, text.as_bytes(), &mut random);
                    if is_taken {
                        assert_eq!(found, FollowVerdict::Complete, "{contract}: {text}");
                        *taken.entry(contract.as_str()).or_insert(0) += 1;
                    }
                }
            }
        }
    }
    println!("{taken:?}");
    assert!(taken.len() == ContractName::ALL.len() && taken.values().all(|count| *count > 1), "{taken:?}");
}

/// Returns documents of a root, reordered, and variations of the valid ones.
fn texts(root: &RootInfo, random: &mut Random, rounds: usize) -> Vec<String> {
    let small = |document: &Value| document.to_string().len() < 5_000;
    let documents: Vec<Value> = documents::for_root(root).into_iter().filter(small).take(60).collect();
    let valid: Vec<Value> = documents.iter().filter(|document| root.is_valid(document)).take(20).cloned().collect();
    let mut texts: Vec<String> = documents.iter().map(|document| written(document, random)).collect();
    let mut parts = DocumentParts::default();
    for document in &valid {
        parts.collect(document);
    }
    parts.names.push("x".to_owned());
    for _ in 0..if valid.is_empty() { 0 } else { rounds } {
        let mut document = random.pick(&valid).clone();
        for _ in 0..random.below(3) {
            parts.change(&mut document, random);
        }
        texts.push(written(&document, random));
    }
    texts
}

/// Returns the number of documents with a planted error. `FOLLOW_MUTANTS` overrides it.
fn mutants() -> usize {
    std::env::var("FOLLOW_MUTANTS").ok().and_then(|text| text.parse().ok()).unwrap_or(500)
}

/// Counts of documents with a planted error.
#[derive(Debug, Default)]
struct PlantedCounts {
    all: usize,
    in_token: usize,
    read: usize,
    written: usize,
    /// By kind: number of errors that were detected within the token, and total number.
    kinds: BTreeMap<PlantedKind, (usize, usize)>,
}

impl PlantedCounts {
    fn add(&mut self, planted: &Planted, at: Option<usize>) {
        // The end of a number is only known with the next byte.
        let is_number =
            planted.text.as_bytes().get(planted.token.start).is_some_and(|byte| *byte == b'-' || byte.is_ascii_digit());
        let end = planted.token.end + usize::from(is_number);
        let is_in = at.is_some_and(|at| at < end);
        self.all += 1;
        self.in_token += usize::from(is_in);
        self.read += at.map_or(planted.text.len(), |at| at + 1);
        self.written += planted.text.len();
        let kind = self.kinds.entry(planted.kind).or_default();
        *kind = (kind.0 + usize::from(is_in), kind.1 + 1);
    }

    /// Returns the share per thousand.
    fn share(&self) -> usize {
        1000 * self.in_token / self.all
    }
}

/// Plants one error in documents of a type, and checks when it is detected.
fn planted<T: SchemaRoot>(count: usize) -> PlantedCounts {
    let root = RootInfo::for_type::<T>();
    let mut random = Random::new(42);
    let valid: Vec<Value> = documents::for_root(&root).into_iter().filter(|document| root.is_valid(document)).collect();
    let schema = Arc::new(FollowSchema::new(T::validator()).expect("a schema"));
    let mut counts = PlantedCounts::default();
    while counts.all < count {
        let Some(planted) = plant(random.pick(&valid), &mut random) else { continue };
        if planwright_source::parse(&planted.text).is_ok_and(|value| T::is_valid(&value)) {
            continue;
        }
        let at = match follow(&schema, Policy::Strict, planted.text.as_bytes(), || 16) {
            FollowVerdict::Dead { at, .. } => Some(at),
            FollowVerdict::Open | FollowVerdict::Complete => None,
        };
        if let Some(at) = at {
            assert!(at >= planted.token.start, "{planted:?} is stopped before its error, at {at}");
        }
        counts.add(&planted, at);
    }
    counts
}

/// `cargo xtask follow` runs this for 20,000 documents and prints the counts.
#[test]
fn a_planted_error_is_seen_within_its_token() {
    for (name, counts) in
        [("blueprints", planted::<ActionBlueprint>(mutants())), ("fix plans", planted::<FixPlan>(mutants()))]
    {
        let PlantedCounts { all, in_token, read, written, .. } = counts;
        let saved = 100 * (written - read) / written;
        println!(
            "{name}: {all} documents with one error, {in_token} dead within its token ({} of 1000), {saved} % of the bytes not read",
            counts.share()
        );
        println!("  {:?}", counts.kinds);
        assert!(counts.share() >= 950, "{name}: {counts:?}");
    }
}

/// Control: a follower that only knows the JSON grammar misses most errors.
#[test]
fn a_blind_follower_is_found() {
    let any: Value = Value::Bool(true);
    let blind =
        planwright_runtime::Validator::of_document(&any, jsonschema::Draft::Draft7, BTreeMap::new()).expect("a schema");
    let schema = Arc::new(FollowSchema::new(&blind).expect("a schema"));
    let root = RootInfo::for_type::<FixPlan>();
    let valid: Vec<Value> = documents::for_root(&root).into_iter().filter(|document| root.is_valid(document)).collect();
    let mut random = Random::new(3);
    let mut counts = PlantedCounts::default();
    while counts.all < 100 {
        let Some(planted) = plant(random.pick(&valid), &mut random) else { continue };
        let found = follow(&schema, Policy::Strict, planted.text.as_bytes(), || 16);
        counts.add(&planted, if let FollowVerdict::Dead { at, .. } = found { Some(at) } else { None });
    }
    assert!(counts.share() < 800, "{counts:?}");
}

#[test]
fn a_followed_type_is_read_as_ever() {
    let root = RootInfo::for_type::<FixPlan>();
    let valid = documents::for_root(&root).into_iter().find(|document| root.is_valid(document)).expect("a document");
    let text = valid.to_string();
    let mut followed = FixPlan::follow().expect("a schema");
    for piece in text.as_bytes().chunks(11) {
        followed.feed(piece);
    }
    assert_eq!(followed.finish().expect("a plan"), FixPlan::parse(text.as_bytes()).expect("a plan"));
    let mut cut = FixPlan::follow().expect("a schema");
    cut.feed(&text.as_bytes()[..text.len() - 1]);
    assert!(!cut.follower().is_complete());
    assert_eq!(
        cut.finish().expect_err("half a plan").to_string(),
        FixPlan::parse(&text.as_bytes()[..text.len() - 1]).expect_err("half a plan").to_string()
    );
    let mut dead = FixPlan::follow().expect("a schema");
    dead.feed(b"{\"plan_version\": \"2");
    let report = dead.finish().expect_err("another version");
    assert_eq!(report.errors().map(|error| error.code).collect::<Vec<_>>(), ["CONST_MISMATCH"]);
}
