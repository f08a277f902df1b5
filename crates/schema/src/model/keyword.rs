//! Table of every keyword of the supported dialects, one row each.

use crate::draft::Draft;
use crate::draft::Draft::{Draft4, Draft6, Draft7, Draft201909, Draft202012};

use self::Effect::{Annotation, Applicator, Assertion, Definitions, Identifier, Modifier, Reference};

/// A keyword of JSON Schema, in the order of the names.
#[allow(missing_docs, reason = "each variant is the keyword of that name")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Keyword {
    Anchor,
    Comment,
    Defs,
    DynamicAnchor,
    DynamicRef,
    DollarId,
    RecursiveAnchor,
    RecursiveRef,
    Ref,
    Schema,
    Vocabulary,
    AdditionalItems,
    AdditionalProperties,
    AllOf,
    AnyOf,
    Const,
    Contains,
    ContentEncoding,
    ContentMediaType,
    ContentSchema,
    Default,
    Definitions,
    Dependencies,
    DependentRequired,
    DependentSchemas,
    Deprecated,
    Description,
    Else,
    Enum,
    Examples,
    ExclusiveMaximum,
    ExclusiveMinimum,
    Format,
    Id,
    If,
    Items,
    MaxContains,
    MaxItems,
    MaxLength,
    MaxProperties,
    Maximum,
    MinContains,
    MinItems,
    MinLength,
    MinProperties,
    Minimum,
    MultipleOf,
    Not,
    OneOf,
    Pattern,
    PatternProperties,
    PrefixItems,
    Properties,
    PropertyNames,
    ReadOnly,
    Required,
    Then,
    Title,
    Type,
    UnevaluatedItems,
    UnevaluatedProperties,
    UniqueItems,
    WriteOnly,
}

/// Type of the values that a keyword applies to.
#[allow(missing_docs, reason = "each variant is the type of that name")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    Any,
    Array,
    Number,
    Object,
    String,
}

/// Kind of value that a keyword has, and the location of its subschemas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// Any JSON value.
    Any,
    /// A bound: a number or, in draft-04, a flag for the inclusive bound next to it.
    Bound,
    /// An integer of at least 0.
    Count,
    /// `true` or `false`.
    Flag,
    /// Flags by name.
    Flags,
    /// An array of any values.
    List,
    /// An array of strings.
    Names,
    /// Arrays of strings by name.
    NamesByName,
    /// A number.
    Number,
    /// A string.
    Text,
    /// The name of a type, or an array of them.
    Types,
    /// A schema.
    Schema,
    /// An array of schemas.
    Schemas,
    /// Schemas by name.
    SchemasByName,
    /// A schema for all items or, before 2020-12, one for each item.
    SchemaOrSchemas,
    /// Schemas or arrays of strings by name.
    SchemasOrNamesByName,
}

/// Effect of a keyword on validation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Informs readers and rejects nothing.
    Annotation,
    /// Names a schema, a document or a dialect.
    Identifier,
    /// Contains schemas that only references apply.
    Definitions,
    /// Applies a schema at another location.
    Reference,
    /// Rejects values by itself.
    Assertion,
    /// Applies its subschemas.
    Applicator,
    /// Changes the effect of another keyword, and has none without it.
    Modifier,
}

/// Properties of a keyword.
#[derive(Clone, Copy)]
struct Row {
    name: &'static str,
    first: Draft,
    last: Draft,
    applies_to: Subject,
    value: ValueKind,
    effect: Effect,
    is_validation: bool,
    is_read_everywhere: bool,
}

impl Row {
    const fn new(name: &'static str, applies_to: Subject, value: ValueKind, effect: Effect) -> Self {
        let (first, last) = (Draft4, Draft202012);
        Self { name, first, last, applies_to, value, effect, is_validation: false, is_read_everywhere: false }
    }

    /// A keyword for values of any type.
    const fn any(name: &'static str, value: ValueKind, effect: Effect) -> Self {
        Self::new(name, Subject::Any, value, effect)
    }

    /// A keyword of the validation vocabulary.
    const fn validation(name: &'static str, applies_to: Subject, value: ValueKind) -> Self {
        Self { is_validation: true, ..Self::new(name, applies_to, value, Assertion) }
    }

    const fn since(self, first: Draft) -> Self {
        Self { first, ..self }
    }

    const fn until(self, last: Draft) -> Self {
        Self { last, ..self }
    }

    /// A keyword that validators and reference resolution support in other drafts too.
    const fn read_everywhere(self) -> Self {
        Self { is_read_everywhere: true, ..self }
    }
}

/// Rows of all keywords. Reading a schema looks up several of them for each property.
static ROWS: [Row; Keyword::ALL.len()] = {
    let mut rows = [Keyword::ALL[0].define_row(); Keyword::ALL.len()];
    let mut index = 0;
    while index < rows.len() {
        rows[index] = Keyword::ALL[index].define_row();
        index += 1;
    }
    rows
};

impl Keyword {
    /// Every keyword, sorted by name.
    pub const ALL: [Self; Self::WriteOnly as usize + 1] = [
        Self::Anchor,
        Self::Comment,
        Self::Defs,
        Self::DynamicAnchor,
        Self::DynamicRef,
        Self::DollarId,
        Self::RecursiveAnchor,
        Self::RecursiveRef,
        Self::Ref,
        Self::Schema,
        Self::Vocabulary,
        Self::AdditionalItems,
        Self::AdditionalProperties,
        Self::AllOf,
        Self::AnyOf,
        Self::Const,
        Self::Contains,
        Self::ContentEncoding,
        Self::ContentMediaType,
        Self::ContentSchema,
        Self::Default,
        Self::Definitions,
        Self::Dependencies,
        Self::DependentRequired,
        Self::DependentSchemas,
        Self::Deprecated,
        Self::Description,
        Self::Else,
        Self::Enum,
        Self::Examples,
        Self::ExclusiveMaximum,
        Self::ExclusiveMinimum,
        Self::Format,
        Self::Id,
        Self::If,
        Self::Items,
        Self::MaxContains,
        Self::MaxItems,
        Self::MaxLength,
        Self::MaxProperties,
        Self::Maximum,
        Self::MinContains,
        Self::MinItems,
        Self::MinLength,
        Self::MinProperties,
        Self::Minimum,
        Self::MultipleOf,
        Self::Not,
        Self::OneOf,
        Self::Pattern,
        Self::PatternProperties,
        Self::PrefixItems,
        Self::Properties,
        Self::PropertyNames,
        Self::ReadOnly,
        Self::Required,
        Self::Then,
        Self::Title,
        Self::Type,
        Self::UnevaluatedItems,
        Self::UnevaluatedProperties,
        Self::UniqueItems,
        Self::WriteOnly,
    ];

    /// Returns the keyword with this name, in any dialect.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.binary_search_by(|keyword| keyword.name().cmp(name)).ok().map(|index| Self::ALL[index])
    }

    /// Returns the row of the table.
    const fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The table.
    const fn define_row(self) -> Row {
        use Subject::{Array, Number, Object, String};
        use ValueKind as V;
        match self {
            Self::Anchor => Row::any("$anchor", V::Text, Identifier).since(Draft201909),
            Self::Comment => Row::any("$comment", V::Text, Annotation).since(Draft7),
            Self::Defs => Row::any("$defs", V::SchemasByName, Definitions).since(Draft201909).read_everywhere(),
            Self::DynamicAnchor => Row::any("$dynamicAnchor", V::Text, Identifier).since(Draft202012),
            Self::DynamicRef => Row::any("$dynamicRef", V::Text, Reference).since(Draft202012),
            Self::DollarId => Row::any("$id", V::Text, Identifier).since(Draft6),
            Self::RecursiveAnchor => {
                Row::any("$recursiveAnchor", V::Flag, Identifier).since(Draft201909).until(Draft201909)
            }
            Self::RecursiveRef => Row::any("$recursiveRef", V::Text, Reference).since(Draft201909).until(Draft201909),
            Self::Ref => Row::any("$ref", V::Text, Reference),
            Self::Schema => Row::any("$schema", V::Text, Identifier),
            Self::Vocabulary => Row::any("$vocabulary", V::Flags, Identifier).since(Draft201909),
            Self::AdditionalItems => Row::new("additionalItems", Array, V::Schema, Applicator).until(Draft201909),
            Self::AdditionalProperties => Row::new("additionalProperties", Object, V::Schema, Applicator),
            Self::AllOf => Row::any("allOf", V::Schemas, Applicator),
            Self::AnyOf => Row::any("anyOf", V::Schemas, Applicator),
            Self::Const => Row::validation("const", Subject::Any, V::Any).since(Draft6),
            Self::Contains => Row::new("contains", Array, V::Schema, Applicator).since(Draft6),
            Self::ContentEncoding => Row::any("contentEncoding", V::Text, Annotation).since(Draft7),
            Self::ContentMediaType => Row::any("contentMediaType", V::Text, Annotation).since(Draft7),
            Self::ContentSchema => Row::any("contentSchema", V::Schema, Annotation).since(Draft201909),
            Self::Default => Row::any("default", V::Any, Annotation),
            Self::Definitions => Row::any("definitions", V::SchemasByName, Definitions).until(Draft7).read_everywhere(),
            Self::Dependencies => {
                Row::new("dependencies", Object, V::SchemasOrNamesByName, Applicator).until(Draft7).read_everywhere()
            }
            Self::DependentRequired => Row::validation("dependentRequired", Object, V::NamesByName).since(Draft201909),
            Self::DependentSchemas => {
                Row::new("dependentSchemas", Object, V::SchemasByName, Applicator).since(Draft201909)
            }
            Self::Deprecated => Row::any("deprecated", V::Flag, Annotation).since(Draft201909),
            Self::Description => Row::any("description", V::Text, Annotation),
            Self::Else => Row::any("else", V::Schema, Modifier).since(Draft7),
            Self::Enum => Row::validation("enum", Subject::Any, V::List),
            Self::Examples => Row::any("examples", V::List, Annotation).since(Draft6),
            Self::ExclusiveMaximum => Row::validation("exclusiveMaximum", Number, V::Bound),
            Self::ExclusiveMinimum => Row::validation("exclusiveMinimum", Number, V::Bound),
            Self::Format => Row::any("format", V::Text, Assertion),
            Self::Id => Row::any("id", V::Text, Identifier).until(Draft4),
            Self::If => Row::any("if", V::Schema, Applicator).since(Draft7),
            Self::Items => Row::new("items", Array, V::SchemaOrSchemas, Applicator),
            Self::MaxContains => {
                Row { effect: Modifier, ..Row::validation("maxContains", Array, V::Count) }.since(Draft201909)
            }
            Self::MaxItems => Row::validation("maxItems", Array, V::Count),
            Self::MaxLength => Row::validation("maxLength", String, V::Count),
            Self::MaxProperties => Row::validation("maxProperties", Object, V::Count),
            Self::Maximum => Row::validation("maximum", Number, V::Number),
            Self::MinContains => {
                Row { effect: Modifier, ..Row::validation("minContains", Array, V::Count) }.since(Draft201909)
            }
            Self::MinItems => Row::validation("minItems", Array, V::Count),
            Self::MinLength => Row::validation("minLength", String, V::Count),
            Self::MinProperties => Row::validation("minProperties", Object, V::Count),
            Self::Minimum => Row::validation("minimum", Number, V::Number),
            Self::MultipleOf => Row::validation("multipleOf", Number, V::Number),
            Self::Not => Row::any("not", V::Schema, Applicator),
            Self::OneOf => Row::any("oneOf", V::Schemas, Applicator),
            Self::Pattern => Row::validation("pattern", String, V::Text),
            Self::PatternProperties => Row::new("patternProperties", Object, V::SchemasByName, Applicator),
            Self::PrefixItems => Row::new("prefixItems", Array, V::Schemas, Applicator).since(Draft202012),
            Self::Properties => Row::new("properties", Object, V::SchemasByName, Applicator),
            Self::PropertyNames => Row::new("propertyNames", Object, V::Schema, Applicator).since(Draft6),
            Self::ReadOnly => Row::any("readOnly", V::Flag, Annotation).since(Draft7),
            Self::Required => Row::validation("required", Object, V::Names),
            Self::Then => Row::any("then", V::Schema, Modifier).since(Draft7),
            Self::Title => Row::any("title", V::Text, Annotation),
            Self::Type => Row::validation("type", Subject::Any, V::Types),
            Self::UnevaluatedItems => Row::new("unevaluatedItems", Array, V::Schema, Applicator).since(Draft201909),
            Self::UnevaluatedProperties => {
                Row::new("unevaluatedProperties", Object, V::Schema, Applicator).since(Draft201909)
            }
            Self::UniqueItems => Row::validation("uniqueItems", Array, V::Flag),
            Self::WriteOnly => Row::any("writeOnly", V::Flag, Annotation).since(Draft7),
        }
    }

    /// Returns the name, as schemas spell it.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns the first and the last dialect that define the keyword.
    pub const fn drafts(self) -> (Draft, Draft) {
        let row = self.row();
        (row.first, row.last)
    }

    /// Returns whether a dialect defines the keyword.
    pub fn is_defined_in(self, draft: Draft) -> bool {
        let (first, last) = self.drafts();
        first <= draft && (draft <= last || last == Draft202012)
    }

    /// Returns whether schemas of a dialect are read with the keyword: if the dialect defines it, or if validators and
    /// reference resolution support it in every dialect.
    pub fn is_read_in(self, draft: Draft) -> bool {
        self.is_defined_in(draft) || self.row().is_read_everywhere
    }

    /// Returns whether the meta-schema of a dialect describes the keyword. Newer ones still describe `definitions` and
    /// `dependencies`.
    pub(crate) fn is_in_meta_schema(self, draft: Draft) -> bool {
        self.is_defined_in(draft) || (self.row().is_read_everywhere && self.row().first <= draft)
    }

    /// Returns the type of the values that the keyword applies to.
    pub const fn applies_to(self) -> Subject {
        self.row().applies_to
    }

    /// Returns the kind of value that the keyword has.
    pub const fn value(self) -> ValueKind {
        self.row().value
    }

    /// Returns the effect on validation.
    pub const fn effect(self) -> Effect {
        self.row().effect
    }

    /// Returns whether the keyword may reject values, by itself or with others.
    pub const fn constrains(self) -> bool {
        matches!(self.effect(), Assertion | Applicator | Modifier | Reference)
    }

    /// Returns whether the keyword belongs to the validation vocabulary, which a custom meta-schema may omit.
    pub const fn is_validation(self) -> bool {
        self.row().is_validation
    }

    /// Returns the keyword without which this one has no effect.
    pub const fn depends_on(self) -> Option<Self> {
        match self {
            Self::Then | Self::Else => Some(Self::If),
            Self::MinContains | Self::MaxContains => Some(Self::Contains),
            Self::ContentSchema => Some(Self::ContentMediaType),
            Self::AdditionalItems => Some(Self::Items),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_keyword_is_found_by_its_name() {
        assert!(Keyword::ALL.is_sorted_by(|one, next| one.name() < next.name()));
        for (index, keyword) in Keyword::ALL.into_iter().enumerate() {
            assert_eq!(keyword as usize, index, "{keyword:?}");
            assert_eq!(Keyword::from_name(keyword.name()), Some(keyword));
        }
        assert_eq!(Keyword::from_name("propertys"), None);
    }

    #[test]
    fn dialects_define_different_keywords() {
        for (keyword, defined, undefined) in [
            (Keyword::Const, Draft6, Draft4),
            (Keyword::Id, Draft4, Draft6),
            (Keyword::If, Draft7, Draft6),
            (Keyword::PrefixItems, Draft202012, Draft201909),
            (Keyword::AdditionalItems, Draft201909, Draft202012),
            (Keyword::RecursiveRef, Draft201909, Draft202012),
        ] {
            assert!(keyword.is_defined_in(defined) && !keyword.is_defined_in(undefined), "{keyword:?}");
            assert!(!keyword.is_read_in(undefined), "{keyword:?}");
        }
        assert!(!Keyword::Dependencies.is_defined_in(Draft202012) && Keyword::Dependencies.is_read_in(Draft202012));
    }
}
