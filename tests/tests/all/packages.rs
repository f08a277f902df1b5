//! The package of a crate contains everything that it includes at compile time: files and templates.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::process::Command;

use planwright_tests::workspace;

/// Folders of the published crates.
const CRATES: [&str; 12] = [
    "crates/sync",
    "crates/source",
    "codegen",
    "crates/check",
    "crates/drift",
    "generated",
    "crates/contracts",
    "crates/org",
    "crates/api",
    "crates/store",
    "templates",
    "crates/cli",
];

/// Returns the files of a package.
fn listed(folder: &str) -> BTreeSet<String> {
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args(["package", "--list", "--allow-dirty", "--offline"])
        .current_dir(workspace().join(folder))
        .output()
        .expect("cargo can be started");
    assert!(output.status.success(), "{folder}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("names").lines().map(str::to_owned).collect()
}

/// Returns what a source includes: the path or prefix of each `include_str!`, and each `template(path = ...)`.
fn taken(text: &str) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    for (macro_name, kind) in [("include_str!(", "text"), ("include_bytes!(", "text"), ("template(path = ", "template")]
    {
        for (at, _) in text.match_indices(macro_name) {
            let mut rest = text[at + macro_name.len()..].trim_start();
            rest = rest.strip_prefix("concat!(").map_or(rest, str::trim_start);
            if let Some(path) = rest.strip_prefix('"').and_then(|rest| rest.split('"').next()) {
                found.push((kind, path.to_owned()));
            }
        }
    }
    found
}

/// Resolves a path relative to the crate, if it is inside the crate.
fn resolved(file: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => _ = parts.pop()?,
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Returns the included files that the package does not contain.
fn lacking(file: &str, text: &str, package: &BTreeSet<String>) -> Vec<String> {
    let has = |path: &str| package.iter().any(|listed| listed.starts_with(path));
    let lacks = |(kind, path): (&str, String)| {
        // A crate keeps its templates in the folder from askama.toml or in the default one.
        let places = match kind {
            "template" => vec![format!("apex/{path}"), format!("templates/{path}")],
            _ => resolved(file, &path).into_iter().collect(),
        };
        (!places.iter().any(|place| has(place))).then(|| format!("{file} takes in {path}, which the package lacks"))
    };
    taken(text).into_iter().filter_map(lacks).collect()
}

#[test]
fn every_package_is_whole() {
    let mut count = 0;
    for folder in CRATES {
        let package = listed(folder);
        assert!(package.contains("src/lib.rs") || package.contains("src/main.rs"), "{folder}");
        let sources = package.iter().filter(|file| file.starts_with("src/") && file.strip_suffix(".rs").is_some());
        for file in sources {
            let text = fs::read_to_string(workspace().join(folder).join(file)).expect("a source");
            count += taken(&text).len();
            assert_eq!(lacking(file, &text, &package), Vec::<String>::new(), "{folder}");
        }
    }
    assert!(count >= 8, "only {count} inclusions were seen");
    assert!(listed("crates/reference").iter().filter(|file| file.starts_with("blueprints/")).count() >= 32);
    assert!(listed("templates").contains("askama.toml"));
}

#[test]
fn what_lies_outside_is_seen() {
    let package = BTreeSet::from(["src/a.rs".to_owned(), "src/a/b.txt".to_owned(), "apex/c.txt".to_owned()]);
    let right = "include_str!(\"a/b.txt\") include_str!(concat!(\"a/\", $x)) #[template(path = \"c.txt\")]";
    assert_eq!(lacking("src/a.rs", right, &package), Vec::<String>::new());
    assert_eq!(taken(right).len(), 3);
    for wrong in ["include_str!(\"../../b.txt\")", "include_str!(\"../b.txt\")", "#[template(path = \"d.txt\")]"] {
        assert_eq!(lacking("src/a.rs", wrong, &package).len(), 1, "{wrong}");
    }
}
