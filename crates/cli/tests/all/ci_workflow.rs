//! Runs the workflows that users copy, step by step, in projects that `planwright init` creates.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use saphyr::{LoadableYamlNode as _, Yaml};

use crate::project::{git, printed, read_text, repository, run, write};

/// Returns the workflow in docs/ci.md.
fn documented() -> String {
    let page = read_text(&repository(), "docs/ci.md");
    let blocks = page.split("```yaml\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.into_iter().find(|block| block.contains("on: pull_request")).expect("a workflow").to_owned()
}

/// Creates a repository whose branch `main` has these files, and adds the project that `init` creates.
fn started(before: &[(&str, &str)]) -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a folder");
    write(root.path(), "README.md", "A project.\n");
    for (path, text) in before {
        write(root.path(), path, text);
    }
    git(root.path(), &["init", "-q"]);
    commit_base(root.path());
    let (code, out, err) = run(root.path(), &["init"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    root
}

/// Commits all files as the base branch of the pull request.
fn commit_base(folder: &Path) {
    git(folder, &["add", "-A"]);
    git(folder, &["commit", "-q", "-m", "base"]);
    git(folder, &["update-ref", "refs/remotes/origin/main", "HEAD"]);
}

/// Runs the steps of a workflow. Returns the exit code of the first failure, and the output of all steps.
fn steps(workflow: &str, checkout: &Path) -> (i32, String) {
    let temp = tempfile::tempdir().expect("a folder");
    // Replace the step that builds the program, which already exists. The arguments are recorded.
    let cargo = "#!/bin/sh\necho \"$@\" > \"$TEMP_DIR/cargo.txt\"\nln -sf \"$BUILT\" \"$TEMP_DIR/bin/planwright\"\n";
    write(temp.path(), "bin/cargo", cargo);
    fs::set_permissions(temp.path().join("bin/cargo"), fs::Permissions::from_mode(0o755)).expect("it is ours");
    let document = Yaml::load_from_str(workflow).expect("it is YAML").into_iter().next().expect("a document");
    let job = document.as_mapping_get("jobs").and_then(|jobs| jobs.as_mapping_get("check")).expect("a job");
    let mut said = String::new();
    for step in job.as_mapping_get("steps").and_then(Yaml::as_sequence).expect("steps") {
        let Some(script) = step.as_mapping_get("run").and_then(Yaml::as_str) else { continue };
        assert!(!script.contains("${{"), "an expression in a script is run: {script}");
        let mut command = Command::new("bash");
        command.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", script]).current_dir(checkout);
        let path = format!("{}:{}", temp.path().join("bin").display(), std::env::var("PATH").unwrap_or_default());
        command.env("PATH", path).env("BUILT", env!("CARGO_BIN_EXE_planwright")).env("TEMP_DIR", temp.path());
        command.env("GITHUB_STEP_SUMMARY", temp.path().join("summary.md"));
        for (name, value) in step.as_mapping_get("env").and_then(Yaml::as_mapping).into_iter().flatten() {
            assert_eq!(value.as_str(), Some("${{ github.base_ref }}"));
            command.env(name.as_str().expect("a name"), "main");
        }
        let (code, out, err) = printed(&command.output().expect("bash runs"));
        said.extend([out, err]);
        if code != 0 {
            return (code, said);
        }
    }
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(read_text(temp.path(), "cargo.txt"), format!("install --locked planwright@{version}\n"));
    assert!(read_text(temp.path(), "summary.md").contains("passed"), "{said}");
    (0, said)
}

const SFDX: &str = r#"{"packageDirectories": [{"path": "force-app", "default": true}], "sourceApiVersion": "65.0"}"#;

#[test]
fn every_workflow_passes_in_every_new_project() {
    let package = "[package]\nname = \"x\"\n";
    for before in [&[("Cargo.toml", package)][..], &[("sfdx-project.json", SFDX)], &[("package.json", "{}")], &[]] {
        let root = started(before);
        let written = read_text(root.path(), ".github/workflows/planwright.yml");
        for workflow in [&documented(), &written] {
            let (code, said) = steps(workflow, root.path());
            assert_eq!(code, 0, "{before:?}: {said}\n{workflow}");
        }
        for against in ["HEAD", "origin/main"] {
            let (code, out, err) = run(root.path(), &["ci", "--against", against]);
            assert_eq!(code, 0, "{before:?}: {out}{err}");
        }
    }
}

#[test]
fn a_change_that_breaks_documents_fails_the_workflow() {
    let root = started(&[]);
    commit_base(root.path());
    let schema = read_text(root.path(), "schemas/plan.schema.json");
    write(root.path(), "schemas/plan.schema.json", &schema.replace("\"maximum\": 168", "\"maximum\": 72"));
    let (code, said) = steps(&documented(), root.path());
    assert!(code == 1 && said.contains("bound-tightened"), "{said}");
}
