//! Compares the byte source with `serde_json`: both must accept the same documents and create the same values.

use planwright_runtime::reader::{AnyValue, ByteSource};
use serde::Deserialize;
use serde::de::DeserializeSeed;
use serde_json::Value;

/// A parser that returns its value as a string, or `None` if it rejects the input.
type TextReader = fn(&str) -> Option<String>;

fn ours(text: &str) -> Option<String> {
    let mut source = ByteSource::new(text);
    let value = Value::deserialize(&mut source).ok()?;
    source.ends().then(|| value.to_string())
}

fn theirs(text: &str) -> Option<String> {
    serde_json::from_str::<Value>(text).ok().map(|value| value.to_string())
}

/// Controls: parsers that are wrong.
fn takes_more(text: &str) -> Option<String> {
    Value::deserialize(&mut ByteSource::new(text)).ok().map(|value| value.to_string())
}

fn takes_control_characters(text: &str) -> Option<String> {
    ours(&text.replace(['\u{1}', '\u{b}'], ""))
}

fn rounds_numbers(text: &str) -> Option<String> {
    ours(&text.replace("0001", "0"))
}

/// Returns the first input for which a parser and `serde_json` differ.
fn difference(reader: TextReader, texts: &[String]) -> Option<&String> {
    texts.iter().find(|text| reader(text) != theirs(text))
}

const DOCUMENTS: [&str; 6] = [
    r#" { "a" : [ 1 , -2, 3.25, 1e3 ] , "b" : { } , "c" : "text" , "d" : null , "e" : [true,false] } "#,
    r#"{"quote":"\"\\\/\b\f\n\r\t","code":"\u00e9\ud83d\ude00é😀","long":"a text of more than sixteen bytes, as most are"}"#,
    "[\n    {\n        \"name\": \"x\",\r\n\t\"list\": [\n            []\n        ]\n    }\n]\n",
    "[0,-0,0.0,-0.0,10,18446744073709551615,18446744073709551616,-9223372036854775808,-9223372036854775809,1E-7]",
    "[0.1000000000000000055511151231257827,1.7976931348623157e308,5e-324,123456789012345678,1234567890123456789]",
    r#""\u0000\u001f\u007f\uffff""#,
];

/// Returns variants of the documents with a few changes.
fn changed(count: usize) -> Vec<String> {
    const PIECES: [&str; 32] = [
        "\"", "\\", "{", "}", "[", "]", ",", ":", " ", "\n", "0", "1", "-", "+", ".", "e", "E", "null", "true",
        "falsee", "\\u", "\\ud83d", "\\ude00", "é", "😀", "\u{1}", "\u{b}", "\u{feff}", "\u{7f}", "0001", "1e999",
        "\"a\":",
    ];
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut below = move |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap_or_default() % bound
    };
    let change = |_| {
        let mut letters: Vec<char> = DOCUMENTS[below(DOCUMENTS.len())].chars().collect();
        for _ in 0..=below(3) {
            let at = below(letters.len() + 1);
            match below(3) {
                0 if at < letters.len() => drop(letters.remove(at)),
                1 => letters.truncate(at.max(1)),
                _ => drop(letters.splice(at..at, PIECES[below(PIECES.len())].chars())),
            }
        }
        letters.into_iter().collect()
    };
    (0..count).map(change).collect()
}

fn fixed() -> Vec<String> {
    let deep = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let objects = |depth: usize| format!("{}1{}", "{\"a\":".repeat(depth), "}".repeat(depth));
    let mut all: Vec<String> = DOCUMENTS.iter().map(|text| (*text).to_owned()).collect();
    all.extend(DOCUMENTS.iter().flat_map(|text| {
        let ends = (0..text.len()).filter(|end| text.is_char_boundary(*end));
        ends.map(|end| text[..end].to_owned()).collect::<Vec<_>>()
    }));
    all.extend([126, 127, 128, 129, 100_000].map(deep));
    all.extend([126, 127, 128, 129].map(objects));
    all.extend([17, 18, 19, 20, 400, 100_000].map(|digits| "7".repeat(digits)));
    all.extend([17, 18, 19, 20, 400].map(|digits| format!("-{}", "9".repeat(digits))));
    all.extend([1, 20, 400].map(|digits| format!("0.{}1", "0".repeat(digits))));
    let odd = [
        "",
        " ",
        "-",
        "+1",
        "01",
        "-01",
        "00",
        "1.",
        ".5",
        "1.e1",
        "1e",
        "1e+",
        "1-2",
        "1 2",
        "1e400",
        "-1e400",
        "1e-400",
        "0e9",
        "nul",
        "nulll",
        "True",
        "tru",
        "[1,]",
        "[,1]",
        "[1 2]",
        "[1",
        "{\"a\":1,}",
        "{,}",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\" 1}",
        "{1:2}",
        "{\"a\":1]",
        "{\"a\":1,\"a\":2}",
        "\"",
        "\"\\",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\u12g4\"",
        "\"\\ud800\"",
        "\"\\udc00\"",
        "\"\\ud800\\ud800\"",
        "\"\\ud800x\"",
        "\"\\ud800\\n\"",
        "\"\\uD83D\\uDE00\"",
        "\"\u{1}\"",
        "\"\n\"",
        "\"\\n\u{1}\"",
        "\u{feff}1",
        "\u{a0}1",
        "\u{b}1",
        "'a'",
        "// x\n1",
        "NaN",
        "Infinity",
        "[]]",
        "{}}",
        "\"a\"b",
        "\"\u{7f}\"",
    ];
    all.extend(odd.map(str::to_owned));
    all
}

#[test]
fn it_reads_what_serde_json_reads() {
    let (fixed, changed) = (fixed(), changed(60_000));
    let taken = changed.iter().filter(|text| theirs(text).is_some()).count();
    assert!(taken > 1_500 && taken < changed.len() - 15_000, "{taken} of {} are JSON", changed.len());
    for texts in [&fixed, &changed] {
        if let Some(text) = difference(ours, texts) {
            panic!("{text:?}: {:?}, not {:?}", ours(text), theirs(text));
        }
    }
}

#[test]
fn a_source_that_takes_more_or_other_values_is_found() {
    for wrong in [takes_more, takes_control_characters, rounds_numbers] {
        assert!(difference(wrong, &changed(20_000)).is_some());
    }
}

/// The reader detects duplicate properties, because the source passes both on.
#[test]
fn members_that_stand_twice_are_seen() {
    let read = |text| AnyValue.deserialize(&mut ByteSource::new(text)).ok();
    assert_eq!(read(r#"{"a":1,"b":2.0}"#), Some(serde_json::json!({ "a": 1, "b": 2 })));
    assert_eq!(read(r#"{"a":1,"\u0061":2}"#), None);
}

/// A visitor that stops in the middle of an array has not read the array.
#[test]
fn what_is_not_read_to_its_end_is_refused() {
    struct First;
    impl<'de> serde::de::Visitor<'de> for First {
        type Value = u64;
        fn expecting(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            out.write_str("a list")
        }
        fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut items: A) -> Result<u64, A::Error> {
            items.next_element().map(Option::unwrap_or_default)
        }
    }
    let read = |text| serde::Deserializer::deserialize_seq(&mut ByteSource::new(text), First).ok();
    assert_eq!(read("[]"), Some(0));
    assert_eq!(read("[1,2]"), None);
    assert_eq!(read("[1]"), None, "the end of the list was not asked for");
}

#[test]
fn texts_are_borrowed_where_they_can_be() {
    let text = r#"["as it is","with \"quotes\""]"#;
    let mut source = ByteSource::new(text);
    let read = Vec::<std::borrow::Cow<'_, str>>::deserialize(&mut source).expect("it is a list");
    assert_eq!(read, ["as it is", "with \"quotes\""]);
    assert_eq!(<&str>::deserialize(&mut ByteSource::new("\"x\"")), Ok("x"));
    assert!(<&str>::deserialize(&mut ByteSource::new("\"\\n\"")).is_err());
}
