//! Every keyword of the dialects that are read, one row each.

/// A keyword of JSON Schema.
pub(crate) struct Keyword {
    /// Its name.
    pub(crate) name: &'static str,
    /// The values that it says something of.
    pub(crate) of: Subject,
    /// What stands in it.
    pub(crate) holds: Holds,
    /// What it does to documents.
    pub(crate) effect: Effect,
    /// Whether it is of the validation vocabulary, which a meta-schema of one's own may leave out.
    pub(crate) validation: bool,
}

/// The values that a keyword says something of.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Subject {
    Any,
    Array,
    Number,
    Object,
    Text,
}

/// Where schemas stand in the value of a keyword.
#[derive(Clone, Copy)]
pub(crate) enum Holds {
    Data,
    Schema,
    List,
    Map,
    /// One schema for all items, or, in the older dialects, one for each.
    SchemaOrList,
}

/// Which documents a keyword refuses.
#[derive(Clone, Copy)]
pub(crate) enum Effect {
    /// None: it describes, names or defines.
    Nothing,
    /// Some, whatever it says.
    Refuses,
    /// Those that a schema inside it refuses.
    Inside,
    /// None by itself; it changes what another keyword says.
    Beside,
    /// It depends on its value, by a rule of its own.
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

/// The keyword of a name.
pub(crate) fn keyword(name: &str) -> Option<&'static Keyword> {
    KEYWORDS.binary_search_by(|row| row.name.cmp(name)).ok().map(|index| &KEYWORDS[index])
}

/// Ordered by name.
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
