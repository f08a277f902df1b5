//! Finds definitions that typify would merge without end, or into too many branches, or whose type would reject or lose
//! properties.
//!
//! typify merges the schemas of an `allOf`, and follows their references while it does. Two schemas that both contain
//! themselves can then merge forever, and a stack overflow cannot be caught.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use planwright_schema::link::Module;
use planwright_schema::model::{Keyword, Schema};

/// Maximum number of branches that a merge may have.
const MAX_BRANCHES: usize = 256;

/// Maximum number of references that a merge may follow one after the other.
const MAX_CHAIN: usize = 32;

/// Keywords whose schemas are merged with the schema that contains them.
const MERGED: [Keyword; 3] = [Keyword::AllOf, Keyword::AnyOf, Keyword::OneOf];

/// Limits for the merges of a module.
pub(crate) struct MergeLimits<'a> {
    module: &'a Module,
    /// Definitions that reach a definition that contains itself.
    endless: BTreeSet<&'a str>,
    /// Number of branches of each definition.
    branches: RefCell<BTreeMap<&'a str, usize>>,
}

impl<'a> MergeLimits<'a> {
    pub(crate) fn new(module: &'a Module) -> Self {
        Self { module, endless: endless(module), branches: RefCell::default() }
    }

    /// Returns why typify must not see a definition.
    pub(crate) fn refusal(&self, name: &str) -> Option<&'static str> {
        let definition = self.module.definitions.get(name)?;
        let mut found = None;
        definition.schema.walk(&mut |schema| {
            found = found.or_else(|| pattern_refusal(schema)).or_else(|| self.merge_refusal(schema));
        });
        found
    }

    /// Returns why typify must not merge the parts of a schema.
    fn merge_refusal(&self, schema: &'a Schema) -> Option<&'static str> {
        let groups = schema.groups();
        let merged = merged(schema);
        let is_endless = |part: &Schema| references(part).iter().any(|name| self.endless.contains(name));
        let mut own_is_endless = groups.references.definition().is_some_and(|name| self.endless.contains(name));
        for keyword in groups.keywords().filter(|keyword| !MERGED.contains(keyword)) {
            schema.for_each_child_of(keyword, &mut |child| own_is_endless |= is_endless(child));
        }
        let has_own = groups.keywords().any(|keyword| keyword.constrains() && !MERGED.contains(&keyword));
        let count = merged.iter().filter(|part| is_endless(part)).count() + usize::from(own_is_endless);
        let all = groups.logic.all_of.as_ref().map_or(0, Vec::len);
        let is_merge = all > 1 || (has_own && !merged.is_empty()) || (all > 0 && merged.len() > all);
        if is_merge && count > 1 {
            return Some("it merges schemas that contain themselves");
        }
        if is_merge && self.schema_branches(schema) > MAX_BRANCHES {
            return Some("merging its unions has too many branches");
        }
        self.is_long_chain(schema).then_some("it merges too many schemas that refer to each other")
    }

    /// Returns the number of branches into which a schema is merged.
    fn schema_branches(&self, schema: &'a Schema) -> usize {
        let groups = schema.groups();
        let of = |schema: &'a Schema| self.schema_branches(schema);
        let product = groups.logic.all_of.iter().flatten().map(of).fold(1, usize::saturating_mul);
        let sum = |branches: &'a Option<Vec<Schema>>| {
            branches.as_ref().map_or(1, |all| all.iter().map(of).fold(0, usize::saturating_add).max(1))
        };
        let referred = groups.references.definition().map_or(1, |name| self.definition_branches(name));
        let factors = [product, sum(&groups.logic.any_of), sum(&groups.logic.one_of), referred];
        factors.into_iter().fold(1, usize::saturating_mul)
    }

    fn definition_branches(&self, name: &'a str) -> usize {
        if let Some(known) = self.branches.borrow().get(name) {
            return *known;
        }
        let Some(definition) = self.module.definitions.get(name) else { return 1 };
        // A definition that applies itself counts once.
        self.branches.borrow_mut().insert(name, 1);
        let count = self.schema_branches(&definition.schema);
        self.branches.borrow_mut().insert(name, count);
        count
    }

    /// Returns whether a schema applies too many others to the same value, one through the other.
    fn is_long_chain(&self, schema: &'a Schema) -> bool {
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut level = applied(schema);
        for _ in 0..MAX_CHAIN {
            let next: BTreeSet<&str> = level
                .into_iter()
                .filter(|name| seen.insert(name))
                .filter_map(|name| self.module.definitions.get(name))
                .flat_map(|definition| applied(&definition.schema))
                .collect();
            if next.is_empty() {
                return false;
            }
            level = next;
        }
        true
    }
}

/// Returns why typify must not see the patterns of an object. It only knows maps whose keys have a pattern.
fn pattern_refusal(schema: &Schema) -> Option<&'static str> {
    let object = &schema.groups().object;
    let count = object.pattern_properties.iter().flatten().count();
    let has_others = object.properties.iter().flatten().next().is_some();
    let is_map = object.additional_properties.as_deref().and_then(Schema::as_bool) == Some(false);
    let is_expressed = count == 0 || (count == 1 && !has_others && is_map);
    (!is_expressed).then_some("it has properties by pattern next to others")
}

/// Returns the definitions that reach a definition that contains itself.
fn endless(module: &Module) -> BTreeSet<&str> {
    let mut users: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut open: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, definition) in &module.definitions {
        let references = references(&definition.schema);
        open.insert(name, references.len());
        for to in references {
            users.entry(to).or_default().push(name);
        }
    }
    // Removes definitions whose references are all removed. Circles remain, and what reaches them.
    let mut ended: Vec<&str> = open.iter().filter(|(_, count)| **count == 0).map(|(name, _)| *name).collect();
    while let Some(name) = ended.pop() {
        open.remove(name);
        for user in users.get(name).into_iter().flatten() {
            if let Some(count) = open.get_mut(user) {
                *count -= 1;
                if *count == 0 {
                    ended.push(user);
                }
            }
        }
    }
    open.into_keys().collect()
}

/// Returns every definition that a schema refers to.
fn references(schema: &Schema) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    schema.walk(&mut |schema| found.extend(schema.groups().references.definition()));
    found
}

/// Returns the schemas that are merged with a schema.
fn merged(schema: &Schema) -> Vec<&Schema> {
    let logic = &schema.groups().logic;
    [&logic.all_of, &logic.any_of, &logic.one_of].into_iter().flatten().flatten().collect()
}

/// Returns the definitions that apply to the same value as a schema.
fn applied(schema: &Schema) -> BTreeSet<&str> {
    let mut found: BTreeSet<&str> = schema.groups().references.definition().into_iter().collect();
    found.extend(merged(schema).into_iter().flat_map(applied));
    found
}
