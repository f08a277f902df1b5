//! Tests the form commands from the user's view: from a request to forms and back, unusable stores, and hostile input.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use planwright_forms::codes;
use serde_json::{Value, json};

fn planwright(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_planwright")).args(arguments).current_dir(folder).output().unwrap()
}

fn printed(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap_or(-1)
}

fn parsed(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", printed(output)))
}

const REQUEST: &str = "یک فرم جدید بساز و دو سوال پاسخ کوتاه اضافه کن، اسم فرم را چکاپ سه بگذار";
const EXECUTE: [&str; 6] = ["form", "execute", "plan.json", "--store", "forms", "--confirm"];

/// Creates a folder with a plan of three steps.
fn planned() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let output = planwright(folder.path(), &["form", "plan", REQUEST]);
    assert_eq!(code(&output), 0, "{}", printed(&output));
    fs::write(folder.path().join("plan.json"), &output.stdout).unwrap();
    folder
}

fn store(folder: &Path) -> Option<Vec<u8>> {
    fs::read(folder.join("forms/forms.db")).ok()
}

#[cfg(unix)]
#[test]
fn a_store_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = planned();
    assert_eq!(code(&planwright(folder.path(), &EXECUTE)), 0);
    let files: Vec<_> = fs::read_dir(folder.path().join("forms")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.iter().any(|file| file.ends_with("forms.db")), "{files:?}");
    for file in files {
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o077, 0, "{}", file.display());
    }
}

#[test]
fn a_request_becomes_forms_and_is_taken_back() {
    let folder = planned();
    let folder = folder.path();
    let preview = planwright(folder, &["form", "preview", "plan.json", "--store", "forms"]);
    assert_eq!(code(&preview), 0);
    assert!(
        printed(&preview).contains("creates the form 1 \"\u{2068}چکاپ سه\u{2069}\" as a draft"),
        "{}",
        printed(&preview)
    );
    assert!(printed(&preview).contains("فرم «\u{2068}چکاپ سه\u{2069}» با شناسهٔ ۱"), "{}", printed(&preview));
    let unconfirmed = planwright(folder, &EXECUTE[..5]);
    assert_eq!(code(&unconfirmed), 1);
    assert!(printed(&unconfirmed).contains("--confirm"));
    assert_eq!(store(folder), None, "neither writes anything");

    let done = planwright(folder, &EXECUTE);
    assert_eq!(code(&done), 0, "{}", printed(&done));
    assert!(printed(&done).contains("run 1: 3 of 3 steps done"), "{}", printed(&done));
    let form = parsed(&planwright(folder, &["form", "show", "--store", "forms", "1", "--format", "json"]));
    assert_eq!(form[0]["title"], "چکاپ سه");
    assert_eq!(form[0]["fields"].as_array().unwrap().len(), 2);
    for (find, code_wanted) in [("چكاپ\u{200c}سه", 0), ("چ\u{64e}کاپ", 0), ("چهار", 1)] {
        let found = planwright(folder, &["form", "show", "--store", "forms", "--find", find]);
        assert_eq!(code(&found), code_wanted, "{find}");
    }

    let undo = ["form", "undo", "--store", "forms", "undo-1-1", "undo-1-2", "undo-1-3"];
    let undone = planwright(folder, &undo);
    assert_eq!(code(&undone), 0, "{}", printed(&undone));
    assert!(printed(&undone).starts_with("undo-1-3: a field of form 1 was removed\nundo-1-2:"), "{}", printed(&undone));
    let again = planwright(folder, &undo);
    assert_eq!(code(&again), 1);
    assert!(printed(&again).contains(codes::TOKEN_USED));
    let unknown = planwright(folder, &["form", "undo", "--store", "forms", "\u{202e}undo"]);
    assert!(printed(&unknown).contains(codes::TOKEN_UNKNOWN) && !printed(&unknown).contains('\u{202e}'));
    let audit = parsed(&planwright(folder, &["form", "audit", "--store", "forms", "--format", "json"]));
    let entries: Vec<usize> =
        audit.as_array().unwrap().iter().map(|run| run["entries"].as_array().unwrap().len()).collect();
    assert_eq!(entries, [3, 3, 1, 1]);
    assert_eq!(code(&planwright(folder, &["form", "audit", "--store", "forms"])), 0);
    assert_eq!(parsed(&planwright(folder, &["form", "show", "--store", "forms", "--format", "json"])), json!([]));
}

#[test]
fn steps_before_a_failing_one_stay_and_can_be_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let steps = json!([
        {"action": "create_form", "params": {}},
        {"action": "publish_form", "params": {"id": 9}},
        {"action": "create_form", "params": {}}
    ]);
    fs::write(folder.join("plan.json"), json!({"version": 1, "steps": steps}).to_string()).unwrap();
    let preview = planwright(folder, &["form", "preview", "plan.json"]);
    assert_eq!(code(&preview), 1);
    assert!(printed(&preview).contains("step 2 of 3 steps would fail"), "{}", printed(&preview));
    let done = planwright(folder, &EXECUTE);
    assert_eq!(code(&done), 1);
    assert!(printed(&done).contains("run 1: 1 of 3 steps done") && printed(&done).contains(codes::FORM_NOT_FOUND));
    assert!(printed(&done).contains("plan.json:1:"), "the place is named: {}", printed(&done));
    assert_eq!(code(&planwright(folder, &["form", "undo", "--store", "forms", "undo-1-1"])), 0);
}

#[test]
fn models_answers_are_plans_or_none() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let lone = r#"{"version":1,"steps":[{"action":"open_results","params":{"id":5}}]}"#;
    for (answer, code_wanted, words) in [
        (r#"{"none": true}"#, 1, "the model declined"),
        (lone, 1, "SINGLE_STEP_NAVIGATION"),
        (r#"{"none": true, "steps": []}"#, 1, "AMBIGUOUS_NONE"),
        ("```json\n{\"none\": true}\n```", 1, "PARSE_ERROR"),
        (
            r#"{"version":1,"steps":[{"action":"create_form","params":{"title":"  ب ","more":1}}]}"#,
            0,
            "\"title\": \"ب\"",
        ),
    ] {
        fs::write(folder.join("answer.json"), answer).unwrap();
        let output = planwright(folder, &["form", "plan", "--mode", "llm", "answer.json"]);
        assert_eq!(code(&output), code_wanted, "{answer}");
        assert!(printed(&output).contains(words), "{answer}: {}", printed(&output));
        assert!(!String::from_utf8_lossy(&output.stdout).contains("more"), "unknown members are dropped");
    }
    fs::write(folder.join("answer.json"), lone).unwrap();
    assert!(
        printed(&planwright(folder, &["form", "preview", "answer.json"])).contains("FORM_NOT_FOUND"),
        "a lone step is valid"
    );
    fs::write(folder.join("answer.json"), r#"{"none": true}"#).unwrap();
    assert!(printed(&planwright(folder, &["form", "preview", "answer.json"])).contains("the model declined"));
    for (request, word, english, persian) in [
        ("فرم ۳ را حذف کن", "حذف کن", "no step of a plan does this", "این کار را انجام نمی‌دهد"),
        ("فرم ۳ رو منتشر نکنین", "منتشر نکنین", "the request contains a negation", "چه کاری انجام نشود"),
        ("publish form 3", "", "reads Persian", "فقط فارسی می‌خواند"),
    ] {
        let output = planwright(folder, &["form", "plan", request]);
        assert_eq!((code(&output), output.stdout.len()), (1, 0), "{request}");
        for words in [word, english, persian] {
            assert!(printed(&output).contains(words), "{request}: {}", printed(&output));
        }
    }
}

#[test]
fn limits_come_from_options_and_from_a_file() {
    let folder = planned();
    let folder = folder.path();
    let fields = |arguments: &[&str]| {
        let request = "فرم جدید بساز با نه سوال";
        parsed(&planwright(folder, &[&["form", "plan", request], arguments].concat()))["steps"]
            .as_array()
            .unwrap()
            .len()
            - 1
    };
    fs::write(folder.join("limits.json"), r#"{"filters": {"arshline_ai_plan_internal_max_fields": 4}}"#).unwrap();
    assert_eq!(fields(&[]), 6);
    let cut = planwright(folder, &["form", "plan", "فرم جدید بساز با نه سوال"]);
    assert!(printed(&cut).contains("9 questions are requested, the plan adds 6"), "{}", printed(&cut));
    assert_eq!(fields(&["--max-fields", "8"]), 8);
    assert_eq!(fields(&["--context", "limits.json"]), 4);
    assert_eq!(fields(&["--context", "limits.json", "--max-fields", "2"]), 2);
    let tight = planwright(folder, &["form", "preview", "plan.json", "--max-steps", "2"]);
    assert_eq!(code(&tight), 1);
    assert!(printed(&tight).contains("TOO_MANY_STEPS"));
}

/// Unusable stores, each with the expected code.
#[cfg(unix)]
#[test]
fn stores_that_are_no_use_are_left_as_they_are() {
    let filled = planned();
    assert_eq!(code(&planwright(filled.path(), &EXECUTE)), 0);
    let good = store(filled.path()).unwrap();
    let spoiled = |find: &[u8], put: &[u8]| {
        let at = good.windows(find.len()).position(|window| window == find).unwrap();
        [&good[..at], put, &good[at + find.len()..]].concat()
    };
    let mut newer = good.clone();
    // The application version in the header of an SQLite file.
    newer[63] = 9;
    for (content, wanted) in [
        (spoiled(b"short_text", b"short_texT"), codes::STORE_CORRUPT),
        (spoiled(b"form store", b"form stork"), codes::STORE_CORRUPT),
        (good[..good.len() / 2].to_vec(), codes::STORE_CORRUPT),
        (b"SQLite format 3\0".to_vec(), codes::STORE_CORRUPT),
        (Vec::new(), codes::STORE_CORRUPT),
        (b"8086ee31 {\"format\":1,\"log\":\"planwright form store\"}\n".to_vec(), codes::STORE_CORRUPT),
        (newer, codes::STORE_NEWER),
    ] {
        let name = String::from_utf8_lossy(&content[..content.len().min(60)]).into_owned();
        let folder = planned();
        let folder = folder.path();
        fs::create_dir(folder.join("forms")).unwrap();
        fs::write(folder.join("forms/forms.db"), &content).unwrap();
        for command in [&EXECUTE[..], &["form", "undo", "--store", "forms", "x"], &["form", "show", "--store", "forms"]]
        {
            let output = planwright(folder, command);
            assert_eq!(code(&output), 2, "{name}");
            assert!(printed(&output).contains(&format!("error[{wanted}]")), "{name}: {}", printed(&output));
            assert!(printed(&output).contains("help:"));
            assert_eq!(store(folder).unwrap(), content);
        }
    }
}

#[cfg(unix)]
#[test]
fn a_store_in_use_or_out_of_room_is_told() {
    let folder = planned();
    let folder = folder.path();
    assert_eq!(code(&planwright(folder, &EXECUTE)), 0);
    let before = store(folder);
    let holder = fs::File::open(folder.join("forms/forms.db.lock")).unwrap();
    holder.try_lock().unwrap();
    let output = planwright(folder, &EXECUTE);
    assert_eq!(code(&output), 2);
    assert!(printed(&output).contains("error[STORE_LOCKED]"), "{}", printed(&output));
    drop(holder);
    // Limit the file size of this process to 1 KiB, and ignore the signal that would end it.
    let binary = env!("CARGO_BIN_EXE_planwright");
    let script = format!("trap '' XFSZ; ulimit -f 2; {binary} {}", EXECUTE.join(" "));
    let limited = |limit: &str| {
        let script = script.replace("-f 2", limit);
        Command::new("sh").args(["-c", &script]).current_dir(folder).stdin(Stdio::null()).output().unwrap()
    };
    let full = limited("-f 1");
    assert_eq!(code(&full), 2, "{}", printed(&full));
    assert!(printed(&full).contains("error[STORE_"), "{}", printed(&full));
    assert_eq!(store(folder), before);
    assert_eq!(code(&planwright(folder, &EXECUTE)), 0, "it can be used again");
}

#[test]
fn hostile_plans_change_nothing() {
    let many = |count: usize| {
        let steps: Vec<_> = (0..count).map(|_| json!({"action": "create_form", "params": {}})).collect();
        json!({"version": 1, "steps": steps}).to_string()
    };
    let step = |step: &str| format!(r#"{{"version": 1, "steps": [{step}]}}"#);
    let create = |title: &str| step(&format!(r#"{{"action": "create_form", "params": {{"title": {title}}}}}"#));
    let publish = |id: &str| step(&format!(r#"{{"action": "publish_form", "params": {{"id": {id}}}}}"#));
    for (text, wanted) in [
        (String::new(), "PARSE_ERROR"),
        ("null".to_owned(), "TYPE_MISMATCH"),
        ("NaN".to_owned(), "PARSE_ERROR"),
        (many(10_000), "TOO_MANY_STEPS"),
        ("[".repeat(100_000), "PARSE_ERROR"),
        (create(&("[".repeat(100_000) + &"]".repeat(100_000))), "PARSE_ERROR"),
        (create("null"), "TYPE_MISMATCH"),
        (create("7"), "TYPE_MISMATCH"),
        (create(r#""\ud800""#), "PARSE_ERROR"),
        (create("\"a\", \"title\": \"b\""), "DUPLICATE_KEY"),
        (publish("1e300"), "INVALID_ID"),
        (publish("-1"), "INVALID_ID"),
        (publish("1.5"), "INVALID_ID"),
        (publish("18446744073709551616"), "INVALID_ID"),
        (publish("NaN"), "PARSE_ERROR"),
        (publish("\"۳\""), "TYPE_MISMATCH"),
        (publish("9007199254740993"), "FORM_NOT_FOUND"),
        (step("null"), "TYPE_MISMATCH"),
        (step(r#"{"action": null}"#), "TYPE_MISMATCH"),
        (step(r#"{"action": "drop_forms"}"#), "INVALID_ACTION"),
        (step(r#"{"action": "add_field", "params": {"type": "rating", "index": 1e300}}"#), "_"),
        (r#"{"version": "1", "steps": 3}"#.to_owned(), "INVALID_VERSION"),
    ] {
        let folder = planned();
        let folder = folder.path();
        assert_eq!(code(&planwright(folder, &EXECUTE)), 0);
        let before = parsed(&planwright(folder, &["form", "show", "--store", "forms", "--format", "json"]));
        fs::write(folder.join("plan.json"), &text).unwrap();
        let output = planwright(folder, &EXECUTE);
        assert_eq!(code(&output), 1, "{text:.80}: {}", printed(&output));
        assert!(printed(&output).contains(wanted), "{wanted} for {text:.80}: {:.900}", printed(&output));
        assert!(!printed(&output).contains("panicked"));
        assert_eq!(parsed(&planwright(folder, &["form", "show", "--store", "forms", "--format", "json"])), before);
    }
}

#[test]
fn texts_are_stored_as_written_and_shown_harmless() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let title = "\u{202e}علي\u{200c}ك\u{2069} \u{1b}[2J\n٣";
    let steps = json!([{"action": "create_form", "params": {"title": title}}]);
    fs::write(folder.join("plan.json"), json!({"version": 1, "steps": steps}).to_string()).unwrap();
    let done = planwright(folder, &EXECUTE);
    let shown = planwright(folder, &["form", "show", "--store", "forms"]);
    let audit = planwright(folder, &["form", "audit", "--store", "forms"]);
    for output in [&done, &shown, &audit] {
        assert_eq!(code(output), 0);
        assert!(!printed(output).contains(['\u{202e}', '\u{1b}']), "{:?}", printed(output));
        let count = |mark| printed(output).matches(mark).count();
        assert_eq!(count(['\u{2067}', '\u{2068}']), count(['\u{2069}', '\u{2069}']), "every isolate is closed");
    }
    let stored = parsed(&planwright(folder, &["form", "show", "--store", "forms", "--format", "json"]));
    assert_eq!(stored[0]["title"], title);
    let found = planwright(folder, &["form", "show", "--store", "forms", "--find", "علی ک ۳"]);
    assert_eq!(code(&found), 1, "control characters are letters of their own");
    assert_eq!(code(&planwright(folder, &["form", "show", "--store", "forms", "--find", "علی ک"])), 0);
}
