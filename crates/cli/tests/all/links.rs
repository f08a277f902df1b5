//! Tests that every link between the pages of the repository has a target, and that the book contains all of `docs/`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use regex_automata::meta::Regex;

use crate::anchors::anchors;
use crate::project::repository;

/// Returns the pages in the root folder and those of the book.
fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> = ["", "docs"]
        .iter()
        .flat_map(|folder| fs::read_dir(repository().join(folder)).expect("a folder"))
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .collect();
    pages.sort();
    pages
}

/// Returns the targets of links and images outside of code.
fn links(text: &str) -> Vec<String> {
    let mut is_code = false;
    let mut prose = String::new();
    for line in text.lines() {
        let is_fence = line.starts_with("```");
        is_code ^= is_fence;
        if !is_code && !is_fence {
            prose.extend(line.split('`').step_by(2).chain(["\n"]));
        }
    }
    let pattern = Regex::new(r"\]\(([^)\s]+)\)").expect("a pattern");
    pattern.captures_iter(&prose).filter_map(|found| Some(prose[found.get_group(1)?.range()].to_owned())).collect()
}

/// Prefix of links to files outside the book, followed by `blob` or `tree` and the branch.
const SOURCES: &str = "https://github.com/planwright/planwright/";

/// Returns the reason why a link of a page has no target.
fn problem(page: &Path, link: &str) -> Option<String> {
    if let Some((kind, path)) = link.strip_prefix(SOURCES).and_then(|rest| rest.split_once("/main/")) {
        let (path, anchor) = path.split_once('#').unwrap_or((path, ""));
        let target = repository().join(path);
        let wanted = if target.is_dir() { "tree" } else { "blob" };
        if !target.exists() || kind != wanted {
            return Some(format!("{}: {link}: there is no such {kind}", page.display()));
        }
        return missing_anchor(page, link, &target, anchor);
    }
    if link.starts_with("../") {
        return Some(format!("{}: {link}: leads out of the book; begin with {SOURCES}", page.display()));
    }
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = if file.is_empty() { page.to_owned() } else { page.with_file_name("").join(file) };
    if !target.exists() {
        return Some(format!("{}: {link}: there is no such file", page.display()));
    }
    missing_anchor(page, link, &target, anchor)
}

/// Returns a problem if a link names an anchor that its target does not have.
fn missing_anchor(page: &Path, link: &str, target: &Path, anchor: &str) -> Option<String> {
    let is_known = anchor.is_empty() || anchors(&fs::read_to_string(target).unwrap_or_default()).contains(anchor);
    (!is_known).then(|| format!("{}: {link}: there is no such heading", page.display()))
}

#[test]
fn every_link_leads_somewhere() {
    let mut count = 0;
    let mut problems = Vec::new();
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        let links = links(&text);
        count += links.len();
        problems.extend(links.iter().filter_map(|link| problem(&page, link)));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(count > 60, "only {count} links");
}

#[test]
fn a_link_that_leads_nowhere_is_seen() {
    let page = repository().join("README.md");
    assert!(problem(&page, "docs/none.md").is_some() && problem(&page, "docs/ci.md#none").is_some());
    assert_eq!(problem(&page, "docs/ci.md#github-actions"), None);
    assert_eq!(problem(&page, &format!("{SOURCES}tree/main/examples")), None);
    assert_eq!(problem(&page, &format!("{SOURCES}blob/main/README.md#install")), None);
    for link in ["tree/main/README.md", "blob/main/examples", "blob/main/none.md", "blob/main/README.md#none"] {
        assert!(problem(&page, &format!("{SOURCES}{link}")).is_some(), "{link}");
    }
    assert!(problem(&page, "../examples").is_some());
    assert_eq!(links("[a](b.md) `[c](d)`\n```\n[e](f)\n```\n![g](h.svg)"), ["b.md", "h.svg"]);
}

#[test]
fn the_book_has_every_page() {
    let summary = fs::read_to_string(repository().join("docs/SUMMARY.md")).expect("a summary");
    let listed: BTreeSet<String> = links(&summary).into_iter().collect();
    let there: BTreeSet<String> = fs::read_dir(repository().join("docs"))
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| Path::new(name).extension().is_some_and(|end| end == "md") && name != "SUMMARY.md")
        .collect();
    assert_eq!(listed, there);
}
