//! The files in `CONTRIBUTING.md` exist, and its recipes are short.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use planwright_tests::{sources, workspace};

/// Maximum number of files that a recipe may change, and of crates that contain them.
const FILES: usize = 5;
const CRATES: usize = 3;

/// Recipes that must exist.
const RECIPES: [&str; 3] = ["A dialect", "A back end", "A drift rule"];

/// Returns the paths in code spans: with a slash, and without placeholders.
fn paths(text: &str) -> Vec<&str> {
    let quoted = text.split('`').skip(1).step_by(2);
    quoted.filter(|path| path.contains('/') && !path.contains(['<', '*', ' ', ':', '$'])).collect()
}

fn missing(root: &Path, text: &str) -> Vec<String> {
    let paths = paths(text).into_iter().filter(|path| !path.starts_with("tests/all/"));
    paths.filter(|path| !root.join(path).exists()).map(str::to_owned).collect()
}

/// Returns title and steps of each recipe.
fn recipes(text: &str) -> Vec<(&str, Vec<&str>)> {
    let Some((_, rest)) = text.split_once("\n## Recipes\n") else { return Vec::new() };
    let section = rest.split("\n## ").next().unwrap_or_default();
    let recipes = section.split("\n### ").skip(1).map(|recipe| {
        let (title, body) = recipe.split_once('\n').unwrap_or((recipe, ""));
        let steps = body.lines().filter(|line| line.split_once(". ").is_some_and(|(n, _)| n.parse::<usize>().is_ok()));
        (title, steps.collect())
    });
    recipes.collect()
}

/// Returns the problems of a recipe: too many files or crates, or no files.
fn faults(crates: &[String], title: &str, steps: &[&str]) -> Vec<String> {
    let owner = |step: &str| {
        let path = step.split('`').nth(1).unwrap_or_default().to_owned();
        crates.iter().find(|folder| path.starts_with(&format!("{folder}/"))).cloned()
    };
    let owners: BTreeSet<String> = steps.iter().filter_map(|step| owner(step)).collect();
    let mut found = Vec::new();
    if steps.is_empty() || steps.len() > FILES {
        found.push(format!("{title}: {} files", steps.len()));
    }
    if owners.len() > CRATES {
        found.push(format!("{title}: {} crates", owners.len()));
    }
    found
}

#[test]
fn the_files_of_the_guide_are_there() {
    let text = fs::read_to_string(workspace().join("CONTRIBUTING.md")).expect("there is a guide");
    assert!(paths(&text).len() > 20, "only {} paths were read", paths(&text).len());
    assert_eq!(missing(&workspace(), &text), Vec::<String>::new());
    assert_eq!(missing(&workspace(), "`docs/ci.md` and `docs/no.md`, `a/<b>.rs`"), ["docs/no.md"]);
}

#[test]
fn recipes_are_short() {
    let text = fs::read_to_string(workspace().join("CONTRIBUTING.md")).expect("there is a guide");
    let recipes = recipes(&text);
    let crates = sources::crates(&workspace());
    for title in RECIPES {
        assert!(recipes.iter().any(|(known, _)| *known == title), "there is no recipe {title:?}");
    }
    let found: Vec<String> = recipes.iter().flat_map(|(title, steps)| faults(&crates, title, steps)).collect();
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn a_long_recipe_is_found() {
    let text = "\n## Recipes\n\n### A\n\n1. `a/x`: one\n2. `b/x`: two\n   more\n3. `c/x`\n4. `d/x`\n5. `d/y`\n6. `d/z`\n\n### B\n\nnone\n\n## Rules\n";
    let crates = ["a", "b", "c", "d"].map(str::to_owned);
    let found: Vec<String> = recipes(text).iter().flat_map(|(title, steps)| faults(&crates, title, steps)).collect();
    assert_eq!(found, ["A: 6 files", "A: 4 crates", "B: 0 files"]);
}
