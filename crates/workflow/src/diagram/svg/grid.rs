//! Assigns the points of a diagram to rows and columns.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::super::link::{Link, Point};
use super::super::model::Model;
use super::card::{CARD_WIDTH, Card};

/// Diameter of the marks for start and end.
pub(super) const MARK_SIZE: i32 = 22;
/// Minimum width of a lane, so that its heading fits.
const MIN_LANE_WIDTH: i32 = 180;

/// Positions of all points in cells.
pub(super) struct Grid {
    pub(super) rows: usize,
    /// Lane and width of each column.
    pub(super) columns: Vec<Column>,
    /// Height of the tallest point in each row.
    pub(super) heights: Vec<i32>,
    pub(super) cells: BTreeMap<Point, Cell>,
    taken: BTreeSet<(usize, usize)>,
}

pub(super) struct Column {
    pub(super) lane: usize,
    pub(super) width: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) width: i32,
    pub(super) height: i32,
}

impl Grid {
    pub(super) fn new(model: &Model, cards: &[Card]) -> Self {
        let mut lanes = Lanes { taken: vec![BTreeSet::new(); model.lanes.len()] };
        // Rows of actions count from 1, because a start mark is above its action.
        let mut by_row: Vec<usize> = (0..model.steps.len()).collect();
        by_row.sort_by_key(|&index| (model.steps[index].row, index));
        let above = predecessors(&model.links);
        let mut spots: BTreeMap<Point, (usize, usize, usize)> = BTreeMap::new();
        for index in by_row {
            let lane = model.steps[index].lane;
            let same_lane = above.get(&index).and_then(|above| {
                above.iter().find_map(|from| spots.get(&Point::Step(*from)).filter(|spot| spot.1 == lane))
            });
            let wanted = same_lane.map_or(0, |spot| spot.2);
            let slot = lanes.claim(lane, model.steps[index].row + 1, wanted);
            spots.insert(Point::Step(index), (model.steps[index].row + 1, lane, slot));
        }
        let marks: BTreeSet<Point> = model.links.iter().flat_map(|link| [link.from, link.to]).collect();
        for mark in marks {
            let (Point::Start(index) | Point::End(index)) = mark else { continue };
            let Some(&(row, lane, slot)) = spots.get(&Point::Step(index)) else { continue };
            let row = if matches!(mark, Point::Start(_)) { row - 1 } else { row + 1 };
            spots.insert(mark, (row, lane, lanes.claim(lane, row, slot)));
        }
        Self::place_cells(model, cards, &spots)
    }

    fn place_cells(model: &Model, cards: &[Card], spots: &BTreeMap<Point, (usize, usize, usize)>) -> Self {
        let mut counts = vec![1; model.lanes.len()];
        for &(_, lane, slot) in spots.values() {
            counts[lane] = counts[lane].max(slot + 1);
        }
        let mut first = Vec::new();
        let mut columns = Vec::new();
        for (lane, &count) in counts.iter().enumerate() {
            first.push(columns.len());
            columns.extend((0..count).map(|_| Column { lane, width: MARK_SIZE }));
        }
        let rows = spots.values().map(|spot| spot.0 + 1).max().unwrap_or(1);
        let mut heights = vec![MARK_SIZE; rows];
        let mut cells = BTreeMap::new();
        let mut taken = BTreeSet::new();
        for (&point, &(row, lane, slot)) in spots {
            let column = first[lane] + slot;
            let (width, height) = match point {
                Point::Step(index) => (CARD_WIDTH, cards[index].height),
                _ => (MARK_SIZE, MARK_SIZE),
            };
            columns[column].width = columns[column].width.max(width);
            heights[row] = heights[row].max(height);
            taken.insert((row, column));
            cells.insert(point, Cell { row, column, width, height });
        }
        for (lane, &count) in counts.iter().enumerate() {
            let of_lane = &mut columns[first[lane]..first[lane] + count];
            let width: i32 = of_lane.iter().map(|column| column.width).sum();
            if let Some(column) = of_lane.first_mut().filter(|_| width < MIN_LANE_WIDTH) {
                column.width += MIN_LANE_WIDTH - width;
            }
        }
        Self { rows, columns, heights, cells, taken }
    }

    /// Returns whether a column is empty between two rows.
    pub(super) fn is_free(&self, column: usize, between: std::ops::Range<usize>) -> bool {
        between.into_iter().all(|row| !self.taken.contains(&(row, column)))
    }
}

/// Returns the predecessors of each action, without links that lead back.
fn predecessors(links: &[Link]) -> HashMap<usize, Vec<usize>> {
    let mut above: HashMap<usize, Vec<usize>> = HashMap::new();
    for link in links.iter().filter(|link| !link.back) {
        if let (Point::Step(from), Point::Step(to)) = (link.from, link.to) {
            above.entry(to).or_default().push(from);
        }
    }
    above
}

/// Slots in use in each lane, by row.
struct Lanes {
    taken: Vec<BTreeSet<(usize, usize)>>,
}

impl Lanes {
    /// Claims the wanted slot, or the first free one.
    fn claim(&mut self, lane: usize, row: usize, wanted: usize) -> usize {
        let taken = &mut self.taken[lane];
        // One more slot than are in use always contains a free one.
        let slots = std::iter::once(wanted).chain(0..=taken.len());
        let free = slots.into_iter().find(|&slot| !taken.contains(&(row, slot))).unwrap_or(wanted);
        taken.insert((row, free));
        free
    }
}
