//! Hostile input for the workflow tools: the right code, unchanged state, no panic, no overflow.

use planwright_contracts::{Report, check, workflow_tools::Document};
use planwright_workflow::{Answer, Draft, Session, TOOLS, Times, check_draft, export, load_text, validate};
use serde_json::{Value, json};

type Ids = fn() -> String;

fn times() -> Times {
    Times { created_at: "2026-02-01T09:00:00Z".to_owned(), updated_at: "2026-02-01T09:05:00Z".to_owned() }
}

/// Creates a session with three participants and one action.
fn session() -> Session<Ids> {
    let mut session: Session<Ids> = Session::new(|| "wf".to_owned());
    let calls = [
        ("create_blueprint", json!({ "title": "Loan Approval", "description": "Simple loan workflow" })),
        ("add_participant", json!({ "id": "a", "name": "A" })),
        ("add_participant", json!({ "id": "b", "name": "B" })),
        ("add_participant", json!({ "id": "c", "name": "C" })),
        (
            "add_action",
            json!({ "id": 0, "title": "Step", "sender": "a", "dataFields": [{ "name": "x", "type": "number" }] }),
        ),
    ];
    for (tool, args) in calls {
        assert!(session.call(tool, args).is_success());
    }
    session
}

fn error_places(report: &Report) -> Vec<(&'static str, String)> {
    report.errors().map(|one| (one.code, one.at.to_string())).collect()
}

/// Returns the errors of a call that must fail and change nothing.
fn refused(
    session: &mut Session<Ids>,
    answer: impl FnOnce(&mut Session<Ids>) -> Answer,
) -> Vec<(&'static str, String)> {
    let before = json!(session.draft()).to_string();
    let answer = answer(session);
    assert!(!answer.is_success() && !answer.blueprint_changed && answer.validation.is_none());
    assert_eq!(before, json!(session.draft()).to_string());
    assert!(answer.error().is_some_and(|error| !error.is_empty()));
    error_places(&answer.report)
}

fn refuses(tool: &str, args: &str) -> Vec<(&'static str, String)> {
    refused(&mut session(), |session| session.call(tool, args))
}

fn at(code: &'static str, places: &[&str]) -> Vec<(&'static str, String)> {
    places.iter().map(|place| (code, (*place).to_owned())).collect()
}

#[test]
fn workflow_every_property_rejects_other_types() {
    let others = [json!(null), json!(true), json!(1.5), json!("x"), json!([[]]), json!({ "k": 1 })];
    let good = [
        ("create_blueprint", json!({ "title": "abc", "description": "abcde" })),
        ("add_participant", json!({ "id": "d", "name": "D", "organisation": "O", "role": "person" })),
        ("remove_participant", json!({ "id": "c" })),
        (
            "add_action",
            json!({ "id": 1, "title": "T", "description": "D", "sender": "a", "isStartingAction": true,
            "dataFields": [{ "name": "n", "type": "string", "title": "N", "required": true, "constraints": {} }],
            "routeToNext": "b" }),
        ),
        (
            "update_action",
            json!({ "id": 0, "title": "T", "description": "D", "sender": "a", "isStartingAction": true,
            "dataFields": [{ "name": "n", "type": "string" }], "routeToNext": "b" }),
        ),
        ("set_disclosure", json!({ "actionId": 0, "participantId": "b", "fields": ["/x"] })),
        (
            "add_routing",
            json!({ "actionId": 0, "defaultRoute": "b",
            "conditions": [{ "field": "x", "operator": "equals", "value": 1, "routeTo": "c" }] }),
        ),
    ];
    for (tool, args) in good {
        assert!(session().call(tool, &args).is_success(), "{tool}");
        for pointer in places(&args) {
            for other in &others {
                let mut broken = args.clone();
                let place = broken.pointer_mut(&pointer).unwrap();
                if kind(place) == kind(other) || pointer.ends_with("/value") {
                    continue;
                }
                *place = other.clone();
                let errors = refused(&mut session(), |session| session.call(tool, &broken));
                assert_eq!(errors, at("TYPE_MISMATCH", &[&pointer]), "{tool} {broken}");
            }
        }
    }
    let root = refused(&mut session(), |session| session.call("validate_blueprint", Value::Null));
    assert_eq!(root, at("TYPE_MISMATCH", &[""]));
}

/// Returns the pointer of every value below the root.
fn places(value: &Value) -> Vec<String> {
    let below = |(key, value): (String, &Value)| {
        let own = places(value).into_iter().map(|place| format!("/{key}{place}")).collect::<Vec<_>>();
        std::iter::once(format!("/{key}")).chain(own).collect::<Vec<_>>()
    };
    match value {
        Value::Array(items) => {
            items.iter().enumerate().map(|(key, item)| (key.to_string(), item)).flat_map(below).collect()
        }
        Value::Object(members) => members.iter().map(|(key, item)| (key.clone(), item)).flat_map(below).collect(),
        _ => Vec::new(),
    }
}

fn kind(value: &Value) -> u8 {
    match value {
        Value::Null => 0,
        Value::Bool(_) => 1,
        Value::Number(_) => u8::from(value.is_f64()) + 6,
        Value::String(_) => 3,
        Value::Array(_) => 4,
        Value::Object(_) => 5,
    }
}

#[test]
fn workflow_texts_that_are_not_json() {
    for text in [
        "",
        "nul",
        "{\"id\": NaN}",
        "{\"id\": 1e999}",
        "{\"id\": \"\\ud800\"}",
        "```json\n{}\n```",
        "{} {}",
        "{\"id\": 0,}",
    ] {
        assert_eq!(refuses("update_action", text), at("PARSE_ERROR", &[""]), "{text}");
    }
    let deep = format!("{{\"actionId\": 0, \"conditions\": {}{}}}", "[".repeat(200), "]".repeat(200));
    assert_eq!(refuses("add_routing", &deep), at("PARSE_ERROR", &[""]));
    let twice = "{\"id\": 0, \"title\": \"a\", \"id\": 1, \"title\": \"b\"}";
    assert_eq!(refuses("update_action", twice), at("DUPLICATE_KEY", &["/id", "/title"]));
    let unknown = refuses("no_such_tool", "not JSON");
    assert_eq!(unknown, at("UNKNOWN_TOOL", &[""]));
    let mut empty: Session<Ids> = Session::new(|| "wf".to_owned());
    assert_eq!(refused(&mut empty, |session| session.call("add_action", "not JSON")), at("NO_BLUEPRINT", &[""]));
}

#[test]
fn workflow_deep_values_are_rejected_like_deep_text() {
    let mut deep = json!(1);
    for _ in 0..300 {
        deep = json!([deep]);
    }
    let args =
        json!({ "actionId": 0, "conditions": [{ "field": "x", "operator": "equals", "value": deep, "routeTo": "b" }] });
    assert_eq!(refused(&mut session(), |session| session.call("add_routing", args)), at("PARSE_ERROR", &[""]));
}

#[test]
fn workflow_numbers_at_the_limits() {
    let add = |id: &str| format!("{{\"id\": {id}, \"title\": \"T\", \"sender\": \"a\"}}");
    for id in ["1e300", "18446744073709551616", "1e19"] {
        assert_eq!(refuses("add_action", &add(id)), at("OUT_OF_RANGE", &["/id"]), "{id}");
    }
    for id in ["-1", "-1e300"] {
        assert_eq!(refuses("add_action", &add(id)), at("OUT_OF_RANGE", &["/id"]), "{id}");
    }
    assert_eq!(refuses("add_action", &add("0.5")), at("TYPE_MISMATCH", &["/id"]));
    let mut session = session();
    for id in ["18446744073709551615", "1.0", "-0.0", "2e0"] {
        assert!(session.call("add_action", &add(id)).is_success(), "{id}");
    }
    let args = json!({ "id": 3.0, "title": "T", "sender": "a" });
    assert!(session.call("add_action", args).is_success(), "1.0 is an integer in a value too");
    let ids: Vec<_> = session.draft().unwrap().actions.iter().map(|action| action.id).collect();
    assert_eq!(ids, [0, u64::MAX, 1, 2, 3]);
}

#[test]
fn workflow_all_errors_of_a_stage_and_none_of_the_next() {
    let args = json!({ "id": -1, "title": 5, "sender": "ghost", "routeToNext": "ghost", "dataFields": [
        { "name": "n", "type": "email" }, { "name": "n" }] });
    let expected = [
        ("ENUM_MISMATCH", "/dataFields/0/type"),
        ("DUPLICATE_DATA_FIELD", "/dataFields/1/name"),
        ("MISSING_FIELD", "/dataFields/1/type"),
        ("OUT_OF_RANGE", "/id"),
        ("TYPE_MISMATCH", "/title"),
    ];
    let expected: Vec<_> = expected.map(|(code, place)| (code, place.to_owned())).into();
    assert_eq!(refused(&mut session(), |session| session.call("add_action", args)), expected);

    let args = r#"{ "id": 9, "sender": "ghost", "routeToNext": "ghost" }"#;
    let references = [
        ("ACTION_NOT_FOUND", "/id"),
        ("INVALID_PARTICIPANT_REF", "/routeToNext"),
        ("INVALID_PARTICIPANT_REF", "/sender"),
    ];
    let mut got = refuses("update_action", args);
    got.sort();
    assert_eq!(got, references.map(|(code, place)| (code, place.to_owned())));

    let args = r#"{ "actionId": 9, "conditions": [{ "field": "x", "operator": "equals", "value": null, "routeTo": "g" }], "defaultRoute": "h" }"#;
    let mut got = refuses("add_routing", args);
    got.sort();
    let references = [
        ("ACTION_NOT_FOUND", "/actionId"),
        ("INVALID_PARTICIPANT_REF", "/conditions/0/routeTo"),
        ("INVALID_PARTICIPANT_REF", "/defaultRoute"),
    ];
    assert_eq!(got, references.map(|(code, place)| (code, place.to_owned())));
    assert_eq!(refuses("add_routing", r#"{ "actionId": 0, "conditions": [] }"#), at("TOO_FEW_ITEMS", &["/conditions"]));
    assert_eq!(
        refuses("set_disclosure", r#"{ "actionId": 0, "participantId": "b", "fields": [] }"#),
        at("TOO_FEW_ITEMS", &["/fields"])
    );
    assert_eq!(
        refuses("set_disclosure", r#"{ "actionId": 9, "participantId": "b", "fields": ["~", "/a~2", "ok"] }"#),
        at("FORMAT_MISMATCH", &["/fields/0", "/fields/1"])
    );
}

#[test]
fn workflow_strings_of_every_script_are_preserved() {
    let name = "\u{202e}evil\u{2066} */ ' \" \\ \n\u{0} \u{1F600} ‌می‌خواهم";
    let mut session = session();
    let participant = session.call("add_participant", json!({ "id": name, "name": name }));
    assert_eq!(participant.result.unwrap()["message"], format!("Participant '{name}' added"));
    assert!(
        session.call("add_action", json!({ "id": 7, "title": name, "sender": name, "routeToNext": name })).is_success()
    );
    let draft = session.draft().unwrap();
    assert_eq!(draft.action(7).unwrap().sender, name);
    let text = json!(export(draft, &times()).unwrap()).to_string();
    assert_eq!(load_text(&text).unwrap().draft, *draft);
    assert_eq!(Draft::from_text(&json!(draft).to_string()).unwrap(), *draft);
}

/// Returns a chain of 10,000 actions, each routed to the next.
fn long(last: Option<&str>) -> Draft {
    let mut actions: Vec<Value> = (0..10_000)
        .map(|id| json!({ "id": id, "title": "S", "sender": format!("p{}", id % 2), "routing": { "kind": "next", "to": format!("p{}", (id + 1) % 2) } }))
        .collect();
    actions[0]["isStartingAction"] = json!(true);
    actions[9_999]["routing"] = last.map_or(Value::Null, |to| json!({ "kind": "next", "to": to }));
    let participants = json!([{ "id": "p0", "name": "P" }, { "id": "p1", "name": "Q" }]);
    let draft =
        json!({ "id": "x", "title": "Doc", "description": "Loaded", "participants": participants, "actions": actions });
    Draft::from_value(draft).unwrap()
}

#[test]
fn workflow_ten_thousand_actions() {
    assert!(check_draft(&long(None)).is_empty());
    let circle = check_draft(&long(Some("p0")));
    assert_eq!(error_places(&circle), at("CIRCULAR_ROUTE", &["/actions/0"]));
    assert!(circle[0].message.len() < 200, "{}", circle[0].message);
    let mut loose = long(None);
    loose.actions.iter_mut().for_each(|action| action.routing = None);
    // A report lists the first thousand findings, and counts the rest.
    let report = check_draft(&loose);
    assert_eq!(report.errors().count(), 1_000);
    assert!(
        report.iter().any(|one| one.code == "MORE_FINDINGS" && one.message.contains("8999")),
        "{:?}",
        report.iter().last()
    );
    let document = json!(export(&long(None), &times()).unwrap()).to_string();
    assert!(check::<Document>(&document, &()).is_ok());
    assert_eq!(load_text(&document).unwrap().draft, long(None));
}

#[test]
fn workflow_limits_of_the_document_are_located() {
    let long = "x".repeat(200);
    let mut session = session();
    for (tool, args) in [
        ("add_participant", json!({ "id": long, "name": "" })),
        (
            "add_action",
            json!({ "id": 1, "title": "y".repeat(101), "sender": long, "description": "z".repeat(2049), "routeToNext": long }),
        ),
        ("set_disclosure", json!({ "actionId": 1, "participantId": long, "fields": ["*"] })),
    ] {
        assert!(session.call(tool, args).is_success(), "the tools have no such limits");
    }
    let report =
        export(session.draft().unwrap(), &Times { created_at: "yesterday".to_owned(), ..times() }).unwrap_err();
    let expected = [
        ("TOO_LONG", "/actions/1/description"),
        ("TOO_LONG", "/actions/1/disclosures/0/participantAddress"),
        ("TOO_LONG", "/actions/1/participants/0/principal"),
        ("TOO_LONG", "/actions/1/sender"),
        ("TOO_LONG", "/actions/1/title"),
        ("FORMAT_MISMATCH", "/createdAt"),
        ("TOO_LONG", "/participants/3/id"),
        ("TOO_SHORT", "/participants/3/name"),
    ];
    assert_eq!(error_places(&report), expected.map(|(code, place)| (code, place.to_owned())));
}

#[test]
fn workflow_a_loaded_draft_with_two_fields_of_one_name_is_not_exported() {
    let mut draft = session().into_draft().unwrap();
    let field = draft.actions[0].data_fields[0].clone();
    draft.actions[0].data_fields.extend([field.clone(), field]);
    let report = export(&draft, &times()).unwrap_err();
    assert_eq!(error_places(&report), at("DUPLICATE_DATA_FIELD", &["/actions/0/dataSchemas/0/properties/x"]));
}

#[test]
fn workflow_broken_drafts_are_refused_where_they_are_broken() {
    let read = |value: Value| Draft::from_value(value).map_or_else(|report| error_places(&report), |_| Vec::new());
    let of = |participants: Value, actions: Value| json!({ "id": "x", "title": "T", "description": "D", "participants": participants, "actions": actions });
    assert_eq!(read(of(json!([]), json!([]))), []);
    for whole in [json!(null), json!([]), json!("x"), json!({}), json!({ "id": 1, "title": "T", "description": "D" })] {
        assert_eq!(read(whole), at("SCHEMA_VIOLATION", &[""]));
    }
    assert_eq!(
        read(of(json!(null), json!({}))),
        [at("TYPE_MISMATCH", &["/participants"]), at("TYPE_MISMATCH", &["/actions"])]
            .concat()
            .into_iter()
            .rev()
            .collect::<Vec<_>>()
    );
    let actions = json!([
        { "id": 0, "title": "ok" },
        { "id": 1e300, "title": "huge" },
        { "id": -1, "title": "negative" },
        { "id": 3, "title": "odd", "routing": { "kind": "sideways", "to": "a" } },
        { "id": 4, "title": "lone", "routing": { "kind": "next" } },
        null,
    ]);
    let places = ["/actions/1", "/actions/2", "/actions/3", "/actions/4", "/actions/5"];
    assert_eq!(read(of(json!([]), actions)), at("SCHEMA_VIOLATION", &places));
    assert_eq!(error_places(&Draft::from_text("{\"id\": 1, \"id\": 2}").unwrap_err()), at("DUPLICATE_KEY", &["/id"]));
}

#[test]
fn workflow_validation_answers_in_the_words_of_the_contract() {
    let mut session: Session<Ids> = Session::new(|| "wf".to_owned());
    session.call("create_blueprint", json!({ "title": "abc", "description": "abcde" }));
    session.call("add_participant", json!({ "id": "a", "name": "A" }));
    session.call("add_action", json!({ "id": 40, "title": "T", "sender": "a", "routeToNext": "a" }));
    let answer = session.call("validate_blueprint", json!({}));
    assert!(answer.is_success() && !answer.blueprint_changed);
    let expected = json!({
        "isValid": false,
        "errors": [
            { "code": "CIRCULAR_ROUTE", "message": "Routing creates infinite loop: action 40", "location": "actions[40]" },
            { "code": "MIN_PARTICIPANTS", "message": "Blueprint requires at least 2 participants", "location": "participants" },
        ],
        "warnings": [
            { "code": "NO_STARTING_ACTION", "message": "No action is marked as a starting action", "location": "actions" },
        ],
    });
    assert_eq!(json!(answer.result), expected);
    assert_eq!(json!(validate(session.draft().unwrap())), expected);
    let unknown = session.call("delete_everything", json!({})).into_tool_result("call_2");
    assert_eq!(
        json!(unknown),
        json!({ "toolCallId": "call_2", "success": false, "error": "Unknown tool: delete_everything", "blueprintChanged": false })
    );
    assert_eq!(TOOLS.len(), 10);
}
