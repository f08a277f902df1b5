//! Projects definitions to shapes.
//!
//! A shape says what Rust's types say well: objects, lists, maps, texts, numbers, enums and unions. Bounds, patterns,
//! formats, conditions and the like are the law's affair and leave no trace here. Where a schema fits no shape, the shape
//! is any JSON value, and the reason goes into the documentation: [`REASONS`].

mod defaults;
mod object;
mod union;

use std::collections::{BTreeMap, BTreeSet};

use planwright_source::Pointer;
use serde_json::Value;

use crate::error::Error;
use crate::link::{Definition, Linked, Module};
use crate::names::{self, Names};
use crate::shape::{Docs, Kind, Shape, Shapes, TypeDef};
use crate::unions::{self, UNION};

/// Why a shape can be looser than its schema, in the words of the generated documentation.
pub(crate) mod reasons {
    pub(crate) const ALL_OF: &str = "the schema joins several schemas with `allOf`";
    pub(crate) const MIXED: &str = "the schema allows several types of value";
    pub(crate) const VALUES: &str = "the values of the enum are not words, or not only texts";
    pub(crate) const CONST: &str = "the schema fixes a value that is no plain text, number or truth value";
    pub(crate) const PATTERN: &str = "the schema has `patternProperties`";
    pub(crate) const FALSE: &str = "the schema allows no value";
    pub(crate) const UNION: &str = "the branches of the union cannot be told apart by a type";
    pub(crate) const EXTRA: &str = "the schema types the members that it does not name";
}

/// The shapes of every module.
pub(crate) fn project(linked: &Linked) -> Result<BTreeMap<String, Shapes>, Vec<Error>> {
    let mut shapes = BTreeMap::new();
    let mut errors = Vec::new();
    for module in linked.modules.values() {
        let mut projection = Projection::new(module);
        projection.run();
        errors.append(&mut projection.errors);
        shapes.insert(module.name.clone(), projection.finish());
    }
    if errors.is_empty() { Ok(shapes) } else { Err(errors) }
}

/// One module under way.
struct Projection<'a> {
    module: &'a Module,
    names: Names,
    types: BTreeMap<String, TypeDef>,
    elsewhere: BTreeMap<String, String>,
    errors: Vec<Error>,
}

/// Where a schema stands: in which definition, at which pointer, and what a type made of it would be called.
#[derive(Clone)]
struct Place<'a> {
    definition: &'a Definition,
    at: Pointer,
    name: String,
}

impl Place<'_> {
    fn inside(&self, pointer: Pointer, word: &str) -> Self {
        Place { definition: self.definition, at: pointer, name: names::type_name(&format!("{} {word}", self.name)) }
    }

    fn member(&self, tokens: &[&str], word: &str) -> Self {
        self.inside(tokens.iter().fold(self.at.clone(), |at, token| at.member(token)), word)
    }

    fn docs(&self, schema: &Value) -> Docs {
        let target = &self.definition.target;
        let place = (target.file.clone(), target.pointer.join(&self.at));
        Docs { place: Some(place), ..describe(schema) }
    }
}

/// The description of a schema.
fn describe(schema: &Value) -> Docs {
    let text = |keyword| schema.get(keyword).and_then(Value::as_str).map(str::to_owned);
    Docs { description: text("description").or_else(|| text("title")), ..Docs::default() }
}

impl<'a> Projection<'a> {
    fn new(module: &'a Module) -> Self {
        let mut names = Names::default();
        for name in module.definitions.keys() {
            names.claim(std::slice::from_ref(name));
        }
        Self { module, names, types: BTreeMap::new(), elsewhere: BTreeMap::new(), errors: Vec::new() }
    }

    /// Starts from the roots and from the definitions that nothing refers to; the rest is reached from there, or is
    /// a branch that lives on inside its union, or is written in place.
    fn run(&mut self) {
        let referred = referred(self.module);
        let roots: BTreeSet<&str> = self.module.roots.iter().map(|root| root.name.as_str()).collect();
        for (name, definition) in &self.module.definitions {
            let is_root = roots.contains(name.as_str());
            if definition.elsewhere.is_none() && (is_root || !referred.contains(name.as_str())) {
                self.define(name, definition);
            }
        }
    }

    fn finish(self) -> Shapes {
        Shapes { types: self.types.into_values().collect(), elsewhere: self.elsewhere.into_iter().collect() }
    }

    /// Makes the named type of a definition, whatever its shape.
    fn define(&mut self, name: &str, definition: &'a Definition) {
        if self.types.contains_key(name) {
            return;
        }
        let place = Place { definition, at: Pointer::root(), name: name.to_owned() };
        let docs = place.docs(&definition.schema);
        // Holds the place, so that a definition that leads back to itself ends here.
        let holder = TypeDef { name: name.to_owned(), docs: docs.clone(), kind: Kind::Alias(Shape::Any(None)) };
        self.types.insert(name.to_owned(), holder);
        let kind = self.kind(&definition.schema, &place).unwrap_or_else(|| {
            let shape = self.shape(&definition.schema, &place);
            Kind::Alias(shape)
        });
        let loose = if let Kind::Alias(shape) = &kind { shape.loose() } else { None };
        self.types.insert(name.to_owned(), TypeDef { name: name.to_owned(), docs: Docs { loose, ..docs }, kind });
    }

    /// The kind of a schema that deserves a name of its own; `None` for what is written in place.
    fn kind(&mut self, schema: &Value, place: &Place<'a>) -> Option<Kind> {
        if unions::reference(schema).is_some() {
            return None;
        }
        if let Some(values) = text_enum(schema) {
            return Some(Kind::Enum(values));
        }
        if let Some((keyword, branches)) = union_of(schema) {
            return self.union(keyword, branches, place);
        }
        object::is_struct(schema).then(|| Kind::Struct(self.fields(schema, place, None)))
    }

    /// The shape of a schema where it stands. What deserves a name gets one, made of its place.
    fn shape(&mut self, schema: &Value, place: &Place<'a>) -> Shape {
        let only = single(schema);
        if let Some(name) = unions::reference(only) {
            return self.referred_shape(name);
        }
        if only != schema {
            return self.shape(only, place);
        }
        match schema {
            Value::Bool(true) => return Shape::Any(None),
            Value::Bool(false) => return Shape::Any(Some(reasons::FALSE)),
            _ => {}
        }
        if let Some(shape) = self.nullable(schema, place) {
            return shape;
        }
        if deserves_name(schema) {
            let name = self.names.claim(std::slice::from_ref(&place.name));
            let place = Place { name: name.clone(), ..place.clone() };
            if let Some(kind) = self.kind(schema, &place) {
                self.types.insert(name.clone(), TypeDef { name: name.clone(), docs: place.docs(schema), kind });
                return Shape::Named(name);
            }
        }
        self.plain(schema, place)
    }

    /// The shape of a reference: the name of its type, or its plain shape where it needs no type.
    fn referred_shape(&mut self, name: &str) -> Shape {
        let Some(definition) = self.module.definitions.get(name) else { return Shape::Any(None) };
        if let Some(path) = &definition.elsewhere {
            self.elsewhere.insert(name.to_owned(), path.clone());
            return Shape::Named(name.to_owned());
        }
        let is_root = self.module.roots.iter().any(|root| root.name == name);
        if !is_root && !deserves_name(single(&definition.schema)) && !self.is_recursive(name) {
            let place = Place { definition, at: Pointer::root(), name: name.to_owned() };
            return self.shape(&definition.schema, &place);
        }
        self.define(name, definition);
        Shape::Named(name.to_owned())
    }

    /// Whether a definition leads back to itself through schemas that have no name.
    fn is_recursive(&self, name: &str) -> bool {
        let mut seen = BTreeSet::new();
        let mut pending = references(&self.module.definitions[name].schema);
        while let Some(next) = pending.pop() {
            if next == name {
                return true;
            }
            if let Some(definition) = self.module.definitions.get(&next).filter(|_| seen.insert(next.clone())) {
                pending.extend(references(&definition.schema));
            }
        }
        false
    }

    /// Lists, maps and scalars.
    fn plain(&mut self, schema: &Value, place: &Place<'a>) -> Shape {
        if schema.get("allOf").is_some() {
            return Shape::Any(Some(reasons::ALL_OF));
        }
        if union_of(schema).is_some() {
            return Shape::Any(Some(reasons::UNION));
        }
        if let Some(value) = schema.get("const") {
            return constant(value);
        }
        if schema.get("enum").is_some() {
            return if text_values(schema).is_some() { Shape::String } else { Shape::Any(Some(reasons::VALUES)) };
        }
        match schema.get("type") {
            Some(Value::String(name)) => self.typed(name, schema, place),
            Some(Value::Array(_)) => Shape::Any(Some(reasons::MIXED)),
            _ if schema.get("properties").is_some() => Shape::Any(Some(reasons::MIXED)),
            _ => Shape::Any(None),
        }
    }

    fn typed(&mut self, name: &str, schema: &Value, place: &Place<'a>) -> Shape {
        match name {
            "null" => Shape::Null,
            "boolean" => Shape::Bool,
            "integer" => Shape::Integer(is_not_negative(schema)),
            "number" => Shape::Number,
            "string" => Shape::String,
            "array" => {
                let items = schema.get("items").filter(|items| !items.is_array() && schema.get("prefixItems").is_none());
                let item = items.map(|items| self.shape(items, &place.member(&["items"], "item")));
                Shape::List(Box::new(item.unwrap_or(Shape::Any(None))))
            }
            _ => self.map(schema, place),
        }
    }
}

/// The names that anything in the module refers to.
fn referred(module: &Module) -> BTreeSet<String> {
    module.definitions.values().flat_map(|definition| references(&definition.schema)).collect()
}

fn references(schema: &Value) -> Vec<String> {
    let mut names = Vec::new();
    crate::keywords::walk(schema, &Pointer::root(), &mut |schema, _| {
        names.extend(unions::reference(schema).map(str::to_owned));
    });
    names
}

/// The schema inside an `allOf` of one, which is how draft-07 puts a default beside a `$ref`.
fn single(schema: &Value) -> &Value {
    let constrains = |key: &str| !matches!(key, "allOf" | "default" | "description" | "title" | "examples" | "$comment");
    match schema.get("allOf").and_then(Value::as_array).map(Vec::as_slice) {
        Some([only]) if schema.as_object().is_some_and(|members| !members.keys().any(|key| constrains(key))) => only,
        _ => schema,
    }
}

/// The union keyword of a schema that is nothing but a union, with its branches.
fn union_of(schema: &Value) -> Option<(&'static str, &Vec<Value>)> {
    let bare = schema.get("properties").is_none() && schema.get("allOf").is_none();
    UNION.iter().find_map(|keyword| Some((*keyword, schema.get(keyword)?.as_array().filter(|_| bare)?)))
}

/// Whether a schema becomes a type with a name rather than something written in place.
fn deserves_name(schema: &Value) -> bool {
    unions::reference(schema).is_none()
        && (text_enum(schema).is_some() || union_of(schema).is_some() || object::is_struct(schema))
}

/// The texts of an enum that are all fit to be variants.
fn text_enum(schema: &Value) -> Option<Vec<String>> {
    text_values(schema).filter(|values| names::are_variants(values))
}

fn text_values(schema: &Value) -> Option<Vec<String>> {
    let is_text = schema.get("type").is_none_or(|kind| kind == "string");
    let values = schema.get("enum")?.as_array().filter(|values| is_text && !values.is_empty())?;
    values.iter().map(|value| value.as_str().map(str::to_owned)).collect()
}

fn constant(value: &Value) -> Shape {
    match value {
        Value::Null => Shape::Null,
        Value::Bool(_) => Shape::Bool,
        Value::String(_) => Shape::String,
        Value::Number(number) if number.is_u64() => Shape::Integer(true),
        Value::Number(number) if number.is_i64() => Shape::Integer(false),
        Value::Number(_) => Shape::Number,
        _ => Shape::Any(Some(reasons::CONST)),
    }
}

fn is_not_negative(schema: &Value) -> bool {
    let bound = |keyword| schema.get(keyword).and_then(Value::as_f64);
    bound("minimum").is_some_and(|low| low >= 0.0) || bound("exclusiveMinimum").is_some_and(|low| low >= -1.0)
}
