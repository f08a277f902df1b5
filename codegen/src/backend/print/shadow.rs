//! Prints the private structs through which serde reads and writes types that implement its traits themselves.
//!
//! A derive with `#[serde(remote = "…")]` adds inherent functions `serialize` and `deserialize` with the visibility of
//! the struct. On a public type they would take precedence over the trait methods, and skip the validator and the
//! constant properties. The derive is therefore on a private struct with the same fields.

use std::fmt::Write as _;

use quote::ToTokens as _;
use syn::Attribute;
use syn::parse::Parser as _;

use super::{TypePrinter, values};
use crate::backend::judged::JudgedBy;
use crate::backend::table::{FieldPresence, RustField};
use crate::shape::TypeDef;
use crate::style::apply::Extras;

/// Name of a shadow struct in its block. Types of schemas never start with an underscore.
const FIELDS: &str = "__Fields";

/// Serde traits that a struct derives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SerdeDerives {
    pub(super) reads: bool,
    pub(super) writes: bool,
}

impl SerdeDerives {
    pub(super) fn is_none(self) -> bool {
        self == Self::default()
    }
}

/// Traits that a public struct derives, and those of its shadow.
#[derive(Clone, Copy, Debug)]
pub(super) struct StructDerives {
    pub(super) public: SerdeDerives,
    pub(super) shadow: SerdeDerives,
}

impl StructDerives {
    pub(super) fn new(judged: JudgedBy, has_constants: bool) -> Self {
        let is_read_by_serde = judged != JudgedBy::Reader;
        let reads = is_read_by_serde && (has_constants || judged == JudgedBy::Validator);
        Self {
            public: SerdeDerives { reads: is_read_by_serde && !reads, writes: !has_constants },
            shadow: SerdeDerives { reads, writes: has_constants },
        }
    }
}

/// A part of a `#[serde(…)]` attribute, by the derives that require it.
pub(super) enum SerdePart {
    Both(String),
    Reading(String),
    Writing(String),
}

/// Returns the `#[serde(…)]` attribute of a field for these derives, as a line.
pub(super) fn serde_attribute(parts: &[SerdePart], derives: SerdeDerives) -> String {
    let parts: Vec<&str> = parts
        .iter()
        .filter_map(|part| match part {
            SerdePart::Both(part) => Some(part).filter(|_| !derives.is_none()),
            SerdePart::Reading(part) => Some(part).filter(|_| derives.reads),
            SerdePart::Writing(part) => Some(part).filter(|_| derives.writes),
        })
        .map(String::as_str)
        .collect();
    if parts.is_empty() { String::new() } else { format!("#[serde({})]\n", parts.join(", ")) }
}

/// Splits attributes that a style requests into those for serde and all others.
pub(super) fn split_serde(attributes: &str) -> (Vec<String>, Vec<String>) {
    if !attributes.contains("serde") {
        return (Vec::new(), attributes.lines().map(str::to_owned).collect());
    }
    let parsed = Attribute::parse_outer.parse_str(attributes).unwrap_or_default();
    let (serde, others): (Vec<_>, Vec<_>) = parsed.iter().partition(|attribute| attribute.path().is_ident("serde"));
    let text = |attribute: &&Attribute| attribute.to_token_stream().to_string();
    (serde.iter().map(text).collect(), others.iter().map(text).collect())
}

/// Returns whether a type has a derive that reads and declares serde attributes, such as that of `schemars`.
pub(super) fn reads_serde_attributes(extras: &Extras) -> bool {
    extras.derives.iter().any(|derive| derive.rsplit("::").next() == Some("JsonSchema"))
}

impl TypePrinter<'_> {
    /// Writes the associated constants of a struct, one for each constant property.
    pub(super) fn associated_constants(
        &self,
        text: &mut String,
        def: &TypeDef,
        constants: &[values::ConstantMember<'_>],
    ) {
        let life = self.life(def);
        let lines: Vec<String> = constants.iter().map(values::ConstantMember::item).collect();
        let _ = write!(text, "\nimpl{life} {}{life} {{\n{}}}\n", def.name, lines.join("\n"));
    }

    /// Writes the shadow of a struct, and the macro call that implements the traits with it.
    pub(super) fn shadow(
        &mut self,
        text: &mut String,
        def: &TypeDef,
        (derives, attributes): (SerdeDerives, &[String]),
        fields: &[(String, &RustField<'_>)],
        constants: &[values::ConstantMember<'_>],
    ) {
        let life = self.life(def);
        let judged = self.judged.get(self.module, &def.name);
        let mut traits = Vec::new();
        if derives.writes {
            traits.push(self.serde("Serialize"));
        }
        if derives.reads {
            traits.push(self.serde("Deserialize"));
        }
        let _ = write!(text, "\nconst _: () = {{\n    #[derive({})]\n", traits.join(", "));
        for attribute in attributes {
            let _ = writeln!(text, "    {attribute}");
        }
        let _ = write!(text, "    #[serde(remote = \"{}\")]\n    struct {FIELDS}{life} {{", def.name);
        let mut own = String::new();
        for (attributes, field) in fields {
            if !matches!(field.presence, FieldPresence::Constant(_)) {
                let kind = self.field_type(field);
                for line in attributes.lines() {
                    let _ = writeln!(own, "        {line}");
                }
                let _ = writeln!(own, "        {}: {kind},", field.ident);
            }
        }
        let _ = match own.as_str() {
            "" => writeln!(text, "}}\n"),
            own => write!(text, "\n{own}    }}\n\n"),
        };
        let name = &def.name;
        let _ = if constants.is_empty() {
            writeln!(text, "    {}! {{ {name} by {FIELDS} }}", self.imports.call("judged_by_validator"))
        } else {
            let members: Vec<String> = constants.iter().map(values::ConstantMember::member).collect();
            let (call, members, told) = (self.imports.call("constants"), members.join(", "), judged.macro_tokens());
            writeln!(text, "    {call}! {{ {name}{life} by {FIELDS} {{ {members} }}{told} }}")
        };
        text.push_str("};\n");
    }
}
