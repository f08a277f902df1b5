//! Tests runs of `planwright apex` that share a folder or end early: no data is lost, and no temporary file remains.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

/// Returns a blueprint that updates cases.
pub(crate) fn blueprint(name: &str, label: &str) -> String {
    let input = |api: &str, data: &str| json!({"apiName": api, "fieldApiName": api, "label": api, "dataType": data, "required": true});
    json!({
        "name": name, "label": label, "category": "DOMAIN", "targetSObject": "Case", "operation": "UPDATE",
        "inputs": [input("Id", "Id"), input("Subject", "String")]
    })
    .to_string()
}

fn start(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_planwright"));
    command.arg("apex").args(arguments).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    start(folder, arguments).wait_with_output().unwrap()
}

/// Returns all files below a folder, relative to it.
fn files(root: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root.join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let path = folder.join(entry.file_name());
            if entry.file_type().unwrap().is_dir() {
                folders.push(path);
            } else {
                found.insert(path.to_str().unwrap().to_owned());
            }
        }
    }
    found
}

/// Returns the record and all files in it.
fn recorded(out: &Path) -> BTreeSet<String> {
    let record: Value = serde_json::from_str(&fs::read_to_string(out.join(".planwright/apex.json")).unwrap()).unwrap();
    let entries = record["blueprints"].as_object().unwrap().values().map(|entry| &entry["files"]);
    let named = entries.chain([&record["shared"]]).flat_map(|files| files.as_object().unwrap().keys().cloned());
    named.chain([".planwright/apex.json".to_owned()]).collect()
}

#[test]
fn the_footprint_is_printed_for_each_blueprint() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.json"), blueprint("SetSubject", "Set Subject")).unwrap();
    let output = run(folder.path(), &["--footprint", "--out", "out", "a.json"]);
    let told = text(&output.stderr);
    let class =
        fs::read_to_string(folder.path().join("out/main/default/classes/DynamicAction_SetSubject.cls")).unwrap();
    let expected =
        format!("footprint: DynamicAction_SetSubject: 1 class, {} characters; 1 test class", class.chars().count());
    assert!(told.contains(&expected), "{told}");
    assert!(told.contains("footprint: all runtime classes: "), "{told}");
    assert!(!text(&run(folder.path(), &["--out", "out", "a.json"]).stderr).contains("footprint"));
}

#[test]
fn a_trimmed_runtime_has_what_all_actions_need_and_no_more() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("plain.json"), blueprint("SetSubject", "Set Subject")).unwrap();
    let limited = blueprint("LimitSubject", "Limit Subject").replacen(
        '{',
        r#"{"guardrails": [{"type": "RATE_LIMIT", "params": {"requests": 1, "seconds": 60}}], "#,
        1,
    );
    fs::write(folder.path().join("limited.json"), limited).unwrap();
    let out = folder.path().join("out");
    let has = |name: &str| files(&out).iter().any(|path| path.contains(name));
    let go = |arguments: &[&str]| run(folder.path(), &[&["--out", "out"], arguments].concat());
    assert!(go(&["--runtime=used", "plain.json"]).status.success());
    assert!(has("/PwDynamicActionBatch.cls") && !has("/PwUseCounter") && !has("/PlanwrightUse__c"));
    assert!(!has("/PwActionOrchestrator"));
    assert!(go(&["--runtime=used", "--check", "plain.json"]).status.success());
    // An action of an earlier run still needs its part of the runtime.
    assert!(go(&["--runtime=used", "limited.json"]).status.success());
    assert!(has("/PwUseCounter.cls") && has("/PlanwrightUse__c.object-meta.xml"));
    assert!(go(&["--runtime=used", "--check", "plain.json"]).status.success());
    // A complete runtime is reduced on request.
    assert!(go(&["--runtime=all", "plain.json", "limited.json"]).status.success());
    assert!(has("/PwActionOrchestrator.cls"));
    let output = go(&["--runtime=used", "--check", "plain.json", "limited.json"]);
    let told = text(&output.stdout) + &text(&output.stderr);
    assert!(!output.status.success() && told.contains("PwActionOrchestrator.cls"), "{told}");
    assert!(!told.contains("PwUseCounter") && told.contains("--runtime "), "{told}");
    assert!(go(&["--runtime=used", "--prune", "plain.json"]).status.success());
    assert!(!has("/PwActionOrchestrator") && !has("/PwUseCounter") && !has("/PlanwrightUse__c"));
    let told = text(&go(&["--runtime=used", "--footprint", "--check", "plain.json"]).stderr);
    assert!(told.contains("footprint: runtime classes that the actions need: "), "{told}");
}

#[test]
fn an_agent_function_of_another_package_directory_is_not_made_twice() {
    let folder = tempfile::tempdir().unwrap();
    let put = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    put(
        "sfdx-project.json",
        r#"{"packageDirectories": [{"path": "force-app", "default": true}, {"path": "agents"}], "sourceApiVersion": "64.0"}"#,
    );
    put("a.json", &blueprint("SetSubject", "Set Subject"));
    let go = |arguments: &[&str]| run(folder.path(), &[&["--parts", "agent"], arguments, &["a.json"]].concat());
    // Control: running twice is not an error, however the folder is written.
    for out in ["force-app", "./force-app/", "agents/../force-app"] {
        let output = go(&["--out", out]);
        fs::create_dir_all(folder.path().join("agents")).unwrap();
        assert!(output.status.success(), "{out}: {}", text(&output.stderr));
    }
    let theirs = "agents/functions/setsubject/setsubject.genAiFunction-meta.xml";
    put(theirs, "<GenAiFunction/>");
    let before = files(folder.path());
    for arguments in [&[][..], &["--check"], &["--force"]] {
        let output = go(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", text(&output.stdout));
        let told = text(&output.stderr);
        assert!(told.contains(theirs) && told.contains("an agent function with this name already exists"), "{told}");
    }
    assert_eq!(files(folder.path()), before, "nothing was written");
    // Without agent functions there is no conflict.
    assert!(run(folder.path(), &["a.json", "--out", "elsewhere"]).status.success());
}

/// A deployment ignores a changed schema if the XML of its function did not change.
#[test]
fn a_changed_schema_of_an_agent_function_changes_its_xml() {
    let folder = tempfile::tempdir().unwrap();
    let mut plan: Value = serde_json::from_str(&blueprint("SetSubject", "Set Subject")).unwrap();
    let mut write = |description: &str| {
        plan["inputs"][0]["description"] = json!(description);
        fs::write(folder.path().join("a.json"), plan.to_string()).unwrap();
        let output = run(folder.path(), &["--parts", "agent", "--out", "out", "a.json"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let function = folder.path().join("out/main/default/genAiFunctions/SetSubject");
        let schema = fs::read_to_string(function.join("input/schema.json")).unwrap();
        (schema, fs::read_to_string(function.join("SetSubject.genAiFunction-meta.xml")).unwrap())
    };
    let (one, same, other) = (write("One."), write("One."), write("Other."));
    assert_eq!(one, same);
    assert!(one.0 != other.0 && one.1 != other.1, "{}", one.1);
}

#[test]
fn a_class_or_permission_set_of_the_project_is_not_made_twice() {
    let folder = tempfile::tempdir().unwrap();
    let put = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    put(
        "sfdx-project.json",
        r#"{"packageDirectories": [{"path": "base"}, {"path": "core", "default": true}], "sourceApiVersion": "62.0"}"#,
    );
    put("a.json", &blueprint("SetSubject", "Set Subject"));
    let go = |more: &[&str]| {
        let parts = ["--runtime=all", "--parts", "permission-set", "--permission-set", "Ours", "a.json"];
        run(folder.path(), &[&parts, more].concat())
    };
    for theirs in [
        "base/main/default/classes/dynamicaction_setsubject.cls",
        "core/orders/classes/PwActionPlan.cls",
        "base/permissionsets/Ours.permissionset-meta.xml",
    ] {
        put(theirs, "public class Mine {}\n");
        let before = files(folder.path());
        for more in [&[][..], &["--check"], &["--force"]] {
            let output = go(more);
            assert_eq!(output.status.code(), Some(2), "{theirs} {more:?}: {}", text(&output.stdout));
            let told = text(&output.stderr);
            assert!(told.contains(theirs) && told.contains("with this name already exists"), "{told}");
        }
        assert_eq!(files(folder.path()), before, "nothing was written");
        // Files outside the package directories cause no conflict.
        assert!(go(&["--out", "elsewhere"]).status.success());
        fs::remove_dir_all(folder.path().join("elsewhere")).unwrap();
        fs::remove_file(folder.path().join(theirs)).unwrap();
    }
    // Control: the default package directory.
    for _ in 0..2 {
        let output = go(&[]);
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    let meta = fs::read_to_string(folder.path().join("core/main/default/classes/PwActionPlan.cls-meta.xml")).unwrap();
    assert!(meta.contains("<apiVersion>62.0</apiVersion>"), "{meta}");
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn runs_at_one_time_lose_nothing_of_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let names: Vec<String> = (0..8).map(|number| format!("Sort{number}")).collect();
    for name in &names {
        fs::write(folder.path().join(format!("{name}.json")), blueprint(name, name)).unwrap();
    }
    let file = |name: &String| format!("{name}.json");
    let runs: Vec<Child> =
        names.iter().map(|name| start(folder.path(), &["--runtime=all", "--parts", "manifest", &file(name)])).collect();
    for one in runs {
        let output = one.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    let out = folder.path().join("force-app");
    assert_eq!(files(&out), recorded(&out), "every file is recorded, and no other is there");
    let package = fs::read_to_string(folder.path().join("manifest/package.xml")).unwrap();
    for name in &names {
        assert!(package.contains(&format!("<members>DynamicAction_{name}</members>")), "{name} is not in {package}");
    }
    let all: Vec<String> = names.iter().map(file).collect();
    let arguments: Vec<&str> =
        ["--check", "--runtime=all", "--parts", "manifest"].into_iter().chain(all.iter().map(String::as_str)).collect();
    let output = run(folder.path(), &arguments);
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
}

#[test]
fn a_run_waits_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("one.json"), blueprint("One", "One")).unwrap();
    let staging = folder.path().join("force-app/.planwright/staging");
    fs::create_dir_all(&staging).unwrap();
    let lock = fs::File::create(staging.join("lock")).unwrap();
    lock.lock().unwrap();
    let mut waiting = start(folder.path(), &["one.json"]);
    sleep(Duration::from_millis(500));
    assert!(waiting.try_wait().unwrap().is_none(), "it waits");
    assert_eq!(files(&folder.path().join("force-app")).len(), 1, "and writes nothing");
    let check = run(folder.path(), &["--check", "one.json"]);
    assert_eq!(check.status.code(), Some(1), "a check does not wait: {}", text(&check.stderr));
    drop(lock);
    let output = waiting.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(text(&output.stderr), "waiting for another planwright run that writes to force-app\n");
    assert!(!staging.exists(), "nothing is left");
}

/// Stops a run with SIGKILL or SIGINT.
fn stop(child: &mut Child, interrupt: bool) {
    if interrupt && cfg!(unix) {
        let ended = Command::new("kill").args(["-INT", &child.id().to_string()]).stderr(Stdio::null()).status();
        assert!(ended.is_ok(), "there is a command kill");
    } else {
        let _ = child.kill();
    }
}

/// Stops runs at moments that are spread over their duration. Each run writes different content to every file.
#[test]
fn a_stopped_run_loses_nothing_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("force-app");
    let arguments = ["--runtime=all", "--parts", "manifest,permission-set", "blueprints"];
    fs::create_dir(folder.path().join("blueprints")).unwrap();
    let mut stopped = [0, 0];
    for round in 0..24_u64 {
        let names = ["Always".to_owned(), format!("Only{round}")];
        for entry in fs::read_dir(folder.path().join("blueprints")).unwrap() {
            fs::remove_file(entry.unwrap().path()).unwrap();
        }
        for name in &names {
            let label = format!("{name} in round {round}");
            fs::write(folder.path().join(format!("blueprints/{name}.json")), blueprint(name, &label)).unwrap();
        }
        let version = if round % 2 == 0 { "64.0" } else { "65.0" };
        let arguments: Vec<&str> = arguments.into_iter().chain(["--api-version", version]).collect();
        let mut child = start(folder.path(), &arguments);
        sleep(Duration::from_millis(round * 4));
        stopped[usize::from(round % 4 == 1)] += u32::from(child.try_wait().unwrap().is_none());
        stop(&mut child, round % 4 == 1);
        child.wait_with_output().unwrap();
        if round % 3 == 0 {
            // The next run has different input, and still recognizes the files of the killed run.
            fs::write(folder.path().join("blueprints/Always.json"), blueprint("Always", "Always, at last")).unwrap();
        }
        let output = run(folder.path(), &[&arguments[..], &["--prune"]].concat());
        assert!(output.status.success(), "round {round}: {}", text(&output.stderr));
        assert_eq!(files(&out), recorded(&out), "round {round}");
        let package = fs::read_to_string(folder.path().join("manifest/package.xml")).unwrap();
        let actions = package.matches("<members>DynamicAction_").count();
        let tests = package.matches("<members>DATest_").count();
        assert_eq!([actions, tests], [2, 2], "round {round}: two actions and their tests, no others, in {package}");
    }
    assert!(stopped[0] > 2 && stopped[1] > 0, "{stopped:?} runs were killed and interrupted before their end");
}

/// A run that was killed before it wrote its record, followed by a rejected run and a successful one.
#[test]
fn a_refused_run_does_not_forget_what_a_stopped_one_wrote() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    put("one.json", &blueprint("One", "One"));
    put("bad.json", "{}");
    let go = |more: &[&str]| run(folder.path(), &[&["--parts", "manifest,permission-set,agent"], more].concat());
    assert!(go(&["one.json"]).status.success());
    let out = folder.path().join("force-app");
    let staging = out.join(".planwright/staging");
    let written = files(&out);
    fs::create_dir(&staging).unwrap();
    fs::rename(out.join(".planwright/apex.json"), staging.join("last")).unwrap();
    let output = go(&["bad.json"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("an earlier run was interrupted"), "{}", text(&output.stderr));
    assert_eq!(files(&out), written, "what it wrote is recorded, and nothing is staged");
    assert_eq!(recorded(&out), written);
    put("one.json", &blueprint("One", "Another label"));
    let output = go(&["--api-version", "65.0", "one.json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    put("one.json", &blueprint("Two", "Two"));
    let output = go(&["--prune", "one.json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(files(&out), recorded(&out));
    assert!(!files(&out).iter().any(|path| path.contains("_One")), "{:?}", files(&out));
}

#[cfg(unix)]
#[test]
fn no_link_leads_out_of_the_project() {
    let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    fs::write(folder.path().join("one.json"), blueprint("One", "One")).unwrap();
    let classes = folder.path().join("force-app/main/default/classes");
    fs::create_dir_all(classes.parent().unwrap()).unwrap();
    std::os::unix::fs::symlink(elsewhere.path(), &classes).unwrap();
    let output = run(folder.path(), &["one.json"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
    assert!(text(&output.stderr).contains("a symbolic link leads out of the project"), "{}", text(&output.stderr));
    assert!(files(elsewhere.path()).is_empty(), "nothing was written there");
    fs::remove_file(&classes).unwrap();
    fs::create_dir(folder.path().join("shared")).unwrap();
    std::os::unix::fs::symlink("../../../shared", &classes).unwrap();
    let output = run(folder.path(), &["one.json"]);
    assert!(output.status.success(), "a link inside of the project is no trouble: {}", text(&output.stderr));
}

#[cfg(unix)]
#[test]
fn what_never_ends_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("one.json"), blueprint("One", "One")).unwrap();
    let class = folder.path().join("force-app/main/default/classes/DynamicAction_One.cls");
    fs::create_dir_all(class.parent().unwrap()).unwrap();
    std::os::unix::fs::symlink("/dev/zero", &class).unwrap();
    let output = run(folder.path(), &["one.json"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
    assert!(text(&output.stderr).contains("not written by planwright"), "{}", text(&output.stderr));
}
