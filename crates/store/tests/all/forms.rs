//! Stored forms: full disks, damage, links and concurrent processes.

use std::fs;
use std::path::Path;

use planwright_check::StoreError;
use planwright_contracts::form_plan::{Context, Plan};
use planwright_contracts::{Checked, check_value};
use planwright_forms::{self as form, Executed, Form, Sources, TokenState};
use planwright_generated::form_plan::FormPlan;
use planwright_store::{Asked, RecordLog, StoredForms};
use serde_json::{Value, json};

const KIND: &str = "planwright form store";

fn plan() -> Checked<FormPlan> {
    let steps = json!([
        {"action": "create_form", "params": {"title": "چکاپ سه"}},
        {"action": "add_field", "params": {"type": "short_text", "question": "نام"}},
        {"action": "update_form_title", "params": {"id": 1, "title": "نو"}}
    ]);
    check_value::<Plan>(json!({"version": 1, "steps": steps}), &Context::default()).unwrap()
}

fn execute(store: &mut StoredForms) -> Result<Executed, StoreError> {
    let run = store.next_run();
    let mut count = 0;
    let mut tokens = || {
        count += 1;
        format!("undo-{run}-{count}")
    };
    store.run("t".to_owned(), Asked::Execute(plan().into_inner()), |transaction| {
        form::execute(&plan(), transaction, &mut Sources { clock: &mut || "t".to_owned(), tokens: &mut tokens })
    })
}

fn undo(store: &mut StoredForms, token: &str) -> Result<bool, StoreError> {
    store.run("t".to_owned(), Asked::Undo(vec![token.to_owned()]), |transaction| {
        let mut sources = Sources { clock: &mut || "t".to_owned(), tokens: &mut String::new };
        form::undo(token, transaction, &mut sources).is_ok()
    })
}

const TAKEN_BACK: [&str; 3] = ["undo-2-3", "undo-1-3", "undo-1-1"];

/// Executes twice and undoes the first run. Returns the forms after each run.
fn work(store: &mut StoredForms) -> Vec<Vec<Form>> {
    let mut states = vec![store.state().forms().to_vec()];
    for run in 0..5 {
        let result = if run < 2 { execute(store).map(drop) } else { undo(store, TAKEN_BACK[run - 2]).map(drop) };
        result.unwrap();
        states.push(store.state().forms().to_vec());
    }
    states
}

/// Returns a folder with a store that contains runs.
fn worked() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    work(&mut StoredForms::create(folder.path()).unwrap());
    folder
}

fn file(folder: &Path) -> std::path::PathBuf {
    folder.join("forms.db")
}

fn kinds(error: &StoreError) -> &'static str {
    error.code()
}

#[test]
fn what_was_done_is_found_again() {
    let folder = worked();
    let store = StoredForms::find(folder.path()).unwrap().unwrap();
    assert_eq!(store.runs().len(), 5);
    assert_eq!(store.state().forms().len(), 1);
    assert_eq!(store.state().tokens().iter().filter(|record| record.state != TokenState::Open).count(), 4);
    drop(store);
    let mut names: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["forms.db", "forms.db.lock"], "nothing else is left");
}

/// A run that would exceed the size limit fails, and all earlier changes are kept.
#[test]
fn a_full_disk_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = StoredForms::create(folder.path()).unwrap();
    let size = fs::metadata(file(folder.path())).unwrap().len();
    store.limit(size + (16 << 10)).unwrap();
    let mut done = 0;
    let error = loop {
        match execute(&mut store) {
            Ok(_) => done += 1,
            Err(error) => break error,
        }
        assert!(done < 1000, "it is never full");
    };
    assert_eq!(error, StoreError::Full);
    assert!(done > 3);
    let before = store.state().clone();
    drop(store);
    let store = StoredForms::find(folder.path()).unwrap().unwrap();
    assert_eq!(store.state(), &before);
    assert_eq!(store.runs().iter().filter(|run| run.entries.is_some()).count(), done);
    drop(store);
    let mut store = StoredForms::create(folder.path()).unwrap();
    assert!(execute(&mut store).is_ok(), "with room it goes on");
}

/// A flipped bit is either detected or without effect.
#[test]
fn a_bit_that_flips_is_noticed_or_means_nothing() {
    let folder = worked();
    let before = StoredForms::find(folder.path()).unwrap().unwrap().state().clone();
    let good = fs::read(file(folder.path())).unwrap();
    let (mut noticed, mut silent) = (0, 0);
    // Most of the file is unused, so only bytes other than zero are tried.
    let used: Vec<usize> = (0..good.len()).filter(|&at| good[at] != 0).collect();
    for (number, &at) in used.iter().enumerate().step_by(used.len() / 300) {
        let mut bytes = good.clone();
        bytes[at] ^= 1 << (number % 8);
        fs::write(file(folder.path()), &bytes).unwrap();
        match StoredForms::find(folder.path()) {
            Ok(store) => silent += usize::from(store.is_none_or(|store| store.state() != &before)),
            Err(_) => noticed += 1,
        }
    }
    assert_eq!(silent, 0);
    // The other bytes are remains of earlier content.
    assert!(noticed > 100, "{noticed} were noticed");
    for end in [0, 1, good.len() / 2, good.len() - 4096] {
        fs::write(file(folder.path()), &good[..end]).unwrap();
        let error = StoredForms::find(folder.path()).unwrap_err();
        assert_eq!(kinds(&error), "STORE_CORRUPT", "cut off at {end}: {error}");
    }
    fs::write(file(folder.path()), good).unwrap();
    assert_eq!(StoredForms::find(folder.path()).unwrap().unwrap().state(), &before, "the control");
}

#[test]
fn an_interrupted_run_is_known_and_its_number_not_given_again() {
    let folder = tempfile::tempdir().unwrap();
    let (mut log, _) = RecordLog::open::<Value>(&file(folder.path()), KIND).unwrap();
    log.append(&json!({"record": "begin", "run": 1, "at": "t", "asked": {"undo": []}})).unwrap();
    drop(log);
    let mut store = StoredForms::create(folder.path()).unwrap();
    assert!(store.runs()[0].entries.is_none());
    assert_eq!(execute(&mut store).unwrap().tokens().next(), Some("undo-2-1"));
}

#[test]
fn records_that_fit_nothing_are_corrupt() {
    let commit = json!({"entry": 7, "state": {"state": "started"}, "change": null, "issued": null, "tokens": []});
    let begin = json!({"record": "begin", "run": 1, "at": "t", "asked": {"undo": []}});
    for records in [
        vec![json!({"record": "begin", "run": 2, "at": "t", "asked": {"undo": []}})],
        vec![json!({"record": "end", "run": 1, "calls": []})],
        vec![json!({"record": "other"})],
        vec![json!({"record": "begin", "run": 1e300, "at": "t", "asked": {"undo": []}})],
        vec![json!(null)],
        vec![begin, json!({"record": "end", "run": 1, "calls": [{"commit": commit}]})],
    ] {
        let folder = tempfile::tempdir().unwrap();
        let (mut log, _) = RecordLog::open::<Value>(&file(folder.path()), KIND).unwrap();
        for record in &records {
            log.append(record).unwrap();
        }
        drop(log);
        assert!(matches!(StoredForms::create(folder.path()), Err(StoreError::Corrupt(_))), "{records:?}");
    }
}

#[test]
fn a_store_that_somebody_has_open_is_locked() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = StoredForms::create(folder.path()).unwrap();
    assert_eq!(StoredForms::create(folder.path()).unwrap_err(), StoreError::Locked);
    execute(&mut first).map(drop).unwrap();
    drop(first);
    assert_eq!(StoredForms::find(folder.path()).unwrap().unwrap().runs().len(), 1);
}

#[test]
fn what_is_no_store_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    assert!(StoredForms::find(at).unwrap().is_none());
    let (log, _) = RecordLog::open::<Value>(&at.join("other"), "planwright fix journal").unwrap();
    drop(log);
    let other = fs::read(at.join("other")).unwrap();
    for content in [
        &b"text"[..],
        b"SQLite format 3\0",
        b"",
        &other,
        // A file of an earlier version is rejected with a specific message.
        b"8086ee31 {\"format\":1,\"log\":\"planwright form store\"}\n",
    ] {
        fs::write(file(at), content).unwrap();
        let error = StoredForms::find(at).unwrap_err();
        assert_eq!(kinds(&error), "STORE_CORRUPT", "{error}");
        assert_eq!(error.to_string().contains("an earlier version"), content.starts_with(b"8086"), "{error}");
        assert_eq!(fs::read(file(at)).unwrap(), content);
    }
    fs::remove_file(file(at)).unwrap();
    fs::write(at.join("forms.log"), "8086ee31 {").unwrap();
    let error = StoredForms::find(at).unwrap_err();
    assert!(error.to_string().contains("forms.log was written by an earlier version"), "{error}");
    fs::remove_file(at.join("forms.log")).unwrap();
    fs::create_dir(file(at)).unwrap();
    assert!(matches!(StoredForms::find(at), Err(StoreError::Corrupt(_))));
    fs::remove_dir(file(at)).unwrap();
    assert!(StoredForms::create(at).is_ok());
    let plain = at.join("file");
    fs::write(&plain, "text").unwrap();
    assert!(matches!(StoredForms::create(&plain), Err(StoreError::Failed(_))));
    assert_eq!(fs::read_to_string(&plain).unwrap(), "text");
}

#[test]
fn a_store_of_a_newer_version_is_refused() {
    let folder = worked();
    let mut bytes = fs::read(file(folder.path())).unwrap();
    // This is the user version in the header of the file format.
    bytes[63] = 2;
    fs::write(file(folder.path()), bytes).unwrap();
    assert_eq!(StoredForms::find(folder.path()).unwrap_err(), StoreError::Newer { found: 2, known: 1 });
}

#[cfg(unix)]
#[test]
fn files_are_private_and_links_are_not_followed() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = worked();
    for name in ["forms.db", "forms.db.lock"] {
        let mode = fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
    let good = fs::read(file(folder.path())).unwrap();
    let other = tempfile::tempdir().unwrap();
    for name in ["forms.db", "forms.db.lock", "forms.db.new"] {
        let link = other.path().join(name);
        symlink(file(folder.path()), &link).unwrap();
        let opened = StoredForms::create(other.path());
        // The third name is a leftover of a killed process, which is removed. Here that is the link itself.
        assert_eq!(opened.is_err(), name != "forms.db.new", "{name}");
        drop(opened);
        assert_eq!(fs::read(file(folder.path())).unwrap(), good);
        for left in fs::read_dir(other.path()).unwrap() {
            fs::remove_file(left.unwrap().path()).unwrap();
        }
    }
}

#[test]
fn a_list_is_told_more_shortly() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("list");
    let (mut log, _) = RecordLog::open::<Value>(&path, "list").unwrap();
    (0..5).for_each(|number| log.append(&number).unwrap());
    log.replace_all(&json!("five")).unwrap();
    log.append(&json!("six")).unwrap();
    assert_eq!(log.len(), 2);
    drop(log);
    assert_eq!(RecordLog::open::<Value>(&path, "list").unwrap().1, [json!("five"), json!("six")]);
}
