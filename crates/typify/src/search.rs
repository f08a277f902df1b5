//! Generates types for as many definitions as typify can express.

use std::collections::{BTreeMap, BTreeSet};

use heck::ToPascalCase as _;
use planwright_codegen::{GeneratedTypes, GeneratorInput};
use schemars::schema::Schema;
use typify::{MapType, TypeSpaceImpl, TypeSpacePatch, TypeSpaceSettings};

use crate::attempt::attempt;
use crate::bounds::MergeLimits;
use crate::convert::{Converter, Detail};
use crate::inline_titles::InlineTitles;

/// Maximum number of runs for a module. If typify rejects more combinations, it generates nothing.
const MAX_RUNS: usize = 4_000;

/// Generates the types of a module.
pub(crate) fn generate(input: &GeneratorInput<'_>) -> GeneratedTypes {
    let mut search = Search::new(input);
    let source = search.run();
    GeneratedTypes { source, refused: search.refused.into_iter().map(|(name, why)| (name.to_owned(), why)).collect() }
}

struct Search<'i> {
    input: &'i GeneratorInput<'i>,
    titles: InlineTitles<'i>,
    /// The definitions that typify expresses, and the keywords that it sees.
    details: BTreeMap<&'i str, Detail>,
    /// The other definitions, and why typify cannot express them.
    refused: BTreeMap<&'i str, String>,
    runs: usize,
}

impl<'i> Search<'i> {
    fn new(input: &'i GeneratorInput<'i>) -> Self {
        let limits = MergeLimits::new(input.module);
        let mut search = Self {
            input,
            titles: InlineTitles::new(input.module),
            details: BTreeMap::new(),
            refused: BTreeMap::new(),
            runs: 0,
        };
        for name in input.fallbacks.keys() {
            match limits.refusal(name) {
                Some(why) => drop(search.refused.insert(name, why.to_owned())),
                None => drop(search.details.insert(name, Detail::Full)),
            }
        }
        search
    }

    /// Returns the source of the definitions that are not refused.
    fn run(&mut self) -> String {
        let all: Vec<&str> = self.details.keys().copied().collect();
        if let Ok(source) = self.attempt(&all) {
            return source;
        }
        self.split_failing(&all);
        // Definitions that typify expresses one by one can still have inline types with the same name.
        loop {
            let rest: Vec<&str> = self.details.keys().copied().collect();
            match self.attempt(&rest) {
                Ok(source) => return source,
                Err(why) => self.refuse_first_conflict(&rest, &why),
            }
        }
    }

    /// Decides for each definition of a group what typify sees of it.
    fn split_failing(&mut self, group: &[&'i str]) {
        match (self.attempt(group), group) {
            (Ok(_), _) | (Err(_), []) => {}
            (Err(why), [name]) => self.reduce(name, why),
            (Err(_), group) => {
                let (first, second) = group.split_at(group.len() / 2);
                self.split_failing(first);
                self.split_failing(second);
            }
        }
    }

    /// Leaves out the keywords of a definition that a type rarely expresses, or refuses the definition.
    fn reduce(&mut self, name: &'i str, why: String) {
        self.details.insert(name, Detail::Shape);
        if self.attempt(&[name]).is_err() {
            self.details.remove(name);
            self.refused.insert(name, why);
        }
    }

    /// Refuses the first definition that typify cannot express together with those before it.
    fn refuse_first_conflict(&mut self, names: &[&'i str], why: &str) {
        let (mut sound, mut failing) = (0, names.len());
        while failing - sound > 1 {
            let middle = usize::midpoint(sound, failing);
            if self.attempt(&names[..middle]).is_ok() {
                sound = middle;
            } else {
                failing = middle;
            }
        }
        if let Some(name) = names.get(sound) {
            self.details.remove(name);
            self.refused.insert(name, why.to_owned());
        }
    }

    /// Runs typify for some definitions.
    fn attempt(&mut self, group: &[&'i str]) -> Result<String, String> {
        self.runs += 1;
        if self.runs > MAX_RUNS && !group.is_empty() {
            return Err("typify rejects too many definitions of the module".to_owned());
        }
        let named: BTreeSet<&str> = group.iter().copied().collect();
        attempt(self.definitions(), &named, || settings(self.input, &named))
    }

    /// Returns every definition. typify merges definitions that it does not express.
    fn definitions(&self) -> Vec<(String, Schema)> {
        let converted = self.input.module.definitions.iter().map(|(name, definition)| {
            let detail = self.details.get(name.as_str()).copied().unwrap_or(Detail::Shape);
            let converter = Converter { detail, titles: &self.titles, asserts_formats: self.input.asserts_formats };
            (name.clone(), converter.definition(&definition.schema))
        });
        converted.collect()
    }
}

/// Returns the settings of a run for the definitions with these names. Others are types that exist.
fn settings(input: &GeneratorInput<'_>, named: &BTreeSet<&str>) -> TypeSpaceSettings {
    let mut settings = TypeSpaceSettings::default();
    settings.with_struct_builder(input.has_builders);
    for derive in &input.derives {
        settings.with_derive(derive.clone());
    }
    for attribute in &input.attributes {
        settings.with_attr(attribute.clone());
    }
    if let Some(map) = input.map.as_ref().and_then(|map| map.parse::<MapType>().ok()) {
        settings.with_map_type(map);
    }
    for name in input.fallbacks.keys() {
        let mut patch = TypeSpacePatch::default();
        let sanitized = name.to_pascal_case();
        if sanitized != *name {
            patch.with_rename(name);
        }
        for derive in input.additions.get(name).into_iter().flat_map(|own| &own.derives) {
            patch.with_derive(derive);
        }
        for attribute in input.additions.get(name).into_iter().flat_map(|own| &own.attributes) {
            patch.with_attr(attribute);
        }
        settings.with_patch(sanitized, &patch);
    }
    let others = input.fallbacks.iter().filter(|(name, _)| !named.contains(*name));
    for (name, path) in input.existing.iter().chain(others) {
        settings.with_replacement(name.to_pascal_case(), path, std::iter::empty::<TypeSpaceImpl>());
    }
    settings
}
