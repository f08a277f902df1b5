//! Codes of the schema stage that documents of a schema can get, so that a prompt lists no others.

use std::collections::BTreeSet;

use planwright_runtime::codes::{self, CodeInfo, SHARED};
use planwright_schema::keywords::walk;
use planwright_schema::model::Keyword;
use planwright_source::Pointer;
use serde_json::Value;

/// Returns the shared codes that the parser and this schema can report.
pub(super) fn shared_codes(schema: &Value) -> impl Iterator<Item = CodeInfo> {
    let mut used = BTreeSet::new();
    walk(schema, &Pointer::root(), &mut |schema, _| {
        let keywords = schema.as_object().into_iter().flatten();
        used.extend(keywords.filter_map(|(name, _)| Keyword::from_name(name)));
        // `false` forbids every value.
        used.extend((*schema == Value::Bool(false)).then_some(Keyword::Not));
    });
    SHARED.iter().copied().filter(move |info| keywords_of(info.code).is_none_or(|all| !used.is_disjoint(&all)))
}

/// Returns the keywords that report a code, or `None` if every document can get it.
fn keywords_of(code: &str) -> Option<BTreeSet<Keyword>> {
    use Keyword as K;
    let keywords: &[Keyword] = match code {
        codes::TYPE_MISMATCH => &[K::Type, K::AnyOf, K::OneOf],
        codes::MISSING_FIELD => &[K::Required, K::DependentRequired, K::Dependencies],
        codes::UNKNOWN_FIELD => &[K::Properties, K::AdditionalProperties, K::UnevaluatedProperties],
        // A tag with an unknown value is reported like an unknown value of an enum.
        codes::ENUM_MISMATCH => &[K::Enum, K::AnyOf, K::OneOf],
        codes::CONST_MISMATCH => &[K::Const],
        codes::PATTERN_MISMATCH => &[K::Pattern],
        codes::FORMAT_MISMATCH => &[K::Format, K::ContentEncoding, K::ContentMediaType],
        codes::TOO_SHORT => &[K::MinLength],
        codes::TOO_LONG => &[K::MaxLength],
        codes::TOO_FEW_ITEMS => &[K::MinItems],
        codes::TOO_MANY_ITEMS => {
            &[K::MaxItems, K::PrefixItems, K::AdditionalItems, K::UnevaluatedItems, K::MaxContains]
        }
        codes::OUT_OF_RANGE => &[K::Minimum, K::Maximum, K::ExclusiveMinimum, K::ExclusiveMaximum, K::MultipleOf],
        codes::DUPLICATE_ITEM => &[K::UniqueItems],
        codes::TOO_FEW_FIELDS => &[K::MinProperties],
        codes::TOO_MANY_FIELDS => &[K::MaxProperties],
        codes::FIELD_NAME_MISMATCH => &[K::PropertyNames],
        codes::MISSING_ITEM => &[K::Contains, K::MinContains],
        codes::FORBIDDEN_VALUE => &[K::Not],
        codes::AMBIGUOUS_SHAPE => &[K::OneOf],
        // Reported for unions whose branches all fail, and for keywords of vocabularies.
        codes::SCHEMA_VIOLATION => &[K::AnyOf, K::OneOf, K::Ref, K::DynamicRef, K::RecursiveRef],
        codes::MORE_FINDINGS => &[],
        _ => return None,
    };
    Some(keywords.iter().copied().collect())
}
