//! Compiles a bundled schema to the rules that the Apex validator interprets.
//!
//! Rules are JSON: keywords that constrain values, under their own names. Annotations are dropped, patterns are
//! translated to the syntax of Java, references are names of rules, and keywords of older dialects are replaced by
//! those of 2020-12.

mod java_patterns;
mod unchecked;

use std::collections::BTreeMap;

use planwright_schema::bundle::BundledSchema;
use planwright_schema::model::{Dependency, Exclusive, Form, Items, Keyword, Schema, SchemaObject};
use planwright_schema::unions::Tagged;
use planwright_source::Pointer;
use serde_json::{Map, Value, json};

use self::java_patterns::java_pattern;
pub(super) use self::unchecked::unchecked;
use planwright_codegen::Formats;

/// Formats that the Apex validator checks. `PwSchemaFormats` has a check of each.
const APEX_FORMATS: [&str; 7] = ["date", "date-time", "ipv4", "json-pointer", "relative-json-pointer", "time", "uuid"];

/// Name of the entry with the tags of unions, by the keyword of the union.
const TAGS: &str = "tags";
/// Name of the entry that marks a pattern that only rejects blank strings, for which there is a specific code.
const BLANK: &str = "blank";
/// The pattern that only rejects blank strings.
const NOT_BLANK: &str = "\\S";

/// Returns the rules of a root: an object with the rules of the root and of every definition by name.
pub(super) fn compile(bundled: &BundledSchema, root: &Schema, formats: Formats) -> Value {
    let rules = Rules { unions: &bundled.unions, formats };
    let mut definitions = Map::new();
    if let Some(named) = root.groups().definitions.definitions.as_ref() {
        definitions.extend(named.iter().map(|(name, schema)| (name.to_string(), rules.schema(schema))));
    }
    json!({ "root": rules.schema(root), (Keyword::Definitions.name()): definitions })
}

/// Returns whether the rules of a bundled schema can be compiled: each reference names one of its definitions.
pub(super) fn is_flat(root: &Schema) -> bool {
    let definitions = root.groups().definitions.definitions.as_ref();
    let mut flat = true;
    root.walk(&mut |schema| {
        let references = &schema.groups().references;
        let is_known = references.reference.as_deref().is_none_or(|reference| {
            reference == "#"
                || references.definition().is_some_and(|name| definitions.is_some_and(|all| all.contains_key(name)))
        });
        flat &= is_known && !references.is_dynamic();
    });
    flat
}

struct Rules<'b> {
    unions: &'b BTreeMap<Pointer, Tagged>,
    formats: Formats,
}

impl Rules<'_> {
    fn schema(&self, schema: &Schema) -> Value {
        match &schema.form {
            Form::Boolean(accepts) => Value::Bool(*accepts),
            Form::Object(object) => {
                let mut rules = Map::new();
                for keyword in object.keywords() {
                    self.keyword(keyword, schema, object, &mut rules);
                }
                Value::Object(rules)
            }
            Form::Invalid(_) => Value::Bool(true),
        }
    }

    fn schemas(&self, schemas: &[Schema]) -> Value {
        schemas.iter().map(|schema| self.schema(schema)).collect()
    }

    fn by_name<'s>(&self, named: impl IntoIterator<Item = (&'s std::sync::Arc<str>, &'s Schema)>) -> Value {
        named.into_iter().map(|(name, schema)| (name.to_string(), self.schema(schema))).collect::<Map<_, _>>().into()
    }

    /// Adds the rules of one keyword.
    fn keyword(&self, keyword: Keyword, schema: &Schema, object: &SchemaObject, rules: &mut Map<String, Value>) {
        let mut add = |keyword: Keyword, value: Option<Value>| {
            rules.extend(value.map(|value| (keyword.name().to_owned(), value)));
        };
        let one = |schema: &Option<Box<Schema>>| schema.as_deref().map(|schema| self.schema(schema));
        let (string, number, array, of) = (&object.string, &object.number, &object.array, &object.object);
        match keyword {
            Keyword::Ref => {
                let name = object.references.definition().unwrap_or_default();
                add(keyword, Some(name.into()));
            }
            Keyword::Pattern => {
                add(keyword, string.pattern.as_deref().and_then(java_pattern).map(Value::from));
                if string.pattern.as_deref() == Some(NOT_BLANK) {
                    rules.insert(BLANK.to_owned(), true.into());
                }
            }
            Keyword::Format => {
                let known = object.format.as_deref().filter(|format| APEX_FORMATS.contains(format));
                add(keyword, known.filter(|_| self.formats == Formats::Assert).map(Value::from));
            }
            Keyword::PatternProperties => {
                let named = of.pattern_properties.iter().flatten();
                let named = named.filter_map(|(name, schema)| Some((java_pattern(name)?, self.schema(schema))));
                add(keyword, Some(named.collect::<Map<_, _>>().into()));
            }
            Keyword::Items => match &array.items {
                Some(Items::First(first)) => add(Keyword::PrefixItems, Some(self.schemas(first))),
                Some(Items::All(all)) => add(keyword, Some(self.schema(all))),
                None => {}
            },
            Keyword::AdditionalItems if matches!(array.items, Some(Items::First(_))) => {
                add(keyword, one(&array.additional_items));
            }
            Keyword::ExclusiveMinimum => match (&number.exclusive_minimum, &number.minimum) {
                (Some(Exclusive::Bound(bound)), _) | (Some(Exclusive::Flag(true)), Some(bound)) => {
                    add(keyword, Some(bound.clone().into()));
                }
                _ => {}
            },
            Keyword::ExclusiveMaximum => match (&number.exclusive_maximum, &number.maximum) {
                (Some(Exclusive::Bound(bound)), _) | (Some(Exclusive::Flag(true)), Some(bound)) => {
                    add(keyword, Some(bound.clone().into()));
                }
                _ => {}
            },
            Keyword::Minimum if number.exclusive_minimum == Some(Exclusive::Flag(true)) => {}
            Keyword::Maximum if number.exclusive_maximum == Some(Exclusive::Flag(true)) => {}
            Keyword::Dependencies => {
                for (name, dependency) in of.dependencies.iter().flatten() {
                    let (keyword, value) = match dependency {
                        Dependency::Names(names) => (Keyword::DependentRequired, Value::from(names.clone())),
                        Dependency::Schema(schema) => (Keyword::DependentSchemas, self.schema(schema)),
                    };
                    let named = rules.entry(keyword.name()).or_insert_with(|| Map::new().into());
                    if let Some(named) = named.as_object_mut() {
                        named.insert(name.to_string(), value);
                    }
                }
            }
            Keyword::AllOf => add(keyword, object.logic.all_of.as_deref().map(|all| self.schemas(all))),
            Keyword::AnyOf | Keyword::OneOf => {
                let branches = if keyword == Keyword::AnyOf { &object.logic.any_of } else { &object.logic.one_of };
                add(keyword, branches.as_deref().map(|all| self.schemas(all)));
                if let Some(tagged) = self.unions.get(&schema.place.keyword(keyword).pointer()) {
                    let tag = json!({ "name": tagged.tag, "values": tagged.values });
                    let tags = rules.entry(TAGS).or_insert_with(|| Map::new().into());
                    if let Some(tags) = tags.as_object_mut() {
                        tags.insert(keyword.name().to_owned(), tag);
                    }
                }
            }
            Keyword::Not => add(keyword, one(&object.logic.not)),
            // Without a consequence, a condition still evaluates properties and items.
            Keyword::If => add(keyword, one(&object.logic.if_schema)),
            Keyword::Then => add(keyword, one(&object.logic.then_schema)),
            Keyword::Else => add(keyword, one(&object.logic.else_schema)),
            Keyword::Contains => add(keyword, one(&array.contains)),
            Keyword::PrefixItems => add(keyword, array.prefix_items.as_deref().map(|all| self.schemas(all))),
            Keyword::AdditionalProperties => add(keyword, one(&of.additional_properties)),
            Keyword::UnevaluatedItems => add(keyword, one(&array.unevaluated_items)),
            Keyword::UnevaluatedProperties => add(keyword, one(&of.unevaluated_properties)),
            Keyword::PropertyNames => add(keyword, one(&of.property_names)),
            Keyword::Properties => add(keyword, of.properties.as_ref().map(|named| self.by_name(named))),
            Keyword::DependentSchemas => add(keyword, of.dependent_schemas.as_ref().map(|named| self.by_name(named))),
            keyword if is_plain(keyword) => add(keyword, schema.to_value().get(keyword.name()).cloned()),
            _ => {}
        }
    }
}

/// Returns whether the rule of a keyword is its value.
const fn is_plain(keyword: Keyword) -> bool {
    matches!(
        keyword,
        Keyword::Const
            | Keyword::DependentRequired
            | Keyword::Enum
            | Keyword::MaxContains
            | Keyword::MaxItems
            | Keyword::MaxLength
            | Keyword::MaxProperties
            | Keyword::Maximum
            | Keyword::MinContains
            | Keyword::MinItems
            | Keyword::MinLength
            | Keyword::MinProperties
            | Keyword::Minimum
            | Keyword::MultipleOf
            | Keyword::Required
            | Keyword::Type
            | Keyword::UniqueItems
    )
}
