//! Prints the methods of root types, and the trait implementations that contain their schemas.

use planwright_schema::bundle::BundledSchema;
use planwright_schema::draft;
use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};

use super::{TypeImpls, TypePrinter};
use crate::backend::part_validators::SchemaPart;
use crate::text::{filled_json, literal, raw_literal, visible_json};
use crate::tokens::{ident, path};

/// The root type of a file, or a definition that is used like one, with its schema.
pub(crate) struct RootSchema<'a> {
    pub name: &'a str,
    pub file: &'a str,
    /// Name of the dialect in the validator.
    pub draft: &'static str,
    pub bundled: &'a BundledSchema,
    /// Path of its table.
    pub table: Option<String>,
    /// Set if it has a reader.
    pub is_read: bool,
    /// The part of the file's schema that is the schema of a definition.
    pub part: Option<&'a SchemaPart<'a>>,
}

/// Options for the code of roots.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RootOptions {
    pub asserts_formats: bool,
    /// Set if roots have inherent methods.
    pub has_methods: bool,
}

impl TypePrinter<'_> {
    /// Adds the inherent methods of a root and its conversions.
    pub(super) fn add_root(&mut self, impls: &mut TypeImpls, root: &RootSchema<'_>, options: RootOptions) {
        let converts = self.judged.converts(self.module, root.name).filter(|_| options.has_methods);
        let Some(converts) = converts else { return };
        let borrows = self.types.borrows(self.module, root.name);
        let (name, report) = (ident(root.name), self.runtime("Report"));
        let bytes = self.imports.prelude("::std::convert::AsRef");
        let (life, root_trait, parse) = if borrows {
            let (root_trait, sized) = (self.runtime("BorrowedRoot"), self.imports.prelude("::std::marker::Sized"));
            let parse = quote! {
                /// Parses a document and validates it against the schema. The value borrows strings without escapes.
                ///
                /// # Errors
                ///
                /// Returns everything that is wrong with the document.
                pub fn parse<T: #bytes<[u8]> + ?#sized>(text: &'a T) -> Result<Self, #report> {
                    <Self as #root_trait<'a>>::parse(text.as_ref())
                }
            };
            (Some(quote!(<'a>)), quote!(#root_trait<'a>), parse)
        } else {
            let root_trait = self.runtime("SchemaRoot");
            let parse = quote! {
                /// Parses a document and validates it against the schema.
                ///
                /// # Errors
                ///
                /// Returns everything that is wrong with the document.
                pub fn parse(text: impl #bytes<[u8]>) -> Result<Self, #report> {
                    <Self as #root_trait>::parse(text.as_ref())
                }
            };
            (None, quote!(#root_trait), parse)
        };
        impls.methods.extend(quote! {
            #parse

            /// Validates a value that was created in Rust against the schema.
            ///
            /// # Errors
            ///
            /// Returns everything that is wrong with the value.
            pub fn validate(&self) -> Result<(), #report> {
                <Self as #root_trait>::validate(self)
            }
        });
        if converts {
            let implement = self.runtime("impl_root_conversions");
            impls.traits.extend(quote!(#implement!(#name #life);));
        }
    }

    /// Returns the implementation that ties a root to its schema.
    pub(super) fn root(&mut self, root: &RootSchema<'_>, options: RootOptions) -> TokenStream {
        let (name, text, file) = (ident(root.name), literal(root.name), literal(root.file));
        let document = || raw_literal(&visible_json(&filled_json(&root.bundled.document)));
        let (id, schema, unions) = match root.part {
            Some(SchemaPart { root: file, target, .. }) => {
                let (id, file) = (root.bundled.id.trim_end_matches('#'), self.root_path(&file.name));
                (literal(&format!("{id}#{}", target.pointer)), quote!(#file::SCHEMA), quote!(#file::UNIONS))
            }
            None => (literal(&root.bundled.id), document().into_token_stream(), self.unions(root.bundled)),
        };
        let pointer = root.part.map(|part| literal(part.pointer.as_str()));
        let of_part = pointer.as_ref().map(|pointer| quote!(.of_part(#pointer)));
        let pointer = pointer.map(|pointer| quote!(const POINTER: &'static str = #pointer;));
        let (draft, formats) = (root.draft, options.asserts_formats);
        let table = root.table.as_deref().map(path);
        let borrows = self.types.borrows(self.module, root.name);
        let life = borrows.then(|| quote!(<'a>));
        let root_trait = self.runtime(if borrows { "BorrowedRoot" } else { "SchemaRoot" });
        let this = self.root_path(root.name);
        let [validator, union] = ["Validator", "Union"].map(|item| self.runtime(item));
        let make_validator = self.runtime("root_validator");
        let read_fast = table.as_ref().filter(|_| root.is_read).map(|table| {
            let slice_life = borrows.then(|| quote!('a));
            let [read, at] = ["reader::read_root", "reader::ReadAt"].map(|item| self.runtime(item));
            quote! {
                fn read_fast(text: & #slice_life [u8], strict: bool) -> Option<Self> {
                    #read(text, #at::verdict(&#table, strict))
                }
            }
        });
        let table = table.into_iter();
        quote! {
            impl #life #root_trait #life for #name #life {
                const NAME: &'static str = #text;
                const FILE: &'static str = #file;
                const ID: &'static str = #id;
                #pointer
                const UNIONS: &'static [#union] = #unions;

                fn validator() -> &'static #validator {
                    static VALIDATOR: #validator =
                        #make_validator!(#name, #this::SCHEMA, #draft, #formats, #this::UNIONS #(, #table)*) #of_part;
                    &VALIDATOR
                }

                #read_fast

                const SCHEMA: &'static str = #schema;
            }
        }
    }

    /// Returns the implementation that gives a type the validator of its part of a root's schema.
    pub(super) fn part(
        &mut self,
        name: &str,
        part: &SchemaPart<'_>,
        table: Option<&str>,
        options: RootOptions,
    ) -> TokenStream {
        let (name, pointer) = (ident(name), literal(part.pointer.as_str()));
        let (draft, formats) = (draft::variant(part.root.draft), options.asserts_formats);
        let table = table.map(path).into_iter();
        let root = self.root_path(&part.root.name);
        let [has_validator, validator, make_validator] =
            ["HasValidator", "Validator", "root_validator"].map(|item| self.runtime(item));
        quote! {
            impl #has_validator for #name {
                fn own_validator() -> &'static #validator {
                    static VALIDATOR: #validator =
                        #make_validator!(#name, #root::SCHEMA, #draft, #formats, #root::UNIONS #(, #table)*)
                            .of_part(#pointer);
                    &VALIDATOR
                }
            }
        }
    }

    /// Returns the path of a root as its trait, which has its constants.
    fn root_path(&mut self, root: &str) -> TokenStream {
        let borrows = self.types.borrows(self.module, root);
        let root_trait = self.runtime(if borrows { "BorrowedRoot" } else { "SchemaRoot" });
        let (name, forever) = (ident(root), borrows.then(|| quote!(<'static>)));
        quote!(<#name #forever as #root_trait #forever>)
    }

    /// Returns the tagged unions of a schema.
    fn unions(&mut self, bundled: &BundledSchema) -> TokenStream {
        let unions: Vec<TokenStream> = bundled
            .unions
            .iter()
            .map(|(at, tagged)| {
                let (union, at, tag) = (self.runtime("Union"), literal(at.as_str()), literal(&tagged.tag));
                let values = tagged.values.iter().map(|value| literal(value).into_token_stream());
                quote!(#union { at: #at, tag: #tag, values: &[#(#values),*] })
            })
            .collect();
        quote!(&[#(#unions),*])
    }
}
