//! Tests the cache of `apex`: it answers only if nothing has changed. No run reads a file twice.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread;
use std::time::{Duration, SystemTime};

use crate::apex_runs::blueprint;

/// A project with blueprints and a separate cache.
struct Project(tempfile::TempDir);

const CLASS: &str = "force-app/main/default/classes/DynamicAction_One.cls";
const SNAPSHOT: &str = r#"{"objects": {"Case": {"apiName": "Case", "fields": {
    "Id": {"apiName": "Id", "type": "Id", "nillable": false, "createable": false, "updateable": false},
    "Subject": {"apiName": "Subject", "type": "String", "nillable": true, "createable": true, "updateable": true}}}}}"#;

impl Project {
    fn new() -> Self {
        let project = Self(tempfile::tempdir().unwrap());
        let packages = r#"{"packageDirectories": [{"path": "force-app", "default": true}, {"path": "more"}]}"#;
        project.put("sfdx-project.json", packages);
        project.put("planwright.toml", "[apex]\nsnapshot = \"org.json\"\nparts = [\"manifest\", \"permission-set\"]\n");
        project.put("org.json", SNAPSHOT);
        project.put("more/readme.txt", "");
        project.put("blueprints/one.json", &blueprint("One", "One"));
        project.put("blueprints/two.json", &blueprint("Two", "Two"));
        project.put("beside.json", &blueprint("Beside", "Beside"));
        project
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    fn put(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_planwright"));
        let cache = self.path("cache");
        command.args(["apex", "blueprints"]).args(arguments).current_dir(self.0.path());
        command.env("XDG_CACHE_HOME", &cache).env("HOME", &cache).env("LOCALAPPDATA", &cache).output().unwrap()
    }

    /// Returns the cache entries with their modification times.
    fn records(&self) -> Vec<(PathBuf, SystemTime)> {
        let folders = ["cache/planwright", "cache/Library/Caches/planwright"].map(|path| self.path(path));
        let entries = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
        let paths = entries.map(|entry| entry.unwrap().path());
        let mut records: Vec<_> =
            paths.map(|path| (path.clone(), fs::metadata(path).unwrap().modified().unwrap())).collect();
        records.sort();
        records
    }

    /// Runs until the result is cached.
    fn run_until_cached(&self, arguments: &[&str]) {
        let before = self.records();
        let output = self.run(arguments);
        assert!(output.status.success() || arguments == ["--check"], "{output:?}");
        // Files that were written just now are not cached, because a later change could have the same timestamp.
        thread::sleep(Duration::from_millis(120));
        let output = self.run(arguments);
        assert!(output.status.success(), "{output:?}");
        assert_ne!(self.records(), before, "it is remembered");
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(unix)]
#[test]
fn an_unchanged_run_says_the_same_from_memory() {
    let project = Project::new();
    project.run_until_cached(&[]);
    let records = project.records();
    let remembered = project.run(&[]);
    assert_eq!(project.records(), records, "the work was not done again");
    let full = project.run(&["--no-cache"]);
    assert_eq!(remembered, full, "the control: a full run says the same");
    assert!(text(&full.stdout).starts_with("0 files written, "), "{full:?}");
    // `--check` has a separate cache entry.
    let check = project.run(&["--check"]);
    assert_ne!(project.records(), records);
    assert_eq!(check, project.run(&["--check"]));
    assert!(text(&check.stdout).ends_with(" up to date, 0 stale, 0 missing, 0 orphaned\n"), "{check:?}");
}

/// Every possible change, each after a run that was answered from the cache.
#[cfg(unix)]
#[test]
fn every_change_is_seen() {
    type Change<'p> = (&'p str, &'p dyn Fn(&Project), i32);
    let edit = |project: &Project, path: &str| {
        // Keep the size and the modification time.
        let path = project.path(path);
        let (old, time) = (fs::read_to_string(&path).unwrap(), fs::metadata(&path).unwrap().modified().unwrap());
        fs::write(&path, old.replacen('e', "x", 1)).unwrap();
        fs::File::options().append(true).open(&path).unwrap().set_modified(time).unwrap();
    };
    let gone = |project: &Project, path: &str| fs::remove_file(project.path(path)).unwrap();
    let orphan = "force-app/main/default/classes/DynamicAction_Orphan.cls";
    let changes: &[Change<'_>] = &[
        ("a byte of a class", &|project| edit(project, CLASS), 1),
        ("a class that is gone", &|project| gone(project, CLASS), 1),
        (
            "a class of ours that nothing makes",
            &|project| _ = fs::copy(project.path(CLASS), project.path(orphan)).unwrap(),
            1,
        ),
        ("a class of that name elsewhere", &|project| project.put("more/DynamicAction_One.cls", "class A {}"), 2),
        ("a manifest", &|project| gone(project, "manifest/package.xml"), 1),
        (
            "the record, without which manifests are nobody's",
            &|project| gone(project, "force-app/.planwright/apex.json"),
            2,
        ),
        ("a byte of a blueprint", &|project| edit(project, "blueprints/two.json"), 1),
        ("a blueprint more", &|project| project.put("blueprints/new.json", &blueprint("New", "New")), 1),
        ("a blueprint that is gone", &|project| gone(project, "blueprints/two.json"), 1),
        ("a blueprint that is recorded and not given", &|project| gone(project, "beside.json"), 1),
        ("the org", &|project| project.put("org.json", &SNAPSHOT.replace("Subject", "Sabject")), 1),
        ("the configuration", &|project| project.put("planwright.toml", "[apex]\nparts = [\"agent\"]\n"), 1),
        (
            "the project",
            &|project| {
                let packages =
                    r#"{"packageDirectories": [{"path": "force-app", "default": true}], "sourceApiVersion": "66.0"}"#;
                project.put("sfdx-project.json", packages);
            },
            1,
        ),
    ];
    for (name, change, code) in changes {
        let project = Project::new();
        assert!(project.run(&["beside.json"]).status.success());
        project.run_until_cached(&["--check"]);
        change(&project);
        let found = project.run(&["--check"]);
        assert_eq!(found.status.code(), Some(*code), "{name}: {found:?}");
        assert_eq!(found, project.run(&["--check", "--no-cache"]), "{name}");
    }
}

/// A run that creates many files is cached as well.
#[cfg(unix)]
#[test]
fn after_many_files_were_made_the_next_run_has_nothing_to_do() {
    let project = Project::new();
    let many: Vec<String> = (0..130).map(|number| blueprint(&format!("Many{number}"), "Many")).collect();
    project.put("blueprints/many.json", &format!("[{}]", many.join(",")));
    thread::sleep(Duration::from_millis(120));
    assert!(project.run(&[]).status.success());
    let records = project.records();
    assert_eq!(records.len(), 1);
    let next = project.run(&[]);
    assert_eq!(project.records(), records, "the next run does no work");
    assert_eq!(next, project.run(&["--no-cache"]), "and says what a full one says");
    // Control: created files are inputs of the next run.
    fs::remove_file(project.path(CLASS)).unwrap();
    assert!(text(&project.run(&[]).stdout).contains("1 file written"));
}

/// A check after a killed run recognizes the files that the killed run wrote.
#[test]
fn a_check_knows_what_an_interrupted_run_wrote() {
    let project = Project::new();
    assert!(project.run(&[]).status.success());
    let (record, staging) =
        (project.path("force-app/.planwright/apex.json"), project.path("force-app/.planwright/staging"));
    let before = fs::read_to_string(&record).unwrap();
    project.put("blueprints/new.json", &blueprint("New", "New"));
    project.put("blueprints/one.json", &blueprint("One", "Another label"));
    assert!(project.run(&[]).status.success());
    // Restore the state before the record was replaced.
    fs::create_dir(&staging).unwrap();
    fs::rename(&record, staging.join("last")).unwrap();
    fs::write(&record, &before).unwrap();
    for arguments in [&["--check"][..], &["--check", "--no-cache"]] {
        let check = project.run(arguments);
        assert_eq!(check.status.code(), Some(1), "{check:?}");
        let (out, told) = (text(&check.stdout), text(&check.stderr));
        assert!(told.contains("an earlier run was interrupted"), "{told}");
        assert!(!told.contains("EDITED_BY_HAND") && !told.contains("not written by planwright"), "{told}");
        assert!(out.contains("stale     force-app/.planwright/apex.json\n"), "{out}");
        assert!(out.contains(" up to date, 1 stale, 0 missing, 0 orphaned\n"), "{out}");
    }
    assert_eq!(fs::read_to_string(&record).unwrap(), before, "a check writes nothing");
    assert!(staging.join("last").exists());
    assert!(project.run(&[]).status.success());
    assert!(project.run(&["--check"]).status.success());
}

/// Counts how often each file is opened, as reported by the kernel.
#[cfg(target_os = "linux")]
#[test]
fn no_file_is_read_twice() {
    use rustix::fs::inotify::{self, CreateFlags, ReadFlags, WatchFlags};
    let project = Project::new();
    let arguments = ["--runtime=all", "beside.json", "--snapshot", "org.json"];
    for _ in 0..2 {
        assert!(project.run(&arguments).status.success());
        thread::sleep(Duration::from_millis(120));
    }
    let opened = |arguments: &[&str]| {
        let watch = inotify::init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC).unwrap();
        let mut folders = Vec::new();
        for folder in ["", "blueprints", "manifest", "force-app/.planwright"].into_iter().map(str::to_owned).chain(
            ["classes", "permissionsets", "objects/PlanwrightUse__c"]
                .map(|name| format!("force-app/main/default/{name}")),
        ) {
            let path = project.path(&folder);
            // Two identical events in a row are merged, so also count closing.
            let flags = WatchFlags::OPEN | WatchFlags::CLOSE;
            folders.push((inotify::add_watch(&watch, &path, flags).unwrap(), folder));
        }
        let output = project.run(arguments);
        assert!(output.status.success(), "{output:?}");
        let mut buffer = [std::mem::MaybeUninit::uninit(); 1 << 14];
        let mut events = inotify::Reader::new(&watch, &mut buffer);
        let mut opened = std::collections::BTreeMap::<String, usize>::new();
        while let Ok(event) = events.next() {
            if !event.events().contains(ReadFlags::OPEN) || event.events().contains(ReadFlags::ISDIR) {
                continue;
            }
            let folder = &folders.iter().find(|(number, _)| *number == event.wd()).unwrap().1;
            let name = event.file_name().unwrap().to_string_lossy();
            *opened.entry(format!("{folder}/{name}")).or_default() += 1;
        }
        opened
    };
    for mode in [&[][..], &["--check"]] {
        let all = opened(&[&arguments[..], &["--no-cache"], mode].concat());
        let twice: Vec<_> = all.iter().filter(|(path, count)| **count > 1 && !path.ends_with("/lock")).collect();
        assert!(twice.is_empty(), "{mode:?}: {twice:?}");
        // Control: these files were opened.
        for path in [CLASS, "blueprints/one.json", "/org.json", "/sfdx-project.json", "force-app/.planwright/apex.json"]
        {
            assert_eq!(all.get(path), Some(&1), "{mode:?}: {path} in {all:?}");
        }
    }
    // A cached run reads only its configuration.
    assert!(project.run(&arguments).status.success());
    let few = opened(&arguments);
    assert_eq!(few.keys().collect::<Vec<_>>(), ["/planwright.toml", "/sfdx-project.json"], "{few:?}");
    assert!(few.values().all(|count| *count == 1));
    let _: &Path = project.0.path();
}
