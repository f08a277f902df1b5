//! Builders: for every struct a type of its name in a module `builder`.

use std::fmt::Write as _;

use super::{TypePrinter, values};
use crate::backend::table::{FieldPresence, RustField};
use crate::shape::{Kind, Shapes};

/// The module of builders.
pub(super) fn module(printer: &mut TypePrinter<'_>, shapes: &Shapes) -> String {
    let mut items = String::new();
    printer.depth = "super::";
    for def in shapes.types.iter().filter(|def| matches!(def.kind, Kind::Struct(_))) {
        let fields = printer.types.fields(printer.module, def);
        let lines: String = fields
            .iter()
            .filter(|field| !matches!(field.presence, FieldPresence::Constant(_)))
            .map(|field| line(printer, field))
            .collect();
        printer.imports.call("builder");
        let _ = write!(items, "    builder! {{\n        {} {{\n{lines}        }}\n    }}\n", def.name);
    }
    printer.depth = "";
    format!(
        "\n/// Builders of structs: a method a member, then `build`.\npub mod builder {{\n    use super::*;\n\n{items}}}\n"
    )
}

fn line(printer: &mut TypePrinter<'_>, field: &RustField<'_>) -> String {
    let kind = printer.field_type(field);
    let default = match field.presence {
        FieldPresence::Required | FieldPresence::Constant(_) => String::new(),
        FieldPresence::Defaulted(value) => match printer.default(value, &field.field.shape) {
            Some(values::Default::Expression(expression)) => {
                let boxed = if field.is_boxed { format!("Box::new({expression})") } else { expression };
                format!(" = {boxed}")
            }
            _ => " = Default::default()".to_owned(),
        },
        FieldPresence::Rest | FieldPresence::Optional | FieldPresence::Maybe => " = Default::default()".to_owned(),
    };
    format!("            {}: {kind}{default},\n", field.ident)
}
