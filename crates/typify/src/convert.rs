//! Converts linked schemas of any dialect to the schemas that typify reads, which are those of draft 7.
//!
//! Keywords that no type expresses are left out: the validator checks them. The schema that typify sees accepts every
//! value that the original accepts.

use planwright_schema::model::{Bound, Form, Keyword, Schema, SchemaObject, Type, Types};
use schemars::schema::{
    ArrayValidation, InstanceType, Metadata, NumberValidation, ObjectValidation, Schema as TypifySchema,
    SchemaObject as TypifyObject, SingleOrVec, StringValidation, SubschemaValidation,
};

use crate::inline_titles::InlineTitles;

/// Keywords that are converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// Every keyword that typify knows.
    Full,
    /// Only keywords that decide the shape of a type.
    Shape,
}

/// Conversion of the schemas of one definition.
pub(crate) struct Converter<'n, 'a> {
    pub(crate) detail: Detail,
    pub(crate) titles: &'n InlineTitles<'a>,
    pub(crate) asserts_formats: bool,
}

impl Converter<'_, '_> {
    /// Returns the schema of a definition, whose title is not its name.
    pub(crate) fn definition(&self, schema: &Schema) -> TypifySchema {
        let mut converted = self.schema(schema);
        if let TypifySchema::Object(TypifyObject { metadata: Some(metadata), .. }) = &mut converted {
            metadata.title = None;
        }
        converted
    }

    fn schema(&self, schema: &Schema) -> TypifySchema {
        match &schema.form {
            Form::Boolean(accepts) => TypifySchema::Bool(*accepts),
            Form::Object(object) => TypifySchema::Object(self.object(schema, object)),
            Form::Invalid(_) => TypifySchema::Bool(true),
        }
    }

    fn object(&self, schema: &Schema, object: &SchemaObject) -> TypifyObject {
        let own = TypifyObject {
            instance_type: object.types.as_ref().map(instance_type),
            format: self.format(object),
            enum_values: object.values.enumeration.clone(),
            const_value: object.values.constant.clone(),
            subschemas: present(self.subschemas(object)),
            number: present(self.number(object)),
            string: present(self.string(object)),
            array: present(self.array(object)),
            object: present(self.properties(object)),
            ..TypifyObject::default()
        };
        let metadata = self.metadata(schema, object);
        let Some(reference) = object.references.definition().and(object.references.reference.clone()) else {
            return TypifyObject { metadata, ..own };
        };
        let reference = TypifyObject { reference: Some(reference), ..TypifyObject::default() };
        if own == TypifyObject::default() || self.detail == Detail::Shape {
            return TypifyObject { metadata, ..reference };
        }
        // Draft 7 ignores keywords next to a reference.
        let all_of = Some(vec![reference.into(), own.into()]);
        let subschemas = present(SubschemaValidation { all_of, ..SubschemaValidation::default() });
        TypifyObject { metadata, subschemas, ..TypifyObject::default() }
    }

    fn metadata(&self, schema: &Schema, object: &SchemaObject) -> Option<Box<Metadata>> {
        let default = object.annotations.default.clone();
        present(Metadata {
            title: self.titles.title(schema),
            description: object.annotations.description.clone(),
            default: default.filter(|_| self.detail == Detail::Full),
            ..Metadata::default()
        })
    }

    /// Returns the format, unless the type for it would reject strings that are valid.
    fn format(&self, object: &SchemaObject) -> Option<String> {
        let may_be_string = object.has_type(Type::String);
        object.format.clone().filter(|_| !may_be_string || (self.asserts_formats && self.detail == Detail::Full))
    }

    fn subschemas(&self, object: &SchemaObject) -> SubschemaValidation {
        let logic = &object.logic;
        let all = |schemas: &Option<Vec<Schema>>| {
            schemas.as_ref().map(|schemas| schemas.iter().map(|schema| self.schema(schema)).collect())
        };
        let not = logic.not.as_ref().filter(|_| self.detail == Detail::Full);
        SubschemaValidation {
            all_of: all(&logic.all_of),
            any_of: all(&logic.any_of),
            one_of: all(&logic.one_of),
            not: not.map(|not| Box::new(self.schema(not))),
            ..SubschemaValidation::default()
        }
    }

    fn number(&self, object: &SchemaObject) -> NumberValidation {
        if self.detail == Detail::Shape {
            return NumberValidation::default();
        }
        let bound = |inclusive, exclusive, is_exclusive: bool| {
            let bounds = [object.bound(inclusive), object.bound(exclusive)];
            bounds.into_iter().flatten().find(|bound| bound.is_exclusive == is_exclusive).and_then(float)
        };
        let (minimum, maximum) = (Keyword::Minimum, Keyword::Maximum);
        let (above, below) = (Keyword::ExclusiveMinimum, Keyword::ExclusiveMaximum);
        NumberValidation {
            multiple_of: object.number.multiple_of.as_ref().and_then(serde_json::Number::as_f64),
            minimum: bound(minimum, above, false),
            maximum: bound(maximum, below, false),
            exclusive_minimum: bound(minimum, above, true),
            exclusive_maximum: bound(maximum, below, true),
        }
    }

    fn string(&self, object: &SchemaObject) -> StringValidation {
        if self.detail == Detail::Shape {
            return StringValidation::default();
        }
        StringValidation {
            max_length: count(object, Keyword::MaxLength),
            min_length: count(object, Keyword::MinLength),
            pattern: object.string.pattern.clone(),
        }
    }

    fn array(&self, object: &SchemaObject) -> ArrayValidation {
        let array = &object.array;
        let (slots, rest) = (array.slots(), array.rest());
        let is_tuple = !slots.is_empty();
        if is_tuple && self.detail == Detail::Shape {
            return ArrayValidation::default();
        }
        let (min_items, max_items) = (count(object, Keyword::MinItems), count(object, Keyword::MaxItems));
        let single = slots.first().filter(|_| min_items == Some(1) && max_items == Some(1));
        let items = match single {
            // typify writes a tuple of one type without a comma, which would be the type itself. An array is a list.
            Some(slot) => Some(SingleOrVec::Single(Box::new(self.schema(slot)))),
            None if is_tuple => Some(SingleOrVec::Vec(slots.iter().map(|slot| self.schema(slot)).collect())),
            None => rest.map(|rest| SingleOrVec::Single(Box::new(self.schema(rest)))),
        };
        ArrayValidation {
            items,
            additional_items: rest.filter(|_| is_tuple && single.is_none()).map(|rest| Box::new(self.schema(rest))),
            min_items,
            max_items,
            unique_items: array.unique_items,
            contains: None,
        }
    }

    fn properties(&self, object: &SchemaObject) -> ObjectValidation {
        let keywords = &object.object;
        let one = |schema: &Option<Box<Schema>>| schema.as_ref().map(|schema| Box::new(self.schema(schema)));
        ObjectValidation {
            max_properties: count(object, Keyword::MaxProperties).filter(|_| self.detail == Detail::Full),
            min_properties: count(object, Keyword::MinProperties).filter(|_| self.detail == Detail::Full),
            required: keywords.required.iter().flatten().cloned().collect(),
            properties: keywords
                .properties
                .iter()
                .flatten()
                .map(|(name, schema)| (name.to_string(), self.schema(schema)))
                .collect(),
            pattern_properties: keywords
                .pattern_properties
                .iter()
                .flatten()
                .map(|(pattern, schema)| (pattern.to_string(), self.schema(schema)))
                .collect(),
            additional_properties: one(&keywords.additional_properties),
            property_names: one(&keywords.property_names).filter(|_| self.detail == Detail::Full),
        }
    }
}

/// Returns a group of keywords, or `None` if it is empty.
fn present<T: Default + PartialEq>(group: T) -> Option<Box<T>> {
    (group != T::default()).then(|| Box::new(group))
}

fn float(bound: Bound<'_>) -> Option<f64> {
    bound.number.as_f64()
}

fn count(object: &SchemaObject, keyword: Keyword) -> Option<u32> {
    let count = object.bound(keyword)?.number;
    u32::try_from(count.as_u64()?).ok()
}

fn instance_type(types: &Types) -> SingleOrVec<InstanceType> {
    match types {
        Types::One(one) => SingleOrVec::Single(Box::new(instance(*one))),
        Types::List(list) if list.len() == 1 => SingleOrVec::Single(Box::new(instance(list[0]))),
        Types::List(list) => SingleOrVec::Vec(list.iter().map(|one| instance(*one)).collect()),
    }
}

fn instance(one: Type) -> InstanceType {
    match one {
        Type::Array => InstanceType::Array,
        Type::Boolean => InstanceType::Boolean,
        Type::Integer => InstanceType::Integer,
        Type::Null => InstanceType::Null,
        Type::Number => InstanceType::Number,
        Type::Object => InstanceType::Object,
        Type::String => InstanceType::String,
    }
}
