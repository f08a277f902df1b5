//! Published workflows: their dependencies are pinned, and versions agree.

use std::fs;
use std::process::Command;

use planwright_tests::workspace;

/// Returns the actions, reusable workflows and hook repositories of a file that are not pinned by a commit hash. Paths
/// below `./` and local hooks are part of the checkout.
fn unpinned(text: &str) -> Vec<&str> {
    let is_hash = |text: &str| text.len() == 40 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_pinned = |(is_action, value): &(bool, &str)| {
        let (name, comment) = value.split_once(" #").unwrap_or((value, ""));
        let name = name.trim().trim_matches(['"', '\'']);
        let hash = if *is_action { name.rsplit_once('@').map_or("", |(_, hash)| hash) } else { name };
        name.starts_with("./") || (is_hash(hash) && comment.trim_start().starts_with('v'))
    };
    text.lines().filter_map(reference).filter(|line| !is_pinned(line)).map(|(_, value)| value).collect()
}

/// Returns the value of a line with the key `uses` or `rev`, and whether it is `uses`.
fn reference(line: &str) -> Option<(bool, &str)> {
    let (key, value) = line.trim_start().trim_start_matches("- ").split_once(':')?;
    match key.trim_matches(['"', '\'', ' ']) {
        "uses" => Some((true, value.trim())),
        "rev" => Some((false, value.trim())),
        _ => None,
    }
}

#[test]
fn an_action_is_pinned_by_a_commit_alone() {
    let hash = "11bd71901bbe5b1630ceea73d27597364c9af683";
    for good in [
        format!("      - uses: actions/checkout@{hash} # v4.2.2"),
        format!("uses: 'a/b/.github/workflows/c.yml@{hash}' # v1"),
        "- uses: ./.github/build".to_owned(),
        format!("    rev: {hash} # v1.0"),
        "a sentence that uses: nothing".to_owned(),
    ] {
        assert_eq!(unpinned(&good), [""; 0], "{good}");
    }
    for bad in [
        "  - uses: actions/checkout@v4",
        "- uses: \"a/b@main\" # v1",
        "  - uses: planwright/planwright@v0.1.0",
        "      uses: a/b",
        "uses: a/b@11bd719 # v4",
        "\"uses\": a/b@v1",
        "- uses : a/b@v1",
        "uses: docker://alpine:3",
        "    rev: v0.1.0",
        &format!("uses: a/b@{hash}"),
    ] {
        assert_eq!(unpinned(bad).len(), 1, "{bad}");
    }
}

/// The examples for users are pinned too, and so is the output of `planwright init`, which is one of these files.
#[test]
fn every_action_in_the_repository_is_pinned() {
    let listed = Command::new("git").args(["ls-files", "-z"]).current_dir(workspace()).output().expect("git runs");
    let listed = String::from_utf8(listed.stdout).expect("names are text");
    let mut found = 0;
    for name in
        listed.split_terminator('\0').filter(|name| [".md", ".yml", ".yaml"].iter().any(|end| name.ends_with(end)))
    {
        let text = fs::read_to_string(workspace().join(name)).unwrap_or_default();
        assert_eq!(unpinned(&text), [""; 0], "{name}");
        found += text.matches("uses: actions/").count();
    }
    assert!(found >= 10, "{found}");
}

/// The workflow that users copy installs the documented version.
#[test]
fn the_docs_install_the_version_of_the_workspace() {
    let manifest = fs::read_to_string(workspace().join("Cargo.toml")).unwrap();
    let version = manifest.lines().find_map(|line| line.strip_prefix("version = ")).unwrap().trim_matches('"');
    let page = fs::read_to_string(workspace().join("docs/ci.md")).unwrap();
    let installed: Vec<&str> = page.split("planwright@").skip(1).map(|rest| rest.lines().next().unwrap()).collect();
    assert_eq!(installed, [version]);
    assert!(page.contains(&format!("refs/tags/v{version}\n")));
}

#[test]
fn workflows_ask_for_little() {
    let folder = workspace().join(".github/workflows");
    let mut seen = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains("\npermissions:\n  contents: read\n"), "{}", path.display());
        assert!(planwright_source::Syntax::from_path("a.yml").parse(&text).is_ok(), "{}", path.display());
        seen += 1;
    }
    assert!(seen >= 2);
}

/// Language modules are outside of the workspace, so their manifests repeat the version.
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

/// The build step of the image contains the commit that it is given, if any.
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
        let mut shell = Command::new("sh");
        shell.args(["-c", step]).env("PATH", &path).env("COMMIT", commit).env_remove("PLANWRIGHT_COMMIT");
        let output = shell.output().expect("a shell");
        assert_eq!(String::from_utf8_lossy(&output.stdout), wanted, "{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// Checks for names that Windows does not allow: device names with any extension, and some characters.
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
    let listed = Command::new("git").args(["ls-files", "-z"]).current_dir(workspace()).output();
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
