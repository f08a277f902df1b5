//! Behaviour of the tools that the shared vectors do not cover, and documents from other sources.

use planwright_contracts::{Report, Severity};
use planwright_generated::ROOTS;
use planwright_generated::workflow_tools::{DataFieldType, RoutingOperator, WorkflowDocument};
use planwright_workflow::{
    Call, Draft, ParticipantBuilder, Routing, Session, Times, WorkflowBuilder, check_draft, codes, data_field, export,
    load, load_text,
};
use serde_json::{Value, json};

type Ids = fn() -> String;

fn session() -> Session<Ids> {
    let mut session: Session<Ids> = Session::new(|| "wf".to_owned());
    done(&mut session, "create_blueprint", json!({ "title": "Loan Approval", "description": "Simple loan workflow" }));
    for id in ["a", "b", "c"] {
        done(&mut session, "add_participant", json!({ "id": id, "name": id.to_uppercase() }));
    }
    session
}

fn done(session: &mut Session<Ids>, tool: &str, args: Value) -> (Value, Vec<(&'static str, String)>) {
    let answer = session.call(tool, args);
    assert!(answer.is_success(), "{:?}", answer.error());
    (json!(answer.result), warnings(&answer.report))
}

fn warnings(report: &Report) -> Vec<(&'static str, String)> {
    report.warnings().map(|one| (one.code, one.at.to_string())).collect()
}

fn root(code: &'static str) -> (&'static str, String) {
    (code, String::new())
}

fn times() -> Times {
    Times { created_at: "2026-02-01T09:00:00Z".to_owned(), updated_at: "2026-02-01T09:05:00Z".to_owned() }
}

#[test]
fn workflow_a_second_creation_keeps_the_work() {
    let mut session = session();
    let (result, warned) =
        done(&mut session, "create_blueprint", json!({ "title": "Other", "description": "Other words" }));
    assert_eq!(result, json!({ "blueprintId": "wf", "message": "Blueprint created successfully" }));
    assert_eq!(warned, [root("REPLACED")]);
    let draft = session.draft().unwrap();
    assert_eq!((draft.title.as_str(), draft.participants.len(), draft.version), ("Other", 3, 1));
}

#[test]
fn workflow_same_ids_replace_in_place() {
    let mut session = session();
    for id in [5, 2] {
        done(&mut session, "add_action", json!({ "id": id, "title": "T", "sender": "a", "routeToNext": "b" }));
    }
    done(&mut session, "set_disclosure", json!({ "actionId": 5, "participantId": "b", "fields": ["x"] }));
    let (result, warned) = done(&mut session, "add_action", json!({ "id": 5, "title": "New", "sender": "b" }));
    assert_eq!(result, json!({ "actionId": 5, "message": "Action 'New' added", "actionCount": 2 }));
    assert_eq!(warned, [root("REPLACED")]);
    let action = &session.draft().unwrap().actions[0];
    assert_eq!((action.id, action.routing.as_ref(), action.disclosures.len()), (5, None, 0));
    done(&mut session, "add_participant", json!({ "id": "a", "name": "Z", "organisation": "O" }));
    done(&mut session, "add_participant", json!({ "id": "a", "name": "Z" }));
    assert_eq!(session.draft().unwrap().participants[0].organisation, "");
}

#[test]
fn workflow_removal_includes_references() {
    let mut session = session();
    done(&mut session, "add_participant", json!({ "id": "d", "name": "D" }));
    for (id, sender, next) in [(3, "a", "b"), (1, "d", "a"), (2, "b", "d"), (0, "b", "a")] {
        done(&mut session, "add_action", json!({ "id": id, "title": "T", "sender": sender, "routeToNext": next }));
        done(&mut session, "set_disclosure", json!({ "actionId": id, "participantId": "d", "fields": ["*"] }));
    }
    let (result, _) = done(&mut session, "remove_participant", json!({ "id": "d" }));
    let warning = "Actions referencing this participant were also removed";
    let expected =
        json!({ "success": true, "message": "Participant removed", "warning": warning, "removedActionIds": [1, 2] });
    assert_eq!(result, expected);
    let draft = session.draft().unwrap();
    assert!(draft.actions.iter().all(|action| action.disclosures.is_empty() && action.disclosed_to("d").is_none()));
    let (result, _) = done(&mut session, "remove_participant", json!({ "id": "c" }));
    assert_eq!(result, json!({ "success": true, "message": "Participant removed", "removedActionIds": [] }));
    for (id, code) in [("a", "MIN_PARTICIPANTS"), ("z", "PARTICIPANT_NOT_FOUND")] {
        let answer = session.call("remove_participant", json!({ "id": id }));
        assert_eq!(answer.report.errors().map(|one| (one.code, one.at.as_str())).collect::<Vec<_>>(), [(code, "/id")]);
    }
}

#[test]
fn workflow_updates_name_what_changed_in_the_order_of_the_parameters() {
    let mut session = session();
    done(&mut session, "add_action", json!({ "id": 0, "title": "T", "sender": "a" }));
    let args = json!({ "routeToNext": "b", "dataFields": [{ "name": "n", "type": "date" }], "isStartingAction": true,
        "sender": "b", "description": "D", "title": "U", "id": 0 });
    let (result, warned) = done(&mut session, "update_action", args.clone());
    let all = ["title", "description", "sender", "isStartingAction", "dataFields", "routeToNext"];
    assert_eq!(result, json!({ "actionId": 0, "message": "Action updated", "fieldsChanged": all }));
    assert_eq!(warned, []);
    let answer = session.call("update_action", args);
    assert_eq!(answer.result.unwrap()["fieldsChanged"], json!([]));
    assert!(!answer.blueprint_changed);
    done(&mut session, "set_disclosure", json!({ "actionId": 0, "participantId": "c", "fields": ["n"] }));
    let args = json!({ "id": 0, "dataFields": [{ "name": "m", "type": "string" }], "routeToNext": "c" });
    let (_, warned) = done(&mut session, "update_action", args);
    assert_eq!(warned, [root("ROUTING_REPLACED"), root("UNKNOWN_DISCLOSURE_FIELD")]);
}

#[test]
fn workflow_the_last_routing_wins() {
    let mut session = session();
    done(
        &mut session,
        "add_action",
        json!({ "id": 0, "title": "T", "sender": "a", "dataFields": [{ "name": "x", "type": "number" }] }),
    );
    let condition = |value: Value| json!({ "actionId": 0, "conditions": [{ "field": "x", "operator": "equals", "value": value, "routeTo": "b" }] });
    let (result, warned) = done(&mut session, "add_routing", condition(json!(5)));
    assert_eq!(result, json!({ "message": "Conditional routing added", "routeCount": 1 }));
    assert_eq!(warned, []);
    let (_, warned) = done(&mut session, "add_routing", condition(json!("5")));
    assert_eq!(warned, [root("ROUTING_REPLACED"), ("COMPARISON_MISMATCH", "/conditions/0/value".to_owned())]);
    let (_, warned) = done(&mut session, "add_routing", condition(json!(null)));
    assert_eq!(warned, [root("ROUTING_REPLACED")]);
    let (_, warned) = done(&mut session, "update_action", json!({ "id": 0, "routeToNext": "c" }));
    assert_eq!(warned, [root("ROUTING_REPLACED")]);
    assert_eq!(session.draft().unwrap().actions[0].routing, Some(Routing::Next { to: "c".to_owned() }));
}

#[test]
fn workflow_doubtful_arguments_are_warnings() {
    let mut session = session();
    let fields = json!([
        { "name": "x", "type": "number", "constraints": { "minimum": 1, "minLength": 2, "multipleOf": 0, "maxLenght": 3 }, "unit": "m" },
        { "name": "f", "type": "file", "constraints": { "maxSize": 10, "allowedExtensions": ["pdf"] } },
    ]);
    let (_, warned) =
        done(&mut session, "add_action", json!({ "id": 0, "title": "T", "sender": "a", "dataFields": fields }));
    let at = |code, name: &str| (code, format!("/dataFields/0/{name}"));
    let expected = [
        at("UNKNOWN_CONSTRAINT", "constraints/maxLenght"),
        at("UNKNOWN_CONSTRAINT", "constraints/minLength"),
        at("UNKNOWN_CONSTRAINT", "constraints/multipleOf"),
        at("UNKNOWN_FIELD", "unit"),
    ];
    assert_eq!(warned, expected);
    let document = json!(export(session.draft().unwrap(), &times()).unwrap());
    let properties = &document["actions"][0]["dataSchemas"][0]["properties"];
    let aside = json!({ "constraints": { "maxLenght": 3, "minLength": 2, "multipleOf": 0 } });
    assert_eq!(properties["x"], json!({ "type": "number", "minimum": 1, "x-field": aside, "x-order": 0 }));
    assert_eq!(properties["f"]["properties"]["fileSize"], json!({ "type": "integer", "maximum": 10 }));
    assert_eq!(properties["f"]["properties"]["fileExtension"], json!({ "type": "string", "enum": ["pdf"] }));
}

/// Every change is taken back in reverse order, one call at a time.
#[test]
fn workflow_undo_restores_every_state() {
    let mut session = session();
    let steps = [
        ("add_action", json!({ "id": 0, "title": "T", "sender": "a" })),
        (
            "add_action",
            json!({ "id": 1, "title": "U", "sender": "b", "dataFields": [{ "name": "n", "type": "date" }] }),
        ),
        ("add_action", json!({ "id": 2, "title": "V", "sender": "c" })),
        ("set_disclosure", json!({ "actionId": 1, "participantId": "c", "fields": ["n"] })),
        ("add_routing", json!({ "actionId": 0, "conditions": [], "defaultRoute": "b" })),
        ("update_action", json!({ "id": 1, "title": "W" })),
        ("delete_action", json!({ "id": 1 })),
        ("add_action", json!({ "id": 1, "title": "X", "sender": "a" })),
        ("add_action", json!({ "id": 0, "title": "Y", "sender": "c" })),
        ("add_participant", json!({ "id": "a", "name": "Z" })),
        ("remove_participant", json!({ "id": "c" })),
        ("create_blueprint", json!({ "title": "Other", "description": "Other words" })),
    ];
    let mut states = Vec::new();
    for (tool, args) in steps {
        states.push(session.draft().cloned());
        done(&mut session, tool, args.clone());
        // A call that fails or changes nothing does not count as a step.
        session.call("delete_action", json!({ "id": 77 }));
        done(&mut session, "validate_blueprint", json!({}));
        assert_ne!(session.draft(), states.last().unwrap().as_ref(), "{tool}");
    }
    while let Some(state) = states.pop() {
        let (result, _) = done(&mut session, "undo", json!({}));
        // The three participants come before the first state.
        assert_eq!(result["stepsLeft"], json!(states.len() + 3));
        assert_eq!(session.draft(), state.as_ref(), "{result}");
    }
    for _ in 0..3 {
        done(&mut session, "undo", json!({}));
    }
    let answer = session.call("undo", json!({}));
    assert_eq!(answer.report.errors().map(|one| one.code).collect::<Vec<_>>(), ["NOTHING_TO_UNDO"]);
}

fn loan() -> Draft {
    WorkflowBuilder::create_blueprint("loan", "Loan Approval", "Simple loan workflow")
        .add_participant("a", "Applicant", ParticipantBuilder::as_person)
        .add_participant("b", "Bank", |it| it.from_organisation("Acme").as_organization())
        .add_participant("m", "Manager", |it| it)
        .add_action(0, "Apply", "a", |it| {
            it.as_starting_action()
                .requires_data([data_field("amount", DataFieldType::Number), data_field("due", DataFieldType::Date)])
        })
        .add_routing(0, |it| {
            it.when("amount", RoutingOperator::GreaterThan, 1000, "m")
                .when("due", RoutingOperator::Contains, "2026", "b")
                .else_route("b")
        })
        .add_action(1, "Review", "b", |it| it.route_to_next("m"))
        .add_action(2, "Approve", "m", |it| it)
        .add_routing(2, |it| it.when("ok", RoutingOperator::NotEquals, true, "a"))
        .build()
        .unwrap()
}

#[test]
fn workflow_the_document_conforms_to_the_contract() {
    let document = json!(export(&loan(), &times()).unwrap());
    let actions = &document["actions"];
    let (big, due) = (json!({ ">": [{ "var": "amount" }, 1000] }), json!({ "in": ["2026", { "var": "due" }] }));
    assert_eq!(actions[0]["condition"], json!({ "if": [big, "m", due, "b", "b"] }));
    assert_eq!(
        actions[0]["routes"],
        json!([
            { "id": "route_0", "nextActionIds": [2], "condition": big, "isDefault": false },
            { "id": "route_1", "nextActionIds": [1], "condition": due, "isDefault": false },
            { "id": "route_default", "nextActionIds": [1], "isDefault": true },
        ])
    );
    assert_eq!(actions[0].get("participants"), None);
    assert_eq!(actions[0]["dataSchemas"][0]["properties"]["due"], json!({ "type": "string", "format": "date-time" }));
    assert_eq!(actions[1]["participants"], json!([{ "principal": "m", "criteria": ["{\"!\": [false]}"] }]));
    assert_eq!(actions[1]["condition"], json!({ "==": [0, 0] }));
    assert_eq!(actions[1]["routes"], json!([{ "id": "route_0", "nextActionIds": [2], "isDefault": true }]));
    assert_eq!(actions[2]["condition"], json!({ "!=": [{ "var": "ok" }, true] }));
    assert_eq!(actions[2]["participants"][0]["principal"], "a");
    assert_eq!(actions[2]["routes"][0]["nextActionIds"], json!([0]));
    assert_eq!(document["participants"][1]["@type"], "schema:Organization");
    assert_eq!(document["participants"][0]["walletAddress"], "");
    assert_eq!(check_draft(&loan()).iter().map(|one| one.code).collect::<Vec<_>>(), ["LOOP_WITH_EXIT"]);
}

#[test]
fn workflow_the_builder_reports_rejected_calls() {
    let builder = WorkflowBuilder::create_blueprint("x", "ab", "abcde").add_participant("a", "A", |it| it);
    assert!(builder.validate_blueprint().is_none());
    let refused = builder.build().unwrap_err();
    assert_eq!(
        refused.iter().map(|one| (one.call, one.tool, one.report[0].code)).collect::<Vec<_>>(),
        [(0, "create_blueprint", "TOO_SHORT"), (1, "add_participant", "NO_BLUEPRINT"),]
    );
}

#[test]
fn workflow_the_example_of_the_schema_loads() {
    let root = ROOTS.iter().find(|root| root.name == "WorkflowDocument").unwrap();
    let schema: Value = serde_json::from_str(root.schema).unwrap();
    let loaded = load_text(&schema["examples"][0].to_string()).unwrap();
    let lost: Vec<_> = loaded.warnings.iter().map(|one| (one.code, one.at.as_str())).collect();
    assert_eq!(lost, [("NOT_KEPT", "/actions/0/routes/1/description"), ("NOT_KEPT", "/metadata")]);
    assert_eq!(loaded.draft.actions[0].targets().collect::<Vec<_>>(), ["manager", "reviewer"]);
    assert_eq!(check_draft(&loaded.draft).len(), 0);
}

/// Returns the errors of loading the loan document after a change.
fn spoilt(change: impl FnOnce(&mut Value)) -> Vec<(&'static str, String)> {
    let mut document = json!(export(&loan(), &times()).unwrap());
    change(&mut document);
    let report = load_text(&document.to_string()).map_or_else(|report| report, |loaded| loaded.warnings);
    assert!(report.iter().all(|one| one.span.is_some()));
    report.iter().map(|one| (one.code, one.at.to_string())).collect()
}

#[test]
fn workflow_documents_that_no_tool_could_have_made() {
    let one = |code: &'static str, at: &str| vec![(code, at.to_owned())];
    let action = |index: usize, member: &'static str, value: Value| {
        move |document: &mut Value| document["actions"][index][member] = value
    };
    let route = |value: Value| action(1, "routes", json!([value]));
    assert_eq!(spoilt(|_| {}), []);
    assert_eq!(
        spoilt(route(json!({ "id": "r", "nextActionIds": [0, 2] }))),
        one("UNSUPPORTED_ROUTE", "/actions/1/routes/0")
    );
    assert_eq!(
        spoilt(route(json!({ "id": "r", "nextActionIds": [77] }))),
        one("UNSUPPORTED_ROUTE", "/actions/1/routes/0")
    );
    let odd = json!({ "id": "r", "nextActionIds": [2], "condition": { "and": [] } });
    assert_eq!(spoilt(route(odd)), one("UNSUPPORTED_CONDITION", "/actions/1/routes/0/condition"));
    let both =
        json!({ "id": "r", "nextActionIds": [2], "condition": { "==": [{ "var": "x" }, 1] }, "isDefault": true });
    assert_eq!(spoilt(route(both)), one("UNSUPPORTED_ROUTE", "/actions/1/routes/0"));
    let early = json!([{ "id": "r", "nextActionIds": [2] }, { "id": "s", "nextActionIds": [2] }]);
    assert_eq!(spoilt(action(1, "routes", early)), one("UNSUPPORTED_ROUTE", "/actions/1/routes/0"));
    let schema = json!([{ "type": "object", "properties": { "x": { "type": "array" } } }]);
    assert_eq!(
        spoilt(action(0, "dataSchemas", schema)),
        one("UNSUPPORTED_FIELD", "/actions/0/dataSchemas/0/properties/x")
    );
    let twice = json!([{ "type": "object", "properties": { "x": { "type": "number" } } }, { "type": "object", "properties": { "x": { "type": "number" } } }]);
    assert_eq!(
        spoilt(action(0, "dataSchemas", twice)),
        one("DUPLICATE_DATA_FIELD", "/actions/0/dataSchemas/1/properties/x")
    );
    assert_eq!(
        spoilt(|document| document["participants"][0]["didUri"] = json!("did:x:1")),
        one("NOT_KEPT", "/participants/0/didUri")
    );
    assert_eq!(
        spoilt(|document| document["participants"][0]["wallet"] = json!("w")),
        one("UNKNOWN_FIELD", "/participants/0/wallet")
    );
    let bare = |document: &mut Value| {
        document["actions"][2]["routes"] = json!([]);
        document["actions"][2]["participants"] = json!([]);
    };
    assert_eq!(spoilt(bare), one("UNSUPPORTED_ROUTE", "/actions/2/condition"));
    let logic = |document: &mut Value| {
        document["actions"][2]["routes"] = json!([]);
        document["actions"][2]["condition"] = json!({ "or": [true] });
    };
    assert_eq!(spoilt(logic), one("UNSUPPORTED_CONDITION", "/actions/2/condition"));
}

#[test]
fn workflow_routes_are_authoritative() {
    let mut document = export(&loan(), &times()).unwrap();
    let whole = load(&document).unwrap().draft;
    for action in &mut document.actions {
        action.routes = None;
    }
    assert_eq!(load(&document).unwrap().draft, whole, "condition and participants name everybody");
    let mut document: WorkflowDocument = export(&loan(), &times()).unwrap();
    for action in &mut document.actions {
        (action.condition, action.participants) = (None, None);
    }
    assert_eq!(load(&document).unwrap().draft, whole, "routes alone tell it too");
}

#[test]
fn workflow_calls_are_read_from_lines() {
    let call = Call::parse(r#"{"tool": "add_participant", "args": {"id": "a"}, "toolCallId": "1"}"#).unwrap();
    assert_eq!(
        (call.tool.as_str(), call.arguments, call.id.as_deref()),
        ("add_participant", json!({ "id": "a" }), Some("1"))
    );
    assert_eq!(Call::parse(r#"{"name": "validate_blueprint"}"#).unwrap().arguments, json!({}));
    let refused = |text: &str| {
        Call::parse(text).unwrap_err().errors().map(|one| (one.code, one.at.to_string())).collect::<Vec<_>>()
    };
    assert_eq!(refused("[]"), [root("TYPE_MISMATCH")]);
    assert_eq!(refused("{}"), [("MISSING_FIELD", "/tool".to_owned())]);
    assert_eq!(refused(r#"{"tool": null}"#), [("TYPE_MISMATCH", "/tool".to_owned())]);
    assert_eq!(refused("add_participant"), [root("PARSE_ERROR")]);
}

#[test]
fn workflow_every_code_is_in_the_table() {
    let table = planwright_workflow::codes();
    assert!(table.iter().all(|info| info.purpose.ends_with('.')));
    for (code, severity) in
        [("UNKNOWN_TOOL", Severity::Error), ("LOOP_WITH_EXIT", Severity::Warning), (codes::NOT_KEPT, Severity::Warning)]
    {
        assert!(table.iter().any(|info| info.code == code && info.severity == severity), "{code}");
    }
}
