//! Cards of actions: their lines, height and drawing.

use std::fmt::Write as _;

use super::super::model::{Model, Step};
use super::legend;
use planwright_drawing::{escape, width, wrap};

/// Width of a card.
pub(super) const CARD_WIDTH: i32 = 236;
/// Font size at which regular letters have the width of bold title letters.
pub(super) const TITLE_BOLD: i32 = 17;
pub(super) const SMALL: i32 = 12;
const SMALL_LINE: i32 = 17;
const TITLE: i32 = 15;
const TEXT_WIDTH: i32 = CARD_WIDTH - 34;

/// Lines on a card.
pub(super) struct Card {
    title: Vec<String>,
    collects: Vec<String>,
    sees: Vec<Vec<String>>,
    /// Links to and from other sheets.
    elsewhere: Vec<String>,
    pub(super) height: i32,
}

/// Returns the cards of all actions.
pub(super) fn cards(model: &Model) -> Vec<Card> {
    model.steps.iter().map(card).collect()
}

fn card(step: &Step) -> Card {
    let number = width(&step.id.to_string(), SMALL) + 12;
    let title = wrap(&step.title, TITLE_BOLD, TEXT_WIDTH - number, 2);
    let collects = wrap(&step.collects, SMALL, TEXT_WIDTH, 3);
    let sees: Vec<_> = step.sees.iter().map(|sees| wrap(sees, SMALL, TEXT_WIDTH - 20, 2)).collect();
    let elsewhere: Vec<_> = step.elsewhere.iter().flat_map(|line| wrap(line, SMALL, TEXT_WIDTH, 2)).collect();
    let small = collects.len() + sees.iter().map(Vec::len).sum::<usize>() + elsewhere.len();
    let lines = |count: usize, each: i32| i32::try_from(count).unwrap_or(0) * each;
    let gap = if sees.is_empty() { 0 } else { 9 } + if elsewhere.is_empty() { 0 } else { 9 };
    let height = 26 + lines(title.len().max(1), 20) + lines(small, SMALL_LINE) + gap;
    Card { title, collects, sees, elsewhere, height }
}

/// Draws a card with its upper left corner at the given position.
pub(super) fn render(step: &Step, card: &Card, hue: usize, (left, top): (i32, i32)) -> String {
    let mut out = format!(
        "<g><title>{}</title><rect class=\"card\" x=\"{left}\" y=\"{top}\" width=\"{CARD_WIDTH}\" height=\"{height}\" rx=\"9\"/><path class=\"h{hue}\" d=\"M{} {top}h-4a9 9 0 0 0 -9 9v{}a9 9 0 0 0 9 9h4z\" transform=\"translate(-1 0)\"/>\n",
        escape(&format!("Action {}: {}", step.id, step.title)),
        left + 14,
        card.height - 18,
        height = card.height,
    );
    let x = left + 24;
    let mut y = top + 8;
    for text in &card.title {
        y += 20;
        let _ = writeln!(
            out,
            "<text class=\"ink\" x=\"{x}\" y=\"{y}\" font-size=\"{TITLE}\" font-weight=\"600\">{}</text>",
            escape(text)
        );
    }
    let _ = writeln!(
        out,
        "<text class=\"soft\" x=\"{}\" y=\"{}\" font-size=\"{SMALL}\" text-anchor=\"end\">{}</text>",
        left + CARD_WIDTH - 10,
        top + 27,
        step.id
    );
    y = y.max(top + 28) + 3;
    let small = |out: &mut String, y: &mut i32, text: &str| {
        *y += SMALL_LINE;
        let text = escape(text);
        let _ = writeln!(out, "<text class=\"soft\" x=\"{x}\" y=\"{y}\" font-size=\"{SMALL}\">{text}</text>");
    };
    for text in &card.collects {
        small(&mut out, &mut y, text);
    }
    y += 7;
    for sees in &card.sees {
        out.push_str(&legend::eye(x + 6, y + SMALL_LINE - 4));
        for text in sees {
            y += SMALL_LINE;
            let _ = writeln!(
                out,
                "<text class=\"soft\" x=\"{}\" y=\"{y}\" font-size=\"{SMALL}\">{}</text>",
                x + 20,
                escape(text)
            );
        }
    }
    y += if card.sees.is_empty() { 0 } else { 9 };
    for text in &card.elsewhere {
        small(&mut out, &mut y, text);
    }
    out.push_str("</g>\n");
    out
}
