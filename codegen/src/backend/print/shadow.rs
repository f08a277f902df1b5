//! Prints the private structs through which serde reads and writes types that implement its traits themselves.
//!
//! A derive with `#[serde(remote = "…")]` adds inherent functions `serialize` and `deserialize` with the visibility of
//! the struct. On a public type they would take precedence over the trait methods, and skip the validator and the
//! constant properties. The derive is therefore on a private struct with the same fields.

use proc_macro2::TokenStream;
use quote::quote;

use super::TypePrinter;
use super::structs::Object;
use crate::shape::TypeDef;
use crate::tokens::ident;

/// Name of a shadow struct in its block. Types of schemas never start with an underscore.
const FIELDS: &str = "__Fields";

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
