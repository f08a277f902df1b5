//! Options of a case: an `options.toml` next to its schemas, with the keys of a set in `planwright.toml`.

use std::collections::BTreeMap;
use std::fs;

use planwright_codegen::{OptionInput, Options, RustOption, Style, Takes, TypeStyle};
use toml::de::{DeTable, DeValue};

use crate::cases::Case;

/// Returns the options of a case. `standard` supplies those that the file does not set.
///
/// # Panics
///
/// Panics if the file is invalid.
pub fn for_case(case: &Case, standard: Options) -> Options {
    let Ok(text) = fs::read_to_string(case.folder.join("options.toml")) else { return standard };
    let table = DeTable::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", case.name));
    let mut options = Options { style: Style::default(), ..standard };
    for (key, value) in table.get_ref() {
        let (key, value) = (key.get_ref().as_ref(), value.get_ref());
        if let ("types", DeValue::Table(types)) = (key, value) {
            let types = types.iter().map(|(key, style)| {
                let style = style.get_ref().as_table().expect("a table for each type");
                (key.get_ref().to_string(), type_style(style))
            });
            options.style.types = types.collect();
            continue;
        }
        let option = RustOption::for_key(key).unwrap_or_else(|| panic!("{}: options.toml: {key}", case.name));
        let said = match value {
            DeValue::Boolean(flag) if matches!(option.takes, Takes::Switch { to, .. } if to == *flag) => {
                OptionInput::Switched
            }
            DeValue::String(text) => OptionInput::Text(text.to_string()),
            DeValue::Table(table) => OptionInput::Pairs(texts_by_key(table)),
            list => OptionInput::Texts(texts(list)),
        };
        assert!(option.apply(&mut options, &said), "{}: options.toml: the value of {key}", case.name);
    }
    options
}

fn type_style(table: &DeTable<'_>) -> TypeStyle {
    let text = |key: &str| table.get(key).and_then(|value| value.get_ref().as_str()).map(str::to_owned);
    let list = |key: &str| table.get(key).map_or_else(Vec::new, |value| texts(value.get_ref()));
    TypeStyle { name: text("name"), replace: text("replace"), derives: list("derives"), attributes: list("attributes") }
}

fn texts_by_key(table: &DeTable<'_>) -> BTreeMap<String, String> {
    let pairs = table
        .iter()
        .map(|(key, text)| (key.get_ref().to_string(), text.get_ref().as_str().expect("a string").to_owned()));
    pairs.collect()
}

fn texts(list: &DeValue<'_>) -> Vec<String> {
    let items = list.as_array().expect("an array of strings");
    items.iter().map(|item| item.get_ref().as_str().expect("a string").to_owned()).collect()
}
