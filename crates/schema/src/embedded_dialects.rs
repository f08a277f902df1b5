//! Separates embedded resources of other dialects from their document, so that each file of the set has one dialect.
//!
//! A bundle may embed schemas of several drafts. Such a schema declares its `$schema` and its `$id`, and no schema around
//! it changes how it is read. A schema of an API description needs no `$id`.

use std::collections::BTreeMap;
use std::mem;
use std::sync::Arc;

use planwright_source::Pointer;
use serde_json::{Value, json};

use crate::draft::Draft;
use crate::file::SchemaFile;
use crate::origin::Origin;
use crate::{draft, keywords, uri};

/// A schema of another dialect.
struct Embedded {
    at: Pointer,
    draft: Draft,
    /// URI that its references start from.
    base: String,
    /// Reference to the schema in its document.
    reference: String,
}

/// Returns the file and one file for each schema of another dialect in it. A reference replaces each of them.
pub(crate) fn split(file: SchemaFile) -> Vec<SchemaFile> {
    let whole = file.path.clone();
    // The name of a definition belongs to the definition, which can be selected by it.
    let mut names: BTreeMap<String, Pointer> = definitions(&file.value).collect();
    let mut pending = vec![file];
    let mut files = Vec::new();
    while let Some(mut file) = pending.pop() {
        for Embedded { at, draft, base, reference } in find(&file) {
            let Some(schema) = file.value.pointer_mut(at.as_str()) else { continue };
            let value = mem::replace(schema, json!({ "$ref": reference }));
            let path = format!("{whole}#{}", free_name(&at, &mut names));
            file.origin.set_elsewhere(at.clone(), path.clone());
            pending.push(SchemaFile {
                path,
                text: Arc::clone(&file.text),
                value,
                places: Arc::clone(&file.places),
                draft,
                uri: Some(base),
                origin: Origin::inside(file.source_path(), file.origin.source(&at)),
                warnings: Vec::new(),
            });
        }
        files.push(file);
    }
    files
}

/// Returns the names and locations of the definitions of a document.
fn definitions(document: &Value) -> impl Iterator<Item = (String, Pointer)> + '_ {
    keywords::DEFINITIONS.iter().flat_map(|keyword| {
        let names = document.get(keyword).and_then(Value::as_object).into_iter().flat_map(|members| members.keys());
        names.map(|name| (name.clone(), Pointer::root().member(keyword).member(name)))
    })
}

/// Returns the schemas of other dialects that are in no other such schema.
fn find(file: &SchemaFile) -> Vec<Embedded> {
    fn step(file: &SchemaFile, schema: &Value, at: &Pointer, base: &str, found: &mut Vec<Embedded>) {
        let own = |keyword: &str| {
            let id = schema.get(keyword).and_then(Value::as_str)?;
            uri::join(base, uri::without_fragment(id))
        };
        let declared = schema.get("$schema").and_then(Value::as_str).and_then(draft::from_dialect);
        if let Some(draft) = declared.filter(|draft| *draft != file.draft && !at.is_root())
            && let Some((base, reference)) = match own(draft::id_keyword(draft)) {
                Some(uri) => Some((uri.clone(), uri)),
                // The schema belongs to the resource of the API description, but has another dialect.
                None if file.origin.is_collection() => {
                    Some((base.to_owned(), format!("#{}", uri::encode_fragment(at.as_str()))))
                }
                None => None,
            }
        {
            found.push(Embedded { at: at.clone(), draft, base, reference });
            return;
        }
        let own = own(draft::id_keyword(file.draft));
        for (at, child) in keywords::children(schema, at) {
            step(file, child, &at, own.as_deref().unwrap_or(base), found);
        }
    }
    let mut found = Vec::new();
    let base = file.uri.clone().unwrap_or_else(|| uri::from_path(&file.path));
    step(file, &file.value, &Pointer::root(), &base, &mut found);
    found
}

/// Returns a name for the schema at a location.
fn free_name(at: &Pointer, names: &mut BTreeMap<String, Pointer>) -> String {
    let last = at.last().unwrap_or_default();
    let name: String = last.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect();
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    let is_free = |name: &String| names.get(name).is_none_or(|owner| owner == at);
    let free = std::iter::once(name.clone()).chain(numbered).find(is_free).unwrap_or(name);
    names.insert(free.clone(), at.clone());
    free
}
