//! Table of every keyword of the supported dialects, one row each.

/// A keyword of JSON Schema.
pub(crate) struct Keyword {
    /// Name of the keyword.
    pub(crate) name: &'static str,
    /// Type of the values that the keyword applies to.
    pub(crate) applies_to: Subject,
    /// Kind of value that the keyword has.
    pub(crate) value: ValueKind,
    /// Effect on validation.
    pub(crate) effect: Effect,
    /// Whether the keyword belongs to the validation vocabulary, which a custom meta-schema may omit.
    pub(crate) validation: bool,
}

/// Type of the values that a keyword applies to.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Subject {
    Any,
    Array,
    Number,
    Object,
    String,
}

/// Location of the subschemas in the value of a keyword.
#[derive(Clone, Copy)]
pub(crate) enum ValueKind {
    Data,
    Schema,
    List,
    Map,
    /// One schema for all items or, in older dialects, one for each item.
    SchemaOrList,
}

/// Documents that a keyword rejects.
#[derive(Clone, Copy)]
pub(crate) enum Effect {
    /// None: the keyword describes, names or defines something.
    Nothing,
    /// Some, for every value of the keyword.
    Rejects,
    /// Those that a subschema rejects.
    Subschemas,
    /// None by itself. The keyword changes the meaning of another keyword.
    Modifies,
    /// Depends on the value of the keyword, by a specific rule.
    Special,
}

impl Keyword {
    const fn new(name: &'static str, applies_to: Subject, value: ValueKind, effect: Effect) -> Self {
        Self { name, applies_to, value, effect, validation: false }
    }

    const fn validation(mut self) -> Self {
        self.validation = true;
        self
    }
}

/// Returns the keyword with this name.
pub(crate) fn keyword(name: &str) -> Option<&'static Keyword> {
    KEYWORDS.binary_search_by(|row| row.name.cmp(name)).ok().map(|index| &KEYWORDS[index])
}

/// All keywords, sorted by name.
pub(crate) const KEYWORDS: &[Keyword] = &[
    Keyword::new("$anchor", Subject::Any, ValueKind::Data, Effect::Nothing),
    Keyword::new("$comment", Subject::Any, ValueKind::Data, Effect::Nothing),
    Keyword::new("$defs", Subject::Any, ValueKind::Map, Effect::Nothing),
    Keyword::new("$dynamicAnchor", Subject::Any, ValueKind::Data, Effect::Nothing),
    Keyword::new("$dynamicRef", Subject::Any, ValueKind::Data, Effect::Rejects),
    Keyword::new("$id", Subject::Any, ValueKind::Data, Effect::Nothing),
    Keyword::new("$recursiveAnchor", Subject::Any, ValueKind::Data, Effect::Nothing),
    Keyword::new("$recursiveRef", Subject::Any, ValueKind::Data, Effect::Rejects),
    Keyword::new("$ref", Subject::Any, ValueKind::Data, Effect::Special),
    Keyword::new("$schema", Subject::Any, ValueKind::Data, Effect::Nothing),
    Keyword::new("$vocabulary", Subject::Any, ValueKind::Data, Effect::Nothing),
    Keyword::new("additionalItems", Subject::Array, ValueKind::Schema, Effect::Subschemas),
    Keyword::new("additionalProperties", Subject::Object, ValueKind::Schema, Effect::Subschemas),
    Keyword::new("allOf", Subject::Any, ValueKind::List, Effect::Subschemas),
    Keyword::new("anyOf", Subject::Any, ValueKind::List, Effect::Special),
    Keyword::new("const", Subject::Any, ValueKind::Data, Effect::Rejects).validation(),
    Keyword::new("contains", Subject::Array, ValueKind::Schema, Effect::Rejects),
    Keyword::new("contentEncoding", Subject::Any, ValueKind::Data, Effect::Nothing),
    Keyword::new("contentMediaType", Subject::Any, ValueKind::Data, Effect::Nothing),
    Keyword::new("contentSchema", Subject::Any, ValueKind::Schema, Effect::Nothing),
    Keyword::new("default", Subject::Any, ValueKind::Data, Effect::Nothing),
    Keyword::new("definitions", Subject::Any, ValueKind::Map, Effect::Nothing),
    Keyword::new("dependencies", Subject::Object, ValueKind::Map, Effect::Rejects),
    Keyword::new("dependentRequired", Subject::Object, ValueKind::Data, Effect::Rejects).validation(),
    Keyword::new("dependentSchemas", Subject::Object, ValueKind::Map, Effect::Rejects),
    Keyword::new("deprecated", Subject::Any, ValueKind::Data, Effect::Nothing),
    Keyword::new("description", Subject::Any, ValueKind::Data, Effect::Nothing),
    Keyword::new("else", Subject::Any, ValueKind::Schema, Effect::Modifies),
    Keyword::new("enum", Subject::Any, ValueKind::Data, Effect::Rejects).validation(),
    Keyword::new("examples", Subject::Any, ValueKind::Data, Effect::Nothing),
    Keyword::new("exclusiveMaximum", Subject::Number, ValueKind::Data, Effect::Rejects).validation(),
    Keyword::new("exclusiveMinimum", Subject::Number, ValueKind::Data, Effect::Rejects).validation(),
    Keyword::new("format", Subject::Any, ValueKind::Data, Effect::Rejects),
    Keyword::new("if", Subject::Any, ValueKind::Schema, Effect::Rejects),
    Keyword::new("items", Subject::Array, ValueKind::SchemaOrList, Effect::Subschemas),
    Keyword::new("maxContains", Subject::Array, ValueKind::Data, Effect::Modifies).validation(),
    Keyword::new("maxItems", Subject::Array, ValueKind::Data, Effect::Rejects).validation(),
    Keyword::new("maxLength", Subject::String, ValueKind::Data, Effect::Rejects).validation(),
    Keyword::new("maxProperties", Subject::Object, ValueKind::Data, Effect::Rejects).validation(),
    Keyword::new("maximum", Subject::Number, ValueKind::Data, Effect::Rejects).validation(),
    Keyword::new("minContains", Subject::Array, ValueKind::Data, Effect::Modifies).validation(),
    Keyword::new("minItems", Subject::Array, ValueKind::Data, Effect::Rejects).validation(),
    Keyword::new("minLength", Subject::String, ValueKind::Data, Effect::Rejects).validation(),
    Keyword::new("minProperties", Subject::Object, ValueKind::Data, Effect::Rejects).validation(),
    Keyword::new("minimum", Subject::Number, ValueKind::Data, Effect::Rejects).validation(),
    Keyword::new("multipleOf", Subject::Number, ValueKind::Data, Effect::Rejects).validation(),
    Keyword::new("not", Subject::Any, ValueKind::Schema, Effect::Rejects),
    Keyword::new("oneOf", Subject::Any, ValueKind::List, Effect::Special),
    Keyword::new("pattern", Subject::String, ValueKind::Data, Effect::Rejects).validation(),
    Keyword::new("patternProperties", Subject::Object, ValueKind::Map, Effect::Subschemas),
    Keyword::new("prefixItems", Subject::Array, ValueKind::List, Effect::Subschemas),
    Keyword::new("properties", Subject::Object, ValueKind::Map, Effect::Subschemas),
    Keyword::new("propertyNames", Subject::Object, ValueKind::Schema, Effect::Subschemas),
    Keyword::new("readOnly", Subject::Any, ValueKind::Data, Effect::Nothing),
    Keyword::new("required", Subject::Object, ValueKind::Data, Effect::Special).validation(),
    Keyword::new("then", Subject::Any, ValueKind::Schema, Effect::Modifies),
    Keyword::new("title", Subject::Any, ValueKind::Data, Effect::Nothing),
    Keyword::new("type", Subject::Any, ValueKind::Data, Effect::Rejects).validation(),
    Keyword::new("unevaluatedItems", Subject::Array, ValueKind::Schema, Effect::Subschemas),
    Keyword::new("unevaluatedProperties", Subject::Object, ValueKind::Schema, Effect::Subschemas),
    Keyword::new("uniqueItems", Subject::Array, ValueKind::Data, Effect::Rejects).validation(),
    Keyword::new("writeOnly", Subject::Any, ValueKind::Data, Effect::Nothing),
];

#[cfg(test)]
mod tests {
    use super::{KEYWORDS, keyword};

    #[test]
    fn every_keyword_is_found_by_its_name() {
        assert!(KEYWORDS.is_sorted_by(|one, next| one.name < next.name));
        assert!(KEYWORDS.iter().all(|row| keyword(row.name).is_some_and(|found| found.name == row.name)));
        assert!(keyword("propertys").is_none());
    }
}
