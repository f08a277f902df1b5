//! Describes an unsupported keyword in a sentence that a model understands.

use serde_json::Value;

/// Maximum length of a list of values or an example in a description, in characters.
const MAX_VALUE_LENGTH: usize = 400;

/// Returns the sentence for a keyword.
pub(crate) fn sentence(keyword: &str, value: &Value) -> String {
    let text = value.to_string();
    let count = |unit: &str, units: &str| if *value == 1 { format!("1 {unit}") } else { format!("{text} {units}") };
    match keyword {
        "minLength" => format!("At least {}.", count("character", "characters")),
        "maxLength" => format!("At most {}.", count("character", "characters")),
        "pattern" => format!("Must match the regular expression {}.", plain(value)),
        "format" => format!("Format: {}.", plain(value)),
        "minimum" => format!("At least {text}."),
        "maximum" => format!("At most {text}."),
        "exclusiveMinimum" => format!("More than {text}."),
        "exclusiveMaximum" => format!("Less than {text}."),
        "multipleOf" => format!("A multiple of {text}."),
        "minItems" => format!("At least {}.", count("item", "items")),
        "maxItems" => format!("At most {}.", count("item", "items")),
        "minProperties" => format!("At least {}.", count("property", "properties")),
        "maxProperties" => format!("At most {}.", count("property", "properties")),
        "uniqueItems" => "No two items are equal.".to_owned(),
        "propertyNames" => format!("The name of each property must be valid under this JSON Schema: {text}."),
        "contains" => format!("At least one item must be valid under this JSON Schema: {text}."),
        "minContains" => format!("At least {text} such items."),
        "maxContains" => format!("At most {text} such items."),
        "dependentRequired" => dependent(value),
        "dependentSchemas" => {
            format!("If a property named here exists, the object must be valid under its JSON Schema: {text}.")
        }
        "$ref" => format!("Must be valid under the JSON Schema {}.", plain(value)),
        "not" => format!("Must not be valid under this JSON Schema: {text}."),
        "if" => format!("If it is valid under this JSON Schema: {text}:"),
        "then" => format!("then it must be valid under this one: {text}."),
        "else" => format!("else it must be valid under this one: {text}."),
        "default" => format!("Default: {text}."),
        "examples" => format!("For example: {}.", listed(value)),
        _ => format!("{keyword}: {text}."),
    }
}

/// Checks whether the keyword restricts nothing, so that it needs no sentence.
pub(crate) fn is_empty(keyword: &str, value: &Value) -> bool {
    match keyword {
        "minLength" | "minItems" | "minProperties" => *value == 0,
        "uniqueItems" => *value == false,
        "if" | "then" | "else" | "propertyNames" | "unevaluatedItems" | "unevaluatedProperties" => *value == true,
        // Values with parts have another shape in the dialect, so they would mislead the model.
        "default" | "examples" => value.to_string().len() > MAX_VALUE_LENGTH || !is_plain(keyword, value),
        _ => false,
    }
}

fn is_plain(keyword: &str, value: &Value) -> bool {
    let scalar = |value: &Value| !value.is_array() && !value.is_object();
    match value {
        Value::Array(examples) if keyword == "examples" => !examples.is_empty() && examples.iter().all(scalar),
        other => scalar(other) && keyword == "default",
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
