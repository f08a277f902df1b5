//! Legend of the drawing.

use std::fmt::Write as _;

use super::super::link::{LinkKind, Point};
use super::super::model::Model;
use planwright_drawing::width;

pub(super) const SIZE: i32 = 12;
const LINE: i32 = 24;

/// Draws the legend at `(left, top)` with a width of at most `limit`. Also returns its height.
pub(super) fn render(model: &Model, left: i32, top: i32, limit: i32) -> (String, i32) {
    let has = |kind| model.links.iter().any(|link| link.kind == kind);
    let mut entries: Vec<(&str, &str)> = Vec::new();
    if model.sheet.is_none() || model.steps.iter().any(|step| step.starts) {
        entries.push(("start", "start"));
    }
    if model.links.iter().any(|link| matches!(link.to, Point::End(_))) {
        entries.push(("end", "end"));
    }
    entries.push(("next", "next action"));
    if has(LinkKind::Condition) {
        entries.push(("when", "only if this is true"));
    }
    if has(LinkKind::Otherwise) {
        entries.push(("else", "if no other condition is true"));
    }
    if model.links.iter().any(|link| link.back) {
        entries.push(("back", "goes back: repeats"));
    }
    if model.steps.iter().any(|step| !step.sees.is_empty()) {
        entries.push(("eye", "who sees which data"));
    }
    let mut out = String::new();
    let (mut x, mut y) = (left, top);
    for (sign, meaning) in entries {
        let wide = 38 + width(meaning, SIZE) + 22;
        if x + wide > left + limit && x > left {
            x = left;
            y += LINE;
        }
        out.push_str(&symbol(sign, x, y));
        let _ = writeln!(
            out,
            "<text class=\"soft\" x=\"{}\" y=\"{}\" font-size=\"{SIZE}\">{meaning}</text>",
            x + 38,
            y + 4
        );
        x += wide;
    }
    (out, y - top + LINE)
}

fn symbol(sign: &str, x: i32, y: i32) -> String {
    let line = |class: &str, head: &str| {
        format!(
            "<path class=\"line {class}\" d=\"M{x} {y}H{}\"/><path class=\"head {head}\" d=\"M{} {}l8 4l-8 4z\"/>\n",
            x + 24,
            x + 22,
            y - 4
        )
    };
    match sign {
        "start" => format!("<circle class=\"ink\" cx=\"{}\" cy=\"{y}\" r=\"6\"/>\n", x + 15),
        "end" => end(x + 15, y, 7),
        "when" => line("when", "whenhead"),
        "back" => line("back", "backhead"),
        "else" => {
            format!("<rect class=\"pillelse\" x=\"{}\" y=\"{}\" width=\"26\" height=\"13\" rx=\"6\"/>\n", x + 2, y - 6)
        }
        "eye" => eye(x + 15, y),
        _ => line("", ""),
    }
}

/// Draws an end mark.
pub(super) fn end(x: i32, y: i32, radius: i32) -> String {
    format!(
        "<circle class=\"line\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/><circle class=\"ink\" cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>\n",
        radius - 4
    )
}

/// Draws the symbol for disclosed data.
pub(super) fn eye(x: i32, y: i32) -> String {
    format!(
        "<path class=\"line\" stroke-width=\"1.2\" d=\"M{} {y}q6 -6 12 0q-6 6 -12 0z\"/><circle class=\"soft\" cx=\"{x}\" cy=\"{y}\" r=\"1.8\"/>\n",
        x - 6
    )
}
