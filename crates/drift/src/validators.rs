//! Compiles one side for two independent validators, which have to agree on every witness.
//!
//! Each side becomes one document without URIs, in which every referenced schema is a definition.

use std::collections::BTreeMap;

use jsonschema::Draft;
use planwright_schema::keywords::rebuild;
use planwright_schema::{Meaning, References, SchemaSet};
use planwright_source::Pointer;
use serde_json::{Map, Value, json};

use crate::effort::parts;
use crate::formats::{is_asserted, options};

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
        (set, references): (&SchemaSet, &References<'_>),
        targets: &BTreeMap<(String, Pointer), usize>,
        entries: &[&(String, Pointer)],
        formats: bool,
    ) -> Option<Self> {
        let draft = set.get(&entries.first()?.0)?.draft();
        let mut definitions = Map::new();
        let mut is_partial = false;
        for ((path, at), index) in targets {
            let file = set.get(path)?;
            if file.draft() != draft {
                return None;
            }
            let value = file.value.pointer(at.as_str())?;
            let mut dynamic = false;
            let schema = rebuild(value, at, &mut |schema, here| {
                let resolve = |reference: &str| references.resolve(file, here, reference);
                let name = |meaning: Meaning| match meaning {
                    Meaning::Schema { file, pointer } => {
                        targets.get(&(file, pointer)).map(|index| format!("#/definitions/t{index}"))
                    }
                    Meaning::MetaSchema(uri) => Some(uri),
                    Meaning::Unknown(_) => None,
                };
                let (partial, depends) = plain(schema, draft, formats, &|reference| name(resolve(reference)));
                is_partial |= partial;
                dynamic |= depends;
            });
            if dynamic {
                return None;
            }
            definitions.insert(format!("t{index}"), schema);
        }
        let numbers: Vec<usize> = entries.iter().filter_map(|entry| targets.get(*entry).copied()).collect();
        let has_many_roots = numbers.len() > 1;
        let root = |number: &usize| json!({ "$ref": format!("#/definitions/t{number}") });
        let uri = dialect_uri(draft);
        let document = if has_many_roots {
            let roots: Map<String, Value> = numbers.iter().map(|number| (format!("t{number}"), root(number))).collect();
            json!({ "$schema": uri, "properties": roots, "definitions": definitions })
        } else {
            json!({ "$schema": uri, "allOf": [root(numbers.first()?)], "definitions": definitions })
        };
        let first = options(draft, formats).build(&document).ok()?;
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

/// Removes keywords that depend on the location of a schema, and keywords that assert nothing here.
///
/// Returns whether an assertion was left out, and whether the schema depends on the path of evaluation.
fn plain(schema: &mut Value, draft: Draft, formats: bool, resolve: &dyn Fn(&str) -> Option<String>) -> (bool, bool) {
    let Some(members) = schema.as_object_mut() else { return (false, false) };
    let mut partial = false;
    for keyword in
        ["$id", "$schema", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary", "$defs", "definitions"]
    {
        members.shift_remove(keyword);
    }
    for keyword in ["contentEncoding", "contentMediaType", "contentSchema", "default", "examples"] {
        members.shift_remove(keyword);
    }
    if draft == Draft::Draft4 {
        members.shift_remove("id");
    }
    // The second validator also asserts formats that `check` treats as annotations.
    let asserted = |format: &Value| formats && format.as_str().is_some_and(|name| is_asserted(draft, name));
    if !members.get("format").is_some_and(asserted) {
        members.shift_remove("format");
    }
    let mut dynamic = false;
    for keyword in ["$dynamicRef", "$recursiveRef"] {
        let known = if keyword == "$dynamicRef" { Draft::Draft202012 } else { Draft::Draft201909 };
        let Some(reference) = members.shift_remove(keyword) else { continue };
        if draft != known {
            continue;
        }
        match reference.as_str().and_then(resolve) {
            Some(name) => {
                let all = members.entry("allOf").or_insert_with(|| json!([]));
                all.as_array_mut().into_iter().for_each(|all| all.push(json!({ "$ref": name })));
            }
            None => dynamic = true,
        }
    }
    if let Some(reference) = members.get("$ref").and_then(Value::as_str).map(str::to_owned) {
        if crate::read::is_old(draft) {
            members.clear();
        }
        if let Some(name) = resolve(&reference) {
            members.insert("$ref".to_owned(), Value::from(name));
        } else {
            members.shift_remove("$ref");
            partial = true;
        }
    }
    let bad = |pattern: &str| jsonschema::options().with_draft(draft).build(&json!({ "pattern": pattern })).is_err();
    if members.get("pattern").and_then(Value::as_str).is_some_and(bad) {
        members.shift_remove("pattern");
        partial = true;
    }
    if let Some(patterns) = members.get_mut("patternProperties").and_then(Value::as_object_mut) {
        let count = patterns.len();
        patterns.retain(|pattern, _| !bad(pattern));
        partial |= patterns.len() != count;
    }
    (partial, dynamic)
}

pub(crate) fn dialect_uri(draft: Draft) -> &'static str {
    match draft {
        Draft::Draft4 => "http://json-schema.org/draft-04/schema#",
        Draft::Draft6 => "http://json-schema.org/draft-06/schema#",
        Draft::Draft7 => "http://json-schema.org/draft-07/schema#",
        Draft::Draft201909 => "https://json-schema.org/draft/2019-09/schema",
        _ => "https://json-schema.org/draft/2020-12/schema",
    }
}
