//! Adds a page for each blueprint file: its actions, the fields of each guardrail, findings, and the class.

use planwright_contracts::action_blueprint::Context;
use planwright_org as org;
use planwright_templates::{CLASSES_DIR, Options, lower, render};
use serde_json::Value;

use super::project::findings;
use super::site::{PageBlock, Site, code, heading, table};
use planwright_project::config::Config;
use planwright_project::exit::Failure;
use planwright_project::finding;
use planwright_project::input;
use planwright_project::report::CommandReport;

pub(super) fn add(site: &mut Site, config: &Config) -> Result<(), Failure> {
    let paths = config.apex.blueprints.as_deref().unwrap_or_default();
    let paths: Vec<String> = paths.iter().map(|path| config.folder.join(path).display().to_string()).collect();
    let snapshot =
        config.apex.snapshot.as_ref().map(|path| planwright_project::snapshot::configured(&config.folder, path));
    let mut refused = CommandReport::new();
    let Some(context) = planwright_project::snapshot::context(snapshot.as_ref(), &mut refused)? else {
        return Err(Failure::all(refused.findings().iter().map(ToString::to_string)));
    };
    let context = Context { no_standard: config.apex.standard == Some(false), ..context };
    for input in input::read_all(&input::files_of(&paths)?)? {
        let checked = input.text.clone().and_then(|text| org::check_file(&text, &context));
        let (report, actions) = match &checked {
            Ok(batch) => (&batch.warnings, batch.actions.as_slice()),
            Err(report) => (report, &[][..]),
        };
        let text = input.known_text();
        let value: Value = serde_json::from_str(text).unwrap_or_default();
        let mut blocks = Vec::new();
        for blueprint in blueprints(&value) {
            blocks.extend(of_blueprint(blueprint));
        }
        blocks.push(heading("Findings"));
        blocks.push(findings(&finding::of_report(&input.name, text, report)));
        for action in actions {
            let bundle = render(&lower(action), &Options::default());
            let path = format!("{CLASSES_DIR}/{}.cls", bundle.class_name);
            for file in bundle.files.iter().filter(|file| file.path.ends_with(&path) || file.path == path) {
                blocks.push(heading(format!("Class {}", bundle.class_name)));
                blocks.push(code("The class, with its guards highlighted", &file.text, |line| {
                    line.contains("uardrail") || line.contains("_MODE")
                }));
            }
        }
        let title = value["label"].as_str().or(value["name"].as_str()).unwrap_or(&input.name);
        site.add("blueprint", &input.name, title, blocks);
    }
    Ok(())
}

/// Returns the blueprint of a file, or all blueprints of an envelope.
fn blueprints(value: &Value) -> Vec<&Value> {
    match value["actions"].as_array() {
        Some(actions) => actions.iter().collect(),
        None => vec![value],
    }
}

fn of_blueprint(blueprint: &Value) -> Vec<PageBlock> {
    let text = |name: &str| blueprint[name].as_str().unwrap_or_default().to_owned();
    let name = text("name");
    let facts = [
        ("Name", name.clone()),
        ("Does", format!("{} of {}", text("operation"), text("targetSObject"))),
        ("About", text("description")),
        ("Category", text("category")),
    ];
    let facts = facts.into_iter().filter(|(_, value)| !value.is_empty()).collect();
    vec![
        heading(format!("What {name} does")),
        PageBlock::Facts(facts),
        heading(format!("Guardrails of {name}")),
        matrix(blueprint),
    ]
}

/// Returns a table with a row for each input and a column for each guardrail.
fn matrix(blueprint: &Value) -> PageBlock {
    let guardrails: Vec<&Value> = blueprint["guardrails"].as_array().into_iter().flatten().collect();
    let kinds: Vec<&str> = guardrails.iter().map(|one| one["type"].as_str().unwrap_or("?")).collect();
    let head: Vec<&str> = ["Field", "Input", "Type"].into_iter().chain(kinds).collect();
    let rows = blueprint["inputs"].as_array().into_iter().flatten().map(|input| {
        let text = |name: &str| input[name].as_str().unwrap_or_default().to_owned();
        let field = text("fieldApiName");
        let cells = guardrails.iter().map(|one| looks_at(one, &field));
        [field.clone(), text("apiName"), text("dataType")].into_iter().chain(cells).collect()
    });
    table("Fields by guardrail", &head, rows.collect())
}

/// Describes what a guardrail does with a field. A guardrail without a field checks the request as a whole.
fn looks_at(guardrail: &Value, field: &str) -> String {
    let params = &guardrail["params"];
    let one = params["field"].as_str().into_iter();
    let named: Vec<&str> =
        one.chain(params["fields"].as_array().into_iter().flatten().filter_map(Value::as_str)).collect();
    let word = if named.is_empty() {
        "request"
    } else if named.iter().any(|name| name.eq_ignore_ascii_case(field)) {
        "yes"
    } else {
        ""
    };
    word.to_owned()
}
