//! Arranges dependent items in rows from top to bottom, on as many sheets as necessary.

use std::collections::BTreeMap;

use petgraph::algo::toposort;
use petgraph::graph::DiGraph;

/// Maximum number of rows per sheet, if a drawing may have several sheets.
pub const ROWS: usize = 12;
/// Maximum number of items in a row.
const MAX_ROW_ITEMS: usize = 6;
/// Maximum number of columns per sheet, over all lanes.
const MAX_COLUMNS: usize = 10;

/// Position of an item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SheetPlace {
    /// Number of the sheet.
    pub sheet: usize,
    /// Row on the sheet.
    pub row: usize,
    /// Column in the row.
    pub column: usize,
}

/// Positions of all items of a drawing.
#[derive(Debug)]
pub struct Sheets {
    /// Position of each item, in the order of the items.
    pub places: Vec<SheetPlace>,
    /// Number of sheets. An empty drawing has one.
    pub count: usize,
}

impl Sheets {
    /// Arranges items by level and lane.
    ///
    /// A row only contains items of one level, and a level with too many items continues in the next row. A sheet has
    /// at most `rows` rows, and fewer if its lanes would be too wide.
    pub fn arrange(levels: &[usize], lanes: &[usize], rows: usize) -> Self {
        let mut order: Vec<usize> = (0..levels.len()).collect();
        order.sort_by_key(|&thing| levels[thing]);
        let mut places = vec![SheetPlace::default(); levels.len()];
        let (mut sheet, mut row) = (0, 0);
        let mut columns: BTreeMap<usize, usize> = BTreeMap::new();
        let of_level = order.chunk_by(|one, other| levels[*one] == levels[*other]);
        for things in of_level.flat_map(|level| level.chunks(MAX_ROW_ITEMS)) {
            // A lane is as wide as its widest row on the sheet.
            let mut wider = columns.clone();
            for (&lane, &count) in &counts(things, lanes) {
                let widest = wider.entry(lane).or_default();
                *widest = count.max(*widest);
            }
            if row == rows || (row > 0 && wider.values().sum::<usize>() > MAX_COLUMNS) {
                (sheet, row) = (sheet + 1, 0);
                wider = counts(things, lanes);
            }
            for (column, &thing) in things.iter().enumerate() {
                places[thing] = SheetPlace { sheet, row, column };
            }
            columns = wider;
            row += 1;
        }
        Self { places, count: sheet + 1 }
    }
}

/// Counts the given items in each lane.
fn counts(things: &[usize], lanes: &[usize]) -> BTreeMap<usize, usize> {
    let mut counts = BTreeMap::new();
    for &thing in things {
        *counts.entry(lanes[thing]).or_default() += 1;
    }
    counts
}

/// Returns the length of the longest path to each item. If the arrows form a cycle, all items are at level 0.
pub fn levels(count: usize, arrows: impl IntoIterator<Item = (usize, usize)>) -> Vec<usize> {
    let mut graph = DiGraph::<(), (), usize>::default();
    let nodes: Vec<_> = (0..count).map(|_| graph.add_node(())).collect();
    for (from, to) in arrows {
        graph.add_edge(nodes[from], nodes[to], ());
    }
    let mut levels = vec![0; count];
    // A graph with a cycle has no topological order, so all levels stay 0.
    for node in toposort(&graph, None).unwrap_or_default() {
        for next in graph.neighbors(node) {
            levels[next.index()] = levels[next.index()].max(levels[node.index()] + 1);
        }
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns sheet, row and column of each item.
    fn places(levels: &[usize], lanes: &[usize], rows: usize) -> Vec<(usize, usize, usize)> {
        let sheets = Sheets::arrange(levels, lanes, rows);
        assert_eq!(sheets.count, sheets.places.iter().map(|place| place.sheet + 1).max().unwrap_or(1));
        sheets.places.iter().map(|place| (place.sheet, place.row, place.column)).collect()
    }

    #[test]
    fn an_item_is_below_its_dependencies() {
        let levels = levels(4, [(0, 1), (1, 2), (0, 2), (3, 2)]);
        assert_eq!(levels, [0, 1, 2, 0]);
        assert_eq!(places(&levels, &[0; 4], ROWS), [(0, 0, 0), (0, 1, 0), (0, 2, 0), (0, 0, 1)]);
    }

    #[test]
    fn full_rows_and_sheets_continue() {
        let levels = levels(8, [(0, 7)]);
        let many = places(&levels, &[0; 8], 2);
        assert_eq!((many[5], many[6], many[7]), ((0, 0, 5), (0, 1, 0), (1, 0, 0)));
        assert_eq!(places(&[], &[], ROWS), []);
    }

    #[test]
    fn a_sheet_has_room_for_its_lanes() {
        let levels: Vec<usize> = (0..24).collect();
        let each_its_own: Vec<usize> = (0..24).collect();
        let many = places(&levels, &each_its_own, ROWS);
        assert_eq!((many[9], many[10], many[20]), ((0, 9, 0), (1, 0, 0), (2, 0, 0)));
        let wide = places(&[0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1], &[0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1], ROWS);
        assert_eq!((wide[5], wide[6]), ((0, 0, 5), (1, 0, 0)), "six columns and five");
    }
}
