//! Origin of the types of a set, and the interface to another generator of types.

use std::collections::BTreeMap;
use std::fmt;

use planwright_schema::link::Module;

/// Origin of the types of a set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TypeSource {
    /// This crate.
    #[default]
    Native,
    /// The generator typify, which [`Options::generator`](crate::Options::generator) runs.
    Typify,
    /// A module of the crate that compiles the code, such as `crate::api`.
    ///
    /// The type of `order.json` is `crate::api::Order`, and that of `shop/order.json` is `crate::api::shop::Order`.
    Module(String),
}

impl TypeSource {
    /// Returns the origin with this name.
    pub(crate) fn from_name(name: String) -> Self {
        if name == "typify" { Self::Typify } else { Self::Module(name) }
    }
}

/// A generator of types that this crate does not contain.
#[derive(Clone, Copy)]
pub struct TypeGenerator {
    /// Name of the generator.
    pub name: &'static str,
    /// Generates the types of a module.
    pub generate: fn(&GeneratorInput<'_>) -> GeneratedTypes,
}

impl fmt::Debug for TypeGenerator {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name)
    }
}

impl PartialEq for TypeGenerator {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for TypeGenerator {}

/// A module whose types are to be generated, with the options that apply to them.
#[derive(Debug)]
pub struct GeneratorInput<'a> {
    /// The definitions, whose references are resolved. A type has the name of its definition.
    pub module: &'a Module,
    /// Definitions that have a type already, with the type.
    pub existing: BTreeMap<&'a str, String>,
    /// For each other definition, the type that replaces it if the generator cannot express it.
    pub fallbacks: BTreeMap<&'a str, String>,
    /// Traits that all types derive.
    pub derives: Vec<String>,
    /// Attributes of all types.
    pub attributes: Vec<String>,
    /// Derives and attributes of single types.
    pub additions: BTreeMap<&'a str, TypeAdditions>,
    /// The type of maps, if it is not that of the generator.
    pub map: Option<String>,
    /// Set if structs have builders.
    pub has_builders: bool,
    /// Set if strings that do not match their format are rejected.
    pub asserts_formats: bool,
}

impl GeneratorInput<'_> {
    /// Returns whether the generator is to express a definition.
    pub fn generates(&self, name: &str) -> bool {
        self.fallbacks.contains_key(name)
    }
}

/// Derives and attributes of a type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeAdditions {
    /// Traits that the type derives.
    pub derives: Vec<String>,
    /// Its attributes.
    pub attributes: Vec<String>,
}

/// Types of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GeneratedTypes {
    /// Items of Rust. Each definition that is not refused has a type with its name.
    pub source: String,
    /// Definitions that the generator cannot express, with the reason.
    pub refused: BTreeMap<String, String>,
}
