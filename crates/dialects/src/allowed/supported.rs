//! Keywords that each dialect supports, as its vendor documents them.

use planwright_schema::model::Keyword;

/// Keywords that every dialect supports.
pub(super) const COMMON: &[Keyword] = &[
    Keyword::Defs,
    Keyword::Ref,
    Keyword::AdditionalProperties,
    Keyword::AnyOf,
    Keyword::Description,
    Keyword::Enum,
    Keyword::Items,
    Keyword::Properties,
    Keyword::Required,
    Keyword::Title,
    Keyword::Type,
];
pub(super) const OPENAI: &[Keyword] = &[
    Keyword::Const,
    Keyword::ExclusiveMaximum,
    Keyword::ExclusiveMinimum,
    Keyword::Format,
    Keyword::MaxItems,
    Keyword::Maximum,
    Keyword::MinItems,
    Keyword::Minimum,
    Keyword::MultipleOf,
    Keyword::Pattern,
];
pub(super) const ANTHROPIC: &[Keyword] = &[
    Keyword::AllOf,
    Keyword::Const,
    Keyword::Default,
    Keyword::Format,
    Keyword::MinItems,
    Keyword::OneOf,
    Keyword::Pattern,
];
pub(super) const GEMINI: &[Keyword] = &[
    Keyword::Format,
    Keyword::MaxItems,
    Keyword::Maximum,
    Keyword::MinItems,
    Keyword::Minimum,
    Keyword::OneOf,
    Keyword::PrefixItems,
];
pub(super) const VERTEX_OPENAPI: &[Keyword] =
    &[Keyword::MaxItems, Keyword::Maximum, Keyword::MinItems, Keyword::Minimum];
pub(super) const LLGUIDANCE: &[Keyword] = &[
    Keyword::AllOf,
    Keyword::Const,
    Keyword::ExclusiveMaximum,
    Keyword::ExclusiveMinimum,
    Keyword::Format,
    Keyword::MaxItems,
    Keyword::MaxLength,
    Keyword::Maximum,
    Keyword::MinItems,
    Keyword::MinLength,
    Keyword::Minimum,
    Keyword::MultipleOf,
    Keyword::Pattern,
    Keyword::PatternProperties,
    Keyword::PrefixItems,
];
pub(super) const XGRAMMAR: &[Keyword] = &[
    Keyword::Const,
    Keyword::Format,
    Keyword::MaxItems,
    Keyword::Maximum,
    Keyword::MinItems,
    Keyword::Minimum,
    Keyword::Pattern,
    Keyword::PrefixItems,
];
pub(super) const OUTLINES: &[Keyword] =
    &[Keyword::Const, Keyword::MaxItems, Keyword::MaxLength, Keyword::MinItems, Keyword::MinLength, Keyword::Pattern];
pub(super) const GBNF: &[Keyword] = &[Keyword::Const, Keyword::Pattern, Keyword::PrefixItems];
pub(super) const XAI: &[Keyword] = &[Keyword::Const, Keyword::Format, Keyword::OneOf];
pub(super) const UNSUPPORTED_IN_TOOLS: &[Keyword] = &[
    Keyword::Not,
    Keyword::If,
    Keyword::Then,
    Keyword::Else,
    Keyword::DependentRequired,
    Keyword::DependentSchemas,
    Keyword::Dependencies,
];
