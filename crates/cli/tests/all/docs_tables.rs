//! Tests the pages of `docs/`, and parts of pages between two marks, that the command line generates. `UPDATE_EXPECT=1`
//! writes them, unless `CI` is set.

use std::path::Path;

use crate::project::{read_text, repository, run};
use crate::{golden, picture};

/// A page, or a part of it, and the command that prints it.
struct DocsTable {
    page: &'static str,
    /// Name in the marks, or `None` if the command prints the whole page.
    part: Option<&'static str>,
    arguments: &'static [&'static str],
}

const TABLES: &[DocsTable] = &[
    DocsTable { page: "codes.md", part: None, arguments: &["rules", "--format", "markdown"] },
    DocsTable { page: "commands.md", part: None, arguments: &["manual"] },
    DocsTable {
        page: "configuration.md",
        part: None,
        arguments: &["schema", "planwright.toml", "--format", "markdown"],
    },
    DocsTable {
        page: "guardrails.md",
        part: Some("catalogue"),
        arguments: &["rules", "guardrails", "--format", "markdown"],
    },
];

fn printed(arguments: &[&str]) -> String {
    let (code, out, err) = run(Path::new("."), arguments);
    assert_eq!(code, 0, "{arguments:?}: {err}");
    out
}

/// Returns the page with `text` between the marks of a part.
fn between(page: &str, part: &str, text: &str) -> String {
    let (begin, end) = (format!("<!-- {part}: begin, written by a test -->"), format!("<!-- {part}: end -->"));
    let (before, rest) = page.split_once(&begin).unwrap_or_else(|| panic!("the page has no line `{begin}`"));
    let (_, after) = rest.split_once(&end).unwrap_or_else(|| panic!("the page has no line `{end}`"));
    format!("{before}{begin}\n\n{}\n\n{end}{after}", text.trim_matches('\n'))
}

fn compare(table: &DocsTable) -> Result<(), String> {
    let text = printed(table.arguments);
    let page = match table.part {
        None => text,
        Some(part) => between(&read_text(&repository(), &format!("docs/{}", table.page)), part, &text),
    };
    golden::compare_file(&repository().join("docs"), table.page, page)
}

#[test]
fn the_pages_are_what_the_command_line_prints() {
    let problems: Vec<String> = TABLES.iter().filter_map(|table| compare(table).err()).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn the_picture_is_what_the_demo_prints() {
    let svg = picture::terminal(&printed(&["demo"]));
    golden::compare_file(&repository().join("examples"), "demo.svg", svg).unwrap_or_else(|problem| panic!("{problem}"));
}

/// Proves every certificate again, which takes a minute in a debug build. `.ci/full` runs this test.
#[test]
#[ignore = "slow"]
fn the_certificates_are_what_is_proved() {
    let tables = printed(&["rules", "certificates", "--format", "markdown"]);
    let compared = golden::compare_file(&repository().join("tests/cases"), "certificates.md", tables);
    compared.unwrap_or_else(|problem| panic!("{problem}"));
}

#[test]
fn only_the_part_is_replaced() {
    let page = "a\n<!-- t: begin, written by a test -->\nold\n<!-- t: end -->\nb\n";
    let new = between(page, "t", "new");
    assert_eq!(new, "a\n<!-- t: begin, written by a test -->\n\nnew\n\n<!-- t: end -->\nb\n");
    assert_eq!(between(&new, "t", "new"), new);
}
