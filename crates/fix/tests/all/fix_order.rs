//! Order of the tasks of fix plans, and their graphs.

use planwright_contracts::fix_plan::Fix;
use planwright_contracts::{Checked, check_value};
use planwright_fix::{GraphFormat, graph, order};
use planwright_generated::fix_plan::FixPlan;
use serde_json::{Value, json};

/// Id, title and dependencies.
type Task<'t> = (&'t str, &'t str, &'t [&'t str]);

fn plan(tasks: &[Task<'_>]) -> Checked<FixPlan> {
    let tasks: Vec<Value> = tasks
        .iter()
        .map(|(id, title, dependencies)| {
            json!({
                "id": id, "title": title, "rationale": "r", "acceptance": ["a"], "dependencies": dependencies,
                "edits": [{"action": "modify_file", "path": "a", "instructions": "i"}]
            })
        })
        .collect();
    checked(&tasks)
}

fn checked(tasks: &[Value]) -> Checked<FixPlan> {
    let plan = json!({
        "plan_version": "1.0",
        "overview": {"primary_issue": "p", "risk_level": "low", "summary": "s"},
        "tasks": tasks,
        "tests": {"commands": ["c"], "stop_on_failure": true},
        "metadata": {"created_at": "2026-01-06T10:00:00Z", "model": "m", "fix_attempt": 1}
    });
    check_value::<Fix>(plan, &()).unwrap()
}

fn ids(plan: &Checked<FixPlan>) -> Vec<&str> {
    order(plan).iter().map(|task| task.id.as_str()).collect()
}

#[test]
fn tasks_keep_their_order_if_possible() {
    let cases: [(&[Task<'_>], &[&str]); 6] = [
        (&[("T1", "", &[]), ("T2", "", &[]), ("T3", "", &[])], &["T1", "T2", "T3"]),
        (&[("T3", "", &[]), ("T1", "", &["T3"]), ("T2", "", &[])], &["T3", "T1", "T2"]),
        (&[("T1", "", &["T3"]), ("T2", "", &[]), ("T3", "", &[])], &["T2", "T3", "T1"]),
        (&[("T1", "", &["T2"]), ("T2", "", &["T3"]), ("T3", "", &[])], &["T3", "T2", "T1"]),
        (
            &[("T1", "", &["T4"]), ("T2", "", &["T4"]), ("T3", "", &["T1", "T2"]), ("T4", "", &[])],
            &["T4", "T1", "T2", "T3"],
        ),
        (&[("T1", "", &["T2", "T2"]), ("T2", "", &[])], &["T2", "T1"]),
    ];
    for (tasks, expected) in cases {
        let named: Vec<_> = tasks.iter().map(|&(id, _, dependencies)| (id, "title", dependencies)).collect();
        assert_eq!(ids(&plan(&named)), expected);
    }
}

#[test]
fn long_chains_do_not_overflow_the_stack() {
    let names: Vec<String> = (0..5_000).map(|number| format!("T{number}")).collect();
    let next: Vec<[&str; 1]> = names.iter().skip(1).map(|name| [name.as_str()]).collect();
    let tasks: Vec<Task<'_>> = names
        .iter()
        .enumerate()
        .map(|(index, name)| (name.as_str(), "t", next.get(index).map_or(&[][..], |next| &next[..])))
        .collect();
    let plan = plan(&tasks);
    assert_eq!(ids(&plan)[..2], ["T4999", "T4998"]);
    assert_eq!(graph(&plan, GraphFormat::Dot).matches(" -> ").count(), 4_999);
}

#[test]
fn graphs_are_escaped() {
    let hostile = "say \"no\" \\ <b>\n] end #1; | `x` \u{202e}";
    let mut tasks: Vec<Value> = json!(plan(&[("T1", hostile, &["T2", "T2"]), ("T2", "پاک کن", &[])]).get())["tasks"]
        .as_array()
        .unwrap()
        .clone();
    tasks[1]["edits"] = json!([
        {"action": "delete_file", "path": "a", "instructions": "i"},
        {"action": "create_file", "path": "b", "instructions": "i"}
    ]);
    let plan = checked(&tasks);
    let dot = "digraph fix_plan {
  node [shape=box];
  t0 [label=\"T1\\nsay \\\"no\\\" \\\\ <b> ] end #1; | `x` \\n1 edit\"];
  t1 [label=\"T2\\nپاک کن\\n2 edits\", style=dashed];
  t1 -> t0;
}
";
    assert_eq!(graph(&plan, GraphFormat::Dot), dot);
    let mermaid = "flowchart TD
  t0[\"T1<br/>say #34;no#34; #92; #60;b#62; #93; end #35;1#59; #124; #96;x#96; <br/>1 edit\"]
  t1[\"T2<br/>پاک کن<br/>2 edits\"]
  t1 --> t0
  classDef deletes stroke-dasharray: 4 4
  class t1 deletes
";
    assert_eq!(graph(&plan, GraphFormat::Mermaid), mermaid);
}
