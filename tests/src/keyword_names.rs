//! Counts string literals that name a keyword of JSON Schema, by crate.
//!
//! `planwright_schema::model` reads keywords once, for all crates. A literal elsewhere is a second opinion of what a
//! schema means. The baseline only shrinks.

use std::collections::BTreeMap;

use planwright_schema::model::Keyword;
use proc_macro2::{TokenStream, TokenTree};

use crate::sources::{Source, crates};

/// Crates that may name keywords: the one that defines them, and the tests, whose data are schemas.
const EXEMPT: [&str; 2] = ["crates/schema", "tests"];

/// Keywords in lower case that have no other meaning in the sources.
const PLAIN: [&str; 4] = ["definitions", "maximum", "minimum", "properties"];

/// Number of literals by crate.
pub type Counts = BTreeMap<String, usize>;

/// Counts the literals of each crate outside its tests.
///
/// # Errors
///
/// Returns the path of a file that is not Rust.
pub fn count(root: &std::path::Path, sources: &[Source]) -> Result<Counts, String> {
    let crates = crates(root);
    let mut counts = Counts::new();
    for source in sources {
        let area = crates.iter().find(|area| source.path.starts_with(&format!("{area}/"))).map_or("", String::as_str);
        if EXEMPT.contains(&area) {
            continue;
        }
        let found = keyword_literals(&source.text).map_err(|error| format!("{}: {error}", source.path))?.len();
        if found > 0 {
            *counts.entry(area.to_owned()).or_default() += found;
        }
    }
    Ok(counts)
}

/// Returns the paths of the files that name one keyword, outside of the exempt crates and of tests.
pub fn files_naming(sources: &[Source], keyword: Keyword) -> Vec<String> {
    let is_exempt = |source: &&Source| EXEMPT.iter().any(|area| source.path.starts_with(&format!("{area}/")));
    let names = |source: &&Source| {
        keyword_literals(&source.text).is_ok_and(|found| found.iter().any(|name| name == keyword.name()))
    };
    sources.iter().filter(|source| !is_exempt(source)).filter(names).map(|source| source.path.clone()).collect()
}

/// Returns the keywords that a source names in string literals, outside of its tests.
///
/// Keywords that are ordinary words, such as `type`, do not count: most of these literals have another meaning.
pub fn keyword_literals(source: &str) -> Result<Vec<String>, String> {
    let tokens: TokenStream = source.parse().map_err(|error| format!("no Rust: {error}"))?;
    let mut found = Vec::new();
    search(tokens, &mut found);
    Ok(found)
}

fn search(tokens: TokenStream, found: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (index, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => {
                let before = |offset: usize| index.checked_sub(offset).map(|at| tokens[at].to_string());
                let is_tests = before(1).as_deref() == Some("tests") && before(2).as_deref() == Some("mod");
                if !is_tests {
                    search(group.stream(), found);
                }
            }
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                let name = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or_default();
                let is_telling = name.contains(|c: char| c.is_ascii_uppercase() || c == '$') || PLAIN.contains(&name);
                if is_telling && Keyword::from_name(name).is_some() {
                    found.push(name.to_owned());
                }
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) => {}
        }
    }
}
