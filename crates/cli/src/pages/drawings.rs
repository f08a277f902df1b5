//! Adds drawings of workflows and fix plans.

use std::fmt::Write as _;

use planwright_contracts::{check, fix_plan};
use planwright_fix::{self as fix, order};
use planwright_source::Syntax;
use planwright_workflow::{self as workflow, load_text, load_yaml};

use super::PagesArgs;
use super::site::{PageBlock, Site, heading, table};
use planwright_project::exit::Failure;
use planwright_project::input;

pub(super) fn add(site: &mut Site, args: &PagesArgs) -> Result<(), Failure> {
    for input in input::read_all(&args.workflow)? {
        let load = if matches!(Syntax::from_path(&input.name), Syntax::Yaml) { load_yaml } else { load_text };
        let loaded = input.text.clone().and_then(|text| load(&text));
        let loaded = loaded.map_err(|report| Failure::one(format!("{}: {report}", input.name)))?;
        let blocks = drawn(site, "Workflow", &input.name, workflow::sheets(&loaded.draft));
        site.add("graph", &input.name, input.name.as_str(), blocks);
    }
    for input in input::read_all(&args.fix_plan)? {
        let plan = input.text.clone().and_then(|text| check::<fix_plan::Fix>(&text, &()));
        let plan = plan.map_err(|report| Failure::one(format!("{}: {report}", input.name)))?;
        let mut blocks = drawn(site, "Fix plan", &input.name, fix::sheets(&plan));
        let rows = order(&plan).into_iter().map(|task| {
            let waits = task.dependencies.as_deref().unwrap_or_default().join(", ");
            vec![task.id.clone(), task.title.clone(), waits]
        });
        let rows = table("Tasks in execution order", &["Task", "Title", "After"], rows.collect());
        blocks.push(rows);
        site.add("graph", &input.name, input.name.as_str(), blocks);
    }
    Ok(())
}

/// Returns the sheets of a drawing, with headings if there are several.
fn drawn(site: &mut Site, kind: &str, name: &str, sheets: Vec<String>) -> Vec<PageBlock> {
    let count = sheets.len();
    let mut blocks = Vec::new();
    for (index, sheet) in sheets.into_iter().enumerate() {
        let mut about = format!("{kind} {name}");
        if count > 1 {
            let _ = write!(about, ", sheet {} of {count}", index + 1);
            blocks.push(heading(format!("Sheet {} of {count}", index + 1)));
        }
        blocks.push(site.draw(name, sheet, about));
    }
    blocks
}
