//! Describes the interfaces of Planwright as data: JSON Schemas of its files and outputs, and tables of its codes.
//!
//! [`json_schemas`] has the JSON Schemas of planwright.toml, of the contracts with hints for editors, and of every
//! `--format json`. [`code_tables`] has every code with its severity, meaning and an example. [`commands`] and
//! [`command_pages`] describe a command line. [`blueprint_library`] has ready-made blueprints for standard objects.

pub mod blueprint_library;
pub mod code_tables;
pub mod command_pages;
pub mod commands;
pub mod json_schemas;
