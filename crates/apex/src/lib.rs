//! Apex as text: everything that writes Apex takes names, literals, documentation and line breaks from here.
//!
//! [`names`] knows the reserved words and what an identifier is. [`literal`] quotes. [`characters`] tells which characters
//! must not stand in a source file. [`layout`] decides where lines break, as Prettier with its Apex plugin does. [`tokens`] are
//! the types that a view of a template may hold: each can be made only from text that is legal in its place.

pub mod characters;
pub mod layout;
pub mod literal;
pub mod names;
pub mod tokens;
