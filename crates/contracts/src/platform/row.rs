//! Reads the rows of the table. `data/platform/README.md` describes their format. A test reads every row.

use std::sync::OnceLock;

use super::{Attribute, FieldFacts, ObjectFacts, Possible, SetupWrites, compare};

/// Parses the name, the operations and the attributes of a row.
pub(super) fn parse_object(line: &'static str) -> ObjectFacts {
    let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
    let (operations, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let mut words = rest;
    let mut attributes = Vec::new();
    while words.starts_with('@') {
        let (attribute, rest) = words.split_once(' ').unwrap_or((words, ""));
        attributes.extend(parse_attributes(attribute));
        words = rest;
    }
    ObjectFacts { name, operations, attributes, words, fields: OnceLock::new(), near: OnceLock::new() }
}

/// Returns the letters of the operations, without those of the sources. `None` if the operations are unknown.
pub(super) fn operations_of(word: &str) -> Option<&str> {
    let operations = word.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
    (operations != "?").then_some(operations)
}

/// Parses one attribute. `@setup` means two.
pub(super) fn parse_attributes(word: &'static str) -> Vec<Attribute> {
    let (key, value) = word.split_once('=').unwrap_or((word, ""));
    let names = || value.split(',').filter(|name| !name.is_empty()).collect();
    match key {
        "@setup" => vec![Attribute::SetupInserts(SetupWrites::All), Attribute::SetupUpdates(SetupWrites::All)],
        "@setup-insert" => vec![Attribute::SetupInserts(SetupWrites::OfFields(names()))],
        "@setup-update" => vec![Attribute::SetupUpdates(SetupWrites::OfFields(names()))],
        "@one-of" => vec![Attribute::OneOf(names())],
        "@initial" => {
            value.split_once(':').map(|(field, value)| Attribute::Initial { field, value }).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Parses the fields of a row. `is_described` tells whether the row has facts of a describe.
pub(super) fn parse_fields(words: &'static str, is_described: bool) -> Vec<FieldFacts> {
    let mut fields: Vec<_> = words.split(' ').filter_map(|word| parse_field(word, is_described)).collect();
    fields.sort_by(|one, other| compare(one.name, other.name));
    fields
}

fn parse_field(word: &'static str, is_described: bool) -> Option<FieldFacts> {
    let (name, rest) = word.split_once(':')?;
    let (flags, targets) = rest.split_once('>').unwrap_or((rest, ""));
    let (letter, flags) = flags.split_at_checked(1)?;
    let has = |flag: char| flags.contains(flag);
    let possible = |flag: char, is_certain: bool| match (has(flag) || has('?'), is_certain) {
        (true, _) => Possible::Perhaps,
        (false, true) => Possible::Never,
        (false, false) => Possible::Unlikely,
    };
    let createable = possible('c', has('x'));
    let defaulted = has('d');
    Some(FieldFacts {
        name,
        type_name: type_name(letter),
        createable,
        updateable: possible('u', has('x')),
        // A Boolean is never empty and defaults to false. The default owner is the user who inserts.
        required: has('!') && !defaulted && createable == Possible::Perhaps && letter != "b" && name != "OwnerId",
        defaulted,
        upsert_key: possible('k', is_described),
        permissionable: if has('+') { Some(true) } else { has('-').then_some(false) },
        targets: targets.split(',').filter(|target| !target.is_empty()).collect(),
    })
}

/// Returns the type of a letter, as the contract spells it.
fn type_name(letter: &str) -> &'static str {
    match letter {
        "A" => "Address",
        "B" => "Base64",
        "b" => "Boolean",
        "C" => "Combobox",
        "$" => "Currency",
        "D" => "Date",
        "T" => "Datetime",
        "n" => "Decimal",
        "e" => "Email",
        "E" => "EncryptedString",
        "i" => "Id",
        "I" => "Integer",
        "L" => "Location",
        "l" => "Long",
        "M" => "MultiPicklist",
        "%" => "Percent",
        "p" => "Phone",
        "P" => "Picklist",
        "R" => "Reference",
        "s" => "String",
        "t" => "TextArea",
        "h" => "Time",
        "u" => "Url",
        _ => "AnyType",
    }
}
