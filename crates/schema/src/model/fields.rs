//! The field of each keyword.

use super::part::Field;
use super::{Keyword, SchemaObject};

/// Borrows the field of a keyword. The match has no wildcard, so that a new keyword needs a field.
macro_rules! field {
    ($object:ident, $keyword:ident, $($borrow:tt)+) => {
        match $keyword {
            Keyword::Anchor => $($borrow)+ $object.identifiers.anchor,
            Keyword::Comment => $($borrow)+ $object.annotations.comment,
            Keyword::Defs => $($borrow)+ $object.definitions.defs,
            Keyword::DynamicAnchor => $($borrow)+ $object.identifiers.dynamic_anchor,
            Keyword::DynamicRef => $($borrow)+ $object.references.dynamic,
            Keyword::DollarId | Keyword::Id => $($borrow)+ $object.identifiers.id,
            Keyword::RecursiveAnchor => $($borrow)+ $object.identifiers.recursive_anchor,
            Keyword::RecursiveRef => $($borrow)+ $object.references.recursive,
            Keyword::Ref => $($borrow)+ $object.references.reference,
            Keyword::Schema => $($borrow)+ $object.identifiers.schema,
            Keyword::Vocabulary => $($borrow)+ $object.identifiers.vocabulary,
            Keyword::AdditionalItems => $($borrow)+ $object.array.additional_items,
            Keyword::AdditionalProperties => $($borrow)+ $object.object.additional_properties,
            Keyword::AllOf => $($borrow)+ $object.logic.all_of,
            Keyword::AnyOf => $($borrow)+ $object.logic.any_of,
            Keyword::Const => $($borrow)+ $object.values.constant,
            Keyword::Contains => $($borrow)+ $object.array.contains,
            Keyword::ContentEncoding => $($borrow)+ $object.content.encoding,
            Keyword::ContentMediaType => $($borrow)+ $object.content.media_type,
            Keyword::ContentSchema => $($borrow)+ $object.content.schema,
            Keyword::Default => $($borrow)+ $object.annotations.default,
            Keyword::Definitions => $($borrow)+ $object.definitions.definitions,
            Keyword::Dependencies => $($borrow)+ $object.object.dependencies,
            Keyword::DependentRequired => $($borrow)+ $object.object.dependent_required,
            Keyword::DependentSchemas => $($borrow)+ $object.object.dependent_schemas,
            Keyword::Deprecated => $($borrow)+ $object.annotations.deprecated,
            Keyword::Description => $($borrow)+ $object.annotations.description,
            Keyword::Else => $($borrow)+ $object.logic.else_schema,
            Keyword::Enum => $($borrow)+ $object.values.enumeration,
            Keyword::Examples => $($borrow)+ $object.annotations.examples,
            Keyword::ExclusiveMaximum => $($borrow)+ $object.number.exclusive_maximum,
            Keyword::ExclusiveMinimum => $($borrow)+ $object.number.exclusive_minimum,
            Keyword::Format => $($borrow)+ $object.format,
            Keyword::If => $($borrow)+ $object.logic.if_schema,
            Keyword::Items => $($borrow)+ $object.array.items,
            Keyword::MaxContains => $($borrow)+ $object.array.max_contains,
            Keyword::MaxItems => $($borrow)+ $object.array.max_items,
            Keyword::MaxLength => $($borrow)+ $object.string.max_length,
            Keyword::MaxProperties => $($borrow)+ $object.object.max_properties,
            Keyword::Maximum => $($borrow)+ $object.number.maximum,
            Keyword::MinContains => $($borrow)+ $object.array.min_contains,
            Keyword::MinItems => $($borrow)+ $object.array.min_items,
            Keyword::MinLength => $($borrow)+ $object.string.min_length,
            Keyword::MinProperties => $($borrow)+ $object.object.min_properties,
            Keyword::Minimum => $($borrow)+ $object.number.minimum,
            Keyword::MultipleOf => $($borrow)+ $object.number.multiple_of,
            Keyword::Not => $($borrow)+ $object.logic.not,
            Keyword::OneOf => $($borrow)+ $object.logic.one_of,
            Keyword::Pattern => $($borrow)+ $object.string.pattern,
            Keyword::PatternProperties => $($borrow)+ $object.object.pattern_properties,
            Keyword::PrefixItems => $($borrow)+ $object.array.prefix_items,
            Keyword::Properties => $($borrow)+ $object.object.properties,
            Keyword::PropertyNames => $($borrow)+ $object.object.property_names,
            Keyword::ReadOnly => $($borrow)+ $object.annotations.read_only,
            Keyword::Required => $($borrow)+ $object.object.required,
            Keyword::Then => $($borrow)+ $object.logic.then_schema,
            Keyword::Title => $($borrow)+ $object.annotations.title,
            Keyword::Type => $($borrow)+ $object.types,
            Keyword::UnevaluatedItems => $($borrow)+ $object.array.unevaluated_items,
            Keyword::UnevaluatedProperties => $($borrow)+ $object.object.unevaluated_properties,
            Keyword::UniqueItems => $($borrow)+ $object.array.unique_items,
            Keyword::WriteOnly => $($borrow)+ $object.annotations.write_only,
        }
    };
}

/// Returns the field of a keyword.
pub(super) fn field(object: &SchemaObject, keyword: Keyword) -> &dyn Field {
    field!(object, keyword, &)
}

/// Returns the field of a keyword, to be changed.
pub(super) fn field_mut(object: &mut SchemaObject, keyword: Keyword) -> &mut dyn Field {
    field!(object, keyword, &mut)
}
