//! Role of each keyword for the type that a schema becomes.

use planwright_schema::model::Keyword;

use super::reasons;

/// Role of a keyword for the type that a schema becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Informs readers.
    Note,
    /// Names a schema, or contains schemas that only references apply.
    Name,
    /// Applies a schema at another location.
    Reference,
    /// Names the types of values.
    Type,
    /// Lists the values.
    Values,
    /// Constrains a string or a number, which scalar types validate.
    Scalar,
    /// Describes a document in a string.
    Content,
    /// Defines the items of a list.
    Items,
    /// Constrains a list as a whole.
    List,
    /// Defines properties by name, or the others.
    Properties,
    /// Constrains properties by something other than their name.
    OtherProperties,
    /// Combines several schemas, with the reason why a type cannot express the result.
    Combination(&'static str),
    /// Constrains properties under a condition.
    Condition,
    /// Applies to the values that satisfy a condition, or to the others.
    Outcome,
}

impl Role {
    /// Returns the role of a keyword. The match has no wildcard, so that a new keyword needs a role.
    pub(super) const fn from_keyword(keyword: Keyword) -> Self {
        use Keyword as K;
        match keyword {
            K::Comment
            | K::Default
            | K::Deprecated
            | K::Description
            | K::Examples
            | K::ReadOnly
            | K::Title
            | K::WriteOnly => Self::Note,
            K::Anchor
            | K::Defs
            | K::Definitions
            | K::DollarId
            | K::DynamicAnchor
            | K::Id
            | K::RecursiveAnchor
            | K::Schema
            | K::Vocabulary => Self::Name,
            K::DynamicRef | K::RecursiveRef | K::Ref => Self::Reference,
            K::Type => Self::Type,
            K::Const | K::Enum => Self::Values,
            K::ExclusiveMaximum
            | K::ExclusiveMinimum
            | K::Format
            | K::MaxLength
            | K::Maximum
            | K::MinLength
            | K::Minimum
            | K::MultipleOf
            | K::Pattern => Self::Scalar,
            K::ContentEncoding | K::ContentMediaType | K::ContentSchema => Self::Content,
            K::AdditionalItems | K::Items | K::PrefixItems => Self::Items,
            K::Contains
            | K::MaxContains
            | K::MaxItems
            | K::MinContains
            | K::MinItems
            | K::UnevaluatedItems
            | K::UniqueItems => Self::List,
            K::AdditionalProperties | K::Properties | K::Required => Self::Properties,
            K::MaxProperties | K::PatternProperties | K::PropertyNames | K::UnevaluatedProperties => {
                Self::OtherProperties
            }
            K::AllOf => Self::Combination(reasons::ALL_OF),
            K::AnyOf | K::OneOf => Self::Combination(reasons::UNION),
            K::Dependencies | K::DependentRequired | K::DependentSchemas | K::If | K::MinProperties | K::Not => {
                Self::Condition
            }
            K::Else | K::Then => Self::Outcome,
        }
    }

    /// Returns whether the keyword can constrain properties that `properties` does not name.
    pub(super) const fn constrains_others(self) -> bool {
        matches!(self, Self::Combination(_) | Self::Condition)
    }
}

/// Returns the keywords that can constrain properties that `properties` does not name, with the reason why a type
/// cannot express that.
pub(super) fn constraining_keywords() -> impl Iterator<Item = (Keyword, Option<&'static str>)> {
    let combinations = Keyword::ALL.into_iter().filter_map(|keyword| match Role::from_keyword(keyword) {
        Role::Combination(why) => Some((keyword, Some(why))),
        _ => None,
    });
    let conditions = Keyword::ALL.into_iter().filter(|keyword| Role::from_keyword(*keyword) == Role::Condition);
    combinations.chain(conditions.map(|keyword| (keyword, None)))
}

#[cfg(test)]
mod tests {
    use crate::{SchemaSet, generate};

    fn types(text: &str) -> String {
        let set = SchemaSet::parse([("doc.json".to_owned(), text.as_bytes().to_vec())]).expect("it is a schema");
        generate(&set).expect("it compiles").into_iter().map(|file| file.text).collect()
    }

    #[test]
    fn names_that_the_dialect_does_not_define_change_no_type() {
        for (schema, expected) in [
            (
                r##"{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": {"code": {"$ref": "#/definitions/Code"}},
                    "definitions": {"Code": {"type": "string", "minLength": 2, "x-unit": "a", "unevaluatedItems": false}}}"##,
                "pub struct Code(",
            ),
            (
                r#"{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": {"list": {"prefixItems": [{"type": "string"}],
                    "type": "array", "items": {"type": "integer"}}}}"#,
                "pub list: Option<Vec<i64>>",
            ),
            (
                r#"{"$schema": "http://json-schema.org/draft-04/schema#", "type": "object", "properties": {"text": {"type": "string", "const": 1}}}"#,
                "pub text: Option<String>",
            ),
        ] {
            assert!(types(schema).contains(expected), "{schema}: {}", types(schema));
        }
    }
}
