use planwright_check::codes::{DUPLICATE_KEY, PARSE_ERROR};
use serde_json::{Value, json};

use super::{parse, write};

/// Strings that could be mistaken for another type.
const HOSTILE: &[&str] = &[
    "",
    " ",
    "  two",
    "trailing ",
    "no",
    "No",
    "NO",
    "y",
    "on",
    "off",
    "yes",
    "true",
    "True",
    "null",
    "Null",
    "~",
    "NaN",
    ".nan",
    ".inf",
    "-.inf",
    "1e3",
    "1E3",
    "1.5",
    ".5",
    "5.",
    "0x1F",
    "0o17",
    "017",
    "0b1",
    "1_000",
    "1:30",
    "190:20:30",
    "-1",
    "+1",
    "2026-02-01",
    "2026-02-01T10:00:00Z",
    "-",
    "- a",
    "--- a",
    "---",
    "...",
    "? a",
    ": a",
    "a: b",
    "a:",
    "a #b",
    "#b",
    "&a",
    "*a",
    "!a",
    "!!str a",
    "|",
    ">",
    ">-",
    "%TAG",
    "@a",
    "`a",
    "'",
    "''",
    "\"",
    "\"\"",
    "\\",
    "\\n",
    "{",
    "}",
    "[",
    "]",
    "{}",
    "[]",
    ",",
    "a,b",
    "<<",
    "=",
    "a\nb",
    "a\n",
    "\n",
    "\n\n",
    "a\n\n",
    "\r",
    "a\r\nb",
    "\t",
    "a\tb",
    "\0",
    "\u{7}",
    "\u{1b}[31m",
    "\u{7f}",
    "\u{85}",
    "\u{9f}",
    "\u{a0}",
    "\u{2028}",
    "\u{2029}",
    "\u{feff}",
    "\u{feff}a",
    "\u{fffd}",
    "\u{fffe}",
    "\u{ffff}",
    "\u{200f}",
    "\u{202e}abc",
    "\u{2066}",
    "é",
    "سلام",
    "日本",
    "\u{1f600}",
    "a\\u0041",
    "a b",
    "a  b",
    "a -b",
    "a-",
    "key",
    "key-1",
    "key_2",
    "0",
    "00",
    "-0",
    "1e400",
    "0xFFFFFFFFFFFFFFFFFF",
];

fn both_ways(value: &Value) {
    let text = write(value);
    let again = parse(&text).unwrap_or_else(|report| panic!("{text}\n{report:?}"));
    assert_eq!(&again.value, value, "{text}");
    assert_eq!(write(&again.value), text, "written twice the same");
}

#[test]
fn strings_round_trip_in_every_position() {
    for text in HOSTILE {
        for value in [
            json!(text),
            json!([text]),
            json!([[text, text]]),
            json!({ "a": text }),
            json!({ *text: 1 }),
            json!({ *text: { *text: [text, { *text: null }] } }),
        ] {
            both_ways(&value);
        }
    }
    both_ways(&json!(HOSTILE));
}

#[test]
fn pairs_of_strings_round_trip() {
    for one in HOSTILE {
        for other in HOSTILE {
            both_ways(&json!({ *one: format!("{one}{other}"), format!("{other}{one}"): [other] }));
        }
    }
}

#[test]
fn other_values_round_trip() {
    for value in [
        json!(null),
        json!(true),
        json!([]),
        json!({}),
        json!([[], {}, [[]], [{}]]),
        json!({ "a": [], "b": {}, "c": [{ "d": [] }] }),
        json!(u64::MAX),
        json!(i64::MIN),
        json!([0, -0.0, 1.0, 0.1, 1e300, -1e-300, 5e-324, f64::MAX, 123_456_789.123_456_79]),
    ] {
        both_ways(&value);
    }
    let deep =
        (0..126).fold(json!(1), |value, level| if level % 2 == 0 { json!([value]) } else { json!({ "a": value }) });
    both_ways(&deep);
}

#[test]
fn scalars_follow_the_core_schema() {
    for (text, value) in [
        ("no", json!("no")),
        ("0x1F", json!(31)),
        ("0o17", json!(15)),
        ("017", json!(17)),
        ("1e3", json!(1000.0)),
        ("+7", json!(7)),
        (".5", json!(0.5)),
        ("1_000", json!("1_000")),
        ("2026-02-01", json!("2026-02-01")),
        ("1:30", json!("1:30")),
        ("~", json!(null)),
        ("18446744073709551615", json!(u64::MAX)),
        ("'1'", json!("1")),
        ("|\n  a\n  b\n", json!("a\nb\n")),
        ("a: 1\nb: [x, {c: d}]\n", json!({ "a": 1, "b": ["x", { "c": "d" }] })),
        ("1: a\nno: b", json!({ "1": "a", "no": "b" })),
    ] {
        assert_eq!(parse(text).unwrap().value, value, "{text}");
    }
}

#[test]
fn values_without_json_equivalent_are_rejected_at_their_position() {
    let deep = "[".repeat(200);
    for (text, code, span) in [
        ("", PARSE_ERROR, 0..0),
        ("# nothing", PARSE_ERROR, 0..0),
        ("é: .inf", PARSE_ERROR, 4..8),
        ("a: .nan", PARSE_ERROR, 3..7),
        ("a: 1e400", PARSE_ERROR, 3..8),
        ("a: &x 1", PARSE_ERROR, 3..7),
        ("a: !!int 1", PARSE_ERROR, 3..10),
        ("a: 1\né: 2\na: 3", DUPLICATE_KEY, 11..12),
        ("[a]: 1", PARSE_ERROR, 0..1),
        ("a: 1\n---\nb: 2", PARSE_ERROR, 5..8),
        (deep.as_str(), PARSE_ERROR, 127..128),
    ] {
        let report = parse(text).unwrap_err();
        assert_eq!((report[0].code, report[0].span.clone()), (code, Some(span)), "{text}");
    }
    for text in ["a: [", "a: b: c", "\"", "a: *x", "- a\nb: 1", "a: \u{0}", "? [a\n"] {
        let report = parse(text).unwrap_err();
        assert_eq!(report[0].code, PARSE_ERROR, "{text}");
        assert!(report[0].span.as_ref().is_some_and(|span| span.end <= text.len()), "{text}");
    }
}
