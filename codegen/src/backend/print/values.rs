//! Writes defaults of properties as Rust expressions.

use heck::ToShoutySnakeCase as _;
use planwright_schema::names::Names;
use serde_json::Value;

use super::TypePrinter;
use crate::markdown::code;
use crate::shape::{Kind, Shape};
use crate::style::Numbers;
use crate::text::literal;

/// A default in Rust.
pub(super) enum Default {
    /// The default of the type: nothing, 0, or an empty string.
    Own,
    /// An expression.
    Expression(String),
}

impl TypePrinter<'_> {
    /// Returns the default of a shape, or `None` if no expression creates it.
    pub(super) fn default(&mut self, value: &Value, shape: &Shape) -> Option<Default> {
        let is_own = match (shape, value) {
            (Shape::Bool, Value::Bool(value)) => !value,
            (Shape::String | Shape::Date | Shape::DateTime, Value::String(text)) => text.is_empty(),
            (Shape::Integer(_) | Shape::Int32(_), Value::Number(number)) => number.as_u64() == Some(0),
            (Shape::List(_), Value::Array(items)) => items.is_empty(),
            (Shape::Map(_), Value::Object(members)) => members.is_empty(),
            _ => false,
        };
        if is_own { Some(Default::Own) } else { self.expression(value, shape).map(Default::Expression) }
    }

    fn expression(&mut self, value: &Value, shape: &Shape) -> Option<String> {
        let expression = match (shape, value) {
            (Shape::Nullable(_), Value::Null) => "None".to_owned(),
            (Shape::Nullable(inner), value) => format!("Some({})", self.expression(value, inner)?),
            (Shape::Bool, Value::Bool(value)) => value.to_string(),
            (Shape::String | Shape::Date | Shape::DateTime, Value::String(text)) => self.text(text),
            (Shape::Integer(_) | Shape::Int32(_), Value::Number(number)) => number.to_string(),
            (Shape::Number, Value::Number(number)) => {
                let float = number.as_f64()?;
                if self.style.all.numbers == Numbers::Floats {
                    return Some(format!("{float:?}"));
                }
                let path = self.imports.path("serde_json::Number");
                if number.is_f64() {
                    format!("{path}::from_f64({float:?}).unwrap_or_else(|| 0.into())")
                } else {
                    format!("{path}::from({})", constant(value))
                }
            }
            (Shape::List(item), Value::Array(items)) => {
                let items = items.iter().map(|value| self.expression(value, item)).collect::<Option<Vec<_>>>()?;
                if items.is_empty() { "Vec::new()".to_owned() } else { format!("vec![{}]", items.join(", ")) }
            }
            (Shape::Map(_), Value::Object(members)) if members.is_empty() => "Default::default()".to_owned(),
            (Shape::Named(name), value) => return self.named_default(value, name),
            _ => return None,
        };
        Some(expression)
    }

    fn text(&mut self, text: &str) -> String {
        match self.style.all.strings {
            crate::style::Strings::Owned => format!("{}.to_owned()", literal(text)),
            crate::style::Strings::Borrowed => {
                format!("{}::Borrowed({})", self.imports.path("std::borrow::Cow"), literal(text))
            }
        }
    }

    fn named_default(&mut self, value: &Value, name: &str) -> Option<String> {
        let def = self.types.def(self.module, name)?;
        let (module, _) = self.types.owner(self.module, name);
        match (&def.kind, value) {
            (Kind::Enum(_), Value::String(text)) => {
                let module = module.to_owned();
                let variants = self.types.variants(&module, def);
                let variant = variants.iter().find(|variant| variant.text == Some(text))?;
                Some(format!("{}::{}", self.name(name), variant.ident))
            }
            (Kind::Struct(_), Value::Object(members)) if members.is_empty() => {
                Some(format!("{}::default()", self.name(name)))
            }
            (Kind::Alias(shape), value) if module == self.module => {
                let inner = self.expression(value, shape)?;
                Some(format!("{}({inner})", self.name(name)))
            }
            _ => None,
        }
    }
}

/// Returns a constant in the syntax of `constants!`.
pub(super) fn constant(value: &Value) -> String {
    match value {
        Value::Bool(value) => value.to_string(),
        Value::Number(number) if number.is_u64() => format!("{number}_u64"),
        Value::Number(number) if number.is_i64() => format!("{number}_i64"),
        Value::Number(number) => format!("{:?}_f64", number.as_f64().unwrap_or_default()),
        Value::String(text) => literal(text).to_string(),
        Value::Null | Value::Array(_) | Value::Object(_) => "()".to_owned(),
    }
}

/// A property of a struct with a single value.
pub(super) struct ConstantMember<'a> {
    member: &'a str,
    value: &'a Value,
    /// Name of its associated constant.
    name: String,
}

impl<'a> ConstantMember<'a> {
    /// Returns the constant properties of a struct, each with the name of its associated constant.
    pub(super) fn all(members: &[(&'a str, &'a Value)]) -> Vec<Self> {
        let mut names = Names::default();
        for own in ROOT_CONSTANTS {
            names.claim(&[(*own).to_owned()]);
        }
        let constants = members.iter().map(|(member, value)| {
            let wanted = member.to_shouty_snake_case();
            let is_name = wanted.starts_with(|c: char| c.is_ascii_uppercase()) && wanted.is_ascii();
            let wanted = if is_name { wanted } else { "MEMBER".to_owned() };
            let name = names.claim(&[wanted.clone(), format!("{wanted}_VALUE")]);
            Self { member, value, name }
        });
        constants.collect()
    }

    /// Returns the associated constant.
    pub(super) fn item(&self) -> String {
        let kind = match self.value {
            Value::Bool(_) => "bool",
            Value::Number(number) if number.is_u64() => "u64",
            Value::Number(number) if number.is_i64() => "i64",
            Value::Number(_) => "f64",
            Value::String(_) => "&'static str",
            Value::Null | Value::Array(_) | Value::Object(_) => "()",
        };
        let (member, name, value) = (code(self.member), &self.name, constant(self.value));
        format!("    /// The value of the property {member}.\n    pub const {name}: {kind} = {value};\n")
    }

    /// Returns the property in the syntax of `constants!`.
    pub(super) fn member(&self) -> String {
        format!("{} is {}", literal(self.member), constant(self.value))
    }
}

/// Constants of the trait for roots, which `T::SCHEMA` and similar paths must refer to.
const ROOT_CONSTANTS: &[&str] = &["FILE", "ID", "NAME", "SCHEMA", "UNIONS"];
