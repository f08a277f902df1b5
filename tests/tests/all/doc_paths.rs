//! What the documents name of our crates is there.

use std::fs;
use std::path::{Path, PathBuf};

use planwright_tests::workspace;

fn files(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, extension, found);
        } else if path.extension().is_some_and(|of| of == extension) {
            found.push(path);
        }
    }
}

/// The paths of ours that a text names in code, such as `planwright_source::hazard`.
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

/// Whether the crate of a path says `pub` of each of its later parts, or has a file of that name.
fn is_there(path: &str) -> bool {
    let mut parts = path.split("::");
    let Some(folder) = parts.next().and_then(folder_of) else { return false };
    let mut sources = Vec::new();
    files(&folder.join("src"), "rs", &mut sources);
    let text: String = sources.iter().filter_map(|source| fs::read_to_string(source).ok()).collect();
    let lines: Vec<&str> = text.lines().map(str::trim_start).filter(|line| line.starts_with("pub ")).collect();
    parts.all(|part| {
        let is_word =
            |line: &&str| line.split(|one: char| !one.is_ascii_alphanumeric() && one != '_').any(|word| word == part);
        lines.iter().any(is_word)
    })
}

#[test]
fn paths_that_documents_name_are_there() {
    let mut documents = Vec::new();
    files(&workspace().join("docs"), "md", &mut documents);
    documents.extend(["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|name| workspace().join(name)));
    let mut count = 0;
    for document in documents {
        let text = fs::read_to_string(&document).expect("a document is text");
        for path in named(&text) {
            count += 1;
            assert!(is_there(path), "{}: there is no {path}", document.display());
        }
    }
    assert!(count >= 10, "only {count} paths are found");
}

#[test]
fn a_path_that_is_not_there_is_found() {
    let text =
        "see `planwright_dialects::Conversion`, not `planwright_codegen::export::Conversion`, `planwright_check`";
    let paths: Vec<&str> = named(text).collect();
    assert_eq!(paths, ["planwright_dialects::Conversion", "planwright_codegen::export::Conversion"]);
    assert!(is_there(paths[0]) && !is_there(paths[1]) && !is_there("planwright_none::Conversion"));
}
