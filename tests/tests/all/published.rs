//! What is published by workflows: what they use is pinned, and versions agree.

use std::fs;

use planwright_tests::workspace;

/// The actions of a workflow that are not pinned by the hash of a commit.
fn unpinned(workflow: &str) -> Vec<&str> {
    let uses = workflow.lines().filter_map(|line| line.trim_start().trim_start_matches("- ").strip_prefix("uses: "));
    let is_pinned = |action: &&str| {
        let hash = action.split_once('@').map(|(_, rest)| rest.split(' ').next().unwrap_or_default());
        hash.is_some_and(|hash| hash.len() == 40 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()))
            && action.contains(" # v")
    };
    uses.filter(|action| !is_pinned(action)).collect()
}

/// What users copy is pinned too, but for the action of Planwright itself, whose releases they choose.
#[test]
fn the_actions_in_the_docs_are_pinned() {
    let mut found = 0;
    for page in fs::read_dir(workspace().join("docs")).unwrap() {
        let path = page.unwrap().path();
        let text = fs::read_to_string(&path).unwrap_or_default();
        let loose: Vec<&str> =
            unpinned(&text).into_iter().filter(|action| !action.starts_with("planwright/planwright@v")).collect();
        assert_eq!(loose, [""; 0], "{}", path.display());
        found += text.matches("uses: actions/").count();
    }
    assert!(found >= 2, "{found}");
    assert_eq!(unpinned("  - uses: actions/checkout@v4").len(), 1);
}

#[test]
fn workflows_are_pinned_and_ask_for_little() {
    let folder = workspace().join(".github/workflows");
    let mut seen = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(unpinned(&text), [""; 0], "{}", path.display());
        assert!(text.contains("\npermissions:\n  contents: read\n"), "{}", path.display());
        assert!(planwright_source::Syntax::of("a.yml").read(&text).is_ok(), "{}", path.display());
        seen += 1;
    }
    assert!(seen >= 2);
    assert_eq!(unpinned("      - uses: actions/checkout@v4\n      - uses: a/b@main # v1\n").len(), 2);
}

/// Modules of other languages stand outside of the workspace, so that its version has to be written there once more.
#[test]
fn modules_have_the_version_of_the_workspace() {
    let version = |path: &str| {
        let manifest = fs::read_to_string(workspace().join(path)).unwrap();
        let lines = |key: &str| manifest.lines().find_map(|line| line.strip_prefix(key).map(str::to_owned));
        (lines("version = "), lines("rust-version = "), lines("license = "))
    };
    let own = version("Cargo.toml");
    assert!(own.0.is_some() && own.1.is_some() && own.2.is_some());
    assert_eq!(version("crates/node/Cargo.toml"), own);
    assert_eq!(version("crates/python/Cargo.toml"), own);
    let member = |path: &str, key: &str| {
        let package: serde_json::Value =
            serde_json::from_str(&fs::read_to_string(workspace().join(path)).unwrap()).unwrap();
        package.pointer(key).and_then(|value| value.as_str()).map(|value| format!("\"{value}\""))
    };
    for (path, key) in [("package.json", "/version"), ("package-lock.json", "/packages//version")] {
        assert_eq!(member(&format!("crates/node/{path}"), key), own.0, "{path}");
    }
    assert_eq!(member("crates/node/package.json", "/license"), own.2);
    assert_ne!(version("tests/consumer/Cargo.toml"), own);
}

#[test]
fn the_image_is_built_by_the_oldest_compiler() {
    let manifest = fs::read_to_string(workspace().join("Cargo.toml")).unwrap();
    let version = manifest.lines().find_map(|line| line.strip_prefix("rust-version = ")).unwrap().trim_matches('"');
    let image = fs::read_to_string(workspace().join("crates/cli/packages/Containerfile")).unwrap();
    assert!(image.contains(&format!("rust:{version}-")), "{version}");
}

/// The build step of the image names the commit that it is given, and none where it is given none.
#[cfg(unix)]
#[test]
fn the_image_names_its_commit() {
    use std::os::unix::fs::PermissionsExt as _;

    let image = fs::read_to_string(workspace().join("crates/cli/packages/Containerfile")).unwrap();
    let step = image.lines().find_map(|line| line.strip_prefix("RUN ")).expect("a step");
    let folder = tempfile::tempdir().unwrap();
    let cargo = folder.path().join("cargo");
    fs::write(&cargo, "#!/bin/sh\necho \"$1 ${PLANWRIGHT_COMMIT-none}\"\n").unwrap();
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap_or_default());
    for (commit, wanted) in [("", "build none\n"), ("0123456789ab", "build 0123456789ab\n")] {
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", step]).env("PATH", &path).env("COMMIT", commit).env_remove("PLANWRIGHT_COMMIT");
        let output = shell.output().expect("a shell");
        assert_eq!(String::from_utf8_lossy(&output.stdout), wanted, "{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// Whether Windows keeps a name, or no file of a checkout can have it there: device names with any ending, and some characters.
fn is_refused_by_windows(path: &str) -> bool {
    path.split('/').any(|part| {
        let stem = part.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
        let numbered = |name: &str| stem.strip_prefix(name).is_some_and(|end| matches!(end.as_bytes(), [b'1'..=b'9']));
        matches!(stem.as_str(), "con" | "prn" | "aux" | "nul")
            || numbered("com")
            || numbered("lpt")
            || part.ends_with(['.', ' '])
            || part.contains(['<', '>', ':', '"', '\\', '|', '?', '*'])
    })
}

#[test]
fn every_file_can_be_checked_out_on_windows() {
    let listed = std::process::Command::new("git").args(["ls-files", "-z"]).current_dir(workspace()).output();
    let listed = String::from_utf8(listed.expect("git runs").stdout).expect("names are text");
    let names: Vec<&str> = listed.split_terminator('\0').collect();
    assert!(names.len() > 1000, "{} files", names.len());
    let refused: Vec<&&str> = names.iter().filter(|name| is_refused_by_windows(name)).collect();
    assert!(refused.is_empty(), "{refused:?}");
    for name in ["a/nul.schema.json", "Aux", "x/COM1.txt", "a:b", "a./b", "what?"] {
        assert!(is_refused_by_windows(name), "{name}");
    }
    for name in ["null.json", "console/com.json", "lpt10", ".github/x"] {
        assert!(!is_refused_by_windows(name), "{name}");
    }
}
