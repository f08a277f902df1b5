//! `planwright snapshot diff`: the drift of an org, and what it breaks.

use planwright_contracts::render;
use planwright_engines::org::{self, Break, Change, Planned};
use serde_json::{Value, json};

use super::load;
use crate::args::{self, Format};
use crate::exit::{Failure, Outcome};
use crate::input::{self, Input};
use crate::{human, output};

/// Prints every change and what it breaks. Found is a broken blueprint, or without blueprints a change that can break one.
pub(super) fn run(args: &args::SnapshotDiff) -> Result<Outcome, Failure> {
    let inputs = input::read_below(&args.blueprints)?;
    let load = |source: &String| load::snapshot(std::slice::from_ref(source));
    let (old, new) = match (load(&args.old), load(&args.new)) {
        (Ok(old), Ok(new)) => (old, new),
        (Err(ended), _) | (_, Err(ended)) => return ended,
    };
    let Some(plans) = plans(&inputs) else { return Ok(Outcome::Findings) };
    let changes = org::diff(&old, &new);
    let breaks = org::impact(&old, &new, &changes, &plans);
    let drift = Drift { inputs: &inputs, plans: &plans, changes: &changes, breaks: &breaks };
    match args.format {
        Format::Human => drift.print(),
        Format::Json => outln!("{:#}", drift.json()),
    }
    let found = if inputs.is_empty() {
        changes.iter().any(|change| change.kind.is_breaking())
    } else {
        breaks.iter().any(|broken| broken.finding.is_error())
    };
    Ok(if found { Outcome::Findings } else { Outcome::Fine })
}

/// The blueprints of all files, or `None` after printing why one is none.
fn plans(inputs: &[Input]) -> Option<Vec<Planned>> {
    let mut plans = Vec::new();
    let mut refused = false;
    for input in inputs {
        match input.text.clone().and_then(|text| org::plans(&input.name, &text)) {
            Ok(found) => plans.extend(found),
            Err(report) => {
                human::tell(&input.name, input.shown(), &report);
                refused = true;
            }
        }
    }
    (!refused).then_some(plans)
}

/// All that is said about two snapshots.
struct Drift<'d> {
    inputs: &'d [Input],
    plans: &'d [Planned],
    changes: &'d [Change],
    breaks: &'d [Break],
}

impl Drift<'_> {
    fn print(&self) {
        for (index, change) in self.changes.iter().enumerate() {
            let mark = if change.kind.is_breaking() { '!' } else { ' ' };
            outln!("{mark} {}: {}", place(change), change.kind);
            let broken = self.broken(index);
            for &plan in &broken {
                outln!("    breaks {}", self.named(plan));
            }
            let touched = (0..self.plans.len()).filter(|plan| change.kind.is_breaking() && !broken.contains(plan));
            for plan in touched.filter(|&plan| change.field.is_some() && self.plans[plan].uses(change)) {
                outln!("    is used by {}", self.named(plan));
            }
        }
        if !self.changes.is_empty() {
            outln!("");
        }
        for input in self.inputs {
            human::print(&input.name, input.shown(), &self.report(input));
        }
        let breaking = self.changes.iter().filter(|change| change.kind.is_breaking()).count();
        let broken = (0..self.plans.len()).filter(|&plan| self.is_broken(plan)).count();
        output::count("changes", self.changes.len());
        output::count("broken", broken);
        let of_blueprints = if self.inputs.is_empty() {
            String::new()
        } else {
            format!("; {broken} of {} broken", human::some(self.plans.len(), "blueprint"))
        };
        outln!(
            "{}, {breaking} of which can break a blueprint{of_blueprints}",
            human::some(self.changes.len(), "change")
        );
    }

    /// The blueprints that a change breaks, or makes suspicious, each once.
    fn broken(&self, change: usize) -> Vec<usize> {
        let mut plans: Vec<usize> =
            self.breaks.iter().filter(|broken| broken.changes.contains(&change)).map(|broken| broken.plan).collect();
        plans.dedup();
        plans
    }

    fn is_broken(&self, plan: usize) -> bool {
        self.breaks.iter().any(|broken| broken.plan == plan && broken.finding.is_error())
    }

    fn named(&self, plan: usize) -> String {
        let planned = &self.plans[plan];
        format!("{} in {}: {}", planned.plan.name, planned.file, planned.classes().join(", "))
    }

    /// What is newly wrong in one file, with places.
    fn report(&self, input: &Input) -> planwright_contracts::Report {
        let found = self.breaks.iter().filter(|broken| self.plans[broken.plan].file == input.name);
        org::located(input.shown(), found.map(|broken| broken.finding.clone()).collect())
    }

    /// `{"changes": [{"object", "field", "change", …, "breaking", "breaks": […], "used_by": […]}], "files": […]}`; a
    /// blueprint is `{"blueprint", "file", "pointer", "classes"}`, a file is what `check --format json` says of one.
    fn json(&self) -> Value {
        let changes = self.changes.iter().enumerate().map(|(index, change)| {
            let mut entry = json!(change);
            let broken = self.broken(index);
            let users = (0..self.plans.len()).filter(|&plan| change.field.is_some() && self.plans[plan].uses(change));
            entry["breaking"] = json!(change.kind.is_breaking());
            entry["breaks"] = broken.iter().map(|&plan| self.plan(plan)).collect();
            entry["used_by"] = users.map(|plan| self.plan(plan)).collect();
            entry
        });
        let files = self.inputs.iter().map(|input| render::json(&input.name, input.shown(), &self.report(input)));
        json!({ "changes": changes.collect::<Vec<_>>(), "files": files.collect::<Vec<_>>() })
    }

    fn plan(&self, plan: usize) -> Value {
        let planned = &self.plans[plan];
        json!({
            "blueprint": planned.plan.name,
            "file": planned.file,
            "pointer": planned.at,
            "classes": planned.classes(),
        })
    }
}

fn place(change: &Change) -> String {
    change.field.as_ref().map_or_else(|| change.object.clone(), |field| format!("{}.{field}", change.object))
}
