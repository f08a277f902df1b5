//! Writes the drawing: background, lanes, lines, cards and labels.

use std::fmt::Write as _;

use planwright_generated::workflow_tools::ParticipantRole;

use super::super::link::{Link, LinkKind, Point};
use super::super::model::{Lane, Model};
use super::card::{self, CARD_WIDTH, Card, SMALL, TITLE_BOLD};
use super::grid::{Grid, MARK_SIZE};
use super::legend;
use super::place::{MARGIN, Places};
use super::route::{LABEL, LABEL_LINE, Plan, Way};
use planwright_drawing::{CSS, HUES, escape, wrap};

const LANE_HEAD: i32 = 62;
const FOOT: i32 = 30;

pub(super) fn render(model: &Model, cards: &[Card], grid: &Grid, plan: &Plan, places: &Places) -> String {
    let inner = places.width.max(460);
    let width = inner + 2 * MARGIN;
    let (heading, top) = heading(model, inner);
    let body = top + LANE_HEAD;
    let lanes_end = body + places.height + FOOT;
    let (legend, legend_height) = legend::render(model, MARGIN, lanes_end + 30, inner);
    let height = lanes_end + 30 + legend_height + 8;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" aria-labelledby=\"title description\">\n"
    );
    let of = sheet(model).map_or_else(String::new, |sheet| format!(", {}", sheet.to_lowercase()));
    let _ = writeln!(out, "<title id=\"title\">{}{of}</title>", escape(&model.title));
    let _ = writeln!(out, "<desc id=\"description\">{}</desc>\n<style>{CSS}</style>", escape(&model.description));
    let _ = writeln!(
        out,
        "<rect class=\"sheet\" x=\"0.5\" y=\"0.5\" width=\"{}\" height=\"{}\" rx=\"14\"/>",
        width - 1,
        height - 1
    );
    out.push_str(&heading);
    for (lane, &(left, right)) in model.lanes.iter().zip(&places.lanes) {
        out.push_str(&lane_of(lane, (MARGIN + left, MARGIN + right), (top, lanes_end)));
    }
    let _ = writeln!(out, "<g transform=\"translate({MARGIN} {body})\">");
    let corners: Vec<Vec<(i32, i32)>> = plan.ways.iter().map(|way| places.corners(way, grid)).collect();
    for (way, corners) in plan.ways.iter().zip(&corners) {
        out.push_str(&line(&model.links[way.link], corners));
    }
    for (point, cell) in &grid.cells {
        let (x, y) = places.middle(*cell, grid);
        match point {
            Point::Start(_) => {
                let _ = writeln!(out, "<circle class=\"ink\" cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>", MARK_SIZE / 2 - 1);
            }
            Point::End(_) => out.push_str(&legend::end(x, y, MARK_SIZE / 2 - 1)),
            Point::Step(index) => {
                let step = &model.steps[*index];
                let hue = model.lanes[step.lane].number % HUES;
                out.push_str(&card::render(step, &cards[*index], hue, (x - CARD_WIDTH / 2, y - cell.height / 2)));
            }
        }
    }
    let passing = passing(plan, grid.rows);
    for (index, way) in plan.ways.iter().enumerate().filter(|(_, way)| !way.label.is_empty()) {
        let others =
            passing[way.first.0].iter().filter(|other| **other != index).map(|&other| corners[other].as_slice());
        let x = label_middle(way, &corners[index], others, places);
        out.push_str(&label(&model.links[way.link], way, (x, places.label_line(way))));
    }
    out.push_str("</g>\n");
    out.push_str(&legend);
    out.push_str("</svg>\n");
    out
}

/// Draws title and description. Also returns where the lanes begin.
fn heading(model: &Model, inner: i32) -> (String, i32) {
    let mut out = String::new();
    let mut y = 26;
    for line in wrap(&model.title, 25, inner, 2) {
        y += 24;
        let _ = writeln!(
            out,
            "<text class=\"ink\" x=\"{MARGIN}\" y=\"{y}\" font-size=\"22\" font-weight=\"700\">{}</text>",
            escape(&line)
        );
    }
    y += 4;
    if let Some(line) = sheet(model) {
        y += 19;
        let _ = writeln!(out, "<text class=\"soft\" x=\"{MARGIN}\" y=\"{y}\" font-size=\"13\">{line}</text>");
    }
    for line in wrap(&model.description, 13, inner, 3) {
        y += 19;
        let _ =
            writeln!(out, "<text class=\"soft\" x=\"{MARGIN}\" y=\"{y}\" font-size=\"13\">{}</text>", escape(&line));
    }
    (out, y + 22)
}

/// Returns a label such as `Sheet 2 of 5`, if there are several sheets.
fn sheet(model: &Model) -> Option<String> {
    model.sheet.map(|(number, count)| format!("Sheet {number} of {count}"))
}

fn lane_of(lane: &Lane, (left, right): (i32, i32), (top, bottom): (i32, i32)) -> String {
    let hue = lane.number % HUES;
    let (left, right) = (left + 3, right - 3);
    let mut out = format!(
        "<rect class=\"h{hue} lane\" x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\" rx=\"10\"/>\n",
        right - left,
        bottom - top
    );
    let (x, y) = (left + 26, top + 26);
    let _ = writeln!(out, "<circle class=\"h{hue}\" cx=\"{x}\" cy=\"{y}\" r=\"14\"/>");
    let sign = match lane.role {
        Some(ParticipantRole::Organization) => format!(
            "<path class=\"onhue\" d=\"M{} {}h12v-12h-12zm2 -10h2.5v2.5h-2.5zm5.5 0h2.5v2.5h-2.5zm-5.5 4.5h2.5v2.5h-2.5zm5.5 0h2.5v2.5h-2.5z\" fill-rule=\"evenodd\"/>\n",
            x - 6,
            y + 6
        ),
        _ => format!(
            "<circle class=\"onhue\" cx=\"{x}\" cy=\"{}\" r=\"3.6\"/><path class=\"onhue\" d=\"M{} {}c0 -8 13 -8 13 0z\"/>\n",
            y - 4,
            x - 6,
            y + 8
        ),
    };
    out.push_str(&sign);
    let room = right - x - 28;
    let name = wrap(&lane.name, TITLE_BOLD, room, 1);
    let note = wrap(&lane.note, SMALL, room, 1);
    let name_y = if note.is_empty() { y + 5 } else { y - 1 };
    for (text, at, size, class, weight) in [(name, name_y, 15, "ink", 700), (note, y + 15, SMALL, "soft", 400)] {
        for text in text {
            let _ = writeln!(
                out,
                "<text class=\"{class}\" x=\"{}\" y=\"{at}\" font-size=\"{size}\" font-weight=\"{weight}\">{}</text>",
                x + 22,
                escape(&text)
            );
        }
    }
    out
}

/// Draws a line with round corners and an arrowhead.
fn line(link: &Link, corners: &[(i32, i32)]) -> String {
    let (class, head) = match (link.back, link.kind) {
        (true, _) => ("back", "backhead"),
        (false, LinkKind::Condition) => ("when", "whenhead"),
        (false, _) => ("", ""),
    };
    let Some((&(x, y), rest)) = corners.split_first() else { return String::new() };
    let mut path = format!("M{x} {y}");
    for (index, &corner) in rest.iter().enumerate() {
        let before = corners[index];
        match rest.get(index + 1) {
            None => {
                let _ = write!(path, "L{} {}", corner.0, corner.1 - 6);
            }
            Some(&after) => {
                let (enter, leave) = (towards(corner, before), towards(corner, after));
                let _ = write!(path, "L{} {}Q{} {} {} {}", enter.0, enter.1, corner.0, corner.1, leave.0, leave.1);
            }
        }
    }
    let (x, y) = corners.last().copied().unwrap_or_default();
    format!(
        "<path class=\"line {class}\" d=\"{path}\"/><path class=\"head {head}\" d=\"M{} {}h10l-5 9z\"/>\n",
        x - 5,
        y - 9
    )
}

/// Returns a point near `corner` in the direction of `other`.
fn towards(corner: (i32, i32), other: (i32, i32)) -> (i32, i32) {
    let step =
        |from: i32, to: i32| from + (to - from).clamp(-9, 9).min((to - from).abs() / 2).max(-((to - from).abs() / 2));
    (step(corner.0, other.0), step(corner.1, other.1))
}

/// Returns the routes that may cross each channel.
fn passing(plan: &Plan, rows: usize) -> Vec<Vec<usize>> {
    let mut passing = vec![Vec::new(); rows];
    for (index, way) in plan.ways.iter().enumerate() {
        let (top, bottom) = (way.from.row.min(way.to.row.saturating_sub(1)), way.from.row.max(way.to.row));
        passing.iter_mut().take(bottom + 1).skip(top).for_each(|channel| channel.push(index));
    }
    passing
}

/// Returns the position on its line at which a label covers the fewest other lines, close to the middle of the first
/// segment.
fn label_middle<'c>(
    way: &Way,
    own: &[(i32, i32)],
    others: impl Iterator<Item = &'c [(i32, i32)]>,
    places: &Places,
) -> i32 {
    let y = places.label_line(way);
    let half = way.label_width / 2;
    let (one, other) = (own[0].0, own.get(2).map_or(own[0].0, |corner| corner.0));
    let (low, high) = (one.min(other) - half + 14, one.max(other) + half - 14);
    let (least, most) = (half + 4, (places.width - half - 4).max(half + 4));
    let (low, high) = (low.clamp(least, most), high.clamp(least, most));
    let top = y - i32::try_from(way.label.len()).unwrap_or(0) * LABEL_LINE / 2 - 6;
    let bottom = 2 * y - top;
    let upright = others.flat_map(|corners| corners.windows(2)).filter(|pair| {
        let (above, below) = (pair[0].1.min(pair[1].1), pair[0].1.max(pair[1].1));
        pair[0].0 == pair[1].0 && above < bottom && below > top
    });
    let mut upright: Vec<i32> = upright.map(|pair| pair[0].0).collect();
    upright.sort_unstable();
    let left_of = |x: i32| upright.partition_point(|&line| line < x);
    let covered = |x: i32| left_of(x + half + 5) - left_of(x - half - 4);
    let wanted = i32::midpoint(one, other);
    let step = usize::try_from((high - low) / 200).unwrap_or(0).max(4);
    let places = (low..=high.max(low)).step_by(step);
    places.min_by_key(|&x| (covered(x), (x - wanted).abs())).unwrap_or(wanted)
}

fn label(link: &Link, way: &Way, (x, y): (i32, i32)) -> String {
    let class = match (link.back, link.kind) {
        (true, _) => "pillback",
        (false, LinkKind::Condition) => "pill",
        (false, _) => "pillelse",
    };
    let lines = i32::try_from(way.label.len()).unwrap_or(0);
    let height = lines * LABEL_LINE + 8;
    let top = y - height / 2;
    let mut out = format!(
        "<rect class=\"{class}\" x=\"{}\" y=\"{top}\" width=\"{}\" height=\"{height}\" rx=\"{}\"/>\n",
        x - way.label_width / 2,
        way.label_width,
        if lines > 1 { 9 } else { height / 2 }
    );
    for (index, text) in way.label.iter().enumerate() {
        let at = top + (i32::try_from(index).unwrap_or(0) + 1) * LABEL_LINE;
        let _ = writeln!(
            out,
            "<text class=\"ink\" x=\"{x}\" y=\"{at}\" font-size=\"{LABEL}\" text-anchor=\"middle\">{}</text>",
            escape(text)
        );
    }
    out
}
