//! Checks manifests against the requirements of crates.io, because a failure would only show when publishing.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use planwright_tests::workspace;
use serde_json::{Value, json};

/// Categories of the crates, in the spelling of crates.io.
const CATEGORIES: [&str; 8] = [
    "api-bindings",
    "command-line-utilities",
    "data-structures",
    "database-implementations",
    "development-tools",
    "development-tools::build-utils",
    "filesystem",
    "parser-implementations",
];

fn text<'v>(package: &'v Value, key: &str) -> &'v str {
    package[key].as_str().unwrap_or_default()
}

fn texts<'v>(package: &'v Value, key: &str) -> Vec<&'v str> {
    package[key].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

fn is_keyword(word: &str) -> bool {
    let starts = word.starts_with(|first: char| first.is_ascii_alphanumeric());
    starts && word.len() <= 20 && word.chars().all(|c| c.is_ascii_alphanumeric() || "-_+".contains(c))
}

/// Returns everything that prevents a crate from being published or found.
fn faults(package: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    let mut want = |holds: bool, what: &str| {
        if !holds {
            faults.push(format!("{}: {what}", text(package, "name")));
        }
    };
    let description = text(package, "description");
    want((1..=1000).contains(&description.len()), "a description of at most 1,000 characters");
    want(!description.ends_with('.') && !description.contains('\n'), "a description of one line, without a full stop");
    want(text(package, "license") == "MIT OR Apache-2.0", "the licence");
    want(text(package, "repository").starts_with("https://"), "the address of the repository");
    want(!text(package, "rust_version").is_empty(), "the oldest Rust that compiles it");
    want(text(package, "readme") == "README.md", "README.md as its readme");
    let words = texts(package, "keywords");
    want((1..=5).contains(&words.len()), "one to five keywords");
    want(words.iter().all(|word| is_keyword(word)), "keywords of at most 20 letters, digits and -, _ or +");
    let categories = texts(package, "categories");
    want((1..=5).contains(&categories.len()), "one to five categories");
    want(categories.iter().all(|one| CATEGORIES.contains(one)), "categories that the registry has");
    want(package["metadata"]["docs"]["rs"]["all-features"] == true, "documentation with all features");
    let folder = Path::new(text(package, "manifest_path")).with_file_name("");
    for file in ["README.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        want(fs::read_to_string(folder.join(file)).is_ok_and(|text| text.len() > 200), file);
    }
    for dependency in package["dependencies"].as_array().into_iter().flatten() {
        let name = text(dependency, "name");
        // Tests may need unpublished crates. Cargo removes such dependencies from a package if they have no version.
        let is_bare = text(dependency, "req") == "*";
        want(!is_bare || dependency["kind"] == "dev", &format!("a version of {name}"));
        let source = text(dependency, "source");
        want(!source.starts_with("git+"), &format!("{name} from the registry"));
    }
    faults
}

#[test]
fn the_registry_would_take_every_crate() {
    let packages = packages(&workspace());
    let is_published = |one: &&Value| one["publish"].as_array().is_none_or(|list| !list.is_empty());
    let (published, private): (Vec<&Value>, Vec<&Value>) = packages.iter().partition(is_published);
    assert!(published.len() >= 16, "{}", published.len());
    assert_eq!(
        private.iter().map(|one| text(one, "name")).collect::<Vec<_>>(),
        ["planwright-tests", "planwright-tools", "xtask", "planwright-render"]
    );
    let faults: Vec<String> = published.iter().flat_map(|package| faults(package)).collect();
    assert_eq!(faults, Vec::<String>::new());

    for (key, wrong) in [
        ("description", json!("")),
        ("description", json!("Ends.")),
        ("license", json!("MIT")),
        ("repository", Value::Null),
        ("rust_version", Value::Null),
        ("readme", Value::Null),
        ("keywords", json!([])),
        ("keywords", json!(["a", "b", "c", "d", "e", "f"])),
        ("keywords", json!(["a-word-of-more-than-20"])),
        ("keywords", json!(["two words"])),
        ("categories", json!(["plans"])),
        ("metadata", Value::Null),
        ("dependencies", json!([{ "name": "serde", "req": "*", "kind": null }])),
        ("dependencies", json!([{ "name": "serde", "req": "^1", "source": "git+https://a.example/b" }])),
    ] {
        let mut spoiled = published[0].clone();
        spoiled[key] = wrong;
        assert_eq!(self::faults(&spoiled).len(), 1, "{key}: {}", spoiled[key]);
    }
    let mut bare = published[0].clone();
    bare["manifest_path"] = json!("/nonexistent/Cargo.toml");
    assert_eq!(self::faults(&bare).len(), 3, "a text and two licences");
}

/// Returns the packages of a workspace.
fn packages(folder: &Path) -> Vec<Value> {
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let arguments = ["metadata", "--format-version", "1", "--no-deps", "--offline"];
    let output = Command::new(cargo).args(arguments).current_dir(folder).output().expect("cargo can be started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let found: Value = serde_json::from_slice(&output.stdout).expect("metadata is JSON");
    found["packages"].as_array().cloned().unwrap_or_default()
}

/// Returns what a user of a crate can observe in its manifest, without what is only for `gen --vendor-runtime`.
fn offer(package: &Value) -> Value {
    let is_copied = |dependency: &&Value| dependency["kind"] == Value::Null && dependency["name"] != "include_dir";
    let dependencies = package["dependencies"].as_array().into_iter().flatten().filter(is_copied).map(|dependency| {
        let is_ours = text(dependency, "name").starts_with("planwright-");
        let keys = ["name", "features", "optional", "uses_default_features"];
        let mut kept: Vec<Value> = keys.map(|key| dependency[key].clone()).to_vec();
        kept.extend((!is_ours).then(|| dependency["req"].clone()));
        Value::from(kept)
    });
    let dependencies: Vec<Value> = dependencies.collect();
    let mut features = package["features"].clone();
    if let Some(features) = features.as_object_mut() {
        features.shift_remove("sources");
    }
    let keys = ["name", "version", "edition", "rust_version", "license"];
    json!([keys.map(|key| package[key].clone()).to_vec(), features, dependencies])
}

#[test]
fn the_manifest_of_a_copy_offers_what_the_crate_does() {
    let ours = packages(&workspace());
    for (name, folder) in [("planwright-runtime", "crates/runtime"), ("planwright-source", "crates/source")] {
        let copy = tempfile::tempdir().expect("a folder");
        fs::create_dir(copy.path().join("src")).expect("it can be made");
        fs::write(copy.path().join("src/lib.rs"), "").expect("it can be written");
        fs::copy(workspace().join(folder).join("copy.toml"), copy.path().join("Cargo.toml")).expect("it can be copied");
        let crate_itself = ours.iter().find(|package| package["name"] == name).expect("it is in the workspace");
        let copied = packages(copy.path());
        assert_eq!(offer(&copied[0]), offer(crate_itself), "{folder}/copy.toml");
    }
}

/// Workspaces with separate lock files, which `cargo build --locked` in this workspace does not read.
const OTHER_LOCKS: [&str; 5] = ["crates/node", "crates/python", "tests/consumer", "tests/fuzz", "tests/peers/readers"];

/// Returns the required dependencies of our packages that a lock file does not list.
fn missing_in_lock(lock: &str, ours: &[Value]) -> Vec<String> {
    let mut missing = Vec::new();
    for block in lock.split("[[package]]").filter(|block| !block.contains("\nsource = ")) {
        let value = |key: &str| block.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "));
        let name = value("name").unwrap_or_default().trim_matches('"');
        let Some(package) = ours.iter().find(|package| text(package, "name") == name) else { continue };
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let required = text(dependency, "name");
            let is_required = dependency["optional"] == false && dependency["kind"] != "dev";
            // Where several versions exist, the version follows the name.
            let is_listed = ['"', ' '].iter().any(|after| block.contains(&format!("\n \"{required}{after}")));
            if is_required && dependency["target"].is_null() && !is_listed {
                missing.push(format!("{name}: {required}"));
            }
        }
    }
    missing
}

/// A dependency that a crate gains would otherwise first show in `.ci/node`, at the end of the gate.
#[test]
fn other_lock_files_list_what_our_crates_require() {
    let ours = packages(&workspace());
    for folder in OTHER_LOCKS {
        let lock = fs::read_to_string(workspace().join(folder).join("Cargo.lock")).expect("there is a lock file");
        let help = format!("run cargo metadata --offline in {folder}");
        assert_eq!(missing_in_lock(&lock, &ours), Vec::<String>::new(), "{folder}: {help}");

        let spoiled = lock.replace("\n \"serde_json\",", "");
        assert!(!missing_in_lock(&spoiled, &ours).is_empty(), "{folder}: a missing dependency is not seen");
    }
}
