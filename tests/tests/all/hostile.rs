//! Mutated schemas: every input results in valid Rust, or in errors with a location. Never in a panic.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use planwright_apex_types::{ApexOptions, generate_apex};
use planwright_codegen::{Error, ErrorKind, GeneratedFile, Options, SchemaSet, generate_with};
use planwright_sync::read_tree;
use planwright_tests::cases::{self, lines};
use planwright_tests::mutate::{Pool, Random, mutate};
use planwright_tests::workspace;
use serde_json::Value;

/// Number of mutated sets in each run.
const RUNS: u64 = 600;

/// Time limit per set, in an unoptimized build on a busy machine.
const LIMIT: Duration = Duration::from_secs(20);

type Texts = Vec<(String, Vec<u8>)>;

/// Returns the sets that are mutated: every contract and every golden.
fn sets() -> Vec<Vec<(String, Value)>> {
    let all = read_tree(&workspace().join("schemas"), ".schema.json").expect("schemas/ can be read");
    let folder = |path: &str| path.split('/').next().unwrap_or_default().to_owned();
    let contracts = all.chunk_by(|one, other| folder(&one.0) == folder(&other.0)).map(<[_]>::to_vec);
    let goldens = ["codegen", "apex-types"].into_iter().flat_map(cases::all).map(|case| case.texts());
    let parse = |texts: Texts| {
        let parsed = texts.into_iter().map(|(path, bytes)| (path, serde_json::from_slice(&bytes).unwrap_or_default()));
        parsed.collect::<Vec<(String, Value)>>()
    };
    // Large sets take long and find no more than small ones.
    contracts
        .chain(goldens)
        .filter(|texts| texts.iter().map(|(_, bytes)| bytes.len()).sum::<usize>() < 30_000)
        .map(parse)
        .collect()
}

fn compile(texts: Texts) -> Result<Vec<GeneratedFile>, Vec<Error>> {
    // The shared code is the same for all schemas, and parsing it each time would double the duration.
    generate_with(&SchemaSet::parse(texts)?, &Options::default())
}

/// Returns a problem with the handling of a set, or whether it was compiled.
fn verdict(texts: &Texts) -> Result<bool, String> {
    let start = Instant::now();
    let result = catch_unwind(AssertUnwindSafe(|| compile(texts.clone()))).map_err(|_| "it panicked".to_owned())?;
    if start.elapsed() > LIMIT {
        return Err(format!("it took {:?}", start.elapsed()));
    }
    match result {
        Ok(files) => {
            for file in &files {
                syn::parse_file(&file.text).map_err(|error| format!("{} is no Rust: {error}", file.path))?;
            }
            Ok(true)
        }
        Err(errors) if errors.is_empty() => Err("it was refused without a reason".to_owned()),
        Err(errors) => {
            let odd = |error: &&Error| matches!(error.kind, ErrorKind::Backend { .. }) || error.line_column.is_none();
            match errors.iter().find(odd) {
                Some(error) => Err(format!("a defect of ours, or no place: {error}")),
                None => Ok(false),
            }
        }
    }
}

/// Does the same for Apex.
fn apex_verdict(texts: &Texts) -> Result<bool, String> {
    let start = Instant::now();
    let compile = || generate_apex(&SchemaSet::parse(texts.clone())?, &ApexOptions::default());
    let result = catch_unwind(AssertUnwindSafe(compile)).map_err(|_| "Apex panicked".to_owned())?;
    if start.elapsed() > LIMIT {
        return Err(format!("Apex took {:?}", start.elapsed()));
    }
    match result {
        Ok(compiled) => {
            for file in compiled.files.iter().filter(|file| !file.path.ends_with("-meta.xml")) {
                skeleton(&file.text).map_err(|why| format!("{}: {why}\n{}", file.path, file.text))?;
            }
            Ok(true)
        }
        Err(errors) => match errors.iter().find(|error| error.line_column.is_none()) {
            Some(error) => Err(format!("no place: {error}")),
            None => Ok(false),
        },
    }
}

/// Checks that the code outside of comments and literals is ASCII with matching brackets, and that every literal ends
/// on its line.
fn skeleton(text: &str) -> Result<(), String> {
    let mut open = Vec::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '/' if letters.peek() == Some(&'*') => {
                let mut last = ' ';
                letters.next();
                if !letters.by_ref().any(|next| std::mem::replace(&mut last, next) == '*' && next == '/') {
                    return Err("a comment does not end".to_owned());
                }
            }
            '\'' => loop {
                match letters.next() {
                    Some('\\') => drop(letters.next()),
                    Some('\'') => break,
                    Some(' '..='~') => {}
                    other => return Err(format!("{other:?} in a literal")),
                }
            },
            '(' => open.push(')'),
            '{' => open.push('}'),
            '[' => open.push(']'),
            ')' | '}' | ']' if open.pop() != Some(letter) => return Err(format!("{letter} has no other half")),
            '\n' | ' '..='~' => {}
            other => return Err(format!("{other:?} in code")),
        }
    }
    if open.is_empty() { Ok(()) } else { Err(format!("{open:?} are missing")) }
}

#[test]
fn the_skeleton_sees_what_is_broken() {
    assert_eq!(skeleton("/* é */ class A { String a = 'it\\'s'; }"), Ok(()));
    for broken in ["class A {", "'a\nb'", "/* a", "class \u{e9} {}", "f(]", "'\u{202e}'"] {
        assert!(skeleton(broken).is_err(), "{broken:?}");
    }
}

fn spoil(seed: u64, sets: &[Vec<(String, Value)>], pool: &Pool) -> Texts {
    let mut random = Random::new(seed);
    let mut set = random.pick(sets).clone();
    for _ in 0..=random.below(3) {
        let index = random.below(set.len());
        mutate(&mut set[index].1, pool, &mut random);
    }
    set.into_iter().map(|(path, value)| (path, value.to_string().into_bytes())).collect()
}

fn run(seeds: std::ops::Range<u64>) {
    let sets = sets();
    let pool = Pool::new(sets.iter().flatten().map(|(_, value)| value));
    let total = seeds.end - seeds.start;
    let mut compiled = 0;
    let mut apex = 0;
    let mut failures = Vec::new();
    for seed in seeds {
        let texts = spoil(seed, &sets, &pool);
        for (verdict, count) in [(verdict(&texts), &mut compiled), (apex_verdict(&texts), &mut apex)] {
            match verdict {
                Ok(done) => *count += u64::from(done),
                Err(failure) => failures.push(format!("seed {seed}: {failure}")),
            }
        }
    }
    assert!(failures.is_empty(), "{} of {total} failed\n{}", failures.len(), failures.join("\n"));
    assert!(
        compiled > total / 10 && compiled < total * 9 / 10,
        "only {compiled} of {total} compiled: they show little"
    );
    assert!(apex > total / 20, "only {apex} of {total} became Apex: they show little");
}

#[test]
fn spoiled_schemas_never_panic() {
    run(0..RUNS);
}

#[test]
#[ignore = "takes minutes; `.ci/full packages` runs it"]
fn many_spoiled_schemas_never_panic() {
    run(RUNS..20 * RUNS);
}

#[test]
fn the_same_seed_spoils_alike() {
    let sets = sets();
    let pool = Pool::new(sets.iter().flatten().map(|(_, value)| value));
    assert_eq!(spoil(7, &sets, &pool), spoil(7, &sets, &pool));
    assert_ne!(spoil(7, &sets, &pool), spoil(8, &sets, &pool));
}

/// Refuses a file of nested brackets that is too deep for any stack.
fn refuse_deep(open: &str, middle: &str, close: &str) {
    let depth = 100_000;
    let text = format!("{}{middle}{}", open.repeat(depth), close.repeat(depth));
    let start = Instant::now();
    let errors = compile(vec![("deep.schema.json".to_owned(), text.into_bytes())]).expect_err("it is too deep");
    assert!(start.elapsed() < LIMIT, "it took {:?}", start.elapsed());
    assert!(lines(&errors).contains("nested"), "{}", lines(&errors));
}

#[test]
fn a_depth_of_a_hundred_thousand_is_refused() {
    refuse_deep("[", "", "]");
    refuse_deep("{\"not\":", "{}", "}");
    refuse_deep("{\"allOf\":[", "{}", "]}");
    refuse_deep("{\"properties\":{\"a\":", "{}", "}}");
    refuse_deep("{\"not\":", "", "");
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let mut random = Random::new(1);
    for length in 0..300 {
        let bytes: Vec<u8> = (0..length).map(|_| u8::try_from(random.below(256)).unwrap_or_default()).collect();
        let errors = compile(vec![("noise.schema.json".to_owned(), bytes)]).expect_err("noise is no schema");
        assert!(errors.iter().all(|error| error.line_column.is_some()), "{}", lines(&errors));
    }
}

#[test]
fn a_long_chain_and_a_wide_schema_take_no_long() {
    let links: Vec<String> = (0..1000).map(|n| format!("\"D{n}\":{{\"$ref\":\"#/definitions/D{}\"}}", n + 1)).collect();
    let chain = format!("{{\"definitions\":{{{},\"D1000\":{{\"type\":\"string\"}}}}}}", links.join(","));
    let members: Vec<String> =
        (0..1000).map(|n| format!("\"m{n}\":{{\"type\":\"object\",\"properties\":{{\"a\":{{}}}}}}")).collect();
    let wide = format!("{{\"type\":\"object\",\"properties\":{{{}}}}}", members.join(","));
    for text in [chain, wide] {
        let texts = vec![("large.schema.json".to_owned(), text.into_bytes())];
        let taken = verdict(&texts);
        assert!(taken.is_ok(), "{taken:?}");
    }
}
