//! SVG output: one lane per participant, time from top to bottom.
//!
//! `grid` assigns every point to a cell. `route` leads every link through the channels between rows and the gutters
//! between columns, which contain no points. `draw` writes the SVG. Lengths are whole pixels.

mod card;
mod draw;
mod grid;
mod legend;
mod place;
mod route;

use super::model::Model;

pub(super) fn render(model: &Model) -> String {
    let cards = card::cards(model);
    let grid = grid::Grid::new(model, &cards);
    let plan = route::Plan::new(model, &grid);
    let places = place::Places::new(&grid, &plan);
    draw::render(model, &cards, &grid, &plan, &places)
}
