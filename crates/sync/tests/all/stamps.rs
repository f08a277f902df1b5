//! Files identified by stamps: every change is detected, and a file that has just changed has no stamp.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use planwright_sync::{Created, Files, Look, Memory, Seen, Staging, plan};

/// Longer than the time after a write in which a file has no stamp.
const SETTLED: Duration = Duration::from_millis(120);

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        for path in ["in/a.json", "in/deep/b.json", "out/a.cls", "out/b.cls", "config.toml"] {
            place.put(path, path);
        }
        place
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    fn put(&self, path: &str, text: &str) {
        fs::create_dir_all(self.path(path).parent().unwrap()).unwrap();
        fs::write(self.path(path), text).unwrap();
    }

    fn looks(&self) -> Vec<Look> {
        ["in", "out", "config.toml", "none.toml"].map(|path| Look::Stamps(self.path(path))).into()
    }

    fn memory(&self) -> Memory {
        Memory::in_folder(&self.path("cache"), "q").unwrap()
    }

    /// Writes new files as a run does.
    fn create(&self, names: &[&str]) -> Created {
        let staging = Staging::acquire(&self.path("staging"), SETTLED, || ()).unwrap();
        let wanted: Files = names.iter().map(|name| ((*name).to_owned(), format!("the text of {name}"))).collect();
        let plan = plan(&self.path("out"), &wanted, |_, _| false).unwrap();
        assert!(plan.only_creates());
        plan.write_by(&staging).unwrap()
    }
}

#[test]
fn any_change_asks_for_a_full_run() {
    type Change = (&'static str, fn(&Path));
    let changes: &[Change] = &[
        ("bytes, as many as before, with the time of before", |root| {
            let path = root.join("out/a.cls");
            let time = fs::metadata(&path).unwrap().modified().unwrap();
            fs::write(&path, "out/x.cls").unwrap();
            fs::File::options().append(true).open(&path).unwrap().set_modified(time).unwrap();
        }),
        ("a file that took the place of its copy", |root| {
            fs::copy(root.join("out/a.cls"), root.join("copy")).unwrap();
            fs::rename(root.join("copy"), root.join("out/a.cls")).unwrap();
        }),
        ("two names exchanged", |root| {
            fs::rename(root.join("out/a.cls"), root.join("c")).unwrap();
            fs::rename(root.join("out/b.cls"), root.join("out/a.cls")).unwrap();
            fs::rename(root.join("c"), root.join("out/b.cls")).unwrap();
        }),
        ("a file more", |root| fs::write(root.join("in/deep/c.json"), "").unwrap()),
        ("a file less", |root| fs::remove_file(root.join("in/deep/b.json")).unwrap()),
        ("a folder less", |root| fs::remove_dir_all(root.join("in")).unwrap()),
        ("the configuration", |root| fs::write(root.join("config.toml"), "").unwrap()),
        ("a configuration that was not there", |root| fs::write(root.join("none.toml"), "").unwrap()),
    ];
    for (name, change) in changes {
        let place = Place::new();
        sleep(SETTLED);
        let memory = place.memory();
        memory.store_answer(&Seen::begin(place.looks()), "fresh");
        assert_eq!(memory.recall().as_deref(), Some("fresh"), "the control of {name}");
        change(place.0.path());
        assert_eq!(memory.recall(), None, "{name}");
        sleep(SETTLED);
        assert_eq!(memory.recall(), None, "{name}, later");
    }
}

#[test]
fn what_changed_just_now_is_not_remembered() {
    let place = Place::new();
    let memory = place.memory();
    memory.store_answer(&Seen::begin(place.looks()), "fresh");
    assert_eq!(memory.recall(), None, "files that are as young as the run");
    sleep(SETTLED);
    let seen = Seen::begin(place.looks());
    place.put("in/a.json", "in/x.json");
    sleep(SETTLED);
    memory.store_answer(&seen, "fresh");
    assert_eq!(memory.recall(), None, "a file that changed during the run");
    memory.store_answer(&Seen::begin(place.looks()), "fresh");
    assert!(memory.recall().is_some(), "the control");
}

#[test]
fn files_that_a_run_created_are_known_to_the_next_one() {
    let place = Place::new();
    sleep(SETTLED);
    let seen = Seen::begin(place.looks());
    let created = place.create(&["new/a.cls", "new/b.cls", "c.cls"]);
    assert_eq!(created.len(), 3);
    place.memory().store_answer_after(&seen, &created, "fresh");
    assert_eq!(place.memory().recall().as_deref(), Some("fresh"));
    place.put("out/new/a.cls", "the text of new/A.cls");
    assert_eq!(place.memory().recall(), None);

    // The files go into a folder that did not exist.
    let place = Place::new();
    fs::remove_dir_all(place.path("out")).unwrap();
    sleep(SETTLED);
    let seen = Seen::begin(place.looks());
    let created = place.create(&["new/a.cls", "c.cls"]);
    place.memory().store_answer_after(&seen, &created, "fresh");
    assert!(place.memory().recall().is_some());
    // A missing folder differs from an empty one.
    fs::remove_dir_all(place.path("out")).unwrap();
    fs::create_dir(place.path("out")).unwrap();
    place.memory().store_answer(&Seen::begin(place.looks()), "empty");
    assert_eq!(place.memory().recall().as_deref(), Some("empty"));
    fs::remove_dir(place.path("out")).unwrap();
    assert_eq!(place.memory().recall(), None);
}

/// Changes by others between the creation of the files and the end of the run.
#[test]
fn created_files_that_changed_since_are_not_remembered() {
    type Change = (&'static str, fn(&Path));
    let changes: &[Change] = &[
        ("another text", |root| fs::write(root.join("out/new/a.cls"), "the text of new/A.cls").unwrap()),
        ("gone", |root| fs::remove_file(root.join("out/new/a.cls")).unwrap()),
        ("elsewhere", |root| fs::rename(root.join("out/new/a.cls"), root.join("out/new/z.cls")).unwrap()),
        ("a file beside it", |root| fs::write(root.join("out/new/z.cls"), "").unwrap()),
        ("an older file", |root| fs::write(root.join("out/a.cls"), "out/x.cls").unwrap()),
    ];
    for (name, change) in changes {
        let place = Place::new();
        sleep(SETTLED);
        let seen = Seen::begin(place.looks());
        let created = place.create(&["new/a.cls", "new/b.cls"]);
        change(place.0.path());
        sleep(SETTLED);
        place.memory().store_answer_after(&seen, &created, "fresh");
        assert_eq!(place.memory().recall(), None, "{name}");
    }
}

#[test]
fn what_stands_behind_a_link_is_not_remembered() {
    let place = Place::new();
    std::os::unix::fs::symlink(place.path("config.toml"), place.path("out/linked.cls")).unwrap();
    sleep(SETTLED);
    place.memory().store_answer(&Seen::begin(place.looks()), "fresh");
    assert_eq!(place.memory().recall(), None);
}
