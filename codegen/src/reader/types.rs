//! How each type is read, in the terms of the runtime's macros.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::Tables;
use crate::backend::table::{Presence, RustField, RustTypes};
use crate::shape::{Kind, Shape, Shapes, TypeDef};
use crate::text::literal;

/// What is known of the types of a set.
pub(crate) struct Readers<'a> {
    types: &'a RustTypes<'a>,
    tables: &'a Tables,
    /// What the types of maps are called.
    map: &'a str,
    /// The types that have a reader, as module and name.
    readable: BTreeSet<(String, String)>,
}

/// The maps that the runtime reads.
const MAPS: &[&str] = &["::std::collections::HashMap", "::std::collections::BTreeMap"];

impl<'a> Readers<'a> {
    /// The readers of all types that can have one.
    pub(crate) fn new<'s>(
        shapes: impl IntoIterator<Item = (&'s String, &'s Shapes)>,
        types: &'a RustTypes<'a>,
        tables: &'a Tables,
        map: &'a str,
    ) -> Self {
        let all = shapes.into_iter().flat_map(|(module, shapes)| shapes.types.iter().map(move |def| (module, def)));
        let all: Vec<(&String, &TypeDef)> = all.collect();
        let readable = all.iter().filter(|(module, def)| tables.of(module, &def.name).is_some() && !types.borrows(module, &def.name));
        let readable = readable.map(|(module, def)| ((*module).clone(), def.name.clone())).collect();
        let mut readers = Self { types, tables, map, readable };
        // A union needs readers of its branches.
        loop {
            let before = readers.readable.len();
            for (module, def) in &all {
                if !readers.can_read(module, &def.name) {
                    readers.readable.remove(&((*module).clone(), def.name.clone()));
                }
            }
            if readers.readable.len() == before {
                return readers;
            }
        }
    }

    /// Whether a type has a reader.
    pub(crate) fn has(&self, module: &str, name: &str) -> bool {
        self.readable.contains(&(module.to_owned(), name.to_owned()))
    }

    fn can_read(&self, module: &str, name: &str) -> bool {
        let Some(def) = self.types.def(module, name).filter(|_| self.has(module, name)) else { return false };
        match &def.kind {
            Kind::Struct(_) => self.types.fields(module, def).iter().all(|field| match field.presence {
                Presence::Rest => self.is_readable(module, &field.field.shape),
                _ => true,
            }),
            Kind::Enum(_) => true,
            Kind::Tagged { .. } => self.types.variants(module, def).iter().all(|variant| {
                let branch = variant.shape.and_then(Shape::named).filter(|_| matches!(variant.shape, Some(Shape::Named(_))));
                branch.is_some_and(|branch| {
                    let (owner, name) = self.types.owner(module, branch);
                    let is_struct = self.types.def(module, branch).is_some_and(|def| matches!(def.kind, Kind::Struct(_)));
                    is_struct && self.has(owner, name)
                })
            }),
            Kind::Untagged(shapes) => shapes.iter().all(|shape| self.is_readable(module, shape)),
            Kind::Alias(shape) => self.is_readable(module, shape),
        }
    }

    /// Whether the runtime reads the type of a shape.
    fn is_readable(&self, module: &str, shape: &Shape) -> bool {
        match shape {
            Shape::Any(_) | Shape::Null | Shape::Bool | Shape::Integer(_) | Shape::Int32(_) => true,
            Shape::BigInteger | Shape::Number | Shape::String | Shape::Date | Shape::DateTime => true,
            Shape::List(inner) | Shape::Nullable(inner) => self.is_readable(module, inner),
            Shape::Map(inner) => MAPS.contains(&self.map) && self.is_readable(module, inner),
            Shape::Named(name) => {
                let (owner, own) = self.types.owner(module, name);
                self.types.replacement(module, name).is_none() && self.has(owner, own)
            }
        }
    }

    /// How the types of a module are read; `runtime` is in front of the names of macros.
    pub(crate) fn text(&self, module: &str, shapes: &Shapes, runtime: &str) -> String {
        let mut text = String::new();
        for def in shapes.types.iter().filter(|def| self.has(module, &def.name)) {
            let name = &def.name;
            match &def.kind {
                Kind::Struct(_) => {
                    let _ = write!(text, "{runtime}read_object! {{ {name};\n");
                    for field in self.types.fields(module, def) {
                        self.field(&mut text, module, name, &field);
                    }
                }
                Kind::Enum(_) => {
                    let _ = write!(text, "{runtime}read_words! {{ {name};\n");
                    for variant in self.types.variants(module, def) {
                        let _ = write!(text, "    {} {};\n", literal(variant.text.unwrap_or_default()), variant.ident);
                    }
                }
                Kind::Tagged { tag, .. } => {
                    let _ = write!(text, "{runtime}read_union! {{ {name}, {};\n", literal(tag));
                    for variant in self.types.variants(module, def) {
                        let branch = variant.shape.and_then(Shape::named).unwrap_or_default();
                        let own = self.has_field(module, branch, tag);
                        let value = literal(variant.text.unwrap_or_default());
                        let boxed = if variant.is_boxed { "boxed" } else { "plain" };
                        let _ = write!(text, "    {value} {own} {} {boxed};\n", variant.ident);
                    }
                }
                Kind::Untagged(_) => {
                    let _ = write!(text, "{runtime}read_closest! {{ {name};\n");
                    for variant in self.types.variants(module, def) {
                        let check = variant.shape.and_then(|shape| self.check(module, shape));
                        let check = check.unwrap_or_else(|| format!("{runtime}reader::ValueCheck::ANY"));
                        let _ = write!(text, "    {} &{check};\n", variant.ident);
                    }
                }
                Kind::Alias(_) => {
                    let _ = write!(text, "{runtime}read_wrapped! {{ {name};\n");
                }
            }
            text.push_str("}\n");
        }
        text
    }

    /// The table of the type that a shape names.
    fn check(&self, module: &str, shape: &Shape) -> Option<String> {
        let Shape::Named(name) = shape else { return None };
        let (owner, own) = self.types.owner(module, name);
        let check = self.tables.of(owner, own)?;
        Some(if owner == module { format!("checks::{check}") } else { format!("super::{owner}::checks::{check}") })
    }

    fn has_field(&self, module: &str, branch: &str, tag: &str) -> bool {
        let (owner, _) = self.types.owner(module, branch);
        let Some(def) = self.types.def(module, branch) else { return false };
        let fields = self.types.fields(owner, def);
        fields.iter().any(|field| field.field.name == tag && !matches!(field.presence, Presence::Constant(_) | Presence::Rest))
    }

    fn field(&self, text: &mut String, module: &str, owner: &str, field: &RustField<'_>) {
        let shape = &field.field.shape;
        let by_serde = !self.is_readable(module, shape);
        let method = match field.presence {
            _ if by_serde => "by_serde",
            Presence::Optional if self.types.takes_null(module, shape) => "present",
            _ => "value",
        };
        let fill = match field.presence {
            Presence::Constant(_) => return,
            Presence::Rest => {
                let _ = write!(text, "    .. {};\n", field.ident);
                return;
            }
            Presence::Defaulted(_) if field.has_default_function() => {
                format!("or {owner}::default_{}", field.ident.trim_start_matches("r#"))
            }
            Presence::Defaulted(_) => "or Default::default".to_owned(),
            Presence::Maybe if by_serde => "or Default::default".to_owned(),
            Presence::Required | Presence::Optional | Presence::Maybe => "need".to_owned(),
        };
        let _ = write!(text, "    {} {} {method} {fill};\n", field.ident, literal(&field.field.name));
    }
}
