//! Prints the codes as `docs/codes.md`. Each code has a heading, so that links and searches lead to it.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use planwright_contracts::Severity;
use planwright_contracts::codes::CodeInfo;
use planwright_drift::RULES;

use super::tables::Table;

const TITLE: &str = "# Codes\n\n<!-- Generated from the rule tables. Do not edit. -->\n\n\
    A code is an error, unless its description begins with \"Warning\" or \"Note\". An error rejects the document, or fails the command. A code never\n\
    changes its meaning. This page has the usual meaning of each code; `planwright explain CODE` prints all of them, with an example.\n";

/// Minimum number of words before a colon that are a sentence.
const MIN_WORDS: usize = 5;

/// Returns the page: a section for each table, and in it a heading for each code that no section before has.
pub fn markdown(tables: &[Table]) -> String {
    let mut page = TITLE.to_owned();
    let mut known: BTreeSet<&str> = BTreeSet::new();
    for (title, codes) in tables {
        let _ = writeln!(page, "\n## {}{}\n", title[..1].to_uppercase(), &title[1..]);
        let mut repeated = Vec::new();
        for (code, meaning) in by_code(codes) {
            if known.insert(code) {
                let _ = writeln!(page, "### {code}\n{meaning}");
            } else {
                repeated.push(code);
            }
        }
        if !repeated.is_empty() {
            let _ = writeln!(page, "\nAlso: {}", repeated.join(", "));
        }
    }
    page
}

/// Returns the codes of a table in their order, each with its first meaning and all its severities.
fn by_code(codes: &[CodeInfo]) -> Vec<(&str, String)> {
    let mut all: Vec<(&str, String, BTreeSet<Severity>)> = Vec::new();
    for info in codes {
        match all.iter_mut().find(|(code, ..)| *code == info.code) {
            Some((.., severities)) => _ = severities.insert(info.severity),
            None => all.push((info.code, brief(info.purpose), BTreeSet::from([info.severity]))),
        }
    }
    all.into_iter().map(|(code, meaning, severities)| (code, format!("{}{meaning}", label(&severities)))).collect()
}

/// Returns the severities of a code, unless it is always an error.
fn label(severities: &BTreeSet<Severity>) -> &'static str {
    match (severities.contains(&Severity::Error), severities.contains(&Severity::Warning)) {
        (true, false) => "",
        (true, true) => "Error or warning: ",
        (false, true) => "Warning: ",
        (false, false) => "Note: ",
    }
}

/// Returns the first sentence of a description, without the clause that gives its reason or examples, and the sentence
/// about its severity.
fn brief(purpose: &str) -> String {
    let mut sentences = purpose.trim_end_matches('.').split(". ");
    let sentence = sentences.next().unwrap_or_default();
    let severity = sentences.find(|one| one.starts_with("An error") || one.starts_with("A warning"));
    let severity = severity.map_or_else(String::new, |severity| format!(" {severity}."));
    let clauses = [", so ", ", which ", ", because ", ", such as "];
    let ends = clauses.iter().filter_map(|clause| sentence.rsplit_once(clause));
    // A comma in the rest means that the sentence continues after the clause.
    let shortened = ends.filter(|(_, rest)| !rest.contains(',')).map(|(start, _)| start).next();
    let shortened = shortened.unwrap_or(sentence);
    // A few words before a colon are a condition, such as "Not supported". More are a sentence.
    let start =
        shortened.split_once(": ").map(|(start, _)| start).filter(|start| start.split(' ').count() >= MIN_WORDS);
    format!("{}.{severity}", start.unwrap_or(shortened))
}

/// Returns the section of the rules for schema changes.
pub fn drift_markdown() -> String {
    let mut page = "\n## Schema changes\n\n\
        Rules of `planwright drift`. The two words are the effects in the directions backward and forward. `planwright explain RULE` prints\n\
        the change in a sentence.\n\n"
        .to_owned();
    for rule in RULES {
        let _ = writeln!(page, "### {}\n{}, {}", rule.id, rule.backward.word(), rule.forward.word());
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_described_once() {
        let row = |code, severity, purpose| CodeInfo { code, severity, purpose };
        let tables = [
            (
                "one".to_owned(),
                vec![
                    row("A_CODE", Severity::Error, "First. More."),
                    row("A_CODE", Severity::Warning, "Second."),
                    row("B_CODE", Severity::Warning, "It is there, so it fails."),
                ],
            ),
            (
                "two".to_owned(),
                vec![row("A_CODE", Severity::Error, "Third."), row("C_CODE", Severity::Note, "Fourth.")],
            ),
        ];
        let page = markdown(&tables);
        assert!(
            page.contains("## One\n\n### A_CODE\nError or warning: First.\n### B_CODE\nWarning: It is there.\n"),
            "{page}"
        );
        assert!(page.contains("## Two\n\n### C_CODE\nNote: Fourth.\n\nAlso: A_CODE\n"), "{page}");
    }

    #[test]
    fn a_sentence_that_continues_is_not_cut() {
        assert_eq!(
            brief("A pattern uses `a`, which vendors reject, or `b`. It fails."),
            "A pattern uses `a`, which vendors reject, or `b`."
        );
        assert_eq!(brief("A label has `a`, which metadata cannot have."), "A label has `a`.");
        assert_eq!(brief("It is. It was. A warning in an open one."), "It is. A warning in an open one.");
        assert_eq!(brief("Not supported: a schema."), "Not supported: a schema.");
        assert_eq!(brief("A list has too few parts: one or two."), "A list has too few parts.");
    }
}
