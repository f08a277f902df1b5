//! Runs the fuzz targets without a fuzzer.
//!
//! The documents are variations of `tests/vectors` and of the examples of the contracts. They only depend on the seed,
//! so that a run ends and a failure can be reproduced.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it is what this program is for")]

use std::path::Path;
use std::process::ExitCode;

use planwright_fuzz::mutate::Random;
use planwright_fuzz::vary::{DocumentParts, written};
use planwright_fuzz::{ROOTS, Subject, Verdicts, follow, reader, readers, source};
use serde_json::Value;

const USAGE: &str = "usage: bounded source|bytes|readers|follow COUNT [SEED]";

/// Names of the files with documents of each root, in the order of `ROOTS`.
const VECTORS: [&str; 6] =
    ["action-blueprint", "agent-proposal", "fix-plan", "form-plan", "workflow-tools", "action-blueprint"];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (target, count, seed) = match arguments.as_slice() {
        [target, count] => (*target, count.parse(), Ok(1)),
        [target, count, seed] => (*target, count.parse(), seed.parse()),
        _ => return misuse(),
    };
    let (Ok(count), Ok(seed)) = (count, seed) else { return misuse() };
    let mut random = Random::new(seed);
    match target {
        "source" => each_text(count, &mut random, |_, text, _| source(text.as_bytes())),
        "bytes" => each_text(count, &mut random, |_, text, random| {
            let bytes = spoiled(text, random);
            source(&bytes);
            readers(&bytes);
        }),
        "follow" => each_text(count, &mut random, |root, text, random| {
            let mut data =
                vec![u8::try_from(root).unwrap_or_default(), u8::try_from(random.below(256)).unwrap_or_default()];
            data.extend(if random.below(3) == 0 { spoiled(text, random) } else { text.as_bytes().to_vec() });
            follow(&data);
        }),
        "readers" => {
            for (index, subject) in ROOTS.iter().enumerate() {
                let all = agree(index, subject, count, &mut random);
                println!(
                    "{}: {count} documents, {} taken by the reader, 0 of them refused by the validator, {} valid ones left to it",
                    subject.root.name, all.taken, all.left
                );
            }
        }
        _ => return misuse(),
    }
    println!("{target}: {count} documents with seed {seed}");
    ExitCode::SUCCESS
}

fn misuse() -> ExitCode {
    eprintln!("{USAGE}");
    ExitCode::from(2)
}

/// Compares reader and validator for documents of one root.
fn agree(index: usize, subject: &Subject, count: usize, random: &mut Random) -> Verdicts {
    let mut all = Verdicts::default();
    let documents = DocumentPool::for_root(index);
    for _ in 0..count {
        let one = reader(subject, &documents.text(random));
        all.taken += one.taken;
        all.left += one.left;
    }
    all
}

/// Passes documents of all roots in turn, each with the index of its root.
fn each_text(count: usize, random: &mut Random, mut take: impl FnMut(usize, &str, &mut Random)) {
    let all: Vec<DocumentPool> = (0..ROOTS.len()).map(DocumentPool::for_root).collect();
    for round in 0..count {
        let root = round % all.len();
        let text = all[root].text(random);
        take(root, &text, random);
    }
}

/// Valid documents of a root, and the parts for variations.
struct DocumentPool {
    valid: Vec<Value>,
    parts: DocumentParts,
}

impl DocumentPool {
    fn for_root(index: usize) -> Self {
        let (name, root) = (VECTORS[index], &ROOTS[index].root);
        let vectors = text_of(&format!("tests/vectors/{name}.jsonl"));
        let example = text_of(&format!("crates/contracts/src/examples/{name}.json"));
        let mut valid = Vec::new();
        for text in vectors.lines().chain([example.as_str()]) {
            collect_valid(&serde_json::from_str(text).expect("a JSON document"), root, &mut valid);
        }
        assert!(!valid.is_empty(), "no document of {} for {name}", root.name);
        let mut parts = DocumentParts::default();
        valid.iter().take(30).for_each(|document| parts.collect(document));
        parts.names.push("x".to_owned());
        Self { valid, parts }
    }

    /// Returns a valid document or a variation of one.
    fn text(&self, random: &mut Random) -> String {
        let mut document = random.pick(&self.valid).clone();
        for _ in 0..random.below(4) {
            self.parts.change(&mut document, random);
        }
        written(&document, random)
    }
}

/// Reads a file of the repository.
fn text_of(path: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Collects the values of a document, at any depth, that the root allows.
fn collect_valid(value: &Value, root: &planwright_generated::RootInfo, into: &mut Vec<Value>) {
    if root.is_valid(value) {
        into.push(value.clone());
        return;
    }
    match value {
        Value::Object(members) => members.values().for_each(|member| collect_valid(member, root, into)),
        Value::Array(items) => items.iter().for_each(|item| collect_valid(item, root, into)),
        _ => {}
    }
}

/// Fragments of JSON that are inserted.
const PIECES: &[&str] = &[
    "\"",
    "\\",
    "\\u0041",
    "\\ud800",
    "\\ud83d\\ude00",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "null",
    "true",
    "false",
    "-0",
    "1.0",
    "1e999",
    "1e-999",
    "18446744073709551616",
    "0123",
    "\u{0}",
    "\u{1f}",
    "\u{7f}",
    "é",
    "😀",
    "\t",
    "\n        ",
    "        ",
    "{}",
    "[]",
];

/// Returns the bytes of a document with some mutations.
fn spoiled(text: &str, random: &mut Random) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len() + 1);
        match random.below(5) {
            0 => bytes.truncate(at),
            1 => {
                bytes.splice(at..at, random.pick(PIECES).bytes());
            }
            2 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            3 if at < bytes.len() => {
                let end = (at + 1 + random.below(12)).min(bytes.len());
                bytes.drain(at..end);
            }
            _ => {
                let end = (at + random.below(40)).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
        }
    }
    bytes
}
