//! Names of the types of inline schemas.
//!
//! typify names the type of an inline schema after its title or its property. If another type has the name already, it
//! uses that type without comparing the two. So each inline schema whose name is taken gets a unique title.

use std::collections::{BTreeMap, HashMap};

use heck::ToPascalCase as _;
use planwright_schema::link::Module;
use planwright_schema::model::{Items, Schema};
use planwright_schema::names::type_name;

/// Titles of the inline schemas of a module.
#[derive(Debug, Default)]
pub(crate) struct InlineTitles<'a> {
    /// Schemas by name. Definitions have no schema here, because an inline schema never shares their type.
    taken: BTreeMap<String, Option<&'a Schema>>,
    /// Titles that differ from those of the schemas, by the address of the schema.
    changed: HashMap<*const Schema, String>,
}

impl<'a> InlineTitles<'a> {
    pub(crate) fn new(module: &'a Module) -> Self {
        let mut names = Self::default();
        names.taken.extend(module.definitions.keys().map(|name| (name.clone(), None)));
        for (name, definition) in module.definitions.iter().filter(|(_, one)| one.elsewhere.is_none()) {
            names.children(name, &definition.schema);
        }
        names
    }

    /// Returns the title of a schema, as typify is to read it.
    pub(crate) fn title(&self, schema: &Schema) -> Option<String> {
        let changed = self.changed.get(&std::ptr::from_ref(schema)).cloned();
        changed.or_else(|| schema.groups().annotations.title.clone())
    }

    /// Names the schemas in a schema whose type has this name.
    fn children(&mut self, name: &str, schema: &'a Schema) {
        let properties = schema.groups().object.properties.iter().flatten();
        let properties: HashMap<*const Schema, &str> =
            properties.map(|(name, schema)| (std::ptr::from_ref(schema), &**name)).collect();
        let items = match &schema.groups().array.items {
            Some(Items::All(items)) => Some(std::ptr::from_ref(&**items)),
            Some(Items::First(_)) | None => None,
        };
        let mut children = Vec::new();
        schema.for_each_child(&mut |child| children.push(child));
        for (index, child) in children.into_iter().enumerate() {
            let child_at = std::ptr::from_ref(child);
            let property = properties.get(&child_at).copied().or((items == Some(child_at)).then_some("Item"));
            self.inline(name, property, index, child);
        }
    }

    fn inline(&mut self, parent: &str, property: Option<&str>, index: usize, schema: &'a Schema) {
        let groups = schema.groups();
        if groups.references.definition().is_some() {
            return;
        }
        let title = groups.annotations.title.as_deref().map(heck::ToPascalCase::to_pascal_case);
        let title = title.filter(|title| !title.is_empty());
        let by_property = || property.map(|property| [parent, "_", property].concat().to_pascal_case());
        let part = property.map_or_else(|| index.to_string(), str::to_owned);
        let own = [parent, &part].join("_").to_pascal_case();
        let Some(name) = title.or_else(by_property) else {
            self.children(&own, schema);
            return;
        };
        let mut free = name.clone();
        let mut number = 1;
        while !self.is_free(&free, schema) {
            free = if number == 1 { own.clone() } else { [own.as_str(), "Variant", &number.to_string()].concat() };
            number += 1;
        }
        if free != name {
            self.changed.insert(std::ptr::from_ref(schema), free.clone());
        }
        self.taken.entry(free.clone()).or_insert(Some(schema));
        self.children(&free, schema);
    }

    /// Returns whether a schema can have a name. Equal schemas share a type.
    fn is_free(&self, name: &str, schema: &Schema) -> bool {
        // A type called `Result` breaks the code around it.
        if type_name(name).strip_suffix("Type") == Some(name) {
            return false;
        }
        match self.taken.get(name) {
            None => true,
            Some(None) => false,
            Some(Some(other)) => std::ptr::eq(*other, schema) || other.to_value() == schema.to_value(),
        }
    }
}
