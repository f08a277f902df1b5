//! Prints the codes as `docs/codes.md`. Each code has a heading, so that links and searches lead to it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use planwright_contracts::Severity;
use planwright_contracts::codes::CodeInfo;
use planwright_drift::RULES;

use super::tables::Table;

const TITLE: &str = "# Codes\n\n<!-- Generated from the rule tables. Do not edit. -->\n\n\
    A code is an error, unless its description begins with *Warning* or *Note*. An error rejects the document, or fails the command. A code never\n\
    changes its meaning. `planwright explain CODE` shows an example of a code.\n";

/// Returns the page: a section for each table, and in it a heading for each code.
pub(super) fn of_tables(tables: &[Table]) -> String {
    let mut page = TITLE.to_owned();
    let mut known: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (title, codes) in tables {
        let _ = writeln!(page, "\n## {}{}", title[..1].to_uppercase(), &title[1..]);
        let mut repeated = Vec::new();
        for (code, meanings) in by_code(codes) {
            if known.get(code) == Some(&meanings) {
                repeated.push(format!("[{code}](#{})", code.to_lowercase()));
                continue;
            }
            let _ = writeln!(page, "\n#### {code}\n{}", meanings.join("<br>\n"));
            known.entry(code).or_insert(meanings);
        }
        if !repeated.is_empty() {
            let _ = writeln!(page, "\nAlso: {}", repeated.join(", "));
        }
    }
    page
}

/// Returns the codes of a table in their order, each with all its meanings.
fn by_code(codes: &[CodeInfo]) -> Vec<(&str, Vec<String>)> {
    let mut all: Vec<(&str, Vec<String>)> = Vec::new();
    for info in codes {
        let severity = match info.severity {
            Severity::Error => "",
            Severity::Warning => "*Warning.* ",
            Severity::Note => "*Note.* ",
        };
        let meaning = format!("{severity}{}", info.purpose);
        match all.iter_mut().find(|(code, _)| *code == info.code) {
            Some((_, meanings)) => meanings.push(meaning),
            None => all.push((info.code, vec![meaning])),
        }
    }
    all
}

/// Returns the section of the rules for schema changes.
pub(super) fn of_drift() -> String {
    let mut page = "\n## Schema changes\n\n\
        Rules of `planwright drift`. The two words are the effects in the directions backward and forward.\n"
        .to_owned();
    for rule in RULES {
        let _ =
            writeln!(page, "\n#### {}\n{}, {}: {}", rule.id, rule.backward.word(), rule.forward.word(), rule.meaning);
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_with_the_same_meaning_is_described_once() {
        let row = |purpose| CodeInfo { code: "A_CODE", severity: Severity::Warning, purpose };
        let tables = [
            ("one".to_owned(), vec![row("First."), row("Second.")]),
            ("two".to_owned(), vec![row("First."), row("Second.")]),
            ("three".to_owned(), vec![row("Third.")]),
        ];
        let page = of_tables(&tables);
        assert!(page.contains("## One\n\n#### A_CODE\n*Warning.* First.<br>\n*Warning.* Second.\n"), "{page}");
        assert!(page.contains("## Two\n\nAlso: [A_CODE](#a_code)\n"), "{page}");
        assert!(page.contains("## Three\n\n#### A_CODE\n*Warning.* Third.\n"), "{page}");
    }
}
