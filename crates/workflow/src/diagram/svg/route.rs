//! Routes the links: out below a point, along the channel under it, and from above into the next point. If something is
//! in between, or if the link leads back up, it goes through a gutter.

use std::collections::BTreeMap;

use super::super::link::Point;
use super::super::model::Model;
use super::grid::{Cell, Grid};
use planwright_drawing::{width, wrap};

pub(super) const LABEL: i32 = 12;
pub(super) const LABEL_LINE: i32 = 15;
const LABEL_WIDTH: i32 = 190;
const TRACK: i32 = 14;

/// All routes, with their tracks.
pub(super) struct Plan {
    pub(super) ways: Vec<Way>,
    /// Heights of the tracks of each channel, from top to bottom.
    pub(super) channels: Vec<Vec<i32>>,
    /// Number of tracks in each gutter.
    pub(super) gutters: Vec<usize>,
}

/// Route of one link on the grid.
pub(super) struct Way {
    pub(super) link: usize,
    pub(super) from: Cell,
    pub(super) to: Cell,
    /// Horizontal offsets from the centre of the point where the route leaves and arrives.
    pub(super) out: i32,
    pub(super) into: i32,
    /// Channel and track below the first point.
    pub(super) first: (usize, usize),
    /// Gutter and track, then channel and track above the second point.
    pub(super) detour: Option<((usize, usize), (usize, usize))>,
    pub(super) label: Vec<String>,
    pub(super) label_width: i32,
}

impl Plan {
    pub(super) fn new(model: &Model, grid: &Grid) -> Self {
        let mut ways: Vec<Way> =
            model.links.iter().enumerate().filter_map(|(link, _)| wire(model, grid, link)).collect();
        ports(&mut ways, model);
        let channels = tracks(&mut ways, grid.rows);
        let gutters = gutters(&mut ways, grid.columns.len() + 1);
        Self { ways, channels, gutters }
    }
}

fn wire(model: &Model, grid: &Grid, link: usize) -> Option<Way> {
    let content = model.links.get(link)?;
    let (from, to) = (*grid.cells.get(&content.from)?, *grid.cells.get(&content.to)?);
    let straight = to.row == from.row + 1 || (to.row > from.row && grid.is_free(to.column, from.row + 1..to.row));
    let detour = (!straight).then(|| {
        // Use the gutter on the side of the target.
        let gutter = if to.column < from.column { from.column } else { from.column + 1 };
        ((gutter, 0), (to.row.saturating_sub(1), 0))
    });
    let label = wrap(&content.label, LABEL, LABEL_WIDTH, 3);
    let label_width = label.iter().map(|line| width(line, LABEL)).max().map_or(0, |widest| widest + 18);
    Some(Way { link, from, to, out: 0, into: 0, first: (from.row, 0), detour, label, label_width })
}

/// Returns the direction in which a route leaves, as a distance in columns. Detours leave towards their gutter.
fn lean(way: &Way) -> i64 {
    let columns = |to: usize, from: usize| i64::try_from(to).unwrap_or(0) - i64::try_from(from).unwrap_or(0);
    match way.detour {
        Some(((gutter, _), _)) if gutter > way.from.column => columns(gutter, way.from.column).max(1),
        Some(((gutter, _), _)) => columns(gutter, way.from.column).min(0) - 1,
        None => columns(way.to.column, way.from.column),
    }
}

/// Returns the direction from which a route arrives.
fn arrival(way: &Way) -> i64 {
    match way.detour {
        Some(((gutter, _), _)) if gutter <= way.to.column => -1,
        Some(_) => 1,
        None => -lean(way),
    }
}

/// Assigns a horizontal offset to both ends of every route. Straight routes keep the middle. Routes that leave never
/// overlap with those that arrive.
fn ports(ways: &mut [Way], model: &Model) {
    let mut leaving: BTreeMap<Point, Vec<usize>> = BTreeMap::new();
    let mut arriving: BTreeMap<Point, Vec<usize>> = BTreeMap::new();
    for (index, way) in ways.iter().enumerate() {
        let link = &model.links[way.link];
        leaving.entry(link.from).or_default().push(index);
        arriving.entry(link.to).or_default().push(index);
    }
    for all in leaving.values() {
        spread(ways, all, lean, 0, |way, at| way.out = at);
    }
    for all in arriving.values() {
        spread(ways, all, |way| -arrival(way), 10, |way, at| way.into = at);
    }
}

/// Spreads routes over an edge. Routes to the left are on the left, and the farther a route leads, the farther out it
/// is.
fn spread(ways: &mut [Way], all: &[usize], lean: fn(&Way) -> i64, offset: i32, put: fn(&mut Way, i32)) {
    let flip = if offset == 0 { 1 } else { -1 };
    let mut left: Vec<usize> = all.iter().copied().filter(|&index| flip * lean(&ways[index]) < 0).collect();
    let mut right: Vec<usize> = all.iter().copied().filter(|&index| flip * lean(&ways[index]) > 0).collect();
    let straight: Vec<usize> = all.iter().copied().filter(|&index| lean(&ways[index]) == 0).collect();
    left.sort_by_key(|&index| lean(&ways[index]).abs());
    right.sort_by_key(|&index| lean(&ways[index]).abs());
    let mut straight = straight.into_iter();
    if let Some(middle) = straight.next() {
        put(&mut ways[middle], 0);
    }
    let right: Vec<usize> = straight.chain(right).collect();
    let room = all.first().map_or(0, |&index| ways[index].from.width.min(ways[index].to.width)) / 2 - 14;
    let most = i32::try_from(left.len().max(right.len()).max(1)).unwrap_or(1);
    let step = (room.max(0) / most).min(26);
    for (side, indices) in [(-1, left), (1, right)] {
        for (count, index) in indices.into_iter().enumerate() {
            let count = i32::try_from(count).unwrap_or(0) + 1;
            put(&mut ways[index], side * (count * step - offset.min(step / 2)));
        }
    }
}

/// Assigns a track to each route in each of its channels, and returns the heights of the tracks.
fn tracks(ways: &mut [Way], rows: usize) -> Vec<Vec<i32>> {
    let mut uses: Vec<Vec<(i64, usize, bool)>> = vec![Vec::new(); rows];
    for (index, way) in ways.iter().enumerate() {
        let span = lean(way).abs();
        uses[way.first.0].push((-span, index, true));
        if let Some((_, (channel, _))) = way.detour {
            uses[channel].push((1, index, false));
        }
    }
    let mut channels = Vec::new();
    for uses in &mut uses {
        uses.sort_unstable();
        let mut heights = Vec::new();
        for &(_, index, is_first) in uses.iter() {
            let way = &mut ways[index];
            let track = heights.len();
            let lines = i32::try_from(way.label.len()).unwrap_or(0);
            // A straight vertical line needs no track.
            let is_plain = way.detour.is_none() && way.from.column == way.to.column && way.out == way.into;
            if is_first {
                way.first.1 = track;
                if lines > 0 {
                    heights.push(lines * LABEL_LINE + 18);
                } else if !is_plain {
                    heights.push(TRACK);
                }
            } else {
                if let Some((_, (_, last))) = &mut way.detour {
                    *last = track;
                }
                heights.push(TRACK);
            }
        }
        channels.push(heights);
    }
    channels
}

/// Assigns a track in a gutter to each detour. Detours that do not overlap share a track.
fn gutters(ways: &mut [Way], count: usize) -> Vec<usize> {
    let mut ends: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut order: Vec<usize> = (0..ways.len()).filter(|&index| ways[index].detour.is_some()).collect();
    // From top to bottom, so that a detour can reuse the track of one that ended above it.
    order.sort_by_key(|&index| (ways[index].from.row.min(ways[index].to.row), index));
    for index in order {
        let way = &mut ways[index];
        let (top, bottom) = (way.from.row.min(way.to.row.saturating_sub(1)), way.from.row.max(way.to.row));
        if let Some(((gutter, track), _)) = &mut way.detour {
            let ends = &mut ends[*gutter];
            let free = ends.iter().position(|&end| end < top).unwrap_or(ends.len());
            if free == ends.len() {
                ends.push(bottom);
            } else {
                ends[free] = bottom;
            }
            *track = free;
        }
    }
    ends.into_iter().map(|ends| ends.len()).collect()
}
