//! What all drawings share: colours, texts of a known width, and places on sheets of a bounded size.

mod colors;
mod sheets;
mod text;

pub use colors::{CSS, HUES};
pub use sheets::{ROWS, SheetPlace, Sheets, levels};
pub use text::{escape, fit, line, visible, width, wrap};
