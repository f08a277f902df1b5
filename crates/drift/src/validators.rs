//! Compiles one side for two independent validators, which have to agree on every witness.
//!
//! Each side becomes one document without URIs, in which every referenced schema is a definition. If the schemas are of
//! several drafts, all are rewritten to 2020-12.

use planwright_schema::Draft;
use planwright_schema::model::{Form, Keyword, Place, Schema, SchemaObject};
use planwright_schema::{Meaning, SchemaFile, draft, meta_schemas};
use planwright_source::Pointer;
use serde_json::{Map, Value, json};

use crate::effort::parts;
use crate::formats::{is_asserted, options};
use crate::read::Targets;
use crate::schema_library::Library;

/// One side, compiled for both validators.
pub(crate) struct ValidatorPair {
    first: jsonschema::Validator,
    schemas: boon::Schemas,
    /// `None` if a pattern uses look-around or a back-reference, which this validator does not support, or if
    /// compilation would take too long. Then only the first validator and the evaluation of this crate decide.
    second: Option<boon::SchemaIndex>,
    /// Set if something was left out that the validators cannot express, such as an unknown reference.
    pub is_partial: bool,
    /// Set if there are several roots: each is a property of the root, by the number of its target.
    has_many_roots: bool,
    /// Set if there are too many schemas for the second validator, so that the evaluation of this crate has to confirm.
    pub is_large: bool,
}

impl std::fmt::Debug for ValidatorPair {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "ValidatorPair {{ is_partial: {} }}", self.is_partial)
    }
}

/// Maximum number of parts for the second validator, which compares each schema with all others.
const MAX_COMPARED_PARTS: usize = 12_000;
/// URI of the document for the second validator. Nothing is fetched from it.
const ADDRESS: &str = "https://drift.invalid/schema.json";

impl ValidatorPair {
    /// Compiles all targets of a side, for validation against each of `entries`. Returns `None` if a validator rejects
    /// it.
    pub(crate) fn new(
        library: &Library<'_>,
        targets: &Targets,
        entries: &[&(String, Pointer)],
        formats: bool,
    ) -> Option<Self> {
        let mut draft = library.set().get(&entries.first()?.0)?.draft();
        let nodes = targets.iter().map(|((path, at), index)| Some((index, library.find(path, at)?)));
        let nodes: Vec<_> = nodes.collect::<Option<_>>()?;
        let is_mixed = nodes.iter().any(|(_, node)| node.draft() != draft);
        if is_mixed {
            draft = Draft::Draft202012;
        }
        let mut definitions = Map::new();
        let mut is_partial = false;
        for (index, node) in nodes {
            let mut plain = Plain { library, file: node.file, targets, formats, is_partial: false, is_dynamic: false };
            let mut schema = node.schema.clone();
            plain.schema(&mut schema);
            if plain.is_dynamic {
                return None;
            }
            is_partial |= plain.is_partial;
            if is_mixed {
                schema.upgrade(node.draft());
            }
            definitions.insert(format!("t{index}"), schema.to_value());
        }
        let numbers: Vec<usize> = entries.iter().filter_map(|entry| targets.get(*entry).copied()).collect();
        let has_many_roots = numbers.len() > 1;
        let root = |number: &usize| reference(definition(*number)).to_value();
        let mut document = Map::from_iter([(Keyword::Schema.name().to_owned(), draft::uri(draft).into())]);
        if has_many_roots {
            let roots: Map<String, Value> = numbers.iter().map(|number| (format!("t{number}"), root(number))).collect();
            document.insert(Keyword::Properties.name().to_owned(), roots.into());
        } else {
            document.insert(Keyword::AllOf.name().to_owned(), json!([root(numbers.first()?)]));
        }
        document.insert(Keyword::Definitions.name().to_owned(), definitions.into());
        let document = Value::Object(document);
        // The second validator knows the meta-schemas of every dialect.
        let embedded = meta_schemas::embed(&document, draft);
        let first = options(draft, formats).build(embedded.as_ref().unwrap_or(&document)).ok()?;
        let mut schemas = boon::Schemas::new();
        let mut compiler = boon::Compiler::new();
        if formats {
            compiler.enable_format_assertions();
        }
        let is_large = parts(&document) > MAX_COMPARED_PARTS;
        if is_large {
            return Some(Self { first, schemas, second: None, is_partial, has_many_roots, is_large });
        }
        let text = document.to_string();
        let looks_around = ["(?=", "(?!", "(?<=", "(?<!"].iter().any(|look| text.contains(look)) || refers_back(&text);
        compiler.add_resource(ADDRESS, document).ok()?;
        let second = match compiler.compile(ADDRESS, &mut schemas) {
            Ok(second) => Some(second),
            Err(_) if looks_around => None,
            Err(_) => return None,
        };
        Some(Self { first, schemas, second, is_partial, has_many_roots, is_large })
    }

    /// Checks whether a value is valid under the target with this number, which is one of the entries.
    pub(crate) fn is_valid_for(&self, number: usize, value: &Value) -> Option<bool> {
        if !self.has_many_roots {
            return self.is_valid(value);
        }
        let mut document = Map::new();
        document.insert(format!("t{number}"), value.clone());
        self.is_valid(&Value::Object(document))
    }

    /// Checks whether a value is valid. Returns `None` if the validators disagree.
    pub(crate) fn is_valid(&self, value: &Value) -> Option<bool> {
        let first = self.first.is_valid(value);
        let second = self.second.map(|second| self.schemas.validate(value, second).is_ok());
        second.is_none_or(|second| first == second).then_some(first)
    }
}

/// Returns whether a pattern in serialized JSON may have a back-reference, such as `\\\\1`.
fn refers_back(text: &str) -> bool {
    text.match_indices("\\\\").any(|(at, _)| text[at + 2..].starts_with(|next| matches!(next, '1'..='9' | 'k')))
}

/// Returns the reference to the definition of a target.
fn definition(number: usize) -> String {
    format!("#/definitions/t{number}")
}

fn reference(target: String) -> Schema {
    let mut object = Box::<SchemaObject>::default();
    object.references.reference = Some(target);
    Schema { place: Place::root(), form: Form::Object(object) }
}

/// Removes keywords that depend on the location of a schema, and keywords that assert nothing here.
struct Plain<'l> {
    library: &'l Library<'l>,
    file: &'l SchemaFile,
    targets: &'l Targets,
    formats: bool,
    /// Set if an assertion was left out.
    is_partial: bool,
    /// Set if the schema depends on the path of evaluation.
    is_dynamic: bool,
}

impl Plain<'_> {
    fn schema(&mut self, schema: &mut Schema) {
        if let Form::Object(object) = &mut schema.form {
            // The second validator also asserts formats that `check` treats as annotations.
            let is_asserted = |name: &str| self.formats && is_asserted(self.file.draft(), name);
            let has_format = object.format.as_deref().is_some_and(is_asserted);
            object.retain(|keyword| keyword.constrains() && (keyword != Keyword::Format || has_format));
        }
        schema.for_each_child_mut(&mut |child| self.schema(child));
        if let Form::Object(object) = &mut schema.form {
            self.references(object, &schema.place);
            self.patterns(object);
        }
    }

    fn references(&mut self, object: &mut SchemaObject, place: &Place) {
        let references = &mut object.references;
        for dynamic in [references.dynamic.take(), references.recursive.take()].into_iter().flatten() {
            match self.target(place, &dynamic) {
                Some(name) => object.logic.all_of.get_or_insert_default().push(reference(name)),
                None => self.is_dynamic = true,
            }
        }
        if let Some(written) = references.reference.take() {
            references.reference = self.target(place, &written);
            self.is_partial |= references.reference.is_none();
        }
    }

    fn target(&self, place: &Place, reference: &str) -> Option<String> {
        match self.library.references().resolve(self.file, &place.pointer(), reference) {
            Meaning::Schema { file, pointer } => self.targets.get(&(file, pointer)).copied().map(definition),
            Meaning::MetaSchema(uri) => Some(uri),
            Meaning::Unknown(_) => None,
        }
    }

    /// Removes the patterns that the validator cannot compile.
    fn patterns(&mut self, object: &mut SchemaObject) {
        let draft = self.file.draft();
        let is_bad = |pattern: &str| {
            let schema = json!({ (Keyword::Pattern.name()): pattern });
            jsonschema::options().with_draft(draft.into()).build(&schema).is_err()
        };
        if object.string.pattern.as_deref().is_some_and(is_bad) {
            object.string.pattern = None;
            self.is_partial = true;
        }
        if let Some(patterns) = &mut object.object.pattern_properties {
            let count = patterns.len();
            patterns.retain(|pattern, _| !is_bad(pattern));
            self.is_partial |= patterns.len() != count;
        }
    }
}
