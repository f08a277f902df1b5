//! Describes an unsupported keyword in a sentence that a model understands.

use planwright_schema::model::Keyword;
use serde_json::Value;

/// Maximum length of the descriptions of a use and of its definition together, in bytes.
const MAX_COMBINED_DESCRIPTION: usize = 4_000;

/// Maximum length of a list of values or an example in a description, in characters.
const MAX_VALUE_LENGTH: usize = 400;

/// Returns the sentence for a keyword.
pub(crate) fn sentence(keyword: Keyword, value: &Value) -> String {
    let text = value.to_string();
    let count = |unit: &str, units: &str| if *value == 1 { format!("1 {unit}") } else { format!("{text} {units}") };
    match keyword {
        Keyword::MinLength => format!("At least {}.", count("character", "characters")),
        Keyword::MaxLength => format!("At most {}.", count("character", "characters")),
        Keyword::Pattern => format!("Must match the regular expression {}.", plain(value)),
        Keyword::Format => format!("Format: {}.", plain(value)),
        Keyword::Minimum => format!("At least {text}."),
        Keyword::Maximum => format!("At most {text}."),
        Keyword::ExclusiveMinimum => format!("More than {text}."),
        Keyword::ExclusiveMaximum => format!("Less than {text}."),
        Keyword::MultipleOf => format!("A multiple of {text}."),
        Keyword::MinItems => format!("At least {}.", count("item", "items")),
        Keyword::MaxItems => format!("At most {}.", count("item", "items")),
        Keyword::MinProperties => format!("At least {}.", count("property", "properties")),
        Keyword::MaxProperties => format!("At most {}.", count("property", "properties")),
        Keyword::UniqueItems => "No two items are equal.".to_owned(),
        Keyword::PropertyNames => format!("The name of each property must be valid under this JSON Schema: {text}."),
        Keyword::Contains => format!("At least one item must be valid under this JSON Schema: {text}."),
        Keyword::MinContains => format!("At least {text} such items."),
        Keyword::MaxContains => format!("At most {text} such items."),
        Keyword::DependentRequired => dependent(value),
        Keyword::DependentSchemas => {
            format!("If a property named here exists, the object must be valid under its JSON Schema: {text}.")
        }
        Keyword::Ref => format!("Must be valid under the JSON Schema {}.", plain(value)),
        Keyword::Not => format!("Must not be valid under this JSON Schema: {text}."),
        Keyword::If => format!("If it is valid under this JSON Schema: {text}:"),
        Keyword::Then => format!("then it must be valid under this one: {text}."),
        Keyword::Else => format!("else it must be valid under this one: {text}."),
        Keyword::Default => format!("Default: {text}."),
        Keyword::Examples => format!("For example: {}.", listed(value)),
        Keyword::Anchor
        | Keyword::Comment
        | Keyword::Defs
        | Keyword::DynamicAnchor
        | Keyword::DynamicRef
        | Keyword::DollarId
        | Keyword::RecursiveAnchor
        | Keyword::RecursiveRef
        | Keyword::Schema
        | Keyword::Vocabulary
        | Keyword::AdditionalItems
        | Keyword::AdditionalProperties
        | Keyword::AllOf
        | Keyword::AnyOf
        | Keyword::Const
        | Keyword::ContentEncoding
        | Keyword::ContentMediaType
        | Keyword::ContentSchema
        | Keyword::Definitions
        | Keyword::Dependencies
        | Keyword::Deprecated
        | Keyword::Description
        | Keyword::Enum
        | Keyword::Id
        | Keyword::Items
        | Keyword::OneOf
        | Keyword::PatternProperties
        | Keyword::PrefixItems
        | Keyword::Properties
        | Keyword::ReadOnly
        | Keyword::Required
        | Keyword::Title
        | Keyword::Type
        | Keyword::UnevaluatedItems
        | Keyword::UnevaluatedProperties
        | Keyword::WriteOnly => format!("{}: {text}.", keyword.name()),
    }
}

/// Checks whether the keyword restricts nothing, so that it needs no sentence.
pub(crate) fn is_empty(keyword: Keyword, value: &Value) -> bool {
    match keyword {
        Keyword::MinLength | Keyword::MinItems | Keyword::MinProperties => *value == 0,
        Keyword::UniqueItems => *value == false,
        Keyword::If
        | Keyword::Then
        | Keyword::Else
        | Keyword::PropertyNames
        | Keyword::UnevaluatedItems
        | Keyword::UnevaluatedProperties => *value == true,
        // Values with parts have another shape in the dialect, so they would mislead the model.
        Keyword::Default | Keyword::Examples => value.to_string().len() > MAX_VALUE_LENGTH || !is_plain(keyword, value),
        _ => false,
    }
}

fn is_plain(keyword: Keyword, value: &Value) -> bool {
    let scalar = |value: &Value| !value.is_array() && !value.is_object();
    match value {
        Value::Array(examples) if keyword == Keyword::Examples => !examples.is_empty() && examples.iter().all(scalar),
        other => scalar(other) && keyword == Keyword::Default,
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn listed(value: &Value) -> String {
    match value {
        Value::Array(items) => items.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or "),
        other => other.to_string(),
    }
}

fn dependent(value: &Value) -> String {
    let each = value.as_object().into_iter().flatten().filter_map(|(name, others)| {
        let others = others.as_array()?.iter().map(plain).collect::<Vec<_>>();
        (!others.is_empty()).then(|| format!("If {name} is there, so must be {}.", others.join(", ")))
    });
    each.collect::<Vec<_>>().join(" ")
}

/// Returns the description of a use of a definition, followed by that of the definition.
///
/// A description that the other one contains is left out. Two long ones are not combined, because definitions that use
/// each other twice would double their length with every level.
pub(crate) fn combined(of_use: Option<&str>, of_definition: Option<&str>) -> Option<String> {
    let (Some(first), Some(second)) = (of_use, of_definition) else {
        return of_use.or(of_definition).map(str::to_owned);
    };
    let combined = match (first.trim_end(), second.trim_start()) {
        (first, second) if first.contains(second) || first.len() + second.len() > MAX_COMBINED_DESCRIPTION => {
            first.to_owned()
        }
        (first, second) if second.contains(first) => second.to_owned(),
        (first, second) if first.ends_with(char::is_alphanumeric) => format!("{first}. {second}"),
        (first, second) => format!("{first} {second}"),
    };
    Some(combined)
}

/// Returns the description of a node: the description from the schema, and then each sentence once.
pub(crate) fn joined(description: Option<&str>, words: &[String]) -> Option<String> {
    let mut all: Vec<&str> = Vec::new();
    let texts = description.into_iter().chain(words.iter().map(String::as_str));
    for text in texts.map(str::trim).filter(|text| !text.is_empty()) {
        if !all.contains(&text) {
            all.push(text);
        }
    }
    (!all.is_empty()).then(|| all.join(" "))
}
