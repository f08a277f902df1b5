//! Shared parts of all drawings: colours, text with an estimated width, and positions on sheets of bounded size.

mod colors;
mod sheets;
mod text;

pub use colors::{CSS, HUES};
pub use sheets::{ROWS, SheetPlace, Sheets, levels};
pub use text::{escape, fit, line, visible, width, wrap};
