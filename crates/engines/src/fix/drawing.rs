//! The tasks of a plan as SVG: what runs first at the top, each task below all that it waits for.

use std::fmt::{self, Write};

use super::tasks::{arrows, deletes, files, plain};
use planwright_generated::fix_plan::FixPlan;

const WIDTH: usize = 240;
const HEIGHT: usize = 70;
const GAP: usize = 40;
/// How many tasks stand beside one another.
const COLUMNS: usize = 6;

/// Colours on a sheet of their own, so that the drawing is readable on a light page and on a dark one.
const CSS: &str = "
  .sheet { fill: #ffffff; }
  .ink { fill: #1b1f24; }
  .card { fill: #f6f8fa; stroke: #1b1f24; }
  .line { stroke: #57606a; } .head { fill: #57606a; }
  @media (prefers-color-scheme: dark) {
    .sheet { fill: #151a22; }
    .ink { fill: #e8ecf3; }
    .card { fill: #1f2631; stroke: #a7b1c2; }
    .line { stroke: #a7b1c2; } .head { fill: #a7b1c2; }
  }
";

/// Writes the drawing.
pub(super) fn svg(plan: &FixPlan, text: &mut String) -> fmt::Result {
    let arrows = arrows(plan);
    let places = places(plan.tasks.len(), &arrows.iter().copied().collect::<Vec<_>>());
    let columns = places.iter().map(|(_, column)| column + 1).max().unwrap_or(1);
    let rows = places.iter().map(|(row, _)| row + 1).max().unwrap_or(1);
    let (width, height) = (columns * (WIDTH + GAP) + GAP, rows * (HEIGHT + GAP) + GAP);
    writeln!(
        text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"13\" role=\"img\">"
    )?;
    writeln!(
        text,
        "<title>Fix plan</title>\n<style>{CSS}</style>\n<defs><marker id=\"end\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" \
         markerHeight=\"8\" orient=\"auto\"><path class=\"head\" d=\"M0 0L8 4L0 8z\"/></marker></defs>\n\
         <rect class=\"sheet\" width=\"100%\" height=\"100%\"/>"
    )?;
    let corner = |index: usize| {
        let (row, column) = places.get(index).copied().unwrap_or_default();
        (GAP + column * (WIDTH + GAP), GAP + row * (HEIGHT + GAP))
    };
    for (from, to) in arrows {
        let ((left, top), (other, below)) = (corner(from), corner(to));
        let (x1, y1, x2) = (left + WIDTH / 2, top + HEIGHT, other + WIDTH / 2);
        writeln!(
            text,
            "<line class=\"line\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{below}\" marker-end=\"url(#end)\"/>"
        )?;
    }
    for (index, task) in plan.tasks.iter().enumerate() {
        let (x, y) = corner(index);
        let dash = if deletes(task) { " stroke-dasharray=\"6 4\"" } else { "" };
        writeln!(text, "<g><title>{}</title>", xml(&plain(&task.title)))?;
        writeln!(
            text,
            "<rect class=\"card\" x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"6\"{dash}/>"
        )?;
        let title: String = plain(&task.title).chars().take(30).collect();
        for (line, words) in [xml(&plain(&task.id)), xml(&title), files(task)].iter().enumerate() {
            let weight = if line == 0 { " font-weight=\"bold\"" } else { "" };
            writeln!(
                text,
                "<text class=\"ink\" x=\"{}\" y=\"{}\" text-anchor=\"middle\"{weight}>{words}</text>",
                x + WIDTH / 2,
                y + 20 + 18 * line
            )?;
        }
        writeln!(text, "</g>")?;
    }
    writeln!(text, "</svg>")
}

/// Row and column of each task: below what it waits for, rows with too many tasks go on in the next.
fn places(count: usize, arrows: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut level = vec![0_usize; count];
    // As many rounds as a chain can have arrows; a checked plan has no circle.
    for _ in 0..count {
        let mut is_changed = false;
        for &(from, to) in arrows {
            if level[to] <= level[from] {
                level[to] = level[from] + 1;
                is_changed = true;
            }
        }
        if !is_changed {
            break;
        }
    }
    let levels = level.iter().copied().max().map_or(0, |last| last + 1);
    let mut places = vec![(0, 0); count];
    let mut row = 0;
    for now in 0..levels {
        let members = (0..count).filter(|&index| level[index] == now);
        let mut used = 0;
        for (number, index) in members.enumerate() {
            places[index] = (row + number / COLUMNS, number % COLUMNS);
            used = number / COLUMNS + 1;
        }
        row += used;
    }
    places
}

/// A text between the tags of XML.
fn xml(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_stands_below_all_that_it_waits_for() {
        assert_eq!(places(4, &[(0, 1), (1, 2), (0, 2), (3, 2)]), [(0, 0), (1, 0), (2, 0), (0, 1)]);
        let many = places(8, &[(0, 7)]);
        assert_eq!((many[6], many[7]), ((1, 0), (2, 0)), "a row that is full goes on");
        assert_eq!(xml("<a & \"b\">"), "&lt;a &amp; &quot;b&quot;&gt;");
    }
}
