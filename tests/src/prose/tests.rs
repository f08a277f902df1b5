use super::lines::{comments_of, markdown_of, sentences};
use super::messages::{messages_of, reader};
use super::*;
use crate::sources::Source;

fn source(path: &str, text: &str) -> Source {
    Source { path: path.to_owned(), text: text.to_owned() }
}

fn line(path: &str, text: &str) -> Line {
    Line { path: path.to_owned(), number: 1, text: text.to_owned() }
}

fn words(lines: &[Line]) -> Vec<(usize, &str)> {
    lines.iter().map(|line| (line.number, line.text.as_str())).collect()
}

#[test]
fn every_habit_is_found_in_its_samples() {
    for habit in HABITS.into_iter().chain(MESSAGE_HABITS) {
        let has = |text: &str| message_habits_in(text).iter().any(|found| found.name == habit.name);
        assert!(!habit.samples.is_empty() && !habit.acceptable.is_empty(), "{}", habit.name);
        for sample in habit.samples {
            assert!(has(sample), "{} is not found in {sample:?}", habit.name);
        }
        for sample in habit.acceptable {
            assert!(!has(sample), "{} is found in {sample:?}", habit.name);
        }
    }
    let plain = "Returns the definition that `reference` points to.";
    assert!(habits_in(plain).is_empty());
}

#[test]
fn an_excepted_word_does_not_hide_a_later_match() {
    let habits: Vec<&str> =
        habits_in("It is no longer there, and a list is no object.").iter().map(|habit| habit.name).collect();
    assert_eq!(habits, ["none-as-pronoun"]);
}

#[test]
fn comments_are_lines_of_their_own() {
    let text = "//! One.\n\nfn f() { // not read\n    /// Two.\n    ///\n    //three\n    let url = \"//\";\n}\n";
    assert_eq!(words(&comments_of(&source("a.rs", text))), [(1, "One."), (4, "Two."), (6, "three")]);
}

#[test]
fn fences_and_tables_of_documents_are_skipped() {
    let text = "# Title\n\n| a | b |\n```sh\ncode\n```\n - item\n  ```\n  more\n  ```\nend\n";
    assert_eq!(words(&markdown_of(&source("a.md", text))), [(1, "# Title"), (7, "- item"), (11, "end")]);
}

#[test]
fn sentences_span_lines_and_end_at_headings_and_items() {
    let text =
        "/// One goes\n/// on. Two: three\n///\n/// # Four\n/// five\n/// - six, e.g. seven\n/// `eight`. `nine`\n";
    let expected =
        [(1, "One goes on."), (1, "Two: three"), (4, "five"), (6, "- six, e.g. seven `eight`."), (6, "`nine`")];
    let sentences = sentences(&comments_of(&source("a.rs", text)));
    let full: Vec<(usize, &str)> = words(&sentences).into_iter().filter(|(_, text)| !text.is_empty()).collect();
    assert_eq!(full.iter().map(|(number, text)| (*number, text.trim())).collect::<Vec<_>>(), expected);
}

#[test]
fn a_long_sentence_is_a_hit() {
    let long = line("docs/a.md", &"word ".repeat(MAX_WORDS + 1));
    let fine = line("docs/b.md", &"word ".repeat(MAX_WORDS));
    let mut hits = Hits::default();
    hits.add_lines("documents", &[], &[long, fine]);
    assert_eq!(hits.baseline()["documents"]["docs"], BTreeMap::from([(LONG_SENTENCE.0.to_owned(), 1)]));
}

#[test]
fn every_function_name_and_every_word_is_found() {
    for name in FUNCTION_NAMES {
        assert_eq!(functions(&format!("    pub(crate) fn {name}<T>(t: T) {{}}")), [name]);
        assert_eq!(functions(&format!("fn {name}_all() {{ self.{name}() }}")), Vec::<&str>::new());
    }
    for word in NAME_WORDS.iter().flat_map(|(words, _)| *words) {
        let capital = format!("{}{}", word[..1].to_uppercase(), &word[1..]);
        for text in [
            format!("pub fn one_{word}() {{}}"),
            format!("    pub const fn {word}() {{}}"),
            format!("pub struct Two{capital};"),
            format!("pub enum {capital}Three {{}}"),
            format!("pub const ONE_{}: u8 = 1;", word.to_uppercase()),
            format!("pub trait {capital} {{}}"),
            format!("pub type {capital} = u8;"),
        ] {
            let found: Vec<String> = public_name(&text).into_iter().flat_map(odd_words).map(|(word, _)| word).collect();
            assert_eq!(found, [*word], "{text}");
        }
        let private = format!("fn {word}() {{}}");
        assert_eq!(public_name(&private), None);
    }
    assert!(odd_words("remember_tense_HTTPServer").is_empty());
}

#[test]
fn a_file_name_may_occur_four_times() {
    let paths = |count: usize, name: &str| (0..count).map(|n| format!("{n}/{name}")).collect::<Vec<_>>();
    let all = [paths(5, "rules.rs"), paths(4, "names.rs"), paths(9, "mod.rs")].concat();
    let mut hits = Hits::default();
    hits.add_file_names(all.iter().map(String::as_str));
    assert_eq!(hits.baseline()["file-names"]["all"], BTreeMap::from([("rules.rs".to_owned(), 5)]));
}

#[test]
fn areas_are_crates_and_top_folders() {
    let areas = ["tests/tools", "tests", "crates/drift"].map(str::to_owned);
    let paths = ["tests/tools/src/a.rs", "tests/src/a.rs", "crates/drift/a.rs", "docs/a/b.md", "README.md"];
    assert_eq!(paths.map(|path| area(&areas, path)), ["tests/tools", "tests", "crates/drift", "docs", "top"]);
}

#[test]
fn a_rise_is_reported_and_a_fall_changes_the_baseline() {
    let hits = |count: usize| {
        let mut hits = Hits::default();
        hits.add_lines("documents", &[], &vec![line("docs/a.md", "It stood here."); count]);
        hits
    };
    let baseline = hits(2).baseline();
    assert_eq!(baseline["documents"]["docs"], BTreeMap::from([("stands".to_owned(), 2)]));
    assert_eq!(hits(2).rises(&baseline), Vec::<String>::new());
    assert_eq!(hits(1).rises(&baseline), Vec::<String>::new());
    assert_ne!(hits(1).baseline(), baseline);
    let rises = hits(3).rises(&baseline);
    let place = "  docs/a.md:1: It stood here.\n".repeat(3);
    let expected =
        "documents of docs: 3 hits of stands, at most 2 are accepted. Write \"is\", \"is in\" or \"appears\":\n";
    assert_eq!(rises, [format!("{expected}{place}")]);
}

#[test]
fn an_area_at_its_limit_needs_no_entry() {
    let mut lines = vec![line("docs/a.md", "Plain."); 999];
    lines.push(line("docs/a.md", "It stood here."));
    let mut hits = Hits::default();
    hits.add_lines("documents", &[], &lines);
    assert_eq!((hits.baseline(), hits.rises(&Baseline::new())), (Baseline::new(), Vec::new()));
    lines.push(line("docs/a.md", "It stood there."));
    let mut hits = Hits::default();
    hits.add_lines("documents", &[], &lines);
    assert_eq!(hits.baseline()["documents"]["docs"]["stands"], 2);
    assert_eq!(hits.rises(&Baseline::new()).len(), 1);
}

#[test]
fn messages_are_found_in_every_kind_of_expected_file() {
    let found = |path: &str, text: &str| -> Vec<String> {
        let select = reader(path).expect("a file with messages");
        messages_of(&source(path, text), select).into_iter().map(|line| line.text).collect()
    };
    let session =
        "$ planwright check a.json\nerror[CODE]: the \"text\" is missing\n --> a.json:1:1\n  = help: add it\n";
    assert_eq!(found("crates/cli/tests/messages/a/session.txt", session), ["the is missing", "add it"]);
    let findings = "a.json:1:1 error[CODE] /member/text: not a number (fix it)\n1 file\n";
    assert_eq!(found("tests/cases/org/a/findings.txt", findings), ["not a number (fix it)"]);
    assert_eq!(found("tests/cases/refused/a/expected.txt", "a.json:1:1: at /a: not a type\n"), ["not a type"]);
    assert_eq!(found("tests/cases/refused.jsonl", "{\"errors\": [\"one `a` two\"]}\n"), ["one two"]);
    let item = "# Text\n- /a [CODE] too long; write less\n";
    assert_eq!(found("tests/cases/prompts/a.md", item), ["too long; write less"]);
    let row = "Prose.\n| `CODE` | error | A value is wrong. |\n";
    assert_eq!(found("docs/codes.md", row), ["A value is wrong."]);
    assert!(reader("tests/cases/prompts/a.json").is_none() && reader("README.md").is_none());
}

#[test]
fn one_hit_in_a_message_needs_a_baseline_entry() {
    let mut hits = Hits::default();
    let fine = line("tests/cases/a/findings.txt", "required property is missing");
    hits.add_messages(&[], &vec![fine.clone(); 5000]);
    assert_eq!(hits.rises(&Baseline::new()), Vec::<String>::new());
    hits.add_messages(&[], &[line("tests/cases/a/findings.txt", "the member is gone")]);
    let expected = [("has-come-or-is-gone".to_owned(), 1), ("member-for-property".to_owned(), 1)];
    assert_eq!(hits.baseline()["messages"]["tests"], BTreeMap::from(expected));
    assert_eq!(hits.rises(&Baseline::new()).len(), 2);
}
