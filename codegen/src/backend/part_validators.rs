//! Finds the part of a root's schema that is the schema of a type, so that a type without a reader can be validated.

use std::collections::{BTreeMap, BTreeSet};

use planwright_schema::Target;
use planwright_schema::bundle::{BundledSchema, Carried};
use planwright_schema::link::{Definition, Linked, Module, Root};
use planwright_source::Pointer;

use super::readers::TypeReaders;
use super::table::RustTypes;
use crate::shape::{Kind, Shapes, TypeDef};
use crate::style::DefinitionRoots;

/// The part of a root's schema that validates a type.
#[derive(Clone, Debug)]
pub(crate) struct SchemaPart<'a> {
    /// The root, which is in the module of the type.
    pub root: &'a Root,
    /// Location in the bundled schema of the root.
    pub pointer: Pointer,
    /// Location where the schema was written.
    pub target: Target,
    /// Set if the type has what the root of a file has.
    pub is_root: bool,
}

/// The parts for the types of a set, by module and name.
pub(crate) type SchemaParts<'a> = BTreeMap<(&'a str, &'a str), SchemaPart<'a>>;

/// A type that needs a part.
struct CheckedType<'a> {
    name: &'a str,
    target: Target,
    /// Set if the type has what the root of a file has.
    is_root: bool,
}

/// Finds the parts for the types that only a validator can check, and for definitions that are used as roots.
#[derive(Clone, Copy)]
pub(crate) struct PartFinder<'a> {
    pub linked: &'a Linked<'a>,
    pub shapes: &'a BTreeMap<String, Shapes>,
    pub types: &'a RustTypes<'a>,
    pub readers: Option<&'a TypeReaders<'a>>,
    pub roots: &'a DefinitionRoots,
    /// Files whose root accepts every value.
    pub unconstrained: &'a BTreeSet<&'a str>,
}

impl<'a> PartFinder<'a> {
    /// Returns the part for each type that has one in these bundled schemas.
    pub(crate) fn parts(self, bundled: &BTreeMap<String, BundledSchema>) -> SchemaParts<'a> {
        let parts = self.types().filter_map(|(module, checked)| {
            let part = SchemaPart { is_root: checked.is_root, ..part(module, &checked.target, bundled)? };
            Some(((module.name.as_str(), checked.name), part))
        });
        parts.collect()
    }

    /// Returns the definitions that a bundled schema must contain so that each type has a part.
    ///
    /// No root reaches them, as in a file that contains only definitions.
    pub(crate) fn unreached(self, bundled: &BTreeMap<String, BundledSchema>) -> Carried {
        let mut carried = Carried::new();
        for (module, checked) in self.types().filter(|(module, one)| part(module, &one.target, bundled).is_none()) {
            let own = module.definitions.iter().filter(|(_, definition)| definition.elsewhere.is_none());
            let containing = own.filter(|(_, definition)| {
                let rest = checked.target.below(&definition.target);
                rest.is_some_and(|rest| definition.schema.at(&rest).is_some())
            });
            for (name, definition) in containing.filter(|(_, definition)| !definition.target.is_root()) {
                carried.entry(definition.target.file.clone()).or_default().insert(name.clone());
            }
        }
        carried
    }

    /// Returns the types that need a part. The root of a file is validated by the whole schema.
    fn types(self) -> impl Iterator<Item = (&'a Module, CheckedType<'a>)> {
        let modules = self.linked.modules.values();
        let all = modules.filter_map(move |module| Some((module, self.shapes.get(&module.name)?)));
        all.flat_map(move |(module, shapes)| {
            let own = shapes.types.iter().filter_map(move |def| self.own_type(module, def));
            let attached = shapes.replaced.iter().filter(|one| one.is_attached());
            let attached =
                attached.map(|one| CheckedType { name: &one.name, target: one.target.clone(), is_root: true });
            let is_file = |name: &str| module.roots.iter().any(|root| root.name == name);
            own.chain(attached).filter(move |one| !is_file(one.name)).map(move |one| (module, one))
        })
    }

    /// Returns a generated type, if it needs a part.
    fn own_type(self, module: &Module, def: &'a TypeDef) -> Option<CheckedType<'a>> {
        let is_checked = matches!(def.kind, Kind::Enum(_)) || def.judge.is_some();
        let has_reader = self.readers.is_some_and(|readers| readers.has(&module.name, &def.name));
        // The validator works on complete values, from which nothing can be borrowed.
        let borrows = self.types.borrows(&module.name, &def.name);
        let needs_validator = def.has_schema && !is_checked && !has_reader && !borrows;
        let is_root = self.is_definition_root(module, def);
        let is_checked = needs_validator || is_root;
        is_checked.then_some(CheckedType { name: &def.name, target: def.target()?, is_root })
    }

    /// Returns whether a type has what the root of a file has.
    fn is_definition_root(self, module: &Module, def: &TypeDef) -> bool {
        let Some(target) = def.target().filter(|_| def.has_schema) else { return false };
        let is_here = |definition: &Definition| definition.elsewhere.is_none() && definition.target == target;
        // An enum and the struct in it can have the same schema.
        let is_definition = || module.definitions.get(&def.name).is_some_and(is_here);
        // A listed location can also be inside a definition.
        let is_inside =
            || matches!(self.roots, DefinitionRoots::Listed(_)) && !module.definitions.values().any(is_here);
        self.roots.select(&target, self.unconstrained) && (is_definition() || is_inside())
    }
}

/// Returns the part of a root's schema at the location of a type. The root of the same file is preferred.
fn part<'a>(module: &'a Module, target: &Target, bundled: &BTreeMap<String, BundledSchema>) -> Option<SchemaPart<'a>> {
    let containing = module.containing(target);
    let mut roots: Vec<&Root> = module.roots.iter().collect();
    roots.sort_by_key(|root| root.file != target.file);
    roots.into_iter().find_map(|root| {
        let bundled = bundled.get(&root.file)?;
        containing.iter().find_map(|(definition, _, rest)| {
            let pointer = bundled.definitions.get(&definition.target)?.join(rest);
            let part = bundled.document.pointer(pointer.as_str())?;
            let is_schema = part.is_object() || part.is_boolean();
            is_schema.then(|| SchemaPart { root, pointer, target: target.clone(), is_root: false })
        })
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::{Options, Readers, SchemaSet, Strings, compile};

    type ExpectedParts<'e> = &'e [(&'e str, &'e str)];

    /// Returns the types that a part validates, each with its pointer.
    fn parts(schema: &serde_json::Value, options: &Options) -> Vec<(String, String)> {
        let old = json!({ "$schema": "http://json-schema.org/draft-04/schema#", "type": "object" });
        let files = [("order.json", schema), ("old.json", &old)];
        let files = files.map(|(path, schema)| (path.to_owned(), schema.to_string().into_bytes()));
        let set = SchemaSet::parse(files).expect("two schemas");
        let files = compile(&set, options).expect("it compiles").files;
        let impls: String =
            files.into_iter().filter(|file| file.path.starts_with("impls")).map(|file| file.text).collect();
        let all = impls.split("impl HasValidator for ").skip(1).map(|part| {
            let name = part.split(' ').next().unwrap_or_default();
            let (_, pointer) = part.split_once(".of_part(\"").expect("a part");
            (name.to_owned(), pointer.split('"').next().unwrap_or_default().to_owned())
        });
        all.collect()
    }

    #[test]
    fn types_without_readers_have_the_part_that_is_their_schema() {
        let line =
            json!({ "type": "object", "required": ["n"], "properties": { "n": { "type": "integer", "minimum": 1 } } });
        let inline = json!({ "type": "object", "properties": { "m": { "type": "integer", "maximum": 9 } } });
        let schema = |dialect: &str, more: serde_json::Value| {
            let mut schema = json!({
                "$schema": dialect,
                "title": "Order",
                "type": "object",
                "properties": { "line": { "$ref": "#/definitions/Line" }, "place": inline },
                "definitions": { "Line": line, "Alone": inline, "Kind": { "enum": ["a", "b"] } }
            });
            if let (Some(all), serde_json::Value::Object(more)) = (schema.as_object_mut(), more) {
                all.extend(more);
            }
            schema
        };
        let draft_04 = schema("http://json-schema.org/draft-04/schema#", json!({}));
        let draft_07 = schema("http://json-schema.org/draft-07/schema#", json!({}));
        let unevaluated =
            schema("https://json-schema.org/draft/2020-12/schema", json!({ "unevaluatedProperties": false }));
        let mut mixed = draft_07.clone();
        mixed["definitions"]["Line"]["properties"]["old"] = json!({ "$ref": "old.json" });
        let standard = Options::default();
        let serde = Options { readers: Readers::Serde, ..Options::default() };
        let mut borrowed = serde.clone();
        borrowed.style.strings = Strings::Borrowed;
        let all = [("Alone", "/definitions/Alone"), ("Line", "/definitions/Line"), ("OrderPlace", "/properties/place")];
        let table: [(&serde_json::Value, &Options, ExpectedParts<'_>); 6] = [
            (&draft_04, &standard, &all),
            (&draft_07, &standard, &[]),
            (&draft_07, &serde, &all),
            (&draft_07, &borrowed, &all),
            (&unevaluated, &standard, &[]),
            (&mixed, &standard, &[("Line", "/definitions/Line")]),
        ];
        for (schema, options, expected) in table {
            let mut found = parts(schema, options);
            found.sort();
            let found: Vec<(&str, &str)> = found.iter().map(|(name, at)| (name.as_str(), at.as_str())).collect();
            assert_eq!(found, expected, "{schema}");
        }
    }

    #[test]
    fn definitions_are_roots_as_the_option_says() {
        let item = json!({ "type": "object", "properties": { "n": { "type": "integer" }, "kind": { "enum": ["a"] } } });
        let schema = |kind: &str| {
            let mut schema = json!({ "title": "Order", "definitions": { "Item": item, "Color": { "enum": ["red"] } } });
            schema[kind] = "object".into();
            schema
        };
        let (open, closed) = (schema("description"), schema("type"));
        let table: [(&serde_json::Value, &[&str], &[&str]); 6] = [
            (&open, &[], &["Color", "Item", "Order"]),
            (&open, &["Item"], &["Item", "Order"]),
            (&closed, &[], &["Order"]),
            (&closed, &["all"], &["Color", "Item", "Order"]),
            (&closed, &["Item", "order.json#/definitions/Color"], &["Color", "Item", "Order"]),
            (&closed, &["ItemKind", "Order"], &["ItemKind", "Order"]),
        ];
        for (schema, roots, expected) in table {
            let set = SchemaSet::parse([("order.json".to_owned(), schema.to_string().into_bytes())]).expect("a schema");
            let mut options = Options::default();
            options.style.roots = roots.iter().map(|&root| root.to_owned()).collect();
            let files = compile(&set, &options).expect("it compiles").files;
            let impls: String = files.into_iter().map(|file| file.text).collect();
            let names =
                impls.split("impl SchemaRoot for ").skip(1).map(|rest| rest.split(' ').next().unwrap_or_default());
            let mut names: Vec<&str> = names.collect();
            names.sort_unstable();
            assert_eq!(names, expected, "{roots:?}: {schema}");
            let whole = impls.matches("const SCHEMA: &'static str = r").count();
            assert_eq!(whole, 1, "the types of a file share its schema");
        }
    }
}
