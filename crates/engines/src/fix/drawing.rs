//! The tasks of a plan as SVG: what runs first at the top, each task below all that it waits for.

use std::fmt::Write as _;

use super::tasks::{arrows, deletes, files, plain};
use crate::drawing_colors::CSS;
use planwright_generated::fix_plan::{FixPlan, FixTask};
use planwright_source::markup_text;

const WIDTH: usize = 240;
const HEIGHT: usize = 70;
const LINE: usize = 18;
const GAP: usize = 40;
/// How many tasks stand beside one another.
const COLUMNS: usize = 6;
/// How many rows a sheet has, where there are several.
pub(super) const ROWS: usize = 12;
/// How many tasks of other sheets a card names.
const NAMED: usize = 1;

/// A plan, and where each task stands.
struct Drawing<'p> {
    plan: &'p FixPlan,
    arrows: Vec<(usize, usize)>,
    /// Row and column of each task, counted over all sheets.
    places: Vec<(usize, usize)>,
    /// How many rows a sheet has.
    rows: usize,
    count: usize,
}

/// The drawing on sheets of at most so many rows.
pub(super) fn sheets(plan: &FixPlan, rows: usize) -> Vec<String> {
    let arrows: Vec<(usize, usize)> = arrows(plan).into_iter().collect();
    let places = places(plan.tasks.len(), &arrows);
    let all = places.iter().map(|(row, _)| row + 1).max().unwrap_or(1);
    let rows = rows.min(all);
    let drawing = Drawing { plan, arrows, places, rows, count: all.div_ceil(rows) };
    let mut sheets: Vec<SheetParts> = (0..drawing.count).map(|_| SheetParts::default()).collect();
    for &(from, to) in &drawing.arrows {
        let (one, other) = (drawing.sheet_of(from), drawing.sheet_of(to));
        if one == other {
            sheets[one].lines.push_str(&drawing.arrow(from, to));
        } else {
            sheets[other].elsewhere.push((to, from));
        }
    }
    for sheet in &mut sheets {
        sheet.elsewhere.sort_unstable();
    }
    for (index, task) in plan.tasks.iter().enumerate() {
        let sheet = &mut sheets[drawing.sheet_of(index)];
        let waits = drawing.elsewhere(index, &sheet.elsewhere);
        sheet.cards.push_str(&drawing.card(index, task, waits));
    }
    let columns = drawing.places.iter().map(|(_, column)| column + 1).max().unwrap_or(1);
    let texts = sheets.iter().enumerate().map(|(number, sheet)| {
        let rows = rows.min(all - number * rows);
        drawing.sheet(number, (columns, rows), sheet)
    });
    texts.collect()
}

/// What stands on one sheet.
#[derive(Default)]
struct SheetParts {
    lines: String,
    cards: String,
    /// A task of the sheet, and one of another that it waits for; sorted.
    elsewhere: Vec<(usize, usize)>,
}

impl Drawing<'_> {
    fn sheet_of(&self, task: usize) -> usize {
        self.places[task].0 / self.rows
    }

    /// The height of a card; on several sheets with a line for what stands elsewhere.
    fn height(&self) -> usize {
        if self.count > 1 { HEIGHT + LINE } else { HEIGHT }
    }

    /// The upper left corner of a card on its sheet.
    fn corner(&self, task: usize) -> (usize, usize) {
        let (row, column) = self.places[task];
        (GAP + column * (WIDTH + GAP), GAP + row % self.rows * (self.height() + GAP))
    }

    fn sheet(&self, number: usize, (columns, rows): (usize, usize), parts: &SheetParts) -> String {
        let (width, height) = (columns * (WIDTH + GAP) + GAP, rows * (self.height() + GAP) + GAP);
        let of = if self.count > 1 { format!(", sheet {} of {}", number + 1, self.count) } else { String::new() };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             font-size=\"13\" role=\"img\">\n\
             <title>Fix plan{of}</title>\n<style>{CSS}</style>\n<defs><marker id=\"end\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" \
             markerWidth=\"8\" markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"head\" \
             d=\"M0 0L8 4L0 8z\"/></marker></defs>\n<rect class=\"sheet\" width=\"100%\" height=\"100%\"/>\n{}{}</svg>\n",
            parts.lines, parts.cards
        )
    }

    fn arrow(&self, from: usize, to: usize) -> String {
        let ((left, top), (other, below)) = (self.corner(from), self.corner(to));
        let (x1, y1, x2) = (left + WIDTH / 2, top + self.height(), other + WIDTH / 2);
        format!("<line class=\"line\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{below}\" marker-end=\"url(#end)\"/>\n")
    }

    fn card(&self, index: usize, task: &FixTask, waits: Option<String>) -> String {
        let (x, y) = self.corner(index);
        let dash = if deletes(task) { " stroke-dasharray=\"6 4\"" } else { "" };
        let mut text = format!(
            "<g><title>{}</title>\n<rect class=\"card\" x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{}\" rx=\"6\"{dash}/>\n",
            markup_text(&plain(&task.title)),
            self.height()
        );
        let title: String = plain(&task.title).chars().take(30).collect();
        let lines = [markup_text(&plain(&task.id)), markup_text(&title), files(task)].into_iter().chain(waits);
        for (line, words) in lines.enumerate() {
            let weight = if line == 0 { " font-weight=\"bold\"" } else { "" };
            let _ = writeln!(
                text,
                "<text class=\"ink\" x=\"{}\" y=\"{}\" text-anchor=\"middle\"{weight}>{words}</text>",
                x + WIDTH / 2,
                y + 20 + LINE * line
            );
        }
        text + "</g>\n"
    }

    /// What a task waits for on other sheets, in words.
    fn elsewhere(&self, task: usize, all: &[(usize, usize)]) -> Option<String> {
        let first = all.partition_point(|(one, _)| *one < task);
        let count = all[first..].partition_point(|(one, _)| *one == task);
        let named = all[first..first + count].iter().take(NAMED).map(|&(_, other)| {
            let id: String = plain(&self.plan.tasks[other].id).chars().take(10).collect();
            format!("{} (sheet {})", markup_text(&id), self.sheet_of(other) + 1)
        });
        let named: Vec<String> = named.collect();
        let more = if count > NAMED { format!(", {} more", count - NAMED) } else { String::new() };
        (count > 0).then(|| format!("after {}{more}", named.join(", ")))
    }
}

/// Row and column of each task: below what it waits for, rows with too many tasks go on in the next.
fn places(count: usize, arrows: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut levels: Vec<Vec<usize>> = Vec::new();
    for (task, level) in levels_of(count, arrows).into_iter().enumerate() {
        if levels.len() <= level {
            levels.resize(level + 1, Vec::new());
        }
        levels[level].push(task);
    }
    let mut places = vec![(0, 0); count];
    let mut row = 0;
    for members in levels {
        for (number, &task) in members.iter().enumerate() {
            places[task] = (row + number / COLUMNS, number % COLUMNS);
        }
        row += members.len().div_ceil(COLUMNS);
    }
    places
}

/// How many tasks stand above each at least. A checked plan has no circle.
fn levels_of(count: usize, arrows: &[(usize, usize)]) -> Vec<usize> {
    let mut waits = vec![0_usize; count];
    let mut next = vec![Vec::new(); count];
    for &(from, to) in arrows {
        waits[to] += 1;
        next[from].push(to);
    }
    let mut levels = vec![0_usize; count];
    let mut ready: Vec<usize> = (0..count).filter(|&task| waits[task] == 0).collect();
    while let Some(task) = ready.pop() {
        for &to in &next[task] {
            levels[to] = levels[to].max(levels[task] + 1);
            waits[to] -= 1;
            if waits[to] == 0 {
                ready.push(to);
            }
        }
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_stands_below_all_that_it_waits_for() {
        assert_eq!(places(4, &[(0, 1), (1, 2), (0, 2), (3, 2)]), [(0, 0), (1, 0), (2, 0), (0, 1)]);
        let many = places(8, &[(0, 7)]);
        assert_eq!((many[6], many[7]), ((1, 0), (2, 0)), "a row that is full goes on");
    }
}
