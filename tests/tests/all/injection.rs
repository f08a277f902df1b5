//! Random blueprints, twenty thousand of them in CI: the generated code parses, and no string of a blueprint adds,
//! removes or changes a token.
//!
//! Each shape is rendered once with plain strings and several times with hostile ones. The tokens and nodes of the Apex
//! must be the same, ignoring the content of literals, comments and names.

use std::path::Path;
use std::thread;

use planwright_contracts::action_blueprint::{Context, check_file};
use planwright_templates::{Options, lower, render};
use planwright_tests::blueprints::{HOSTILE, blueprint, hostile};
use planwright_tests::mutate::Random;
use serde_json::Value;
use tree_sitter_c2rust::{Node, Parser, Tree};

/// Number of shapes, and number of hostile variants of each.
const SHAPES: u64 = 4400;
const VARIANTS: u64 = 5;

/// Minimum number of compared pairs. A few shapes do not pass the check.
const MIN_PAIRS: u64 = 20_000;

/// By default, only a twentieth of the shapes is tested, because all of them take minutes in an unoptimized build.
const SAMPLE_DIVISOR: u64 = 20;

/// Returns the classes of a blueprint, or the reason why the check refused it.
fn classes(blueprint: &Value) -> Result<Vec<String>, String> {
    let batch = check_file(&blueprint.to_string(), &Context::default())
        .map_err(|report| report.iter().map(|finding| finding.message.clone()).collect::<Vec<_>>().join("; "))?;
    let bundle = render(&lower(&batch.actions[0]), &Options::default());
    Ok(bundle
        .files
        .into_iter()
        .filter(|file| Path::new(&file.path).extension().is_some_and(|ending| ending == "cls"))
        .map(|file| file.text)
        .collect())
}

fn parser() -> Parser {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_sfapex::apex::LANGUAGE.into()).expect("the grammar fits the parser");
    parser
}

fn parse(parser: &mut Parser, text: &str) -> Tree {
    parser.parse(text, None).expect("without a deadline every text is parsed")
}

/// Returns the kinds of all nodes and tokens without literals and comments, or `None` if the code does not parse.
fn skeleton(parser: &mut Parser, text: &str) -> Option<Vec<u16>> {
    let tree = parse(parser, text);
    if tree.root_node().has_error() {
        return None;
    }
    let mut kinds = Vec::new();
    let mut cursor = tree.walk();
    loop {
        let literals = literals(cursor.node(), text);
        let node = literals.as_ref().and_then(|parts| parts.first().copied()).unwrap_or_else(|| cursor.node());
        kinds.push(node.kind_id());
        // The grammar allows multi-line literals, the platform does not.
        if literals.iter().flatten().any(|literal| text[literal.byte_range()].contains(['\n', '\r'])) {
            return None;
        }
        let opaque = literals.is_some() || matches!(node.kind(), "line_comment" | "block_comment");
        if !opaque && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return Some(kinds);
            }
            // The end of a node is recorded too, because trees with the same sequence of kinds may be nested
            // differently.
            kinds.push(u16::MAX);
        }
    }
}

/// Returns the literals of a node that only consists of literals: the node itself, the only argument of the runtime's
/// unescape method, or the parts of a concatenation. A string that is longer than a line has more parts.
fn literals<'t>(node: Node<'t>, text: &str) -> Option<Vec<Node<'t>>> {
    match node.kind() {
        "string_literal" => Some(vec![node]),
        "binary_expression" => {
            let operator = node.child_by_field_name("operator").filter(|operator| operator.kind() == "+");
            let mut parts = literals(node.child_by_field_name("left").filter(|_| operator.is_some())?, text)?;
            parts.extend(literals(node.child_by_field_name("right")?, text)?);
            Some(parts)
        }
        "method_invocation" if text[node.byte_range()].starts_with("PwTextEscapes.unescape(") => {
            let arguments = node.child_by_field_name("arguments")?;
            literals(arguments.named_child(0).filter(|_| arguments.named_child_count() == 1)?, text)
        }
        _ => None,
    }
}

/// Result of a range of shapes: compared blueprints, refused ones, and problems.
#[derive(Default)]
struct Outcome {
    compared: u64,
    refused: Vec<String>,
    faults: Vec<String>,
}

fn try_shapes(seeds: impl Iterator<Item = u64>) -> Outcome {
    let mut parser = parser();
    let mut outcome = Outcome::default();
    for seed in seeds {
        let plain = blueprint(&mut Random::new(seed), &mut plain_texts());
        let wanted = match classes(&plain) {
            Ok(texts) => texts,
            Err(reason) => {
                outcome.refused.push(format!("shape {seed}: {reason}"));
                continue;
            }
        };
        let wanted: Vec<_> = wanted.iter().map(|text| skeleton(&mut parser, text)).collect();
        if wanted.contains(&None) {
            outcome.faults.push(format!("shape {seed}: plain strings do not parse"));
        }
        for dress in 0..VARIANTS {
            let mut random = Random::new(seed * VARIANTS + dress + 1_000_000);
            let dressed = blueprint(&mut Random::new(seed), &mut hostile_texts(&mut random));
            match classes(&dressed) {
                Err(reason) => outcome.faults.push(format!("shape {seed}, dress {dress} is refused: {reason}")),
                Ok(texts) => {
                    outcome.compared += 1;
                    let found: Vec<_> = texts.iter().map(|text| skeleton(&mut parser, text)).collect();
                    if found != wanted {
                        outcome.faults.push(format!("shape {seed}, dress {dress}: {dressed}"));
                    }
                }
            }
        }
    }
    outcome
}

fn plain_texts() -> impl FnMut() -> String {
    let mut count = 0;
    move || {
        count += 1;
        format!("Plain {count}")
    }
}

/// Returns distinct hostile strings. The generated test of two guardrails with the same message would be shorter.
fn hostile_texts(random: &mut Random) -> impl FnMut() -> String {
    let mut count = 0;
    move || {
        count += 1;
        format!("{count:03}{}", hostile(random))
    }
}

fn compare(shapes: u64, least: u64) {
    let workers = thread::available_parallelism().map_or(1, |number| number.get() as u64).min(shapes);
    let outcomes: Vec<Outcome> = thread::scope(|scope| {
        let step = usize::try_from(workers).unwrap_or(1);
        let handles: Vec<_> =
            (0..workers).map(|worker| scope.spawn(move || try_shapes((worker..shapes).step_by(step)))).collect();
        handles.into_iter().map(|handle| handle.join().expect("a worker panicked")).collect()
    });
    let faults: Vec<&String> = outcomes.iter().flat_map(|outcome| &outcome.faults).collect();
    let refused: Vec<&String> = outcomes.iter().flat_map(|outcome| &outcome.refused).collect();
    let compared: u64 = outcomes.iter().map(|outcome| outcome.compared).sum();
    assert!(faults.is_empty(), "{} of {compared} differ\n{:#?}", faults.len(), &faults[..faults.len().min(5)]);
    assert!(
        compared >= least,
        "only {compared} were compared, {} shapes were refused\n{:#?}",
        refused.len(),
        &refused[..refused.len().min(5)]
    );
}

#[test]
fn no_string_changes_a_token() {
    compare(SHAPES / SAMPLE_DIVISOR, MIN_PAIRS / SAMPLE_DIVISOR);
}

#[test]
#[ignore = "takes minutes; `.ci/full packages` runs it"]
fn no_string_of_twenty_thousand_changes_a_token() {
    compare(SHAPES, MIN_PAIRS);
}

/// Control: a renderer that does not escape a label is caught, in a literal and in a comment.
#[test]
fn a_raw_string_changes_tokens() {
    let mut parser = parser();
    let plain = blueprint(&mut Random::new(1), &mut plain_texts());
    let texts = classes(&plain).expect("it passes");
    let label = plain["label"].as_str().expect("a blueprint has a label");
    let wanted: Vec<_> = texts.iter().map(|text| skeleton(&mut parser, text)).collect();
    let caught = |raw: &str, parser: &mut Parser| {
        let spoiled = texts.iter().map(|text| text.replace(label, raw));
        spoiled.map(|text| skeleton(parser, &text)).collect::<Vec<_>>() != wanted
    };
    assert!(!caught("Other 1", &mut parser), "another plain string is no difference");
    for raw in [
        "it's",
        "x'); delete records; //",
        "x' + UserInfo.getUserId() + '",
        "*/ delete records; /*",
        "line\nbreak",
        "\\",
    ] {
        assert!(HOSTILE.contains(&raw), "{raw:?} is not tried above");
        assert!(caught(raw, &mut parser), "{raw:?} is not caught");
    }
}
