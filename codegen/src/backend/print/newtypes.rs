//! Prints newtypes: names for values that have no other type, and scalars with bounds.

use proc_macro2::TokenStream;
use quote::quote;

use super::{SerdeDerives, TypeImpls, TypePrinter};
use crate::backend::judged::JudgedBy;
use crate::shape::{ScalarBounds, Shape, TypeDef};
use crate::style::apply::extras;
use crate::style::{ALL, Strings, newtype_derives};
use crate::text::literal;
use crate::tokens::ident;

impl TypePrinter<'_> {
    /// Returns a newtype.
    ///
    /// The value of a scalar with bounds is private, because `new` validates it. The implementations are in a sibling
    /// of the module, so its visibility is the parent.
    pub(super) fn newtype(&mut self, def: &TypeDef, shape: &Shape) -> TokenStream {
        let (name, life) = (ident(&def.name), self.life(def));
        let known = if life.is_some() { ALL } else { newtype_derives(shape) };
        let reads = def.judge.is_none() && self.judged.get(self.module, &def.name) == JudgedBy::Type;
        let head = self.head(def, known, extras(def, self.style, known), SerdeDerives { reads, writes: true });
        let visibility = if def.judge.is_some() { quote!(pub(super)) } else { quote!(pub) };
        let borrow = if def.judge.is_some() { None } else { self.borrow(&def.name, shape) };
        let inner = self.inner(def, shape);
        quote! {
            #head
            #[serde(transparent)]
            pub struct #name #life(#borrow #visibility #inner);
        }
    }

    pub(super) fn newtype_impls(&mut self, def: &TypeDef, shape: &Shape) -> TypeImpls {
        if let Some(bounds) = &def.judge {
            return self.bounded_impls(def, shape, bounds);
        }
        let (name, life, judged) = (ident(&def.name), self.life(def), self.judged_by(&def.name));
        // A reader implements `Deserialize` itself.
        let judged = judged.filter(|_| self.is_read_by_serde(&def.name));
        let traits = if self.is_owned_string(shape) {
            let traits = self.runtime("impl_named_string");
            quote!(#traits!(#name #judged);)
        } else {
            let is_number = matches!(shape, Shape::Bool | Shape::Integer(_) | Shape::BigInteger | Shape::Number);
            let traits = self.runtime(if is_number { "impl_named_number" } else { "impl_newtype" });
            let inner = self.inner(def, shape);
            quote!(#traits!(#name #life (#inner) #judged);)
        };
        TypeImpls { traits, ..TypeImpls::default() }
    }

    fn bounded_impls(&mut self, def: &TypeDef, shape: &Shape, bounds: &ScalarBounds) -> TypeImpls {
        let (name, text) = (ident(&def.name), literal(&def.name));
        let (draft, formats, schema) = (bounds.draft, self.style.assert_formats, literal(&bounds.schema));
        let inner = self.inner(def, shape);
        let [invalid, validator, obeys] = ["Invalid", "Validator", "obeys"].map(|item| self.runtime(item));
        let make_validator = self.runtime("scalar_validator");
        let is_string = self.is_owned_string(shape);
        let traits = self.runtime(if is_string { "impl_bounded_string" } else { "impl_bounded_number" });
        let arguments = if is_string { quote!(#name) } else { quote!(#name(#inner)) };
        let as_str = is_string.then(|| {
            quote! {
                /// Returns the string.
                #[must_use]
                pub fn as_str(&self) -> &str {
                    &self.0
                }
            }
        });
        let methods = quote! {
            /// The schema of every value.
            pub const SCHEMA: &'static str = #schema;

            /// Returns the value if the schema allows it.
            ///
            /// # Errors
            ///
            /// Returns what the schema forbids.
            pub fn new(value: impl Into<#inner>) -> Result<Self, #invalid> {
                static VALIDATOR: #validator = #make_validator!(#name, #draft, #formats);
                let value = value.into();
                #obeys(&VALIDATOR, #text, &value)?;
                Ok(Self(value))
            }

            #as_str

            /// Returns the value without its name.
            pub fn into_inner(self) -> #inner {
                self.0
            }
        };
        TypeImpls { methods, traits: quote!(#traits!(#arguments);), ..TypeImpls::default() }
    }

    /// Returns the type of the value.
    fn inner(&mut self, def: &TypeDef, shape: &Shape) -> TokenStream {
        self.boxed(shape, self.types.is_alias_boxed(self.module, def))
    }

    fn is_owned_string(&self, shape: &Shape) -> bool {
        self.style.all.strings == Strings::Owned && matches!(shape, Shape::String | Shape::Date | Shape::DateTime)
    }
}
