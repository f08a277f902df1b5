//! Random small schemas: no document refutes a proof, both validators confirm every witness, and the changes agree with
//! the verdicts.

use planwright_codegen::SchemaSet;
use planwright_drift::{Change, Effect, Library, Options, Pair, Source, Verdict, compare};
use serde_json::{Map, Value, json};

const PAIRS: usize = 400;
const DOCUMENTS: usize = 2_000;

/// Generator of numbers that are the same on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % limit
    }

    fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }
}

fn schema(random: &mut Random, depth: usize) -> Value {
    if depth == 0 && random.below(4) == 0 {
        return random.pick(&[json!(true), json!(false), json!({}), json!({"$ref": "#/$defs/r"})]);
    }
    let mut members = Map::new();
    for _ in 0..=random.below(3) {
        let (keyword, value) = keyword(random, depth);
        members.insert(keyword.to_owned(), value);
    }
    Value::Object(members)
}

fn keyword(random: &mut Random, depth: usize) -> (&'static str, Value) {
    let count = json!(random.below(4));
    let name = random.pick(&["a", "b", "c"]);
    let inner = |random: &mut Random| schema(random, depth.saturating_sub(1));
    let kinds = if depth == 0 { 16 } else { 34 };
    match random.below(kinds) {
        0 | 1 => ("type", json!(random.pick(&["null", "boolean", "integer", "number", "string", "array", "object"]))),
        2 => ("type", json!(["null", random.pick(&["integer", "string", "object"])])),
        3 => ("enum", json!([value(random, 1), value(random, 1), value(random, 0)])),
        4 => ("const", value(random, 1)),
        5 => ("minimum", count),
        6 => ("maximum", count),
        7 => ("exclusiveMinimum", count),
        8 => ("multipleOf", random.pick(&[json!(2), json!(3), json!(0.5), json!(1)])),
        9 => ("minLength", count),
        10 => ("maxLength", count),
        11 => ("pattern", json!(random.pick(&["^a", "a", "^[ab]+$", "^[a-c]*$", "b$", "^.$"]))),
        12 => ("minItems", count),
        13 => ("maxItems", count),
        14 => ("required", json!([name])),
        15 => ("uniqueItems", json!(true)),
        16 | 17 => ("properties", json!({ name: inner(random), "a": inner(random) })),
        18 => ("additionalProperties", inner(random)),
        19 => ("patternProperties", json!({ random.pick(&["^a", "b", "^[ab]$"]): inner(random) })),
        20 => ("propertyNames", inner(random)),
        21 => ("items", inner(random)),
        22 => ("prefixItems", json!([inner(random), inner(random)])),
        23 => ("contains", inner(random)),
        24 => ("not", inner(random)),
        25 => ("anyOf", json!([inner(random), inner(random)])),
        26 => ("oneOf", json!([inner(random), inner(random), inner(random)])),
        27 => ("allOf", json!([inner(random), inner(random)])),
        28 => ("if", inner(random)),
        29 => ("then", inner(random)),
        30 => ("else", inner(random)),
        31 => ("dependentRequired", json!({ name: ["b"] })),
        32 => ("minProperties", count),
        _ => {
            random.pick(&[("maxProperties", count), ("unevaluatedProperties", json!(false)), ("maxContains", json!(1))])
        }
    }
}

fn value(random: &mut Random, depth: usize) -> Value {
    let simple = [json!(null), json!(true), json!(0), json!(1), json!(2), json!(3), json!(0.5), json!(-1), json!("")];
    let texts = [json!("a"), json!("b"), json!("ab"), json!("abc"), json!("d"), json!(4), json!(2.5), json!(6)];
    match random.below(if depth == 0 { 2 } else { 4 }) {
        0 => random.pick(&simple),
        1 => random.pick(&texts),
        2 => {
            let count = random.below(4);
            (0..count).map(|_| value(random, depth - 1)).collect()
        }
        _ => {
            let count = random.below(4);
            let members =
                (0..count).map(|_| (random.pick(&["a", "b", "c", "ab", "x"]).to_owned(), value(random, depth - 1)));
            Value::Object(members.collect())
        }
    }
}

/// Returns the new side: usually the old one with a keyword added, removed or changed, and sometimes a new schema.
fn edited(random: &mut Random, old: &Value) -> Value {
    let mut new = old.clone();
    let fresh = schema(random, 1);
    let Some(members) = new.as_object_mut().filter(|_| random.below(5) > 0) else { return schema(random, 2) };
    if random.below(2) == 0
        && let Some(name) = members.keys().next().cloned()
    {
        members.shift_remove(&name);
    }
    members.extend(fresh.as_object().into_iter().flatten().map(|(name, value)| (name.clone(), value.clone())));
    new
}

fn document(schema: &Value) -> Value {
    let mut document = schema.clone();
    let recursive = json!({ "type": "object", "properties": { "a": { "$ref": "#/$defs/r" } }, "maxProperties": 2 });
    match document.as_object_mut() {
        Some(members) => {
            members.insert("$defs".to_owned(), json!({ "r": recursive }));
            document
        }
        None => json!({ "allOf": [document], "$defs": { "r": recursive } }),
    }
}

fn second(schema: &Value, value: &Value) -> bool {
    let mut schemas = boon::Schemas::new();
    let mut compiler = boon::Compiler::new();
    compiler.add_resource("https://example.org/s.json", schema.clone()).expect("it is a schema");
    let index = compiler.compile("https://example.org/s.json", &mut schemas).expect("it compiles");
    schemas.validate(value, index).is_ok()
}

/// Returns a change that a proof rules out, or a broken direction that no change explains.
fn contradiction(pair: &Pair) -> Option<String> {
    let backward: fn(&Change) -> Effect = |change| change.rule.backward;
    let forward: fn(&Change) -> Effect = |change| change.rule.forward;
    [(pair.backward(), backward), (pair.forward(), forward)].into_iter().find_map(|(verdict, effect)| match verdict {
        Verdict::Proved => {
            let change = pair.changes.iter().find(|change| effect(change) == Effect::Breaks)?;
            Some(format!("{} contradicts a proof", change.rule.id))
        }
        Verdict::Broken(witness) if pair.changes.iter().all(|change| effect(change) == Effect::Fine) => {
            Some(format!("no change explains {witness}"))
        }
        _ => None,
    })
}

/// Control: a list that contradicts its verdict, and one that does not explain it.
#[test]
fn a_contradiction_is_found() {
    let set = |text: &[u8]| SchemaSet::parse_unchecked([("s.json".to_owned(), text.to_vec())]).expect("a schema");
    let sets = [set(br#"{"type": "string"}"#), set(br#"{"type": ["string", "integer"]}"#)];
    let libraries = sets.iter().map(|set| Library::new(set).expect("nothing is ambiguous")).collect::<Vec<_>>();
    let source = |index: usize| Source { library: &libraries[index], path: "s.json" };
    let mut pair = compare(source(0), source(1), Options::default()).expect("the proof runs");
    assert_eq!(contradiction(&pair), None);
    pair.judged[0].forward = Verdict::Proved;
    assert_eq!(contradiction(&pair).as_deref(), Some("type-widened contradicts a proof"));
    pair.judged[0].backward = Verdict::Broken(json!(1));
    assert_eq!(contradiction(&pair).as_deref(), Some("no change explains 1"));
}

#[test]
fn no_proof_is_wrong_and_every_witness_is_confirmed() {
    let mut random = Random(7);
    let (mut proved, mut broken, mut undecided, mut contradictions) = (0, 0, Vec::new(), Vec::new());
    for _ in 0..PAIRS {
        let one = schema(&mut random, 2);
        let two = edited(&mut random, &one);
        let sides = [document(&one), document(&two)];
        let set = |side: &Value| SchemaSet::parse_unchecked([("s.json".to_owned(), side.to_string().into_bytes())]);
        let sets = [set(&sides[0]).expect("a schema"), set(&sides[1]).expect("a schema")];
        let library = |index: usize| Library::new(&sets[index]).expect("nothing is ambiguous");
        let libraries = [library(0), library(1)];
        let source = |index: usize| Source { library: &libraries[index], path: "s.json" };
        let pair = compare(source(0), source(1), Options::default()).expect("the proof runs");
        let first: Vec<_> =
            sides.iter().map(|side| jsonschema::draft202012::new(side).expect("it is a schema")).collect();
        if let Some(problem) = contradiction(&pair) {
            contradictions.push(format!("{problem}: {} -> {}", sides[0], sides[1]));
        }
        for (verdict, inner, outer) in [(pair.backward(), 0, 1), (pair.forward(), 1, 0)] {
            match verdict {
                Verdict::Proved => {
                    proved += 1;
                    for _ in 0..DOCUMENTS {
                        let tried = value(&mut random, 3);
                        assert!(
                            !first[inner].is_valid(&tried) || first[outer].is_valid(&tried),
                            "{tried} refutes the proof that {} is within {}",
                            sides[inner],
                            sides[outer]
                        );
                    }
                }
                Verdict::Broken(witness) => {
                    broken += 1;
                    assert!(first[inner].is_valid(&witness) && !first[outer].is_valid(&witness), "{witness}");
                    assert!(second(&sides[inner], &witness) && !second(&sides[outer], &witness), "{witness}");
                }
                Verdict::Undecided(because) => {
                    undecided.push(format!("{because}: {} within {}", sides[inner], sides[outer]));
                }
            }
        }
    }
    println!("{proved} proved, {broken} broken, {} undecided", undecided.len());
    for one in undecided.iter().take(12) {
        println!("  {one}");
    }
    assert!(contradictions.is_empty(), "{} of them:\n{}", contradictions.len(), contradictions.join("\n"));
    assert!(proved > PAIRS / 4 && broken > PAIRS / 4, "{proved} proved, {broken} broken");
    assert!(undecided.len() < PAIRS / 20, "{} are undecided:\n{}", undecided.len(), undecided.join("\n"));
}
