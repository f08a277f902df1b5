//! Describes the interfaces of Planwright as data: JSON Schemas of its files and outputs, and tables of its codes.
//!
//! [`schemas`] has the JSON Schemas of planwright.toml, of the contracts with hints for editors, and of every
//! `--format json`. [`codes`] has every code with its severity, meaning and an example.

pub mod codes;
pub mod schemas;
