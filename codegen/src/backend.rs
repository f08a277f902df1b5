//! Generates Rust types from shapes.
//!
//! `table` decides all names and which fields are optional, boxed or constant. `print` writes the items. Trait
//! implementations that several types would repeat are macros of the runtime crate.

pub(crate) mod borrowed;
mod boxes;
mod imports;
pub(crate) mod judged;
pub(crate) mod part_validators;
mod print;
pub(crate) mod readers;
mod sizes;
pub(crate) mod table;

use std::collections::BTreeMap;

use planwright_schema::bundle::BundledSchema;
use planwright_schema::draft;
use planwright_schema::error::{Error, ErrorKind};
use planwright_schema::link::{Linked, Module, Root};
use planwright_source::Pointer;

use crate::rust_file;
use crate::shape::Shapes;
use crate::tools::ToolItems;
use print::{ModuleItems, RootSchema};
pub(crate) use print::{PrintedSet, RootOptions};

/// Validation of values while they are read.
#[derive(Clone, Copy)]
pub(crate) struct Judges<'a> {
    pub judged: &'a judged::JudgedTypes,
    pub readers: Option<&'a readers::TypeReaders<'a>>,
    pub parts: &'a part_validators::SchemaParts<'a>,
}

/// Source of one module.
#[derive(Debug, Default)]
pub(crate) struct ModuleSource {
    /// The file that people read.
    pub types: String,
    /// The file with the implementations.
    pub impls: String,
}

/// Returns the source of every module, with the items of its tools.
pub(crate) fn modules(
    linked: &Linked<'_>,
    bundled: &BTreeMap<String, BundledSchema>,
    shapes: &BTreeMap<String, Shapes>,
    tools: &BTreeMap<String, ToolItems>,
    set: PrintedSet<'_>,
) -> Result<BTreeMap<String, ModuleSource>, Vec<Error>> {
    let mut sources = BTreeMap::new();
    let mut errors = Vec::new();
    for module in linked.modules.values() {
        let Some(shapes) = shapes.get(&module.name) else { continue };
        let roots = roots((module, shapes), bundled, set.judges);
        let mut items = print::module(&module.name, shapes, set, &roots);
        if let Some(tools) = tools.get(&module.name) {
            items.types.extend(tools.types.clone());
            items.impls.extend(tools.impls.clone());
        }
        match source(items, module, set) {
            Ok(source) => drop(sources.insert(module.name.clone(), source)),
            Err(error) => errors.push(module_failure(&module.name, shapes, &error)),
        }
    }
    if errors.is_empty() { Ok(sources) } else { Err(errors) }
}

fn roots<'a>(
    (module, shapes): (&'a Module, &Shapes),
    bundled: &'a BTreeMap<String, BundledSchema>,
    judges: Judges<'a>,
) -> Vec<RootSchema<'a>> {
    let root = |root: &'a Root, name: &'a str, part: Option<&'a part_validators::SchemaPart<'a>>| {
        let is_read = judges.readers.is_some_and(|readers| readers.has(&module.name, name));
        let is_attached = shapes.replaced.iter().any(|one| one.name == name && one.is_attached());
        let table = judges.readers.filter(|_| is_read || is_attached || part.is_some());
        Some(RootSchema {
            name,
            file: &root.file,
            draft: draft::variant(root.draft),
            bundled: bundled.get(&root.file)?,
            table: table.and_then(|readers| readers.own_check(&module.name, name)),
            is_read,
            part,
        })
    };
    let files = module.roots.iter().filter_map(|one| root(one, &one.name, None));
    let own = judges.parts.iter().filter(|((owner, _), part)| part.is_root && *owner == module.name);
    files.chain(own.filter_map(|((_, name), part)| root(part.root, name, Some(part)))).collect()
}

fn source(items: ModuleItems, module: &Module, set: PrintedSet<'_>) -> syn::Result<ModuleSource> {
    let ModuleItems { types, impls, roots } = items;
    let tables = set.judges.readers.map(|readers| readers.tables(&module.name, set.runtime));
    let parts = [rust_file::print(impls)?, tables.unwrap_or(Ok(String::new()))?, rust_file::print(roots)?];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    Ok(ModuleSource { types: rust_file::print(types)?, impls: parts.join("\n") })
}

/// Returns the error for a module that could not be rendered.
fn module_failure(module: &str, shapes: &Shapes, error: &syn::Error) -> Error {
    let first = shapes.types.first().and_then(|first| first.docs.place.clone());
    let (file, pointer) = first.unwrap_or_else(|| (module.to_owned(), Pointer::root()));
    Error { file, pointer, ..failure(error) }
}

/// Returns the error for code that could not be rendered.
pub(crate) fn failure(error: &syn::Error) -> Error {
    let kind = ErrorKind::Backend { message: error.to_string() };
    Error { file: String::new(), line_column: None, pointer: Pointer::root(), keyword: None, kind }
}
