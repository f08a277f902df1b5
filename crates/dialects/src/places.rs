//! Finds the source locations of a merged schema.
//!
//! `allOf`, references with keywords next to them, and keywords next to a union are merged. Therefore a location of the
//! merged schema may have no counterpart in the source, or several.

use std::collections::{BTreeMap, BTreeSet};

use planwright_schema::Target;
use planwright_schema::model::Keyword;
use serde_json::Value;

use crate::merge::matches;
use crate::source::Source;
use crate::weakening::{KEYWORD_IN_WORDS, Note, ONE_OF_AS_ANY_OF, TUPLE_AS_LIST};

/// Maximum number of schemas that apply to one location.
const MAX_SCHEMAS: usize = 64;

/// Moves each note to the source locations of its keyword.
pub(crate) fn as_written(source: &Source, notes: Vec<Note>) -> Vec<Note> {
    let definitions = source
        .definitions
        .values()
        .map(|(schema, place)| ((place.file.as_str(), place.pointer.as_str()), (schema, place)))
        .collect();
    let finder = Finder { source, definitions };
    notes.into_iter().flat_map(|note| finder.moved(note)).collect()
}

struct Finder<'s> {
    source: &'s Source,
    definitions: BTreeMap<(&'s str, &'s str), (&'s Value, &'s Target)>,
}

/// Schema that applies to the location, with its own location.
type SchemaPosition<'s> = (&'s Value, Target);

impl<'s> Finder<'s> {
    fn moved(&self, note: Note) -> Vec<Note> {
        let found = self.positions(&note.place);
        let exists = found.contains(&note.place);
        let of_keyword = [KEYWORD_IN_WORDS, ONE_OF_AS_ANY_OF, TUPLE_AS_LIST].contains(&note.code);
        if found.is_empty() || (exists && !of_keyword) {
            return vec![note];
        }
        found.into_iter().map(|place| Note { place, ..note.clone() }).collect()
    }

    /// Returns every source location that contributes to this location.
    fn positions(&self, place: &Target) -> Vec<Target> {
        let tokens: Vec<String> = place.pointer.tokens().map(|token| token.to_string()).collect();
        let Some((start, depth)) = self.definition(place) else { return Vec::new() };
        let mut tokens = tokens[depth..].iter();
        let mut branch = vec![start];
        let mut base: Vec<SchemaPosition<'s>> = Vec::new();
        while let Some(token) = tokens.next() {
            branch = self.joined(branch);
            let keyword = Keyword::from_name(token);
            let is_union = matches!(keyword, Some(Keyword::AnyOf | Keyword::OneOf | Keyword::AllOf));
            let steps: Vec<&String> = match keyword {
                Some(
                    Keyword::AnyOf
                    | Keyword::OneOf
                    | Keyword::AllOf
                    | Keyword::PatternProperties
                    | Keyword::DependentSchemas
                    | Keyword::PrefixItems,
                ) => std::iter::once(token).chain(tokens.next()).collect(),
                _ => vec![token],
            };
            let inner = |all: &[SchemaPosition<'s>]| -> Vec<SchemaPosition<'s>> {
                all.iter().filter_map(|position| step(position, &steps)).collect()
            };
            if is_union && steps.len() == 2 {
                // Keywords next to a union apply to each branch.
                let mine = inner(&branch);
                let next = if mine.is_empty() { inner(&base) } else { mine };
                base.append(&mut branch);
                branch = next;
                continue;
            }
            let mut both = std::mem::take(&mut branch);
            both.append(&mut base);
            branch = match (keyword, tokens.as_slice()) {
                (Some(Keyword::Properties), [name, ..]) => {
                    tokens.next();
                    both.iter().flat_map(|position| member(position, name)).collect()
                }
                _ => inner(&both),
            };
        }
        branch.into_iter().map(|(_, place)| place).collect()
    }

    /// Returns the innermost definition around a location, and the number of tokens that lead to it.
    fn definition(&self, place: &Target) -> Option<(SchemaPosition<'s>, usize)> {
        let mut at = place.pointer.clone();
        loop {
            if let Some((schema, found)) = self.definitions.get(&(place.file.as_str(), at.as_str())) {
                return Some(((schema, (*found).clone()), at.tokens().count()));
            }
            at = at.parent()?;
        }
    }

    /// Returns the schemas together with their reference targets and the parts of their `allOf`.
    fn joined(&self, start: Vec<SchemaPosition<'s>>) -> Vec<SchemaPosition<'s>> {
        let mut seen: BTreeSet<Target> = BTreeSet::new();
        let mut all: Vec<SchemaPosition<'s>> = Vec::new();
        let mut pending = start;
        pending.reverse();
        while let Some((schema, place)) = pending.pop() {
            if all.len() >= MAX_SCHEMAS || !seen.insert(place.clone()) {
                continue;
            }
            if let Some((_, referred, at)) = self.source.referred(schema) {
                pending.push((referred, at.clone()));
            }
            for (index, part) in
                schema.get(Keyword::AllOf.name()).and_then(Value::as_array).into_iter().flatten().enumerate()
            {
                pending.push((part, place.member(Keyword::AllOf.name()).index(index)));
            }
            all.push((schema, place));
        }
        all
    }
}

/// Follows tokens inside a schema.
fn step<'s>((schema, place): &SchemaPosition<'s>, tokens: &[&String]) -> Option<SchemaPosition<'s>> {
    let mut here: (&Value, Target) = (schema, place.clone());
    for token in tokens {
        here = match here.0 {
            Value::Object(members) => (members.get(*token)?, here.1.member(token)),
            Value::Array(items) => {
                let index: usize = token.parse().ok()?;
                (items.get(index)?, here.1.index(index))
            }
            _ => return None,
        };
    }
    Some(here)
}

/// Returns the schemas of a property: by name, by matching patterns, or of the rest.
fn member<'s>((schema, place): &SchemaPosition<'s>, name: &String) -> Vec<SchemaPosition<'s>> {
    let mut found: Vec<SchemaPosition<'s>> = Vec::new();
    let own = schema.get(Keyword::Properties.name()).and_then(|members| members.get(name));
    found.extend(own.map(|own| (own, place.member(Keyword::Properties.name()).member(name))));
    let patterns = schema.get(Keyword::PatternProperties.name()).and_then(Value::as_object);
    for (pattern, schema) in patterns.into_iter().flatten().filter(|(pattern, _)| matches(pattern, name)) {
        found.push((schema, place.member(Keyword::PatternProperties.name()).member(pattern)));
    }
    if found.is_empty() {
        let rest = schema.get(Keyword::AdditionalProperties.name());
        found.extend(rest.map(|rest| (rest, place.member(Keyword::AdditionalProperties.name()))));
    }
    found
}
