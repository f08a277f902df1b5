//! Tests that each code, rule, guardrail and configuration key has an anchor in the reference pages. A unit test of
//! `planwright manual` does the same for commands.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use crate::project::{read_text, repository, run};

/// Returns the anchors of a page: those of its headings, in the form that GitHub and mdBook generate, and those of tags
/// with an `id`.
pub(crate) fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#')).map(|line| {
        let title = line.trim_start_matches('#').trim().to_lowercase();
        let letters = title.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
        letters.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
    });
    let tags = text.split("<a id=\"").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0.to_owned()));
    headings.chain(tags).collect()
}

fn printed(arguments: &[&str]) -> Value {
    let (code, out, err) = run(Path::new("."), arguments);
    assert_eq!(code, 0, "{err}");
    serde_json::from_str(&out).expect("JSON")
}

/// Returns those of the names that have no anchor in the page.
fn missing<'n>(page: &str, names: &'n [String]) -> Vec<&'n String> {
    let known = anchors(&read_text(&repository(), &format!("docs/{page}")));
    names.iter().filter(|name| !known.contains(*name)).collect()
}

/// Returns the codes of a list of `planwright rules`, as anchors.
fn codes(list: &Value) -> Vec<String> {
    let rows = list.as_array().expect("a list").iter();
    rows.map(|row| row["code"].as_str().expect("a code").to_lowercase()).collect()
}

/// Returns `section.key` for each key of `planwright.toml`, and the names of sections.
fn keys(schema: &Value) -> Vec<String> {
    let target = |value: &Value| {
        let name = value["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/"));
        name.map_or_else(|| value.clone(), |name| schema["$defs"][name].clone())
    };
    let mut keys = Vec::new();
    for (section, value) in schema["properties"].as_object().expect("properties") {
        keys.push(section.clone());
        let value = target(value);
        let value = value["anyOf"].get(0).map_or(value.clone(), target);
        let inner = value["properties"].as_object().into_iter().flatten();
        keys.extend(inner.map(|(key, _)| format!("{section}.{key}")));
    }
    keys
}

#[test]
fn every_code_and_rule_has_an_anchor() {
    let codes = codes(&printed(&["rules", "--format", "json"]));
    assert!(codes.len() > 350, "only {} codes", codes.len());
    assert_eq!(missing("codes.md", &codes), Vec::<&String>::new());
    assert_eq!(missing("codes.md", &["parse_error".to_owned(), "no_such_code".to_owned()]), ["no_such_code"]);
}

#[test]
fn every_guardrail_has_an_anchor() {
    let names = codes(&printed(&["rules", "guardrails", "--format", "json"]));
    assert!(names.len() > 10, "only {} guardrails", names.len());
    assert_eq!(missing("guardrails.md", &names), Vec::<&String>::new());
}

#[test]
fn every_configuration_key_has_an_anchor() {
    let keys = keys(&printed(&["schema", "planwright.toml"]));
    assert!(keys.len() > 80, "only {} keys", keys.len());
    assert_eq!(missing("configuration.md", &keys), Vec::<&String>::new());
    assert_eq!(missing("configuration.md", &["gen.out".to_owned(), "gen.no-such-key".to_owned()]), ["gen.no-such-key"]);
}

#[test]
fn anchors_are_those_of_headings_and_tags() {
    let text = "# A `b` c!\n\ntext # not\n\n#### MISSING_FIELD\n| <a id=\"gen.out\">`out`</a> |\n";
    assert_eq!(anchors(text).into_iter().collect::<Vec<_>>(), ["a-b-c", "gen.out", "missing_field"]);
}
