//! Tests the handles of blueprints: several blueprints of one client, several clients of one server, deletion and undo.

use std::path::Path;

use serde_json::{Value, json};

use crate::mcp::Server;
use crate::mcp_http::HttpServer;

/// Number of scripts. Each has its own order of calls.
const SCRIPTS: u64 = 50;

/// Returns the same numbers in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

/// One of two blueprints that are built at the same time, and what it has to contain.
struct Expected {
    handle: String,
    title: String,
    participants: Vec<String>,
    actions: Vec<u64>,
}

impl Expected {
    /// Returns the next call of the script, and applies it to the expectation.
    fn next_call(&mut self, dice: &mut Dice) -> (&'static str, Value) {
        let number = self.participants.len();
        match dice.roll(4) {
            0 => {
                self.title = format!("{} again", self.title.trim_end_matches(" again"));
                ("create_blueprint", json!({"title": self.title, "description": "A blueprint."}))
            }
            1 if number > 2 && self.actions.len() > 1 => {
                let id = self.actions.remove(0);
                ("delete_action", json!({ "id": id }))
            }
            2 if number >= 1 => {
                let id = self.actions.last().map_or(0, |last| last + 1);
                self.actions.push(id);
                ("add_action", json!({"id": id, "title": "Step", "sender": self.participants[0]}))
            }
            _ => {
                self.participants.push(format!("{}-{number}", self.title.chars().next().unwrap()));
                ("add_participant", json!({"id": self.participants[number], "name": "Somebody"}))
            }
        }
    }

    fn assert_is(&self, blueprint: &Value) {
        let all =
            |list: &str| blueprint[list].as_array().unwrap().iter().map(|one| one["id"].clone()).collect::<Value>();
        assert_eq!(blueprint["title"], self.title);
        assert_eq!((all("participants"), all("actions")), (json!(self.participants), json!(self.actions)));
    }
}

fn with_handle(handle: &str, mut arguments: Value) -> Value {
    arguments["blueprintId"] = handle.into();
    arguments
}

fn ok(result: &Value) -> &Value {
    assert_eq!(result["isError"], false, "{result}");
    &result["structuredContent"]
}

/// Builds two blueprints in turns, and returns how many changes each call made in the wrong one.
fn run_scripts(call: &mut dyn FnMut(usize, &str, Value) -> Value, handles_are_passed: bool) {
    for script in 0..SCRIPTS {
        let mut dice = Dice(script);
        let mut both: Vec<Expected> = ["Apples", "Pears"]
            .into_iter()
            .enumerate()
            .map(|(who, title)| {
                let begun = call(who, "create_blueprint", json!({"title": title, "description": "A blueprint."}));
                let handle = ok(&begun)["blueprintId"].as_str().unwrap().to_owned();
                Expected { handle, title: title.to_owned(), participants: Vec::new(), actions: Vec::new() }
            })
            .collect();
        assert_ne!(both[0].handle, both[1].handle);
        for _ in 0..10 {
            let who = usize::from(dice.roll(2) == 1);
            let one = &mut both[who];
            let (tool, arguments) = one.next_call(&mut dice);
            // Without a handle, the tool would create another blueprint.
            let needs_handle = handles_are_passed || tool == "create_blueprint";
            let arguments = if needs_handle { with_handle(&one.handle, arguments) } else { arguments };
            ok(&call(who, tool, arguments));
        }
        for (who, one) in both.iter().enumerate() {
            let read = call(who, "get_blueprint", with_handle(&one.handle, json!({})));
            one.assert_is(&ok(&read)["blueprint"]);
        }
    }
}

#[test]
fn two_blueprints_of_one_client_are_not_mixed() {
    let folder = tempfile::tempdir().unwrap();
    for store in [None, Some(folder.path())] {
        let mut server = Server::start(store);
        run_scripts(&mut |_, tool, arguments| server.call(tool, &arguments)["result"].take(), true);
        server.stop();
    }
}

#[test]
fn two_clients_of_one_server_are_not_mixed() {
    let server = HttpServer::start(&["--tools", "workflow"]);
    let sessions = [server.session(), server.session()];
    run_scripts(&mut |who, tool, arguments| server.call(&sessions[who], tool, &arguments), false);
}

#[test]
fn a_client_sees_only_its_own_blueprints_and_those_whose_handle_it_has() {
    let server = HttpServer::start(&["--tools", "workflow"]);
    let (one, other) = (server.session(), server.session());
    let begun = server.call(&one, "create_blueprint", &json!({"title": "Mine", "description": "A blueprint."}));
    let handle = ok(&begun)["blueprintId"].as_str().unwrap().to_owned();
    let listed = |session: &str| ok(&server.call(session, "list_blueprints", &json!({})))["blueprints"].clone();
    let code = |result: &Value| {
        let facts = result["content"][1]["text"].as_str().unwrap();
        serde_json::from_str::<Value>(facts).unwrap()["errors"][0]["code"].clone()
    };
    assert_eq!((listed(&one)[0]["title"].clone(), listed(&other)), (json!("Mine"), json!([])));
    let participant = json!({"id": "bank", "name": "Bank"});
    assert_eq!(code(&server.call(&other, "add_participant", &participant)), "NO_BLUEPRINT");
    let guessed = with_handle("blueprint-0123456789abcdef", participant.clone());
    assert_eq!(code(&server.call(&other, "add_participant", &guessed)), "NO_BLUEPRINT");
    assert_eq!(code(&server.call(&other, "undo", &json!({"blueprintId": 7}))), "TYPE_MISMATCH");
    ok(&server.call(&other, "add_participant", &with_handle(&handle, participant)));
    assert_eq!(listed(&other)[0]["participantCount"], 1);
    // The handle does not become the blueprint that the other client works on.
    assert_eq!(code(&server.call(&other, "validate_blueprint", &json!({}))), "NO_BLUEPRINT");
}

#[test]
fn a_deletion_is_undone_and_the_draft_is_stored() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path();
    crate::mcp_draft::filled(store);
    let mut server = Server::start(Some(store));
    for id in 0..3 {
        server.call("add_action", &json!({"id": id, "title": "Step", "sender": "bank"}));
    }
    let before = server.call("get_blueprint", &json!({}))["result"]["structuredContent"]["blueprint"].clone();
    let deleted = server.call("delete_action", &json!({"id": 1}))["result"].take();
    assert_eq!(ok(&deleted)["actionCount"], 2);
    server.call("remove_participant", &json!({"id": "client"}));
    let undone = server.call("undo", &json!({}))["result"].take();
    assert_eq!((&ok(&undone)["actionCount"], &ok(&undone)["stepsLeft"]), (&json!(3), &json!(3)));
    server.stop();
    let mut server = Server::start(Some(store));
    assert_eq!(server.call("get_blueprint", &json!({}))["result"]["structuredContent"]["blueprint"], before);
    // The steps are not stored.
    assert_eq!(server.call("undo", &json!({}))["result"]["isError"], true);
    server.stop();
}

/// Every blueprint of a store is found by its handle after a restart, with the changes that were made by handle.
#[test]
fn a_store_keeps_every_blueprint() {
    let folder = tempfile::tempdir().unwrap();
    let store: &Path = folder.path();
    let mut server = Server::start(Some(store));
    let mut handles = Vec::new();
    for title in ["One", "Two", "Three"] {
        let begun =
            server.call("create_blueprint", &json!({"title": title, "description": "A blueprint."}))["result"].take();
        handles.push(ok(&begun)["blueprintId"].as_str().unwrap().to_owned());
    }
    ok(&server.call("add_participant", &with_handle(&handles[0], json!({"id": "a", "name": "A"})))["result"]);
    server.stop();
    let mut server = Server::start(Some(store));
    // The client continues with the blueprint that changed last.
    let current = server.call("get_blueprint", &json!({}))["result"]["structuredContent"]["blueprint"].clone();
    assert_eq!((&current["title"], &current["participants"][0]["id"]), (&json!("One"), &json!("a")));
    for (handle, title) in handles.iter().zip(["One", "Two", "Three"]) {
        let read = server.call("get_blueprint", &with_handle(handle, json!({})))["result"].take();
        assert_eq!(ok(&read)["blueprint"]["title"], title);
    }
    server.stop();
    let kept = store
        .read_dir()
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().file_name().to_str().unwrap().starts_with("blueprint-"));
    assert_eq!(kept.count(), 2, "one file for each draft that is not in the store itself");
}
