//! Building blocks for code that writes Apex: names, literals, documentation and line breaks.
//!
//! - [`names`] has the reserved words and the rules for identifiers.
//! - [`literal`] quotes strings.
//! - [`characters`] defines which characters a source file must not contain.
//! - [`layout`] breaks lines as Prettier with its Apex plugin does. Expressions are [`layout::Piece`]s.
//! - [`tokens`] are the types that a view may contain. Each can only be created from a string that is legal where it is
//!   used.

pub mod characters;
mod expression;
pub mod layout;
pub mod literal;
pub mod names;
pub mod tokens;

use std::fmt::{Display, Write as _};

/// Returns the content of a file that an askama template lays out. askama drops the final line break of a template file, so
/// this function adds one.
pub fn source_file(template: &impl Display) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail, and neither can the Display of a token.
    let written = write!(text, "{template}");
    debug_assert!(written.is_ok());
    text.push('\n');
    text
}
