//! Graphviz DOT output, with one cluster per participant. All strings are quoted.

use std::fmt::Write as _;

use super::link::{LinkKind, Point};
use super::model::Model;
use planwright_drawing::{line, visible};

pub(super) fn render(model: &Model) -> String {
    let mut out = String::from("digraph workflow {\n");
    let _ = writeln!(out, "  label={}; labelloc=t; fontsize=18;", quoted(&line(&model.title)));
    out.push_str("  fontname=\"Helvetica\"; rankdir=TB; nodesep=0.4; ranksep=0.6;\n");
    out.push_str("  node [fontname=\"Helvetica\", shape=box, style=\"rounded,filled\", fillcolor=white];\n");
    out.push_str("  edge [fontname=\"Helvetica\", fontsize=11];\n");
    for (index, lane) in model.lanes.iter().enumerate() {
        let title = if lane.note.is_empty() { lane.name.clone() } else { format!("{}, {}", lane.name, lane.note) };
        let _ = writeln!(
            out,
            "  subgraph cluster_{index} {{\n    label={}; style=\"rounded,filled\"; fillcolor=\"#f3f5f9\"; color=\"#aab3c2\";",
            quoted(&line(&title))
        );
        for (at, step) in model.steps.iter().enumerate().filter(|(_, step)| step.lane == index) {
            let mut lines = vec![line(&step.title)];
            lines.extend((!step.collects.is_empty()).then(|| line(&format!("collects {}", step.collects))));
            lines.extend(step.sees.iter().map(|sees| line(sees)));
            let _ = writeln!(out, "    {} [label={}];", name(Point::Step(at)), quoted(&lines.join("\n")));
        }
        out.push_str("  }\n");
    }
    for (at, step) in model.steps.iter().enumerate() {
        if step.starts {
            let _ = writeln!(
                out,
                "  {} [label=\"\", xlabel=\"start\", shape=circle, width=0.2, fillcolor=\"#1c2330\"];",
                name(Point::Start(at))
            );
        }
        if model.links.iter().any(|link| link.to == Point::End(at)) {
            let _ = writeln!(
                out,
                "  {} [label=\"\", xlabel=\"end\", shape=doublecircle, width=0.15, fillcolor=\"#1c2330\"];",
                name(Point::End(at))
            );
        }
    }
    for link in &model.links {
        let mut attributes = Vec::new();
        if !link.label.is_empty() {
            attributes.push(format!("label={}", quoted(&line(&link.label))));
        }
        if link.back {
            attributes.push("style=dashed, constraint=false".to_owned());
        }
        if link.kind == LinkKind::Otherwise {
            attributes.push("color=\"#6b7485\"".to_owned());
        }
        let _ = writeln!(out, "  {} -> {} [{}];", name(link.from), name(link.to), attributes.join(", "));
    }
    out.push_str("}\n");
    out
}

fn name(point: Point) -> String {
    match point {
        Point::Start(index) => format!("start_{index}"),
        Point::Step(index) => format!("action_{index}"),
        Point::End(index) => format!("end_{index}"),
    }
}

/// Returns a quoted string. Graphviz interprets escapes and entities in labels.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars().map(visible) {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\n' => out.push_str("\\n"),
            '\r' | '\t' => out.push(' '),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
