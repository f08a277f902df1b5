//! Property names: an object is read the same way whether or not its names are the expected ones.

use std::collections::BTreeMap;

use planwright_runtime::reader::{ByteSource, MemberCheck, ObjectCheck, ReadAt, ReadJudged, ValueCheck, kinds};
use serde::Deserialize;
use serde_json::{Map, Value};

#[derive(Debug, PartialEq)]
struct OddNames {
    empty: Option<u64>,
    quote: Option<u64>,
    slash: Option<u64>,
    line: Option<u64>,
    short: Option<u64>,
    long: Option<u64>,
    longer: Option<u64>,
    letters: Option<u64>,
}

planwright_runtime::read_object! { OddNames;
    empty "" value need;
    quote "a\":1,\"b" value need;
    slash "a\\b" value need;
    line "a\nb" value need;
    short "b" value need;
    long "a name of many" value need;
    longer "a name of many letters" value need;
    letters "éé" value need;
}

static NAMES: [&str; 8] = ["", "a\":1,\"b", "a\\b", "a\nb", "b", "a name of many", "a name of many letters", "éé"];

static WHOLE: ValueCheck = ValueCheck { kinds: kinds::INTEGER, ..ValueCheck::ANY };

const fn member(index: usize) -> MemberCheck {
    MemberCheck { name: NAMES[index], check: &WHOLE, required: false, named: true }
}

static CHECK: ValueCheck = ValueCheck {
    object: Some(&ObjectCheck {
        members: &[member(0), member(1), member(2), member(3), member(4), member(5), member(6), member(7)],
        extra: planwright_runtime::reader::Extra::Refused,
        ..ObjectCheck::ANY
    }),
    ..ValueCheck::ANY
};

fn ours(text: &str) -> Option<OddNames> {
    let mut source = ByteSource::new(text);
    let read = OddNames::read_checked(&mut source, ReadAt::checking(&CHECK)).ok()?;
    source.ends().then_some(read)
}

/// Reads with a parser that does not predict names.
fn theirs(text: &str) -> Option<OddNames> {
    let mut parser = serde_json::Deserializer::from_str(text);
    let read = OddNames::read_checked(&mut parser, ReadAt::checking(&CHECK)).ok()?;
    parser.end().is_ok().then_some(read)
}

/// Returns an object with some of the properties, by their indices.
fn object(indexes: &[usize]) -> String {
    let members: Map<String, Value> = indexes.iter().map(|index| (NAMES[*index].to_owned(), (*index).into())).collect();
    Value::Object(members).to_string()
}

#[test]
fn objects_are_read_in_every_order() {
    for left_out in 0..=NAMES.len() {
        for turned in 0..NAMES.len() {
            for reversed in [false, true] {
                let mut indexes: Vec<usize> = (0..NAMES.len()).filter(|index| *index != left_out).collect();
                let turned = turned % indexes.len();
                indexes.rotate_left(turned);
                if reversed {
                    indexes.reverse();
                }
                let text = object(&indexes);
                let read = ours(&text).unwrap_or_else(|| panic!("{text}"));
                assert_eq!(Some(&read), theirs(&text).as_ref(), "{text}");
                let OddNames { empty, quote, slash, line, short, long, longer, letters } = read;
                let values = [empty, quote, slash, line, short, long, longer, letters];
                let expected = std::array::from_fn(|index| indexes.contains(&index).then_some(index as u64));
                assert_eq!(values, expected, "{text}");
            }
        }
    }
}

#[test]
fn other_texts_of_a_name_are_the_name() {
    for text in [r#"{"\u0062":4}"#, r#"{"\u00e9é":7}"#, r#"{ "" : 0 , "b":4}"#, r#"{"a name of many letter\u0073" :6}"#]
    {
        assert!(ours(text).is_some(), "{text}");
        assert_eq!(ours(text), theirs(text), "{text}");
    }
    // This field name contains JSON syntax.
    let two = r#"{"":0,"a":1,"b":2}"#;
    for text in
        [two, r#"{"a":1,"b":2}"#, r#"{"b":1,"\u0062":2}"#, r#"{"b :1}"#, r#"{"b"#, r#"{"bb":1}"#, r#"{"":0,"":0}"#]
    {
        assert_eq!((ours(text), theirs(text)), (None, None), "{text}");
    }
}

/// A newtype with any name is read as its string.
#[test]
fn a_newtype_as_a_name_is_its_text() {
    #[derive(Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
    #[serde(rename = "known")]
    struct Known(String);

    let text = r#"{"known":1,"know":2,"knowns":3,"kn\u006fwn!":4,"":5}"#;
    let read = BTreeMap::<Known, u64>::deserialize(&mut ByteSource::new(text)).expect("an object");
    assert_eq!(read, serde_json::from_str(text).expect("an object"));
    assert_eq!(read.len(), 5);
}
