//! Queries without a natural end, or with huge answers. Each terminates, with the same result every time.

use planwright_drift::{Library, Options, Pair, Source, Verdict, compare_roots};
use planwright_schema::SchemaSet;
use serde_json::{Map, Value, json};

fn compared(old: &Value, new: &Value) -> Pair {
    let set = |schema: &Value| {
        SchemaSet::parse([("schema.json".to_owned(), schema.to_string().into_bytes())]).expect("it is a schema")
    };
    let (old, new) = (set(old), set(new));
    let (old, new) = (Library::new(&old).expect("it links"), Library::new(&new).expect("it links"));
    let source = |library| Source { library, path: "schema.json" };
    compare_roots(source(&old), source(&new), Options::default()).expect("the proof runs")
}

/// Asserts that the verdict is the same both times, and returns it.
fn backward(old: &Value, new: &Value) -> Verdict {
    let verdict = compared(old, new).backward();
    assert_eq!(verdict, compared(old, new).backward());
    verdict
}

fn because(verdict: Verdict) -> String {
    match verdict {
        Verdict::Undecided(because) => because,
        Verdict::Proved | Verdict::Broken(_) => panic!("{verdict:?}"),
    }
}

/// Objects that each contain two objects, so deep that the smallest document does not fit into memory.
fn doubling(depth: usize, leaf: &Value, list: bool) -> Value {
    let mut definitions = Map::from_iter([("d0".to_owned(), leaf.clone())]);
    for level in 1..=depth {
        let inner = json!({"$ref": format!("#/$defs/d{}", level - 1)});
        let outer = if list {
            json!({"type": "array", "items": inner, "minItems": 9})
        } else {
            json!({"type": "object", "required": ["a", "b"], "properties": {"a": inner, "b": inner}})
        };
        definitions.insert(format!("d{level}"), outer);
    }
    json!({"$defs": definitions, "$ref": format!("#/$defs/d{depth}")})
}

#[test]
fn a_document_that_doubles_at_each_level_is_not_made() {
    let (number, whole) = (json!({"type": "number"}), json!({"type": "integer"}));
    for list in [false, true] {
        for depth in [40, 60] {
            let of = |leaf: &Value| doubling(depth, leaf, list);
            let because = because(backward(&of(&number), &of(&whole)));
            assert!(because.contains("budget: a document that shows it is too large"), "{because}");
            assert_eq!(backward(&of(&whole), &of(&number)), Verdict::Proved);
        }
        let shown = backward(&doubling(3, &number, list), &doubling(3, &whole, list));
        assert!(matches!(shown, Verdict::Broken(_)), "{shown:?}");
    }
}
