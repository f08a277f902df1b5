//! Types that this crate does not generate: those of another generator, and types that exist already.
//!
//! Only the types are replaced. Each gets the validator of its schema, `parse` and the trait `SchemaRoot`. Another
//! generator reports the definitions that it cannot express, and their types are generated as usual. Types of both
//! origins can refer to each other.

mod circles;
mod items;

use std::collections::{BTreeMap, BTreeSet};

use planwright_schema::link::{Definition, Linked, Module};
use planwright_schema::lint::TYPE_FALLBACK;
use planwright_schema::{Error, ErrorKind, SchemaSet};
use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};

use crate::emit::Options;
use crate::formats::Formats;
use crate::generator::{GeneratedTypes, GeneratorInput, TypeAdditions, TypeSource};
use crate::shape::{Replaced, ReplacedBy, Shapes};
use crate::style::{self, Builders, Collections, Resolved, Strings, Style};
use crate::tokens::ident;
use crate::{order, project};
use circles::Circles;
use items::TypeItems;

/// Types of a set that this crate does not generate.
#[derive(Default)]
pub(crate) struct Outside {
    /// Items of another generator, by module.
    pub items: BTreeMap<String, TokenStream>,
    /// Names of these items that do not belong to definitions, by module.
    pub names: BTreeMap<String, Vec<String>>,
    /// Definitions that the other generator cannot express.
    pub warnings: Vec<Error>,
}

/// Returns the style with which types are projected for these options.
pub(crate) fn projected_style(options: &Options) -> Style {
    let mut style = options.style.clone();
    if options.types == TypeSource::Typify {
        // Types of the other generator refer to each definition by its name.
        style.collections = Collections::Newtypes;
        // The other generator has its own builders.
        style.builders = Builders::None;
    }
    style
}

/// Removes the types that are not generated from the shapes of a set. `unconstrained` are the files whose root accepts
/// every value.
pub(crate) fn separate(
    (set, linked): (&SchemaSet, &Linked<'_>),
    shapes: &mut BTreeMap<String, Shapes>,
    (style, unconstrained): (&mut Resolved, &BTreeSet<&str>),
    options: &Options,
) -> Result<Outside, Vec<Error>> {
    match &options.types {
        TypeSource::Native => Ok(Outside::default()),
        _ if style.all.strings == Strings::Borrowed => {
            Err(vec![style::error(&["types"], "only types of Planwright can borrow: remove `borrowed` or `types`")])
        }
        TypeSource::Typify => generated((set, linked), shapes, style, options),
        TypeSource::Module(path) => {
            for module in linked.modules.values() {
                let Some(shapes) = shapes.get_mut(&module.name) else { continue };
                attach_existing(module, shapes, path, (style, unconstrained));
            }
            Ok(Outside::default())
        }
    }
}

/// Types of every module, by module.
type Generated = BTreeMap<String, GeneratedTypes>;

/// Generates the types of every module with the generator of the options.
fn generated(
    (set, linked): (&SchemaSet, &Linked<'_>),
    shapes: &mut BTreeMap<String, Shapes>,
    style: &mut Resolved,
    options: &Options,
) -> Result<Outside, Vec<Error>> {
    let Some(generator) = options.generator else {
        let message = "this program was built without typify: enable the feature `typify`, or remove `types`";
        return Err(vec![style::error(&["types"], message)]);
    };
    let circles = Circles::new(linked);
    let mut all = Generated::new();
    for module in linked.modules.values() {
        let Some(shapes) = shapes.get(&module.name) else { continue };
        let input = input(module, shapes, &circles, (style, options));
        let types = (generator.generate)(&input);
        for (name, definition) in &module.definitions {
            if input.generates(name) && !types.refused.contains_key(name) {
                style.outside.insert(definition.target.clone(), (module.name.clone(), name.clone()));
            }
        }
        all.insert(module.name.clone(), types);
    }
    if all.values().any(|types| !types.refused.is_empty()) {
        // The remaining types refer to those of the other generator, about which less is known.
        *shapes = project::project_with(linked, style).0;
        order::sort(shapes, linked, set);
        style::without(shapes, style);
    }
    collect(linked, shapes, style, &all)
}

/// Removes the types of another generator from the shapes, and collects its items.
fn collect(
    linked: &Linked<'_>,
    shapes: &mut BTreeMap<String, Shapes>,
    style: &Resolved,
    all: &Generated,
) -> Result<Outside, Vec<Error>> {
    let mut outside = Outside::default();
    let mut errors = Vec::new();
    for module in linked.modules.values() {
        let (Some(shapes), Some(types)) = (shapes.get_mut(&module.name), all.get(&module.name)) else { continue };
        let source = match TypeItems::parse(&types.source, module, shapes) {
            Ok(source) => source,
            Err(error) => {
                errors.push(crate::backend::failure(&error));
                continue;
            }
        };
        let refused = &types.refused;
        outside
            .warnings
            .extend(refused.iter().filter_map(|(name, why)| Some(fallback(module.definitions.get(name)?, why))));
        let is_generated = |name: &str, definition: &Definition| {
            definition.elsewhere.is_none()
                && style.outside.contains_key(&definition.target)
                && !refused.contains_key(name)
        };
        let own: Vec<Replaced> = module
            .definitions
            .iter()
            .filter(|(name, definition)| is_generated(name, definition))
            .map(|(name, definition)| replaced(module, name, definition, ReplacedBy::Generator))
            .collect();
        replace(shapes, own, refused.keys().map(String::as_str).collect());
        errors.extend(source.clashes(module, shapes));
        outside.names.insert(module.name.clone(), source.further(module));
        let values = values(shapes, refused.keys());
        outside.items.insert(module.name.clone(), [source.items, values].into_iter().collect());
    }
    if errors.is_empty() { Ok(outside) } else { Err(errors) }
}

/// Returns the input of the generator for a module.
fn input<'a>(
    module: &'a Module,
    shapes: &Shapes,
    circles: &Circles<'a>,
    (style, options): (&Resolved, &Options),
) -> GeneratorInput<'a> {
    let has_type = |name: &str| shapes.types.iter().any(|def| def.name == name);
    let mut input = GeneratorInput {
        module,
        existing: BTreeMap::new(),
        fallbacks: BTreeMap::new(),
        // Types of Planwright that contain them derive it.
        derives: vec!["PartialEq".to_owned()],
        attributes: style.all.attributes.iter().map(|attribute| attribute.to_token_stream().to_string()).collect(),
        additions: BTreeMap::new(),
        map: options.style.map.clone(),
        has_builders: options.style.builders == Builders::Typed,
        asserts_formats: options.formats == Formats::Assert,
    };
    input.derives.extend(style.all.derives.iter().map(|derive| derive.what.to_token_stream().to_string()));
    for (name, definition) in &module.definitions {
        let is_boxed = circles.is_circular(&module.name, name);
        let boxed = |path: &str| if is_boxed { ["::std::boxed::Box<", path, ">"].concat() } else { path.to_owned() };
        if let Some(one) = shapes.replaced.iter().find(|one| one.name == *name) {
            input.existing.insert(name, boxed(&one.path));
        } else if definition.elsewhere.is_some() {
            input.existing.insert(name, boxed(name));
        } else if has_type(name) {
            input.fallbacks.insert(name, boxed(name));
        } else {
            // The definition accepts every value.
            input.fallbacks.insert(name, "::serde_json::Value".to_owned());
        }
        if let Some(own) = style.types.get(&definition.target) {
            let derives = own.derives.iter().map(|derive| derive.what.to_token_stream().to_string()).collect();
            let attributes = own.attributes.iter().map(|attribute| attribute.to_token_stream().to_string()).collect();
            input.additions.insert(name, TypeAdditions { derives, attributes });
        }
    }
    input
}

/// Returns types for definitions to which the types of another generator refer, and that are any value here.
fn values<'n>(shapes: &Shapes, refused: impl Iterator<Item = &'n String>) -> TokenStream {
    let missing = refused.filter(|name| !shapes.types.iter().any(|def| def.name == **name)).map(|name| ident(name));
    quote!(#(
        /// Any JSON value.
        pub type #missing = ::serde_json::Value;
    )*)
}

/// Returns the warning about a definition that a generator cannot express.
fn fallback(definition: &Definition, why: &str) -> Error {
    let name = definition.target.pointer.last().map(std::borrow::Cow::into_owned);
    let what = name.map_or_else(|| "the root".to_owned(), |name| format!("{name:?}"));
    let message = format!("typify cannot express {what}, so Planwright generates its type: {why}");
    Error {
        file: definition.target.file.clone(),
        line_column: None,
        pointer: definition.target.pointer.clone(),
        keyword: None,
        kind: ErrorKind::Lint { code: TYPE_FALLBACK, message },
    }
}

/// Replaces the roots of a module, and the definitions that are used like roots, by types of a path.
fn attach_existing(
    module: &Module,
    shapes: &mut Shapes,
    path: &str,
    (style, unconstrained): (&Resolved, &BTreeSet<&str>),
) {
    let is_root = |name: &str, definition: &Definition| {
        let is_file = module.roots.iter().any(|root| root.name == name);
        if is_file {
            // The type of a root that accepts every value only contains the schema of the others.
            !unconstrained.contains(definition.target.file.as_str())
        } else {
            style.roots.select(&definition.target, unconstrained)
        }
    };
    let is_own = |name: &str, definition: &Definition| {
        definition.elsewhere.is_none() && !shapes.replaced.iter().any(|one| one.name == name)
    };
    let attached: Vec<Replaced> = module
        .definitions
        .iter()
        .filter(|(name, definition)| is_own(name, definition) && is_root(name, definition))
        .map(|(name, definition)| {
            let folder = if module.name == "schemas" { "" } else { &module.name };
            let path = [path, folder, name].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("::");
            Replaced { path, ..replaced(module, name, definition, ReplacedBy::Crate) }
        })
        .collect();
    let rest = module.roots.iter().map(|root| root.name.as_str());
    let rest = rest.filter(|name| !attached.iter().any(|one| one.name == *name)).collect();
    replace(shapes, attached, rest);
}

fn replaced(module: &Module, name: &str, definition: &Definition, by: ReplacedBy) -> Replaced {
    let is_root = module.roots.iter().any(|root| root.name == name);
    Replaced { name: name.to_owned(), path: name.to_owned(), target: definition.target.clone(), is_root, by }
}

/// Replaces types by those that are attached. Of the others, the types with the names in `kept` remain, and what they
/// need.
fn replace(shapes: &mut Shapes, attached: Vec<Replaced>, kept: BTreeSet<&str>) {
    let attached_names: BTreeSet<String> = attached.iter().map(|one| one.name.clone()).collect();
    shapes.replaced.retain(|one| !attached_names.contains(&one.name));
    shapes.replaced.extend(attached);
    shapes.replaced.sort_by(|one, other| one.name.cmp(&other.name));
    let mut pending: Vec<String> = kept.into_iter().map(str::to_owned).collect();
    let mut kept: BTreeSet<String> = BTreeSet::new();
    while let Some(name) = pending.pop() {
        if attached_names.contains(&name) || kept.contains(&name) {
            continue;
        }
        if let Some(def) = shapes.types.iter().find(|def| def.name == name) {
            pending.extend(def.kind.shapes().into_iter().flat_map(|shape| shape.names()).map(str::to_owned));
        }
        kept.insert(name);
    }
    shapes.types.retain(|def| kept.contains(&def.name));
}
