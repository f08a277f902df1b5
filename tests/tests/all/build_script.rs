//! Runs build scripts with cargo: when they run again, and what a user sees if they fail. The project is created here,
//! because its schemas change. The generated code is not compiled, which `consumer` does.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use planwright_tests::workspace;
use serde_json::Value;

const SCRIPT: &str = r#"
fn main() -> Result<(), planwright_build::Error> {
    planwright_build::Builder::new("schemas").documents("https://example.org/", "vendor").compile()?;
    Ok(())
}
"#;

const ORDER: &str = r#"{
  "title": "Order",
  "type": "object",
  "properties": {
    "total": { "type": "integer" },
    "to": { "$ref": "https://example.org/address" }
  }
}
"#;

const CITY: &str = r#"{ "title": "Address", "type": "object", "properties": { "city": { "type": "string" } } }"#;

/// Project in a separate folder. It shares the build folder of the workspace, so that common dependencies are built
/// once.
struct Project {
    folder: PathBuf,
}

/// Result of a build.
struct Build {
    /// Set if the build succeeded.
    success: bool,
    /// Set if nothing had to be done for the project.
    fresh: bool,
    /// Output folder of the build script.
    out: PathBuf,
    /// Output that the user sees.
    said: String,
}

impl Project {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).expect("the folder of an earlier run can go");
        }
        let project = Self { folder };
        let build = workspace().join("crates/build").display().to_string();
        project.write(
            "Cargo.toml",
            &format!(
                "[workspace]\n[package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n\
                 [build-dependencies]\nplanwright-build = {{ path = '{build}' }}\n\
                 [profile.dev.package.\"*\"]\ndebug = false\n"
            ),
        );
        project.write("build.rs", SCRIPT);
        project.write(
            "src/lib.rs",
            "pub const CODE: &str = include_str!(concat!(env!(\"OUT_DIR\"), \"/planwright.rs\"));\n",
        );
        fs::copy(workspace().join("Cargo.lock"), project.folder.join("Cargo.lock")).expect("there is a lock file");
        project.write("schemas/order.json", ORDER);
        project.write("vendor/address.json", CITY);
        project
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.folder.join(path);
        fs::create_dir_all(path.parent().expect("it is in the project")).expect("a folder can be made");
        fs::write(path, text).expect("a file can be written");
    }

    fn build(&self) -> Build {
        let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace().join("target"), PathBuf::from);
        let output = Command::new(env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()))
            .args(["build", "--offline", "--message-format", "json-render-diagnostics"])
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", target)
            .output()
            .expect("cargo can be started");
        let name = self.folder.file_name().and_then(|name| name.to_str()).expect("the project has a name");
        let messages = String::from_utf8_lossy(&output.stdout).into_owned();
        let messages: Vec<Value> = messages.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let of = |reason: &str| {
            let ours = |message: &&Value| message["package_id"].as_str().is_some_and(|id| id.contains(name));
            messages.iter().filter(ours).rfind(|message| message["reason"] == reason)
        };
        let out = of("build-script-executed").and_then(|message| message["out_dir"].as_str()).unwrap_or_default();
        Build {
            success: output.status.success(),
            fresh: of("compiler-artifact").is_some_and(|message| message["fresh"] == true),
            out: out.into(),
            said: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Builds a project that has changed. Returns the generated code.
    fn rebuild(&self) -> String {
        let build = self.build();
        assert!(build.success && !build.fresh, "{}", build.said);
        build.code()
    }
}

impl Build {
    fn code(&self) -> String {
        fs::read_to_string(self.file()).expect("the script has written")
    }

    fn file(&self) -> PathBuf {
        self.out.join("planwright.rs")
    }

    fn written(&self) -> SystemTime {
        fs::metadata(self.file()).and_then(|file| file.modified()).expect("the script has written")
    }
}

#[test]
#[ignore = "builds crates; `.ci/full packages` runs it"]
fn cargo_builds_again_what_has_changed_and_nothing_else() {
    let project = Project::new("planwright-rerun");
    let code = project.rebuild();
    assert!(code.contains("pub struct Order") && code.contains("pub city"), "{code}");

    let again = project.build();
    assert!(again.success && again.fresh, "{}", again.said);
    project.write("notes.txt", "No schema.");
    assert!(project.build().fresh, "a file elsewhere is watched");

    project.write("schemas/order.json", &ORDER.replace("total", "sum"));
    assert!(project.rebuild().contains("pub sum"), "a schema has changed");
    project.write("schemas/more/gift.json", r#"{ "title": "Gift", "type": "object" }"#);
    assert!(project.rebuild().contains("pub mod more"), "a schema has come");
    fs::remove_file(project.folder.join("schemas/more/gift.json")).expect("it is there");
    assert!(!project.rebuild().contains("pub mod more"), "a schema has gone");
    project.write("vendor/address.json", &CITY.replace("city", "town"));
    assert!(project.rebuild().contains("pub town"), "a document has changed");

    let before = project.build();
    project.write("schemas/order.json", &ORDER.replace("total", "sum").replace("  ", " "));
    let (_, after) = (project.rebuild(), project.build());
    assert_eq!(before.written(), after.written(), "code that is the same was written again");
}

#[test]
#[ignore = "builds crates; `.ci/full packages` runs it"]
fn a_broken_schema_fails_readably_and_leaves_what_was_there() {
    let project = Project::new("planwright-broken");
    let code = project.rebuild();
    let out = project.build().out;

    project.write("schemas/order.json", &ORDER.replace(r#""integer""#, r#""integr""#).replace("address", "adress"));
    project.write("schemas/gift.json", "{\n  \"title\": \"Gift\",\n  \"title\": \"Present\"\n}\n");
    let broken = project.build();
    assert!(!broken.success, "{}", broken.said);
    for line in [
        "  Error: 2 problems; nothing was written\n",
        "  schemas/gift.json:3:3: at /title: ",
        "  schemas/order.json:5:16: at /properties/total/type: `type`: ",
    ] {
        assert!(broken.said.contains(line), "{line} is missing in\n{}", broken.said);
    }
    assert!(!broken.said.contains("Schema("), "a blob of facts:\n{}", broken.said);
    assert_eq!(fs::read_to_string(out.join("planwright.rs")).expect("it is still there"), code);

    project.write("vendor/address.json", "{");
    project.write("schemas/order.json", ORDER);
    fs::remove_file(project.folder.join("schemas/gift.json")).expect("it is there");
    let broken = project.build();
    assert!(broken.said.contains("  vendor/address.json:1:2: at the root: "), "{}", broken.said);
    project.write("vendor/address.json", CITY);
    assert_eq!(project.rebuild(), code);

    project.write("schemas/order.json", &ORDER.replace(r#""integer""#, r#""integer", "default": "none""#));
    let warned = project.build();
    let warning = ": schemas/order.json:5:35: at /properties/total/default: `default`: ";
    assert!(warned.success && warned.said.contains(warning), "{}", warned.said);
}
