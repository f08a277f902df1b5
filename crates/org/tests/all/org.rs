//! Tests of the org, one folder per case: `tests/cases/org/<case>`.
//!
//! `import/` contains the files to import, `snapshot.json` the expected snapshot, `blueprints/` the files to check
//! against it, and `findings.txt` the expected findings. A case with `old/` and `new/` compares two orgs.
//! `UPDATE_EXPECT=1` rewrites the expected files, but never if `CI` is set.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::golden;

use planwright_contracts::action_blueprint::{Context, Snapshot};
use planwright_contracts::{Report, check, render};
use planwright_generated::action_blueprint::SchemaSnapshot;
use planwright_org::{FileReport, check_file, codes, diff, filled_in, impact, import, located, plans};

type Files = Vec<(String, Vec<u8>)>;

#[test]
fn every_case_has_the_expected_findings_and_snapshot() {
    let mut failures = Vec::new();
    for case in cases() {
        let mut said = String::new();
        if case.join("old").is_dir() {
            compare(&case, &mut said);
        } else if !case.join("import").is_dir() {
            check_blueprints(&case, &Context::default(), &mut said);
        } else if let Some(snapshot) = import_folder(&case, "import", &mut said) {
            let text = serde_json::to_string_pretty(&snapshot).unwrap() + "\n";
            check::<Snapshot>(&text, &()).unwrap();
            failures.extend(golden::compare_file(&case, "snapshot.json", text).err());
            let context = Context { snapshot: Some(filled_in(snapshot)), ..Context::default() };
            check_blueprints(&case, &context, &mut said);
        } else {
            failures.extend(golden::compare_optional(&case, "snapshot.json", None).err());
        }
        failures.extend(golden::compare_file(&case, "findings.txt", said).err());
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn check_blueprints(case: &Path, context: &Context, said: &mut String) {
    for (path, text) in texts(case) {
        let (Ok(report) | Err(report)) = check_file(&text, context).map(|batch| batch.warnings);
        *said += &lines(&path, &text, &report);
    }
}

#[test]
fn standard_objects_can_be_left_unchecked() {
    let case = cases().into_iter().find(|case| case.ends_with("standard")).unwrap();
    let context = Context { no_standard: true, ..Context::default() };
    for (path, text) in texts(&case) {
        let (Ok(found) | Err(found)) = check_file(&text, &Context::default()).map(|batch| batch.warnings);
        assert_eq!(found.is_empty(), path.ends_with("known.json") && !path.ends_with("unknown.json"), "{path}");
        assert!(check_file(&text, &context).is_ok_and(|batch| batch.warnings.is_empty()), "{path}");
    }
}

#[test]
fn every_code_has_a_case() {
    let said: String = cases().iter().filter_map(|case| fs::read_to_string(case.join("findings.txt")).ok()).collect();
    let has_example =
        |info: &planwright_contracts::codes::CodeInfo| said.contains(&format!("{}[{}]", info.severity, info.code));
    let missing: BTreeSet<_> = codes().into_iter().filter(|info| !has_example(info)).map(|info| info.code).collect();
    assert!(missing.is_empty(), "no case shows {missing:?}");
}

#[test]
fn encodings_are_refused_by_name() {
    let field = "<CustomField><fullName>A__c</fullName><type>Text</type></CustomField>";
    let utf16: Vec<u8> = format!("\u{feff}{field}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let marked = [b"\xEF\xBB\xBF".as_slice(), field.as_bytes()].concat();
    let latin = field.replace("A__c", "\u{e9}").chars().map(|letter| letter as u8).collect::<Vec<_>>();
    let zero = field.replace("A__c", "A\0").into_bytes();
    for (bytes, words) in [(utf16, "UTF-16"), (marked, "byte order mark"), (latin, "not UTF-8"), (zero, "zero byte")] {
        let path = "objects/A__c/fields/A__c.field-meta.xml".to_owned();
        let reports = import(&[(path.clone(), bytes)]).unwrap_err();
        assert_eq!((reports.len(), reports[0].path.as_str(), reports[0].report.len()), (1, path.as_str(), 1));
        let error = &reports[0].report[0];
        assert!(error.message.contains(words) && error.span.is_some() && error.help.is_some(), "{error:?}");
    }
}

#[test]
fn hostile_metadata_is_harmless() {
    let path = "objects/A__c/fields/A__c.field-meta.xml".to_owned();
    let deep = "<a>".repeat(200_000) + &"</a>".repeat(200_000);
    let wide = format!("<CustomField>{}</CustomField>", "<x/>".repeat(600_000));
    for text in [deep, wide, String::new(), "<".to_owned(), "<?xml encoding".to_owned(), "\u{202e}<a".to_owned()] {
        let reports = import(&[(path.clone(), text.into_bytes())]).unwrap_err();
        assert!(reports[0].report.has_errors());
    }
}

#[test]
fn imports_are_deterministic_and_idempotent() {
    for case in cases() {
        let Some(text) = fs::read_to_string(case.join("snapshot.json")).ok() else { continue };
        let again = import(&[("snapshot.json".to_owned(), text.clone().into_bytes())]).unwrap().snapshot;
        assert_eq!(serde_json::to_string_pretty(&again).unwrap() + "\n", text, "{}", case.display());
        assert_eq!(diff(&again, &again), []);
    }
}

/// Imports a folder of the case, and appends the findings to `said`.
fn import_folder(case: &Path, folder: &str, said: &mut String) -> Option<SchemaSnapshot> {
    let imported = import(&files(case, folder));
    let print = |reports: &[FileReport], said: &mut String| {
        for file in reports {
            said.push_str(&lines(&file.path, &file.text, &file.report));
        }
    };
    match imported {
        Ok(imported) => {
            print(&imported.warnings, said);
            Some(imported.snapshot)
        }
        Err(reports) => {
            print(&reports, said);
            None
        }
    }
}

fn compare(case: &Path, said: &mut String) {
    let mut taken = |folder: &str| filled_in(import_folder(case, folder, said).unwrap());
    let (old, new) = (taken("old"), taken("new"));
    let texts = texts(case);
    let planned: Vec<_> = texts.iter().flat_map(|(path, text)| plans(path, text).unwrap()).collect();
    let changes = diff(&old, &new);
    let breaks = impact(&old, &new, &changes, &planned);
    for (index, change) in changes.iter().enumerate() {
        let field = change.field.as_deref().unwrap_or("-");
        writeln!(said, "{} {field}: {}", change.object, change.kind).unwrap();
        for broken in breaks.iter().filter(|broken| broken.changes.contains(&index)) {
            let classes = planned[broken.plan].classes().join(", ");
            writeln!(said, "    {} {}: {classes}", broken.finding.severity, broken.finding.code).unwrap();
        }
        for user in planned.iter().filter(|planned| change.field.is_some() && planned.uses(change)) {
            writeln!(said, "    used by {}", user.plan.name).unwrap();
        }
    }
    for (path, text) in &texts {
        let about = breaks.iter().filter(|broken| planned[broken.plan].file == *path);
        *said += &lines(path, text, &located(text, about.map(|broken| broken.finding.clone()).collect()));
    }
}

/// Formats each finding as a line `file:line:column severity[CODE] pointer: message (help)`.
fn lines(path: &str, text: &str, report: &Report) -> String {
    let json = render::json(path, text, report);
    let word = |one: &serde_json::Value, member: &str| one[member].as_str().unwrap_or("-").to_owned();
    let all = json["diagnostics"].as_array().unwrap().iter().map(|one| {
        format!(
            "{path}:{}:{} {}[{}] {}: {} ({})\n",
            one["line"],
            one["column"],
            word(one, "severity"),
            word(one, "code"),
            word(one, "pointer"),
            word(one, "message"),
            word(one, "help")
        )
    });
    all.collect()
}

fn cases() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/org");
    entries(&root).into_iter().filter(|path| path.is_dir()).collect()
}

fn texts(case: &Path) -> Vec<(String, String)> {
    files(case, "blueprints").into_iter().map(|(path, bytes)| (path, String::from_utf8(bytes).unwrap())).collect()
}

/// Returns the files below a folder of the case, sorted by their path relative to the case.
fn files(case: &Path, folder: &str) -> Files {
    let mut found = Files::new();
    let mut pending = vec![case.join(folder)];
    while let Some(next) = pending.pop() {
        if next.is_dir() {
            pending.extend(entries(&next));
        } else if let Ok(bytes) = fs::read(&next) {
            found.push((next.strip_prefix(case).unwrap().to_str().unwrap().to_owned(), bytes));
        }
    }
    found.sort();
    found
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.sort();
    all
}
