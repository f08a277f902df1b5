//! Rust paths in the documentation exist.

use std::fs;
use std::path::PathBuf;

use planwright_sync::read_tree;
use planwright_tests::workspace;

/// Returns the Rust paths of our crates in code spans, such as `planwright_source::hazard`.
fn named(text: &str) -> impl Iterator<Item = &str> {
    let is_of_path = |character: char| character.is_ascii_alphanumeric() || "_:".contains(character);
    let starts = text.match_indices("`planwright_").map(|(at, _)| &text[at + 1..]);
    let paths = starts.map(move |rest| rest.split(|character| !is_of_path(character)).next().unwrap_or_default());
    paths.map(|path| path.trim_end_matches(':')).filter(|path| path.contains("::"))
}

fn folder_of(package: &str) -> Option<PathBuf> {
    let name = package.strip_prefix("planwright_")?;
    let folders = [workspace().join("crates").join(name), workspace().join(name)];
    folders.into_iter().find(|folder| folder.join("src/lib.rs").is_file())
}

/// Checks that each later segment of a path is a word in a `pub` line of its crate.
fn is_there(path: &str) -> bool {
    let mut parts = path.split("::");
    let Some(folder) = parts.next().and_then(folder_of) else { return false };
    let sources = read_tree(&folder.join("src"), ".rs").expect("sources can be read");
    let text: String = sources.iter().map(|(_, bytes)| String::from_utf8_lossy(bytes)).collect();
    let lines: Vec<&str> = text.lines().map(str::trim_start).filter(|line| line.starts_with("pub ")).collect();
    parts.all(|part| {
        let is_word =
            |line: &&str| line.split(|one: char| !one.is_ascii_alphanumeric() && one != '_').any(|word| word == part);
        lines.iter().any(is_word)
    })
}

#[test]
fn paths_that_documents_name_are_there() {
    let mut documents = read_tree(&workspace().join("docs"), ".md").expect("documents can be read");
    for name in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"] {
        documents.push((name.to_owned(), fs::read(workspace().join(name)).expect("it is there")));
    }
    let mut count = 0;
    for (document, bytes) in documents {
        for path in named(&String::from_utf8_lossy(&bytes)) {
            count += 1;
            assert!(is_there(path), "{document}: there is no {path}");
        }
    }
    assert!(count >= 8, "only {count} paths are found");
}

#[test]
fn a_path_that_is_not_there_is_found() {
    let text =
        "see `planwright_dialects::Conversion`, not `planwright_codegen::export::Conversion`, `planwright_check`";
    let paths: Vec<&str> = named(text).collect();
    assert_eq!(paths, ["planwright_dialects::Conversion", "planwright_codegen::export::Conversion"]);
    assert!(is_there(paths[0]) && !is_there(paths[1]) && !is_there("planwright_none::Conversion"));
}
