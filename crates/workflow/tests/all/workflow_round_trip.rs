//! Random conversations: everything that the tools accept survives the conversion to a draft and to a document.

use planwright_contracts::{Contract, check_value, workflow_tools::Document};
use planwright_workflow::{Draft, Session, TOOLS, Times, check_draft, export, load, load_text, load_yaml, to_yaml};
use serde_json::{Map, Value, json};

const CONVERSATIONS: u64 = 300;
const CALLS: u64 = 40;

/// Generator of numbers that are equal on every machine (splitmix64).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % sides
    }

    fn one<T: Clone>(&mut self, of: &[T]) -> T {
        let index = self.roll(of.len() as u64);
        of[usize::try_from(index).unwrap()].clone()
    }

    fn maybe(&mut self) -> bool {
        self.roll(2) == 0
    }
}

const PEOPLE: [&str; 4] = ["a", "b", "c", "d\u{202e}~/"];
const FIELDS: [&str; 6] = ["zeta", "amount", "", "a/b~c", "type", "x-order"];
const TYPES: [&str; 6] = ["string", "number", "integer", "boolean", "date", "file"];
const OPERATORS: [&str; 5] = ["equals", "notEquals", "greaterThan", "lessThan", "contains"];

/// Returns mostly a possible participant, sometimes an unknown one, and rarely an id that a document cannot represent.
fn person(dice: &mut Dice) -> &'static str {
    match dice.roll(60) {
        0 => "",
        1..=5 => "nobody",
        _ => dice.one(&PEOPLE),
    }
}

fn value(dice: &mut Dice) -> Value {
    let values = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1.5),
        json!(1e300),
        json!("ت"),
        json!(["x", {}]),
        json!({ "var": "z" }),
    ];
    dice.one(&values)
}

fn fields(dice: &mut Dice) -> Value {
    let names = [
        "minLength",
        "maxLength",
        "pattern",
        "format",
        "enum",
        "minimum",
        "maximum",
        "multipleOf",
        "maxSize",
        "allowedExtensions",
        "type",
        "x-field",
        "properties",
        "title",
    ];
    let values = [json!(3), json!("date-time"), json!(["pdf"]), json!([1, 2.5]), json!({}), json!(-2), json!(null)];
    let mut all = Vec::new();
    for _ in 0..dice.roll(4) {
        let mut field = json!({ "name": dice.one(&FIELDS), "type": dice.one(&TYPES) });
        if dice.maybe() {
            field["title"] = json!(dice.one(&["", "Title"]));
        }
        if dice.maybe() {
            field["required"] = json!(dice.maybe());
        }
        if dice.maybe() {
            let constraints: Map<_, _> =
                (0..dice.roll(4)).map(|_| (dice.one(&names).to_owned(), dice.one(&values))).collect();
            field["constraints"] = constraints.into();
        }
        all.push(field);
    }
    all.into()
}

fn call(dice: &mut Dice) -> (&'static str, Value) {
    let id = dice.roll(6);
    match dice.roll(12) {
        0 => (
            "create_blueprint",
            json!({ "title": dice.one(&["abc", "Loan Approval", "x"]), "description": "Some words" }),
        ),
        1..=3 => {
            let mut args = json!({ "id": person(dice), "name": dice.one(&["A", "ب"]) });
            if dice.maybe() {
                args["role"] = json!(dice.one(&["person", "organization", "robot"]));
            }
            if dice.maybe() {
                args["organisation"] = json!(dice.one(&["", "Acme"]));
            }
            ("add_participant", args)
        }
        4 => ("remove_participant", json!({ "id": person(dice) })),
        5..=7 => {
            let mut args =
                json!({ "id": id, "title": dice.one(&["T", "U"]), "sender": person(dice), "dataFields": fields(dice) });
            extend(dice, &mut args);
            ("add_action", args)
        }
        8 => {
            let mut args = json!({ "id": id });
            extend(dice, &mut args);
            if dice.maybe() {
                args["dataFields"] = fields(dice);
            }
            ("update_action", args)
        }
        9 => {
            let pointers: Vec<_> = (0..dice.roll(4))
                .map(|_| dice.one(&["/amount", "amount", "/*", "", "/a~1b~0c", "/~2", "/zeta/0"]))
                .collect();
            ("set_disclosure", json!({ "actionId": id, "participantId": person(dice), "fields": pointers }))
        }
        10 => {
            let mut condition = || {
                let (field, operator) = (dice.one(&FIELDS), dice.one(&OPERATORS));
                json!({ "field": field, "operator": operator, "value": value(dice), "routeTo": person(dice) })
            };
            let conditions = [condition(), condition(), condition()];
            let count = usize::try_from(dice.roll(4)).unwrap();
            let mut args = json!({ "actionId": id, "conditions": conditions[..count] });
            if dice.maybe() {
                args["defaultRoute"] = json!(person(dice));
            }
            ("add_routing", args)
        }
        _ => ("validate_blueprint", json!({})),
    }
}

fn extend(dice: &mut Dice, args: &mut Value) {
    let more =
        [("description", json!("")), ("isStartingAction", json!(dice.maybe())), ("routeToNext", json!(person(dice)))];
    for (member, value) in more {
        if dice.maybe() {
            args[member] = value;
        }
    }
}

#[test]
fn workflow_conversations_round_trip() {
    let times =
        Times { created_at: "2026-02-01T09:00:00Z".to_owned(), updated_at: "2026-02-01T09:05:00+01:00".to_owned() };
    let (mut accepted, mut refused, mut exported, mut over) = (0, 0, 0, 0);
    for seed in 0..CONVERSATIONS {
        let mut dice = Dice(seed);
        let mut session = Session::new(|| format!("wf-{seed}"));
        for number in 0..CALLS {
            let (tool, args) = if number == 0 {
                ("create_blueprint", json!({ "title": "abc", "description": "abcde" }))
            } else {
                call(&mut dice)
            };
            let before = session.draft().cloned();
            let answer = session.call(tool, &args);
            assert_eq!(answer.blueprint_changed, before.as_ref() != session.draft(), "{seed}: {tool} {args}");
            if let Some(result) = &answer.result {
                let returns = TOOLS.iter().find(|known| known.name == tool).unwrap().returns;
                assert!(returns.is_valid(&json!(result)), "{seed}: {tool} {result:?}");
                assert!(!answer.report.has_errors());
                accepted += 1;
            } else {
                assert!(answer.report.has_errors() && !answer.blueprint_changed, "{seed}: {tool} {args}");
                refused += 1;
            }
            if let Some(before) = before.filter(|_| !answer.blueprint_changed) {
                assert_eq!(json!(before).to_string(), json!(session.draft()).to_string());
            }
        }
        let draft = session.into_draft().unwrap();
        assert_eq!(Draft::from_text(&json!(draft).to_string()).unwrap(), draft, "{seed}");
        assert_eq!(Draft::from_value(json!(draft)).unwrap(), draft, "{seed}");
        match export(&draft, &times) {
            Ok(document) => {
                let loaded = load(&document).unwrap();
                assert_eq!(loaded.draft, draft, "{seed}: {}", json!(document));
                assert_eq!((&loaded.times, loaded.warnings.len()), (&times, 0));
                assert_eq!(export(&loaded.draft, &times).unwrap(), document);
                let from_text = load_text(&json!(document).to_string()).unwrap();
                assert_eq!((from_text.draft, from_text.warnings.len()), (draft.clone(), 0));
                let from_yaml = load_yaml(&to_yaml(&document)).unwrap();
                assert_eq!((from_yaml.draft, from_yaml.warnings.len()), (draft.clone(), 0));
                agree(&draft, &json!(document));
                exported += 1;
            }
            Err(report) => {
                assert!(report.errors().all(|error| !error.at.is_root()), "{report:?}");
                over += 1;
            }
        }
    }
    println!("{accepted} calls accepted, {refused} refused; {exported} documents exported, {over} over the limits");
    assert!(accepted > 1_000 && refused > 1_000 && exported > 100, "{accepted} {refused} {exported}");
}

/// Asserts that a draft and its document have the same findings.
fn agree(draft: &Draft, document: &Value) {
    let of_draft: Vec<_> = check_draft(draft).iter().map(|one| (one.code, one.at.clone(), one.severity)).collect();
    let report = match check_value::<Document>(document.clone(), &()) {
        Ok(checked) => checked.warnings().clone(),
        Err(report) => report,
    };
    let of_document: Vec<_> = report.iter().map(|one| (one.code, one.at.clone(), one.severity)).collect();
    assert_eq!(of_draft, of_document, "{document}");
    assert_eq!(Document::RULES.len(), 13);
}
