//! Output is recalled as long as no input has changed, and only then.

use std::fs;
use std::path::Path;

use planwright_sync::{Look, Memory, Seen};

/// A folder with a file, a tree of schemas and a tree of output, and a memory next to them.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        for path in ["in/a.json", "in/deep/b.json", "in/note.txt", "out/mod.rs", "out/a.rs", "config.toml"] {
            place.write(path, path);
        }
        place
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn looks(&self) -> Vec<Look> {
        let at = |path: &str| self.0.path().join(path);
        let files = [Look::File(at("config.toml")), Look::File(at("none.toml"))];
        [Look::Tree(at("in"), vec![".json".to_owned(), ".yaml".to_owned()]), Look::all(at("out"))]
            .into_iter()
            .chain(files)
            .collect()
    }

    fn memory(&self, question: &str) -> Memory {
        Memory::in_folder(&self.0.path().join("cache"), question).unwrap()
    }

    fn keep(&self) -> Memory {
        let memory = self.memory("q");
        memory.store_answer(&Seen::begin(self.looks()), "2 fresh\n\nand more\n");
        memory
    }

    fn record(&self) -> std::path::PathBuf {
        let records = fs::read_dir(self.0.path().join("cache")).unwrap();
        let records: Vec<_> = records.map(|entry| entry.unwrap().path()).collect();
        assert_eq!(records.len(), 1, "one question, one record");
        records[0].clone()
    }
}

#[test]
fn an_answer_is_given_again_while_nothing_changes() {
    let place = Place::new();
    assert_eq!(place.memory("q").recall(), None, "nothing was ever kept");
    let memory = place.keep();
    assert_eq!(memory.recall().as_deref(), Some("2 fresh\n\nand more\n"));
    place.write("in/note.txt", "of no schema");
    assert_eq!(memory.recall().as_deref(), Some("2 fresh\n\nand more\n"), "what is not looked at does not count");
    assert_eq!(place.memory("another").recall(), None);
}

/// Controls for every kind of change, each of one byte or one name.
#[test]
fn any_change_asks_for_a_full_run() {
    type Change = (&'static str, fn(&Path));
    let changes: &[Change] = &[
        ("a byte of an input", |root| fs::write(root.join("in/a.json"), "in/b.json").unwrap()),
        ("a new input", |root| fs::write(root.join("in/deep/c.json"), "").unwrap()),
        ("an input gone", |root| fs::remove_file(root.join("in/deep/b.json")).unwrap()),
        ("an input elsewhere", |root| fs::rename(root.join("in/a.json"), root.join("in/c.json")).unwrap()),
        ("no inputs", |root| fs::remove_dir_all(root.join("in")).unwrap()),
        ("a byte of an output", |root| fs::write(root.join("out/a.rs"), "out/a.r ").unwrap()),
        ("an orphan", |root| fs::write(root.join("out/b.rs"), "").unwrap()),
        ("an output gone", |root| fs::remove_file(root.join("out/a.rs")).unwrap()),
        ("a byte moved to the next file", |root| {
            fs::write(root.join("out/a.rs"), "out/a.rso").unwrap();
            fs::write(root.join("out/mod.rs"), "ut/mod.rs").unwrap();
        }),
        ("the configuration", |root| fs::write(root.join("config.toml"), "").unwrap()),
        ("a configuration that was not there", |root| fs::write(root.join("none.toml"), "").unwrap()),
    ];
    for (name, change) in changes {
        let place = Place::new();
        let memory = place.keep();
        assert!(memory.recall().is_some());
        change(place.0.path());
        assert_eq!(memory.recall(), None, "{name}");
    }
}

#[test]
fn what_changes_during_the_run_is_not_remembered() {
    let place = Place::new();
    let memory = place.memory("q");
    let seen = Seen::begin(place.looks());
    place.write("in/a.json", "changed while the run read it");
    memory.store_answer(&seen, "fresh");
    assert_eq!(memory.recall(), None);

    let mut seen = Seen::begin(place.looks());
    seen.file(&place.0.path().join("document.json"), Some(b"as the run read it"));
    memory.store_answer(&seen, "fresh");
    assert_eq!(memory.recall(), None, "a document that is no longer there");
    place.write("document.json", "as the run read it");
    memory.store_answer(&seen, "fresh");
    assert!(memory.recall().is_some());
    place.write("document.json", "as nobody read it");
    assert_eq!(memory.recall(), None);
}

#[test]
fn a_damaged_record_is_no_answer() {
    let place = Place::new();
    let memory = place.keep();
    let record = place.record();
    let whole = fs::read(&record).unwrap();
    for index in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[index] ^= 1;
        fs::write(&record, &damaged).unwrap();
        assert_eq!(memory.recall(), None, "byte {index}");
        fs::write(&record, &whole[..index]).unwrap();
        assert_eq!(memory.recall(), None, "the first {index} bytes");
    }
    fs::write(&record, &whole).unwrap();
    assert!(memory.recall().is_some(), "the control");
}

#[test]
fn a_place_that_cannot_be_written_is_no_error() {
    let place = Place::new();
    place.write("cache", "a file where the folder should be");
    let memory = place.keep();
    assert_eq!(memory.recall(), None);
}

#[test]
fn the_folder_does_not_grow_for_ever() {
    let place = Place::new();
    for index in 0..300 {
        place.memory(&format!("question {index}")).store_answer(&Seen::default(), "fresh");
    }
    let records = fs::read_dir(place.0.path().join("cache")).unwrap().count();
    assert!(records < 300, "{records} records");
    assert!(place.memory("question 299").recall().is_some(), "the last one is there");
}

#[cfg(unix)]
#[test]
fn what_stands_behind_a_link_is_not_remembered() {
    let place = Place::new();
    place.write("elsewhere.rs", "changes unseen");
    std::os::unix::fs::symlink(place.0.path().join("elsewhere.rs"), place.0.path().join("out/linked.rs")).unwrap();
    assert_eq!(place.keep().recall(), None);
}
