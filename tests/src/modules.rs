//! Finds cyclic dependencies between modules.
//!
//! A module may refer to its parent and its children. Two siblings must not refer to each other or to each other's
//! descendants, directly or indirectly.
//!
//! Dependencies are read from the sources: each path that begins with `crate`, `self` or `super`, in a `use` or
//! anywhere else, including macros. Imported and re-exported names are followed to their declaration.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::{Attribute, Item, UseTree};

use crate::sources::Source;

type Path = Vec<String>;

/// Modules of one crate.
#[derive(Debug, Default)]
struct Modules {
    /// Imports of each module, by local name.
    imports: BTreeMap<Path, BTreeMap<String, Path>>,
    /// Paths that each module refers to, from the root of the crate.
    named: BTreeMap<Path, Vec<Path>>,
}

/// Returns the cycles of a crate whose sources are below `folder`, each as the sorted sibling modules that reach one
/// another.
pub fn circles(folder: &str, sources: &[Source]) -> Result<Vec<Vec<String>>, String> {
    let mut modules = Modules::default();
    for source in sources {
        let Some(path) = module_of(folder, &source.path) else { continue };
        let file = syn::parse_file(&source.text).map_err(|error| format!("{}: {error}", source.path))?;
        modules.add(path, &file.items);
    }
    Ok(modules.circles())
}

/// Returns the module of a file: `crates/a/src/b/c.rs` and `crates/a/src/b/c/mod.rs` are `b::c`. Files outside `src`
/// have none.
fn module_of(folder: &str, file: &str) -> Option<Path> {
    let inner = file.strip_prefix(folder)?.strip_prefix("/src/")?.strip_suffix(".rs")?;
    let mut path: Path = inner.split('/').map(str::to_owned).collect();
    if ["lib", "main", "mod"].iter().any(|last| path.last().is_some_and(|part| part == last)) {
        path.pop();
    }
    Some(path)
}

impl Modules {
    fn add(&mut self, path: Path, items: &[Item]) {
        let mut imports = BTreeMap::new();
        let mut named = Vec::new();
        for item in items {
            match item {
                Item::Mod(module) if is_for_tests(&module.attrs) => {}
                Item::Mod(module) => {
                    if let Some((_, items)) = &module.content {
                        let inner = [path.clone(), vec![module.ident.to_string()]].concat();
                        self.add(inner, items);
                    }
                }
                Item::Use(item) => expand(&item.tree, &Path::new(), &path, &mut imports, &mut named),
                other => scan(other.to_token_stream(), &path, &mut named),
            }
        }
        self.imports.entry(path.clone()).or_default().extend(imports);
        self.named.entry(path).or_default().extend(named);
    }

    /// Returns the module that declares the last name of a path.
    fn declared_in(&self, path: &[String], depth: usize) -> Path {
        let mut module = Path::new();
        for (index, name) in path.iter().enumerate() {
            let inner = [module.clone(), vec![name.clone()]].concat();
            if self.named.contains_key(&inner) {
                module = inner;
                continue;
            }
            let import = self.imports.get(&module).and_then(|imports| imports.get(name));
            return match import {
                Some(target) if depth < 16 && target != path => {
                    self.declared_in(&[target.as_slice(), &path[index + 1..]].concat(), depth + 1)
                }
                _ => module,
            };
        }
        module
    }

    fn circles(&self) -> Vec<Vec<String>> {
        // For each parent, the references between its children, including references from their descendants.
        let mut edges: BTreeMap<Path, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
        for (from, paths) in &self.named {
            for to in paths.iter().map(|path| self.declared_in(path, 0)) {
                let shared = from.iter().zip(&to).take_while(|(one, two)| one == two).count();
                if let (Some(one), Some(two)) = (from.get(shared), to.get(shared)) {
                    let siblings = edges.entry(from[..shared].to_vec()).or_default();
                    siblings.entry(one.clone()).or_default().insert(two.clone());
                }
            }
        }
        let mut circles = Vec::new();
        for (parent, siblings) in &edges {
            for members in connected(siblings) {
                circles.push(
                    members
                        .iter()
                        .map(|name| [parent.as_slice(), std::slice::from_ref(name)].concat().join("::"))
                        .collect(),
                );
            }
        }
        circles
    }
}

/// Returns the groups of two or more names that reach one another.
fn connected(edges: &BTreeMap<String, BTreeSet<String>>) -> Vec<BTreeSet<String>> {
    let reach = |start: &String| {
        let mut seen = BTreeSet::new();
        let mut pending: Vec<&String> = edges.get(start).into_iter().flatten().collect();
        while let Some(next) = pending.pop() {
            if seen.insert(next.clone()) {
                pending.extend(edges.get(next).into_iter().flatten());
            }
        }
        seen
    };
    let reached: BTreeMap<&String, BTreeSet<String>> = edges.keys().map(|name| (name, reach(name))).collect();
    let mut groups: Vec<BTreeSet<String>> = Vec::new();
    for (name, names) in &reached {
        let group: BTreeSet<String> =
            names.iter().filter(|other| reached.get(other).is_some_and(|back| back.contains(*name))).cloned().collect();
        if group.len() > 1 && !groups.contains(&group) {
            groups.push(group);
        }
    }
    groups
}

/// Resolves a path in a module relative to the root of the crate. Returns `None` if it leads to another crate.
fn absolute(written: &[String], module: &[String], is_import: bool) -> Option<Path> {
    let (first, rest) = written.split_first()?;
    match first.as_str() {
        "crate" => Some(rest.to_vec()),
        "self" => absolute_from(module.to_vec(), rest),
        "super" => absolute_from(module.to_vec(), written),
        // A child, or another crate, which will not be found.
        _ if is_import => Some([module, written].concat()),
        _ => None,
    }
}

fn absolute_from(mut module: Path, rest: &[String]) -> Option<Path> {
    let ups = rest.iter().take_while(|name| *name == "super").count();
    for _ in 0..ups {
        module.pop()?;
    }
    Some([module.as_slice(), &rest[ups..]].concat())
}

fn expand(
    tree: &UseTree,
    prefix: &[String],
    module: &[String],
    imports: &mut BTreeMap<String, Path>,
    named: &mut Vec<Path>,
) {
    let with = |name: String| [prefix, &[name]].concat();
    let mut add = |name: String, written: &[String]| {
        if let Some(path) = absolute(written, module, true) {
            imports.insert(name, path.clone());
            named.push(path);
        }
    };
    match tree {
        UseTree::Path(path) => expand(&path.tree, &with(path.ident.to_string()), module, imports, named),
        UseTree::Group(group) => {
            group.items.iter().for_each(|tree| expand(tree, prefix, module, imports, named));
        }
        UseTree::Name(name) if name.ident == "self" => {
            add(prefix.last().cloned().unwrap_or_default(), prefix);
        }
        UseTree::Name(name) => add(name.ident.to_string(), &with(name.ident.to_string())),
        UseTree::Rename(rename) => add(rename.rename.to_string(), &with(rename.ident.to_string())),
        UseTree::Glob(_) => named.extend(absolute(prefix, module, true)),
    }
}

/// Collects the paths in tokens that begin with `crate`, `self` or `super`, including those of a following group.
fn scan(tokens: TokenStream, module: &[String], named: &mut Vec<Path>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Group(group) => scan(group.stream(), module, named),
            TokenTree::Ident(ident) if ["crate", "self", "super"].iter().any(|start| ident == start) => {
                let mut written = vec![ident.to_string()];
                while is_separator(&tokens, at + 1) {
                    match tokens.get(at + 3) {
                        Some(TokenTree::Ident(name)) => written.push(name.to_string()),
                        Some(TokenTree::Group(group)) => {
                            group_paths(group.stream(), &written, module, named);
                            break;
                        }
                        _ => break,
                    }
                    at += 3;
                }
                if written.len() > 1 {
                    named.extend(absolute(&written, module, false));
                }
            }
            _ => {}
        }
        at += 1;
    }
}

/// Collects the paths of a `use` inside a function, `use super::{a, b::c}`. Each starts over after a comma.
fn group_paths(tokens: TokenStream, prefix: &[String], module: &[String], named: &mut Vec<Path>) {
    let mut written = prefix.to_vec();
    for token in tokens {
        match &token {
            TokenTree::Ident(name) => written.push(name.to_string()),
            TokenTree::Group(group) => group_paths(group.stream(), &written, module, named),
            TokenTree::Punct(punct) if punct.as_char() == ',' => {
                named.extend(absolute(&written, module, false));
                written = prefix.to_vec();
            }
            _ => {}
        }
    }
    named.extend(absolute(&written, module, false));
}

fn is_separator(tokens: &[TokenTree], at: usize) -> bool {
    let is_colon = |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == ':');
    is_colon(tokens.get(at)) && is_colon(tokens.get(at + 1))
}

/// Returns true if an item has the attribute `#[cfg(test)]`.
fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Path>().is_ok_and(|condition| condition.is_ident("test"))
    })
}
