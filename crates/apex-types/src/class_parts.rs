//! Parts of generated classes as typed tokens. The templates contain what is the same in every class.

use askama::Template;
use planwright_apex::tokens::{ApexDoc, ApexIdent, ApexStatement};

/// Part of a class.
#[derive(Debug, Template)]
pub(super) enum Part {
    #[template(path = "constant.txt")]
    Constant { docs: ApexDoc, field: ApexStatement },
    /// A public method with one parameter.
    #[template(path = "method.txt")]
    Method { docs: ApexDoc, parameter: ApexDoc, returns: ApexDoc, head: ApexStatement, result: ApexStatement },
    /// Converts an object, or null to null.
    #[template(path = "converter.txt")]
    Converter { head: ApexStatement, lines: Vec<ApexStatement> },
    #[template(path = "list_converter.txt")]
    ListConverter { head: ApexStatement, create: ApexStatement, add: ApexStatement, result: ApexStatement },
    #[template(path = "map_converter.txt")]
    MapConverter { head: ApexStatement, create: ApexStatement, put: ApexStatement, result: ApexStatement },
    /// Returns the properties of an object under the names of their fields. It drops unknown properties that are called
    /// like these fields, because JSON.deserialize would assign them to the fields.
    #[template(path = "to_fields.txt")]
    ToFields,
    /// Gives the fields of an object the names of their properties.
    #[template(path = "to_properties.txt")]
    ToProperties,
    /// A method without parameters that returns a string.
    #[template(path = "strings.txt")]
    Strings { name: ApexIdent, lines: Vec<ApexStatement> },
    #[template(path = "inner_class.txt")]
    InnerClass { docs: ApexDoc, name: ApexIdent, fields: Vec<FieldPart> },
    #[template(path = "test_method.txt")]
    Test { name: ApexIdent, lines: Vec<ApexStatement> },
    /// Reads, writes and reads again.
    #[template(path = "test_reader.txt")]
    TestReader { head: ApexStatement, once: ApexStatement, result: ApexStatement },
    /// Looks up a value by pointer in untyped values.
    #[template(path = "lookup.txt")]
    Lookup,
}

/// Field of an inner class.
#[derive(Debug)]
pub(super) struct FieldPart {
    pub docs: ApexDoc,
    /// Set if Lightning components can read it.
    pub is_enabled: bool,
    pub declaration: ApexStatement,
}

/// Part at its place in the class.
#[derive(Debug)]
pub(super) struct PlacedPart {
    /// Set if a blank line precedes it.
    pub is_spaced: bool,
    pub part: Part,
}

/// Separates groups of constants and all other parts by blank lines.
pub(super) fn place(groups: Vec<Vec<Part>>) -> Vec<PlacedPart> {
    let mut placed = Vec::new();
    for group in groups {
        for (index, part) in group.into_iter().enumerate() {
            let is_constant = matches!(part, Part::Constant { .. });
            placed.push(PlacedPart { is_spaced: !placed.is_empty() && (index == 0 || !is_constant), part });
        }
    }
    placed
}

/// Metadata of a class.
#[derive(Debug, Template)]
#[template(path = "meta.xml.txt")]
pub(super) struct Meta {
    pub api_version: u16,
}
