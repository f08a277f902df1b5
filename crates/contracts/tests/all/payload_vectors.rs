//! Requests to generated classes: the shared vectors of the kind `payload`, and vectors for every data type and
//! guardrail.
//!
//! Each case is data: blueprint, payload, user, and the expected result.

use std::path::Path;

use planwright_contracts::action_blueprint::evaluation::{Evaluation, evaluate_value, evaluate_vector};
use planwright_contracts::action_blueprint::payload::{Request, User};
use serde_json::{Value, json};

#[test]
fn shared_vectors_pass() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/action-blueprint.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let vectors: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let vectors: Vec<&Value> = vectors.iter().filter(|vector| vector["kind"] == "payload").collect();
    assert!(!vectors.is_empty());
    for vector in vectors {
        let evaluation = evaluate_vector(&vector["input"], &vector["context"]).unwrap();
        demand(&vector["id"].to_string(), &evaluation, &vector["expect"]);
    }
}

fn demand(id: &str, evaluation: &Evaluation, expect: &Value) {
    let facts = evaluation.facts();
    for (key, wanted) in expect.as_object().unwrap() {
        let got = match key.as_str() {
            "valid" => json!(evaluation.valid),
            "codes" => json!(evaluation.report.errors().map(|one| one.code).collect::<Vec<_>>()),
            "pointers" => json!(evaluation.report.errors().map(|one| one.at.as_str()).collect::<Vec<_>>()),
            "warnings" => {
                json!(evaluation.report.warnings().map(|one| format!("{} {}", one.code, one.at)).collect::<Vec<_>>())
            }
            fact => facts[fact].clone(),
        };
        assert_eq!(&got, wanted, "{id}: {key}; {:?}", evaluation.errors);
    }
}

/// Returns a blueprint with an input `X` of the given type, and guardrails.
fn blueprint(operation: &str, data_type: &str, required: bool, guardrails: &Value) -> Value {
    json!({
        "name": "Try", "label": "Try It", "category": "CRUD", "targetSObject": "Thing__c", "operation": operation,
        "inputs": [
            {"apiName": "Id", "fieldApiName": "Id", "label": "Record", "dataType": "Id", "required": false},
            {"apiName": "x", "fieldApiName": "X__c", "label": "Ex", "dataType": data_type, "required": required}
        ],
        "guardrails": guardrails
    })
}

fn run(blueprint: &Value, payload: &Value, user: &Value) -> Evaluation {
    evaluate_vector(payload, &json!({"blueprint": blueprint, "user": user})).unwrap()
}

#[test]
fn every_data_type_converts() {
    let accepted = [
        ("String", json!("a "), json!("a ")),
        ("String", json!(1.5), json!("1.5")),
        ("String", json!(1e3), json!("1000.0")),
        ("String", json!(false), json!("false")),
        ("Whatever", json!("x"), json!("x")),
        ("MultiPicklist", json!(["A", "B"]), json!("A;B")),
        ("multipicklist", json!("A;B"), json!("A;B")),
        ("MULTIPICKLIST", json!([1, true, null]), json!("1;true;")),
        ("Id", json!("006000000000001"), json!("006000000000001AAA")),
        ("reference", json!("006000000000001aaa"), json!("006000000000001AAA")),
        ("Boolean", json!(true), json!(true)),
        ("boolean", json!("FALSE"), json!(false)),
        ("Integer", json!(0), json!(0)),
        ("int", json!("-2147483648"), json!(-2_147_483_648_i64)),
        ("Integer", json!(5.0), json!(5)),
        ("Integer", json!("1e3"), json!(1000)),
        ("Long", json!(4_294_967_301_i64), json!(4_294_967_301_i64)),
        ("Long", json!("9223372036854775807"), json!(i64::MAX)),
        ("Decimal", json!("1.50"), json!("1.50")),
        ("Currency", json!(0), json!("0")),
        ("Percent", json!("12345678901234567890.123"), json!("12345678901234567890.123")),
        ("Number", json!(0.1), json!("0.1")),
        ("Double", json!("1E2"), json!("100")),
        ("Date", json!("2026-02-28"), json!("2026-02-28")),
        ("Datetime", json!("2026-01-31T10:00:00+02:00"), json!("2026-01-31T08:00:00.000Z")),
        ("Datetime", json!("2026-01-31"), json!("2026-01-31T00:00:00.000Z")),
        ("Time", json!("10:30"), json!("10:30:00.000Z")),
        ("Base64", json!("aGk="), json!("aGk=")),
        ("Phone", json!(null), json!(null)),
        ("Decimal", json!("  "), json!(null)),
        ("MultiPicklist", json!([]), json!(null)),
    ];
    for (data_type, raw, value) in accepted {
        let blueprint = blueprint("UPDATE", data_type, false, &json!([]));
        let evaluation = run(&blueprint, &json!({"Id": "006000000000001", "x": raw}), &Value::Null);
        assert!(evaluation.valid, "{data_type} {raw}: {:?}", evaluation.errors);
        assert_eq!(evaluation.facts()["values"]["X__c"], value, "{data_type} {raw}");
    }
}

#[test]
fn conversion_errors_name_the_label() {
    let refused = [
        ("String", json!(["a"]), "a string is required, not a list or an object."),
        ("Picklist", json!({"a": 1}), "a string is required, not a list or an object."),
        ("MultiPicklist", json!([["A"]]), "a string is required, not a list or an object."),
        ("Id", json!("nobody"), "nobody is not a valid Id."),
        ("Reference", json!(6), "6 is not a valid Reference."),
        ("Boolean", json!("yes"), "yes is not true or false."),
        ("Boolean", json!(1), "1 is not true or false."),
        ("Integer", json!(1.5), "1.5 is not a whole number."),
        ("Integer", json!(2_147_483_648_i64), "2147483648 is not a valid Integer."),
        ("Integer", json!(4_294_967_301_i64), "4294967301 is not a valid Integer."),
        ("Integer", json!("ten"), "ten is not a valid Integer."),
        ("Integer", json!(true), "true is not a valid Integer."),
        ("Long", json!("9223372036854775808"), "9223372036854775808 is not a valid Long."),
        ("Long", json!(0.5), "0.5 is not a whole number."),
        ("Decimal", json!("1,000"), "1,000 is not a valid Decimal."),
        ("currency", json!("abc"), "abc is not a valid currency."),
        ("Currency", json!([1, 2]), "(1, 2) is not a valid Currency."),
        ("Date", json!("01/31/2026"), "01/31/2026 is not a valid Date."),
        ("Date", json!(20_260_131), "20260131 is not a valid Date."),
        ("Date", json!("2026-02-30"), "2026-02-30 is not a day of the calendar."),
        ("Date", json!("0000-02-29"), "0000-02-29 is not a valid Date."),
        ("Datetime", json!("soon"), "soon is not a valid Datetime."),
        ("Datetime", json!("2026-1-3"), "2026-1-3 is not a valid Datetime."),
        ("Datetime", json!("0000-02-29"), "0000-02-29 is not a valid Datetime."),
        ("DateTime", json!("2026-01-31T25:00:00Z"), "2026-01-31T25:00:00Z is not a valid DateTime."),
        ("Time", json!("10 o'clock"), "10 o'clock is not a valid Time."),
        ("Base64", json!("a"), "a is not a valid Base64."),
        (
            "Address",
            json!({"city": "X"}),
            "set the parts of the address, such as Street, City, State, PostalCode and Country.",
        ),
        ("location", json!("1;2"), "set the parts of the location: Latitude and Longitude."),
    ];
    for (data_type, raw, message) in refused {
        let blueprint = blueprint("UPDATE", data_type, true, &json!([]));
        let evaluation = run(&blueprint, &json!({"Id": "006000000000001", "x": raw}), &Value::Null);
        let expect = json!({"valid": false, "codes": ["INVALID_INPUT_TYPE"], "pointers": ["/x"], "dml": null, "logs": [],
            "errors": [format!("Ex: {message}")]});
        demand(&format!("{data_type} {raw}"), &evaluation, &expect);
    }
}

#[test]
fn false_and_zero_satisfy_required() {
    let missing = [json!({}), json!({"x": null}), json!({"x": ""}), json!({"x": " \t"}), json!({"X": "wrong case"})];
    for payload in missing {
        let evaluation = run(&blueprint("INSERT", "String", true, &json!([])), &payload, &Value::Null);
        let expect = json!({"valid": false, "codes": ["MISSING_REQUIRED_INPUT"], "pointers": ["/x"], "dml": null,
            "errors": ["Ex: a value is required."]});
        demand(&payload.to_string(), &evaluation, &expect);
    }
    for (data_type, raw) in
        [("Boolean", json!(false)), ("Integer", json!(0)), ("Currency", json!(0.0)), ("String", json!(0))]
    {
        let evaluation = run(&blueprint("INSERT", data_type, true, &json!([])), &json!({"x": raw}), &Value::Null);
        demand(data_type, &evaluation, &json!({"valid": true, "codes": [], "dml": "INSERT", "logs": ["Try It"]}));
    }
    for payload in [json!({}), json!({"x": null}), json!({"x": ""})] {
        let evaluation = run(&blueprint("INSERT", "Date", false, &json!([])), &payload, &Value::Null);
        demand(&payload.to_string(), &evaluation, &json!({"valid": true, "codes": [], "errors": []}));
    }
}

#[test]
fn all_input_errors_are_reported_before_guardrails_run() {
    let guardrails = json!([{"type": "FLS_EDIT"}, {"type": "NUMERIC_POSITIVE", "params": {"field": "X__c"}}]);
    let evaluation = run(
        &blueprint("UPDATE", "Decimal", true, &guardrails),
        &json!({"Id": "me", "x": "abc"}),
        &json!({"editable": []}),
    );
    let expect = json!({"codes": ["INVALID_INPUT_TYPE", "INVALID_INPUT_TYPE"], "pointers": ["/Id", "/x"],
        "errors": ["Record: me is not a valid Id.", "Ex: abc is not a valid Decimal."]});
    demand("both", &evaluation, &expect);
    let evaluation = run(&blueprint("UPDATE", "Decimal", true, &guardrails), &json!(null), &Value::Null);
    demand(
        "null",
        &evaluation,
        &json!({"valid": false, "codes": ["TYPE_MISMATCH"], "pointers": [""],
        "errors": ["Try It: the request has no payload."]}),
    );
}

#[test]
fn guardrails_check_values_and_access() {
    let all = Value::Null;
    let own = "Ask your manager.";
    let positive = json!({"type": "NUMERIC_POSITIVE", "params": {"field": "x__C"}});
    let range =
        |min: Value, max: Value| json!({"type": "NUMERIC_RANGE", "params": {"field": "X__c", "min": min, "max": max}});
    let open = json!({"type": "NUMERIC_RANGE", "params": {"field": "X__c", "max": 0.5}});
    let allowed = json!({"type": "ENUM_ALLOWED", "params": {"field": "X__c", "values": ["A", "B"]}});
    let pii = json!({"type": "PII_REDACT", "params": {"fields": ["X__c", "Gone__c"]}});
    let edit = json!({"type": "FLS_EDIT", "params": {"fields": ["Id", "X__c"]}});
    let edit_all = json!({"type": "FLS_WRITE"});
    let view = json!({"type": "FLS_VIEW", "params": {"fields": ["X__c"]}});
    let sharing = json!({"type": "SHARING_REQUIRED"});
    let reads = json!({"readable": ["Id"], "editable": ["x__c"]});
    let blind = json!({"readable": [], "editable": ["X__c"]});
    let cases = [
        ("Decimal", json!(1), &positive, &all, None),
        ("Decimal", json!(0), &positive, &all, Some("Ex must be greater than zero.")),
        ("Decimal", json!("-0.01"), &positive, &all, Some("Ex must be greater than zero.")),
        ("Decimal", json!(null), &positive, &all, None),
        ("String", json!("12"), &positive, &all, None),
        ("String", json!("many"), &positive, &all, Some("Ex is not a number.")),
        ("Decimal", json!(1), &range(json!(1), json!(2.5)), &all, None),
        ("Decimal", json!("2.50"), &range(json!(1), json!(2.5)), &all, None),
        (
            "Decimal",
            json!("2.5000000000000000000001"),
            &range(json!(1), json!(2.5)),
            &all,
            Some("Ex must be at most 2.5."),
        ),
        ("Integer", json!(0), &range(json!(1.0), json!(2)), &all, Some("Ex must be at least 1.")),
        ("Decimal", json!("-1e30"), &open, &all, None),
        ("Decimal", json!(1), &open, &all, Some("Ex must be at most 0.5.")),
        ("String", json!("A"), &allowed, &all, None),
        ("String", json!("a"), &allowed, &all, Some("Ex must be one of: A, B.")),
        ("String", json!("A;B"), &allowed, &all, Some("Ex must be one of: A, B.")),
        ("MultiPicklist", json!("A;B"), &allowed, &all, None),
        ("MultiPicklist", json!(["B"]), &allowed, &all, None),
        ("MultiPicklist", json!(["B", "C"]), &allowed, &all, Some("Ex must be one of: A, B.")),
        ("MultiPicklist", json!(";"), &allowed, &all, Some("Ex must be one of: A, B.")),
        ("String", json!("secret"), &pii, &all, Some("Remove personal data from: Ex.")),
        ("String", json!(""), &pii, &all, None),
        ("String", json!("v"), &edit, &reads, None),
        (
            "String",
            json!("v"),
            &edit,
            &json!({"readable": ["Id", "X__c"], "editable": []}),
            Some("No access to these fields: Ex."),
        ),
        ("String", json!("v"), &edit, &blind, Some("No access to these fields: Record.")),
        (
            "String",
            json!("v"),
            &edit_all,
            &json!({"readable": [], "editable": []}),
            Some("No access to these fields: Record, Ex."),
        ),
        ("String", json!("v"), &view, &blind, Some("No access to these fields: Ex.")),
        ("String", json!("v"), &view, &json!({"readable": ["X__c"]}), None),
        ("String", json!("v"), &sharing, &all, None),
        ("String", json!("v"), &sharing, &json!({"records": "none"}), Some("No permission to change Thing__c.")),
    ];
    for (data_type, raw, guardrail, user, problem) in cases {
        let id = format!("{data_type} {raw} {guardrail} {user}");
        let payload = json!({"Id": "006000000000001", "x": raw});
        let evaluation = run(&blueprint("UPDATE", data_type, false, &json!([guardrail])), &payload, user);
        demand(&id, &evaluation, &outcome(problem));
        let mut worded = guardrail.clone();
        worded["message"] = json!(own);
        let evaluation = run(&blueprint("UPDATE", data_type, false, &json!([worded])), &payload, user);
        demand(&id, &evaluation, &outcome(problem.map(|_| own)));
    }
}

fn outcome(problem: Option<&str>) -> Value {
    match problem {
        None => json!({"valid": true, "codes": [], "errors": [], "dml": "UPDATE", "logs": ["Try It"]}),
        Some(problem) => json!({"valid": false, "codes": ["GUARDRAIL_FAILED"], "pointers": ["/guardrails/0"],
            "errors": [problem], "dml": null, "logs": []}),
    }
}

#[test]
fn operations_have_their_statement_and_their_access() {
    let edit = json!([{"type": "FLS_EDIT", "params": {"fields": ["X__c"]}}, {"type": "NEW_KIND"}]);
    for (operation, dml) in
        [("INSERT", json!("INSERT")), ("CREATE", json!("INSERT")), ("UPSERT", json!("UPSERT")), ("CALL", json!(null))]
    {
        let fine = run(&blueprint(operation, "String", true, &json!([])), &json!({"x": "v"}), &Value::Null);
        demand(operation, &fine, &json!({"valid": true, "dml": dml, "logs": ["Try It"]}));
        let denied = run(&blueprint(operation, "String", true, &edit), &json!({"x": "v"}), &json!({"editable": []}));
        demand(
            operation,
            &denied,
            &json!({"valid": false, "dml": null, "pointers": ["/guardrails/0", "/guardrails/1"],
            "errors": ["No access to these fields: Ex.", "Unsupported guardrail: NEW_KIND"]}),
        );
    }
}

#[test]
fn inputs_without_a_field_are_only_used_by_calls() {
    let mut blueprint = blueprint("UPDATE", "String", true, &json!([]));
    blueprint["inputs"][1]["usage"] = json!("CONTEXT");
    let payload = json!({"Id": "006000000000001", "x": "v", "Idd": 1});
    let update = run(&blueprint, &payload, &Value::Null);
    demand(
        "update",
        &update,
        &json!({"valid": true, "warnings": ["UNKNOWN_FIELD /Idd", "INPUT_IGNORED /x"],
        "values": {"Id": "006000000000001AAA"}}),
    );
    demand(
        "absent",
        &run(&blueprint, &json!({"Id": "006000000000001"}), &Value::Null),
        &json!({"valid": true, "warnings": []}),
    );
    blueprint["operation"] = json!("CALL");
    demand(
        "call",
        &run(&blueprint, &payload, &Value::Null),
        &json!({"valid": true, "warnings": ["UNKNOWN_FIELD /Idd"],
        "values": {"Id": "006000000000001AAA", "x": "v"}}),
    );
    demand(
        "needed",
        &run(&blueprint, &json!({}), &Value::Null),
        &json!({"codes": ["MISSING_REQUIRED_INPUT"], "pointers": ["/x"], "dml": null}),
    );
}

#[test]
fn blank_values_are_absent_and_clearing_is_explicit() {
    let id = json!("006000000000001AAA");
    let named = |payload: Value, names: Value| {
        let plan = blueprint("UPDATE", "MultiPicklist", false, &json!([]));
        evaluate_vector(&payload, &json!({"blueprint": plan, "clearFields": names})).unwrap()
    };
    for operation in ["UPDATE", "INSERT", "UPSERT", "CALL"] {
        let plan = blueprint(operation, "MultiPicklist", false, &json!([]));
        for blank in [json!(""), json!(" \t"), json!([])] {
            let evaluation = run(&plan, &json!({"Id": id, "x": blank}), &Value::Null);
            demand(operation, &evaluation, &json!({"valid": true, "values": {"Id": id}}));
        }
        let evaluation = run(&plan, &json!({"Id": id, "x": null}), &Value::Null);
        demand(operation, &evaluation, &json!({"valid": true, "values": {"Id": id, "X__c": null}}));
    }
    let cleared = json!({"valid": true, "values": {"Id": id, "X__c": null}});
    demand("by name", &named(json!({"Id": id}), json!([" X ", ""])), &cleared);
    demand("blank, by name", &named(json!({"Id": id, "x": " "}), json!(["x"])), &cleared);
    for (payload, name, error) in [
        (json!({"Id": id, "x": "A"}), "x", "Ex: a value is given, and clearFields names the input."),
        (json!({"Id": id}), "xx", "Try It: clearFields names an unknown input: xx."),
    ] {
        let refused = named(payload, json!([name]));
        demand(name, &refused, &json!({"valid": false, "codes": ["INVALID_CLEAR"], "errors": [error], "dml": null}));
    }
    let plan = blueprint("UPDATE", "String", true, &json!([]));
    let needed = evaluate_vector(&json!({"Id": id}), &json!({"blueprint": plan, "clearFields": ["x"]})).unwrap();
    demand("needed", &needed, &json!({"valid": false, "codes": ["MISSING_REQUIRED_INPUT"]}));
}

#[test]
fn a_checkpoint_is_asked_after_the_guardrails() {
    let mut blueprint =
        blueprint("INSERT", "Decimal", true, &json!([{"type": "NUMERIC_POSITIVE", "params": {"field": "X__c"}}]));
    blueprint["checkpoint"] = json!("Sure?");
    let ask = |x: i32, confirmed: Value| {
        evaluate_vector(&json!({"x": x}), &json!({"blueprint": blueprint, "confirmed": confirmed})).unwrap()
    };
    for answer in [json!(false), json!(null)] {
        let open = ask(1, answer);
        demand("open", &open, &json!({"valid": true, "dml": null, "logs": [], "confirmation_required": true}));
        assert_eq!(open.warnings, ["Sure?"]);
    }
    demand("given", &ask(1, json!(true)), &json!({"dml": "INSERT", "confirmation_required": false}));
    demand("refused", &ask(0, json!(false)), &json!({"valid": false, "confirmation_required": false}));
}

#[test]
fn the_snapshot_defines_prefixes_and_multi_select_fields() {
    let allowed = json!([{"type": "ENUM_ALLOWED", "params": {"field": "X__c", "values": ["A", "B"]}}]);
    let field = |name: &str, of: &str| json!({"apiName": name, "type": of, "nillable": true, "createable": true, "updateable": true});
    let snapshot = json!({"objects": {"Thing__c": {"apiName": "Thing__c", "label": "Thing", "keyPrefix": "a01",
        "fields": {"X__c": field("X__c", "MultiPicklist")}}}});
    let context = |user: Value| json!({"blueprint": blueprint("UPDATE", "String", true, &allowed), "snapshot": snapshot, "user": user});
    let fine = evaluate_vector(&json!({"Id": "a01000000000001", "x": "A;B"}), &context(json!(null))).unwrap();
    demand("fine", &fine, &json!({"valid": true}));
    let other = evaluate_vector(&json!({"Id": "006000000000001", "x": "A"}), &context(json!(null))).unwrap();
    demand(
        "other object",
        &other,
        &json!({"codes": ["INVALID_INPUT_TYPE"], "pointers": ["/Id"],
        "errors": ["Record: not the Id of a Thing__c."]}),
    );
}

#[test]
fn the_source_text_preserves_digits() {
    let text = r#"{"x": 12345678901234567890.12345}"#;
    let payload: Value = serde_json::from_str(text).unwrap();
    let user = User::default();
    let request = Request { text: Some(text), ..Request::new(&payload, &user) };
    let evaluation = evaluate_value(&blueprint("INSERT", "Decimal", true, &json!([])), &request).unwrap();
    assert_eq!(evaluation.facts()["values"]["X__c"], "12345678901234567890.12345");
}

#[test]
fn a_value_that_is_not_a_blueprint_is_reported() {
    let report = evaluate_vector(&json!({}), &json!({"blueprint": {"name": "x"}})).unwrap_err();
    assert!(report.errors().all(|one| one.at.as_str().starts_with("/blueprint/")), "{report:?}");
    assert!(report.has_errors());
}
