//! Generates the tool executor of a module. For pairs of `<tool>-params` and `<tool>-returns`, this is a trait with a
//! typed method per tool, and a dispatcher that accepts a name and JSON.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::docs::RustDoc;
use crate::names::{tool_name, trait_name};
use crate::shape::{Docs, Shapes};
use crate::text::literal;
use planwright_schema::link::{Linked, Module, Root};
use planwright_schema::names::Names;

/// Suffixes of the two schema files of a tool.
const PARAMS: &str = "-params";
const RETURNS: &str = "-returns";

/// Methods of the trait other than those of tools.
const PROVIDED: [&str; 2] = ["call", "parse_arguments"];

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

/// Items for the tools of a module.
#[derive(Default)]
pub(crate) struct ToolItems {
    /// Trait and list of the tools, for the file with the types.
    pub types: TokenStream,
    /// Trait implementations, for the file with the implementations.
    pub impls: TokenStream,
}

/// Returns the items of every module that has tools.
pub(crate) fn tools(linked: &Linked<'_>, shapes: &BTreeMap<String, Shapes>) -> BTreeMap<String, ToolItems> {
    let mut items = BTreeMap::new();
    for module in linked.modules.values() {
        let tools = find_tools(module);
        if let Some(shapes) = shapes.get(&module.name).filter(|_| !tools.is_empty()) {
            let names = shapes.types.iter().map(|def| def.name.clone());
            let types = executor(module, &tools, names);
            items.insert(module.name.clone(), ToolItems { types, impls: tools.iter().map(entry).collect() });
        }
    }
    items
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
    let params = tools.iter().map(|tool| &tool.params);
    let methods = tools.iter().map(method);
    let arms = tools.iter().map(arm);
    quote! {
        /// Every tool of this module, sorted by schema file.
        pub const TOOLS: &[&super::ToolInfo] = &[#(<#params as super::ToolParams>::TOOL),*];

        /// The tools of this module, with one method for each. [`call`](Self::call) runs a call from outside.
        pub trait #executor {
            /// Error of a call: it is invalid, or the tool refuses it.
            type Error: ::core::convert::From<super::ToolFault>;

            #(#methods)*

            /// Validates the arguments of a call and reads them into their type.
            fn parse_arguments<P: super::ToolParams>(
                &mut self,
                arguments: &::serde_json::Value,
            ) -> ::core::result::Result<P, Self::Error>
            where
                Self: ::core::marker::Sized,
            {
                super::read_arguments(arguments).map_err(::core::convert::From::from)
            }

            /// Runs the tool with this name. Tools never receive invalid arguments.
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
        impl super::super::ToolParams for #params {
            type Returns = #returns;
            const TOOL: &'static super::super::ToolInfo = &super::super::ToolInfo {
                name: #name,
                description: #description,
                params: super::super::RootInfo::for_type::<#params>(),
                returns: super::super::RootInfo::for_type::<#returns>(),
            };
        }
    }
}

fn method(tool: &Tool<'_>) -> TokenStream {
    let Tool { method, params, returns, .. } = tool;
    let description = Some(tool.description).filter(|text| !text.is_empty());
    let described = Docs { description: description.map(str::to_owned), ..Docs::default() };
    let mut docs = RustDoc::new(&described);
    if docs.is_empty() {
        docs = RustDoc::about("The tool ", &tool.name, ".");
    }
    quote! {
        #docs
        fn #method(&mut self, params: #params) -> ::core::result::Result<#returns, Self::Error>;
    }
}

fn arm(tool: &Tool<'_>) -> TokenStream {
    let Tool { method, params, .. } = tool;
    let name = literal(&tool.name);
    quote! {
        #name => {
            let params = self.parse_arguments::<#params>(arguments)?;
            let returns = self.#method(params)?;
            super::write_answer::<#params>(&returns).map_err(::core::convert::From::from)
        }
    }
}
