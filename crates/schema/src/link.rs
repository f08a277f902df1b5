//! Resolves every `$ref`, in any file, to a flat list of named definitions per module.
//!
//! A module is a folder of the set. Its definitions are the roots of its files, everything under `definitions` or
//! `$defs`, and every other target of a `$ref`. After linking, the only references left are `#/definitions/<Name>`.

use std::collections::{BTreeMap, BTreeSet};

use planwright_source::Pointer;
use serde_json::{Value, json};

use crate::draft::Draft;
use crate::error::{Error, ErrorKind};
use crate::file::SchemaFile;
use crate::keywords::{self, DEFINITIONS};
use crate::model::{DEFINITION_PREFIX, Schema};
use crate::names::{Names, module_name, titled_name, type_name};
use crate::resolve::{Referred, Resolver};
use crate::set::SchemaSet;
use crate::target::Target;
use crate::{draft, limits, meta_schema_errors, reach, uri};

/// A set whose references are all resolved.
#[derive(Debug)]
pub struct Linked<'a> {
    /// Modules by name, one for each folder of the set.
    pub modules: BTreeMap<String, Module>,
    /// Resolver of the set's references.
    pub resolver: Resolver<'a>,
    /// Largest number of nested schemas that one value may be validated against.
    pub depth: usize,
}

/// A folder of the set.
#[derive(Debug)]
pub struct Module {
    /// Name of the Rust module.
    pub name: String,
    /// Roots of its files, sorted by path.
    pub roots: Vec<Root>,
    /// Every definition in its files or reachable from its roots, by type name.
    pub definitions: BTreeMap<String, Definition>,
}

impl Module {
    /// Returns the definitions that contain a location, each with the schema there and the path to it.
    pub fn containing(&self, target: &Target) -> Vec<(&Definition, &Schema, Pointer)> {
        let found = self.definitions.values().filter_map(|definition| {
            let rest = target.below(&definition.target)?;
            Some((definition, definition.schema.at(&rest)?, rest))
        });
        found.collect()
    }
}

/// The root of one file.
#[derive(Debug)]
pub struct Root {
    /// Path of the file.
    pub file: String,
    /// Name of the root's type.
    pub name: String,
    /// Dialect of the file.
    pub draft: Draft,
}

/// A named schema whose references are all `#/definitions/<Name>`.
#[derive(Debug)]
pub struct Definition {
    /// The schema, without nested definitions. Locations in it are relative to `target`.
    pub schema: Schema,
    /// Location where the schema was written.
    pub target: Target,
    /// Dialect of its file.
    pub draft: Draft,
    /// Rust path of its type, if another module generates the type.
    pub elsewhere: Option<String>,
}

/// Resolves and names everything in a set.
pub fn link(set: &SchemaSet) -> Result<Linked<'_>, Vec<Error>> {
    link_named(set, &BTreeMap::new())
}

/// Resolves and names everything in a set. Names in `chosen` replace those derived from titles, keys and files.
pub fn link_named<'s>(set: &'s SchemaSet, chosen: &BTreeMap<Target, String>) -> Result<Linked<'s>, Vec<Error>> {
    let resolver = Resolver::new(set)?;
    let targets = targets(set, &resolver)?;
    let depth = limits::depth(set, &resolver)?;
    let folders = folders(set)?;
    let names = name_all(&targets, set, chosen);
    let mut modules = BTreeMap::new();
    let mut errors = Vec::new();
    for (folder, module) in folders {
        let linker = Linker { set, resolver: &resolver, names: &names, folder: &folder };
        match linker.module(module) {
            Ok(module) => {
                modules.insert(module.name.clone(), module);
            }
            Err(problems) => errors.extend(problems),
        }
    }
    if errors.is_empty() { Ok(Linked { modules, resolver, depth }) } else { Err(errors) }
}

/// Returns the folder of a path, which is empty at the top level.
fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Returns every folder with its module name.
fn folders(set: &SchemaSet) -> Result<BTreeMap<String, String>, Vec<Error>> {
    let mut by_module: BTreeMap<String, String> = BTreeMap::new();
    let mut errors = Vec::new();
    for file in set.files() {
        let folder = folder_of(&file.path).to_owned();
        let module = module_name(&folder);
        let first = by_module.entry(module.clone()).or_insert_with(|| folder.clone());
        if *first != folder {
            let (what, other) = (format!("the module `{module}`"), first.clone());
            let kind = ErrorKind::Ambiguous { what, other, are_separable: true };
            errors.push(file.error(Pointer::root(), None, kind));
        }
    }
    if errors.is_empty() {
        Ok(by_module.into_iter().map(|(module, folder)| (folder, module)).collect())
    } else {
        Err(errors)
    }
}

/// Returns every schema that gets a name: roots, definitions and targets of references.
fn targets(set: &SchemaSet, resolver: &Resolver<'_>) -> Result<BTreeSet<Target>, Vec<Error>> {
    let mut targets: BTreeSet<Target> = set.files().map(|file| Target::root(&file.path)).collect();
    let mut ending = BTreeSet::new();
    let mut errors = Vec::new();
    reach::walk(set, resolver, &mut |file, schema, at| {
        for keyword in DEFINITIONS {
            let definitions = schema.get(keyword).and_then(Value::as_object);
            for name in definitions.into_iter().flat_map(|map| map.keys()) {
                let pointer = at.member(keyword).member(name);
                if file.origin.elsewhere(&pointer).is_none() {
                    targets.insert(Target { file: file.path.clone(), pointer });
                }
            }
        }
        match target_of(set, resolver, (file, at, schema), &mut ending) {
            Ok(target) => targets.extend(target),
            Err(kind) => errors.push(file.unplaced(at.member("$ref"), Some("$ref"), kind)),
        }
    });
    errors.extend(
        targets
            .iter()
            .filter_map(|target| {
                let is_described =
                    |file: &&SchemaFile| keywords::is_described_location(&file.value, &target.pointer, file.draft);
                let file = set.get(&target.file).filter(|file| !is_described(file))?;
                Some(meta_schema_errors::referenced_schema_errors(file, &target.pointer, target.schema(set)?))
            })
            .flatten(),
    );
    if errors.is_empty() { Ok(targets) } else { Err(set.locate(errors)) }
}

/// Resolves the `$ref` of one schema and checks that the chain of references ends at a schema.
///
/// Every target in `ending` is known to end. Returns `None` if the schema has no `$ref`, or one to a meta-schema.
fn target_of(
    set: &SchemaSet,
    resolver: &Resolver<'_>,
    (file, at, schema): (&SchemaFile, &Pointer, &Value),
    ending: &mut BTreeSet<Target>,
) -> Result<Option<Target>, ErrorKind> {
    let Some(reference) = schema.get("$ref").and_then(Value::as_str) else { return Ok(None) };
    let unresolved = || match resolver.missing(file, at, reference) {
        Some(uri) if uri::path_of(&uri).is_none() => {
            ErrorKind::MissingDocument { reference: reference.to_owned(), uri }
        }
        _ => ErrorKind::UnresolvedReference { reference: reference.to_owned() },
    };
    let target = match resolver.resolve(file, at, reference).ok_or_else(unresolved)? {
        Referred::Schema(target) => target,
        Referred::MetaSchema(_) => return Ok(None),
    };
    let mut seen = BTreeSet::new();
    let mut next = target.clone();
    loop {
        let there = set.get(&next.file).ok_or_else(unresolved)?;
        if !seen.insert(next.clone()) {
            return Err(ErrorKind::EndlessReference { reference: reference.to_owned() });
        }
        let chained = next.schema(set).and_then(|schema| schema.get("$ref")).and_then(Value::as_str);
        let Some(chained) = chained.filter(|_| !ending.contains(&next)) else {
            // `append` would rebuild the larger set.
            ending.extend(seen);
            return Ok(Some(target));
        };
        next = match resolver.resolve(there, &next.pointer, chained) {
            Some(Referred::Schema(next)) => next,
            // The chain ends here, or the error is reported where the reference is written.
            _ => return Ok(Some(target)),
        };
    }
}

/// Returns whether a location is in a definition inside a schema, which is not a part of the linked schema.
fn is_in_definition(schema: &Target, at: &Pointer) -> bool {
    let inside = at.as_str().strip_prefix(schema.pointer.as_str()).unwrap_or_default();
    inside.split('/').any(|token| DEFINITIONS.contains(&token))
}

/// Gives every target a type name that is unique in its module. Roots come first, then definitions in source order.
fn name_all(
    targets: &BTreeSet<Target>,
    set: &SchemaSet,
    chosen: &BTreeMap<Target, String>,
) -> BTreeMap<Target, String> {
    let mut by_folder: BTreeMap<&str, Names> = BTreeMap::new();
    let mut names = BTreeMap::new();
    for target in targets {
        if let Some(name) = chosen.get(target) {
            let name = by_folder.entry(folder_of(&target.file)).or_default().claim(std::slice::from_ref(name));
            names.insert(target.clone(), name);
        }
    }
    let unnamed = targets.iter().filter(|target| !chosen.contains_key(target));
    // Nobody uses the type of a collection or of a selected part. They leave their names to the schemas in it.
    let is_last = |target: &&Target| {
        target.is_root()
            && set.get(&target.file).is_some_and(|file| file.origin.is_collection() || file.origin.is_selection())
    };
    let (last, unnamed): (Vec<&Target>, Vec<&Target>) = unnamed.partition(is_last);
    let (roots, rest): (Vec<&Target>, Vec<&Target>) = unnamed.into_iter().partition(|target| target.is_root());
    for target in roots.into_iter().chain(rest).chain(last) {
        let root = names.get(&Target::root(&target.file)).cloned();
        let candidates = candidates(target, set, root.as_deref());
        let name = by_folder.entry(folder_of(&target.file)).or_default().claim(&candidates);
        names.insert(target.clone(), name);
    }
    names
}

/// Returns suitable names for a target, best first.
fn candidates(target: &Target, set: &SchemaSet, root: Option<&str>) -> Vec<String> {
    let file = target.file.rsplit('/').next().unwrap_or(&target.file);
    let stem = file.rsplit_once('#').map_or_else(|| file.split('.').next().unwrap_or(file), |(_, part)| part);
    if target.is_root() {
        let title = set.get(&target.file).and_then(|file| file.value.get("title")).and_then(Value::as_str);
        return title.and_then(titled_name).into_iter().chain([type_name(stem)]).collect();
    }
    let root = root.map_or_else(|| type_name(stem), str::to_owned);
    let tokens: Vec<String> = target.pointer.tokens().map(std::borrow::Cow::into_owned).collect();
    let last = tokens.last().map_or_else(String::new, |token| type_name(token));
    let spelled: Vec<&str> = tokens
        .iter()
        .map(String::as_str)
        .filter(|token| !DEFINITIONS.contains(token) && *token != "properties")
        .collect();
    let whole = type_name(&format!("{root} {}", spelled.join(" ")));
    let in_root = type_name(&format!("{root} {last}"));
    if DEFINITIONS.contains(&tokens.iter().rev().nth(1).map_or("", String::as_str)) {
        vec![last, in_root, whole]
    } else {
        let title = target.schema(set).and_then(|schema| schema.get("title")).and_then(Value::as_str);
        title.and_then(titled_name).into_iter().chain([in_root, whole]).collect()
    }
}

/// Links one module.
struct Linker<'a> {
    set: &'a SchemaSet,
    resolver: &'a Resolver<'a>,
    names: &'a BTreeMap<Target, String>,
    folder: &'a str,
}

impl Linker<'_> {
    fn module(&self, name: String) -> Result<Module, Vec<Error>> {
        let mut module = Module { name, roots: Vec::new(), definitions: BTreeMap::new() };
        let mut pending: Vec<Target> = Vec::new();
        for (target, name) in self.names.iter().filter(|(target, _)| folder_of(&target.file) == self.folder) {
            pending.push(target.clone());
            if let Some(file) = self.set.get(&target.file).filter(|_| target.is_root()) {
                module.roots.push(Root { file: target.file.clone(), name: name.clone(), draft: file.draft });
            }
        }
        let mut errors = Vec::new();
        while let Some(target) = pending.pop() {
            let name = self.local_name(&target);
            if module.definitions.contains_key(&name) {
                continue;
            }
            match self.definition(&target, &mut pending) {
                Ok(definition) => {
                    module.definitions.insert(name, definition);
                }
                Err(error) => errors.push(*error),
            }
        }
        if errors.is_empty() { Ok(module) } else { Err(errors) }
    }

    fn definition(&self, target: &Target, pending: &mut Vec<Target>) -> Result<Definition, Box<Error>> {
        let file = self.set.get(&target.file);
        let (Some(file), Some(schema)) = (file, target.schema(self.set)) else {
            let lost = ErrorKind::UnresolvedReference { reference: target.file.clone() };
            return Err(Box::new(Error {
                file: target.file.clone(),
                line_column: None,
                pointer: target.pointer.clone(),
                keyword: None,
                kind: lost,
            }));
        };
        let schema = keywords::rebuild(schema, &target.pointer, &mut |schema, at| {
            let here = Target { file: target.file.clone(), pointer: at.clone() };
            if here != *target && self.names.contains_key(&here) && !is_in_definition(target, at) {
                // Something else refers to this schema, so it has a name.
                *schema = json!({ "$ref": format!("{DEFINITION_PREFIX}{}", self.local_name(&here)) });
                pending.push(here);
            } else {
                self.edit(file, schema, at, pending);
            }
        });
        let module = module_name(folder_of(&target.file));
        let elsewhere = (folder_of(&target.file) != self.folder)
            .then(|| format!("super::{module}::{}", self.names.get(target).map_or("", String::as_str)));
        let schema = Schema::from_value(&schema, file.draft);
        Ok(Definition { schema, target: target.clone(), draft: file.draft, elsewhere })
    }

    /// Rewrites the references of one schema to names, and removes keywords that have a meaning only at the original
    /// location.
    fn edit(&self, file: &SchemaFile, schema: &mut Value, at: &Pointer, pending: &mut Vec<Target>) {
        let Some(members) = schema.as_object_mut() else { return };
        let reference = members.get("$ref").and_then(Value::as_str);
        let referred = reference.and_then(|reference| self.resolver.resolve(file, at, reference));
        for keyword in
            DEFINITIONS.iter().chain(&["$anchor", "$dynamicAnchor", "$recursiveAnchor", "$comment", "$schema"])
        {
            members.shift_remove(*keyword);
        }
        let id = draft::id_keyword(file.draft);
        if members.get(id).is_some_and(Value::is_string) {
            members.shift_remove(id);
        }
        match referred {
            Some(Referred::Schema(target)) => {
                members.insert("$ref".to_owned(), format!("{DEFINITION_PREFIX}{}", self.local_name(&target)).into());
                pending.push(target);
            }
            Some(Referred::MetaSchema(uri)) => {
                members.insert("$ref".to_owned(), uri.into());
            }
            None => {}
        }
    }

    /// Returns the name of a target in this module. If the target is in another module, the name includes that module's
    /// name.
    fn local_name(&self, target: &Target) -> String {
        let name = self.names.get(target).map_or("", String::as_str);
        let folder = folder_of(&target.file);
        if folder == self.folder { name.to_owned() } else { type_name(&format!("{} In {name}", module_name(folder))) }
    }
}
