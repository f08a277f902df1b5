//! Writes defaults of properties as Rust expressions, and names constant properties.

use heck::ToShoutySnakeCase as _;
use planwright_schema::names::Names;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use serde_json::Value;

use super::TypePrinter;
use crate::docs::RustDoc;
use crate::shape::{Kind, Shape};
use crate::style::{Numbers, Strings};
use crate::text::literal;
use crate::tokens::{self, ident};

/// A default in Rust.
pub(super) enum Default {
    /// The default of the type: nothing, 0, or an empty string.
    Own,
    /// An expression.
    Expression(TokenStream),
}

impl TypePrinter<'_> {
    /// Returns the default of a shape, or `None` if no expression creates it.
    pub(super) fn default(&mut self, value: &Value, shape: &Shape) -> Option<Default> {
        let is_own = match (shape, value) {
            (Shape::Bool, Value::Bool(value)) => !value,
            (Shape::String | Shape::Date | Shape::DateTime, Value::String(text)) => text.is_empty(),
            (Shape::Integer(_), Value::Number(number)) => number.as_u64() == Some(0),
            (Shape::List(_), Value::Array(items)) => items.is_empty(),
            (Shape::Map(..), Value::Object(members)) => members.is_empty(),
            _ => false,
        };
        if is_own { Some(Default::Own) } else { self.expression(value, shape).map(Default::Expression) }
    }

    fn expression(&mut self, value: &Value, shape: &Shape) -> Option<TokenStream> {
        let expression = match (shape, value) {
            (Shape::Nullable(_), Value::Null) => quote!(None),
            (Shape::Nullable(inner), value) => {
                let inner = self.expression(value, inner)?;
                quote!(Some(#inner))
            }
            (Shape::Bool, Value::Bool(value)) => quote!(#value),
            (Shape::String | Shape::Date | Shape::DateTime, Value::String(text)) => self.string(text),
            (Shape::Integer(_), Value::Number(number)) => tokens::number(number),
            (Shape::Number, Value::Number(number)) => {
                let float = number.as_f64()?;
                if self.style.all.numbers == Numbers::Floats {
                    return Some(tokens::float(float));
                }
                let path = self.imports.path("serde_json::Number");
                if number.is_f64() {
                    let float = tokens::float(float);
                    quote!(#path::from_f64(#float).unwrap_or_else(|| 0.into()))
                } else {
                    let (kind, number) = (tokens::constant_type(value), tokens::number(number));
                    quote!(#path::from(#number as #kind))
                }
            }
            (Shape::List(item), Value::Array(items)) => {
                let items = items.iter().map(|value| self.expression(value, item)).collect::<Option<Vec<_>>>()?;
                if items.is_empty() { quote!(Vec::new()) } else { quote!(vec![#(#items),*]) }
            }
            (Shape::Array(item, length), Value::Array(items)) if items.len() == *length => {
                let items = items.iter().map(|value| self.expression(value, item)).collect::<Option<Vec<_>>>()?;
                quote!([#(#items),*])
            }
            (Shape::Map(..), Value::Object(members)) if members.is_empty() => quote!(Default::default()),
            (Shape::Named(name), value) => return self.named_default(value, name),
            _ => return None,
        };
        Some(expression)
    }

    fn string(&mut self, text: &str) -> TokenStream {
        let text = literal(text);
        match self.style.all.strings {
            Strings::Owned => quote!(#text.to_owned()),
            Strings::Borrowed => {
                let path = self.imports.path("std::borrow::Cow");
                quote!(#path::Borrowed(#text))
            }
        }
    }

    fn named_default(&mut self, value: &Value, name: &str) -> Option<TokenStream> {
        let def = self.types.def(self.module, name)?;
        let (module, _) = self.types.owner(self.module, name);
        match (&def.kind, value) {
            (Kind::Enum(_), Value::String(text)) => {
                let module = module.to_owned();
                let variants = self.types.variants(&module, def);
                let variant = variants.iter().find(|variant| variant.text == Some(text))?;
                let (name, variant) = (self.name(name), ident(&variant.ident));
                Some(quote!(#name::#variant))
            }
            (Kind::OpenEnum(_), Value::String(text)) => {
                let module = module.to_owned();
                let variants = self.types.variants(&module, def);
                let name = self.name(name);
                let listed = variants.iter().find(|variant| variant.text == Some(text));
                if let Some(variant) = listed {
                    let variant = ident(&variant.ident);
                    return Some(quote!(#name::#variant));
                }
                let (other, text) = (ident(&variants.last()?.ident), literal(text));
                Some(quote!(#name::#other(#text.to_owned())))
            }
            (Kind::Struct(_), Value::Object(members)) if members.is_empty() => {
                let name = self.name(name);
                Some(quote!(#name::default()))
            }
            (Kind::Alias(shape), value) if module == self.module || def.judge.is_none() => {
                let inner = self.expression(value, shape)?;
                let name = self.name(name);
                Some(quote!(#name(#inner)))
            }
            _ => None,
        }
    }
}

/// A property of a struct with a single value.
pub(super) struct ConstantMember<'a> {
    member: &'a str,
    value: &'a Value,
    /// Name of its associated constant.
    name: Ident,
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
            let longer = [&wanted, "_VALUE"].concat();
            Self { member, value, name: ident(&names.claim(&[wanted, longer])) }
        });
        constants.collect()
    }

    /// Returns the associated constant.
    pub(super) fn item(&self) -> TokenStream {
        let docs = RustDoc::about("The value of the property ", self.member, ".");
        let (name, kind, value) = (&self.name, tokens::constant_type(self.value), tokens::constant(self.value));
        quote! {
            #docs
            pub const #name: #kind = #value;
        }
    }

    /// Returns the property in the syntax of `impl_constants!`, for the type that has its associated constant.
    pub(super) fn member(&self, owner: &Ident) -> TokenStream {
        let (member, name) = (literal(self.member), &self.name);
        quote!(#member = #owner::#name)
    }
}

/// Constants of the trait for roots, which `T::SCHEMA` and similar paths must refer to.
const ROOT_CONSTANTS: &[&str] = &["FILE", "ID", "NAME", "POINTER", "SCHEMA", "UNIONS"];
