//! Writes the table of each definition.

mod keywords;
mod print;

use std::collections::{BTreeMap, BTreeSet};

use heck::ToShoutySnakeCase as _;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use planwright_schema::Target;
use planwright_schema::link::{Definition, Linked};
use planwright_schema::model::Schema;
use planwright_schema::names::Names;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use self::keywords::TableCompiler;
use crate::formats::Formats;
use crate::shape::Shapes;
use crate::text::literal;
use crate::tokens::{ident, path};

/// The tables of a set.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    modules: BTreeMap<String, ModuleTables>,
    /// Schemas without a table, and why.
    #[allow(dead_code, reason = "only tests ask so far")]
    pub refused: BTreeMap<Target, &'static str>,
}

/// The tables of one module.
#[derive(Debug, Default)]
struct ModuleTables {
    statics: Vec<TokenStream>,
    /// Names of the tables by type name.
    names: BTreeMap<String, String>,
}

impl Tables {
    /// Returns the name of a type's table.
    pub(crate) fn name_of(&self, module: &str, name: &str) -> Option<&str> {
        self.modules.get(module)?.names.get(name).map(String::as_str)
    }

    /// Returns the source of the module `checks` of a module, or an empty string without tables. `reader` is the path of
    /// the runtime's module `reader`.
    pub(crate) fn text(&self, module: &str, reader: &str) -> syn::Result<String> {
        let Some(tables) = self.modules.get(module).filter(|tables| !tables.statics.is_empty()) else {
            return Ok(String::new());
        };
        let reader = path(reader);
        let empty = crate::rust_file::print(quote! {
            #[doc = " What the schemas ask."]
            #[doc(hidden)]
            pub mod checks {
                #[allow(unused_imports)]
                use #reader::*;
            }
        })?;
        Ok(print::with_statics(&empty, &tables.statics))
    }
}

/// A schema that gets a table.
struct TableSource<'a> {
    module: &'a str,
    /// Name of the type made of the schema, or an empty string.
    type_name: &'a str,
    definition: &'a Definition,
    schema: &'a Schema,
    target: Target,
}

/// Returns the tables of every schema that has a type or that something refers to.
pub(crate) fn tables(linked: &Linked<'_>, shapes: &BTreeMap<String, Shapes>, formats: Formats) -> Tables {
    let sources = sources(linked, shapes);
    let mut claimed: BTreeMap<&str, Names> = BTreeMap::new();
    let mut names: BTreeMap<Target, (String, String)> = BTreeMap::new();
    for source in &sources {
        let name = claimed.entry(source.module).or_default().claim(&[source.type_name.to_shouty_snake_case()]);
        names.insert(source.target.clone(), (source.module.to_owned(), name));
    }
    let mut patterns: BTreeMap<&str, StaticPatterns> = BTreeMap::new();
    let mut compiled: BTreeMap<&Target, (&TableSource<'_>, TokenStream, BTreeSet<Target>)> = BTreeMap::new();
    let mut applied: BTreeMap<&Target, BTreeSet<Target>> = BTreeMap::new();
    let mut refused = BTreeMap::new();
    for source in &sources {
        let Some(module) = linked.modules.get(source.module) else { continue };
        let patterns = patterns.entry(source.module).or_default();
        let mut one = TableCompiler {
            module,
            names: &names,
            definition: source.definition,
            own: &source.target,
            formats,
            patterns,
            uses: BTreeSet::new(),
            applies: BTreeSet::new(),
            is_inside: false,
        };
        match one.value(source.schema) {
            Ok(table) => {
                compiled.insert(&source.target, (source, table, one.uses));
                applied.insert(&source.target, one.applies);
            }
            Err(why) => drop(refused.insert(source.target.clone(), why)),
        }
    }
    for target in self_applied(&applied) {
        compiled.remove(&target);
        refused.insert(target, "it applies to the same value without end");
    }
    // A schema that refers to one without a table has no table either.
    loop {
        let lost = |uses: &BTreeSet<Target>| uses.iter().any(|target| !compiled.contains_key(target));
        let gone: Vec<&Target> =
            compiled.iter().filter(|(_, (_, _, uses))| lost(uses)).map(|(target, _)| *target).collect();
        if gone.is_empty() {
            break;
        }
        for target in gone {
            compiled.remove(target);
            refused.insert(target.clone(), "it refers to what has no table");
        }
    }
    let mut modules: BTreeMap<String, ModuleTables> = BTreeMap::new();
    for (target, (source, table, _)) in &compiled {
        let Some((module, name)) = names.get(*target) else { continue };
        let tables = modules.entry(module.clone()).or_default();
        let own = ident(name);
        tables.statics.push(quote!(pub static #own: ValueCheck = #table;));
        tables.names.insert(source.type_name.to_owned(), name.clone());
    }
    for (module, shapes) in shapes {
        // Several types can have one schema, such as an enum and the struct in it.
        for def in &shapes.types {
            let table =
                def.target().filter(|target| compiled.contains_key(target)).and_then(|target| names.get(&target));
            if let (Some((owner, name)), Some(tables)) = (table, modules.get_mut(module))
                && owner == module
            {
                tables.names.entry(def.name.clone()).or_insert_with(|| name.clone());
            }
        }
    }
    for (module, patterns) in patterns {
        if let Some(tables) = modules.get_mut(module) {
            tables.statics.splice(0..0, patterns.statics());
        }
    }
    Tables { modules, refused }
}

/// Returns the schemas that apply themselves to the same value again, which only the validator can handle.
fn self_applied(applied: &BTreeMap<&Target, BTreeSet<Target>>) -> Vec<Target> {
    let mut graph: DiGraph<&Target, ()> = DiGraph::new();
    let nodes: BTreeMap<&Target, NodeIndex> = applied.keys().map(|target| (*target, graph.add_node(target))).collect();
    for (from, all) in applied {
        for to in all.iter().filter_map(|to| nodes.get(to)) {
            graph.add_edge(nodes[from], *to, ());
        }
    }
    let circles = kosaraju_scc(&graph).into_iter();
    let circles = circles.filter(|one| one.len() > 1 || one.iter().any(|only| graph.contains_edge(*only, *only)));
    circles.flatten().map(|node| graph[node].clone()).collect()
}

/// Returns every definition in the module that owns it, and every type in place.
fn sources<'a>(linked: &'a Linked<'_>, shapes: &'a BTreeMap<String, Shapes>) -> Vec<TableSource<'a>> {
    let mut sources = Vec::new();
    let mut done = BTreeSet::new();
    for module in linked.modules.values() {
        let own = module.definitions.iter().filter(|(_, definition)| definition.elsewhere.is_none());
        for (name, definition) in own {
            let target = definition.target.clone();
            done.insert(target.clone());
            let schema = &definition.schema;
            sources.push(TableSource { module: &module.name, type_name: name, definition, schema, target });
        }
        for def in shapes.get(&module.name).into_iter().flat_map(|shapes| &shapes.types) {
            let Some(target) = def.target().filter(|target| done.insert(target.clone())) else { continue };
            // Some types are made of a part of a schema, such as the strings of an enum.
            let inside = module.containing(&target);
            let own = inside.into_iter().find(|(definition, ..)| definition.elsewhere.is_none());
            if let Some((definition, schema, _)) = own {
                sources.push(TableSource { module: &module.name, type_name: &def.name, definition, schema, target });
            }
        }
    }
    sources
}

/// Patterns and formats of a module, each with one static.
#[derive(Debug, Default)]
struct StaticPatterns {
    patterns: BTreeMap<String, (usize, TokenStream)>,
    /// Format and draft by the name of their static.
    formats: BTreeMap<String, (String, String)>,
}

impl StaticPatterns {
    /// Returns the static of a pattern, or `None` if no table can express it.
    fn pattern(&mut self, pattern: &str) -> Option<Ident> {
        if !self.patterns.contains_key(pattern) {
            let table = super::patterns::table(pattern)?;
            self.patterns.insert(pattern.to_owned(), (self.patterns.len(), table));
        }
        self.patterns.get(pattern).map(|(number, _)| pattern_name(*number))
    }

    /// Returns the static of a format.
    fn format(&mut self, format: &str, draft: &str) -> Ident {
        let wanted = ["FORMAT", &format.to_shouty_snake_case(), &draft.to_shouty_snake_case()].join("_");
        let plain: String = wanted.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let own = (format.to_owned(), draft.to_owned());
        let numbered = (2..).map(|number: usize| [&*plain, &number.to_string()].join("_"));
        let mut names = std::iter::once(plain.clone()).chain(numbered);
        let name = names.find(|name| self.formats.get(name).is_none_or(|known| *known == own)).unwrap_or(plain.clone());
        let tokens = ident(&name);
        self.formats.insert(name, own);
        tokens
    }

    fn statics(&self) -> Vec<TokenStream> {
        let mut patterns: Vec<&(usize, TokenStream)> = self.patterns.values().collect();
        patterns.sort_by_key(|(number, _)| *number);
        let patterns = patterns.into_iter().map(|(number, table)| {
            let name = pattern_name(*number);
            quote!(pub static #name: PatternTable = #table;)
        });
        let formats = self.formats.iter().map(|(name, (format, draft))| {
            let (name, format, draft) = (ident(name), literal(format), literal(draft));
            quote!(pub static #name: FormatCheck = FormatCheck::new(#format, #draft);)
        });
        patterns.chain(formats).collect()
    }
}

fn pattern_name(number: usize) -> Ident {
    format_ident!("PATTERN_{number}")
}
