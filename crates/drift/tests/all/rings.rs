//! Files that refer to each other are decided, however many paths there are between them.

use planwright_drift::{FileGraph, Library, Options, Pair, Source, Verdict, compare, compare_group};
use planwright_schema::SchemaSet;
use serde_json::{Map, Value, json};

/// Returns files that each refer to the next `degree` files of the ring. File 3 allows longer strings.
fn ring(count: usize, degree: usize, length_in_three: u64) -> SchemaSet {
    let file = |number: usize| {
        let length = if number == 3 { length_in_three } else { 5 };
        let mut properties = Map::from_iter([("v".to_owned(), json!({ "type": "string", "maxLength": length }))]);
        for step in 1..=degree {
            properties.insert(format!("p{step}"), json!({ "$ref": format!("f{}.json", (number + step) % count) }));
        }
        let schema = json!({ "type": "object", "properties": properties, "additionalProperties": false });
        (format!("f{number}.json"), schema.to_string().into_bytes())
    };
    SchemaSet::parse_unchecked((0..count).map(file)).expect("the schemas are valid")
}

fn compare_file(old: &SchemaSet, new: &SchemaSet, path: &str) -> Pair {
    let (old, new) = (Library::new(old).expect("a library"), Library::new(new).expect("a library"));
    let (old, new) = (Source { library: &old, path }, Source { library: &new, path });
    compare(old, new, Options::default()).expect("a machine with memory")
}

#[test]
fn rings_of_files_are_decided() {
    for (count, degree) in [(40, 1), (16, 15), (32, 3)] {
        let (old, new) = (ring(count, degree, 5), ring(count, degree, 6));
        let pair = compare_file(&old, &new, "f0.json");
        assert_eq!(pair.backward(), Verdict::Proved, "{count} files with {degree} references");
        let Verdict::Broken(witness) = pair.forward() else { panic!("{:?}", pair.forward()) };
        assert!(witness.to_string().contains("aaaaaa"), "{witness}");
    }
}

/// A group shares what is read and learned, and has the same verdicts as each of its files.
#[test]
fn a_group_is_decided_like_each_of_its_files() {
    let (old, new) = (ring(12, 2, 5), ring(12, 2, 6));
    let (one, two) = (Library::new(&old).expect("a library"), Library::new(&new).expect("a library"));
    let groups = FileGraph::new(&two).mutual_references();
    assert_eq!(groups.len(), 1);
    let paths: Vec<String> = groups.into_iter().flatten().collect();
    let source = |path| (Source { library: &one, path }, Source { library: &two, path });
    let sources: Vec<_> = paths.iter().map(|path| source(path.as_str())).collect();
    let group = compare_group(&sources, Options::default()).expect("a machine with memory");
    assert_eq!(group.len(), 12);
    for (path, pair) in paths.iter().zip(group) {
        let alone = compare_file(&old, &new, path);
        assert_eq!((pair.backward().word(), pair.forward().word()), ("proved", "broken"), "{path}");
        assert_eq!((alone.backward().word(), alone.forward().word()), ("proved", "broken"), "{path}");
        assert_eq!(pair.changes, alone.changes, "{path}");
    }
}

#[test]
fn a_change_affects_the_files_that_depend_on_it() {
    let side = |length: u64| {
        let user = |path: &str| json!({ "properties": { "a": { "$ref": path } } }).to_string().into_bytes();
        let part = json!({ "type": "string", "maxLength": length }).to_string().into_bytes();
        let files = [
            ("part.json", part),
            ("user.json", user("part.json")),
            ("top.json", user("user.json")),
            ("other.json", user("none.json")),
        ];
        SchemaSet::parse_unchecked(files.map(|(path, bytes)| (path.to_owned(), bytes))).expect("valid")
    };
    let (old, new) = (side(3), side(4));
    let [before, after] = [&old, &new].map(|set| FileGraph::new(&Library::new(set).expect("a library")));
    assert_eq!(after.unchanged_since(&before).into_iter().collect::<Vec<_>>(), ["other.json"]);
    assert_eq!(before.unchanged_since(&before).len(), 4);
}

/// Control: what is assumed while a ring is searched must not hide a break that only a later branch shows.
#[test]
fn an_assumption_that_turns_out_false_is_withdrawn() {
    let side = |last: &Value| {
        let schema = json!({
            "type": "object", "properties": { "a": { "$ref": "#/$defs/a" }, "b": { "$ref": "#/$defs/b" } },
            "$defs": {
                "a": { "type": "object", "properties": { "b": { "$ref": "#/$defs/b" }, "x": last } },
                "b": { "type": "object", "properties": { "a": { "$ref": "#/$defs/a" } } },
            },
        });
        SchemaSet::parse_unchecked([("s.json".to_owned(), schema.to_string().into_bytes())]).expect("valid")
    };
    let (old, new) = (side(&json!({ "type": "number" })), side(&json!({ "type": "integer" })));
    let pair = compare_file(&old, &new, "s.json");
    assert!(matches!(pair.backward(), Verdict::Broken(_)), "{:?}", pair.backward());
    assert_eq!(pair.forward(), Verdict::Proved);
}
