//! The draft of a workflow: changes as records, full disks, damage and readers.

use std::path::Path;

use planwright_check::StoreError;
use planwright_store::{OpenedDraft, RecordLog, StoredDraft};
use planwright_workflow::{Draft, Session};
use serde_json::{Value, json};

const KIND: &str = "planwright workflow draft";

/// Calls every tool that changes a draft, including calls that undo changes.
fn calls() -> Vec<(&'static str, Value)> {
    let action = |id: u64, sender: &str| json!({"id": id, "title": "Step", "sender": sender});
    let mut calls = vec![
        ("create_blueprint", json!({"title": "Loan", "description": "A loan is asked for."})),
        ("add_participant", json!({"id": "bank", "name": "Bank"})),
        ("add_participant", json!({"id": "client", "name": "Client"})),
        ("add_participant", json!({"id": "notary", "name": "Notary"})),
        ("add_action", action(0, "client")),
        ("add_action", action(1, "bank")),
        ("add_action", action(2, "notary")),
        ("set_disclosure", json!({"actionId": 1, "participantId": "client", "dataPointers": ["/*"]})),
        ("add_routing", json!({"actionId": 0, "routes": [], "defaultRoute": "bank"})),
        ("update_action", json!({"actionId": 0, "title": "Ask", "isStartingAction": true})),
        ("remove_participant", json!({"id": "notary"})),
        ("create_blueprint", json!({"title": "Other", "description": "Another one."})),
    ];
    calls.extend((0..40).map(|id| ("add_participant", json!({"id": format!("p{id}"), "name": "Name"}))));
    calls
}

/// Makes the calls, stores each change, and returns the draft after each one.
fn build(store: &mut StoredDraft, session: &mut Session<fn() -> String>) -> Vec<Draft> {
    let mut drafts = Vec::new();
    for (tool, arguments) in calls() {
        let before = session.draft().cloned();
        if session.call(tool, arguments).blueprint_changed {
            store.keep(before.as_ref(), session.draft().unwrap()).unwrap();
            drafts.push(session.draft().unwrap().clone());
        }
    }
    drafts
}

fn open(folder: &Path) -> OpenedDraft {
    StoredDraft::open(folder).unwrap()
}

fn new() -> Session<fn() -> String> {
    Session::new(|| "loan".to_owned())
}

#[test]
fn what_was_kept_is_found_again_after_every_change() {
    let folder = tempfile::tempdir().unwrap();
    let mut opened = open(folder.path());
    let mut session = new();
    let mut changes = 0;
    for (tool, arguments) in calls() {
        let before = session.draft().cloned();
        if !session.call(tool, arguments).blueprint_changed {
            continue;
        }
        changes += 1;
        opened.store.keep(before.as_ref(), session.draft().unwrap()).unwrap();
        assert_eq!(StoredDraft::load(folder.path()).unwrap().as_ref(), session.draft(), "{tool}");
        assert_eq!(StoredDraft::open(folder.path()).unwrap_err(), StoreError::Locked);
        drop(opened);
        opened = open(folder.path());
        assert_eq!(opened.draft.as_ref(), session.draft(), "{tool}");
    }
    assert!(changes > 45, "{changes} changes");
}

/// A long list is replaced by a shorter one without loss.
#[test]
fn a_long_list_becomes_one_record() {
    let folder = tempfile::tempdir().unwrap();
    let mut opened = open(folder.path());
    let mut session = new();
    let mut drafts = Vec::new();
    while drafts.len() < 2_100 {
        drafts.extend(build(&mut opened.store, &mut session));
    }
    drop(opened);
    let records: Vec<Value> = RecordLog::read_all(&folder.path().join("draft.db"), KIND).unwrap();
    assert!(records.len() < 200, "{} records", records.len());
    assert_eq!(open(folder.path()).draft.as_ref(), drafts.last());
}

#[test]
fn a_full_disk_keeps_the_draft_before() {
    let folder = tempfile::tempdir().unwrap();
    let mut opened = open(folder.path());
    let mut session = new();
    let before = build(&mut opened.store, &mut session).pop().unwrap();
    opened.store.limit(0).unwrap();
    let mut later = before.clone();
    later.description = "x".repeat(100_000);
    assert_eq!(opened.store.keep(Some(&before), &later), Err(StoreError::Full));
    later.description = "y".repeat(2_000);
    opened.store.limit(1 << 20).unwrap();
    opened.store.keep(Some(&before), &later).unwrap();
    drop(opened);
    assert_eq!(open(folder.path()).draft, Some(later));
}

/// If there is room for the draft but not for all its changes, the draft replaces the changes.
#[test]
fn a_store_with_little_room_keeps_the_draft() {
    let folder = tempfile::tempdir().unwrap();
    let mut opened = open(folder.path());
    let mut session = new();
    let mut before = build(&mut opened.store, &mut session).pop().unwrap();
    opened.store.limit(96 << 10).unwrap();
    for number in 0..100 {
        let mut draft = before.clone();
        draft.description = number.to_string().repeat(1_500);
        opened.store.keep(Some(&before), &draft).unwrap();
        before = draft;
    }
    drop(opened);
    assert!(std::fs::metadata(folder.path().join("draft.db")).unwrap().len() <= 96 << 10);
    assert_eq!(open(folder.path()).draft, Some(before));
}

#[test]
fn records_that_fit_nothing_are_set_aside() {
    let draft = json!({"draft": {
        "id": "loan", "title": "Loan", "description": "A loan.", "version": 1, "participants": [], "actions": [],
    }});
    let with = |member: &str, value: Value| {
        let mut draft = draft.clone();
        draft["draft"][member] = value;
        draft
    };
    let put = |at: u64, removed: u64| json!({"change": {"participants": {"at": at, "removed": removed, "put": []}}});
    for records in [
        vec![json!({"change": {"title": "Lean"}})],
        vec![draft.clone(), put(1, 0)],
        vec![draft.clone(), put(0, 1)],
        vec![draft.clone(), put(u64::MAX, u64::MAX)],
        vec![draft.clone(), json!({"change": {"titel": "Lean"}})],
        vec![draft.clone(), json!({"other": {}})],
        vec![with("colour", json!("red"))],
        vec![with("participants", json!([{"id": "a", "name": "A", "colour": "red"}]))],
        vec![json!(null)],
    ] {
        let folder = tempfile::tempdir().unwrap();
        let (mut log, _) = RecordLog::open::<Value>(&folder.path().join("draft.db"), KIND).unwrap();
        for record in &records {
            log.append(record).unwrap();
        }
        drop(log);
        assert!(matches!(StoredDraft::load(folder.path()), Err(StoreError::Corrupt(_))), "{records:?}");
        let opened = open(folder.path());
        assert!(opened.draft.is_none() && opened.notes.len() == 1, "{records:?}");
        assert!(opened.notes[0].contains("draft.db.damaged-1"), "{}", opened.notes[0]);
        assert!(folder.path().join("draft.db.damaged-1").exists());
    }
    let folder = tempfile::tempdir().unwrap();
    let (mut log, _) = RecordLog::open::<Value>(&folder.path().join("draft.db"), KIND).unwrap();
    log.append(&draft).unwrap();
    drop(log);
    assert_eq!(open(folder.path()).draft.unwrap().title, "Loan", "the control");
}

#[test]
fn a_folder_without_a_draft_is_told_from_one_with_an_empty_one() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(StoredDraft::load(folder.path()), Err(StoreError::Failed(_))));
    drop(open(folder.path()));
    assert_eq!(StoredDraft::load(folder.path()), Ok(None));
    std::fs::write(folder.path().join("draft.db"), [b"SQLite format 3\0".as_slice(), &[9; 84]].concat()).unwrap();
    let opened = open(folder.path());
    assert!(opened.draft.is_none() && opened.notes.len() == 1);
}

/// Two drafts change in turns. Each is found by its id, for any last change, and after each restart.
#[test]
fn several_drafts_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let mut opened = open(folder.path());
    let named = |id: &'static str, title: &str| {
        let mut session: Session<Box<dyn FnMut() -> String>> = Session::new(Box::new(move || id.to_owned()));
        assert!(session.call("create_blueprint", json!({"title": title, "description": "A draft."})).blueprint_changed);
        session
    };
    // The second id could be the name of another file.
    let mut sessions = [named("blueprint-0123456789abcdef", "One"), named("../draft", "Two")];
    for session in &sessions {
        opened.store.keep(None, session.draft().unwrap()).unwrap();
    }
    for turn in 0..6 {
        let session = &mut sessions[turn % 2];
        let before = session.draft().cloned();
        assert!(session.call("add_participant", json!({"id": format!("p{turn}"), "name": "Name"})).blueprint_changed);
        opened.store.keep(before.as_ref(), session.draft().unwrap()).unwrap();
        drop(opened);
        opened = open(folder.path());
        assert_eq!(opened.draft.as_ref(), sessions[turn % 2].draft());
        for session in &sessions {
            let draft = session.draft().unwrap();
            assert_eq!(opened.store.other(&draft.id).as_ref(), Some(draft));
        }
    }
    assert_eq!(opened.store.other("none"), None);
    assert!(!folder.path().parent().unwrap().join("draft.json").exists());
    // A file under the name of another draft is not that draft.
    let file = |name: &str| folder.path().join(name);
    std::fs::copy(file("blueprint-0123456789abcdef.json"), file("blueprint-fedcba9876543210.json")).unwrap();
    assert_eq!(opened.store.other("blueprint-fedcba9876543210"), None);
}
