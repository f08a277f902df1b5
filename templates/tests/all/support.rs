//! Support for the tests: a tokenizer for a small part of Apex, and example blueprints.

use planwright_contracts::action_blueprint::{Blueprint, Context};
use planwright_contracts::{Report, check_value};
use planwright_templates::{ApexBundle, Options, lower, render};
use serde_json::Value;

/// The example blueprints.
pub(crate) const EXAMPLES: [&str; 6] = [
    include_str!("../../../examples/blueprints/update-opportunity-stage.json"),
    include_str!("../../../examples/blueprints/create-follow-up-task.json"),
    include_str!("../../../examples/blueprints/sync-erp-account.json"),
    include_str!("../../../examples/blueprints/send-notification.json"),
    include_str!("../../../examples/blueprints/wide-update-contact-profile.json"),
    include_str!("../../../examples/blueprints/reassign-case.json"),
];

/// Checks and renders a blueprint.
pub(crate) fn bundle(blueprint: &Value) -> Result<ApexBundle, Report> {
    let checked = check_value::<Blueprint>(blueprint.clone(), &Context::default())?;
    Ok(render(&lower(&checked), &Options::default()))
}

/// Renders a blueprint that must pass the check.
pub(crate) fn rendered(blueprint: &Value) -> ApexBundle {
    bundle(blueprint).unwrap_or_else(|report| panic!("{report:?} refuses {blueprint}"))
}

pub(crate) fn parse(text: &str) -> Value {
    serde_json::from_str(text).expect("an example is JSON")
}

/// Returns the tokens of all classes of a bundle. Every literal becomes `''`, decoded or not, and comments are removed.
pub(crate) fn skeleton(bundle: &ApexBundle) -> Vec<String> {
    let classes = bundle.files.iter().filter(|file| is_class(&file.path));
    classes.flat_map(|file| without_decoding(&tokens(&file.text))).collect()
}

pub(crate) fn is_class(path: &str) -> bool {
    std::path::Path::new(path).extension().is_some_and(|extension| extension == "cls")
}

/// Returns the tokens of a class. Panics if the platform's parser would reject it.
pub(crate) fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let length = match letter {
            '/' if rest.starts_with("/*") => rest.find("*/").expect("a comment ends") + 2,
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '\'' => literal(rest),
            _ if letter.is_whitespace() => letter.len_utf8(),
            _ if letter.is_ascii_alphanumeric() || letter == '_' => {
                rest.find(|next: char| !next.is_ascii_alphanumeric() && next != '_').unwrap_or(rest.len())
            }
            _ => {
                assert!(letter.is_ascii_punctuation(), "{letter:?} stands outside of a literal");
                1
            }
        };
        let (token, after) = rest.split_at(length);
        rest = after;
        match letter {
            '\'' => tokens.push("''".to_owned()),
            '/' if length > 1 => {}
            _ if letter.is_whitespace() => {}
            _ => tokens.push(token.to_owned()),
        }
    }
    balanced(&tokens);
    tokens
}

/// Returns the length of the literal at the start, including the quotes.
fn literal(text: &str) -> usize {
    let mut letters = text.char_indices().skip(1);
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\'' => return at + 1,
            '\\' => {
                let (_, escaped) = letters.next().expect("an escape has a letter");
                assert!("nrtbf\"'\\".contains(escaped), "\\{escaped} is not an escape that we write");
            }
            _ => assert!(letter >= ' ', "{letter:?} breaks a literal"),
        }
    }
    panic!("a literal does not end");
}

fn balanced(tokens: &[String]) {
    let mut open = Vec::new();
    for token in tokens {
        match token.as_str() {
            "(" => open.push(")"),
            "{" => open.push("}"),
            "[" => open.push("]"),
            ")" | "}" | "]" => assert_eq!(open.pop(), Some(token.as_str()), "brackets do not match"),
            _ => {}
        }
    }
    assert!(open.is_empty(), "{open:?} are missing at the end");
}

/// Replaces literals that are decoded at run time, and concatenated ones, by plain literals.
fn without_decoding(tokens: &[String]) -> Vec<String> {
    let decoding = ["PwTextEscapes", ".", "unescape", "(", "''", ")"];
    let mut plain = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at..].iter().take(decoding.len()).eq(decoding.iter()) {
            plain.push("''".to_owned());
            at += decoding.len();
        } else if tokens[at] == "+" && plain.last().is_some_and(|last| last == "''") && tokens[at + 1] == "''" {
            at += 2;
        } else {
            plain.push(tokens[at].clone());
            at += 1;
        }
    }
    plain
}
