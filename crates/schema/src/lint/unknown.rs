//! Names that no dialect of JSON Schema defines.

use super::nearest;
use crate::model::{Keyword, SchemaObject, Type};

/// Annotations of tools that read schemas, each of which is documented. They assert nothing, so ignoring them is right.
const KNOWN_ANNOTATIONS: &[(&str, &[&str])] = &[
    ("JSON Hyper-Schema", &["base", "fragmentResolution", "links", "media", "pathStart"]),
    ("OpenAPI", &["discriminator", "example", "externalDocs", "xml"]),
    (
        "Visual Studio Code",
        &[
            "allowComments",
            "allowTrailingCommas",
            "defaultSnippets",
            "deprecationMessage",
            "doNotSuggest",
            "enumDescriptions",
            "enumDetails",
            "enumItemLabels",
            "enumSortTexts",
            "errorMessage",
            "markdownDeprecationMessage",
            "markdownDescription",
            "markdownEnumDescriptions",
            "patternErrorMessage",
            "suggestSortText",
        ],
    ),
    ("react-jsonschema-form", &["enumNames"]),
    ("json-schema-to-typescript", &["tsEnumNames", "tsType"]),
    ("jsonschema2pojo", &["existingJavaType", "javaEnumNames", "javaEnums", "javaInterfaces", "javaName", "javaType"]),
];

/// Returns whether a name is an extension that is ignored on purpose.
fn is_extension(name: &str) -> bool {
    name.starts_with("x-") || name.starts_with('@') || KNOWN_ANNOTATIONS.iter().any(|(_, names)| names.contains(&name))
}

/// Advice about a name that no dialect defines.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Advice {
    /// Another keyword was probably meant, with the message.
    Meant(String),
    /// Nothing similar is known.
    Unknown,
}

/// Returns the advice about a name, or `None` for a keyword of any dialect and for a known extension.
pub(super) fn advice(name: &str, object: &SchemaObject) -> Option<Advice> {
    if is_extension(name) || Keyword::from_name(name).is_some() {
        return None;
    }
    Some(match foreign(name, object) {
        Some(message) => Advice::Meant(message),
        None => match nearest(name, Keyword::ALL.into_iter().map(Keyword::name)) {
            Some(near) => {
                Advice::Meant(format!("no dialect has this keyword, so it is ignored; did you mean `{near}`?"))
            }
            None => Advice::Unknown,
        },
    })
}

/// Returns the message about a name that other languages for schemas define.
fn foreign(name: &str, object: &SchemaObject) -> Option<String> {
    let meant = |keyword: Keyword| {
        format!("`{name}` is not a keyword of JSON Schema, so it is ignored; did you mean `{}`?", keyword.name())
    };
    let message = match name {
        "min" => match bounded(object) {
            Some(subject) => meant(subject.min),
            None => "`min` is not a keyword of JSON Schema, so it is ignored; use `minimum`, `minLength` or `minItems`"
                .to_owned(),
        },
        "max" => match bounded(object) {
            Some(subject) => meant(subject.max),
            None => "`max` is not a keyword of JSON Schema, so it is ignored; use `maximum`, `maxLength` or `maxItems`"
                .to_owned(),
        },
        "regex" | "regexp" => meant(Keyword::Pattern),
        "divisibleBy" => meant(Keyword::MultipleOf),
        "extends" => meant(Keyword::AllOf),
        "disallow" => meant(Keyword::Not),
        "nullable" => {
            let types = object.types.as_ref().map_or(&[][..], |types| types.as_slice());
            let names: Vec<String> = types.iter().map(|one| format!("{:?}", one.name())).collect();
            let names = if names.is_empty() { "…".to_owned() } else { names.join(", ") };
            format!("`nullable` is a keyword of OpenAPI 3.0 that JSON Schema ignores; use `\"type\": [{names}, \"null\"]`")
        }
        "optional" => {
            "`optional` is not a keyword of JSON Schema, so it is ignored; `required` of the object lists the other properties".to_owned()
        }
        _ => return None,
    };
    Some(message)
}

/// Bounds of values of one type.
struct Bounds {
    min: Keyword,
    max: Keyword,
}

/// Returns the keywords for the bounds of the only type of a schema.
fn bounded(object: &SchemaObject) -> Option<Bounds> {
    let types = object.types.as_ref()?.as_slice().iter().copied().filter(|one| *one != Type::Null);
    let bounds = |one: Type| match one {
        Type::Integer | Type::Number => Some(Bounds { min: Keyword::Minimum, max: Keyword::Maximum }),
        Type::String => Some(Bounds { min: Keyword::MinLength, max: Keyword::MaxLength }),
        Type::Array => Some(Bounds { min: Keyword::MinItems, max: Keyword::MaxItems }),
        Type::Object => Some(Bounds { min: Keyword::MinProperties, max: Keyword::MaxProperties }),
        Type::Boolean | Type::Null => None,
    };
    match types.collect::<Vec<_>>().as_slice() {
        [one] => bounds(*one),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::draft::Draft;
    use serde_json::json;

    use super::*;
    use crate::model::Schema;

    #[test]
    fn the_type_decides_what_was_meant() {
        for (types, name, meant) in [
            (json!("integer"), "min", "`minimum`"),
            (json!(["string", "null"]), "max", "`maxLength`"),
            (json!("array"), "min", "`minItems`"),
            (json!("object"), "max", "`maxProperties`"),
            (json!("boolean"), "min", "use `minimum`, `minLength` or `minItems`"),
            (json!("string"), "regex", "`pattern`"),
            (json!("string"), "nullable", "[\"string\", \"null\"]"),
            (json!("string"), "patern", "`pattern`"),
        ] {
            let schema = Schema::from_value(&json!({"type": types}), Draft::Draft202012);
            let advice = schema.object().and_then(|object| advice(name, object));
            assert!(matches!(&advice, Some(Advice::Meant(message)) if message.contains(meant)), "{name}: {advice:?}");
        }
        let none = SchemaObject::default();
        assert_eq!(advice("colour", &none), Some(Advice::Unknown));
        for known in ["x-min", "@type", "markdownDescription", "discriminator", "additionalItems", "id"] {
            assert_eq!(advice(known, &none), None, "{known}");
        }
    }
}
