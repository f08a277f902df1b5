//! Projects definitions to shapes.
//!
//! A shape expresses what Rust types express well: objects, lists, maps, strings, numbers, enums and unions. Bounds,
//! patterns, formats and conditions are left to the validator. If a schema fits no shape, the shape is any JSON value,
//! and the documentation states the reason: [`reasons`].

mod arrays;
mod content;
mod defaults;
mod forms;
#[cfg(test)]
mod idioms;
mod in_place;
mod integers;
mod join;
mod keys;
mod looks;
mod object;
mod open_enums;
mod openness;
mod place;
mod presence;
pub(crate) mod reasons;
mod references;
mod roles;
mod scalars;
mod shared;
mod union;

use std::collections::{BTreeMap, BTreeSet};

use planwright_schema::model::{Form, Keyword, Schema, Type, Types};

use self::forms::{
    common_scalar, constant, has_members, is_maybe_struct, is_object_or_null, is_scalar, is_struct, listed, mixed,
    mixed_values, single, single_constant, single_in, text_enum, union_of, with_type,
};
use self::integers::{common_integer, integer};
use self::join::{JoinedForm, joined};
use self::place::{FixedText, Place, describe, repeated_texts, titles};
use self::presence::CheckedPresence;
use self::references::References;
use crate::shape::{Docs, Kind, Replaced, ReplacedBy, Shape, Shapes, TypeDef};
use crate::style::{Collections, Resolved, Strings};
use planwright_schema::Target;
use planwright_schema::error::Error;
use planwright_schema::link::{Definition, Linked, Module};
use planwright_schema::names::Names;

/// Returns the shapes of every module, and warnings about parts of the schemas that no shape can express.
pub(crate) fn project(linked: &Linked<'_>) -> (BTreeMap<String, Shapes>, Vec<Error>) {
    project_with(linked, &Resolved::default())
}

/// Same as [`project`], with a style that replaces or renames types.
pub(crate) fn project_with(linked: &Linked<'_>, style: &Resolved) -> (BTreeMap<String, Shapes>, Vec<Error>) {
    let mut projections: BTreeMap<&str, Projection<'_>> =
        linked.modules.values().map(|module| (module.name.as_str(), Projection::new(module, style))).collect();
    for projection in projections.values_mut() {
        projection.run();
    }
    define_what_others_use(&mut projections);
    let warnings = projections.values_mut().flat_map(|projection| projection.warnings.drain(..)).collect();
    (projections.into_iter().map(|(name, projection)| (name.to_owned(), projection.finish())).collect(), warnings)
}

/// Defines types that another module refers to, even if their own module needs them only inside a union.
fn define_what_others_use(projections: &mut BTreeMap<&str, Projection<'_>>) {
    let mut done = BTreeSet::new();
    loop {
        let used = projections.values().flat_map(|projection| projection.elsewhere.values().cloned());
        let new: Vec<String> = used.filter(|path| !done.contains(path)).collect();
        if new.is_empty() {
            return;
        }
        for path in new {
            let owner = path.trim_start_matches("super::").split_once("::");
            if let Some((module, name)) = owner
                && let Some(projection) = projections.get_mut(module)
                && let Some(definition) = projection.module.definitions.get(name)
            {
                projection.define(name, definition);
            }
            done.insert(path);
        }
    }
}

/// State of projecting one module.
struct Projection<'a> {
    module: &'a Module,
    style: &'a Resolved,
    references: References,
    presence: CheckedPresence<'a>,
    names: Names,
    types: BTreeMap<String, TypeDef>,
    inlined: Vec<TypeDef>,
    elsewhere: BTreeMap<String, String>,
    replaced: BTreeMap<String, Replaced>,
    warnings: Vec<Error>,
    /// Definitions whose types are still to be made. This is a queue instead of recursion, because chains of references
    /// can be long.
    pending: Vec<(String, &'a Definition)>,
    /// Number of references without a type that lead to the current schema.
    depth: usize,
    /// Types that were made for schemas in place, by location. A definition that is inlined into several unions has
    /// them only once.
    in_place: BTreeMap<Target, String>,
    /// Nullable definitions whose name was given to their non-null type.
    nullable: BTreeSet<String>,
    /// Types in place that are still to be made, because their nesting is too deep for the stack.
    deferred: Vec<(String, Schema, Place<'a>)>,
    /// Number of schemas that enclose the current one.
    nesting: usize,
    /// Type names made of titles that are unique among nested schemas.
    titles: BTreeSet<String>,
    /// Properties with a fixed string that several objects share.
    repeated: BTreeSet<FixedText>,
    /// Types that were made for these properties.
    fixed: BTreeMap<FixedText, String>,
}

/// Maximum nesting of schemas. Beyond it, a type in place is made later from the queue.
const MAX_NESTING: usize = 48;

/// Maximum number of references that are followed. Beyond it, a reference always gets a type.
const MAX_DEPTH: usize = 32;

impl<'a> Projection<'a> {
    fn new(module: &'a Module, style: &'a Resolved) -> Self {
        let mut names = Names::default();
        for name in module.definitions.keys() {
            names.claim(std::slice::from_ref(name));
        }
        Self {
            module,
            style,
            references: References::new(module),
            presence: CheckedPresence::new(module),
            names,
            types: BTreeMap::new(),
            inlined: Vec::new(),
            elsewhere: BTreeMap::new(),
            replaced: BTreeMap::new(),
            warnings: Vec::new(),
            pending: Vec::new(),
            depth: 0,
            in_place: BTreeMap::new(),
            nullable: BTreeSet::new(),
            deferred: Vec::new(),
            nesting: 0,
            titles: titles(module),
            repeated: repeated_texts(module),
            fixed: BTreeMap::new(),
        }
    }

    /// Projects the roots and the definitions without references to them.
    ///
    /// The other definitions are reached from there, become a branch of a union, or are inlined.
    fn run(&mut self) {
        let referred = self.references.all();
        let roots: BTreeSet<&str> = self.module.roots.iter().map(|root| root.name.as_str()).collect();
        for (name, definition) in &self.module.definitions {
            let is_root = roots.contains(name.as_str());
            if is_root && self.replace(name, &definition.target) {
                continue;
            }
            let is_replaced = self.style.is_replaced(&definition.target);
            let is_wanted = is_root || !referred.contains(name.as_str());
            if definition.elsewhere.is_none() && !is_replaced && is_wanted && !self.make_bare(name, definition) {
                self.define(name, definition);
            }
        }
        // A definition that is any value also gets a type, even if only a schema refers to it.
        for (name, definition) in &self.module.definitions {
            let is_own = definition.elsewhere.is_none() && !self.types.contains_key(name);
            let is_replaced = self.style.is_replaced(&definition.target);
            if is_own && !is_replaced && !self.make_bare(name, definition) && !self.is_plain_definition(definition) {
                self.define(name, definition);
            }
        }
        if self.style.all.strings == Strings::Owned {
            self.name_inlined();
        }
    }

    /// Makes an alias for each definition without a type, so that its name and its description are not lost.
    fn name_inlined(&mut self) {
        for (name, definition) in &self.module.definitions {
            let is_own = definition.elsewhere.is_none() && !definition.target.is_root();
            if !is_own || self.types.contains_key(name) || self.style.is_replaced(&definition.target) {
                continue;
            }
            let place = Place::new(definition, name);
            // Every use of the definition has reported its problems already.
            let known = self.warnings.len();
            let shape = self.shape(&definition.schema, &place);
            self.make_pending();
            self.warnings.truncate(known);
            if !self.types.contains_key(name) {
                let docs = Docs { loose: shape.loose(), ..place.docs(&definition.schema) };
                self.inlined.push(TypeDef::new(name, docs, Kind::Alias(shape)));
            }
        }
    }

    fn finish(self) -> Shapes {
        Shapes {
            types: self.types.into_values().collect(),
            inlined: self.inlined,
            elsewhere: self.elsewhere.into_iter().collect(),
            replaced: self.replaced.into_values().collect(),
        }
    }

    /// Records the user's type that replaces a schema, under its name in this module. Returns false if no type does.
    fn replace(&mut self, name: &str, target: &Target) -> bool {
        let Some(path) = self.style.replacement_path(target, &self.module.name) else { return false };
        let is_root = self.module.roots.iter().any(|root| root.name == name && Target::root(&root.file) == *target);
        let replaced =
            Replaced { name: name.to_owned(), path, target: target.clone(), is_root, by: ReplacedBy::Option };
        self.replaced.insert(name.to_owned(), replaced);
        true
    }

    /// Makes the named type of a definition with any shape, and the types that it needs.
    fn define(&mut self, name: &str, definition: &'a Definition) {
        self.announce(name, definition);
        self.make_pending();
    }

    fn make_pending(&mut self) {
        loop {
            if let Some((name, schema, place)) = self.deferred.pop() {
                self.depth = 0;
                self.make_in_place(&name, &schema, &place);
            } else if let Some((name, definition)) = self.pending.pop() {
                self.make(&name, definition);
            } else {
                return;
            }
        }
    }

    /// Reserves a type, so that a recursive definition terminates.
    fn announce(&mut self, name: &str, definition: &'a Definition) {
        if !self.types.contains_key(name) {
            let kind = Kind::Alias(Shape::Any(None));
            self.types.insert(name.to_owned(), TypeDef::new(name, Docs::default(), kind));
            self.pending.push((name.to_owned(), definition));
        }
    }

    fn make(&mut self, name: &str, definition: &'a Definition) {
        let place = Place::new(definition, name);
        let docs = place.docs(&definition.schema);
        self.depth = 0;
        let kind = self.kind(&definition.schema, &place).unwrap_or_else(|| {
            let shape = self.shape(&definition.schema, &place);
            Kind::Alias(shape)
        });
        let judge = self.definition_bounds(definition);
        let kind = match kind {
            // A string with more constraints than its format is validated as that string.
            Kind::Alias(Shape::Formatted(_)) if judge.is_some() => Kind::Alias(forms::text(&definition.schema)),
            kind => kind,
        };
        let loose = if let Kind::Alias(shape) = &kind { shape.loose() } else { None };
        self.types.insert(name.to_owned(), TypeDef { judge, ..TypeDef::new(name, Docs { loose, ..docs }, kind) });
    }

    /// Returns the kind of a schema that needs a named type, or `None` if it is inlined.
    fn kind(&mut self, schema: &Schema, place: &Place<'a>) -> Option<Kind> {
        if let Some(parts) = self.join(schema, place) {
            return self.joined_kind(&parts, place);
        }
        if schema.groups().references.any() {
            return None;
        }
        let constant = single_constant(schema).filter(|_| place.at.is_root());
        if let Some(only) = single_in(schema).filter(|_| constant.is_none()) {
            return self.kind(only, &place.with_same_name(&only.place));
        }
        if let Some(values) = constant.or_else(|| text_enum(schema)) {
            return Some(Kind::Enum(values));
        }
        if let Some((texts, others)) = mixed_values(schema) {
            return Some(self.mixed_values(texts, others, place));
        }
        if let Some(texts) = self.open_enum(schema) {
            return Some(Kind::OpenEnum(texts));
        }
        if let Some(union) = self.content_union(schema) {
            return Some(self.content_kind(union, place));
        }
        if let Some(branches) = union_of(schema) {
            return self.is_union(schema, branches, place).then(|| self.union(branches, schema, place)).flatten();
        }
        if let Some(types) = mixed(schema) {
            return Some(self.mixed(&types, schema, place));
        }
        if is_maybe_struct(schema) {
            return Some(self.maybe_object(&join::only_part(schema, place), place));
        }
        is_struct(schema).then(|| self.object(&join::only_part(schema, place), place))
    }

    /// Returns whether a schema becomes a named type instead of being inlined.
    fn deserves_name(&self, schema: &Schema, place: &Place<'a>) -> bool {
        if let Some(parts) = self.join(schema, place) {
            return matches!(joined(&parts), JoinedForm::Object | JoinedForm::MaybeObject | JoinedForm::Texts(_));
        }
        schema.groups().references.definition().is_none()
            && (text_enum(schema).is_some()
                || mixed_values(schema).is_some()
                || union_of(schema).is_some()
                || is_struct(schema)
                || is_maybe_struct(schema)
                || mixed(schema).is_some())
    }

    /// Returns whether a schema that needs a name becomes a specific type, and not any value.
    fn has_kind(&self, schema: &Schema, place: &Place<'a>) -> bool {
        if self.join(schema, place).is_some() {
            return self.deserves_name(schema, place);
        }
        if schema.groups().references.any() {
            return false;
        }
        if let Some(only) = single_in(schema) {
            return self.has_kind(only, &place.with_same_name(&only.place));
        }
        match union_of(schema).filter(|_| text_enum(schema).is_none() && mixed_values(schema).is_none()) {
            Some([only]) => self.has_kind(only, &place.with_same_name(&only.place)),
            Some(branches) => {
                self.open_enum(schema).is_some()
                    || self.content_union(schema).is_some()
                    || self.is_union(schema, branches, place)
            }
            None => self.deserves_name(schema, place),
        }
    }

    /// Returns whether a definition has no type and is inlined at every reference.
    fn is_plain_definition(&self, definition: &'a Definition) -> bool {
        let place = Place::new(definition, "");
        !definition.target.is_root()
            && single_constant(&definition.schema).is_none()
            && (is_object_or_null(&definition.schema) || !self.deserves_name(single(&definition.schema), &place))
            && !self.is_collection_type(definition)
            && !self.is_named_scalar(definition)
    }

    /// Returns whether a definition is a list or a map that becomes a type.
    fn is_collection_type(&self, definition: &Definition) -> bool {
        let kind = definition.schema.groups().single_type();
        self.style.all.collections == Collections::Newtypes && matches!(kind, Some(Type::Array | Type::Object))
    }

    /// Returns the shape of a schema at its location. If the schema needs a name, it gets one made of its location.
    fn shape(&mut self, schema: &Schema, place: &Place<'a>) -> Shape {
        self.nesting += 1;
        let shape = self.shape_inside(schema, place);
        self.nesting -= 1;
        shape
    }

    fn shape_inside(&mut self, schema: &Schema, place: &Place<'a>) -> Shape {
        let target = place.target();
        if !place.at.is_root() && self.style.is_replaced(&target) {
            let name = self.names.claim(std::slice::from_ref(&place.name));
            self.replace(&name, &target);
            return Shape::Named(name);
        }
        if let Some(parts) = self.join(schema, place) {
            if self.deserves_name(schema, place) {
                return Shape::Named(self.in_place(schema, place, target));
            }
            let why = if schema.groups().has(Keyword::AllOf) { reasons::ALL_OF } else { reasons::BESIDE };
            return self.joined_shape(&parts, why);
        }
        let references = &schema.groups().references;
        if let Some(name) = references.definition() {
            return self.referred_shape(name);
        }
        if references.reference.is_some() {
            return Shape::Any(Some(reasons::META));
        }
        if references.is_dynamic() {
            return Shape::Any(Some(reasons::DYNAMIC));
        }
        if let Some(only) = single_in(schema) {
            return self.shape(only, &place.with_same_name(&only.place));
        }
        match schema.form {
            Form::Boolean(true) | Form::Invalid(_) => return Shape::Any(None),
            Form::Boolean(false) => return Shape::Any(Some(reasons::FALSE)),
            Form::Object(_) => {}
        }
        if let Some(shape) = self.nullable(schema, place) {
            return shape;
        }
        let is_type = self.deserves_name(schema, place) && self.has_kind(schema, place);
        if is_type || self.in_place_bounds(schema, place).is_some() {
            return Shape::Named(self.in_place(schema, place, target));
        }
        self.plain(schema, place)
    }

    /// Returns the shape of a reference: the name of its type, or its plain shape if it needs no type.
    fn referred_shape(&mut self, name: &str) -> Shape {
        let Some(definition) = self.module.definitions.get(name) else { return Shape::Any(None) };
        if self.replace(name, &definition.target) {
            return Shape::Named(name.to_owned());
        }
        let is_plain = self.is_plain_definition(definition);
        let has_name = is_plain && is_object_or_null(&definition.schema);
        if let (Some(path), true) = (&definition.elsewhere, has_name) {
            self.elsewhere.insert(name.to_owned(), path.clone());
            return Shape::Nullable(Box::new(Shape::Named(name.to_owned())));
        }
        // A named type ends a chain of references of any length.
        let is_written_in_place = || has_name || self.depth < MAX_DEPTH && !self.leads_back_in_place(name, definition);
        if is_plain && (self.nullable.contains(name) || is_written_in_place()) {
            let place = Place::new(definition, name);
            self.depth += 1;
            let shape = self.shape(&definition.schema, &place);
            self.depth -= 1;
            return shape;
        }
        match &definition.elsewhere {
            Some(path) => {
                self.elsewhere.insert(name.to_owned(), path.clone());
            }
            None => self.announce(name, definition),
        }
        Shape::Named(name.to_owned())
    }

    /// Returns the format of a string for which the style has a type.
    fn format_of<'s>(&self, schema: &'s Schema) -> Option<&'s str> {
        let format = schema.groups().format.as_deref()?;
        self.style.all.format_types.contains_key(format).then_some(format)
    }

    /// Returns the shape of a string with its format.
    fn text(&self, schema: &Schema) -> Shape {
        self.format_of(schema).map_or_else(|| forms::text(schema), |format| Shape::Formatted(format.to_owned()))
    }

    /// Returns the shape of a list, map or scalar.
    fn plain(&mut self, schema: &Schema, place: &Place<'a>) -> Shape {
        let groups = schema.groups();
        if groups.has(Keyword::AllOf) {
            return Shape::Any(Some(reasons::ALL_OF));
        }
        if let Some(branches) = union_of(schema) {
            if let [only] = branches
                && !self.references.leads_back_in_place(only)
            {
                return self.shape(&with_type(only, schema), &place.with_same_name(&only.place));
            }
            return match common_scalar(branches, self.module) {
                Some(Type::String) => Shape::String,
                Some(Type::Boolean) => Shape::Bool,
                Some(Type::Integer) => common_integer(branches, self.module, self.style.all.integers),
                Some(_) => Shape::Number,
                None => match groups.single_type().filter(|kind| is_scalar(*kind)) {
                    Some(kind) => self.typed(kind, schema, place),
                    None => Shape::Any(Some(reasons::UNION)),
                },
            };
        }
        if let Some(value) = &groups.values.constant {
            return constant(value);
        }
        if let Some(values) = &groups.values.enumeration {
            return listed(values);
        }
        match &groups.types {
            Some(Types::One(kind)) => self.typed(*kind, schema, place),
            Some(Types::List(_)) => Shape::Any(Some(reasons::MIXED)),
            None => Shape::Any(None),
        }
    }

    fn typed(&mut self, kind: Type, schema: &Schema, place: &Place<'a>) -> Shape {
        match kind {
            Type::Null => Shape::Null,
            Type::Boolean => Shape::Bool,
            Type::Integer => integer(schema, self.style.all.integers),
            Type::Number => Shape::Number,
            Type::String => self.text(schema),
            Type::Array => self.array(schema, place),
            Type::Object if has_members(schema) => self.object_inside(&join::only_part(schema, place), place),
            Type::Object => self.map(schema, place),
        }
    }
}
