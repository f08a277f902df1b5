//! The store of an agent: what it keeps, concurrent readers, and errors about damaged files.

use std::fs;
use std::path::{Path, PathBuf};

use planwright_agent::controller::{
    AuditLog as _, Change, End, EntryOutcome, Intent, StateStore as _, StatusChange, StoreError, Stored,
};
use planwright_contracts::agent_proposal::StoredTask;
use planwright_generated::agent_proposal::{ArtifactType, CampaignStatus, ProposedArtifact, TaskStatus};
use planwright_store::{AgentStore, Filter, read_head};
use rusqlite::Connection;
use serde_json::{Map, json};
use tempfile::TempDir;

const CAMPAIGN: &str = "550e8400-e29b-41d4-a716-446655440000";

fn stored() -> Stored {
    serde_json::from_value(json!({
        "campaign": { "id": CAMPAIGN, "name": "c", "status": "active" },
        "tasks": [task(1), task(2)],
        "leads_summary": { "total": 1, "pending": 1, "contacted": 0, "responded": 0, "current_lead": null },
        "available_artifacts": [{ "artifact_type": "job_posting", "artifact_key": "k" }],
        "operations": { "browser_navigate": { "attempts": 2, "wait_seconds": 1, "idempotent": true } },
    }))
    .unwrap()
}

fn id(number: usize) -> String {
    format!("660e8400-e29b-41d4-a716-{number:012}")
}

fn task(number: usize) -> StoredTask {
    StoredTask { id: id(number), description: "d".to_owned(), status: TaskStatus::Pending, preconditions: vec![] }
}

fn fresh() -> (TempDir, PathBuf, AgentStore) {
    let guard = tempfile::tempdir().unwrap();
    let folder = guard.path().join("a/store");
    let store = AgentStore::create(&folder, &stored()).unwrap();
    (guard, folder, store)
}

fn intent(url: &str) -> Intent {
    let payload = Map::from_iter([("url".to_owned(), json!(url))]);
    let at = "2026-01-06T10:00:00Z".to_owned();
    Intent { campaign: CAMPAIGN.to_owned(), action_type: "browser_navigate".to_owned(), payload, at, key: None }
}

fn end(outcome: EntryOutcome) -> End {
    End { outcome, at: "2026-01-06T10:00:01Z".to_owned(), detail: json!({ "said": "é\u{0}" }) }
}

fn error<T>(result: Result<T, StoreError>) -> StoreError {
    result.err().expect("it is refused")
}

#[test]
fn all_is_there_again_after_it_was_closed() {
    let (_guard, folder, store) = fresh();
    let mut campaign = store.campaign();
    assert_eq!(campaign.load().unwrap(), stored());
    let change = StatusChange { task_id: id(2), from: TaskStatus::Pending, to: TaskStatus::Done };
    campaign.apply(&Change::SetTasks(vec![change])).unwrap();
    campaign.apply(&Change::AddTask(task(3))).unwrap();
    campaign.apply(&Change::SetCampaign(CampaignStatus::Paused)).unwrap();
    let content = Map::from_iter([("a".to_owned(), json!(1e300))]);
    let artifact =
        ProposedArtifact { artifact_key: "k".to_owned(), artifact_type: ArtifactType::PythonScript, content };
    campaign.apply(&Change::PutArtifact(artifact.clone())).unwrap();
    campaign.apply(&Change::PutArtifact(artifact)).unwrap();
    let mut log = store.log();
    let first = log.begin(&intent("a")).unwrap();
    log.complete(first, &end(EntryOutcome::Failed)).unwrap();
    let second = log.begin(&intent("b")).unwrap();
    let (before, entries) = (campaign.load().unwrap(), store.entries(&Filter::default()).unwrap());
    drop((campaign, log, store));
    let store = AgentStore::open(&folder).unwrap();
    assert_eq!(store.campaign().load().unwrap(), before);
    assert_eq!(before.tasks.iter().map(|task| task.status).collect::<Vec<_>>(), {
        [TaskStatus::Pending, TaskStatus::Done, TaskStatus::Pending]
    });
    assert_eq!(before.available_artifacts.unwrap().len(), 2);
    assert_eq!(store.entries(&Filter::default()).unwrap(), entries);
    let open: Vec<_> = store.log().open().unwrap().iter().map(|entry| entry.id).collect();
    assert_eq!(open, [second]);
    assert_eq!(store.verify(None).unwrap().records, 3);
}

#[test]
fn a_change_is_whole_or_not_at_all() {
    let (_guard, _, store) = fresh();
    let mut campaign = store.campaign();
    let change = |number, from| StatusChange { task_id: id(number), from, to: TaskStatus::Done };
    let changes = vec![change(1, TaskStatus::Pending), change(2, TaskStatus::Blocked)];
    assert!(matches!(campaign.apply(&Change::SetTasks(changes)), Err(StoreError::Conflict(_))));
    assert!(matches!(
        campaign.apply(&Change::SetTasks(vec![change(9, TaskStatus::Pending)])),
        Err(StoreError::Conflict(_))
    ));
    assert!(matches!(campaign.apply(&Change::AddTask(task(1))), Err(StoreError::Conflict(_))));
    assert_eq!(campaign.load().unwrap(), stored());
}

#[test]
fn an_entry_ends_once_and_only_if_it_began() {
    let (_guard, _, store) = fresh();
    let mut log = store.log();
    let entry = log.begin(&intent("a")).unwrap();
    log.complete(entry, &end(EntryOutcome::Succeeded)).unwrap();
    for wrong in [entry, 2, 77, u64::MAX] {
        assert!(matches!(log.complete(wrong, &end(EntryOutcome::Failed)), Err(StoreError::Conflict(_))), "{wrong}");
    }
    let entries = store.entries(&Filter::default()).unwrap();
    assert_eq!((entries.len(), entries[0].end.as_ref().map(|end| end.outcome)), (1, Some(EntryOutcome::Succeeded)));
}

#[test]
fn the_log_answers_what_a_controller_asks() {
    let (_guard, _, store) = fresh();
    let mut log = store.log();
    for number in 0..8 {
        let entry = log.begin(&intent(&(number % 2).to_string())).unwrap();
        log.complete(entry, &end([EntryOutcome::Interrupted, EntryOutcome::Succeeded][number % 2])).unwrap();
    }
    let refused = log.begin(&intent("0")).unwrap();
    log.complete(refused, &end(EntryOutcome::Refused)).unwrap();
    let recent = log.recent(CAMPAIGN, 5).unwrap();
    assert!(recent.len() == 5 && recent.is_sorted_by_key(|entry| entry.id) && recent[4].id == refused);
    assert_eq!(log.recent("another", 5).unwrap(), []);
    let last = |url: &str| log.last_try(CAMPAIGN, "browser_navigate", &intent(url).payload).unwrap();
    assert_eq!(last("0").unwrap().end.unwrap().outcome, EntryOutcome::Interrupted, "a refusal was no try");
    assert_eq!(last("1").unwrap().end.unwrap().outcome, EntryOutcome::Succeeded);
    assert_eq!(last("2"), None);
    let filter = |outcome| Filter { outcome: Some(outcome), ..Filter::default() };
    assert_eq!(store.entries(&filter(Some(EntryOutcome::Interrupted))).unwrap().len(), 4);
    assert_eq!(store.entries(&filter(None)).unwrap().len(), 0);
    assert_eq!(store.entries(&Filter { last: Some(2), ..Filter::default() }).unwrap()[1].id, refused);
    let of = |campaign: &str| Filter { campaign: Some(campaign.to_owned()), ..Filter::default() };
    assert_eq!(store.entries(&of(&CAMPAIGN.to_uppercase())).unwrap().len(), 9);
    assert_eq!(store.entries(&of("another")).unwrap().len(), 0);
}

#[test]
fn one_works_and_others_look() {
    let (_guard, folder, store) = fresh();
    let entry = store.log().begin(&intent("a")).unwrap();
    assert_eq!(error(AgentStore::open(&folder)), StoreError::Locked);
    let (part, reader) = (store.log(), AgentStore::open_read_only(&folder).unwrap());
    assert_eq!(reader.entries(&Filter::default()).unwrap().len(), 1);
    assert_eq!(reader.verify(None).unwrap().records, 1);
    store.log().complete(entry, &end(EntryOutcome::Succeeded)).unwrap();
    assert!(reader.entries(&Filter::default()).unwrap()[0].end.is_some(), "a reader sees what was written since");
    assert!(reader.log().begin(&intent("b")).is_err(), "a reader does not write");
    drop(store);
    assert_eq!(error(AgentStore::open(&folder)), StoreError::Locked, "a part keeps the lock");
    drop(part);
    AgentStore::open(&folder).unwrap();
}

#[test]
fn a_full_store_takes_nothing_and_loses_nothing() {
    let (_guard, folder, store) = fresh();
    let mut log = store.log();
    let small = log.begin(&intent("a")).unwrap();
    store.limit(0).unwrap();
    let large = intent(&"x".repeat(1_000_000));
    assert_eq!(error(log.begin(&large)), StoreError::Full);
    drop((log, store));
    let store = AgentStore::open(&folder).unwrap();
    assert_eq!(store.verify(None).unwrap().records, 1);
    store.log().complete(small, &end(EntryOutcome::Succeeded)).unwrap();
    store.log().begin(&large).unwrap();
}

#[test]
fn what_is_no_store_of_ours_is_refused_and_left_alone() {
    let guard = tempfile::tempdir().unwrap();
    let file = |folder: &Path| folder.join("agent.db");
    let none = guard.path().join("none");
    assert!(matches!(error(AgentStore::open(&none)), StoreError::Failed(_)));
    assert!(matches!(error(AgentStore::open_read_only(&none)), StoreError::Failed(_)));
    assert!(!none.exists(), "to look makes no store");
    let (_guard, folder, store) = fresh();
    assert!(matches!(error(AgentStore::create(&folder, &stored())), StoreError::Locked));
    drop(store);
    assert!(matches!(error(AgentStore::create(&folder, &stored())), StoreError::Conflict(_)));

    let text = guard.path().join("text");
    fs::create_dir(&text).unwrap();
    fs::write(file(&text), "no database, but long enough to be looked at ".repeat(100)).unwrap();
    let foreign = guard.path().join("foreign");
    fs::create_dir(&foreign).unwrap();
    Connection::open(file(&foreign)).unwrap().execute_batch("CREATE TABLE t (a)").unwrap();
    for folder in [text, foreign] {
        let before = fs::read(file(&folder)).unwrap();
        assert!(matches!(error(AgentStore::open(&folder)), StoreError::Corrupt(_)), "{}", folder.display());
        assert!(matches!(error(AgentStore::open_read_only(&folder)), StoreError::Corrupt(_)), "{}", folder.display());
        assert!(AgentStore::create(&folder, &stored()).is_err());
        assert_eq!(fs::read(file(&folder)).unwrap(), before);
    }
    let (_guard, folder, store) = fresh();
    drop(store);
    Connection::open(file(&folder)).unwrap().pragma_update(None, "user_version", 3).unwrap();
    assert_eq!(error(AgentStore::open(&folder)), StoreError::Newer { found: 3, known: 2 });
    assert_eq!(error(AgentStore::open_read_only(&folder)), StoreError::Newer { found: 3, known: 2 });
}

#[test]
fn a_torn_file_is_corrupt() {
    let (_guard, folder, store) = fresh();
    for number in 0..50 {
        store.log().begin(&intent(&number.to_string().repeat(100))).unwrap();
    }
    drop(store);
    let file = folder.join("agent.db");
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..].fill(0x5a);
    fs::write(&file, bytes).unwrap();
    refused(&folder, "torn");
}

/// Checks that a store is reported as corrupt, and that only `inspect` reads it.
fn refused(folder: &Path, what: &str) {
    let found = AgentStore::inspect(folder).and_then(|store| store.verify(None).map(drop));
    assert!(matches!(error(found), StoreError::Corrupt(_)), "{what}");
    assert!(matches!(error(AgentStore::open_read_only(folder)), StoreError::Corrupt(_)), "{what}: read");
    assert!(matches!(error(AgentStore::open(folder)), StoreError::Corrupt(_)), "{what}: opened");
}

/// A damaged index changes query results although all table rows are unchanged.
#[test]
fn a_damaged_index_is_corrupt() {
    let (_guard, folder, _) = worked_on();
    let file = folder.join("agent.db");
    let connection = Connection::open(&file).unwrap();
    let size: u32 = connection.query_row("PRAGMA page_size", [], |row| row.get(0)).unwrap();
    let mut query = connection.prepare("SELECT name, rootpage FROM sqlite_schema WHERE type = 'index'").unwrap();
    let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    let indexes: Vec<(String, u32)> = rows.map(Result::unwrap).collect();
    drop(query);
    drop(connection);
    assert_eq!(indexes.len(), 4, "{indexes:?}");
    let good = fs::read(&file).unwrap();
    let mut missed = 0;
    for (name, page) in indexes {
        AgentStore::open_read_only(&folder).expect("the control");
        let mut bytes = good.clone();
        bytes[(page * size - 1) as usize] ^= 1;
        fs::write(&file, &bytes).unwrap();
        let quick = |row: &rusqlite::Row<'_>| row.get::<_, String>(0);
        let quick = Connection::open(&file).unwrap().query_row("PRAGMA quick_check", [], quick);
        missed += usize::from(quick.unwrap() == "ok");
        refused(&folder, &name);
        fs::write(&file, &good).unwrap();
    }
    assert!(missed > 0, "the control: a check of the pages alone does not see it");
}

#[test]
fn a_log_that_was_changed_shows_it() {
    let changes = [
        "UPDATE log SET body = replace(body, '\"b\"', '\"x\"') WHERE seq = 3",
        "DELETE FROM log WHERE seq = 3",
        "DELETE FROM log WHERE seq = 1",
        "UPDATE log SET entry = 5 WHERE seq = 2",
        "UPDATE log SET seq = 9 WHERE seq = 4",
        "UPDATE log SET body = (SELECT body FROM log AS other WHERE other.seq = 4 - log.seq) WHERE seq IN (1, 3)",
        "UPDATE log SET hash = zeroblob(32) WHERE seq = 4",
        "UPDATE log SET subject = zeroblob(32) WHERE seq = 3",
    ];
    for change in changes {
        let (_guard, folder, store) = fresh();
        for url in ["a", "b"] {
            let entry = store.log().begin(&intent(url)).unwrap();
            store.log().complete(entry, &end(EntryOutcome::Succeeded)).unwrap();
        }
        let head = store.verify(None).unwrap().head;
        store.log().begin(&intent("c")).unwrap();
        assert_eq!(store.verify(Some(&head)).unwrap().since, Some(1));
        drop(store);
        let rows = Connection::open(folder.join("agent.db")).unwrap().execute(change, []).unwrap();
        assert!(rows >= 1, "{change}");
        refused(&folder, change);
    }
    // If the end of a log is cut off, the rest is still a valid chain. A head that was kept elsewhere detects it.
    let (_guard, folder, store) = fresh();
    let entry = store.log().begin(&intent("a")).unwrap();
    store.log().complete(entry, &end(EntryOutcome::Succeeded)).unwrap();
    let head = store.verify(None).unwrap().head;
    drop(store);
    Connection::open(folder.join("agent.db")).unwrap().execute("DELETE FROM log WHERE seq = 2", []).unwrap();
    let store = AgentStore::open_read_only(&folder).unwrap();
    assert!(store.verify(None).is_ok());
    assert_eq!(store.verify(Some(&head)).unwrap().since, None);
}

/// Returns a store with two ended entries, a task in progress and an artifact, and its head.
fn worked_on() -> (TempDir, PathBuf, String) {
    let (guard, folder, store) = fresh();
    for url in ["a", "b"] {
        let entry = store.log().begin(&intent(url)).unwrap();
        store.log().complete(entry, &end(EntryOutcome::Succeeded)).unwrap();
    }
    let change = StatusChange { task_id: id(1), from: TaskStatus::Pending, to: TaskStatus::InProgress };
    store.campaign().apply(&Change::SetTasks(vec![change])).unwrap();
    let content = serde_json::from_value(json!({"a": 1})).unwrap();
    let artifact =
        ProposedArtifact { artifact_type: ArtifactType::PythonScript, artifact_key: "k".to_owned(), content };
    store.campaign().apply(&Change::PutArtifact(artifact)).unwrap();
    let head = store.verify(None).unwrap().head;
    drop(store);
    (guard, folder, head)
}

fn tamper(folder: &Path, sql: &str) {
    Connection::open(folder.join("agent.db")).unwrap().execute_batch(sql).unwrap();
}

/// Every state table is compared with its record, even without a head.
#[test]
fn a_state_that_was_changed_shows_it() {
    for change in [
        "UPDATE campaign SET document = replace(document, 'active', 'paused')",
        "DELETE FROM campaign",
        "UPDATE task SET status = 'done' WHERE place = 2",
        "UPDATE task SET status = 'pending' WHERE place = 1",
        "UPDATE task SET document = replace(document, '\"d\"', '\"e\"') WHERE place = 1",
        "UPDATE task SET place = 9 WHERE place = 1",
        "DELETE FROM task WHERE place = 2",
        "INSERT INTO task SELECT 7, 'x', status, document FROM task WHERE place = 1",
        "UPDATE artifact SET content = 'null' WHERE key = 'k' AND type = 'python_script'",
        "DELETE FROM artifact WHERE type = 'job_posting'",
        "INSERT INTO artifact VALUES ('python_script', 'other', '1')",
        "UPDATE change SET content = zeroblob(32) WHERE seq = 2",
        "DELETE FROM change WHERE seq = 2",
        "UPDATE change SET row = 'task x' WHERE seq = 2",
    ] {
        let (_guard, folder, _) = worked_on();
        assert!(AgentStore::open_read_only(&folder).unwrap().verify(None).is_ok(), "the control");
        tamper(&folder, change);
        refused(&folder, change);
    }
}

/// A name, and a change to a store.
type Way = (&'static str, Box<dyn Fn(&Path)>);

/// Only a kept head detects a store that is consistent but was replaced.
#[test]
fn a_head_shows_what_was_cut_off_made_anew_or_exchanged() {
    let anew = |folder: &Path| {
        let (_guard, other, _) = worked_on();
        tamper(&other, "VACUUM");
        fs::copy(other.join("agent.db"), folder.join("agent.db")).unwrap();
    };
    let forge = |folder: &Path| {
        // The same store with another result in the log and all hashes recomputed.
        fs::remove_file(folder.join("agent.db")).unwrap();
        let store = AgentStore::create(folder, &stored()).unwrap();
        for url in ["a", "x"] {
            let entry = store.log().begin(&intent(url)).unwrap();
            store.log().complete(entry, &end(EntryOutcome::Succeeded)).unwrap();
        }
    };
    let cut = |sql: &'static str| move |folder: &Path| tamper(folder, sql);
    let ways: Vec<Way> = vec![
        ("the last record of the log", Box::new(cut("DELETE FROM log WHERE seq = 4"))),
        ("the last entry", Box::new(cut("DELETE FROM log WHERE seq > 2"))),
        ("the whole log", Box::new(cut("DELETE FROM log"))),
        (
            "the last change of the state",
            Box::new(cut(
                "DELETE FROM change WHERE seq = (SELECT max(seq) FROM change); DELETE FROM artifact WHERE type = 'python_script'",
            )),
        ),
        ("made anew", Box::new(forge)),
    ];
    for (what, way) in ways {
        let (_guard, folder, head) = worked_on();
        assert_eq!(
            AgentStore::open_read_only(&folder).unwrap().verify(Some(&head)).unwrap().since,
            Some(0),
            "the control"
        );
        way(&folder);
        let store = AgentStore::open_read_only(&folder).unwrap();
        assert!(store.verify(None).is_ok(), "{what}: without a head it fits itself");
        assert_eq!(store.verify(Some(&head)).unwrap().since, None, "{what}");
    }
    // Records that were written after the head was kept can be cut off again. This is not detected.
    let (_guard, folder, head) = worked_on();
    let store = AgentStore::open(&folder).unwrap();
    store.log().begin(&intent("later")).unwrap();
    drop(store);
    tamper(&folder, "DELETE FROM log WHERE seq = (SELECT max(seq) FROM log)");
    assert_eq!(AgentStore::open_read_only(&folder).unwrap().verify(Some(&head)).unwrap().since, Some(0), "not covered");
    // Two stores with the same history are equal, and one with another history differs.
    let (_guard, folder, head) = worked_on();
    anew(&folder);
    assert_eq!(AgentStore::open_read_only(&folder).unwrap().verify(Some(&head)).unwrap().since, Some(0));
    let (_guard, other, store) = fresh();
    store.log().begin(&intent("c")).unwrap();
    drop(store);
    assert_eq!(AgentStore::open_read_only(&other).unwrap().verify(Some(&head)).unwrap().since, None, "exchanged");
}

#[test]
fn a_kept_head_follows_every_change() {
    let (_guard, folder, store) = fresh();
    let file = folder.with_file_name("head");
    assert_eq!(store.keep_head(&file).unwrap(), 0);
    let entry = store.log().begin(&intent("a")).unwrap();
    for step in 0..3 {
        match step {
            0 => {}
            1 => store.log().complete(entry, &end(EntryOutcome::Succeeded)).unwrap(),
            _ => store.campaign().apply(&Change::SetCampaign(CampaignStatus::Paused)).unwrap(),
        }
        let kept = read_head(&file).unwrap().unwrap();
        assert_eq!(
            (kept.as_str(), Some(0)),
            (store.verify(None).unwrap().head.as_str(), store.verify(Some(&kept)).unwrap().since)
        );
    }
    drop(store);
    // Without the file no head is kept, which is detected later.
    let store = AgentStore::open(&folder).unwrap();
    store.log().begin(&intent("b")).unwrap();
    drop(store);
    assert_eq!(AgentStore::open(&folder).unwrap().keep_head(&file).unwrap(), 1);
    tamper(&folder, "DELETE FROM log WHERE seq > 1");
    let found = AgentStore::open(&folder).unwrap().keep_head(&file);
    assert!(matches!(error(found), StoreError::Corrupt(_)));
    fs::write(&file, "text").unwrap();
    assert!(matches!(error(AgentStore::open(&folder).unwrap().keep_head(&file)), StoreError::Failed(_)));
}

/// A store of version 1 has no record of its state. It gets one when it is opened for changes.
#[test]
fn a_store_of_the_first_version_gets_its_record() {
    let (_guard, folder, _) = worked_on();
    tamper(&folder, "DROP TABLE change; PRAGMA user_version = 1");
    assert!(matches!(error(AgentStore::open_read_only(&folder).unwrap().verify(None)), StoreError::Failed(_)));
    let store = AgentStore::open(&folder).unwrap();
    let chain = store.verify(None).unwrap();
    assert_eq!((chain.records, chain.changes), (4, 5));
    assert_eq!(store.entries(&Filter::default()).unwrap().len(), 2);
}

#[cfg(unix)]
#[test]
fn stores_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let (_guard, folder, store) = fresh();
    store.log().begin(&intent("a")).unwrap();
    store.keep_head(&folder.with_file_name("head")).unwrap();
    let files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let files: Vec<_> = files.chain([folder.with_file_name("head")]).collect();
    assert!(files.len() >= 4, "{files:?}");
    for file in files {
        let mode = fs::metadata(&file).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{}", file.display());
    }
}

#[test]
fn clock_and_ids_are_as_the_contract_wants_them() {
    let (_guard, _, store) = fresh();
    let (one, other) = (store.uuid().unwrap(), store.uuid().unwrap());
    assert_ne!(one, other);
    let parts: Vec<_> = one.split('-').map(str::len).collect();
    assert!(parts == [8, 4, 4, 4, 12] && one.as_bytes()[14] == b'4' && b"89ab".contains(&one.as_bytes()[19]), "{one}");
    let now = store.now().unwrap();
    assert!(now.len() == 24 && now.ends_with('Z') && now.as_bytes()[10] == b'T', "{now}");
}
