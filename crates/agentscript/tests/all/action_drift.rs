//! Tests of changed signatures: cases as folders, and library classes with a flow, a function and a script each.
//!
//! A folder below `tests/cases/action-drift` has a project in `old` and one in `new`; `findings.txt` contains the
//! expected findings. `UPDATE_EXPECT=1` rewrites it, but never if `CI` is set.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use planwright_agentscript::action_drift::{ActionDrift, ActionProject, codes, compare};
use planwright_agentscript::{InvocableClass, fragment, read_class};
use serde_json::{Map, json};

use crate::agent_script::{below, cases, finding_lines, has_all_codes, library, root};
use crate::golden;

fn project(folder: &Path) -> ActionProject {
    let mut paths = Vec::new();
    below(folder, &mut paths);
    let mut project = ActionProject::default();
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.strip_prefix(folder.parent().unwrap()).unwrap().to_str().unwrap().to_owned();
        let kind = match name.rsplit_once('.').map(|(_, ending)| ending) {
            _ if name.ends_with("/sfdx-project.json") => {
                let read: serde_json::Value = serde_json::from_str(&text).unwrap();
                project.namespace = read["namespace"].as_str().map(str::to_owned);
                continue;
            }
            Some("cls") => &mut project.classes,
            Some("agent") => &mut project.scripts,
            _ if name.contains("/flows/") => &mut project.flows,
            _ => &mut project.functions,
        };
        kind.push((name, text));
    }
    project
}

/// Folder of the cases with two projects.
const CASES: &str = "tests/cases/action-drift";

fn describe_drift(drift: &ActionDrift) -> String {
    format!("{} actions, {} calls\n{}", drift.actions, drift.calls, finding_lines(&drift.reports))
}

#[test]
fn every_case_of_two_projects_finds_what_it_expects() {
    let found = |case: &PathBuf| describe_drift(&compare(&project(&case.join("old")), &project(&case.join("new"))));
    let wrong: Vec<_> =
        cases(CASES).iter().filter_map(|case| golden::compare_file(case, "findings.txt", found(case)).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_code_of_changed_actions_has_a_case() {
    has_all_codes(CASES, codes::ALL);
}

/// Returns callers that pass each input of a class and read each of its outputs.
fn callers(class: &InvocableClass, text: &str, script: Option<String>) -> ActionProject {
    let (request, response) = (class.wrapper("Request").unwrap(), class.wrapper("Response").unwrap());
    let mut flow = format!(
        "<Flow><actionCalls><name>Go</name><actionName>{}</actionName><actionType>apex</actionType>",
        class.name
    );
    for field in &request.fields {
        write!(flow, "<inputParameters><name>{}</name></inputParameters>", field.name).unwrap();
    }
    for field in &response.fields {
        write!(flow, "<outputParameters><name>{}</name></outputParameters>", field.name).unwrap();
    }
    flow += "</actionCalls></Flow>";
    let function = format!(
        "<GenAiFunction><invocationTarget>{}</invocationTarget><invocationTargetType>apex</invocationTargetType></GenAiFunction>",
        class.name
    );
    let schema = |fields: &[planwright_agentscript::InvocableParam]| {
        let properties: Map<_, _> = fields.iter().map(|field| (field.name.clone(), json!({}))).collect();
        let required: Vec<&str> =
            fields.iter().filter(|field| field.required).map(|field| field.name.as_str()).collect();
        json!({ "required": required, "properties": properties }).to_string()
    };
    let file = |path: &str, text: String| (path.to_owned(), text);
    ActionProject {
        classes: vec![file("classes/A.cls", text.to_owned())],
        flows: vec![file("flows/Go.flow-meta.xml", flow)],
        functions: vec![
            file("genAiFunctions/F/F.genAiFunction-meta.xml", function),
            file("genAiFunctions/F/input/schema.json", schema(&request.fields)),
            file("genAiFunctions/F/output/schema.json", schema(&response.fields)),
        ],
        scripts: script.map(|text| file("bundles/A/A.agent", text)).into_iter().collect(),
        namespace: None,
    }
}

/// Returns sources of the class, each with one change that breaks callers. Flows ignore case.
fn mutants(class: &InvocableClass, text: &str) -> Vec<(String, String)> {
    let mut all = vec![
        ("the class is gone".to_owned(), text.replacen("class DynamicAction_", "class Other_", 1)),
        ("no invocable method".to_owned(), text.replacen("@InvocableMethod(", "@Other(", 1)),
        (
            "the method is not static".to_owned(),
            text.replacen("public static List<Response>", "public List<Response>", 1),
        ),
        ("a list of texts".to_owned(), text.replacen("invoke(List<Request> ", "invoke(List<String> ", 1)),
        (
            "a new required input".to_owned(),
            text.replacen(
                "class Request {",
                "class Request {\n@InvocableVariable(required=true) public String fresh;",
                1,
            ),
        ),
    ];
    let wrappers = ["Request", "Response"].map(|name| class.wrapper(name).unwrap());
    for field in wrappers.iter().flat_map(|wrapper| &wrapper.fields) {
        let declared = format!(" {} {};", field.apex_type, field.name);
        let (before, behind) = text.split_at(field.span.start - field.apex_type.len() - 2);
        let mut add = |what: &str, to: String| {
            let at = behind.find(&declared).unwrap_or_else(|| panic!("{declared} is not in {behind:.60}"));
            let changed = format!("{before}{}{to}{}", &behind[..at], &behind[at + declared.len()..]);
            all.push((format!("{} {what}", field.name), changed));
        };
        add("has another name", format!(" {} renamedField;", field.apex_type));
        add("is a Blob", format!(" Blob {};", field.name));
        add("is a list of lists", format!(" List<List<{}>> {};", field.apex_type, field.name));
    }
    all
}

#[test]
fn every_changed_signature_is_reported_in_every_caller() {
    let (mut tried, mut missed) = (0, Vec::new());
    // Every sixth class yields hundreds of mutants, which is enough.
    for (action, scripts) in library().into_iter().step_by(6) {
        let text = &scripts.classes[0].1;
        let class = read_class(text).unwrap();
        let old = callers(&class, text, Some(fragment(&class, &action).unwrap()));
        // Control: the comparison of equal projects reports nothing.
        let same = compare(&old, &old);
        assert_eq!((same.actions, same.calls), (1, 3), "{action}");
        assert_eq!(describe_drift(&same).lines().count(), 1, "{action}: {}", describe_drift(&same));
        for (what, mutant) in mutants(&class, text) {
            assert_ne!(&mutant, text, "{action}: {what}");
            tried += 1;
            let mut new = old.clone();
            new.classes[0].1.clone_from(&mutant);
            let drift = compare(&old, &new);
            // Agent scripts only receive errors as a string.
            let is_for_agents = !what.starts_with("errors ");
            for kind in ["flows/", "genAiFunctions/", "bundles/"] {
                let is_told = kind != "bundles/" || is_for_agents;
                if is_told && !drift.reports.iter().any(|file| file.path.starts_with(kind) && file.report.has_errors())
                {
                    missed.push(format!("{action}: {what}: nothing in {kind}"));
                }
            }
            // Second control: callers that were updated with the class are valid.
            if what.ends_with("has another name") {
                let changed = read_class(&mutant).unwrap();
                let along = callers(&changed, &mutant, fragment(&changed, &action).ok());
                let drift = compare(&old, &along);
                assert!(
                    drift.reports.iter().all(|file| !file.report.has_errors()),
                    "{action}: {what}: {}",
                    describe_drift(&drift)
                );
            }
        }
    }
    assert!(tried >= 100, "{tried} mutants");
    assert!(missed.is_empty(), "of {tried} mutants {} are missed:\n{}", missed.len(), missed.join("\n"));
}

/// Selects the files of one kind.
type PickFiles = fn(&mut ActionProject) -> &mut Vec<(String, String)>;

#[test]
fn truncated_callers_never_panic() {
    let case = root("tests/cases/action-drift/broken");
    let (old, whole) = (project(&case.join("old")), project(&case.join("new")));
    let picks: [PickFiles; 3] =
        [|project| &mut project.flows, |project| &mut project.functions, |project| &mut project.scripts];
    for pick in picks {
        let count = pick(&mut whole.clone()).len();
        for index in 0..count {
            let length = pick(&mut whole.clone())[index].1.len();
            for end in (0..length).step_by(41) {
                let mut cut = whole.clone();
                pick(&mut cut)[index].1.truncate(end);
                let _ = compare(&old, &cut);
            }
        }
    }
}
