//! Generates the tables of `docs/`: whole pages, or the part of a page between two marks.

use std::fs;
use std::path::Path;

use planwright_sync::{Files, Mode};

use super::summary::{PartSummary, count};
use super::{COMMAND, keywords, picture, program, write_files};

/// A table that the command line prints.
struct DocsTable {
    page: &'static str,
    /// Name of the part, or `None` if the table is the whole page.
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
        page: "certificates.md",
        part: Some("contracts"),
        arguments: &["rules", "certificates", "--format", "markdown"],
    },
    DocsTable { page: "drift.md", part: Some("rules"), arguments: &["rules", "drift", "--format", "markdown"] },
    DocsTable {
        page: "guardrails.md",
        part: Some("catalogue"),
        arguments: &["rules", "guardrails", "--format", "markdown"],
    },
];

/// Writes or checks every page with a generated part.
pub(super) fn pages(root: &Path, mode: Mode) -> Result<PartSummary, String> {
    program::build(root)?;
    let mut wanted = Files::new();
    let names = keywords::names(root)?;
    let rows = keywords::table()?;
    wanted.insert(
        "keywords.md".to_owned(),
        between(&between(&read_page(root, "keywords.md")?, "names", &names)?, "table", &rows)?,
    );
    for table in TABLES {
        let text = program::output(root, table.arguments)?;
        let page = match table.part {
            None => text,
            Some(part) => between(&read_page(root, table.page)?, part, text.trim_matches('\n'))
                .map_err(|reason| format!("{}: {reason}", table.page))?,
        };
        wanted.insert(table.page.to_owned(), page);
    }
    let facts = format!("{} with generated tables, 1 picture", count(wanted.len(), "page"));
    wanted.insert("demo.svg".to_owned(), picture::terminal(&program::output(root, &["demo"])?));
    Ok(PartSummary::new(facts, &write_files(root, "docs", false, &wanted, mode)?))
}

fn read_page(root: &Path, page: &str) -> Result<String, String> {
    fs::read_to_string(root.join("docs").join(page)).map_err(|error| format!("{page}: {error}"))
}

/// Returns the page with `text` between the marks of a part.
fn between(page: &str, part: &str, text: &str) -> Result<String, String> {
    let (begin, end) = (format!("<!-- {part}: begin, written by `{COMMAND}` -->"), format!("<!-- {part}: end -->"));
    let missing = |mark: &str| format!("the page has no line `{mark}`");
    let (before, rest) = page.split_once(&begin).ok_or_else(|| missing(&begin))?;
    let (_, after) = rest.split_once(&end).ok_or_else(|| missing(&end))?;
    Ok(format!("{before}{begin}\n\n{}\n\n{end}{after}", text.trim_matches('\n')))
}

#[cfg(test)]
mod tests {
    use super::between;

    #[test]
    fn only_the_part_is_replaced() {
        let page = "a\n<!-- t: begin, written by `cargo xtask gen` -->\nold\n<!-- t: end -->\nb\n";
        let new = between(page, "t", "new").expect("it has the marks");
        assert_eq!(new, "a\n<!-- t: begin, written by `cargo xtask gen` -->\n\nnew\n\n<!-- t: end -->\nb\n");
        assert_eq!(between(&new, "t", "new").expect("it has the marks"), new);
    }

    #[test]
    fn a_page_without_marks_is_an_error() {
        assert!(between("a\n", "t", "new").is_err_and(|reason| reason.contains("t: begin")));
        assert!(between("<!-- t: begin, written by `cargo xtask gen` -->", "t", "").is_err());
    }
}
