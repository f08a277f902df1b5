//! Types and listed values.

use planwright_source::equality::{is_integer, is_same};
use serde_json::Value;

use super::run::{Flow, Node, Run};
use crate::draft::Draft;
use crate::model::{SchemaObject, Type};

/// Types in the order of messages.
const DISPLAY_ORDER: [Type; 7] =
    [Type::Null, Type::Boolean, Type::Integer, Type::Number, Type::String, Type::Array, Type::Object];

/// Maximum number of listed values that a message displays.
const MAX_DISPLAYED: usize = 3;

impl<'v> Run<'v> {
    /// Checks `type`, `const` and `enum`.
    pub(super) fn kind(&mut self, node: Node<'v>, object: &'v SchemaObject, value: &Value) -> Flow {
        if let Some(types) = &object.types {
            let draft = self.draft(node);
            if !types.as_slice().iter().any(|kind| has_type(value, *kind, draft)) {
                self.report(value, |value| type_message(value, types.as_slice()))?;
            }
        }
        if let Some(constant) = &object.values.constant
            && !is_same(constant, value)
        {
            self.report(value, |_| format!("{constant} was expected"))?;
        }
        match &object.values.enumeration {
            Some(values) if !values.iter().any(|listed| is_same(listed, value)) => {
                self.report(value, |value| format!("{value} is not one of {}", listed(values)))
            }
            _ => Flow::Continue(()),
        }
    }
}

fn has_type(value: &Value, kind: Type, draft: Draft) -> bool {
    match kind {
        Type::Array => value.is_array(),
        Type::Boolean => value.is_boolean(),
        // In draft-04, `1.0` is not an integer.
        Type::Integer if draft == Draft::Draft4 => value.is_i64() || value.is_u64(),
        Type::Integer => value.as_number().is_some_and(is_integer),
        Type::Null => value.is_null(),
        Type::Number => value.is_number(),
        Type::Object => value.is_object(),
        Type::String => value.is_string(),
    }
}

fn type_message(value: &dyn std::fmt::Display, types: &[Type]) -> String {
    match types {
        [only] => format!("{value} is not of type {:?}", only.name()),
        types => {
            let listed = DISPLAY_ORDER.iter().filter(|kind| types.contains(kind));
            let names: Vec<String> = listed.map(|kind| format!("{:?}", kind.name())).collect();
            format!("{value} is not of types {}", names.join(", "))
        }
    }
}

/// Returns the first of several values, and the number of others.
fn listed(values: &[Value]) -> String {
    let shown = if values.len() <= MAX_DISPLAYED { values.len() } else { MAX_DISPLAYED - 1 };
    let mut text = String::new();
    for (index, value) in values.iter().take(shown).enumerate() {
        let separator = match index {
            0 => "",
            _ if index + 1 == values.len() => " or ",
            _ => ", ",
        };
        text.push_str(separator);
        text.push_str(&value.to_string());
    }
    match values.len() - shown {
        0 => text,
        others => format!("{text} or {others} other candidates"),
    }
}
