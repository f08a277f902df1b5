//! Decides which types have a validating reader, and which table it uses.

use std::collections::BTreeSet;

use super::table::{FieldPresence, RustTypes};
use crate::reader::Tables;
use crate::shape::{Kind, Shape, Shapes, TypeDef};

/// The types of a set with readers.
pub(crate) struct TypeReaders<'a> {
    types: &'a RustTypes<'a>,
    tables: &'a Tables,
    /// Path of the map type.
    map: String,
    /// Types that have a reader, as module and name.
    readable: BTreeSet<(String, String)>,
}

/// Map types that the runtime can read.
const READABLE_MAPS: &[&str] = &["::std::collections::HashMap", "::std::collections::BTreeMap"];

/// Returns whether the runtime can read maps of a type.
pub(crate) fn is_map(path: &str) -> bool {
    READABLE_MAPS.contains(&path)
}

impl<'a> TypeReaders<'a> {
    /// Returns the readers of all types that can have one.
    pub(crate) fn new<'s>(
        shapes: impl IntoIterator<Item = (&'s String, &'s Shapes)>,
        types: &'a RustTypes<'a>,
        tables: &'a Tables,
        map: String,
    ) -> Self {
        let all = shapes.into_iter().flat_map(|(module, shapes)| shapes.types.iter().map(move |def| (module, def)));
        let all: Vec<(&String, &TypeDef)> = all.collect();
        let readable = all.iter().filter(|(module, def)| tables.name_of(module, &def.name).is_some());
        let readable = readable.map(|(module, def)| ((*module).clone(), def.name.clone())).collect();
        let mut readers = Self { types, tables, map, readable };
        // A union needs readers for its branches.
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

    /// Returns whether a type has a reader.
    pub(crate) fn has(&self, module: &str, name: &str) -> bool {
        self.readable.contains(&(module.to_owned(), name.to_owned()))
    }

    fn can_read(&self, module: &str, name: &str) -> bool {
        let Some(def) = self.types.def(module, name).filter(|_| self.has(module, name)) else { return false };
        match &def.kind {
            Kind::Struct(_) => self.types.fields(module, def).iter().all(|field| match field.presence {
                FieldPresence::Rest => self.is_readable(module, &field.field.shape),
                // A value that only serde reads owns its strings.
                _ => {
                    self.is_readable(module, &field.field.shape) || !self.types.is_borrowing(module, &field.field.shape)
                }
            }),
            // Serde reads the content.
            Kind::Enum(_) | Kind::OpenEnum(_) | Kind::Content { .. } => true,
            Kind::Tagged { .. } => self.types.variants(module, def).iter().all(|variant| {
                let branch =
                    variant.shape.and_then(Shape::named).filter(|_| matches!(variant.shape, Some(Shape::Named(_))));
                branch.is_some_and(|branch| {
                    let (owner, name) = self.types.owner(module, branch);
                    let is_struct =
                        self.types.def(module, branch).is_some_and(|def| matches!(def.kind, Kind::Struct(_)));
                    is_struct && self.has(owner, name)
                })
            }),
            Kind::Untagged(shapes) => shapes.iter().all(|shape| self.is_readable(module, shape)),
            Kind::Alias(shape) => self.is_readable(module, shape),
        }
    }

    /// Returns whether the runtime can read the type of a shape.
    pub(crate) fn is_readable(&self, module: &str, shape: &Shape) -> bool {
        match shape {
            Shape::Any(_)
            | Shape::Null
            | Shape::Bool
            | Shape::Integer(_)
            | Shape::BigInteger
            | Shape::Number
            | Shape::String
            | Shape::Date
            | Shape::DateTime
            | Shape::Formatted(_) => true,
            Shape::List(inner) | Shape::Array(inner, _) | Shape::Nullable(inner) => self.is_readable(module, inner),
            Shape::Tuple(_) | Shape::NotObject => false,
            Shape::Map(_, inner) => is_map(&self.map) && self.is_readable(module, inner),
            Shape::Named(name) => {
                let (owner, own) = self.types.owner(module, name);
                self.types.replacement(module, name).is_none() && self.has(owner, own)
            }
        }
    }

    /// Returns the path of the table of the type that a shape names.
    pub(crate) fn check(&self, module: &str, shape: &Shape) -> Option<String> {
        let Shape::Named(name) = shape else { return None };
        let _ = self.types.def(module, name).filter(|def| def.has_schema)?;
        let (owner, own) = self.types.owner(module, name);
        let check = self.tables.name_of(owner, own)?;
        let path = if owner == module { vec!["checks", check] } else { vec!["super", owner, "checks", check] };
        Some(path.join("::"))
    }

    /// Returns the path of the table of a type in the same module.
    pub(crate) fn own_check(&self, module: &str, name: &str) -> Option<String> {
        self.tables.name_of(module, name).map(|check| ["checks", check].join("::"))
    }

    pub(crate) fn has_field(&self, module: &str, branch: &str, tag: &str) -> bool {
        let (owner, _) = self.types.owner(module, branch);
        let Some(def) = self.types.def(module, branch) else { return false };
        let fields = self.types.fields(owner, def);
        fields.iter().any(|field| {
            field.field.name == tag && !matches!(field.presence, FieldPresence::Constant(_) | FieldPresence::Rest)
        })
    }

    /// Returns the source of a module's tables.
    pub(crate) fn tables(&self, module: &str, runtime: &str) -> syn::Result<String> {
        self.tables.text(module, &[runtime, "reader"].join("::"))
    }
}
