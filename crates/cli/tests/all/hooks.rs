//! Tests the GitHub Action and the pre-commit hooks like their runners use them: the files are parsed, and their
//! commands run.

use crate::project;
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};

use regex_automata::meta::Regex;
use saphyr::{LoadableYamlNode as _, Yaml};

use crate::lock_http::{Requests, json, serve};
use project::{ORDER, printed, project, read_text, repository, write};

type Texts<'t> = BTreeMap<&'t str, &'t str>;

fn yaml(text: &str) -> Yaml<'_> {
    Yaml::load_from_str(text).expect("it is YAML").into_iter().next().expect("it has a document")
}

fn text<'y>(node: &'y Yaml<'_>, key: &str) -> Option<&'y str> {
    node.as_mapping_get(key)?.as_str()
}

fn members<'y>(node: &'y Yaml<'_>, key: &str) -> Vec<(&'y str, &'y Yaml<'y>)> {
    let mapping = node.as_mapping_get(key).and_then(Yaml::as_mapping);
    mapping.into_iter().flatten().map(|(name, value)| (name.as_str().expect("a name"), value)).collect()
}

/// Files and folders of a runner.
struct Runner {
    temp: tempfile::TempDir,
    checkout: PathBuf,
    /// Address of the API of GitHub.
    api: String,
    arch: &'static str,
}

impl Runner {
    fn new(checkout: &Path) -> Self {
        let temp = tempfile::tempdir().expect("a folder");
        // Replace the step that builds the program, which takes minutes. The arguments of cargo are recorded.
        let cargo = "#!/bin/sh\necho \"$@\" > \"$RUNNER_TEMP/cargo.txt\"\nwhile [ \"$1\" != --root ]; do shift; done\n\
                     mkdir -p \"$2/bin\" && ln -s \"$BUILT\" \"$2/bin/planwright\"\n";
        write(temp.path(), "bin/cargo", cargo);
        fs::set_permissions(temp.path().join("bin/cargo"), fs::Permissions::from_mode(0o755)).expect("it is ours");
        Self { temp, checkout: checkout.to_owned(), api: "http://127.0.0.1:9".to_owned(), arch: "X64" }
    }

    /// Runs the action with these inputs. Returns the exit code, the output, and the content of `GITHUB_OUTPUT`.
    fn run(&self, with: &Texts<'_>) -> (i32, String, String) {
        let file = read_text(&repository(), "action.yml");
        let action = yaml(&file);
        let mut inputs: Texts<'_> = members(&action, "inputs")
            .into_iter()
            .map(|(name, input)| (name, text(input, "default").unwrap_or_default()))
            .collect();
        for (name, value) in with {
            assert!(inputs.insert(name, value).is_some(), "the action has no input {name}");
        }
        let runs = action.as_mapping_get("runs").expect("the action runs");
        assert_eq!(text(runs, "using"), Some("composite"));
        let output = self.temp.path().join("output.txt");
        fs::write(&output, "").expect("a file");
        let mut printed = String::new();
        for step in runs.as_mapping_get("steps").and_then(Yaml::as_sequence).expect("steps") {
            if text(step, "if").is_some_and(|condition| !holds(condition, &inputs)) {
                continue;
            }
            let (code, out, err) = self.step(step, &inputs, &output);
            printed.extend([out, err]);
            if code != 0 {
                return (code, printed, fs::read_to_string(output).expect("a file"));
            }
        }
        (0, printed, fs::read_to_string(output).expect("a file"))
    }

    fn step(&self, step: &Yaml<'_>, inputs: &Texts<'_>, output: &Path) -> (i32, String, String) {
        assert_eq!(text(step, "shell"), Some("bash"));
        let script = self.temp.path().join("step.sh");
        fs::write(&script, text(step, "run").expect("every step runs a script")).expect("a file");
        let path = format!("{}:{}", self.temp.path().join("bin").display(), env::var("PATH").unwrap_or_default());
        let mut command = Command::new("bash");
        command.args(["--noprofile", "--norc", "-eo", "pipefail"]).arg(script).current_dir(&self.checkout);
        command.env("PATH", path).env("BUILT", env!("CARGO_BIN_EXE_planwright"));
        command.env("RUNNER_TEMP", self.temp.path()).env("GITHUB_OUTPUT", output);
        command.env("RUNNER_OS", "Linux").env("RUNNER_ARCH", self.arch);
        command.env("GITHUB_STEP_SUMMARY", self.temp.path().join("summary.md"));
        command.env("GITHUB_API_URL", &self.api).env("GITHUB_REPOSITORY", "o/r");
        for (name, value) in members(step, "env") {
            command.env(name, expanded(value.as_str().expect("a text"), inputs));
        }
        printed(&command.output().expect("bash runs"))
    }
}

/// Evaluates a condition of the action: whether an input is empty.
fn holds(condition: &str, inputs: &Texts<'_>) -> bool {
    let name = condition.strip_prefix("inputs.").and_then(|rest| rest.strip_suffix(" == ''"));
    inputs[name.expect("a condition of this form")].is_empty()
}

/// Evaluates a value that is one expression.
fn expanded(value: &str, inputs: &Texts<'_>) -> String {
    let expression = value.strip_prefix("${{ ").and_then(|rest| rest.strip_suffix(" }}"));
    match expression.expect("every variable is one expression") {
        "github.action_path" => repository().display().to_string(),
        "github.event.pull_request.number" => "7".to_owned(),
        "github.token" => "secret".to_owned(),
        other => inputs[other.strip_prefix("inputs.").expect("an input")].to_owned(),
    }
}

fn drifted(folder: &Path) {
    write(folder, "schemas/order.json", &ORDER.replace("\"b\"]", "\"b\", \"c\"]"));
}

#[test]
fn the_action_passes_and_fails_with_the_project() {
    let (root, folder) = project("");
    let runner = Runner::new(root.path());
    let from_source = Texts::from([("build", "true")]);
    let (code, out, output) = runner.run(&from_source);
    assert_eq!((code, output.as_str()), (0, "verdict=passed\n"), "{out}");
    let asked = read_text(runner.temp.path(), "cargo.txt");
    let built = format!("install --locked --quiet --path {}/crates/cli --target-dir ", repository().display());
    assert!(asked.starts_with(&built), "{asked}");
    assert!(repository().join("crates/cli/Cargo.toml").exists());
    assert!(read_text(runner.temp.path(), "summary.md").starts_with("## Planwright: passed"));

    write(&folder, "src/plans/schemas.rs", "// @generated by planwright from JSON Schemas. Old.\n");
    let (code, out, output) = Runner::new(root.path()).run(&from_source);
    assert_eq!((code, output.as_str()), (1, "verdict=failed\n"), "{out}");
    assert!(out.contains("::error file=src/plans/schemas.rs,title=STALE_FILE::"), "{out}");

    project::git(root.path(), &["checkout", "-q", "."]);
    drifted(&folder);
    assert_eq!(project::run(&folder, &["gen"]).0, 0);
    let (code, out, _) = Runner::new(root.path()).run(&Texts::from([("build", "true"), ("only", "drift")]));
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("::error file=schemas/order.json,line=4,col=29,title=enum-value-added::"), "{out}");
}

/// Returns the archive of a release for a platform. Its program starts the one of this build.
fn archive(platform: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let program = format!("#!/bin/sh\nexec {:?} \"$@\"\n", env!("CARGO_BIN_EXE_planwright"));
    write(folder.path(), &format!("{platform}/planwright"), &program);
    write(folder.path(), &format!("{platform}/README.md"), "Read me.");
    let file = folder.path().join(platform).join("planwright");
    fs::set_permissions(file, fs::Permissions::from_mode(0o755)).expect("it is ours");
    let tar = Command::new("tar").args(["-czf", "-", platform]).current_dir(folder.path()).output().expect("tar runs");
    assert!(tar.status.success());
    tar.stdout
}

/// Starts a mirror of the releases with the archive for one platform, and this list of checksums.
fn mirror(platform: &'static str, archive: Vec<u8>, checksums: String) -> (String, Requests) {
    let answer = move |request: &str| {
        let path = request.split(' ').nth(1).unwrap_or_default();
        let (folder, name) = path.rsplit_once('/').unwrap_or_default();
        let body = match name.strip_prefix("planwright-").and_then(|rest| rest.strip_suffix(".tar.gz")) {
            _ if folder != concat!("/mcp/v", env!("CARGO_PKG_VERSION")) => None,
            Some(named) if named == platform => Some(archive.as_slice()),
            None if name == "SHA256SUMS" => Some(checksums.as_bytes()),
            _ => None,
        };
        let Some(body) = body else { return b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".to_vec() };
        let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", body.len());
        [head.as_bytes(), body].concat()
    };
    serve(answer, |_| false)
}

#[test]
fn the_action_runs_the_program_of_its_release() {
    let (root, folder) = project("");
    let platform = "linux-x64";
    let archive = archive(platform);
    let hash = planwright_sync::sha256_hex(&archive);
    let of_others = format!("{}  planwright-darwin-x64.tar.gz\n", "0".repeat(64));
    let listed = format!("{of_others}{hash}  planwright-{platform}.tar.gz\n{hash}  x-planwright-{platform}.tar.gz\n");
    let (url, requests) = mirror(platform, archive.clone(), listed);
    let runner = Runner::new(root.path());
    let (code, out, output) = runner.run(&Texts::from([("releases", &*url)]));
    assert_eq!((code, output.as_str()), (0, "verdict=passed\n"), "{out}");
    assert!(!runner.temp.path().join("cargo.txt").exists(), "nothing is built");
    assert!(!runner.temp.path().join("planwright/bin/README.md").exists(), "only the program is extracted");
    drifted(&folder);
    let (code, out, _) = runner.run(&Texts::from([("releases", &*url), ("only", "drift"), ("sha256", &*hash)]));
    assert!(code == 1 && out.contains("title=enum-value-added::"), "the next job: {out}");
    let asked = requests.lock().expect("the requests").iter().filter(|request| request.contains("SHA256SUMS")).count();
    assert_eq!(asked, 1, "a given checksum needs no list");

    let refused = |with: &[(&str, &str)], arch: &'static str, expected: &str| {
        let runner = Runner { arch, ..Runner::new(root.path()) };
        let (code, out, output) = runner.run(&with.iter().copied().collect());
        assert_eq!((code, output.as_str()), (2, ""), "{with:?}: {out}");
        assert!(out.contains(&format!("::error title=planwright::{expected}")), "{with:?}: {out}");
        assert!(!runner.temp.path().join("planwright/bin/planwright").exists(), "{with:?}: it must not run");
    };
    let other = "1".repeat(64);
    let differs = format!("planwright-{platform}.tar.gz of release v{}", env!("CARGO_PKG_VERSION"));
    refused(&[("releases", &url), ("sha256", &other)], "X64", &format!("{differs} has the SHA-256 {hash}"));
    refused(&[("releases", &url)], "ARM64", "cannot download planwright-linux-arm64.tar.gz of release v");
    refused(&[("releases", &url)], "RISCV64", "releases have no archive for this runner");
    refused(&[("releases", "http://127.0.0.1:9")], "X64", "cannot download");
    let (url, _) = mirror(platform, archive.clone(), of_others);
    refused(&[("releases", &url)], "X64", "SHA256SUMS of release v");
    let (url, _) = mirror(platform, archive, format!("{other}  planwright-{platform}.tar.gz\n"));
    refused(&[("releases", &url)], "X64", &differs);
    let hostile = "$(touch owned)`touch owned`;touch owned\n--help\"' %0A\n::error::x";
    for (name, expected) in [("build", "build is true"), ("releases", "cannot download"), ("sha256", &differs)] {
        refused(&[("releases", &*url), (name, hostile)], "X64", expected);
        assert!(!root.path().join("owned").exists(), "{name}");
    }
}

#[test]
fn the_action_takes_its_inputs() {
    let (root, folder) = project("sub/app");
    let runner = Runner::new(root.path());
    let binary = env!("CARGO_BIN_EXE_planwright");
    let base = Texts::from([("working-directory", "sub/app/"), ("binary", binary)]);
    let with = |more: &[(&'static str, &'static str)]| {
        let mut all = base.clone();
        all.extend(more.iter().copied());
        runner.run(&all)
    };
    let (code, out, _) = with(&[]);
    assert_eq!(code, 0, "{out}");
    assert!(!runner.temp.path().join("cargo.txt").exists(), "nothing is built");

    drifted(&folder);
    let (code, out, output) = with(&[("fail-on", "never"), ("sarif-file", "found.sarif")]);
    assert_eq!((code, output.as_str()), (0, "verdict=failed\n"), "{out}");
    assert!(out.contains("::error file=sub/app/schemas/order.json,"), "{out}");
    assert!(read_text(root.path(), "found.sarif").contains("\"uri\": \"sub/app/schemas/order.json\""));
    assert_eq!(with(&[("fail-on", "error")]).0, 0);
    let (code, _, output) = with(&[("fail-on", "error"), ("against", "nowhere")]);
    assert_eq!((code, output.as_str()), (2, "verdict=error\n"));
    assert_eq!(with(&[("fail-on", "never"), ("against", "nowhere")]).0, 0);
    assert_eq!(with(&[("fail-on", "sometimes")]).0, 2);
    let (code, out, _) = with(&[("config", "absent.toml")]);
    assert_eq!(code, 2);
    assert!(out.contains("::error title=NOT_RUN::sub/app/absent.toml: "), "{out}");
}

/// An input in the text of a script would be executed. An input in a variable is not.
#[test]
fn no_input_is_run() {
    let file = read_text(&repository(), "action.yml");
    let action = yaml(&file);
    let steps = action.as_mapping_get("runs").and_then(|runs| runs.as_mapping_get("steps"));
    for step in steps.and_then(Yaml::as_sequence).expect("steps") {
        assert!(!text(step, "run").expect("a script").contains("${{"));
    }
    assert!(!file.contains("uses:"), "nothing of others is run");

    let (root, _) = project("");
    let hostile = "$(touch owned)`touch owned`;touch owned\n--help\"' %0A::error::x";
    for name in ["config", "working-directory", "only", "against", "fail-on", "comment"] {
        let runner = Runner::new(root.path());
        let inputs = Texts::from([("binary", env!("CARGO_BIN_EXE_planwright")), (name, hostile)]);
        let (code, out, output) = runner.run(&inputs);
        assert_eq!((code, output.as_str()), (2, "verdict=error\n"), "{name}: {out}");
        assert!(!root.path().join("owned").exists(), "{name}");
        assert!(!out.lines().any(|line| line.starts_with("::error::x")), "{name}: {out}");
    }
}

/// A comment of the mock server: its id, the kind of its author, and its content.
type Comments = Arc<Mutex<Vec<(u64, &'static str, String)>>>;

/// Starts a mock server of the API of GitHub, with one page of comments of others.
fn github() -> (String, Comments, Requests) {
    let others = (0..100).map(|id| (id, "User", "Looks good.".to_owned())).collect();
    let comments: Comments = Arc::new(Mutex::new(others));
    let state = Arc::clone(&comments);
    let answer = move |request: &str| {
        let mut all = state.lock().expect("the comments");
        let (head, body) = request.split_once("\r\n\r\n").unwrap_or((request, ""));
        let line = head.lines().next().unwrap_or_default();
        let sent =
            || serde_json::from_str::<serde_json::Value>(body).expect("JSON")["body"].as_str().unwrap().to_owned();
        let words: Vec<&str> = line.split(' ').collect();
        match (words[0], words[1].strip_prefix("/api/repos/o/r/issues/").unwrap_or_default()) {
            ("GET", path) if path.starts_with("7/comments?per_page=100&page=") => {
                let page: usize = path.rsplit('=').next().unwrap().parse().unwrap();
                let listed = all.iter().skip(100 * (page - 1)).take(100);
                let listed = listed
                    .map(|(id, kind, body)| serde_json::json!({ "id": id, "user": { "type": kind }, "body": body }));
                json(&listed.collect::<serde_json::Value>().to_string())
            }
            ("POST", "7/comments") => {
                let id = all.len() as u64;
                all.push((id, "Bot", sent()));
                json("{}")
            }
            ("PATCH", path) => {
                let id = path.strip_prefix("comments/").unwrap().parse::<u64>().unwrap();
                all.iter_mut().find(|one| one.0 == id).expect("it exists").2 = sent();
                json("{}")
            }
            _ => b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".to_vec(),
        }
    };
    let (url, requests) = serve(answer, |_| false);
    (url.replace("/mcp", "/api"), comments, requests)
}

#[test]
fn one_comment_is_updated_with_each_push() {
    let (root, folder) = project("");
    let (api, comments, requests) = github();
    let runner = Runner { api, ..Runner::new(root.path()) };
    let binary = env!("CARGO_BIN_EXE_planwright");
    let push = |comment| runner.run(&Texts::from([("binary", binary), ("only", "drift"), ("comment", comment)]));
    let of_bots = || {
        let all = comments.lock().expect("the comments");
        all.iter().filter(|one| one.1 == "Bot").map(|one| one.2.clone()).collect::<Vec<_>>()
    };
    let (code, out, _) = push("true");
    assert_eq!((code, of_bots()), (0, Vec::new()), "nothing is said if nothing was found: {out}");
    drifted(&folder);
    assert_eq!(push("false").0, 1);
    assert_eq!(of_bots(), Vec::<String>::new(), "nobody asked for it");
    let (code, out, _) = push("true");
    let said = of_bots();
    assert!(code == 1 && said.len() == 1 && !out.contains("::warning title=planwright"), "{said:?} {out}");
    for part in
        ["<!-- planwright ", "## Planwright: failed", "broken by", "schemas/order.json:4:29", "planwright drift"]
    {
        assert!(said[0].replace('\\', "").contains(part), "{part}: {}", said[0]);
    }
    // A copy of the mark does not catch the result.
    comments.lock().expect("the comments").insert(0, (999, "User", said[0].clone()));
    for _ in 0..3 {
        assert_eq!(push("true").0, 1);
    }
    project::git(root.path(), &["checkout", "-q", "."]);
    assert_eq!(push("true").0, 0);
    let said = of_bots();
    assert!(said.len() == 1 && said[0].contains("## Planwright: passed"), "{said:?}");
    assert!(comments.lock().expect("the comments")[0].2.contains("## Planwright: failed"), "it is not ours");
    let all = requests.lock().expect("the requests");
    assert!(all.iter().all(|request| request.contains("Authorization: Bearer secret\r\n")));
    let summary = read_text(runner.temp.path(), "summary.md");
    assert!(summary.contains("## Planwright: failed") && summary.contains("## Planwright: passed"), "{summary}");
}

#[test]
fn a_comment_that_cannot_be_written_does_not_change_the_verdict() {
    let (root, folder) = project("");
    drifted(&folder);
    let runner = Runner::new(root.path());
    let (code, out, output) = runner.run(&Texts::from([
        ("binary", env!("CARGO_BIN_EXE_planwright")),
        ("comment", "true"),
        ("only", "drift"),
    ]));
    assert_eq!((code, output.as_str()), (1, "verdict=failed\n"), "{out}");
    assert!(out.contains("::warning title=planwright::the pull request got no comment"), "{out}");
    assert!(!out.contains("secret"), "{out}");
}

/// Runs one hook over all files of git, like pre-commit. Returns `None` if no file matches.
fn hook(id: &str, folder: &Path) -> Option<(i32, String)> {
    let file = read_text(&repository(), ".pre-commit-hooks.yaml");
    let hooks = yaml(&file);
    let hook = hooks.as_sequence().expect("hooks").iter().find(|hook| text(hook, "id") == Some(id));
    let hook = hook.expect("the hook is there");
    assert_eq!(text(hook, "language"), Some("system"), "nothing is built at the root of a workspace");
    let files = Regex::new(text(hook, "files").expect("a pattern")).expect("it is one");
    let listed = Command::new("git").args(["ls-files"]).current_dir(folder).output().expect("git runs");
    let listed = String::from_utf8(listed.stdout).expect("names");
    let meant: Vec<&str> = listed.lines().filter(|path| files.is_match(path)).collect();
    if meant.is_empty() {
        return None;
    }
    let mut words = text(hook, "entry").expect("an entry").split(' ');
    assert_eq!(words.next(), Some("planwright"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_planwright"));
    command.args(words).current_dir(folder);
    for argument in hook.as_mapping_get("args").and_then(Yaml::as_sequence).into_iter().flatten() {
        command.arg(argument.as_str().expect("a text"));
    }
    if hook.as_mapping_get("pass_filenames").and_then(Yaml::as_bool) != Some(false) {
        command.args(meant);
    }
    let (code, out, err) = printed(&command.output().expect("planwright runs"));
    Some((code, out + &err))
}

#[test]
fn hooks_pass_and_fail_with_the_project() {
    let (root, folder) = project("");
    let all = ["planwright-ci", "planwright-gen", "planwright-apex", "planwright-drift", "planwright-check"];
    let file = read_text(&repository(), ".pre-commit-hooks.yaml");
    let ids: Vec<String> = yaml(&file)
        .as_sequence()
        .expect("hooks")
        .iter()
        .map(|hook| text(hook, "id").unwrap_or_default().to_owned())
        .collect();
    assert_eq!(ids, all, "every hook is tried here");
    for id in all {
        let (code, said) = hook(id, &folder).expect("there are files");
        assert_eq!(code, 0, "{id}: {said}");
    }
    let class = "force-app/main/default/classes/DynamicAction_UpdateOpportunityStage.cls";
    let cases = [
        (
            "planwright-gen",
            "src/plans/schemas.rs",
            "// @generated by planwright from JSON Schemas. Old.\n".to_owned(),
            "stale     schemas.rs",
        ),
        ("planwright-apex", class, read_text(&folder, class) + "// edited\n", "EDITED_BY_HAND"),
        ("planwright-drift", "schemas/order.json", ORDER.replace("\"a\", ", ""), "enum-value-removed"),
        ("planwright-check", "blueprints/stage.json", "{}".to_owned(), "blueprints/stage.json:1:"),
    ];
    for (id, path, broken, says) in cases {
        write(&folder, path, &broken);
        for id in [id, "planwright-ci"] {
            let (code, said) = hook(id, &folder).expect("there are files");
            assert_eq!(code, 1, "{id}: {said}");
            assert!(said.contains(says), "{id}: {said}");
        }
        project::git(root.path(), &["checkout", "-q", "."]);
    }
    let other = tempfile::tempdir().expect("a folder");
    write(other.path(), "README.md", "nothing of ours\n");
    project::git(other.path(), &["init", "-q"]);
    project::git(other.path(), &["add", "-A"]);
    assert!(all.iter().all(|id| hook(id, other.path()).is_none()), "no hook runs for files of others");
}
