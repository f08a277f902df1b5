//! Builds the bundled schema of each root: one document with every definition that the root reaches.
//!
//! A validator can compile this document without access to other files.

mod embedded;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use planwright_source::Pointer;
use serde_json::{Map, Value};

use crate::error::{Error, ErrorKind};
use crate::file::SchemaFile;
use crate::link::{Linked, Module, Root};
use crate::model::{Keyword, Schema};
use crate::set::SchemaSet;
use crate::target::Target;
use crate::unions::{self, Tagged};
use crate::validate::{SchemaValidator, Unsupported};
use crate::{draft, inapplicable_keywords, keywords, meta_schemas, pattern_engine, uri};

/// A bundled document.
#[derive(Debug)]
pub struct BundledSchema {
    /// The document itself.
    pub document: Value,
    /// URI that the document declares, or its file path.
    pub id: String,
    /// Location of each definition in the document that can be referred to from its root, by where it was written.
    pub definitions: BTreeMap<Target, Pointer>,
    /// Tagged unions, by the pointer of their keyword in the document.
    pub unions: BTreeMap<Pointer, Tagged>,
    /// Whether the document uses a format for internationalized names, for which validators need Unicode tables.
    pub needs_idn: bool,
}

/// Definitions that the bundled schema of a file contains even if its root does not reach them, by file.
pub type Carried = BTreeMap<String, BTreeSet<String>>;

/// Returns the bundled schema of every root, by file.
pub fn bundled_schemas(set: &SchemaSet, linked: &Linked<'_>) -> Result<BTreeMap<String, BundledSchema>, Vec<Error>> {
    bundled_carrying(set, linked, &Carried::new())
}

/// Same as [`bundled_schemas`], with more definitions.
pub fn bundled_carrying(
    set: &SchemaSet,
    linked: &Linked<'_>,
    carried: &Carried,
) -> Result<BTreeMap<String, BundledSchema>, Vec<Error>> {
    let none = BTreeSet::new();
    let mut bundled = BTreeMap::new();
    let mut errors = Vec::new();
    for module in linked.modules.values() {
        for root in &module.roots {
            let Some(file) = set.get(&root.file) else { continue };
            let carried = carried.get(&root.file).unwrap_or(&none);
            match bundle_root((set, linked), file, (root, module), carried) {
                Ok(found) => {
                    bundled.insert(root.file.clone(), found);
                }
                Err(error) => errors.push(*error),
            }
        }
    }
    if errors.is_empty() { Ok(bundled) } else { Err(errors) }
}

fn bundle_root(
    (set, linked): (&SchemaSet, &Linked<'_>),
    file: &SchemaFile,
    (root, module): (&Root, &Module),
    carried: &BTreeSet<String>,
) -> Result<BundledSchema, Box<Error>> {
    let (document, definitions) = bundle(set, file, (root, module), carried).unwrap_or_else(|| {
        let own = module.definitions.values().filter(|definition| definition.target.file == file.path);
        let own = own.map(|definition| (definition.target.clone(), definition.target.pointer.clone()));
        (embedded::bundle(set, &linked.resolver, file), own.collect())
    });
    let document = meta_schemas::embed(&document, root.draft).unwrap_or(document);
    if let Err(Unsupported::Pattern { at, pattern }) = SchemaValidator::compile(&document, root.draft, true) {
        let (file, pointer) = blamed(set, (file, module), &at);
        let keyword = pointer.last().map(std::borrow::Cow::into_owned);
        let kind = ErrorKind::Uncompilable { message: pattern_engine::unsupported_message(&pattern) };
        return Err(Box::new(file.error(pointer, keyword.as_deref(), kind)));
    }
    let id = file.value.get(draft::id_keyword(root.draft)).and_then(Value::as_str);
    let id = id.or_else(|| document.get(draft::id_keyword(root.draft))?.as_str()).unwrap_or(&root.file).to_owned();
    let unions = find_unions(&Schema::from_value(&document, root.draft), module);
    let needs_idn = uses_format(&document, &["idn-email", "idn-hostname"]);
    Ok(BundledSchema { document, id, definitions, unions, needs_idn })
}

/// Returns the source location of a value that the validator's compiler rejects, or the root of the file if it is
/// unknown.
fn blamed<'a>(
    set: &'a SchemaSet,
    (file, module): (&'a SchemaFile, &Module),
    at: &Pointer,
) -> (&'a SchemaFile, Pointer) {
    let tokens: Vec<_> = at.tokens().collect();
    let (file, at) = match tokens.as_slice() {
        [definitions, name, rest @ ..] if definitions == "definitions" => {
            let Some(definition) = module.definitions.get(name.as_ref()) else { return (file, Pointer::root()) };
            let start = definition.target.pointer.clone();
            let at = rest.iter().fold(start, |at, token| at.member(token));
            (set.get(&definition.target.file).unwrap_or(file), at)
        }
        _ => (file, at.clone()),
    };
    let known = file.value.pointer(at.as_str()).is_some();
    (file, if known { at } else { Pointer::root() })
}

/// Returns the root's schema with its dialect and URI, and with everything that it reaches under `definitions`.
///
/// Returns `None` if flattening would change the meaning of the schema. This happens if it reaches another dialect or a
/// reference that depends on the evaluation path.
fn bundle(
    set: &SchemaSet,
    file: &SchemaFile,
    (root, module): (&Root, &Module),
    carried: &BTreeSet<String>,
) -> Option<(Value, BTreeMap<Target, Pointer>)> {
    let mut definitions = Map::new();
    let mut places = BTreeMap::new();
    let mut pending: VecDeque<String> = std::iter::once(&root.name).chain(carried).cloned().collect();
    let mut seen: BTreeSet<String> = pending.iter().cloned().collect();
    let mut top = Value::Bool(true);
    while let Some(name) = pending.pop_front() {
        let Some(definition) = module.definitions.get(&name) else { continue };
        let draft = set.get(&definition.target.file)?.draft;
        let mut stays = draft == root.draft;
        let schema = keywords::rebuild(&definition.schema.to_value(), &Pointer::root(), &mut |schema, _| {
            stays &= !keywords::is_dynamic(schema);
            inapplicable_keywords::remove(schema);
            let Some(target) = unions::reference(schema).map(str::to_owned) else { return };
            if target == root.name {
                schema["$ref"] = "#".into();
            } else if seen.insert(target.clone()) {
                pending.push_back(target);
            }
        });
        if !stays {
            return None;
        }
        let is_top = name == root.name;
        let place = if is_top { Pointer::root() } else { Pointer::root().member("definitions").member(&name) };
        places.insert(definition.target.clone(), place);
        if is_top {
            top = schema;
        } else {
            definitions.insert(name, schema);
        }
    }
    let Value::Object(keywords) = top else { return Some((top, places)) };
    let mut members = Map::new();
    if let Some(uri) = file.value.get("$schema").and_then(Value::as_str) {
        let known = if draft::from_uri(uri).is_some() { uri } else { draft::uri(file.draft) };
        members.insert("$schema".to_owned(), known.into());
    }
    let id = draft::id_keyword(root.draft);
    if let Some(value) = file.value.get(id).and_then(Value::as_str) {
        // No reference of the document uses an anchor, and validators look for the base of a fragment elsewhere.
        let is_plain = value.split_once('#').is_none_or(|(_, fragment)| fragment.is_empty());
        let value = if is_plain { value } else { uri::without_fragment(value) };
        members.extend((!value.is_empty()).then(|| (id.to_owned(), value.into())));
    }
    members.extend(keywords);
    if !definitions.is_empty() {
        members.insert("definitions".to_owned(), definitions.into());
    }
    Some((Value::Object(members), places))
}

fn uses_format(document: &Value, formats: &[&str]) -> bool {
    let mut found = false;
    keywords::walk(document, &Pointer::root(), &mut |schema, _| {
        found |= schema.get("format").and_then(Value::as_str).is_some_and(|format| formats.contains(&format));
    });
    found
}

fn find_unions(document: &Schema, module: &Module) -> BTreeMap<Pointer, Tagged> {
    let mut found = BTreeMap::new();
    document.walk(&mut |schema| {
        let logic = &schema.groups().logic;
        for (keyword, branches) in [(Keyword::OneOf, &logic.one_of), (Keyword::AnyOf, &logic.any_of)] {
            if let Some(tagged) = branches.as_ref().and_then(|all| unions::tagged(all, &module.definitions)) {
                found.insert(schema.place.keyword(keyword).pointer(), tagged);
            }
        }
    });
    found
}
