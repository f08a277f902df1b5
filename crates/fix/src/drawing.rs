//! Draws the tasks of a plan as SVG. Tasks that run first are at the top, and each task is below its dependencies.

use std::fmt::Write as _;

use super::tasks::{arrows, deletes, files, plain};
use planwright_drawing::{CSS, SheetPlace, Sheets, escape, fit, levels, width};
use planwright_generated::fix_plan::{FixPlan, FixTask};

const WIDTH: i32 = 240;
const HEIGHT: i32 = 70;
const LINE: i32 = 18;
const GAP: i32 = 40;
const SIZE: i32 = 13;
/// Font size at which regular letters have the width of bold ones.
const BOLD: i32 = 15;
/// Width of the text on a card.
const TEXT_WIDTH: i32 = WIDTH - 20;
/// Maximum number of tasks on other sheets that a card names.
const MAX_NAMED_TASKS: usize = 1;

/// Plan with the positions of its tasks.
struct Drawing<'p> {
    plan: &'p FixPlan,
    arrows: Vec<(usize, usize)>,
    sheets: Sheets,
}

/// Draws the plan on sheets of at most `rows` rows.
pub(super) fn sheets(plan: &FixPlan, rows: usize) -> Vec<String> {
    let arrows: Vec<(usize, usize)> = arrows(plan).into_iter().collect();
    let count = plan.tasks.len();
    let sheets = Sheets::arrange(&levels(count, arrows.iter().copied()), &vec![0; count], rows);
    let drawing = Drawing { plan, arrows, sheets };
    let mut parts: Vec<SheetParts> = (0..drawing.sheets.count).map(|_| SheetParts::default()).collect();
    for &(from, to) in &drawing.arrows {
        let (one, other) = (drawing.place(from).sheet, drawing.place(to).sheet);
        if one == other {
            parts[one].lines.push_str(&drawing.arrow(from, to));
        } else {
            parts[other].elsewhere.push((to, from));
        }
    }
    for sheet in &mut parts {
        sheet.elsewhere.sort_unstable();
    }
    for (index, task) in plan.tasks.iter().enumerate() {
        let place = drawing.place(index);
        let sheet = &mut parts[place.sheet];
        sheet.size = (sheet.size.0.max(place.column + 1), sheet.size.1.max(place.row + 1));
        let waits = drawing.elsewhere(index, &sheet.elsewhere);
        sheet.cards.push_str(&drawing.card(index, task, waits));
    }
    parts.iter().enumerate().map(|(number, sheet)| drawing.sheet(number, sheet)).collect()
}

/// Content of one sheet.
#[derive(Default)]
struct SheetParts {
    lines: String,
    cards: String,
    /// Pairs of a task on the sheet and a dependency on another sheet, sorted.
    elsewhere: Vec<(usize, usize)>,
    /// Numbers of columns and rows.
    size: (usize, usize),
}

impl Drawing<'_> {
    fn place(&self, task: usize) -> SheetPlace {
        self.sheets.places[task]
    }

    /// Returns the height of a card. On several sheets, it includes a line for dependencies on other sheets.
    fn height(&self) -> i32 {
        if self.sheets.count > 1 { HEIGHT + LINE } else { HEIGHT }
    }

    /// Returns where a row or column starts, if each has the given length.
    fn start(number: usize, length: i32) -> i32 {
        i32::try_from(number).unwrap_or(i32::MAX).saturating_mul(length + GAP).saturating_add(GAP)
    }

    /// Returns the upper left corner of a card on its sheet.
    fn corner(&self, task: usize) -> (i32, i32) {
        let place = self.place(task);
        (Self::start(place.column, WIDTH), Self::start(place.row, self.height()))
    }

    fn sheet(&self, number: usize, parts: &SheetParts) -> String {
        let (columns, rows) = parts.size;
        let (width, height) = (Self::start(columns, WIDTH), Self::start(rows, self.height()));
        let count = self.sheets.count;
        let of = if count > 1 { format!(", sheet {} of {count}", number + 1) } else { String::new() };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             font-size=\"{SIZE}\" role=\"img\">\n\
             <title>Fix plan{of}</title>\n<style>{CSS}</style>\n<defs><marker id=\"end\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" \
             markerWidth=\"8\" markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"head\" \
             d=\"M0 0L8 4L0 8z\"/></marker></defs>\n<rect class=\"sheet\" width=\"100%\" height=\"100%\"/>\n{}{}</svg>\n",
            parts.lines, parts.cards
        )
    }

    /// Draws an arrow: a straight line to a task in the next row, and otherwise a line between columns and rows that
    /// crosses no card.
    fn arrow(&self, from: usize, to: usize) -> String {
        let ((left, top), (other, below)) = (self.corner(from), self.corner(to));
        let (x1, y1, x2) = (left + WIDTH / 2, top + self.height(), other + WIDTH / 2);
        if self.place(to).row == self.place(from).row + 1 {
            return format!(
                "<line class=\"line\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{below}\" marker-end=\"url(#end)\"/>\n"
            );
        }
        // Shift lines of adjacent tasks, so that they do not overlap.
        let shift = 4 * i32::try_from(from % 7).unwrap_or(3) - 12;
        let (x1, x2, between) = (x1 + 40 + shift, x2 - 40 + shift, left + WIDTH + GAP / 2 + shift);
        let (out, into) = (y1 + GAP / 2 + shift, below - GAP / 2 + shift);
        format!(
            "<polyline class=\"line\" points=\"{x1},{y1} {x1},{out} {between},{out} {between},{into} {x2},{into} {x2},{below}\" \
             marker-end=\"url(#end)\"/>\n"
        )
    }

    fn card(&self, index: usize, task: &FixTask, waits: Option<String>) -> String {
        let (x, y) = self.corner(index);
        let dash = if deletes(task) { " stroke-dasharray=\"6 4\"" } else { "" };
        let mut text = format!(
            "<g><title>{}</title>\n<rect class=\"card\" x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{}\" rx=\"6\"{dash}/>\n",
            escape(&plain(&task.title)),
            self.height()
        );
        let id = fit(&plain(&task.id), BOLD, TEXT_WIDTH);
        let lines = [id, fit(&plain(&task.title), SIZE, TEXT_WIDTH), files(task)].into_iter().chain(waits);
        let mut below = y + 20;
        for (line, words) in lines.enumerate() {
            let weight = if line == 0 { " font-weight=\"bold\"" } else { "" };
            let _ = writeln!(
                text,
                "<text class=\"ink\" x=\"{}\" y=\"{below}\" text-anchor=\"middle\"{weight}>{}</text>",
                x + WIDTH / 2,
                escape(&words)
            );
            below += LINE;
        }
        text + "</g>\n"
    }

    /// Describes the dependencies of a task on other sheets. A long name is cut, but not the sheet and the count.
    fn elsewhere(&self, task: usize, all: &[(usize, usize)]) -> Option<String> {
        let first = all.partition_point(|(one, _)| *one < task);
        let count = all[first..].partition_point(|(one, _)| *one == task);
        let more = if count > MAX_NAMED_TASKS { format!(", {} more", count - MAX_NAMED_TASKS) } else { String::new() };
        let mut room = TEXT_WIDTH - width("after ", SIZE) - width(&more, SIZE);
        let named = all[first..first + count].iter().take(MAX_NAMED_TASKS).map(|&(_, other)| {
            let sheet = format!(" (sheet {})", self.place(other).sheet + 1);
            let id = fit(&plain(&self.plan.tasks[other].id), SIZE, room - width(&sheet, SIZE));
            room -= width(&format!("{id}{sheet}, "), SIZE);
            id + &sheet
        });
        let named: Vec<String> = named.collect();
        (count > 0).then(|| format!("after {}{more}", named.join(", ")))
    }
}
