//! Builders: for every struct a type of its name in a module `builder`.

use super::print::Printer;
use super::table::{Presence, RustField};
use super::values;
use crate::shape::{Kind, Shapes};

/// The module of builders.
pub(super) fn module(printer: &mut Printer<'_>, shapes: &Shapes) -> String {
    let mut items = String::new();
    printer.depth = "super::";
    for def in shapes.types.iter().filter(|def| matches!(def.kind, Kind::Struct(_))) {
        let fields = printer.types.fields(printer.module, def);
        let lines: String = fields
            .iter()
            .filter(|field| !matches!(field.presence, Presence::Constant(_)))
            .map(|field| line(printer, field))
            .collect();
        printer.imports.call("builder");
        items.push_str(&format!("    builder! {{\n        {} {{\n{lines}        }}\n    }}\n", def.name));
    }
    printer.depth = "";
    format!(
        "\n/// Builders of structs: a method a member, then `build`.\npub mod builder {{\n    use super::*;\n\n{items}}}\n"
    )
}

fn line(printer: &mut Printer<'_>, field: &RustField<'_>) -> String {
    let kind = printer.field_type(field);
    let default = match field.presence {
        Presence::Required | Presence::Constant(_) => String::new(),
        Presence::Defaulted(value) => match printer.default(value, &field.field.shape) {
            Some(values::Default::Expression(expression)) => {
                let boxed = if field.is_boxed { format!("Box::new({expression})") } else { expression };
                format!(" = {boxed}")
            }
            _ => " = Default::default()".to_owned(),
        },
        Presence::Rest | Presence::Optional | Presence::Maybe => " = Default::default()".to_owned(),
    };
    format!("            {}: {kind}{default},\n", field.ident)
}
