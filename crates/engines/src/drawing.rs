//! What all drawings share: colours, texts of a known width, and places on sheets of a bounded size.

mod colors;
mod sheets;
mod text;

pub(crate) use colors::{CSS, HUES};
pub(crate) use sheets::{ROWS, SheetPlace, Sheets, levels};
pub(crate) use text::{escape, fit, line, visible, width, wrap};
