//! Resolves the keys of `types`: a key is the name of a type or the location of a schema.

use std::collections::{BTreeMap, BTreeSet};

use planwright_source::Pointer;

use super::{DefinitionRoots, ParsedStyle, ParsedTypeStyle, Resolved, error, format_types};
use crate::names::qualified;
use crate::shape::Shapes;
use planwright_schema::Target;
use planwright_schema::error::Error;
use planwright_schema::link::Linked;
use planwright_schema::set::SchemaSet;

/// Names and locations of the types that exist without any options.
struct Known {
    /// Locations by `module::Type`.
    named: BTreeMap<String, Target>,
    /// Locations that have types.
    types: BTreeSet<Target>,
    /// Roots of files.
    roots: BTreeSet<Target>,
}

/// Finds the type of every key, or returns all errors.
pub(crate) fn resolve(
    read: ParsedStyle,
    set: &SchemaSet,
    linked: &Linked<'_>,
    shapes: &BTreeMap<String, Shapes>,
) -> Result<Resolved, Vec<Error>> {
    let known = Known::new(linked, shapes);
    let ParsedStyle { all, roots, types: asked } = read;
    let mut errors = Vec::new();
    let mut types: BTreeMap<Target, ParsedTypeStyle> = BTreeMap::new();
    let mut keys: BTreeMap<Target, String> = BTreeMap::new();
    for (key, style) in asked {
        let target = find(&key, set, &known).and_then(|target| check_style(&style, &target, &known).map(|()| target));
        match target {
            Ok(target) => {
                if let Some(other) = keys.get(&target) {
                    let message = format!("{other:?} means the same type, that of {target}: join the two");
                    errors.push(error(&["types", &key], message));
                } else {
                    keys.insert(target.clone(), key);
                    types.insert(target, style);
                }
            }
            Err(message) => errors.push(error(&["types", &key], message)),
        }
    }
    let roots = definition_roots(&roots, set, &known, &mut errors);
    errors.extend(format_types::unknown_formats(&all.format_types, linked));
    errors.extend(clashes(&types, &keys, &known));
    if errors.is_empty() {
        Ok(Resolved { all, types, roots, keys, assert_formats: true, ..Resolved::default() })
    } else {
        Err(errors)
    }
}

impl Known {
    fn new(linked: &Linked<'_>, shapes: &BTreeMap<String, Shapes>) -> Self {
        let mut known = Self { named: BTreeMap::new(), types: BTreeSet::new(), roots: BTreeSet::new() };
        for (module, shapes) in shapes {
            for def in &shapes.types {
                if let Some(target) = def.target() {
                    known.named.insert(qualified(module, &def.name), target.clone());
                    known.types.insert(target);
                }
            }
        }
        for module in linked.modules.values() {
            known.roots.extend(module.roots.iter().map(|root| Target::root(&root.file)));
            // Inlined definitions have names too, under which they can be replaced.
            for (name, definition) in module.definitions.iter().filter(|(_, found)| found.elsewhere.is_none()) {
                let path = qualified(&module.name, name);
                known.named.entry(path).or_insert_with(|| definition.target.clone());
            }
        }
        known
    }
}

/// Name of all definitions.
pub(crate) const ALL_DEFINITIONS: &str = "all";

/// Returns the definitions that have what the root of a file has.
fn definition_roots(names: &[String], set: &SchemaSet, known: &Known, errors: &mut Vec<Error>) -> DefinitionRoots {
    if names.is_empty() {
        return DefinitionRoots::default();
    }
    if names.iter().any(|name| name == ALL_DEFINITIONS) {
        return DefinitionRoots::All;
    }
    let mut targets = BTreeSet::new();
    for (index, name) in names.iter().enumerate() {
        let has_type = |target: &Target| known.types.contains(target);
        match find(name, set, known) {
            Ok(target) if has_type(&target) => drop(targets.insert(target)),
            Ok(target) => {
                let message = format!("{target} has no separate type: it is written in place");
                errors.push(error(&["roots", &index.to_string()], message));
            }
            Err(message) => errors.push(error(&["roots", &index.to_string()], message)),
        }
    }
    DefinitionRoots::Listed(targets)
}

/// Returns the location that a key refers to.
fn find(key: &str, set: &SchemaSet, known: &Known) -> Result<Target, String> {
    let (file, pointer) = key.split_once('#').unwrap_or((key, ""));
    if key.contains('#') || set.get(file).is_some() {
        let pointer =
            placed(pointer).ok_or_else(|| format!("{pointer:?} is not a JSON Pointer, which starts with /"))?;
        let target = Target { file: file.to_owned(), pointer };
        if set.get(file).is_none() {
            return Err(format!(
                "no schema file is called {file:?}; {}",
                advice(file, set.files().map(|file| file.path.as_str()))
            ));
        }
        let is_schema = target.schema(set).is_some_and(|value| value.is_object() || value.is_boolean());
        return if is_schema { Ok(target) } else { Err(format!("there is no schema at {target}")) };
    }
    if let Some(target) = known.named.get(key) {
        return Ok(target.clone());
    }
    let called = |path: &str| path.rsplit("::").next() == Some(key);
    match known.named.iter().filter(|(path, _)| called(path)).collect::<Vec<_>>().as_slice() {
        [(_, target)] => Ok((*target).clone()),
        [] if key.contains("::") => Err(unknown(key, known.named.keys().map(String::as_str))),
        [] => Err(unknown(key, known.named.keys().map(|path| path.rsplit("::").next().unwrap_or(path)))),
        several => {
            let paths: Vec<&str> = several.iter().map(|(path, _)| path.as_str()).collect();
            Err(format!("several types are called so: write one of {}", paths.join(", ")))
        }
    }
}

fn unknown<'k>(key: &str, known: impl Iterator<Item = &'k str>) -> String {
    format!("no type is called {key:?}; {}", advice(key, known))
}

/// Returns the most similar names, or all if there are few.
fn advice<'k>(given: &str, known: impl Iterator<Item = &'k str>) -> String {
    let known: BTreeSet<&str> = known.collect();
    let count = given.chars().count();
    let limit = 1 + count / 4;
    // A comparison takes time and memory proportional to the length of both strings.
    let candidates = known.iter().filter(|name| name.chars().count().abs_diff(count) <= limit);
    let mut near: Vec<(usize, &str)> = candidates.map(|name| (strsim::osa_distance(given, name), *name)).collect();
    near.sort_unstable();
    match near.first() {
        Some((distance, name)) if *distance <= limit => format!("did you mean {name:?}?"),
        _ => {
            let names: Vec<&str> = known.iter().copied().take(MAX_LISTED).collect();
            let more = if known.len() > MAX_LISTED {
                format!(" and {} more", known.len() - MAX_LISTED)
            } else {
                String::new()
            };
            format!("there are {}{more}", names.join(", "))
        }
    }
}

/// Maximum number of names that an error lists.
const MAX_LISTED: usize = 12;

fn placed(text: &str) -> Option<Pointer> {
    if text.is_empty() {
        return Some(Pointer::root());
    }
    let rest = text.strip_prefix('/')?;
    let tokens = rest.split('/').map(|token| token.replace("~1", "/").replace("~0", "~"));
    Some(tokens.fold(Pointer::root(), |at, token| at.member(&token)))
}

/// Checks that the style of a type is possible at its location.
fn check_style(style: &ParsedTypeStyle, target: &Target, known: &Known) -> Result<(), String> {
    if known.types.contains(target) || style.replace.is_some() {
        return Ok(());
    }
    Err(format!("{target} has no separate type: it is written in place, and can only be replaced"))
}

/// Returns errors for new names that exist already, and for roots with different schemas that are replaced by the same
/// type.
fn clashes(types: &BTreeMap<Target, ParsedTypeStyle>, keys: &BTreeMap<Target, String>, known: &Known) -> Vec<Error> {
    let mut errors = Vec::new();
    let mut taken: BTreeMap<String, String> = BTreeMap::new();
    for (path, target) in &known.named {
        if types.get(target).is_none_or(|style| style.name.is_none()) {
            taken.insert(path.clone(), target.to_string());
        }
    }
    let mut laws: BTreeMap<String, &Target> = BTreeMap::new();
    for (target, style) in types {
        let Some(key) = keys.get(target) else { continue };
        let own = known.named.iter().find(|(_, place)| *place == target).map(|(path, _)| path);
        let module = own.and_then(|path| path.rsplit_once("::")).map_or("", |(module, _)| module);
        if let Some(name) = &style.name
            && let Some(other) = taken.insert(qualified(module, name), target.to_string())
        {
            errors.push(error(&["types", key, "name"], format!("{name:?} is the name of the type of {other} already")));
        }
        if let Some(path) = style.replace.as_ref().filter(|_| known.roots.contains(target)) {
            let path = quote::ToTokens::to_token_stream(path).to_string().replace(' ', "");
            if let Some(other) = laws.insert(path, target) {
                let message = format!(
                    "this type also replaces {other}, but a type has only one schema: give each file its own type"
                );
                errors.push(error(&["types", key, "replace"], message));
            }
        }
    }
    errors
}
