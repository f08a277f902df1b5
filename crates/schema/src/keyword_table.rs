//! Table of every keyword of the supported dialects, one row each.

/// A keyword of JSON Schema.
pub(crate) struct Keyword {
    /// Name of the keyword.
    pub(crate) name: &'static str,
    /// Type of the values that the keyword applies to.
    pub(crate) of: Subject,
    /// Kind of value that the keyword has.
    pub(crate) holds: Holds,
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
    Text,
}

/// Location of the subschemas in the value of a keyword.
#[derive(Clone, Copy)]
pub(crate) enum Holds {
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
    Refuses,
    /// Those that a subschema rejects.
    Inside,
    /// None by itself. The keyword changes the meaning of another keyword.
    Beside,
    /// Depends on the value of the keyword, by a specific rule.
    Own,
}

impl Keyword {
    const fn new(name: &'static str, of: Subject, holds: Holds, effect: Effect) -> Self {
        Self { name, of, holds, effect, validation: false }
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
    Keyword::new("$anchor", Subject::Any, Holds::Data, Effect::Nothing),
    Keyword::new("$comment", Subject::Any, Holds::Data, Effect::Nothing),
    Keyword::new("$defs", Subject::Any, Holds::Map, Effect::Nothing),
    Keyword::new("$dynamicAnchor", Subject::Any, Holds::Data, Effect::Nothing),
    Keyword::new("$dynamicRef", Subject::Any, Holds::Data, Effect::Refuses),
    Keyword::new("$id", Subject::Any, Holds::Data, Effect::Nothing),
    Keyword::new("$recursiveAnchor", Subject::Any, Holds::Data, Effect::Nothing),
    Keyword::new("$recursiveRef", Subject::Any, Holds::Data, Effect::Refuses),
    Keyword::new("$ref", Subject::Any, Holds::Data, Effect::Own),
    Keyword::new("$schema", Subject::Any, Holds::Data, Effect::Nothing),
    Keyword::new("$vocabulary", Subject::Any, Holds::Data, Effect::Nothing),
    Keyword::new("additionalItems", Subject::Array, Holds::Schema, Effect::Inside),
    Keyword::new("additionalProperties", Subject::Object, Holds::Schema, Effect::Inside),
    Keyword::new("allOf", Subject::Any, Holds::List, Effect::Inside),
    Keyword::new("anyOf", Subject::Any, Holds::List, Effect::Own),
    Keyword::new("const", Subject::Any, Holds::Data, Effect::Refuses).validation(),
    Keyword::new("contains", Subject::Array, Holds::Schema, Effect::Refuses),
    Keyword::new("contentEncoding", Subject::Any, Holds::Data, Effect::Nothing),
    Keyword::new("contentMediaType", Subject::Any, Holds::Data, Effect::Nothing),
    Keyword::new("contentSchema", Subject::Any, Holds::Schema, Effect::Nothing),
    Keyword::new("default", Subject::Any, Holds::Data, Effect::Nothing),
    Keyword::new("definitions", Subject::Any, Holds::Map, Effect::Nothing),
    Keyword::new("dependencies", Subject::Object, Holds::Map, Effect::Refuses),
    Keyword::new("dependentRequired", Subject::Object, Holds::Data, Effect::Refuses).validation(),
    Keyword::new("dependentSchemas", Subject::Object, Holds::Map, Effect::Refuses),
    Keyword::new("deprecated", Subject::Any, Holds::Data, Effect::Nothing),
    Keyword::new("description", Subject::Any, Holds::Data, Effect::Nothing),
    Keyword::new("else", Subject::Any, Holds::Schema, Effect::Beside),
    Keyword::new("enum", Subject::Any, Holds::Data, Effect::Refuses).validation(),
    Keyword::new("examples", Subject::Any, Holds::Data, Effect::Nothing),
    Keyword::new("exclusiveMaximum", Subject::Number, Holds::Data, Effect::Refuses).validation(),
    Keyword::new("exclusiveMinimum", Subject::Number, Holds::Data, Effect::Refuses).validation(),
    Keyword::new("format", Subject::Any, Holds::Data, Effect::Refuses),
    Keyword::new("if", Subject::Any, Holds::Schema, Effect::Refuses),
    Keyword::new("items", Subject::Array, Holds::SchemaOrList, Effect::Inside),
    Keyword::new("maxContains", Subject::Array, Holds::Data, Effect::Beside).validation(),
    Keyword::new("maxItems", Subject::Array, Holds::Data, Effect::Refuses).validation(),
    Keyword::new("maxLength", Subject::Text, Holds::Data, Effect::Refuses).validation(),
    Keyword::new("maxProperties", Subject::Object, Holds::Data, Effect::Refuses).validation(),
    Keyword::new("maximum", Subject::Number, Holds::Data, Effect::Refuses).validation(),
    Keyword::new("minContains", Subject::Array, Holds::Data, Effect::Beside).validation(),
    Keyword::new("minItems", Subject::Array, Holds::Data, Effect::Refuses).validation(),
    Keyword::new("minLength", Subject::Text, Holds::Data, Effect::Refuses).validation(),
    Keyword::new("minProperties", Subject::Object, Holds::Data, Effect::Refuses).validation(),
    Keyword::new("minimum", Subject::Number, Holds::Data, Effect::Refuses).validation(),
    Keyword::new("multipleOf", Subject::Number, Holds::Data, Effect::Refuses).validation(),
    Keyword::new("not", Subject::Any, Holds::Schema, Effect::Refuses),
    Keyword::new("oneOf", Subject::Any, Holds::List, Effect::Own),
    Keyword::new("pattern", Subject::Text, Holds::Data, Effect::Refuses).validation(),
    Keyword::new("patternProperties", Subject::Object, Holds::Map, Effect::Inside),
    Keyword::new("prefixItems", Subject::Array, Holds::List, Effect::Inside),
    Keyword::new("properties", Subject::Object, Holds::Map, Effect::Inside),
    Keyword::new("propertyNames", Subject::Object, Holds::Schema, Effect::Inside),
    Keyword::new("readOnly", Subject::Any, Holds::Data, Effect::Nothing),
    Keyword::new("required", Subject::Object, Holds::Data, Effect::Own).validation(),
    Keyword::new("then", Subject::Any, Holds::Schema, Effect::Beside),
    Keyword::new("title", Subject::Any, Holds::Data, Effect::Nothing),
    Keyword::new("type", Subject::Any, Holds::Data, Effect::Refuses).validation(),
    Keyword::new("unevaluatedItems", Subject::Array, Holds::Schema, Effect::Inside),
    Keyword::new("unevaluatedProperties", Subject::Object, Holds::Schema, Effect::Inside),
    Keyword::new("uniqueItems", Subject::Array, Holds::Data, Effect::Refuses).validation(),
    Keyword::new("writeOnly", Subject::Any, Holds::Data, Effect::Nothing),
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
