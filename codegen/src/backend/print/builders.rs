//! Builders: for every struct a type of its name in a module `builder`.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::{TypePrinter, values};
use crate::backend::table::{FieldPresence, RustField};
use crate::shape::{Kind, Shape, Shapes};

/// The module of builders.
pub(super) fn module(printer: &mut TypePrinter<'_>, shapes: &Shapes) -> String {
    let mut items = String::new();
    printer.depth = "super::";
    for def in shapes.types.iter().filter(|def| matches!(def.kind, Kind::Struct(_))) {
        let fields = printer.types.fields(printer.module, def);
        let taken: BTreeSet<&str> = fields.iter().map(|field| field.ident.as_str()).collect();
        let lines: String = fields
            .iter()
            .filter(|field| !matches!(field.presence, FieldPresence::Constant(_)))
            .map(|field| line(printer, field, &taken))
            .collect();
        printer.imports.call("builder");
        let checked = if printer.judged.methods(printer.module, &def.name).is_some() { " checked" } else { "" };
        let _ = write!(items, "    builder! {{\n        {}{checked} {{\n{lines}        }}\n    }}\n", def.name);
    }
    printer.depth = "";
    format!(
        "\n/// Builders of structs: a method a member, then `build`.\npub mod builder {{\n    use super::*;\n\n{items}}}\n"
    )
}

fn line(printer: &mut TypePrinter<'_>, field: &RustField<'_>, taken: &BTreeSet<&str>) -> String {
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
    let can_be_empty = matches!(field.presence, FieldPresence::Optional | FieldPresence::Maybe)
        || matches!(field.field.shape, Shape::Nullable(_));
    let whole = if can_be_empty { format!(" | {}", whole_setter(&field.ident, taken)) } else { String::new() };
    let value = held_type(printer, field).map_or_else(String::new, |value| format!(" as {value}"));
    format!("            {}{whole}: {kind}{value}{default},\n", field.ident)
}

/// The type of the value that a field holds in an option, a box, or both; `None` where the field is the value.
fn held_type(printer: &mut TypePrinter<'_>, field: &RustField<'_>) -> Option<String> {
    let shape = &field.field.shape;
    match (field.presence, shape) {
        (FieldPresence::Optional, _) => Some(printer.shape(shape)),
        (_, Shape::Nullable(inner)) => Some(printer.shape(inner)),
        (FieldPresence::Maybe, _) => Some(printer.shape(shape)),
        _ => field.is_boxed.then(|| printer.shape(shape)),
    }
}

/// The setter of all that a field can be, by a name that is no member's.
fn whole_setter(ident: &str, taken: &BTreeSet<&str>) -> String {
    let mut name = format!("maybe_{}", ident.trim_start_matches("r#"));
    while taken.contains(name.as_str()) {
        name.push('_');
    }
    name
}
