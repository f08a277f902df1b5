//! Locates values in hand-written inputs, and every pointer of many random documents.

use serde_json::{Map, Value, json};

use super::*;

fn pointer(text: &str) -> Pointer {
    text.parse().unwrap()
}

#[test]
fn keys_and_values_have_their_bytes() {
    let text = r#" {"a~/b" : [1, {"x\u0041": "]}"} ], "": null} "#;
    let place = locate(text, &pointer("/a~0~1b/1/xA")).unwrap();
    assert_eq!(place.found, Found::Exact);
    assert_eq!(&text[place.key.unwrap()], r#""x\u0041""#);
    assert_eq!(&text[place.value], r#""]}""#);
    let place = locate(text, &pointer("/")).unwrap();
    assert_eq!((&text[place.key.unwrap()], &text[place.value]), (r#""""#, "null"));
    let place = locate(text, &Pointer::root()).unwrap();
    assert_eq!((place.key, &text[place.value]), (None, text.trim()));
}

#[test]
fn an_absent_member_falls_back_to_its_ancestor() {
    let text = r#"{"a": {"b": [10]}}"#;
    for (asked, at) in
        [("/a/c", "/a"), ("/a/b/1", "/a/b"), ("/a/b/00", "/a/b"), ("/a/b/0/x/y", "/a/b/0"), ("/z/a/b", "")]
    {
        let place = locate(text, &pointer(asked)).unwrap();
        assert_eq!((place.found, place.at.as_str()), (Found::Ancestor, at), "{asked}");
    }
    assert_eq!(locate("", &pointer("/a")), None);
    assert_eq!(locate("  ", &Pointer::root()), None);
}

#[test]
fn depth_is_no_trouble() {
    let depth = 100_000;
    let text = "[".repeat(depth) + &"]".repeat(depth);
    let deep = pointer(&"/0".repeat(depth - 1));
    assert_eq!(locate(&text, &deep).unwrap().value, depth - 1..depth + 1);
    assert_eq!(locate(&text, &Pointer::root()).unwrap().value, 0..2 * depth);
    assert_eq!(locate(&text[..depth], &deep), None);
}

#[test]
fn every_pointer_leads_to_its_value() {
    let mut dice = Dice(7);
    for _ in 0..300 {
        let value = random(&mut dice, 4);
        for text in [value.to_string(), serde_json::to_string_pretty(&value).unwrap()] {
            assert_eq!(crate::parse(&text).unwrap(), value);
            let mut all = Vec::new();
            walk(&value, &Pointer::root(), &mut all);
            let places = locate_all(&text, all.iter().map(|(pointer, _)| pointer));
            for ((pointer, value), place) in all.iter().zip(places) {
                let place = place.unwrap();
                assert_eq!((place.found, &place.at), (Found::Exact, pointer));
                let found: Value = serde_json::from_str(&text[place.value]).unwrap();
                assert_eq!(&found, *value);
                if let Some(key) = place.key {
                    let name: String = serde_json::from_str(&text[key]).unwrap();
                    assert_eq!(Some(name.as_str()), pointer.last().as_deref());
                }
            }
        }
    }
}

fn walk<'v>(value: &'v Value, at: &Pointer, all: &mut Vec<(Pointer, &'v Value)>) {
    all.push((at.clone(), value));
    match value {
        Value::Array(items) => items.iter().enumerate().for_each(|(index, item)| walk(item, &at.index(index), all)),
        Value::Object(members) => members.iter().for_each(|(name, member)| walk(member, &at.member(name), all)),
        _ => {}
    }
}

/// A small linear congruential generator, which yields the same documents on every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

fn random(dice: &mut Dice, depth: u32) -> Value {
    let words = ["", "a", "b/c", "~", "~1", "0", "1", "é😀", "\"", "\\", "\n", "]}", "{[,:", "a\u{1}b"];
    let word = |dice: &mut Dice| words[usize::try_from(dice.roll(words.len() as u64)).unwrap()].to_owned();
    match dice.roll(if depth == 0 { 5 } else { 9 }) {
        0 => Value::Null,
        1 => Value::Bool(dice.roll(2) == 0),
        2 => json!(dice.roll(1000)),
        3 => json!(0.5 - f64::from(u32::try_from(dice.roll(1000)).unwrap())),
        4 => Value::String(word(dice)),
        5 | 6 => (0..dice.roll(4)).map(|_| random(dice, depth - 1)).collect(),
        _ => (0..dice.roll(4)).map(|_| (word(dice), random(dice, depth - 1))).collect::<Map<_, _>>().into(),
    }
}
