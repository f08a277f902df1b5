//! Parses strings of options to tokens. Paths become absolute, so that they have the same meaning in every module.

use syn::ext::IdentExt as _;
use syn::parse::Parser as _;
use syn::{Attribute, Ident, Path};

use super::paths::{absolute, path, type_path};
use super::structs::StructStyle;
use super::{
    AllTypes, Builders, ConfiguredBy, ParsedStyle, ParsedTypeStyle, Strings, Style, TypeStyle, error, format_types,
};
use planwright_schema::error::Error;
use planwright_schema::names;

/// Standard derives, which need no path.
const STANDARD_DERIVES: &[&str] =
    &["Clone", "Copy", "Debug", "Default", "Eq", "Hash", "Ord", "PartialEq", "PartialOrd"];

/// Names that generated code writes without a path.
const UNQUALIFIED_NAMES: &[&str] = &["Box", "Default", "Err", "None", "Ok", "Option", "Self", "Some", "String", "Vec"];

/// Parses a style, or returns all errors.
pub(crate) fn parse(style: &Style) -> Result<ParsedStyle, Vec<Error>> {
    let mut errors = Vec::new();
    let map = style.map.as_ref().and_then(|text| {
        let path = path(text).and_then(|path| {
            let is_bare = path.segments.iter().all(|segment| segment.arguments.is_none());
            if is_bare { Ok(path) } else { Err("write the type without its parameters".to_owned()) }
        });
        path.map_err(|message| errors.push(error(&["map"], format!("{text:?}: {message}")))).ok()
    });
    if style.strings == Strings::Borrowed && style.builders == Builders::Typed {
        errors.push(error(&["builders"], "types that borrow have no builders: take out `builders` or `borrowed`"));
    }
    let structs = StructStyle::new(
        derives(&style.struct_derives, &["struct-derives"], &mut errors),
        attributes(&style.struct_attributes, &["struct-attributes"], &mut errors),
        &style.member_attributes,
        &mut errors,
    );
    let all = AllTypes {
        derives: derives(&style.derives, &["derives"], &mut errors),
        attributes: attributes(&style.attributes, &["attributes"], &mut errors),
        structs,
        map,
        builders: style.builders,
        strings: style.strings,
        scalars: style.scalars,
        unknown: style.unknown,
        nulls: style.nulls,
        defaults: style.defaults,
        lists: style.lists,
        collections: style.collections,
        numbers: style.numbers,
        integers: style.integers,
        format_types: format_types::parse_format_types(&style.format_types, &mut errors),
    };
    let types = style.types.iter().map(|(key, style)| (key.clone(), parse_type(key, style, &mut errors))).collect();
    let read = ParsedStyle { all, types, roots: style.roots.clone() };
    if errors.is_empty() { Ok(read) } else { Err(errors) }
}

fn parse_type(key: &str, style: &TypeStyle, errors: &mut Vec<Error>) -> ParsedTypeStyle {
    let name = style.name.as_ref().and_then(|text| {
        let name = type_name(text);
        name.map_err(|message| errors.push(error(&["types", key, "name"], message))).ok()
    });
    let replace = style.replace.as_ref().and_then(|text| {
        let path = type_path(text);
        path.map_err(|message| errors.push(error(&["types", key, "replace"], format!("{text:?}: {message}")))).ok()
    });
    if style.replace.is_some() {
        let others = [
            ("name", style.name.is_some()),
            ("derives", !style.derives.is_empty()),
            ("attributes", !style.attributes.is_empty()),
        ];
        for (other, _) in others.iter().filter(|(_, given)| *given) {
            errors
                .push(error(&["types", key, other], "nothing is generated for a type that is replaced: take this out"));
        }
    }
    ParsedTypeStyle {
        name,
        replace,
        derives: derives(&style.derives, &["types", key, "derives"], errors),
        attributes: attributes(&style.attributes, &["types", key, "attributes"], errors),
    }
}

fn type_name(text: &str) -> Result<String, String> {
    let is_ident = Ident::parse_any.parse_str(text).is_ok();
    let is_plain =
        text.starts_with(|c: char| c.is_ascii_uppercase()) && text.chars().all(|c| c.is_ascii_alphanumeric());
    if is_ident && is_plain && !UNQUALIFIED_NAMES.contains(&text) {
        return Ok(text.to_owned());
    }
    Err(format!("{text:?} cannot be the name of a type; {:?} can", names::type_name(text)))
}

fn derives(texts: &[String], option: &[&str], errors: &mut Vec<Error>) -> Vec<ConfiguredBy<Path>> {
    let mut found = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        let index = index.to_string();
        let option = [option, &[index.as_str()]].concat();
        match derive(text) {
            Ok(what) => {
                found.push(ConfiguredBy { option: option.iter().map(|part| (*part).to_owned()).collect(), what });
            }
            Err(message) => errors.push(error(&option, format!("{text:?}: {message}"))),
        }
    }
    found
}

fn derive(text: &str) -> Result<Path, String> {
    let path =
        Path::parse_mod_style.parse_str(text).map_err(|error| format!("this is not a path of a trait: {error}"))?;
    if path.get_ident().is_some_and(|ident| STANDARD_DERIVES.iter().any(|known| ident == known)) {
        return Ok(path);
    }
    absolute(path)
}

fn attributes(texts: &[String], option: &[&str], errors: &mut Vec<Error>) -> Vec<Attribute> {
    let mut found = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        match Attribute::parse_outer.parse_str(text).as_deref() {
            Ok([one]) => found.push(one.clone()),
            other => {
                let why = other.err().map_or_else(String::new, |error| format!(": {error}"));
                let message = format!("{text:?}: this is not one attribute, such as #[non_exhaustive]{why}");
                errors.push(error(&[option, &[index.to_string().as_str()]].concat(), message));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_a_path_is_a_derive_and_nothing_but_an_attribute_is_one() {
        assert!(["Eq", "strum::EnumIter", "crate::Mark"].iter().all(|text| derive(text).is_ok()));
        assert!(["JsonSchema", "Eq)] struct X; #[derive(Eq", "Vec<u8>", ""].iter().all(|text| derive(text).is_err()));
        let mut errors = Vec::new();
        let texts = ["#[a]", "#[a] #[b]", "a", "#[a] struct X;", "#![a]"].map(str::to_owned);
        assert_eq!(attributes(&texts, &["attributes"], &mut errors).len(), 1);
        assert_eq!(errors.len(), 4);
    }
}
