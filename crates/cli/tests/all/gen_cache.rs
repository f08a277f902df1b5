//! Tests the cache of `gen`: it answers only if nothing has changed.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread;
use std::time::Duration;

const SCHEMA: &str =
    r#"{ "title": "Order", "type": "object", "properties": { "note": { "type": "string", "default": 1 } } }"#;

/// A project with one schema, a vendor's document, and a separate cache.
struct Project {
    folder: tempfile::TempDir,
    executable: PathBuf,
}

impl Project {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let executable = PathBuf::from(env!("CARGO_BIN_EXE_planwright"));
        let project = Self { folder, executable };
        project.write("schemas/order.json", SCHEMA);
        project.write("schemas/line.json", r#"{ "properties": { "at": { "$ref": "https://x.org/address" } } }"#);
        project.write("vendor/address.json", r#"{ "title": "Address", "type": "object" }"#);
        project
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn run(&self, more: &[&str]) -> Output {
        let mut command = Command::new(&self.executable);
        command
            .args(["gen", "--schema", "schemas", "--out", "out", "--documents", "https://x.org/=vendor"])
            .args(more)
            .current_dir(self.folder.path())
            .env("XDG_CACHE_HOME", self.path("cache"))
            .env("HOME", self.path("home"))
            .env("LOCALAPPDATA", self.path("cache"));
        loop {
            match command.output() {
                // A process that another test is starting may still hold this file open for writing.
                Err(error) if error.kind() == ErrorKind::ExecutableFileBusy => thread::sleep(Duration::from_millis(10)),
                ended => return ended.unwrap(),
            }
        }
    }

    /// Returns the cache entries with their modification times.
    fn records(&self) -> Vec<(PathBuf, std::time::SystemTime)> {
        let folders = ["cache/planwright", "home/Library/Caches/planwright"].map(|path| self.path(path));
        let entries = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
        let mut records: Vec<_> = entries
            .map(|entry| entry.unwrap().path())
            .map(|path| (path.clone(), fs::metadata(path).unwrap().modified().unwrap()))
            .collect();
        records.sort();
        records
    }

    /// Returns `true` if a run with these arguments does the full work, and stores a new cache entry.
    fn is_full(&self, more: &[&str]) -> (bool, Output) {
        let before = self.records();
        // Timestamps of files can be coarse.
        std::thread::sleep(std::time::Duration::from_millis(20));
        let output = self.run(more);
        (self.records() != before, output)
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn the_second_check_says_the_same_from_memory() {
    let project = Project::new();
    assert!(project.run(&[]).status.success());
    let (full, first) = project.is_full(&["--check"]);
    assert!(full, "a run that wrote is not remembered");
    let (full, second) = project.is_full(&["--check"]);
    assert!(!full);
    assert_eq!(first, second, "code, output and warnings");
    assert!(text(&first.stdout).starts_with("5 up to date, 0 stale"), "{first:?}");
    assert!(text(&first.stderr).contains("schemas/order.json"), "the bad default is warned of: {first:?}");
    let (full, write) = project.is_full(&[]);
    assert!(!full);
    assert_eq!(text(&write.stdout), "0 files written, 5 unchanged\n");
    assert_eq!(write.stderr, first.stderr);
    let uncached = project.run(&["--check", "--no-cache"]);
    assert_eq!(first, uncached, "the control: all of it is what a full run says");
}

/// Control for each possible change.
#[test]
fn every_change_is_seen() {
    type Change<'a> = (&'a str, &'a dyn Fn());
    let project = Project::new();
    let wait_for_clock = || {
        assert!(project.run(&[]).status.success());
        assert!(project.run(&["--check"]).status.success());
        assert!(!project.is_full(&["--check"]).0, "it is remembered");
    };
    let changes: &[Change<'_>] = &[
        ("a byte of a schema", &|| project.write("schemas/order.json", &SCHEMA.replace("note", "nope"))),
        ("a new schema", &|| project.write("schemas/more.json", "{}")),
        ("a document", &|| project.write("vendor/address.json", r#"{ "title": "Place", "type": "object" }"#)),
        ("a document that comes first", &|| project.write("vendor/address", r#"{ "title": "Nearer" }"#)),
        ("a byte of the output", &|| {
            let text = fs::read_to_string(project.path("out/mod.rs")).unwrap();
            project.write("out/mod.rs", &text.replacen("pub", "Pub", 1));
        }),
        ("a file that is gone", &|| fs::remove_file(project.path("out/mod.rs")).unwrap()),
        ("a copy", &|| {
            fs::copy(project.path("out/mod.rs"), project.path("out/copy.rs")).unwrap();
        }),
    ];
    for (name, change) in changes {
        wait_for_clock();
        change();
        let found = project.run(&["--check"]);
        let is_seen = found.status.code() == Some(1) || text(&found.stderr).contains("out/copy.rs looks generated");
        assert!(is_seen, "{name}: {found:?}");
        assert_eq!(found, project.run(&["--check", "--no-cache"]), "{name}");
    }
    fs::remove_file(project.path("out/copy.rs")).unwrap();
    wait_for_clock();
    assert_eq!(project.run(&["--check", "--no-tools"]).status.code(), Some(1), "the banner names the option");
    project.write("planwright.toml", "[gen]\ntools = false\n");
    assert!(project.is_full(&["--check"]).0, "a configuration may say anything");
}

#[test]
fn another_executable_does_the_work_itself() {
    let mut project = Project::new();
    let copy = project.path(if cfg!(windows) { "planwright.exe" } else { "planwright" });
    fs::copy(&project.executable, &copy).unwrap();
    project.executable.clone_from(&copy);
    project.run(&[]);
    project.run(&["--check"]);
    assert!(!project.is_full(&["--check"]).0);
    // Keep the content, the name and the modification time.
    let time = fs::metadata(&copy).unwrap().modified().unwrap();
    let bytes = fs::read(&copy).unwrap();
    let permissions = fs::metadata(&copy).unwrap().permissions();
    fs::rename(&copy, project.path("old")).unwrap();
    fs::write(&copy, bytes).unwrap();
    fs::set_permissions(&copy, permissions).unwrap();
    fs::File::options().append(true).open(&copy).unwrap().set_modified(time).unwrap();
    assert!(project.is_full(&["--check"]).0);
}

#[test]
fn without_a_cache_all_is_as_ever() {
    let project = Project::new();
    fs::write(project.path("cache"), "a file where the folder should be").unwrap();
    fs::write(project.path("home"), "here too").unwrap();
    assert!(project.run(&[]).status.success());
    for _ in 0..2 {
        let output = project.run(&["--check"]);
        assert!(output.status.success() && text(&output.stdout).starts_with("5 up to date"), "{output:?}");
    }
    let nowhere = Command::new(&project.executable)
        .args(["gen", "--schema", "schemas", "--out", "out", "--check"])
        .args(["--documents", "https://x.org/=vendor"])
        .current_dir(Path::new(project.folder.path()))
        .env_clear()
        .output()
        .unwrap();
    assert!(nowhere.status.success(), "{nowhere:?}");
}
