//! Prints builders: for every struct, a type with its name in the module `builder`.

use planwright_schema::names::Names;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{TypePrinter, values};
use crate::backend::table::{FieldPresence, RustField};
use crate::docs::RustDoc;
use crate::shape::{Kind, Shape, Shapes, TypeDef};
use crate::text::literal;
use crate::tokens::{ident, path};

/// Name of the builder's final method, which no property's method can have.
const BUILD: &str = "build";

/// A field of a builder.
struct BuilderField {
    name: Ident,
    kind: TokenStream,
    /// Value before a method sets the field.
    initial: TokenStream,
    methods: TokenStream,
}

/// Returns the module of builders.
pub(super) fn module<'a>(printer: &mut TypePrinter<'a>, shapes: &'a Shapes) -> TokenStream {
    printer.is_nested = true;
    let structs = shapes.types.iter().filter(|def| matches!(def.kind, Kind::Struct(_)));
    let builders: Vec<TokenStream> = structs.map(|def| builder(printer, def)).collect();
    printer.is_nested = false;
    let runtime = path(printer.runtime);
    quote! {
        /// Builders of structs, with one method per property, and `build`.
        pub mod builder {
            use super::*;
            use #runtime::builders::{check, convert, hold, missing};

            #(#builders)*
        }
    }
}

fn builder<'a>(printer: &mut TypePrinter<'a>, def: &'a TypeDef) -> TokenStream {
    let mut names = Names::default();
    let fields = printer.types.fields(printer.module, def);
    for field in &fields {
        names.claim(std::slice::from_ref(&field.ident));
    }
    names.claim(&[BUILD.to_owned()]);
    let fields = fields.iter().filter(|field| !matches!(field.presence, FieldPresence::Constant(_)));
    let fields: Vec<BuilderField> = fields.map(|field| builder_field(printer, field, &mut names)).collect();
    let name = ident(&def.name);
    let docs = RustDoc::about("A builder of ", &def.name, ".");
    let runtime = path(printer.runtime);
    let check = printer.judged.converts(printer.module, &def.name).map(|_| {
        quote! {
            #runtime::SchemaRoot::validate(&built).map_err(|report| #runtime::Invalid::new(report.to_string()))?;
        }
    });
    let members: Vec<&Ident> = fields.iter().map(|field| &field.name).collect();
    let kinds = fields.iter().map(|field| &field.kind);
    let initial = fields.iter().map(|field| &field.initial);
    let methods = fields.iter().map(|field| &field.methods);
    quote! {
        #docs
        #[derive(Clone, Debug)]
        pub struct #name { #(#members: Result<#kinds, String>),* }

        impl Default for #name {
            fn default() -> Self {
                Self { #(#members: #initial),* }
            }
        }

        impl #name {
            #(#methods)*

            /// Returns the struct.
            ///
            /// # Errors
            ///
            /// Returns the properties that are missing or do not fit, or else what the schema forbids.
            pub fn build(self) -> Result<super::#name, #runtime::Invalid> {
                check(&[#(self.#members.as_ref().err()),*])?;
                let built = super::#name { #(#members: self.#members.map_err(#runtime::Invalid::new)?),* };
                #check
                Ok(built)
            }
        }

        impl ::std::convert::TryFrom<#name> for super::#name {
            type Error = #runtime::Invalid;

            fn try_from(builder: #name) -> Result<Self, #runtime::Invalid> {
                builder.build()
            }
        }

        impl From<super::#name> for #name {
            fn from(value: super::#name) -> Self {
                Self { #(#members: Ok(value.#members)),* }
            }
        }
    }
}

fn builder_field(printer: &mut TypePrinter<'_>, field: &RustField<'_>, names: &mut Names) -> BuilderField {
    let (name, text, kind) = (ident(&field.ident), literal(&field.ident), printer.field_type(field));
    // The prelude of the edition 2018 does not have it.
    let try_into = quote!(::std::convert::TryInto);
    let initial = match field.presence {
        FieldPresence::Required | FieldPresence::Constant(_) => quote!(missing(#text)),
        FieldPresence::Defaulted(value) => match printer.default(value, &field.field.shape) {
            Some(values::Default::Expression(expression)) if field.is_boxed => quote!(Ok(Box::new(#expression))),
            Some(values::Default::Expression(expression)) => quote!(Ok(#expression)),
            _ => quote!(Ok(Default::default())),
        },
        FieldPresence::Rest | FieldPresence::Optional | FieldPresence::Maybe => quote!(Ok(Default::default())),
    };
    let (value, can_be_empty) = value(field);
    let method = match field.ident.as_str() {
        BUILD => ident(&names.claim(&["with_build".to_owned()])),
        _ => name.clone(),
    };
    let whole = can_be_empty.then(|| {
        let wanted = ["maybe_", &field.ident].concat();
        let longer = [&wanted, "_"].concat();
        let (method, docs) =
            (ident(&names.claim(&[wanted, longer])), RustDoc::about("Sets ", &field.ident, ", or leaves it out."));
        quote! {
            #docs
            #[must_use]
            pub fn #method(mut self, value: #kind) -> Self {
                self.#name = Ok(value);
                self
            }
        }
    });
    let (accepted, convert) = if can_be_empty || field.is_boxed {
        (printer.shape(value), quote!(hold))
    } else {
        (kind.clone(), quote!(convert))
    };
    let docs = RustDoc::about("Sets ", &field.ident, ". If the value does not fit, `build` fails.");
    let methods = quote! {
        #docs
        #[must_use]
        pub fn #method(
            mut self,
            value: impl #try_into<#accepted, Error: ::std::fmt::Display>,
        ) -> Self {
            self.#name = #convert(#text, value);
            self
        }

        #whole
    };
    BuilderField { name, kind, initial, methods }
}

/// Returns the shape of a field's value, and whether the value can be missing.
fn value<'a>(field: &RustField<'a>) -> (&'a Shape, bool) {
    match (field.presence, &field.field.shape) {
        (FieldPresence::Optional, shape) => (shape, true),
        (_, Shape::Nullable(inner)) => (inner, true),
        (presence, shape) => (shape, presence == FieldPresence::Maybe),
    }
}
