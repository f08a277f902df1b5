//! Tests that a page which is not a reference begins with its readers, and with what they can do after reading it.

use crate::project::{read_text, repository};

/// Words for readers. One of them follows the word "for".
const READERS: [&str; 7] = ["architects", "developers", "engineers", "readers", "reviewers", "teams", "users"];

/// Returns the pages of the summary with the title of their section. The first page is in none.
fn pages(summary: &str) -> Vec<(&str, &str)> {
    let mut section = "";
    let mut pages = Vec::new();
    for line in summary.lines() {
        if let Some(title) = line.strip_prefix("# ") {
            section = title;
        } else if let Some((_, rest)) = line.split_once("](") {
            pages.push((section, rest.split(')').next().unwrap_or_default()));
        }
    }
    pages
}

/// Returns what the first paragraph of a page does not have.
fn fault(text: &str) -> Option<&'static str> {
    let first = text.split("\n\n").nth(1).unwrap_or_default().to_lowercase();
    let words: Vec<&str> =
        first.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let after_for = words.iter().skip_while(|word| **word != "for");
    if !after_for.clone().any(|word| READERS.contains(word)) {
        return Some("does not name its readers");
    }
    (!words.contains(&"you")).then_some("does not name what readers can do")
}

#[test]
fn every_page_begins_with_its_readers() {
    let summary = read_text(&repository(), "docs/SUMMARY.md");
    let pages: Vec<_> = pages(&summary).into_iter().filter(|(section, _)| *section != "Reference").collect();
    assert!(pages.len() > 20, "only {} pages", pages.len());
    let faults = pages.iter().filter_map(|(_, page)| {
        let fault = fault(&read_text(&repository(), &format!("docs/{page}")))?;
        Some(format!("docs/{page}: the first paragraph {fault}"))
    });
    assert_eq!(faults.collect::<Vec<_>>(), Vec::<String>::new());
}

#[test]
fn other_openings_are_found() {
    assert_eq!(fault("# T\n\nFor developers of APIs. After this page you can lock one.\n\nMore.\n"), None);
    let readers = Some("does not name its readers");
    assert_eq!(fault("# T\n\nThis page has tables. You can read them.\n\nFor developers, you can too.\n"), readers);
    assert_eq!(fault("# T\n\nDevelopers wait for you.\n"), readers);
    let tasks = Some("does not name what readers can do");
    assert_eq!(fault("# T\n\nThis page is for developers. It has tables.\n"), tasks);
}
