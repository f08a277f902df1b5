//! Dialects that hardly change a schema: non-strict Anthropic tools, and tools of the Model Context Protocol.

use planwright_schema::Target;
use std::collections::{BTreeMap, BTreeSet};

use planwright_source::Pointer;
use serde_json::{Map, Value, json};

use crate::Dialect;
use crate::evaluated::Evaluated;
use crate::inline::inline;
use crate::merge::merge;
use crate::node::VALUE;
use crate::source::Source;
use crate::weakening::{KEYWORD_IN_WORDS, Note, ROOT_WRAPPED, Weakening, located};
use crate::words::{is_empty, joined, sentence};
use planwright_schema::model::Keyword;
use planwright_schema::set::SchemaSet;
use planwright_schema::{keywords, unions};

/// Keywords that an Anthropic tool only supports as part of the description.
const CONDITIONS: &[Keyword] =
    &[Keyword::Not, Keyword::If, Keyword::Then, Keyword::Else, Keyword::DependentRequired, Keyword::DependentSchemas];

/// Maximum number of parts of an `allOf` that are merged into one object.
const MAX_PARTS: usize = 500;

/// Result of the conversion. `wrapped` is set if the document is the only property of an object.
#[derive(Debug)]
pub(crate) struct Kept {
    pub schema: Value,
    pub wrapped: bool,
    pub weakenings: Vec<Weakening>,
}

/// Converts the schema of a root.
pub(crate) fn keep(set: &SchemaSet, source: &Source, dialect: Dialect) -> Kept {
    let mut notes = source.notes.clone();
    let mut definitions = Map::new();
    let mut root = Value::Bool(true);
    for (name, (schema, place)) in &source.definitions {
        let written = schema;
        let schema = keywords::rebuild(schema, &Pointer::root(), &mut |schema, at| {
            let place = Target { file: place.file.clone(), pointer: place.pointer.join(at) };
            // A reference to a meta-schema leads out of the document.
            let leads_out = schema.get(Keyword::Ref.name()).is_some() && unions::reference(schema).is_none();
            let here = written.pointer(at.as_str());
            let mut keywords = if leads_out { vec![Keyword::Ref] } else { Vec::new() };
            if dialect == Dialect::AnthropicTool {
                keywords.extend_from_slice(CONDITIONS);
                keywords
                    .extend(here.map_or_else(Vec::new, |here| Evaluated::by_conditions(source, here).allow(schema)));
            }
            describe_keywords(schema, here, &keywords, &place, &mut notes);
        });
        if *name == source.root {
            root = flat(source, &schema, dialect);
        }
        definitions.insert(name.clone(), schema);
    }
    let wrapped = !is_valid_root(source, &root, dialect);
    if wrapped {
        if let Some((_, place)) = source.definitions.get(&source.root) {
            let message = "the document is the property \"value\" of an object; normalize extracts it";
            notes.push(Note::new(place, ROOT_WRAPPED, message));
        }
        let inner = json!({ Keyword::Ref.name(): format!("#/definitions/{}", source.root) });
        root = json!({
            "type": "object", Keyword::Properties.name(): { VALUE: inner },
            "required": [VALUE], Keyword::AdditionalProperties.name(): false
        });
    } else if let Some(members) = root.as_object_mut() {
        members.insert(Keyword::Type.name().to_owned(), "object".into());
    }
    if dialect == Dialect::Mcp {
        (root, definitions) = inline(root, definitions, &source.recursive);
    }
    let schema = bundled(&root, &definitions);
    Kept { schema, wrapped, weakenings: located(set, notes) }
}

/// Describes conditions in words. The original notation is used, because quoting quoted text would double it with every
/// level.
fn describe_keywords(
    schema: &mut Value,
    written: Option<&Value>,
    keywords: &[Keyword],
    place: &Target,
    notes: &mut Vec<Note>,
) {
    let Some(members) = schema.as_object_mut() else { return };
    let mut words = Vec::new();
    for keyword in keywords.iter().copied() {
        let name = keyword.name();
        if members.shift_remove(name).is_some()
            && let Some(value) = written.and_then(|written| written.get(name))
            && !is_empty(keyword, value)
        {
            words.push(sentence(keyword, value).replace("#/definitions/", "#/$defs/"));
            let message = format!("the dialect supports `{name}` only in words: the description states it");
            notes.push(Note::new(&place.member(name), KEYWORD_IN_WORDS, message));
        }
    }
    let text = joined(members.get(Keyword::Description.name()).and_then(Value::as_str), &words);
    if let Some(text) = text.filter(|_| !words.is_empty()) {
        members.insert(Keyword::Description.name().to_owned(), text.into());
    }
}

/// Inlines the reference and the `allOf` of the root, if the dialect requires a plain object.
fn flat(source: &Source, schema: &Value, dialect: Dialect) -> Value {
    if dialect == Dialect::Mcp && is_object(source, schema, &mut BTreeMap::new()) {
        return schema.clone();
    }
    let mut flat = schema.clone();
    for _ in 0..=source.definitions.len() {
        let Some(members) = flat.as_object_mut() else { break };
        let referred =
            members.get(Keyword::Ref.name()).cloned().map(|reference| json!({ Keyword::Ref.name(): reference }));
        let part = match (referred, members.get(Keyword::AllOf.name())) {
            (Some(reference), _) => {
                members.shift_remove(Keyword::Ref.name());
                reference
            }
            // Larger lists are left to the validator, and the document is wrapped.
            (None, Some(Value::Array(parts))) if parts.len() > MAX_PARTS => return schema.clone(),
            (None, Some(Value::Array(parts))) => {
                let mut seen = BTreeSet::new();
                let parts: Vec<Value> = parts.iter().filter(|part| seen.insert(part.to_string())).cloned().collect();
                members.shift_remove(Keyword::AllOf.name());
                parts.into_iter().fold(Value::Bool(true), |all, part| {
                    let part = source.referred(&part).map_or(part.clone(), |(_, referred, _)| referred.clone());
                    merge(&all, &part)
                })
            }
            _ => break,
        };
        let part = source.referred(&part).map_or(part.clone(), |(_, referred, _)| referred.clone());
        flat = merge(&flat, &part);
    }
    flat
}

/// Checks whether the dialect supports a root.
fn is_valid_root(source: &Source, root: &Value, dialect: Dialect) -> bool {
    let unions = [Keyword::AnyOf.name(), Keyword::OneOf.name(), Keyword::AllOf.name(), Keyword::Ref.name()]
        .iter()
        .any(|keyword| root.get(*keyword).is_some());
    is_object(source, root, &mut BTreeMap::new()) && (dialect == Dialect::Mcp || !unions)
}

/// Checks whether only objects are valid. Each definition is visited once, and counts as `false` during its own visit.
fn is_object(source: &Source, schema: &Value, judged: &mut BTreeMap<String, bool>) -> bool {
    if let Some(name) = schema.get(Keyword::Type.name()) {
        return name == "object";
    }
    if let Some((name, referred, _)) = source.referred(schema) {
        if let Some(known) = judged.get(name) {
            return *known;
        }
        judged.insert(name.to_owned(), false);
        let is = is_object(source, referred, judged);
        judged.insert(name.to_owned(), is);
        return is;
    }
    let list = |keyword: &str| schema.get(keyword).and_then(Value::as_array);
    let mut all_are =
        |branches: &Vec<Value>| !branches.is_empty() && branches.iter().all(|branch| is_object(source, branch, judged));
    list(Keyword::OneOf.name()).is_some_and(&mut all_are)
        || list(Keyword::AnyOf.name()).is_some_and(&mut all_are)
        || list(Keyword::AllOf.name()).into_iter().flatten().any(|part| is_object(source, part, judged))
}

/// Returns the root with the definitions that it reaches in `$defs`.
fn bundled(root: &Value, definitions: &Map<String, Value>) -> Value {
    let rename = |schema: &Value| {
        keywords::rebuild(schema, &Pointer::root(), &mut |schema, _| {
            if let Some(name) = unions::reference(schema).map(str::to_owned) {
                schema[Keyword::Ref.name()] = format!("#/$defs/{name}").into();
            }
        })
    };
    let mut root = rename(root);
    let mut reached = Map::new();
    let mut pending = referred(&root);
    while let Some(name) = pending.pop() {
        if let Some(schema) = definitions.get(&name).filter(|_| !reached.contains_key(&name)) {
            let schema = rename(schema);
            pending.extend(referred(&schema));
            reached.insert(name, schema);
        }
    }
    if let Some(members) = root.as_object_mut().filter(|_| !reached.is_empty()) {
        members.insert(Keyword::Defs.name().to_owned(), reached.into());
    }
    root
}

/// Returns the names after `#/$defs/` anywhere in a schema, including descriptions.
fn referred(schema: &Value) -> Vec<String> {
    let text = schema.to_string();
    let names = text.split("#/$defs/").skip(1);
    names.map(|rest| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()).collect()
}
