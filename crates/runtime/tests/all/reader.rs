//! Readers with a handwritten table and types, compared with the validator.

use planwright_runtime::Formatted;
use planwright_runtime::reader::{
    Extra, ListCheck, ListedConstant, MemberCheck, NumberCheck, Numeric, ObjectCheck, PatternTable, ReadAt, TagCheck,
    TextCheck, ValueCheck, kinds, read_root,
};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(Debug, PartialEq, Serialize)]
struct Plan {
    version: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    steps: Vec<PlanStep>,
    kind: StepKind,
    limit: u64,
}

#[derive(Debug, PartialEq, Serialize)]
enum StepKind {
    #[serde(rename = "fast")]
    Fast,
    #[serde(rename = "slow")]
    Slow,
}

#[derive(Debug, PartialEq, Serialize)]
#[serde(tag = "do")]
enum PlanStep {
    #[serde(rename = "wait")]
    Wait(WaitStep),
    #[serde(rename = "say")]
    Say(SayStep),
}

#[derive(Debug, PartialEq, Serialize)]
struct WaitStep {
    seconds: f64,
}

#[derive(Debug, PartialEq, Serialize)]
struct SayStep {
    text: String,
    to: Vec<u64>,
}

fn ten() -> u64 {
    10
}

planwright_runtime::read_object! { Plan;
    version "version" value need;
    note "note" value need;
    steps "steps" value need;
    kind "kind" value need;
    limit "limit" value or ten;
}

planwright_runtime::read_words! { StepKind;
    "fast" Fast;
    "slow" Slow;
}

planwright_runtime::read_union! { PlanStep, "do";
    "wait" false Wait plain;
    "say" false Say plain;
}

planwright_runtime::read_object! { WaitStep;
    seconds "seconds" value need;
}

planwright_runtime::read_object! { SayStep;
    text "text" value need;
    to "to" value need;
}

/// `^[a-z]+$`
static LETTERS: PatternTable = PatternTable {
    pattern: "^[a-z]+$",
    classes: PatternTable::classes(&[(b'a', b'z', 1)]),
    next: &[0, 3, 0, 0, 3, 1],
    width: 3,
};
static WHOLE: ValueCheck = ValueCheck {
    kinds: kinds::INTEGER,
    number: Some(&NumberCheck { least: Some(Numeric::Whole(1)), most: Some(Numeric::Whole(9)), ..NumberCheck::ANY }),
    ..ValueCheck::ANY
};
static KIND: ValueCheck = ValueCheck {
    kinds: kinds::TEXT,
    values: Some(&[ListedConstant::Text("fast"), ListedConstant::Text("slow")]),
    ..ValueCheck::ANY
};
static NOTE: ValueCheck = ValueCheck {
    kinds: kinds::TEXT,
    text: Some(&TextCheck { least: 1, most: 3, pattern: Some(&LETTERS), ..TextCheck::ANY }),
    ..ValueCheck::ANY
};
static WAIT: ValueCheck = ValueCheck {
    kinds: kinds::OBJECT,
    object: Some(&ObjectCheck {
        members: &[
            MemberCheck { name: "do", check: &ANY_TEXT, required: true, named: true },
            MemberCheck { name: "seconds", check: &SECONDS, required: true, named: true },
        ],
        extra: Extra::Unsaid,
        ..ObjectCheck::ANY
    }),
    ..ValueCheck::ANY
};
static ANY_TEXT: ValueCheck = ValueCheck { kinds: kinds::TEXT, ..ValueCheck::ANY };
static SECONDS: ValueCheck = ValueCheck {
    kinds: kinds::NUMBER,
    number: Some(&NumberCheck { above: Some(Numeric::Whole(0)), ..NumberCheck::ANY }),
    ..ValueCheck::ANY
};
static SAY: ValueCheck = ValueCheck {
    kinds: kinds::OBJECT,
    object: Some(&ObjectCheck {
        members: &[
            MemberCheck { name: "do", check: &ANY_TEXT, required: true, named: true },
            MemberCheck { name: "text", check: &ANY_TEXT, required: true, named: true },
            MemberCheck { name: "to", check: &TO, required: true, named: true },
        ],
        extra: Extra::Refused,
        ..ObjectCheck::ANY
    }),
    ..ValueCheck::ANY
};
static TO: ValueCheck = ValueCheck {
    kinds: kinds::LIST,
    list: Some(&ListCheck { least: 1, rest: &WHOLE, unique: true, ..ListCheck::ANY }),
    ..ValueCheck::ANY
};
static STEP: ValueCheck = ValueCheck {
    tagged: Some(&TagCheck { tag: "do", branches: &[("wait", &WAIT), ("say", &SAY)] }),
    ..ValueCheck::ANY
};
static STEPS: ValueCheck = ValueCheck {
    kinds: kinds::LIST,
    list: Some(&ListCheck { most: 3, rest: &STEP, ..ListCheck::ANY }),
    ..ValueCheck::ANY
};
static PLAN: ValueCheck = ValueCheck {
    kinds: kinds::OBJECT,
    object: Some(&ObjectCheck {
        members: &[
            MemberCheck { name: "version", check: &WHOLE, required: true, named: true },
            MemberCheck { name: "note", check: &NOTE, required: false, named: true },
            MemberCheck { name: "steps", check: &STEPS, required: true, named: true },
            MemberCheck { name: "kind", check: &KIND, required: true, named: true },
            MemberCheck { name: "limit", check: &WHOLE, required: false, named: true },
        ],
        extra: Extra::Refused,
        ..ObjectCheck::ANY
    }),
    ..ValueCheck::ANY
};

/// Returns the schema that the table represents.
fn schema() -> Value {
    let whole = json!({ "type": "integer", "minimum": 1, "maximum": 9 });
    let wait = json!({ "type": "object", "required": ["do", "seconds"], "properties": {
        "do": { "const": "wait" }, "seconds": { "type": "number", "exclusiveMinimum": 0 } } });
    let say = json!({ "type": "object", "required": ["do", "text", "to"], "additionalProperties": false, "properties": {
        "do": { "const": "say" }, "text": { "type": "string" },
        "to": { "type": "array", "minItems": 1, "uniqueItems": true, "items": whole } } });
    json!({ "type": "object", "required": ["version", "steps", "kind"], "additionalProperties": false, "properties": {
        "version": whole, "note": { "type": "string", "minLength": 1, "maxLength": 3, "pattern": "^[a-z]+$" },
        "steps": { "type": "array", "maxItems": 3, "items": { "oneOf": [wait, say] } },
        "kind": { "enum": ["fast", "slow"] }, "limit": whole } })
}

fn read_plan(text: &str, strict: bool) -> Option<Plan> {
    read_root(text.as_bytes(), ReadAt::verdict(&PLAN, strict))
}

fn valid() -> Value {
    json!({ "version": 1, "note": "abc", "kind": "fast", "limit": 3, "steps": [
        { "do": "wait", "seconds": 1.5 }, { "do": "say", "text": "x", "to": [1, 2] }, { "seconds": 2, "do": "wait" }] })
}

/// Returns all variants of a document with one change at one location.
fn changed(document: &Value) -> Vec<Value> {
    let odd = [
        json!(null),
        json!(true),
        json!(0),
        json!(1),
        json!(1.0),
        json!(2.5),
        json!(10),
        json!(-1),
        json!(1e300),
        json!(u64::MAX),
        json!(""),
        json!("abc"),
        json!("abcd"),
        json!("aé"),
        json!("A"),
        json!("slow"),
        json!([]),
        json!({}),
        json!([1, 1.0]),
        json!([{ "do": "wait" }]),
        json!({ "do": "say", "text": "", "to": [9] }),
        json!({ "do": "fly" }),
    ];
    let mut all: Vec<Value> = odd.to_vec();
    match document {
        Value::Object(members) => {
            for (name, member) in members {
                let mut without = members.clone();
                without.retain(|other, _| other != name);
                all.push(without.into());
                all.extend(changed(member).into_iter().map(|member| {
                    let mut with = members.clone();
                    with.insert(name.clone(), member);
                    with.into()
                }));
            }
            let mut more = members.clone();
            more.insert("more".to_owned(), json!(1));
            all.push(more.into());
        }
        Value::Array(items) => {
            for index in 0..items.len() {
                let with = |item: Value| {
                    let mut items = items.clone();
                    items[index] = item;
                    Value::from(items)
                };
                all.extend(changed(&items[index]).into_iter().map(with));
            }
            all.push(items.iter().chain(items).cloned().collect());
        }
        _ => {}
    }
    all
}

#[test]
fn a_reader_takes_what_the_validator_allows_and_nothing_else() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let once = changed(&valid());
    let twice = once.iter().step_by(7).flat_map(changed);
    let (mut all, mut allowed) = (0, 0);
    for document in once.iter().cloned().chain(twice) {
        let text = document.to_string();
        let is_valid = validator.is_valid(&document);
        assert_eq!(read_plan(&text, false).is_some(), is_valid, "{text}");
        assert_eq!(PLAN.judge(&document, false).is_ok(), is_valid, "{text}");
        all += 1;
        allowed += usize::from(is_valid);
    }
    assert!(all > 5_000 && allowed > 100, "{all} documents, {allowed} of them valid");
}

#[test]
fn what_is_read_is_what_was_written() {
    let text = valid().to_string();
    let plan = read_plan(&text, true).unwrap();
    assert_eq!(serde_json::to_value(&plan).unwrap()["steps"][1], valid()["steps"][1]);
    assert_eq!(plan.steps[2], PlanStep::Wait(WaitStep { seconds: 2.0 }), "the tag may stand behind other members");
    let short = r#"{"kind":"slow","steps":[],"version":2.0}"#;
    let plan = Plan { version: 2, note: None, steps: Vec::new(), kind: StepKind::Slow, limit: 10 };
    assert_eq!(read_plan(short, true), Some(plan), "an absent member has its default, and 2.0 is an integer");
}

#[test]
fn a_strict_reader_refuses_what_no_schema_mentions() {
    let text = valid().to_string().replace("\"seconds\":1.5", "\"seconds\":1.5,\"why\":{\"a\":1}");
    assert!(read_plan(&text, false).is_some() && read_plan(&text, true).is_none(), "{text}");
}

#[test]
fn members_that_stand_twice_and_texts_that_end_are_refused() {
    let text = valid().to_string();
    assert!(
        read_plan(&text.replacen("\"kind\"", "\"k\\u0069nd\"", 1), false).is_some(),
        "a name with an escape is that name"
    );
    for (place, twice) in [
        ("\"kind\":\"fast\"", "\"kind\":\"fast\",\"k\\u0069nd\":\"fast\""),
        ("\"seconds\":1.5", "\"seconds\":1.5,\"seconds\":1.5"),
        ("\"seconds\":1.5", "\"seconds\":1.5,\"x\":{\"a\":1,\"a\":1}"),
        ("\"seconds\":1.5", "\"seconds\":1.5,\"x\":1,\"x\":1"),
        ("\"text\":\"x\"", "\"text\":\"x\",\"do\":\"say\""),
    ] {
        assert!(text.contains(place));
        assert!(read_plan(&text.replacen(place, twice, 1), false).is_none(), "{twice}");
    }
    for end in 0..text.len() {
        assert!(read_plan(&text[..end], false).is_none(), "cut at {end}");
    }
    for bad in [format!("{text} 1"), "[".repeat(100_000), "{\"steps\":".repeat(100_000)] {
        assert!(read_plan(&bad, false).is_none());
    }
}

#[derive(Debug, PartialEq, Serialize)]
struct Listener {
    port: Formatted<u16>,
    others: Vec<Formatted<u16>>,
}

planwright_runtime::read_object! { Listener by LISTENER;
    port "port" value need;
    others "others" value need;
}

static PORT: ValueCheck =
    ValueCheck { kinds: kinds::TEXT, text: Some(&TextCheck { least: 2, ..TextCheck::ANY }), ..ValueCheck::ANY };
static LISTENER: ValueCheck = ValueCheck {
    kinds: kinds::OBJECT,
    object: Some(&ObjectCheck {
        members: &[
            MemberCheck { name: "port", check: &PORT, required: true, named: true },
            MemberCheck {
                name: "others",
                check: &ValueCheck {
                    kinds: kinds::LIST,
                    list: Some(&ListCheck { rest: &PORT, ..ListCheck::ANY }),
                    ..ValueCheck::ANY
                },
                required: true,
                named: true,
            },
        ],
        ..ObjectCheck::ANY
    }),
    ..ValueCheck::ANY
};

/// A string with a format is validated by its table and then by its type, and is written as it was read.
#[test]
fn texts_of_formats_are_read_as_their_values() {
    let text = r#"{"port":"0080","others":["81"]}"#;
    let read: Listener = read_root(text.as_bytes(), ReadAt::checking(&LISTENER)).expect("it is allowed");
    assert_eq!((*read.port, read.others[0].as_str()), (80, "81"));
    assert_eq!(serde_json::to_string(&read).expect("it is written"), text);
    for (refused, why) in [
        (r#"{"port":"8","others":[]}"#, "at /port: "),
        (r#"{"port":"80","others":["81","8x"]}"#, "at /others/1: the type of its format rejects \"8x\""),
        (r#"{"port":80,"others":[]}"#, "at /port: "),
    ] {
        assert_eq!(read_root::<Listener>(refused.as_bytes(), ReadAt::checking(&LISTENER)), None, "{refused}");
        let error = serde_json::from_str::<Listener>(refused).expect_err(refused).to_string();
        assert!(error.starts_with(why), "{error}");
    }
}
