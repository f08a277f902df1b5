//! Determines which properties the keywords of an object constrain, other than those in `properties`.

use std::collections::BTreeSet;

use planwright_schema::model::{Keyword, Schema, SchemaObject};
use serde_json::Value;

use super::roles::Role;

/// Returns whether a keyword constrains unknown properties, or the content of a property.
pub(super) fn beyond(schema: &SchemaObject, keyword: Keyword, known: &BTreeSet<&str>) -> bool {
    let logic = &schema.logic;
    let all = |branches: &Option<Vec<Schema>>| branches.iter().flatten().all(|branch| is_within(branch, known));
    let one = |branch: &Option<Box<Schema>>| branch.iter().all(|branch| is_within(branch, known));
    let is_known = |name: &str| known.contains(name);
    schema.has(keyword)
        && !match keyword {
            Keyword::AllOf => all(&logic.all_of),
            Keyword::AnyOf => all(&logic.any_of),
            Keyword::OneOf => all(&logic.one_of),
            Keyword::If => one(&logic.if_schema) && one(&logic.then_schema) && one(&logic.else_schema),
            Keyword::Not => one(&logic.not),
            Keyword::Dependencies | Keyword::DependentRequired | Keyword::DependentSchemas => {
                let mut names = schema.object.required_by_property();
                let mut schemas = schema.object.schemas_by_property();
                names.all(|(name, names)| is_known(name) && names.iter().all(|name| is_known(name)))
                    && schemas.all(|(name, schema)| is_known(name) && is_within(schema, known))
            }
            _ => false,
        }
}

/// Returns whether a schema constrains only known properties of an object, and not their content.
fn is_within(schema: &Schema, known: &BTreeSet<&str>) -> bool {
    let Some(object) = schema.object() else { return true };
    object.keywords().all(|keyword| match Role::from_keyword(keyword) {
        Role::Note | Role::Type => true,
        Role::Outcome => object.has(Keyword::If),
        Role::Combination(_) | Role::Condition => !beyond(object, keyword, known),
        Role::Properties if keyword == Keyword::Required => {
            object.object.required.iter().flatten().all(|name| known.contains(name.as_str()))
        }
        Role::Properties if keyword == Keyword::Properties => {
            let mut properties = object.object.properties.iter().flatten();
            properties.all(|(name, property)| known.contains(&**name) && is_plain(property))
        }
        Role::Name
        | Role::Reference
        | Role::Values
        | Role::Scalar
        | Role::Content
        | Role::Items
        | Role::List
        | Role::Properties
        | Role::OtherProperties => false,
    })
}

/// Returns whether a property's schema does not constrain the content of its value.
fn is_plain(schema: &Schema) -> bool {
    let Some(object) = schema.object() else { return true };
    let is_scalar = |value: &Value| !value.is_object() && !value.is_array();
    object.keywords().all(|keyword| match Role::from_keyword(keyword) {
        Role::Note | Role::Type | Role::Scalar => true,
        Role::Values => object.values.constant.iter().chain(object.values.enumeration.iter().flatten()).all(is_scalar),
        Role::Condition => keyword == Keyword::Not && object.logic.not.iter().all(|not| is_plain(not)),
        Role::Name
        | Role::Reference
        | Role::Content
        | Role::Items
        | Role::List
        | Role::Properties
        | Role::OtherProperties
        | Role::Combination(_)
        | Role::Outcome => false,
    })
}
