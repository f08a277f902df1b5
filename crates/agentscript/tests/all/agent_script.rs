//! Tests of Agent Script against Apex: cases as folders, fragments of the library, and classes with a mutated
//! signature.
//!
//! A folder below `tests/cases/agent-script` is a project; `findings.txt` in it contains the expected findings.
//! `UPDATE_EXPECT=1` rewrites it, but never if `CI` is set.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use planwright_agentscript::{ScriptProject, check, codes, fragment, read_class};
use planwright_contracts::action_blueprint::{Blueprint, Context};
use planwright_contracts::check as check_blueprint;
use planwright_contracts::codes::CodeInfo;
use planwright_org::FileReport;
use planwright_source::Lines;
use planwright_templates::{Options, lower, render};

use crate::golden;

pub(crate) fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

pub(crate) fn below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { below(&path, found) } else { found.push(path) }
    }
    found.sort();
}

fn project(case: &Path) -> ScriptProject {
    let mut paths = Vec::new();
    below(case, &mut paths);
    let mut project = ScriptProject::default();
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.strip_prefix(case).unwrap().to_str().unwrap().to_owned();
        let kind = match name.rsplit('/').next().and_then(|file| file.split_once('.')).map(|(_, ending)| ending) {
            Some("agent") => &mut project.scripts,
            Some("bundle-meta.xml") => &mut project.bundles,
            Some("cls") => &mut project.classes,
            Some("permissionset-meta.xml") => &mut project.permissions,
            Some("namespace") => {
                project.namespace = Some(text.trim().to_owned());
                continue;
            }
            _ => continue,
        };
        kind.push((name, text));
    }
    project
}

/// Formats the findings of files, one per line.
pub(crate) fn finding_lines(files: &[FileReport]) -> String {
    let mut said = String::new();
    for file in files {
        let lines = Lines::new(&file.text);
        for one in file.report.iter() {
            let place = lines.line_column(one.span.as_ref().map_or(0, |span| span.start));
            let help = one.help.as_deref().unwrap_or("-");
            let line = format!("{}:{}:{}", file.path, place.line, place.column);
            writeln!(said, "{line} {}[{}]: {} ({help})", one.severity, one.code, one.message).unwrap();
        }
    }
    said
}

/// Returns the folders in a folder of cases.
pub(crate) fn cases(folder: &str) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = fs::read_dir(root(folder)).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.sort();
    all
}

/// Folder of the cases with one project.
const CASES: &str = "tests/cases/agent-script";

#[test]
fn every_case_finds_what_it_expects() {
    let wrong: Vec<_> = cases(CASES)
        .iter()
        .filter_map(|case| golden::compare_file(case, "findings.txt", finding_lines(&check(&project(case)))).err())
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Asserts that the cases of a folder contain every code.
pub(crate) fn has_all_codes(folder: &str, codes: &[CodeInfo]) {
    let said: String =
        cases(folder).iter().map(|case| fs::read_to_string(case.join("findings.txt")).unwrap()).collect();
    let is_missing = |code: &&str| !said.contains(&format!("[{code}]"));
    let missing: BTreeSet<&str> = codes.iter().map(|info| info.code).filter(is_missing).collect();
    assert!(missing.is_empty(), "no case shows {missing:?}");
}

#[test]
fn every_code_has_a_case() {
    has_all_codes(CASES, codes::ALL);
}

/// Returns the class of responses that actions without outputs share.
fn shared_response() -> String {
    planwright_templates::runtime_source("PwResponse").unwrap().to_owned()
}

/// Makes the shared class of responses a class of the action, like in the Apex of other authors, so that changes of one
/// file cover inputs and outputs.
fn with_own_response(text: &str) -> String {
    if text.contains("class Response {") {
        return text.to_owned();
    }
    let shared = shared_response();
    let (_, body) = shared.split_once("class PwResponse {\n").unwrap();
    let (fields, _) = body.split_once("\n\n").unwrap();
    let fields = fields.replace(" = false;", ";").replace(" = new List<PwProblem>();", ";");
    let text = text.replace("List<PwResponse> invoke", "List<Response> invoke");
    text.replacen(
        "  public class Request {",
        &format!("  public class Response {{\n{fields}\n  }}\n  public class Request {{"),
        1,
    )
}

#[test]
fn a_response_class_of_its_own_file_is_found() {
    let (_, mut project) = library().swap_remove(0);
    project.classes[0].1 = project.classes[0].1.replace("List<Response> invoke", "List<PwResponse> invoke");
    assert!(check(&project).iter().any(|file| file.report.has_errors()), "the class is missing");
    project.classes.push(("PwResponse.cls".to_owned(), shared_response()));
    assert_eq!(finding_lines(&check(&project)), "");
    let mut class = read_class(&project.classes[0].1).unwrap();
    class.wrappers.remove("response");
    assert!(fragment(&class, "Do").is_err());
    class.add_wrappers(read_class(&shared_response()).unwrap());
    assert!(fragment(&class, "Do").unwrap().contains("reasonCode"));
}

/// Renders the class of every library blueprint, with the bundle that is written for it.
pub(crate) fn library() -> Vec<(String, ScriptProject)> {
    let mut paths = Vec::new();
    below(&root("crates/reference/blueprints"), &mut paths);
    let mut all = Vec::new();
    for path in paths {
        let blueprint = fs::read_to_string(&path).unwrap();
        let checked = check_blueprint::<Blueprint>(&blueprint, &Context::default()).unwrap();
        let bundle = render(&lower(&checked), &Options::default());
        let file = format!("{}.cls", bundle.class_name);
        let text = &bundle.files.iter().find(|one| one.path.ends_with(&file)).unwrap().text;
        let text = with_own_response(text);
        let action = bundle.class_name.trim_start_matches("DynamicAction_");
        let class = read_class(&text).unwrap_or_else(|| panic!("{action} is no class"));
        let script = fragment(&class, action).unwrap_or_else(|why| panic!("{action}: {why}"));
        let bundle = format!("aiAuthoringBundles/{action}/{action}");
        let project = ScriptProject {
            scripts: vec![(format!("{bundle}.agent"), script)],
            bundles: vec![(format!("{bundle}.bundle-meta.xml"), "<bundleType>AGENT</bundleType>".to_owned())],
            classes: vec![(file, text)],
            ..ScriptProject::default()
        };
        all.push((action.to_owned(), project));
    }
    all
}

#[test]
fn agent_scripts_of_the_library_have_no_findings() {
    let all = library();
    assert!(all.len() >= 60, "{}", all.len());
    let found: String = all.iter().map(|(_, project)| finding_lines(&check(project))).collect();
    assert_eq!(found, "");
}

/// Changes of a signature after which the script no longer fits.
const MUTATIONS: [(&str, &str, &str); 8] = [
    ("the class is called otherwise", "class DynamicAction_", "class Dynamicaction_"),
    ("no invocable method", "@InvocableMethod(", "@Other("),
    ("the method is not static", "public static List<Response> invoke", "public List<Response> invoke"),
    ("a list of texts", "invoke(List<Request> ", "invoke(List<String> "),
    ("an output is gone", "public Boolean success;", "public Boolean wasDone;"),
    ("an output in another case", "public String message;", "public String Message;"),
    ("an output of another type", "public Boolean success;", "public Time success;"),
    ("a Boolean became a date", "public Boolean confirmationRequired;", "public Date confirmationRequired;"),
];

#[test]
fn every_mutated_signature_is_reported() {
    let (mut tried, mut missed) = (0, Vec::new());
    for (action, mut project) in library() {
        let text = project.classes[0].1.clone();
        let class = read_class(&text).unwrap();
        let mut mutants: Vec<(String, String)> = MUTATIONS
            .iter()
            .filter(|(_, from, _)| text.contains(from))
            .map(|(what, from, to)| ((*what).to_owned(), text.replacen(from, to, 1)))
            .collect();
        for field in &class.wrapper("Request").unwrap().fields {
            let declared = format!(" {} {};", field.apex_type, field.name);
            let changed = |to: &str| text.replacen(&declared, to, 1);
            let other = if field.name.starts_with(char::is_uppercase) {
                field.name.to_lowercase()
            } else {
                field.name.to_uppercase()
            };
            mutants
                .push((format!("{} in another case", field.name), changed(&format!(" {} {other};", field.apex_type))));
            mutants.push((format!("{} as a Blob", field.name), changed(&format!(" Blob {};", field.name))));
            mutants.push((
                format!("{} as a list", field.name),
                changed(&format!(" List<{}> {};", field.apex_type, field.name)),
            ));
        }
        for (what, mutant) in mutants {
            assert_ne!(mutant, text, "{action}: {what}");
            tried += 1;
            project.classes[0].1 = mutant;
            if !check(&project).iter().any(|file| file.report.has_errors()) {
                missed.push(format!("{action}: {what}"));
            }
        }
    }
    assert!(tried >= 100, "{tried} mutants");
    assert!(missed.is_empty(), "of {tried} mutants {} are not named:\n{}", missed.len(), missed.join("\n"));
}

#[test]
fn truncated_files_never_panic() {
    for case in ["faults", "shape"] {
        let mut cut = project(&root(&format!("{CASES}/{case}")));
        for index in 0..cut.scripts.len() {
            let whole = cut.scripts[index].1.clone();
            for end in 0..whole.len() {
                cut.scripts[index].1 = String::from_utf8_lossy(&whole.as_bytes()[..end]).into_owned();
                let found = check(&cut);
                let of_it = found.iter().find(|file| file.path == cut.scripts[index].0);
                assert!(end > 0 || of_it.is_some_and(|file| file.report.has_errors()), "nothing is left of it");
            }
            cut.scripts[index].1 = whole;
        }
        for index in 0..cut.classes.len() {
            let whole = cut.classes[index].1.clone();
            for end in 0..whole.len() {
                cut.classes[index].1 = String::from_utf8_lossy(&whole.as_bytes()[..end]).into_owned();
                let _ = check(&cut);
            }
            cut.classes[index].1 = whole;
        }
    }
}
