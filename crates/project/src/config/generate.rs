//! The sections `[gen]` and `[[gen]]`: input, output and options of `planwright gen`.

use std::collections::BTreeMap;
use std::ops::Range;

use clap::ValueEnum;
use planwright_codegen::{OptionInput, RUST_OPTIONS, RustOption, Takes, TypeStyle};
use planwright_templates::ApiVersion;
use toml::Spanned;

use super::section::Section;
use super::{ConfigPlace, advice};

/// Language of the generated code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Lang {
    /// Rust types and validators.
    Rust,
    /// Apex class with inner classes, and its test class.
    Apex,
}

/// Keys for both languages.
const COMMON: &[&str] = &["deny", "deny-warnings", "documents", "lang", "out", "schemas", "suffix"];
/// Keys for Rust only, in addition to the options of generated Rust.
const RUST: &[&str] = &["vendor-runtime"];
/// Keys for Apex only.
const APEX: &[&str] = &["api-version", "class", "root"];

/// Settings for one set of schemas. A key that is not in the file is `None`. Paths are as they are written.
#[derive(Debug, Default)]
pub struct GenConfig {
    /// `schemas`: a schema file or a folder of schemas.
    pub schemas: Option<String>,
    /// `out`
    pub out: Option<String>,
    /// `documents`: entries of the form `URI=DIR`.
    pub documents: Option<Vec<String>>,
    /// `suffix`: suffix of the names of schema files.
    pub suffix: Option<String>,
    /// `lang`
    pub lang: Option<Lang>,
    /// Codes whose warnings are errors.
    pub deny: Vec<String>,
    /// Whether all warnings are errors.
    pub deny_warnings: Option<bool>,
    /// Options for generated Rust.
    pub rust: Vec<(&'static RustOption, OptionInput)>,
    /// Options for single types.
    pub types: BTreeMap<String, TypeStyle>,
    /// Byte range of each Rust option in the file.
    pub(super) spans: OptionSpans,
    /// Location of each Rust option as file, line and column.
    pub places: BTreeMap<Vec<String>, ConfigPlace>,
    /// `vendor-runtime`: folder for a copy of the runtime crate.
    pub vendor_runtime: Option<String>,
    /// `class`: name of the Apex class.
    pub class: Option<String>,
    /// `root`: names of the root types.
    pub root: Option<Vec<String>>,
    /// `api-version`
    pub api_version: Option<ApiVersion>,
}

impl GenConfig {
    pub(super) fn from_section(section: &mut Section<'_, '_>) -> Self {
        let rust = || RUST_OPTIONS.iter().map(|option| option.key).chain(RUST.iter().copied());
        section.allow(&[COMMON, &rust().collect::<Vec<_>>(), APEX].concat());
        let lang = choice(section, "lang", "language");
        let (strays, other): (Vec<&str>, _) =
            if lang == Some(Lang::Apex) { (rust().collect(), "rust") } else { (APEX.to_vec(), "apex") };
        for key in strays {
            if let Some(at) = section.place_of(key) {
                section.wrong(key, at, &format!("this key is for lang = {other:?} only"));
            }
        }
        let mut spans = BTreeMap::new();
        let rust = RUST_OPTIONS
            .iter()
            .filter_map(|option| Some((option, parse_option(option, section, &mut spans)?)))
            // The semantics of the project have the meaning of formats.
            .filter(|(option, _)| option.key != "formats")
            .collect();
        let types = types(section, &mut spans);
        Self {
            rust,
            types,
            spans,
            places: BTreeMap::new(),
            schemas: section.text("schemas"),
            out: section.text("out"),
            documents: plain(section.texts("documents")),
            suffix: section.text("suffix"),
            deny: plain(section.texts("deny")).unwrap_or_default(),
            deny_warnings: section.flag("deny-warnings"),
            lang,
            vendor_runtime: section.text("vendor-runtime"),
            class: section.text("class"),
            root: plain(section.texts("root")),
            api_version: section.parsed("api-version"),
        }
    }
}

/// Byte range of each option, by the path of its keys.
type OptionSpans = BTreeMap<Vec<String>, Range<usize>>;

fn note(spans: &mut OptionSpans, option: &[&str], at: Option<Range<usize>>) {
    if let Some(at) = at {
        spans.insert(option.iter().map(|part| (*part).to_owned()).collect(), at);
    }
}

/// Parses the value of an option from a section.
fn parse_option(option: &RustOption, section: &mut Section<'_, '_>, spans: &mut OptionSpans) -> Option<OptionInput> {
    let key = option.key;
    // A section of this name has the options of single types.
    if key == TYPES && !section.is_text(key) {
        return None;
    }
    let at = section.place_of(key)?;
    note(spans, &[key], Some(at.clone()));
    match &option.takes {
        Takes::Switch { to, against, .. } => {
            let is_switched = section.flag(key) == Some(*to);
            let is_on = |other: &&RustOption| matches!(other.takes, Takes::Switch { to, .. } if section.flag(other.key) == Some(to));
            let reason = against.and_then(|(other, why)| RustOption::for_key(other).filter(is_on).map(|_| why));
            if let Some(why) = reason.filter(|_| is_switched) {
                section.wrong(key, at, why);
            }
            is_switched.then_some(OptionInput::Switched)
        }
        Takes::Choice(choices) => {
            let text = section.text(key)?;
            let names: Vec<&str> = choices.iter().map(|choice| choice.name).collect();
            if !names.contains(&text.as_str()) {
                no_such(section, key, key.trim_end_matches('s'), &text, &names);
                return None;
            }
            Some(OptionInput::Text(text))
        }
        Takes::Text(..) => section.text(key).map(OptionInput::Text),
        Takes::TextsOr(_, all, _) if section.is_text(key) => {
            let text = section.text(key)?;
            if text != *all {
                section.wrong(key, at, &format!("expected {all:?} or an array of strings"));
                return None;
            }
            Some(OptionInput::Text(text))
        }
        Takes::Texts(..) | Takes::TextsOr(..) => Some(OptionInput::Texts(listed(section, &[key], spans))),
        Takes::Pairs(..) => {
            Some(OptionInput::Pairs(section.texts_by_key(key, |name, at| note(spans, &[key, name], Some(at)))))
        }
    }
}

/// Key of the origin of all types, or of the section with the options of single types.
const TYPES: &str = "types";

/// Keys of the options for a type.
const OF_TYPE: &[&str] = &["attributes", "derives", "name", "replace"];

fn types(section: &mut Section<'_, '_>, spans: &mut OptionSpans) -> BTreeMap<String, TypeStyle> {
    if section.is_text(TYPES) {
        return BTreeMap::new();
    }
    note(spans, &[TYPES], section.place_of(TYPES));
    let types = section.sections(TYPES, |name, inner| {
        inner.allow(OF_TYPE);
        note(spans, &["types", name], inner.place());
        for key in ["name", "replace"] {
            note(spans, &["types", name, key], inner.place_of(key));
        }
        TypeStyle {
            name: inner.text("name"),
            replace: inner.text("replace"),
            derives: listed(inner, &["types", name, "derives"], spans),
            attributes: listed(inner, &["types", name, "attributes"], spans),
        }
    });
    types.into_iter().collect()
}

/// Returns the strings of the last key of an option, and records the location of each.
fn listed(section: &mut Section<'_, '_>, option: &[&str], spans: &mut OptionSpans) -> Vec<String> {
    let key = option.last().copied().unwrap_or_default();
    note(spans, option, section.place_of(key));
    let texts = section.texts(key).unwrap_or_default();
    for (index, text) in texts.iter().enumerate() {
        note(spans, &[option, &[index.to_string().as_str()]].concat(), Some(text.span()));
    }
    texts.into_iter().map(Spanned::into_inner).collect()
}

fn plain(texts: Option<Vec<Spanned<String>>>) -> Option<Vec<String>> {
    texts.map(|texts| texts.into_iter().map(Spanned::into_inner).collect())
}

/// Parses a value that the command line accepts for the same option.
fn choice<T: ValueEnum>(section: &mut Section<'_, '_>, key: &str, what: &str) -> Option<T> {
    let text = section.text(key)?;
    let found = T::from_str(&text, false).ok();
    if found.is_none() {
        let names = T::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        let names: Vec<String> = names.map(|value| value.get_name().to_owned()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        no_such(section, key, what, &text, &names);
    }
    found
}

fn no_such(section: &mut Section<'_, '_>, key: &str, what: &str, text: &str, known: &[&str]) {
    section.wrong_value(key, &format!("unknown {what} {text:?}; {}", advice(text, known)));
}
