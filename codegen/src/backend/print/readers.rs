//! Prints how each type is read, as calls of the runtime's macros.

use std::fmt::Write as _;

use super::{TypePrinter, plain, values};
use crate::backend::judged::JudgedBy;
use crate::backend::readers::TypeReaders;
use crate::backend::table::{FieldPresence, RustField};
use crate::shape::{Kind, Shape, Shapes, TypeDef};
use crate::text::literal;

impl TypePrinter<'_> {
    /// Returns the macro calls for the types of a module.
    pub(super) fn readers(&mut self, readers: &TypeReaders<'_>, shapes: &Shapes) -> String {
        let mut text = String::new();
        for def in shapes.types.iter().filter(|def| readers.has(self.module, &def.name)) {
            self.reader(&mut text, readers, def);
        }
        text
    }

    fn reader(&mut self, text: &mut String, readers: &TypeReaders<'_>, def: &TypeDef) {
        let name = &format!("{}{}", def.name, self.life(def));
        let by = match self.judged.get(self.module, &def.name) {
            JudgedBy::Reader => {
                readers.own_check(self.module, &def.name).map_or_else(String::new, |check| format!(" by {check}"))
            }
            JudgedBy::Type | JudgedBy::Validator => String::new(),
        };
        let _ = match &def.kind {
            Kind::Struct(_) => {
                let _ = write!(text, "\n{}! {{ {name}{by};\n", self.imports.call("read_object"));
                for field in self.types.fields(self.module, def) {
                    self.field_reader(text, readers, &field);
                }
                Ok(())
            }
            Kind::Enum(_) => {
                let _ = write!(text, "\n{}! {{ {name};\n", self.imports.call("read_words"));
                self.types.variants(self.module, def).iter().try_for_each(|variant| {
                    writeln!(text, "    {} {};", literal(variant.text.unwrap_or_default()), variant.ident)
                })
            }
            Kind::Tagged { tag, .. } => {
                let _ = write!(text, "\n{}! {{ {name}{by}, {};\n", self.imports.call("read_union"), literal(tag));
                self.types.variants(self.module, def).iter().try_for_each(|variant| {
                    let branch = variant.shape.and_then(Shape::named).unwrap_or_default();
                    let own = readers.has_field(self.module, branch, tag);
                    let boxed = if variant.is_boxed { "boxed" } else { "plain" };
                    writeln!(text, "    {} {own} {} {boxed};", literal(variant.text.unwrap_or_default()), variant.ident)
                })
            }
            Kind::Untagged(_) => {
                let _ = write!(text, "\n{}! {{ {name}{by};\n", self.imports.call("read_closest"));
                self.types.variants(self.module, def).iter().try_for_each(|variant| {
                    let check = variant.shape.and_then(|shape| readers.check(self.module, shape));
                    let check = check.map_or_else(|| "any".to_owned(), |check| format!("by {check}"));
                    let boxed = if variant.is_boxed { "boxed" } else { "plain" };
                    writeln!(text, "    {} {boxed} {check};", variant.ident)
                })
            }
            Kind::Alias(_) => {
                let table = def.judge.as_ref().and_then(|_| readers.own_check(self.module, &def.name));
                let scalar = table.map_or_else(String::new, |table| format!(", scalar {table}"));
                writeln!(text, "\n{}! {{ {name}{by}{scalar};", self.imports.call("read_wrapped"))
            }
        };
        text.push_str("}\n");
    }

    fn field_reader(&mut self, text: &mut String, readers: &TypeReaders<'_>, field: &RustField<'_>) {
        let shape = &field.field.shape;
        let by_serde = !readers.is_readable(self.module, shape);
        let method = match field.presence {
            _ if by_serde => "by_serde",
            FieldPresence::Optional if self.types.takes_null(self.module, shape) => "present",
            _ => "value",
        };
        let fill = match field.presence {
            FieldPresence::Constant(_) => return,
            FieldPresence::Rest => {
                let _ = writeln!(text, "    .. {};", field.ident);
                return;
            }
            FieldPresence::Defaulted(value) => match self.default(value, shape) {
                Some(values::Default::Expression(_)) => format!("or Self::default_{}", plain(&field.ident)),
                _ => "or Default::default".to_owned(),
            },
            FieldPresence::Maybe if by_serde => "or Default::default".to_owned(),
            FieldPresence::Required | FieldPresence::Optional | FieldPresence::Maybe => "need".to_owned(),
        };
        let _ = writeln!(text, "    {} {} {method} {fill};", field.ident, literal(&field.field.name));
    }
}
