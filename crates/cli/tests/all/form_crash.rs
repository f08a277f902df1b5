//! Kills `form execute` and `form undo` at random moments, from a fixed seed.
//!
//! Every plan must be stored completely or not at all, acknowledged results must be stored, and no token can be
//! redeemed twice.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _, stderr};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use crate::extent::is_full;

const POINTS: u64 = 200;
/// Number of attempts in a sample.
const SAMPLED_POINTS: u64 = 50;
const SEED: u64 = 0x5eed_f045;
/// Number of plans per execution. Each creates a form with two fields.
const PLANS: usize = 4;
/// Maximum number of attempts. On a busy machine, some attempts do not hit a running process.
const MAX_POINTS: u64 = 800;
/// Number of attempts after which a new store is created, so that opening it does not become slow.
const POINTS_PER_STORE: u64 = 20;

fn planwright(folder: &Path, arguments: &[String]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_planwright"));
    command.args(arguments).current_dir(folder);
    command
}

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

fn run(folder: &Path, arguments: &[String]) -> Output {
    planwright(folder, arguments).output().unwrap()
}

fn json(folder: &Path, command: &str) -> Value {
    let output = run(folder, &words(&format!("form {command} --store store --format json")));
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
}

/// Returns the next number of `splitmix64`.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Starts a command, and kills it some time after it has printed `lines` lines that begin with `mark`. Returns those
/// lines.
fn killed(folder: &Path, arguments: &[String], mark: &str, lines: u64, micros: u64) -> Vec<String> {
    let mut child = planwright(folder, arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut said = Vec::new();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    while (said.len() as u64) < lines {
        match output.next() {
            Some(line) if line.starts_with(mark) => said.push(line),
            Some(_) => {}
            None => break,
        }
    }
    sleep(Duration::from_micros(micros));
    child.kill().unwrap();
    child.wait().unwrap();
    // Lines that were printed before the kill are acknowledged as well.
    said.extend(output.filter(|line| line.starts_with(mark)));
    said
}

/// Starts a command, and kills it after the store has changed this often. Returns the lines that begin with `mark`.
fn killed_at_change(folder: &Path, arguments: &[String], mark: &str, changes: u64) -> Vec<String> {
    let mut child = planwright(folder, arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let output = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let bytes = || fs::read(folder.join("store/forms.db")).unwrap_or_default();
    let (mut last, mut seen) = (bytes(), 0);
    while seen < changes && child.try_wait().unwrap().is_none() {
        let now = bytes();
        seen += u64::from(now != last);
        last = now;
    }
    child.kill().unwrap();
    child.wait().unwrap();
    output.filter(|line| line.starts_with(mark)).collect()
}

/// Returns the inconsistencies of a store in which plans of three steps were executed and undone completely.
fn faults(forms: &Value, audit: &Value, acknowledged: &BTreeSet<u64>) -> Vec<String> {
    let mut faults = Vec::new();
    let mut live = BTreeSet::new();
    let mut ended = BTreeSet::new();
    for run in audit.as_array().unwrap() {
        let number = run["run"].as_u64().unwrap();
        let Some(entries) = run["entries"].as_array() else { continue };
        ended.insert(number);
        if entries.len() != 3 || entries.iter().any(|entry| entry["state"]["state"] != "done") {
            faults.push(format!("run {number} was not done as a whole: {entries:?}"));
            continue;
        }
        let form = entries[0]["state"]["form"].as_u64().unwrap();
        if run["asked"]["execute"].is_object() {
            live.insert(form)
        } else {
            live.remove(&form)
        };
    }
    for form in forms.as_array().unwrap() {
        if form["fields"].as_array().unwrap().len() != 2 {
            faults.push(format!("form {} is not whole", form["id"]));
        }
    }
    let there: BTreeSet<u64> = forms.as_array().unwrap().iter().filter_map(|form| form["id"].as_u64()).collect();
    if there != live {
        faults.push(format!("the forms are {there:?}, the log says {live:?}"));
    }
    faults.extend(acknowledged.difference(&ended).map(|run| format!("run {run} was acknowledged and is lost")));
    faults
}

fn tokens_of(run: &Value) -> Vec<String> {
    (1..=3).map(|number| format!("undo-{}-{number}", run["run"])).collect()
}

/// Returns the runs whose tokens can still be redeemed.
fn open(audit: &Value) -> Vec<Value> {
    let runs = audit.as_array().unwrap();
    let ended = || runs.iter().filter(|run| run["entries"].is_array());
    let undone: BTreeSet<String> = ended()
        .filter_map(|run| run["asked"]["undo"].as_array())
        .flatten()
        .map(|token| token.as_str().unwrap().to_owned())
        .collect();
    let executed = ended().filter(|run| run["asked"]["execute"].is_object());
    executed.filter(|run| !undone.contains(&tokens_of(run)[0])).cloned().collect()
}

#[test]
fn a_kill_at_any_moment_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let plan = r#"{"version": 1, "steps": [
        {"action": "create_form", "params": {"title": "چکاپ سه"}},
        {"action": "add_field", "params": {"type": "short_text"}},
        {"action": "add_field", "params": {"type": "rating", "question": "چطور بود؟"}}
    ]}"#;
    fs::write(folder.join("plan.json"), plan).unwrap();
    let mut execute = words("form execute --confirm --store store");
    execute.extend(std::iter::repeat_n("plan.json".to_owned(), PLANS));
    let mut seed = SEED;
    let (mut acknowledged, mut losses, mut interrupted, mut all) = (BTreeSet::new(), Vec::new(), 0, 0);
    let mut tried = 0;
    let (points, enough) = if is_full() { (POINTS, 100) } else { (SAMPLED_POINTS, 25) };
    for point in 0..MAX_POINTS {
        if point >= points && all > enough && interrupted > 5 {
            break;
        }
        tried += 1;
        if point % POINTS_PER_STORE == 0 && point > 0 {
            fs::remove_dir_all(folder.join("store")).unwrap();
            all += acknowledged.len();
            acknowledged.clear();
        }
        let micros = random(&mut seed) % 3_000;
        // Some moments are before the first acknowledgement, while the store is opened or created.
        let lines = random(&mut seed) % (PLANS as u64 + 1);
        if point % 3 == 2 && folder.join("store/forms.db").exists() {
            // Undo the whole run, which happens completely or not at all.
            let audit = json(folder, "audit");
            let Some(run) = open(&audit).pop() else { continue };
            let mut undo = words("form undo --store store");
            undo.extend(tokens_of(&run));
            killed(folder, &undo, "undo", 0, micros);
        } else {
            // The first store is also created by a process that is killed.
            let said = if point % 3 == 1 {
                killed_at_change(folder, &execute, "run ", 1 + random(&mut seed) % 12)
            } else {
                killed(folder, &execute, "run ", lines, micros)
            };
            acknowledged.extend(said.iter().map(|line| line[4..line.find(':').unwrap()].parse::<u64>().unwrap()));
        }
        if !folder.join("store/forms.db").exists() {
            continue;
        }
        let audit = json(folder, "audit");
        interrupted += audit.as_array().unwrap().iter().filter(|run| run["entries"].is_null()).count();
        losses.extend(faults(&json(folder, "show"), &audit, &acknowledged));
    }
    // Write directly to standard error, which is also shown for a successful test.
    writeln!(
        stderr(),
        "form store, kill -9: {tried} points tried, {interrupted} times a run found begun, {} losses",
        losses.len()
    )
    .unwrap();
    assert_eq!(losses, Vec::<String>::new());
    assert!(all > enough && interrupted > 5, "{all} runs, {interrupted} interrupted");

    let run = open(&json(folder, "audit")).pop().unwrap();
    let mut undo = words("form undo --store store");
    undo.extend(tokens_of(&run));
    assert!(run_ok(folder, &undo));
    for token in tokens_of(&run) {
        let again = self::run(folder, &words(&format!("form undo --store store {token}")));
        assert_eq!(again.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&again.stderr).contains("TOKEN_USED"));
    }

    // Controls: a lost run, a lost form and a partial form are detected.
    let audit = json(folder, "audit");
    let forms = json(folder, "show");
    acknowledged.insert(1 << 40);
    assert_eq!(faults(&forms, &json(folder, "audit"), &acknowledged).len(), 1 + undone_alone(&audit));
    let mut fewer = forms.clone();
    fewer.as_array_mut().unwrap().pop();
    let mut half = forms;
    half[0]["fields"].as_array_mut().unwrap().pop();
    for spoiled in [fewer, half] {
        assert!(faults(&spoiled, &audit, &BTreeSet::new()).len() > undone_alone(&audit));
    }
}

fn run_ok(folder: &Path, arguments: &[String]) -> bool {
    run(folder, arguments).status.success()
}

/// Returns the number of runs that redeemed a used token on purpose. They failed as expected.
fn undone_alone(audit: &Value) -> usize {
    let runs = audit.as_array().unwrap().iter();
    runs.filter(|run| run["entries"].as_array().is_some_and(|entries| entries.len() == 1)).count()
}
