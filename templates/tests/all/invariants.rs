//! Tests invariants I1 and I4 on the source code.

use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(&folder).expect("the folder is there").map(|entry| entry.expect("an entry").path());
    entries
        .flat_map(|path| {
            if path.is_dir() {
                let inner = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).expect("inside").display().to_string();
                sources(&inner)
            } else {
                vec![(path.clone(), fs::read_to_string(&path).expect("text"))]
            }
        })
        .collect()
}

/// I4: a view contains only tokens, flags, and types made of them.
#[test]
fn views_contain_no_strings() {
    let views = sources("src/view");
    assert!(views.len() >= 4);
    for (path, text) in views {
        let code: String =
            text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
        for banned in ["String>", "String,", "&str", "Cow<", "Box<str>", "char,"] {
            let held = code.replace("ApexString", "Token").contains(banned);
            assert!(!held, "{} holds {banned}", path.display());
        }
    }
}

/// Templates contain no literals to quote and no calls with arguments or filters: literals are decided before.
#[test]
fn templates_only_lay_out() {
    let templates = sources("apex").into_iter().filter(|(path, _)| path.extension().is_some_and(|end| end == "txt"));
    for (path, text) in templates {
        for line in text.lines() {
            assert!(!line.contains("-%}"), "{}: {line}", path.display());
            for expression in
                line.split("{{").skip(1).filter_map(|rest| rest.split_once("}}")).map(|(inside, _)| inside)
            {
                assert!(!expression.contains(['(', '|', '"']), "{}: {line}", path.display());
            }
        }
    }
}

/// I1: all functions are pure.
#[test]
fn the_crate_does_no_io() {
    for (path, text) in sources("src") {
        for banned in ["std::fs", "std::io", "std::env", "std::time", "std::process", "HashMap", "println!"] {
            assert!(!text.contains(banned), "{} uses {banned}", path.display());
        }
    }
}
