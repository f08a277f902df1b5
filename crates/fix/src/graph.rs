//! Graph of the tasks of a plan. An arrow leads from a task to the tasks that depend on it.

use std::fmt::{self, Write};

use planwright_check::Checked;
use planwright_generated::fix_plan::FixPlan;

use super::drawing;
use super::tasks::{arrows, deletes, files, plain};
use planwright_drawing::ROWS;

/// Format of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphFormat {
    /// Graphviz DOT.
    Dot,
    /// Mermaid, which Markdown renderers can draw.
    Mermaid,
    /// SVG with its own layout.
    Svg,
}

/// Draws the graph of a plan. Tasks that delete a file are highlighted, because a person must confirm them.
pub fn graph(plan: &Checked<FixPlan>, format: GraphFormat) -> String {
    let mut text = String::new();
    let written = match format {
        GraphFormat::Dot => dot(plan, &mut text),
        GraphFormat::Mermaid => mermaid(plan, &mut text),
        GraphFormat::Svg => {
            text.extend(drawing::sheets(plan, usize::MAX));
            Ok(())
        }
    };
    debug_assert!(written.is_ok(), "a string takes all that is written");
    text
}

/// Draws a plan as SVG on sheets of bounded height. Dependencies on other sheets are named on the cards.
pub fn sheets(plan: &Checked<FixPlan>) -> Vec<String> {
    drawing::sheets(plan, ROWS)
}

fn dot(plan: &FixPlan, text: &mut String) -> fmt::Result {
    writeln!(text, "digraph fix_plan {{")?;
    writeln!(text, "  node [shape=box];")?;
    for (index, task) in plan.tasks.iter().enumerate() {
        let label = format!("{}\\n{}\\n{}", dot_text(&task.id), dot_text(&task.title), files(task));
        let style = if deletes(task) { ", style=dashed" } else { "" };
        writeln!(text, "  t{index} [label=\"{label}\"{style}];")?;
    }
    for (from, to) in arrows(plan) {
        writeln!(text, "  t{from} -> t{to};")?;
    }
    writeln!(text, "}}")
}

fn mermaid(plan: &FixPlan, text: &mut String) -> fmt::Result {
    writeln!(text, "flowchart TD")?;
    for (index, task) in plan.tasks.iter().enumerate() {
        let label = format!("{}<br/>{}<br/>{}", mermaid_text(&task.id), mermaid_text(&task.title), files(task));
        writeln!(text, "  t{index}[\"{label}\"]")?;
    }
    for (from, to) in arrows(plan) {
        writeln!(text, "  t{from} --> t{to}")?;
    }
    let dashed: Vec<_> = (0..plan.tasks.len()).filter(|&index| deletes(&plan.tasks[index])).collect();
    if !dashed.is_empty() {
        writeln!(text, "  classDef deletes stroke-dasharray: 4 4")?;
        let names: Vec<_> = dashed.iter().map(|index| format!("t{index}")).collect();
        writeln!(text, "  class {} deletes", names.join(","))?;
    }
    Ok(())
}

/// Formats a string on one line for a quoted DOT string.
fn dot_text(text: &str) -> String {
    plain(text).replace('\\', "\\\\").replace('"', "\\\"")
}

/// Formats a string on one line for a Mermaid label, which may contain Markdown and HTML.
fn mermaid_text(text: &str) -> String {
    let mut safe = String::new();
    for letter in plain(text).chars() {
        if letter.is_alphanumeric() || matches!(letter, ' ' | '.' | ',' | '/' | ':' | '\u{200c}') || !letter.is_ascii()
        {
            safe.push(letter);
        } else {
            safe.extend(["#", u32::from(letter).to_string().as_str(), ";"]);
        }
    }
    safe
}
