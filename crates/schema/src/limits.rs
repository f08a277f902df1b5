//! Limits the cost of validating one value against a schema.
//!
//! References, `allOf`, unions and conditions validate the same value again. A chain of them uses stack in every
//! consumer. Definitions that refer to each other twice take time that doubles with each of them. Both are detected
//! here, before any consumer runs.

use std::collections::{BTreeMap, BTreeSet};

use planwright_source::Pointer;
use serde_json::Value;

use crate::error::{Error, ErrorKind};
use crate::file::SchemaFile;
use crate::keywords::{self, Subschemas, subschemas};
use crate::pattern_cost::pattern_cost;
use crate::reference_chains::ReferenceEdge;
use crate::resolve::{Referred, Resolver};
use crate::set::SchemaSet;
use crate::target::Target;
use crate::{draft, reach, reference_chains};

/// Maximum number of nested schemas that one value may be validated against.
const MAX_DEPTH: usize = 256;
/// Maximum total number of schemas that one value may be validated against.
const MAX_COMPARISONS: u64 = 100_000;

/// Maximum number of states that the patterns of a file may compile to, as [`pattern_cost`] estimates them.
const MAX_PATTERN_COST: u64 = 2_000_000;

/// Keywords that validate the same value again.
const IN_PLACE_KEYWORDS: &[&str] =
    &["allOf", "anyOf", "dependencies", "dependentSchemas", "else", "if", "not", "oneOf", "then"];

/// Returns the largest number of nested schemas that one value may be validated against.
///
/// # Errors
///
/// Returns one error for each schema that exceeds a limit.
pub(crate) fn depth(set: &SchemaSet, resolver: &Resolver<'_>) -> Result<usize, Vec<Error>> {
    let mut costs = Costs { set, resolver, nodes: BTreeMap::new() };
    let (mut entries, mut references) = (Vec::new(), Vec::new());
    reach::walk(set, resolver, &mut |file, schema, at| {
        let targets = keywords::references(schema).filter_map(|text| resolver.resolve(file, at, text));
        references.extend(targets.filter_map(|referred| match referred {
            Referred::Schema(target) => Some(ReferenceEdge { file: file.path.clone(), at: at.clone(), target }),
            Referred::MetaSchema(_) => None,
        }));
        if IN_PLACE_KEYWORDS.iter().chain(&["$ref"]).any(|keyword| schema.get(keyword).is_some()) {
            entries.push(Entry { file, schema, at: at.clone() });
        }
    });
    let (mut depth, mut errors) = (1, Vec::new());
    for entry in &entries {
        match costs.entry(entry) {
            Ok(found) => depth = depth.max(found),
            Err(error) => errors.extend(error.map(|error| *error)),
        }
    }
    if errors.is_empty() {
        errors = reference_chains::violations(set, &references);
    }
    if errors.is_empty() { Ok(depth) } else { Err(set.locate(errors)) }
}

/// Returns an error at the first pattern that makes the patterns of a file too expensive to compile.
pub(crate) fn costly_pattern(file: &SchemaFile) -> Option<Error> {
    let mut seen = BTreeSet::new();
    let mut cost = 0_u64;
    let mut found = None;
    keywords::walk(&file.value, &Pointer::root(), &mut |schema, at| {
        for (place, keyword, pattern) in patterns(schema, at) {
            if seen.insert(pattern) {
                cost = cost.saturating_add(pattern_cost(pattern));
                if cost > MAX_PATTERN_COST && found.is_none() {
                    let kind = ErrorKind::CostlyPatterns { max: MAX_PATTERN_COST };
                    found = Some(file.unplaced(place, Some(keyword), kind));
                }
            }
        }
    });
    found
}

/// Returns the patterns of one schema, with their locations and keywords.
pub(crate) fn patterns<'s>(schema: &'s Value, at: &Pointer) -> impl Iterator<Item = (Pointer, &'static str, &'s str)> {
    let one = schema.get("pattern").and_then(Value::as_str).map(|text| (at.member("pattern"), "pattern", text));
    let names = schema.get("patternProperties").and_then(Value::as_object).into_iter().flatten();
    let place = at.member("patternProperties");
    one.into_iter().chain(names.map(move |(name, _)| (place.member(name), "patternProperties", name.as_str())))
}

/// A schema against which values are validated.
struct Entry<'s> {
    file: &'s SchemaFile,
    schema: &'s Value,
    at: Pointer,
}

/// Cost of validating one value against a schema.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Cost {
    depth: usize,
    comparisons: u64,
}

impl Cost {
    /// Cost of a schema without subschemas.
    const ONE: Self = Self { depth: 1, comparisons: 1 };

    fn is_allowed(self) -> bool {
        self.depth <= MAX_DEPTH && self.comparisons <= MAX_COMPARISONS
    }

    /// Adds the cost of another schema that is nested `level` levels deeper.
    fn add(&mut self, level: usize, other: Self) {
        self.depth = self.depth.max(level.saturating_add(other.depth));
        self.comparisons = self.comparisons.saturating_add(other.comparisons);
    }
}

/// State of a schema that is the target of a reference.
enum CostNode {
    /// Its references are being followed.
    Open(OwnCost),
    Known(Cost),
}

struct Costs<'s, 'r> {
    set: &'s SchemaSet,
    resolver: &'r Resolver<'r>,
    nodes: BTreeMap<Target, CostNode>,
}

/// Cost of a schema without its references, and the references with their nesting levels.
struct OwnCost {
    cost: Cost,
    references: Vec<(usize, Target)>,
}

impl<'s> Costs<'s, '_> {
    /// Returns the depth of a schema.
    ///
    /// If the schema is too expensive, the error is returned. If a schema that it refers to is too expensive,
    /// `Err(None)` is returned, because the other schema reports it.
    fn entry(&mut self, entry: &Entry<'s>) -> Result<usize, Option<Box<Error>>> {
        let own = self.own_cost(entry.file, entry.schema, &entry.at);
        let mut cost = own.cost;
        for (level, target) in own.references {
            let referred = self.follow(&target);
            if !referred.is_allowed() {
                return Err(None);
            }
            cost.add(level, referred);
        }
        if cost.is_allowed() {
            return Ok(cost.depth);
        }
        let kind = if cost.depth > MAX_DEPTH {
            ErrorKind::TooNested { max: MAX_DEPTH }
        } else {
            ErrorKind::TooCostly { max: MAX_COMPARISONS }
        };
        Err(Some(Box::new(entry.file.unplaced(entry.at.clone(), None, kind))))
    }

    /// Returns the cost of a schema that is the target of a reference.
    ///
    /// A chain of references can be as long as the set, so this does not use recursion.
    fn follow(&mut self, target: &Target) -> Cost {
        let mut stack = vec![target.clone()];
        while let Some(target) = stack.last().cloned() {
            match self.nodes.get(&target) {
                None => {
                    let own = self.target_cost(&target);
                    let unknown = own.references.iter().filter(|(_, next)| !self.nodes.contains_key(next));
                    stack.extend(unknown.map(|(_, next)| next.clone()));
                    self.nodes.insert(target, CostNode::Open(own));
                }
                Some(CostNode::Open(own)) => {
                    let mut cost = own.cost;
                    for (level, next) in &own.references {
                        // Validators stop when a reference leads back to the same value.
                        cost.add(*level, self.known(next).unwrap_or(Cost::ONE));
                    }
                    self.nodes.insert(target, CostNode::Known(cost));
                    stack.pop();
                }
                Some(CostNode::Known(_)) => {
                    stack.pop();
                }
            }
        }
        self.known(target).unwrap_or(Cost::ONE)
    }

    fn known(&self, target: &Target) -> Option<Cost> {
        match self.nodes.get(target) {
            Some(CostNode::Known(cost)) => Some(*cost),
            Some(CostNode::Open(_)) | None => None,
        }
    }

    fn target_cost(&self, target: &Target) -> OwnCost {
        match (self.set.get(&target.file), target.schema(self.set)) {
            (Some(file), Some(schema)) => self.own_cost(file, schema, &target.pointer),
            _ => OwnCost { cost: Cost::ONE, references: Vec::new() },
        }
    }

    fn own_cost(&self, file: &SchemaFile, schema: &Value, at: &Pointer) -> OwnCost {
        let mut own = OwnCost { cost: Cost { depth: 0, comparisons: 0 }, references: Vec::new() };
        self.collect((file, schema), &mut at.clone(), 0, &mut own);
        own
    }

    fn collect(&self, (file, schema): (&SchemaFile, &Value), at: &mut Pointer, level: usize, own: &mut OwnCost) {
        own.cost.add(level, Cost::ONE);
        let level = level + 1;
        let referred = keywords::references(schema).filter_map(|text| self.resolver.resolve(file, at, text));
        for target in referred {
            if let Referred::Schema(target) = target {
                own.references.push((level, target));
            }
        }
        if schema.get("$ref").is_some() && draft::ignores_siblings(file.draft) {
            return;
        }
        for keyword in IN_PLACE_KEYWORDS {
            let Some(value) = schema.get(keyword) else { continue };
            at.push(keyword);
            match subschemas(keyword, value) {
                Subschemas::One(schema) => self.collect((file, schema), at, level, own),
                Subschemas::List(items) => {
                    for (index, item) in items.iter().enumerate() {
                        at.push_index(index);
                        self.collect((file, item), at, level, own);
                        at.pop();
                    }
                }
                Subschemas::Map(map) => {
                    for (name, item) in map.iter().filter(|(_, item)| item.is_object() || item.is_boolean()) {
                        at.push(name);
                        self.collect((file, item), at, level, own);
                        at.pop();
                    }
                }
                Subschemas::None => {}
            }
            at.pop();
        }
    }
}
