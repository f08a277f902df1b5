//! Input of an export: the definitions that a root reaches, as 2020-12 schemas with their locations.

use std::collections::{BTreeMap, BTreeSet};

use planwright_source::Pointer;
use serde_json::Value;

use crate::circles::circles;
use crate::weakening::{DYNAMIC_REFERENCE, NUMBER_BOUNDED, Note, Refusal, located};
use planwright_schema::Target;
use planwright_schema::exact_numbers::{self, NumberChange};
use planwright_schema::link::{self, Linked, Module, Root};
use planwright_schema::set::SchemaSet;
use planwright_schema::{bundle, error, inapplicable_keywords, keywords, unions};

/// Definitions of one root.
#[derive(Debug)]
pub(crate) struct Source {
    /// Name of the root.
    pub root: String,
    /// The root and all definitions that it reaches.
    pub definitions: BTreeMap<String, (Value, Target)>,
    /// Recursive definitions.
    pub recursive: BTreeSet<String>,
    /// The root and all definitions that it reaches as one document for validators.
    pub bundled: Value,
    /// Notes about numbers whose bounds were changed.
    pub notes: Vec<Note>,
}

impl Source {
    /// Links the set and collects the definitions that the root of one file reaches.
    pub(crate) fn new(set: &SchemaSet, file: &str) -> Result<Self, Refusal> {
        let schema = |errors| Refusal::Schema(error::in_order(set.locate(errors)));
        let linked = link::link(set).map_err(schema)?;
        let bundled = bundle::bundled_schemas(set, &linked).map_err(schema)?.remove(file);
        let (module, root) = find(&linked, file).ok_or_else(|| Refusal::Schema(Vec::new()))?;
        let mut definitions = BTreeMap::new();
        let (mut refused, mut notes) = (Vec::new(), Vec::new());
        let mut pending = vec![root.name.clone()];
        while let Some(name) = pending.pop() {
            let Some(definition) = module.definitions.get(&name).filter(|_| !definitions.contains_key(&name)) else {
                continue;
            };
            let draft = set.get(&definition.target.file).map_or(root.draft, planwright_schema::SchemaFile::draft);
            let place = definition.target.clone();
            let mut upgraded = definition.schema.clone();
            upgraded.upgrade(draft);
            let schema = keywords::rebuild(&upgraded.to_value(), &Pointer::root(), &mut |schema, at| {
                // The schema may have had another location before the upgrade.
                let written = || {
                    let at = upgraded.at(at).map_or_else(|| at.clone(), |schema| schema.place.pointer());
                    Target { file: place.file.clone(), pointer: place.pointer.join(&at) }
                };
                if keywords::is_dynamic(schema) {
                    let message = "a reference that depends on the path of evaluation; refer with $ref";
                    refused.push(Note::new(&written(), DYNAMIC_REFERENCE, message));
                }
                inapplicable_keywords::remove(schema);
                for (keyword, change) in exact_numbers::bound(schema) {
                    notes.push(bounded_number(&written(), &keyword, change));
                }
                pending.extend(unions::reference(schema).map(str::to_owned));
            });
            definitions.insert(name, (schema, place));
        }
        if !refused.is_empty() {
            return Err(Refusal::Dialect(located(set, refused)));
        }
        let recursive = recursive(&definitions);
        let bundled = bundled.map_or(Value::Bool(true), |bundled| bundled.document);
        Ok(Self { root: root.name.clone(), definitions, recursive, bundled, notes })
    }

    /// Returns the definition that a schema references.
    pub(crate) fn referred(&self, schema: &Value) -> Option<(&str, &Value, &Target)> {
        let name = unions::reference(schema)?;
        self.definitions.get_key_value(name).map(|(name, (schema, place))| (name.as_str(), schema, place))
    }
}

fn bounded_number(place: &Target, keyword: &str, change: NumberChange) -> Note {
    let what = match change {
        NumberChange::Moved => "it is moved to that",
        NumberChange::Removed => "it is left out",
    };
    let message =
        format!("`{keyword}` has a number beyond 2^53 - 1, which not every reader of JSON keeps exactly: {what}");
    Note::new(&place.member(keyword), NUMBER_BOUNDED, message)
}

fn find<'l>(linked: &'l Linked<'_>, file: &str) -> Option<(&'l Module, &'l Root)> {
    let mut modules = linked.modules.values();
    modules.find_map(|module| module.roots.iter().find(|root| root.file == file).map(|root| (module, root)))
}

fn recursive(definitions: &BTreeMap<String, (Value, Target)>) -> BTreeSet<String> {
    let edges = definitions.iter().map(|(name, (schema, _))| {
        let mut to = Vec::new();
        keywords::walk(schema, &Pointer::root(), &mut |schema, _| to.extend(unions::reference(schema)));
        (name.as_str(), to)
    });
    circles(&edges.collect()).into_iter().flatten().map(str::to_owned).collect()
}
