//! Implements `planwright snapshot diff`: lists the changes of an org, and the blueprints that they break.

use std::fmt::Write as _;

use planwright_contracts::render;
use planwright_org::{self as org, Break, Change, Planned};
use planwright_source::printable_lines;
use serde_json::{Value, json};

use planwright_project::exit::{Failure, Outcome};
use planwright_project::input::{self, Input};
use planwright_project::render::Format;
use planwright_project::render::human;
use planwright_project::report::CommandReport;
use planwright_project::snapshot as load;

/// Compare two snapshots and list the blueprints and classes that break.
#[derive(Debug, clap::Args)]
pub(crate) struct SnapshotDiffArgs {
    /// Old state of the org: a snapshot, a describe file, or a folder with snapshots, describe files, metadata or a
    /// project. REVISION:PATH reads from git.
    pub old: String,
    /// New state of the org.
    pub new: String,
    /// Blueprint files, or folders with *.json files. A file contains one blueprint, an array, or an object with
    /// `actions`.
    #[arg(value_name = "BLUEPRINT")]
    pub blueprints: Vec<String>,
    /// Output format. `json` prints one object with `changes` and `files`.
    #[arg(long, value_enum, default_value = "human")]
    pub format: Format,
}

/// Reports every change and the blueprints that it breaks.
///
/// The run fails if a blueprint is broken. Without blueprints, it fails if a change can break one.
pub(crate) fn report(args: &SnapshotDiffArgs) -> CommandReport {
    CommandReport::new().collect(|report| compare(args, report))
}

fn compare(args: &SnapshotDiffArgs, report: &mut CommandReport) -> Result<Outcome, Failure> {
    report.json = Some(Value::Null);
    let inputs = input::read_below(&args.blueprints)?;
    let mut load = |source: &String| load::snapshot(std::slice::from_ref(source), report);
    let (old, new) = (load(&args.old)?, load(&args.new)?);
    let (Some(old), Some(new)) = (old, new) else { return Ok(Outcome::Findings) };
    let (old, new) = (org::filled_in(old), org::filled_in(new));
    let Some(plans) = plans(&inputs, report) else { return Ok(Outcome::Findings) };
    let changes = org::diff(&old, &new);
    let breaks = org::impact(&old, &new, &changes, &plans);
    let drift = Drift { inputs: &inputs, plans: &plans, changes: &changes, breaks: &breaks };
    report.json = Some(drift.json());
    drift.add_to(report);
    let found = if inputs.is_empty() {
        changes.iter().any(|change| change.kind.is_breaking())
    } else {
        breaks.iter().any(|broken| broken.finding.is_error())
    };
    Ok(if found { Outcome::Findings } else { Outcome::Fine })
}

/// Reads the blueprints of all files. Returns `None` if one has findings, which are added to the report.
fn plans(inputs: &[Input], report: &mut CommandReport) -> Option<Vec<Planned>> {
    let mut plans = Vec::new();
    let mut refused = false;
    for input in inputs {
        match input.text.clone().and_then(|text| org::plans(&input.name, &text)) {
            Ok(found) => plans.extend(found),
            Err(found) => {
                report.add_report(&input.name, input.known_text(), &found);
                refused = true;
            }
        }
    }
    (!refused).then_some(plans)
}

/// The differences between two snapshots.
struct Drift<'d> {
    inputs: &'d [Input],
    plans: &'d [Planned],
    changes: &'d [Change],
    breaks: &'d [Break],
}

impl Drift<'_> {
    fn add_to(&self, report: &mut CommandReport) {
        let mut text = String::new();
        for (index, change) in self.changes.iter().enumerate() {
            let mark = if change.kind.is_breaking() { '!' } else { ' ' };
            let _ = writeln!(text, "{mark} {}: {}", place(change), change.kind);
            let broken = self.broken(index);
            for &plan in &broken {
                let _ = writeln!(text, "    breaks {}", self.named(plan));
            }
            let touched = (0..self.plans.len()).filter(|plan| change.kind.is_breaking() && !broken.contains(plan));
            for plan in touched.filter(|&plan| change.field.is_some() && self.plans[plan].uses(change)) {
                let _ = writeln!(text, "    is used by {}", self.named(plan));
            }
        }
        if !self.changes.is_empty() {
            text.push('\n');
        }
        report.print(printable_lines(&text));
        for input in self.inputs {
            report.add_report(&input.name, input.known_text(), &self.report(input));
            report.subjects.push(input.name.clone());
        }
        let breaking = self.changes.iter().filter(|change| change.kind.is_breaking()).count();
        let broken = (0..self.plans.len()).filter(|&plan| self.is_broken(plan)).count();
        report.count("changes", self.changes.len());
        report.count("broken", broken);
        let of_blueprints = if self.inputs.is_empty() {
            String::new()
        } else {
            format!("; {broken} of {} broken", human::some(self.plans.len(), "blueprint"))
        };
        let changes = human::some(self.changes.len(), "change");
        report.print(format!("{changes}, {breaking} of which can break a blueprint{of_blueprints}\n"));
    }

    /// Returns the blueprints that a change breaks or may break, without duplicates.
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

    /// Returns the new findings in one file, with locations.
    fn report(&self, input: &Input) -> planwright_contracts::Report {
        let found = self.breaks.iter().filter(|broken| self.plans[broken.plan].file == input.name);
        org::located(input.known_text(), found.map(|broken| broken.finding.clone()).collect())
    }

    /// Returns `{"changes": [{"object", "field", "change", …, "breaking", "breaks": […], "used_by": […]}], "files":
    /// […]}`.
    ///
    /// A blueprint is `{"blueprint", "file", "pointer", "classes"}`. A file is an entry as in `check --format json`.
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
        let files = self.inputs.iter().map(|input| render::json(&input.name, input.known_text(), &self.report(input)));
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
