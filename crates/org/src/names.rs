//! Spelling of types and names in an org.

use std::collections::BTreeMap;

use planwright_contracts::action_blueprint::names::same;

/// Converts a type from describe's spelling, in any case, to the spelling of the contract.
pub(super) fn type_name(described: &str) -> String {
    let known = match described.to_ascii_lowercase().as_str() {
        "anytype" => "AnyType",
        "double" => "Decimal",
        "encryptedstring" => "EncryptedString",
        "int" => "Integer",
        "multipicklist" => "MultiPicklist",
        "textarea" => "TextArea",
        _ => {
            let mut letters = described.chars();
            let first = letters.next().map(|letter| letter.to_ascii_uppercase());
            return first.into_iter().chain(letters).collect();
        }
    };
    known.to_owned()
}

/// Returns whether this can be the API name of an object or field.
pub(super) fn is_api_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// Returns whether the name belongs to the platform: it has no suffix such as `__c`.
pub(super) fn is_standard(name: &str) -> bool {
    // Names are short: a search for substrings takes longer to prepare than this loop.
    !name.as_bytes().windows(2).any(|pair| pair == b"__")
}

/// Returns whether records of the object can never be changed: events, custom metadata and big objects.
pub(super) fn never_updated(object: &str) -> bool {
    let name = object.to_ascii_lowercase();
    ["__e", "__mdt", "__b"].iter().any(|suffix| name.ends_with(suffix))
}

/// Returns whether the type is a kind of picklist. Its values may have a default that no snapshot mentions.
pub(super) fn is_picklist(type_name: &str) -> bool {
    ["Picklist", "MultiPicklist", "Combobox"].iter().any(|picklist| same(picklist, type_name))
}

/// Returns the key of the map that equals the name, ignoring case.
pub(super) fn key<'m, V>(map: &'m BTreeMap<String, V>, name: &str) -> Option<&'m String> {
    map.get_key_value(name).map(|(key, _)| key).or_else(|| map.keys().find(|key| same(key, name)))
}

/// Returns the fields that every record of the object has. Events, custom metadata, big and external objects have
/// fewer.
pub(super) fn system_fields(object: &str) -> &'static [&'static str] {
    const ALL: &[&str] =
        &["Id", "SystemModstamp", "CreatedById", "CreatedDate", "IsDeleted", "LastModifiedById", "LastModifiedDate"];
    if object.ends_with("__mdt") {
        &ALL[..2]
    } else if object.ends_with("__x") {
        &ALL[..1]
    } else if object.ends_with("__e") || object.ends_with("__b") {
        &ALL[2..4]
    } else {
        ALL
    }
}

/// Splits an API name into words: `NextStep` is `next step`.
pub fn api_name_words(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push(' ');
        }
        text.extend(letter.to_lowercase());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{is_api_name, type_name};

    #[test]
    fn types_are_spelled_as_in_the_contract() {
        let spelled = ["picklist", "int", "double", "datetime", "Textarea", "futureType", ""].map(type_name);
        assert_eq!(spelled, ["Picklist", "Integer", "Decimal", "Datetime", "TextArea", "FutureType", ""]);
    }

    #[test]
    fn api_names_are_identifiers() {
        assert!(["Account", "ns__Thing__c"].into_iter().all(is_api_name));
        assert!(!["", "1a", "a b", "É__c", "a-b"].into_iter().any(is_api_name));
    }

    #[test]
    fn names_are_split_into_words() {
        assert_eq!(super::api_name_words("CloseCase"), "close case");
    }
}
