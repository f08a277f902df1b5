//! Types that borrow avoid copies where possible, and read the same documents as types that own their strings.

use std::borrow::Cow;

use crate::cases::style_borrowed::schemas::{Either, Note, Part, PartImage};
use crate::cases::style_borrowed::{BorrowedRoot as _, ROOTS};
use crate::cases::style_borrowed_map;

const TEXT: &[u8] =
    br#"{"text": "plain", "level": "low", "must": "be", "maybe": "esc\naped", "or_null": "there", "tags": ["a", "\u0062"],
    "labels": {"k": "v"}, "grid": [["x"]], "count": 2.0, "inner": {"why": "because"},
    "part": {"kind": "image", "at": "here"}, "either": "or", "title": "T"}"#;

fn is_inside(text: &str, whole: &[u8]) -> bool {
    whole.as_ptr_range().contains(&text.as_ptr())
}

#[test]
fn texts_without_escapes_are_those_of_the_document() {
    let text = String::from_utf8_lossy(TEXT).replace("2.0", "2").into_bytes();
    let note = Note::parse(&text).expect("it obeys");
    assert!(is_inside(&note.text, &text));
    assert!(matches!(&note.maybe, Some(Cow::Owned(text)) if text == "esc\naped"), "an escape has to be copied");
    assert!(is_inside(note.or_null.as_ref().expect("a text"), &text));
    assert!(is_inside(note.must.as_ref().expect("a text"), &text));
    let tags = note.tags.as_ref().expect("a list");
    assert!(is_inside(&tags[0], &text) && !is_inside(&tags[1], &text) && tags[1] == "b");
    assert!(is_inside(&note.labels.as_ref().expect("a map")["k"], &text));
    assert!(is_inside(&note.grid.as_ref().expect("a list")[0][0], &text));
    assert!(is_inside(&note.inner.as_ref().expect("an object").why, &text));
    assert!(matches!(&note.part, Some(Part::Image(PartImage { at, alt: None })) if is_inside(at, &text)));
    assert!(matches!(&note.either, Some(Either::String(either)) if either == "or"), "a union without a tag copies");
    assert!(is_inside(note.title.as_ref().expect("a title"), &text));
    assert_eq!((note.named.as_ref(), note.words.len(), note.filled.by.as_ref()), ("none \"yet\"", 2, "us"));
}

#[test]
fn a_document_that_must_be_rewritten_is_read_too() {
    let note = Note::parse(TEXT).expect("2.0 is a whole number");
    assert_eq!((note.count, note.text.as_ref()), (Some(2), "plain"));
    assert_eq!(Note::from_value(serde_json::from_slice(TEXT).expect("JSON")).expect("it obeys"), note);
    let report = Note::parse(br#"{"text": 1}"#).expect_err("it breaks the schema");
    assert_eq!(report.errors().count(), 3);
    assert!(Note::parse(b"{").is_err());
    assert_eq!(ROOTS.len(), 3);
}

#[test]
fn the_types_of_code_that_brings_along_what_it_shares_borrow_as_well() {
    let text = r#"{"labels": {"plain": "v", "escaped": "\u0076"}}"#;
    let note = style_borrowed_map::Note::parse(text).expect("it obeys");
    assert!(is_inside(&note.labels["plain"], text.as_bytes()));
    assert_eq!(note.labels["escaped"], note.labels["plain"]);
    assert!(note.validate().is_ok());
    assert!(style_borrowed_map::Note::parse("{}").is_err_and(|report| report.len() == 1));
}

#[test]
fn serde_judges_what_a_reader_reads() {
    let text = String::from_utf8_lossy(TEXT).into_owned();
    let note: Note<'_> = serde_json::from_str(&text).expect("it obeys");
    assert!(is_inside(&note.text, text.as_bytes()));
    let error = serde_json::from_str::<Note<'_>>(&text.replace("\"low\"", "\"lower\"")).expect_err("no such level");
    assert!(error.to_string().contains("at /level"), "{error}");
}
