//! Prints string enums and unions.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;

use super::{SerdeDerives, TypeImpls, TypePrinter};
use crate::backend::judged::JudgedBy;
use crate::backend::table::RustVariant;
use crate::docs::RustDoc;
use crate::shape::{ContentForm, Kind, TypeDef};
use crate::style::apply::extras;
use crate::style::{ALL, NAMED_TEXT, TEXT_ENUM};
use crate::text::literal;
use crate::tokens::ident;

impl TypePrinter<'_> {
    /// Returns an enum of strings.
    pub(super) fn string_enum(&mut self, def: &TypeDef) -> TokenStream {
        let head = self.head(def, TEXT_ENUM, extras(def, self.style, TEXT_ENUM), SerdeDerives::default());
        let name = ident(&def.name);
        let variants = self.types.variants(self.module, def);
        let variants = variants.iter().map(listed_variant);
        quote! {
            #head
            pub enum #name { #(#variants),* }
        }
    }

    /// Returns an enum of strings with a variant for any other string.
    pub(super) fn open_enum(&mut self, def: &TypeDef) -> TokenStream {
        let head = self.head(def, NAMED_TEXT, extras(def, self.style, NAMED_TEXT), SerdeDerives::default());
        let name = ident(&def.name);
        let variants = self.types.variants(self.module, def);
        let Some((other, listed)) = variants.split_last() else { return TokenStream::new() };
        let (listed, other) = (listed.iter().map(listed_variant), ident(&other.ident));
        quote! {
            #head
            pub enum #name {
                #(#listed,)*
                /// Any other string.
                #other(String)
            }
        }
    }

    pub(super) fn open_enum_impls(&mut self, def: &TypeDef) -> TypeImpls {
        let name = ident(&def.name);
        let variants = self.types.variants(self.module, def);
        let Some((other, listed)) = variants.split_last() else { return TypeImpls::default() };
        let other = ident(&other.ident);
        let idents: Vec<_> = listed.iter().map(|variant| ident(&variant.ident)).collect();
        let texts: Vec<_> = listed.iter().map(|variant| literal(variant.text.unwrap_or_default())).collect();
        let traits = self.runtime("impl_open_enum");
        let judged = self.judged_by(&def.name).map(|judged| quote!(, #judged));
        let methods = quote! {
            /// The values that the schema lists, in its order.
            pub const LISTED: &'static [Self] = &[#(Self::#idents),*];

            /// Returns the string in JSON.
            pub fn as_str(&self) -> &str {
                match self {
                    #(Self::#idents => #texts,)*
                    Self::#other(text) => text,
                }
            }
        };
        let traits = quote!(#traits! { #name #other #judged; #(#idents #texts;)* });
        TypeImpls { methods, traits, ..TypeImpls::default() }
    }

    pub(super) fn string_enum_impls(&mut self, def: &TypeDef) -> TypeImpls {
        let name = ident(&def.name);
        let variants = self.types.variants(self.module, def);
        let idents: Vec<_> = variants.iter().map(|variant| ident(&variant.ident)).collect();
        let texts = variants.iter().map(|variant| literal(variant.text.unwrap_or_default()));
        let traits = self.runtime("impl_string_enum");
        let methods = quote! {
            /// All values, in the order of the schema.
            pub const ALL: &'static [Self] = &[#(Self::#idents),*];

            /// Returns the string in JSON.
            pub const fn as_str(self) -> &'static str {
                match self {
                    #(Self::#idents => #texts,)*
                }
            }
        };
        TypeImpls { methods, traits: quote!(#traits!(#name);), ..TypeImpls::default() }
    }

    /// Returns an enum of the branches of a union.
    pub(super) fn union(&mut self, def: &TypeDef, is_untagged: bool) -> TokenStream {
        let (name, life) = (ident(&def.name), self.life(def));
        // Serde tries the branches of a type that borrows in their order.
        let reads = is_untagged && life.is_some() && self.is_read_by_serde(&def.name);
        let head = self.head(def, ALL, extras(def, self.style, ALL), SerdeDerives { reads, writes: is_untagged });
        let untagged = is_untagged.then(|| quote!(#[serde(untagged)]));
        let mut variants = Vec::new();
        for variant in self.types.variants(self.module, def) {
            let docs = variant.docs.map(|docs| match &def.kind {
                Kind::Content { .. } if docs.description.is_none() => {
                    RustDoc::about("", variant.text.unwrap_or_default(), "")
                }
                _ => RustDoc::new(docs),
            });
            let borrow = variant.shape.filter(|_| is_untagged).and_then(|shape| self.borrow(&def.name, shape));
            let ident = ident(&variant.ident);
            let content = variant.shape.is_some().then(|| {
                let branch = self.branch(&variant);
                quote!((#borrow #branch))
            });
            variants.push(quote!(#docs #ident #content));
        }
        quote! {
            #head
            #untagged
            pub enum #name #life { #(#variants),* }
        }
    }

    pub(super) fn tagged_impls(&mut self, def: &TypeDef, tag: &str) -> TypeImpls {
        let (name, life) = (ident(&def.name), self.life(def));
        let variants = self.types.variants(self.module, def);
        let idents: Vec<_> = variants.iter().map(|variant| ident(&variant.ident)).collect();
        let texts: Vec<_> = variants.iter().map(|variant| literal(variant.text.unwrap_or_default())).collect();
        let docs = RustDoc::about("Returns the value of the property ", tag, ".");
        let (tag, traits) = (literal(tag), self.runtime("impl_tagged_union"));
        let judged = self.judged_by(&def.name).map(|judged| quote!(, #judged));
        let conversions = self.conversions(def, &variants);
        let methods = quote! {
            #docs
            pub const fn tag(&self) -> &'static str {
                match self {
                    #(Self::#idents(_) => #texts,)*
                }
            }
        };
        let traits = quote! {
            #traits! { #name #life by #tag #judged; #(#idents #texts;)* }
            #conversions
        };
        TypeImpls { methods, traits, ..TypeImpls::default() }
    }

    pub(super) fn content_impls(&mut self, def: &TypeDef, form: &ContentForm) -> TypeImpls {
        let name = ident(&def.name);
        let variants = self.types.variants(self.module, def);
        let docs = match form {
            ContentForm::External => RustDoc::about("Returns the name of the variant in JSON", "", "."),
            ContentForm::Adjacent { tag, .. } => RustDoc::about("Returns the value of the property ", tag, "."),
        };
        let form_path = self.runtime("content::ContentForm");
        let form = match form {
            ContentForm::External => quote!(#form_path::External),
            ContentForm::Adjacent { tag, content } => {
                let (tag, content) = (literal(tag), literal(content));
                quote!(#form_path::adjacent(#tag, #content))
            }
        };
        let (mut arms, mut rows) = (Vec::new(), Vec::new());
        for variant in &variants {
            let (ident, text) = (ident(&variant.ident), literal(variant.text.unwrap_or_default()));
            let (any, content) =
                if variant.shape.is_some() { (quote!((_)), quote!((content))) } else { (quote!(), quote!()) };
            arms.push(quote!(Self::#ident #any => #text,));
            rows.push(quote!(#ident #content #text;));
        }
        let traits = self.runtime("impl_content_union");
        let judged = self.judged_by(&def.name).map(|judged| quote!(, #judged));
        let wrapping: Vec<RustVariant<'_>> = variants.into_iter().filter(|variant| variant.shape.is_some()).collect();
        let conversions = self.conversions(def, &wrapping);
        let methods = quote! {
            #docs
            pub const fn tag(&self) -> &'static str {
                match self {
                    #(#arms)*
                }
            }
        };
        let traits = quote! {
            #traits! { #name #form #judged; #(#rows)* }
            #conversions
        };
        TypeImpls { methods, traits, ..TypeImpls::default() }
    }

    pub(super) fn untagged_impls(&mut self, def: &TypeDef) -> TypeImpls {
        TypeImpls { traits: self.untagged_traits(def), ..TypeImpls::default() }
    }

    fn untagged_traits(&mut self, def: &TypeDef) -> TokenStream {
        if self.life(def).is_some() {
            return TokenStream::new();
        }
        let variants = self.types.variants(self.module, def);
        let conversions = self.conversions(def, &variants);
        if self.judged.get(self.module, &def.name) == JudgedBy::Reader {
            return conversions.unwrap_or_default();
        }
        let name = ident(&def.name);
        let idents = variants.iter().map(|variant| ident(&variant.ident));
        let (traits, judged) = (self.runtime("impl_untagged_union"), self.judged_by(&def.name));
        quote! {
            #traits! { #name #judged; #(#idents;)* }

            #conversions
        }
    }

    /// Returns `From` implementations for every branch whose type occurs only once.
    fn conversions(&mut self, def: &TypeDef, variants: &[RustVariant<'_>]) -> Option<TokenStream> {
        if self.life(def).is_some() {
            return None;
        }
        let branches: Vec<(TokenStream, &str)> =
            variants.iter().map(|variant| (self.branch(variant), variant.ident.as_str())).collect();
        let mut seen = BTreeSet::new();
        let twice: BTreeSet<String> = branches
            .iter()
            .map(|(branch, _)| branch.to_string())
            .filter(|branch| !seen.insert(branch.clone()))
            .collect();
        let once = branches.iter().filter(|(branch, _)| !twice.contains(&branch.to_string()));
        let lines: Vec<TokenStream> = once
            .map(|(branch, variant)| {
                let variant = ident(variant);
                quote!(#variant(#branch);)
            })
            .collect();
        let name = ident(&def.name);
        (!lines.is_empty()).then(|| {
            let traits = self.runtime("impl_from_branches");
            quote!(#traits! { #name; #(#lines)* })
        })
    }
}

/// Returns the variant for a listed string.
fn listed_variant(variant: &RustVariant<'_>) -> TokenStream {
    let docs = variant
        .description
        .map_or_else(|| RustDoc::about("", variant.text.unwrap_or_default(), ""), RustDoc::description);
    let variant = ident(&variant.ident);
    quote!(#docs #variant)
}
