//! Tests the fix commands with valid and hostile plans: correct exit code, unchanged repository, no panic.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

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

fn task(id: &str, dependencies: &[&str]) -> Value {
    json!({
        "id": id, "title": "t", "rationale": "r", "acceptance": ["a"], "dependencies": dependencies,
        "edits": [{"action": "create_file", "path": format!("src/{id}.txt"), "instructions": "i"}],
    })
}

fn plan(tasks: &[Value]) -> Value {
    json!({
        "plan_version": "1.0",
        "overview": {"primary_issue": "p", "risk_level": "low", "summary": "s"},
        "tasks": tasks,
        "tests": {"commands": ["touch ran"], "stop_on_failure": true},
        "metadata": {"created_at": "2026-01-06T10:00:00Z", "model": "m", "fix_attempt": 1},
    })
}

/// Returns the plan with the value at a pointer replaced by any text.
fn with(pointer: &str, text: &str) -> String {
    let mut document = plan(&[task("T1", &[])]);
    *document.pointer_mut(pointer).unwrap() = json!("@@");
    document.to_string().replace("\"@@\"", text)
}

const RUN: [&str; 9] =
    ["fix", "run", "plan.json", "--repo", "repo", "--execute", "--yes", "--allow-dirty", "--editor-command"];

#[test]
fn hostile_plans_touch_nothing() {
    let good = plan(&[task("T1", &[])]).to_string();
    let deep = "[".repeat(100_000);
    for (text, wanted) in [
        (String::new(), "PARSE_ERROR"),
        (format!("Here is the plan:\n{good}"), "PARSE_ERROR"),
        (format!("```json\n{good}\n```"), "PARSE_ERROR"),
        (format!("{good} Good luck!"), "PARSE_ERROR"),
        (format!("{good}{good}"), "PARSE_ERROR"),
        (good.replacen('{', "{\"plan_version\": \"1.0\", ", 1), "DUPLICATE_KEY"),
        (good.replacen('{', "{\"extra\": 1, ", 1), "UNKNOWN_FIELD"),
        ("null".to_owned(), "TYPE_MISMATCH"),
        (deep.clone(), "PARSE_ERROR"),
        (with("/overview/summary", &(deep + &"]".repeat(100_000))), "PARSE_ERROR"),
        (with("/overview/summary", "null"), "TYPE_MISMATCH"),
        (with("/overview/summary", "NaN"), "PARSE_ERROR"),
        (with("/overview/summary", r#""\udc00""#), "PARSE_ERROR"),
        (with("/plan_version", "1.0"), "TYPE_MISMATCH"),
        (with("/tasks", "[]"), "TOO_FEW_ITEMS"),
        (with("/tasks", "{}"), "TYPE_MISMATCH"),
        (with("/tasks/0/id", "1e300"), "TYPE_MISMATCH"),
        (with("/tasks/0/id", "\"T۱\""), "PATTERN_MISMATCH"),
        (with("/tasks/0/dependencies", "null"), "TYPE_MISMATCH"),
        (with("/tasks/0/edits/0/action", "null"), "TYPE_MISMATCH"),
        (with("/tasks/0/edits/0/path", "\"../out.txt\""), "INVALID_PATH"),
        (with("/tasks/0/edits/0/path", "\"/etc/passwd\""), "INVALID_PATH"),
        (with("/tasks/0/edits/0/path", r#""a\u0000b""#), "INVALID_PATH"),
        (with("/tests/stop_on_failure", "\"true\""), "TYPE_MISMATCH"),
        (with("/metadata/fix_attempt", "1e300"), "OUT_OF_RANGE"),
        (with("/metadata/fix_attempt", "0"), "OUT_OF_RANGE"),
        (with("/metadata/created_at", "\"2026-02-30T10:00:00Z\""), "FORMAT_MISMATCH"),
        (plan(&[task("T1", &["T2"]), task("T2", &["T1"])]).to_string(), "DEPENDENCY_CYCLE"),
        (plan(&[task("T1", &[]), task("T1", &[])]).to_string(), "DUPLICATE_TASK_ID"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        fs::create_dir(folder.join("repo")).unwrap();
        fs::write(folder.join("plan.json"), &text).unwrap();
        let run = [&RUN[..], &["touch"]].concat();
        let commands: [&[&str]; 4] =
            [&["fix", "check", "plan.json"], &["fix", "order", "plan.json"], &["fix", "graph", "plan.json"], &run];
        for command in commands {
            let output = planwright(folder, command);
            assert_eq!(code(&output), 1, "{text:.200}: {}", printed(&output));
            assert!(printed(&output).contains(wanted), "{wanted} for {text:.200}: {:.900}", printed(&output));
        }
        assert_eq!(fs::read_dir(folder.join("repo")).unwrap().count(), 0);
        assert!(!folder.join("plan.json.journal").exists());
    }
}

#[test]
fn ten_thousand_tasks_are_ordered_and_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::create_dir(folder.join("repo")).unwrap();
    let next = |number: u32| if number < 9_999 { vec![format!("T{}", number + 1)] } else { Vec::new() };
    let tasks: Vec<Value> = (0..10_000)
        .map(|number| {
            let next = next(number);
            task(&format!("T{number}"), &next.iter().map(String::as_str).collect::<Vec<_>>())
        })
        .collect();
    fs::write(folder.join("plan.json"), plan(&tasks).to_string()).unwrap();
    let order = planwright(folder, &["fix", "order", "plan.json"]);
    assert_eq!(code(&order), 0);
    let listed = String::from_utf8_lossy(&order.stdout).into_owned();
    let ids: Vec<&str> = listed.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!((ids.len(), ids[0], ids[9_999]), (10_000, "T9999", "T0"));
    let dry = planwright(folder, &["fix", "run", "plan.json", "--repo", "repo", "--dry-run", "--allow-dirty"]);
    assert_eq!(code(&dry), 0);
    let drawing = planwright(folder, &["fix", "graph", "plan.json", "--format", "svg"]);
    assert_eq!(String::from_utf8_lossy(&drawing.stdout).matches("<line ").count(), 9_999);
    for format in ["mermaid", "dot"] {
        let graph = planwright(folder, &["fix", "graph", "plan.json", "--format", format]);
        assert_eq!(code(&graph), 0);
        assert!(String::from_utf8_lossy(&graph.stdout).matches("> t").count() >= 9_999);
    }
    assert_eq!(fs::read_dir(folder.join("repo")).unwrap().count(), 0);
}

/// A large plan is drawn on sheets of limited size. They contain every task once, and every arrow as a line or as text.
#[test]
fn a_large_drawing_is_on_sheets() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let tasks: Vec<Value> = (0..1_000_usize)
        .map(|number| {
            let waits: Vec<String> =
                [1, 7, 90].iter().filter_map(|back| number.checked_sub(*back)).map(|one| format!("T{one}")).collect();
            task(&format!("T{number}"), &waits.iter().map(String::as_str).collect::<Vec<_>>())
        })
        .collect();
    fs::write(folder.join("plan.json"), plan(&tasks).to_string()).unwrap();
    let output = planwright(folder, &["fix", "graph", "plan.json", "--sheets", "drawing"]);
    assert_eq!(printed(&output), "wrote 84 sheets into drawing\n");
    let sheet = |number: usize| fs::read_to_string(folder.join(format!("drawing/sheet-{number}.svg"))).unwrap();
    let all: Vec<String> = (1..=84).map(sheet).collect();
    let count = |what: &str| all.iter().map(|text| text.matches(what).count()).sum::<usize>();
    assert_eq!(count("<rect class=\"card\""), 1_000);
    for text in &all {
        assert!(text.len() < 20_000, "{}", text.len());
        assert!(roxmltree::Document::parse(text).is_ok());
    }
    // Of each twelve tasks in a row, 11 arrows to the next task stay on the sheet, and 5 to the seventh.
    assert_eq!(count("class=\"line\""), 83 * 11 + 3 + 83 * 5);
    // A line to a task further below goes around the tasks between.
    assert_eq!((count("<line "), count("<polyline ")), (83 * 11 + 3, 83 * 5));
    assert!(all[1].contains(">after T5 (sheet 1), 1 more<"), "{}", all[1]);
    assert!(all[9].contains(">after T18 (sheet 2), 2 more<"), "{}", all[9]);

    fs::write(folder.join("plan.json"), plan(&[task("T1", &[]), task("T2", &["T1"])]).to_string()).unwrap();
    fs::write(folder.join("drawing/mine.svg"), "<svg/>").unwrap();
    let output = planwright(folder, &["fix", "graph", "plan.json", "--sheets", "drawing"]);
    assert_eq!(printed(&output), "wrote 1 sheet into drawing\n");
    let names = fs::read_dir(folder.join("drawing")).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<_> = names.collect();
    names.sort();
    assert_eq!(names, [".planwright", "mine.svg", "sheet-1.svg"], "earlier sheets were removed, other files were not");
    fs::write(folder.join("drawing/sheet-1.svg"), "mine").unwrap();
    let output = planwright(folder, &["fix", "graph", "plan.json", "--sheets", "drawing"]);
    assert!(code(&output) == 2 && printed(&output).contains("sheet-1.svg already exists"), "{}", printed(&output));
}

/// The style sheet defines each colour class for light and for dark pages.
#[test]
fn a_drawing_is_readable_on_light_and_on_dark() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("plan.json"), plan(&[task("T1", &[]), task("T2", &["T1"])]).to_string()).unwrap();
    let output = planwright(folder, &["fix", "graph", "plan.json", "--format", "svg"]);
    assert_eq!(code(&output), 0, "{}", printed(&output));
    let svg = String::from_utf8_lossy(&output.stdout).into_owned();
    let (style, drawing) = svg.split_once("</style>").expect("a style sheet");
    let (light, dark) = style.split_once("@media (prefers-color-scheme: dark)").expect("colours for dark pages");
    let classes: Vec<&str> = drawing.split("class=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    for class in ["sheet", "card", "ink", "line", "head"] {
        assert!(classes.contains(&class), "{class}: {classes:?}");
    }
    for class in classes {
        let rule = format!(".{class} {{");
        assert!(light.contains(&rule) && dark.contains(&rule), "{class}");
    }
    assert!(!drawing.contains("fill=") && !drawing.contains("stroke=\""), "a colour of its own: {drawing}");
    assert_eq!(drawing.matches("<text ").count(), drawing.matches("<text class=\"ink\"").count());
}

/// Control: a valid plan makes the changes that the hostile ones must not make.
#[cfg(unix)]
#[test]
fn a_good_plan_touches_the_repository() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::create_dir_all(folder.join("repo/src")).unwrap();
    fs::write(folder.join("plan.json"), plan(&[task("T1", &[])]).to_string()).unwrap();
    let output = planwright(folder, &[&RUN[..], &["touch src/T1.txt"]].concat());
    assert_eq!(code(&output), 0, "{}", printed(&output));
    assert!(folder.join("repo/ran").exists() && folder.join("repo/src/T1.txt").exists());
    assert!(folder.join("plan.json.journal").exists());
}
