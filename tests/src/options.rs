//! The options of a case: an `options.toml` beside its schemas, with the keys that a set has in `planwright.toml`.

use std::collections::BTreeMap;
use std::fs;

use planwright_codegen::{
    Builders, DefaultMembers, Layout, Lists, NullMembers, Numbers, OpenMembers, Options, Readers, RootMethods, Scalars,
    Strings, Style, Support, TypeStyle,
};
use toml::de::{DeTable, DeValue};

use crate::cases::Case;

/// The options of a case, in which `standard` stands for what it does not say.
///
/// # Panics
///
/// If the file is wrong: it is ours.
pub fn of(case: &Case, standard: Options) -> Options {
    let Ok(text) = fs::read_to_string(case.folder.join("options.toml")) else { return standard };
    let table = DeTable::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", case.name));
    let mut options = Options { style: Style::default(), ..standard };
    for (key, value) in table.get_ref() {
        match (key.get_ref().as_ref(), value.get_ref()) {
            ("layout", DeValue::String(name)) => {
                options.layout = if name == "flat" { Layout::Flat } else { panic!("{}: layout {name}", case.name) };
            }
            ("support", DeValue::String(name)) => {
                options.support = if name == "inline" { Support::Inline } else { panic!("{}: {name}", case.name) };
            }
            ("derives", list) => options.style.derives = texts(list),
            ("attributes", list) => options.style.attributes = texts(list),
            ("struct-derives", list) => options.style.struct_derives = texts(list),
            ("struct-attributes", list) => options.style.struct_attributes = texts(list),
            ("member-attributes", DeValue::Table(kinds)) => options.style.member_attributes = texts_by_key(kinds),
            ("optional-defaults", DeValue::Boolean(true)) => options.style.defaults = DefaultMembers::Optional,
            ("map", path) => options.style.map = path.as_str().map(str::to_owned),
            ("methods", DeValue::Boolean(false)) => options.methods = RootMethods::TraitAlone,
            ("readers", DeValue::Boolean(false)) => options.readers = Readers::Serde,
            ("builders", DeValue::Boolean(true)) => options.style.builders = Builders::Typed,
            ("borrowed", DeValue::Boolean(true)) => options.style.strings = Strings::Borrowed,
            ("keep-unknown", DeValue::Boolean(true)) => options.style.unknown = OpenMembers::Kept,
            ("write-defaults", DeValue::Boolean(true)) => options.style.defaults = DefaultMembers::Written,
            ("null-as-absent", DeValue::Boolean(true)) => options.style.nulls = NullMembers::AsAbsent,
            ("exact-numbers", DeValue::Boolean(true)) => options.style.numbers = Numbers::Exact,
            ("plain-lists", DeValue::Boolean(true)) => options.style.lists = Lists::Plain,
            ("inner-newtypes", DeValue::Boolean(true)) => options.style.scalars = Scalars::Everywhere,
            ("newtypes", DeValue::Boolean(false)) => options.style.scalars = Scalars::Plain,
            ("format-types", DeValue::Table(formats)) => options.style.format_types = texts_by_key(formats),
            ("module-path", path) => options.module_path = path.as_str().expect("a string").into(),
            ("types", DeValue::Table(types)) => {
                let types = types.iter().map(|(key, style)| {
                    let style = style.get_ref().as_table().expect("a table for each type");
                    (key.get_ref().to_string(), type_style(style))
                });
                options.style.types = types.collect();
            }
            (key, _) => panic!("{}: options.toml: {key}", case.name),
        }
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
