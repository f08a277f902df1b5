//! Prints builders: for every struct, a type with its name in the module `builder`.

use std::fmt::Write as _;

use planwright_schema::names::Names;

use super::{TypePrinter, values};
use crate::backend::table::{FieldPresence, RustField};
use crate::shape::{Kind, Shape, Shapes};

/// Name of the builder's final method, which no property's method can have.
const BUILD: &str = "build";

/// Returns the module of builders.
pub(super) fn module(printer: &mut TypePrinter<'_>, shapes: &Shapes) -> String {
    let mut items = String::new();
    printer.depth = "super::";
    for def in shapes.types.iter().filter(|def| matches!(def.kind, Kind::Struct(_))) {
        let fields = printer.types.fields(printer.module, def);
        let mut methods = Names::default();
        for field in &fields {
            methods.claim(std::slice::from_ref(&field.ident));
        }
        methods.claim(&[BUILD.to_owned()]);
        let lines: String = fields
            .iter()
            .filter(|field| !matches!(field.presence, FieldPresence::Constant(_)))
            .map(|field| line(printer, field, &mut methods))
            .collect();
        printer.imports.call("builder");
        let checked = if printer.judged.methods(printer.module, &def.name).is_some() { " checked" } else { "" };
        let _ = write!(items, "    builder! {{\n        {}{checked} {{\n{lines}        }}\n    }}\n", def.name);
    }
    printer.depth = "";
    format!(
        "\n/// Builders of structs: a method a member, then `build`.\npub mod builder {{\n    #[allow(unused_imports, reason = \"members may have no type of the schemas\")]\n    use super::*;\n\n{items}}}\n"
    )
}

fn line(printer: &mut TypePrinter<'_>, field: &RustField<'_>, methods: &mut Names) -> String {
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
    let (value, can_be_empty) = value(field);
    let by = match field.ident.as_str() {
        BUILD => format!(" by {}", methods.claim(&["with_build".to_owned()])),
        _ => String::new(),
    };
    let whole = if can_be_empty {
        let name = format!("maybe_{}", field.ident);
        format!(" | {}", methods.claim(&[name.clone(), format!("{name}_")]))
    } else {
        String::new()
    };
    let held = if can_be_empty || field.is_boxed { format!(" as {}", printer.shape(value)) } else { String::new() };
    format!("            {}{by}{whole}: {kind}{held}{default},\n", field.ident)
}

/// Returns the shape of a field's value, and whether the value can be missing.
fn value<'a>(field: &RustField<'a>) -> (&'a Shape, bool) {
    match (field.presence, &field.field.shape) {
        (FieldPresence::Optional, shape) => (shape, true),
        (_, Shape::Nullable(inner)) => (inner, true),
        (presence, shape) => (shape, presence == FieldPresence::Maybe),
    }
}
