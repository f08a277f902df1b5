//! Generates the tool executor of a module. For pairs of `<tool>-params` and `<tool>-returns`, this is a trait with a
//! typed method per tool, and a dispatcher that accepts a name and JSON.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::Attribute;

use crate::backend::{docs, failure};
use crate::names::{tool_name, trait_name};
use crate::shape::{Docs, Shapes};
use crate::text::{literal, visible_tokens};
use planwright_schema::error::Error;
use planwright_schema::link::{Linked, Module, Root};
use planwright_schema::names::Names;

/// Suffixes of the two schema files of a tool.
const PARAMS: &str = "-params";
const RETURNS: &str = "-returns";

/// Methods of the trait other than those of tools.
const PROVIDED: [&str; 2] = ["call", "read"];

/// A tool.
struct Tool<'m> {
    /// Name for callers.
    name: String,
    method: Ident,
    params: Ident,
    returns: Ident,
    root: &'m Root,
    description: &'m str,
}

/// Returns the source of the tools of every module that has some.
pub(crate) fn tools(
    linked: &Linked<'_>,
    shapes: &BTreeMap<String, Shapes>,
) -> Result<BTreeMap<String, String>, Vec<Error>> {
    let mut texts = BTreeMap::new();
    let mut errors = Vec::new();
    for module in linked.modules.values() {
        let tools = find_tools(module);
        if !tools.is_empty() {
            let Some(shapes) = shapes.get(&module.name) else { continue };
            let types = shapes.types.iter().map(|def| def.name.clone());
            match syn::parse2(visible_tokens(executor(module, &tools, types))) {
                Ok(file) => {
                    texts.insert(module.name.clone(), prettyplease::unparse(&file));
                }
                Err(error) => errors.push(failure(&module.name, shapes, error.to_string())),
            }
        }
    }
    if errors.is_empty() { Ok(texts) } else { Err(errors) }
}

fn find_tools(module: &Module) -> Vec<Tool<'_>> {
    let mut methods = Names::default();
    for name in PROVIDED {
        methods.claim(&[name.to_owned()]);
    }
    let mut names = Names::default();
    let mut tools = Vec::new();
    for root in &module.roots {
        let Some(tool) = stem(&root.file).strip_suffix(PARAMS).filter(|tool| !tool.is_empty()) else { continue };
        let returns = format!("{tool}{RETURNS}");
        let Some(returns) = module.roots.iter().find(|other| stem(&other.file) == returns) else { continue };
        let definition = module.definitions.get(&root.name);
        let description = definition.and_then(|params| params.schema.groups().annotations.description.as_deref());
        let name = tool_name(tool);
        tools.push(Tool {
            method: format_ident!("{}", methods.claim(&[name.method])),
            name: names.claim(&[name.wire]),
            params: format_ident!("{}", root.name),
            returns: format_ident!("{}", returns.name),
            root,
            description: description.unwrap_or_default(),
        });
    }
    tools
}

/// Returns the name of a schema file without its folder and extensions.
fn stem(path: &str) -> &str {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.split('.').next().unwrap_or(file)
}

fn executor(module: &Module, tools: &[Tool<'_>], types: impl Iterator<Item = String>) -> TokenStream {
    let mut taken = Names::default();
    for name in types.chain(module.definitions.keys().cloned()).collect::<BTreeSet<_>>() {
        taken.claim(&[name]);
    }
    let folder = tools.first().and_then(|tool| tool.root.file.rsplit_once('/')).map_or("", |(folder, _)| folder);
    let executor = format_ident!("{}", taken.claim(&[trait_name(folder)]));
    let entries = tools.iter().map(entry);
    let params = tools.iter().map(|tool| &tool.params);
    let methods = tools.iter().map(method);
    let arms = tools.iter().map(arm);
    quote! {
        #(#entries)*

        /// Every tool of this module, sorted by schema file.
        pub const TOOLS: &[&super::ToolInfo] = &[#(<#params as super::ToolParams>::TOOL),*];

        /// The tools of this module, a method each. Whoever implements it runs them; [`call`](Self::call) takes a call as
        /// it comes from outside.
        pub trait #executor {
            /// Why a call fails: a fault of the call, or a refusal of the tool.
            type Error: ::core::convert::From<super::ToolFault>;

            #(#methods)*

            /// Reads the arguments of a call: by their schema first, then into their type.
            fn read<P: super::ToolParams>(
                &mut self,
                arguments: &::serde_json::Value,
            ) -> ::core::result::Result<P, Self::Error>
            where
                Self: ::core::marker::Sized,
            {
                super::read_arguments(arguments).map_err(::core::convert::From::from)
            }

            /// Runs the tool of that name. Arguments that break their schema never reach it.
            fn call(&mut self, name: &str, arguments: &::serde_json::Value) -> super::ToolResult<Self::Error>
            where
                Self: ::core::marker::Sized,
            {
                match name {
                    #(#arms)*
                    _ => ::core::result::Result::Err(super::ToolFault::unknown(name, TOOLS).into()),
                }
            }
        }
    }
}

fn entry(tool: &Tool<'_>) -> TokenStream {
    let Tool { params, returns, .. } = tool;
    let (name, description) = (literal(&tool.name), literal(tool.description));
    quote! {
        impl super::ToolParams for #params {
            type Returns = #returns;
            const TOOL: &'static super::ToolInfo = &super::ToolInfo {
                name: #name,
                description: #description,
                params: super::RootInfo::of::<#params>(),
                returns: super::RootInfo::of::<#returns>(),
            };
        }
    }
}

fn method(tool: &Tool<'_>) -> TokenStream {
    let Tool { method, params, returns, .. } = tool;
    let description = Some(tool.description).filter(|text| !text.is_empty());
    let described = Docs { description: description.map(str::to_owned), ..Docs::default() };
    let mut docs: Vec<Attribute> = docs::attributes(&described);
    if docs.is_empty() {
        let fallback = Docs { description: Some(format!("The tool `{}`.", tool.name)), ..Docs::default() };
        docs = docs::attributes(&fallback);
    }
    quote! {
        #(#docs)*
        fn #method(&mut self, params: #params) -> ::core::result::Result<#returns, Self::Error>;
    }
}

fn arm(tool: &Tool<'_>) -> TokenStream {
    let Tool { method, params, .. } = tool;
    let name = literal(&tool.name);
    quote! {
        #name => {
            let params = self.read::<#params>(arguments)?;
            let returns = self.#method(params)?;
            super::write_answer::<#params>(&returns).map_err(::core::convert::From::from)
        }
    }
}
