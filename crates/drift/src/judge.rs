//! The two validators that have to agree on a witness: each side becomes one document without URIs, in which every schema
//! that is referred to is a definition.

use std::collections::BTreeMap;

use jsonschema::Draft;
use planwright_schema::keywords::rebuild;
use planwright_schema::{Meaning, References, SchemaSet};
use planwright_source::Pointer;
use serde_json::{Map, Value, json};

use crate::effort::parts;
use crate::formats::{is_asserted, options};

/// One side, compiled twice.
pub(crate) struct Judge {
    first: jsonschema::Validator,
    schemas: boon::Schemas,
    /// None where a pattern looks around, which this validator cannot, or there are so many schemas that it would take too long: then
    /// the first one judges, and this crate's own evaluation as far as it can.
    second: Option<boon::SchemaIndex>,
    /// Something was left out that the validators cannot say, such as an unknown reference.
    pub is_partial: bool,
    /// There is only one validator, as there are so many schemas: this crate's own evaluation has to decide besides.
    pub is_large: bool,
}

impl std::fmt::Debug for Judge {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Judge {{ is_partial: {} }}", self.is_partial)
    }
}

/// Schemas beyond which a document is not compiled.
const MAX_SPREAD: u64 = 300_000;
/// Parts of a document beyond which the second validator is not asked: it compares each schema with all others.
const MAX_COMPARED: usize = 12_000;
/// The address of the document for the second validator; nothing is fetched from it.
const ADDRESS: &str = "https://drift.invalid/schema.json";

impl Judge {
    /// Compiles a side: all of its targets, of which `entry` is judged. `None` if a validator cannot take it.
    pub(crate) fn new(
        (set, references): (&SchemaSet, &References<'_>),
        targets: &BTreeMap<(String, Pointer), usize>,
        entry: &(String, Pointer),
        formats: bool,
    ) -> Option<Self> {
        let draft = set.get(&entry.0)?.draft();
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
        let entry = targets.get(entry)?;
        if spread(&definitions, &format!("t{entry}"), &mut BTreeMap::new()) > MAX_SPREAD {
            return None;
        }
        let uri = dialect_uri(draft);
        let document = json!({ "$schema": uri, "allOf": [{ "$ref": format!("#/definitions/t{entry}") }], "definitions": definitions });
        let first = options(draft, formats).build(&document).ok()?;
        let mut schemas = boon::Schemas::new();
        let mut compiler = boon::Compiler::new();
        if formats {
            compiler.enable_format_assertions();
        }
        let is_large = parts(&document) > MAX_COMPARED;
        if is_large {
            return Some(Self { first, schemas, second: None, is_partial, is_large });
        }
        let text = document.to_string();
        let looks_around = ["(?=", "(?!", "(?<=", "(?<!"].iter().any(|look| text.contains(look));
        compiler.add_resource(ADDRESS, document).ok()?;
        let second = match compiler.compile(ADDRESS, &mut schemas) {
            Ok(second) => Some(second),
            Err(_) if looks_around => None,
            Err(_) => return None,
        };
        Some(Self { first, schemas, second, is_partial, is_large })
    }

    /// Whether a value is valid; `None` if the validators do not agree.
    pub(crate) fn is_valid(&self, value: &Value) -> Option<bool> {
        let first = self.first.is_valid(value);
        let second = self.second.map(|second| self.schemas.validate(value, second).is_ok());
        second.is_none_or(|second| first == second).then_some(first)
    }
}

/// How many schemas there are if every reference is replaced by what it leads to, as validators do that compile.
fn spread(definitions: &Map<String, Value>, name: &str, known: &mut BTreeMap<String, u64>) -> u64 {
    if let Some(count) = known.get(name) {
        return *count;
    }
    known.insert(name.to_owned(), 1);
    let mut count = 1_u64;
    let mut pending: Vec<&Value> = definitions.get(name).into_iter().collect();
    while let Some(value) = pending.pop() {
        match value {
            Value::Array(items) => pending.extend(items),
            Value::Object(members) => {
                pending.extend(members.values());
                let reference = members.get("$ref").and_then(Value::as_str);
                if let Some(inner) = reference.and_then(|reference| reference.strip_prefix("#/definitions/")) {
                    count = count.saturating_add(spread(definitions, inner, known));
                }
            }
            _ => {}
        }
    }
    known.insert(name.to_owned(), count);
    count
}

/// Takes away from a schema what depends on where it stands, and what asserts nothing here. Says whether something was
/// left out that asserts, and whether it depends on the path of evaluation.
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
    // The second validator also knows formats that `check` takes for annotations.
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
