//! Splits a diagram into sheets of bounded size. The actions at both ends of a link between sheets describe it in
//! words.

use super::link::Link;
use super::model::{Model, Step};
use planwright_drawing::{ROWS, Sheets};

/// Maximum number of links to other sheets that an action names, in each direction.
const MAX_NAMED_LINKS: usize = 3;

/// Splits a diagram into sheets. Each sheet is a complete diagram.
pub(super) fn split(model: &Model) -> Vec<Model> {
    let rows: Vec<usize> = model.steps.iter().map(|step| step.row).collect();
    let lanes: Vec<usize> = model.steps.iter().map(|step| step.lane).collect();
    let sheets = Sheets::arrange(&rows, &lanes, ROWS);
    let mut parts: Vec<Model> = (0..sheets.count).map(|number| empty(model, number, sheets.count)).collect();
    // Index of each action on its sheet.
    let mut positions = Vec::new();
    for (step, place) in model.steps.iter().zip(&sheets.places) {
        let part = &mut parts[place.sheet];
        positions.push(part.steps.len());
        part.steps.push(Step { row: place.row, ..step.clone() });
    }
    let mut words = vec![SheetLinks::default(); model.steps.len()];
    for link in &model.links {
        let (from, to) = (link.from.action(), link.to.action());
        let (sheet, other) = (sheets.places[from].sheet, sheets.places[to].sheet);
        if sheet == other {
            let (from, to) = (link.from.moved(positions[from]), link.to.moved(positions[to]));
            parts[sheet].links.push(Link { from, to, ..link.clone() });
        } else {
            let label = if link.label.is_empty() { String::new() } else { format!(": {}", link.label) };
            words[from].to.add(|| format!("to {} on sheet {}{label}", model.steps[to].id, other + 1));
            words[to].from.add(|| format!("from {} on sheet {}", model.steps[from].id, sheet + 1));
        }
    }
    for ((words, place), position) in words.into_iter().zip(&sheets.places).zip(positions) {
        parts[place.sheet].steps[position].elsewhere = words.from.lines("from").chain(words.to.lines("to")).collect();
    }
    for part in &mut parts {
        keep_lanes_in_use(part, model);
    }
    parts
}

/// Creates an empty sheet.
fn empty(model: &Model, number: usize, count: usize) -> Model {
    Model {
        title: model.title.clone(),
        description: if number == 0 { model.description.clone() } else { String::new() },
        lanes: Vec::new(),
        steps: Vec::new(),
        links: Vec::new(),
        sheet: (count > 1).then_some((number + 1, count)),
    }
}

/// Adds the lanes of its actions to a sheet. A single sheet also contains lanes without actions.
fn keep_lanes_in_use(part: &mut Model, model: &Model) {
    let is_used = |lane: usize| part.sheet.is_none() || part.steps.iter().any(|step| step.lane == lane);
    let used: Vec<usize> = (0..model.lanes.len()).filter(|&lane| is_used(lane)).collect();
    for step in &mut part.steps {
        step.lane = used.partition_point(|&lane| lane < step.lane);
    }
    part.lanes = used.iter().map(|&lane| model.lanes[lane].clone()).collect();
}

/// Links of an action to and from other sheets.
#[derive(Clone, Default)]
struct SheetLinks {
    from: FirstLinks,
    to: FirstLinks,
}

/// First few descriptions, and the total number.
#[derive(Clone, Default)]
struct FirstLinks {
    first: Vec<String>,
    count: usize,
}

impl FirstLinks {
    fn add(&mut self, words: impl FnOnce() -> String) {
        self.count += 1;
        if self.first.len() < MAX_NAMED_LINKS {
            self.first.push(words());
        }
    }

    fn lines(self, direction: &str) -> impl Iterator<Item = String> {
        let more = self.count - self.first.len();
        let more = (more > 0).then(|| format!("{direction} {more} more on other sheets"));
        self.first.into_iter().chain(more)
    }
}
