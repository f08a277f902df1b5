//! Converts cells and tracks to pixels.

use super::grid::{Cell, Grid};
use super::route::{Plan, Way};

pub(super) const MARGIN: i32 = 28;
const GUTTER: i32 = 36;
const GUTTER_TRACK: i32 = 14;
/// Space above and below the tracks of a channel. The arrowheads are below.
const CHANNEL_ABOVE: i32 = 14;
const CHANNEL_BELOW: i32 = 26;

/// Pixel positions, relative to the top left corner of the lanes.
pub(super) struct Places {
    pub(super) width: i32,
    pub(super) height: i32,
    columns: Vec<i32>,
    gutters: Vec<i32>,
    rows: Vec<i32>,
    tracks: Vec<Vec<i32>>,
    /// Left and right edges of each lane.
    pub(super) lanes: Vec<(i32, i32)>,
}

impl Places {
    pub(super) fn new(grid: &Grid, plan: &Plan) -> Self {
        let mut x = 0;
        let (mut columns, mut gutters) = (Vec::new(), Vec::new());
        let mut lanes: Vec<(i32, i32)> = Vec::new();
        for (index, column) in grid.columns.iter().enumerate() {
            gutters.push(x);
            let gutter = gutter(plan, index);
            if lanes.len() <= column.lane {
                if let Some(last) = lanes.last_mut() {
                    last.1 = x + gutter / 2;
                }
                lanes.push((if index == 0 { 0 } else { x + gutter / 2 }, 0));
            }
            x += gutter;
            columns.push(x);
            x += column.width;
        }
        gutters.push(x);
        x += gutter(plan, grid.columns.len());
        if let Some(last) = lanes.last_mut() {
            last.1 = x;
        }
        let mut y = 0;
        let (mut rows, mut tracks) = (Vec::new(), Vec::new());
        for (height, channel) in grid.heights.iter().zip(&plan.channels) {
            rows.push(y);
            y += height + CHANNEL_ABOVE;
            let mut middles = Vec::new();
            for track in channel {
                middles.push(y + track / 2);
                y += track;
            }
            tracks.push(middles);
            y += CHANNEL_BELOW;
        }
        Self { width: x, height: y - CHANNEL_BELOW - CHANNEL_ABOVE, columns, gutters, rows, tracks, lanes }
    }

    /// Returns the centre of a cell.
    pub(super) fn middle(&self, cell: Cell, grid: &Grid) -> (i32, i32) {
        (
            self.columns[cell.column] + grid.columns[cell.column].width / 2,
            self.rows[cell.row] + grid.heights[cell.row] / 2,
        )
    }

    /// Returns the corners of a route.
    pub(super) fn corners(&self, way: &Way, grid: &Grid) -> Vec<(i32, i32)> {
        let (from_x, from_y) = self.middle(way.from, grid);
        let (to_x, to_y) = self.middle(way.to, grid);
        let start = (from_x + way.out, from_y + way.from.height / 2);
        let end = (to_x + way.into, to_y - way.to.height / 2);
        let mut corners = vec![start];
        match way.detour {
            None if start.0 == end.0 => {}
            None => {
                let y = self.track(way.first);
                corners.extend([(start.0, y), (end.0, y)]);
            }
            Some(((gutter, track), last)) => {
                let (y, last) = (self.track(way.first), self.track(last));
                let x = self.gutters[gutter] + GUTTER / 2 + GUTTER_TRACK * i32::try_from(track).unwrap_or(0);
                corners.extend([(start.0, y), (x, y), (x, last), (end.0, last)]);
            }
        }
        corners.push(end);
        corners
    }

    /// Returns the vertical position of the track below the first point of a route.
    pub(super) fn label_line(&self, way: &Way) -> i32 {
        self.track(way.first)
    }

    fn track(&self, (channel, track): (usize, usize)) -> i32 {
        self.tracks.get(channel).and_then(|tracks| tracks.get(track)).copied().unwrap_or(self.rows[channel])
    }
}

fn gutter(plan: &Plan, index: usize) -> i32 {
    GUTTER + GUTTER_TRACK * i32::try_from(plan.gutters[index].saturating_sub(1)).unwrap_or(0)
}
