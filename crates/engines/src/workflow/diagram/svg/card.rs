//! What stands on an action, in lines, and how high that is.

use super::super::model::{Model, Step};
use super::text::{width, wrap};

/// The width of an action.
pub(super) const CARD: i32 = 236;
/// Bold letters are as wide as plain ones of this size.
pub(super) const TITLE_BOLD: i32 = 17;
pub(super) const SMALL: i32 = 12;
pub(super) const SMALL_LINE: i32 = 17;
const INSIDE: i32 = CARD - 34;

/// The lines on an action.
pub(super) struct Card {
    pub(super) title: Vec<String>,
    pub(super) collects: Vec<String>,
    pub(super) sees: Vec<Vec<String>>,
    pub(super) height: i32,
}

/// What stands on every action.
pub(super) fn cards(model: &Model) -> Vec<Card> {
    model.steps.iter().map(card).collect()
}

fn card(step: &Step) -> Card {
    let number = width(&step.id.to_string(), SMALL) + 12;
    let title = wrap(&step.title, TITLE_BOLD, INSIDE - number, 2);
    let collects = wrap(&step.collects, SMALL, INSIDE, 3);
    let sees: Vec<_> = step.sees.iter().map(|sees| wrap(sees, SMALL, INSIDE - 20, 2)).collect();
    let small = collects.len() + sees.iter().map(Vec::len).sum::<usize>();
    let lines = |count: usize, each: i32| i32::try_from(count).unwrap_or(0) * each;
    let gap = if sees.is_empty() { 0 } else { 9 };
    let height = 26 + lines(title.len().max(1), 20) + lines(small, SMALL_LINE) + gap;
    Card { title, collects, sees, height }
}
