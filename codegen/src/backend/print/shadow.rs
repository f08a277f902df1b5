//! Prints the private structs through which serde reads and writes types that implement its traits themselves.
//!
//! A derive with `#[serde(remote = "…")]` adds inherent functions `serialize` and `deserialize` with the visibility of
//! the struct. On a public type they would take precedence over the trait methods, and skip the validator and the
//! constant properties. The derive is therefore on a private struct with the same fields.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Path;

use super::structs::Object;
use super::{SerdeDerives, TypePrinter};
use crate::backend::judged::JudgedBy;
use crate::shape::TypeDef;
use crate::tokens::ident;

/// Name of a shadow struct in its block. Types of schemas never start with an underscore.
const FIELDS: &str = "__Fields";

/// Traits that a public struct derives, and those of its shadow.
#[derive(Clone, Copy, Debug)]
pub(super) struct StructDerives {
    pub(super) public: SerdeDerives,
    pub(super) shadow: SerdeDerives,
}

impl StructDerives {
    pub(super) fn new(judged: JudgedBy, has_constants: bool) -> Self {
        let is_read_by_serde = judged != JudgedBy::Reader;
        let reads = is_read_by_serde && (has_constants || judged == JudgedBy::Validator);
        Self {
            public: SerdeDerives { reads: is_read_by_serde && !reads, writes: !has_constants },
            shadow: SerdeDerives { reads, writes: has_constants },
        }
    }
}

/// Returns whether one of the derives reads and declares serde attributes, such as that of `schemars`.
pub(super) fn reads_serde_attributes(derives: &[Path]) -> bool {
    derives.iter().any(|derive| derive.segments.last().is_some_and(|last| last.ident == "JsonSchema"))
}

impl TypePrinter<'_> {
    /// Returns the shadow of a struct, and the macro call that implements the traits with it.
    pub(super) fn shadow(&mut self, def: &TypeDef, object: &Object<'_>) -> TokenStream {
        let (owner, name, life, shadow) = (&def.name, ident(&def.name), self.life(def), ident(FIELDS));
        let derives = object.derives.shadow;
        let writes = derives.writes.then(|| self.serde("Serialize"));
        let reads = derives.reads.then(|| self.serde("Deserialize"));
        let traits = writes.into_iter().chain(reads);
        let fields: Vec<TokenStream> =
            object.fields.iter().map(|field| self.shadow_field(owner, field, derives)).collect();
        let attributes = &object.serde_attributes;
        let call = if object.constants.is_empty() {
            let implement = self.runtime("impl_validated_struct");
            quote!(#implement! { #name by #shadow })
        } else {
            let implement = self.runtime("impl_constants");
            let (members, judged) =
                (object.constants.iter().map(|constant| constant.member(&name)), self.judged_by(owner));
            quote!(#implement! { #name #life by #shadow { #(#members),* } #judged })
        };
        quote! {
            const _: () = {
                #[derive(#(#traits),*)]
                #(#attributes)*
                #[serde(remote = #owner)]
                struct #shadow #life { #(#fields),* }

                #call
            };
        }
    }
}
