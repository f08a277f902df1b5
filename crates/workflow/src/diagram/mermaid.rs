//! Mermaid flowchart output.
//!
//! Labels are quoted. Only letters, digits and simple punctuation are written literally, and everything else as an
//! entity code. No string can therefore be parsed as syntax, Markdown or HTML.

use std::fmt::Write as _;

use super::link::{LinkKind, Point};
use super::model::{Model, Step};
use crate::yaml;
use planwright_drawing::line;

/// Colours of participants: fill and stroke.
const COLOURS: [(&str, &str); 6] = [
    ("#dbe7fb", "#3b6fd4"),
    ("#d6f1e7", "#0f8f6e"),
    ("#fbe5d6", "#b4531f"),
    ("#e8def9", "#7a4cc2"),
    ("#fadce8", "#b5356e"),
    ("#e8efc9", "#5f7a12"),
];

pub(super) fn render(model: &Model) -> String {
    let title = yaml::write(&serde_json::json!({ "title": line(&model.title) }));
    let mut out = format!("{title}---\nflowchart TD\n");
    for (index, step) in model.steps.iter().enumerate() {
        if step.starts {
            let _ = writeln!(out, "  start{index}((\"Start\"))");
        }
        let _ = writeln!(
            out,
            "  {}[\"{}\"]:::p{}",
            name(Point::Step(index)),
            label(model, step),
            step.lane % COLOURS.len()
        );
        if model.links.iter().any(|link| link.to == Point::End(index)) {
            let _ = writeln!(out, "  stop{index}(((\"End\")))");
        }
    }
    for link in &model.links {
        let arrow = match (link.back, link.kind) {
            (true, _) => "-.->",
            (false, LinkKind::Condition) => "==>",
            (false, _) => "-->",
        };
        let label = if link.label.is_empty() { String::new() } else { format!("|\"{}\"|", text(&link.label)) };
        let _ = writeln!(out, "  {} {arrow}{label} {}", name(link.from), name(link.to));
    }
    for (index, (fill, stroke)) in COLOURS.iter().enumerate().take(model.lanes.len()) {
        let _ = writeln!(out, "  classDef p{index} fill:{fill},stroke:{stroke},color:#1c2330");
    }
    out
}

fn name(point: Point) -> String {
    match point {
        Point::Start(index) => format!("start{index}"),
        Point::Step(index) => format!("a{index}"),
        Point::End(index) => format!("stop{index}"),
    }
}

fn label(model: &Model, step: &Step) -> String {
    let who = model.lanes.get(step.lane).map_or("", |lane| lane.name.as_str());
    let mut lines = vec![format!("<b>{}</b>", text(&step.title)), format!("<i>{}</i>", text(who))];
    if !step.collects.is_empty() {
        lines.push(text(&format!("collects {}", step.collects)));
    }
    lines.extend(step.sees.iter().map(|sees| text(sees)));
    lines.join("<br/>")
}

fn text(text: &str) -> String {
    let mut shown = String::new();
    for c in line(text).chars() {
        if c.is_alphanumeric() || " .,-".contains(c) {
            shown.push(c);
        } else {
            let _ = write!(shown, "#{};", u32::from(c));
        }
    }
    shown
}
